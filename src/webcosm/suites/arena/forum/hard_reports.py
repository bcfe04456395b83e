"""Reports: dismiss, remove, ban or leave them by the moderators' guide, which changed and which a notice overrules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.forum.rules.moderating import ban, dismiss, remove
from webcosm.suites.arena.forum._desk import (
    FORUM,
    FREE,
    Moderating,
    fellow,
    forum_named,
    found_forum,
    members,
    members_but,
    moderator,
    stamp,
    thing,
    write_comment,
    write_post,
)
from webcosm.suites.arena.forum._remarks import COMPLAINTS, REMARKS, RULES, TOPICS
from webcosm.tasks import Dials, Kind, Lost, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.tasks.prose import notice_text, policy_text
from webcosm.tasks.rules import Condition, Facts, Handbook, Notice, Rule, Treatment, draw_rows, drawn_handbook, flag
from webcosm.worlds import BEGINNING, Row, Timepiece, World

DRAWS, TRIES, CANDIDATES = 24, 150, 150
NAMES = ("BalconyGardens", "PotsAndBoxes", "GreenBalconies")
KINDS = ("fine", "spam", "civil", "private", "danger")
USUAL = Treatment(
    "usual",
    (
        "remove it if it breaks a rule of the forum, else dismiss the report",
        "do the usual, which is to remove what breaks a rule and to dismiss the report where nothing is broken",
    ),
)
DISMISS = Treatment("dismiss", ("dismiss the report, whatever it is about", "just dismiss the report"))
LEAVE = Treatment("leave", ("leave the report open, I will look at it myself", "don't touch it, the report stays open"))
GOOD = Treatment("ban", ("remove it and ban its author for good", "remove it, and its author is banned for good"))
GUIDE, SUBJECT = "For moderators: how we deal with reports", "a report"
COUNTED = "the day on which the reported comment was written"
HOW = (
    "Remove under the rule that the comment breaks, whatever the report calls it. Bans are from this forum. “It” is"
    " always the reported comment. How many points it has and when it was written stands at the comment; since when its"
    " author is a member and what we have removed of theirs, on their page. If somebody reports the same comment"
    " twice, both reports are treated alike."
)
OVERRULED = "A pinned post of mine may overrule this for some of the time."


@dataclass(frozen=True)
class Reports:
    forum: str
    draw: int


@dataclass(frozen=True)
class Reported:
    kind: str
    author: int
    when: datetime
    points: int
    earlier: bool
    reports: int
    facts: Facts

    def __hash__(self) -> int:
        return hash((self.author, self.when))


@dataclass(frozen=True)
class Case:
    handbook: Handbook
    reported: tuple[Reported, ...]

    def deed(self, one: Reported) -> Treatment:
        """What is done; the usual is to remove or to dismiss."""
        found = self.handbook.decide(one.facts, one.when.date()).treatment
        if found is USUAL:
            return DISMISS if one.kind == "fine" else Treatment("remove", ("remove it",))
        return found


def _until(day: date) -> Treatment:
    says = ("remove it and ban its author until {until}", "remove it, and its author is banned until {until}")
    return Treatment("ban until", says, {"until": day.isoformat()}, {"until": said_day(day)})


SPAM = flag("spam", "it advertises something")
PRIVATE = flag("private", "it gives away something private about others")
DANGER = flag("danger", "it gives advice that can hurt somebody")
CIVIL = flag("civil", "it insults somebody")
BREAKS = flag("breaks", "it breaks a rule of the forum")
ALONE = flag("alone", "only one person has reported it")
EARLIER = flag("earlier", "we have removed something of its author's from this forum before")


def _member(test: str, days: int) -> Condition:
    if test == "under":
        return Condition("days", "under", days, ("its author joined less than {value} days before writing it",))
    return Condition("days", "over", days, ("its author had been a member for more than {value} days then",))


def _points(count: int) -> Condition:
    return Condition("points", "at least", count, ("it has {value} points or more",))


def _rules(rng: Rng, dials: Dials, today: date) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = [place < dials.exceptions for place in range(3)]
    return [
        Rule("new, spam", (SPAM, _member("under", rng.integer(40, 120))), GOOD, (_points(3),) if kept[1] else ()),
        Rule(
            "again", (BREAKS, EARLIER), _until(today + timedelta(days=rng.integer(9, 30))), (DANGER,) if kept[0] else ()
        ),
        Rule("alone", (ALONE, _points(2)), DISMISS, (PRIVATE,) if kept[2] else ()),
        Rule("liked", (_points(rng.integer(4, 6)),), LEAVE),
        Rule("private", (PRIVATE,), _until(today + timedelta(days=rng.integer(40, 90)))),
        Rule("danger", (DANGER,), LEAVE, rank=1),
        Rule("veteran", (CIVIL, _member("over", rng.integer(700, 1000))), DISMISS),
    ]


def _actions(case: Case) -> int:
    """What the oracle needs: three to remove, three or four to ban, one for each report that is dismissed."""
    length = {"remove": 3, "ban": 6, "ban until": 7}
    dismissed = sum(one.reports for one in case.reported if case.deed(one).name == "dismiss")
    others = sum(length.get(case.deed(one).name, 0) for one in case.reported)
    return others + dismissed + bool(dismissed) + 1


def _clear(case: Case) -> bool:
    """Whether nobody joined so close to a limit that the hour would matter."""
    rules = [rule for version in case.handbook.versions for rule in version.policy.rules]
    rules += [notice.rule for notice in case.handbook.notices]
    limits = [one.value for rule in rules for one in rule.conditions if one.fact == "days"]
    return all(abs(one.facts["days"] - limit) > 1 for one in case.reported for limit in limits)


def _candidates(rng: Rng, world: World, today: date) -> list[Reported]:
    """Comments that might have been reported, by as many people."""
    everybody = members(world, 0, joined=str(today - timedelta(days=20)))
    fresh = [row for row in everybody if row.created > str(today - timedelta(days=150))]
    chosen = members_but(rng, [*rng.sample(fresh, min(len(fresh), 50)), *rng.sample(everybody, CANDIDATES)], CANDIDATES)
    found = []
    for author in chosen:
        kind = rng.weighted(list(KINDS), [4, 4, 4, 2, 2])
        day = today - timedelta(days=rng.integer(1, 18))
        points, earlier = rng.weighted([rng.integer(-4, 0), rng.integer(1, 8)], [1, 2]), rng.chance(0.3)
        reports = 2 if rng.chance(0.35) else 1
        facts = {
            **{name: kind == name for name in KINDS},
            "breaks": kind != "fine",
            "days": (day - date.fromisoformat(author.created[:10])).days,
            "points": points,
            "earlier": earlier,
            "alone": reports == 1,
        }
        when = datetime.combine(day, time(8), BEGINNING.tzinfo) + timedelta(minutes=rng.integer(0, 800))
        found.append(Reported(kind, author.id, when, points, earlier, reports, facts))
    return found


class WorkThroughReports(Moderating[Reports]):
    """Work through the reports of a forum by the moderators' guide."""

    family = "arena.forum.work-through-reports"
    kind = Kind.DO
    goals = (
        "The reports in f/{forum} have piled up. Please work through them the way our guide for moderators says; it's"
        " pinned in the forum.",
        "Could you deal with all open reports in f/{forum}? Our guide for moderators, pinned in the forum, says what to"
        " remove, what to dismiss, whom to ban and what to leave alone.",
    )
    sites = ("forum",)
    skills = (Skill.POLICY, Skill.SPLIT, Skill.COVERAGE)
    levels = (
        Dials(rows=5, rules=2, sources=1),
        Dials(rows=9, rules=4, exceptions=1, sources=1),
        Dials(rows=15, rules=6, exceptions=2, sources=2, stale=1),
        Dials(rows=24, rules=7, exceptions=3, sources=2, stale=1),
    )
    actions = (22, 27, 42, 65)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case | None:
        """None if not every rule would decide about some report."""
        today = world.lore.today
        found = _candidates(Rng(world.universe.seed, self.id, "found", draw), world, today)
        rows = [(one.facts, one.when.date()) for one in found]
        for attempt in range(TRIES):
            rng = Rng(world.universe.seed, self.id, draw, attempt)
            changed = today - timedelta(days=rng.integer(6, 10) if self.dials.stale else 90)
            begins = today - timedelta(days=rng.integer(3, 5))
            late = Rule("notice", (_member("under", rng.integer(100, 200)), BREAKS), LEAVE)
            if rng.chance(0.5):
                late = Rule("notice", (CIVIL,), GOOD, (_points(2),))
            notice = Notice(late, begins, today + timedelta(days=8))
            rules = partial(_rules, dials=self.dials, today=today)
            handbook = drawn_handbook(rng, self.dials, rules, USUAL, changed, notice)
            needed = [one.rule.name for one in handbook.notices]
            needed += [one.name for one in handbook.versions[-1].policy.rules] + ["otherwise"]
            places = draw_rows(rng, handbook, rows, self.dials.rows, needed)
            if places is None:
                continue
            case = Case(handbook, tuple(found[place] for place in sorted(places)))
            deeds = {case.deed(one).name for one in case.reported}
            wordings = all(sum(one.kind == kind for one in case.reported) <= len(REMARKS[kind]) for kind in KINDS)
            if not _clear(case):
                continue  # a day more or less would decide
            expected = self.difficulty.actions
            if abs(_actions(case) - expected) > expected // 8:
                continue  # cases of a level are about as long
            complained = sum(one.reports for one in case.reported) <= len(COMPLAINTS)
            if wordings and complained and {"remove", "dismiss"} <= deeds and len(deeds) > 2:
                return case
        return None

    def _case(self, world: World, p: Reports) -> Case:
        found = self.case(world, p.draw)
        assert found is not None, "the pool holds draws that have a case"
        return found

    def pool(self, world: World) -> Sequence[Reports]:
        return [Reports(NAMES[draw % len(NAMES)], draw) for draw in range(DRAWS) if self.case(world, draw)]

    def prepare(self, world: World, p: Reports) -> None:
        case, rng = self._case(world, p), Rng(world.universe.seed, self.id, "words", p.draw)
        authors = {one.author for one in case.reported}
        free = [row for row in members(world, 0, joined="2025-01-01") if row.id not in authors]
        colleague, people = fellow(world, rng), members_but(rng, free, 30)
        rules = [(title, text) for _, title, text in RULES]
        keepers = [moderator(world), colleague]
        forum = found_forum(world, p.forum, "Balcony gardens", "Green things on a few square feet.", rules, keepers)
        self._write_guide(world, forum, colleague, case.handbook, rng)
        began = BEGINNING - timedelta(days=60)
        posts = [
            write_post(world, forum, rng.choice(people), title, body, began + timedelta(days=place))
            for place, (title, body) in enumerate(rng.shuffled(TOPICS))
        ]
        texts = {kind: rng.shuffled(REMARKS[kind]) for kind in KINDS}
        complaints = rng.shuffled(COMPLAINTS)
        for one in sorted(case.reported, key=lambda one: (one.when, one.author)):
            (author,) = world.forum.rows("SELECT * FROM account WHERE id = ?", one.author)
            if one.earlier:
                before = max(one.when - timedelta(days=9), datetime.fromisoformat(f"{author.created}+00:00"))
                self._removed_before(world, forum, rng.choice(posts), author, colleague, before, rng)
            voters = rng.sample(people, abs(one.points - 1))
            body, vote = texts[one.kind].pop(), 1 if one.points > 1 else -1
            number = write_comment(world, rng.choice(posts), author, body, one.when, voters=voters, vote=vote)
            comment = thing(world, "comment", number)
            for reporter in rng.sample(people, one.reports):
                world.forum.insert(
                    "report",
                    forum_id=forum.id,
                    post_id=comment.post_id,
                    comment_id=number,
                    reporter_id=reporter.id,
                    reason=complaints.pop(),
                    created=stamp(one.when + timedelta(minutes=rng.integer(5, 600))),
                )

    def _removed_before(
        self, world: World, forum: Row, post: int, author: Row, by: Row, when: datetime, rng: Rng
    ) -> None:
        number = write_comment(world, post, author, "Deleted it myself once, here it is again.", when)
        rule = world.forum.row("SELECT * FROM forum_rule WHERE forum_id = ? ORDER BY position", forum.id)
        moment = stamp(when + timedelta(minutes=rng.integer(5, 60)))
        remove(world.forum, by, forum, thing(world, "post", post), thing(world, "comment", number), rule, "", moment)

    def _write_guide(self, world: World, forum: Row, author: Row, handbook: Handbook, rng: Rng) -> None:
        """The newest version is pinned and names the older one; a notice is pinned, too."""
        before = ""
        for place, version in enumerate(handbook.versions):
            newest = place == len(handbook.versions) - 1
            text = policy_text(handbook.versions, place, rng, subject=SUBJECT, counted=COUNTED)
            parts = [text, HOW, *([OVERRULED] if handbook.notices and newest else [])]
            if before:
                parts.append(f"What held before: [the guide until then]({before}).")
            when = datetime.combine(version.since, time(7), BEGINNING.tzinfo)
            ends = "" if newest else f" (before {said_day(handbook.versions[place + 1].since)})"
            title, body = f"{GUIDE}{ends}", "\n\n".join(parts)
            number = write_post(world, forum, author, title, body, when, flag="moderator", pinned=newest)
            before = f"/f/{forum.name}/post/{number}"
        for notice in handbook.notices:
            body = notice_text(notice, rng, subject=SUBJECT, counted=COUNTED)
            when = datetime.combine(notice.since, time(6), BEGINNING.tzinfo)
            title = "For moderators: reports in these days"
            write_post(world, forum, author, title, body, when, flag="moderator", pinned=True)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Reports) -> Expectation:
        case = self._case(world, p)
        forum = forum_named(world, p.forum)
        deeds, untouched = [], []
        for one in case.reported:
            comment, treatment = _comment(world, forum, one), case.deed(one)
            label = f"comment {comment.id} ({one.kind}): {treatment.name}"
            if treatment.name == "leave":
                untouched.append(Untouched(label, "forum", "report", where={"comment_id": comment.id}))
            else:
                deeds.append(Deed(label, partial(_treat, forum=forum, one=one, treatment=treatment)))
        return expect_deeds(world, deeds, FREE, untouched)

    def plan(self, world: World, p: Reports) -> str:
        return (
            f"Read the pinned guide of f/{p.forum} and what it refers to. For each open report find out which rule the"
            " comment breaks, if any, when it was written, its points, since when its author is a member, and whether"
            " the log has an earlier removal of theirs. Then remove, ban and dismiss."
        )

    def facts(self, world: World, p: Reports) -> str:
        case, forum = self._case(world, p), forum_named(world, p.forum)
        lines = []
        for one in case.reported:
            treatment = case.deed(one)
            said = treatment.says[0].format(**treatment.texts())
            lines.append(f"comment {_comment(world, forum, one).id} ({one.kind}): {said}")
        return "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Reports) -> None:
        case = self._case(person.world, p)
        await self._work(person, p, case.reported, case.deed)

    async def bans_first_last_first(self, person: Person, p: Reports) -> None:
        case = self._case(person.world, p)
        forum = forum_named(person.world, p.forum)
        for one in reversed(case.reported):
            if case.deed(one).name.startswith("ban"):
                await _ban(person, forum, one, case.deed(one))
        await self._work(person, p, tuple(reversed(case.reported)), case.deed, bans=False)

    async def first_rule(self, person: Person, p: Reports) -> None:
        """The usual for everything."""
        usual = {True: DISMISS, False: Treatment("remove", ("remove it",))}
        await self._work(person, p, self._case(person.world, p).reported, lambda one: usual[one.kind == "fine"])

    async def half_done(self, person: Person, p: Reports) -> None:
        case = self._case(person.world, p)
        done = [one for one in case.reported if case.deed(one).name != "leave"]
        await self._work(person, p, done[:-1], case.deed)

    async def without_bans(self, person: Person, p: Reports) -> None:
        """Removes where it should ban, too; at some draws nobody is banned: then dismisses what should wait."""
        case = self._case(person.world, p)
        if any(case.deed(one).name.startswith("ban") for one in case.reported):
            await self._work(person, p, case.reported, case.deed, bans=False)
        else:
            await self._work(
                person, p, case.reported, lambda one: DISMISS if case.deed(one) is LEAVE else case.deed(one)
            )

    ways = (bans_first_last_first,)
    shortcuts = (first_rule, half_done, without_bans)

    async def _work(
        self,
        person: Person,
        p: Reports,
        reported: Sequence[Reported],
        treated: Callable[[Reported], Treatment],
        *,
        bans: bool = True,
    ) -> None:
        """Removes and bans first; what is dismissed stands on one page of the list then."""
        forum = forum_named(person.world, p.forum)
        for one in reported:
            treatment = treated(one)
            if treatment.name == "remove" or treatment.name.startswith("ban"):
                await person.goto(f"{FORUM}/comment/{_comment(person.world, forum, one).id}/remove")
                place, title = next((at, rule[1]) for at, rule in enumerate(RULES, 1) if rule[0] == one.kind)
                await person.choose("Which rule does it break?", f"{place}. {title}")
                await person.click("Remove comment", role="button")
            if treatment.name.startswith("ban") and bans:
                await _ban(person, forum, one, treatment)
        dismissed = [one for one in reported if treated(one).name == "dismiss"]
        if dismissed:
            await person.goto(f"{FORUM}/f/{forum.name}/reports")
        for one in dismissed:
            for report in _reports(person.world, forum, one):
                await person.click(f"Dismiss report “{report.reason}”", role="button")
        await person.stop()


async def _ban(person: Person, forum: Row, one: Reported, treatment: Treatment) -> None:
    name = person.world.forum.value("SELECT username FROM account WHERE id = ?", one.author)
    await person.goto(f"{FORUM}/f/{forum.name}/bans?user={name}")
    await person.fill("Reason", "See the rules.")
    if until := treatment.values.get("until"):
        await person.fill("Until", until)
    await person.click("Ban", role="button")


def _comment(world: World, forum: Row, one: Reported) -> Row:
    found = world.forum.row(
        "SELECT comment.* FROM comment JOIN post ON post.id = post_id WHERE forum_id = ? AND comment.author_id = ?"
        " AND comment.created = ?",
        forum.id,
        one.author,
        stamp(one.when),
    )
    if found is None:
        raise Lost("there is no such comment")
    return found


def _reports(world: World, forum: Row, one: Reported) -> list[Row]:
    number = _comment(world, forum, one).id
    return world.forum.rows("SELECT * FROM report WHERE comment_id = ? AND outcome = 'open' ORDER BY id", number)


def _treat(world: World, clock: Timepiece, forum: Row, one: Reported, treatment: Treatment) -> None:
    db, by, comment = world.forum, moderator(world), _comment(world, forum, one)
    if treatment.name == "dismiss":
        for report in _reports(world, forum, one):
            dismiss(db, by, report, "", clock.stamp())
        return
    place = [about for about, *_ in RULES].index(one.kind) + 1
    rule = db.row("SELECT * FROM forum_rule WHERE forum_id = ? AND position = ?", forum.id, place)
    remove(db, by, forum, thing(world, "post", comment.post_id), comment, rule, "", clock.stamp())
    if treatment.name.startswith("ban"):
        until = treatment.values.get("until")
        author = db.row("SELECT * FROM account WHERE id = ?", one.author)
        assert author is not None
        ban(db, by, forum, author, "See the rules.", f"{until} 00:00:00" if until else None, clock.stamp())
