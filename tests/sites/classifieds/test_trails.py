"""What is left of a slip that was undone does not count; what cannot be undone does."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from tests.sites.classifieds.conftest import later
from tests.sites.classifieds.test_own_listings import edit_form
from webcosm.sites.classifieds.rules.search import Criteria
from webcosm.sites.kit import Visitor
from webcosm.worlds import Row, World


def counted(world: World) -> list[tuple[str, str]]:
    """The changes that are no trails."""
    return sorted((change.kind, change.table) for change in world.universe.without_trails(world.changes()))


@pytest.fixture
def mine(world: World) -> Row:
    row = world.classifieds.row(
        "SELECT * FROM listing WHERE seller_id = 1 AND status = 'active' AND price > 0 ORDER BY id"
    )
    assert row
    return row


def test_a_favorite_that_is_put_back(world: World, member: Visitor) -> None:
    number = world.classifieds.value("SELECT listing_id FROM favourite WHERE account_id = 1 ORDER BY listing_id")
    member.get(f"http://classifieds.test/item/{number}")
    member.post(f"/item/{number}/unfavorite")
    assert counted(world) == [("delete", "favourite")]
    later(world, minutes=1)
    member.post(f"/item/{number}/favorite")
    assert counted(world) == []


def test_a_search_that_is_saved_again_as_it_was(world: World, member: Visitor) -> None:
    member.get("http://classifieds.test/account/searches")
    search = world.classifieds.row("SELECT * FROM saved_search WHERE account_id = 1 ORDER BY id")
    assert search
    member.post(f"/account/searches/{search.id}/delete")
    assert counted(world) == [("delete", "saved_search")]
    later(world, minutes=1)
    again = {"name": search.name, "query": search.query, **({"alerts": "on"} if search.alerts else {})}
    member.post("/searches", again)
    assert counted(world) == []


def test_searches_are_saved_in_the_one_order_of_their_parameters(world: World) -> None:
    for query in world.classifieds.values("SELECT query FROM saved_search"):
        assert Criteria.read(world.classifieds, dict(parse_qsl(query))).query() == query


def test_a_price_that_is_set_back(world: World, member: Visitor, mine: Row) -> None:
    address = f"/account/listings/{mine.id}/edit"
    form = edit_form(member, mine.id)
    member.post(address, {**form, "price": f"{mine.price / 100 + 5:.2f}"})
    assert counted(world) == [("update", "listing")]
    later(world, minutes=1)
    member.post(address, {**edit_form(member, mine.id), "price": f"{mine.price / 100:.2f}"})
    assert world.changes()
    assert counted(world) == []


@pytest.mark.parametrize(("do", "undo"), [("sold", "unsold"), ("delete", "undelete?was=active")])
def test_a_listing_that_is_taken_off_and_put_back(world: World, member: Visitor, mine: Row, do: str, undo: str) -> None:
    member.get(f"http://classifieds.test/item/{mine.id}")
    member.post(f"/account/listings/{mine.id}/{do}")
    assert ("update", "listing") in counted(world)
    later(world, minutes=1)
    member.post(f"/account/listings/{mine.id}/{undo}")
    assert counted(world) == []


def test_a_message_cannot_be_taken_back(world: World, member: Visitor) -> None:
    number = world.classifieds.value("SELECT id FROM listing WHERE seller_id > 3 AND status = 'active' ORDER BY id")
    member.get(f"http://classifieds.test/item/{number}/message")
    member.post(f"/item/{number}/message", {"body": "Is it still available?"})
    assert ("insert", "message") in counted(world)
