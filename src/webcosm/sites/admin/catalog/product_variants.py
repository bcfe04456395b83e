"""The matrix of a configurable product: proposing variants for the combinations that are missing, and making them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product as combinations
from typing import Any

from webcosm.sites.admin.catalog.product_form import Draft
from webcosm.sites.admin.catalog.product_state import ProductState, options_of
from webcosm.sites.kit.formats import slug
from webcosm.worlds import Database, Row

__all__ = ["MOST_VARIANTS", "add_variant", "free_text", "look_of_variant", "propose", "suggestion"]

MOST_VARIANTS = 120


def propose(db: Database, state: ProductState, ticked: Sequence[int], drafts: Sequence[Draft]) -> list[Draft]:
    """New drafts for all combinations of the ticked options; an axis without a tick takes the options in use.

    A ValueError says what is missing.
    """
    columns: list[list[Row]] = []
    if not ticked:
        raise ValueError("Tick the values that the new variants shall have.")
    for axis in state.axes:
        options = {option.id: option for option in options_of(db, axis.id)}
        drafted = [option.id for draft in drafts for option in draft.options if option.attribute_id == axis.id]
        in_use = [*state.used_options(axis.id), *drafted]
        wanted = [number for number in options if number in ticked] or [
            number for number in options if number in in_use
        ]
        if not wanted:
            raise ValueError(f"Tick at least one value of {axis.label}.")
        columns.append([options[number] for number in wanted])
    taken = {tuple(option.id for option in variant.options.values()) for variant in state.variants}
    taken |= {tuple(option.id for option in draft.options) for draft in drafts}
    fresh = [
        Draft(options) for options in combinations(*columns) if tuple(option.id for option in options) not in taken
    ]
    if not fresh:
        raise ValueError("All of these combinations exist already.")
    if (count := len(taken) + len(fresh)) > MOST_VARIANTS:
        raise ValueError(f"That would make {count} variants; a product may have {MOST_VARIANTS}.")
    return fresh


def suggestion(
    db: Database, state: ProductState, draft: Draft, sku: str, price: int | None, qty: int | None
) -> dict[str, Any]:
    """What the row of a new draft is filled with."""
    stem = "-".join([sku or "SKU", *(_short(option.label) for option in draft.options)])[:60]
    return {
        f"variant.{draft.key}.sku": free_text(db, "sku", stem),
        f"variant.{draft.key}.price": price if price is not None else _usual_price(state, draft),
        f"variant.{draft.key}.qty": qty if qty is not None else 0,
        f"variant.{draft.key}.in_stock": 1,
        f"variant.{draft.key}.enabled": True,
    }


def _usual_price(state: ProductState, draft: Draft) -> int | None:
    """That of the variant that has most options in common with the draft; None if there is none yet."""
    own = {option.id for option in draft.options}
    alike = [(len(own & {option.id for option in each.options.values()}), each.row.price) for each in state.variants]
    return max(alike, key=lambda pair: pair[0])[1] if alike else None


def add_variant(
    db: Database, stamp: str, parent: Row, draft: Draft, values: Mapping[str, Any], common: Mapping[int, int]
) -> int:
    """``common`` are the options, by attribute, that all variants have beside those of the axes."""
    words = [option.label for option in draft.options]
    number = db.insert(
        "product",
        type="variant",
        parent_id=parent.id,
        sku=values["sku"],
        name=f"{parent.name} - {', '.join(words)}",
        url_key=free_text(db, "url_key", "-".join([parent.url_key, *map(slug, words)])),
        brand=parent.brand,
        archetype=parent.archetype,
        attribute_set_id=parent.attribute_set_id,
        price=values["price"],
        special_price=values["special_price"],
        tax_class_id=parent.tax_class_id,
        weight=parent.weight,
        qty=values["qty"],
        in_stock=int(values["in_stock"]),
        enabled=int(values["enabled"]),
        visibility="none",
        look=look_of_variant(parent.look, draft.options),
        created=stamp,
        updated=stamp,
    )
    for attribute_id, option_id in {**common, **{option.attribute_id: option.id for option in draft.options}}.items():
        db.insert("product_option", product_id=number, attribute_id=attribute_id, option_id=option_id)
    if json.loads(parent.look) and any(option.swatch for option in draft.options):
        db.insert("product_image", product_id=number, position=1, view="front", label=parent.name)
    return number


def look_of_variant(look: str, options: Sequence[Row]) -> str:
    """The parent's look in the variant's colour."""
    colours = [option.label for option in options if option.swatch]
    drawn = json.loads(look)
    if not drawn or not colours:
        return look
    others = [name for name in drawn.get("colors", []) if name != colours[0]]
    return json.dumps({**drawn, "colors": [colours[0], *others[-1:]]}, ensure_ascii=False)


def _short(option: str) -> str:
    """An option in a SKU: ``RED``, ``SKYBLUE``, ``12OZ``."""
    return slug(option).replace("-", "").upper()[:14]


def free_text(db: Database, column: str, wanted: str) -> str:
    """The wanted SKU or URL key, with a number if a product has it already."""
    text, number = wanted, 1
    while db.value(f"SELECT 1 FROM product WHERE {column} = ?", text):
        number += 1
        text = f"{wanted}-{number}"
    return text
