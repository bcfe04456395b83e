"""Publishing with photos and as a draft, editing, renewing, selling, deleting."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from tests.sites.classifieds.conftest import later
from webcosm.sites.kit import Upload, Visitor
from webcosm.worlds import Change, Row, World

BIKE = {"title": "Blue city bike", "body": "Rides well.", "price": "120", "condition": "used", "action": "publish"}


def picture(kind: str = "PNG", size: tuple[int, int] = (40, 30)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, (30, 90, 160)).save(out, kind)
    return out.getvalue()


def upload(name: str = "bike.png", data: bytes | None = None) -> Upload:
    return Upload(name, "image/png", picture() if data is None else data)


def newest(world: World) -> Row:
    row = world.classifieds.row("SELECT * FROM listing ORDER BY id DESC")
    assert row
    return row


def bike(world: World, **more: str) -> dict[str, str]:
    """A form of the bicycles with all that must be said."""
    db = world.classifieds
    given = {**BIKE, "city": str(db.value("SELECT city_id FROM account WHERE id = 1"))}
    for row in db.rows(
        "SELECT attribute.* FROM attribute JOIN category ON category.id = category_id WHERE slug ="
        " 'bicycles' AND required"
    ):
        choice = db.value("SELECT id FROM attribute_choice WHERE attribute_id = ? ORDER BY position", row.id)
        given[f"a_{row.code}"] = str(choice or 1)
    return given | more


def own(world: World, status: str) -> Row:
    row = world.classifieds.row("SELECT * FROM listing WHERE seller_id = 1 AND status = ? ORDER BY id", status)
    assert row
    return row


def updates(world: World) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.table, each.columns) for each in world.changes() if each.kind == "update"]


def test_a_listing_is_published_with_its_photos(world: World, member: Visitor) -> None:
    member.get("/post/bicycles")
    page = member.post(
        "/post/bicycles",
        bike(world, negotiable="on"),
        {"photo_1": upload(), "photo_3": upload("b.jpg", picture("JPEG"))},
    )
    row = newest(world)
    assert page.url.endswith(f"/item/{row.id}")
    assert (row.title, row.price, row.negotiable, row.status, row.seller_id) == (
        "Blue city bike",
        12_000,
        1,
        "active",
        1,
    )
    assert row.published == world.clock.stamp()
    assert len(world.classifieds.rows("SELECT 1 FROM listing_photo WHERE listing_id = ?", row.id)) == 2
    photo = world.classifieds.value("SELECT min(id) FROM listing_photo WHERE listing_id = ?", row.id)
    shown = Image.open(BytesIO(member.get(f"/media/{photo}-160.png").data))
    assert shown.convert("RGB").getpixel((shown.width // 2, shown.height // 2)) == (30, 90, 160)
    assert "Blue city bike" in member.get("/listings?category=bicycles").text


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"title": "ab"}, "Title"),
        ({"body": ""}, "Description is required"),
        ({"price": "cheap"}, "Price"),
        ({"price": "-5"}, "Price"),
        ({"condition": "shiny"}, "Condition"),
        ({"city": "99999"}, "City"),
    ],
)
def test_what_is_missing_or_wrong_is_said(world: World, member: Visitor, wrong: dict[str, str], said: str) -> None:
    member.get("/post/bicycles")
    page = member.post("/post/bicycles", bike(world, **wrong))
    assert page.status == 422
    assert said in page.text
    assert "Blue city bike" in page.text or "title" in wrong
    assert world.changes() == []


@pytest.mark.parametrize("data", [b"GIF89a", b"", b"\x89PNG not really", picture()[:40]])
def test_what_is_no_picture_is_refused(world: World, member: Visitor, data: bytes) -> None:
    member.get("/post/bicycles")
    page = member.post("/post/bicycles", bike(world), {"photo_1": Upload("x.png", "image/png", data)})
    assert page.status == 422
    assert "is no picture" in page.text
    assert world.changes() == []


def test_a_draft_needs_a_title_only_and_is_published_later(world: World, member: Visitor, guest: Visitor) -> None:
    member.get("/post/bicycles")
    city = bike(world)["city"]
    member.post("/post/bicycles", {"title": "Old bike", "city": city, "action": "draft"})
    row = newest(world)
    assert (row.status, row.published, row.price) == ("draft", None, None)
    assert guest.get(f"/item/{row.id}").status == 404
    member.get(f"/account/listings/{row.id}/edit")
    assert (
        member.post(f"/account/listings/{row.id}/edit", {"title": "Old bike", "city": city, "action": "publish"}).status
        == 422
    )
    member.post(f"/account/listings/{row.id}/edit", bike(world))
    assert newest(world).status == "active"
    assert guest.get(f"/item/{row.id}").status == 200


def edit_form(member: Visitor, number: int) -> dict[str, str]:
    from tests.sites.test_shop_walk import FormReader

    forms = FormReader(member.get(f"/account/listings/{number}/edit")).forms
    (form,) = [one for one in forms if one.action.endswith("/edit")]
    return {name: value for name, value in form.fields.items() if name not in ("csrf", "action")} | {"action": "save"}


def test_saving_what_is_there_changes_nothing(world: World, member: Visitor) -> None:
    for row in world.classifieds.rows("SELECT id FROM listing WHERE seller_id = 1 AND status = 'active'"):
        member.post(f"/account/listings/{row.id}/edit", edit_form(member, row.id))
    assert world.changes() == []


def test_a_lower_price_is_remembered(world: World, member: Visitor) -> None:
    row = own(world, "active")
    member.post(f"/account/listings/{row.id}/edit", edit_form(member, row.id) | {"price": "7.50", "negotiable": "on"})
    change: Change
    (change,) = [each for each in world.changes() if each.table == "price_change"]
    assert change.new
    assert (change.new["old_price"], change.new["new_price"]) == (row.price, 750)
    assert "$7.50" in member.get(f"/item/{row.id}").text
    member.post(f"/account/listings/{row.id}/edit", edit_form(member, row.id) | {"price": f"{row.price / 100:.2f}"})
    assert (
        world.classifieds.value(
            "SELECT count(*) FROM price_change WHERE listing_id = ? AND changed = ?", row.id, world.clock.stamp()
        )
        == 2
    )


def test_photos_are_added_put_first_and_deleted(world: World, member: Visitor) -> None:
    row = own(world, "active")
    before = world.classifieds.values("SELECT id FROM listing_photo WHERE listing_id = ? ORDER BY position", row.id)
    member.post(f"/account/listings/{row.id}/edit", edit_form(member, row.id), {"photo_1": upload()})
    added = world.classifieds.value("SELECT max(id) FROM listing_photo")
    member.post(f"/account/listings/{row.id}/photos/{added}/first")
    order = "SELECT id FROM listing_photo WHERE listing_id = ? ORDER BY position"
    assert world.classifieds.values(order, row.id) == [added, *before]
    member.post(f"/account/listings/{row.id}/photos/{added}/delete")
    assert world.classifieds.values(order, row.id) == before
    many = {f"photo_{place}": upload() for place in range(1, 5)}
    member.post(f"/account/listings/{row.id}/edit", edit_form(member, row.id), many)
    page = member.post(f"/account/listings/{row.id}/edit", edit_form(member, row.id), many)
    page = (
        page if page.status == 422 else member.post(f"/account/listings/{row.id}/edit", edit_form(member, row.id), many)
    )
    assert page.status == 422
    assert "may have 8 photos" in page.text


def test_expired_listings_come_back_and_fresh_ones_wait_a_week(world: World, member: Visitor) -> None:
    expired = own(world, "expired")
    member.get("/account/listings")
    member.post(f"/account/listings/{expired.id}/renew")
    assert updates(world) == [("listing", ("expires", "published", "status"))] or len(updates(world)) == 1
    row = world.classifieds.row("SELECT * FROM listing WHERE id = ?", expired.id)
    assert row
    assert (row.status, row.published) == ("active", world.clock.stamp())
    assert member.post(f"/account/listings/{expired.id}/renew").status == 409
    later(world, days=7, minutes=1)
    member.get("/account/listings")
    assert member.post(f"/account/listings/{expired.id}/renew").status == 200


def test_listings_run_out_after_sixty_days(world: World, member: Visitor, guest: Visitor) -> None:
    row = own(world, "active")
    later(world, days=61)
    assert "This listing has expired." in member.get(f"/item/{row.id}").text
    assert guest.get("/listings").shown.facts["total"] == 0
    member.get("/account/listings")
    member.post(f"/account/listings/{row.id}/renew")
    assert guest.get("/listings").shown.facts["total"] == 1


def test_sold_is_marked_and_taken_back_without_a_trace(world: World, member: Visitor) -> None:
    row = own(world, "active")
    member.get("/account/listings")
    page = member.post(f"/account/listings/{row.id}/sold")
    assert "is marked as sold" in page.text
    assert updates(world) == [("listing", ("status",))]
    assert member.post(f"/account/listings/{row.id}/sold").status == 409
    member.post(f"/account/listings/{row.id}/unsold")
    assert world.changes() == []


def test_deleting_asks_first_and_can_be_undone(world: World, member: Visitor, guest: Visitor) -> None:
    row = own(world, "active")
    assert row.title in member.get(f"/account/listings/{row.id}/delete").text
    member.post(f"/account/listings/{row.id}/delete")
    assert member.get(f"/item/{row.id}").status == guest.get(f"/item/{row.id}").status == 404
    member.get("/account/listings")
    assert member.post(f"/account/listings/{row.id}/undelete?was=draft").status == 404
    member.post(f"/account/listings/{row.id}/undelete?was=active")
    assert guest.get(f"/item/{row.id}").status == 200
    assert world.changes() == []
