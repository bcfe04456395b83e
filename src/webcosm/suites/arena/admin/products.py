"""Tasks at the back office: prices and stock of products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation
from webcosm.suites.arena.admin._goods import (
    NameOnly,
    edited,
    goods,
    made_up_names,
    open_product,
    product_named,
    report_no_product,
    rng_for,
    save_product,
    spread,
)
from webcosm.suites.arena.admin._product_ways import (
    change_price_twice,
    end_special_price_in_two_goes,
    set_price_after_a_slip,
    special_price_in_two_goes,
)
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text, read_cents, typed_price
from webcosm.worlds import Row, World

__all__ = ["PriceShare", "by_percent"]

PLAIN = "type = 'simple' AND special_price IS NULL"
"""One price each, and no doubt which one is meant."""


@dataclass(frozen=True)
class NewPrice:
    product: str
    price: str


def raised_price(world: World, family: str, row: Row) -> int:
    """Some per cent more than a product costs, in cents."""
    step = rng_for(world, family, row).integer(1, 9)
    return int(row.price * (103 + 3 * step) // 100 // 10 * 10 + 5)


class SetPrice(Template[NewPrice]):
    """Set a product's price."""

    id = "arena.admin.set-price"
    kind = Kind.DO
    goals = (
        "Set the price of “{product}” to {price}.",
        "“{product}” costs {price} from now on. Update its price in the catalog.",
        "Please change the price of “{product}” to {price}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (set_price_after_a_slip,)
    twin = "arena.admin.change-price"

    def pool(self, world: World) -> Sequence[NewPrice]:
        found = [(row, raised_price(world, self.drawn_as, row)) for row in spread(goods(world, PLAIN))]
        return [NewPrice(row.name, price_text(price)) for row, price in found if price != row.price]

    def expect(self, world: World, p: NewPrice) -> Expectation:
        return Expectation([edited(product_named(world, p.product), price=read_cents(p.price))])

    async def solve(self, person: Person, p: NewPrice) -> None:
        await open_product(person, p.product)
        await person.fill("Price", typed_price(read_cents(p.price)))
        await save_product(person)
        await person.stop()


class SetPriceMissing(Template[NewPrice]):
    """Set the price of a product that there is not."""

    id = "arena.admin.change-price"
    kind = Kind.DO
    goals = SetPrice.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=3)
    achievable = False
    twin = "arena.admin.set-price"
    revision = 3

    def pool(self, world: World) -> Sequence[NewPrice]:
        """Prices that would do for the products whose names were altered."""
        return [
            NewPrice(name, price_text(raised_price(world, self.drawn_as, row)))
            for row, name in made_up_names(world, PLAIN)
        ]

    def obstacle(self, world: World, p: NewPrice) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.product,))

    async def solve(self, person: Person, p: NewPrice) -> None:
        await report_no_product(person, p.product)


@dataclass(frozen=True)
class PriceStep:
    product: str
    way: str
    """``Raise`` or ``Lower``"""
    amount: str

    @property
    def step(self) -> int:
        return read_cents(self.amount) * (1 if self.way == "Raise" else -1)


async def by_amount_the_wrong_way_first(person: Person, p: PriceStep) -> None:
    price = product_named(person.world, p.product).price
    await change_price_twice(person, p.product, price + 2 * abs(p.step), price + p.step)


class ChangePriceByAmount(Template[PriceStep]):
    """Raise or lower a product's price by an amount."""

    id = "arena.admin.change-price-by-amount"
    kind = Kind.DO
    goals = (
        "{way} the price of “{product}” by {amount}.",
        "{way} the current price of “{product}” in the catalog by {amount}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (by_amount_the_wrong_way_first,)

    def pool(self, world: World) -> Sequence[PriceStep]:
        found = []
        for row in spread(goods(world, f"{PLAIN} AND price >= 600")):
            rng = rng_for(world, self.drawn_as, row)
            found.append(
                PriceStep(row.name, rng.choice(("Raise", "Lower")), price_text(50 * rng.integer(1, row.price // 100)))
            )
        return found

    def expect(self, world: World, p: PriceStep) -> Expectation:
        product = product_named(world, p.product)
        return Expectation([edited(product, price=product.price + p.step)])

    async def solve(self, person: Person, p: PriceStep) -> None:
        await open_product(person, p.product)
        await person.fill("Price", typed_price(read_cents(person.value("Price")) + p.step))
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class PriceShare:
    product: str
    way: str
    percent: int

    def of(self, price: int) -> int:
        return by_percent(price, self.percent if self.way == "Raise" else -self.percent)


def by_percent(price: int, percent: int) -> int:
    """A price in cents, changed by a percentage and rounded to the cent."""
    return int((Decimal(price) * (100 + percent) / 100).quantize(Decimal(1), ROUND_HALF_UP))


async def by_percent_of_the_wrong_price_first(person: Person, p: PriceShare) -> None:
    price = product_named(person.world, p.product).price
    await change_price_twice(person, p.product, p.of(price + 100), p.of(price))


class ChangePriceByPercent(Template[PriceShare]):
    """Raise or lower a product's price by a percentage."""

    id = "arena.admin.change-price-by-percent"
    kind = Kind.DO
    goals = (
        "{way} the price of “{product}” by {percent}%, rounded to the nearest cent.",
        "{way} the price of our “{product}” by {percent} percent. Round the new price to the nearest cent.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2
    ways = (by_percent_of_the_wrong_price_first,)

    def pool(self, world: World) -> Sequence[PriceShare]:
        found = []
        for row in spread(goods(world, f"{PLAIN} AND price >= 500")):
            rng = rng_for(world, self.drawn_as, row)
            way, percent = rng.choice(("Raise", "Lower")), rng.choice((5, 8, 10, 12, 15, 20, 25, 30))
            if row.price * percent % 100 != 50:  # half a cent might be rounded either way
                found.append(PriceShare(row.name, way, percent))
        return found

    def expect(self, world: World, p: PriceShare) -> Expectation:
        product = product_named(world, p.product)
        return Expectation([edited(product, price=p.of(product.price))])

    async def solve(self, person: Person, p: PriceShare) -> None:
        await open_product(person, p.product)
        await person.fill("Price", typed_price(p.of(read_cents(person.value("Price")))))
        await save_product(person)
        await person.stop()


@dataclass(frozen=True)
class Special:
    product: str
    price: str
    first: str
    last: str


def days_named(world: World) -> dict[str, date]:
    """The days of the next half year, by how goals name them."""
    return {said_day(day): day for day in (world.lore.today + timedelta(days=ahead) for ahead in range(1, 200))}


async def special_days_first(person: Person, p: Special) -> None:
    days = days_named(person.world)
    await special_price_in_two_goes(person, p, days[p.first].isoformat(), days[p.last].isoformat())


class SetSpecialPrice(Template[Special]):
    """Give a product a special price for some days."""

    id = "arena.admin.set-special-price"
    kind = Kind.DO
    goals = (
        "Offer “{product}” at a special price of {price} from {first} to {last}. Keep the regular price.",
        "Put “{product}” on special for {price}. The offer starts on {first} and ends on {last}. Leave the regular"
        " price alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2
    ways = (special_days_first,)

    def pool(self, world: World) -> Sequence[Special]:
        found = []
        for row in spread(goods(world, f"{PLAIN} AND price >= 500 AND special_from IS NULL AND special_to IS NULL")):
            rng = rng_for(world, self.drawn_as, row)
            first = world.lore.today + timedelta(days=rng.integer(2, 60))
            last = first + timedelta(days=rng.integer(5, 40))
            price = row.price * rng.choice((70, 75, 80, 85)) // 100 // 10 * 10 + 9
            found.append(Special(row.name, price_text(price), said_day(first), said_day(last)))
        return found

    def expect(self, world: World, p: Special) -> Expectation:
        days = days_named(world)
        first, last = (days[name].isoformat() for name in (p.first, p.last))
        product = product_named(world, p.product)
        return Expectation([edited(product, special_price=read_cents(p.price), special_from=first, special_to=last)])

    async def solve(self, person: Person, p: Special) -> None:
        days = days_named(person.world)
        await open_product(person, p.product)
        await person.fill("Special price", typed_price(read_cents(p.price)))
        await person.fill("Special price from", days[p.first].isoformat())
        await person.fill("Special price to", days[p.last].isoformat())
        await save_product(person)
        await person.stop()


class EndSpecialPrice(Template[NameOnly]):
    """Take a product's special price away."""

    id = "arena.admin.end-special-price"
    kind = Kind.DO
    goals = (
        "Remove the special price of “{product}”, including its dates. Keep the regular price.",
        "The sale on “{product}” is over. Take off the special price and its start and end dates, but don't touch the"
        " regular price.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2
    ways = (end_special_price_in_two_goes,)

    def pool(self, world: World) -> Sequence[NameOnly]:
        rows = goods(world, "type = 'simple' AND special_price IS NOT NULL AND special_from IS NOT NULL")
        return [NameOnly(row.name) for row in spread(rows)]

    def expect(self, world: World, p: NameOnly) -> Expectation:
        product = product_named(world, p.product)
        return Expectation([edited(product, special_price=None, special_from=None, special_to=None)])

    async def solve(self, person: Person, p: NameOnly) -> None:
        await open_product(person, p.product)
        for label in ("Special price", "Special price from", "Special price to"):
            if person.value(label):
                await person.fill(label, "")
        await save_product(person)
        await person.stop()
