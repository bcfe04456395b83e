"""Products: what each deed writes, what the form keeps when it is refused, and what the store shows afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.goods import HAT, MUG, NOW, SHIRT, VARIANTS, Summary, summary, universe
from tests.sites.admin.sample import CLERK, READER
from webcosm.sites.kit import Upload, VisitedPage, Visitor
from webcosm.worlds import Universe, World

PRODUCT = "/catalog/products"


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


def in_store(visitor: Visitor, path: str) -> VisitedPage:
    return visitor.get(f"http://shop.test{path}")


# Editing --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [MUG, SHIRT, HAT, 11])
def test_saving_what_is_shown_writes_nothing(visitor: Visitor, world: World, number: int) -> None:
    page = send(visitor, f"{PRODUCT}/{number}")
    assert "Nothing was changed." in page.text
    assert world.changes() == []


def test_a_new_price(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{PRODUCT}/{MUG}", {"price": "13.50"})
    assert (page.url, "You saved the product." in page.text) == (f"http://admin.shop.test{PRODUCT}/{MUG}", True)
    (change,) = world.changes()
    assert (change.table, change.key, change.columns) == ("product", (MUG,), ("price", "updated"))
    assert change.new
    assert (change.new["price"], change.new["updated"]) == (1350, NOW)
    assert "$13.50" in in_store(visitor, "/mug-1.html").text


@pytest.mark.parametrize(
    "typed, column, value",
    [
        ({"enabled": None}, "enabled", 0),
        ({"name": "Clay <b>Mug</b>"}, "name", "Clay <b>Mug</b>"),
        ({"sku": "MUG-9"}, "sku", "MUG-9"),
        ({"brand": "Kuppel"}, "brand", "Kuppel"),
        ({"special_price": "9"}, "special_price", 900),
        ({"special_from": "2026-06-01"}, "special_from", "2026-06-01"),
        ({"special_to": "2026-06-30"}, "special_to", "2026-06-30"),
        ({"tax_class_id": "2"}, "tax_class_id", 2),
        ({"qty": "0"}, "qty", 0),
        ({"in_stock": "0"}, "in_stock", 0),
        ({"weight": "410"}, "weight", 410),
        ({"visibility": "search"}, "visibility", "search"),
        ({"is_new": "on"}, "is_new", 1),
        ({"on_sale": "on"}, "on_sale", 1),
        ({"short_description": "Holds tea."}, "short_description", "Holds tea."),
        ({"description": "Line\r\n\r\n- one"}, "description", "Line\n\n- one"),
        ({"url_key": "clay-mug"}, "url_key", "clay-mug"),
        ({"attribute_set_id": "3"}, "attribute_set_id", 3),
    ],
)
def test_each_field_of_a_simple_product(
    visitor: Visitor, world: World, typed: dict[str, str | None], column: str, value: object
) -> None:
    send(visitor, f"{PRODUCT}/{MUG}", typed)
    (change,) = world.changes()
    assert (change.table, change.key, set(change.columns)) == ("product", (MUG,), {column, "updated"})
    assert change.new
    assert change.new[column] == value


def test_the_store_shows_what_was_edited(visitor: Visitor) -> None:
    send(visitor, f"{PRODUCT}/{MUG}", {"name": "Clay Mug", "description": "Thrown by **hand**.", "in_stock": "0"})
    page = in_store(visitor, "/mug-1.html").text
    assert "Clay Mug" in page
    assert "<strong>hand</strong>" in page
    assert "Out of stock" in page
    send(visitor, f"{PRODUCT}/{MUG}", {"enabled": None})
    assert in_store(visitor, "/mug-1.html").status == 404


def test_search_finds_the_new_name(visitor: Visitor) -> None:
    send(visitor, f"{PRODUCT}/{MUG}", {"name": "Zebra Beaker"})
    assert "Zebra Beaker" in in_store(visitor, "/search?q=zebra").text


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"name": " "}, "Product name is required."),
        ({"price": "cheap"}, "Price: write an amount like 12.50."),
        ({"price": "-1"}, "Price: write an amount like 12.50."),
        ({"qty": "-1"}, "Quantity must be at least 0."),
        ({"qty": "1.5"}, "Quantity must be a whole number."),
        ({"sku": "HAT"}, "SKU: HAT belongs to Wool Hat already."),
        ({"sku": "A,B"}, "A SKU may not hold a comma."),
        ({"url_key": "wool-hat"}, "URL key: wool-hat is the address of Wool Hat already."),
        ({"url_key": "attic"}, "URL key: attic is the address of Attic already."),
        ({"url_key": "Big Mug"}, "URL key: use small letters, figures and single hyphens, like blue-mug-11-oz."),
        ({"special_from": "2026-06-02", "special_to": "2026-06-01"}, "Special price to: this is before the first day."),
        ({"related_add": "NOPE"}, "Add related products: there is no product with the SKU NOPE of its own page."),
        ({"related_add": "MUG-1"}, "Add related products: a product is not related to itself."),
        ({"spec.new1.label": "Height"}, "Value of specification 1 is required."),
    ],
)
def test_a_refused_form_writes_nothing_and_keeps_what_was_typed(
    visitor: Visitor, world: World, typed: dict[str, str | None], message: str
) -> None:
    other: dict[str, str | None] = {"description": "Half <written>", "category.3": "on", "enabled": None}
    page = send(visitor, f"{PRODUCT}/{MUG}", {**other, **typed})
    assert page.status == 422
    assert message in errors(page)
    assert world.changes() == []
    kept = shown(page)
    assert kept["description"] == "Half <written>"
    assert kept["category.3"] == "on"
    assert "enabled" not in kept
    for name, text in typed.items():
        assert kept[name] == text


def test_categories(visitor: Visitor, world: World) -> None:
    send(visitor, f"{PRODUCT}/{HAT}", {"category.2": None, "category.1": "on", "category.4": "on"})
    assert summary(world.changes()) == [
        ("product", "update", (HAT,), ("updated",)),
        ("product_category", "insert", (HAT, 1), ()),
        ("product_category", "delete", (HAT, 2), ()),
        ("product_category", "insert", (HAT, 4), ()),
    ]
    assert world.shop.value("SELECT position FROM product_category WHERE product_id = ? AND category_id = 4", HAT) == 2
    assert "Wool Hat" in in_store(visitor, "/clothing/shirts/work-shirts.html").text


def test_options_of_attributes(visitor: Visitor, world: World) -> None:
    send(visitor, f"{PRODUCT}/{HAT}", {"option.1": "12", "option.2": "23", "option.3": ""})
    assert summary(world.changes()) == [
        ("product", "update", (HAT,), ("updated",)),
        ("product_option", "update", (HAT, 1), ("option_id",)),
        ("product_option", "insert", (HAT, 2), ()),
        ("product_option", "delete", (HAT, 3), ()),
    ]


def test_another_attribute_set_drops_the_options_it_does_not_have(visitor: Visitor, world: World) -> None:
    send(visitor, f"{PRODUCT}/{HAT}", {"attribute_set_id": "3"})
    assert summary(world.changes()) == [
        ("product", "update", (HAT,), ("attribute_set_id", "updated")),
        ("product_option", "delete", (HAT, 1), ()),
    ]


def test_specifications(visitor: Visitor, world: World) -> None:
    send(
        visitor,
        f"{PRODUCT}/{SHIRT}",
        {"spec.1.value": "Short", "spec.2.remove": "on", "spec.new1.label": "Fit", "spec.new1.value": "Loose"},
    )
    assert summary(world.changes()) == [
        ("product", "update", (SHIRT,), ("updated",)),
        ("product_spec", "update", (SHIRT, 1), ("value",)),
        ("product_spec", "delete", (SHIRT, 2), ()),
        ("product_spec", "insert", (SHIRT, 3), ()),
    ]
    page = in_store(visitor, "/harbor-shirt.html").text
    assert "Loose" in page
    assert "Cold wash" not in page


def test_related_products(visitor: Visitor, world: World) -> None:
    send(visitor, f"{PRODUCT}/{SHIRT}", {f"related.{MUG}.remove": "on", "related_add": "HAT, PAN-1, HAT"})
    rows = world.shop.rows("SELECT other_id, position FROM product_relation WHERE product_id = ? ORDER BY 2", SHIRT)
    assert [row.other_id for row in rows] == [HAT, 2]
    assert [one.table for one in world.changes()].count("product_relation") == 3
    assert "Wool Hat" in in_store(visitor, "/harbor-shirt.html").text


def test_images(visitor: Visitor, world: World) -> None:
    picture = BytesIO()
    Image.new("RGB", (30, 20), "teal").save(picture, "PNG")
    upload = Upload("shirt.png", "image/png", picture.getvalue())
    typed = {"image.1.remove": "on", "image.2.label": "From the side", "upload_label": "Folded"}
    send(visitor, f"{PRODUCT}/{SHIRT}", typed, {"upload": upload})
    assert summary(world.changes()) == [
        ("product", "update", (SHIRT,), ("updated",)),
        ("product_image", "delete", (1,), ()),
        ("product_image", "update", (2,), ("label",)),
        ("product_image", "insert", (3,), ()),
    ]
    row = world.shop.rows("SELECT * FROM product_image WHERE id = 3")[0]
    assert (row.view, row.label, row.position, row.file) == ("upload", "Folded", 3, picture.getvalue())
    shown_picture = in_store(visitor, "/media/3-160.png")
    assert (shown_picture.status, shown_picture.data[:4]) == (200, b"\x89PNG")


def wide_picture() -> bytes:
    picture = BytesIO()
    Image.new("1", (4_001, 1)).save(picture, "PNG")
    return picture.getvalue()


@pytest.mark.parametrize(
    "upload, message",
    [
        (Upload("wide.png", "image/png", wide_picture()), "wide.png is larger than 4,000 pixels."),
        (Upload("a.png", "image/png", b"no picture"), "a.png is no PNG or JPEG image."),
        (Upload("a.gif", "image/gif", b"GIF89a"), "a.gif is no PNG or JPEG image."),
        (
            Upload("a.png", "image/png", b"x" * 2_000_001),
            "Add an image may have at most 2,000,000 bytes; a.png has 2,000,001.",
        ),
    ],
)
def test_uploads_that_are_refused(visitor: Visitor, world: World, upload: Upload, message: str) -> None:
    page = send(visitor, f"{PRODUCT}/{SHIRT}", {}, {"upload": upload})
    assert (page.status, message in errors(page)) == (422, True)
    assert world.changes() == []


# Configurable products ------------------------------------------------------------------------------------------------


def test_variants_are_edited_in_their_rows(visitor: Visitor, world: World) -> None:
    red, navy = VARIANTS["Red, M"], VARIANTS["Navy, S"]
    send(
        visitor,
        f"{PRODUCT}/{SHIRT}",
        {f"variant.{red}.price": "25", f"variant.{navy}.in_stock": "0", f"variant.{navy}.qty": "0"},
    )
    assert summary(world.changes()) == [
        ("product", "update", (red,), ("price", "updated")),
        ("product", "update", (navy,), ("qty", "in_stock", "updated")),
    ]


def test_a_variant_has_a_page_of_its_own(visitor: Visitor, world: World) -> None:
    number = VARIANTS["Navy, M"]
    page = visitor.get(f"http://admin.shop.test{PRODUCT}/{number}")
    assert "Color: Navy" in page.text
    assert "Size: M" in page.text
    send(visitor, f"{PRODUCT}/{number}", {"special_price": "19.99", "special_to": "2026-05-20"})
    assert summary(world.changes()) == [("product", "update", (number,), ("special_price", "special_to", "updated"))]


def test_brand_tax_weight_and_name_hold_for_all_variants(visitor: Visitor, world: World) -> None:
    send(visitor, f"{PRODUCT}/{VARIANTS['Red, S']}", {"weight": "350"})
    send(visitor, f"{PRODUCT}/{SHIRT}", {"brand": "Kuppel", "weight": "310", "name": "Pier Shirt"})
    rows = world.shop.rows("SELECT name, brand, weight FROM product WHERE parent_id = ? ORDER BY id", SHIRT)
    assert [(row.name, row.brand, row.weight) for row in rows] == [
        ("Pier Shirt - Red, S", "Kuppel", 350),
        ("Pier Shirt - Red, M", "Kuppel", 310),
        ("Pier Shirt - Navy, S", "Kuppel", 310),
        ("Pier Shirt - Navy, M", "Kuppel", 310),
    ]


def test_an_option_that_all_variants_share(visitor: Visitor, world: World) -> None:
    send(visitor, f"{PRODUCT}/{SHIRT}", {"option.3": "32"})
    expected: list[Summary] = [("product", "update", (number,), ("updated",)) for number in VARIANTS.values()]
    expected += [("product_option", "update", (number, 3), ("option_id",)) for number in VARIANTS.values()]
    assert summary(world.changes()) == expected


def test_a_new_color_gets_variants_in_all_sizes(visitor: Visitor, world: World) -> None:
    path = f"{PRODUCT}/{SHIRT}"
    page = send(
        visitor, path, {"value.13": "on", "new_price": "27.50", "new_qty": "4", "name": "Typed", "do": "generate"}
    )
    assert page.status == 200
    assert "2 new variants were added to the matrix below." in page.text
    assert world.changes() == []
    fields = shown(page)
    assert fields["name"] == "Typed"
    assert fields["variant.new-13-21.sku"] == "SHIRT-GREEN-S"
    assert (fields["variant.new-13-22.price"], fields["variant.new-13-22.qty"]) == ("27.50", "4")

    fields |= {"variant.new-13-21.price": "26", "name": "Harbor Shirt"}
    visitor.post(path, fields)
    made = world.shop.rows("SELECT * FROM product WHERE id > ? ORDER BY id", HAT)
    assert [(row.name, row.sku, row.price, row.qty, row.url_key) for row in made] == [
        ("Harbor Shirt - Green, S", "SHIRT-GREEN-S", 2600, 4, "harbor-shirt-green-s"),
        ("Harbor Shirt - Green, M", "SHIRT-GREEN-M", 2750, 4, "harbor-shirt-green-m"),
    ]
    first = made[0]
    assert (first.type, first.parent_id, first.visibility, first.brand, first.weight) == (
        "variant",
        SHIRT,
        "none",
        "Oakrest",
        300,
    )
    assert '"colors": ["Green", "White"]' in first.look
    expected: list[Summary] = [("product", "update", (SHIRT,), ("updated",))]
    expected += [("product", "insert", (row.id,), ()) for row in made]
    expected += [("product_image", "insert", (number,), ()) for number in (3, 4)]
    expected += [("product_option", "insert", (row.id, attribute), ()) for row in made for attribute in (1, 2, 3)]
    assert summary(world.changes()) == expected
    assert "Green" in in_store(visitor, "/harbor-shirt.html").text


def test_ticked_values_are_combined_with_each_other_only(visitor: Visitor) -> None:
    page = send(visitor, f"{PRODUCT}/{SHIRT}", {"value.12": "on", "value.23": "on", "do": "generate"})
    assert re.findall(r'name="variant\.(new-[0-9-]+)\.sku"', page.text) == ["new-12-23"]


def test_a_proposed_variant_costs_what_its_like_does(visitor: Visitor) -> None:
    fields = shown(send(visitor, f"{PRODUCT}/{SHIRT}", {"value.13": "on", "do": "generate"}))
    assert [fields[f"variant.new-13-{size}.price"] for size in (21, 22)] == ["20.00", "21.00"]


def test_a_proposed_variant_can_be_left_out(visitor: Visitor, world: World) -> None:
    path = f"{PRODUCT}/{SHIRT}"
    fields = shown(send(visitor, path, {"value.13": "on", "do": "generate"}))
    visitor.post(path, {**fields, "variant.new-13-22.remove": "on", "variant.new-13-22.price": ""})
    assert world.shop.values("SELECT sku FROM product WHERE id > ?", HAT) == ["SHIRT-GREEN-S"]


@pytest.mark.parametrize(
    "typed, message",
    [
        ({}, "Tick the values that the new variants shall have."),
        ({"value.11": "on"}, "All of these combinations exist already."),
        ({"value.13": "on", "new_price": "x"}, "Price of new variants: write an amount like 12.50."),
    ],
)
def test_generating_nothing(visitor: Visitor, world: World, typed: dict[str, str | None], message: str) -> None:
    page = send(visitor, f"{PRODUCT}/{SHIRT}", {**typed, "do": "generate"})
    assert (page.status, message in errors(page)) == (422, True)
    assert world.changes() == []


def test_removing_a_variant_that_was_never_ordered(visitor: Visitor, world: World) -> None:
    number = VARIANTS["Navy, M"]
    page = send(visitor, f"{PRODUCT}/{SHIRT}", {f"variant.{number}.remove": "on"})
    assert page.status == 200
    expected: list[Summary] = [("product", "update", (SHIRT,), ("updated",)), ("product", "delete", (number,), ())]
    expected += [("product_option", "delete", (number, attribute), ()) for attribute in (1, 2, 3)]
    assert summary(world.changes()) == expected


def test_an_ordered_variant_offers_no_removal(visitor: Visitor, world: World) -> None:
    number = VARIANTS["Red, S"]
    send(visitor, f"{PRODUCT}/{SHIRT}", {f"variant.{number}.remove": "on"})
    assert world.changes() == []


def test_two_variants_may_not_share_a_sku(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{PRODUCT}/{SHIRT}", {"variant.12.sku": "SHIRT-RED-S"})
    assert "SKU: SHIRT-RED-S is used twice in this form." in errors(page)
    page = send(visitor, f"{PRODUCT}/{SHIRT}", {"variant.12.sku": "HAT"})
    assert "SKU: HAT belongs to Wool Hat already." in errors(page)
    assert world.changes() == []


# New products ---------------------------------------------------------------------------------------------------------


def test_a_new_simple_product(visitor: Visitor, world: World) -> None:
    page = send(
        visitor,
        f"{PRODUCT}/new?type=simple&set=2",
        {"name": "Sailor's Cap", "sku": "CAP", "price": "18", "qty": "50", "option.1": "12", "category.2": "on"},
    )
    (number,) = world.shop.values("SELECT id FROM product WHERE sku = 'CAP'")
    assert page.url == f"http://admin.shop.test{PRODUCT}/{number}"
    assert summary(world.changes()) == [
        ("product", "insert", (number,), ()),
        ("product_category", "insert", (number, 2), ()),
        ("product_option", "insert", (number, 1), ()),
    ]
    row = world.shop.rows("SELECT * FROM product WHERE id = ?", number)[0]
    wanted = {"type": "simple", "attribute_set_id": 2, "price": 1800, "qty": 50, "in_stock": 1, "enabled": 1}
    wanted |= {"url_key": "sailor-s-cap", "visibility": "both", "created": NOW, "updated": NOW, "archetype": ""}
    assert {name: row[name] for name in wanted} == wanted
    assert "Sailor&#39;s Cap" in in_store(visitor, "/sailor-s-cap.html").text


def test_a_new_configurable_product(visitor: Visitor, world: World) -> None:
    start = visitor.get(f"http://admin.shop.test{PRODUCT}/new?type=configurable&set=2")
    assert "What do the variants differ in?" in start.text
    assert "Material" not in start.text
    path = f"{PRODUCT}/new?type=configurable&set=2&axis.1=on&axis.2=on"
    typed = {"name": "Deck Shoe", "sku": "SHOE", "value.11": "on", "value.12": "on", "value.22": "on"}
    page = send(visitor, path, {**typed, "new_price": "60", "new_qty": "3", "option.3": "31", "do": "generate"})
    fields = shown(page)
    assert [name for name in fields if name.endswith(".sku")] == ["variant.new-11-22.sku", "variant.new-12-22.sku"]
    page = visitor.post(path, {**fields, "variant.new-12-22.price": "55"})
    rows = world.shop.rows("SELECT * FROM product WHERE sku LIKE 'SHOE%' ORDER BY id")
    assert [(row.type, row.sku, row.price, row.qty) for row in rows] == [
        ("configurable", "SHOE", 5500, 0),
        ("variant", "SHOE-RED-M", 6000, 3),
        ("variant", "SHOE-NAVY-M", 5500, 3),
    ]
    assert world.shop.values(
        "SELECT attribute_id FROM product_axis WHERE product_id = ? ORDER BY position", rows[0].id
    ) == [1, 2]
    options = "SELECT option_id FROM product_option WHERE product_id = ? ORDER BY attribute_id"
    assert world.shop.values(options, rows[1].id) == [11, 22, 31]
    assert world.shop.values(options, rows[0].id) == []
    assert "Deck Shoe" in in_store(visitor, "/deck-shoe.html").text


def test_a_configurable_product_needs_a_variant(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{PRODUCT}/new?type=configurable&set=2&axis.1=on", {"name": "Shoe", "sku": "SHOE"})
    assert page.status == 422
    assert errors(page)[0].startswith("A configurable product needs at least one variant")
    assert world.changes() == []


def test_a_new_product_is_refused_with_what_was_typed(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{PRODUCT}/new?type=simple&set=2", {"name": "Wool Hat", "sku": "", "price": "1"})
    assert "SKU is required." in errors(page)
    assert "URL key: wool-hat is the address of Wool Hat already." in errors(page)
    assert shown(page)["name"] == "Wool Hat"
    assert world.changes() == []


# Copies and deletions -------------------------------------------------------------------------------------------------


def test_a_copy(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{PRODUCT}/{SHIRT}")
    page = visitor.post(f"{PRODUCT}/{SHIRT}/duplicate")
    assert "This is the copy." in page.text
    rows = world.shop.rows("SELECT * FROM product WHERE id > ? ORDER BY id", HAT)
    assert [(row.type, row.sku, row.enabled, row.qty) for row in rows] == [
        ("configurable", "SHIRT-copy", 0, 0),
        ("variant", "SHIRT-RED-S-copy", 1, 0),
        ("variant", "SHIRT-RED-M-copy", 1, 0),
        ("variant", "SHIRT-NAVY-S-copy", 1, 0),
        ("variant", "SHIRT-NAVY-M-copy", 1, 0),
    ]
    assert {row.parent_id for row in rows[1:]} == {rows[0].id}
    assert {one.kind for one in world.changes()} == {"insert"}
    for table, count in (("product_spec", 2), ("product_image", 2), ("product_axis", 2), ("product_category", 1)):
        assert world.shop.value(f"SELECT count(*) FROM {table} WHERE product_id = ?", rows[0].id) == count


def test_deleting_a_product_that_was_never_ordered(visitor: Visitor, world: World) -> None:
    page = visitor.get(f"http://admin.shop.test{PRODUCT}/{HAT}/delete")
    assert "Delete this product?" in page.text
    page = visitor.post(f"{PRODUCT}/{HAT}/delete")
    assert "Wool Hat was deleted." in page.text
    gone = {(one.table, one.kind) for one in world.changes()}
    tables = ("product", "product_category", "product_option", "wish", "cart_item", "review")
    assert gone == {(table, "delete") for table in tables}
    assert in_store(visitor, "/wool-hat.html").status == 404


def test_ordered_products_stay(visitor: Visitor, world: World) -> None:
    for number in (MUG, SHIRT):
        assert "stands in orders" in visitor.get(f"http://admin.shop.test{PRODUCT}/{number}/delete").text
        visitor.get(f"http://admin.shop.test{PRODUCT}/{number}")
        assert visitor.post(f"{PRODUCT}/{number}/delete").status == 409
    assert world.changes() == []


# Who may --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("username", [CLERK, READER])
def test_those_who_may_only_look(as_user: Callable[[str], Visitor], username: str) -> None:
    visitor = as_user(username)
    page = visitor.get(f"http://admin.shop.test{PRODUCT}/{MUG}")
    assert page.status == 200
    assert '<fieldset class="bare" disabled>' in page.text
    assert visitor.get(f"http://admin.shop.test{PRODUCT}/new").status == 403
    visitor.get("http://admin.shop.test/")
    assert visitor.post(f"{PRODUCT}/{MUG}", {**shown(page), "price": "1"}).status == 403
    assert visitor.world.changes() == []
