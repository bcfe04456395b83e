"""A price import stopped halfway and got some lines wrong. The list gives changes, not prices: whoever applies a line
again that was applied already makes it worse. When an article was updated tells which lines were; its price does not,
for the prices before the import are irregular."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.kit.formats import slug
from webcosm.sites.shop.seed.fill import admin_accounts
from webcosm.suites.arena.admin._goods import edited, open_by_sku, save_product
from webcosm.suites.arena.hard._catalog import Article, add_document, articles_of, page_address, set_prices
from webcosm.suites.arena.hard._shop import NOTICES_READ, OFFICE, add_notice
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text, typed_price
from webcosm.worlds import World

DRAWS = 24
TRIES = 40
Fault = Literal["double", "sign", "withdrawn", "kept"]
FAULTS: tuple[Fault, ...] = ("double", "sign", "withdrawn", "kept")
Faults = tuple[Fault, ...]
TROUBLES: tuple[Faults, ...] = (
    ("double",),
    ("sign",),
    ("withdrawn",),
    ("kept",),
    ("double", "withdrawn"),
    ("double", "sign"),
    ("sign", "withdrawn"),
)
"""What befell lines that were written, in the order in which levels take it up."""
NAMED_ONLY: tuple[Faults, ...] = (("sign",), ("withdrawn",))
LIST = (
    "What the supplier changes in our regular prices, line by line. Each line is applied once: what stands behind the"
    " SKU is added to the price or taken off it."
)


@dataclass(frozen=True)
class Import:
    brand: str
    draw: int


@dataclass(frozen=True)
class Line:
    number: int
    article: Article
    change: int
    """In cents; less than 0 if the article gets cheaper."""
    done: bool
    faults: Faults = ()
    decoy: bool = False
    """Somebody else has edited the article around that time."""
    by_hand: int = 0
    """By how much somebody has changed the price who has the last word."""

    @property
    def applied(self) -> int:
        """What has been done to the price when the task begins."""
        if "kept" in self.faults:
            return self.by_hand
        once = -self.change if "sign" in self.faults else self.change
        return once * (2 if "double" in self.faults else 1) if self.done else 0

    @property
    def wanted(self) -> int:
        """What must have been done to it in the end."""
        if "kept" in self.faults:
            return self.by_hand
        return 0 if "withdrawn" in self.faults else self.change

    @property
    def missing(self) -> int:
        return self.wanted - self.applied

    @property
    def text(self) -> str:
        sign = "plus" if self.change > 0 else "minus"
        return f"{self.number}. {self.article.row.sku}: {sign} {price_text(abs(self.change))}"


class FinishPriceImport(Levelled[Import]):
    """Finish a price import that stopped, and mend what it got wrong."""

    family = "arena.hard.finish-price-import"
    kind = Kind.DO
    revision = 3
    goals = (
        "The {brand} price import stopped short yesterday evening; the notifications say what happened. Please finish"
        " it and fix whatever it got wrong, so that every line of the price list that still holds is applied exactly"
        " once.",
        "Can you clean up after yesterday's price import for {brand}? It stopped partway through and may have made"
        " mistakes; the notifications have the details. In the end, each line of its price list that still holds should"
        " be applied exactly once.",
    )
    sites = ("admin",)
    skills = (Skill.REPAIR, Skill.RECONCILE)
    levels = (
        Dials(rows=6, done=3, look_alikes=1),
        Dials(rows=12, done=7, faults=2, look_alikes=2, exceptions=1),
        Dials(rows=18, done=11, faults=6, look_alikes=3, exceptions=2),
        Dials(rows=28, done=17, faults=8, look_alikes=5, exceptions=2),
    )
    actions = (11, 20, 28, 40)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, brand: str, draw: int) -> tuple[Line, ...] | None:
        """The lines of the list. Prices do not matter to it, for prepare() changes them."""
        articles = articles_of(world, brand)
        if len({(one.page, one.label) for one in articles}) < len(articles):
            return None
        for attempt in range(TRIES):
            lines = self._lines(Rng(world.universe.seed, self.id, draw, attempt), articles)
            changing = [one for one in lines if one.missing]
            actions = 3 + 2 * len({one.article.page for one in changing}) + len(changing)
            if abs(actions - self.difficulty.actions) <= self.difficulty.actions // 7:
                return lines
        return None

    def _lines(self, rng: Rng, articles: Sequence[Article]) -> tuple[Line, ...]:
        dials = self.dials
        chosen = rng.sample(articles, dials.rows)
        changes = [rng.choice((1, 1, 1, -1)) * 10 * rng.integer(2, 15) for _ in chosen]
        places = rng.shuffled(range(dials.rows))
        done, left = places[: dials.done], places[dials.done :]
        faults = {place: TROUBLES[at % len(TROUBLES)] for at, place in enumerate(done[: dials.faults])}
        # Some lines that notifications name were never written: nothing is to be mended there, or nothing to be done.
        faults |= dict(zip(left, NAMED_ONLY[: dials.exceptions], strict=False))
        decoys = left[-dials.look_alikes :]
        return tuple(
            Line(
                place + 1,
                article,
                changes[place],
                place in done,
                faults.get(place, ()),
                place in decoys,
                10 * rng.integer(16, 25),
            )
            for place, article in enumerate(chosen)
        )

    def _case(self, world: World, p: Import) -> tuple[Line, ...]:
        found = self.case(world, p.brand, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Import]:
        brands = world.shop.values(
            "SELECT brand FROM product WHERE type <> 'configurable' AND brand <> '' GROUP BY brand"
            " HAVING count(*) BETWEEN ? AND ? AND min(price) >= 800 ORDER BY brand",
            self.dials.rows + 1,
            3 * self.dials.rows,
        )
        found: list[Import] = []
        for draw in range(4 * DRAWS if brands else 0):
            brand = brands[draw % len(brands)]
            if len(found) < DRAWS and self.case(world, brand, draw):
                found.append(Import(brand, draw))
        return found

    def prepare(self, world: World, p: Import) -> None:
        rng = Rng(world.universe.seed, self.id, "notes", p.draw)
        lines, today = self._case(world, p), world.lore.today
        yesterday = today - timedelta(days=1)
        title = f"Price List: {p.brand}"
        text = "\n".join(one.text for one in lines)
        add_document(world, title, _key(p), f"{LIST}\n\n{text}", f"{yesterday} 11:20:00")
        times = iter(rng.shuffled([f"{yesterday} 18:{minute:02}:{rng.integer(1, 59):02}" for minute in range(1, 33)]))
        others = iter(rng.shuffled([f"{yesterday} 15:12:40", f"{yesterday} 17:31:05", f"{today} 07:52:16"] * 2))
        for article in articles_of(world, p.brand):
            # Prices that all ended alike would show which lines were written, and how.
            irregular = article.row.price // 100 * 100 + rng.integer(0, 99)
            world.shop.run("UPDATE product SET price = ? WHERE id = ?", irregular, article.row.id)
        for one in lines:
            stamp = f"{today} 08:20:11" if "kept" in one.faults else next(times) if one.done else ""
            stamp = next(others) if one.decoy else stamp
            if stamp:
                sql = "UPDATE product SET price = price + ?, updated = ? WHERE id = ?"
                world.shop.run(sql, one.applied, stamp, one.article.row.id)
        ran = f"yesterday, {said_day(yesterday)}, from 6:00 PM to 6:35 PM"
        stopped = (
            f"The import of “{title}” (under Content, Pages) ran {ran} and then stopped. It takes the lines in no fixed"
            " order. Whatever it has written was last updated in that time; an article that was updated at any other"
            " time was edited for other reasons and has not had its line yet."
        )
        add_notice(world, f"Price import stopped: {p.brand}", stopped, f"{yesterday} 18:35:20")
        self._tell_faults(world, p, lines)

    def _tell_faults(self, world: World, p: Import, lines: Sequence[Line]) -> None:
        today = world.lore.today
        named = {fault: [one for one in lines if fault in one.faults] for fault in FAULTS}
        told: dict[Fault, str] = {
            "double": "Price import: written twice|These lines were written twice in a row, each time with whatever"
            " else is wrong with them: {numbers}.",
            "sign": "Price import: wrong sign|In these lines the import takes plus for minus and minus for plus:"
            " {numbers}. If it has not come to a line, nothing is wrong with that price yet.",
            "withdrawn": "Price list: lines withdrawn|The supplier has withdrawn these lines: {numbers}. Those"
            " articles cost what they did before the import.",
        }
        for place, (fault, words) in enumerate(told.items()):
            if numbers := ", ".join(str(one.number) for one in named[fault]):
                title, _, body = words.partition("|")
                said = f"{p.brand}: {body[0].lower()}{body[1:].format(numbers=numbers)}"
                add_notice(world, title, said, f"{today} 08:{31 + place}:00")
        clerk = next(one for one in admin_accounts(world.lore) if one.role == "Clerk")
        for one in named["kept"]:
            price = world.shop.value("SELECT price FROM product WHERE id = ?", one.article.row.id)
            body = (
                f"I have agreed on {price_text(price)} for {one.article.row.sku} with the supplier and set it by hand"
                f" this morning. It stays so, whatever the list says. {clerk.username}"
            )
            add_notice(world, "A price set by hand", body, f"{today} 08:4{one.number % 10}:00")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Import) -> Expectation:
        parts, left = [], []
        for one in self._case(world, p):
            label = f"line {one.number}, {one.article.row.sku}"
            if one.missing:
                price = one.article.row.price + one.missing
                parts.append(Part(f"{label}: {price_text(price)}", (edited(one.article.row, price=price),)))
            else:
                left.append(Untouched(label, "shop", "product", key=(one.article.row.id,)))
        return over_rows(parts, left, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Import) -> str:
        return (
            "Read the price list under Content, Pages, and all notifications about it. Show the column Updated in the"
            " list of products to see which lines were written. Then work out for each line what is still missing, or"
            " too much, and correct the price."
        )

    def facts(self, world: World, p: Import) -> str:
        prices = _prices(self._case(world, p))
        lines = [f"{one.article.row.sku}: {price_text(prices[one.article.row.id])}" for one in self._case(world, p)]
        return "In the end these articles cost: " + "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Import) -> None:
        await person.goto(f"{OFFICE}/notifications")
        await person.goto(page_address(person.world, _key(p)))
        await self._set(person, p, lambda one: one.missing)

    async def one_by_one(self, person: Person, p: Import) -> None:
        """Two articles on their own pages first, the last one first, then the rest."""
        lines = self._case(person.world, p)
        first = [one for one in reversed(lines) if one.missing][:2]
        for one in first:
            await open_by_sku(person, one.article.row.sku)
            await person.fill("Price", typed_price(one.article.row.price + one.missing))
            await save_product(person)
        mended = [one.number for one in first]
        await self._set(person, p, lambda one: 0 if one.number in mended else one.missing)

    async def first_rule(self, person: Person, p: Import) -> None:
        """Applies the whole list, also what was applied."""
        await self._set(person, p, lambda one: one.change)

    async def half_done(self, person: Person, p: Import) -> None:
        last = [one for one in self._case(person.world, p) if one.missing][-1]
        await self._set(person, p, lambda one: 0 if one == last else one.missing)

    async def taken_in_by_dates(self, person: Person, p: Import) -> None:
        """Takes whatever was updated lately for done."""
        await self._set(person, p, lambda one: 0 if one.decoy else one.missing)

    async def remaining_only(self, person: Person, p: Import) -> None:
        """Applies what is missing and mends nothing; without faults, leaves the first one out."""
        first = next(one for one in self._case(person.world, p) if one.missing)
        faulty = self.dials.faults > 0
        await self._set(person, p, lambda one: 0 if (one.done if faulty else one == first) else one.missing)

    ways = (one_by_one,)
    shortcuts = (first_rule, half_done, taken_in_by_dates, remaining_only)

    async def _set(self, person: Person, p: Import, by: Callable[[Line], int]) -> None:
        lines = self._case(person.world, p)
        prices = {one.article.row.id: one.article.row.price + by(one) for one in lines if by(one)}
        await set_prices(person, [one.article for one in lines], prices)
        await person.stop()


def _prices(lines: Sequence[Line]) -> Mapping[int, int]:
    return {one.article.row.id: one.article.row.price + one.missing for one in lines}


def _key(p: Import) -> str:
    return f"price-list-{slug(p.brand)}"
