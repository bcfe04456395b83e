"""Search over posts, comments, forums and people: words in any order, case and accents folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from webcosm.sites.forum.rules.feed import RANGES, range_start
from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.sites.kit import match_query
from webcosm.sites.kit.folding import contains, pattern
from webcosm.worlds import Database, Row, Value

__all__ = ["KINDS", "SORTS", "Query", "read_query"]

KINDS = {"posts": "Posts", "comments": "Comments", "forums": "Forums", "users": "People"}
SORTS = {"relevance": "Best match", "new": "Newest", "top": "Top"}


@dataclass(frozen=True)
class Query:
    """What somebody looks for, as it was read."""

    words: str
    kind: str
    sort: str
    period: str
    forum: Row | None
    author: Row | None
    unknown: tuple[str, ...]
    """What could not be read, in sentences."""

    @property
    def asks(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self.words or self.forum or self.author)

    @property
    def timed(self) -> bool:
        return self.kind in ("posts", "comments")

    def sql(self, viewer: Viewer, now: datetime) -> tuple[str, list[Value]]:
        """The numbers of what was found, in order; column ``id``, and ``gist`` with the hits marked."""
        make = {"posts": _posts, "comments": _comments, "forums": _forums, "users": _people}
        return make[self.kind](self, viewer, now)


def read_query(db: Database, query: Mapping[str, str]) -> Query:
    kind = query.get("in", "")
    kind = kind if kind in KINDS else "posts"
    sort = query.get("sort", "")
    period = query.get("t", "")
    unknown = []
    forum = author = None
    if name := query.get("forum", "").strip():
        forum = db.row("SELECT * FROM forum WHERE name = ?", name.removeprefix("/f/").removeprefix("f/"))
        if forum is None:
            unknown.append(f"There is no forum “{name[:60]}”; the search is in all forums.")
    if name := query.get("author", "").strip():
        author = db.row("SELECT * FROM account WHERE username = ? AND active", name.removeprefix("@"))
        if author is None:
            unknown.append(f"There is nobody called “{name[:60]}”; the search is by everybody.")
    return Query(
        " ".join(query.get("q", "").split()),
        kind,
        sort if sort in SORTS else "relevance",
        period if period in RANGES else "all",
        forum,
        author,
        tuple(unknown),
    )


def _matched(query: Query, table: str) -> tuple[str, list[Value]]:
    """A join with the index of words, or nothing where no words were given."""
    if not query.words:
        return "", []
    match = match_query(query.words)
    if match is None:
        return f" JOIN {table} ON 0", []
    return f" JOIN {table} ON {table}.rowid = found.id AND {table} MATCH ?", [match]


def _order(query: Query, rank: str) -> str:
    if query.sort == "relevance" and rank:
        return f"{rank}, found.created DESC, found.id DESC"
    return (
        "score DESC, found.created DESC, found.id DESC" if query.sort == "top" else "found.created DESC, found.id DESC"
    )


def _limits(query: Query, viewer: Viewer, now: datetime) -> tuple[list[str], list[Value]]:
    conditions, arguments = ["found.deleted IS NULL", "found.removed_by IS NULL"], list[Value]()
    if query.author:
        conditions.append("found.author_id = ?")
        arguments.append(query.author.id)
    if viewer.blocked:
        conditions.append(f"found.author_id NOT IN ({', '.join(map(str, sorted(viewer.blocked)))})")
    if since := range_start(query.period, now):
        conditions.append("found.created >= ?")
        arguments.append(since)
    return conditions, arguments


MARKS = "char(2), char(3)"


def _posts(query: Query, viewer: Viewer, now: datetime) -> tuple[str, list[Value]]:
    join, bound = _matched(query, "post_search")
    conditions, arguments = _limits(query, viewer, now)
    if query.forum:
        conditions.append("found.forum_id = ?")
        arguments.append(query.forum.id)
    ranked = bool(join) and bool(bound)
    gist = f"snippet(post_search, 1, {MARKS}, ' … ', 28)" if ranked else "substr(found.body, 1, 200)"
    # A word in the title says more than one in the text.
    order = _order(query, "bm25(post_search, 6.0, 1.0)" if ranked else "")
    return (
        f"SELECT found.id, {gist} AS gist FROM post AS found"
        f" JOIN post_standing AS standing ON standing.post_id = found.id{join}"
        f" WHERE {' AND '.join(conditions)} ORDER BY {order}",
        [*bound, *arguments],
    )


def _comments(query: Query, viewer: Viewer, now: datetime) -> tuple[str, list[Value]]:
    join, bound = _matched(query, "comment_search")
    conditions, arguments = _limits(query, viewer, now)
    # Under a post that was taken down the comments stay, but lists do not lead there.
    conditions.append("post.deleted IS NULL AND post.removed_by IS NULL")
    if query.forum:
        conditions.append("post.forum_id = ?")
        arguments.append(query.forum.id)
    ranked = bool(join) and bool(bound)
    gist = f"snippet(comment_search, 0, {MARKS}, ' … ', 40)" if ranked else "substr(found.body, 1, 240)"
    score = "found.base_score + coalesce((SELECT sum(value) FROM comment_vote WHERE comment_id = found.id), 0)"
    order = _order(query, "bm25(comment_search)" if ranked else "").replace("score", score, 1)
    return (
        f"SELECT found.id, {gist} AS gist FROM comment AS found"
        f" JOIN post ON post.id = found.post_id{join}"
        f" WHERE {' AND '.join(conditions)} ORDER BY {order}",
        [*bound, *arguments],
    )


def _each_word(query: Query, db: Database, sql: str) -> tuple[str, list[Value]]:
    words = query.words.split()[:20]
    if not words or match_query(query.words) is None:
        return "0", []
    return " AND ".join(contains(db, sql) for _ in words), [pattern(word) for word in words]


def _forums(query: Query, viewer: Viewer, now: datetime) -> tuple[str, list[Value]]:
    condition, arguments = _each_word(
        query, viewer.db, "forum.name || ' ' || title || ' ' || description || ' ' || forum.tags"
    )
    members = "(SELECT count(*) FROM subscription WHERE forum_id = forum.id)"
    orders = {"relevance": f"{members} DESC, name", "new": "created DESC, id DESC", "top": f"{members} DESC, name"}
    return f"SELECT id, '' AS gist FROM forum WHERE {condition} ORDER BY {orders[query.sort]}", arguments


def _people(query: Query, viewer: Viewer, now: datetime) -> tuple[str, list[Value]]:
    condition, arguments = _each_word(query, viewer.db, "username")
    orders = {
        "relevance": "length(username), username COLLATE NOCASE",
        "new": "created DESC, id DESC",
        "top": "(SELECT coalesce(sum(score), 0) FROM post JOIN post_standing ON post_id = post.id WHERE author_id ="
        " account.id) DESC, id",
    }
    return f"SELECT id, '' AS gist FROM account WHERE active AND {condition} ORDER BY {orders[query.sort]}", arguments
