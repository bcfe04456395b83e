"""A listing's page, and what visitors do with it: favorites, comments, mails, reports, messages, offers."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.sites.reading import read
from webcosm.sites.classifieds.rules.bargain import counter_price
from webcosm.sites.kit import Visitor
from webcosm.worlds import Row, World


def told(world: World) -> list[tuple[str, str]]:
    """(table, kind) of each change, in order; what the page itself counts is left out."""
    return [(each.table, each.kind) for each in world.changes()]


def offered(world: World, *, negotiable: bool, around: bool = True) -> Row:
    """An active listing with a price whose seller answers, and with whom the first member has not talked."""
    row = world.classifieds.row(
        "SELECT listing.* FROM listing JOIN account ON account.id = seller_id WHERE status = 'active' AND"
        " negotiable = ?"
        " AND price BETWEEN 3000 AND 90000 AND (last_seen > '2026-04-15') = ? AND account.id > 3 AND listing.id NOT IN"
        " (SELECT listing_id FROM conversation) ORDER BY listing.id",
        int(negotiable),
        int(around),
    )
    assert row
    return row


def test_a_page_says_what_is_for_sale_and_by_whom(world: World, member: Visitor) -> None:
    db = world.classifieds
    row = db.row(
        "SELECT listing.*, account.name, account.email FROM listing JOIN account ON account.id = seller_id"
        " WHERE status = 'active' AND price > 0 AND (SELECT count(*) FROM listing_photo WHERE listing_id ="
        " listing.id) > 2"
        " AND seller_id > 3 ORDER BY listing.id"
    )
    assert row
    page = member.get(f"/item/{row.id}")
    text = read(page).text
    assert all(word in text for word in (row.title, row.name, row.email))
    assert " ".join(row.body.split())[:40] in text
    assert f"${row.price // 100:,}" in text
    pictures = [file for file in read(page).files if file.startswith("/media/")]
    assert len(set(pictures)) > 2
    assert member.get(pictures[0]).data[:4] == b"\x89PNG"
    assert page.shown.facts == {"id": row.id}


def test_what_is_drawn_is_not_told(world: World, member: Visitor) -> None:
    """Photos say no more than what the seller has written."""
    row = world.classifieds.row("SELECT listing.* FROM listing JOIN listing_photo ON listing_id = listing.id")
    assert row
    page = member.get(f"/item/{row.id}").text
    assert "scene" not in page
    assert {unescape(alt) for alt in re.findall(r'<img[^>]* alt="([^"]*)"', page)} <= {"", f"Photo of {row.title}"}


def test_guests_do_not_see_addresses_of_sellers(world: World, guest: Visitor) -> None:
    row = world.classifieds.row("SELECT listing.id, email FROM listing JOIN account ON account.id = seller_id LIMIT 1")
    assert row
    assert row.email not in guest.get(f"/item/{row.id}").text


def test_a_favorite_comes_and_goes_without_a_trace(world: World, member: Visitor) -> None:
    number = offered(world, negotiable=True).id
    member.get(f"/item/{number}")
    member.post(f"/item/{number}/favorite")
    assert told(world) == [("favourite", "insert")]
    member.post(f"/item/{number}/favorite")
    assert told(world) == [("favourite", "insert")]
    assert f"/item/{number}" in member.get("/account/favorites").text
    member.post(f"/item/{number}/unfavorite")
    assert world.changes() == []


def test_a_comment_has_stars_and_a_title(world: World, member: Visitor) -> None:
    number = offered(world, negotiable=True).id
    member.get(f"/item/{number}")
    refused = member.post(f"/item/{number}/comments", {"stars": "", "title": "Lovely", "body": "As new."})
    assert refused.status == 422
    assert "Lovely" in refused.text
    page = member.post(f"/item/{number}/comments", {"stars": "4", "title": "Lovely", "body": "<b>As new.</b>"})
    assert "&lt;b&gt;As new.&lt;/b&gt;" in page.text
    assert re.search(r"4 of 5", page.text)
    assert told(world) == [("review", "insert")]


def test_sellers_do_not_praise_themselves(world: World, member: Visitor) -> None:
    own = world.classifieds.value("SELECT id FROM listing WHERE seller_id = 1 AND status = 'active'")
    member.get(f"/item/{own}")
    assert member.post(f"/item/{own}/comments", {"stars": "5", "title": "Great", "body": "Buy it"}).status == 409
    assert member.post(f"/item/{own}/message", {"body": "Hello me"}).status == 409
    assert member.post(f"/item/{own}/offer", {"amount": "10"}).status == 409
    assert world.changes() == []


@pytest.mark.parametrize("who", ["member", "guest"])
def test_mails_shares_and_reports_are_sent(world: World, who: str, request: pytest.FixtureRequest) -> None:
    visitor: Visitor = request.getfixturevalue(who)
    row = offered(world, negotiable=True)
    sender = {"from_name": "Ida Poe", "from_email": "ida@example.test"}
    visitor.get(f"/item/{row.id}/contact")
    assert visitor.post(f"/item/{row.id}/contact", {**sender, "from_email": "ida", "body": "Hi"}).status == 422
    visitor.post(f"/item/{row.id}/contact", {**sender, "body": "Is it heavy?"})
    visitor.post(f"/item/{row.id}/share", {**sender, "to_email": "max@example.test", "body": ""})
    visitor.post(f"/item/{row.id}/report", {"reason": "scam", "text": "Wants a wire transfer."})
    mails = world.classifieds.rows("SELECT * FROM mail ORDER BY id")
    seller = world.classifieds.value("SELECT email FROM account WHERE id = ?", row.seller_id)
    assert [(mail.kind, mail.to_email, mail.body) for mail in mails] == [
        ("contact", seller, "Is it heavy?"),
        ("share", "max@example.test", ""),
    ]
    report = world.classifieds.row("SELECT * FROM report ORDER BY id DESC")
    assert report
    assert (report.reporter_id, report.reason, report.outcome) == (1 if who == "member" else None, "scam", "open")


def test_the_same_member_reports_a_listing_once(world: World, member: Visitor) -> None:
    number = offered(world, negotiable=True).id
    member.get(f"/item/{number}/report")
    assert member.post(f"/item/{number}/report", {"reason": "scam"}).status == 200
    assert member.post(f"/item/{number}/report", {"reason": "other"}).status == 422
    assert told(world) == [("report", "insert")]


# Messages and offers --------------------------------------------------------------------------------------------------


def test_a_seller_who_is_around_answers_the_first_message(world: World, member: Visitor) -> None:
    row = offered(world, negotiable=True)
    member.get(f"/item/{row.id}/message")
    page = member.post(f"/item/{row.id}/message", {"body": "Still there?"})
    assert "Yes, it is still available. The price can be talked about." in page.text
    number = page.url.rpartition("/")[2]
    member.post(f"/account/messages/{number}/reply", {"body": "Good."})
    said = world.classifieds.values("SELECT sender_id FROM message WHERE conversation_id = ? ORDER BY id", int(number))
    assert said == [1, row.seller_id, 1]


def test_a_seller_who_is_away_does_not_answer(world: World, member: Visitor) -> None:
    row = offered(world, negotiable=True, around=False)
    member.get(f"/item/{row.id}/offer")
    member.post(f"/item/{row.id}/offer", {"amount": f"{row.price // 100}"})
    assert told(world) == [("conversation", "insert"), ("offer", "insert")]
    assert world.classifieds.value("SELECT status FROM offer ORDER BY id DESC LIMIT 1") == "open"


@pytest.mark.parametrize(
    ("share", "outcome"), [(100, "accepted"), (90, "accepted"), (80, "countered"), (75, "countered"), (74, "declined")]
)
def test_who_bargains_does_it_by_rules(world: World, member: Visitor, share: int, outcome: str) -> None:
    row = offered(world, negotiable=True)
    amount = -(-row.price * share // 10_000) * 100 if share > 74 else row.price * share // 10_000 * 100
    member.get(f"/item/{row.id}/offer")
    page = member.post(f"/item/{row.id}/offer", {"amount": f"{amount / 100:.2f}"})
    offers = world.classifieds.rows(
        "SELECT * FROM offer JOIN conversation ON conversation.id = conversation_id WHERE listing_id = ?"
        " ORDER BY offer.id",
        row.id,
    )
    assert offers[0].status == outcome
    assert [one.amount for one in offers[1:]] == ([counter_price(row.price, amount)] if outcome == "countered" else [])
    assert ("Accept $" in page.text) == (outcome == "countered")


def test_a_counter_offer_can_be_taken_once(world: World, member: Visitor) -> None:
    row = offered(world, negotiable=True)
    member.get(f"/item/{row.id}/offer")
    talk = member.post(f"/item/{row.id}/offer", {"amount": f"{row.price * 80 // 10_000}"}).url
    offer = world.classifieds.value("SELECT max(id) FROM offer")
    page = member.post(f"{talk}/offers/{offer}/accept")
    assert world.classifieds.value("SELECT status FROM offer WHERE id = ?", offer) == "accepted"
    assert "was accepted" in page.text
    assert member.post(f"{talk}/offers/{offer}/accept").status == 409
    assert member.post(f"{talk}/offer", {"amount": "50"}).status == 409


def test_a_firm_price_is_firm(world: World, member: Visitor) -> None:
    row = offered(world, negotiable=False)
    member.get(f"/item/{row.id}/offer")
    talk = member.post(f"/item/{row.id}/offer", {"amount": f"{row.price * 95 // 10_000}"}).url
    assert world.classifieds.value("SELECT status FROM offer ORDER BY id DESC LIMIT 1") == "declined"
    member.post(f"{talk}/offer", {"amount": f"{row.price / 100:.2f}"})
    assert world.classifieds.value("SELECT status FROM offer ORDER BY id DESC LIMIT 1") == "accepted"


def test_two_members_agree_and_the_buyer_rates(world: World, member: Visitor, other: Visitor) -> None:
    """The second member sells to the first: offer, acceptance, sold, rating."""
    row = world.classifieds.row("SELECT * FROM listing WHERE seller_id = 2 AND status = 'active' ORDER BY id")
    assert row
    member.get(f"/item/{row.id}/offer")
    talk = member.post(f"/item/{row.id}/offer", {"amount": "5"}).url
    offer = world.classifieds.value("SELECT max(id) FROM offer")
    assert world.classifieds.value("SELECT status FROM offer WHERE id = ?", offer) == "open"
    other.get(talk)
    other.post(f"{talk}/offers/{offer}/accept")
    assert member.post(f"/account/purchases/{row.id}/rate", {"stars": "5"}).status == 404
    other.post(f"/account/listings/{row.id}/sold")
    member.get("/account/purchases")
    member.post(f"/account/purchases/{row.id}/rate", {"stars": "5", "words": "Easy."})
    assert member.post(f"/account/purchases/{row.id}/rate", {"stars": "1"}).status == 409
    rating = world.classifieds.row("SELECT * FROM seller_rating WHERE listing_id = ?", row.id)
    assert rating
    assert (rating.buyer_id, rating.seller_id, rating.stars, rating.words) == (1, 2, 5, "Easy.")
