"""A notice of a meeting: what was agreed stands in several conversations, one thing only the user knows, and while the
notice is up the others write that something has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.mentions import Says
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.forum.rules.notices import say
from webcosm.sites.forum.rules.writing import add_post
from webcosm.suites.arena.forum._desk import (
    FORUM,
    FREE,
    NAMED_ARE_TOLD,
    TIMES,
    account,
    ago,
    clock_forms,
    forum_named,
    me,
    members,
    members_but,
    message_me,
    post_says,
)
from webcosm.tasks import Dials, Event, Kind, Levelled, Lost, Person, Situation, Skill, Slot, User, happened
from webcosm.worlds import Row, Timepiece, World

DRAWS = 24
Words = Callable[["Facts"], str]
CLUBS = ("walking group", "choir", "sewing circle", "chess club", "reading group", "allotment club")
PLACES = (
    "the Harbor Library",
    "the Lantern Café",
    "the old fire station",
    "the rowing club",
    "the mill house",
    "the school gym",
)
TIMES_OF_DAY = ("6:00 PM", "6:30 PM", "7:00 PM", "7:30 PM", "8:00 PM")
THINGS = ("a flashlight", "a folding chair", "two old newspapers", "a mug", "a pencil and paper", "an umbrella")
TITLE = "the next {club} meeting"


@dataclass(frozen=True)
class Meeting:
    club: str
    club_title: str
    what: str
    forum: str
    draw: int


@dataclass(frozen=True)
class Facts:
    day: date
    time: str
    place: str
    thing: str = ""

    @property
    def said_day(self) -> str:
        return f"{self.day:%A}, {self.day:%B} {self.day.day}"


@dataclass(frozen=True)
class Case:
    people: tuple[int, int, int]
    """With whom the day, the time and the place were agreed."""
    agreed: Facts
    first: Facts
    """What was proposed first."""
    moved: Facts
    """After the first change."""
    back: Facts
    """After the second one."""
    asked: bool
    """Whether only the user knows what to bring."""


class PostNotice(Levelled[Meeting]):
    """Post the notice of a meeting, and keep it right."""

    family = "arena.forum.post-notice"
    kind = Kind.DO
    goals = (
        "Please post the notice for {club_title} in f/{forum}, as a text post. People need to know {what}; what the"
        " others and I have settled stands in my messages.",
        "It's time to announce {club_title} in f/{forum}, in a text post that tells {what}. My messages have"
        " what I've settled with the others.",
    )
    sites = ("forum",)
    skills = (Skill.LATE_CHANGE, Skill.RECONCILE, Skill.ASK)
    levels = (
        Dials(rows=3, sources=3),
        Dials(rows=4, sources=3, stale=1, events=1),
        Dials(rows=4, sources=3, stale=2, events=1, gaps=1),
        Dials(rows=4, sources=4, stale=3, events=2, gaps=1),
    )
    actions = (5, 8, 9, 12)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        rng = Rng(world.universe.seed, self.id, draw)
        people = members_but(rng, members(world, 0, joined="2025-09-01"), 3)
        today: date = world.lore.today
        days = rng.sample(range(9, 24), 2)
        # Whoever changes the time makes it later, for the reasons that they give.
        times = sorted(rng.sample(TIMES_OF_DAY, 4), key=TIMES_OF_DAY.index)
        early, agreed_time, *late = times
        late = rng.shuffled(late)
        places, things = rng.sample(PLACES, 3), rng.sample(THINGS, 2)
        bring = self.level > 1
        agreed = Facts(today + timedelta(days=days[0]), agreed_time, places[0], things[0] if bring else "")
        first = Facts(today + timedelta(days=days[1]), early, places[1], things[1] if bring else "")
        moved = replace(agreed, place=places[2], time=late[0]) if self.level > 2 else replace(agreed, place=places[2])
        back = replace(agreed, time=late[1])
        return Case((people[0].id, people[1].id, people[2].id), agreed, first, moved, back, self.dials.gaps > 0)

    def pool(self, world: World) -> Sequence[Meeting]:
        forums = world.forum.values("SELECT name FROM forum WHERE tags LIKE '%city%' ORDER BY id LIMIT 4")
        what = "day, time and place" if self.level == 1 else "day, time, place and what to bring"
        found = []
        for draw in range(DRAWS):
            club = CLUBS[draw % len(CLUBS)]
            forum = str(forums[(draw + draw // len(CLUBS)) % len(forums)])
            found.append(Meeting(club, TITLE.format(club=club), what, forum, draw))
        return found

    def prepare(self, world: World, p: Meeting) -> None:
        rng, case, my = Rng(world.universe.seed, self.id, "words", p.draw), self.case(world, p.draw), me(world)
        one, two, three = (account(world, number) for number in case.people)
        agreed, first, stale = case.agreed, case.first, self.dials.stale
        began = ago(days=6, hours=rng.integer(0, 8))

        def at(hours: float) -> datetime:
            return began + timedelta(hours=hours)

        # The day: settled, and at the higher levels settled anew in the end.
        lines = [(my, f"Hello! I would like to fix the next {p.club} meeting. How about {first.said_day}?", at(0))]
        if stale > 1:
            lines += [
                (one, f"{first.said_day} is fine with me.", at(2)),
                (my, "Great, then that is it.", at(3)),
                (one, f"Oh no, I mixed up the weeks. I am only back by {agreed.said_day}. Can we do that?", at(60)),
                (my, f"Yes, the others can as well, I have called them. So {agreed.said_day}.", at(62)),
            ]
        else:
            lines += [
                (one, f"I am away then. {agreed.said_day} would work.", at(2)),
                (my, f"All right, {agreed.said_day}. I will tell the others.", at(3)),
            ]
        message_me(world, my, one, f"Next {p.club} meeting", lines)
        # The time, and what to bring.
        lines = [
            (my, f"About the {p.club}: would {first.time} suit you?", at(5)),
            (two, f"I come from work, {agreed.time} would be better.", at(6)),
            (my, f"Fine, {agreed.time}.", at(7)),
        ]
        if agreed.thing and not case.asked:
            lines += [
                (two, f"Should people bring {first.thing}?", at(8)),
                (my, f"No need, we have enough. But everybody should bring {agreed.thing}.", at(9)),
            ]
        elif case.asked:
            lines += [
                (two, f"And what should people bring? Last time it was {first.thing}.", at(8)),
                (my, "Something else this time. I will put it into the notice.", at(9)),
            ]
        message_me(world, my, two, f"{p.club.capitalize()}: when?", lines)
        # The place.
        lines = [
            (three, f"I have asked around for the {p.club}. We could have {first.place} or {agreed.place}.", at(12)),
            (my, f"Then {first.place if stale else agreed.place}, please.", at(13)),
        ]
        if stale:
            lines += [
                (three, f"Sorry, {first.place} is closed for repairs. I took {agreed.place}.", at(40)),
                (my, "Good, thank you!", at(41)),
            ]
        else:
            lines.append((three, "It is reserved for us.", at(15)))
        message_me(world, three, my, "A room", lines)
        if self.dials.sources > 3:
            # Another meeting, of fewer people.
            words = (
                f"The three of us who plan the {p.club} year meet on {first.said_day} at {case.back.time}, at"
                f" {first.place}. Not for the notice, of course!"
            )
            other = members_but(rng, members(world, 0, joined="2025-09-01", where=f"id NOT IN {case.people}"), 1)[0]
            message_me(world, other, my, "Planning", [(other, words, at(70)), (my, "I will be there.", at(71))])

    # What the user knows, and what happens ----------------------------------------------------------------------------

    def user(self, world: World, p: Meeting) -> User | None:
        case = self.case(world, p.draw)
        here = "We settled that in my messages, please have a look there."
        slots = [
            Slot("when", ("what time", "which time", "which day", "what day", "which date"), here, needed=False),
            Slot("where", ("where", "which place", "which room", "location"), here, needed=False),
        ]
        if case.asked:
            slots.append(Slot("what to bring", ("bring",), f"Everybody should bring {case.agreed.thing}."))
        return User(tuple(slots), spare=1)

    def events(self, world: World, p: Meeting) -> Sequence[Event]:
        case, number = self.case(world, p.draw), self.dials.events
        forum = forum_named(world, p.forum)
        told = "{name} has just written to me about the {club} meeting. Please make sure that the notice is right."
        moved = f"Bad news: {case.agreed.place} is flooded. I got {case.moved.place} for us instead"
        moved += f", but only from {case.moved.time} on, so let's begin then." if self.level > 2 else ", same time."
        back = (
            f"Forget what I wrote, they have dried {case.agreed.place} and we can have it after all! It opens later,"
            f" though, so we begin at {case.back.time}. I have canceled {case.moved.place}."
        )
        name = account(world, case.people[2]).username
        message = told.format(name=name, club=p.club)
        posted, edited = partial(_is_posted, forum=forum.id), partial(_is_edited, forum=forum.id)
        return [
            Event("moved", posted, message, partial(_message, case=case, words=moved)),
            Event("back", edited, message.replace("has just", "has again"), partial(_message, case=case, words=back)),
        ][:number]

    # What is right ----------------------------------------------------------------------------------------------------

    def _final(self, world: World, case: Case) -> Facts:
        if happened(world, "back"):
            return case.back
        return case.moved if happened(world, "moved") else case.agreed

    def expect(self, world: World, p: Meeting) -> Expectation:
        case, my, forum = self.case(world, p.draw), me(world), forum_named(world, p.forum)
        final = self._final(world, case)
        deed = Deed(f"one text post in f/{p.forum}", partial(_post, forum=forum))
        said = {f"the notice says {_told(final)}": post_says(my, forum, _wanted(final, case))}
        return expect_deeds(world, [deed], FREE, allowed=[NAMED_ARE_TOLD], conditions=said)

    def plan(self, world: World, p: Meeting) -> str:
        return (
            f"Read all my conversations about the {p.club} to their ends and note what was agreed last. Ask me what"
            " stands nowhere, write the post, and if I tell you about news read the message and edit the post."
        )

    def facts(self, world: World, p: Meeting) -> str:
        case = self.case(world, p.draw)
        known = case.agreed if not case.asked else replace(case.agreed, thing="")
        return f"Agreed: {_told(known)}.{' Ask me what to bring.' if case.asked else ''}"

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Meeting) -> None:
        case = self.case(person.world, p.draw)
        if case.asked:
            reply = await person.ask("What should people bring to the meeting?")
            if case.agreed.thing not in reply:
                raise Lost(f"the user does not say what to bring: {reply!r}")
        await self._write(person, p, case.agreed)
        for facts in (case.moved, case.back)[: self.dials.events]:
            if not any("written to me" in words for words in person.heard()):
                raise Lost("the user says nothing of news")
            await self._edit(person, facts)
        await person.stop()

    async def reading_first(self, person: Person, p: Meeting) -> None:
        """Reads the messages, asks for everything at once, and puts it into other words."""
        case = self.case(person.world, p.draw)
        await person.goto(f"{FORUM}/messages")
        if case.asked:
            await person.ask("Could you tell me what everybody is supposed to bring?")
        await self._write(person, p, case.agreed, _briefly)
        for facts in (case.moved, case.back)[: self.dials.events]:
            await self._edit(person, facts, _briefly)
        await person.stop()

    async def first_word(self, person: Person, p: Meeting) -> None:
        """What was proposed first."""
        case = self.case(person.world, p.draw)
        if case.asked:
            await person.ask("What should people bring?")
        await self._write(person, p, case.first)
        await person.stop()

    async def not_listening(self, person: Person, p: Meeting) -> None:
        """Stops when the notice is up; where nothing happens, with another time."""
        case = self.case(person.world, p.draw)
        if case.asked:
            await person.ask("What should people bring?")
        await self._write(person, p, case.agreed if self.dials.events else case.back)
        await person.stop()

    async def half_done(self, person: Person, p: Meeting) -> None:
        """Follows all news, and leaves out the day."""
        case = self.case(person.world, p.draw)
        if case.asked:
            await person.ask("What should people bring?")
        await self._write(person, p, case.agreed, _without_day)
        for facts in (case.moved, case.back)[: self.dials.events]:
            await self._edit(person, facts, _without_day)
        await person.stop()

    ways = (reading_first,)
    shortcuts = (first_word, not_listening, half_done)

    async def _write(self, person: Person, p: Meeting, facts: Facts, words: Words | None = None) -> None:
        await person.goto(f"{FORUM}/f/{p.forum}/submit")
        await person.fill("Title", f"Meeting of the {p.club}")
        await person.fill("Text", (words or _told)(facts))
        await person.click("Post", role="button")

    async def _edit(self, person: Person, facts: Facts, words: Words | None = None) -> None:
        await person.goto(f"{person.view.url}/edit")
        await person.fill("Text", (words or _told)(facts))
        await person.click("Save changes", role="button")


def _told(facts: Facts) -> str:
    bring = f", please bring {facts.thing}" if facts.thing else ""
    return f"{facts.said_day}, {facts.time}, at {facts.place}{bring}"


def _briefly(facts: Facts) -> str:
    bring = f"Don't forget {facts.thing}! " if facts.thing else ""
    day = f"{facts.day:%b} {facts.day.day}"
    return f"{bring}We meet at {facts.place}. When? {day} at {clock_forms(facts.time)[1]}."


def _without_day(facts: Facts) -> str:
    return f"Soon, {facts.time}, at {facts.place}. Bring {facts.thing or 'friends'}."


def _day_forms(day: date) -> tuple[str, ...]:
    month, number = f"{day:%B}", day.day
    found = [
        f"{month} {number}",
        f"{month[:3]} {number}",
        f"{number} {month}",
        f"{number}. {month}",
        f"{day.month}/{number}",
    ]
    for suffix in ("st", "nd", "rd", "th"):
        found += [f"{month} {number}{suffix}", f"{number}{suffix} of {month}", f"{number}{suffix} {month}"]
    return (*found, str(day), f"0{day.month}/{number:02}")


def _key(name: str) -> str:
    """``the Harbor Library`` -> ``Harbor Library``"""
    return name.partition(" ")[2]


def _wanted(facts: Facts, case: Case) -> Says:
    said: list[str | tuple[str, ...]] = [_day_forms(facts.day), clock_forms(facts.time), _key(facts.place)]
    others = (case.agreed, case.first, case.moved, case.back)
    without = [_key(one.place) for one in others if one.place != facts.place]
    without += [form for one in others if one.day != facts.day for form in _day_forms(one.day)[:3]]
    without += [form for one in others if one.time != facts.time for form in clock_forms(one.time)[3:]]
    if facts.thing:
        said.append(_key(facts.thing))
        without += [_key(one.thing) for one in others if one.thing != facts.thing]
    return Says(tuple(said), without=tuple(dict.fromkeys(without)), only=TIMES)


def _new_posts(situation: Situation, forum: int) -> list[dict[str, object]]:
    found = [one for one in situation.changes if one.table == "post" and one.kind == "insert" and one.new]
    return [dict(one.new or {}) for one in found if (one.new or {}).get("forum_id") == forum]


def _is_posted(situation: Situation, forum: int) -> bool:
    return bool(_new_posts(situation, forum))


def _is_edited(situation: Situation, forum: int) -> bool:
    new = _new_posts(situation, forum)
    return happened(situation.world, "moved") and (len(new) > 1 or any(one["edited"] for one in new))


def _message(world: World, case: Case, words: str) -> None:
    sender = case.people[2]
    number = world.forum.value("SELECT max(id) FROM thread WHERE starter_id = ? AND other_id = ?", sender, me(world).id)
    say(world.forum, int(number), account(world, sender), me(world).id, words, world.clock.stamp())


def _post(world: World, clock: Timepiece, forum: Row) -> None:
    add_post(world.forum, me(world), forum, "text", "A meeting", clock.stamp(), body="When and where")
