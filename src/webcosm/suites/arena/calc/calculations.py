"""Tasks on the calculator, calc.test: money, dates, memory and history."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from webcosm.judge.answers import Answer, Date, Money, Number
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Matcher, Update
from webcosm.sites.kit.formats import moment
from webcosm.suites.arena.calc.units import ON_THE_TAPE
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.dates import read_day, said_day
from webcosm.tasks.money import to_cents
from webcosm.worlds import Value, World

__all__ = ["DeleteCalculation", "StoreProduct", "count_days", "days_counted"]

# Money and dates ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bill:
    bill: str
    tip: int
    people: int


class ShareBill(Template[Bill]):
    """What does each pay of a bill with a tip?"""

    id = "arena.calc.share-bill"
    kind = Kind.ASK
    goals = (
        "We're splitting a bill of ${bill} evenly {people} ways and adding a tip of {tip}%. How much does each"
        " person pay, to the cent?",
        "There are {people} of us and the bill comes to ${bill}. With a tip of {tip}% and everything split"
        " evenly, what does each of us pay, to the cent?",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=6)
    revision = 2

    def pool(self, world: World) -> Sequence[Bill]:
        rng = world.lore.rng("arena.calc", self.drawn_as)
        drawn = [
            Bill(f"{rng.integer(2_400, 31_000) / 100:.2f}", rng.integer(10, 22), rng.integer(2, 9)) for _ in range(60)
        ]
        # Rounding the tip first or only the share must come to the same.
        shares = ((p, self._total(p) / p.people, to_cents(self._total(p)) / p.people) for p in drawn)
        return [p for p, exact, rounded in shares if to_cents(exact) == to_cents(rounded)]

    def _total(self, p: Bill) -> Decimal:
        return Decimal(p.bill) * (100 + p.tip) / 100

    def answer(self, world: World, p: Bill) -> Answer:
        return Money(to_cents(self._total(p) / p.people))

    def expect(self, world: World, p: Bill) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: Bill) -> None:
        await person.click("Percent & tip", role="link")
        await person.fill("Bill ($)", p.bill)
        await person.fill("Tip (%)", str(p.tip))
        await person.fill("People", str(p.people))
        await person.submit("People")
        await person.answer(_after(person, f"Each of {p.people} pays", r"\$[\d,.]+\d"))


def _after(person: Person, words: str, pattern: str) -> str:
    found = re.search(rf"{re.escape(words)} ({pattern})", " ".join(person.text().split()))
    if not found:
        raise Lost(f"{person.view.url} does not show {words!r} with a figure")
    return found[1]


@dataclass(frozen=True)
class Period:
    first: str
    last: str


class CountWorkdays(Template[Period]):
    """How many workdays lie in a period?"""

    id = "arena.calc.count-workdays"
    kind = Kind.ASK
    goals = (
        "How many weekdays (Monday to Friday) are there from {first} up to, but not including, {last}? Ignore"
        " holidays.",
        "Count the weekdays, Monday to Friday, from {first} to {last}, including the first day but not the last."
        " Holidays count as normal days.",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[Period]:
        rng = world.lore.rng("arena.calc", self.drawn_as)
        starts = [date(2026, 1, 1) + timedelta(days=rng.integer(0, 364)) for _ in range(60)]
        return [Period(said_day(start), said_day(start + timedelta(days=rng.integer(25, 300)))) for start in starts]

    def answer(self, world: World, p: Period) -> Answer:
        first, last = read_day(p.first), read_day(p.last)
        days = [first + timedelta(days=number) for number in range((last - first).days)]
        return Number(sum(day.weekday() < 5 for day in days), unit="weekday")

    def expect(self, world: World, p: Period) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: Period) -> None:
        await count_days(person, str(read_day(p.first)), str(read_day(p.last)))
        await person.answer(_after(person, "Mondays to Fridays", r"[\d,]+"))


async def count_days(person: Person, first: str, last: str) -> None:
    """Four actions from any page of the calculator; the dates as 2026-05-14."""
    await person.click("Dates", role="link")
    await person.fill("From", first)
    await person.fill("To", last)
    await person.click("Count days")


def days_counted(person: Person) -> str:
    return _after(person, "Days", r"[\d,]+(?= days?)").replace(",", "")


@dataclass(frozen=True)
class Shift:
    start: str
    days: int


class DateAfter(Template[Shift]):
    """Which date is some days later?"""

    id = "arena.calc.date-after"
    kind = Kind.ASK
    goals = (
        "What date is {days} days after {start}?",
        "My subscription starts on {start} and runs out {days} days later. What's the end date?",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[Shift]:
        rng = world.lore.rng("arena.calc", self.drawn_as)
        return [
            Shift(said_day(date(2026, 1, 1) + timedelta(days=rng.integer(0, 364))), rng.integer(40, 900))
            for _ in range(60)
        ]

    def answer(self, world: World, p: Shift) -> Answer:
        return Date(read_day(p.start) + timedelta(days=p.days))

    def expect(self, world: World, p: Shift) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: Shift) -> None:
        await person.click("Dates", role="link")
        await person.fill("Start", str(read_day(p.start)))
        await person.fill("Days to add", str(p.days))
        await person.click("Find the date")
        await person.answer(_after(person, "The date is", r"\w+, \w+ \d+, \d{4}"))


# Memory and history ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Product:
    one: str
    other: int


def equal_number(wanted: Decimal) -> Matcher:
    def match(value: Value) -> bool:
        try:
            return isinstance(value, str) and Decimal(value) == wanted
        except InvalidOperation:
            return False  # no number at all

    match.__doc__ = str(wanted)
    return match


async def worked_out_first(person: Person, p: Product) -> None:
    """What is stored is the last result."""
    await person.fill("Expression", f"{p.other}×{p.one}")
    await person.submit("Expression")
    await person.click("store in memory", role="button")
    await person.stop()


async def added_to_an_empty_memory(person: Person, p: Product) -> None:
    await person.fill("Expression", "1")
    await person.click("store in memory", role="button")
    await person.click("memory clear", role="button")
    await person.fill("Expression", f"{p.one} * {p.other}")
    await person.click("add to memory", role="button")
    await person.stop()


async def worked_out_alone(person: Person, p: Product) -> None:
    """Wrong: nothing is stored."""
    await person.fill("Expression", f"{p.one}*{p.other}")
    await person.submit("Expression")
    await person.stop()


class StoreProduct(Template[Product]):
    """Put a number into the memory."""

    id = "arena.calc.store-product"
    kind = Kind.DO
    goals = (
        "Work out {one} × {other} and keep the result in Plainsum's memory.",
        "Store the product of {one} and {other} in the calculator's memory.",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=3)
    revision = 2
    ways = (worked_out_first, added_to_an_empty_memory)
    shortcuts = (worked_out_alone,)

    def pool(self, world: World) -> Sequence[Product]:
        rng = world.lore.rng("arena.calc", self.drawn_as)
        return [Product(f"{rng.integer(101, 9_999) / 100:.2f}", rng.integer(3, 48)) for _ in range(60)]

    def expect(self, world: World, p: Product) -> Expectation:
        product = Decimal(p.one) * p.other
        stored = Insert("calc", "memory", {"id": 1, "value": equal_number(product)}, name="the product is stored")
        return Expectation([stored], allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: Product) -> None:
        await person.fill("Expression", f"{p.one}*{p.other}")
        await person.click("store in memory", role="button")
        await person.stop()


@dataclass(frozen=True)
class When:
    day: str
    time: str

    @property
    def shown(self) -> str:
        """As the history has it: May 14, 2026, 8:41 AM."""
        return f"{self.day}, {self.time}"


class HistoryResult(Template[When]):
    """What came out of an earlier calculation?"""

    id = "arena.calc.history-result"
    kind = Kind.ASK
    goals = (
        "What was the result of the calculation I did in Plainsum on {day} at {time}? Don't round it.",
        "My calculator history has an entry from {day}, {time}. What was the result, without rounding?",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=2)
    revision = 2

    def _results(self, world: World) -> dict[str, str]:
        rows = world.calc.rows("SELECT created, result FROM calculation WHERE cleared IS NULL ORDER BY id")
        moments = [moment(row.created) for row in rows]
        return {when: row.result for when, row in zip(moments, rows, strict=True) if moments.count(when) == 1}

    def pool(self, world: World) -> Sequence[When]:
        return [When(*when.rsplit(", ", 1)) for when in self._results(world)]

    def answer(self, world: World, p: When) -> Answer:
        return Number(Decimal(self._results(world)[p.shown]))

    async def solve(self, person: Person, p: When) -> None:
        await person.click("History", role="link")
        label = person.find("Use the result", ("link",), within=p.shown).name
        await person.answer(label.removeprefix("Use the result "))


@dataclass(frozen=True)
class Listed:
    expression: str


def _listed(world: World) -> list[str]:
    found: list[str] = world.calc.values(
        "SELECT expression FROM calculation WHERE cleared IS NULL"
        " GROUP BY expression HAVING count(*) = 1 ORDER BY min(id)"
    )
    return found


async def deleted_after_clearing_all_by_mistake(person: Person, p: Listed) -> None:
    await person.click("History", role="link")
    await person.click("Clear history", role="button")
    await person.click("Undo", role="button")
    await person.click("History", role="link")
    await person.click(f"Delete {p.expression} from the history", role="button")
    await person.stop()


async def deleted_after_a_calculation_by_mistake(person: Person, p: Listed) -> None:
    await person.fill("Expression", "1+1")
    await person.submit("Expression")
    await person.click("Delete 1+1 from the history", role="button")
    await person.click("History", role="link")
    await person.click(f"Delete {p.expression} from the history", role="button")
    await person.stop()


async def the_whole_history_cleared(person: Person, p: Listed) -> None:
    """Wrong: the others were to be kept."""
    await person.click("History", role="link")
    await person.click("Clear history", role="button")
    await person.stop()


class DeleteCalculation(Template[Listed]):
    """Delete one calculation from the history."""

    id = "arena.calc.delete-calculation"
    kind = Kind.DO
    goals = (
        "Delete {expression} from my calculation history and keep everything else.",
        "There's a calculation in my history that I don't need anymore: {expression}. Delete just that one.",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=3)
    twin = "arena.calc.remove-calculation"
    revision = 3
    ways = (deleted_after_clearing_all_by_mistake, deleted_after_a_calculation_by_mistake)
    shortcuts = (the_whole_history_cleared,)

    def pool(self, world: World) -> Sequence[Listed]:
        return [Listed(expression) for expression in _listed(world)]

    def expect(self, world: World, p: Listed) -> Expectation:
        number = world.calc.value("SELECT id FROM calculation WHERE expression = ? AND cleared IS NULL", p.expression)
        # It can only have gone from NULL to a number, and nothing else of the row may differ.
        return Expectation(
            [Update("calc", "calculation", key=(number,), free={"cleared": "the number of the clearing"})]
        )

    async def solve(self, person: Person, p: Listed) -> None:
        await person.click("History", role="link")
        await person.click(f"Delete {p.expression} from the history", role="button")
        await person.stop()


class DeleteMissingCalculation(Template[Listed]):
    """Delete a calculation that is not in the history."""

    id = "arena.calc.remove-calculation"
    kind = Kind.DO
    goals = DeleteCalculation.goals
    sites = ("calc",)
    difficulty = Difficulty(actions=2)
    achievable = False
    twin = "arena.calc.delete-calculation"
    revision = 3

    def pool(self, world: World) -> Sequence[Listed]:
        there = _listed(world)
        near = [
            f"{expression[: digit.start()]}{int(digit[0]) + step}{expression[digit.end() :]}"
            for expression in there
            if (digit := re.search(r"[1-8]", expression))
            for step in (1, -1)
        ]
        return [Listed(expression) for expression in near if expression not in there and not expression.startswith("0")]

    def obstacle(self, world: World, p: Listed) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.expression,))

    async def solve(self, person: Person, p: Listed) -> None:
        await person.click("History", role="link")
        if f"Delete {p.expression} from the history" in person.names("button"):
            raise Lost(f"{p.expression} is in the history after all")
        await person.infeasible(f"{p.expression} is not in the history.")


@dataclass(frozen=True)
class HistoryDay:
    day: str


async def deleted_undone_and_deleted(person: Person, p: HistoryDay) -> None:
    await person.click("History", role="link")
    await person.click("Delete", role="button", within=f"{p.day}, ")
    await person.click("Undo", role="button")
    await person.click("History", role="link")
    await _delete_day(person, p.day)
    await person.stop()


async def all_but_one(person: Person, p: HistoryDay) -> None:
    """Wrong: half-done."""
    await person.click("History", role="link")
    await _delete_day(person, p.day, left=1)
    await person.stop()


async def _delete_day(person: Person, day: str, left: int = 0) -> None:
    while person.text().count(f"{day}, ") > left:
        await person.click("Delete", role="button", within=f"{day}, ")


class DeleteDay(Template[HistoryDay]):
    """Delete all calculations of one day."""

    id = "arena.calc.delete-day"
    kind = Kind.DO
    goals = (
        "Delete everything I calculated on {day} from my history. Leave the other days alone.",
        "Clear the calculations I did on {day} from my history, but only those.",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=4)
    revision = 2
    ways = (deleted_undone_and_deleted,)
    shortcuts = (all_but_one,)

    def _by_day(self, world: World) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for row in world.calc.rows("SELECT id, created FROM calculation WHERE cleared IS NULL ORDER BY id"):
            found.setdefault(moment(row.created).rpartition(", ")[0], []).append(row.id)
        return found

    def pool(self, world: World) -> Sequence[HistoryDay]:
        return [HistoryDay(day) for day in self._by_day(world)]

    def expect(self, world: World, p: HistoryDay) -> Expectation:
        return Expectation(
            [
                Update("calc", "calculation", key=(number,), free={"cleared": "the number of the clearing"})
                for number in self._by_day(world)[p.day]
            ]
        )

    async def solve(self, person: Person, p: HistoryDay) -> None:
        await person.click("History", role="link")
        await _delete_day(person, p.day)
        await person.stop()
