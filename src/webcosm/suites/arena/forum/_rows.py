"""What the tasks on the forum read from its rows, and the rows that deeds write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from webcosm.judge.state import Allow, Delete, Expectation, Insert, Rule, Update, Wanted
from webcosm.sites.forum.rules.moderating import ban_of
from webcosm.worlds import Change, Row, Value, World

__all__ = [
    "NUMBERED",
    "TOGETHER",
    "WHEN",
    "account",
    "all_said",
    "comments",
    "edited",
    "first_of",
    "forum",
    "forums",
    "free_forums",
    "log_line",
    "me",
    "mentions_of",
    "moderator",
    "new_comment",
    "new_post",
    "next_id",
    "notice",
    "people",
    "poll_options",
    "post",
    "posts",
    "removal",
    "said",
    "subscribed",
    "telling_posts",
    "titled",
    "vote_on",
    "with_words",
]

T = TypeVar("T")
NUMBERED = "numbered by the site"
WHEN = "when it was done"
TOGETHER = "what title and text say is judged together"

# People ---------------------------------------------------------------------------------------------------------------


def me(world: World) -> Row:
    """The member who is signed in unless a task says otherwise."""
    return _one(world.forum.row("SELECT * FROM account WHERE id = (SELECT min(id) FROM account)"))


def moderator(world: World) -> Row:
    """The one whose password is known: looks after three forums. For `Template.accounts_in`."""
    return _one(
        world.forum.row(
            "SELECT * FROM account WHERE password <> '' AND role = 'member'"
            " AND id IN (SELECT account_id FROM moderator) ORDER BY id"
        )
    )


def account(world: World, username: str) -> Row:
    return _one(world.forum.row("SELECT * FROM account WHERE username = ?", username))


def people(world: World, where: str = "TRUE", *values: Value) -> list[Row]:
    """Accounts that were not deleted, with how many posts and comments of each are shown."""
    return world.forum.rows(
        "SELECT account.*, (SELECT count(*) FROM post WHERE author_id = account.id AND deleted IS NULL"
        "  AND removed_by IS NULL) AS posts, (SELECT count(*) FROM comment WHERE author_id = account.id"
        "  AND deleted IS NULL AND removed_by IS NULL) AS comments"
        f" FROM account WHERE active AND {where} ORDER BY id",
        *values,
    )


# Forums ---------------------------------------------------------------------------------------------------------------


def forums(world: World, where: str = "TRUE", *values: Value) -> list[Row]:
    """By name, with how many subscribers they have and how many posts are shown in them."""
    return world.forum.rows(
        "SELECT forum.*, (SELECT count(*) FROM subscription WHERE forum_id = forum.id) AS subscribers,"
        " (SELECT count(*) FROM post_standing WHERE forum_id = forum.id AND shown) AS posts"
        f" FROM forum WHERE {where} ORDER BY name COLLATE NOCASE",
        *values,
    )


def forum(world: World, name: str) -> Row:
    return forums(world, "name = ?", name)[0]


def subscribed(world: World, account_id: int | None = None) -> set[str]:
    """The names of the forums that somebody, or who is signed in, is subscribed to."""
    return set(
        world.forum.values(
            "SELECT name FROM forum JOIN subscription ON forum_id = forum.id WHERE account_id = ?",
            me(world).id if account_id is None else account_id,
        )
    )


def free_forums(world: World, account_id: int | None = None) -> list[Row]:
    """The forums in which somebody, or who is signed in, may write."""
    who = me(world).id if account_id is None else account_id
    return [one for one in forums(world) if ban_of(world.forum, who, one.id, world.clock.stamp()) is None]


# Posts and comments ---------------------------------------------------------------------------------------------------

POSTS = (
    "SELECT post.*, forum.name AS forum, forum.title AS forum_title, author.username AS author, standing.score,"
    " standing.ups, standing.downs, standing.comments, standing.active AS last_active,"
    " (SELECT value FROM post_vote WHERE post_id = post.id AND account_id = (SELECT min(id) FROM account)) AS mine"
    " FROM post JOIN forum ON forum.id = post.forum_id JOIN account AS author ON author.id = post.author_id"
    " JOIN post_standing AS standing ON standing.post_id = post.id"
)


def posts(world: World, where: str = "TRUE", *values: Value) -> list[Row]:
    """Posts that everybody can read, by people who are still there; each with its standing and the member's vote."""
    return world.forum.rows(
        f"{POSTS} WHERE post.deleted IS NULL AND post.removed_by IS NULL AND author.active AND {where}"
        " ORDER BY post.id",
        *values,
    )


def post(world: World, number: int) -> Row:
    """One by its number, whatever became of it."""
    return world.forum.rows(f"{POSTS} WHERE post.id = ?", number)[0]


def titled(world: World, title: str) -> Row:
    """The post that a title tells."""
    return posts(world, "post.title = ?", title)[0]


def telling_posts(world: World, where: str = "TRUE", *values: Value) -> list[Row]:
    """Those whose title no other post has, nor begins with it, so that a title means one post."""
    titles = sorted(world.forum.values("SELECT lower(title) FROM post"))
    unclear = {one for one, following in pairwise(titles) if following.startswith(one)}
    return [row for row in posts(world, where, *values) if row.title.lower() not in unclear]


def comments(world: World, where: str = "TRUE", *values: Value) -> list[Row]:
    """Comments that everybody can read under posts that everybody can read, by people who are still there."""
    return world.forum.rows(
        "SELECT comment.*, author.username AS author, post.title, post.forum_id, post.author_id AS post_author_id,"
        " post.locked, forum.name AS forum, comment.base_score + coalesce((SELECT sum(value) FROM comment_vote"
        "  WHERE comment_id = comment.id), 0) AS score, (SELECT value FROM comment_vote WHERE comment_id = comment.id"
        "  AND account_id = (SELECT min(id) FROM account)) AS mine"
        " FROM comment JOIN account AS author ON author.id = comment.author_id JOIN post ON post.id = comment.post_id"
        " JOIN forum ON forum.id = post.forum_id JOIN account AS poster ON poster.id = post.author_id"
        " WHERE comment.deleted IS NULL AND comment.removed_by IS NULL AND author.active AND post.deleted IS NULL"
        f"  AND post.removed_by IS NULL AND poster.active AND {where} ORDER BY comment.id",
        *values,
    )


def poll_options(world: World, post_id: int) -> list[Row]:
    """In their order, with their votes."""
    return world.forum.rows(
        "SELECT *, (SELECT count(*) FROM poll_vote WHERE option_id = poll_option.id) AS votes FROM poll_option"
        " WHERE post_id = ? ORDER BY position",
        post_id,
    )


def with_words(text: str, least: int, most: int) -> bool:
    """Whether a text has that many words, for pools that quote it."""
    return least <= len(text.split()) <= most


def first_of(rows: Sequence[T], key: Callable[[T], object]) -> list[T]:
    """Those that no other one shares the key with."""
    often = Counter(key(row) for row in rows)
    return [row for row in rows if often[key(row)] == 1]


def _one(row: Row | None) -> Row:
    assert row is not None
    return row


# Rows that deeds write ------------------------------------------------------------------------------------------------


def next_id(world: World, table: str) -> int:
    """The number that the next row of a table gets."""
    return int(world.forum.value(f"SELECT max(id) + 1 FROM {table}") or 1)


def new_post(
    world: World, forum_id: int, values: Mapping[str, Wanted], *, by: int | None = None, options: Sequence[str] = ()
) -> list[Rule]:
    """A new post, the author's own vote for it, and the options of a poll. ``values`` are those of the post that
    matter; title and text that are not among them are free, and to be judged together (`said`)."""
    who = me(world).id if by is None else by
    number = next_id(world, "post")
    columns: dict[str, Wanted] = {
        "id": number,
        "forum_id": forum_id,
        "author_id": who,
        "kind": "text",
        "url": "",
        "flag": "none",
        **dict.fromkeys(("edited", "deleted", "removed_by", "crosspost_of")),
        **dict.fromkeys(("locked", "pinned", "base_score"), 0),
        **values,
    }
    free = {name: TOGETHER for name in ("title", "body") if name not in columns}
    if "edited" not in values:  # a slip in the text may be mended
        columns.pop("edited")
        free["edited"] = "whether a slip in it was mended"
    rules: list[Rule] = [
        Insert("forum", "post", columns, {**free, "created": WHEN}, name=f"a new post in forum {forum_id}"),
        Insert("forum", "post_vote", {"post_id": number, "account_id": who, "value": 1}, {"created": WHEN}),
    ]
    for position, label in enumerate(options, 1):
        chosen: dict[str, Wanted] = {"post_id": number, "position": position, "label": label}
        rules.append(Insert("forum", "poll_option", chosen, {"id": NUMBERED}, name=f"option {position}: {label}"))
    return rules


def new_comment(
    world: World,
    post_id: int,
    body: Wanted = None,
    *,
    parent_id: int | None = None,
    by: int | None = None,
    flag: str = "none",
) -> list[Rule]:
    """A new comment, its author's own vote for it, and the notice to whom it answers. Without a body it is free, and to
    be judged by what it says (`all_said`)."""
    db, who = world.forum, me(world).id if by is None else by
    number = next_id(world, "comment")
    columns: dict[str, Wanted] = {
        "id": number,
        "post_id": post_id,
        "parent_id": parent_id,
        "author_id": who,
        "body": body,
        "flag": flag,
        **dict.fromkeys(("deleted", "removed_by")),
        "base_score": 0,
    }
    free = {"created": WHEN, "edited": "whether a slip in it was mended"}
    if body is None:
        free["body"] = "worded freely, and judged by what it says"
        del columns["body"]
    rules: list[Rule] = [
        Insert("forum", "comment", columns, free, name="a new comment"),
        Insert("forum", "comment_vote", {"comment_id": number, "account_id": who, "value": 1}, {"created": WHEN}),
    ]
    table, answered = ("post", post_id) if parent_id is None else ("comment", parent_id)
    other = _one(
        db.row(f"SELECT account.* FROM {table} JOIN account ON account.id = author_id WHERE {table}.id = ?", answered)
    )
    blocked = db.value("SELECT 1 FROM block WHERE account_id = ? AND blocked_id = ?", other.id, who)
    if other.id != who and other.active and other.notify_replies and not blocked:
        rules.append(notice(other.id, "reply", post_id=post_id, comment_id=number))
    return rules


def notice(account_id: int, kind: str, **about: Wanted) -> Insert:
    """That somebody is told of something; ``about`` are the columns that are not empty."""
    columns: dict[str, Wanted] = {
        "account_id": account_id,
        "kind": kind,
        **dict.fromkeys(("post_id", "comment_id", "thread_id")),
        "text": "",
        **about,
    }
    return Insert("forum", "notification", columns, {"id": NUMBERED, "created": WHEN}, name=f"{kind}: a notice of it")


def mentions_of(*account_ids: int) -> Allow:
    """That the people whom a text is about are told of it, if it calls them by their user names."""
    return Allow(
        "who is named in a text is told of it",
        lambda change: (
            (change.site, change.table, change.kind) == ("forum", "notification", "insert")
            and change.new is not None
            and change.new["kind"] == "mention"
            and change.new["account_id"] in account_ids
        ),
    )


def vote_on(world: World, table: str, number: int, value: int, *, by: int | None = None) -> Rule:
    """A vote on a ``post`` or a ``comment``: 1 or -1, or 0 to take it back; judged by what there was before."""
    who = me(world).id if by is None else by
    key = (number, who)
    before = world.forum.value(f"SELECT value FROM {table}_vote WHERE {table}_id = ? AND account_id = ?", *key)
    name = f"vote {value:+d} on {table} {number}"
    if value == 0:
        return Delete("forum", f"{table}_vote", key=key, name=name)
    if before is None:
        row: dict[str, Wanted] = {f"{table}_id": number, "account_id": who, "value": value}
        return Insert("forum", f"{table}_vote", row, {"created": WHEN}, name=name)
    return Update("forum", f"{table}_vote", {"value": value}, {"created": WHEN}, key=key, name=name)


def edited(world: World, table: str, number: int, **values: Wanted) -> list[Rule]:
    """A post or comment that says something else now; what it said before is kept in its history."""
    before = _one(world.forum.row(f"SELECT * FROM {table} WHERE id = ?", number))
    old: dict[str, Wanted] = {f"{table}_id": number, "body": before.body}
    if table == "post":
        old |= {"title": before.title, "url": before.url}
    return [
        Update("forum", table, values, {"edited": WHEN}, key=(number,), name=f"{table} {number} is edited"),
        Insert("forum", f"{table}_edit", old, {"id": NUMBERED, "until": WHEN}, name="what it said before is kept"),
    ]


def log_line(forum_id: int, moderator_id: int, action: str, **about: Wanted) -> Insert:
    """A line of the moderation log; ``about`` are the columns that are not empty."""
    columns: dict[str, Wanted] = {
        "forum_id": forum_id,
        "moderator_id": moderator_id,
        "action": action,
        **dict.fromkeys(("post_id", "comment_id", "account_id", "rule_id")),
        "reason": "",
        **about,
    }
    return Insert("forum", "moderation", columns, {"id": NUMBERED, "created": WHEN}, name=f"log: {action}")


def removal(
    world: World, moderator_id: int, post_id: int, comment_id: int | None, rule_id: int | None, reason: Wanted = ""
) -> list[Rule]:
    """A post or a comment that a moderator removes: the log, the reports that this settles, and the notice."""
    db = world.forum
    table, number = ("post", post_id) if comment_id is None else ("comment", comment_id)
    thing = _one(db.row(f"SELECT * FROM {table} WHERE id = ?", number))
    where = _one(db.row("SELECT forum_id FROM post WHERE id = ?", post_id)).forum_id
    about: dict[str, Wanted] = {"post_id": post_id, "comment_id": comment_id}
    rules: list[Rule] = [
        Update("forum", table, {"removed_by": moderator_id}, key=(number,), name=f"{table} {number} is removed"),
        log_line(where, moderator_id, f"remove_{table}", rule_id=rule_id, reason=reason, **about),
    ]
    for report in db.values(
        "SELECT id FROM report WHERE outcome = 'open' AND post_id = ? AND comment_id IS ? ORDER BY id",
        post_id,
        comment_id,
    ):
        closed: dict[str, Wanted] = {"outcome": "removed", "closed_by": moderator_id}
        rules.append(
            Update("forum", "report", closed, {"closed": WHEN}, key=(report,), name=f"report {report} settled")
        )
    if thing.author_id != moderator_id:
        told = notice(thing.author_id, "moderation", **about)
        free = {**told.free, "text": "says the rule and the reason, which the log holds"}
        columns = {name: value for name, value in told.values.items() if name != "text"}
        rules.append(Insert("forum", "notification", columns, free, name="its author is told"))
    return rules


# What a text says -----------------------------------------------------------------------------------------------------


def said(changes: Iterable[Change], table: str, *columns: str) -> str:
    """What was written in all new rows of a table, in these columns: ``said(changes, "post", "title", "body")``."""
    return "\n".join(
        str(change.new[column])
        for change in changes
        if (change.site, change.table, change.kind) == ("forum", table, "insert") and change.new is not None
        for column in columns
    )


def all_said(
    required: Sequence[Rule],
    says: Callable[[str], bool],
    name: str,
    *,
    table: str = "post",
    columns: Sequence[str] = ("title", "body"),
    named: Collection[int] = (),
) -> Expectation:
    """These rows, and a text that says the right thing in title and body together; ``named`` are people whom it may
    call by their names."""
    return Expectation(
        required,
        allowed=[mentions_of(*named)] if named else [],
        conditions={name: lambda changes: says(said(changes, table, *columns))},
    )
