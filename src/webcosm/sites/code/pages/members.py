"""The members of projects and groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from webcosm.sites.code.pages.groups import group_at, render_group
from webcosm.sites.code.pages.shell import project_at, render_project, viewer_of
from webcosm.sites.code.rules import members as rules
from webcosm.sites.code.rules.places import find_namespace
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.viewer import ACCESS, MAINTAINER, NOBODY, OWNER
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response
from webcosm.worlds import Row

__all__ = ["Place"]

ORDERS = {
    "name": ("Name", "account.name COLLATE NOCASE, account.id"),
    "access": ("Highest access", "member.access DESC, account.id"),
    "joined": ("Last joined", "member.created DESC, account.id"),
}


@dataclass(frozen=True)
class Place:
    """A project or a group, as its pages of members need it."""

    row: Row
    where: rules.Where
    level: int
    path: str
    render: Callable[..., Response]

    @property
    def of(self) -> dict[str, int]:
        return {self.where: self.row.id}

    @property
    def may_manage(self) -> bool:
        return self.level >= (MAINTAINER if self.where == "project_id" else OWNER)


def _project(request: Request, path: str, ability: str = "see") -> Place:
    row = project_at(request, path, ability)
    level = viewer_of(request).access(row)

    def draw(template: str, **context: Any) -> Response:
        return render_project(request, template, row, "members", **context)

    return Place(row, "project_id", level, f"/{row.full_path}/-/project_members", draw)


def _group(request: Request, path: str, least: int = 0) -> Place:
    row = group_at(request, path, least)
    level = viewer_of(request).group_access(row)

    def draw(template: str, **context: Any) -> Response:
        return render_group(request, template, row, "members", **context)

    return Place(row, "namespace_id", level, f"/groups/{row.full_path}/-/group_members", draw)


def _show(
    request: Request, place: Place, *, status: int = 200, typed: dict[str, str] | None = None, wrong: str = ""
) -> Response:
    db = request.db
    sorting = request.sorting(ORDERS)
    words = " ".join(request.query.get("search", "").split()).lower()[:100]

    def fits(row: Row) -> bool:
        return words in f"{row.name} @{row.username}".lower()

    parent = place.row.namespace_id if place.where == "project_id" else place.row.parent_id
    shares = db.rows(
        f"SELECT group_share.*, namespace.full_path, namespace.name FROM group_share"
        f" JOIN namespace ON namespace.id = group_id WHERE group_share.{place.where} = ? ORDER BY full_path",
        place.row.id,
    )
    kind = "project members" if place.where == "project_id" else "group members"
    request.shows(kind, place=place.row.full_path, search=words, sort=sorting.key)
    requests = (
        db.rows(
            "SELECT access_request.*, account.name, account.username FROM access_request"
            " JOIN account ON account.id = account_id WHERE project_id = ? ORDER BY access_request.id",
            place.row.id,
        )
        if place.where == "project_id" and place.may_manage
        else []
    )
    return place.render(
        "place_members.html",
        status=status,
        members=[row for row in rules.members_of(db, place.where, place.row.id, sorting.sql) if fits(row)],
        inherited=[row for row in rules.inherited_members(db, parent) if fits(row)] if parent is not None else [],
        shares=shares,
        requests=requests,
        place=place,
        levels={key: name for key, name in ACCESS.items() if key <= place.level or viewer_of(request).is_admin},
        sorting=sorting,
        search=words,
        typed=typed or {},
        wrong=wrong,
        today=str(request.world.clock.today()),
    )


@site.get("/{project:path}/-/project_members", needs="public.view")
def project_members(request: Request, project: str) -> Response:
    return _show(request, _project(request, project))


@site.get("/groups/{group:path}/-/group_members", needs="public.view")
def group_members(request: Request, group: str) -> Response:
    return _show(request, _group(request, group))


# Deeds ----------------------------------------------------------------------------------------------------------------


def _expires(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip()) if text.strip() else None
    except ValueError:
        raise Refused(f"“{text[:40]}” is no date such as 2026-12-31.") from None


def _access(text: str) -> int:
    if text not in map(str, ACCESS):
        raise Refused(f"An access level is one of {', '.join(ACCESS.values())}.")
    return int(text)


def _find_account(request: Request, text: str) -> Row:
    """By user name, address or whole name."""
    given = text.strip().removeprefix("@")
    found = request.db.rows(
        "SELECT * FROM account WHERE username = ?1 OR email = ?1 OR lower(name) = lower(?1) ORDER BY id LIMIT 9",
        given,
    )
    exact = [row for row in found if given.lower() in (row.username.lower(), row.email.lower())]
    if len(exact or found) != 1:
        raise Refused(
            f"Several people are called {given[:60]}: give the user name."
            if found
            else f"There is nobody called “{given[:60]}” here."
        )
    return (exact or found)[0]


def _invite(request: Request, place: Place) -> Response:
    """A person or a group, with a level and perhaps a last day."""
    form, viewer = request.form, viewer_of(request)
    try:
        access, expires = _access(form.get("access", "")), _expires(form.get("expires", ""))
        if form.get("what") == "group":
            group = find_namespace(request.db, form.get("who", "").strip().strip("/"))
            if group is None or group.kind != "group" or viewer.group_access(group) == NOBODY:
                raise Refused(f"There is no group “{form.get('who', '')[:60]}” that you can see.")
            rules.share_group(request.world, group, access, expires, **place.of)
            request.flash(f"The group {group.full_path} was invited as {ACCESS[access]}.")
        else:
            account = _find_account(request, form.get("who", ""))
            rules.add_member(request.world, viewer, place.level, account, access, expires, **place.of)
            request.flash(f"{account.name} was added as {ACCESS[access]}.")
    except Refused as refused:
        return _show(request, place, status=422, typed=dict(form), wrong=str(refused))
    return request.redirect(place.path)


def _change(request: Request, place: Place, number: int) -> Response:
    """Another level or last day, or out."""
    viewer, form = viewer_of(request), request.form
    row = request.db.row(
        f"SELECT member.*, account.name FROM member JOIN account ON account.id = account_id"
        f" WHERE member.id = ? AND member.{place.where} = ?",
        number,
        place.row.id,
    )
    if row is None:
        raise NotFound("There is no such member here.")
    if not place.may_manage and not (row.account_id == viewer.id and form.get("remove")):
        raise NotFound("There is no such member for you to change.")
    try:
        if form.get("remove"):
            rules.remove_member(request.world, viewer, place.level, row)
            left = row.account_id == viewer.id
            request.flash(f"You left {place.row.full_path}." if left else f"{row.name} was removed.")
        else:
            access, expires = _access(form.get("access", "")), _expires(form.get("expires", ""))
            rules.change_member(request.world, viewer, place.level, row, access, expires)
            request.flash(f"{row.name} is {ACCESS[access]} now.")
    except Refused as refused:
        request.flash(str(refused), "wrong")
    if row.account_id == viewer.id and form.get("remove"):
        return request.redirect("/dashboard/projects")
    return request.redirect(place.path)


def _unshare(request: Request, place: Place, number: int) -> Response:
    row = request.db.row(
        f"SELECT group_share.*, full_path FROM group_share JOIN namespace ON namespace.id = group_id"
        f" WHERE group_share.id = ? AND group_share.{place.where} = ?",
        number,
        place.row.id,
    )
    if row is None:
        raise NotFound("There is no such invitation here.")
    rules.unshare_group(request.world, row)
    request.flash(f"The group {row.full_path} was removed.")
    return request.redirect(place.path)


@site.post("/{project:path}/-/project_members", needs="own.edit")
def invite_to_project(request: Request, project: str) -> Response:
    return _invite(request, _project(request, project, "manage"))


@site.post("/groups/{group:path}/-/group_members", needs="own.edit")
def invite_to_group(request: Request, group: str) -> Response:
    return _invite(request, _group(request, group, OWNER))


@site.post("/{project:path}/-/project_members/{number:int}", needs="own.edit")
def change_in_project(request: Request, project: str, number: int) -> Response:
    return _change(request, _project(request, project), number)


@site.post("/groups/{group:path}/-/group_members/{number:int}", needs="own.edit")
def change_in_group(request: Request, group: str, number: int) -> Response:
    return _change(request, _group(request, group), number)


@site.post("/{project:path}/-/project_members/groups/{number:int}", needs="own.edit")
def unshare_project(request: Request, project: str, number: int) -> Response:
    return _unshare(request, _project(request, project, "manage"), number)


@site.post("/groups/{group:path}/-/group_members/groups/{number:int}", needs="own.edit")
def unshare_group(request: Request, group: str, number: int) -> Response:
    return _unshare(request, _group(request, group, OWNER), number)


@site.post("/{project:path}/-/request_access", needs="own.edit")
def request_access(request: Request, project: str) -> Response:
    """Asks to become a member, or takes that back."""
    place, user, db = _project(request, project), request.need_user(), request.db
    if place.level > 0:
        request.flash(f"You are a member of {place.row.full_path} already.", "note")
    elif db.run("DELETE FROM access_request WHERE project_id = ? AND account_id = ?", place.row.id, user.id):
        request.flash("Your request was withdrawn.")
    else:
        db.insert("access_request", project_id=place.row.id, account_id=user.id, created=request.world.clock.stamp())
        request.flash(f"You asked to become a member of {place.row.full_path}.")
    return request.redirect(place.path)


@site.post("/{project:path}/-/access_requests/{number:int}", needs="own.edit")
def answer_request(request: Request, project: str, number: int) -> Response:
    """Lets somebody in who asked, as developer, or declines."""
    place = _project(request, project, "manage")
    row = request.db.row("SELECT * FROM access_request WHERE id = ? AND project_id = ?", number, place.row.id)
    if row is None:
        raise NotFound("There is no such request.")
    account = request.db.row("SELECT * FROM account WHERE id = ?", row.account_id)
    assert account
    if request.form.get("answer") == "accept":
        rules.add_member(request.world, viewer_of(request), place.level, account, 30, None, **place.of)
        request.flash(f"{account.name} was added as Developer.")
    else:
        request.db.run("DELETE FROM access_request WHERE id = ?", number)
        request.flash(f"The request of {account.name} was declined.")
    return request.redirect(place.path)
