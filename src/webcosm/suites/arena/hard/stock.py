"""Shipping from what there is: a count of the shelf is handed out to orders one after another, by rules on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, Made, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.shop.rules.ordering import add_comment, find_order, make_shipment
from webcosm.sites.shop.rules.quoting import Buyer, Wanted, quote
from webcosm.suites.arena.admin._rows import open_order, owner_name
from webcosm.suites.arena.hard._orders import bring_to, hours_after, recent_orders, reopen, ship_order
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ, OFFICE, add_notice, add_page
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.worlds import Moment, Row, Timepiece, World

DRAWS = 24
TRIES = 200
SPREAD = 3
"""By how many actions the draws of a level may differ from what it names."""
EXPRESS = "Swift Couriers - Express"
TOGETHER = (
    "Please send everything in one package. I would rather wait than get it in parts.",
    "Only ship this when all of it is there, please.",
    "No partial shipments, please: everything together or nothing yet.",
)
AFTER_ALL = (
    "I have changed my mind: please send what you have, and the rest when it is there.",
    "Never mind my note from before, separate packages are fine.",
    "It has become urgent. Send whatever there is now, please.",
)
State = Literal["open", "paid", "part"]
"""Nothing done yet, invoiced, or shipped in part."""
INTRO = (
    "All orders are served, pending or processing, of which anything is still to be shipped. What was shipped before"
    " is not shipped again. Orders that are on hold or suspected of fraud wait."
)
RULES = (
    "Orders are served in the order in which they were placed, the oldest first. An order gets of each product as many"
    " as it asks for, or as many as are left if there are fewer. What one order takes is gone for those after it.",
    "Some customers have asked for everything in one package; their note is among the order's comments, and the last"
    " thing that they say there counts. If any of their items would be short, they get nothing today, and nothing is"
    " set aside for them.",
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
    """An order with what it still asks for, by product."""

    order: Row
    asks: Mapping[int, int]
    together: bool
    """Whether everything must come in one package."""
    after_all: bool = False
    """Whether that was asked for and taken back."""
    state: State = "open"
    sent: Mapping[int, int] = field(default_factory=dict)
    """What was shipped before."""

    @property
    def ordered(self) -> dict[int, int]:
        return {product: self.asks.get(product, 0) + self.sent.get(product, 0) for product in (*self.asks, *self.sent)}

    @property
    def express(self) -> bool:
        return bool(self.order.shipping_title == EXPRESS)


@dataclass(frozen=True)
class Case:
    products: tuple[Row, ...]
    orders: tuple[Waiting, ...]
    """The oldest first."""
    finished: tuple[Row, ...]
    """Orders that are processing too, of which nothing is left to ship."""
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
        "Ship our open orders from today's stock count, in part where we're short. Our “Shipping from Stock” page"
        " has the count and says who comes first.",
        "Please get what customers are still waiting for out the door with the stock we counted on {day}. The “Shipping"
        " from Stock” page says how it's shared out when there isn't enough for everyone.",
    )
    sites = ("admin", "shop")
    skills = (Skill.LEDGER, Skill.OPTIMISE, Skill.POLICY)
    revision = 2
    levels = (
        Dials(rows=4, rules=1, sources=1),
        Dials(rows=7, rules=2, sources=1),
        Dials(rows=11, rules=3, sources=2, exceptions=3, look_alikes=1),
        Dials(rows=16, rules=5, sources=2, exceptions=6, look_alikes=3, stale=1),
    )
    actions = (12, 15, 24, 39)

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
        some = rng.sample(list(orders), self.dials.rows + self.dials.look_alikes)
        finished, chosen = some[: self.dials.look_alikes], some[self.dials.look_alikes :]
        begun = rng.sample(range(self.dials.rows), self.dials.exceptions)
        waiting = []
        for place, order in enumerate(sorted(chosen, key=lambda one: int(one.id))):
            taken = rng.sample(goods, rng.integer(1, min(3, count)))
            asks = {one.id: rng.integer(1, 5) for one in taken}
            wish = self.dials.rules > 1 and rng.chance(0.35)
            back = wish and bool(self.dials.stale) and rng.chance(0.4)
            one = Waiting(order, asks, wish and not back, back)
            waiting.append(self._begun(rng, one) if place in begun else one)
        asked = {one.id: sum(order.asks.get(one.id, 0) for order in waiting) for one in goods}
        counted = {product: max(1, round(total * rng.integer(45, 85) / 100)) for product, total in asked.items()}
        first_count = dict(counted)
        if self.dials.sources > 1:
            product = rng.choice(goods).id
            first_count[product] = counted[product] + rng.choice((-2, 2, 3))
        return Case(tuple(goods), tuple(waiting), tuple(finished), counted, first_count, self.dials.rules, 3, 2)

    def _begun(self, rng: Rng, one: Waiting) -> Waiting:
        """Invoiced, or shipped in part: some pieces of a product, or all that was ordered of one."""
        if one.together or one.after_all or rng.chance(0.4):
            return replace(one, state="paid")
        product = rng.choice(list(one.asks))
        rest = {id_: asked for id_, asked in one.asks.items() if id_ != product}
        left = rest if rest and rng.chance(0.5) else one.asks
        return replace(one, state="part", asks=left, sent={product: rng.integer(1, 3)})

    def _sound(self, case: Case) -> bool:
        """Somebody gets a part, somebody nothing or all; each rule, the second count, what was begun before and what
        was taken back make a difference."""
        if min(case.first_count.values()) < 1:
            return False
        right = case.outcome()
        whole = [one for one in case.orders if right[one.order.id] == one.asks]
        parts = [one for one in case.orders if right[one.order.id] and right[one.order.id] != one.asks]
        if len(whole) < 2 or not parts:
            return False
        if self.dials.exceptions and not any(one.state == "part" and right[one.order.id] for one in case.orders):
            return False
        if abs(_moves(case) - self.difficulty.actions) > SPREAD:
            return False
        others = [replace(case, rules=rules) for rules in range(1, case.rules)] + [_miscounted(case)]
        if self.dials.stale:
            first_said = tuple(replace(one, together=one.together or one.after_all) for one in case.orders)
            others.append(replace(case, orders=first_said))
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
        chosen = {order.id for order in (*(one.order for one in case.orders), *case.finished)}
        dawn = datetime.combine(world.lore.today, time(6, 30))
        for row in world.shop.rows("SELECT * FROM orders WHERE status IN ('pending', 'processing') ORDER BY id"):
            if row.id not in chosen:
                bring_to(world, row, "complete" if row.status == "pending" else "sent", dawn)
        for order in case.finished:
            reopen(world, order)
            bring_to(world, order, "sent")
        for one in case.orders:
            self._begin(world, one, rng)
        self._write_pages(world, case)

    def _begin(self, world: World, one: Waiting, rng: Rng) -> None:
        db, order = world.shop, one.order
        reopen(world, order)
        _refill(world, one)
        note = rng.choice(TOGETHER) if one.together or one.after_all else ""
        db.run("UPDATE order_comment SET comment = ?, visible = ? WHERE order_id = ?", note, bool(note), order.id)
        if one.state == "paid":
            bring_to(world, order, "invoiced", hours_after(order, 5))
        if one.state == "part":
            items = db.rows("SELECT id, product_id FROM order_item WHERE order_id = ?", order.id)
            sent = {item.id: one.sent[item.product_id] for item in items if item.product_id in one.sent}
            make_shipment(db, Moment(hours_after(order, 6)), order.id, sent, author=owner_name(world))
        if one.after_all:
            status, said = find_order(db, order.id).status, rng.choice(AFTER_ALL)
            add_comment(db, Moment(hours_after(order, 11)), order.id, status, said, visible=True)

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
        text = f"{INTRO}\n\n{rules}\n\n{HOW}\n\n## Stock count of {today}\n\n{table}{more}"
        add_page(world, "Shipping from Stock", "shipping-from-stock", text, f"{world.lore.today} 07:00:00")
        for one in case.products:
            if case.counted[one.id] != case.first_count[one.id]:
                body = f"We have counted {one.name} ({one.sku}) once more: there are {case.counted[one.id]} of it."
                add_notice(world, "Stock count corrected", body, f"{world.lore.today} 08:20:00")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Stock) -> Expectation:
        author = owner_name(world)
        case = self._case(world, p)
        deeds, untouched = [], []
        for one, gets in case.shipped():
            if gets:
                items = world.shop.rows("SELECT id, product_id FROM order_item WHERE order_id = ?", one.order.id)
                quantities = {item.id: gets[item.product_id] for item in items if item.product_id in gets}
                do = partial(_ship, order=one.order.id, quantities=quantities, author=author)
                label = f"order {one.order.number}: {'all' if gets == one.asks else 'part'} of it is shipped"
                deeds.append(Deed(label, do, Made("shop", "shipment", {"order_id": one.order.id})))
            else:
                untouched.append(Untouched(f"order {one.order.number}", "shop", "orders", key=(one.order.id,)))
        untouched += [Untouched(f"order {one.number}", "shop", "orders", key=(one.id,)) for one in case.finished]
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Stock) -> str:
        return (
            "Read the page “Shipping from Stock” and look for notifications that correct the count. List the pending"
            " and processing orders, open each one to see its comments and what of its items was shipped, and put them"
            " in the order in which they are served."
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

    async def by_the_filter(self, person: Person, p: Stock) -> None:
        """Serves the pending orders alone; where there are no others, those for which all is there."""
        case = self._case(person.world, p)
        right, asks = case.outcome(), {one.order.id: one.asks for one in case.orders}
        if self.dials.exceptions:
            pending = replace(case, orders=tuple(one for one in case.orders if one.state == "open")).outcome()
            await _ship_all(person, case, {one.order.id: pending.get(one.order.id, {}) for one in case.orders})
        else:
            whole = {number: right[number] for number in right if right[number] == asks[number]}
            await _ship_all(person, case, {number: whole.get(number, {}) for number in right})

    async def without_carry(self, person: Person, p: Stock) -> None:
        """Looks at the count for each order anew."""
        case = self._case(person.world, p)
        await _ship_all(person, case, _without_carry(case))

    ways = (newest_first,)
    shortcuts = (first_rule, half_done, by_the_filter, without_carry)


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
    wanted = [Wanted(product, qty) for product, qty in one.ordered.items()]
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


def _moves(case: Case) -> int:
    """How many actions it takes who knows what to ship: the pages, and two or more for each shipment."""
    right = case.outcome()
    shipped = [2 + len(_typed(case, one, gets)) for one in case.orders if (gets := right[one.order.id])]
    return 2 + (_miscounted(case) is not None) + sum(shipped)


async def _ship_all(person: Person, case: Case, outcome: Mapping[int, Mapping[int, int]]) -> None:
    for one in case.orders:
        if outcome[one.order.id]:
            await ship_order(person, one.order, _typed(case, one, outcome[one.order.id]))
    await person.stop()
