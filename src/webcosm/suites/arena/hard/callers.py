"""Callers: put the orders on hold that people called about. Which order somebody meant is sometimes written down at the
site, sometimes known to the user alone, and sometimes revised while one is at it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.shop.rules.ordering import add_comment, find_order, hold, unhold
from webcosm.suites.arena.admin._rows import BUYER, all_rows, apply_filters, owner_name
from webcosm.suites.arena.hard._orders import reopen
from webcosm.suites.arena.hard._shop import FREE, OFFICE
from webcosm.tasks import Dials, Event, Kind, Levelled, Lost, Person, Situation, Skill, Slot, User, happened
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, Timepiece, World

DRAWS = 24
OPEN = "status IN ('pending', 'processing', 'fraud')"
NOTES = (
    "{first} called about this order this morning.",
    "Phone call with {first} today, it was about this one.",
    "{first} has rung us up because of this order.",
)
How = Literal["asked", "noted", "single"]


@dataclass(frozen=True)
class Caller:
    """Somebody with open orders, one of which is meant."""

    first: str
    last: str
    orders: tuple[Row, ...]
    meant: Row
    other: Row
    """What they mean after all, if they call again; the same as `meant` for those with one open order."""
    how: How
    """How to find out which: from the user, from a note at the order, or because there is just one."""

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"

    def __hash__(self) -> int:
        return int(self.meant.id)


@dataclass(frozen=True)
class Callers:
    names: str
    draw: int


ORDERS = (
    f"SELECT orders.*, {BUYER} AS buyer,"
    " (SELECT group_concat(name, '|') FROM order_item WHERE order_id = orders.id) AS goods FROM orders"
)
SEVERAL = 9
"""So many buyers with several open orders there are at least."""


def open_orders(world: World) -> dict[str, list[Row]]:
    """By buyer: all with open orders whose names are nobody else's. Left out is who has an order of which one could
    argue whether it is open: one that is suspected of fraud."""
    rows = world.shop.rows(f"{ORDERS} WHERE {OPEN} ORDER BY orders.id")
    often = {
        row.buyer: row.emails
        for row in world.shop.rows(f"SELECT {BUYER} AS buyer, count(DISTINCT email) AS emails FROM orders GROUP BY 1")
    }
    found: dict[str, list[Row]] = {}
    for row in rows:
        if often[row.buyer] == 1:
            found.setdefault(row.buyer, []).append(row)
    others = {name for name, count in often.items() if count == 1} - set(found)
    found = {buyer: orders for buyer, orders in found.items() if all(one.status != "fraud" for one in orders)}
    return found | _opened_again(world, others, found)


def _opened_again(world: World, others: set[str], found: Mapping[str, Sequence[Row]]) -> dict[str, list[Row]]:
    """The last two complete orders of some buyers, where few have several open ones: these are opened again."""
    lacking = SEVERAL - sum(len(orders) > 1 for orders in found.values())
    again: dict[str, list[Row]] = {}
    for row in world.shop.rows(f"{ORDERS} WHERE status = 'complete' ORDER BY orders.id DESC LIMIT 400"):
        if row.buyer in others and len(again.get(row.buyer, ())) < 2:
            again.setdefault(row.buyer, []).insert(0, row)
    several = [(buyer, orders) for buyer, orders in again.items() if len(orders) == 2]
    return dict(several[: max(0, lacking)])


def _description(order: Row, orders: Iterable[Row]) -> str:
    """What tells an order from the buyer's other open ones."""
    others = [one for one in orders if one.id != order.id]
    mine = [name for name in order.goods.split("|") if not any(name in one.goods.split("|") for one in others)]
    if mine:
        return f"the one with the {mine[0]}"
    if all(one.created[:10] != order.created[:10] for one in others):
        return f"the one placed on {said_day(order.created)}"
    return ""


class HoldForCallers(Levelled[Callers]):
    """Put the orders on hold that people called about."""

    family = "arena.hard.hold-for-callers"
    kind = Kind.DO
    goals = (
        "This morning I had {names} on the phone, about one open order each. Put those orders on hold, please.",
        "{names} called today about an order that's still open. Put the order each of them called about on hold, and no"
        " others.",
    )
    sites = ("admin",)
    skills = (Skill.ASK, Skill.LATE_CHANGE, Skill.LOOK_ALIKES)
    revision = 3
    levels = (
        Dials(rows=1, gaps=1),
        Dials(rows=3, gaps=1, sources=1),
        Dials(rows=4, gaps=2, sources=1, events=1),
        Dials(rows=6, gaps=2, sources=3, events=2),
    )
    actions = (10, 22, 33, 48)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, found: dict[str, list[Row]] | None = None) -> tuple[Caller, ...] | None:
        found = open_orders(world) if found is None else found
        rng = Rng(world.universe.seed, self.id, draw)
        several = {name: orders for name, orders in found.items() if len(orders) > 1}
        several = {name: all_ for name, all_ in several.items() if all(_description(one, all_) for one in all_)}
        single = [name for name, orders in found.items() if len(orders) == 1]
        unclear = self.dials.gaps + self.dials.sources
        if len(several) < unclear or len(single) < self.dials.rows - unclear:
            return None
        chosen = rng.sample(list(several), unclear) + rng.sample(single, self.dials.rows - unclear)
        last_names = [found[name][0].last_name for name in chosen]
        if len(set(last_names)) < len(last_names):
            return None  # a question that names one of them would name another
        hows: list[How] = ["single"] * self.dials.rows
        hows[:unclear] = ["asked" if place < self.dials.gaps else "noted" for place in range(unclear)]
        callers = []
        for name, how in zip(chosen, hows, strict=True):
            orders = rng.shuffled(found[name])
            one, other = orders[0], orders[-1]
            callers.append(Caller(one.first_name, one.last_name, tuple(found[name]), one, other, how))
        return tuple(callers)

    def _case(self, world: World, p: Callers) -> tuple[Caller, ...]:
        """As it was before anybody touched an order."""
        with world.universe.open() as first:
            found = self.case(first, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Callers]:
        found = open_orders(world)
        cases = {draw: self.case(world, draw, found) for draw in range(2 * DRAWS)}
        drawn = {frozenset(case): (draw, case) for draw, case in cases.items() if case}
        return [
            Callers(_listed([one.name for one in Rng(self.id, draw).shuffled(case)]), draw)
            for draw, case in list(drawn.values())[:DRAWS]
        ]

    def prepare(self, world: World, p: Callers) -> None:
        rng = Rng(world.universe.seed, self.id, "notes", p.draw)
        for caller in self._case(world, p):
            for order in caller.orders:
                if order.status == "complete":
                    reopen(world, order)
            if caller.how == "noted":
                words = rng.choice(NOTES).format(first=caller.first)
                order = caller.meant
                status = find_order(world.shop, order.id).status
                add_comment(world.shop, world.clock, order.id, status, words, author=owner_name(world))

    # What the user knows, and what happens ----------------------------------------------------------------------------

    def user(self, world: World, p: Callers) -> User:
        callers = self._case(world, p)
        names = "|".join(re.escape(word.casefold()) for one in callers for word in (one.first, one.last))
        nobody = re.compile(rf"^(?!.*\b(?:{names})\b).*\b(?:which|what|whose)\b.*\borders?\b")
        slots = []
        for caller in callers:
            replies = {
                "asked": f"{caller.first} meant {_description(caller.meant, caller.orders)}.",
                "noted": f"I wrote that down at the order that {caller.first} meant; please look there.",
                "single": f"I think {caller.first} has only one open order; please have a look.",
            }
            asks: tuple[str | re.Pattern[str], ...] = (caller.last, f"{caller.first} order", f"{caller.first} mean")
            if caller.how == "asked":
                asks = (*asks, nobody)
            slots.append(Slot(f"{caller.name}'s order", asks, replies[caller.how], needed=caller.how == "asked"))
        return User(tuple(slots), spare=1)

    def _changed(self, world: World, p: Callers) -> dict[str, Caller]:
        """Who calls again, by event: the first who had to be asked about, and the first whose order was noted."""
        callers = self._case(world, p)
        again = {}
        if self.dials.events > 0:
            again["revised"] = next(one for one in callers if one.how == "asked")
        if self.dials.events > 1:
            again["retracted"] = next(one for one in callers if one.how == "noted")
        return again

    def events(self, world: World, p: Callers) -> Sequence[Event]:
        messages = {
            "revised": "{first} {last} has just called again: it is another order after all, {other}. Put that one on"
            " hold instead and take the first one off hold again.",
            "retracted": "{first} {last} has called back, the matter is settled. Take that order off hold again.",
        }
        return [
            Event(
                name,
                partial(_is_held, order=caller.meant.id),
                messages[name].format(
                    first=caller.first, last=caller.last, other=_description(caller.other, caller.orders)
                ),
            )
            for name, caller in self._changed(world, p).items()
        ]

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Callers) -> Expectation:
        again = {one.name: name for name, one in self._changed(world, p).items() if happened(world, name)}
        owner = owner_name(world)
        deeds, untouched = [], []
        for caller in self._case(world, p):
            event = again.get(caller.name)
            deed = _hold_and_release if event else _hold
            words = "held and released again" if event else "on hold"
            done = [(caller.meant, deed, words)]
            if event == "revised":
                done.append((caller.other, _hold, "on hold"))
            for order, do, said in done:
                label = f"order {order.number} of {caller.name}: {said}"
                deeds.append(Deed(label, partial(do, order=order.id, author=owner)))
            touched = {order.id for order, *_ in done}
            untouched += [
                Untouched(f"order {one.number} of {caller.name}", "shop", "orders", key=(one.id,))
                for one in caller.orders
                if one.id not in touched
            ]
        return expect_deeds(world, deeds, FREE, untouched)

    def plan(self, world: World, p: Callers) -> str:
        return (
            "For each name, list the open orders in Sales. Where there are several, see whether a comment on one of"
            " them says that it is the one; otherwise ask me. Hold the order on its page, and mind what I tell you"
            " meanwhile."
        )

    def facts(self, world: World, p: Callers) -> str:
        return "; ".join(f"{one.name} called about order {one.meant.number}" for one in self._case(world, p)) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Callers) -> None:
        for caller in self._case(person.world, p):
            rows = await _list_orders(person, caller.name)
            if caller.how == "asked":
                reply = await person.ask(f"Which of {caller.name}'s {len(rows)} open orders do you mean?")
                if _description(caller.meant, caller.orders) not in reply:
                    raise Lost(f"the user does not say which order: {reply!r}")
            elif caller.how == "noted":
                await person.goto(_address(caller.meant))
                if not person.sees(caller.first):
                    raise Lost(f"there is no note at order {caller.meant.number}")
            await self._hold_and_listen(person, caller)
        await person.stop()

    async def _hold_and_listen(self, person: Person, caller: Caller) -> None:
        before = len(person.heard())
        await _press(person, caller.meant, "Hold")
        for news in person.heard()[before:]:
            await _press(person, caller.meant, "Unhold")
            if "instead" in news:
                await _press(person, caller.other, "Hold")

    async def all_questions_first(self, person: Person, p: Callers) -> None:
        callers = self._case(person.world, p)
        for caller in callers:
            if caller.how == "asked":
                await person.ask(f"{caller.name} has several open orders. Could you tell me which one it is about?")
        for caller in reversed(callers):
            await self._hold_and_listen(person, caller)
        await person.stop()

    async def guessing(self, person: Person, p: Callers) -> None:
        """Right by luck, without asking."""
        for caller in self._case(person.world, p):
            await self._hold_and_listen(person, caller)
        await person.stop()

    async def half_done(self, person: Person, p: Callers) -> None:
        """Asks, and leaves out the last one."""
        callers = self._case(person.world, p)
        for caller in callers:
            if caller.how == "asked":
                await person.ask(f"Which order of {caller.name} do you mean?")
        for caller in callers[:-1]:
            await self._hold_and_listen(person, caller)
        await person.stop()

    async def asking_about_all(self, person: Person, p: Callers) -> None:
        """Asks about everybody, also where it could have looked, and once again."""
        for caller in self._case(person.world, p):
            for _ in range(3):
                await person.ask(f"Which order of {caller.name} do you mean?")
            await self._hold_and_listen(person, caller)
        await person.stop()

    async def not_listening(self, person: Person, p: Callers) -> None:
        """Holds what the user said at first; the first of several, if nothing is said later."""
        for caller in self._case(person.world, p):
            if caller.how == "asked":
                await person.ask(f"Which order of {caller.name} do you mean?")
            late = self.dials.events > 0
            order = caller.meant if late or caller.how != "asked" else _another(caller)
            await _press(person, order, "Hold")
        await person.stop()

    ways = (all_questions_first,)
    shortcuts = (guessing, half_done, asking_about_all, not_listening)


def _another(caller: Caller) -> Row:
    return next(one for one in caller.orders if one.id != caller.meant.id)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _is_held(situation: Situation, order: int) -> bool:
    return situation.updated("shop", "orders", id=order, status="holded") > 0


def _hold(world: World, clock: Timepiece, order: int, author: str) -> None:
    hold(world.shop, clock, order, author=author)


def _hold_and_release(world: World, clock: Timepiece, order: int, author: str) -> None:
    hold(world.shop, clock, order, author=author)
    unhold(world.shop, clock, order, author=author)


def _address(order: Row) -> str:
    return f"{OFFICE}/sales/orders/{order.id}"


async def _list_orders(person: Person, name: str) -> list[dict[str, str]]:
    """The open orders of a buyer; seven actions or so."""
    await person.goto(f"{OFFICE}/sales/orders")
    await apply_filters(person, {"Customer name": name})
    return [row for row in await all_rows(person) if row["Status"] in ("Pending", "Processing", "Suspected Fraud")]


async def _press(person: Person, order: Row, button: str) -> None:
    """Two actions: opens the order, unless it is open, and presses a button on its page."""
    if person.view.url.partition("?")[0] != _address(order):
        await person.goto(_address(order))
    await person.click(button, role="button")
