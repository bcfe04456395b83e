"""The moderators' room: reports, removals, moves, comments, accounts, and the log of all of it."""

from __future__ import annotations

from webcosm.sites.kit import Visitor
from webcosm.worlds import Row, World


def report(world: World, kind: str) -> Row:
    row = world.classifieds.row(
        "SELECT report.*, truth.category_id AS belongs FROM report JOIN truth USING (listing_id)"
        " WHERE truth.kind = ? AND outcome = 'open' AND review_id IS NULL ORDER BY report.id",
        kind,
    )
    assert row
    return row


def listing(world: World, number: int) -> Row:
    row = world.classifieds.row("SELECT * FROM listing WHERE id = ?", number)
    assert row
    return row


def tables(world: World) -> list[str]:
    return sorted(each.table for each in world.changes())


def test_a_scam_is_removed_with_a_reason_that_its_seller_reads(
    world: World, moderator: Visitor, guest: Visitor
) -> None:
    row = report(world, "scam")
    moderator.get(f"/moderation/reports/{row.id}")
    assert "Say why" in moderator.post(f"/moderation/reports/{row.id}/remove", {"reason": " "}).text
    assert world.changes() == []
    moderator.post(f"/moderation/reports/{row.id}/remove", {"reason": "Asks for a wire transfer."})
    assert tables(world) == ["listing", "moderation", "report"]
    gone = listing(world, row.listing_id)
    assert (gone.status, gone.removed_reason) == ("removed", "Asks for a wire transfer.")
    assert guest.get(f"/item/{gone.id}").status == 404
    assert "Asks for a wire transfer." in moderator.get("/moderation/log").text
    assert moderator.post(f"/moderation/reports/{row.id}/dismiss").status == 409
    moderator.post(f"/moderation/listings/{gone.id}/restore", {"reason": "A mistake."})
    assert listing(world, gone.id).status == "active"


def test_what_stands_in_the_wrong_place_is_moved(world: World, moderator: Visitor) -> None:
    row = report(world, "wrong_category")
    slug = world.classifieds.value("SELECT slug FROM category WHERE id = ?", row.belongs)
    moderator.get(f"/moderation/reports/{row.id}")
    assert "Choose another category" in moderator.post(f"/moderation/reports/{row.id}/move", {"category": ""}).text
    moderator.post(f"/moderation/reports/{row.id}/move", {"category": slug})
    assert listing(world, row.listing_id).category_id == row.belongs
    wrong = world.classifieds.values(
        "SELECT attribute_id FROM listing_value JOIN attribute ON attribute.id = attribute_id"
        " WHERE listing_id = ? AND category_id <> ?",
        row.listing_id,
        row.belongs,
    )
    assert wrong == []
    assert world.classifieds.value("SELECT outcome FROM report WHERE id = ?", row.id) == "moved"


def test_a_report_is_dismissed_and_the_listing_stays(world: World, moderator: Visitor) -> None:
    row = report(world, "duplicate")
    before = listing(world, row.listing_id)
    moderator.get(f"/moderation/reports/{row.id}")
    moderator.post(f"/moderation/reports/{row.id}/dismiss")
    assert tables(world) == ["moderation", "report"]
    assert listing(world, row.listing_id) == before


def test_a_rude_comment_goes_and_its_listing_stays(world: World, moderator: Visitor, guest: Visitor) -> None:
    row = world.classifieds.row(
        "SELECT report.*, review.body FROM report JOIN review ON review.id = review_id"
        " JOIN review_truth USING (review_id) WHERE outcome = 'open' ORDER BY report.id"
    )
    assert row
    moderator.get(f"/moderation/reports/{row.id}")
    moderator.post(f"/moderation/reports/{row.id}/remove", {"reason": "Insults the seller."})
    assert tables(world) == ["moderation", "report", "review"]
    page = guest.get(f"/item/{row.listing_id}")
    assert page.status == 200
    assert row.body not in page.text


def test_an_account_is_warned_closed_and_opened_again(world: World, moderator: Visitor, member: Visitor) -> None:
    username = world.classifieds.value("SELECT username FROM account WHERE id = 9")
    moderator.get(f"/seller/{username}")
    assert "Say why" in moderator.post("/moderation/accounts/9/suspend").text
    moderator.post("/moderation/accounts/9/warn", {"reason": "One more and you are out."})
    moderator.post("/moderation/accounts/9/suspend", {"reason": "Several scams."})
    assert "Account closed" in member.get(f"/seller/{username}").text
    assert moderator.post("/moderation/accounts/9/suspend", {"reason": "Twice."}).status == 409
    moderator.post("/moderation/accounts/9/unsuspend")
    assert world.classifieds.value("SELECT suspended FROM account WHERE id = 9") is None
    assert tables(world) == ["moderation"] * 3
    assert moderator.post("/moderation/accounts/3/suspend", {"reason": "Me."}).status == 409


def test_the_queue_is_filtered_by_reason_and_outcome(world: World, moderator: Visitor) -> None:
    page = moderator.get("/moderation?outcome=removed&reason=scam")
    number = world.classifieds.value("SELECT count(*) FROM report WHERE outcome = 'removed' AND reason = 'scam'")
    assert f"{number} report" in page.text
    assert page.shown.facts["reason"] == "scam"
