"""Questions that were asked before are closed with a pointer to the first one. Titles mislead in both directions: the
same thing is asked in other words, and other things are asked in the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, Made, expect_deeds
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.forum.rules.moderating import remove, set_locked
from webcosm.sites.forum.rules.writing import add_comment, delete_post
from webcosm.suites.arena.forum._desk import (
    FREE,
    NAMED_ARE_TOLD,
    Moderating,
    PointsTo,
    comment_says,
    fellow,
    found_forum,
    members,
    members_but,
    moderator,
    post_address,
    stamp,
    thing,
    write_comment,
    write_post,
)
from webcosm.suites.arena.forum._questions import QUESTIONS
from webcosm.tasks import Dials, Kind, Lost, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.worlds import BEGINNING, Timepiece, World

DRAWS = 24
NAMES = ("HouseholdTips", "HomeQuestions", "UnderOneRoof")
RULES = (
    ("Say what you have tried", "Otherwise you will be told to try it."),
    ("Search before you ask", "Most questions have been asked. Repeats are closed."),
    ("Be kind", "Everybody has ruined a rug."),
    ("No advertising", "Not for your product, not for your channel."),
)
State = Literal["open", "deleted", "removed", "closed", "objected"]
GUIDE_TITLE = "For moderators: questions that come twice"
GUIDE = (
    "How we deal with repeats, so that all of us do the same:\n\n"
    "1. Two posts ask the same if the same answers would help both. Read the text, the title alone says little, and"
    " what people claim in the comments is not always right.\n"
    "2. Close a question if the same one was asked up to **{limit} days** before it. To close it, comment on it with"
    " the address of the post where it was asked first, then lock it. Don't remove it.\n"
    "3. Always point to the first one, never to another repeat. Posts that their author has deleted or that we have"
    " removed don't count: then the next one is the first.\n"
    "4. Whoever asks again after more than {limit} days may do so. From there on, that post counts as the first one.\n"
    "5. If the author says in a comment why the answers to the older post don't help, the question stays open.\n"
    "6. Questions that one of us has closed already are done."
)
OBJECTIONS = (
    "I have read the older thread about this. I tried all of it and nothing helped, so I am asking again.",
    "Before somebody points me to the last time this came up: what they say there is not sold here.",
    "I know the earlier post. The advice in it is exactly what I did, and it made things worse.",
)
CLAIMS = (
    "Didn't we have this one just the other week?",
    "Asked and answered, use the search.",
    "This comes up all the time, please look at the older post.",
)
ANSWERS = (
    "I would ask at the hardware store, they have seen everything.",
    "Try it on a small spot first.",
    "Following, I would like to know that as well.",
    "My grandmother swore by patience.",
    "Take a picture, that makes it easier to help.",
    "Thanks for asking, I never dared to.",
)
PATTERNS = (
    "plain",
    "twin",
    "inside",
    "both",
    "late",
    "gone",
    "three",
    "closed",
    "chain",
    "objected",
    "removed",
)


@dataclass(frozen=True)
class Repeats:
    forum: str
    since: str
    draw: int


@dataclass(frozen=True)
class Asked:
    about: str
    """What it asks; the same for all that ask the same."""
    title: str
    body: str
    when: datetime
    state: State = "open"

    @property
    def is_there(self) -> bool:
        return self.state not in ("deleted", "removed")


@dataclass(frozen=True)
class Case:
    limit: int
    since: datetime
    asked: tuple[Asked, ...]
    """In the order in which they were asked."""

    def repeats(self) -> dict[Asked, Asked]:
        """What is to be closed, and to which post it points."""
        first: dict[str, Asked] = {}
        found = {}
        for one in self.asked:
            if not one.is_there:
                continue
            before = first.get(one.about)
            if before is None or one.when - before.when > timedelta(days=self.limit):
                first[one.about] = one
            elif one.state == "open":
                found[one] = before
        return {one: before for one, before in found.items() if one.when >= self.since}


class CloseDuplicates(Moderating[Repeats]):
    """Close questions that were asked before, with a pointer to the first."""

    family = "arena.forum.close-duplicates"
    kind = Kind.DO
    goals = (
        "People in f/{forum} keep asking what was asked before. Please go through everything that was posted there"
        " since {since} and close the repeats, the way our pinned post for moderators says.",
        "I've not looked after f/{forum} since {since}. Close the questions from then on that are repeats, by our"
        " pinned post for moderators, and leave the others open.",
    )
    sites = ("forum",)
    skills = (Skill.LOOK_ALIKES, Skill.COVERAGE, Skill.PROCEDURE)
    levels = (
        Dials(rows=5, look_alikes=2, rules=6),
        Dials(rows=10, look_alikes=3, rules=6),
        Dials(rows=16, look_alikes=4, rules=6, exceptions=1),
        Dials(rows=26, look_alikes=5, rules=6, exceptions=2),
    )
    actions = (13, 25, 33, 49)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        rng = Rng(world.universe.seed, self.id, draw)
        window, limit = rng.integer(9, 13), rng.integer(24, 40)
        questions = rng.shuffled(list(range(len(QUESTIONS))))
        patterns = PATTERNS[: (4, 7, 9, 11)[self.level - 1]]
        asked: list[Asked] = []
        turn = rows = 0
        while rows < self.dials.rows and questions:
            made = _asked(rng, questions.pop(), patterns[turn % len(patterns)], window, limit)
            asked += made
            rows += sum((BEGINNING - one.when).days < window for one in made)
            turn += 1
        since = datetime.combine((BEGINNING - timedelta(days=window)).date(), time(0), BEGINNING.tzinfo)
        return Case(limit, since, tuple(sorted(asked, key=lambda one: one.when)))

    def pool(self, world: World) -> Sequence[Repeats]:
        return [
            Repeats(NAMES[draw % len(NAMES)], said_day(str(self.case(world, draw).since.date())), draw)
            for draw in range(DRAWS)
        ]

    def prepare(self, world: World, p: Repeats) -> None:
        rng = Rng(world.universe.seed, self.id, "posts", p.draw)
        case = self.case(world, p.draw)
        everybody = members(world, 0, joined="2025-06-01")
        colleague, people = fellow(world, rng), members_but(rng, everybody, 40)
        forum = found_forum(
            world,
            p.forum,
            "Household tips",
            "Stains, squeaks and other small troubles at home.",
            RULES,
            [moderator(world), colleague],
        )
        guide = GUIDE.format(limit=case.limit)
        written = BEGINNING - timedelta(days=200, hours=3)
        write_post(world, forum, colleague, GUIDE_TITLE, guide, written, flag="moderator", pinned=True)
        (rule,) = world.forum.rows("SELECT * FROM forum_rule WHERE forum_id = ? AND position = 2", forum.id)
        repeats = case.repeats()
        claimed = 0
        for one in case.asked:
            author = rng.choice(people)
            number = write_post(
                world,
                forum,
                author,
                one.title,
                one.body,
                one.when,
                voters=rng.sample(people, 3),
            )
            later = one.when + timedelta(hours=rng.integer(2, 9))
            for _ in range(rng.integer(0, 2)):
                write_comment(world, number, rng.choice(people), rng.choice(ANSWERS), later)
                later += timedelta(minutes=rng.integer(3, 50))
            if one.state == "objected":
                write_comment(world, number, author, rng.choice(OBJECTIONS), later)
            elif one.when >= case.since and one not in repeats and claimed < self.dials.look_alikes and one.is_there:
                write_comment(world, number, rng.choice(people), rng.choice(CLAIMS), later)
                claimed += 1
            elif one.state == "deleted":
                delete_post(world.forum, thing(world, "post", number), stamp(later))
            elif one.state == "removed":
                remove(world.forum, colleague, forum, thing(world, "post", number), None, rule, "", stamp(later))
            elif one.state == "closed":
                first = next(other for other in case.asked if other.about == one.about)
                body = f"This was asked here: {post_address(forum.name, _number(world, first))}"
                write_comment(world, number, colleague, body, later, flag="moderator")
                set_locked(world.forum, colleague, thing(world, "post", number), True, stamp(later))

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Repeats) -> Expectation:
        case = self.case(world, p.draw)
        repeats = case.repeats()
        deeds, untouched, said = [], [], {}
        for one in case.asked:
            number = _number(world, one)
            if one in repeats:
                first = _number(world, repeats[one])
                deeds.append(
                    Deed(
                        f"“{one.title}” is commented on and locked",
                        partial(_close, number=number, address=post_address(p.forum, first)),
                        Made("forum", "comment", {"post_id": number}),
                    )
                )
                said[f"the comment under “{one.title}” points to post {first}"] = comment_says(
                    number, moderator(world), PointsTo(first)
                )
            else:
                untouched.append(Untouched(f"“{one.title}”", "forum", "post", key=(number,)))
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NAMED_ARE_TOLD], conditions=said)

    def plan(self, world: World, p: Repeats) -> str:
        return (
            f"Read the pinned post. List the newest posts of f/{p.forum} and read all of them since {p.since}, and the"
            " titles and texts of those before. Group what asks the same, find the first of each group that is still"
            " there and not too old, look for objections in the comments, and close the rest."
        )

    def facts(self, world: World, p: Repeats) -> str:
        repeats = self.case(world, p.draw).repeats()
        pairs = [f"“{one.title}” repeats “{first.title}”" for one, first in repeats.items()]
        return "; ".join(pairs) + ". No other post is a repeat."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Repeats) -> None:
        await self._close_all(person, p, list(self.case(person.world, p.draw).repeats().items()))

    async def comment_first_with_a_word(self, person: Person, p: Repeats) -> None:
        """The last one first; comments before locking, politely and with a short address."""
        for one, first in reversed(self.case(person.world, p.draw).repeats().items()):
            number = _number(person.world, one)
            await person.goto(f"{post_address(p.forum, number)}/reply")
            await person.fill(
                "Comment", f"Hello! This was asked before, see /f/{p.forum}/post/{_number(person.world, first)}"
            )
            await person.click("Comment", role="button")
            await person.goto(f"{post_address(p.forum, number)}/lock")
            await person.click("Lock post", role="button")
        await person.stop()

    async def half_done(self, person: Person, p: Repeats) -> None:
        await self._close_all(person, p, list(self.case(person.world, p.draw).repeats().items())[:-1])

    async def by_the_claims(self, person: Person, p: Repeats) -> None:
        """Closes what looks alike by its title, too."""
        case = self.case(person.world, p.draw)
        repeats = case.repeats()
        more = next(one for one in case.asked if one.when >= case.since and one.state == "open" and one not in repeats)
        await self._close_all(person, p, [*repeats.items(), (more, case.asked[0])])

    async def to_the_newest(self, person: Person, p: Repeats) -> None:
        """Only locks, and points to whatever was posted first in the forum."""
        case = self.case(person.world, p.draw)
        first = case.asked[0] if case.asked[0] not in case.repeats().values() else case.asked[1]
        await self._close_all(person, p, [(one, first) for one in case.repeats()])

    ways = (comment_first_with_a_word,)
    shortcuts = (half_done, by_the_claims, to_the_newest)

    async def _close_all(self, person: Person, p: Repeats, pairs: Sequence[tuple[Asked, Asked]]) -> None:
        for one, first in pairs:
            await person.goto(post_address(p.forum, _number(person.world, one)))
            await person.click("Lock", role="button")
            await person.fill("Your comment", f"Asked before: {post_address(p.forum, _number(person.world, first))}")
            await person.click("Comment", role="button")
        await person.stop()


def _asked(rng: Rng, place: int, pattern: str, window: int, limit: int) -> list[Asked]:
    """The posts about one question and what looks like it, by a pattern."""
    question = QUESTIONS[place]
    wordings = rng.shuffled(question.same)
    twins = rng.shuffled(question.other)

    def same(days: float, state: State = "open") -> Asked:
        title, body = wordings.pop()
        return Asked(f"{place}", title, body, _moment(rng, days), state)

    def twin(days: float) -> Asked:
        title, body = twins.pop()
        return Asked(f"{place} {title}", title, body, _moment(rng, days))

    new = rng.integer(1, window - 4)
    """So many days ago the last one was posted."""
    old = rng.integer(window + 2, new + limit - 2)
    """Before the window, and not too long before the last one."""
    match pattern:
        case "plain":
            return [same(old), same(new)]
        case "twin":
            return [same(old), twin(new)]
        case "inside":
            return [same(new + 2), same(new)]
        case "both":
            return [same(old), twin(new + 2), same(new)]
        case "late":
            return [same(new + limit + rng.integer(2, 9)), same(new)]
        case "gone":
            return [same(old, "deleted"), same(new + 2), same(new)]
        case "three":
            return [same(new + limit - 2), same(new + 2), same(new)]
        case "closed":
            return [same(old), same(new, "closed"), twin(new + 1)]
        case "chain":
            return [same(new + limit + rng.integer(4, 9)), same(new + 2), same(new)]
        case "objected":
            return [same(old), same(new, "objected")]
        case _:
            return [same(old, "removed"), same(new + 2), same(new)]


def _moment(rng: Rng, days: float) -> datetime:
    """So many days before the world's first morning, between eight and twenty-one."""
    day = (BEGINNING - timedelta(days=days)).date()
    return datetime.combine(day, time(8), BEGINNING.tzinfo) + timedelta(minutes=rng.integer(0, 13 * 60))


def _number(world: World, one: Asked) -> int:
    """Titles are used once."""
    found = world.forum.value("SELECT id FROM post WHERE title = ? AND body = ?", one.title, one.body)
    if found is None:
        raise Lost(f"there is no post “{one.title}”")
    return int(found)


def _close(world: World, clock: Timepiece, number: int, address: str) -> None:
    by = moderator(world)
    add_comment(world.forum, by, thing(world, "post", number), None, address, clock.stamp())
    set_locked(world.forum, by, thing(world, "post", number), True, clock.stamp())
