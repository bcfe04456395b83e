"""News for everybody who is coming: each of them is to get one notification. Who gets one follows from the site's own
doings: a comment tells whom it answers and at most ten whom it names, and an edit tells nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from webcosm.judge.mentions import Says
from webcosm.judge.sets import Part, Untouched, over_rows
from webcosm.judge.state import Allow, Expectation, Insert, Wanted
from webcosm.lore import Rng
from webcosm.sites.forum.rules.notices import MOST_MENTIONS, mentioned
from webcosm.suites.arena.forum._desk import (
    FORUM,
    WHEN,
    account,
    ago,
    forum_named,
    me,
    members,
    members_but,
    post_address,
    write_comment,
    write_post,
)
from webcosm.suites.arena.forum._rows import NUMBERED
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.worlds import Change, World

DRAWS = 24
TRIPS = ("lighthouse walk", "night hike", "canoe trip", "bird walk", "train ride to the coast", "cheese tour")
PLACES = (
    "the harbor clock",
    "the north gate",
    "the bus depot",
    "the bandstand",
    "the old customs house",
    "the water tower",
)
How = Literal["in", "out", "unsure", "other", "asks", "back"]
KINDS: tuple[How, ...] = ("out", "unsure", "other", "asks", "back")
"""Withdraws; is not sure; signs somebody else up; only asks; withdraws and comes after all."""
BODY = (
    "I am planning the {trip} on {day}. We meet at {place} at 9:30 AM.\n\nIf you are coming, write so in a comment. I"
    " count on those who have said yes and have not taken it back. A maybe is no yes, and everybody signs up"
    " themselves, so please do not sign up your friends."
)
IN = (
    "I am in!",
    "Yes, I am coming.",
    "Count me in, please.",
    "I will be there with sandwiches.",
    "Yes, gladly!",
    "In.",
)
OUT = (
    "Sorry, I cannot make it after all.",
    "I have to take my yes back, my car broke down.",
    "I am out, sadly. Have fun!",
)
UNSURE = (
    "Maybe, it depends on the weather.",
    "I would love to, but I can only say on the day.",
    "Perhaps! Fifty-fifty.",
)
OTHER = ("My sister {name} would like to come, I cannot.", "Put {name} on the list, please. Not me, I am away.")
ASKS = ("How long will it take?", "Are dogs welcome? Just asking for next time.", "Lovely idea! I am away that day.")
BACK = ("Good news, it works after all. I am coming!", "Forget that, I am in again.")


@dataclass(frozen=True)
class Trip:
    trip: str
    title: str
    place: str
    forum: str
    draw: int


@dataclass(frozen=True)
class Guest:
    account: int
    how: How

    @property
    def comes(self) -> bool:
        return self.how in ("in", "back")


class TellEverybody(Levelled[Trip]):
    """Let everybody who is coming be notified, and nobody else."""

    family = "arena.forum.tell-everybody"
    kind = Kind.DO
    goals = (
        "The {trip} has a new meeting point: we meet at {place}. Please write that under my post “{title}” in"
        " f/{forum}, in such a way that everybody who is coming gets a notification of it. Each of them should get just"
        " one, and the others none.",
        "We now meet at {place} for the {trip}. Everybody who has signed up in my post “{title}” in f/{forum} should be"
        " told by a comment there, naming them so that each gets exactly one notification. Please don't bother those"
        " who aren't coming.",
    )
    sites = ("forum",)
    skills = (Skill.EFFECTS, Skill.COVERAGE, Skill.SPLIT)
    levels = (
        Dials(rows=8, exceptions=2, limits=1),
        Dials(rows=16, exceptions=4, limits=1),
        Dials(rows=23, exceptions=8, limits=1),
        Dials(rows=36, exceptions=12, limits=1),
    )
    actions = (4, 7, 7, 10)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> tuple[Guest, ...]:
        """In the order in which they first wrote."""
        rng = Rng(world.universe.seed, self.id, draw)
        where = "notify_mentions AND notify_replies AND username NOT GLOB '*[^A-Za-z0-9._-]*'"
        people = [row for row in members(world, 0, where=where) if row.username[-1].isalnum()]
        chosen = members_but(rng, people, self.dials.rows)
        kinds = KINDS[: self.level + 1]
        hows: list[How] = [kinds[place % len(kinds)] for place in range(self.dials.exceptions)]
        hows += ["in"] * (self.dials.rows - len(hows))
        return tuple(Guest(who.id, how) for who, how in zip(chosen, rng.shuffled(hows), strict=True))

    def pool(self, world: World) -> Sequence[Trip]:
        forums = world.forum.values("SELECT name FROM forum WHERE tags LIKE '%city%' ORDER BY id LIMIT 4")
        found = []
        for draw in range(DRAWS):
            trip = TRIPS[draw % len(TRIPS)]
            title = f"Who is coming? {trip.capitalize()} on {said_day(str(_day(world, draw)))}"
            place = PLACES[(draw + draw // len(PLACES)) % len(PLACES)]
            found.append(Trip(trip, title, place, str(forums[draw % len(forums)]), draw))
        return found

    def prepare(self, world: World, p: Trip) -> None:
        rng, case, my = Rng(world.universe.seed, self.id, "words", p.draw), self.case(world, p.draw), me(world)
        body = BODY.format(trip=p.trip, day=said_day(str(_day(world, p.draw))), place=_old_place(p))
        post = write_post(world, forum_named(world, p.forum), my, p.title, body, ago(days=8))
        written: list[tuple[float, int, str]] = []
        for place, one in enumerate(case):
            days = 7.5 - 5.5 * (place + rng.uniform(0.1, 0.8)) / len(case)
            friend = rng.choice([other for other in case if other.how == "asks"] or list(case))
            name = account(world, friend.account).username
            words = {"unsure": UNSURE, "other": OTHER, "asks": ASKS}.get(one.how, IN)
            written.append((days, one.account, rng.choice(words).format(name=name)))
            later = rng.uniform(0.6, 1.4)
            if one.how in ("out", "back"):
                written.append((later, one.account, rng.choice(OUT)))
            if one.how == "back":
                written.append((later * 0.6, one.account, rng.choice(BACK)))
        for days, number, text in sorted(written, reverse=True):
            write_comment(world, post, account(world, number), text, ago(days=days))

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Trip) -> Expectation:
        my, number = me(world), _post(world, p)
        parts, untouched = [], []
        for one in self.case(world, p.draw):
            name = account(world, one.account).username
            if not one.comes:
                where = {"account_id": one.account}
                untouched.append(Untouched(f"{name} ({one.how}) hears nothing", "forum", "notification", where=where))
                continue
            values: dict[str, Wanted] = {
                "account_id": one.account,
                "kind": _by_comment,
                "post_id": number,
                "thread_id": None,
                "text": "",
            }
            free = {"id": NUMBERED, "comment_id": "any comment under the post will do", "created": WHEN, "read": WHEN}
            parts.append(Part(f"{name} is told", (Insert("forum", "notification", values, free),)))

        def mine(change: Change) -> bool:
            row = change.new or {}
            return (
                change.table == "comment"
                and change.kind == "insert"
                and (row.get("post_id"), row.get("author_id")) == (number, my.id)
                and row.get("deleted") is None
            )

        def my_vote(change: Change) -> bool:
            return (
                change.table == "comment_vote"
                and change.kind == "insert"
                and ((change.new or {}).get("account_id"), (change.new or {}).get("value")) == (my.id, 1)
            )

        wanted = Says((_key(p.place),), without=(_key(_old_place(p)),), most=200)

        def all_say_it(changes: Sequence[Change]) -> bool:
            bodies = [str((one.new or {})["body"]) for one in changes if mine(one)]
            return bool(bodies) and all(map(wanted, bodies))

        allowed = [Allow("one's own comments under the post", mine), Allow("one's own vote for them", my_vote)]
        return over_rows(parts, untouched, allowed=allowed, conditions={"the comments say where": all_say_it})

    def plan(self, world: World, p: Trip) -> str:
        return (
            "Read the post and all of its comments, and what the form for comments says of names. List who is coming by"
            " their last word; then name all of them in as many comments as that takes, none of them twice."
        )

    def facts(self, world: World, p: Trip) -> str:
        return f"Coming: {', '.join(_names(world, self.case(world, p.draw)))}."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Trip) -> None:
        names = _names(person.world, self.case(person.world, p.draw))
        for first in range(0, len(names), MOST_MENTIONS):
            await _comment(person, p, _call(p, names[first : first + MOST_MENTIONS]))
        await person.stop()

    async def some_by_an_answer(self, person: Person, p: Trip) -> None:
        """Answers the first one, names the others in smaller groups, and in another way."""
        case = [one for one in self.case(person.world, p.draw) if one.comes]
        first, *names = _names(person.world, case)
        number = person.world.forum.value(
            "SELECT min(id) FROM comment WHERE post_id = ? AND author_id = ?", _post(person.world, p), case[0].account
        )
        if number is None:
            raise Lost(f"{first} has not written")
        await person.goto(f"{FORUM}/comment/{number}/reply")
        await person.fill("Comment", f"We meet at {p.place} now!")
        await person.click("Reply", role="button")
        for place in range(0, len(names), 7):
            called = " ".join(f"@{name}" for name in names[place : place + 7])
            await _comment(person, p, f"{called} New meeting point: {p.place}, same time.")
        await person.stop()

    async def first_rule(self, person: Person, p: Trip) -> None:
        """Names everybody who wrote."""
        names = [account(person.world, one.account).username for one in self.case(person.world, p.draw)]
        for first in range(0, len(names), MOST_MENTIONS):
            await _comment(person, p, _call(p, names[first : first + MOST_MENTIONS]))
        await person.stop()

    async def half_done(self, person: Person, p: Trip) -> None:
        names = _names(person.world, self.case(person.world, p.draw))[:-1]
        for first in range(0, len(names), MOST_MENTIONS):
            await _comment(person, p, _call(p, names[first : first + MOST_MENTIONS]))
        await person.stop()

    async def by_an_edit(self, person: Person, p: Trip) -> None:
        """Adds the names afterwards, which tells nobody."""
        names = _names(person.world, self.case(person.world, p.draw))
        await _comment(person, p, f"We meet at {p.place} now.")
        await person.goto(f"{FORUM}/comment/{person.world.forum.value('SELECT max(id) FROM comment')}/edit")
        await person.fill("Comment", _call(p, names))
        await person.click("Save changes", role="button")
        await person.stop()

    async def all_in_one(self, person: Person, p: Trip) -> None:
        """All names in one comment; where ten are enough, without a word of where."""
        names = _names(person.world, self.case(person.world, p.draw))
        words = _call(p, names)
        await _comment(
            person, p, words if len(mentioned(words)) < len(names) else words.replace(p.place, "a new place")
        )
        await person.stop()

    ways = (some_by_an_answer,)
    shortcuts = (first_rule, half_done, by_an_edit, all_in_one)


def _by_comment(kind: object) -> bool:
    """a notification of a comment"""
    return kind in ("mention", "reply")


def _names(world: World, case: Sequence[Guest]) -> list[str]:
    return [str(account(world, one.account).username) for one in case if one.comes]


def _call(p: Trip, names: Sequence[str]) -> str:
    return f"We meet at {p.place} now. {', '.join(f'u/{name}' for name in names)}"


def _key(place: str) -> str:
    """``the harbor clock`` -> ``harbor clock``"""
    return place.partition(" ")[2]


def _old_place(p: Trip) -> str:
    return PLACES[(PLACES.index(p.place) + 2) % len(PLACES)]


def _day(world: World, draw: int) -> date:
    """A Sunday within the next weeks."""
    today: date = world.lore.today
    return today + timedelta(days=(6 - today.weekday()) % 7 + 7 * (1 + draw // len(TRIPS)))


def _post(world: World, p: Trip) -> int:
    found = world.forum.value("SELECT id FROM post WHERE title = ?", p.title)
    if found is None:
        raise Lost(f"there is no post “{p.title}”")
    return int(found)


async def _comment(person: Person, p: Trip, words: str) -> None:
    await person.goto(f"{post_address(p.forum, _post(person.world, p))}/reply")
    await person.fill("Comment", words)
    await person.click("Comment", role="button")
