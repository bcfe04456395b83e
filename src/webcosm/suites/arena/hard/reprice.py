"""A brand gets dearer: each of its articles is treated by the rules for price changes, and many are left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._goods import edited, open_by_sku, save_product
from webcosm.suites.arena.hard._catalog import Article, add_document, articles_of, page_address, set_prices
from webcosm.suites.arena.hard._shop import NOTICES_READ, OFFICE, add_notice
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text, typed_price
from webcosm.tasks.prose import notice_text, policy_text
from webcosm.tasks.rules import Condition, Facts, Handbook, Notice, Policy, Rule, Treatment, Version, cells
from webcosm.worlds import World

DRAWS = 24
TRIES = 80
SUBJECT, COUNTED = "a price change", "the day on which the price is changed"
RAISE = Treatment("raise", ("raise the price by the full percentage", "the price goes up by the whole percentage"))
HALF = Treatment("half", ("raise the price by half of the percentage", "the price goes up by half the percentage only"))
LEAVE = Treatment("leave", ("leave the price as it is", "the price stays"))
HOW = (
    "Each variant counts for itself: what is said here of an article is meant of a variant, or of a product that has"
    " none. Every new price is rounded up to the next one that ends in .49 or .99; one that ends so already is right."
    " Only the regular price changes. Special prices, their dates and everything else stay as they are."
)


def _fixed(cents: int) -> Treatment:
    says = ("raise the price by {sum} instead of the percentage", "the price goes up by {sum}, whatever the percentage")
    return Treatment("fixed", says, {"sum": cents}, {"sum": price_text(cents)})


@dataclass(frozen=True)
class Reprice:
    brand: str
    percent: int
    draw: int


Special = tuple[int | None, str | None, str | None]
"""A price with its first and last day."""


@dataclass(frozen=True)
class Brand:
    """What rules are drawn by, so that they divide a brand's articles."""

    articles: tuple[Article, ...]
    ordered: Mapping[int, str]
    """The day of the last order of each product, by its id."""
    ordered_since: date

    def price(self, rng: Rng, lowest: int, highest: int) -> int:
        """Whole dollars that so many percent of the articles are cheaper than."""
        prices = sorted(one.row.price for one in self.articles)
        return -(-int(prices[len(prices) * rng.integer(lowest, highest) // 100]) // 100) * 100


@dataclass(frozen=True)
class Case:
    percent: int
    handbook: Handbook
    articles: tuple[Article, ...]
    facts: Mapping[int, Facts]
    """By the article's id."""
    specials: Mapping[int, Special]
    """By the article's id."""

    def price(self, article: Article, today: date) -> int:
        """What it costs when all is done."""
        treatment = self.handbook.decide(self.facts[article.row.id], today).treatment
        return raised(article.row.price, treatment, self.percent)

    def prices(self, today: date) -> dict[int, int]:
        """New prices by id, of those that change."""
        found = {one.row.id: self.price(one, today) for one in self.articles}
        return {one.row.id: found[one.row.id] for one in self.articles if found[one.row.id] != one.row.price}


def raised(price: int, treatment: Treatment, percent: int) -> int:
    """In cents; rounded up to what ends in .49 or .99."""
    if treatment.name == "leave":
        return price
    if treatment.name == "fixed":
        cents = price + int(treatment.values["sum"])
    else:
        share = percent if treatment.name == "half" else 2 * percent
        cents = -(-price * (200 + share) // 200)  # rounded up: nothing may be lost before .49 or .99 is looked for
    return cents + (49 - cents) % 50


def _is(fact: str, *says: str) -> Condition:
    return Condition(fact, "is", True, says)


def _price(test: Literal["under", "over"], cents: int) -> Condition:
    words = {"under": "below", "over": "above"}[test]
    return Condition("price", test, cents, (f"its regular price is {words} {{value}} now",), price_text(cents))


def _few(pieces: int) -> Condition:
    says = ("we have fewer than {value} of it", "its quantity is below {value}")
    return Condition("qty", "under", pieces, says)


def _many(pieces: int) -> Condition:
    return Condition("qty", "over", pieces, ("we have more than {value} of it",))


NOW = _is("now", "it has a special price that's valid today", "the article is on special today")
LATER = _is("later", "it has a special price that starts after today")
OVER = _is("over", "it has a special price that has run out", "it has a special price whose last day has passed")
OFF = _is("off", "the article is disabled")


def _ordered(since: date) -> Condition:
    says = ("its product, in whatever variant, was ordered since {value} (canceled orders do not count)",)
    return Condition("ordered", "at least", since.isoformat(), says, said_day(since))


def _rules(rng: Rng, exceptions: int, brand: Brand) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = iter([True] * exceptions + [False] * 3)
    unless_off = (OFF,) if next(kept) else ()
    unless_few = (_few(rng.integer(12, 20)),) if next(kept) else ()
    unless_dear = (_price("over", brand.price(rng, 60, 80)),) if next(kept) else ()
    return [
        Rule("now", (NOW,), LEAVE, unless_off),
        Rule("ordered", (_ordered(brand.ordered_since),), LEAVE, unless_few),
        Rule("few", (_few(rng.integer(16, 28)),), _fixed(50 * rng.integer(2, 5))),
        Rule("later", (LATER,), HALF),
        Rule("cheap", (_price("under", brand.price(rng, 20, 35)),), _fixed(25 * rng.integer(1, 3))),
        Rule("over", (OVER,), rng.choice((RAISE, _fixed(50 * rng.integer(3, 6)))), unless_dear),
        Rule("dear", (_price("over", brand.price(rng, 60, 75)),), HALF),
        Rule("off", (OFF,), LEAVE),
    ]


def _handbook(rng: Rng, dials: Dials, brand: Brand, today: date) -> Handbook:
    """The rules now, those that they replaced, and a notice that overrules them."""
    versions = []
    for age in range(dials.stale + 1):
        rules = _rules(rng.child("rules", age), dials.exceptions, brand)[: dials.rules]
        order = rng.child("order", age)
        wins: Literal["first", "last"] = "last" if dials.rules > 2 and order.chance(0.5) else "first"
        policy = Policy(tuple(order.shuffled(rules) if dials.rules > 2 else rules), RAISE, wins)
        versions.append(Version(today - timedelta(days=25 + 190 * age + rng.integer(0, 20)), policy))
    notices: tuple[Notice, ...] = ()
    if dials.sources > 1:
        rule = Rule("notice", (_many(rng.integer(60, 75)),), rng.choice((LEAVE, HALF)))
        notices = (Notice(rule, today - timedelta(days=4), today + timedelta(days=12)),)
    return Handbook(tuple(reversed(versions)), notices)


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
    actions = (15, 30, 40, 52)

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
        """None if not every rule would decide about some article."""
        today, goods = world.lore.today, _brand(world, brand)
        for attempt in range(TRIES if goods else 0):
            assert goods is not None
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            handbook = _handbook(rng, self.dials, goods, today)
            off = rng.sample(goods.articles, len(goods.articles) // 5)
            specials = {one.row.id: _special(rng, one.row.price, today) for one in goods.articles}
            facts = {
                one.row.id: {
                    **{when: _holds(specials[one.row.id], today) == when for when in ("now", "later", "over")},
                    "off": one in off,
                    "qty": rng.integer(1, 90),
                    "price": one.row.price,
                    "ordered": goods.ordered.get(one.page, ""),
                }
                for one in goods.articles
            }
            deciding = cells(handbook, [(one, today) for one in facts.values()])
            case = Case(rng.integer(3, 9), handbook, goods.articles, facts, specials)
            if all(name in deciding for name in handbook.in_force(today)) and self._as_long_as_others(case, today):
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
                *case.specials[number],
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
