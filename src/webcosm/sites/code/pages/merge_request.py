"""Merge requests: lists, opening, reading, reviewing, merging."""

from __future__ import annotations

from typing import Any, Literal

from webcosm.sites.code.git import GitError, Repository
from webcosm.sites.code.git.diffing import Diff, diff_trees
from webcosm.sites.code.pages.issue import may_edit
from webcosm.sites.code.pages.issue_list import list_context, people_of
from webcosm.sites.code.pages.repo_changes import diff_context
from webcosm.sites.code.pages.repo_files import authors_of
from webcosm.sites.code.pages.shell import need, project_at, render, render_project, viewer_of
from webcosm.sites.code.pages.talk import talk_context
from webcosm.sites.code.rules import merge_requests as rules
from webcosm.sites.code.rules import merging
from webcosm.sites.code.rules.activity import add_todo, settle_todos
from webcosm.sites.code.rules.branches import may_merge, why_not_push
from webcosm.sites.code.rules.finding import read_filters
from webcosm.sites.code.rules.heads import head_of, target_of
from webcosm.sites.code.rules.notes import Position, add_note, award
from webcosm.sites.code.rules.places import PROJECT, find_project, project_by_id
from webcosm.sites.code.rules.planning import labels_of, milestones_of
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.texts import marked
from webcosm.sites.code.site import site
from webcosm.sites.kit import Field, Forbidden, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["request_at"]

TABS = ("overview", "commits", "changes", "pipelines")
EDIT = Form(
    Field("title", "Title", required=True, max=255),
    Field(
        "description", "Description", "textarea", max=100_000, help="“Closes #12” closes that issue when it is merged."
    ),
    Field("target", "Target branch", required=True, max=200),
)


def request_at(request: Request, path: str, number: int) -> tuple[Row, Row]:
    project = project_at(request, path, "read_code")
    row = request.db.row("SELECT * FROM merge_request WHERE project_id = ? AND number = ?", project.id, number)
    if row is None or not project.merge_requests_enabled:
        raise NotFound(f"There is no merge request !{number} in {project.full_path}.")
    return project, row


def _path(project: Row, row: Row) -> str:
    return f"/{project.full_path}/-/merge_requests/{row.number}"


# Lists ----------------------------------------------------------------------------------------------------------------


@site.get("/{project:path}/-/merge_requests", needs="public.view")
def merge_requests(request: Request, project: str) -> Response:
    place = project_at(request, project, "read_code")
    if not place.merge_requests_enabled:
        raise NotFound(f"{place.full_path} takes no merge requests.")
    filters = read_filters("merge_request", request.query, request.query_list)
    context = list_context(request, "merge_request", filters, place)
    return render_project(request, "mr_list.html", place, "merge_requests", **context)


@site.get("/dashboard/merge_requests", needs="own.view")
def my_merge_requests(request: Request) -> Response:
    """Without anybody named: those that are assigned to whoever looks."""
    user = request.need_user()
    filters = read_filters("merge_request", request.query, request.query_list)
    if not (filters.author or filters.assignee or filters.reviewer or filters.search):
        return request.redirect(f"/dashboard/merge_requests?assignee={user.username}")
    return render(request, "mr_mine.html", **list_context(request, "merge_request", filters))


# Opening --------------------------------------------------------------------------------------------------------------


def _sources(request: Request, project: Row) -> list[Row]:
    """Where its branch may be: the project itself, and forks that one may push to."""
    viewer = viewer_of(request)
    forks = request.db.rows(f"{PROJECT} WHERE project.forked_from = ? ORDER BY project.id", project.id)
    mine = [row for row in forks if viewer.may("push", row)]
    return [*([project] if viewer.may("push", project) else []), *mine]


def _choices(request: Request, project: Row) -> dict[str, Any]:
    db, viewer = request.db, viewer_of(request)
    sources = []
    for row in _sources(request, project):
        repository = Repository(db, row.id)
        if not repository.empty:
            sources.append((row, repository.branch_names()))
    repository = Repository(db, project.id)
    return {
        "sources": sources,
        "targets": [] if repository.empty else repository.branch_names(),
        "people": people_of(viewer, project),
        "label_choices": labels_of(db, project),
        "milestone_choices": milestones_of(db, project),
        "triage": viewer.may("triage", project),
    }


NEW = Form(
    Field("title", "Title", required=True, max=255, help="Begin it with “Draft:” while it is not to be merged yet."),
    Field(
        "description", "Description", "textarea", max=100_000, help="“Closes #12” closes that issue when it is merged."
    ),
    Field("squash", "Squash its commits when it is merged", "checkbox"),
    Field("remove_source", "Delete its branch when it is merged", "checkbox"),
)


def _picked(request: Request, name: str, choices: list[Row]) -> list[Row]:
    chosen = {int(value) for value in request.form_lists.get(name, ()) if value.isascii() and value.isdecimal()}
    return [row for row in choices if row.id in chosen]


@site.get("/{project:path}/-/merge_requests/new", needs="own.view")
def new_request(request: Request, project: str) -> Response:
    place = project_at(request, project, "read_code")
    need(request, "comment", place)
    source, target = request.query.get("source", ""), request.query.get("target", place.default_branch)
    source_path = request.query.get("source_project", place.full_path)
    title = ""
    other = find_project(request.db, source_path)
    if source and other is not None and viewer_of(request).may("read_code", other):
        try:
            title = Repository(request.db, other.id).commit(source).title
        except GitError:
            title = ""
    request.shows("new merge request form", project=place.full_path, source=source, target=target)
    form = NEW.show({"title": title, "remove_source": "on" if place.remove_source else ""})
    return render_project(
        request,
        "mr_new.html",
        place,
        "merge_requests",
        form=form,
        chosen=(f"{source_path}:{source}", target),
        picked={},
        **_choices(request, place),
    )


@site.post("/{project:path}/-/merge_requests/new", needs="own.edit")
def take_request(request: Request, project: str) -> Response:
    place = project_at(request, project, "read_code")
    need(request, "comment", place)
    form, choices = NEW.read(request.form), _choices(request, place)
    source, target = request.form.get("source", ""), request.form.get("target", "")
    path, _, branch = source.partition(":")
    from_project = next((row for row, _ in choices["sources"] if row.full_path == path), None)
    people, milestone = choices["people"], request.form.get("milestone", "")
    picked = {name: _picked(request, name, people) for name in ("assignee", "reviewer")}
    labels = _picked(request, "label", choices["label_choices"]) if choices["triage"] else []
    if from_project is None:
        form.fail("", "Choose a branch to merge, of this project or of a fork that you can push to.")
    if form.valid and from_project is not None:
        try:
            row = rules.open_request(
                request.world,
                request.need_user(),
                place,
                from_project,
                branch,
                target,
                form.values["title"],
                form.values["description"] or "",
                assignees=picked["assignee"],
                reviewers=picked["reviewer"],
                labels=[one.id for one in labels],
                milestone_id=next(
                    (one.id for one in choices["milestone_choices"] if str(one.id) == milestone and choices["triage"]),
                    None,
                ),
                squash=form.values["squash"],
                remove_source=form.values["remove_source"],
            )
        except Refused as refused:
            form.fail("", str(refused))
        else:
            request.flash(f"Merge request !{row.number} “{row.title}” was opened.")
            return request.redirect(_path(place, row))
    shown = {name: {one.id for one in rows} for name, rows in picked.items()} | {"label": {one.id for one in labels}}
    return render_project(
        request,
        "mr_new.html",
        place,
        "merge_requests",
        status=422,
        form=form,
        chosen=(source, target),
        picked=shown,
        **choices,
    )


# Reading --------------------------------------------------------------------------------------------------------------


def _changes(repository: Repository, row: Row, head: str) -> Diff:
    """What it brings in: since its branch and the target parted, or, once merged, what it brought."""
    base = row.base_sha
    if row.state != "merged" and repository.has_branch(row.target_branch):
        bases = repository.graph.merge_bases(head, repository.branch(row.target_branch).sha)
        base = bases[0] if bases else base
    return diff_trees(repository.store, repository.store.commit(base).tree, repository.store.commit(head).tree)


@site.get("/{project:path}/-/merge_requests/{number:int}", needs="public.view")
def show_request(request: Request, project: str, number: int) -> Response:
    return _show(request, *request_at(request, project, number), "overview")


@site.get("/{project:path}/-/merge_requests/{number:int}/{tab}", needs="public.view")
def show_tab(request: Request, project: str, number: int, tab: str) -> Response:
    place, row = request_at(request, project, number)
    if tab == "edit":
        return _edit(request, place, row)
    if tab == "conflicts":
        return _conflicts(request, place, row)
    if tab not in TABS:
        raise NotFound(f"A merge request has no page “{tab}”.")
    return _show(request, place, row, tab)


def _show(request: Request, project: Row, row: Row, tab: str, *, status: int = 200) -> Response:
    db, viewer = request.db, viewer_of(request)
    repository = Repository(db, project.id)
    head = row.head_sha
    ready = merging.readiness(request.world, project, row) if row.state == "open" else None
    tip = repository.branch(row.target_branch).sha if repository.has_branch(row.target_branch) else row.base_sha
    shas = repository.graph.between(row.base_sha if row.state != "open" else tip, head)
    commits = repository.commits(shas)
    diff = _changes(repository, row, head)
    request.shows("merge request", project=project.full_path, number=row.number, tab=tab)
    source = project_by_id(db, row.source_project_id) if row.source_project_id else None

    def people(role: str) -> list[Row]:
        return db.rows(
            f"SELECT account.* FROM merge_request_{role} JOIN account ON account.id = account_id"
            " WHERE merge_request_id = ? ORDER BY account.id",
            row.id,
        )

    return render_project(
        request,
        "mr_show.html",
        project,
        "merge_requests",
        status=status,
        mr=row,
        mr_tab=tab,
        here=_path(project, row),
        author=db.row("SELECT * FROM account WHERE id = ?", row.author_id),
        merger=db.row("SELECT * FROM account WHERE id = ?", row.merged_by) if row.merged_by else None,
        source=source,
        description=marked(viewer, request.addresses, project, row.description),
        editable=row.state != "merged" and may_edit(request, project, row),
        triage=viewer.may("triage", project),
        assignees=people("assignee"),
        reviewers=people("reviewer"),
        approvers=db.rows(
            "SELECT account.* FROM approval JOIN account ON account.id = account_id WHERE merge_request_id = ?"
            " ORDER BY approval.created, account.id",
            row.id,
        ),
        labels=db.rows(
            "SELECT label.* FROM merge_request_label JOIN label ON label.id = label_id WHERE merge_request_id = ?"
            " ORDER BY title COLLATE NOCASE",
            row.id,
        ),
        label_choices=labels_of(db, project),
        people=people_of(viewer, project),
        milestone=db.row("SELECT * FROM milestone WHERE id = ?", row.milestone_id) if row.milestone_id else None,
        milestone_choices=milestones_of(db, project),
        closing=db.rows(
            "SELECT issue.* FROM closes JOIN issue ON issue.id = issue_id WHERE merge_request_id = ? ORDER BY number",
            row.id,
        ),
        pipelines=db.rows(
            "SELECT * FROM pipeline WHERE project_id IN (?, ?) AND sha IN"
            f" ({', '.join('?' for _ in commits) or 'NULL'}) ORDER BY id DESC",
            project.id,
            row.source_project_id,
            *(commit.sha for commit in commits),
        ),
        ready=ready,
        may_merge=may_merge(viewer, project, row.target_branch),
        may_push_source=source is not None and not why_not_push(viewer, source, row.source_branch),
        commits=commits,
        authors=authors_of(db, commits),
        threads=merging.open_threads(db, row),
        **diff_context(request, diff),
        **talk_context(request, project, target_of(row)),
    )


# Editing --------------------------------------------------------------------------------------------------------------


def _need_edit(request: Request, project: Row, row: Row) -> Row:
    need(request, "comment", project)
    if not may_edit(request, project, row):
        raise Forbidden("Only who opened a merge request and members from reporter on can change it.")
    return request.need_user()


def _edit(request: Request, project: Row, row: Row) -> Response:
    _need_edit(request, project, row)
    request.shows("edit merge request form", project=project.full_path, number=row.number)
    title = f"Draft: {row.title}" if row.draft else row.title
    form = EDIT.show({"title": title, "description": row.description, "target": row.target_branch})
    return _edit_page(request, project, row, form)


def _edit_page(request: Request, project: Row, row: Row, form: Any, status: int = 200) -> Response:
    return render_project(
        request,
        "plan_form.html",
        project,
        "merge_requests",
        status=status,
        form=form,
        heading=f"Edit merge request !{row.number}",
        button="Save changes",
        back=f"/-/merge_requests/{row.number}",
    )


@site.post("/{project:path}/-/merge_requests/{number:int}/edit", needs="own.edit")
def save_request(request: Request, project: str, number: int) -> Response:
    place, row = request_at(request, project, number)
    user, form = _need_edit(request, place, row), EDIT.read(request.form)
    if form.valid:
        try:
            values = form.values
            rules.edit_request(request.world, user, row, values["title"], values["description"] or "", values["target"])
        except Refused as refused:
            form.fail("target", str(refused))
        else:
            request.flash(f"Merge request !{row.number} was saved.")
            return request.redirect(_path(place, row))
    return _edit_page(request, place, row, form, 422)


@site.post("/{project:path}/-/merge_requests/{number:int}/set", needs="own.edit")
def set_fields(request: Request, project: str, number: int) -> Response:
    """One of assignees, reviewers, labels, milestone, draft."""
    place, row = request_at(request, project, number)
    user, world, db, what = request.need_user(), request.world, request.db, request.form.get("field", "")
    if what == "draft":
        _need_edit(request, place, row)
    else:
        need(request, "triage", place)
    given = request.form.get("value", "")
    try:
        match what:
            case "assignee" | "reviewer":
                rules.set_people(world, user, row, what, _picked(request, what, people_of(viewer_of(request), place)))
            case "labels":
                picked = _picked(request, "label", labels_of(db, place))
                rules.set_request_labels(world, user, row, [one.id for one in picked])
            case "milestone":
                known = {str(one.id): one for one in milestones_of(db, place, closed=True)}
                rules.set_request_milestone(world, user, row, known.get(given))
            case "draft":
                rules.set_draft(world, user, row, given == "1")
            case _:
                raise Refused(f"There is nothing called “{what[:40]}” to set.")
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"Merge request !{row.number} was saved.")
    return request.redirect(_path(place, row))


# Talking and approving ------------------------------------------------------------------------------------------------


@site.post("/{project:path}/-/merge_requests/{number:int}/notes", needs="own.edit")
def comment_request(request: Request, project: str, number: int) -> Response:
    """A comment, an answer, or a thread on a line of the changes; perhaps closing or reopening at once."""
    place, row = request_at(request, project, number)
    need(request, "comment", place)
    user, body, then = request.need_user(), request.form.get("body", "").strip(), request.form.get("then", "")
    back = _path(place, row) + ("/changes" if request.form.get("path") else "")
    if len(body) > 100_000 or (not body and then not in ("close", "reopen")):
        request.flash("A comment has 1 to 100,000 characters.", "wrong")
        return request.redirect(back)
    try:
        with request.db.transaction():
            if body:
                position = _position(request, row)
                thread = _thread(request, row)
                threaded = request.form.get("threaded") == "1"
                add_note(
                    request.world, user, target_of(row), body, thread_id=thread, position=position, threaded=threaded
                )
            if then in ("close", "reopen"):
                _need_edit(request, place, row)
                (rules.close_request if then == "close" else rules.reopen_request)(request.world, user, row)
    except Refused as refused:
        request.flash(str(refused), "wrong")
        return request.redirect(back)
    said = {"close": "The merge request was closed.", "reopen": "The merge request is open again."}.get(then)
    request.flash(" ".join(["Your comment was added."] * bool(body) + ([said] if said else [])))
    return request.redirect(back)


def _thread(request: Request, row: Row) -> int | None:
    given = request.form.get("thread", "")
    if not (given.isascii() and given.isdecimal() and len(given) < 12):
        return None
    first = request.db.row(
        "SELECT * FROM note WHERE id = ? AND merge_request_id = ? AND NOT system", int(given), row.id
    )
    return None if first is None else first.thread_id or first.id


def _position(request: Request, row: Row) -> Position | None:
    path, line = request.form.get("path", ""), request.form.get("line", "")
    if not path:
        return None
    side: Literal["old", "new"] = "old" if request.form.get("side") == "old" else "new"
    repository = Repository(request.db, row.project_id)
    file = _changes(repository, row, row.head_sha).file(path)
    lines = (
        {at for hunk in file.hunks for one in hunk.lines if (at := one.old if side == "old" else one.new)}
        if file
        else ()
    )
    if not (line.isascii() and line.isdecimal() and len(line) < 8 and int(line) in lines):
        raise Refused(f"Line {line[:12] or '?'} of {path[:120]} is not among the changes.")
    return Position(row.head_sha, path, side, int(line))


@site.post("/{project:path}/-/merge_requests/{number:int}/approve", needs="own.edit")
def approve(request: Request, project: str, number: int) -> Response:
    place, row = request_at(request, project, number)
    need(request, "push", place)
    approved = request.form.get("approved") == "1"
    try:
        rules.approve(request.world, request.need_user(), row, approved)
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash("You approved it." if approved else "You took back your approval.")
    return request.redirect(_path(place, row))


@site.post("/{project:path}/-/merge_requests/{number:int}/award", needs="own.edit")
def award_request(request: Request, project: str, number: int) -> Response:
    place, row = request_at(request, project, number)
    need(request, "comment", place)
    try:
        award(request.world, request.need_user(), request.form.get("emoji", ""), merge_request_id=row.id)
    except ValueError as wrong:
        request.flash(str(wrong).capitalize(), "wrong")
    return request.redirect(_path(place, row))


@site.post("/{project:path}/-/merge_requests/{number:int}/todo", needs="own.edit")
def toggle_todo(request: Request, project: str, number: int) -> Response:
    place, row = request_at(request, project, number)
    user = request.need_user()
    pending = request.db.value(
        "SELECT count(*) FROM todo WHERE account_id = ? AND merge_request_id = ? AND state = 'pending'", user.id, row.id
    )
    if pending:
        settle_todos(request.world, user.id, merge_request_id=row.id)
    else:
        add_todo(request.world, user.id, user.id, "marked", place.id, merge_request_id=row.id)
    request.flash("It is off your list of to-dos." if pending else "It is on your list of to-dos.")
    return request.redirect(_path(place, row))


# Merging --------------------------------------------------------------------------------------------------------------


@site.post("/{project:path}/-/merge_requests/{number:int}/merge", needs="own.edit")
def merge_request(request: Request, project: str, number: int) -> Response:
    place, row = request_at(request, project, number)
    form = request.form
    try:
        with request.db.transaction():
            merging.merge(
                request.world,
                viewer_of(request),
                place,
                row,
                squash=form.get("squash") == "on",
                remove_source=form.get("remove_source") == "on",
                message=form.get("message", "")[:5_000],
            )
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"Merge request !{row.number} was merged into {row.target_branch}.")
    return request.redirect(_path(place, row))


@site.post("/{project:path}/-/merge_requests/{number:int}/rebase", needs="own.edit")
def rebase(request: Request, project: str, number: int) -> Response:
    place, row = request_at(request, project, number)
    request.need_user()
    try:
        with request.db.transaction():
            merging.rebase_request(request.world, viewer_of(request), place, row)
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"{row.source_branch} was put upon the newest of {row.target_branch}.")
    return request.redirect(_path(place, row))


def _conflicts(request: Request, project: Row, row: Row, *, wrong: str = "") -> Response:
    """Each file in conflict, with marks where somebody has to decide."""
    ready = merging.readiness(request.world, project, row)
    if ready.state is None or not ready.state.conflicts or head_of(request.db, row) is None:
        raise NotFound(f"Merge request !{row.number} has no conflicts.")
    repository = Repository(request.db, project.id)
    shown = []
    for conflict in ready.state.conflicts:
        text = ""
        if conflict.merged is not None:
            text = conflict.merged.text(row.target_branch, row.source_branch).decode("utf-8", "replace")
        elif conflict.ours or conflict.theirs:
            leaf = conflict.theirs or conflict.ours
            assert leaf
            text = repository.store.blob(leaf[1]).decode("utf-8", "replace")
        shown.append((conflict, request.form.get(f"file:{conflict.path}", text)))
    request.shows("conflicts", project=project.full_path, number=row.number)
    return render_project(
        request,
        "mr_conflicts.html",
        project,
        "merge_requests",
        status=422 if wrong else 200,
        mr=row,
        here=_path(project, row),
        conflicts=shown,
        wrong=wrong,
    )


@site.post("/{project:path}/-/merge_requests/{number:int}/conflicts", needs="own.edit")
def resolve(request: Request, project: str, number: int) -> Response:
    place, row = request_at(request, project, number)
    ready = merging.readiness(request.world, place, row)
    conflicts = ready.state.conflicts if ready.state else ()
    texts: dict[str, str | bytes | None] = {}
    for conflict in conflicts:
        text = request.form.get(f"file:{conflict.path}", "").replace("\r\n", "\n")
        texts[conflict.path] = None if request.form.get(f"gone:{conflict.path}") == "on" else text
    marked_still = [path for path, text in texts.items() if isinstance(text, str) and "<<<<<<<" in text]
    if marked_still:
        return _conflicts(request, place, row, wrong=f"{marked_still[0]} still has marks of a conflict (<<<<<<<).")
    try:
        with request.db.transaction():
            merging.resolve_conflicts(
                request.world, viewer_of(request), place, row, texts, request.form.get("message", "")[:5_000]
            )
    except Refused as refused:
        return _conflicts(request, place, row, wrong=str(refused))
    request.flash(f"The conflicts are resolved: {row.target_branch} was merged into {row.source_branch}.")
    return request.redirect(_path(place, row))
