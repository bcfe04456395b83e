"""Cancellations: call off the orders of a list. Some cannot be called off any more; a page says what happens then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from webcosm.judge.effects import expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import open_order
from webcosm.suites.arena.hard._orders import SHIPPED_STATES, bring_to, drawn_state, listed, recent_orders, reopen
from webcosm.suites.arena.hard._policy import (
    Page,
    drawn_handbook,
    flag,
    pieces,
    read_handbook,
    said,
    total,
    write_handbook,
)
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ
from webcosm.suites.arena.hard._treatments import (
    CANCEL,
    HOLD,
    LEAVE,
    REFUND,
    RELEASE,
    can_be_done,
    comment_treatment,
    deed_of,
    told,
    treat,
)
from webcosm.tasks import Dials, Event, Kind, Levelled, Person, Situation, Skill, happened
from webcosm.tasks.rules import Facts, Handbook, Notice, Rule, Treatment, draw_rows
from webcosm.worlds import Row, World

DRAWS = 24
TRIES = 120
RECENT = 110
PAGE = Page(
    "Cancellations",
    "cancellations",
    "a cancellation",
    "the day on which the order was placed",
    "Comments are not shown on the storefront. A credit memo is made without a comment and without a copy to the"
    " customer, and returns nothing to stock: the warehouse does that. Where another page says something else about"
    " cancellations, this one holds.",
)
SHIPPED_WORDS = (
    "Your package is already on its way. You can send it back when it arrives.",
    "We have already shipped your order. Please refuse the package or return it.",
    "It is too late to cancel: your order has left our warehouse.",
)
PAID_WORDS = (
    "We will cancel your order as soon as the payment has cleared.",
    "Please call us about your payment before we can cancel this order.",
    "Our accounting team will get back to you about this cancellation.",
)
CALL_WORDS = (
    "One of us will call you before we cancel an order of this size.",
    "We would like to talk to you about this order. Please expect our call.",
)
SHIPPED = flag("shipped", "any part of the order has been shipped")
INVOICED = flag("invoiced", "the order was invoiced", "there is an invoice for the order")
HELD = flag("held", "the order is on hold", "the order's status is On Hold")
CANCELED = flag("canceled", "the order was canceled before", "the order's status is Canceled already")
COUPON = flag("coupon", "a coupon was used for the order", "the order was placed with a coupon")
FEW_STATES = ("open", "open", "open", "invoiced", "part", "complete")
ALL_STATES = ("open", "open", "open", "invoiced", "complete", "part", "sent", "held", "canceled")


@dataclass(frozen=True)
class Request:
    """An order that is to be canceled, and how far it has come."""

    order: Row
    state: str
    facts: Facts

    @property
    def day(self) -> date:
        return date.fromisoformat(self.order.created[:10])


@dataclass(frozen=True)
class Case:
    handbook: Handbook
    requests: tuple[Request, ...]
    more: Request | None
    """What the user asks for as well, when some of it is done."""

    def treatment(self, request: Request) -> Treatment:
        return self.handbook.decide(request.facts, request.day).treatment

    @property
    def all(self) -> tuple[Request, ...]:
        return (*self.requests, *([self.more] if self.more else []))


@dataclass(frozen=True)
class Cancellations:
    numbers: str
    draw: int


def _rules(rng: Rng, exceptions: int) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up. What was done to an order counts more
    than anything else about it, and has no exceptions: what was shipped, invoiced or held cannot simply be canceled."""
    shipped = comment_treatment("tell-shipped", rng.choice(SHIPPED_WORDS))
    paid = comment_treatment("tell-paid", rng.choice(PAID_WORDS))
    call = comment_treatment("tell-call", rng.choice(CALL_WORDS))
    unless_small = (pieces("under", rng.integer(2, 4)),) if exceptions > 0 else ()
    unless_many = (pieces("over", rng.integer(2, 4)),) if exceptions > 1 else ()
    unless_coupon = (COUPON,) if exceptions > 2 else ()
    wholesale = said("group", "the customer's group is", "Wholesale")
    check = said("payment", "the payment method is", "Check or Money Order")
    express = said("shipping", "the order goes by", "Swift Couriers - Express")
    return [
        Rule("shipped", (SHIPPED,), shipped, rank=2),
        Rule("invoiced", (INVOICED,), rng.choice((REFUND, HOLD)), rank=1),
        Rule("check", (check,), paid, unless_small),
        Rule("held", (HELD,), rng.choice((RELEASE, LEAVE)), rank=1),
        Rule("canceled", (CANCELED,), LEAVE, rank=2),
        Rule("express", (express,), HOLD, unless_many),
        Rule("wholesale", (wholesale,), HOLD, unless_coupon),
        Rule("large", (total("over", 100 * rng.integer(140, 220)),), rng.choice((HOLD, call))),
    ]


class CancelList(Levelled[Cancellations]):
    """Cancel the orders of a list as far as that can be done, and do what the rules say about the others."""

    family = "arena.hard.cancel-list"
    revision = 2
    kind = Kind.DO
    goals = (
        "Please cancel orders {numbers}. If our “Cancellations” page says to do something else with an order, do that"
        " instead.",
        "The customers of orders {numbers} have changed their minds. Go by our page “Cancellations”: it says which"
        " orders get canceled and what to do with the rest.",
    )
    sites = ("admin", "shop")
    skills = (Skill.INFEASIBLE, Skill.POLICY, Skill.SPLIT, Skill.LATE_CHANGE)
    levels = (
        Dials(rows=5, rules=2, sources=1),
        Dials(rows=7, rules=4, exceptions=1, sources=1),
        Dials(rows=10, rules=6, exceptions=2, sources=2, stale=1),
        Dials(rows=15, rules=8, exceptions=3, sources=2, stale=1, events=1),
    )
    actions = (18, 21, 31, 50)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, orders: Sequence[Row] | None = None) -> Case | None:
        """The rules and the orders of a draw; None if not every rule would decide about some order."""
        orders = recent_orders(world, RECENT) if orders is None else orders
        today = world.lore.today
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            changed = today - timedelta(days=rng.integer(8, 16) if self.dials.stale else 90)
            rules = partial(_rules, exceptions=self.dials.exceptions)
            handbook = drawn_handbook(rng, self.dials, rules, CANCEL, changed, _notice(rng, today))
            written = [self._request(order, rng) for order in orders]
            fitting = [one for one in written if can_be_done(handbook.decide(one.facts, one.day).treatment, one.state)]
            needed = [notice.rule.name for notice in handbook.notices]
            needed += [rule.name for rule in handbook.versions[-1].policy.rules] + ["otherwise"]
            rows = [(one.facts, one.day) for one in fitting]
            places = draw_rows(rng, handbook, rows, self.dials.rows + self.dials.events, needed, edges=self.dials.stale)
            if places is None:
                continue
            chosen = [fitting[place] for place in places]
            more = chosen.pop() if self.dials.events else None
            case = Case(handbook, tuple(chosen), more)
            if self.dials.stale and all(one.state != "part" for one in chosen):
                continue
            if len([one for one in chosen if case.treatment(one) is not LEAVE]) > 2:
                return case
        return None

    def _request(self, order: Row, rng: Rng) -> Request:
        state = drawn_state(rng, order, FEW_STATES if self.dials.rules < 3 else ALL_STATES)
        facts = {
            "shipped": state in SHIPPED_STATES,
            "invoiced": state in ("invoiced", "complete"),
            "held": state == "held",
            "canceled": state == "canceled",
            "coupon": bool(order.coupon),
            "group": order.group_name,
            "payment": order.payment_title,
            "shipping": order.shipping_title,
            "total": order.total,
            "pieces": order.pieces,
        }
        return Request(order, state, facts)

    def _case(self, world: World, p: Cancellations) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Cancellations]:
        orders = recent_orders(world, RECENT)
        cases = ((draw, self.case(world, draw, orders)) for draw in range(DRAWS))
        return [
            Cancellations(listed([one.order.number for one in found.requests]), draw) for draw, found in cases if found
        ]

    def prepare(self, world: World, p: Cancellations) -> None:
        case = self._case(world, p)
        write_handbook(world, PAGE, case.handbook, Rng(world.universe.seed, self.id, "prose", p.draw))
        for request in sorted(case.all, key=lambda one: int(one.order.id)):
            world.shop.run("DELETE FROM contact_message WHERE message LIKE ?", f"%{request.order.number}%")
            reopen(world, request.order)
            bring_to(world, request.order, request.state)

    def events(self, world: World, p: Cancellations) -> Sequence[Event]:
        case = self._case(world, p)
        if case.more is None:
            return ()
        orders = {one.order.id for one in case.requests}
        message = f"One more just came in: order {case.more.order.number}. Please treat it the same way."
        return [Event("one more", partial(_begun, orders=orders), message)]

    # What is right ----------------------------------------------------------------------------------------------------

    def _due(self, world: World, p: Cancellations) -> list[tuple[Request, Treatment]]:
        case = self._case(world, p)
        return [(one, case.treatment(one)) for one in (case.all if happened(world, "one more") else case.requests)]

    def expect(self, world: World, p: Cancellations) -> Expectation:
        deeds, untouched = [], []
        for request, treatment in self._due(world, p):
            order = request.order
            if treatment is LEAVE:
                untouched.append(Untouched(f"order {order.number}", "shop", "orders", key=(order.id,)))
            else:
                deeds.append(deed_of(world, order, treatment))
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Cancellations) -> str:
        return (
            "Read the shop's page “Cancellations” and whatever it refers to. Then open each order, see what was done"
            " with it and when it was placed, decide by the rules, and do that. Mind what I tell you meanwhile."
        )

    def facts(self, world: World, p: Cancellations) -> str:
        case = self._case(world, p)
        lines = [f"{one.order.number}: {told(case.treatment(one))}" for one in case.all]
        return "By the rules, these orders are treated so: " + "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Cancellations) -> None:
        case = self._case(person.world, p)
        await read_handbook(person, PAGE, case.handbook)
        await _treat(person, case.requests, case.treatment)
        if case.more and person.heard():
            await _treat(person, [case.more], case.treatment)
        await person.stop()

    async def backwards_by_search(self, person: Person, p: Cancellations) -> None:
        """Documents are numbered as they are made; any order will do."""
        case = self._case(person.world, p)
        for request in reversed(case.all):
            if case.treatment(request) is not LEAVE:
                await open_order(person, request.order.number)
                await _treat(person, [request], case.treatment)
        await person.stop()

    async def first_rule(self, person: Person, p: Cancellations) -> None:
        """Cancels what can be canceled, and tells everybody else what the first rule says."""
        case = self._case(person.world, p)
        first = next(rule.then for rule in case.handbook.versions[-1].policy.rules if rule.name == "shipped")
        await _treat(person, case.all, lambda one: CANCEL if one.state == "open" else first)
        await person.stop()

    async def half_done(self, person: Person, p: Cancellations) -> None:
        """Leaves out the last one with which something is to be done."""
        case = self._case(person.world, p)
        due = [one for one in case.all if case.treatment(one) is not LEAVE]
        await _treat(person, due[:-1], case.treatment)
        await person.stop()

    async def by_the_newest_page(self, person: Person, p: Cancellations) -> None:
        """Looks neither at notices nor at what held before; gives up where there is nothing of the kind."""
        case = self._case(person.world, p)
        newest = Handbook(case.handbook.versions[-1:])

        def treatment(one: Request) -> Treatment:
            found = newest.decide(one.facts, one.day).treatment
            return found if can_be_done(found, one.state) else LEAVE

        if any(treatment(one) != case.treatment(one) for one in case.all):
            await _treat(person, case.all, treatment)
        await person.stop()

    ways = (backwards_by_search,)
    shortcuts = (first_rule, half_done, by_the_newest_page)


def _notice(rng: Rng, today: date) -> Notice:
    cash = said("payment", "the payment method is", "Cash on Delivery")
    pickup = said("shipping", "the order is for", "Dray Market - Store Pickup")
    wording = "We are checking all orders like yours this week. You will hear from us on Monday."
    then = rng.choice((HOLD, comment_treatment("tell-checked", wording)))
    rule = Rule("notice", (rng.choice((cash, pickup)),), then, (SHIPPED, CANCELED))
    return Notice(rule, today - timedelta(days=rng.integer(5, 9)), today + timedelta(days=6))


def _begun(situation: Situation, orders: set[int]) -> bool:
    """Two of the orders are dealt with."""
    return len({change.key for change in situation.changes if change.table == "orders" and change.key[0] in orders}) > 1


async def _treat(person: Person, requests: Sequence[Request], treated: Callable[[Request], Treatment]) -> None:
    for request in requests:
        await treat(person, request.order, treated(request))
