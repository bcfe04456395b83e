"""Who may do what: every address names a permission, and nobody reaches another's things."""

from __future__ import annotations

import pytest

from webcosm.sites import all_sites
from webcosm.sites.classifieds import site
from webcosm.sites.classifieds.site import MEMBER, PUBLIC
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.testing import guarded_routes, refusals
from webcosm.worlds import Universe, World, WorldState

ROUTES = guarded_routes(site)


def test_what_writes_needs_the_permission_to_edit() -> None:
    assert len(ROUTES) > 50
    assert [route.path for route in ROUTES if route.method == "POST" and not route.needs.endswith(".edit")] == []


@pytest.mark.parametrize(("place", "refused"), [(None, 40), (0, 6), (2, 0)])
def test_pages_answer_those_who_may_and_refuse_all_others(board: Universe, place: int | None, refused: int) -> None:
    account = None if place is None else site.accounts(board.lore)[place]
    held = {None: PUBLIC, 0: MEMBER, 2: (*MEMBER, "moderation.view", "moderation.edit")}[place]
    state = WorldState(accounts={"classifieds": account.username if account else None})
    found = refusals(
        site, lambda: board.open(state), held.__contains__, sites=all_sites(), signed_in=account is not None
    )
    assert len(found) >= refused
    assert bool(found) == bool(refused)


def test_another_members_things_are_not_there(world: World, member: Visitor, other: Visitor) -> None:
    """Listings, drafts, photos of drafts, conversations, searches and offers of the first member, for the second."""
    db = world.classifieds
    own = db.value("SELECT id FROM listing WHERE seller_id = 1 AND status = 'active' ORDER BY id")
    draft = db.value("SELECT id FROM listing WHERE seller_id = 1 AND status = 'draft' ORDER BY id")
    photo = db.value("SELECT id FROM listing_photo WHERE listing_id = ?", draft)
    talk = db.value("SELECT id FROM conversation WHERE buyer_id = 1 ORDER BY id")
    search = db.value("SELECT id FROM saved_search WHERE account_id = 1 ORDER BY id")
    offer = db.row(
        "SELECT offer.* FROM offer JOIN conversation ON conversation.id = conversation_id"
        " JOIN listing ON listing.id = listing_id WHERE seller_id = 1 ORDER BY offer.id"
    )
    assert offer
    looked_at = (
        f"/account/listings/{own}/edit",
        f"/account/listings/{own}/delete",
        f"/item/{draft}",
        f"/media/{photo}-160.png",
        f"/account/messages/{talk}",
        f"/account/searches/{search}",
    )
    sent = (
        f"/account/listings/{own}/edit",
        f"/account/listings/{own}/sold",
        f"/account/listings/{own}/renew",
        f"/account/listings/{own}/delete",
        f"/account/listings/{draft}/photos/{photo}/delete",
        f"/account/messages/{talk}/reply",
        f"/account/messages/{offer.conversation_id}/offers/{offer.id}/accept",
        f"/account/searches/{search}/delete",
        f"/account/searches/{search}/alerts",
    )
    first = world.changes()
    assert [path for path in looked_at if other.get(path).status != 404] == []
    other.get("/account")
    assert [path for path in sent if other.post(path, {"title": "Mine now", "body": "x"}).status != 404] == []
    assert world.changes() == first
    assert all(member.get(path).status == 200 for path in looked_at)


def test_a_form_without_its_token_is_refused(world: World, member: Visitor) -> None:
    answer = member.post("/item/3/favorite", {"csrf": "guessed"})
    assert answer.status == 403
    assert world.changes() == []


def test_a_suspended_account_cannot_sign_in(world: World, moderator: Visitor) -> None:
    moderator.get("/seller/" + site.accounts(world.lore)[1].username)
    moderator.post("/moderation/accounts/2/suspend", {"reason": "Several scams."})
    account = site.accounts(world.lore)[1]
    moderator.post("/logout")
    page = moderator.post("/login", {"username": account.username, "password": account.password})
    assert page.status == 422
