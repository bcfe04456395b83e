"""A product with everything that belongs to it, as the back office's form shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webcosm.sites.kit import NotFound
from webcosm.worlds import Database, Row

__all__ = ["TYPES", "VISIBILITIES", "ProductState", "Variant", "attributes_of_set", "load", "options_of", "ordered"]

TYPES = {"simple": "Simple", "configurable": "Configurable", "variant": "Variant"}
VISIBILITIES = {
    "both": "Catalog, search",
    "catalog": "Catalog",
    "search": "Search",
    "none": "Not visible individually",
}


@dataclass(frozen=True)
class Variant:
    """One cell of a configurable product's matrix."""

    row: Row
    options: Mapping[int, Row]
    """By the axis's attribute."""
    ordered: bool

    @property
    def label(self) -> str:
        return ", ".join(option.label for option in self.options.values())


@dataclass(frozen=True)
class ProductState:
    """``row`` is None for a product that is about to be made."""

    row: Row | None
    type: str
    set_id: int
    attributes: Sequence[Row]
    """Whose options the form offers: the set's (and any the product has anyway), without the axes."""
    axes: Sequence[Row] = ()
    categories: Sequence[int] = ()
    options: Mapping[int, int] = field(default_factory=dict)
    """Attribute to option. Of a configurable product: what all its variants have in common."""
    specs: Sequence[Row] = ()
    images: Sequence[Row] = ()
    variants: Sequence[Variant] = ()
    related: Sequence[Row] = ()

    def used_options(self, axis_id: int) -> list[int]:
        """The options of an axis that some variant has."""
        return list(dict.fromkeys(each.options[axis_id].id for each in self.variants if axis_id in each.options))


def load(db: Database, number: int) -> ProductState:
    row = db.row("SELECT * FROM product WHERE id = ?", number)
    if row is None:
        raise NotFound(f"There is no product {number}.")
    axes = db.rows(
        "SELECT attribute.* FROM product_axis JOIN attribute ON attribute.id = attribute_id"
        " WHERE product_id = ? ORDER BY position, attribute.id",
        number if row.type != "variant" else row.parent_id,
    )
    options, mixed = _options(db, row)
    offered = {each.id: each for each in attributes_of_set(db, row.attribute_set_id)}
    for attribute_id in options:
        if attribute_id not in offered:
            offered[attribute_id] = db.rows("SELECT * FROM attribute WHERE id = ?", attribute_id)[0]
    hidden = {*mixed, *(each.id for each in axes)}
    return ProductState(
        row=row,
        type=row.type,
        set_id=row.attribute_set_id,
        attributes=[each for key, each in sorted(offered.items()) if key not in hidden],
        axes=axes,
        categories=db.values("SELECT category_id FROM product_category WHERE product_id = ? ORDER BY 1", number),
        options=options,
        specs=db.rows("SELECT * FROM product_spec WHERE product_id = ? ORDER BY position", number),
        images=db.rows(
            "SELECT id, position, view, label FROM product_image WHERE product_id = ? ORDER BY position, id", number
        ),
        variants=_variants(db, number, axes) if row.type == "configurable" else (),
        related=db.rows(
            "SELECT other.id, other.sku, other.name, product_relation.position FROM product_relation"
            " JOIN product AS other ON other.id = other_id WHERE product_id = ? ORDER BY product_relation.position, 1",
            number,
        ),
    )


def _options(db: Database, row: Row) -> tuple[dict[int, int], list[int]]:
    """The product's options by attribute, and the attributes in which variants of a configurable one differ."""
    found = db.rows(
        "SELECT attribute_id, min(option_id) AS option_id, count(DISTINCT option_id) AS kinds, count(*) AS holders"
        " FROM product_option JOIN product ON product.id = product_id WHERE product.id = ?1 OR product.parent_id = ?1"
        " GROUP BY attribute_id",
        row.id,
    )
    holders = db.value("SELECT count(*) FROM product WHERE parent_id = ?", row.id) or 1
    alike = {each.attribute_id: each.option_id for each in found if each.kinds == 1 and each.holders == holders}
    return alike, [each.attribute_id for each in found if each.attribute_id not in alike]


def _variants(db: Database, number: int, axes: Sequence[Row]) -> list[Variant]:
    found: dict[int, dict[int, Row]] = {}
    for each in db.rows(
        "SELECT product_option.product_id, attribute_option.* FROM product AS variant"
        " JOIN product_option ON product_option.product_id = variant.id"
        " JOIN attribute_option ON attribute_option.id = option_id WHERE variant.parent_id = ?",
        number,
    ):
        found.setdefault(each.product_id, {})[each.attribute_id] = each
    variants = []
    for row in db.rows("SELECT * FROM product WHERE parent_id = ? ORDER BY id", number):
        options = found.get(row.id, {})
        own = {axis.id: options[axis.id] for axis in axes if axis.id in options}
        variants.append(Variant(row, own, ordered(db, row.id)))
    places = [axis.id for axis in axes]
    return sorted(
        variants,
        key=lambda each: ([each.options[a].position if a in each.options else 0 for a in places], each.row.id),
    )


def ordered(db: Database, number: int) -> bool:
    """Whether the product, or a variant of it, stands in an order: then it stays in the catalogue."""
    return bool(
        db.value(
            "SELECT EXISTS (SELECT 1 FROM order_item JOIN product ON product.id = product_id"
            " WHERE product.id = ?1 OR product.parent_id = ?1)",
            number,
        )
    )


def attributes_of_set(db: Database, set_id: int) -> list[Row]:
    return db.rows(
        "SELECT attribute.* FROM attribute_set_member JOIN attribute ON attribute.id = attribute_id"
        " WHERE set_id = ? ORDER BY attribute.id",
        set_id,
    )


def options_of(db: Database, attribute_id: int) -> list[Row]:
    return db.rows("SELECT * FROM attribute_option WHERE attribute_id = ? ORDER BY position, id", attribute_id)
