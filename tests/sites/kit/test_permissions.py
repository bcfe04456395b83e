"""Permissions: what roles may do, said once, named by every page, held to by the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from webcosm.sites.kit import Addresses, Permissions, Request, Response, Site, Visitor, add_login, hash_password
from webcosm.sites.kit.permissions import NOBODY
from webcosm.sites.kit.testing import guarded_routes, refusals
from webcosm.worlds import Database, Row, Universe, World, WorldState

AREAS = {"posts": "Posts", "members": "Members"}
ROLES = {
    NOBODY: ["posts.view"],
    "member": ["posts.view", "posts.edit"],
    "moderator": ["posts.view", "posts.edit", "members.view", "members.edit"],
}
PERMISSIONS = Permissions(AREAS, ROLES)


def find_user(db: Database, username: str) -> Row | None:
    return db.row("SELECT * FROM account WHERE username = ?", username)


def make_site(folder: Path) -> Site:
    (folder / "schema.sql").write_text(
        "CREATE TABLE account (username TEXT PRIMARY KEY, name TEXT, role TEXT, password TEXT) STRICT;"
        "CREATE TABLE post (id INTEGER PRIMARY KEY, text TEXT) STRICT;"
    )

    def fill(db: Database, *_: object) -> None:
        for role in ("member", "moderator"):
            db.insert("account", username=role, name=role, role=role, password=hash_password("secret", role))

    site = Site("talk", title="", tagline="", folder=folder, fill=fill, find_user=find_user, permissions=PERMISSIONS)
    add_login(site)

    @site.get("/posts/{number:int}", needs="posts.view")
    def post(request: Request, number: int) -> Response:
        return Response(f"{request.may('posts.edit')} {request.may_visit('/members/3?x=/posts')}")

    @site.post("/posts/new", needs="posts.edit")
    def write(request: Request) -> Response:
        request.db.insert("post", text="Hello.")
        return request.redirect("/posts/1")

    @site.post("/members/{name}/ban", needs="members.edit")
    def ban(request: Request, name: str) -> Response:
        return request.redirect("/posts/1")

    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return make_site(tmp_path_factory.mktemp("talk"))


@pytest.fixture(scope="module")
def universe(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint], cache=tmp_path_factory.mktemp("cache")) as universe:
        yield universe


def as_user(universe: Universe, name: str | None) -> World:
    return universe.open(WorldState(accounts={"talk": name}))


@pytest.mark.parametrize("role, refused", [(NOBODY, 2), ("member", 1), ("moderator", 0)])
def test_every_route_holds_to_its_permission_for_every_role(
    site: Site, universe: Universe, role: str, refused: int
) -> None:
    found = refusals(site, lambda: as_user(universe, role or None), ROLES[role].__contains__, signed_in=role != NOBODY)
    assert len(found) == refused


def test_a_walk_names_routes_that_do_not_hold(site: Site, universe: Universe) -> None:
    with pytest.raises(AssertionError, match=r"^GET /posts/\{number:int\} \(posts\.view\): 200"):
        refusals(site, lambda: as_user(universe, "member"), lambda name: name == "posts.edit")


def test_a_walk_names_routes_without_a_permission(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    site.get("/open")(lambda request: Response(""))
    with pytest.raises(AssertionError, match="routes of talk name no permission: GET /open"):
        guarded_routes(site)
    public = [(route.method, route.path) for route in site.routes if not route.needs]
    assert len(guarded_routes(site, public)) == 3


def test_a_refusal_names_permission_and_role(site: Site, universe: Universe) -> None:
    with as_user(universe, "member") as world:
        page = Visitor(world, [site]).post("http://talk.test/members/x/ban")
        assert page.status == 403
        assert "“Members: edit” (members.edit), which your role member does not have." in page.text


def test_pages_ask_what_the_visitor_may(site: Site, universe: Universe) -> None:
    for name, said in ((None, "False False"), ("member", "True False"), ("moderator", "True True")):
        with as_user(universe, name) as world:
            assert Visitor(world, [site]).get("http://talk.test/posts/1").text == said


def test_signing_in_brings_other_permissions_at_once(site: Site, universe: Universe) -> None:
    with as_user(universe, None) as world:
        request = Request(site=site, world=world, addresses=Addresses({}))
        assert not request.may("posts.edit")
        request.sign_in("moderator")
        assert request.may("members.edit")
        request.sign_out()
        assert not request.may("posts.edit")


def test_what_does_not_exist_cannot_be_declared(tmp_path: Path, site: Site) -> None:
    accepted = r"no permission 'posts\.rule'; there are posts\.view, posts\.edit, members\.view, members\.edit"
    with pytest.raises(ValueError, match=accepted):
        site.get("/nowhere", needs="posts.rule")
    with pytest.raises(ValueError, match=accepted):
        Permissions(AREAS, {"member": ["posts.rule"]})
    plain = Site("plain", title="", tagline="", folder=tmp_path)
    with pytest.raises(ValueError, match=r"/x needs 'posts\.view', but the site plain has no permissions="):
        plain.get("/x", needs="posts.view")


def test_paths_belong_to_the_area_they_name_or_as_the_site_says() -> None:
    assert PERMISSIONS.to_see("/members/3") == "members.view"
    assert PERMISSIONS.to_see("/") == PERMISSIONS.to_see("/elsewhere") == "posts.view"
    other = Permissions(AREAS, ROLES, area_of=lambda path: "members" if path.startswith("/u/") else "posts")
    assert other.to_see("/u/members") == "members.view"
