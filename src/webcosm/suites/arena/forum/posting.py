"""Tasks on the forum: new posts that tell, invite, or let people choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.mentions import Says
from webcosm.judge.state import Expectation, Insert, Wanted, same_letters
from webcosm.suites.arena.forum._moves import open_forum, write_post
from webcosm.suites.arena.forum._rows import (
    NUMBERED,
    all_said,
    forum,
    forums,
    new_post,
    next_id,
)
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.worlds import World

__all__ = ["Invitation"]

# A poll ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PollWish:
    forum: str
    event: str
    first: str
    second: str
    third: str


EVENTS: Mapping[str, tuple[str, str | tuple[str, ...]]] = {
    "boardgames": ("our board game night", "game*"),
    "books": ("our book club", "book*"),
    "bicycling": ("our group ride", "ride*"),
    "movies": ("our film night", ("film*", "movie*")),
    "gardening": ("our seed swap", "seed*"),
    "cooking": ("our potluck dinner", "potluck*"),
    "sports": ("our practice match", "practice*"),
    "music": ("our jam session", "jam*"),
}
"""What a forum's people do together, and how it is known again."""
DAYS = (("Friday", "Saturday", "Sunday"), ("Tuesday", "Wednesday", "Thursday"), ("Monday", "Thursday", "Saturday"))


def _invites(p: PollWish) -> Says:
    return Says((EVENTS[p.forum][1], ("day*", "when", "evening*", "which", "friday*")), asks=True)


async def _poll_by_another_door(person: Person, p: PollWish) -> None:
    await person.goto("http://forum.test/submit?kind=poll")
    title = f"What day is best for {p.event}?"
    options = {"option_1": p.first.upper(), "option_2": f" {p.second}", "option_3": p.third}
    await write_post(person, p.forum, title, "One vote each, please.", kind="Poll", **options)
    await person.stop()


async def _asked_in_a_text(person: Person, p: PollWish) -> None:
    """Wrong: nobody can vote in it."""
    text = f"{p.first}, {p.second} or {p.third}?"
    await write_post(person, p.forum, f"Which day for {p.event}?", text)
    await person.stop()


class StartPoll(Template[PollWish]):
    """Start a poll."""

    id = "arena.forum.start-poll"
    kind = Kind.DO
    goals = (
        "Start a poll in f/{forum} asking which day suits people best for {event}. The choices are {first}, {second}"
        " and {third}, in that order.",
        "Let the people in f/{forum} vote on the day of {event}: {first}, {second} or {third}. Make it a poll with"
        " those three options, in that order, and ask which day they prefer.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=10)
    ways = (_poll_by_another_door,)
    shortcuts = (_asked_in_a_text,)

    def pool(self, world: World) -> Sequence[PollWish]:
        there = {one.name for one in forums(world)}
        return [PollWish(name, EVENTS[name][0], *days) for name in EVENTS if name in there for days in DAYS]

    def expect(self, world: World, p: PollWish) -> Expectation:
        rules = new_post(world, forum(world, p.forum).id, {"kind": "poll"})
        number = next_id(world, "post")
        for position, label in enumerate((p.first, p.second, p.third), 1):
            option: dict[str, Wanted] = {"post_id": number, "position": position, "label": same_letters(label)}
            rules.append(Insert("forum", "poll_option", option, {"id": NUMBERED}, name=f"option {position}: {label}"))
        return all_said(rules, _invites(p), "asks which day suits for it")

    async def solve(self, person: Person, p: PollWish) -> None:
        await open_forum(person, p.forum)
        options = {"option_1": p.first, "option_2": p.second, "option_3": p.third}
        await write_post(person, p.forum, f"Which day suits you best for {p.event}?", kind="Poll", **options)
        await person.stop()


# An invitation --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Invitation:
    city: str
    event: str
    day: str
    time: str


GATHERINGS = {
    "a repair café": ("repair*",),
    "a neighborhood flea market": ("flea", "market"),
    "a bike-lane walk with the city council": ("bike*", "council"),
    "a bird-watching walk for beginners": ("bird*", "beginner*"),
    "a swap of houseplant cuttings": ("cutting*",),
    "an open choir rehearsal": ("choir", "rehears*"),
}
DATES = (("Saturday, May 23", "10:30 a.m."), ("Sunday, May 31", "3:15 p.m."), ("Friday, June 5", "6:45 p.m."))
CLOCK = {"10:30 a.m.": ("10:30",), "3:15 p.m.": ("3:15", "15:15"), "6:45 p.m.": ("6:45", "18:45")}


def _cities(world: World) -> dict[str, str]:
    """Cities that have a forum, with its name."""
    found = {}
    for one in forums(world, "(',' || tags || ',') LIKE '%,city,%'"):
        city = one.title.partition(":")[0]
        found[city] = one.name
    return found


def _tells_of(p: Invitation) -> Says:
    weekday, date = p.day.split(", ")
    month, number = date.split()
    day = (date, f"{number} {month}", f"{month} {number}th", f"{month} {number}rd", f"{month} {number}st")
    return Says((*GATHERINGS[p.event], weekday, day, CLOCK[p.time]), only=r"\b\d{1,2}[:.]\d\d\b")


async def _invited_in_the_title(person: Person, p: Invitation) -> None:
    await person.goto("http://forum.test/submit")
    title = f"{p.event.capitalize()} on {p.day} at {p.time}: everybody is welcome"
    await write_post(person, _cities(person.world)[p.city], title)
    await person.stop()


async def _without_the_time(person: Person, p: Invitation) -> None:
    """Wrong: nobody knows when to come."""
    await write_post(person, _cities(person.world)[p.city], f"Come to {p.event}", f"It's on {p.day}.")
    await person.stop()


class Invite(Template[Invitation]):
    """Invite people to something, in the forum of their city."""

    id = "arena.forum.invite-city"
    kind = Kind.DO
    goals = (
        "We're organizing {event} in {city} ({day} at {time}). Invite people in the city's forum; the post should say"
        " what, which day (with the weekday) and what time.",
        "Write a post in the forum for {city} that tells people about {event} ({day} at {time}). Weekday, date and"
        " time all need to be in there.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_invited_in_the_title,)
    shortcuts = (_without_the_time,)

    def pool(self, world: World) -> Sequence[Invitation]:
        return [
            Invitation(city, event, *DATES[(place + turn) % len(DATES)])
            for turn, city in enumerate(_cities(world))
            for place, event in enumerate(GATHERINGS)
        ]

    def expect(self, world: World, p: Invitation) -> Expectation:
        rules = new_post(world, forum(world, _cities(world)[p.city]).id, {})
        return all_said(rules, _tells_of(p), "says what, which day and what time")

    async def solve(self, person: Person, p: Invitation) -> None:
        await person.click("Forums", role="link")
        name = next(
            words.split()[0].removeprefix("f/")
            for place, element in enumerate(person.view.elements)
            if element.role == "listitem" and f" {p.city}: " in (words := person.text_of(place))
        )
        await person.click(f"f/{name}", role="link")
        await write_post(person, name, f"You are invited: {p.event}", f"{p.day}, {p.time} Come and bring friends!")
        await person.stop()


# Lost -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loss:
    thing: str
    place: str
    secret: str


LOSSES: Mapping[str, tuple[tuple[str | tuple[str, ...], ...], str, tuple[str, ...]]] = {
    "a brown leather wallet": (("wallet", "brown"), "there's $180 in it", ("180", "cash")),
    "a blue folding umbrella": (("umbrella", "blue"), "my name is stitched into the handle", ("my name", "stitch*")),
    "a ring of four keys": (("key*", ("four", "4")), "one of them has a dent", ("dent*",)),
    "a gray wool scarf": (("scarf", ("gray", "grey")), "it has a hole near one end", ("hole",)),
    "a silver ring": (("ring", "silver"), "a date is engraved on the inside", ("engrav*",)),
    "a green notebook": (("notebook", "green"), "the first page is a shopping list", ("shopping", "first page")),
    "a child's red mitten": (("mitten*", "red"), "there's a patch on the thumb", ("patch*", "thumb")),
}
PLACES = {
    "on bus 14 on Monday evening": (("bus 14",), "monday"),
    "in the library reading room on Tuesday": (("library",), "tuesday"),
    "at the farmers' market on Saturday": (("market",), "saturday"),
    "outside the swimming pool on Wednesday": (("pool",), "wednesday"),
}


def _describes(p: Loss) -> Says:
    facts, _, secret = LOSSES[p.thing]
    where, day = PLACES[p.place]
    return Says((*facts, *where, day, ("lost", "lose", "losing", "missing")), without=secret)


async def _reported_on_the_forum_itself(person: Person, p: Loss) -> None:
    await open_forum(person, "LostAndFound")
    await write_post(
        person, "LostAndFound", "Please look around!", f"I lost {p.thing} {p.place}. Thank you for any hint."
    )
    await person.stop()


async def _with_the_secret(person: Person, p: Loss) -> None:
    """Wrong: now anybody can say that it is theirs."""
    await write_post(person, "LostAndFound", f"Lost: {p.thing} {p.place}", f"You know it by this: {p.secret}.")
    await person.stop()


class ReportLoss(Template[Loss]):
    """Tell that something was lost, but not what proves whose it is."""

    id = "arena.forum.report-loss"
    kind = Kind.DO
    goals = (
        "I lost {thing} {place}. Post about it where people look for lost things, with the place and the day. Keep one"
        " detail to yourself, so that I can ask finders about it: {secret}.",
        "Write a post in the forum for lost things: I've lost {thing} {place}. Say what, where and which day, but don't"
        " mention that {secret}. That's how I'll know an honest finder.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_reported_on_the_forum_itself,)
    shortcuts = (_with_the_secret,)

    def pool(self, world: World) -> Sequence[Loss]:
        return [Loss(thing, place, told[1]) for thing, told in LOSSES.items() for place in PLACES]

    def expect(self, world: World, p: Loss) -> Expectation:
        rules = new_post(world, forum(world, "LostAndFound").id, {})
        return all_said(rules, _describes(p), "says what was lost, where and when, and not the secret")

    async def solve(self, person: Person, p: Loss) -> None:
        await open_forum(person, "LostAndFound")
        await write_post(person, "LostAndFound", f"Lost: {p.thing}", f"I lost it {p.place}. Has anybody seen it?")
        await person.stop()
