"""Tasks on the forum: new posts that ask something, in one's own words, where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from webcosm.judge.mentions import Says
from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, same_text
from webcosm.suites.arena.forum._matters import LIMITS, QUESTIONS, SUBJECTS, WISHES
from webcosm.suites.arena.forum._moves import open_forum, refused, write_post
from webcosm.suites.arena.forum._rows import all_said, forum, forums, me, new_post
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["AskQuestion", "Question"]

ASKING = ("recommend*", "suggest*", "advice", "ideas", "tips", "which", "what", "any good")
NUMBERS = r"\$?\d[\d,.]*\d|\d"

# A recommendation -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wish:
    subject: str
    thing: str
    limit: str


def _number(limit: str) -> str:
    return next(word for word in limit.split() if any(sign.isdigit() for sign in word))


def _wish(p: Wish) -> Says:
    facts = next(facts for _, thing, facts in WISHES if thing == p.thing)
    number = _number(p.limit)
    said = {"2": ("2", "two"), "3": ("3", "three"), "4": ("4", "four")}.get(number, (number,))
    return Says((ASKING, *facts, said), only=NUMBERS, asks=True)


async def _with_the_forum_chosen_later(person: Person, p: Wish) -> None:
    await person.goto("http://forum.test/")
    text = f"I'm after {p.thing}, {p.limit}. What would you suggest?"
    await write_post(person, SUBJECTS[p.subject], "A question about something", text)
    await person.stop()


async def _and_mended(person: Person, p: Wish) -> None:
    await write_post(person, SUBJECTS[p.subject], f"Any advice? {p.thing}, {p.limit}", "Thank you")
    await person.click("Edit", role="link")
    await person.fill("Text", "Thank you all, and what would you take yourselves?")
    await person.click("Save changes", role="button")
    await person.stop()


async def _without_the_limit(person: Person, p: Wish) -> None:
    """Wrong: half of the wish."""
    await write_post(person, SUBJECTS[p.subject], "Looking for a recommendation", f"I want {p.thing}. Any ideas?")
    await person.stop()


async def _where_it_does_not_belong(person: Person, p: Wish) -> None:
    """Wrong: the forum for everything."""
    await write_post(person, "AskAnything", "Looking for a recommendation", f"{p.thing}, {p.limit}. Any ideas?")
    await person.stop()


class AskRecommendation(Template[Wish]):
    """Ask for a recommendation in the forum where it belongs."""

    id = "arena.forum.ask-recommendation"
    kind = Kind.DO
    goals = (
        "I'm looking for {thing}, {limit}. Post in the forum about {subject} and ask people what they'd recommend.",
        "Could you ask the forum about {subject} for me? I need a recommendation for {thing}, {limit}. Write a post in"
        " your own words.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_with_the_forum_chosen_later, _and_mended)
    shortcuts = (_without_the_limit, _where_it_does_not_belong)

    def pool(self, world: World) -> Sequence[Wish]:
        there = {one.name for one in forums(world)}
        return [
            Wish(subject, thing, limit)
            for name, thing, _ in WISHES
            for subject, its in SUBJECTS.items()
            if its == name and name in there
            for limit in LIMITS[name]
        ]

    def expect(self, world: World, p: Wish) -> Expectation:
        rules = new_post(world, forum(world, SUBJECTS[p.subject]).id, {})
        return all_said(rules, _wish(p), "asks for what is wanted, with the limit")

    async def solve(self, person: Person, p: Wish) -> None:
        await open_forum(person, SUBJECTS[p.subject])
        text = f"I'm looking for {p.thing}, {p.limit}. Which one would you recommend?"
        await write_post(person, SUBJECTS[p.subject], f"Recommendations wanted: {p.thing}", text)
        await person.stop()


# A question -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    forum: str
    title: str
    matter: str


WEEKS = {True: ("two", "five"), False: ("three", "six")}
"""Of those who may write, and of those who may not."""
ONE_OF = {"two": ("two", "2"), "three": ("three", "3"), "five": ("five", "5"), "six": ("six", "6")}


def _questions(world: World, *, free: bool) -> list[Question]:
    there = {one.name for one in forums(world)}
    return [
        Question(name, title, matter.format(n=weeks))
        for name, title, matter, _ in QUESTIONS
        if name in there
        for weeks in WEEKS[free]
    ]


def _weeks(p: Question) -> str:
    return next(word for word in p.matter.split() if word in ONE_OF)


def ban_me(world: World, name: str, *, days: int) -> None:
    """Bans the member from a forum since the day before yesterday, for so many days."""
    db, now, who = world.forum, world.clock.now(), me(world).id
    place = forum(world, name)
    since, until = (f"{now + timedelta(days=late):%Y-%m-%d %H:%M:%S}" for late in (-9, days - 9))
    by = db.value("SELECT account_id FROM moderator WHERE forum_id = ? ORDER BY created, account_id", place.id)
    reason = "Off-topic posts after a warning."
    db.insert(
        "ban", forum_id=place.id, account_id=who, by_id=by, reason=reason, created=since, until=until, lifted=None
    )
    db.insert(
        "moderation",
        forum_id=place.id,
        moderator_id=by,
        action="ban",
        account_id=who,
        reason=reason,
        created=since,
    )
    told = f"You were banned from f/{place.name} until {until[:10]}: {reason}"
    db.insert("notification", account_id=who, kind="moderation", text=told, created=since)


async def _from_the_front_page(person: Person, p: Question) -> None:
    await person.goto("http://forum.test/submit")
    await write_post(person, p.forum, f" {p.title} ", f"Hello! {p.matter.capitalize()}. What could it be?")
    await person.stop()


async def _about_something_else(person: Person, p: Question) -> None:
    """Wrong: a text that says nothing of the matter."""
    await open_forum(person, p.forum)
    await write_post(person, p.forum, p.title, "Hello everybody! Does anybody know what I could do about it?")
    await person.stop()


class AskQuestion(Template[Question]):
    """Ask a question in a forum."""

    id = "arena.forum.ask-question"
    kind = Kind.DO
    goals = (
        "Ask f/{forum} for help under the title “{title}”. The story: {matter}. Use your own words, but leave none"
        " of it out, and post it with the account I'm signed in with.",
        "Post a question in f/{forum} with this account, titled “{title}”. Explain that {matter}, and ask what I can"
        " do.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    alone = ("forum",)
    twin = "arena.forum.post-question"
    ways = (_from_the_front_page,)
    shortcuts = (_about_something_else,)

    def pool(self, world: World) -> Sequence[Question]:
        return _questions(world, free=True)

    def prepare(self, world: World, p: Question) -> None:
        """A ban that is over is none."""
        ban_me(world, p.forum, days=3)

    def expect(self, world: World, p: Question) -> Expectation:
        facts = next(facts for name, title, _, facts in QUESTIONS if (name, title) == (p.forum, p.title))
        says = Says((*facts, ONE_OF[_weeks(p)]), asks=True)
        rules = new_post(world, forum(world, p.forum).id, {"title": same_text(p.title)})
        return all_said(rules, says, "tells the matter and asks", columns=["body"])

    async def solve(self, person: Person, p: Question) -> None:
        await open_forum(person, p.forum)
        await write_post(person, p.forum, p.title, f"{p.matter.capitalize()}. What can I do?")
        await person.stop()


class AskQuestionBanned(Template[Question]):
    """Ask a question in a forum from which one is banned."""

    id = "arena.forum.post-question"
    kind = Kind.DO
    goals = AskQuestion.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    alone = ("forum",)
    achievable = False
    twin = "arena.forum.ask-question"

    def pool(self, world: World) -> Sequence[Question]:
        return _questions(world, free=False)

    def prepare(self, world: World, p: Question) -> None:
        ban_me(world, p.forum, days=60)

    def obstacle(self, world: World, p: Question) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, (f"f/{p.forum}", p.forum), said=(r"\bban(?:ned|s)?\b",))

    async def solve(self, person: Person, p: Question) -> None:
        await open_forum(person, p.forum)
        await person.click("Write a post", role="link")
        if "banned" not in refused(person):
            raise Lost(f"one can write in f/{p.forum}")
        await person.infeasible(f"The account is banned from f/{p.forum}, so it can't post there.")
