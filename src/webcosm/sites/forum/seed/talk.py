"""Posts and comments while they are gathered; rows are written once all are there, in the order of their times."""

from __future__ import annotations

from dataclasses import dataclass, field

from webcosm.sites.forum.seed.forums import Forum, Rule
from webcosm.sites.forum.seed.moments import NOW, stamp
from webcosm.worlds import Database, Value

__all__ = ["Comment", "Post", "Talk"]


@dataclass(slots=True, eq=False)
class Comment:
    post: Post
    parent: Comment | None
    author: int
    body: str
    created: int
    stance: str = "plain"
    flag: str = "none"
    rule: Rule | None = None
    """What it breaks, if anything."""
    edited: int = 0
    before: str = ""
    """What it said before it was edited."""
    deleted: int = 0
    removed_by: int = 0
    removed: int = 0
    base: int = 0
    id: int = 0
    place: int = -1
    """In its archetype."""


@dataclass(slots=True, eq=False)
class Post:
    forum: Forum
    author: int
    kind: str
    title: str
    body: str
    created: int
    flavor: str = "advice"
    url: str = ""
    flag: str = "none"
    options: list[str] = field(default_factory=list)
    pictures: list[tuple[str, str]] = field(default_factory=list)
    """Look and caption."""
    comments: list[Comment] = field(default_factory=list)
    rule: Rule | None = None
    edited: int = 0
    before: str = ""
    deleted: int = 0
    removed_by: int = 0
    removed: int = 0
    locked: int = 0
    """When; 0 if it is open."""
    pinned: bool = False
    crosspost_of: Post | None = None
    base: int = 0
    warmth: float = 0.0
    """How well it was received, from 0 to 1."""
    id: int = 0

    @property
    def closes(self) -> int:
        """Nobody answers or votes after that."""
        ends = [moment for moment in (self.deleted, self.removed, self.locked) if moment]
        return min(ends, default=NOW - 60)


@dataclass
class Talk:
    """All that was gathered."""

    posts: list[Post] = field(default_factory=list)
    log: list[tuple[str, int, int, str, Post | None, Comment | None, int | None, int | None, str]] = field(
        default_factory=list
    )
    """When, forum, moderator, action, post, comment, account, rule, reason."""
    reports: list[tuple[str, Post, Comment | None, int, str, str, int | None, str | None]] = field(default_factory=list)
    """When, about what, who, why, outcome, closed by whom and when."""

    def comments(self) -> list[Comment]:
        return [comment for post in self.posts for comment in post.comments]

    def number(self) -> None:
        """Gives everything its number, by time."""
        self.posts.sort(key=lambda one: (one.created, one.forum.id, one.title))
        for number, post in enumerate(self.posts, start=1):
            post.id = number
            post.comments.sort(key=lambda one: one.created)
        for post in self.posts:
            if post.crosspost_of:
                first = post.crosspost_of
                post.url = f"http://forum.test/f/{first.forum.name}/post/{first.id}"
        comments = self.comments()
        comments.sort(key=lambda one: (one.created, one.post.id))
        for number, comment in enumerate(comments, start=1):
            comment.id = number

    def write(self, db: Database) -> None:
        """Posts with what belongs to them, and comments."""
        db.run_many(
            "INSERT INTO post (id, forum_id, author_id, kind, title, url, body, flag, created, edited, deleted,"
            " removed_by, locked, pinned, crosspost_of, base_score) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            " ?, ?)",
            (
                (
                    one.id, one.forum.id, one.author, one.kind, one.title, one.url, one.body, one.flag,
                    stamp(one.created), _maybe(one.edited), _maybe(one.deleted), one.removed_by or None,
                    int(bool(one.locked)), int(one.pinned), one.crosspost_of.id if one.crosspost_of else None, one.base,
                )
                for one in self.posts
            ),
        )  # fmt: skip
        comments = sorted(self.comments(), key=lambda one: one.id)
        db.run_many(
            "INSERT INTO comment (id, post_id, parent_id, author_id, body, flag, created, edited, deleted, removed_by,"
            " base_score) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    one.id, one.post.id, one.parent.id if one.parent else None, one.author, one.body, one.flag,
                    stamp(one.created), _maybe(one.edited), _maybe(one.deleted), one.removed_by or None, one.base,
                )
                for one in comments
            ),
        )  # fmt: skip
        self._write_parts(db)
        db.run_many(
            "INSERT INTO comment_edit (comment_id, body, until) VALUES (?, ?, ?)",
            [(one.id, one.before, stamp(one.edited)) for one in comments if one.edited],
        )

    def _write_parts(self, db: Database) -> None:
        pictures: list[tuple[Value, ...]] = []
        options: list[tuple[Value, ...]] = []
        edits: list[tuple[Value, ...]] = []
        for one in self.posts:
            pictures += [(one.id, place, words, look) for place, (look, words) in enumerate(one.pictures, start=1)]
            options += [(one.id, place, label) for place, label in enumerate(one.options, start=1)]
            if one.edited:
                edits.append((one.id, one.title, one.url, one.before, stamp(one.edited)))
        db.run_many("INSERT INTO post_picture (post_id, position, caption, look) VALUES (?, ?, ?, ?)", pictures)
        db.run_many("INSERT INTO poll_option (post_id, position, label) VALUES (?, ?, ?)", options)
        db.run_many("INSERT INTO post_edit (post_id, title, url, body, until) VALUES (?, ?, ?, ?, ?)", edits)

    def write_order(self, db: Database) -> None:
        """Reports and the log of the moderators."""
        db.run_many(
            "INSERT INTO report (forum_id, post_id, comment_id, reporter_id, reason, created, outcome, closed_by,"
            " closed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (post.forum.id, post.id, comment.id if comment else None, who, why, when, outcome, by, closed)
                for when, post, comment, who, why, outcome, by, closed in sorted(
                    self.reports, key=lambda one: (one[0], one[1].id, one[3])
                )
            ],
        )
        db.run_many(
            "INSERT INTO moderation (forum_id, moderator_id, action, post_id, comment_id, account_id, rule_id, reason,"
            " created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    forum, who, action, post.id if post else None, comment.id if comment else None, account, rule, why,
                    when,
                )
                for when, forum, who, action, post, comment, account, rule, why in sorted(
                    self.log, key=lambda one: (one[0], one[1], one[3])
                )
            ],
        )  # fmt: skip


def _maybe(moment: int) -> str | None:
    return stamp(moment) if moment else None
