"""Helpers: everybody who offered to help and did not withdraw is written from when to when they are on. Who gets which
slot follows from the order of the offers, from what people can do, and from their last word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, Made, expect_deeds
from webcosm.judge.mentions import Says
from webcosm.judge.sets import Untouched
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.forum.rules.notices import begin_thread
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
    message_says,
    without_threads,
    write_comment,
    write_post,
)
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, Timepiece, World

DRAWS = 24
EVENTS = (
    "the repair café",
    "the plant swap",
    "the book sale",
    "the neighborhood breakfast",
    "the bicycle check",
    "the children's flea market",
)
SLOTS = (("9:00 AM", "10:45 AM"), ("11:15 AM", "12:45 PM"), ("1:15 PM", "3:00 PM"), ("3:30 PM", "5:15 PM"))
"""From and until; no time is of two slots."""
How = Literal["plain", "withdrew", "changed", "twin", "wrote", "asked", "back"]
KINDS: tuple[How, ...] = ("withdrew", "changed", "twin", "wrote", "asked", "back")
"""Who takes the offer back; corrects it; has nearly the name of somebody who takes theirs back; takes it back in a
message; only asks; takes it back and offers again."""
BODY = (
    "We are doing {event} again, on {day}, and need people who help. These are the slots:\n\n{slots}\n\n"
    "If you can help, say so in a comment, and when you can be there. So that it is fair:\n\n"
    "- I go through the offers in the order in which they were written. Everybody gets the earliest slot that they can"
    " do from its beginning to its end and in which there is a place left.\n"
    "- What you have said last counts. Corrections do not cost you your place in the order.\n"
    "- Who has withdrawn is out and takes up no place. Who withdraws and then offers again goes to the end of the"
    " order, to the time of the new offer.\n"
    "- Everybody speaks for themselves. I cannot plan with friends and brothers who have not written here.\n\n"
    "Before the day I will write to everybody."
)
ANY = ("I am in, any time is fine.", "Count on me, I have the whole day.", "I can help. Put me wherever you need me.")
AFTER = (
    "I would like to help, but I cannot be there before {time}.",
    "Happy to help from {time} on.",
    "In! My train gets in late, so from {time} on, please.",
)
UNTIL = (
    "I can help until {time}, then I have to go.",
    "Gladly, but at {time} I have to be out of the door.",
    "I will come and can stay until {time}.",
)
CORRECTED_AFTER = (
    "I have to correct myself: I cannot come before {time} after all.",
    "Sorry, only from {time} on now.",
)
CORRECTED_UNTIL = ("Correction: I have to leave at {time}.", "It turns out that I must be gone by {time}.")
WITHDREW = (
    "Sorry, I cannot make it after all. Please take me off the list.",
    "Something has come up at work, so I am out. Next time!",
    "I have to take my offer back, my mother is visiting that day.",
)
WROTE = (
    "Hi! About your post: I am ill and will not be able to help that day after all. I did not want to write it in the"
    " thread.",
    "Hello, I am sorry, but you have to do without me at the event. Family matters. I hope you find somebody.",
)
BACK = ("Good news, my appointment was moved: I can help after all, any time.", "I am back in! The whole day, even.")
ASKED = (
    "Sounds great. Will there be coffee?",
    "Is there a place to lock a bike? I might come by and look.",
    "My brother would be perfect for this, he has two left hands but time.",
    "I cannot help this time, but good luck!",
)


@dataclass(frozen=True)
class Helping:
    event: str
    title: str
    forum: str
    draw: int


@dataclass(frozen=True)
class Helper:
    """Somebody who wrote under the post."""

    like: int
    """The account; for a twin, that whose name it is like."""
    how: How
    first: frozenset[int]
    """The slots that they could do by their first word; empty for who only asks."""
    last: frozenset[int]
    """By their last word; empty for who has withdrawn."""
    words: tuple[tuple[float, str], ...]
    """What they write in the thread, and when: days ago."""
    is_twin: bool = False
    private: str = ""
    """What they write to me."""

    @property
    def turn(self) -> float:
        """When their offer was made that counts."""
        return -(self.words[-1][0] if self.how == "back" else self.words[0][0])


@dataclass(frozen=True)
class Case:
    places: tuple[int, ...]
    """How many people each slot takes."""
    helpers: tuple[Helper, ...]

    def slots(self) -> dict[Helper, int | None]:
        """Who is on when; None for whom there is no place left."""
        return _assigned(self.places, sorted((one for one in self.helpers if one.last), key=lambda one: one.turn))

    def at_first_sight(self) -> dict[Helper, int | None]:
        """By everybody's first word."""
        offered = [replace(one, last=one.first) for one in self.helpers if one.first]
        return _assigned(self.places, sorted(offered, key=lambda one: -one.words[0][0]))


def _assigned(places: Sequence[int], helpers: Sequence[Helper]) -> dict[Helper, int | None]:
    left = list(places)
    found: dict[Helper, int | None] = {}
    for one in helpers:
        slot = next((slot for slot in sorted(one.last) if left[slot]), None)
        if slot is not None:
            left[slot] -= 1
        found[one] = slot
    return found


class WriteToHelpers(Levelled[Helping]):
    """Write to everybody who helps when they are on."""

    family = "arena.forum.write-to-helpers"
    kind = Kind.DO
    goals = (
        "Please write to everybody who is helping at {event}, in a message each: from when to when they are on. My post"
        " “{title}” in f/{forum} has the offers and says who gets which slot. Whoever wants to help but gets no slot"
        " any more should hear that we are full.",
        "It's time to tell the helpers of {event} when they are on. Work out from my post “{title}” in f/{forum} who"
        " gets which slot, and send each of them a message with its beginning and end; if no slot is left for them, a"
        " message that we are full. Nobody else needs to hear from me.",
    )
    sites = ("forum",)
    skills = (Skill.SPLIT, Skill.LOOK_ALIKES, Skill.RECONCILE)
    levels = (
        Dials(rows=4, exceptions=1, rules=4),
        Dials(rows=7, exceptions=2, rules=4),
        Dials(rows=10, exceptions=4, rules=4, look_alikes=1),
        Dials(rows=15, exceptions=7, rules=4, look_alikes=2),
    )
    actions = (13, 25, 33, 45)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        """The first that one gets wrong who goes by everybody's first word."""
        people = members(world, 0, joined="2025-12-01", where="length(username) < 18")
        people = [row for row in people if not row.username.endswith("_")]
        for attempt in range(200):
            case = self._drawn(Rng(world.universe.seed, self.id, draw, attempt), people)
            slots = case.slots()
            full = sum(slot is None for slot in slots.values())
            used = {slot for slot in slots.values() if slot is not None}
            by_first = {(one.like, one.is_twin): slot for one, slot in case.at_first_sight().items()}
            differs = {(one.like, one.is_twin): slot for one, slot in slots.items()} != by_first
            if differs and len(used) == len(case.places) and full == (self.level > 2):
                return case
        raise ValueError(f"{self.id}: no case for draw {draw}")

    def _drawn(self, rng: Rng, people: Sequence[Row]) -> Case:
        count = (2, 3, 3, 4)[self.level - 1]
        chosen = members_but(rng, people, self.dials.rows)
        kinds = KINDS[: (1, 2, 5, 6)[self.level - 1]]
        hows: list[How] = [kinds[place % len(kinds)] for place in range(self.dials.exceptions)]
        hows += ["plain"] * (self.dials.rows - len(hows))
        hows = rng.shuffled(hows)
        helpers: list[Helper] = []
        for place, (who, how) in enumerate(zip(chosen, hows, strict=True)):
            # In the order of their places, with hours between any two.
            when = 6.0 - 4.5 * (place + rng.uniform(0.1, 0.8)) / len(chosen)
            helpers += _written(rng, who, how, when, count)
        offers = sum(bool(one.last) for one in helpers)
        spare = 1 if self.level < 3 else -1
        places = [max(1, offers // count)] * count
        for _ in range(200):
            if sum(places) == offers + spare:
                break
            slot = rng.integer(0, count - 1)
            places[slot] = max(1, places[slot] + (1 if sum(places) < offers + spare else -1))
        return Case(tuple(places), tuple(helpers))

    def pool(self, world: World) -> Sequence[Helping]:
        forums = world.forum.values("SELECT name FROM forum WHERE tags LIKE '%city%' ORDER BY id LIMIT 4")
        found = []
        for draw in range(DRAWS):
            event = EVENTS[draw % len(EVENTS)]
            title = f"Helpers wanted for {event} on {said_day(_day(world, draw))}"
            found.append(Helping(event, title, str(forums[draw % len(forums)]), draw))
        return found

    def prepare(self, world: World, p: Helping) -> None:
        rng, case, my = Rng(world.universe.seed, self.id, "words", p.draw), self.case(world, p.draw), me(world)
        lines = [
            f"{place}. {first} to {last}, {seats} {'person' if seats == 1 else 'people'}"
            for place, ((first, last), seats) in enumerate(zip(SLOTS, case.places, strict=False), 1)
        ]
        body = BODY.format(event=p.event, day=said_day(_day(world, p.draw)), slots="\n".join(lines))
        post = write_post(world, forum_named(world, p.forum), my, p.title, body, ago(days=7))
        written: list[tuple[datetime, int, str]] = []
        for one in case.helpers:
            who = self._account(world, one, make=True)
            without_threads(world, my, who)
            written += [(ago(days=days), who.id, words) for days, words in one.words]
            if one.private:
                sender = (who, one.private, ago(hours=rng.integer(3, 30)))
                message_me(world, who, my, "Helping", [sender])
        for when, number, words in sorted(written):
            write_comment(world, post, account(world, number), words, when)

    def _account(self, world: World, one: Helper, *, make: bool = False) -> Row:
        """The helper's account; a twin's is made when the world is prepared."""
        found = account(world, one.like)
        if not one.is_twin:
            return found
        name = f"{found.username}_"
        if make:
            world.forum.insert("account", username=name, created="2025-09-12 18:20:00", last_seen="2026-05-13 18:00:00")
        made = world.forum.row("SELECT * FROM account WHERE username = ?", name)
        if made is None:
            raise Lost(f"there is no {name}")
        return made

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Helping) -> Expectation:
        case, my = self.case(world, p.draw), me(world)
        slots = case.slots()
        deeds, untouched, said = [], [], {}
        for one in case.helpers:
            who = self._account(world, one)
            if one not in slots:
                label = f"{who.username} ({one.how}) hears nothing"
                untouched.append(Untouched(label, "forum", "thread", where={"other_id": who.id}))
                continue
            slot = slots[one]
            made = Made("forum", "thread", {"other_id": who.id})
            deeds.append(Deed(f"a message to {who.username}", partial(_write, other=who.id), made))
            told = "that we are full" if slot is None else " to ".join(SLOTS[slot])
            said[f"{who.username} ({one.how}) reads {told}"] = message_says(my, who, _wanted(slot))
        return expect_deeds(world, deeds, FREE, untouched, allowed=[NAMED_ARE_TOLD], conditions=said)

    def plan(self, world: World, p: Helping) -> str:
        return (
            "Read the post and all comments, the oldest first, and your own messages. List who still offers to help, in"
            " the order that the post says, with what each can do by their last word, then give out the slots one by"
            " one. Mind the exact user names."
        )

    def facts(self, world: World, p: Helping) -> str:
        lines = []
        for one, slot in self.case(world, p.draw).slots().items():
            told = "no slot left" if slot is None else " to ".join(SLOTS[slot])
            lines.append(f"{self._account(world, one).username}: {told}")
        return "; ".join(lines) + "."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Helping) -> None:
        await self._tell(person, self.case(person.world, p.draw).slots())

    async def last_first_in_other_words(self, person: Person, p: Helping) -> None:
        slots = dict(reversed(self.case(person.world, p.draw).slots().items()))
        await self._tell(person, slots, words=_politely)

    async def first_rule(self, person: Person, p: Helping) -> None:
        """By everybody's first word."""
        await self._tell(person, self.case(person.world, p.draw).at_first_sight())

    async def half_done(self, person: Person, p: Helping) -> None:
        await self._tell(person, dict(list(self.case(person.world, p.draw).slots().items())[:-1]))

    async def all_slots_to_all(self, person: Person, p: Helping) -> None:
        """Sends the whole list to everybody."""
        case = self.case(person.world, p.draw)
        whole = "; ".join(f"{first} to {last}" for first, last in SLOTS[: len(case.places)])
        await self._tell(person, case.slots(), words=lambda slot: f"The slots are {whole}.")

    async def about_something_else(self, person: Person, p: Helping) -> None:
        await self._tell(person, self.case(person.world, p.draw).slots(), words=lambda slot: "Thank you for helping!")

    ways = (last_first_in_other_words,)
    shortcuts = (first_rule, half_done, all_slots_to_all, about_something_else)

    async def _tell(
        self, person: Person, slots: dict[Helper, int | None], words: Callable[[int | None], str] | None = None
    ) -> None:
        for one, slot in slots.items():
            await person.goto(f"{FORUM}/messages/new?to={self._account(person.world, one).username}")
            await person.fill("Subject", "Helping")
            await person.fill("Message", (words or _plainly)(slot))
            await person.click("Send message", role="button")
        await person.stop()


def _written(rng: Rng, who: Row, how: How, when: float, count: int) -> list[Helper]:
    """What somebody writes; a twin takes their own offer back, and is told by the name alone."""
    any_slot = frozenset(range(count))
    later = rng.uniform(0.2, 1.2)

    def offer() -> tuple[frozenset[int], str]:
        slot = rng.integer(1, count - 1)
        match rng.weighted(["any", "after", "until"], [3, 2, 2]):
            case "after":
                return frozenset(range(slot, count)), rng.choice(AFTER).format(time=SLOTS[slot][0])
            case "until":
                return frozenset(range(slot)), rng.choice(UNTIL).format(time=SLOTS[slot - 1][1])
        return any_slot, rng.choice(ANY)

    first, words = offer()
    nobody: frozenset[int] = frozenset()
    match how:
        case "withdrew":
            return [Helper(who.id, how, first, nobody, ((when, words), (later, rng.choice(WITHDREW))))]
        case "wrote":
            return [Helper(who.id, how, first, nobody, ((when, words),), private=rng.choice(WROTE))]
        case "asked":
            return [Helper(who.id, how, nobody, nobody, ((when, rng.choice(ASKED)),))]
        case "back":
            said = ((when, words), (when * 0.6 + later * 0.4, rng.choice(WITHDREW)), (later * 0.8, rng.choice(BACK)))
            return [Helper(who.id, how, first, any_slot, said)]
        case "changed":
            slot = rng.integer(1, count - 1)
            words = rng.choice(ANY)
            if rng.chance(0.5):
                again = (later, rng.choice(CORRECTED_AFTER).format(time=SLOTS[slot][0]))
                return [Helper(who.id, how, any_slot, frozenset(range(slot, count)), ((when, words), again))]
            again = (later, rng.choice(CORRECTED_UNTIL).format(time=SLOTS[slot - 1][1]))
            return [Helper(who.id, how, any_slot, frozenset(range(slot)), ((when, words), again))]
        case "twin":
            _, other = offer()
            gone = (later, rng.choice(WITHDREW))
            stays = Helper(who.id, how, first, first, ((when, words),))
            return [stays, Helper(who.id, how, any_slot, nobody, ((when - 0.05, other), gone), is_twin=True)]
    return [Helper(who.id, how, first, first, ((when, words),))]


def _day(world: World, draw: int) -> str:
    """A Saturday within the next weeks."""
    today: date = world.lore.today
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 + 7 * (1 + draw // len(EVENTS)))
    return str(saturday)


def _wanted(slot: int | None) -> Says:
    if slot is None:
        full = ("full", "no free*", "no place*", "no slot*", "no spot*", "no room", "all taken", "taken", "no more*")
        return Says((full,), only=TIMES)
    return Says(tuple(clock_forms(time) for time in SLOTS[slot]), without=("full",), only=TIMES)


def _plainly(slot: int | None) -> str:
    if slot is None:
        return "Thank you for offering, but we are full this time."
    return f"Thank you for helping! You are on from {SLOTS[slot][0]} to {SLOTS[slot][1]}."


def _politely(slot: int | None) -> str:
    if slot is None:
        return "Hello! All places have gone, there is no slot left. Maybe next time?"
    first, last = (clock_forms(time)[-1] for time in SLOTS[slot])
    return f"Hello! Please be there at {first}; it goes until {last}. See you, and bring an apron."


def _write(world: World, clock: Timepiece, other: int) -> None:
    begin_thread(world.forum, me(world), account(world, other), "Helping", "From when to when", clock.stamp())
