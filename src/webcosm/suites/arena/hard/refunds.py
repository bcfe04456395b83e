"""Refunds against credit memos: whether the money that went out is what the paper says, and what explains it if not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation, Matcher
from webcosm.lore import Rng
from webcosm.sites.shop.rules.ordering import add_comment, find_order, make_credit_memo
from webcosm.suites.arena.admin._rows import open_order, owner_name
from webcosm.suites.arena.hard._orders import bring_to, comment_on, recent_orders, reopen
from webcosm.suites.arena.hard._shop import FREE, OFFICE, add_page
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.dates import said_month
from webcosm.tasks.money import price_text
from webcosm.worlds import Moment, Row, Timepiece, Value, World

DRAWS = 24
PAGE = (
    "Every credit memo must be paid back in full: the refunds among the transactions carry the credit memo's number"
    " behind “REF-”. Look at every credit memo of the month and at the comments on its order.\n\n"
    "- A credit memo may be paid in several refunds. What counts is their sum.\n"
    "- Money that was handed out in cash counts as well, if a comment on the order says so and no later one takes it"
    " back.\n"
    "- Where less was paid back than the credit memo says, comment “Refund too low by …” on the order, with the amount"
    " that is missing.\n"
    "- Where more was paid back, comment “Refund too high by …”, with the amount that is too much.\n"
    "- Where nothing at all was paid back, comment “Refund missing: …”, with the whole amount of the credit memo.\n\n"
    "Write amounts like $12.30. Nobody gets an email about it, the comment is not shown on the storefront, and orders"
    " whose refunds are right get no comment."
)
CASH = (
    "{amount} of the refund was paid out in cash at the counter.",
    "The customer came by and got {amount} in cash; the rest goes the usual way.",
)
NO_CASH = (
    "Correction: the cash was for another order. Nothing was handed out on this one.",
    "My mistake, that was somebody else's order. No cash was paid for this one.",
)
Kind_ = Literal[
    "right", "low", "high", "missing", "split", "split low", "cash", "cash low", "cash high", "no cash", "no cash low"
]
COUNTED = ("cash", "cash low", "cash high")
"""Where money was handed out in cash, and nobody takes that back."""
KINDS: dict[int, tuple[Kind_, ...]] = {
    1: ("low", "high"),
    2: ("low", "high"),
    3: ("low", "high", "missing", "cash high"),
    4: ("low", "high", "missing", "split low", "cash low", "cash high", "no cash low"),
}
DECOYS: dict[int, tuple[Kind_, ...]] = {1: (), 2: ("split",), 3: ("split", "cash"), 4: ("split", "cash", "no cash")}


@dataclass(frozen=True)
class Refund:
    """An order that was refunded this month."""

    order: Row
    kind: Kind_
    when: datetime
    delta: int
    """By how much too little or too much was paid, in cents."""
    cash: int
    note: str
    correction: str
    """What takes the note back, where something does."""
    fee: int

    @property
    def total(self) -> int:
        """What the credit memo says: all of the order but for a fee."""
        return int(self.order.total) - self.fee

    @property
    def difference(self) -> int:
        """What was paid in all, less what the credit memo says."""
        match self.kind:
            case "low" | "split low" | "cash low":
                return -self.delta
            case "high":
                return self.delta
            case "cash high":
                return self.cash
            case "no cash low":
                return -self.cash
            case "missing":
                return -self.total
            case _:
                return 0

    @property
    def words(self) -> str:
        """The comment that is due; empty if all is right."""
        if self.kind == "missing":
            return f"Refund missing: {price_text(self.total)}"
        how = "low" if self.difference < 0 else "high"
        return f"Refund too {how} by {price_text(abs(self.difference))}" if self.difference else ""


@dataclass(frozen=True)
class Refunds:
    month: str
    draw: int


class CheckRefunds(Levelled[Refunds]):
    """Find the refunds that differ from their credit memos and note by how much."""

    family = "arena.hard.refund-mismatch"
    kind = Kind.DO
    goals = (
        "Not every refund in {month} matches its credit memo. Note each mismatch on its order the way our “Checking"
        " Refunds” page says.",
        "Please check the refunds for {month} against the credit memos. Our page “Checking Refunds” says what counts"
        " and what to write on the orders that are off.",
    )
    sites = ("admin", "shop")
    skills = (Skill.RECONCILE, Skill.COVERAGE, Skill.LOOK_ALIKES)
    revision = 2
    levels = (
        Dials(rows=6, faults=1, sources=2),
        Dials(rows=11, faults=2, look_alikes=2, sources=2),
        Dials(rows=18, faults=4, look_alikes=4, sources=3),
        Dials(rows=28, faults=7, look_alikes=6, sources=3, stale=3),
    )
    actions = (7, 10, 16, 25)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, orders: Sequence[Row] | None = None) -> tuple[Refund, ...]:
        rng = Rng(world.universe.seed, self.id, draw)
        today = world.lore.today
        orders = self._orders(world) if orders is None else orders
        wrong, decoys = KINDS[self.level], DECOYS[self.level]
        kinds: list[Kind_] = [wrong[place % len(wrong)] for place in range(self.dials.faults)]
        if self.dials.faults < len(wrong):
            kinds = list(rng.sample(list(wrong), self.dials.faults))
        kinds += [decoys[place % len(decoys)] for place in range(self.dials.look_alikes)]
        kinds += ["right"] * (self.dials.rows - len(kinds))
        first = datetime.combine(today.replace(day=2), time(9, 0), UTC)
        moments = sorted(rng.sample(range((today.day - 3) * 100), self.dials.rows))
        found = []
        for order, kind, at in zip(rng.sample(list(orders), len(kinds)), rng.shuffled(kinds), moments, strict=True):
            # A digit that was swapped or mistyped: nothing that stands out.
            delta = rng.choice((9, 18, 27, 90, 100, 180, 270, 300, 450, 500, 540))
            cash = 100 * rng.integer(3, 8)
            note = rng.choice(CASH).format(amount=price_text(cash))
            when = first + timedelta(days=at // 100, minutes=6 * (at % 100))
            correction, fee = rng.choice(NO_CASH), rng.choice((0, 0, 0, 250, 400))
            found.append(Refund(order, kind, when, delta, cash, note, correction, fee))
        return tuple(found)

    def _orders(self, world: World) -> list[Row]:
        """Of the weeks before this month, with money enough for a difference."""
        begin = f"{world.lore.today:%Y-%m}-01"
        return [one for one in recent_orders(world, 220) if one.created < begin and 3500 < one.total < 30000]

    def pool(self, world: World) -> Sequence[Refunds]:
        month = said_month(world.lore.today)
        return [Refunds(month, draw) for draw in range(DRAWS)]

    def prepare(self, world: World, p: Refunds) -> None:
        db, author = world.shop, owner_name(world)
        add_page(world, "Checking Refunds", "checking-refunds", PAGE, "2026-01-12 09:00:00")
        refunds = self.case(world, p.draw)
        for one in refunds:
            reopen(world, one.order)
            bring_to(world, one.order, "complete")
        for one in refunds:
            make_credit_memo(db, Moment(one.when), one.order.id, adjustment=-one.fee, author=author)
            self._pay(world, one)

    def _pay(self, world: World, one: Refund) -> None:
        """What the bank did, other than what the credit memo says."""
        db = world.shop
        payment = db.row("SELECT * FROM payment WHERE order_id = ? AND kind = 'refund'", one.order.id)
        assert payment is not None
        assert payment.amount == one.total
        amount = one.total + one.difference - (one.cash if one.kind in COUNTED else 0)
        if one.kind == "missing":
            db.run("DELETE FROM payment WHERE id = ?", payment.id)
        if "cash" in one.kind:
            self._comment(world, one, one.note, one.when + timedelta(hours=2))
        if "no cash" in one.kind:
            self._comment(world, one, one.correction, one.when + timedelta(hours=26))
        if "split" in one.kind:
            part = amount // 300 * 100 + 35
            stamp = Moment(one.when + timedelta(hours=20)).stamp()
            db.insert(
                "payment",
                order_id=one.order.id,
                kind="refund",
                amount=part,
                reference=f"{payment.reference}-2",
                created=stamp,
            )
            amount -= part
        db.run("UPDATE payment SET amount = ? WHERE id = ?", amount, payment.id)

    def _comment(self, world: World, one: Refund, words: str, when: datetime) -> None:
        status = find_order(world.shop, one.order.id).status
        add_comment(world.shop, Moment(when), one.order.id, status, words, author=owner_name(world))

    # What is right ----------------------------------------------------------------------------------------------------

    def due(self, world: World, p: Refunds) -> list[tuple[Refund, str]]:
        """All refunds, with the comment that each of them gets."""
        return [(one, one.words) for one in self.case(world, p.draw)]

    def expect(self, world: World, p: Refunds) -> Expectation:
        author = owner_name(world)
        deeds, untouched = [], []
        for one, words in self.due(world, p):
            if words:
                do = partial(_comment, order=one.order.id, words=words, author=author)
                label = f"order {one.order.number}: {words}"
                deeds.append(Deed(label, do, match={"order_comment": {"comment": _says(words)}}))
            else:
                untouched.append(Untouched(f"order {one.order.number}", "shop", "orders", key=(one.order.id,)))
        return expect_deeds(world, deeds, FREE, untouched)

    def plan(self, world: World, p: Refunds) -> str:
        return (
            "Read the page “Checking Refunds”. List the credit memos of the month and, among the transactions, the"
            " refunds; compare number by number, adding up refunds of one credit memo. Look at the comments of each"
            " order, also where the sums agree: cash may have been paid as well."
        )

    def facts(self, world: World, p: Refunds) -> str:
        return "; ".join(f"order {one.order.number}: {words}" for one, words in self.due(world, p) if words) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Refunds) -> None:
        await person.goto("http://shop.test/checking-refunds")
        await person.goto(f"{OFFICE}/sales/credit-memos")
        await person.goto(f"{OFFICE}/sales/transactions?size=200")
        for one, words in self.due(person.world, p):
            if words:
                await comment_on(person, one.order, words)
        await person.stop()

    async def with_full_stops(self, person: Person, p: Refunds) -> None:
        """By way of the search, the last first, as sentences."""
        for one, words in reversed(self.due(person.world, p)):
            if words:
                await open_order(person, one.order.number)
                await comment_on(person, one.order, f"{words}.")
        await person.stop()

    async def first_rule(self, person: Person, p: Refunds) -> None:
        """Compares each credit memo with the first refund of its number; says that all of it is too low."""
        for one, _ in self.due(person.world, p):
            delta = one.delta if one.kind in ("low", "high") else one.cash if "cash" in one.kind else 35
            if one.kind != "right":
                await comment_on(person, one.order, f"Refund too low by {price_text(delta)}")
        if not any(one.kind not in ("right", "low") for one, _ in self.due(person.world, p)):
            await comment_on(person, self.case(person.world, p.draw)[-1].order, "Refund too low by $1.00")
        await person.stop()

    async def half_done(self, person: Person, p: Refunds) -> None:
        """Leaves the last one out."""
        due = [(one, words) for one, words in self.due(person.world, p) if words]
        for one, words in due[:-1]:
            await comment_on(person, one.order, words)
        await person.stop()

    async def by_the_lists(self, person: Person, p: Refunds) -> None:
        """Compares transactions with credit memos, and never looks at an order; off by cents where that is right."""
        due = [(one, one.words) for one in self.case(person.world, p.draw)]
        unseen = [one for one, _ in due if "cash" in one.kind]
        for one, words in due:
            if one.kind in COUNTED and one.kind != "cash high":
                missing = one.cash + (one.delta if "low" in one.kind else 0)
                await comment_on(person, one.order, f"Refund too low by {price_text(missing)}")
            elif words and one.kind != "cash high":
                wrong = words if unseen else words.replace("$", "$1")
                await comment_on(person, one.order, wrong)
        await person.stop()

    async def off_by_cents(self, person: Person, p: Refunds) -> None:
        """Sees which ones are wrong and reckons badly."""
        for one, words in self.due(person.world, p):
            if words:
                await comment_on(person, one.order, re.sub(r"\d$", lambda digit: str((int(digit[0]) + 1) % 10), words))
        await person.stop()

    ways = (with_full_stops,)
    shortcuts = (first_rule, half_done, by_the_lists, off_by_cents)


def _says(words: str) -> Matcher:
    """Up to capitals, blanks, a full stop and a colon more or less."""
    wanted = _bare(words)

    def match(value: Value) -> bool:
        return isinstance(value, str) and _bare(value) == wanted

    match.__doc__ = repr(words)
    return match


def _bare(text: str) -> str:
    return " ".join(text.casefold().strip().strip("“”\"'").rstrip(".!").replace(":", " ").split())


def _comment(world: World, clock: Timepiece, order: int, words: str, author: str) -> None:
    add_comment(world.shop, clock, order, find_order(world.shop, order).status, words, author=author)
