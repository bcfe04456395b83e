"""Tasks on the unit converter of the calculator, calc.test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from webcosm.judge.answers import Answer, Number
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.judge.state import Allow, Expectation
from webcosm.sites.calc.units import QUANTITIES, Quantity, Unit, convert
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import to_cents
from webcosm.worlds import Change, World

__all__ = [
    "ON_THE_TAPE",
    "Conversion",
    "common_conversions",
    "convert_units",
    "converted",
    "exact_result",
]


def _on_the_tape(change: Change) -> bool:
    return (change.site, change.table, change.kind) == ("calc", "calculation", "insert")


ON_THE_TAPE = Allow("working something out prints it on the calculator's tape", _on_the_tape)


@dataclass(frozen=True)
class Conversion:
    amount: int
    source: str
    """As the converter names it, in the plural."""
    target: str


def find_units(source: str, target: str) -> tuple[Quantity, Unit, Unit]:
    for quantity in QUANTITIES:
        named = {unit.plural: unit for unit in quantity.units}
        if source in named and target in named:
            return quantity, named[source], named[target]
    raise LookupError(f"nothing is measured both in {source} and in {target}")


def exact_result(amount: Decimal | int, source: str, target: str) -> Decimal:
    quantity, one, other = find_units(source, target)
    return convert(Decimal(amount), one, other, quantity)


def _result(p: Conversion) -> Decimal:
    return exact_result(p.amount, p.source, p.target)


DOUBTFUL = {"tablespoons", "teaspoons", "years of 365 days"}
"""Units of which there are several kinds, or that nobody calls so."""


def _conversions(world: World, sources: Sequence[tuple[str, Sequence[str]]], label: str) -> list[Conversion]:
    """An amount for each pair of a unit and one of those it is to be turned into."""
    rng = world.lore.rng("arena.calc", label)
    drawn = [Conversion(rng.integer(3, 480), source, target) for source, targets in sources for target in targets]
    return [one for one in drawn if not {one.source, one.target} & DOUBTFUL]


def common_conversions(world: World, label: str) -> list[Conversion]:
    """Those whose result can be said in two decimals without losing much."""
    pairs = [
        (unit.plural, [other.plural for other in quantity.units if other is not unit])
        for quantity in QUANTITIES
        if quantity.key not in ("temperature", "data")
        for unit in quantity.units
    ]
    return [p for p in _conversions(world, pairs, label) if 2 <= _result(p) <= 99_999 and _is_odd(_result(p))]


def _is_odd(value: Decimal) -> bool:
    """Whether the result is more than an easy guess: no round number."""
    return to_cents(value) % 10 != 0


async def convert_units(person: Person, amount: str, source: str, target: str) -> None:
    """Six actions from any page of the calculator; five for lengths, which the converter opens with."""
    quantity, _, _ = find_units(source, target)
    await person.click("Units", role="link")
    if quantity is not QUANTITIES[0]:
        await person.click(quantity.name, role="link")
    await person.fill("Amount", amount)
    await person.choose("From", _option(source, person))
    await person.choose("To", _option(target, person))
    await person.click("Convert", role="button")


def _option(plural: str, person: Person) -> str:
    """The option as it is written: Miles (mi)."""
    options = person.names("option", "MenuListOption")
    return next(option for option in options if option.rpartition(" (")[0].lower() == plural.lower())


def converted(person: Person, target: str) -> Decimal:
    """The result as the table of all units shows it."""
    row = next(row for row in person.rows() if row[0].lower() == target.lower())
    return Decimal(row[1].split()[0].replace(",", ""))


class ConvertUnits(Template[Conversion]):
    """How much is an amount in another unit?"""

    id = "arena.calc.convert-units"
    kind = Kind.ASK
    goals = (
        "Using Plainsum, what's {amount} {source} in {target}? Round to two decimals.",
        "Convert {amount} {source} to {target} in Plainsum, rounded to two decimals.",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[Conversion]:
        return common_conversions(world, self.drawn_as)

    def answer(self, world: World, p: Conversion) -> Answer:
        return Number(to_cents(_result(p)), decimals=2)

    def expect(self, world: World, p: Conversion) -> Expectation:
        return Expectation(allowed=[ON_THE_TAPE])

    async def solve(self, person: Person, p: Conversion) -> None:
        await convert_units(person, str(p.amount), p.source, p.target)
        await person.answer(to_cents(converted(person, p.target)))


class ShowConversion(Template[Conversion]):
    """Have the converter show a conversion."""

    id = "arena.calc.display-conversion"
    kind = Kind.GO
    goals = (
        "Convert {amount} {source} to {target} in Plainsum's unit converter and leave the result on the screen.",
        "Show me {amount} {source} in {target} in Plainsum's unit converter.",
    )
    sites = ("calc",)
    difficulty = Difficulty(actions=7)
    revision = 3
    twin = "arena.calc.set-up-conversion"

    def pool(self, world: World) -> Sequence[Conversion]:
        return common_conversions(world, self.drawn_as)

    def page(self, world: World, p: Conversion) -> PageShows:
        quantity, source, target = find_units(p.source, p.target)
        wanted = {"quantity": quantity.key, "source": source.key, "target": target.key}
        return PageShows("calc", "conversion", {**wanted, "value": str(p.amount)})

    async def solve(self, person: Person, p: Conversion) -> None:
        await convert_units(person, str(p.amount), p.source, p.target)
        await person.stop()


CONFUSED = (("mass", "volume"), ("volume", "mass"), ("length", "area"), ("area", "length"))
"""Cups of flour are asked for in grams, and rooms measured in feet are told in square feet."""


class ShowImpossibleConversion(Template[Conversion]):
    """Have the converter show a conversion into a unit of something else, such as grams into cups."""

    id = "arena.calc.set-up-conversion"
    kind = Kind.GO
    goals = ShowConversion.goals
    sites = ("calc",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.calc.display-conversion"
    revision = 4

    def pool(self, world: World) -> Sequence[Conversion]:
        """Each unit with the first ones of a quantity that people take for the same."""
        known = {quantity.key: quantity for quantity in QUANTITIES}
        pairs = [
            (unit.plural, [other.plural for other in known[another].units[:3]])
            for one, another in CONFUSED
            for unit in known[one].units
        ]
        return _conversions(world, pairs, self.drawn_as)

    def obstacle(self, world: World, p: Conversion) -> Obstacle:
        return Obstacle(
            Reason.CONTRADICTORY,
            (p.source, p.target),
            (Reason.MISSING, Reason.INVALID, Reason.NOT_ALLOWED),
            said=(
                r"\bdifferent (?:\w+ )?(?:kind|quantit|dimension|type|measure|thing|categor)",
                r"(?:\bnot|n't|cannot) be (?:converted|turned|put|expressed)",
                r"\b(?:unit|measure)s? of\b",
            ),
            others=tuple(unit.plural for quantity in QUANTITIES for unit in quantity.units),
        )

    async def solve(self, person: Person, p: Conversion) -> None:
        quantity = next(one for one in QUANTITIES if any(unit.plural == p.source for unit in one.units))
        await person.click("Units", role="link")
        await person.click(quantity.name, role="link")
        options = [option.lower() for option in person.names("option", "MenuListOption")]
        if not any(option.startswith(f"{p.source.lower()} (") for option in options):
            raise Lost(f"the converter does not know {p.source}")
        if any(option.startswith(f"{p.target.lower()} (") for option in options):
            raise Lost(f"{p.source} can be turned into {p.target} after all")
        await person.infeasible(f"{p.source} cannot be converted into {p.target}: they measure different quantities.")
