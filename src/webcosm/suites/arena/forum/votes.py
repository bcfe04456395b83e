"""Tasks on the forum: voting on posts, comments and in polls, and taking votes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Insert
from webcosm.suites.arena.forum._moves import (
    all_listed,
    choose_sort,
    in_comment,
    listed_posts,
    load_all_comments,
    open_forum,
    open_post,
    open_user,
    search,
    upvote,
)
from webcosm.suites.arena.forum._rows import (
    WHEN,
    first_of,
    me,
    poll_options,
    posts,
    telling_posts,
    titled,
    vote_on,
)
from webcosm.suites.arena.forum.lists import PERIODS, Writer, of_period, writers, written_by
from webcosm.suites.arena.forum.places import Comment, lone_comment, lone_comments
from webcosm.suites.arena.forum.threads import Titled
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["VoteOnTop"]

COUNTS = {"two": 2, "three": 3, "four": 4}

# Several at once ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Best:
    forum: str
    count: str
    when: str


def _ranked(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """By forum, the most points first."""
    found: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: (row.forum, -row.score)):
        found.setdefault(row.forum, []).append(row)
    return found


def _best(world: World, p: Best) -> list[Row]:
    return _ranked(of_period(world, p.when))[p.forum]


async def _one_by_one(person: Person, p: Best) -> None:
    titles = [row.title for row in _best(person.world, p)[: COUNTS[p.count]]]
    for title in reversed(titles):
        await open_post(person, title)
        await upvote(person, title)
    await person.stop()


async def _of_all_time(person: Person, p: Best) -> None:
    """Wrong: without the time."""
    await open_forum(person, p.forum)
    await choose_sort(person, "Top")
    for row in listed_posts(person)[: COUNTS[p.count]]:
        if f"Upvote “{row.title}”" in person.names("button"):
            await upvote(person, row.title)
    await person.stop()


class VoteOnTop(Template[Best]):
    """Upvote the best posts of a time in a forum."""

    id = "arena.forum.upvote-best"
    kind = Kind.DO
    goals = (
        "Upvote the {count} highest-scoring posts of {when} in f/{forum}.",
        "Give an upvote to each of the {count} posts in f/{forum} that got the most points in {when}.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=8)
    ways = (_one_by_one,)
    shortcuts = (_of_all_time,)

    def pool(self, world: World) -> Sequence[Best]:
        """The member has voted on none of them, nor does a vote for one put it past another."""
        found = []
        ever = _ranked(posts(world))
        for when in (PERIODS["month"], PERIODS["week"]):
            for name, ranked in _ranked(of_period(world, when)).items():
                for said, count in COUNTS.items():
                    first = ranked[:count]
                    clear = len(ranked) > count + 3 and ranked[count - 1].score > ranked[count].score + 1
                    fresh = {row.id for row in first} != {row.id for row in ever[name][:count]}
                    titles = {row.title for row in first}
                    if clear and fresh and len(titles) == count and all(row.mine is None for row in first):
                        found.append(Best(name, said, when))
        return found

    def expect(self, world: World, p: Best) -> Expectation:
        return Expectation([vote_on(world, "post", row.id, 1) for row in _best(world, p)[: COUNTS[p.count]]])

    async def solve(self, person: Person, p: Best) -> None:
        await open_forum(person, p.forum)
        await choose_sort(person, "Top", p.when)
        for row in listed_posts(person)[: COUNTS[p.count]]:
            await upvote(person, row.title)
        await person.stop()


async def _found_with_the_search(person: Person, p: Writer) -> None:
    await search(person, "")
    await person.choose("Forum", p.forum)
    await person.fill("Written by", p.username)
    await person.click("Search", role="button", within="Written by")
    for row in listed_posts(person):
        await upvote(person, row.title)
    await person.stop()


async def _in_every_forum(person: Person, p: Writer) -> None:
    """Wrong: only those in one forum were meant."""
    await open_user(person, p.username)
    await person.click("Posts", role="link")
    for row in listed_posts(person):
        if f"Upvote “{row.title}”" in person.names("button"):
            await upvote(person, row.title)
    await person.stop()


class VoteForPerson(Template[Writer]):
    """Upvote all that somebody posted in a forum."""

    id = "arena.forum.upvote-posts-of"
    kind = Kind.DO
    goals = (
        "I like what {username} posts in f/{forum}. Upvote all of those posts.",
        "Give every post by {username} in f/{forum} an upvote.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=8)
    ways = (_found_with_the_search,)
    shortcuts = (_in_every_forum,)

    def pool(self, world: World) -> Sequence[Writer]:
        """Two to four there that the member has not voted on, and others elsewhere; not one's own."""
        mine = me(world).username
        elsewhere: dict[str, set[str]] = {}
        for p in writers(world):
            elsewhere.setdefault(p.username, set()).add(p.forum)
        voted = {row.author for row in posts(world) if row.mine is not None}
        return [
            p
            for p, written in writers(world, 2).items()
            if len(written) <= 4
            and len(elsewhere[p.username]) > 1
            and p.username not in voted
            and p.username != mine
            and len(first_of(written, lambda row: row.title.lower())) == len(written)
        ]

    def expect(self, world: World, p: Writer) -> Expectation:
        return Expectation([vote_on(world, "post", row.id, 1) for row in written_by(world, p)])

    async def solve(self, person: Person, p: Writer) -> None:
        await open_user(person, p.username)
        await person.click("Posts", role="link")
        for row in await all_listed(person):
            if row.forum == p.forum:
                await upvote(person, row.title)
        await person.stop()


# One of them ----------------------------------------------------------------------------------------------------------


async def _from_its_list(person: Person, p: Titled) -> None:
    await search(person, p.title)
    row = titled(person.world, p.title)
    await person.click(f"Take back your {'upvote' if row.mine > 0 else 'downvote'} of “{p.title}”", role="button")
    await person.stop()


async def _turned_round(person: Person, p: Titled) -> None:
    """Wrong: the opposite is a vote as well."""
    await open_post(person, p.title)
    row = titled(person.world, p.title)
    await upvote(person, p.title, down=row.mine > 0)
    await person.stop()


class RetractVote(Template[Titled]):
    """Take back a vote."""

    id = "arena.forum.retract-vote"
    kind = Kind.DO
    goals = (
        "I voted on “{title}” and shouldn't have. Take my vote back, so that I've voted neither up nor down.",
        "Remove my vote from the post “{title}”. It shouldn't count in either direction.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)
    ways = (_from_its_list,)
    shortcuts = (_turned_round,)

    def pool(self, world: World) -> Sequence[Titled]:
        who = me(world).id
        return [Titled(row.title) for row in telling_posts(world) if row.mine is not None and row.author_id != who]

    def expect(self, world: World, p: Titled) -> Expectation:
        number = titled(world, p.title).id
        return Expectation([vote_on(world, "post", number, 0)])

    async def solve(self, person: Person, p: Titled) -> None:
        await open_post(person, p.title)
        await person.click("Take back your ", role="button", within="% upvoted")
        await person.stop()


async def _after_an_upvote(person: Person, p: Comment) -> None:
    await open_post(person, p.title)
    await load_all_comments(person)
    for deed in ("Upvote", "Downvote"):
        await in_comment(person, f"{deed} the comment by {p.username}", p.username)
    await person.stop()


async def _the_post_instead(person: Person, p: Comment) -> None:
    """Wrong: the comment was meant."""
    await open_post(person, p.title)
    await upvote(person, p.title, down=True)
    await person.stop()


class DownvoteComment(Template[Comment]):
    """Vote down what somebody said under a post."""

    id = "arena.forum.downvote-comment"
    kind = Kind.DO
    goals = (
        "I disagree with what {username} wrote under “{title}”. Downvote that comment.",
        "Downvote {username}'s comment on “{title}”, but not the post itself.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)
    ways = (_after_an_upvote,)
    shortcuts = (_the_post_instead,)

    def pool(self, world: World) -> Sequence[Comment]:
        """The member has voted on neither."""
        mine = me(world)
        free = {row.title for row in telling_posts(world) if row.mine is None}
        return [
            p
            for p, row in lone_comments(world).items()
            if row.mine is None and p.username != mine.username and p.title in free
        ]

    def expect(self, world: World, p: Comment) -> Expectation:
        return Expectation([vote_on(world, "comment", lone_comment(world, p).id, -1)])

    async def solve(self, person: Person, p: Comment) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await in_comment(person, f"Downvote the comment by {p.username}", p.username)
        await person.stop()


# Polls ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ballot:
    title: str
    option: str


def _polls(world: World, *, voted: bool) -> list[tuple[Row, list[Row]]]:
    who = me(world).id
    done = set(world.forum.values("SELECT post_id FROM poll_vote WHERE account_id = ?", who))
    found = []
    for poll in telling_posts(world, "post.kind = 'poll' AND NOT post.locked"):
        options = poll_options(world, poll.id)
        distinct = len(first_of(options, lambda row: row.label.lower())) == len(options)
        if (poll.id in done) is voted and distinct and poll.author_id != who:
            found.append((poll, options))
    return found


async def _with_a_change_of_mind(person: Person, p: Ballot) -> None:
    await open_post(person, p.title)
    await person.click("Results so far")
    await person.check(next(name for name in person.names("radio") if name != p.option))
    await person.check(p.option)
    await person.click("Vote", role="button")
    await person.stop()


async def _upvoted_as_well(person: Person, p: Ballot) -> None:
    """Wrong: a vote in a poll is none on its post."""
    await open_post(person, p.title)
    await person.check(p.option)
    await person.click("Vote", role="button")
    if f"Upvote “{p.title}”" in person.names("button"):
        await upvote(person, p.title)
    else:
        await person.click("Take back your ", role="button", within="% upvoted")
    await person.stop()


class VoteInPoll(Template[Ballot]):
    """Choose an option of a poll."""

    id = "arena.forum.vote-in-poll"
    kind = Kind.DO
    goals = (
        "Vote for “{option}” in the poll “{title}”, with the account I'm signed in with.",
        "My vote in the poll “{title}” is for “{option}”. Cast it for me, with this account.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    twin = "arena.forum.cast-poll-vote"
    alone = ("forum",)
    ways = (_with_a_change_of_mind,)
    shortcuts = (_upvoted_as_well,)

    def pool(self, world: World) -> Sequence[Ballot]:
        return [
            Ballot(poll.title, options[poll.id % len(options)].label) for poll, options in _polls(world, voted=False)
        ]

    def expect(self, world: World, p: Ballot) -> Expectation:
        who = me(world).id
        poll, options = next(found for found in _polls(world, voted=False) if found[0].title == p.title)
        option = next(row.id for row in options if row.label == p.option)
        row = {"post_id": poll.id, "account_id": who, "option_id": option}
        return Expectation([Insert("forum", "poll_vote", row, {"created": WHEN}, name=f"a vote for {p.option!r}")])

    async def solve(self, person: Person, p: Ballot) -> None:
        await open_post(person, p.title)
        await person.check(p.option)
        await person.click("Vote", role="button")
        await person.stop()


class VoteInPollAgain(Template[Ballot]):
    """Choose an option of a poll in which one has voted for another."""

    id = "arena.forum.cast-poll-vote"
    kind = Kind.DO
    goals = VoteInPoll.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.forum.vote-in-poll"
    alone = ("forum",)

    def pool(self, world: World) -> Sequence[Ballot]:
        who = me(world).id
        found = []
        for poll, options in _polls(world, voted=True):
            chosen = world.forum.value(
                "SELECT option_id FROM poll_vote WHERE post_id = ? AND account_id = ?", poll.id, who
            )
            others = [row.label for row in options if row.id != chosen]
            found += [Ballot(poll.title, others[step]) for step in range(min(2, len(others)))]
        return found

    def obstacle(self, world: World, p: Ballot) -> Obstacle:
        said = (
            r"\b(?:already|before|once)\b",
            r"\b(?:have|has|'ve) voted\b",
            r"\bcan(?:not|'t| not) (?:be )?(?:chang|vot)\w*",
            r"\byour vote\b",
        )
        return Obstacle(Reason.NOT_ALLOWED, (p.title, "poll", "vote", p.option), said=said)

    async def solve(self, person: Person, p: Ballot) -> None:
        await open_post(person, p.title)
        if person.has("Vote", role="button") and p.option in person.names("radio"):
            raise Lost(f"one can vote in {p.title!r}")
        await person.infeasible("You have already voted for another option in this poll, and a vote can't be changed.")
