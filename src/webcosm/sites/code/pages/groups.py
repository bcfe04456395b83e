"""Groups: their page, and how they are made and changed."""

from __future__ import annotations

from typing import Any

from webcosm.sites.code.pages.shell import render, viewer_of
from webcosm.sites.code.rules.places import PROJECT, RESERVED, find_namespace
from webcosm.sites.code.rules.projects import LEVELS, check_path
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.viewer import MAINTAINER, NOBODY, OWNER
from webcosm.sites.code.site import site
from webcosm.sites.kit import BoundForm, Field, Forbidden, Form, NotFound, Request, Response, SignInNeeded
from webcosm.sites.kit.formats import slug
from webcosm.worlds import Row

__all__ = ["group_at", "render_group", "show_group"]

LEVEL_NAMES = {
    "private": "Private: members only",
    "internal": "Internal: everybody who is signed in",
    "public": "Public: everybody",
}


def group_at(request: Request, full_path: str, least: int = 0) -> Row:
    """The group at a path, if the visitor has at least this access in it."""
    group, viewer = find_namespace(request.db, full_path), viewer_of(request)
    if group is None or group.kind != "group" or viewer.group_access(group) == NOBODY:
        raise NotFound(f"There is no group “{full_path}”, or you may not see it.")
    if viewer.group_access(group) < least:
        if request.user is None:
            raise SignInNeeded("Sign in to do this.")
        raise Forbidden(f"You do not have permission to do this in {group.full_path}.")
    return group


def render_group(
    request: Request, template: str, group: Row, tab: str, *, status: int = 200, **context: Any
) -> Response:
    parent = request.db.row("SELECT * FROM namespace WHERE id = ?", group.parent_id) if group.parent_id else None
    level = viewer_of(request).group_access(group)
    return render(
        request,
        template,
        status=status,
        group=group,
        parent=parent,
        group_level=level,
        tab=tab,
        base=f"/groups/{group.full_path}",
        layout="group_layout.html",
        **context,
    )


def show_group(request: Request, group: Row) -> Response:
    """Its subgroups and projects; called by ``place`` for a plain path."""
    db, viewer = request.db, viewer_of(request)
    words = " ".join(request.query.get("search", "").split())[:100]
    sorting = request.sorting(
        {
            "updated": ("Last updated", "project.active DESC, project.id"),
            "name": ("Name", "project.name COLLATE NOCASE, project.id"),
            "created": ("Newest first", "project.created DESC, project.id"),
        }
    )
    listing = request.listing(
        f"{PROJECT} WHERE project.namespace_id = ? AND {viewer.visible} AND instr(lower(project.name), lower(?))"
        f" ORDER BY {sorting.sql}",
        group.id,
        words,
        size=20,
    )
    inside = db.rows("SELECT * FROM namespace WHERE parent_id = ? ORDER BY name COLLATE NOCASE, id", group.id)
    request.shows("group", group=group.full_path, search=words, sort=sorting.key, page=listing.number)
    return render_group(
        request,
        "place_group.html",
        group,
        "home",
        listing=listing,
        sorting=sorting,
        search=words,
        subgroups=[row for row in inside if viewer.group_access(row) != NOBODY],
        member_count=db.value("SELECT count(*) FROM member WHERE namespace_id = ?", group.id),
    )


@site.get("/dashboard/groups", needs="own.view")
def my_groups(request: Request) -> Response:
    request.need_user()
    viewer = viewer_of(request)
    rows = request.db.rows("SELECT * FROM namespace WHERE kind = 'group' ORDER BY full_path COLLATE NOCASE")
    request.shows("your groups")
    return render(
        request, "place_groups.html", groups=[row for row in rows if row.id in viewer.group_levels], mine=True
    )


@site.get("/explore/groups", needs="public.view")
def explore_groups(request: Request) -> Response:
    viewer = viewer_of(request)
    words = " ".join(request.query.get("search", "").split()).lower()[:100]
    rows = request.db.rows("SELECT * FROM namespace WHERE kind = 'group' ORDER BY full_path COLLATE NOCASE")
    found = [
        row for row in rows if viewer.group_access(row) != NOBODY and words in f"{row.name} {row.full_path}".lower()
    ]
    request.shows("groups", search=words)
    return render(request, "place_groups.html", groups=found, mine=False, search=words)


# Making and changing --------------------------------------------------------------------------------------------------


def _form(request: Request, parent: Row | None) -> Form:
    most = LEVELS if parent is None else LEVELS[: LEVELS.index(parent.visibility) + 1]
    return Form(
        Field("name", "Group name", required=True, max=100),
        Field("path", "Path", max=100, help="The group's address. If empty, it follows from the name."),
        Field("description", "Description", "textarea", max=2_000),
        Field("visibility", "Visibility", "radio", choices=[(one, LEVEL_NAMES[one]) for one in most], required=True),
    )


def _parent(request: Request) -> Row | None:
    path = request.query.get("parent", "")
    return group_at(request, path, MAINTAINER) if path else None


@site.get("/groups/new", needs="own.view")
def new_group(request: Request) -> Response:
    request.need_user()
    parent = _parent(request)
    request.shows("new group form", parent=parent.full_path if parent else "")
    return _page(request, _form(request, parent).show({"visibility": "private"}), parent)


def _page(request: Request, form: BoundForm, parent: Row | None, status: int = 200) -> Response:
    return render(request, "place_new_group.html", status=status, form=form, parent=parent)


@site.post("/groups/new", needs="own.edit")
def take_group(request: Request) -> Response:
    user, db, parent = request.need_user(), request.db, _parent(request)
    form = _form(request, parent).read(request.form)
    if form.valid:
        values = form.values
        try:
            path = check_path(values["path"] or slug(values["name"]))
            full_path = f"{parent.full_path}/{path}" if parent else path
            taken = find_namespace(db, full_path) is not None or full_path.lower() in RESERVED
            if taken or (
                parent and db.value("SELECT id FROM project WHERE namespace_id = ? AND path = ?", parent.id, path)
            ):
                raise Refused(f"{full_path} is taken.")
        except Refused as refused:
            form.fail("path", str(refused))
        else:
            moment = request.world.clock.stamp()
            number = db.insert(
                "namespace",
                full_path=full_path,
                path=path,
                name=values["name"],
                kind="group",
                parent_id=parent.id if parent else None,
                description=values["description"] or "",
                visibility=values["visibility"],
                created=moment,
            )
            db.insert("member", namespace_id=number, account_id=user.id, access=OWNER, by_id=user.id, created=moment)
            request.flash(f"The group {full_path} was created.")
            return request.redirect(f"/{full_path}")
    return _page(request, form, parent, 422)


EDIT = Form(
    Field("name", "Group name", required=True, max=100),
    Field("description", "Description", "textarea", max=2_000),
    Field("visibility", "Visibility", "radio", choices=list(LEVEL_NAMES.items()), required=True),
    Field(
        "creates_projects",
        "Who may create projects",
        "select",
        choices=[("maintainer", "Maintainers"), ("developer", "Developers and maintainers")],
        required=True,
    ),
)


@site.get("/groups/{group:path}/-/edit", needs="own.view")
def edit_group(request: Request, group: str) -> Response:
    row = group_at(request, group, OWNER)
    request.shows("edit group form", group=row.full_path)
    return render_group(request, "place_edit_group.html", row, "settings", form=EDIT.show(row))


@site.post("/groups/{group:path}/-/edit", needs="own.edit")
def save_group(request: Request, group: str) -> Response:
    row = group_at(request, group, OWNER)
    form, db = EDIT.read(request.form), request.db
    if form.valid:
        most = db.values("SELECT visibility FROM project WHERE namespace_id = ? AND deleted IS NULL", row.id)
        if any(LEVELS.index(one) > LEVELS.index(form.values["visibility"]) for one in most):
            form.fail("visibility", "A group cannot be less open than its projects.")
    if not form.valid:
        return render_group(request, "place_edit_group.html", row, "settings", status=422, form=form)
    values = form.values
    db.run(
        "UPDATE namespace SET name = ?, description = ?, visibility = ?, creates_projects = ? WHERE id = ?",
        values["name"],
        values["description"] or "",
        values["visibility"],
        values["creates_projects"],
        row.id,
    )
    request.flash(f"The group {values['name']} was saved.")
    return request.redirect(f"/{row.full_path}")
