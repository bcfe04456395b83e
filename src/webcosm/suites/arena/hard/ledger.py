"""A club's cash box: close some months in a row by the rules in one's notes, each from what the one before left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import partial

from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.hard._club_books import (
    NEW_RULES,
    PEOPLE,
    Books,
    Entry,
    closings,
    correction,
    drawn_books,
    line,
    rules_text,
)
from webcosm.suites.arena.notes._moves import open_note, save_note, write_note
from webcosm.suites.arena.notes._rows import OWNER
from webcosm.suites.arena.notes.changes import new_note
from webcosm.tasks import Dials, Event, Kind, Levelled, Person, Situation, Skill, happened
from webcosm.tasks.dates import last_of_month, said_day, said_month
from webcosm.tasks.money import price_text
from webcosm.worlds import Change, World

DRAWS, TRIES = 24, 80
AMOUNT = re.compile(r"-?\$?\s?\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Ledger:
    club: str
    first: str
    last: str
    title: str
    draw: int


def _has_written(so_far: Situation, title: str) -> bool:
    return bool(so_far.inserted("notes", "note", title=title))


@dataclass(frozen=True)
class ByMonth:
    """A text with one amount for each month: after its name, before the next one's. Years are no amounts."""

    months: tuple[date, ...]
    cents: tuple[int, ...]

    def __post_init__(self) -> None:
        told = [f"{month:%B} {price_text(cents)}" for month, cents in zip(self.months, self.cents, strict=True)]
        object.__setattr__(self, "__doc__", f"one closing balance per month: {', '.join(told)}")

    def __call__(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        names = "|".join(f"(?P<m{at}>{_names(month)})" for at, month in enumerate(self.months))
        found = list(re.finditer(rf"(?<!\w)(?:{names})(?!\w)", value, re.IGNORECASE))
        amounts: dict[int, set[Decimal]] = {}
        for place, one in enumerate(found):
            end = found[place + 1].start() if place + 1 < len(found) else len(value)
            at = int(str(one.lastgroup)[1:])
            amounts.setdefault(at, set()).update(_amounts(value[one.end() : end], self.months[at].year))
        before = _amounts(value[: found[0].start()], 0) if found else set()
        wanted = {at: {Decimal(cents) / 100} for at, cents in enumerate(self.cents)}
        return amounts == wanted and before <= {Decimal(month.year) for month in self.months}


def _names(month: date) -> str:
    """November, Nov or 2025-11, 11/2025"""
    return rf"{month:%B}|{month:%b}\.?|{month:%Y-%m}|{month:%m}/{month:%Y}"


def _amounts(text: str, year: int) -> set[Decimal]:
    text = re.sub(rf"^\s*,?\s*'?{year}\b", "", text)
    text = re.sub(r"(?m)^\s*\d+[.)]\s*$|^\s*\d+[.)]\s*(?=$)", "", text)  # the number of the next line of a list
    return {Decimal(re.sub(r"[$,\s]", "", found)) for found in AMOUNT.findall(text)}


class CloseTheBooks(Levelled[Ledger]):
    """Close some months of a club's cash box, and write down each one's closing balance."""

    family = "arena.hard.club-ledger"
    kind = Kind.DO
    goals = (
        "Please close the {club}'s books for {first} through {last}, going by our rules in my notes. Write the closing"
        " balances into a new note called “{title}”: one line per month with the month and its balance, no other"
        " figures.",
        "I need the {club}'s closing balance for every month from {first} through {last}. The entries and the rules"
        " are in my notes. Put the balances into a new note, “{title}”, with just the month and its balance on each"
        " line and no other figures.",
    )
    sites = ("notes",)
    skills = (Skill.LEDGER, Skill.RECONCILE, Skill.POLICY, Skill.LATE_CHANGE)
    revision = 2
    levels = (
        Dials(rows=10, periods=2, rules=2, sources=1),
        Dials(rows=15, periods=3, rules=3, sources=1),
        Dials(rows=20, periods=4, rules=4, sources=3, stale=1),
        Dials(rows=30, periods=6, rules=5, sources=4, stale=1, events=1),
    )
    actions = (14, 17, 27, 40)

    @property
    def rules(self) -> Sequence[str]:
        return NEW_RULES[: self.dials.rules]

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Books:
        """Books in which every rule, the raise and the corrections make a difference."""
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            books = drawn_books(rng, self.dials, world.lore.today)
            right = closings(books, self.rules)
            others = [closings(books, [one for one in self.rules if one != rule]) for rule in self.rules[1:]]
            others += [closings(books, self.rules, raised=False)] * (books.raised is not None)
            others += [self._without(books, pair) for pair in books.corrected]
            others += [closings(books, self.rules, taken_back=False)] * (books.taken_back is not None)
            after = closings(books, self.rules, found_too=True)
            lowest = min(*right, *after)
            if lowest > 2_000 and len(set(right)) == len(right) and all(right[-1] != one[-1] for one in others):
                return books
        raise LookupError(f"{self.id}: no books for draw {draw} in universe {world.universe.seed}")

    def _without(self, books: Books, pair: tuple[Entry, Entry]) -> list[int]:
        rest = tuple(one for one in books.corrected if one != pair)
        return closings(replace(books, corrected=rest), self.rules)

    def pool(self, world: World) -> Sequence[Ledger]:
        found = []
        for draw in range(DRAWS):
            books = self.case(world, draw)
            first, last = said_month(books.months[0]), said_month(books.months[-1])
            title = Rng(self.id, draw, "title").choice(
                (f"{books.club}: closing balances", f"{books.club} books, closed", f"{books.club}: month by month")
            )
            found.append(Ledger(books.club, first, last, title, draw))
        return found

    def prepare(self, world: World, p: Ledger) -> None:
        books = self.case(world, p.draw)
        first, last = books.months[0], books.months[-1]
        begins = f"The rules since {said_day(first)}. They hold until there are newer ones."
        newer = ""
        if books.raised or books.corrected:
            newer = "\n\nDecisions and corrections after that are in notes of their own; they come before this one."
        self._write(world, f"{books.club}: rules", f"{begins}\n\n{rules_text(books.terms, self.rules)}{newer}", first)
        if self.dials.stale:
            text = f"The rules up to the day before {said_day(first)}; not in force anymore.\n\n"
            old = first.replace(year=first.year - 1)
            self._write(world, f"{books.club}: rules, old", text + rules_text(books.outdated, self.rules), old)
        for month in books.months:
            lines = [line(one) for one in books.entries if (one.day.year, one.day.month) == (month.year, month.month)]
            if month == first:
                lines.insert(0, f"In the box at the beginning of the month: {price_text(books.opening)}\n")
            self._write(world, f"{books.club}, {said_month(month)}", "\n".join(lines), last_of_month(month))
        if books.raised:
            since, cents = books.raised
            text = f"We decided that dues are {price_text(cents)} per member from {said_day(since)} on."
            self._write(world, f"{books.club}: meeting", f"{text} All other rules stay.", since.replace(day=1))
        if books.corrected:
            pairs = (*books.corrected, *((books.taken_back,) if books.taken_back else ()))
            lines = [correction(wrong, right) for wrong, right in sorted(pairs, key=lambda pair: pair[0].day)]
            text = "I checked the receipts. Wrong in the monthly lists:\n\n" + "\n".join(lines)
            self._write(world, f"{books.club}: receipts", text, last_of_month(last))
        if books.taken_back:
            wrong = books.taken_back[0]
            what = wrong.what if wrong.kind == "bought" else "rent"
            text = (
                f"About the {books.club}: the receipt that I took for {what} on {said_day(wrong.day)} was somebody"
                f" else's. What the list for {said_month(wrong.day)} says is right."
            )
            self._write(world, self._call(p), text, last_of_month(last), tag="")

    def _call(self, p: Ledger) -> str:
        """The title of the note that takes a correction back."""
        return f"Phone call with {Rng(self.id, p.draw, 'call').choice(PEOPLE)}"

    def _write(self, world: World, title: str, body: str, day: date, tag: str = "club") -> None:
        account, moment = world.notes.value(f"SELECT {OWNER}"), f"{day} 19:30:00"
        number = world.notes.insert("note", account_id=account, title=title, body=body, created=moment, updated=moment)
        if tag:
            world.notes.insert("note_tag", note_id=number, tag=tag)

    def events(self, world: World, p: Ledger) -> Sequence[Event]:
        """Once the balances are written down, a receipt of the first month turns up."""
        one = self.case(world, p.draw).found
        if one is None:
            return ()
        message = (
            f"Sorry, one more: I just found a receipt in my coat. {said_day(one.day)}, {one.what},"
            f" {price_text(one.cents)}, paid from the box. Please put that into the books as well and correct the note."
        )
        return [Event("receipt found", partial(_has_written, title=p.title), message)]

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Ledger) -> Expectation:
        books = self.case(world, p.draw)
        too = happened(world, "receipt found")
        matches = ByMonth(books.months, tuple(closings(books, self.rules, found_too=too)))
        note = new_note(world, p.title, "")
        values = {column: value for column, value in note.values.items() if column != "body"}
        # Words around the figures are free, so the text is judged by a condition of its own.
        written = replace(note, values=values, free={**note.free, "body": "judged by its figures"})

        def told(changes: Sequence[Change]) -> bool:
            return any(written.fits(one) and matches((one.new or {})["body"]) for one in changes)

        return Expectation([written], conditions={matches.__doc__ or "": told})

    def plan(self, world: World, p: Ledger) -> str:
        return (
            f"Search the notes for “{p.club}”. Read the rules that hold now and every note that changes a rule or"
            " corrects an entry. Then go month by month: begin with what the month before left, add and subtract, apply"
            " the rules, and only then write the note."
        )

    def facts(self, world: World, p: Ledger) -> str:
        books = self.case(world, p.draw)
        told = "The closing balances: " + "; ".join(self._lines(books)) + "."
        if books.found is None:
            return told
        after = self._lines(books, closings(books, self.rules, found_too=True))
        return f"{told} If a receipt turns up when they are written down: {'; '.join(after)}."

    # Ways through the interface ---------------------------------------------------------------------------------------

    def _lines(self, books: Books, cents: Sequence[int] | None = None) -> list[str]:
        cents = closings(books, self.rules) if cents is None else cents
        return [f"{said_month(month)}: {price_text(one)}" for month, one in zip(books.months, cents, strict=False)]

    async def solve(self, person: Person, p: Ledger) -> None:
        books = self.case(person.world, p.draw)
        await open_note(person, f"{books.club}: rules")
        for month in books.months:
            await open_note(person, f"{books.club}, {said_month(month)}")
        if books.raised:
            await open_note(person, f"{books.club}: meeting")
        if books.corrected:
            await open_note(person, f"{books.club}: receipts")
        if books.taken_back:
            await open_note(person, self._call(p))
        await write_note(person, p.title, "\n".join(self._lines(books)))
        await self._mend(person, books)

    async def _mend(self, person: Person, books: Books, form: str = "{month:%B} {month.year}: {cents}") -> None:
        """The balances with what turned up meanwhile, if something did."""
        if books.found:
            after = closings(books, self.rules, found_too=True)
            both = zip(books.months, after, strict=True)
            text = "\n".join(form.format(month=month, cents=price_text(cents)) for month, cents in both)
            await person.click("Edit", role="link")
            await person.fill("Note", text)
            await save_note(person)
        await person.stop()

    async def short_and_mended(self, person: Person, p: Ledger) -> None:
        """Short names of months, no cents' zeros or signs, as a list; a wrong first draft."""
        books = self.case(person.world, p.draw)
        await write_note(person, p.title, "\n".join(self._lines(books, closings(books, ("dues",)))))
        await person.click("Edit", role="link")
        right = closings(books, self.rules)
        lines = [f"- {month:%b} {month.year} {one / 100}" for month, one in zip(books.months, right, strict=True)]
        await person.fill("Note", "\n".join(lines))
        await save_note(person)
        await self._mend(person, books, "{month:%Y-%m} {cents}")

    async def first_rule(self, person: Person, p: Ledger) -> None:
        """Adds up dues and what was paid, without the other rules."""
        books = self.case(person.world, p.draw)
        await write_note(person, p.title, "\n".join(self._lines(books, closings(books, ("dues",)))))
        await person.stop()

    async def half_done(self, person: Person, p: Ledger) -> None:
        """Leaves out the last month."""
        books = self.case(person.world, p.draw)
        await write_note(person, p.title, "\n".join(self._lines(books)[:-1]))
        await person.stop()

    async def as_first_written(self, person: Person, p: Ledger) -> None:
        """Misses what later notes say, or the last rule where there are none."""
        books = self.case(person.world, p.draw)
        rules = self.rules if books.raised else self.rules[:-1]
        cents = closings(books, rules, corrected=False, raised=False)
        await write_note(person, p.title, "\n".join(self._lines(books, cents)))
        await person.stop()

    async def before_the_call(self, person: Person, p: Ledger) -> None:
        """Believes a correction that was taken back; where there is none, forgets the last month."""
        books = self.case(person.world, p.draw)
        lines = self._lines(books, closings(books, self.rules, taken_back=False, found_too=True))
        await write_note(person, p.title, "\n".join(lines if books.taken_back else lines[:-1]))
        await person.stop()

    async def deaf(self, person: Person, p: Ledger) -> None:
        """Is done with the note, whatever is said then; where nothing is said, forgets the first month."""
        books = self.case(person.world, p.draw)
        lines = self._lines(books)
        await write_note(person, p.title, "\n".join(lines if books.found else lines[1:]))
        await person.stop()

    ways = (short_and_mended,)
    shortcuts = (first_rule, half_done, as_first_written, before_the_call, deaf)
