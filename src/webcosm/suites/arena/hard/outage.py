"""The card terminal was down: which orders were hit is told by notifications that correct each other, and what becomes
of them by a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial

from webcosm.judge.effects import expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import apply_filters, open_order
from webcosm.suites.arena.admin._ways import do_to_ticked, tick_row
from webcosm.suites.arena.hard._orders import SHIPPED_STATES, bring_to, drawn_state, recent_orders, reopen
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
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ, OFFICE, add_notice
from webcosm.suites.arena.hard._treatments import LEAVE, comment_treatment, deed_of, told, treat
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.rules import Condition, Facts, Handbook, Rule, Treatment, on_the_edge
from webcosm.worlds import Row, World

DRAWS = 24
TRIES = 200
LOOKED_AT = 400
LEAST = 4
"""Of the last orders that are paid by card, so many are by guests, by the trade and for pickup."""
CARD = "Credit or Debit Card"
GUEST_GROUP = "Not Logged In"
TRADE = ("Wholesale", "Retailer")
PICKUP = "Dray Market - Store Pickup"
HOLD = Treatment("hold", ("put the order on hold", "the order goes on hold"))
PAGE = Page(
    "Card Outages",
    "card-outages",
    "an outage",
    "the day on which the order was placed",
    "All of this is about orders that were hit: the customer pays by card, and the order was placed while no card could"
    " be charged. When that was is written in the notifications of the back office; where two of them disagree, the"
    " later one is right. All other orders stay as they are. Comments are not shown on the storefront.",
)
RETRY = (
    "We could not charge your card and will try again tonight.",
    "Your card was not charged yet. Please call us to confirm the payment.",
    "There was a problem with our card terminal. We will charge your card tomorrow.",
)
GUEST = (
    "Please send us your phone number so that we can settle the payment.",
    "We need to hear from you about the payment of this order.",
)
SHIPPED = flag("shipped", "any part of the order has been shipped")
INVOICED = flag("invoiced", "the order was invoiced since then", "there is an invoice for the order by now")
FIRST = time(8, 0)
SLOTS = 167
"""Of five minutes, in a day of the shop. Orders are placed in the midst of one, outages begin and end at its edge."""


@dataclass(frozen=True)
class Span:
    """A time in which something was so."""

    begin: datetime
    end: datetime

    def has(self, moment: datetime) -> bool:
        return self.begin <= moment <= self.end

    @property
    def text(self) -> str:
        return f"from {_clock(self.begin)} to {_clock(self.end)} on {said_day(self.begin.date())}"


@dataclass(frozen=True)
class Placed:
    """An order of these days."""

    order: Row
    moment: datetime
    state: str
    facts: Facts

    @property
    def by_card(self) -> bool:
        return bool(self.order.payment_title == CARD)


@dataclass(frozen=True)
class Case:
    handbook: Handbook
    orders: tuple[Placed, ...]
    outages: tuple[Span, ...]
    """As they were at last known to be."""
    reported: tuple[Span, ...]
    """As they were reported at first."""
    working: Span | None
    """When cards could be charged in the midst of an outage."""

    def hit(self, one: Placed) -> bool:
        down = any(span.has(one.moment) for span in self.outages)
        return one.by_card and down and not (self.working and self.working.has(one.moment))

    def treatment(self, one: Placed) -> Treatment:
        return self.handbook.decide(one.facts, one.moment.date()).treatment if self.hit(one) else LEAVE

    def rule(self, one: Placed) -> str:
        return self.handbook.decide(one.facts, one.moment.date()).rule if self.hit(one) else ""


@dataclass(frozen=True)
class Outage:
    days: str
    draw: int


def _rules(rng: Rng, exceptions: int) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    retry = comment_treatment("tell-retry", rng.choice(RETRY))
    guest = comment_treatment("tell-guest", rng.choice(GUEST))
    express = said("shipping", "the order goes by", "Swift Couriers - Express")
    unless_express = (express,) if exceptions > 1 else ()
    unless_large = (pieces("over", rng.integer(2, 4)),) if exceptions > 0 else ()
    return [
        Rule("shipped", (SHIPPED,), LEAVE, rank=1),
        Rule("invoiced", (INVOICED,), LEAVE, rank=1),
        Rule("small", (total("under", 100 * rng.integer(30, 55)),), retry, unless_express),
        Rule("guest", (said("group", "the customer's group is", GUEST_GROUP),), guest, unless_large),
        Rule("trade", (_trade(),), LEAVE),
        Rule("pickup", (said("shipping", "the order is for", PICKUP),), retry),
    ]


def _trade() -> Condition:
    return Condition("group", "one of", TRADE, ("the customer's group is {value}",))


class HoldForOutage(Levelled[Outage]):
    """Put the orders on hold that were placed while no card could be charged."""

    family = "arena.hard.outage-hold"
    revision = 3
    kind = Kind.DO
    goals = (
        "Our card terminal was down {days}. Put the card orders that were hit on hold; our “Card Outages” page says"
        " which of them need something else.",
        "No cards could be charged for a while {days}, and the notifications say when. Please handle the orders that"
        " were hit the way our page “Card Outages” tells us to.",
    )
    sites = ("admin", "shop")
    skills = (Skill.RECONCILE, Skill.COVERAGE, Skill.POLICY, Skill.SPLIT)
    levels = (
        Dials(rows=8, rules=1, sources=1),
        Dials(rows=14, rules=2, sources=2),
        Dials(rows=22, rules=4, exceptions=1, sources=3, stale=1),
        Dials(rows=36, rules=6, exceptions=2, sources=4, stale=1),
    )
    actions = (13, 13, 27, 36)

    # The case ---------------------------------------------------------------------------------------------------------

    @property
    def days(self) -> int:
        """How many days it is about: one for each outage."""
        return 2 if self.dials.sources > 2 else 1

    def case(self, world: World, draw: int, orders: Sequence[Row] | None = None) -> Case | None:
        """None if some rule would decide about no order, or some notification would not matter."""
        orders = recent_orders(world, LOOKED_AT) if orders is None else orders
        orders = _with_cards(orders, self.dials.rows)
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            case = self._drawn(rng, world.lore.today, orders)
            if self._sound(case):
                return case
        return None

    def _drawn(self, rng: Rng, today: date, orders: Sequence[Row]) -> Case:
        days = [today - timedelta(days=self.days - place) for place in range(self.days)]
        outages, reported = [], []
        for day in days:
            begin = datetime.combine(day, time(rng.integer(10, 12), 5 * rng.integer(0, 11)))
            span = Span(begin, begin + timedelta(minutes=5 * rng.integer(48, 76)))
            reported.append(span)
            if self.dials.sources > 1 and day == days[-1]:
                earlier, later = timedelta(minutes=5 * rng.integer(9, 20)), timedelta(minutes=5 * rng.integer(9, 20))
                span = Span(span.begin - earlier, span.end - later)
            outages.append(span)
        working = None
        if self.dials.sources > 3:
            begin = outages[0].begin + timedelta(minutes=5 * rng.integer(14, 22))
            working = Span(begin, begin + timedelta(minutes=5 * rng.integer(14, 22)))
        # More orders come in while the terminal is down than before and after: that is what it is about.
        moments = [
            datetime.combine(day, FIRST) + timedelta(minutes=5 * slot + 2) for day in days for slot in range(SLOTS)
        ]
        inside = [one for one in moments if any(span.has(one) for span in (*reported, *outages))]
        chosen = rng.sample(inside, min(len(inside), 2 * len(orders) // 3))
        chosen += rng.sample([one for one in moments if one not in chosen], len(orders) - len(chosen))
        placed = []
        for order, slot in zip(orders, sorted(chosen), strict=True):
            moment = slot + timedelta(seconds=rng.integer(1, 58))
            placed.append(self._placed(order, moment, rng))
        changed = days[1] if self.dials.stale else today - timedelta(days=70)
        rules = partial(_rules, exceptions=self.dials.exceptions)
        handbook = drawn_handbook(rng, self.dials, rules, HOLD, changed)
        return Case(handbook, tuple(placed), tuple(outages), tuple(reported), working)

    def _placed(self, order: Row, moment: datetime, rng: Rng) -> Placed:
        states = ("open", "open", "open", "part", "sent", "complete") if self.dials.rules < 2 else (
            "open", "open", "open", "open", "invoiced", "invoiced", "part", "part", "sent", "complete"
        )  # fmt: skip
        state = drawn_state(rng, order, states)
        facts = {
            "shipped": state in SHIPPED_STATES,
            "invoiced": state in ("invoiced", "complete"),
            "group": order.group_name,
            "shipping": order.shipping_title,
            "pieces": order.pieces,
            "total": order.total,
        }
        return Placed(order, moment, state, facts)

    def _sound(self, case: Case) -> bool:
        """Every rule decides, each notification matters, and somebody who reads half of it is wrong."""
        rules = [case.rule(one) for one in case.orders]
        needed = [rule.name for rule in case.handbook.versions[-1].policy.rules]
        if any(name not in rules for name in needed) or rules.count("otherwise") < 3:
            return False
        if not any(_held_at_first_sight(case, one) and case.treatment(one) is not HOLD for one in case.orders):
            return False
        hit = [one for one in case.orders if case.hit(one)]
        if self.dials.stale and not (
            on_the_edge(case.handbook, [(one.facts, one.moment.date()) for one in hit])
            and any(one.state == "part" for one in hit)
        ):
            return False
        wrong = [_uncorrected(case), _always_down(case)]
        return all(
            other is None or any(other.treatment(one) != case.treatment(one) for one in case.orders) for other in wrong
        )

    def _case(self, world: World, p: Outage) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Outage]:
        orders = recent_orders(world, LOOKED_AT)
        day = "yesterday" if self.days == 1 else "on Tuesday and again yesterday"
        return [Outage(day, draw) for draw in range(DRAWS) if self.case(world, draw, orders)]

    def prepare(self, world: World, p: Outage) -> None:
        case = self._case(world, p)
        write_handbook(world, PAGE, case.handbook, Rng(world.universe.seed, self.id, "prose", p.draw))
        for one in case.orders:
            reopen(world, one.order, f"{one.moment}")
        for one in case.orders:
            bring_to(world, one.order, one.state, min(one.moment + timedelta(hours=13), _dawn(world)))
        world.shop.run("DELETE FROM notification WHERE title LIKE 'Card terminal%'")
        for span in case.reported:
            body = f"No card could be charged {span.text}. What becomes of the orders: see the page “{PAGE.title}”."
            add_notice(world, "Card terminal was offline", body, f"{span.end + timedelta(minutes=8)}")
        if self.dials.sources > 1:
            body = f"The terminal's log is here. No card could be charged {case.outages[-1].text}."
            add_notice(world, "Card terminal: the times corrected", body, f"{_dawn(world)}")
        if case.working:
            body = f"In the midst of the outage, {case.working.text}, cards were charged as usual."
            add_notice(world, "Card terminal: it worked in between", body, f"{_dawn(world) + timedelta(minutes=25)}")

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Outage) -> Expectation:
        case = self._case(world, p)
        deeds = [deed_of(world, one.order, how) for one in case.orders if (how := case.treatment(one)) is not LEAVE]
        untouched = [
            Untouched(f"order {one.order.number}", "shop", "orders", key=(one.order.id,))
            for one in case.orders
            if case.treatment(one) is LEAVE
        ]
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Outage) -> str:
        return (
            "Read all notifications about the card terminal and put together from when to when no card could be"
            " charged; read the page “Card Outages” and what it refers to. List the card orders of those days, open"
            " each one that was placed while the terminal was down, and do with it what the page says."
        )

    def facts(self, world: World, p: Outage) -> str:
        case = self._case(world, p)
        hit = [one for one in case.orders if case.hit(one)]
        lines = [f"{one.order.number}: {told(case.treatment(one))}" for one in hit]
        return "These orders were hit, and are treated so: " + "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Outage) -> None:
        case = self._case(person.world, p)
        await person.goto(f"{OFFICE}/notifications")
        await read_handbook(person, PAGE, case.handbook)
        await _hold_together(person, [one for one in case.orders if case.treatment(one) is HOLD])
        for one in case.orders:
            if case.treatment(one) is not HOLD:
                await treat(person, one.order, case.treatment(one))
        await person.stop()

    async def one_by_one(self, person: Person, p: Outage) -> None:
        case = self._case(person.world, p)
        for one in reversed(case.orders):
            if case.treatment(one) is not LEAVE:
                await open_order(person, one.order.number)
                await treat(person, one.order, case.treatment(one))
        await person.stop()

    async def first_rule(self, person: Person, p: Outage) -> None:
        """Holds all open card orders of that time, whatever the page says of them."""
        case = self._case(person.world, p)
        await _hold_together(person, [one for one in case.orders if _held_at_first_sight(case, one)])
        await person.stop()

    async def half_done(self, person: Person, p: Outage) -> None:
        """Leaves the last one out."""
        case = self._case(person.world, p)
        due = [one for one in case.orders if case.treatment(one) is not LEAVE]
        await _treat_all(person, due[:-1], case.treatment)

    async def uncorrected(self, person: Person, p: Outage) -> None:
        """Believes the first reports; gives up where nothing was corrected."""
        case = self._case(person.world, p)
        other = _uncorrected(case)
        await _treat_all(person, case.orders if other else (), (other or case).treatment)

    ways = (one_by_one,)
    shortcuts = (first_rule, half_done, uncorrected)


def _with_cards(orders: Sequence[Row], count: int) -> list[Row]:
    """The last orders, among which so many are paid by card; and some from before, if there are few of a kind that the
    rules speak of."""
    cards = [place for place, one in enumerate(orders) if one.payment_title == CARD]
    last = cards[-count]
    earlier: set[int] = set()
    for is_of in (_by_guest, _by_trade, _for_pickup):
        of_kind = [place for place in cards if is_of(orders[place])]
        earlier |= {place for place in of_kind[-LEAST:] if place < last}
    found = list(orders[last:])
    for number, place in enumerate(sorted(earlier), 1):  # spread, or all of them would come in before the outage
        found.insert(number * len(found) // (len(earlier) + 1), orders[place])
    return found


def _by_guest(order: Row) -> bool:
    return bool(order.group_name == GUEST_GROUP)


def _by_trade(order: Row) -> bool:
    return order.group_name in TRADE


def _for_pickup(order: Row) -> bool:
    return bool(order.shipping_title == PICKUP)


def _held_at_first_sight(case: Case, one: Placed) -> bool:
    """Whether somebody would hold it who knows when the terminal was down, and no page."""
    return case.hit(one) and one.state != "complete"


def _uncorrected(case: Case) -> Case | None:
    """What one believes who reads the first reports alone."""
    if case.outages == case.reported and not case.working:
        return None
    return Case(case.handbook, case.orders, case.reported, case.reported, None)


def _always_down(case: Case) -> Case | None:
    """What one believes who overlooks that it worked in between."""
    if case.working is None:
        return None
    return Case(case.handbook, case.orders, case.outages, case.reported, None)


def _clock(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def _dawn(world: World) -> datetime:
    return datetime.combine(world.lore.today, time(6, 40))


async def _hold_together(person: Person, held: Sequence[Placed]) -> None:
    """Four actions, and one for each order: ticked in the list of card orders, then held together."""
    await person.goto(f"{OFFICE}/sales/orders?size=200")
    await apply_filters(person, {}, {"Payment method": CARD})
    for one in held:
        await tick_row(person, "Order", one.order.number)
    await do_to_ticked(person, "Hold")


async def _treat_all(person: Person, orders: Sequence[Placed], treated: Callable[[Placed], Treatment]) -> None:
    for one in orders:
        await treat(person, one.order, treated(one))
    await person.stop()
