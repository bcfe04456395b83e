"""One issue: opened, read, changed, talked about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from webcosm.sites.code.pages.issue_list import people_of
from webcosm.sites.code.pages.shell import need, project_at, render_project, viewer_of
from webcosm.sites.code.pages.talk import talk_context
from webcosm.sites.code.rules import issues as rules
from webcosm.sites.code.rules.activity import add_todo, settle_todos
from webcosm.sites.code.rules.notes import Target, add_note, award, system_note
from webcosm.sites.code.rules.places import project_by_id
from webcosm.sites.code.rules.planning import labels_of, milestones_of
from webcosm.sites.code.rules.quick import QUICK_ACTIONS, minutes, parse_quick, run_quick
from webcosm.sites.code.rules.quick import add_time as record_time
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.texts import marked, sees_confidential
from webcosm.sites.code.site import site
from webcosm.sites.kit import Field, Forbidden, Form, NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["issue_at", "may_edit"]

TITLE = Field("title", "Title", required=True, max=255)
DESCRIPTION = Field(
    "description",
    "Description",
    "textarea",
    max=100_000,
    help="Markdown. #12 names an issue, !3 a merge request, @name a person.",
)
EDIT = Form(TITLE, DESCRIPTION)
COMMENT = Form(
    Field(
        "body",
        "Comment",
        "textarea",
        required=True,
        max=100_000,
        help="Markdown. Lines such as /assign @name, /label ~bug or /close do what they say.",
    ),
    Field("internal", "Internal note: only members from reporter on can read it", "checkbox"),
)


def issue_at(request: Request, path: str, number: int) -> tuple[Row, Row]:
    """The project and the issue; one that is confidential is not there for others."""
    project = project_at(request, path)
    issue = request.db.row("SELECT * FROM issue WHERE project_id = ? AND number = ?", project.id, number)
    hidden = issue is not None and issue.confidential and not sees_confidential(viewer_of(request), project, issue)
    if issue is None or hidden or not project.issues_enabled:
        raise NotFound(f"There is no issue #{number} in {project.full_path}.")
    return project, issue


def may_edit(request: Request, project: Row, thing: Row) -> bool:
    """Its author, and whoever may triage."""
    viewer = viewer_of(request)
    own = viewer.id is not None and thing.author_id == viewer.id and viewer.may("comment", project)
    return own or viewer.may("triage", project)


def _need_edit(request: Request, project: Row, issue: Row) -> Row:
    need(request, "comment", project)
    if not may_edit(request, project, issue):
        raise Forbidden("Only who opened an issue and members from reporter on can change it.")
    return request.need_user()


def _path(project: Row, issue: Row) -> str:
    return f"/{project.full_path}/-/issues/{issue.number}"


# Opening --------------------------------------------------------------------------------------------------------------


def _new_form(request: Request, project: Row) -> Form:
    fields = [
        TITLE,
        Field("type", "Type", "select", choices=[("issue", "Issue"), ("incident", "Incident")]),
        DESCRIPTION,
        Field("confidential", "Confidential: only members from reporter on can see it", "checkbox"),
    ]
    if viewer_of(request).may("triage", project):
        milestones = [("", "No milestone"), *((str(row.id), row.title) for row in milestones_of(request.db, project))]
        fields += [
            Field("milestone", "Milestone", "select", choices=milestones),
            Field("due", "Due date", "date"),
            Field("weight", "Weight", "number", min=0, max=999),
        ]
    return Form(*fields)


def _picked(request: Request, name: str, choices: Sequence[Row]) -> list[Row]:
    chosen = {int(value) for value in request.form_lists.get(name, ()) if value.isascii() and value.isdecimal()}
    return [row for row in choices if row.id in chosen]


def _choices(request: Request, project: Row) -> dict[str, Any]:
    triage = viewer_of(request).may("triage", project)
    return {
        "people": people_of(viewer_of(request), project) if triage else [],
        "label_choices": labels_of(request.db, project) if triage else [],
    }


@site.get("/{project:path}/-/issues/new", needs="own.view")
def new_issue(request: Request, project: str) -> Response:
    place = project_at(request, project, "comment")
    request.shows("new issue form", project=place.full_path)
    form = _new_form(request, place).show({"title": request.query.get("title", ""), "type": "issue"})
    return render_project(
        request, "plan_new_issue.html", place, "issues", form=form, picked=((), ()), **_choices(request, place)
    )


@site.post("/{project:path}/-/issues/new", needs="own.edit")
def take_issue(request: Request, project: str) -> Response:
    place = project_at(request, project, "comment")
    form, choices = _new_form(request, place).read(request.form), _choices(request, place)
    assignees = _picked(request, "assignee", choices["people"])
    labels = _picked(request, "label", choices["label_choices"])
    if form.valid:
        values = form.values
        milestone = values.get("milestone")
        try:
            issue = rules.open_issue(
                request.world,
                request.need_user(),
                place,
                values["title"],
                values["description"] or "",
                type=values["type"] or "issue",
                assignees=assignees,
                labels=[row.id for row in labels],
                milestone_id=int(milestone) if milestone else None,
                due=values.get("due"),
                weight=values.get("weight"),
                confidential=values["confidential"],
            )
        except Refused as refused:
            form.fail("", str(refused))
        else:
            request.flash(f"Issue #{issue.number} “{issue.title}” was opened.")
            return request.redirect(_path(place, issue))
    picked = ({row.id for row in assignees}, {row.id for row in labels})
    return render_project(
        request, "plan_new_issue.html", place, "issues", status=422, form=form, picked=picked, **choices
    )


# Reading --------------------------------------------------------------------------------------------------------------


def show(request: Request, project: Row, issue: Row, *, status: int = 200, comment: Any = None) -> Response:
    db, viewer = request.db, viewer_of(request)
    request.shows("issue", project=project.full_path, number=issue.number)
    links = db.rows(
        "SELECT issue_link.id AS link, kind, issue_link.issue_id = ?1 AS outward, issue.* FROM issue_link JOIN issue"
        " ON issue.id = CASE issue_link.issue_id WHEN ?1 THEN other_id ELSE issue_link.issue_id END"
        " WHERE ?1 IN (issue_link.issue_id, other_id) ORDER BY issue_link.id",
        issue.id,
    )
    seen = []
    for link in links:
        other = project_by_id(db, link.project_id)
        if other and viewer.may("see", other) and (not link.confidential or sees_confidential(viewer, other, link)):
            how = link.kind if link.outward or link.kind == "relates_to" else "is_blocked_by"
            seen.append((link, rules.RELATIONS[how], f"/{other.full_path}/-/issues/{link.number}", other))
    times = db.rows(
        "SELECT time_entry.*, account.name, account.username FROM time_entry JOIN account ON account.id = account_id"
        " WHERE issue_id = ? ORDER BY time_entry.id",
        issue.id,
    )
    return render_project(
        request,
        "plan_issue.html",
        project,
        "issues",
        status=status,
        issue=issue,
        here=_path(project, issue),
        author=db.row("SELECT * FROM account WHERE id = ?", issue.author_id),
        closer=db.row("SELECT * FROM account WHERE id = ?", issue.closed_by) if issue.closed_by else None,
        description=marked(viewer, request.addresses, project, issue.description),
        editable=may_edit(request, project, issue),
        triage=viewer.may("triage", project),
        assignees=db.rows(rules.ASSIGNEES, issue.id),
        labels=db.rows(
            "SELECT label.* FROM issue_label JOIN label ON label.id = label_id WHERE issue_id = ?"
            " ORDER BY title COLLATE NOCASE",
            issue.id,
        ),
        milestone=db.row("SELECT * FROM milestone WHERE id = ?", issue.milestone_id) if issue.milestone_id else None,
        milestone_choices=milestones_of(db, project),
        links=seen,
        times=times,
        estimate=sum(row.estimate for row in times),
        spent=sum(row.spent for row in times),
        original=db.row("SELECT * FROM issue WHERE id = ?", issue.duplicate_of) if issue.duplicate_of else None,
        on_list=viewer.id is not None
        and db.value(
            "SELECT count(*) FROM todo WHERE account_id = ? AND issue_id = ? AND state = 'pending'", viewer.id, issue.id
        ),
        closing=db.rows(
            "SELECT merge_request.* FROM closes JOIN merge_request ON merge_request.id = merge_request_id"
            " WHERE issue_id = ? ORDER BY number",
            issue.id,
        ),
        comment=comment or COMMENT.show({}),
        **_choices(request, project),
        **talk_context(request, project, Target("issue", project.id, issue.id)),
    )


@site.get("/{project:path}/-/issues/{number:int}", needs="public.view")
def show_issue(request: Request, project: str, number: int) -> Response:
    return show(request, *issue_at(request, project, number))


@site.get("/{project:path}/-/issues/{number:int}/edit", needs="own.view")
def edit_issue(request: Request, project: str, number: int) -> Response:
    place, issue = issue_at(request, project, number)
    _need_edit(request, place, issue)
    request.shows("edit issue form", project=place.full_path, number=issue.number)
    form = EDIT.show({"title": issue.title, "description": issue.description})
    return render_project(
        request, "plan_edit_issue.html", place, "issues", issue=issue, form=form, here=_path(place, issue)
    )


@site.post("/{project:path}/-/issues/{number:int}/edit", needs="own.edit")
def save_issue(request: Request, project: str, number: int) -> Response:
    place, issue = issue_at(request, project, number)
    user = _need_edit(request, place, issue)
    form = EDIT.read(request.form)
    if not form.valid:
        return render_project(
            request,
            "plan_edit_issue.html",
            place,
            "issues",
            status=422,
            issue=issue,
            form=form,
            here=_path(place, issue),
        )
    rules.edit_issue(request.world, user, issue, form.values["title"], form.values["description"] or "")
    request.flash(f"Issue #{issue.number} was saved.")
    return request.redirect(_path(place, issue))


# Talking --------------------------------------------------------------------------------------------------------------


@site.post("/{project:path}/-/issues/{number:int}/notes", needs="own.edit")
def comment_issue(request: Request, project: str, number: int) -> Response:
    """A comment, perhaps with quick actions, perhaps closing or reopening at once."""
    place, issue = issue_at(request, project, number)
    need(request, "comment", place)
    if issue.locked and not viewer_of(request).may("triage", place):
        raise Forbidden("The discussion of this issue is locked.")
    user, form = request.need_user(), COMMENT.read(request.form)
    then = request.form.get("then", "")
    if then in ("close", "reopen") and not request.form.get("body", "").strip():
        form.errors.clear()  # nothing need be said to close it
    if not form.valid:
        return show(request, place, issue, status=422, comment=form)
    parsed = parse_quick(form.values.get("body") or "")
    if then in ("close", "reopen"):
        parsed.orders.append((then, ""))
    for verb, _ in parsed.orders:
        wanted = QUICK_ACTIONS[verb][0]
        if (wanted == "triage" and not viewer_of(request).may("triage", place)) or (
            wanted == "edit" and not may_edit(request, place, issue)
        ):
            form.fail("body", f"You may not use /{verb} here.")
    if form.errors:
        return show(request, place, issue, status=422, comment=form)
    try:
        with request.db.transaction():
            if parsed.text:
                add_note(
                    request.world,
                    user,
                    Target("issue", place.id, issue.id),
                    parsed.text,
                    thread_id=_thread(request, issue),
                    internal=bool(form.values.get("internal")) and viewer_of(request).may("see_confidential", place),
                )
            done = run_quick(request.world, user, place, issue, parsed.orders)
    except Refused as refused:
        form.fail("body", str(refused))
        return show(request, place, rules.issue_row(request.db, issue.id), status=422, comment=form)
    said = ["Your comment was added."] * bool(parsed.text) + [f"You {one}." for one in done]
    request.flash(" ".join(said))
    return request.redirect(f"{_path(place, issue)}#comments-end")


def _thread(request: Request, issue: Row) -> int | None:
    """The first note of the thread that is answered."""
    given = request.form.get("thread", "")
    if not (given.isascii() and given.isdecimal() and len(given) < 12):
        return None
    first = request.db.row("SELECT * FROM note WHERE id = ? AND issue_id = ? AND NOT system", int(given), issue.id)
    return None if first is None else first.thread_id or first.id


# What is set at the side ----------------------------------------------------------------------------------------------


@site.post("/{project:path}/-/issues/{number:int}/set", needs="own.edit")
def set_fields(request: Request, project: str, number: int) -> Response:
    """One of assignees, labels, milestone, due date, weight, confidentiality, lock."""
    place, issue = issue_at(request, project, number)
    need(request, "triage", place)
    user, world, db = request.need_user(), request.world, request.db
    given = request.form.get("value", "").strip()
    try:
        match request.form.get("field"):
            case "assignees":
                rules.assign(world, user, issue, _picked(request, "assignee", _choices(request, place)["people"]))
            case "labels":
                picked = _picked(request, "label", labels_of(db, place))
                rules.set_labels(world, user, issue, [row.id for row in picked])
            case "milestone":
                known = {str(row.id): row for row in milestones_of(db, place, closed=True)}
                rules.set_milestone(world, user, issue, known.get(given))
            case "due":
                rules.set_due(world, user, issue, _date(given))
            case "weight":
                if given and not (given.isascii() and given.isdecimal() and len(given) < 4):
                    raise Refused(f"A weight is a whole number from 0 to 999; “{given[:40]}” is not.")
                rules.set_weight(world, user, issue, int(given) if given else None)
            case "confidential":
                rules.set_confidential(world, user, issue, given == "1")
            case "locked":
                db.run("UPDATE issue SET locked = ? WHERE id = ?", int(given == "1"), issue.id)
                said = "locked the discussion" if given == "1" else "unlocked the discussion"
                system_note(world, user, rules.target(issue), said)
            case other:
                raise Refused(f"There is nothing called “{(other or '')[:40]}” to set.")
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"Issue #{issue.number} was saved.")
    return request.redirect(_path(place, issue))


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refused(f"“{text[:40]}” is no date such as 2026-05-20.") from None


@site.post("/{project:path}/-/issues/{number:int}/time", needs="own.edit")
def add_time(request: Request, project: str, number: int) -> Response:
    place, issue = issue_at(request, project, number)
    need(request, "triage", place)
    try:
        spent = minutes(request.form.get("time", ""))
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        as_estimate = request.form.get("what") == "estimate"
        summary = request.form.get("summary", "").strip()[:255]
        record_time(
            request.world,
            request.need_user(),
            issue,
            estimate=spent if as_estimate else 0,
            spent=0 if as_estimate else spent,
            summary=summary,
        )
        request.flash("The estimate was set." if as_estimate else "Your time was added.")
    return request.redirect(_path(place, issue))


@site.post("/{project:path}/-/issues/{number:int}/todo", needs="own.edit")
def toggle_todo(request: Request, project: str, number: int) -> Response:
    place, issue = issue_at(request, project, number)
    user, world = request.need_user(), request.world
    pending = request.db.value(
        "SELECT count(*) FROM todo WHERE account_id = ? AND issue_id = ? AND state = 'pending'", user.id, issue.id
    )
    if pending:
        settle_todos(world, user.id, issue_id=issue.id)
        request.flash("It is off your list of to-dos.")
    else:
        add_todo(world, user.id, user.id, "marked", place.id, issue_id=issue.id)
        request.flash("It is on your list of to-dos.")
    return request.redirect(_path(place, issue))


@site.post("/{project:path}/-/issues/{number:int}/award", needs="own.edit")
def award_issue(request: Request, project: str, number: int) -> Response:
    place, issue = issue_at(request, project, number)
    need(request, "comment", place)
    try:
        award(request.world, request.need_user(), request.form.get("emoji", ""), issue_id=issue.id)
    except ValueError as wrong:
        request.flash(str(wrong).capitalize(), "wrong")
    return request.redirect(_path(place, issue))


# Relations ------------------------------------------------------------------------------------------------------------


def _other_issue(request: Request, project: Row, given: str) -> Row:
    """``#12`` or ``group/project#12``, of those that may be seen."""
    path, _, number = given.strip().rpartition("#")
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise Refused(f"“{given[:60]}” is no issue such as #12 or group/project#12.")
    try:
        return issue_at(request, path or project.full_path, int(number))[1]
    except NotFound:
        raise Refused(f"There is no issue {given.strip()[:60]} that you can see.") from None


@site.post("/{project:path}/-/issues/{number:int}/links", needs="own.edit")
def add_link(request: Request, project: str, number: int) -> Response:
    """Relates it to another issue, or closes it as a duplicate of one."""
    place, issue = issue_at(request, project, number)
    need(request, "triage", place)
    user, kind = request.need_user(), request.form.get("kind", "relates_to")
    try:
        other = _other_issue(request, place, request.form.get("other", ""))
        if kind == "duplicate":
            rules.mark_duplicate(request.world, user, issue, other)
            request.flash(f"Issue #{issue.number} was closed as a duplicate of “{other.title}”.")
        else:
            rules.relate(request.world, user, issue, other, kind if kind in rules.RELATIONS else "relates_to")
            request.flash(f"Issue #{issue.number} and “{other.title}” are linked.")
    except Refused as refused:
        request.flash(str(refused), "wrong")
    return request.redirect(_path(place, issue))


@site.post("/{project:path}/-/issues/{number:int}/links/{link:int}/remove", needs="own.edit")
def remove_link(request: Request, project: str, number: int, link: int) -> Response:
    place, issue = issue_at(request, project, number)
    need(request, "triage", place)
    row = request.db.row("SELECT * FROM issue_link WHERE id = ?1 AND ?2 IN (issue_id, other_id)", link, issue.id)
    if row is None:
        raise NotFound(f"Issue #{number} has no such link.")
    rules.unrelate(request.world, request.need_user(), row)
    request.flash("The link was removed.")
    return request.redirect(_path(place, issue))


@site.post("/{project:path}/-/issues/{number:int}/move", needs="own.edit")
def move(request: Request, project: str, number: int) -> Response:
    place, issue = issue_at(request, project, number)
    need(request, "triage", place)
    try:
        other = project_at(request, request.form.get("to", "").strip().strip("/"), "triage")
        new = rules.move_issue(request.world, request.need_user(), issue, other)
    except (NotFound, Forbidden):
        request.flash("There is no such project in which you may open issues for others.", "wrong")
    except Refused as refused:
        request.flash(str(refused), "wrong")
    else:
        request.flash(f"The issue is #{new.number} of {other.full_path} now.")
        return request.redirect(_path(other, new))
    return request.redirect(_path(place, issue))
