"""What all pages have around them: who is looking, which project it is about, and what waits for them."""

from __future__ import annotations

from typing import Any

from webcosm.sites.code.rules.places import find_project
from webcosm.sites.code.rules.viewer import NOBODY, Viewer, access_name
from webcosm.sites.code.site import site
from webcosm.sites.kit import Forbidden, NotFound, Request, Response, SignInNeeded
from webcosm.worlds import Row

__all__ = ["need", "project_at", "render", "render_project", "viewer_of"]


def viewer_of(request: Request) -> Viewer:
    """Who looks; asked for once in a request."""
    known = request.__dict__.get("_viewer")
    if not isinstance(known, Viewer) or known.user is not request.user:
        known = request.__dict__["_viewer"] = Viewer(request.db, request.user, str(request.world.clock.today()))
    return known


def project_at(request: Request, full_path: str, ability: str = "see") -> Row:
    """The project at a path, if the visitor may do this in it. What they may not see is as if it were not there."""
    project, viewer = find_project(request.db, full_path), viewer_of(request)
    if project is None or viewer.access(project) == NOBODY:
        if request.user is None and project is not None:
            raise SignInNeeded("Sign in to see whether there is such a project.")
        raise NotFound(f"There is no project “{full_path}”, or you may not see it.")
    need(request, ability, project)
    return project


def need(request: Request, ability: str, project: Row) -> None:
    """Refuses whoever may not do this in the project."""
    viewer = viewer_of(request)
    if viewer.may(ability, project):
        return
    if request.user is None:
        raise SignInNeeded("Sign in to do this.")
    if project.archived and ability not in ("see", "read_code", "manage", "own"):
        raise Forbidden(f"{project.name} is archived: it can be read, but nothing in it can be changed.")
    level = viewer.access(project)
    whom = f"you are {access_name(level)} of it" if level > 0 else "you are not a member of it"
    raise Forbidden(f"You do not have permission to do this in {project.full_path}: {whom}.")


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    """A page with the masthead and what its pieces need to know."""
    viewer = viewer_of(request)
    counts = None
    if viewer.id is not None:
        counts = request.db.row(
            "SELECT (SELECT count(*) FROM todo WHERE account_id = ?1 AND state = 'pending') AS todos,"
            " (SELECT count(*) FROM issue_assignee JOIN issue ON issue.id = issue_id WHERE account_id = ?1"
            " AND state = 'open') AS issues,"
            " (SELECT count(*) FROM merge_request_assignee JOIN merge_request ON merge_request.id = merge_request_id"
            " WHERE account_id = ?1 AND state = 'open') + (SELECT count(*) FROM merge_request_reviewer"
            " JOIN merge_request ON merge_request.id = merge_request_id WHERE account_id = ?1 AND state = 'open')"
            " AS merge_requests",
            viewer.id,
        )
    return request.render(template, status=status, viewer=viewer, counts=counts, **context)


def render_project(
    request: Request, template: str, project: Row, tab: str, *, status: int = 200, **context: Any
) -> Response:
    """A page of a project, with its name and tabs above; ``tab`` is the key of the one that is open."""
    counts = request.db.row(
        "SELECT (SELECT count(*) FROM issue WHERE project_id = ?1 AND state = 'open') AS issues,"
        " (SELECT count(*) FROM merge_request WHERE project_id = ?1 AND state = 'open') AS merge_requests,"
        " (SELECT count(*) FROM star WHERE project_id = ?1) AS stars,"
        " (SELECT count(*) FROM project WHERE forked_from = ?1 AND deleted IS NULL) AS forks",
        project.id,
    )
    starred = viewer_of(request).id is not None and request.db.value(
        "SELECT count(*) FROM star WHERE project_id = ? AND account_id = ?", project.id, viewer_of(request).id
    )
    return render(
        request,
        template,
        status=status,
        project=project,
        tab=tab,
        project_counts=counts,
        starred=bool(starred),
        base=f"/{project.full_path}",
        layout="project_layout.html",
        may=lambda ability: viewer_of(request).may(ability, project),
        **context,
    )


site.look.environment.filters.update(access_name=access_name, short_sha=lambda sha: sha[:8])
