"""Tasks across the portal, the calculator, the scratchpad and the manuals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import combinations

from webcosm.judge.answers import Answer, Money, Number
from webcosm.judge.state import Expectation, Matcher
from webcosm.suites.arena.calc.calculations import DeleteCalculation, StoreProduct, count_days, days_counted
from webcosm.suites.arena.calc.units import (
    ON_THE_TAPE,
    Conversion,
    common_conversions,
    convert_units,
    converted,
    exact_result,
)
from webcosm.suites.arena.manuals.chapters import OpenChapter
from webcosm.suites.arena.notes._moves import open_note, write_note
from webcosm.suites.arena.notes._rows import kept_notes, note_titled
from webcosm.suites.arena.notes.changes import (
    ArchiveNote,
    PinNote,
    TickItem,
    WriteNote,
    new_note,
)
from webcosm.suites.arena.notes.edits import CorrectFigure, RenameNote
from webcosm.suites.arena.notes.finding import ContactDetail, written_on
from webcosm.tasks import Chain, Difficulty, Kind, Person, Template
from webcosm.tasks.chain import in_order
from webcosm.tasks.dates import read_day
from webcosm.tasks.money import to_cents
from webcosm.worlds import Value, World

CALC, NOTES = "http://calc.test/", "http://notes.test/"


@dataclass(frozen=True)
class TwoNotes:
    earlier: str
    later: str


class DaysBetweenNotes(Template[TwoNotes]):
    """How many days lie between the writing of two notes?"""

    id = "arena.across.days-between-notes"
    kind = Kind.ASK
    goals = (
        "How many days passed from the date I created my note “{earlier}” to the date I created my note “{later}”?",
        "I wrote my note “{later}” after my note “{earlier}”. How many days apart did I create them, going by"
        " the dates and not the times of day?",
    )
    sites = ("notes", "calc")
    difficulty = Difficulty(actions=12)
    revision = 2

    def pool(self, world: World) -> Sequence[TwoNotes]:
        notes = sorted(kept_notes(world), key=lambda note: (note.created, note.id))
        pairs = zip(notes, notes[9:], strict=False)  # far enough apart that nobody counts on their fingers
        return [TwoNotes(one.title, other.title) for one, other in pairs if one.created[:10] < other.created[:10]]

    def answer(self, world: World, p: TwoNotes) -> Answer:
        first, last = (date.fromisoformat(note_titled(world, title).created[:10]) for title in (p.earlier, p.later))
        return Number((last - first).days, unit="day")

    def expect(self, world: World, p: TwoNotes) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: TwoNotes) -> None:
        dates: list[str] = []
        for title in (p.earlier, p.later):
            await open_note(person, title)
            dates.append(read_day(written_on(person)).isoformat())
        await person.goto(CALC)
        await count_days(person, *dates)
        await person.answer(days_counted(person))


@dataclass(frozen=True)
class TwoLines:
    title: str
    one: str
    other: str


BUDGET_LINE = re.compile(r"^([A-Z][A-Za-z ]+?) ([\d,]+)(?: \(.*\))?$", re.MULTILINE)


def _budget(body: str) -> dict[str, Decimal]:
    return {name: Decimal(amount.replace(",", "")) for name, amount in BUDGET_LINE.findall(body)}


class BudgetSum(Template[TwoLines]):
    """What do two lines of a budget come to?"""

    id = "arena.across.budget-sum"
    kind = Kind.ASK
    goals = (
        "My note “{title}” is a budget. How much is planned for “{one}” and “{other}” together?",
        "Add up what my note “{title}” plans for “{one}” and “{other}”. What's the total?",
    )
    sites = ("notes", "calc")
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[TwoLines]:
        return [
            TwoLines(note.title, one, other)
            for note in kept_notes(world)
            if len(lines := _budget(note.body)) >= 4
            for one, other in combinations(lines, 2)
        ]

    def answer(self, world: World, p: TwoLines) -> Answer:
        lines = _budget(note_titled(world, p.title).body)
        return Money(lines[p.one] + lines[p.other])

    def expect(self, world: World, p: TwoLines) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: TwoLines) -> None:
        await open_note(person, p.title)
        text = "\n".join(person.lines())
        lines = _budget(text)
        await person.goto(CALC)
        await person.fill("Expression", f"{lines[p.one]}+{lines[p.other]}")
        await person.submit("Expression")
        result = next(name for name in person.names("link") if name.startswith("Use the result "))
        await person.answer(result.removeprefix("Use the result "))


@dataclass(frozen=True)
class NotedMeasure:
    title: str
    entry: str
    source: str
    target: str


MEASURE = re.compile(r"(\d+(?:\.\d+)?) (cm|m|km|kg)\b")
IN_OTHER_UNITS = {
    "cm": ("centimeters", "inches"),
    "m": ("meters", "feet"),
    "km": ("kilometers", "miles"),
    "kg": ("kilograms", "pounds"),
}


def _measures(body: str) -> dict[str, tuple[str, str]]:
    """Lines "entry: … 78 cm …" with one measure each: entry to figure and unit."""
    found: dict[str, tuple[str, str]] = {}
    for line in body.split("\n"):
        entry, colon, rest = line.lstrip("- ").partition(": ")
        if colon and len(measures := MEASURE.findall(rest)) == 1:
            found[entry] = measures[0]
    return found


class ConvertNoted(Template[NotedMeasure]):
    """How much is a measure from a note in another unit?"""

    id = "arena.across.convert-noted"
    kind = Kind.ASK
    goals = (
        "In my note “{title}”, what's the figure for “{entry}” in {target}? It's in {source} there. Round to two"
        " decimals.",
        "My note “{title}” has a figure in {source} for “{entry}”. What is it in {target}, rounded to two decimals?",
    )
    sites = ("notes", "calc")
    difficulty = Difficulty(actions=11)
    revision = 2

    def pool(self, world: World) -> Sequence[NotedMeasure]:
        return [
            NotedMeasure(note.title, entry, *IN_OTHER_UNITS[unit])
            for note in kept_notes(world)
            for entry, (_, unit) in _measures(note.body).items()
        ]

    def answer(self, world: World, p: NotedMeasure) -> Answer:
        figure, _ = _measures(note_titled(world, p.title).body)[p.entry]
        exact = exact_result(Decimal(figure), p.source, p.target)
        return Number(to_cents(exact), decimals=2)

    def expect(self, world: World, p: NotedMeasure) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: NotedMeasure) -> None:
        await open_note(person, p.title)
        figure, _ = _measures("\n".join(person.lines()))[p.entry]
        await person.goto(CALC)
        await convert_units(person, figure, p.source, p.target)
        await person.answer(to_cents(converted(person, p.target)))


async def with_thousands_separated(person: Person, p: Conversion) -> None:
    result = await _result_of(person, p)
    await write_note(person, f"{p.amount} {p.source}", f"{result:,}\n")
    await person.stop()


async def without_rounding(person: Person, p: Conversion) -> None:
    """Wrong: more places than asked for."""
    result = await _result_of(person, p)
    await write_note(person, f"{p.amount} {p.source}", f"{result}01")
    await person.stop()


async def with_the_unit(person: Person, p: Conversion) -> None:
    """Wrong: only the number was asked for."""
    result = await _result_of(person, p)
    await write_note(person, f"{p.amount} {p.source}", f"{result} {p.target}")
    await person.stop()


async def _result_of(person: Person, p: Conversion) -> Decimal:
    """Reads it off the converter, and goes to the notes."""
    await convert_units(person, str(p.amount), p.source, p.target)
    result = to_cents(converted(person, p.target))
    await person.goto(NOTES)
    return result


class NoteConversion(Template[Conversion]):
    """Convert an amount and write the result down."""

    id = "arena.across.note-conversion"
    kind = Kind.DO
    goals = (
        "What's {amount} {source} in {target}? Save the answer as a new note titled “{amount} {source}”: just"
        " the number, rounded to two decimals, and no tags.",
        "Convert {amount} {source} to {target} and put the result in a new note called “{amount} {source}”. Only"
        " the number, to two decimals, and no tags.",
    )
    sites = ("calc", "notes")
    difficulty = Difficulty(actions=12)
    revision = 2
    ways = (with_thousands_separated,)
    shortcuts = (without_rounding, with_the_unit)

    def pool(self, world: World) -> Sequence[Conversion]:
        return common_conversions(world, self.drawn_as)

    def expect(self, world: World, p: Conversion) -> Expectation:
        result = to_cents(exact_result(p.amount, p.source, p.target))
        note = new_note(world, f"{p.amount} {p.source}", _reads_as(result))
        return Expectation([note], allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: Conversion) -> None:
        result = await _result_of(person, p)
        await write_note(person, f"{p.amount} {p.source}", str(result))
        await person.stop()


def _reads_as(wanted: Decimal) -> Matcher:
    """A text that is this number and nothing else; thousands may be separated."""

    def match(value: Value) -> bool:
        text = value.strip() if isinstance(value, str) else ""
        return bool(re.fullmatch(r"\d[\d,]*(\.\d+)?", text)) and Decimal(text.replace(",", "")) == wanted

    match.__doc__ = str(wanted)
    return match


class MorningRound(Chain):
    """Small chores in the notes, then a look into the address book."""

    id = "arena.across.morning-round"
    parts = (TickItem, PinNote, WriteNote, ContactDetail)
    ways = (in_order(parts, (2, 1, 0, 3)),)
    revision = 2


class FiguresKept(Chain):
    """Work with the calculator that leaves traces in three places, and a count of days at the end."""

    id = "arena.across.figures-kept"
    parts = (StoreProduct, DeleteCalculation, NoteConversion, DaysBetweenNotes)
    ways = (in_order(parts, (1, 2, 0, 3)),)
    revision = 2


class DeskCleared(Chain):
    """Mending and putting away notes, then opening the manual."""

    id = "arena.across.desk-cleared"
    parts = (CorrectFigure, RenameNote, ArchiveNote, OpenChapter)
    ways = (in_order(parts, (2, 1, 0, 3)),)
    revision = 3
