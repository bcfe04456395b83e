"""Tasks on the forum: commenting on posts and answering comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.mentions import Says
from webcosm.judge.obstacle import NO_CONTROL, Obstacle, Reason
from webcosm.judge.state import Expectation, Rule
from webcosm.suites.arena.forum._moves import (
    listed_comments,
    load_all_comments,
    open_forum,
    open_post,
    reply,
    write_comment,
)
from webcosm.suites.arena.forum._rows import all_said, comments, me, new_comment, telling_posts, titled
from webcosm.suites.arena.forum.places import Comment, lone_comment, lone_comments
from webcosm.suites.arena.forum.threads import BestComment, Titled, conversations, said_under
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["Remark", "best_comment"]

Fact = str | tuple[str, ...]
REMARKS: dict[str, tuple[Fact, ...]] = {
    "I'll try it on Saturday and report back by June 3": (
        "saturday",
        ("june 3", "june 3rd", "3 june"),
    ),
    "my sister had the same story in 2019, and it took three weeks to sort out": (
        "sister",
        "2019",
        ("three weeks", "3 weeks"),
    ),
    "I've sent it to two colleagues, and one of them laughed": (("two", "2"), "colleague*", "laugh*"),
    "I've read every answer and would still like to hear from somebody over 60": ("60",),
    "my neighbor disagrees, and she's been doing this for 25 years": ("neighbor*", "25", "disagree*"),
    "we talked about exactly this at dinner on Sunday": ("dinner", "sunday"),
}
"""What somebody may say to almost anything, and what tells it."""


def says(matter: str) -> Says:
    return Says(REMARKS[matter])


def _comment(rules: Sequence[Rule], says: Says, *named: int) -> Expectation:
    """A comment that says this, and may call these people by their names."""
    return all_said(rules, says, "the comment says it", table="comment", columns=["body"], named=named)


def _remark(place: int) -> str:
    return list(REMARKS)[place % len(REMARKS)]


# On a post ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Remark:
    title: str
    forum: str
    matter: str


def _posts(world: World, where: str) -> list[Remark]:
    who = me(world).id
    return [
        Remark(row.title, row.forum, _remark(row.id))
        for row in telling_posts(world, where)
        if row.author_id != who and row.kind in ("text", "picture") and not row.pinned
    ]


async def _from_the_forum(person: Person, p: Remark) -> None:
    await open_forum(person, p.forum)
    row = titled(person.world, p.title)
    await person.goto(f"http://forum.test/f/{p.forum}/post/{row.id}/reply")
    await person.fill("Comment", f"Hello all, {p.matter}!")
    await person.click("Comment", role="button")
    await person.stop()


async def _mended_at_once(person: Person, p: Remark) -> None:
    await open_post(person, p.title)
    await write_comment(person, "I wanted to say something")
    await person.click("Edit", role="link", within="I wanted to say something")
    await person.fill("Comment", f"I wanted to say that {p.matter}.")
    await person.click("Save changes", role="button")
    await person.stop()


async def _about_nothing(person: Person, p: Remark) -> None:
    """Wrong: a comment that says something else."""
    await open_post(person, p.title)
    await write_comment(person, "What a nice day, and thank you all for your kind words!")
    await person.stop()


class CommentOnPost(Template[Remark]):
    """Comment on a post."""

    id = "arena.forum.comment-on-post"
    kind = Kind.DO
    goals = (
        "Leave a comment on “{title}” in f/{forum} with the account I'm signed in with. Say, in your own words, that"
        " {matter}.",
        "Comment on the post “{title}” in f/{forum} and mention that {matter}. Use this account.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    alone = ("forum",)
    twin = "arena.forum.answer-post"
    ways = (_from_the_forum, _mended_at_once)
    shortcuts = (_about_nothing,)

    def pool(self, world: World) -> Sequence[Remark]:
        return _posts(world, "NOT post.locked")[::9]

    def expect(self, world: World, p: Remark) -> Expectation:
        row = titled(world, p.title)
        return _comment(new_comment(world, row.id), says(p.matter), row.author_id)

    async def solve(self, person: Person, p: Remark) -> None:
        await open_post(person, p.title)
        await write_comment(person, f"I just want to say that {p.matter}.")
        await person.stop()


class CommentOnLockedPost(Template[Remark]):
    """Comment on a post that is locked."""

    id = "arena.forum.answer-post"
    kind = Kind.DO
    goals = CommentOnPost.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    alone = ("forum",)
    achievable = False
    twin = "arena.forum.comment-on-post"

    def pool(self, world: World) -> Sequence[Remark]:
        return _posts(world, "post.locked")

    def obstacle(self, world: World, p: Remark) -> Obstacle:
        said = (
            r"\block\w*\b",
            r"\bcomments? (?:are|is|were|was|have been) closed\b",
            r"\bno (?:new )?comments\b",
            NO_CONTROL,
        )
        return Obstacle(Reason.NOT_ALLOWED, (p.title, "post", "thread"), also=(Reason.NO_PERMISSION,), said=said)

    async def solve(self, person: Person, p: Remark) -> None:
        await open_post(person, p.title)
        if "Your comment" in person.names("textbox"):
            raise Lost(f"one can comment on {p.title!r}")
        await person.infeasible(f"The post “{p.title}” is locked, so no new comments are possible.")


# On a comment ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answering:
    username: str
    title: str
    matter: str


def _open_threads(world: World) -> dict[Comment, Row]:
    who = me(world).username
    return {p: row for p, row in lone_comments(world).items() if not row.locked and p.username != who}


async def _from_its_own_page(person: Person, p: Answering) -> None:
    row = lone_comment(person.world, p)
    await person.goto(f"http://forum.test/comment/{row.id}")
    await reply(person, p.username, f"@{p.username} {p.matter}.")
    await person.stop()


async def _under_the_post(person: Person, p: Answering) -> None:
    """Wrong: it answers the post, not the comment."""
    await open_post(person, p.title)
    await write_comment(person, f"@{p.username} {p.matter}.")
    await person.stop()


class ReplyToComment(Template[Answering]):
    """Answer somebody's comment."""

    id = "arena.forum.reply-to-comment"
    kind = Kind.DO
    goals = (
        "Reply to {username}'s comment on “{title}” and say that {matter}. Your own words will do.",
        "Answer what {username} commented on “{title}”: directly below that comment, tell them that {matter}.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    twin = "arena.forum.answer-comment"
    ways = (_from_its_own_page,)
    shortcuts = (_under_the_post,)

    def pool(self, world: World) -> Sequence[Answering]:
        return [Answering(p.username, p.title, _remark(row.id)) for p, row in _open_threads(world).items()][::5]

    def expect(self, world: World, p: Answering) -> Expectation:
        row = lone_comment(world, p)
        rules = new_comment(world, row.post_id, parent_id=row.id)
        return _comment(rules, says(p.matter), row.author_id, row.post_author_id)

    async def solve(self, person: Person, p: Answering) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await reply(person, p.username, f"Thanks. By the way, {p.matter}.")
        await person.stop()


class ReplyToNoComment(Template[Answering]):
    """Answer the comment of somebody who wrote none there."""

    id = "arena.forum.answer-comment"
    kind = Kind.DO
    goals = ReplyToComment.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.forum.reply-to-comment"

    def pool(self, world: World) -> Sequence[Answering]:
        """Somebody who commented on another post of the same forum, and is not the author of this one."""
        voices: dict[int, set[str]] = {}
        for row in comments(world):
            voices.setdefault(row.post_id, set()).add(row.author)
        by_forum: dict[str, list[tuple[Comment, Row]]] = {}
        for p, row in _open_threads(world).items():
            by_forum.setdefault(row.forum, []).append((p, row))
        pairs = []
        for near in by_forum.values():
            for place, (p, row) in enumerate(near):
                other, beside = near[place - len(near) // 3]
                if other.username not in voices[row.post_id] and beside.author_id != row.post_author_id:
                    pairs.append(Answering(other.username, p.title, _remark(row.id)))
        return pairs[2::9]

    def obstacle(self, world: World, p: Answering) -> Obstacle:
        false = (r"\bno comments (?:at all|yet)\b", r"\bno (?:such )?(?:user|post|account)\b", r"\blocked\b")
        return Obstacle(Reason.MISSING, (p.username,), false=false)

    async def solve(self, person: Person, p: Answering) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        if any(one.author == p.username for one in listed_comments(person)):
            raise Lost(f"{p.username} did comment on {p.title!r}")
        await person.infeasible(f"There is no comment by {p.username} on this post.")


# On the best one ------------------------------------------------------------------------------------------------------


def best_comment(world: World, p: Titled) -> Row:
    return max(said_under(world, p.title), key=lambda row: row.score)


async def _without_the_name(person: Person, p: Titled) -> None:
    """Wrong: who is thanked was to be called by name."""
    await open_post(person, p.title)
    await load_all_comments(person)
    best = max(listed_comments(person), key=lambda one: one.score)
    await reply(person, best.author, "Thank you very much, that was the best answer here!", says=best.text[:60])
    await person.stop()


async def _called_by_user_name(person: Person, p: Titled) -> None:
    best = best_comment(person.world, p)
    await person.goto(f"http://forum.test/comment/{best.id}/reply")
    await person.fill("Comment", f"Many thanks, u/{best.author}.")
    await person.click("Reply", role="button")
    await person.stop()


class ThankBest(Template[Titled]):
    """Thank whoever wrote the best comment under a post."""

    id = "arena.forum.thank-best"
    kind = Kind.DO
    goals = (
        "Find the comment with the most points under “{title}”, replies included, and reply to it with a thank-you that"
        " names its author.",
        "Under “{title}”, thank whoever wrote the highest-scoring comment (it may be a reply). Answer that comment"
        " directly and use their username.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_called_by_user_name,)
    shortcuts = (_without_the_name,)

    def pool(self, world: World) -> Sequence[Titled]:
        """Open threads in which the best comment is somebody else's."""
        who = me(world).id
        titles = {p.title for p in BestComment().pool(world)}
        return [
            Titled(said[0].title)
            for said in conversations(world, 5).values()
            if said[0].title in titles and not said[0].locked and max(said, key=lambda row: row.score).author_id != who
        ]

    def expect(self, world: World, p: Titled) -> Expectation:
        best = best_comment(world, p)
        thanks = Says((best.author, ("thank*", "grateful", "appreciate*", "cheers")))
        rules = new_comment(world, best.post_id, parent_id=best.id)
        return _comment(rules, thanks, best.author_id, best.post_author_id)

    async def solve(self, person: Person, p: Titled) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        best = max(listed_comments(person), key=lambda one: one.score)
        await reply(person, best.author, f"Thank you, {best.author}!", says=best.text[:60])
        await person.stop()
