"""A brand gets dearer: each of its articles is treated by the rules for price changes, and many are left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._goods import edited, open_by_sku, save_product
from webcosm.suites.arena.hard._catalog import Article, add_document, articles_of, page_address, set_prices
from webcosm.suites.arena.hard._price_rules import RAISE, Brand, price_rules, raised
from webcosm.suites.arena.hard._shop import NOTICES_READ, OFFICE, add_notice
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text, typed_price
from webcosm.tasks.prose import notice_text, policy_text
from webcosm.tasks.rules import Facts, Handbook
from webcosm.worlds import World

DRAWS = 24
TRIES = 80
STANDINGS = 3
"""So many are tried for each article where a clause of the rules would be dead."""
SUBJECT, COUNTED = "a price change", "the day on which the price is changed"
HOW = (
    "Each variant counts for itself: what is said here of an article is meant of a variant, or of a product that has"
    " none. Every new price is rounded up to the next one that ends in .49 or .99; one that ends so already is right."
    " Only the regular price changes. Special prices, their dates and everything else stay as they are."
)


@dataclass(frozen=True)
class Reprice:
    brand: str
    percent: int
    draw: int


Special = tuple[int | None, str | None, str | None]
"""A price with its first and last day."""


@dataclass(frozen=True)
class Case:
    percent: int
    handbook: Handbook
    articles: tuple[Article, ...]
    facts: Mapping[int, Facts]
    """By the article's id."""

    def price(self, article: Article, today: date) -> int:
        """What it costs when all is done."""
        return self.price_by(self.handbook, article, self.facts[article.row.id], today)

    def price_by(self, handbook: Handbook, article: Article, facts: Facts, today: date) -> int:
        return raised(article.row.price, handbook.decide(facts, today).treatment, self.percent)

    def prices(self, today: date) -> dict[int, int]:
        """New prices by id, of those that change."""
        found = {one.row.id: self.price(one, today) for one in self.articles}
        return {one.row.id: found[one.row.id] for one in self.articles if found[one.row.id] != one.row.price}

    def met_by(self, clause: Handbook, article: Article, facts: Facts, today: date) -> bool:
        """Whether the article, standing so, would have another price by the handbook that lacks a clause."""
        price = self.price_by(self.handbook, article, facts, today)
        return self.price_by(clause, article, facts, today) != price


def _special(rng: Rng, price: int, today: date) -> Special:
    """A special price that holds, that is to come, that is over, or none."""
    kind = rng.weighted(["none", "now", "later", "over"], [6, 3, 2, 2])
    if kind == "none":
        return None, None, None
    first, last = {
        "now": (-rng.integer(3, 30), rng.integer(2, 30)),
        "later": (rng.integer(2, 12), rng.integer(20, 40)),
        "over": (-rng.integer(40, 70), -rng.integer(2, 20)),
    }[kind]
    days = [(today + timedelta(days=one)).isoformat() for one in (first, last)]
    return max(1, price * rng.integer(75, 92) // 100), days[0], days[1]


class RepriceBrand(Levelled[Reprice]):
    """Raise a brand's prices by the rules for price changes."""

    family = "arena.hard.reprice-brand"
    kind = Kind.DO
    revision = 2
    goals = (
        "{brand} has raised its prices by {percent}%. Pass that on to our {brand} prices, the way our rules for price"
        " changes say.",
        "We're paying {percent}% more for everything from {brand}. Please update what we charge for it, going by the"
        " page “Price Changes” in the back office.",
    )
    sites = ("admin",)
    skills = (Skill.SPLIT, Skill.POLICY)
    levels = (
        Dials(rows=8, rules=2, sources=1),
        Dials(rows=16, rules=4, exceptions=1, sources=1),
        Dials(rows=28, rules=6, exceptions=2, sources=2, stale=1),
        Dials(rows=44, rules=8, exceptions=3, sources=2, stale=1),
    )
    actions = (15, 22, 37, 50)

    # The case ---------------------------------------------------------------------------------------------------------

    def brands(self, world: World) -> list[str]:
        """Brands with as many articles as the level has rows, or up to a quarter fewer."""
        most = self.dials.rows
        return world.shop.values(
            "SELECT brand FROM product WHERE type <> 'configurable' AND brand <> '' GROUP BY brand"
            " HAVING count(*) BETWEEN ? AND ? AND sum(price < 300) = 0 ORDER BY brand",
            most * 3 // 4,
            most,
        )

    def case(self, world: World, brand: str, draw: int) -> Case | None:
        """None if articles cannot stand so that no clause of the rules is dead."""
        today, goods = world.lore.today, _brand(world, brand)
        for attempt in range(TRIES if goods else 0):
            assert goods is not None
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            handbook = price_rules(rng, self.dials, goods, today)
            facts = {one.row.id: _standing(rng, one, goods, today) for one in goods.articles}
            case = _all_alive(rng, Case(rng.integer(3, 9), handbook, goods.articles, facts), goods, today)
            if case and self._as_long_as_others(case, today):
                return case
        return None

    def _as_long_as_others(self, case: Case, today: date) -> bool:
        """Whether about as much is to be typed as in the level's other tasks."""
        prices = case.prices(today)
        pages = {one.page for one in case.articles if one.row.id in prices}
        actions = 2 + len(case.handbook.notices) + 2 * len(pages) + len(prices)
        return abs(actions - self.difficulty.actions) <= self.difficulty.actions // 8

    def _case(self, world: World, p: Reprice) -> Case:
        found = self.case(world, p.brand, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Reprice]:
        brands = self.brands(world)
        found: list[Reprice] = []
        for draw in range(4 * DRAWS if brands else 0):
            brand = brands[draw % len(brands)]
            if len(found) < DRAWS and (case := self.case(world, brand, draw)):
                found.append(Reprice(brand, case.percent, draw))
        return found

    def prepare(self, world: World, p: Reprice) -> None:
        case = self._case(world, p)
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        for page in dict.fromkeys(one.page for one in case.articles):  # an article is disabled by itself, or it is not
            world.shop.run("UPDATE product SET enabled = 1 WHERE id = ?", page)
        for article in case.articles:
            number = article.row.id
            world.shop.run(
                "UPDATE product SET special_price = ?, special_from = ?, special_to = ?, qty = ?, enabled = ?"
                " WHERE id = ?",
                *case.facts[number]["special"],
                case.facts[number]["qty"],
                int(not case.facts[number]["off"]),
                number,
            )
        versions = case.handbook.versions
        for place, version in enumerate(versions):
            newest = place + 1 == len(versions)
            text = policy_text(versions, place, rng, subject=SUBJECT, counted=COUNTED)
            pointer = " A notification in the back office may overrule this page." if case.handbook.notices else ""
            title = "Price Changes" if newest else f"Price Changes until {said_day(versions[place + 1].since)}"
            key = "price-changes" if newest else f"price-changes-until-{versions[place + 1].since}"
            add_document(world, title, key, f"{text}\n\n{HOW}{pointer}", f"{version.since} 09:00:00")
        for notice in case.handbook.notices:
            body = notice_text(notice, rng, subject=SUBJECT, counted=COUNTED)
            add_notice(world, "Price changes: an exception", body, f"{notice.since} 08:10:00")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Reprice) -> Expectation:
        case = self._case(world, p)
        prices = case.prices(world.lore.today)
        parts = [
            Part(f"{one.name}: {price_text(prices[one.row.id])}", (edited(one.row, price=prices[one.row.id]),))
            for one in case.articles
            if one.row.id in prices
        ]
        left = [
            Untouched(one.name, "shop", "product", key=(one.row.id,))
            for one in case.articles
            if one.row.id not in prices
        ]
        return over_rows(parts, left, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Reprice) -> str:
        return (
            "Read the page “Price Changes” under Content, Pages, and the notifications. Then go through all products of"
            " the brand and each of its variants: dates of special prices stand on the variant's own page, and the"
            " ordered products report says what was ordered lately. Decide by the rules and type the new prices."
        )

    def facts(self, world: World, p: Reprice) -> str:
        case, today = self._case(world, p), world.lore.today
        lines = [f"{one.row.sku}: {price_text(case.price(one, today))}" for one in case.articles]
        return "By the rules, these are the prices when all is done: " + "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Reprice) -> None:
        case = self._case(person.world, p)
        await person.goto(page_address(person.world, "price-changes"))
        if case.handbook.notices:
            await person.goto(f"{OFFICE}/notifications")
        await set_prices(person, case.articles, case.prices(person.world.lore.today))
        await person.stop()

    async def each_on_its_own_page(self, person: Person, p: Reprice) -> None:
        """The last one first, found by its SKU; a slip is mended."""
        case = self._case(person.world, p)
        prices = case.prices(person.world.lore.today)
        changing = [one for one in reversed(case.articles) if one.row.id in prices]
        for place, article in enumerate(changing[:4]):
            await open_by_sku(person, article.row.sku)
            for cents in (100, prices[article.row.id])[0 if not place else 1 :]:
                await person.fill("Price", typed_price(cents))
                await save_product(person)
        rest = {one.row.id: prices[one.row.id] for one in changing[4:]}
        await set_prices(person, case.articles, rest)
        await person.stop()

    async def first_rule(self, person: Person, p: Reprice) -> None:
        """Raises everything by the percentage."""
        case = self._case(person.world, p)
        prices = {one.row.id: raised(one.row.price, RAISE, case.percent) for one in case.articles}
        await set_prices(person, case.articles, prices)
        await person.stop()

    async def half_done(self, person: Person, p: Reprice) -> None:
        case = self._case(person.world, p)
        prices = case.prices(person.world.lore.today)
        await set_prices(person, case.articles, dict(list(prices.items())[:-1]))
        await person.stop()

    ways = (each_on_its_own_page,)
    shortcuts = (first_rule, half_done)


def _standing(rng: Rng, article: Article, goods: Brand, today: date) -> Facts:
    """Drawn, but for the price and the orders, which are what they are."""
    special = _special(rng, article.row.price, today)
    return {
        **{when: _holds(special, today) == when for when in ("now", "later", "over")},
        "special": special,
        "off": rng.chance(0.2),
        "qty": rng.integer(1, 90),
        "price": article.row.price,
        "ordered": goods.ordered.get(article.page, ""),
    }


def _all_alive(rng: Rng, case: Case, goods: Brand, today: date) -> Case | None:
    """The case with some articles standing otherwise, so that each clause of the rules makes a difference to the price
    of one of them, and some go by none; None if that cannot be had."""
    facts = dict(case.facts)
    lacking = case.handbook.without_each(today)
    needed: set[int] = set()
    for left in lacking.values():
        met = [one for one in case.articles if case.met_by(left, one, facts[one.row.id], today)]
        if not met:
            free = [one for one in case.articles if one.row.id not in needed]
            tried = ((one, _standing(rng, one, goods, today)) for one in rng.shuffled(free) for _ in range(STANDINGS))
            found = next((one for one in tried if case.met_by(left, *one, today)), None)
            if found is None:
                return None
            met, facts[found[0].row.id] = [found[0]], found[1]
        needed.add(met[0].row.id)
    if all(case.handbook.decide(one, today).rule != "otherwise" for one in facts.values()):
        return None
    return replace(case, facts=facts)


def _holds(special: Special, today: date) -> str:
    _, first, last = special
    if first is None or last is None:
        return ""
    day = today.isoformat()
    return "later" if first > day else "over" if last < day else "now"


def _brand(world: World, brand: str) -> Brand | None:
    """None if its articles cannot be told apart, or if no day divides what was ordered from what was not."""
    articles = tuple(articles_of(world, brand))
    ordered = _last_orders(world, brand)
    if len({(one.page, one.label) for one in articles}) < len(articles):
        return None
    for days in (30, 45, 60, 90, 120):
        since = world.lore.today - timedelta(days=days)
        lately = sum(ordered.get(one.page, "") >= since.isoformat() for one in articles)
        if len(articles) <= 8 * lately <= 4 * len(articles):
            return Brand(articles, ordered, since)
    return None


def _last_orders(world: World, brand: str) -> dict[int, str]:
    """The day of the last order of each product, in whatever variant, by the product's id."""
    rows = world.shop.rows(
        "SELECT coalesce(product.parent_id, product.id) AS page, max(substr(orders.created, 1, 10)) AS day"
        " FROM order_item JOIN orders ON orders.id = order_id JOIN product ON product.id = product_id"
        " WHERE orders.status <> 'canceled' AND product.brand = ? GROUP BY 1",
        brand,
    )
    return {row.page: row.day for row in rows}
