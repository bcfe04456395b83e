"""The moderators' queue: reports that say too much, too little or the wrong thing, decided by the rules of the team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.classifieds.rules.moderating import close_report, log, move, remove
from webcosm.sites.kit.formats import parse_moment
from webcosm.suites.arena.classifieds._desk import (
    BOARD,
    FREE,
    GOODS,
    House,
    copy_listing,
    moderator,
    now_of,
    read_house_rules,
    said_price,
    spare_listings,
    write_house_rules,
)
from webcosm.tasks import Dials, Kind, Levelled, Person, Skill
from webcosm.tasks.rules import Condition, Facts, Handbook, Notice, Rule, Treatment, draw_rows, drawn_handbook, flag
from webcosm.worlds import BEGINNING, Row, Timepiece, World

DRAWS, TRIES = 24, 200
REMOVE = Treatment("remove", ("remove the listing", "the listing gets removed"))
MOVE = Treatment("move", ("move the listing to the category that it belongs to", "it moves to the right category"))
DISMISS = Treatment("dismiss", ("dismiss the report", "the report gets dismissed"))
LEAVE = Treatment("leave", ("leave the report open; one of the others looks at it", "don't decide, it stays open"))
HOUSE = House(
    "How we moderate",
    "a report",
    "the day on which it was made",
    "What is a scam, a copy or in the wrong category, and what may not be sold, stands in the board's rules; what we do"
    " about it stands here alone. Look at the listing itself, for the reason that a report gives is often wrong. Days"
    " are counted from date to date. Nobody gets suspended or warned for now.",
)
REASONS = ("scam", "duplicate", "wrong_category", "forbidden", "other")
SAID = (
    "Please have a look at this one.",
    "There is something wrong here.",
    "I don't think that this is allowed.",
    "Is this okay?",
    "",
    "This should not be here, in my opinion.",
)
ASTRAY: Mapping[str, str] = {
    "bicycles": "kitchenware",
    "furniture": "shoes",
    "phones": "garden",
    "shoes": "tools",
    "instruments": "appliances",
    "computers": "baby-things",
    "mens-clothing": "lamps-decor",
    "womens-clothing": "cameras",
    "appliances": "records",
    "kitchenware": "bicycles",
}
"""Where things of a category have no business, so that nobody would look for them there."""


@dataclass(frozen=True)
class Reported:
    """A listing that somebody has reported."""

    row: Row
    kind: str
    """What is wrong with it: ``scam``, ``duplicate``, ``forbidden``, ``wrong_category``, or ``fine``."""
    day: datetime
    reason: str
    said: str
    guest: bool
    facts: Facts


@dataclass(frozen=True)
class Case:
    book: Handbook
    reported: tuple[Reported, ...]
    report: int
    """The number of the first report; the others follow."""
    listing: int
    """The number of the first copy that is made."""

    def treatment(self, one: Reported) -> Treatment:
        return self.book.decide(one.facts, one.day.date()).treatment

    def number(self, one: Reported) -> int:
        return self.report + self.reported.index(one)

    def copy(self, one: Reported) -> int:
        """The listing that was reported: of a duplicate, the later of the two."""
        copies = [other for other in self.reported if other.kind == "duplicate"]
        return self.listing + copies.index(one) if one.kind == "duplicate" else int(one.row.id)


@dataclass(frozen=True)
class Queue:
    draw: int


SCAM = Condition("kind", "is", "scam", ("it is a scam by the board's rule “{value}”",), "Meet first, pay then")
COPY = Condition("kind", "is", "duplicate", ("it is a copy by the rule “{value}”",), "One listing for one thing")
ASTRAY_IS = Condition(
    "kind", "is", "wrong_category", ("it stands in the wrong category by the rule “{value}”",), "The right category"
)
FORBIDDEN = Condition(
    "kind", "is", "forbidden", ("it may not be sold by the board's rule “{value}”",), "What may not be sold"
)
FINE = Condition("kind", "is", "fine", ("nothing is wrong with it, so that it is {value} by the board's rules",))
GUEST = flag("guest", "a guest made the report", "it was reported by a guest")
MEMBER = Condition("guest", "is", False, ("a member made the report",))


def _price(test: str, cents: int) -> Condition:
    words = {"over": "more", "under": "less"}[test]
    says = (f"the listing's price is {words} than {{value}}",)
    return Condition("price", "over" if test == "over" else "under", cents, says, said_price(cents))


def _joined(year: int) -> Condition:
    return Condition("since", "at least", year, ("the seller has been a member since {value} or later",))


def _days(days: int) -> Condition:
    says = ("the listing was published fewer than {value} days before the report",)
    return Condition("days", "under", days, says)


def _rules(rng: Rng, exceptions: int) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = [place < exceptions for place in range(3)]
    year, cheap, dear = rng.integer(2023, 2024), 1_000 * rng.integer(4, 7), 1_000 * rng.integer(10, 20)
    return [
        Rule("scam", (SCAM,), REMOVE, rank=1),
        Rule("astray", (ASTRAY_IS,), MOVE, (_price("under", cheap),) if kept[1] else ()),
        Rule("copy", (COPY,), REMOVE, (_days(rng.integer(3, 6)),) if kept[0] else ()),
        Rule("fine", (FINE,), DISMISS, (GUEST,) if kept[2] else ()),
        Rule("fine and dear", (FINE, _price("over", dear)), LEAVE),
        Rule("forbidden", (FORBIDDEN,), REMOVE, rank=1),
        Rule("of a new seller", (_joined(year), MEMBER), LEAVE),
    ]


class ModerateQueue(Levelled[Queue]):
    """Go through the reports by the rules of the board and of the team."""

    family = "arena.classifieds.moderate-queue"
    kind = Kind.DO
    goals = (
        "I'm on duty as moderator at Pennyboard today. Please work through the open reports by the board's rules and by"
        " what my note “How we moderate” says.",
        "Could you clear the queue of reports on Pennyboard for me? The board's rules hold, and my note “How we"
        " moderate” has what our team has agreed on top of them.",
    )
    sites = ("classifieds", "notes")
    skills = (Skill.POLICY, Skill.SPLIT, Skill.RECONCILE)
    levels = (
        Dials(rows=6, rules=4, sources=1),
        Dials(rows=10, rules=5, exceptions=1, sources=1),
        Dials(rows=15, rules=6, exceptions=2, sources=2, stale=1),
        Dials(rows=22, rules=7, exceptions=3, sources=2, stale=1),
    )
    actions = (18, 27, 42, 56)

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {**super().accounts_in(world), "classifieds": moderator(world).username}

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int, stock: Stock | None = None) -> Case | None:
        """None if not every rule would decide about some report."""
        rows, report, listing = stock or _stock(world)
        today = BEGINNING.date()
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            found = [one for row, kind in rows if (one := _reported(rng, row, kind))]
            changed = today - timedelta(days=rng.integer(6, 9) if self.dials.stale else 90)
            condition = _price("over", 1_000 * rng.integer(30, 45)) if rng.chance(0.5) else _joined(2025)
            rule = Rule("notice", (condition,), LEAVE, (SCAM,))
            notice = Notice(rule, today - timedelta(days=rng.integer(3, 5)), today + timedelta(days=9))
            rules = partial(_rules, exceptions=self.dials.exceptions)
            book = drawn_handbook(rng, self.dials, rules, LEAVE, changed, notice)
            needed = [one.rule.name for one in book.notices]
            needed += [one.name for one in book.versions[-1].policy.rules] + ["otherwise"]
            places = draw_rows(rng, book, [(one.facts, one.day.date()) for one in found], self.dials.rows, needed)
            if places is None:
                continue
            chosen = tuple(sorted((found[place] for place in places), key=lambda one: one.day))
            return Case(book, chosen, report, listing)
        return None

    def _case(self, world: World, p: Queue) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Queue]:
        stock = _stock(world)
        return [Queue(draw) for draw in range(DRAWS) if self.case(world, draw, stock)]

    def prepare(self, world: World, p: Queue) -> None:
        case, db = self._case(world, p), world.classifieds
        db.run("DELETE FROM report WHERE outcome = 'open'")
        people = db.values("SELECT id FROM account WHERE password = '' AND suspended IS NULL ORDER BY id LIMIT 200")
        rng = Rng(world.universe.seed, self.id, "prose", p.draw)
        for one in case.reported:
            if one.kind == "duplicate":
                published = one.day - timedelta(days=one.facts["days"])
                copy_listing(world, one.row.id, case.copy(one), published)
            elif one.kind == "wrong_category":
                where = db.value("SELECT id FROM category WHERE slug = ?", ASTRAY[one.row.slug])
                db.run("UPDATE listing SET category_id = ? WHERE id = ?", where, one.row.id)
                db.run("DELETE FROM listing_value WHERE listing_id = ?", one.row.id)
            reporter = None if one.guest else rng.choice([who for who in people if who != one.row.seller_id])
            db.insert(
                "report",
                id=case.number(one),
                listing_id=case.copy(one),
                reporter_id=reporter,
                reason=one.reason,
                text=one.said,
                created=f"{one.day:%Y-%m-%d %H:%M:%S}",
            )
        write_house_rules(world, HOUSE, case.book, rng)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Queue) -> Expectation:
        case, me = self._case(world, p), int(moderator(world).id)
        deeds, untouched = [], []
        for one in case.reported:
            how, number = case.treatment(one), case.number(one)
            if how is LEAVE:
                untouched.append(Untouched(f"report {number}", "classifieds", "report", key=(number,)))
            else:
                do = partial(_do, number=number, how=how.name, me=me, slug=str(one.row.slug))
                deeds.append(Deed(f"report {number} ({how.name})", do))
        return expect_deeds(world, deeds, FREE, untouched)

    def plan(self, world: World, p: Queue) -> str:
        return (
            f"Read the board's rules, my note “{HOUSE.title}” and the notes that it names. Open each report, read the"
            " listing, look at the seller's other listings and at who reported it, and decide by the version that"
            " counts for its day."
        )

    def facts(self, world: World, p: Queue) -> str:
        case = self._case(world, p)
        told = [f"{case.number(one)}: {one.kind}, so {case.treatment(one).name}" for one in case.reported]
        return "By the rules, these are the reports: " + "; ".join(told) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Queue) -> None:
        case = self._case(person.world, p)
        await person.goto(f"{BOARD}/rules")
        await read_house_rules(person, HOUSE, case.book)
        await _decide(person, case, [(one, case.treatment(one)) for one in case.reported])

    async def last_first_from_the_list(self, person: Person, p: Queue) -> None:
        """Dismisses first, from the newest report on, and opens the first of them from the queue."""
        case = self._case(person.world, p)
        chosen = [(one, case.treatment(one)) for one in reversed(case.reported)]
        await person.goto(f"{BOARD}/moderation")
        await _decide(person, case, sorted(chosen, key=lambda pair: pair[1] is not DISMISS))

    async def first_rule(self, person: Person, p: Queue) -> None:
        """Does what the board's rules say by themselves, whatever the team has agreed on."""
        case = self._case(person.world, p)
        plain = {"fine": DISMISS, "wrong_category": MOVE}
        await _decide(person, case, [(one, plain.get(one.kind, REMOVE)) for one in case.reported])

    async def half_done(self, person: Person, p: Queue) -> None:
        """Leaves out the last report that something must be done about."""
        case = self._case(person.world, p)
        due = [(one, how) for one in case.reported if (how := case.treatment(one)) is not LEAVE]
        await _decide(person, case, due[:-1])

    async def believing_reports(self, person: Person, p: Queue) -> None:
        """Dismisses what is reported for something else, and removes what is reported as a scam."""
        case = self._case(person.world, p)
        bad = ("scam", "forbidden", "duplicate")
        await _decide(person, case, [(one, REMOVE if one.reason in bad else DISMISS) for one in case.reported])

    ways = (last_first_from_the_list,)
    shortcuts = (first_rule, half_done, believing_reports)


Stock = tuple[Sequence[tuple[Row, str]], int, int]


def _stock(world: World) -> Stock:
    """What may be reported, with what is wrong with it, as it was in the universe; the next free numbers."""
    since = "(SELECT created FROM account WHERE account.id = seller_id) AS since"
    with world.universe.open() as first:
        db = first.classifieds
        wrong = db.rows(
            f"SELECT listing.*, truth.kind, category.slug, {since} FROM truth JOIN listing ON listing.id = listing_id"
            " JOIN category ON category.id = listing.category_id WHERE truth.kind IN ('scam', 'forbidden')"
            " AND status = 'active' AND price > 0 ORDER BY listing.id"
        )
        spare = spare_listings(first, GOODS)
        joined = {row.id: row.created for row in db.rows("SELECT id, created FROM account ORDER BY id")}
        report, listing = (int(db.value(f"SELECT max(id) + 1 FROM {table}")) for table in ("report", "listing"))
    rows = [(row, str(row.kind)) for row in wrong]
    for place, row in enumerate(spare):
        kind = ("duplicate", "wrong_category", "fine")[place % 3]
        if kind != "wrong_category" or row.slug in ASTRAY:
            rows.append((Row({**row, "since": joined[row.seller_id]}), kind))
    return rows, report, listing


def _reported(rng: Rng, row: Row, kind: str) -> Reported | None:
    """Somebody's report of a listing within the last two weeks; None if it is too new for that."""
    published = parse_moment(row.published)
    day = BEGINNING - timedelta(days=rng.integer(0, 12), hours=rng.integer(1, 6))
    days = (day.date() - published.date()).days
    if kind == "duplicate":
        days = rng.integer(1, 9)
        published += timedelta(days=days + 1)
    if published >= day - timedelta(hours=4) or days < 1:
        return None
    known = kind if kind in REASONS else "other"
    reason = known if rng.chance(0.4) else rng.choice(REASONS)
    guest = rng.chance(0.35)
    facts = {"kind": kind, "price": int(row.price), "since": int(row.since[:4]), "days": days, "guest": guest}
    return Reported(row, kind, day, reason, rng.choice(SAID), guest, facts)


def _do(world: World, clock: Timepiece, number: int, how: str, me: int, slug: str) -> None:
    """By the board's own rules."""
    db, now = world.classifieds, now_of(clock)
    report = db.row("SELECT * FROM report WHERE id = ?", number)
    assert report
    listing = db.row("SELECT * FROM listing WHERE id = ?", report.listing_id)
    category = db.row("SELECT * FROM category WHERE slug = ?", slug)
    assert listing
    assert category
    if how == "remove":
        remove(db, me, listing, "By the rules.", now)
        close_report(db, me, report, "removed", now)
    elif how == "move":
        move(db, me, listing, category, "", now)
        close_report(db, me, report, "moved", now)
    else:
        close_report(db, me, report, "dismissed", now)
        log(db, me, "dismiss", "", now, listing_id=listing.id)


async def _decide(person: Person, case: Case, chosen: Sequence[tuple[Reported, Treatment]]) -> None:
    """Two or three actions each."""
    for one, how in chosen:
        if how is LEAVE:
            continue
        await person.goto(f"{BOARD}/moderation/reports/{case.number(one)}")
        if how is REMOVE:
            await person.fill("Reason, for the log and the seller", "This breaks the rules of the board.")
            await person.click("Remove listing", role="button")
        elif how is MOVE:
            await person.choose("Category", str(one.row.category))
            await person.click("Move listing", role="button")
        else:
            await person.click("Dismiss report", role="button")
    await person.stop()
