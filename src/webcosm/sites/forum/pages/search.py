"""The page of the search."""

from __future__ import annotations

from typing import Any

from webcosm.sites.forum.pages.shell import render, viewer_of
from webcosm.sites.forum.rules.feed import RANGES, post_cards
from webcosm.sites.forum.rules.people import written_comments
from webcosm.sites.forum.rules.search import KINDS, SORTS, Query, read_query
from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.sites.forum.site import site
from webcosm.sites.kit import Listing, Request, Response, highlighted
from webcosm.sites.kit.listing import page_number
from webcosm.worlds import Row

__all__ = ["search"]

SIZE = 25
COUNTED = 1_000
"""Of more hits it is only said that there are more."""


@site.get("/search", needs="public.view")
def search(request: Request) -> Response:
    viewer = viewer_of(request)
    query = read_query(request.db, request.query)
    listing, many = None, False
    if query.asks:
        listing, many = _find(request, viewer, query)
        if not query.unknown:
            request.shows(
                "search",
                q=query.words,
                kind=query.kind,
                forum=query.forum.name if query.forum else None,
                author=query.author.username if query.author else None,
                sort=query.sort,
                t=query.period if query.timed else None,
                page=listing.number,
            )
    return render(
        request,
        "search.html",
        query=query,
        listing=listing,
        many=many,
        kinds=KINDS,
        sorts=SORTS,
        ranges={key: label for key, (label, _) in RANGES.items()},
        highlighted=highlighted,
        forum_names=request.db.values("SELECT name FROM forum ORDER BY name COLLATE NOCASE"),
    )


def _find(request: Request, viewer: Viewer, query: Query) -> tuple[Listing, bool]:
    """A page of what was found, and whether there is more than was counted."""
    sql, arguments = query.sql(viewer, request.now)
    total = request.db.value(f"SELECT count(*) FROM ({sql.split(' ORDER BY ')[0]} LIMIT {COUNTED + 1})", *arguments)
    number = page_number(request.query.get("page"), min(total, COUNTED), SIZE)
    hits = request.db.rows(f"{sql} LIMIT {SIZE} OFFSET {(number - 1) * SIZE}", *arguments)
    things = _things(viewer, query.kind, [hit.id for hit in hits])
    items = [(things[hit.id], hit.gist) for hit in hits if hit.id in things]
    return Listing(items, number, SIZE, min(total, COUNTED)), total > COUNTED


def _things(viewer: Viewer, kind: str, ids: list[Any]) -> dict[int, Row]:
    marks = ", ".join(f"{number:d}" for number in ids) or "NULL"
    rows: list[Row]
    if kind == "posts":
        rows = post_cards(viewer, ids)
    elif kind == "comments":
        rows = written_comments(viewer, ids)
    elif kind == "forums":
        rows = viewer.db.rows(
            "SELECT forum.*, (SELECT count(*) FROM subscription WHERE forum_id = forum.id) AS subscribers,"
            " (SELECT count(*) FROM post_standing WHERE forum_id = forum.id AND shown = 1) AS posts"
            f" FROM forum WHERE id IN ({marks})"
        )
    else:
        rows = viewer.db.rows(
            "SELECT id, username, created, (SELECT count(*) FROM post WHERE author_id = account.id AND deleted IS NULL"
            " AND removed_by IS NULL) AS posts, (SELECT count(*) FROM comment WHERE author_id = account.id"
            f" AND deleted IS NULL AND removed_by IS NULL) AS comments FROM account WHERE id IN ({marks})"
        )
    return {row.id: row for row in rows}
