"""Messages about orders: what people claim is held against what was done with the order, and answered by rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import partial

from webcosm.judge.effects import expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._rows import open_order
from webcosm.suites.arena.hard._letters import BY_EMAIL_AND_DAY, Letters, foreign_address
from webcosm.suites.arena.hard._orders import bring_to, drawn_state, recent_orders, reopen
from webcosm.suites.arena.hard._policy import Page, drawn_handbook, flag, read_handbook, said, total, write_handbook
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ, OFFICE
from webcosm.suites.arena.hard._treatments import CANCEL, LEAVE, can_be_done, comment_treatment, deed_of, told, treat
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.rules import Condition, Facts, Handbook, Notice, Rule, Treatment, draw_rows
from webcosm.worlds import Row, World

DRAWS = 24
TRIES = 60
DAY = timedelta(days=1)
HOLD = Treatment("hold", ("put the order on hold", "the order goes on hold until we know more"))
PAGE = Page(
    "Order Messages",
    "order-messages",
    "a message",
    "the day on which it came in",
    "People are mistaken at times, and some do not write about an order of their own: what counts is what the order's"
    " page says, not the message. If somebody has written again about the same order, only the last message counts."
    f" {BY_EMAIL_AND_DAY} Comments are not shown on the storefront; the messages stay where they are.",
)
WISHES = {
    "late": (
        "I am still waiting for {order}. Where is it?",
        "Shouldn't {order} have been here long ago? I would like to know where it is.",
        "Can you tell me where {order} is? Nothing has come.",
        "The mailbox is empty day after day. Do you know where {order} has got to?",
        "Could you please look up where {order} is right now?",
        "Every time the doorbell rings I hope that it is {order}, and it never is. Where can it be?",
    ),
    "damaged": (
        "Something in {order} arrived broken.",
        "The box of {order} was crushed, and so is what is in it.",
        "I have just unpacked {order}, and there is a long crack through one of the things in it.",
        "Somebody must have dropped {order} on its way to me: it was in pieces when I opened it.",
        "When I opened {order}, I could have cried. What I was looking forward to is dented all over.",
    ),
    "wrong": (
        "I got something else than what I had ordered with {order}.",
        "I am afraid that {order} came with the wrong item.",
        "It looks as if you mixed something up in {order}: there is an item in it that I never chose.",
        "What I unpacked from {order} must have been meant for somebody else, it isn't what I had ordered.",
    ),
    "cancel": (
        "Please cancel {order}, I don't need it anymore.",
        "I have found it cheaper elsewhere. Cancel {order}, please.",
        "My husband bought the same thing yesterday without telling me, so please cancel {order}.",
        "I have slept on it, and I would like you to cancel {order}.",
        "Plans have changed here. Could you cancel {order} for me?",
    ),
}
AGAIN = (
    "My message about {order} was a mistake. {text}",
    "Please forget what I wrote about {order} before, I had mixed something up. {text}",
    "It's me again. {text}",
    "{text}",
)
SORRY = (
    "We are sorry. A replacement is on its way to you.",
    "We are sorry about that. Please send us a photo of the package.",
)
TRACE = ("We have asked the carrier where your package is.", "We are tracing your package and will write again.")
PATIENCE = ("Your order is being packed and leaves us soon.", "Your order has not shipped yet. We will let you know.")
GONE = ("Your order has already shipped. You can return it when it arrives.",)
THANKS = ("Thank you for your message. We are looking into it.", "We have read your message and will get back to you.")
STRANGER = flag("stranger", "the message came from another email address than the order has")
NOT_SHIPPED = Condition("shipped", "is", False, ("no part of the order has been shipped",))
SHIPPED = flag("shipped", "any part of the order has been shipped")


@dataclass(frozen=True)
class Message:
    """What somebody wrote, and how far the order had come by then."""

    order: Row
    wish: str
    day: date
    state: str
    shipped: date | None
    earlier: str
    """What the same person had written before; empty for most."""
    facts: Facts


@dataclass(frozen=True)
class Case:
    handbook: Handbook
    messages: tuple[Message, ...]

    def treatment(self, one: Message) -> Treatment:
        return self.handbook.decide(one.facts, one.day).treatment


@dataclass(frozen=True)
class Messages:
    since: str
    draw: int


LATE = Condition("wish", "is", "late", ("the customer asks {value}",), "where the order is")
CALL_OFF = Condition("wish", "is", "cancel", ("the customer wants to {value} the order",))
BAD = Condition(
    "wish", "one of", ("damaged", "wrong"), ("the customer complains of {value}",), "damaged goods or a wrong item"
)


def _rules(rng: Rng, exceptions: int) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    days = rng.integer(4, 8)
    long_ago = Condition("days", "over", days, ("more than {value} days lie between the shipment and the message",))
    express = said("shipping", "the order's shipping method is", "Swift Couriers - Express")
    unless_large = (total("over", 100 * rng.integer(90, 150)),) if exceptions > 0 else ()
    unless_express = (express,) if exceptions > 1 else ()
    unless_trade = (said("group", "the customer's group is", "Wholesale"),) if exceptions > 2 else ()
    trace, sorry = (
        comment_treatment("tell-trace", rng.choice(TRACE)),
        comment_treatment("tell-sorry", rng.choice(SORRY)),
    )
    return [
        Rule("cancel", (CALL_OFF, NOT_SHIPPED), CANCEL, unless_large),
        Rule("bad", (BAD, SHIPPED), sorry, unless_trade),
        Rule("stranger", (STRANGER,), LEAVE, rank=1),
        Rule("false", (BAD, NOT_SHIPPED), HOLD),
        Rule("lost", (LATE, SHIPPED, long_ago), trace),
        Rule("soon", (LATE, NOT_SHIPPED), comment_treatment("tell-soon", rng.choice(PATIENCE)), unless_express),
        Rule("gone", (CALL_OFF, SHIPPED), comment_treatment("tell-gone", GONE[0])),
    ]


class AnswerMessages(Levelled[Messages]):
    """Answer what customers wrote about their orders, by the rules and by what is true."""

    family = "arena.hard.order-messages"
    revision = 2
    kind = Kind.DO
    goals = (
        "Answer the messages about orders that have come in since {since}, the way our “Order Messages” page says.",
        "Customers have been writing to us about their orders since {since}. Please deal with their messages by our"
        " page “Order Messages”.",
    )
    sites = ("admin", "shop")
    skills = (Skill.POLICY, Skill.INFEASIBLE, Skill.SPLIT, Skill.RECONCILE)
    levels = (
        Dials(rows=5, rules=2, sources=1),
        Dials(rows=8, rules=4, exceptions=1, sources=1),
        Dials(rows=13, rules=6, exceptions=2, sources=2, stale=1),
        Dials(rows=20, rules=7, exceptions=3, sources=2, stale=1, look_alikes=3),
    )
    actions = (22, 26, 45, 66)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, orders: Sequence[Row] | None = None) -> tuple[date, Case] | None:
        """The rules and the messages of a draw; None if not every rule would decide about some message."""
        orders = recent_orders(world, 110) if orders is None else orders
        today = world.lore.today
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            since = today - timedelta(days=rng.integer(6, 9))
            changed = today - timedelta(days=4 if self.dials.stale else 80)
            rules = partial(_rules, exceptions=self.dials.exceptions)
            otherwise = comment_treatment("tell-thanks", rng.choice(THANKS))
            handbook = drawn_handbook(rng, self.dials, rules, otherwise, changed, _notice(rng, today))
            written = [one for order in orders if (one := self._message(order, rng, since, today))]
            fitting = [one for one in written if can_be_done(handbook.decide(one.facts, one.day).treatment, one.state)]
            needed = [notice.rule.name for notice in handbook.notices]
            needed += [rule.name for rule in handbook.versions[-1].policy.rules] + ["otherwise"]
            places = draw_rows(
                rng,
                handbook,
                [(one.facts, one.day) for one in fitting],
                self.dials.rows,
                needed,
                edges=self.dials.stale,
            )
            if places is not None and (not self.dials.stale or any(fitting[one].state == "part" for one in places)):
                return since, Case(handbook, self._again([fitting[place] for place in places]))
        return None

    def _message(self, order: Row, rng: Rng, since: date, today: date) -> Message | None:
        placed = date.fromisoformat(order.created[:10])
        state = drawn_state(rng, order, ("open", "open", "open", "part", "sent", "complete"))
        shipped = placed + timedelta(days=rng.integer(1, 3)) if state != "open" else None
        first = max(since, (shipped or placed) + timedelta(days=1))
        if first >= today:
            return None
        day = first + timedelta(days=rng.integer(0, (today - first).days - 1))
        wish = rng.choice(list(WISHES))
        strange = self.dials.rules > 2 and rng.chance(0.2)
        facts = {
            "wish": wish,
            "shipped": shipped is not None,
            "days": (day - shipped).days if shipped else 0,
            "stranger": strange,
            "total": order.total,
            "group": order.group_name,
            "shipping": order.shipping_title,
            "payment": order.payment_title,
        }
        earlier = rng.choice([one for one in WISHES if one != wish])
        return Message(order, wish, day, state, shipped, earlier, facts)

    def _again(self, chosen: list[Message]) -> tuple[Message, ...]:
        """Some have written twice."""
        twice = [one for one in chosen if not one.facts["stranger"]][: self.dials.look_alikes]
        return tuple(
            one if one in twice else Message(one.order, one.wish, one.day, one.state, one.shipped, "", one.facts)
            for one in chosen
        )

    def _case(self, world: World, p: Messages) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found[1]

    def pool(self, world: World) -> Sequence[Messages]:
        orders = recent_orders(world, 110)
        cases = ((draw, self.case(world, draw, orders)) for draw in range(DRAWS))
        return [Messages(said_day(found[0]), draw) for draw, found in cases if found]

    def prepare(self, world: World, p: Messages) -> None:
        found = self.case(world, p.draw)
        assert found is not None
        since, case = found
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        write_handbook(world, PAGE, case.handbook, rng)
        world.shop.run("DELETE FROM contact_message WHERE created >= ? AND message LIKE '%order%'", str(since))
        letters = []
        for one in sorted(case.messages, key=lambda one: (one.shipped or one.day, one.order.id)):
            reopen(world, one.order)
            if one.shipped:
                bring_to(world, one.order, one.state, datetime.combine(one.shipped, time(10, 30), UTC))
        words = Letters(world, rng, share_long=0.5, share_unnumbered=0.3 if self.dials.exceptions else 0.0)
        for one in case.messages:
            email = foreign_address(world, one.order) if one.facts["stranger"] else one.order.email
            name = words.order_name(one.order, email)
            text = words.next_of(WISHES[one.wish]).format(order=name)
            minute = rng.integer(0, 9 * 60)
            moment = datetime.combine(one.day, time(8 + minute // 60, minute % 60))
            if one.earlier:
                before = words.next_of(WISHES[one.earlier]).format(order=name)
                opened = datetime.combine(max(since, date.fromisoformat(one.order.created[:10]) + DAY), time(7, 0))
                minutes = int((moment - opened).total_seconds() // 60)
                earlier = moment - timedelta(minutes=rng.integer(5, min(minutes, 40 * 60)))
                letters.append((earlier, one, email, words.lengthened(before)))
                text = words.next_of(AGAIN).format(order=name, text=text)
            letters.append((moment, one, email, words.lengthened(text)))
        for moment, one, email, text in sorted(letters, key=lambda letter: (letter[0], letter[1].order.id)):
            name = f"{one.order.first_name} {one.order.last_name}"
            world.shop.insert("contact_message", name=name, email=email, message=text, created=str(moment))

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Messages) -> Expectation:
        case = self._case(world, p)
        deeds = [deed_of(world, one.order, how) for one in case.messages if (how := case.treatment(one)) is not LEAVE]
        untouched = [
            Untouched(f"order {one.order.number}", "shop", "orders", key=(one.order.id,))
            for one in case.messages
            if case.treatment(one) is LEAVE
        ]
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Messages) -> str:
        return (
            "Read the page “Order Messages” and whatever it refers to. Then read each message about an order since"
            f" {p.since} in full, open the order, see whether it is the writer's and what was done with it, decide by"
            " the rules, and do that on the order's page."
        )

    def facts(self, world: World, p: Messages) -> str:
        case = self._case(world, p)
        lines = [f"{one.order.number}: {told(case.treatment(one))}" for one in case.messages]
        return "By the rules, the orders of these messages are treated so: " + "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Messages) -> None:
        case = self._case(person.world, p)
        await read_handbook(person, PAGE, case.handbook)
        await person.goto(f"{OFFICE}/marketing/contact-messages")
        await _treat_all(person, case.messages, case.treatment)

    async def backwards_by_search(self, person: Person, p: Messages) -> None:
        case = self._case(person.world, p)
        for one in reversed(case.messages):
            if case.treatment(one) is not LEAVE:
                await open_order(person, one.order.number)
                await treat(person, one.order, case.treatment(one))
        await person.stop()

    async def believing(self, person: Person, p: Messages) -> None:
        """Takes every claim for true and every writer for the buyer: cancels what can be, and says sorry otherwise."""
        case = self._case(person.world, p)
        sorry = next(rule.then for rule in case.handbook.versions[-1].policy.rules if rule.name == "bad")

        def treatment(one: Message) -> Treatment:
            return CANCEL if one.wish == "cancel" and one.state == "open" else sorry

        await _treat_all(person, case.messages, treatment)

    async def first_rule(self, person: Person, p: Messages) -> None:
        """Gives everybody the answer that no rule stands against."""
        case = self._case(person.world, p)
        await _treat_all(person, case.messages, lambda _: case.handbook.versions[-1].policy.otherwise)

    async def half_done(self, person: Person, p: Messages) -> None:
        """Leaves out the last one that is to be answered."""
        case = self._case(person.world, p)
        due = [one for one in case.messages if case.treatment(one) is not LEAVE]
        await _treat_all(person, due[:-1], case.treatment)

    ways = (backwards_by_search,)
    shortcuts = (believing, first_rule, half_done)


def _notice(rng: Rng, today: date) -> Notice:
    words = "The carrier is behind because of flooded roads. Your package comes two days later."
    carrier = said("shipping", "the order went by", "Parcel Post - Standard")
    rule = Rule("notice", (LATE, SHIPPED, carrier), comment_treatment("tell-flood", words), (STRANGER,))
    return Notice(rule, today - timedelta(days=rng.integer(3, 4)), today + timedelta(days=5))


async def _treat_all(person: Person, messages: Sequence[Message], treated: Callable[[Message], Treatment]) -> None:
    for one in messages:
        await treat(person, one.order, treated(one))
    await person.stop()
