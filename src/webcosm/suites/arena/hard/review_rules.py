"""Pending reviews: approve, reject or leave them by the store's rules for reviews."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.suites.arena.admin._ways import set_for_ticked
from webcosm.suites.arena.admin.review_actions import becomes
from webcosm.suites.arena.hard._policy import Page, drawn_handbook, flag, read_handbook, said, write_handbook
from webcosm.suites.arena.hard._shop import NOTICES_READ, OFFICE
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.money import price_text
from webcosm.tasks.rules import Condition, Facts, Handbook, Notice, Rule, Treatment, draw_rows
from webcosm.worlds import Row, World

DRAWS, TRIES = 24, 80
DAYS = 35
"""How far back the reviews go."""
APPROVE = Treatment("approve", ("approve it", "it can be approved"))
REJECT = Treatment("reject", ("reject it", "it gets rejected"))
LEAVE = Treatment("leave", ("leave it pending; the product's buyer looks at it", "don't decide, it stays pending"))
UNCLEAR = re.compile(r"\w\W*[-–—/&+]\W*\w|^\W+$")
"""Texts with these are not asked about: some count one word where others count two or none."""
STATUS = {"approve": "approved", "reject": "rejected"}
PAGE = Page(
    "Rules for Reviews",
    "review-rules",
    "a review",
    "the day on which it was written",
    "The type (customer or guest) is in the list of reviews. The price is the product's regular price, as its page in"
    " the back office has it now, whatever a special price says. A product is out of stock if that page says so or its"
    " quantity is 0. Words are counted in the text of the review, without its title. Never edit or delete a review.",
)


@dataclass(frozen=True)
class Waiting:
    """A review that nobody has decided about."""

    row: Row
    day: date
    facts: Facts


@dataclass(frozen=True)
class Case:
    handbook: Handbook
    waiting: tuple[Waiting, ...]

    def treatment(self, one: Waiting) -> Treatment:
        return self.handbook.decide(one.facts, one.day).treatment


@dataclass(frozen=True)
class Queue:
    draw: int


def _candidates(world: World) -> list[Waiting]:
    """Lately written reviews of products without variants, whatever was decided about them."""
    rows = world.shop.rows(
        "SELECT review.*, product.brand, product.price, product.in_stock AND product.qty > 0 AS there FROM review"
        " JOIN product ON product.id = product_id WHERE product.type = 'simple' AND product.enabled"
        " AND brand <> '' AND review.created > ? ORDER BY review.id",
        (world.lore.today - timedelta(days=DAYS)).isoformat(),
    )
    found = []
    for row in rows:
        if any(UNCLEAR.search(word) for word in row.body.split()):
            continue
        facts = {
            "stars": row.stars,
            "guest": row.customer_id is None,
            "brand": row.brand,
            "price": row.price,
            "gone": not row.there,
            "words": len(row.body.split()),
        }
        found.append(Waiting(row, date.fromisoformat(row.created[:10]), facts))
    return found


def _stars(most: int) -> Condition:
    return Condition("stars", "at most", most, ("it has {value} stars or fewer", "it gives at most {value} stars"))


def _price(test: str, cents: int) -> Condition:
    words = {"over": "more", "under": "less"}[test]
    says = (f"the product's regular price is {words} than {{value}}", f"the product costs {words} than {{value}}")
    return Condition("price", "over" if test == "over" else "under", cents, says, price_text(cents))


def _words(count: int) -> Condition:
    return Condition("words", "under", count, ("its text has fewer than {value} words",))


GUEST = flag("guest", "it was written by a guest", "its author is a guest")
MEMBER = Condition("guest", "is", False, ("its author is a customer", "a customer wrote it"))
GONE = flag("gone", "the product is out of stock")


def _rules(rng: Rng, exceptions: int, brands: Sequence[str]) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = [place < exceptions for place in range(3)]
    dear, cheap = 100 * rng.integer(60, 120), 100 * rng.integer(9, 16)
    first, second = rng.sample(list(brands), 2)
    given_up = Condition("brand", "is", second, ("the product's brand is {value}, which we are giving up",))
    return [
        Rule("poor", (_stars(rng.integer(2, 3)),), LEAVE, (_price("under", cheap),) if kept[0] else ()),
        Rule("guest, dear", (GUEST, _price("over", dear)), REJECT, (GONE,) if kept[2] else ()),
        Rule("short", (_words(rng.integer(11, 14)),), REJECT, (MEMBER,) if kept[1] else ()),
        Rule("brand", (said("brand", "the product's brand is", first),), LEAVE),
        Rule("gone", (GONE,), LEAVE),
        Rule("best, by a guest", (Condition("stars", "at least", 5, ("it gives {value} stars",)), GUEST), LEAVE),
        Rule("given up", (given_up,), REJECT, rank=1),
    ]


class ReviewRules(Levelled[Queue]):
    """Go through the pending reviews by the rules for reviews."""

    family = "arena.hard.review-rules"
    revision = 2
    kind = Kind.DO
    goals = (
        "Please go through the pending reviews and deal with them by our rules for reviews. The rules are a page in our"
        " store.",
        "Our pending reviews have piled up. Approve, reject or leave each of them the way our rules for reviews say;"
        " the rules are a page in our store.",
    )
    sites = ("admin", "shop")
    skills = (Skill.POLICY, Skill.SPLIT, Skill.COVERAGE)
    levels = (
        Dials(rows=6, rules=2, sources=1),
        Dials(rows=12, rules=4, exceptions=1, sources=1),
        Dials(rows=22, rules=6, exceptions=2, sources=2, stale=1),
        Dials(rows=36, rules=7, exceptions=3, sources=2, stale=1),
    )
    actions = (16, 21, 26, 37)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, found: Sequence[Waiting] | None = None) -> Case | None:
        """None if not every rule would decide about some review."""
        found = _candidates(world) if found is None else found
        often = sorted({one.facts["brand"] for one in found})
        often = [name for name in often if sum(one.facts["brand"] == name for one in found) > 3]
        today = world.lore.today
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            changed = today - timedelta(days=rng.integer(9, 16) if self.dials.stale else 90)
            begins = today - timedelta(days=rng.integer(3, 6))
            rule = Rule("notice", (said("brand", "the product's brand is", rng.choice(often)),), APPROVE)
            if rng.chance(0.5):
                rule = Rule("notice", (_price("over", 100 * rng.integer(130, 200)),), LEAVE)
            notice = Notice(rule, begins, today + timedelta(days=10))
            handbook = drawn_handbook(
                rng, self.dials, lambda child: _rules(child, self.dials.exceptions, often), APPROVE, changed, notice
            )
            needed = [one.rule.name for one in handbook.notices]
            needed += [one.name for one in handbook.versions[-1].policy.rules] + ["otherwise"]
            rows = [(one.facts, one.day) for one in found]
            places = draw_rows(rng, handbook, rows, self.dials.rows, needed, edges=self.dials.stale)
            if places is None:
                continue
            case = Case(handbook, tuple(found[place] for place in sorted(places)))
            told = {case.treatment(one).name for one in case.waiting}
            if len(told) == 3:
                return case
        return None

    def _case(self, world: World, p: Queue) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Queue]:
        found = _candidates(world)
        return [Queue(draw) for draw in range(DRAWS) if self.case(world, draw, found)]

    def prepare(self, world: World, p: Queue) -> None:
        case = self._case(world, p)
        write_handbook(world, PAGE, case.handbook, Rng(world.universe.seed, self.id, "prose", p.draw))
        world.shop.run("UPDATE review SET status = 'approved' WHERE status = 'pending'")
        for one in case.waiting:
            world.shop.run("UPDATE review SET status = 'pending' WHERE id = ?", one.row.id)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Queue) -> Expectation:
        case = self._case(world, p)
        parts, untouched = [], []
        for one in case.waiting:
            treatment, number = case.treatment(one).name, one.row.id
            if treatment == "leave":
                untouched.append(Untouched(f"review {number}", "shop", "review", key=(number,)))
            else:
                parts.append(Part(f"review {number} ({treatment})", (becomes(number, STATUS[treatment]),)))
        return over_rows(parts, untouched, allowed=[NOTICES_READ])

    def plan(self, world: World, p: Queue) -> str:
        return (
            f"Read the store's page “{PAGE.title}” and whatever it refers to. List all pending reviews with their type,"
            " stars and text, open the product of each where its price, brand or stock decides, and only then set the"
            " statuses."
        )

    def facts(self, world: World, p: Queue) -> str:
        case = self._case(world, p)
        return "By the rules: " + "; ".join(f"{one.row.id} {case.treatment(one).name}" for one in case.waiting) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Queue) -> None:
        case = self._case(person.world, p)
        await read_handbook(person, PAGE, case.handbook)
        await _decide(person, case.waiting, lambda one: case.treatment(one).name)
        await person.stop()

    async def one_by_itself(self, person: Person, p: Queue) -> None:
        """The last one on its own page, after a slip; then the others in the list, rejected ones first."""
        case = self._case(person.world, p)
        decided = [one for one in case.waiting if case.treatment(one).name != "leave"]
        await person.goto(f"{OFFICE}/marketing/reviews/{decided[-1].row.id}")
        right = case.treatment(decided[-1]).name
        for status in ("Rejected" if right == "approve" else "Approved", STATUS[right].capitalize()):
            await person.choose("Status", status)
            await person.click("Save review", role="button")
        await _decide(person, decided[:-1], lambda one: case.treatment(one).name, ("reject", "approve"))
        await person.stop()

    async def first_rule(self, person: Person, p: Queue) -> None:
        """Approves all that no few stars speak against."""
        case = self._case(person.world, p)
        await _decide(person, case.waiting, lambda one: "approve" if one.facts["stars"] > 3 else "leave")
        await person.stop()

    async def half_done(self, person: Person, p: Queue) -> None:
        """Leaves out the last one that something must be done about."""
        case = self._case(person.world, p)
        decided = [one for one in case.waiting if case.treatment(one).name != "leave"]
        await _decide(person, decided[:-1], lambda one: case.treatment(one).name)
        await person.stop()

    async def no_exceptions(self, person: Person, p: Queue) -> None:
        """Decides about all that should wait."""
        case = self._case(person.world, p)
        treated = {"leave": "reject", "approve": "approve", "reject": "reject"}
        await _decide(person, case.waiting, lambda one: treated[case.treatment(one).name])
        await person.stop()

    ways = (one_by_itself,)
    shortcuts = (first_rule, half_done, no_exceptions)


async def _decide(
    person: Person,
    waiting: Sequence[Waiting],
    treated: Callable[[Waiting], str],
    order: Sequence[str] = ("approve", "reject"),
) -> None:
    """In the list of pending reviews: ticks all that are treated alike, and sets their status at once."""
    for treatment in order:
        chosen = [one for one in waiting if treated(one) == treatment]
        if chosen:
            await person.goto(f"{OFFICE}/marketing/reviews/pending?size=200")
            for one in chosen:
                await person.check(f"Select {one.row.id:,}")
            await set_for_ticked(person, "Set the status", STATUS[treatment].capitalize())
