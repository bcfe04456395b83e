"""The small shop of ``sample.py`` with more to sell: a shirt in two colours and sizes, a hat that nobody bought."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.sites.admin import sample
from webcosm.lore import Lore
from webcosm.sites.shop.site import site as shop
from webcosm.worlds import BEGINNING, Blueprint, Change, Database, Universe, Value

__all__ = ["HAT", "MUG", "NOW", "SHIRT", "VARIANTS", "Summary", "blueprint", "summary", "universe"]

MUG, SHIRT, HAT = 1, 10, 20
VARIANTS = {"Red, S": 11, "Red, M": 12, "Navy, S": 13, "Navy, M": 14}
COLOR, SIZE, MATERIAL = 1, 2, 3
OPTIONS = {
    COLOR: (("Red", "#c8322b"), ("Navy", "#1f2f57"), ("Green", "#3d8b48")),
    SIZE: (("S", ""), ("M", ""), ("L", "")),
    MATERIAL: (("Cotton", ""), ("Wool", "")),
}
"""Red is 11, Navy 12, Green 13; S 21, M 22, L 23; Cotton 31, Wool 32."""
Summary = tuple[str, str, tuple[object, ...], tuple[str, ...]]
NOW = BEGINNING.strftime("%Y-%m-%d %H:%M:%S")
_BUILT = pytest.StashKey[Universe]()
OLD = "2024-02-02 08:00:00"


def blueprint() -> Blueprint:
    assert shop.blueprint
    return replace(shop.blueprint, fill=fill)


def universe(config: pytest.Config, folders: pytest.TempPathFactory) -> Universe:
    """The same for all test modules of a run, since its lore takes a while."""
    if _BUILT not in config.stash:
        built = config.stash[_BUILT] = Universe([blueprint()], cache=folders.mktemp("goods"))
        config.add_cleanup(built.close)
    return config.stash[_BUILT]


def fill(db: Database, lore: Lore, scale: str) -> None:
    sample.fill(db, lore, scale)
    _attributes(db)
    _categories(db)
    _shirt(db)
    _hat(db)
    _store(db)


def _attributes(db: Database) -> None:
    for number, code in ((COLOR, "color"), (SIZE, "size"), (MATERIAL, "material")):
        db.insert("attribute", id=number, code=code, label=code.capitalize(), for_variants=int(number != MATERIAL))
        for place, (label, swatch) in enumerate(OPTIONS[number], 1):
            key = 10 * number + place
            db.insert("attribute_option", id=key, attribute_id=number, label=label, swatch=swatch, position=place)
    for number, name, members in ((2, "Clothing", (COLOR, SIZE, MATERIAL)), (3, "Plain", (MATERIAL,))):
        db.insert("attribute_set", id=number, name=name)
        for member in members:
            db.insert("attribute_set_member", set_id=number, attribute_id=member)
    db.insert("tax_class", id=2, name="Food")
    db.insert("tax_rate", id=1, name="QU Taxable Goods", region="QU", tax_class_id=1, percent=825)


def _categories(db: Database) -> None:
    for number, parent, name, path, level in (
        (2, None, "Clothing", "clothing", 1),
        (3, 2, "Shirts", "clothing/shirts", 2),
        (4, 3, "Work Shirts", "clothing/shirts/work-shirts", 3),
        (5, None, "Attic", "attic", 1),
    ):
        db.insert("category", id=number, parent_id=parent, name=name, url_path=path, level=level, position=number)


def _shirt(db: Database) -> None:
    look = json.dumps({"shape": "shirt", "colors": ["Red", "White"], "pattern": "plain", "count": 1, "words": []})
    common: dict[str, Value] = {
        "brand": "Oakrest",
        "attribute_set_id": 2,
        "tax_class_id": 1,
        "weight": 300,
        "look": look,
    }
    dates = {"created": OLD, "updated": OLD}
    db.insert(
        "product",
        id=SHIRT,
        type="configurable",
        sku="SHIRT",
        name="Harbor Shirt",
        url_key="harbor-shirt",
        price=2000,
        short_description="A shirt for the quay.",
        description="Buttoned.\n\n- Two pockets\n- One collar",
        **common,
        **dates,
    )
    for place, axis in enumerate((COLOR, SIZE), 1):
        db.insert("product_axis", product_id=SHIRT, attribute_id=axis, position=place)
    for (label, number), (color, size) in zip(VARIANTS.items(), ((11, 21), (11, 22), (12, 21), (12, 22)), strict=True):
        words = label.replace(", ", "-")
        db.insert(
            "product",
            id=number,
            type="variant",
            parent_id=SHIRT,
            sku=f"SHIRT-{words.upper()}",
            name=f"Harbor Shirt - {label}",
            url_key=f"harbor-shirt-{words.lower()}",
            price=2000 + 100 * (number - 11),
            qty=10,
            visibility="none",
            **common,
            **dates,
        )
        for attribute, option in ((COLOR, color), (SIZE, size), (MATERIAL, 31)):
            db.insert("product_option", product_id=number, attribute_id=attribute, option_id=option)
    db.insert("product_category", product_id=SHIRT, category_id=4, position=1)
    for place, (label, value) in enumerate((("Sleeves", "Long"), ("Care", "Cold wash")), 1):
        db.insert("product_spec", product_id=SHIRT, position=place, label=label, value=value)
    for number, view in ((1, "front"), (2, "angle")):
        db.insert("product_image", id=number, product_id=SHIRT, position=number, view=view, label="Harbor Shirt")
    db.insert("product_relation", product_id=SHIRT, other_id=MUG, position=1)
    db.insert(
        "order_item",
        order_id=1,
        product_id=11,
        sku="SHIRT-RED-S",
        name="Harbor Shirt",
        qty=1,
        price=2000,
        tax=0,
        row_total=2000,
    )


def _hat(db: Database) -> None:
    db.insert(
        "product",
        id=HAT,
        type="simple",
        sku="HAT",
        name="Wool Hat",
        url_key="wool-hat",
        brand="Oakrest",
        attribute_set_id=2,
        price=1500,
        special_price=1200,
        special_from="2026-05-01",
        special_to="2026-05-31",
        tax_class_id=1,
        weight=90,
        qty=7,
        created=OLD,
        updated=OLD,
    )
    for attribute, option in ((COLOR, 11), (MATERIAL, 32)):
        db.insert("product_option", product_id=HAT, attribute_id=attribute, option_id=option)
    db.insert("product_category", product_id=HAT, category_id=2, position=1)
    db.insert("wish", customer_id=2, product_id=HAT, added=OLD)
    db.insert("cart_item", cart_id=2, product_id=HAT, qty=1, added=OLD)
    db.insert(
        "review", product_id=HAT, nickname="Bo", title="Warm", body="Yes.", stars=5, status="approved", created=OLD
    )


def _store(db: Database) -> None:
    db.insert("theme", id=2, code="harbor", title="Harbor", parent_id=1, accent="#1f5673", ground="#f3f8fa")
    for path, value in (
        ("general/store_name", "Dray Market"),
        ("general/email", "help@dray.test"),
        ("general/locale", "en_US"),
        ("general/currency", "USD"),
        ("sales/minimum_order", "0"),
        ("sales/guest_checkout", "1"),
        ("sales/return_days", "30"),
        ("customers/default_group", "2"),
        ("design/page_title", "Dray Market"),
        ("design/products_per_page", "12"),
    ):
        db.insert("setting", path=path, value=value)
    db.insert("cms_block", id=1, identifier="home-banner", title="Banner", content="Spring is here.", updated=OLD)


def summary(changes: Sequence[Change]) -> list[Summary]:
    """(table, kind, key, changed columns); of inserted and deleted rows the columns go without saying."""
    return [(one.table, one.kind, one.key, one.columns if one.kind == "update" else ()) for one in changes]
