"""Where one begins: one's own things, projects to look at, and searching everything."""

from __future__ import annotations

from webcosm.sites.code.pages.shell import render, viewer_of
from webcosm.sites.code.pages.todos import my_projects, todos
from webcosm.sites.code.rules.places import FULL_PATH, PROJECT, find_project
from webcosm.sites.code.rules.search import SCOPES, found_code, found_rows
from webcosm.sites.code.rules.viewer import NOBODY
from webcosm.sites.code.site import site
from webcosm.sites.kit import Request, Response
from webcosm.sites.kit.listing import Listing, page_number

__all__ = ["explore", "front"]

HOMES = {
    "starred": "/dashboard/projects?starred=1",
    "issues": "/dashboard/issues",
    "merge_requests": "/dashboard/merge_requests",
}
STARS = "(SELECT count(*) FROM star WHERE project_id = project.id)"
FORKS = "(SELECT count(*) FROM project AS fork WHERE fork.forked_from = project.id AND fork.deleted IS NULL)"
SORTS = {
    "updated": ("Last updated", "project.active DESC, project.id"),
    "stars": ("Most stars", "stars DESC, project.id"),
    "created": ("Newest first", "project.created DESC, project.id"),
    "name": ("Name", "project.name COLLATE NOCASE, project.id"),
}


@site.get("/", needs="public.view")
def front(request: Request) -> Response:
    """What whoever is signed in has chosen to begin with; for others, all projects."""
    user = request.user
    if user is None:
        return explore(request)
    if user.home_page in ("projects", "todos"):
        return (my_projects if user.home_page == "projects" else todos)(request)
    return request.redirect(HOMES.get(user.home_page, f"/users/{user.username}/activity"))


@site.get("/explore", needs="public.view")
def explore(request: Request) -> Response:
    """All projects that one may see, perhaps with words in their names, a topic, a language's worth of stars."""
    viewer = viewer_of(request)
    words = " ".join(request.query.get("search", "").split())[:100]
    topic = request.query.get("topic", "").strip().lower()[:100]
    level = request.query.get("visibility", "")
    level = level if level in ("private", "internal", "public") else ""
    sorting = request.sorting(SORTS)
    listing = request.listing(
        PROJECT.replace("SELECT ", f"SELECT {STARS} AS stars, {FORKS} AS forks, ", 1)
        + f" WHERE {viewer.visible} AND instr(lower({FULL_PATH} || ' ' || project.name || ' ' || project.description),"
        " lower(?1)) AND (?2 = '' OR EXISTS (SELECT 1 FROM topic WHERE project_id = project.id AND topic.name = ?2))"
        f" AND (?3 = '' OR project.visibility = ?3) ORDER BY {sorting.sql}",
        words,
        topic,
        level,
        size=20,
    )
    told = {name: value for name, value in (("search", words), ("topic", topic), ("visibility", level)) if value}
    request.shows("projects", **told, sort=sorting.key, page=listing.number)
    return render(
        request,
        "explore.html",
        listing=listing,
        sorting=sorting,
        search=words,
        topic=topic,
        level=level,
        topics=request.db.rows(
            "SELECT topic.name, count(*) AS number FROM topic JOIN project ON project.id = topic.project_id"
            f" WHERE {viewer.visible} GROUP BY topic.name ORDER BY number DESC, topic.name LIMIT 30"
        ),
    )


@site.get("/search", needs="public.view")
def search(request: Request) -> Response:
    viewer = viewer_of(request)
    words = " ".join(request.query.get("search", "").split())[:200]
    scope = request.query.get("scope", "")
    path = request.query.get("project", "").strip()[:300]
    project = find_project(request.db, path) if path else None
    if project is not None and viewer.access(project) == NOBODY:
        project = None
    scopes = {key: text for key, text in SCOPES.items() if not (project and key in ("projects", "users"))}
    if scope not in scopes:
        scope = next(iter(scopes))
    told = {"project": project.full_path} if project else {}
    if scope == "code":
        matches = found_code(viewer, words, project)
        number = page_number(request.query.get("page"), len(matches), 20)
        listing = Listing(matches[(number - 1) * 20 : number * 20], number, 20, len(matches))
    else:
        sql, values = found_rows(viewer, scope, words, project)
        listing = request.listing(sql, *values, size=20)
    request.shows("search", search=words, scope=scope, **told, page=listing.number)
    return render(
        request,
        "search.html",
        listing=listing,
        typed=words,
        scope=scope,
        scopes=scopes,
        inside=project,
    )
