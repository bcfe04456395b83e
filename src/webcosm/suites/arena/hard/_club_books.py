"""The books of a club: its rules with their figures, what came in and went out, what was written down wrongly, and what
is in the box at the end of each month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from webcosm.lore import Rng
from webcosm.tasks import Dials
from webcosm.tasks.dates import last_of_month, said_day
from webcosm.tasks.money import price_text

__all__ = [
    "NEW_RULES",
    "PEOPLE",
    "Books",
    "Entry",
    "Terms",
    "closings",
    "correction",
    "drawn_books",
    "line",
    "rules_text",
]

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
    """As written, and as it was: another amount, or a day of the month before."""
    taken_back: tuple[Entry, Entry] | None
    """A correction that was none after all."""
    found: Entry | None
    """What the user comes upon when the books are closed."""


def closings(
    books: Books,
    rules: Sequence[str],
    *,
    corrected: bool = True,
    raised: bool = True,
    taken_back: bool = True,
    found_too: bool = False,
) -> list[int]:
    """What is in the box at the end of each month."""
    wrong = dict(books.corrected) if corrected else {}
    if books.taken_back and not taken_back:
        wrong[books.taken_back[0]] = books.taken_back[1]
    entries = [wrong.get(entry, entry) for entry in books.entries]
    if books.found and found_too:
        entries.append(books.found)
    balance, owed, found = books.opening, 0, []
    terms = books.terms
    for month in books.months:
        opening = balance
        balance -= owed
        owed = 0
        for told in entries:
            if (told.day.year, told.day.month) != (month.year, month.month):
                continue
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


def correction(wrong: Entry, right: Entry) -> str:
    if wrong.day != right.day:
        return (
            f"{said_day(wrong.day)}: the {price_text(wrong.cents)} for {wrong.what} were paid on {said_day(right.day)}"
        )
    return f"{said_day(wrong.day)}: it was {price_text(right.cents)}, not {price_text(wrong.cents)}"


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


def drawn_books(rng: Rng, dials: Dials, today: date) -> Books:
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
    taken_back = found = None
    if dials.sources > 2:
        for entry in rng.sample([one for one in entries[:-5] if one.kind in ("bought", "rent")], 3):
            corrected.append((entry, replace(entry, cents=entry.cents + 5 * rng.integer(30, 160))))
        taken_back = corrected.pop()
    if dials.sources > 3:
        known = {entry for entry, _ in corrected} | ({taken_back[0]} if taken_back else set())
        late = [one for one in entries[5:] if one.kind == "bought" and one not in known]
        moved = rng.choice(late)
        before = months[months.index(moved.day.replace(day=1)) - 1]
        corrected.append((moved, replace(moved, day=before.replace(day=rng.integer(26, 28)))))
    if dials.events:
        first = months[0].replace(day=rng.integer(3, 25))
        found = Entry(first, "bought", 0, 5 * rng.integer(120, 900), rng.choice(BOUGHT))
    opening = terms.low + 5 * rng.integer(-900, 900)
    written = (tuple(entries), tuple(corrected), taken_back, found)
    return Books(rng.choice(CLUBS), opening, terms, raised, _terms(rng), months, *written)


def rules_text(terms: Terms, rules: Sequence[str]) -> str:
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


def line(entry: Entry) -> str:
    day = f"{entry.day:%B} {entry.day.day}"
    if entry.kind == "dues":
        return f"{day}: dues from {entry.members} members"
    if entry.kind == "pocket":
        return f"{day}: {entry.what} paid {price_text(entry.cents)} for snacks out of their own pocket"
    what = "rent for the room" if entry.kind == "rent" else entry.what
    return f"{day}: {what}, {price_text(entry.cents)}"
