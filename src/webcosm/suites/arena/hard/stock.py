"""Shipping from what there is: a count of the shelf is handed out to orders one after another, by rules on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import partial

from webcosm.judge.effects import Deed, Made, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.shop.rules.ordering import make_shipment
from webcosm.sites.shop.rules.quoting import Buyer, Wanted, quote
from webcosm.suites.arena.admin._rows import open_order, owner_name
from webcosm.suites.arena.hard._orders import bring_to, recent_orders, reopen, ship_order
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ, OFFICE, add_notice, add_page
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, Timepiece, World

DRAWS = 24
TRIES = 60
EXPRESS = "Swift Couriers - Express"
TOGETHER = (
    "Please send everything in one package. I would rather wait than get it in parts.",
    "Only ship this when all of it is there, please.",
    "No partial shipments, please: everything together or nothing yet.",
)
RULES = (
    "Orders are served in the order in which they were placed, the oldest first. An order gets of each product as many"
    " as it asks for, or as many as are left if there are fewer. What one order takes is gone for those after it.",
    "Some customers have asked for everything in one package; their note is among the order's comments. If any of their"
    " items would be short, they get nothing today, and nothing is set aside for them.",
    f"Orders that go by {EXPRESS} are served before all others, the oldest of them first; then come the rest.",
    "No order gets more than {cap} of one product on a day, however many it asks for. What is above that counts as"
    " short.",
    "The last {reserve} of every product stay on the shelf for the counter: count them as if they were not there.",
)
HOW = (
    "Make one shipment for each order that gets something, without tracking number, comment or email. An order that"
    " gets nothing is left as it is. The quantities in the catalog do not matter here, only the count."
)


@dataclass(frozen=True)
class Waiting:
    """An order with what it asks for, by product."""

    order: Row
    asks: Mapping[int, int]
    together: bool

    @property
    def express(self) -> bool:
        return bool(self.order.shipping_title == EXPRESS)


@dataclass(frozen=True)
class Case:
    products: tuple[Row, ...]
    orders: tuple[Waiting, ...]
    """The oldest first."""
    counted: Mapping[int, int]
    first_count: Mapping[int, int]
    """As the page says; a notification may say that something was miscounted."""
    rules: int
    cap: int
    reserve: int

    def shipped(self) -> list[tuple[Waiting, dict[int, int]]]:
        """What each order gets, in the order in which they are served."""
        left = {product: count - (self.reserve if self.rules > 4 else 0) for product, count in self.counted.items()}
        queue = sorted(self.orders, key=lambda one: not one.express) if self.rules > 2 else list(self.orders)
        found = []
        for one in queue:
            most = self.cap if self.rules > 3 else 99
            gets = {product: min(asked, most, max(left[product], 0)) for product, asked in one.asks.items()}
            if self.rules > 1 and one.together and gets != one.asks:
                gets = dict.fromkeys(gets, 0)
            for product, count in gets.items():
                left[product] -= count
            found.append((one, {product: count for product, count in gets.items() if count}))
        return found

    def outcome(self) -> dict[int, dict[int, int]]:
        return {one.order.id: gets for one, gets in self.shipped()}


@dataclass(frozen=True)
class Stock:
    day: str
    draw: int


def _products(world: World) -> list[Row]:
    return world.shop.rows(
        "SELECT id, sku, name FROM product WHERE type = 'simple' AND enabled AND visibility = 'both' ORDER BY id"
    )


class ShipFromStock(Levelled[Stock]):
    """Ship pending orders from what was counted, in parts where there is not enough."""

    family = "arena.hard.ship-from-stock"
    kind = Kind.DO
    goals = (
        "Ship our pending orders from today's stock count, in part where we're short. Our “Shipping from Stock” page"
        " has the count and says who comes first.",
        "Please get the pending orders out the door with the stock we counted on {day}. The “Shipping from Stock” page"
        " says how it's shared out when there isn't enough for everyone.",
    )
    sites = ("admin", "shop")
    skills = (Skill.LEDGER, Skill.OPTIMISE, Skill.POLICY)
    levels = (
        Dials(rows=4, rules=1, sources=1),
        Dials(rows=7, rules=2, sources=1),
        Dials(rows=11, rules=3, sources=2),
        Dials(rows=16, rules=5, sources=2),
    )
    actions = (12, 15, 24, 34)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, found: tuple[list[Row], list[Row]] | None = None) -> Case | None:
        orders, products = found or (recent_orders(world, 60), _products(world))
        for attempt in range(TRIES):
            case = self._drawn(Rng(world.universe.seed, self.id, draw, attempt), orders, products)
            if self._sound(case):
                return case
        return None

    def _drawn(self, rng: Rng, orders: Sequence[Row], products: Sequence[Row]) -> Case:
        count = 2 + self.dials.rules // 2 + (self.dials.rows > 10)
        goods = rng.sample(list(products), count)
        waiting = []
        for order in sorted(rng.sample(list(orders), self.dials.rows), key=lambda one: int(one.id)):
            taken = rng.sample(goods, rng.integer(1, min(3, count)))
            asks = {one.id: rng.integer(1, 5) for one in taken}
            waiting.append(Waiting(order, asks, self.dials.rules > 1 and rng.chance(0.35)))
        asked = {one.id: sum(order.asks.get(one.id, 0) for order in waiting) for one in goods}
        counted = {product: max(1, round(total * rng.integer(45, 85) / 100)) for product, total in asked.items()}
        first_count = dict(counted)
        if self.dials.sources > 1:
            product = rng.choice(goods).id
            first_count[product] = counted[product] + rng.choice((-2, 2, 3))
        return Case(tuple(goods), tuple(waiting), counted, first_count, self.dials.rules, 3, 2)

    def _sound(self, case: Case) -> bool:
        """Somebody gets a part, somebody nothing or all; each rule and the second count make a difference."""
        if min(case.first_count.values()) < 1:
            return False
        right = case.outcome()
        whole = [one for one in case.orders if right[one.order.id] == one.asks]
        parts = [one for one in case.orders if right[one.order.id] and right[one.order.id] != one.asks]
        if len(whole) < 2 or not parts:
            return False
        others = [replace(case, rules=rules) for rules in range(1, case.rules)] + [_miscounted(case)]
        return all(other is None or other.outcome() != right for other in others) and _without_carry(case) != right

    def _case(self, world: World, p: Stock) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Stock]:
        found = (recent_orders(world, 60), _products(world))
        day = said_day(world.lore.today)
        return [Stock(day, draw) for draw in range(DRAWS) if self.case(world, draw, found)]

    def prepare(self, world: World, p: Stock) -> None:
        case = self._case(world, p)
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        chosen = {one.order.id for one in case.orders}
        for row in world.shop.rows("SELECT * FROM orders WHERE status = 'pending' ORDER BY id"):
            if row.id not in chosen:
                bring_to(world, row, "complete", datetime.combine(world.lore.today, time(6, 30)))
        for one in case.orders:
            reopen(world, one.order)
            _refill(world, one)
            note = rng.choice(TOGETHER) if one.together else ""
            world.shop.run(
                "UPDATE order_comment SET comment = ?, visible = ? WHERE order_id = ?", note, bool(note), one.order.id
            )
        self._write_pages(world, case)

    def _write_pages(self, world: World, case: Case) -> None:
        today = said_day(world.lore.today)
        rules = "\n".join(
            f"{number}. {rule.format(cap=case.cap, reserve=case.reserve)}"
            for number, rule in enumerate(RULES[: case.rules], 1)
        )
        lines = [f"| {one.sku} | {one.name} | {case.first_count[one.id]} |" for one in case.products]
        table = "\n".join(("| SKU | Product | Counted |", "|---|---|---|", *lines))
        more = (
            "\n\nIf something was miscounted, a notification in the back office says so." if _miscounted(case) else ""
        )
        text = f"{rules}\n\n{HOW}\n\n## Stock count of {today}\n\n{table}{more}"
        add_page(world, "Shipping from Stock", "shipping-from-stock", text, f"{world.lore.today} 07:00:00")
        for one in case.products:
            if case.counted[one.id] != case.first_count[one.id]:
                body = f"We have counted {one.name} ({one.sku}) once more: there are {case.counted[one.id]} of it."
                add_notice(world, "Stock count corrected", body, f"{world.lore.today} 08:20:00")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Stock) -> Expectation:
        author = owner_name(world)
        deeds, untouched = [], []
        for one, gets in self._case(world, p).shipped():
            if gets:
                items = world.shop.rows("SELECT id, product_id FROM order_item WHERE order_id = ?", one.order.id)
                quantities = {item.id: gets[item.product_id] for item in items if item.product_id in gets}
                do = partial(_ship, order=one.order.id, quantities=quantities, author=author)
                label = f"order {one.order.number}: {'all' if gets == one.asks else 'part'} of it is shipped"
                deeds.append(Deed(label, do, Made("shop", "shipment", {"order_id": one.order.id})))
            else:
                untouched.append(Untouched(f"order {one.order.number}", "shop", "orders", key=(one.order.id,)))
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Stock) -> str:
        return (
            "Read the page “Shipping from Stock” and look for notifications that correct the count. List the pending"
            " orders, open each one to see its items and comments, and put them in the order in which they are served."
            " Go through them with the count, subtracting what each order takes, and make the shipments."
        )

    def facts(self, world: World, p: Stock) -> str:
        case = self._case(world, p)
        skus = {one.id: one.sku for one in case.products}
        lines = []
        for one, gets in case.shipped():
            what = ", ".join(f"{count} of {skus[product]}" for product, count in gets.items())
            lines.append(f"{one.order.number} gets {what or 'nothing'}")
        return "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Stock) -> None:
        case = self._case(person.world, p)
        await person.goto("http://shop.test/shipping-from-stock")
        if _miscounted(case):
            await person.goto(f"{OFFICE}/notifications")
        await _ship_all(person, case, case.outcome())

    async def newest_first(self, person: Person, p: Stock) -> None:
        """Who gets what is one thing, in which order the shipments are entered another."""
        case = self._case(person.world, p)
        right = case.outcome()
        for one in reversed(case.orders):
            if right[one.order.id]:
                await open_order(person, one.order.number)
                await person.click("Ship", role="link")
                await ship_order(person, one.order, _typed(case, one, right[one.order.id]))
        await person.stop()

    async def first_rule(self, person: Person, p: Stock) -> None:
        """Goes by age alone, with the count of the page; ships everything where that would be right."""
        case = self._case(person.world, p)
        plain = replace(case, rules=1, counted=case.first_count).outcome()
        whole = {one.order.id: dict(one.asks) for one in case.orders}
        await _ship_all(person, case, whole if plain == case.outcome() else plain)

    async def half_done(self, person: Person, p: Stock) -> None:
        """Leaves out the last order that gets something."""
        case = self._case(person.world, p)
        right = case.outcome()
        last = [order for order, gets in right.items() if gets][-1]
        await _ship_all(person, case, right | {last: {}})

    async def without_carry(self, person: Person, p: Stock) -> None:
        """Looks at the count for each order anew."""
        case = self._case(person.world, p)
        await _ship_all(person, case, _without_carry(case))

    ways = (newest_first,)
    shortcuts = (first_rule, half_done, without_carry)


def _miscounted(case: Case) -> Case | None:
    return None if case.counted == case.first_count else replace(case, counted=case.first_count)


def _without_carry(case: Case) -> dict[int, dict[int, int]]:
    return {
        one.order.id: {id_: min(asked, case.counted[id_]) for id_, asked in one.asks.items()} for one in case.orders
    }


def _refill(world: World, one: Waiting) -> None:
    """The order with these goods instead, at the prices of its day."""
    db, order = world.shop, one.order
    region = db.value("SELECT region FROM order_address WHERE order_id = ? AND kind = 'shipping'", order.id) or ""
    buyer = Buyer(order.customer_id, order.email, order.first_name, order.last_name, order.group_id)
    wanted = [Wanted(product, qty) for product, qty in one.asks.items()]
    day = date.fromisoformat(order.created[:10])
    bill = quote(db, day, wanted, buyer=buyer, region=region, method=order.shipping_code)
    db.run("DELETE FROM order_item WHERE order_id = ?", order.id)
    for position in bill.positions:
        db.insert(
            "order_item",
            order_id=order.id,
            product_id=position.product.id,
            sku=position.product.sku,
            name=position.product.title,
            options=position.product.options,
            qty=position.qty,
            price=position.price,
            discount=position.discount,
            tax=position.tax,
            row_total=position.row_total,
        )
    sums = bill.totals
    db.run(
        "UPDATE orders SET subtotal = ?, discount = ?, shipping = ?, tax = ?, total = ?, coupon = '' WHERE id = ?",
        *(sums.subtotal, sums.discount, sums.shipping, sums.tax, sums.total, order.id),
    )


def _ship(world: World, clock: Timepiece, order: int, quantities: Mapping[int, int], author: str) -> None:
    make_shipment(world.shop, clock, order, quantities, author=author)


def _typed(case: Case, one: Waiting, gets: Mapping[int, int]) -> dict[str, int]:
    """What is to be typed: the form proposes all that is asked for."""
    names = {product.id: product.name for product in case.products}
    return {names[id_]: gets.get(id_, 0) for id_, asked in one.asks.items() if gets.get(id_, 0) != asked}


async def _ship_all(person: Person, case: Case, outcome: Mapping[int, Mapping[int, int]]) -> None:
    for one in case.orders:
        if outcome[one.order.id]:
            await ship_order(person, one.order, _typed(case, one, outcome[one.order.id]))
    await person.stop()
