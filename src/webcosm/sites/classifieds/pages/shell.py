"""What all pages have around them: the categories, the places, and what waits for the visitor."""

from __future__ import annotations

from typing import Any

from webcosm.sites.classifieds.rules.board import price_words, state_of, unread
from webcosm.sites.classifieds.rules.search import CONDITIONS
from webcosm.sites.classifieds.site import site
from webcosm.sites.kit import Request, Response
from webcosm.worlds import Database, Row

__all__ = ["category_tree", "render"]

STATES = {
    "draft": "Draft",
    "active": "Active",
    "sold": "Sold",
    "expired": "Expired",
    "removed": "Removed",
    "deleted": "Deleted",
}
site.look.environment.filters.update(
    price_words=price_words,
    state_name=lambda state: STATES[state],
    condition_name=lambda condition: CONDITIONS.get(condition, ""),
    stars=lambda number: "★" * int(number) + "☆" * (5 - int(number)),
)


def category_tree(db: Database) -> list[tuple[Row, list[Row]]]:
    """Groups with their categories."""
    rows = db.rows("SELECT * FROM category ORDER BY position, id")
    return [(row, [one for one in rows if one.parent_id == row.id]) for row in rows if row.parent_id is None]


def region_tree(db: Database) -> list[tuple[Row, list[Row]]]:
    """Regions with their cities, by name."""
    cities = db.rows("SELECT * FROM city ORDER BY name, id")
    regions = db.rows("SELECT * FROM region ORDER BY name")
    return [(row, [one for one in cities if one.region_id == row.id]) for row in regions]


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    waiting = unread(request.db, request.user.id) if request.user else 0
    reports = 0
    if request.may("moderation.view"):
        reports = request.db.value("SELECT count(*) FROM report WHERE outcome = 'open'")
    state = lambda listing: state_of(listing, request.now)  # noqa: E731 - a template's helper
    return request.render(
        template,
        status=status,
        tree=category_tree(request.db),
        waiting=waiting,
        open_reports=reports,
        state=state,
        **context,
    )
