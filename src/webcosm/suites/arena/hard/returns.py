"""Returns: refund what customers have asked for in writing, by rules that changed and that a notice overrules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from webcosm.judge.effects import Deed, Made, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.shop.rules.ordering import make_credit_memo
from webcosm.suites.arena.admin._rows import open_order, owner_name
from webcosm.suites.arena.hard._letters import BY_EMAIL_AND_DAY, Letters
from webcosm.suites.arena.hard._policy import Page, drawn_handbook, read_handbook, said, total, write_handbook
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ, OFFICE
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text
from webcosm.tasks.rules import (
    Condition,
    Facts,
    Handbook,
    Notice,
    Rule,
    Treatment,
    draw_rows,
)
from webcosm.worlds import Row, Timepiece, World

DRAWS = 24
TRIES = 500
FULL = Treatment("full", ("refund the whole order with the shipping", "give all of it back, the shipping too"))
GOODS = Treatment(
    "goods", ("refund the goods with their tax, but not the shipping", "give back the goods and their tax, no shipping")
)
LEAVE = Treatment(
    "leave", ("refund nothing and leave the order as it is", "there is no refund; do not touch the order")
)
IN_CASH = Treatment(
    "leave",
    ("the driver pays back in cash, so make no credit memo", "leave the order as it is, the money comes in cash"),
)
PAGE = Page(
    "Returns and Refunds",
    "returns",
    "a return",
    "the day on which the customer wrote to us",
    "A return is always of the whole order. Make one credit memo for it, without a comment and without a copy to the"
    " customer. Stock is none of our business here: the warehouse counts what comes back. Where another page says"
    f" something else about returns, this one holds. {BY_EMAIL_AND_DAY}",
)
WISHES = {
    "mind": (
        "I would like to send back everything from {order}. It is not what I had hoped for.",
        "Please take back {order}, all of it. I have changed my mind.",
        "I want to return {order}. Nobody in the house likes it.",
        "It turns out that there is no room for it here, so I am going to return {order} as a whole.",
        "It looked nicer in the pictures. I would like to return {order}, everything in it.",
    ),
    "broken": (
        "Everything in {order} arrived broken. I am sending it back and want my money.",
        "The parcel of {order} must have been dropped: all of it was broken when it came. It goes back to you.",
        "I am returning {order}, all of it. I would have loved to keep it, but it was in pieces, it came broken.",
        "You will get {order} back from me, every piece of it, for it was already broken when I opened the box.",
    ),
    "wrong": (
        "What came with {order} is not what I ordered, none of it. I am returning it.",
        "You have packed the wrong goods into {order}. I am sending all of it back.",
        "I am sending back all of {order}: these are not the goods that I had chosen, you sent me others.",
    ),
}


def _fee(cents: int) -> Treatment:
    says = (
        "refund the goods with their tax, not the shipping, and keep back a fee of {fee}",
        "give back the goods and their tax but no shipping, less a fee of {fee}",
    )
    return Treatment("fee", says, {"fee": cents}, {"fee": price_text(cents)})


@dataclass(frozen=True)
class Request:
    """A customer who wants to send an order back."""

    order: Row
    wish: str
    day: date
    facts: Facts

    def __hash__(self) -> int:
        return int(self.order.id)


@dataclass(frozen=True)
class Case:
    """What a task is about: the rules, and who wrote."""

    handbook: Handbook
    requests: tuple[Request, ...]

    def treatment(self, request: Request) -> Treatment:
        return self.handbook.decide(request.facts, request.day).treatment


@dataclass(frozen=True)
class Returns:
    since: str
    draw: int


def _orders(world: World) -> list[Row]:
    """Orders that one invoice covers, that were shipped lately and of which nothing was refunded."""
    return world.shop.rows(
        "SELECT orders.*, customer_group.name AS group_name,"
        " (SELECT max(date(created)) FROM shipment WHERE order_id = orders.id) AS shipped"
        " FROM orders JOIN customer_group ON customer_group.id = group_id"
        " WHERE status IN ('processing', 'complete') AND shipping > 0 AND total - shipping > 2000"
        " AND NOT EXISTS (SELECT 1 FROM credit_memo WHERE order_id = orders.id)"
        " AND (SELECT group_concat(total) FROM invoice WHERE order_id = orders.id) = CAST(orders.total AS TEXT)"
        " AND shipped > ? ORDER BY orders.id",
        (world.lore.today - timedelta(days=100)).isoformat(),
    )


def _request(order: Row, rng: Rng, since: date, today: date) -> Request | None:
    """What the customer of an order might have written."""
    shipped = date.fromisoformat(order.shipped)
    first = max(since, shipped + timedelta(days=2))
    if first >= today:
        return None
    day = first + timedelta(days=rng.integer(0, (today - first).days - 1))
    wish = rng.weighted(list(WISHES), [5, 3, 2])
    facts = {
        "days": (day - shipped).days,
        "broken": wish == "broken",
        "wrong": wish == "wrong",
        "total": order.total,
        "group": order.group_name,
        "coupon": bool(order.coupon),
        "payment": order.payment_title,
        "shipping": order.shipping_title,
    }
    return Request(order, wish, day, facts)


def _late(days: int) -> Condition:
    says = (
        "the customer wrote more than {value} days after we shipped the order",
        "more than {value} days lie between the day of shipping and the customer's message",
    )
    return Condition("days", "over", days, says)


BROKEN = Condition("broken", "is", True, ("the customer says that the goods came broken", "the goods arrived broken"))
WRONG = Condition("wrong", "is", True, ("we sent other goods than were ordered",))
COUPON = Condition("coupon", "is", True, ("a coupon was used for the order", "the order was placed with a coupon"))


def _rules(rng: Rng, exceptions: int) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = iter([True] * exceptions + [False] * 3)
    unless_wrong = (WRONG,) if next(kept) else ()
    unless_large = (total("over", 100 * rng.integer(90, 160)),) if next(kept) else ()
    express = said("shipping", "the order's shipping method is", "Swift Couriers - Express")
    unless_express = (express,) if next(kept) else ()
    wholesale = said("group", "the customer's group is", "Wholesale")
    cash = said("payment", "the payment method is", "Cash on Delivery")
    check = said("payment", "the payment method is", "Check or Money Order")
    return [
        Rule("late", (_late(rng.integer(21, 40)),), LEAVE, unless_wrong, rank=2),
        Rule("broken", (BROKEN,), FULL, rank=3),
        Rule("wholesale", (wholesale,), _fee(50 * rng.integer(5, 14))),
        Rule("coupon", (COUPON,), rng.choice((LEAVE, _fee(50 * rng.integer(4, 9)))), unless_large),
        Rule("wrong", (WRONG,), FULL, rank=1),
        Rule("small", (total("under", 100 * rng.integer(35, 50)),), FULL),
        Rule("check", (check,), _fee(50 * rng.integer(4, 9)), unless_express),
        Rule("cash", (cash,), IN_CASH),
    ]


def _handbook(rng: Rng, dials: Dials, since: date, today: date) -> Handbook:
    """The rules now; those of before, which still count for whoever wrote then; and a notice."""
    # With several versions the newest one begins while people are writing, else long before.
    changed = since + timedelta(days=(today - since).days // 3) if dials.stale else since - timedelta(days=60)
    rule = Rule("notice", (said("group", "the customer's group is", "Retailer"),), FULL)
    if rng.chance(0.5):
        express = said("shipping", "the order went by", "Swift Couriers - Express")
        rule = Rule("notice", (express,), _fee(50 * rng.integer(4, 9)), (BROKEN, WRONG))
    notice = Notice(rule, today - timedelta(days=6), today + timedelta(days=10))
    return drawn_handbook(rng, dials, partial(_rules, exceptions=dials.exceptions), GOODS, changed, notice)


class RefundReturns(Levelled[Returns]):
    """Refund those who want to send something back, as far as the rules allow."""

    family = "arena.hard.refund-returns"
    revision = 3
    kind = Kind.DO
    goals = (
        "Since {since}, customers have been writing to us about sending orders back. Refund them as far as our rules"
        " for returns allow, and leave the other orders as they are.",
        "Please deal with the returns customers have asked for in messages since {since}: whoever is owed a refund"
        " under our returns rules gets as much as the rules say, and nobody else gets one.",
    )
    sites = ("admin", "shop")
    skills = (Skill.POLICY, Skill.SPLIT, Skill.PROCEDURE)
    levels = (
        Dials(rows=5, rules=2, sources=1),
        Dials(rows=8, rules=4, exceptions=1, sources=1),
        Dials(rows=13, rules=6, exceptions=2, sources=2, stale=1),
        Dials(rows=20, rules=8, exceptions=3, sources=2, stale=1),
    )
    actions = (11, 22, 34, 48)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, orders: Sequence[Row] | None = None) -> tuple[date, Case] | None:
        """The rules and the requests of a draw; None if not every rule would decide about some request."""
        today = world.lore.today
        orders = _orders(world) if orders is None else orders
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            since = today - timedelta(days=rng.integer(11, 20))
            handbook = _handbook(rng, self.dials, since, today)
            written = [one for order in orders if (one := _request(order, rng, since, today))]
            rows = [(one.facts, one.day) for one in written]
            needed = [notice.rule.name for notice in handbook.notices]
            needed += [rule.name for rule in handbook.versions[-1].policy.rules] + ["otherwise"]
            places = draw_rows(rng, handbook, rows, self.dials.rows, needed, edges=self.dials.stale)
            if places is not None:
                return since, Case(handbook, tuple(written[place] for place in places))
        return None

    def _case(self, world: World, p: Returns) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found[1]

    def pool(self, world: World) -> Sequence[Returns]:
        orders = _orders(world)
        cases = ((draw, self.case(world, draw, orders)) for draw in range(DRAWS))
        return [Returns(said_day(found[0]), draw) for draw, found in cases if found]

    def prepare(self, world: World, p: Returns) -> None:
        found = self.case(world, p.draw)
        assert found is not None
        since, case = found
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        write_handbook(world, PAGE, case.handbook, rng)
        newest = case.handbook.versions[-1].policy.rules
        days = next(rule.when[0].value for rule in newest if rule.name == "late")
        world.shop.run("UPDATE setting SET value = ? WHERE path = 'sales/return_days'", str(days))
        # What people wrote before must not be taken for a return.
        for word in ("back", "refund", "return", "dent", "broke", "wrong"):
            world.shop.run("DELETE FROM contact_message WHERE created >= ? AND message LIKE ?", str(since), f"%{word}%")
        words = Letters(world, rng, share_long=0.5, share_unnumbered=0.3 if self.dials.exceptions else 0.0)
        for request in sorted(case.requests, key=lambda one: (one.day, one.order.id)):
            minute = rng.integer(0, 9 * 60)
            name = words.order_name(request.order, request.order.email)
            text = words.next_of(WISHES[request.wish]).format(order=name)
            world.shop.insert(
                "contact_message",
                name=f"{request.order.first_name} {request.order.last_name}",
                email=request.order.email,
                message=words.lengthened(text),
                created=f"{request.day} {8 + minute // 60:02}:{minute % 60:02}:00",
            )

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Returns) -> Expectation:
        case = self._case(world, p)
        owner = owner_name(world)
        deeds, untouched = [], []
        for request in case.requests:
            treatment, order = case.treatment(request), request.order
            label = f"order {order.number} ({treatment.name})"
            if treatment.name == "leave":
                untouched.append(Untouched(f"order {order.number}", "shop", "orders", key=(order.id,)))
            else:
                made = Made("shop", "credit_memo", {"order_id": order.id})
                deeds.append(Deed(label, partial(_refund, order=order, treatment=treatment, author=owner), made))
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Returns) -> str:
        return (
            "Read the shop's page “Returns and Refunds” and whatever it refers to. Then open each contact message since"
            f" {p.since} that asks for a return and the order that it is about, decide by the rules, and make the"
            " credit memo on the order's page where one is due."
        )

    def facts(self, world: World, p: Returns) -> str:
        case = self._case(world, p)
        lines = [f"{one.order.number}: {_told(case.treatment(one))}" for one in case.requests]
        return "By the rules, these returns are treated so: " + "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Returns) -> None:
        case = self._case(person.world, p)
        await read_handbook(person, PAGE, case.handbook)
        await person.goto(f"{OFFICE}/marketing/contact-messages")
        await _refund_all(person, case, case.requests, case.treatment)

    async def last_first_by_search(self, person: Person, p: Returns) -> None:
        """Numbers of documents follow the order in which they are made; any order will do."""
        case = self._case(person.world, p)
        for request in reversed(case.requests):
            treatment = case.treatment(request)
            if treatment.name != "leave":
                await open_order(person, request.order.number)
                await person.click("Credit memo", role="link")
                await _fill_and_refund(person, request.order, treatment)
        await person.stop()

    async def first_rule(self, person: Person, p: Returns) -> None:
        """Gives everybody what most are owed."""
        case = self._case(person.world, p)
        await _refund_all(person, case, case.requests, lambda _: GOODS)

    async def half_done(self, person: Person, p: Returns) -> None:
        """Leaves out the last one who is owed something."""
        case = self._case(person.world, p)
        owed = [one for one in case.requests if case.treatment(one).name != "leave"]
        await _refund_all(person, case, owed[:-1], case.treatment)

    ways = (last_first_by_search,)
    shortcuts = (first_rule, half_done)


def _refund(world: World, clock: Timepiece, order: Row, treatment: Treatment, author: str) -> None:
    shipping = None if treatment.name == "full" else 0
    fee = treatment.values.get("fee", 0)
    make_credit_memo(world.shop, clock, order.id, shipping=shipping, adjustment=-fee, author=author)


def _told(treatment: Treatment) -> str:
    return treatment.says[0].format(**treatment.texts())


async def _refund_all(
    person: Person, case: Case, requests: Sequence[Request], treated: Callable[[Request], Treatment]
) -> None:
    for request in requests:
        treatment = treated(request)
        if treatment.name != "leave":
            await person.goto(f"{OFFICE}/sales/orders/{request.order.id}/credit-memo")
            await _fill_and_refund(person, request.order, treatment)
    await person.stop()


async def _fill_and_refund(person: Person, order: Row, treatment: Treatment) -> None:
    if treatment.name != "full":
        await person.fill("Refund shipping", "0.00")
    if treatment.name == "fee":
        await person.fill("Adjustment fee", f"{treatment.values['fee'] / 100:.2f}")
    await person.click("Refund", role="button")
