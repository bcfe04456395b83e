"""A sign-up is to be written as always. What is always the same stands in earlier ones; what differs each time
stands in a conversation, or only the user knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.mentions import Says
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.forum.rules.writing import add_comment
from webcosm.suites.arena.forum._desk import (
    FREE,
    NAMED_ARE_TOLD,
    account,
    ago,
    comment_says,
    forum_named,
    me,
    members,
    members_but,
    message_me,
    post_address,
    thing,
    write_comment,
    write_post,
)
from webcosm.tasks import Dials, Kind, Levelled, Lost, Person, Skill, Slot, User
from webcosm.worlds import BEGINNING, Row, Timepiece, World

DRAWS = 24
PLACE = "boardgames"
Fact = Literal["evening", "number", "dinner"]
FACTS: tuple[Fact, ...] = ("evening", "number", "dinner")
EVENINGS = (("Friday", "Saturday"), ("Thursday", "Sunday"), ("Tuesday", "Friday"), ("Saturday", "Monday"))
NUMBERS = ("two", "three", "four")
DINNERS = ("pizza", "soup", "curry")
TABLES = ("strategy", "trivia", "cards")
SWEET = ("lemon cake", "apple pie", "brownies", "plum crumble", "cheesecake")
SAVORY = ("chickpea salad", "spinach quiche", "onion bread", "bean dip", "cheese sticks")
MONTHS = ("January", "February", "March", "April", "May")
QUESTIONS: dict[Fact, str] = {
    "evening": "which of the two evenings you come, {first} or {second}",
    "number": "how many you are, yourself included",
    "dinner": "what you would like for dinner: pizza, soup or curry",
}
ASKING = (
    "It is time for game night again! Please sign up in a comment under this post. I need to know:\n\n{questions}\n- at"
    " which table you want to play: strategy, trivia or cards\n- what you bring for the snack table{savory}\n\nOne"
    " comment for each household, please."
)
NO_SWEETS = " (no cakes and sweets this time, we have far too many; savory only)"
MINE = (
    "Hello! {facts}. We would like to sit at the {table} table and bring {food}.",
    "Us again: {facts}. Table: {table}. Snack: {food}.",
    "Please put us down: {facts}. The {table} table, please, and we bring {food}.",
)
OTHERS = (
    "{day} works for us. {number} people, {dinner}, table {table}, and olives.",
    "Count us in on {day}: {number} of us, {dinner} for dinner, {table} table, crackers for the snacks.",
    "{number} people on {day}. {dinner}, {table}, and I bring grapes.",
)
NEXT_TIME = "One thing for the next times: please always put us at the {table} table from now on, that suits us better."
TOLD: dict[Fact, str] = {
    "evening": "We are coming on {value}",
    "number": "There will be {value} of us",
    "dinner": "We will take the {value}",
}
CORRECTED: dict[Fact, str] = {
    "evening": "Change of plan: it has to be {value} for us after all",
    "number": "Correction, we will be {value}",
    "dinner": "By the way, make that {value} for us",
}
REPLIES: dict[Fact, str] = {
    "evening": "{value}, please.",
    "number": "There will be {value} of us.",
    "dinner": "We would like {value}.",
}
ELSEWHERE = "I told {friend} about that, please look in my messages."
ASKS: dict[Fact, tuple[str, ...]] = {
    "evening": (
        "evening",
        "evenings",
        "which day",
        "what day",
        "which date",
        "what date",
        "which night",
        "friday",
        "saturday",
        "sunday",
    ),
    "number": ("how many", "number people", "number persons", "party size", "headcount"),
    "dinner": ("dinner", "pizza", "soup", "meal"),
}


@dataclass(frozen=True)
class SignUp:
    organizer: str
    draw: int


@dataclass(frozen=True)
class Case:
    organizer: int
    friend: int
    evenings: tuple[str, str]
    table: str
    before: str
    """The table at which we sat until now; the same unless it was changed for all times."""
    food: str
    sweet: str
    savory: str
    facts: dict[Fact, str]
    wrong: dict[Fact, str]
    """What was said first and corrected."""
    asked: tuple[Fact, ...]
    """What only the user knows; the others were written to a friend."""
    wanted: tuple[Fact, ...]

    @property
    def noted(self) -> tuple[Fact, ...]:
        return tuple(one for one in self.wanted if one not in self.asked)


class SignUpAsUsual(Levelled[SignUp]):
    """Sign up in a thread as always."""

    family = "arena.forum.sign-up-as-usual"
    kind = Kind.DO
    goals = (
        "Please sign me up for this month's game night of {organizer} in f/boardgames. It's the same as always with us,"
        " and please answer everything they want to know there.",
        "{organizer} is collecting sign-ups for this month's game night in f/boardgames. Put me down as usual, with all"
        " that is asked for.",
    )
    sites = ("forum",)
    skills = (Skill.ASK, Skill.MEMORY, Skill.RECONCILE)
    levels = (
        Dials(rows=2, gaps=1, sources=2),
        Dials(rows=3, gaps=1, sources=2),
        Dials(rows=4, gaps=2, sources=2, exceptions=1),
        Dials(rows=4, gaps=2, sources=3, exceptions=2, look_alikes=1),
    )
    actions = (5, 5, 6, 6)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        rng = Rng(world.universe.seed, self.id, draw)
        people = members(
            world, 0, joined="2025-06-01", where="length(username) < 18 AND username NOT LIKE '%\\_' ESCAPE '\\'"
        )
        organizer, friend = members_but(Rng(world.universe.seed, "organizers", draw), people, 2)
        wanted = FACTS[: 2 + (self.level > 1)]
        evenings = rng.choice(EVENINGS)
        facts, wrong = {}, {}
        options: dict[Fact, Sequence[str]] = {"evening": evenings, "number": NUMBERS, "dinner": DINNERS}
        for one in wanted:
            right, other = rng.sample(list(options[one]), 2)
            facts[one], wrong[one] = right, other
        table, before = rng.sample(list(TABLES), 2)
        sweet, savory = rng.choice(SWEET), rng.choice(SAVORY)
        return Case(
            organizer.id,
            friend.id,
            evenings,
            table,
            before if self.dials.exceptions > 1 else table,
            savory if self.dials.exceptions else sweet,
            sweet,
            savory,
            facts,
            wrong,
            tuple(rng.sample(list(wanted), self.dials.gaps)),
            wanted,
        )

    def pool(self, world: World) -> Sequence[SignUp]:
        return [SignUp(account(world, self.case(world, draw).organizer).username, draw) for draw in range(DRAWS)]

    def prepare(self, world: World, p: SignUp) -> None:
        rng, case, my = Rng(world.universe.seed, self.id, "words", p.draw), self.case(world, p.draw), me(world)
        forum = forum_named(world, PLACE)
        organizer, friend = account(world, case.organizer), account(world, case.friend)
        everybody = members(world, 0, joined="2025-06-01")
        people = [row for row in members_but(rng, everybody, 30) if row.id not in (organizer.id, friend.id)]
        if self.dials.look_alikes:
            # Somebody else has a game night in the same forum, and asks for the same.
            other = people.pop()
            for place, month in enumerate(MONTHS[-2:]):
                self._night(world, rng, forum, other, case, month, ago(days=36 - 31 * place), people, savory=False)
        no_sweets = rng.integer(0, 2)
        for place, month in enumerate(MONTHS):
            now = month == MONTHS[-1]
            savory = (now and bool(self.dials.exceptions)) or place == no_sweets
            when = ago(days=129 - 31 * place, hours=rng.integer(1, 9))
            post = self._night(world, rng, forum, organizer, case, month, when, people, savory=savory)
            if now:
                continue
            said = self._said(rng, case, place)
            food = case.savory if savory else case.sweet
            words = rng.choice(MINE).format(facts=said, table=case.before, food=food)
            at = when + timedelta(hours=rng.integer(2, 40))
            mine = write_comment(world, post, my, words, at)
            if place == len(MONTHS) - 2 and case.before != case.table:
                text = NEXT_TIME.format(table=case.table)
                write_comment(world, post, my, text, at + timedelta(days=6), parent=mine)
        self._talk(world, rng, case, my, friend, organizer)

    def _night(
        self,
        world: World,
        rng: Rng,
        forum: Row,
        organizer: Row,
        case: Case,
        month: str,
        when: datetime,
        people: Sequence[Row],
        *,
        savory: bool,
    ) -> int:
        """A post that collects sign-ups, and what others write under it."""
        first, second = case.evenings
        questions = "\n".join(f"- {QUESTIONS[one].format(first=first, second=second)}" for one in case.wanted)
        body = ASKING.format(questions=questions, savory=NO_SWEETS if savory else "")
        title = f"Game night in {month}: sign up here"
        number = write_post(world, forum, organizer, title, body, min(when, ago(hours=20)))
        for place, who in enumerate(rng.sample(list(people), 4)):
            words = rng.choice(OTHERS).format(
                day=rng.choice(case.evenings),
                number=rng.choice(NUMBERS).capitalize(),
                dinner=rng.choice(DINNERS),
                table=rng.choice(TABLES),
            )
            write_comment(world, number, who, words, min(when, ago(hours=20)) + timedelta(hours=1 + 3 * place))
        return number

    def _said(self, rng: Rng, case: Case, place: int) -> str:
        """What differs each time differs in each of my earlier sign-ups."""
        number = ("we are {}", "{} of us", "{} people")[place % 3].format(NUMBERS[(place + rng.integer(0, 2)) % 3])
        parts = [f"we come on {case.evenings[place % 2]}", number]
        if "dinner" in case.wanted:
            parts.append(f"{DINNERS[place % 3]} for dinner")
        return ", ".join(parts)

    def _talk(self, world: World, rng: Rng, case: Case, my: Row, friend: Row, organizer: Row) -> None:
        """What I told a friend; at the higher levels it was another thing at first."""
        if not case.noted:
            return
        began = ago(days=3, hours=rng.integer(1, 8))
        first = case.wrong if self.dials.sources > 2 or self.level == 3 else case.facts
        told = ". ".join(TOLD[one].format(value=first[one]) for one in case.noted)
        lines = [
            (friend, f"Are you going to {organizer.username}'s game night this month? I am undecided.", began),
            (my, f"Yes! {told}. I have not signed up yet.", began + timedelta(hours=2)),
            (friend, "Good to know. I will see what I can do.", began + timedelta(hours=3)),
        ]
        if first is case.wrong:
            again = ". ".join(CORRECTED[one].format(value=case.facts[one]) for one in case.noted)
            lines.append((my, f"{again}.", BEGINNING - timedelta(hours=14)))
        message_me(world, friend, my, "Game night", lines)

    # What the user knows ----------------------------------------------------------------------------------------------

    def user(self, world: World, p: SignUp) -> User:
        case = self.case(world, p.draw)
        friend = account(world, case.friend).username
        slots = []
        for one in case.wanted:
            asked = one in case.asked
            reply = REPLIES[one].format(value=case.facts[one]) if asked else ELSEWHERE.format(friend=friend)
            slots.append(Slot(one, ASKS[one], reply, needed=asked))
        same = "Same as always, it stands in what I wrote the other months."
        slots.append(Slot("table", ("table",), same, needed=False))
        slots.append(Slot("snack", ("snack", "bring"), same, needed=False))
        return User(tuple(slots), spare=1)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: SignUp) -> Expectation:
        case, my = self.case(world, p.draw), me(world)
        number = _post(world, p)
        wanted = _wanted(case)
        deed = Deed("one comment under this month's post", partial(_sign_up, number=number))
        said = {"the sign-up says all that is asked for": comment_says(number, my, wanted)}
        return expect_deeds(world, [deed], FREE, allowed=[NAMED_ARE_TOLD], conditions=said)

    def plan(self, world: World, p: SignUp) -> str:
        return (
            f"Open this month's post of {p.organizer} and see what it asks for. Look at my sign-ups of the earlier"
            " months, with what I wrote under them, and at my messages. What changes every month and stands nowhere,"
            " ask me; then comment on this month's post."
        )

    def facts(self, world: World, p: SignUp) -> str:
        case = self.case(world, p.draw)
        known = [f"{one}: {case.facts[one]}" for one in case.noted]
        asked = f"Ask me about: {', '.join(case.asked)}"
        return f"{'; '.join([*known, f'table: {case.table}', f'snack: {case.food}'])}. {asked}."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: SignUp) -> None:
        case = self.case(person.world, p.draw)
        await person.goto(post_address(PLACE, _post(person.world, p)))
        for one in case.asked:
            reply = await person.ask(
                f"The question is {QUESTIONS[one].format(first='A', second='B')}. What shall I say?"
            )
            if case.facts[one] not in reply:
                raise Lost(f"the user does not say: {reply!r}")
        await self._comment(person, p, _sentence(case, case.facts, case.table, case.food))

    async def all_at_once(self, person: Person, p: SignUp) -> None:
        """One question for everything; another order of words."""
        case = self.case(person.world, p.draw)
        asked = " and ".join(QUESTIONS[one].format(first="the first", second="the second") for one in case.asked)
        await person.ask(f"Could you tell me {asked}?")
        await person.goto(f"{post_address(PLACE, _post(person.world, p))}/reply")
        facts = ", ".join(case.facts[one].capitalize() for one in reversed(case.wanted))
        await person.fill(
            "Comment", f"Hello, we are in! {case.food.capitalize()} from us; table {case.table}; {facts}."
        )
        await person.click("Comment", role="button")
        await person.stop()

    async def guessing(self, person: Person, p: SignUp) -> None:
        """Right by luck, without asking."""
        case = self.case(person.world, p.draw)
        await person.goto(post_address(PLACE, _post(person.world, p)))
        await self._comment(person, p, _sentence(case, case.facts, case.table, case.food))

    async def as_last_time(self, person: Person, p: SignUp) -> None:
        """Asks, and takes the rest from one of the earlier sign-ups."""
        case = self.case(person.world, p.draw)
        await self._ask_all(person, p)
        facts = {one: case.facts[one] if one in case.asked else case.wrong[one] for one in case.wanted}
        await self._comment(person, p, _sentence(case, facts, case.before, case.sweet))

    async def half_done(self, person: Person, p: SignUp) -> None:
        """Leaves out the snack."""
        case = self.case(person.world, p.draw)
        await self._ask_all(person, p)
        await self._comment(person, p, _sentence(case, case.facts, case.table, "something"))

    async def everything(self, person: Person, p: SignUp) -> None:
        """Names all that might be wanted."""
        case = self.case(person.world, p.draw)
        await self._ask_all(person, p)
        tables = " or ".join(TABLES)
        await self._comment(person, p, _sentence(case, case.facts, tables, f"{case.sweet} and {case.savory}"))

    ways = (all_at_once,)
    shortcuts = (guessing, as_last_time, half_done, everything)

    async def _ask_all(self, person: Person, p: SignUp) -> None:
        case = self.case(person.world, p.draw)
        await person.goto(post_address(PLACE, _post(person.world, p)))
        for one in case.asked:
            await person.ask(f"Please tell me {QUESTIONS[one].format(first='the first', second='the second')}?")

    async def _comment(self, person: Person, p: SignUp, words: str) -> None:
        await person.fill("Your comment", words)
        await person.click("Comment", role="button")
        await person.stop()


def _sentence(case: Case, facts: dict[Fact, str], table: str, food: str) -> str:
    said = {"evening": "we come on {}", "number": "{} of us", "dinner": "{} for dinner"}
    parts = ", ".join(said[one].format(facts[one]) for one in case.wanted)
    return f"Hello! {parts.capitalize()}. Table: {table}. We bring {food}."


def _wanted(case: Case) -> Says:
    digits = {word: str(place) for place, word in enumerate(NUMBERS, 2)}
    number = case.facts["number"]
    facts: list[str | tuple[str, ...]] = [case.facts["evening"], (number, digits[number]), case.table, case.food]
    without = [one for one in case.evenings if one != case.facts["evening"]]
    without += [form for word in NUMBERS if word != number for form in (word, digits[word])]
    without += [one for one in TABLES if one != case.table]
    without += [one for one in (case.sweet, case.savory) if one != case.food]
    if "dinner" in case.wanted:
        facts.append(case.facts["dinner"])
        without += [one for one in DINNERS if one != case.facts["dinner"]]
    return Says(tuple(facts), without=tuple(without), most=90)


def _post(world: World, p: SignUp) -> int:
    found = world.forum.value(
        "SELECT post.id FROM post JOIN account ON account.id = author_id WHERE username = ? AND title = ?",
        p.organizer,
        f"Game night in {MONTHS[-1]}: sign up here",
    )
    if found is None:
        raise Lost(f"{p.organizer} collects no sign-ups")
    return int(found)


def _sign_up(world: World, clock: Timepiece, number: int) -> None:
    add_comment(world.forum, me(world), thing(world, "post", number), None, "A sign-up", clock.stamp())
