"""A script has relabelled orders overnight, some of them twice, and people have already dealt with some. Each order's
history tells who did what: undo what the script did, keep what people decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import cycle
from typing import Literal

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.shop.rules.order_state import STATUSES, working_status
from webcosm.sites.shop.rules.ordering import add_comment, hold, unhold
from webcosm.sites.shop.seed.fill import admin_accounts
from webcosm.suites.arena.admin._rows import open_order, owner_name
from webcosm.suites.arena.hard._orders import reopen
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ, OFFICE, add_notice
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.worlds import BEGINNING, Moment, Row, Timepiece, World

OPEN = "status IN ('pending', 'processing')"
DRAWS = 24
BOT = "risk.bot"
WORDED = {**FREE, "order_comment": {**FREE["order_comment"], "comment": "people say why, or do not"}}
How = Literal["flagged", "held", "twice", "stacked", "again", "confirmed", "person", "approved", "released", "seen"]
"""What happened to an order: what the first five are is undone, the others are left alone."""
WRONG: tuple[How, ...] = ("flagged", "held", "twice", "stacked", "again")
RIGHT: tuple[How, ...] = ("confirmed", "person", "approved", "released", "seen")
Remark = Literal["open", "beside", "early", "taken back", "none"]
REMARKS: tuple[Remark, ...] = ("open", "beside", "early", "taken back", "none")
"""What people have written on orders that are to be undone, one after the other."""
SCORED = (
    "Risk score {score}.",
    "Score {score} of 100: card and delivery country differ.",
    "Address not verified, score {score}.",
    "Automatic check: {score} points.",
)
AGAIN = ("Second run, score {score}.", "Checked again: {score} points.", "Risk score {score}, second run.")
STILL_SEEN = (
    "Risk score {score}, no change.",
    "Already marked. Score {score}.",
    "Checked: {score} points, left as is.",
)
CONFIRMED = {
    "fraud": (
        "I've checked this one myself. It stays the way it is.",
        "Called the bank about it: the status is right, leave it.",
        "The card was reported stolen. The script got this one right.",
        "Phoned the customer and the owner of the card, they don't know each other. Suspected fraud is correct here.",
        "Went through it this morning. Please don't take the mark off.",
        "I agree with the script here: the delivery address is an empty lot.",
    ),
    "holded": (
        "I've checked this one myself. It stays the way it is.",
        "Spoke to the customer: on hold is right, they're moving.",
        "The script got this one right, the payment bounced. Leave it on hold.",
        "Good catch, nobody lives there. Please don't release it.",
        "Went through it this morning and agree: it has to wait.",
    ),
}
EARLY = (
    "Called the customer about it: everything is right with this one.",
    "I've checked this one myself, it's fine.",
    "Payment checked, status is right.",
)
"""Written before the script ran, so not about what it did."""
TAKEN_BACK = (
    "Forget my comment above, that was about another order.",
    "Sorry, wrong order. I haven't looked at this one.",
    "Please ignore what I wrote before, I mixed up two customers.",
)
BESIDE = (
    "Customer asked for gift wrap.",
    "Packing slip printed.",
    "Customer called about the delivery day.",
    "New phone number noted.",
    "I've checked the stock, we have everything.",
    "Address is right, the customer confirmed the apartment number.",
)
MENTIONED = {
    "fraud": (
        "Customer wants to know why it says suspected fraud. Told them we'd find out.",
        "Suspected fraud? Somebody should look into this.",
        "Marked as suspected fraud, haven't had time to check it.",
        "I can't tell if suspected fraud is right. Asked the bank, no answer yet.",
    ),
    "holded": (
        "Customer called: why is it on hold? Told them we'd find out.",
        "On hold since the night, haven't had time to check it.",
        "Is it right that this one is on hold? I can't tell.",
        "The warehouse asks how long this stays on hold. No idea yet.",
    ),
}
"""They name the status and do not confirm it."""
HELD_BY_PERSON = (
    "The address doesn't exist. Waiting for the customer.",
    "Customer wants it next month, so it has to wait.",
    "Customer may want another size, waiting for the answer.",
    "Away until the first, nobody there to take it in.",
)
SUSPECTED_BY_PERSON = (
    "Third order today with a different card. I don't trust it.",
    "Same address as the one that was charged back in March.",
    "Name on the card isn't the customer's.",
)
RELEASED = ("Known customer.", "Buys here every month, it's fine.", "Spoke to the customer, all in order.")
NOTICE = (
    f"Our risk script ran last night with the wrong settings. It signs as {BOT} in the history of an order. Orders go"
    " back to the status they had before the script touched them. Where one of us has written after it that the status"
    " is right, and hasn't taken it back, it stays; a comment about something else doesn't count, nor does one that"
    " asks or leaves it open. What people have set themselves stays, too."
)


@dataclass(frozen=True)
class Labels:
    orders: str
    """Their ids, in the order in which they were drawn."""
    draw: int


@dataclass(frozen=True)
class Handled:
    order: Row
    how: How
    before: str
    """The status that its documents give it, and that it had at first."""

    def __hash__(self) -> int:
        return int(self.order.id)


def _orders(world: World, enough: int) -> list[Row]:
    """Open orders that have the status that their documents give them, so that it can be brought back. Where there are
    too few, the last complete ones too, which are opened again."""
    before = Moment(BEGINNING - timedelta(hours=40)).stamp()
    rows = world.shop.rows(f"SELECT * FROM orders WHERE {OPEN} AND created < ? ORDER BY id", before)
    rows = [row for row in rows if working_status(world.shop, row.id) == row.status]
    if len(rows) < enough:
        complete = "SELECT * FROM orders WHERE status = 'complete' AND created < ? ORDER BY id DESC LIMIT ?"
        rows += world.shop.rows(complete, before, enough + 10 - len(rows))
    return rows


class UndoBotLabels(Levelled[Labels]):
    """Bring back the statuses that a script has changed, unless people have confirmed them."""

    family = "arena.hard.undo-bot-labels"
    kind = Kind.DO
    revision = 3
    goals = (
        "Last night our risk script marked orders as suspected fraud or put them on hold by mistake; there's a"
        " notification about it. Undo what it did, but keep what people have decided. Customers don't need to hear"
        " about any of this.",
        "Our risk script went wrong last night; the notifications say what happened. Put the orders it relabeled back"
        " to the status they had before, without notifying customers. Don't touch what our people have set or"
        " confirmed.",
    )
    sites = ("admin",)
    skills = (Skill.REPAIR, Skill.RECONCILE, Skill.COVERAGE)
    levels = (
        Dials(rows=4, faults=2),
        Dials(rows=9, faults=5),
        Dials(rows=16, faults=9),
        Dials(rows=26, faults=14),
    )
    actions = (7, 16, 26, 39)

    # The case ---------------------------------------------------------------------------------------------------------

    def pool(self, world: World) -> Sequence[Labels]:
        orders = _orders(world, self.dials.rows + 2)
        draws = [Rng(world.universe.seed, self.id, draw).sample(orders, self.dials.rows) for draw in range(2 * DRAWS)]
        drawn = {",".join(str(one.id) for one in chosen): draw for draw, chosen in enumerate(draws)}
        return [Labels(orders, draw) for orders, draw in list(drawn.items())[:DRAWS]]

    def case(self, world: World, p: Labels) -> tuple[Handled, ...]:
        wrong, right = WRONG[: self.level + 1], RIGHT[: self.level + 1]
        hows: list[How] = [wrong[place % len(wrong)] for place in range(self.dials.faults)]
        hows += [right[place % len(right)] for place in range(self.dials.rows - self.dials.faults)]
        found = []
        for number, how in zip(map(int, p.orders.split(",")), hows, strict=True):
            order = world.shop.row("SELECT * FROM orders WHERE id = ?", number)
            assert order is not None
            found.append(Handled(order, how, working_status(world.shop, number)))
        return tuple(found)

    def prepare(self, world: World, p: Labels) -> None:
        for number in map(int, p.orders.split(",")):
            if complete := world.shop.row("SELECT * FROM orders WHERE id = ? AND status = 'complete'", number):
                reopen(world, complete)
        rng = Rng(world.universe.seed, self.id, "history", p.draw)
        people = [one.username for one in admin_accounts(world.lore) if one.role == "Clerk"]
        handled = rng.shuffled(self.case(world, p))
        remarks = dict(zip([one for one in handled if one.how in WRONG], cycle(REMARKS), strict=False))
        for minute, one in enumerate(handled):
            if remarks.get(one) == "early":
                moment = Moment(BEGINNING - timedelta(hours=33) + timedelta(minutes=minute))
                words = rng.choice(EARLY)
                add_comment(world.shop, moment, one.order.id, one.before, words, author=rng.choice(people))
            _happen(world, one, rng, rng.choice(people), timedelta(minutes=minute))
        for place, (one, remark) in enumerate(remarks.items()):
            _remark(world, one, rng, rng.choice(people), place, remark)
        add_notice(world, "The risk script went wrong", NOTICE, Moment(BEGINNING - timedelta(minutes=25)).stamp())

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Labels) -> Expectation:
        owner = owner_name(world)
        deeds, untouched = [], []
        for one in self.case(world, p):
            if one.how in WRONG:
                label = f"order {one.order.number} ({one.how}) has the status from before"
                do = partial(_undo, one=one, author=owner)
                deeds.append(Deed(label, do))
            else:
                label = f"order {one.order.number} ({one.how})"
                untouched.append(Untouched(label, "shop", "orders", key=(one.order.id,)))
        return expect_deeds(world, deeds, WORDED, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Labels) -> str:
        return (
            "Read the notification. Then open every order that is on hold or suspected of fraud and read its history:"
            " what the script has changed and nobody has confirmed is undone step by step, with Unhold and by a comment"
            " that sets the status, until the order has the status from before the script."
        )

    def facts(self, world: World, p: Labels) -> str:
        lines = [
            f"{one.order.number} goes back to {STATUSES['fraud' if one.how == 'stacked' else one.before]}"
            for one in self.case(world, p)
            if one.how in WRONG
        ]
        return "; ".join(lines) + ". All others stay as they are."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Labels) -> None:
        await person.goto(f"{OFFICE}/notifications")
        await self._undo_all(person, [one for one in self.case(person.world, p) if one.how in WRONG])

    async def last_first_with_a_word(self, person: Person, p: Labels) -> None:
        """Found by their numbers; says why where a comment is due."""
        for one in reversed(self.case(person.world, p)):
            if one.how in WRONG:
                await open_order(person, one.order.number)
                await _press(person, one, "The script was wrong.")
        await person.stop()

    async def first_rule(self, person: Person, p: Labels) -> None:
        """Undoes whatever the script has touched, or has left as people had set it."""
        await self._undo_all(person, [one for one in self.case(person.world, p) if one.how not in ("released", "seen")])

    async def half_done(self, person: Person, p: Labels) -> None:
        await self._undo_all(person, [one for one in self.case(person.world, p) if one.how in WRONG][:-1])

    async def one_step_back(self, person: Person, p: Labels) -> None:
        """Takes orders off hold and leaves marks of fraud alone."""
        for one in self.case(person.world, p):
            if one.how in ("held", "twice", "stacked", "again"):
                await person.goto(f"{OFFICE}/sales/orders/{one.order.id}")
                await person.click("Unhold", role="button")
        await person.stop()

    ways = (last_first_with_a_word,)
    shortcuts = (first_rule, half_done, one_step_back)

    async def _undo_all(self, person: Person, handled: Sequence[Handled]) -> None:
        for one in handled:
            await person.goto(f"{OFFICE}/sales/orders/{one.order.id}")
            await _press(person, one)
        await person.stop()


async def _press(person: Person, one: Handled, words: str = "") -> None:
    """On the order's page: off hold, if it is, and out of suspicion, if the script was first to suspect it."""
    if one.how in ("held", "twice", "stacked", "again", "person", "approved"):
        await person.click("Unhold", role="button")
    if one.how in ("flagged", "twice", "confirmed"):
        await person.choose("Status", STATUSES[one.before])
        if words:
            await person.fill("Comment", words)
        await person.click("Submit comment", role="button")


def _undo(world: World, clock: Timepiece, one: Handled, author: str) -> None:
    if one.how != "flagged":
        unhold(world.shop, clock, one.order.id, author=author)
    if one.how in ("flagged", "twice"):
        add_comment(world.shop, clock, one.order.id, one.before, "", author=author)


def _happen(world: World, one: Handled, rng: Rng, person: str, offset: timedelta) -> None:
    """Writes what happened to an order: before the script, at night, and in the morning."""
    db, number = world.shop, one.order.id
    day_before, night, rerun, morning = (
        Moment(BEGINNING - timedelta(hours=hours) + offset) for hours in (30, 13, 5, 2)
    )

    def scored(words: Sequence[str]) -> str:
        return rng.choice(words).format(score=score)

    score = rng.integer(60, 97)
    if one.how == "person":
        hold(db, day_before, number, comment=rng.choice(HELD_BY_PERSON), author=person)
    if one.how in ("stacked", "seen"):
        add_comment(db, day_before, number, "fraud", rng.choice(SUSPECTED_BY_PERSON), author=person)
    if one.how in ("flagged", "twice", "confirmed"):
        add_comment(db, night, number, "fraud", scored(SCORED), author=BOT)
    if one.how in ("held", "again", "released", "stacked", "approved"):
        hold(db, night, number, comment=scored(SCORED), author=BOT)
    if one.how == "seen":
        add_comment(db, night, number, "fraud", scored(STILL_SEEN), author=BOT)
    if one.how == "twice":
        hold(db, rerun, number, comment=scored(AGAIN), author=BOT)
    if one.how == "again":
        unhold(db, Moment(night.when + timedelta(hours=1)), number, comment=rng.choice(RELEASED), author=person)
        hold(db, rerun, number, comment=scored(AGAIN), author=BOT)
    if one.how == "released":
        unhold(db, morning, number, comment=rng.choice(RELEASED), author=person)
    if one.how in ("confirmed", "approved"):
        status = _status(world, one)
        add_comment(db, morning, number, status, rng.choice(CONFIRMED[status]), author=person)


def _remark(world: World, one: Handled, rng: Rng, person: str, place: int, remark: Remark) -> None:
    """In the morning, somebody writes what does not confirm the script's doing, or confirms it and takes that back."""
    status = _status(world, one)
    said: Mapping[Remark, list[tuple[str, ...]]] = {
        "open": [MENTIONED[status]],
        "beside": [BESIDE],
        "taken back": [CONFIRMED[status], TAKEN_BACK],
    }
    for later, words in enumerate(said.get(remark, [])):
        moment = Moment(BEGINNING - timedelta(minutes=60 - place - 15 * later))
        add_comment(world.shop, moment, one.order.id, status, rng.choice(words), author=person)


def _status(world: World, one: Handled) -> str:
    return str(world.shop.value("SELECT status FROM orders WHERE id = ?", one.order.id))
