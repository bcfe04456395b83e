"""Who sees and does what in projects, groups and confidential issues."""

from __future__ import annotations

import pytest

from tests.sites.code.conftest import CODE, Enter, send
from webcosm.sites.code import site
from webcosm.sites.code.rules.places import find_project
from webcosm.sites.code.rules.viewer import DEVELOPER, NOBODY, OWNER, REPORTER, STRANGER, Viewer
from webcosm.sites.code.site import PUBLIC
from webcosm.sites.kit.testing import guarded_routes, refusals
from webcosm.worlds import Universe, World, WorldState

ROUTES = guarded_routes(site)


def test_what_writes_needs_the_permission_to_edit() -> None:
    assert len(ROUTES) > 150
    assert [route.path for route in ROUTES if route.method == "POST" and not route.needs.endswith(".edit")] == []
    assert {route.path for route in ROUTES if route.method == "POST" and route.needs == "public.edit"} == {
        "/register",
        "/{path:path}/git-upload-pack",
        "/{path:path}/git-receive-pack",
    }


def test_a_guest_is_refused_whatever_is_somebodys_own(harbor: Universe) -> None:
    found = refusals(
        site,
        lambda: harbor.open(WorldState(accounts={"code": None})),
        PUBLIC.__contains__,
        sites=[site],
        signed_in=False,
        values={"project": "harbor/tide", "group": "harbor", "number": 1, "username": "ana", "place": "main"},
    )
    assert {route.path for route in found} >= {"/projects/new", "/dashboard/todos", "/{project:path}/-/issues/new"}


@pytest.mark.parametrize(
    "name, tide, secret",
    [
        ("ana", OWNER, OWNER),
        ("bo", DEVELOPER, DEVELOPER),
        ("cleo", REPORTER, REPORTER),
        ("dan", STRANGER, NOBODY),
        ("root", OWNER, OWNER),
    ],
)
def test_members_of_a_group_have_its_access_in_its_projects(place: World, name: str, tide: int, secret: int) -> None:
    viewer = Viewer(place.code, place.code.row("SELECT * FROM account WHERE username = ?", name))
    for path, level in (("harbor/tide", tide), ("harbor/secret", secret)):
        project = find_project(place.code, path)
        assert project
        assert viewer.access(project) == level


def test_an_expired_membership_counts_no_more(place: World) -> None:
    place.code.run("UPDATE member SET expires = '2026-05-01' WHERE account_id = 2")
    user = place.code.row("SELECT * FROM account WHERE username = 'bo'")
    secret = find_project(place.code, "harbor/secret")
    assert secret
    assert Viewer(place.code, user, "2026-05-01").access(secret) == DEVELOPER
    assert Viewer(place.code, user, "2026-05-02").access(secret) == NOBODY


def test_a_group_that_is_invited_brings_its_members_with_at_most_that_access(place: World) -> None:
    db = place.code
    number = db.insert(
        "namespace", full_path="guests", path="guests", name="Guests", kind="group", created="2026-05-02"
    )
    db.insert("member", namespace_id=number, account_id=4, access=50, created="2026-05-02")
    db.insert("group_share", group_id=number, project_id=2, access=20, created="2026-05-02")
    dan, secret = db.row("SELECT * FROM account WHERE username = 'dan'"), find_project(db, "harbor/secret")
    assert secret
    assert Viewer(db, dan).access(secret) == REPORTER


@pytest.mark.parametrize(
    "page", ["", "/-/tree/main", "/-/issues", "/-/commits/main", "/-/raw/main/README.md", "/activity"]
)
def test_a_private_project_is_not_there_for_strangers(enter: Enter, page: str) -> None:
    assert enter("bo").get(f"{CODE}/harbor/secret{page}").status == 200
    answer = enter("dan").get(f"{CODE}/harbor/secret{page}")
    assert (answer.status, "Secret" in answer.text) == (404, False)


def test_commits_of_a_private_project_are_not_found_through_another(enter: Enter, place: World) -> None:
    """Both projects share one store of objects."""
    writer = enter("ana")
    page = send(writer, "/harbor/secret/-/new/main", path="key.txt", content="k", message="Key", branch="main", seen="")
    assert page.status == 200
    sha = place.code.value("SELECT sha FROM git_ref WHERE project_id = 2 AND name = 'refs/heads/main'")
    assert enter("dan").get(f"{CODE}/harbor/tide/-/commit/{sha}").status == 404
    assert enter("dan").get(f"{CODE}/harbor/tide/-/blob/{sha}/key.txt").status == 404


@pytest.mark.parametrize("name, status", [("ana", 200), ("bo", 200), ("cleo", 200), ("dan", 404), (None, 404)])
def test_confidential_issues_are_for_reporters_and_those_concerned(enter: Enter, name: str | None, status: int) -> None:
    visitor = enter(name)
    assert visitor.get(f"{CODE}/harbor/tide/-/issues/2").status == status
    assert ("Keys are in the log" in visitor.get(f"{CODE}/harbor/tide/-/issues").text) == (status == 200)
    found = visitor.get(f"{CODE}/search?search=keys&scope=issues").text
    assert ("Keys are in the log" in found) == (status == 200)


@pytest.mark.parametrize(
    "path, form",
    [
        ("/-/issues/1/set", {"field": "due", "value": "2026-07-01"}),
        ("/-/labels/new", {"title": "x", "color": "#b3261e"}),
        ("/-/branches/new", {"name": "x", "start": "main"}),
        ("/-/project_members", {"what": "person", "who": "dan", "access": "50"}),
        ("/edit/general", {"name": "Mine"}),
        ("/edit/delete", {"confirm": "harbor/tide"}),
    ],
)
def test_a_stranger_changes_nothing_in_a_public_project(
    enter: Enter, place: World, path: str, form: dict[str, str]
) -> None:
    assert send(enter("dan"), f"/harbor/tide{path}", **form).status == 403
    assert place.changes() == []


def test_an_archived_project_is_only_read(enter: Enter, place: World) -> None:
    ana = enter("ana")
    send(ana, "/harbor/tide/edit/archive")
    answer = send(ana, "/harbor/tide/-/issues/new", title="More", type="issue")
    assert (answer.status, "archived" in answer.text) == (403, True)
    assert ana.get(f"{CODE}/harbor/tide/-/tree/main").status == 200
