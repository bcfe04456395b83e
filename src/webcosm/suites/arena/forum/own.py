"""Tasks on the forum: changing and deleting what one wrote oneself, and keeping what others wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Expectation, Insert, Matcher, Update, same_text
from webcosm.suites.arena.forum._moves import (
    choose_sort,
    in_comment,
    listed_comments,
    listed_posts,
    load_all_comments,
    open_forum,
    open_post,
    own_page,
    search,
)
from webcosm.suites.arena.forum._rows import (
    NUMBERED,
    WHEN,
    comments,
    edited,
    first_of,
    forums,
    me,
    telling_posts,
    titled,
)
from webcosm.suites.arena.forum.lists import PERIODS, of_period
from webcosm.suites.arena.forum.threads import Titled, plain
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, Value, World

__all__ = ["Addition"]

# One's own posts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Addition:
    title: str
    text: str


UPDATES = (
    "Update: it's settled now. Thank you, everybody.",
    "Edit: I've read all your answers and will decide on Friday.",
    "Update, May 14: nothing new so far, but I'm still interested.",
)


def _my_posts(world: World) -> list[Row]:
    who = me(world).id
    return [row for row in telling_posts(world, "post.author_id = ?", who) if row.body and not row.locked]


def _with_at_end(body: str, text: str) -> Matcher:
    """The old text, and the new one below it, whatever space is between them."""

    def match(value: Value) -> bool:
        if not isinstance(value, str):
            return False
        head, mark, rest = value.rpartition(value.strip()[-len(text) :])
        return bool(mark) and not rest.strip() and same_text(text)(mark) and same_text(body)(head)

    match.__doc__ = f"the old text with {text!r} at its end"
    return match


async def _from_my_page(person: Person, p: Addition) -> None:
    await own_page(person)
    await person.click("Posts", role="link")
    await person.click(p.title, role="link")
    await person.click("Edit", role="link")
    await person.fill("Text", f"{person.value('Text')} \n{p.text}\n")
    await person.click("Preview", role="button")
    await person.click("Save changes", role="button")
    await person.stop()


async def _instead_of_the_text(person: Person, p: Addition) -> None:
    """Wrong: what stood there was to stay."""
    await open_post(person, p.title)
    await person.click("Edit", role="link")
    await person.fill("Text", p.text)
    await person.click("Save changes", role="button")
    await person.stop()


class ExtendPost(Template[Addition]):
    """Add something to a post of one's own."""

    id = "arena.forum.extend-own-post"
    kind = Kind.DO
    goals = (
        "Add this at the end of my post “{title}”, and leave the rest as it is: “{text}”",
        "My post “{title}” needs one more line at the bottom: “{text}”",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_from_my_page,)
    shortcuts = (_instead_of_the_text,)

    def pool(self, world: World) -> Sequence[Addition]:
        return [Addition(row.title, text) for row in _my_posts(world) for text in UPDATES]

    def expect(self, world: World, p: Addition) -> Expectation:
        row = titled(world, p.title)
        return Expectation(edited(world, "post", row.id, body=_with_at_end(row.body, p.text)))

    async def solve(self, person: Person, p: Addition) -> None:
        await open_post(person, p.title)
        await person.click("Edit", role="link")
        await person.fill("Text", f"{person.value('Text').rstrip()}\n\n{p.text}")
        await person.click("Save changes", role="button")
        await person.stop()


# One's own comments ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sentence:
    title: str
    sentence: str


def _my_comments(world: World) -> list[Row]:
    """The only comment of the member's under a post that a title tells."""
    titles = {row.id for row in telling_posts(world)}
    mine = comments(world, "comment.author_id = ?", me(world).id)
    return [row for row in first_of(mine, lambda row: row.post_id) if row.post_id in titles and not row.locked]


def _sentences(world: World) -> dict[Sentence, Row]:
    """One sentence of a comment that has several."""
    found = {}
    for row in _my_comments(world):
        parts = re.split(r"(?<=[.!?]) ", row.body)
        if len(parts) > 1 and plain(row.body) and len(set(parts)) == len(parts):
            found[Sentence(row.title, parts[-1])] = row
            found[Sentence(row.title, parts[0])] = row
    return found


def _without(body: str, sentence: str) -> str:
    return " ".join(part for part in re.split(r"(?<=[.!?]) ", body) if part != sentence)


async def _with_a_slip(person: Person, p: Sentence) -> None:
    row = _sentences(person.world)[p]
    for text in (f"{p.sentence} {row.body}", f" {_without(row.body, p.sentence)}"):
        await person.goto(f"http://forum.test/comment/{row.id}/edit")
        await person.fill("Comment", text)
        await person.click("Save changes", role="button")
    await person.stop()


async def _all_but_the_sentence(person: Person, p: Sentence) -> None:
    """Wrong: the other way round."""
    await open_post(person, p.title)
    await load_all_comments(person)
    await in_comment(person, "Edit", me(person.world).username)
    await person.fill("Comment", p.sentence)
    await person.click("Save changes", role="button")
    await person.stop()


class CutSentence(Template[Sentence]):
    """Take a sentence out of a comment of one's own."""

    id = "arena.forum.cut-sentence"
    kind = Kind.DO
    goals = (
        "Take the sentence “{sentence}” out of my comment on “{title}”. The rest can stay.",
        "In what I commented on “{title}”, delete just this sentence: “{sentence}”",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_with_a_slip,)
    shortcuts = (_all_but_the_sentence,)

    def pool(self, world: World) -> Sequence[Sentence]:
        return list(_sentences(world))

    def expect(self, world: World, p: Sentence) -> Expectation:
        row = _sentences(world)[p]
        return Expectation(edited(world, "comment", row.id, body=same_text(_without(row.body, p.sentence))))

    async def solve(self, person: Person, p: Sentence) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await in_comment(person, "Edit", me(person.world).username)
        await person.fill("Comment", _without(person.value("Comment"), p.sentence))
        await person.click("Save changes", role="button")
        await person.stop()


async def _from_my_comments(person: Person, p: Titled) -> None:
    row = next(row for row in _my_comments(person.world) if row.title == p.title)
    await person.goto(f"http://forum.test/comment/{row.id}/delete")
    await person.click("Delete comment", role="button")
    await person.stop()


async def _asked_and_left(person: Person, p: Titled) -> None:
    """Wrong: the question was not answered."""
    await open_post(person, p.title)
    await load_all_comments(person)
    await in_comment(person, "Delete", me(person.world).username)
    await person.stop()


class DeleteComment(Template[Titled]):
    """Delete a comment of one's own."""

    id = "arena.forum.delete-own-comment"
    kind = Kind.DO
    goals = (
        "Delete the comment I wrote under “{title}”. If there's none of mine, let me know.",
        "I regret what I commented on “{title}”. Please delete it, or tell me if there's no comment of mine.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=6)
    twin = "arena.forum.remove-own-comment"
    ways = (_from_my_comments,)
    shortcuts = (_asked_and_left,)

    def pool(self, world: World) -> Sequence[Titled]:
        return [Titled(row.title) for row in _my_comments(world)]

    def expect(self, world: World, p: Titled) -> Expectation:
        row = next(row for row in _my_comments(world) if row.title == p.title)
        gone = Update("forum", "comment", free={"deleted": WHEN}, key=(row.id,), name="it is deleted")
        return Expectation([gone])

    async def solve(self, person: Person, p: Titled) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        await in_comment(person, "Delete", me(person.world).username)
        await person.click("Delete comment", role="button")
        await person.stop()


class DeleteNoComment(Template[Titled]):
    """Delete a comment of one's own where there is none."""

    id = "arena.forum.remove-own-comment"
    kind = Kind.DO
    goals = DeleteComment.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.forum.delete-own-comment"

    def pool(self, world: World) -> Sequence[Titled]:
        """Posts that the member voted on, in the same forums, and never commented on."""
        ever = set(world.forum.values("SELECT post_id FROM comment WHERE author_id = ?", me(world).id))
        mine = me(world).id
        return [
            Titled(row.title)
            for row in telling_posts(world)
            if row.mine is not None and row.comments > 2 and row.id not in ever and row.author_id != mine
        ]

    def obstacle(self, world: World, p: Titled) -> Obstacle:
        own = (*(f"{whose} comment" for whose in ("your", "my", "own", "yours")), me(world).username)
        false = (r"\bno comments (?:at all|yet)\b", r"\bno (?:such )?post\b", r"\blocked\b")
        return Obstacle(Reason.MISSING, (*own, p.title, "comment"), false=false)

    async def solve(self, person: Person, p: Titled) -> None:
        await open_post(person, p.title)
        await load_all_comments(person)
        if any(one.author == me(person.world).username for one in listed_comments(person)):
            raise Lost(f"there is a comment of one's own on {p.title!r}")
        await person.infeasible("There is no comment of yours under this post.")


# Keeping --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    title: str
    forum: str


def _worth_keeping(world: World) -> list[Row]:
    return telling_posts(world, "post.kind = 'text' AND NOT post.pinned AND post.author_id <> ?", me(world).id)


def _saved(world: World, post_id: int) -> Insert:
    row = {"account_id": me(world).id, "post_id": post_id, "comment_id": None}
    return Insert("forum", "saved", row, {"id": NUMBERED, "created": WHEN}, name=f"post {post_id} is saved")


async def _straight_from_the_search(person: Person, p: Kept) -> None:
    await search(person, p.title)
    await person.click(f"Save “{p.title}”", role="button")
    await person.stop()


async def _upvoted_only(person: Person, p: Kept) -> None:
    """Wrong: a vote keeps nothing."""
    await open_post(person, p.title)
    await person.click("vote “", role="button", within="upvoted")
    await person.stop()


class SavePost(Template[Kept]):
    """Save a post for later."""

    id = "arena.forum.save-post"
    kind = Kind.DO
    goals = (
        "Save the post “{title}” from f/{forum}, so that I can read it later.",
        "I want to come back to “{title}” in f/{forum}. Put it with my saved posts.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=5)
    alone = ("forum",)
    twin = "arena.forum.keep-post"
    ways = (_straight_from_the_search,)
    shortcuts = (_upvoted_only,)

    def pool(self, world: World) -> Sequence[Kept]:
        return [Kept(row.title, row.forum) for row in _worth_keeping(world)[::17]]

    def expect(self, world: World, p: Kept) -> Expectation:
        return Expectation([_saved(world, titled(world, p.title).id)])

    async def solve(self, person: Person, p: Kept) -> None:
        await open_post(person, p.title)
        await person.click("Save", role="button", within="Crosspost")
        await person.stop()


class SaveGonePost(Template[Kept]):
    """Save a post that a moderator removed."""

    id = "arena.forum.keep-post"
    kind = Kind.DO
    goals = SavePost.goals
    sites = ("forum",)
    difficulty = Difficulty(actions=3)
    alone = ("forum",)
    achievable = False
    twin = "arena.forum.save-post"

    def pool(self, world: World) -> Sequence[Kept]:
        return [Kept(row.title, row.forum) for row in _worth_keeping(world)[5::17]]

    def prepare(self, world: World, p: Kept) -> None:
        """A moderator took it down yesterday; the log says so."""
        db = world.forum
        row = titled(world, p.title)
        when = f"{world.clock.now() - timedelta(hours=21):%Y-%m-%d %H:%M:%S}"
        by = db.value("SELECT account_id FROM moderator WHERE forum_id = ? ORDER BY created, account_id", row.forum_id)
        reason = "Asked for by its author."
        db.run("UPDATE post SET removed_by = ? WHERE id = ?", by, row.id)
        told: dict[str, int | str] = {"forum_id": row.forum_id, "moderator_id": by, "post_id": row.id}
        db.insert("moderation", **told, action="remove_post", reason=reason, created=when)

    def obstacle(self, world: World, p: Kept) -> Obstacle:
        said = (r"\b(?:removed|deleted|gone|taken down)\b",)
        return Obstacle(Reason.MISSING, (p.title, "post"), also=(Reason.NOT_ALLOWED,), said=said)

    async def solve(self, person: Person, p: Kept) -> None:
        await search(person, p.title)
        if p.title in person.names("link"):
            raise Lost(f"there is a post {p.title!r}")
        await person.infeasible(f"There is no post called “{p.title}” anymore.")


@dataclass(frozen=True)
class Reading:
    forum: str
    when: str


def _most_discussed(world: World, p: Reading) -> list[Row]:
    here = [row for row in of_period(world, p.when) if row.forum == p.forum]
    return sorted(here, key=lambda row: -row.comments)


async def _each_from_its_page(person: Person, p: Reading) -> None:
    for row in _most_discussed(person.world, p)[:2]:
        await open_post(person, row.title)
        await person.click("Save", role="button", within="Crosspost")
    await person.stop()


async def _by_points(person: Person, p: Reading) -> None:
    """Wrong: many points are not many comments."""
    await open_forum(person, p.forum)
    await choose_sort(person, "Top", p.when)
    for row in listed_posts(person)[:2]:
        await person.click(f"Save “{row.title}”", role="button")
    await person.stop()


class SaveMostDiscussed(Template[Reading]):
    """Save the two most discussed posts of a forum."""

    id = "arena.forum.save-most-discussed"
    kind = Kind.DO
    goals = (
        "Save the two posts from {when} in f/{forum} that have the most comments.",
        "I'd like to read the two most commented posts of {when} in f/{forum} later. Save both for me.",
    )
    sites = ("forum",)
    difficulty = Difficulty(actions=7)
    ways = (_each_from_its_page,)
    shortcuts = (_by_points,)

    def pool(self, world: World) -> Sequence[Reading]:
        found = []
        for when in PERIODS.values():
            lately = of_period(world, when)
            for one in forums(world):
                here = sorted((row for row in lately if row.forum == one.name), key=lambda row: -row.comments)
                best = {row.id for row in here[:2]}
                top = {row.id for row in sorted(here, key=lambda row: -row.score)[:2]}
                if len(here) > 5 and here[1].comments > here[2].comments and best != top:
                    found.append(Reading(one.name, when))
        return found

    def expect(self, world: World, p: Reading) -> Expectation:
        return Expectation([_saved(world, row.id) for row in _most_discussed(world, p)[:2]])

    async def solve(self, person: Person, p: Reading) -> None:
        await open_forum(person, p.forum)
        await choose_sort(person, "Most commented", p.when)
        for row in listed_posts(person)[:2]:
            await person.click(f"Save “{row.title}”", role="button")
        await person.stop()
