"""A vote in comments: count what the rules let count, announce the winner, close the thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.judge.mentions import Says
from webcosm.judge.state import Expectation
from webcosm.lore import Rng
from webcosm.sites.forum.rules.moderating import set_locked
from webcosm.sites.forum.rules.writing import add_comment
from webcosm.sites.kit.formats import clock_time
from webcosm.suites.arena.forum._desk import (
    FREE,
    NAMED_ARE_TOLD,
    Moderating,
    account,
    ago,
    comment_says,
    desks,
    forum_named,
    members,
    members_but,
    moderator,
    post_address,
    stamp,
    thing,
    write_comment,
    write_post,
)
from webcosm.tasks import Dials, Kind, Lost, Person, Skill
from webcosm.tasks.dates import said_day
from webcosm.worlds import Timepiece, World

DRAWS = 24
How = Literal["plain", "late", "changed", "young", "own", "chatter", "but", "back"]
EXCEPTIONS: tuple[How, ...] = ("late", "changed", "young", "own", "chatter", "but", "back")
"""A vote that comes too late; one that is changed; one by somebody new, one for one's own proposal; a comment that
names one and votes for none; one that names two and votes for the second; a vote that is taken back."""
WON = ("changed", "but")
"""Those that count for the winner after all."""
SUBJECTS = (
    ("a name for the new ferry", ("Heron", "Marigold", "Lantern", "Pebble", "Comet", "Juniper")),
    ("what the library cat is called", ("Biscuit", "Octavo", "Pixel", "Waffles", "Mister Gray", "Tuesday")),
    ("the color of the benches on the square", ("Yellow", "Teal", "Brick red", "Plum", "Anthracite", "Mint")),
    ("the motto of this year's street fair", ("Long tables", "All doors open", "Paper moons", "Loud and late")),
    ("the tree that we plant together in the fall", ("Linden", "Walnut", "Rowan", "Copper beech", "Quince", "Elm")),
    ("the mascot of the community garden", ("Badger", "Snail", "Scarecrow", "Magpie", "Old Boot", "Bumblebee")),
)
BODY = (
    "We have collected proposals, now it is time to choose {subject}. These are they, in the order in which they were"
    " made:\n\n{options}\n\n**How to vote:** write a comment under this post and say which one you want.\n\n"
    "- The vote ends on {day} at {hour}. Whatever comes later does not count.\n"
    "- Everybody has one vote. You can change your mind by writing again, or take your vote back: your last word before"
    " the end counts.\n"
    "- Only members who joined Roundtable before {since} can vote.\n"
    "- You cannot vote for what you proposed yourself.\n"
    "- If two have the same number of votes, the one that was proposed first wins."
)
VOTES = (
    "{a} for me, please.",
    "My vote goes to {a}.",
    "{a}! What else.",
    "I vote for {a}.",
    "Put me down for {a}.",
    "{a}, without a doubt.",
    "After some back and forth at our kitchen table: {a}.",
    "One more for {a}.",
    "The kids say {a}, so {a} it is.",
    "{a}. Short and good.",
    "I am with {a}.",
    "Definitely {a}, nobody will forget that one.",
)
CHATTER = (
    "Who came up with {a}? Funny. I will think about it until tomorrow.",
    "Anything but {a}, please!",
    "{a} sounds like a brand of soap, doesn't it?",
    "My neighbor told me everybody is going to vote for {a}. I do not vote in such things.",
    "If {a} wins, I will bake a cake for all of you.",
)
BUT = (
    "I would have liked {a}, but my vote goes to {b}.",
    "{a} is nice. {b} is nicer, so {b} for me.",
    "Everybody here seems to like {a}. I do not, I vote for {b}.",
)
CHANGED = (
    "Changed my mind: {b}.",
    "I have slept on it, please count me for {b} instead.",
    "Make that {b}, I was too fast.",
)
BACK = (
    "Please take my vote back, I cannot decide.",
    "On second thought I do not want to vote at all. Do not count mine.",
)


@dataclass(frozen=True)
class Vote:
    title: str
    forum: str
    draw: int


@dataclass(frozen=True)
class Voter:
    account: int
    how: How
    named: str
    """What they name first."""
    counts: str
    """What their vote counts for; empty if for nothing."""


@dataclass(frozen=True)
class Case:
    subject: str
    options: tuple[str, ...]
    proposers: tuple[int, ...]
    began: datetime
    ends: datetime
    voters: tuple[Voter, ...]

    def winner(self) -> tuple[str, int]:
        tally = Counter(one.counts for one in self.voters if one.counts)
        best = max(self.options, key=lambda name: (tally[name], -self.options.index(name)))
        return best, tally[best]

    def at_first_sight(self) -> tuple[str, int]:
        """Who wins if every voter's first name counts."""
        tally = Counter(one.named for one in self.voters)
        best = max(self.options, key=lambda name: (tally[name], -self.options.index(name)))
        return best, tally[best]


class AnnounceVote(Moderating[Vote]):
    """Count a vote in comments and announce the winner."""

    family = "arena.forum.announce-vote"
    kind = Kind.DO
    goals = (
        "The vote in my post “{title}” in f/{forum} is over. Please announce the winner in a comment under it, only its"
        " name and how many votes it got, and then lock the post. What counts as a vote stands in the post.",
        "My vote “{title}” in f/{forum} has ended. Count the votes by the rules that I wrote there, tell everybody in a"
        " comment which one has won and with how many votes, without naming the others, and close the thread for"
        " comments.",
    )
    sites = ("forum",)
    skills = (Skill.COVERAGE, Skill.POLICY, Skill.RECONCILE)
    levels = (
        Dials(rows=9, exceptions=2, rules=5),
        Dials(rows=17, exceptions=5, rules=5),
        Dials(rows=29, exceptions=9, rules=5),
        Dials(rows=46, exceptions=14, rules=5),
    )
    actions = (6, 6, 6, 6)

    # The case ---------------------------------------------------------------------------------------------------------

    def case(self, world: World, draw: int) -> Case:
        rng = Rng(world.universe.seed, self.id, draw)
        subject, names = SUBJECTS[draw % len(SUBJECTS)]
        options = tuple(rng.shuffled(names)[: 3 + (self.level > 1)])
        ends = ago(hours=rng.integer(13, 16))
        began = ends - timedelta(days=rng.integer(6, 9), hours=rng.integer(1, 5))
        latest = stamp(ends - timedelta(hours=30))
        for _ in range(3):  # where too few have joined in these days, the vote began earlier
            since = began.date() + timedelta(days=1)
            young = members(world, 0, joined=latest, where=f"created >= '{since}'")
            if len(young) >= 4:
                break
            began -= timedelta(days=14)
        old = members(world, 0, joined=stamp(began - timedelta(days=9)))
        people = iter(members_but(rng, old, self.dials.rows + len(options)))
        fresh = iter(members_but(rng, young, self.dials.exceptions))
        proposers = tuple(next(people).id for _ in options)
        # The runner-up stands first where nothing is tied, so that a careless count makes it the winner.
        tied = self.level == 4 and rng.chance(0.6)
        first, second = (options[0], options[1]) if tied else rng.sample(list(options), 2)
        kinds = EXCEPTIONS[: (1, 3, 5, 7)[self.level - 1]]
        hows: list[How] = [kinds[place % len(kinds)] for place in range(self.dials.exceptions)]
        voters: list[Voter] = []
        owned = False
        for how in hows:
            named = second
            if how == "own" and owned:
                how = "late"  # nobody proposes twice
            counts = first if how in WON else ""
            if how == "own":
                owned = True
                voters.append(Voter(proposers[options.index(second)], how, named, ""))
                continue
            who = next(fresh, None) if how == "young" else next(people)
            if who is None:
                how, who = "late", next(people)
            voters.append(Voter(who.id, how, named, counts))
        won = sum(one.counts == first for one in voters)
        plain = self.dials.rows - len(voters)
        for name, count in _shares(plain, won, 0 if tied else 1, first, second, options).items():
            voters += [Voter(next(people).id, "plain", name, name) for _ in range(count)]
        return Case(subject, options, proposers, began, ends, tuple(rng.shuffled(voters)))

    def pool(self, world: World) -> Sequence[Vote]:
        forums = desks(world)
        return [Vote(_title(self.case(world, draw)), forums[draw % len(forums)].name, draw) for draw in range(DRAWS)]

    def prepare(self, world: World, p: Vote) -> None:
        rng, case = Rng(world.universe.seed, self.id, "words", p.draw), self.case(world, p.draw)
        forum = forum_named(world, p.forum)
        proposed = [
            f"{place}. **{name}**, proposed by {account(world, who).username}"
            for place, (name, who) in enumerate(zip(case.options, case.proposers, strict=True), 1)
        ]
        body = BODY.format(
            subject=case.subject,
            options="\n".join(proposed),
            day=said_day(str(case.ends.date())),
            hour=clock_time(case.ends),
            since=said_day(_since(case)),
        )
        post = write_post(world, forum, moderator(world), p.title, body, case.began, flag="moderator")
        written: list[tuple[datetime, int, str]] = []
        span = int((case.ends - case.began) / timedelta(minutes=1))
        for one in case.voters:
            other = one.counts or one.named
            joined = datetime.fromisoformat(f"{account(world, one.account).created}+00:00")
            first = max(30, int((joined - case.began) / timedelta(minutes=1)) + 60)
            at = case.began + timedelta(minutes=rng.integer(first, max(first + 5, span - 300)))
            words = {"chatter": CHATTER, "but": BUT}.get(one.how, VOTES)
            if one.how == "late":
                at = case.ends + timedelta(minutes=rng.weighted([rng.integer(2, 9), rng.integer(20, 600)], [1, 2]))
            written.append((at, one.account, rng.choice(words).format(a=one.named, b=other)))
            if one.how in ("changed", "back"):
                later = at + (case.ends - at) * rng.uniform(0.3, 0.9)
                again = rng.choice(CHANGED if one.how == "changed" else BACK).format(b=other)
                written.append((later, one.account, again))
        for at, who, text in sorted(written):
            write_comment(world, post, account(world, who), text, at)

    # What is right ----------------------------------------------------------------------------------------------------

    def expect(self, world: World, p: Vote) -> Expectation:
        case, by = self.case(world, p.draw), moderator(world)
        name, votes = case.winner()
        number = _post(world, p)
        others = tuple(one for one in case.options if one != name)
        counts = tuple(word for word in WORDS.split(",")[3:] if word != _in_words(votes))
        wanted = Says((name, (str(votes), _in_words(votes))), (*others, *counts), only=r"\b\d+\b", most=60)
        deed = Deed("the winner is announced and the post is locked", partial(_announce, number=number))
        said = {f"{name} with {votes} votes is announced": comment_says(number, by, wanted)}
        return expect_deeds(world, [deed], FREE, allowed=[NAMED_ARE_TOLD], conditions=said)

    def plan(self, world: World, p: Vote) -> str:
        return (
            "Open the post and all of its comments, the oldest first. Keep a list of who votes for what, strike out who"
            " came too late, joined too late or proposed it, go by each one's last word, and count."
        )

    def facts(self, world: World, p: Vote) -> str:
        name, votes = self.case(world, p.draw).winner()
        return f"{name} has won with {votes} votes."

    # Ways through the interface ---------------------------------------------------------------------------------------

    async def solve(self, person: Person, p: Vote) -> None:
        name, votes = self.case(person.world, p.draw).winner()
        await _tell(person, p, f"{name} has won with {votes} votes.")

    async def lock_first(self, person: Person, p: Vote) -> None:
        name, votes = self.case(person.world, p.draw).winner()
        address = post_address(p.forum, _post(person.world, p))
        await person.goto(address)
        await person.click("Lock", role="button")
        await person.goto(f"{address}/reply")
        await person.fill("Comment", f"Thank you all! With {votes} votes, the winner is: **{name}**")
        await person.choose("Write as", f"Moderator of f/{p.forum}")
        await person.click("Comment", role="button")
        await person.stop()

    async def first_rule(self, person: Person, p: Vote) -> None:
        """Counts every voter's first name."""
        name, votes = self.case(person.world, p.draw).at_first_sight()
        await _tell(person, p, f"{name} has won with {votes} votes.")

    async def half_done(self, person: Person, p: Vote) -> None:
        """Announces and does not lock."""
        name, votes = self.case(person.world, p.draw).winner()
        await person.goto(post_address(p.forum, _post(person.world, p)))
        await person.fill("Your comment", f"{name} has won with {votes} votes.")
        await person.click("Comment", role="button")
        await person.stop()

    async def one_too_many(self, person: Person, p: Vote) -> None:
        name, votes = self.case(person.world, p.draw).winner()
        await _tell(person, p, f"{name} has won with {votes + 1} votes.")

    async def all_of_them(self, person: Person, p: Vote) -> None:
        """Names them all, so that the right one is among them."""
        case = self.case(person.world, p.draw)
        await _tell(person, p, f"{' and '.join(case.options)}: {case.winner()[1]} votes.")

    ways = (lock_first,)
    shortcuts = (first_rule, half_done, one_too_many, all_of_them)


def _title(case: Case) -> str:
    return f"Vote: {case.subject} ({said_day(str(case.began.date()))})"


def _since(case: Case) -> str:
    """The first day on which whoever joins cannot vote."""
    return str(case.began.date() + timedelta(days=1))


def _shares(plain: int, won: int, lead: int, first: str, second: str, options: Sequence[str]) -> dict[str, int]:
    """How many plain votes each gets, so that with `won` more the first leads by `lead`."""
    rest = [name for name in options if name not in (first, second)]
    for spare in range(plain * 3 // 10, plain):
        twice = plain - spare - won + lead
        mine = twice // 2
        theirs = mine + won - lead
        each = -(-spare // len(rest))
        if twice % 2 == 0 and mine > 0 and theirs > 0 and each < theirs + lead:
            shares = {first: mine, second: theirs}
            for place, name in enumerate(rest):
                shares[name] = spare // len(rest) + (place < spare % len(rest))
            return shares
    raise ValueError(f"{plain} votes cannot be shared so that {won} more decide")


WORDS = "zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen"


def _in_words(number: int) -> str:
    words = WORDS.split(",")
    return words[number] if number < len(words) else str(number)


def _post(world: World, p: Vote) -> int:
    found = world.forum.value("SELECT id FROM post WHERE title = ?", p.title)
    if found is None:
        raise Lost(f"there is no post “{p.title}”")
    return int(found)


async def _tell(person: Person, p: Vote, words: str) -> None:
    await person.goto(post_address(p.forum, _post(person.world, p)))
    await person.fill("Your comment", words)
    await person.click("Comment", role="button")
    await person.goto(post_address(p.forum, _post(person.world, p)))
    await person.click("Lock", role="button")
    await person.stop()


def _announce(world: World, clock: Timepiece, number: int) -> None:
    by, post = moderator(world), thing(world, "post", number)
    add_comment(world.forum, by, post, None, "The winner", clock.stamp())
    set_locked(world.forum, by, post, True, clock.stamp())
