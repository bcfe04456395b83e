"""A script has relabelled orders overnight, some of them twice, and people have already dealt with some. Each order's
history tells who did what: undo what the script did, keep what people decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.shop.rules.order_state import STATUSES, working_status
from webcosm.sites.shop.rules.ordering import add_comment, hold, unhold
from webcosm.sites.shop.seed.fill import admin_accounts
from webcosm.suites.arena.admin._rows import open_order, owner_name
from webcosm.suites.arena.hard._shop import FREE, NOTICES_READ, OFFICE, add_notice
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.worlds import BEGINNING, Moment, Row, Timepiece, World

DRAWS = 24
BOT = "risk.bot"
WORDED = {**FREE, "order_comment": {**FREE["order_comment"], "comment": "people say why, or do not"}}
How = Literal["flagged", "held", "twice", "stacked", "again", "confirmed", "person", "released", "seen"]
"""What happened to an order: what the first five are is undone, the others are left alone."""
WRONG: tuple[How, ...] = ("flagged", "held", "twice", "stacked", "again")
RIGHT: tuple[How, ...] = ("confirmed", "person", "released", "seen")
CONFIRMED = (
    "I've checked this one myself. It stays the way it is.",
    "Called the bank about it: the status is right, leave it.",
)
BESIDE = ("Customer asked for gift wrap.", "Packing slip printed.", "Customer called about the delivery day.")
BY_PERSON = (
    "The address doesn't exist. Waiting for the customer.",
    "Customer wants it next month, so it has to wait.",
    "Third order today with a different card. I don't trust it.",
)
NOTICE = (
    f"Our risk script ran last night with the wrong settings. It signs as {BOT} in the history of an order. Orders go"
    " back to the status they had before the script touched them. Where one of us has written after it that the status"
    " is right, it stays; a comment about something else doesn't count. What people have set themselves stays, too."
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


def _orders(world: World) -> list[Row]:
    """Open orders that have the status that their documents give them, so that it can be brought back."""
    rows = world.shop.rows(
        "SELECT * FROM orders WHERE status IN ('pending', 'processing') AND created < ? ORDER BY id",
        Moment(BEGINNING - timedelta(hours=40)).stamp(),
    )
    return [row for row in rows if working_status(world.shop, row.id) == row.status]


class UndoBotLabels(Levelled[Labels]):
    """Bring back the statuses that a script has changed, unless people have confirmed them."""

    family = "arena.hard.undo-bot-labels"
    kind = Kind.DO
    goals = (
        "Last night our risk script marked orders as suspected fraud or put them on hold by mistake; there's a"
        " notification about it. Undo what it did, but keep what people have decided. Customers don't need to hear"
        " about any of this.",
        "The risk script went wrong last night, see the notifications. Put the orders it relabeled back to the status"
        " they had before, without notifying customers. Don't touch what our people have set or confirmed.",
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
        orders = _orders(world)
        if len(orders) < self.dials.rows + 2:
            return []
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
        rng = Rng(world.universe.seed, self.id, "history", p.draw)
        people = [one.username for one in admin_accounts(world.lore) if one.role == "Clerk"]
        for minute, one in enumerate(rng.shuffled(self.case(world, p))):
            _happen(world, one, rng, rng.choice(people), timedelta(minutes=minute))
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
    if one.how in ("held", "twice", "stacked", "again", "person"):
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
    score = rng.integer(60, 97)
    if one.how == "person":
        hold(db, day_before, number, comment=rng.choice(BY_PERSON[:2]), author=person)
    if one.how in ("stacked", "seen"):
        add_comment(db, day_before, number, "fraud", BY_PERSON[2], author=person)
    if one.how in ("flagged", "twice", "confirmed"):
        add_comment(db, night, number, "fraud", f"Risk score {score}.", author=BOT)
    if one.how in ("held", "again", "released", "stacked"):
        hold(db, night, number, comment=f"Risk score {score}.", author=BOT)
    if one.how in ("person", "seen"):
        status = "holded" if one.how == "person" else "fraud"
        add_comment(db, night, number, status, f"Risk score {score}. No change.", author=BOT)
    if one.how == "twice":
        hold(db, rerun, number, comment=f"Risk score {score}, second run.", author=BOT)
    if one.how == "again":
        unhold(db, Moment(night.when + timedelta(hours=1)), number, comment="Known customer.", author=person)
        hold(db, rerun, number, comment=f"Risk score {score}, second run.", author=BOT)
    if one.how == "released":
        unhold(db, morning, number, comment="Known customer.", author=person)
    status = str(db.value("SELECT status FROM orders WHERE id = ?", number))
    if one.how == "confirmed":
        add_comment(db, morning, number, status, rng.choice(CONFIRMED), author=person)
    elif one.how in ("flagged", "held") and rng.chance(0.5):
        add_comment(db, morning, number, status, rng.choice(BESIDE), author=person)
