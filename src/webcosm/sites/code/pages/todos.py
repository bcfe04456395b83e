"""What waits for whoever is signed in."""

from __future__ import annotations

from webcosm.sites.code.pages.shell import render, viewer_of
from webcosm.sites.code.rules.places import FULL_PATH, PROJECT
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response

__all__ = ["my_projects", "todos"]

SAID = {
    "assigned": "assigned you",
    "mentioned": "mentioned you in",
    "review_requested": "asked you to review",
    "approval_required": "asked you to approve",
    "build_failed": "saw the pipeline fail of",
    "marked": "put on your list",
    "unmergeable": "could not merge",
}


@site.get("/dashboard/todos", needs="own.view")
def todos(request: Request) -> Response:
    user, db = request.need_user(), request.db
    state = "done" if request.query.get("state") == "done" else "pending"
    action = request.query.get("action", "") if request.query.get("action") in SAID else ""
    kind = request.query.get("type", "") if request.query.get("type") in ("issue", "merge_request") else ""
    place = request.query.get("project", "").strip()[:300]
    sorting = request.sorting(
        {"new": ("Newest first", "todo.created DESC, todo.id DESC"), "old": ("Oldest first", "todo.created, todo.id")}
    )
    listing = request.listing(
        f"SELECT todo.*, {FULL_PATH} AS full_path, author.name, author.username,"
        " coalesce(issue.title, merge_request.title) AS title, coalesce(issue.number, merge_request.number) AS number,"
        " coalesce(issue.state, merge_request.state) AS thing_state FROM todo"
        " JOIN project ON project.id = todo.project_id JOIN namespace ON namespace.id = project.namespace_id"
        " JOIN account AS author ON author.id = todo.author_id LEFT JOIN issue ON issue.id = todo.issue_id"
        " LEFT JOIN merge_request ON merge_request.id = todo.merge_request_id WHERE todo.account_id = ?1"
        f" AND todo.state = ?2 AND (?3 = '' OR todo.action = ?3) AND (?4 = '' OR todo.{kind or 'issue'}_id IS NOT NULL)"
        f" AND (?5 = '' OR {FULL_PATH} = ?5) AND {viewer_of(request).visible} ORDER BY {sorting.sql}",
        user.id,
        state,
        action,
        kind,
        place,
        size=20,
    )
    counts = {
        row.state: row.number
        for row in db.rows("SELECT state, count(*) AS number FROM todo WHERE account_id = ? GROUP BY state", user.id)
    }
    told = {name: value for name, value in (("action", action), ("type", kind), ("project", place)) if value}
    request.shows("to-dos", state=state, **told, sort=sorting.key, page=listing.number)
    return render(
        request,
        "plan_todos.html",
        listing=listing,
        sorting=sorting,
        state=state,
        chosen={"action": action, "type": kind, "project": place},
        places=db.values(
            f"SELECT DISTINCT {FULL_PATH} AS full_path FROM todo JOIN project ON project.id = todo.project_id"
            " JOIN namespace ON namespace.id = project.namespace_id WHERE todo.account_id = ? ORDER BY full_path",
            user.id,
        ),
        state_counts=counts,
        said=SAID,
    )


@site.post("/dashboard/todos/{number:int}", needs="own.edit")
def settle(request: Request, number: int) -> Response:
    """Marks one as done, or takes that back."""
    user = request.need_user()
    row = request.db.row("SELECT * FROM todo WHERE id = ? AND account_id = ?", number, user.id)
    if row is None:
        raise NotFound("There is no such to-do on your list.")
    state = "done" if row.state == "pending" else "pending"
    request.db.run("UPDATE todo SET state = ? WHERE id = ?", state, number)
    request.flash(
        "The to-do is done." if state == "done" else "The to-do is back on your list.",
        undo=f"/dashboard/todos/{number}",
    )
    return request.redirect("/dashboard/todos")


@site.post("/dashboard/todos/done", needs="own.edit")
def settle_all(request: Request) -> Response:
    number = request.db.run(
        "UPDATE todo SET state = 'done' WHERE account_id = ? AND state = 'pending'", request.need_user().id
    )
    request.flash(f"{number} to-dos are done." if number != 1 else "One to-do is done.")
    return request.redirect("/dashboard/todos")


@site.get("/dashboard/projects", needs="own.view")
def my_projects(request: Request) -> Response:
    """Projects that one belongs to, or has starred."""
    user, viewer = request.need_user(), viewer_of(request)
    starred = request.query.get("starred") == "1"
    personal = request.query.get("personal") == "1"
    words = " ".join(request.query.get("search", "").split())[:100]
    sorting = request.sorting(
        {
            "updated": ("Last updated", "project.active DESC, project.id"),
            "name": ("Name", "project.name COLLATE NOCASE, project.id"),
            "stars": ("Stars", "stars DESC, project.id"),
            "created": ("Newest first", "project.created DESC, project.id"),
        }
    )
    ids = ", ".join(map(str, sorted(viewer.project_levels))) or "NULL"
    which = f"project.id IN ({ids})"
    if starred:
        which = "project.id IN (SELECT project_id FROM star WHERE account_id = ?1)"
    elif personal:
        which = "namespace.account_id = ?1"
    listing = request.listing(
        PROJECT.replace("SELECT ", "SELECT (SELECT count(*) FROM star WHERE project_id = project.id) AS stars, ", 1)
        + f" WHERE {which} AND {viewer.visible} AND ?1"
        f" AND instr(lower({FULL_PATH} || ' ' || project.name), lower(?2))"
        f" ORDER BY {sorting.sql}",
        user.id,
        words,
        size=20,
    )
    shown = "starred" if starred else "personal" if personal else "yours"
    request.shows("your projects", which=shown, search=words, sort=sorting.key, page=listing.number)
    return render(
        request, "place_projects.html", listing=listing, sorting=sorting, which=shown, search=words, levels=viewer
    )
