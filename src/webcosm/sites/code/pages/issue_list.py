"""Lists of issues: of a project, and of everything that somebody may see."""

from __future__ import annotations

from typing import Any, Literal

from webcosm.sites.code.pages.shell import project_at, render, render_project, viewer_of
from webcosm.sites.code.rules.finding import DUE, STATES, Filters, find, read_filters, sorts
from webcosm.sites.code.rules.planning import labels_of, milestones_of
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["list_context", "people_of"]

SIZE = 20


def list_context(
    request: Request, table: Literal["issue", "merge_request"], filters: Filters, project: Row | None = None
) -> dict[str, Any]:
    """What a list of issues or merge requests shows."""
    viewer, today = viewer_of(request), request.world.clock.today()
    found = find(viewer, table, filters, today, project=project)
    states = [(state, found.count(request.db, state)) for state in STATES[table]]
    if filters.state != "all":
        found.add(f"{table}.state = ?", filters.state)
    listing = request.listing(found.sql(sorts(table)[filters.sort][1]), *found.values, size=SIZE)
    ids = ", ".join(str(row.id) for row in listing.items) or "NULL"
    request.shows(
        "issues" if table == "issue" else "merge requests",
        **{"project": project.full_path} if project else {},
        **filters.facts,
        page=listing.number,
    )
    return {
        "listing": listing,
        "filters": filters,
        "states": states,
        "orders": sorts(table),
        "due_choices": DUE,
        "labels_by_id": _grouped(
            request,
            f"SELECT {table}_id AS thing, label.* FROM {table}_label JOIN label ON label.id = label_id"
            f" WHERE {table}_id IN ({ids}) ORDER BY label.title COLLATE NOCASE",
        ),
        "assignees_by_id": _grouped(
            request,
            f"SELECT {table}_id AS thing, account.* FROM {table}_assignee JOIN account ON account.id = account_id"
            f" WHERE {table}_id IN ({ids}) ORDER BY account.id",
        ),
        "label_choices": labels_of(request.db, project) if project else [],
        "milestone_choices": milestones_of(request.db, project, closed=True) if project else [],
        "people": people_of(viewer, project) if project else [],
        "today": str(today),
    }


def _grouped(request: Request, sql: str) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in request.db.rows(sql):
        found.setdefault(row.thing, []).append(row)
    return found


def people_of(viewer: Viewer, project: Row) -> list[Row]:
    """Who works in a project: its members, those of its groups, and whoever wrote or was given something in it."""
    return viewer.db.rows(
        """
        WITH RECURSIVE up (id, parent) AS (
          SELECT id, parent_id FROM namespace WHERE id = ?2
          UNION ALL SELECT namespace.id, parent_id FROM namespace JOIN up ON namespace.id = up.parent
        )
        SELECT * FROM account WHERE id IN (
          SELECT account_id FROM member WHERE project_id = ?1 OR namespace_id IN (SELECT id FROM up)
          UNION SELECT account_id FROM namespace WHERE id = ?2 AND account_id IS NOT NULL
          UNION SELECT author_id FROM issue WHERE project_id = ?1
          UNION SELECT account_id FROM issue_assignee JOIN issue ON issue.id = issue_id WHERE project_id = ?1
        ) ORDER BY name COLLATE NOCASE, id
        """,
        project.id,
        project.namespace_id,
    )


@site.get("/{project:path}/-/issues", needs="public.view")
def issues(request: Request, project: str) -> Response:
    place = project_at(request, project)
    if not place.issues_enabled:
        raise NotFound(f"{place.full_path} keeps no issues.")
    filters = read_filters("issue", request.query, request.query_list)
    return render_project(
        request, "plan_issues.html", place, "issues", **list_context(request, "issue", filters, place)
    )


@site.get("/dashboard/issues", needs="own.view")
def my_issues(request: Request) -> Response:
    """Without anybody named it would be a list of everything: then those that are assigned to whoever looks."""
    user = request.need_user()
    filters = read_filters("issue", request.query, request.query_list)
    if not (filters.author or filters.assignee or filters.search):
        return request.redirect(f"/dashboard/issues?assignee={user.username}")
    return render(request, "plan_my_issues.html", **list_context(request, "issue", filters))
