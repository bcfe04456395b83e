"""Milestones, labels and boards of a project."""

from __future__ import annotations

from webcosm.sites.code.pages.shell import need, project_at, render_project, viewer_of
from webcosm.sites.code.rules import issues as issue_rules
from webcosm.sites.code.rules import planning as rules
from webcosm.sites.code.rules.finding import Filters, find
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.texts import marked
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["LABEL", "MILESTONE", "progress"]

MILESTONE = Form(
    Field("title", "Title", required=True, max=255),
    Field("start", "Start date", "date"),
    Field("due", "Due date", "date"),
    Field("description", "Description", "textarea", max=20_000, help="Markdown."),
)
LABEL = Form(
    Field("title", "Title", required=True, max=100),
    Field("description", "Description", max=255),
    Field("color", "Color", "radio", choices=list(rules.COLORS.items()), required=True),
)
SORTS = {
    "due": ("Due soon", "milestone.due IS NULL, milestone.due, milestone.id"),
    "due_desc": ("Due later", "milestone.due IS NULL, milestone.due DESC, milestone.id DESC"),
    "start": ("Started first", "milestone.start IS NULL, milestone.start, milestone.id"),
    "title": ("Title", "milestone.title COLLATE NOCASE, milestone.id"),
}


def progress(request: Request, milestone: Row) -> Row:
    """How many of its issues and merge requests are done."""
    row = request.db.row(
        "SELECT (SELECT count(*) FROM issue WHERE milestone_id = ?1) AS issues,"
        " (SELECT count(*) FROM issue WHERE milestone_id = ?1 AND state = 'closed') AS closed,"
        " (SELECT count(*) FROM merge_request WHERE milestone_id = ?1) AS requests,"
        " (SELECT count(*) FROM merge_request WHERE milestone_id = ?1 AND state = 'merged') AS merged",
        milestone.id,
    )
    assert row
    return row


def _milestone_at(request: Request, path: str, number: int) -> tuple[Row, Row]:
    project = project_at(request, path)
    row = request.db.row("SELECT * FROM milestone WHERE project_id = ? AND number = ?", project.id, number)
    if row is None:
        raise NotFound(f"There is no milestone {number} in {project.full_path}.")
    return project, row


@site.get("/{project:path}/-/milestones", needs="public.view")
def milestones(request: Request, project: str) -> Response:
    place = project_at(request, project)
    state = request.query.get("state") if request.query.get("state") in ("closed", "all") else "active"
    sorting = request.sorting(SORTS)
    groups = ", ".join(map(str, rules.above(request.db, place.namespace_id))) or "NULL"
    listing = request.listing(
        f"SELECT * FROM milestone WHERE (project_id = ?1 OR namespace_id IN ({groups})) AND (?2 = 'all' OR state = ?2)"
        f" ORDER BY {sorting.sql}",
        place.id,
        state,
        size=20,
    )
    request.shows("milestones", project=place.full_path, state=state, sort=sorting.key, page=listing.number)
    return render_project(
        request,
        "plan_milestones.html",
        place,
        "issues",
        listing=listing,
        sorting=sorting,
        state=state,
        progress=lambda one: progress(request, one),
        today=str(request.world.clock.today()),
    )


@site.get("/{project:path}/-/milestones/new", needs="own.view")
def new_milestone(request: Request, project: str) -> Response:
    place = project_at(request, project, "triage")
    request.shows("new milestone form", project=place.full_path)
    return _form(request, place, MILESTONE.show({}), "New milestone", "Create milestone", "/-/milestones")


@site.post("/{project:path}/-/milestones/new", needs="own.edit")
def take_milestone(request: Request, project: str) -> Response:
    place = project_at(request, project, "triage")
    form = MILESTONE.read(request.form)
    if form.valid:
        values = form.values
        try:
            row = rules.add_milestone(
                request.world,
                values["title"],
                values["description"] or "",
                values["start"],
                values["due"],
                project_id=place.id,
            )
        except Refused as refused:
            form.fail("due" if "due" in str(refused) else "title", str(refused))
        else:
            request.flash(f"The milestone “{row.title}” was created.")
            return request.redirect(f"/{place.full_path}/-/milestones/{row.number}")
    return _form(request, place, form, "New milestone", "Create milestone", "/-/milestones", status=422)


def _form(
    request: Request, project: Row, form: BoundForm, title: str, button: str, back: str, *, status: int = 200
) -> Response:
    return render_project(
        request, "plan_form.html", project, "issues", status=status, form=form, heading=title, button=button, back=back
    )


@site.get("/{project:path}/-/milestones/{number:int}", needs="public.view")
def show_milestone(request: Request, project: str, number: int) -> Response:
    place, row = _milestone_at(request, project, number)
    viewer, today = viewer_of(request), request.world.clock.today()
    request.shows("milestone", project=place.full_path, number=number)
    things = {}
    for table in ("issue", "merge_request"):
        found = find(viewer, table, Filters(state="all", milestone=row.title), today, project=place)
        found.add(f"{table}.milestone_id = ?", row.id)
        things[table] = request.db.rows(found.sql("{t}.state = 'open' DESC, {t}.number"), *found.values)
    return render_project(
        request,
        "plan_milestone.html",
        place,
        "issues",
        milestone=row,
        here=f"/{place.full_path}/-/milestones/{number}",
        description=marked(viewer, request.addresses, place, row.description),
        progress=progress(request, row),
        issues=things["issue"],
        requests=things["merge_request"],
        today=str(today),
    )


@site.get("/{project:path}/-/milestones/{number:int}/edit", needs="own.view")
def edit_milestone(request: Request, project: str, number: int) -> Response:
    place, row = _milestone_at(request, project, number)
    need(request, "triage", place)
    request.shows("edit milestone form", project=place.full_path, number=number)
    form = MILESTONE.show({**row, "start": row.start or "", "due": row.due or ""})
    return _form(request, place, form, "Edit milestone", "Save changes", f"/-/milestones/{number}")


@site.post("/{project:path}/-/milestones/{number:int}/edit", needs="own.edit")
def save_milestone(request: Request, project: str, number: int) -> Response:
    place, row = _milestone_at(request, project, number)
    need(request, "triage", place)
    form = MILESTONE.read(request.form)
    if form.valid:
        values = form.values
        try:
            rules.edit_milestone(
                request.world, row, values["title"], values["description"] or "", values["start"], values["due"]
            )
        except Refused as refused:
            form.fail("due" if "due" in str(refused) else "title", str(refused))
        else:
            request.flash(f"The milestone “{values['title']}” was saved.")
            return request.redirect(f"/{place.full_path}/-/milestones/{number}")
    return _form(request, place, form, "Edit milestone", "Save changes", f"/-/milestones/{number}", status=422)


@site.post("/{project:path}/-/milestones/{number:int}/state", needs="own.edit")
def set_state(request: Request, project: str, number: int) -> Response:
    place, row = _milestone_at(request, project, number)
    need(request, "triage", place)
    state = "closed" if row.state == "active" else "active"
    rules.set_milestone_state(request.world, row, state)
    request.flash(f"The milestone “{row.title}” is {'closed' if state == 'closed' else 'open again'}.")
    return request.redirect(f"/{place.full_path}/-/milestones/{number}")


@site.post("/{project:path}/-/milestones/{number:int}/delete", needs="own.edit")
def remove_milestone(request: Request, project: str, number: int) -> Response:
    place, row = _milestone_at(request, project, number)
    need(request, "triage", place)
    rules.delete_milestone(request.world, row)
    request.flash(f"The milestone “{row.title}” was deleted; what was in it stays.")
    return request.redirect(f"/{place.full_path}/-/milestones")


# Labels ---------------------------------------------------------------------------------------------------------------


def _label_at(request: Request, path: str, number: int) -> tuple[Row, Row]:
    project = project_at(request, path, "triage")
    row = request.db.row("SELECT * FROM label WHERE project_id = ? AND id = ?", project.id, number)
    if row is None:
        raise NotFound(f"There is no such label in {project.full_path}. A group's labels are changed in the group.")
    return project, row


@site.get("/{project:path}/-/labels", needs="public.view")
def labels(request: Request, project: str) -> Response:
    place = project_at(request, project)
    words = " ".join(request.query.get("search", "").split()).lower()
    found = [row for row in rules.labels_of(request.db, place) if words in f"{row.title} {row.description}".lower()]
    request.shows("labels", project=place.full_path, search=words)
    counts = {
        row.label_id: row.number
        for row in request.db.rows(
            "SELECT label_id, count(*) AS number FROM issue_label JOIN issue ON issue.id = issue_id"
            " WHERE project_id = ? AND state = 'open' GROUP BY label_id",
            place.id,
        )
    }
    return render_project(
        request, "plan_labels.html", place, "issues", labels=found, counts_by_label=counts, search=words
    )


@site.get("/{project:path}/-/labels/new", needs="own.view")
def new_label(request: Request, project: str) -> Response:
    place = project_at(request, project, "triage")
    request.shows("new label form", project=place.full_path)
    return _form(
        request, place, LABEL.show({"color": next(iter(rules.COLORS))}), "New label", "Create label", "/-/labels"
    )


@site.post("/{project:path}/-/labels/new", needs="own.edit")
def take_label(request: Request, project: str) -> Response:
    place = project_at(request, project, "triage")
    form = LABEL.read(request.form)
    if form.valid:
        values = form.values
        try:
            rules.add_label(
                request.world, values["title"], values["color"], values["description"] or "", project_id=place.id
            )
        except Refused as refused:
            form.fail("title", str(refused))
        else:
            request.flash(f"The label “{values['title']}” was created.")
            return request.redirect(f"/{place.full_path}/-/labels")
    return _form(request, place, form, "New label", "Create label", "/-/labels", status=422)


@site.get("/{project:path}/-/labels/{number:int}/edit", needs="own.view")
def edit_label(request: Request, project: str, number: int) -> Response:
    place, row = _label_at(request, project, number)
    request.shows("edit label form", project=place.full_path, id=number)
    return _form(request, place, LABEL.show(row), "Edit label", "Save changes", "/-/labels")


@site.post("/{project:path}/-/labels/{number:int}/edit", needs="own.edit")
def save_label(request: Request, project: str, number: int) -> Response:
    place, row = _label_at(request, project, number)
    form = LABEL.read(request.form)
    if form.valid:
        values = form.values
        try:
            rules.edit_label(request.world, row, values["title"], values["color"], values["description"] or "")
        except Refused as refused:
            form.fail("title", str(refused))
        else:
            request.flash(f"The label “{values['title']}” was saved.")
            return request.redirect(f"/{place.full_path}/-/labels")
    return _form(request, place, form, "Edit label", "Save changes", "/-/labels", status=422)


@site.post("/{project:path}/-/labels/{number:int}/delete", needs="own.edit")
def remove_label(request: Request, project: str, number: int) -> Response:
    place, row = _label_at(request, project, number)
    rules.delete_label(request.world, row)
    request.flash(f"The label “{row.title}” was deleted.")
    return request.redirect(f"/{place.full_path}/-/labels")


# Boards ---------------------------------------------------------------------------------------------------------------


def _board(request: Request, project: Row) -> Row | None:
    given = request.query.get("board", "") or request.form.get("board", "")
    boards = request.db.rows("SELECT * FROM board WHERE project_id = ? ORDER BY id", project.id)
    return next((row for row in boards if str(row.id) == given), boards[0] if boards else None)


@site.get("/{project:path}/-/boards", needs="public.view")
def show_boards(request: Request, project: str) -> Response:
    """Open issues in columns: those of no column's label, one column for each label, closed ones."""
    place, db = project_at(request, project), request.db
    board, viewer, today = _board(request, place), viewer_of(request), request.world.clock.today()
    lists = (
        db.rows(
            "SELECT board_list.id AS list, label.* FROM board_list JOIN label ON label.id = label_id"
            " WHERE board_id = ? ORDER BY position, board_list.id",
            board.id,
        )
        if board
        else []
    )
    found = find(viewer, "issue", Filters(state="all"), today, project=place)
    issues = db.rows(found.sql("issue.number DESC"), *found.values)
    given: dict[int, set[int]] = {}
    for row in db.rows(
        "SELECT issue_id, label_id FROM issue_label JOIN issue ON issue.id = issue_id WHERE project_id = ?", place.id
    ):
        given.setdefault(row.issue_id, set()).add(row.label_id)
    mine = {row.id for row in lists}
    still = [row for row in issues if row.state == "open"]
    columns = [
        ("open", "Open", None, [row for row in still if not given.get(row.id, set()) & mine]),
        *((str(one.id), one.title, one, [row for row in still if one.id in given.get(row.id, set())]) for one in lists),
        ("closed", "Closed", None, [row for row in issues if row.state == "closed"]),
    ]
    request.shows("board", project=place.full_path, board=board.name if board else "")
    return render_project(
        request,
        "plan_board.html",
        place,
        "issues",
        board=board,
        boards=db.rows("SELECT * FROM board WHERE project_id = ? ORDER BY id", place.id),
        columns=columns,
        lists=lists,
        label_choices=[row for row in rules.labels_of(db, place) if row.id not in mine],
        most=30,
    )


@site.post("/{project:path}/-/boards/new", needs="own.edit")
def new_board(request: Request, project: str) -> Response:
    place = project_at(request, project, "triage")
    name = " ".join(request.form.get("name", "").split())[:100]
    known = request.db.value("SELECT id FROM board WHERE project_id = ? AND name = ?", place.id, name)
    if not name or known is not None:
        request.flash("A board needs a name that no other board of the project has.", "wrong")
        return request.redirect(f"/{place.full_path}/-/boards")
    number = request.db.insert("board", project_id=place.id, name=name)
    request.flash(f"The board “{name}” was created.")
    return request.redirect(f"/{place.full_path}/-/boards?board={number}")


@site.post("/{project:path}/-/boards/{board:int}/lists", needs="own.edit")
def change_lists(request: Request, project: str, board: int) -> Response:
    """Adds a column for a label, or takes one away; the issues stay as they are."""
    place, db = project_at(request, project, "triage"), request.db
    row = db.row("SELECT * FROM board WHERE id = ? AND project_id = ?", board, place.id)
    label = next((one for one in rules.labels_of(db, place) if str(one.id) == request.form.get("label")), None)
    if row is None or label is None:
        raise NotFound("There is no such board or label.")
    if request.form.get("remove"):
        db.run("DELETE FROM board_list WHERE board_id = ? AND label_id = ?", board, label.id)
        request.flash(f"The column “{label.title}” was removed.")
    elif db.value("SELECT id FROM board_list WHERE board_id = ? AND label_id = ?", board, label.id) is None:
        position = 1 + int(db.value("SELECT coalesce(max(position), 0) FROM board_list WHERE board_id = ?", board))
        db.insert("board_list", board_id=board, label_id=label.id, position=position)
        request.flash(f"The column “{label.title}” was added.")
    return request.redirect(f"/{place.full_path}/-/boards?board={board}")


@site.post("/{project:path}/-/boards/{board:int}/move", needs="own.edit")
def move_card(request: Request, project: str, board: int) -> Response:
    """From one column to another: its label is exchanged, and it is closed or reopened."""
    place, db, world = project_at(request, project, "triage"), request.db, request.world
    number, to = request.form.get("issue", ""), request.form.get("to", "")
    issue = (
        db.row("SELECT * FROM issue WHERE project_id = ? AND number = ?", place.id, int(number))
        if number.isascii() and number.isdecimal() and len(number) < 10
        else None
    )
    mine = db.values("SELECT label_id FROM board_list WHERE board_id = ?", board)
    if issue is None or to not in ("open", "closed", *map(str, mine)):
        raise NotFound("There is no such issue or column.")
    user = request.need_user()
    has = set(db.values("SELECT label_id FROM issue_label WHERE issue_id = ?", issue.id)) - set(mine)
    if to == "closed":
        issue_rules.close_issue(world, user, issue)
    else:
        issue_rules.reopen_issue(world, user, issue)
        issue_rules.set_labels(world, user, issue, has | ({int(to)} if to != "open" else set()))
    request.flash(f"Issue #{issue.number} was moved.")
    return request.redirect(f"/{place.full_path}/-/boards?board={board}")
