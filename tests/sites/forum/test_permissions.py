"""Who may do what: every address names a permission, and who may not is refused before anything is written."""

from __future__ import annotations

import pytest

from tests.sites.forum.conftest import FORUM
from webcosm.sites import all_sites
from webcosm.sites.forum import site
from webcosm.sites.forum.site import MEMBER, PUBLIC
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.testing import guarded_routes, refusals
from webcosm.worlds import Universe, World, WorldState

ROUTES = guarded_routes(site)
PARTS = {"name": "garden", "username": "cleo", "number": 2, "comment": 4}


def test_what_writes_needs_the_permission_to_edit() -> None:
    assert len(ROUTES) > 100
    assert [route.path for route in ROUTES if route.method == "POST" and not route.needs.endswith(".edit")] == []
    open_to_guests = {route.path for route in ROUTES if route.method == "POST" and route.needs == "public.edit"}
    assert open_to_guests == {"/register"}


def test_a_guest_is_refused_whatever_is_somebodys_own(town: Universe) -> None:
    state = WorldState(accounts={"forum": None})
    found = refusals(
        site, lambda: town.open(state), PUBLIC.__contains__, sites=all_sites(), signed_in=False, values=PARTS
    )
    assert {route.path for route in found} >= {"/submit", "/comment/{number:int}/vote", "/reports", "/messages"}
    assert len(found) > 80


@pytest.mark.parametrize("name", ["ada", "arne"])
def test_members_get_past_the_door(town: Universe, name: str) -> None:
    """What is somebody's own is let in by its permission; whose it is the pages ask for (see the other tests)."""
    for route in ROUTES:
        if route.method != "GET" or route.needs not in MEMBER:
            continue
        with town.open(WorldState(accounts={"forum": name})) as world:
            page = Visitor(world, all_sites()).send("GET", f"{FORUM}{route.example(PARTS)}")
            assert page.status in (200, 303, 307, 403, 404, 409), route.path
            if page.status == 403:
                assert "This needs the permission" not in page.text, route.path
            assert world.changes() == [], route.path


def test_a_form_without_its_token_is_refused(world: World, ada: Visitor) -> None:
    for route in ROUTES:
        if route.method == "POST":
            assert ada.send("POST", f"{FORUM}{route.example(PARTS)}", {"csrf": "guessed"}).status == 403, route.path
    assert world.changes() == []
