"""A club's cash box: close some months in a row by the rules in one's notes, each from what the one before left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.notes._moves import open_note, save_note, write_note
from webcosm.suites.arena.notes._rows import OWNER
from webcosm.suites.arena.notes.changes import new_note
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import last_of_month, said_day, said_month
from webcosm.tasks.money import price_text
from webcosm.worlds import Change, World

DRAWS, TRIES = 24, 80
CLUBS = ("Chess Club", "Film Club", "Garden Club", "Hiking Club", "Rowing Club", "Photo Club", "Board Game Club")
BOUGHT = (
    "tea and cookies",
    "printing the flyers",
    "a new lamp",
    "stamps",
    "paper cups",
    "batteries",
    "a first aid kit",
)
PEOPLE = ("Wen", "Priya", "Tobias", "Hanne", "Dalton", "Marguerite")
NEW_RULES = ("dues", "charge", "own pocket", "late dues", "trip fund")
"""In the order in which levels take them up."""
AMOUNT = re.compile(r"-?\$?\s?\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Terms:
    """The figures of the rules, in cents; days are of the month."""

    dues: int
    low: int
    charge: int
    late_day: int
    late_fee: int
    high: int
    share: int


@dataclass(frozen=True)
class Entry:
    day: date
    kind: str
    """``dues``, ``bought``, ``pocket`` or ``rent``"""
    members: int = 0
    cents: int = 0
    what: str = ""


@dataclass(frozen=True)
class Books:
    club: str
    opening: int
    terms: Terms
    raised: tuple[date, int] | None
    """From when on the dues are higher, and how high."""
    outdated: Terms
    months: tuple[date, ...]
    entries: tuple[Entry, ...]
    corrected: tuple[tuple[Entry, Entry], ...]
    """As written, and as it was."""


@dataclass(frozen=True)
class Ledger:
    club: str
    first: str
    last: str
    title: str
    draw: int


def closings(books: Books, rules: Sequence[str], *, corrected: bool = True, raised: bool = True) -> list[int]:
    """What is in the box at the end of each month."""
    wrong = dict(books.corrected) if corrected else {}
    balance, owed, found = books.opening, 0, []
    terms = books.terms
    for month in books.months:
        opening = balance
        balance -= owed
        owed = 0
        for entry in books.entries:
            if (entry.day.year, entry.day.month) != (month.year, month.month):
                continue
            told = wrong.get(entry, entry)
            if told.kind == "dues":
                each = books.raised[1] if raised and books.raised and told.day >= books.raised[0] else terms.dues
                late = "late dues" in rules and told.day.day > terms.late_day
                balance += told.members * (each + (terms.late_fee if late else 0))
            elif told.kind == "pocket" and "own pocket" in rules:
                owed += told.cents
            else:
                balance -= told.cents
        if "charge" in rules and opening < terms.low:
            balance -= terms.charge
        if "trip fund" in rules and balance > terms.high:
            balance -= (balance - terms.high) * terms.share // 100 // 100 * 100
        found.append(balance)
    return found


def _months(today: date, count: int) -> tuple[date, ...]:
    """The last full months before today."""
    number = today.year * 12 + today.month - 1
    return tuple(date(one // 12, one % 12 + 1, 1) for one in range(number - count, number))


def _terms(rng: Rng) -> Terms:
    dues = 50 * rng.integer(9, 20)
    low = 100 * rng.integer(150, 200)
    return Terms(
        dues=dues,
        low=low,
        charge=25 * rng.integer(9, 19),
        late_day=rng.integer(17, 21),
        late_fee=25 * rng.integer(3, 9),
        high=low + 100 * rng.integer(20, 60),
        share=5 * rng.integer(2, 7),
    )


def _books(rng: Rng, dials: Dials, today: date) -> Books:
    months = _months(today, dials.periods)
    entries: list[Entry] = []
    for month in months:
        days = sorted(rng.sample(list(range(2, last_of_month(month).day)), 5))
        kinds = ["rent", *rng.shuffled(["dues", "dues", "bought", "pocket"])]
        for day, kind in zip(days, kinds, strict=True):
            cents = 5 * rng.integer(500, 1300) if kind == "rent" else 5 * rng.integer(120, 900)
            members = rng.integer(3, 8) if kind == "dues" else 0
            what = rng.choice(PEOPLE if kind == "pocket" else BOUGHT)
            entries.append(Entry(month.replace(day=day), kind, members, 0 if members else cents, what))
    raised = None
    terms = _terms(rng)
    if dials.sources > 1:
        raised = (months[len(months) // 2], terms.dues + 25 * rng.integer(2, 6))
    corrected = []
    if dials.sources > 2:
        for entry in rng.sample([one for one in entries[:-5] if one.kind in ("bought", "rent")], 2):
            right = Entry(entry.day, entry.kind, 0, entry.cents + 5 * rng.integer(30, 160), entry.what)
            corrected.append((entry, right))
    opening = terms.low + 5 * rng.integer(-900, 900)
    return Books(rng.choice(CLUBS), opening, terms, raised, _terms(rng), months, tuple(entries), tuple(corrected))


def _rules_text(terms: Terms, rules: Sequence[str]) -> str:
    says = {
        "dues": f"Dues are {price_text(terms.dues)} per member and month. The list says how many members paid.",
        "charge": f"If there is less than {price_text(terms.low)} in the box when a month begins (before anything is"
        f" paid back), the bank charges us {price_text(terms.charge)} in that month.",
        "own pocket": "What somebody paid out of their own pocket is paid back from the box in the month after, so it"
        " doesn't count in the month in which it was bought.",
        "late dues": f"Dues paid after day {terms.late_day} of a month: {price_text(terms.late_fee)} more per member.",
        "trip fund": f"Last thing in a month: if there is more than {price_text(terms.high)} in the box, {terms.share}%"
        " of what is over goes to the trip fund, rounded down to whole dollars. What is left is the closing balance.",
    }
    lines = [says[rule] for rule in rules]
    if "own pocket" not in rules:
        lines.append("What somebody paid out of their own pocket is paid back from the box on the same day.")
    return "\n".join(f"- {line}" for line in lines)


def _line(entry: Entry) -> str:
    day = f"{entry.day:%B} {entry.day.day}"
    if entry.kind == "dues":
        return f"{day}: dues from {entry.members} members"
    if entry.kind == "pocket":
        return f"{day}: {entry.what} paid {price_text(entry.cents)} for snacks out of their own pocket"
    what = "rent for the room" if entry.kind == "rent" else entry.what
    return f"{day}: {what}, {price_text(entry.cents)}"


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
    skills = (Skill.LEDGER, Skill.RECONCILE, Skill.POLICY)
    levels = (
        Dials(rows=10, periods=2, rules=2, sources=1),
        Dials(rows=15, periods=3, rules=3, sources=1),
        Dials(rows=20, periods=4, rules=4, sources=2, stale=1),
        Dials(rows=30, periods=6, rules=5, sources=3, stale=1),
    )
    actions = (14, 17, 23, 32)

    @property
    def rules(self) -> Sequence[str]:
        return NEW_RULES[: self.dials.rules]

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Books:
        """Books in which every rule, the raise and the corrections make a difference."""
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            books = _books(rng, self.dials, world.lore.today)
            right = closings(books, self.rules)
            others = [closings(books, [one for one in self.rules if one != rule]) for rule in self.rules[1:]]
            others += [closings(books, self.rules, raised=False)] * (books.raised is not None)
            others += [closings(books, self.rules, corrected=False)] * bool(books.corrected)
            if min(right) > 2_000 and len(set(right)) == len(right) and all(right[-1] != one[-1] for one in others):
                return books
        raise LookupError(f"{self.id}: no books for draw {draw} in universe {world.universe.seed}")

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
        self._write(world, f"{books.club}: rules", f"{begins}\n\n{_rules_text(books.terms, self.rules)}{newer}", first)
        if self.dials.stale:
            text = f"The rules up to the day before {said_day(first)}; not in force anymore.\n\n"
            old = first.replace(year=first.year - 1)
            self._write(world, f"{books.club}: rules, old", text + _rules_text(books.outdated, self.rules), old)
        for month in books.months:
            lines = [_line(one) for one in books.entries if (one.day.year, one.day.month) == (month.year, month.month)]
            if month == first:
                lines.insert(0, f"In the box at the beginning of the month: {price_text(books.opening)}\n")
            self._write(world, f"{books.club}, {said_month(month)}", "\n".join(lines), last_of_month(month))
        if books.raised:
            since, cents = books.raised
            text = f"We decided that dues are {price_text(cents)} per member from {said_day(since)} on."
            self._write(world, f"{books.club}: meeting", f"{text} All other rules stay.", since.replace(day=1))
        if books.corrected:
            lines = [
                f"{said_day(wrong.day)}: it was {price_text(right.cents)}, not {price_text(wrong.cents)}"
                for wrong, right in books.corrected
            ]
            text = "I checked the receipts. Wrong in the monthly lists:\n\n" + "\n".join(lines)
            self._write(world, f"{books.club}: receipts", text, last_of_month(last))

    def _write(self, world: World, title: str, body: str, day: date) -> None:
        account, moment = world.notes.value(f"SELECT {OWNER}"), f"{day} 19:30:00"
        number = world.notes.insert("note", account_id=account, title=title, body=body, created=moment, updated=moment)
        world.notes.insert("note_tag", note_id=number, tag="club")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Ledger) -> Expectation:
        books = self.case(world, p.draw)
        matches = ByMonth(books.months, tuple(closings(books, self.rules)))
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
        return "The closing balances: " + "; ".join(self._lines(self.case(world, p.draw))) + "."

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
        await write_note(person, p.title, "\n".join(self._lines(books)))
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
        await person.stop()

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

    ways = (short_and_mended,)
    shortcuts = (first_rule, half_done, as_first_written)
