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
from webcosm.suites.arena.notes.changes import (
    ArchiveNote,
    PinNote,
    TickItem,
    WriteNote,
    new_note,
    write_note,
)
from webcosm.suites.arena.notes.edits import CorrectFigure, RenameNote
from webcosm.suites.arena.notes.finding import ContactDetail, kept_notes, note_titled, open_note, written_on
from webcosm.tasks import Chain, Difficulty, Kind, Person, Template
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
        "How many days after I wrote my note “{earlier}” did I write my note “{later}”? Go by the dates,"
        " not by the times of day, and answer with a number.",
        "Count the days from the date on which my note “{earlier}” was written to the date on which “{later}” was"
        " written. Answer with the number.",
    )
    sites = ("notes", "calc")
    difficulty = Difficulty(actions=12)

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
        "My note “{title}” is a budget. What do the amounts planned for “{one}” and “{other}” come to together?",
        "Add up what is planned for “{one}” and for “{other}” in my note “{title}” and answer with the sum.",
    )
    sites = ("notes", "calc")
    difficulty = Difficulty(actions=7)

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
        "The line “{entry}: …” of my note “{title}” gives a measure in {source}. How much is that in {target}?"
        " Round to two decimal places.",
        "Take the measure in {source} from the line that begins with “{entry}” in my note “{title}”, convert it to"
        " {target} and answer with the number, rounded to two decimal places.",
    )
    sites = ("notes", "calc")
    difficulty = Difficulty(actions=11)

    def pool(self, world: World) -> Sequence[NotedMeasure]:
        return [
            NotedMeasure(note.title, entry, *IN_OTHER_UNITS[unit])
            for note in kept_notes(world)
            for entry, (_, unit) in _measures(note.body).items()
        ]

    def answer(self, world: World, p: NotedMeasure) -> Answer:
        figure, _ = _measures(note_titled(world, p.title).body)[p.entry]
        exact = exact_result(Decimal(figure), p.source, p.target)
        return Number(to_cents(exact), tolerance=Decimal("0.005"))

    def expect(self, world: World, p: NotedMeasure) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: NotedMeasure) -> None:
        await open_note(person, p.title)
        figure, _ = _measures("\n".join(person.lines()))[p.entry]
        await person.goto(CALC)
        await convert_units(person, figure, p.source, p.target)
        await person.answer(to_cents(converted(person, p.target)))


class NoteConversion(Template[Conversion]):
    """Convert an amount and write the result down."""

    id = "arena.across.note-conversion"
    kind = Kind.DO
    goals = (
        "Work out how many {target} {amount} {source} are and write a new note titled “{amount} {source}” whose text is"
        " that number alone, rounded to two decimal places. No tags.",
        "Convert {amount} {source} to {target}. Put the number, rounded to two decimal places and without the unit,"
        " into a new note without tags under the title “{amount} {source}”.",
    )
    sites = ("calc", "notes")
    difficulty = Difficulty(actions=12)

    def pool(self, world: World) -> Sequence[Conversion]:
        return common_conversions(world, self.drawn_as)

    def expect(self, world: World, p: Conversion) -> Expectation:
        result = to_cents(exact_result(p.amount, p.source, p.target))
        note = new_note(world, f"{p.amount} {p.source}", _reads_as(result))
        return Expectation([note], allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: Conversion) -> None:
        await convert_units(person, str(p.amount), p.source, p.target)
        result = to_cents(converted(person, p.target))
        await person.goto(NOTES)
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


class FiguresKept(Chain):
    """Work with the calculator that leaves traces in three places, and a count of days at the end."""

    id = "arena.across.figures-kept"
    parts = (StoreProduct, DeleteCalculation, NoteConversion, DaysBetweenNotes)


class DeskCleared(Chain):
    """Mending and putting away notes, then opening the manual."""

    id = "arena.across.desk-cleared"
    parts = (CorrectFigure, RenameNote, ArchiveNote, OpenChapter)
    revision = 2
