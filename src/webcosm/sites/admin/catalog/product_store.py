"""Making, saving, copying and deleting products. Only rows that differ are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webcosm.sites.admin.catalog.product_form import CELLS, Draft, related_skus
from webcosm.sites.admin.catalog.product_state import ProductState, load, ordered
from webcosm.sites.admin.catalog.product_variants import add_variant, free_text
from webcosm.sites.admin.rows import update_row
from webcosm.sites.kit import Conflict
from webcosm.sites.kit.formats import slug
from webcosm.worlds import Database, Row, Value

__all__ = ["create", "delete", "duplicate", "remove", "save", "set_columns", "set_stock"]

NUMBERS = ("tax_class_id", "attribute_set_id", "in_stock", "enabled", "is_new", "on_sale")
TEXTS = ("brand", "short_description", "description")
COLUMNS = (
    *("name", "sku", "price", "special_price", "special_from", "special_to", "qty", "weight", "visibility", "url_key"),
    *NUMBERS,
    *TEXTS,
)
SHARED = ("brand", "tax_class_id", "weight")
"""What variants take over from their parent, unless they have a value of their own. Names follow, too."""
OWNED = ("product_category", "product_option", "product_axis", "product_spec", "product_image", "product_view")
KEPT_BY_CUSTOMERS = ("wish", "comparison", "cart_item", "review")


def create(db: Database, stamp: str, state: ProductState, values: Mapping[str, Any], drafts: Sequence[Draft]) -> int:
    columns = _columns(values)
    prices = [values[f"variant.{draft.key}.price"] for draft in _wanted(values, drafts)]
    columns.setdefault("price", min(prices, default=0))
    columns["url_key"] = columns.get("url_key") or free_text(db, "url_key", slug(str(columns["name"])))
    number = db.insert(
        "product", type=state.type, created=stamp, updated=stamp, **{"attribute_set_id": state.set_id, **columns}
    )
    for place, axis in enumerate(state.axes, start=1):
        db.insert("product_axis", product_id=number, attribute_id=axis.id, position=place)
    _save_parts(db, stamp, load(db, number), values, drafts)
    return number


def save(db: Database, stamp: str, state: ProductState, values: Mapping[str, Any], drafts: Sequence[Draft]) -> bool:
    """Whether anything changed. A product's ``updated`` is set if its row, its parts or its set of variants changed."""
    assert state.row
    leaving = [each.row.id for each in state.variants if values.get(f"variant.{each.row.id}.remove")]
    for number in leaving:  # first, since others may take their SKUs
        delete(db, number)
    changed = set_columns(db, stamp, state.row.id, _columns(values))
    parts, rows = _save_parts(db, stamp, state, values, drafts)
    parts |= bool(leaving)
    if parts and db.value("SELECT updated FROM product WHERE id = ?", state.row.id) != stamp:
        db.run("UPDATE product SET updated = ? WHERE id = ?", stamp, state.row.id)
    return changed or parts or rows


def set_columns(db: Database, stamp: str, number: int, columns: Mapping[str, Value]) -> bool:
    """Changes columns of a product; its variants follow. Whether anything differed."""
    row = db.rows("SELECT * FROM product WHERE id = ?", number)[0]
    changed = update_row(db, "product", {"id": number}, row, columns, updated=stamp)
    for variant in db.rows("SELECT * FROM product WHERE parent_id = ? ORDER BY id", number):
        follow = {name: columns[name] for name in SHARED if name in columns and variant[name] == row[name]}
        if "name" in columns and variant.name.startswith(f"{row.name} - "):
            follow["name"] = str(columns["name"]) + variant.name.removeprefix(row.name)
        changed |= update_row(db, "product", {"id": variant.id}, variant, follow, updated=stamp)
    return changed


def set_stock(db: Database, stamp: str, number: int, in_stock: int) -> bool:
    """Of a configurable product: of all its variants, since it has no stock of its own."""
    variants = db.values("SELECT id FROM product WHERE parent_id = ? ORDER BY id", number)
    changed = [set_columns(db, stamp, each, {"in_stock": in_stock}) for each in variants or [number]]
    return any(changed)


def _columns(values: Mapping[str, Any]) -> dict[str, Value]:
    """The product's own columns among the form's values, as they are stored."""
    columns: dict[str, Value] = {}
    for name in COLUMNS:
        if name not in values:
            continue
        value = values[name]
        if name in NUMBERS:
            value = int(value)
        elif name in TEXTS:
            value = value or ""
        elif name in ("special_from", "special_to"):
            value = value.isoformat() if value else None
        columns[name] = value
    if columns.get("url_key", "") is None:
        del columns["url_key"]
    return columns


def _save_parts(
    db: Database, stamp: str, state: ProductState, values: Mapping[str, Any], drafts: Sequence[Draft]
) -> tuple[bool, bool]:
    """Whether parts of the product changed, and whether rows of existing variants did."""
    assert state.row
    parts = [_save_images(db, state, values)]
    rows = False
    if state.type != "variant":
        parts += [
            _save_categories(db, state, values),
            _save_specs(db, state, values),
            _save_related(db, state, values),
        ]
    if state.type == "simple":
        parts.append(_save_options(db, state, values, state.row.id))
    if state.type == "configurable":
        added, rows = _save_variants(db, stamp, state, values, drafts)
        parts.append(added)
    return any(parts), rows


def _save_categories(db: Database, state: ProductState, values: Mapping[str, Any]) -> bool:
    assert state.row
    ticked = [
        int(name.partition(".")[2]) for name, value in values.items() if name.startswith("category.") and value is True
    ]
    for number in state.categories:
        if number not in ticked:
            db.run("DELETE FROM product_category WHERE product_id = ? AND category_id = ?", state.row.id, number)
    for number in ticked:
        if number not in state.categories:
            last = db.value("SELECT max(position) FROM product_category WHERE category_id = ?", number)
            db.insert("product_category", product_id=state.row.id, category_id=number, position=(last or 0) + 1)
    return sorted(ticked) != sorted(state.categories)


def _save_options(db: Database, state: ProductState, values: Mapping[str, Any], holder: int) -> bool:
    """Options of the product, or of a variant of it; those of attributes that a new set does not have are dropped."""
    chosen_set = int(values.get("attribute_set_id") or state.set_id)
    members = db.values("SELECT attribute_id FROM attribute_set_member WHERE set_id = ?", chosen_set)
    changed = False
    for attribute in state.attributes:
        before = state.options.get(attribute.id)
        typed = values.get(f"option.{attribute.id}")
        after = int(typed) if typed and (chosen_set == state.set_id or attribute.id in members) else None
        if before != after:
            _set_option(db, holder, attribute.id, before, after)
            changed = True
    return changed


def _set_option(db: Database, number: int, attribute_id: int, before: int | None, after: int | None) -> None:
    if after is None:
        db.run("DELETE FROM product_option WHERE product_id = ? AND attribute_id = ?", number, attribute_id)
    elif before is None:
        db.insert("product_option", product_id=number, attribute_id=attribute_id, option_id=after)
    else:
        sql = "UPDATE product_option SET option_id = ? WHERE product_id = ? AND attribute_id = ?"
        db.run(sql, after, number, attribute_id)


def _save_specs(db: Database, state: ProductState, values: Mapping[str, Any]) -> bool:
    assert state.row
    changed = False
    for row in state.specs:
        key: dict[str, Value] = {"product_id": state.row.id, "position": row.position}
        if values.get(f"spec.{row.position}.remove"):
            db.run("DELETE FROM product_spec WHERE product_id = ? AND position = ?", *key.values())
            changed = True
        else:
            fresh = {name: values[f"spec.{row.position}.{name}"] for name in ("label", "value")}
            changed |= update_row(db, "product_spec", key, row, fresh)
    last = max((row.position for row in state.specs), default=0)
    for name, label in values.items():
        if name.startswith("spec.new") and name.endswith(".label") and label:
            last += 1
            value = values[name.removesuffix("label") + "value"]
            db.insert("product_spec", product_id=state.row.id, position=last, label=label, value=value)
            changed = True
    return changed


def _save_images(db: Database, state: ProductState, values: Mapping[str, Any]) -> bool:
    assert state.row
    changed = False
    for row in state.images:
        if values.get(f"image.{row.id}.remove"):
            db.run("DELETE FROM product_image WHERE id = ?", row.id)
            changed = True
        else:
            fresh = {
                "label": values[f"image.{row.id}.label"] or "",
                "position": values[f"image.{row.id}.position"],
            }
            changed |= update_row(db, "product_image", {"id": row.id}, row, fresh)
    if upload := values.get("upload"):
        last = db.value("SELECT max(position) FROM product_image WHERE product_id = ?", state.row.id)
        db.insert(
            "product_image",
            product_id=state.row.id,
            position=(last or 0) + 1,
            view="upload",
            label=values.get("upload_label") or "",
            file=upload.data,
        )
        changed = True
    return changed


def _save_related(db: Database, state: ProductState, values: Mapping[str, Any]) -> bool:
    assert state.row
    changed = False
    for row in state.related:
        key: dict[str, Value] = {"product_id": state.row.id, "other_id": row.id}
        if values.get(f"related.{row.id}.remove"):
            db.run("DELETE FROM product_relation WHERE product_id = ? AND other_id = ?", *key.values())
            changed = True
        else:
            changed |= update_row(db, "product_relation", key, row, {"position": values[f"related.{row.id}.position"]})
    for sku in related_skus(values):
        other = db.value("SELECT id FROM product WHERE sku = ?", sku)
        there = "SELECT 1 FROM product_relation WHERE product_id = ? AND other_id = ?"
        if other is not None and not db.value(there, state.row.id, other):
            last = db.value("SELECT max(position) FROM product_relation WHERE product_id = ?", state.row.id)
            db.insert("product_relation", product_id=state.row.id, other_id=other, position=(last or 0) + 1)
            changed = True
    return changed


def _save_variants(
    db: Database, stamp: str, state: ProductState, values: Mapping[str, Any], drafts: Sequence[Draft]
) -> tuple[bool, bool]:
    """Whether variants were added, and whether any of the others changed."""
    assert state.row
    added = rows = False
    for variant in state.variants:
        name = f"variant.{variant.row.id}"
        if not values.get(f"{name}.remove"):
            fresh: dict[str, Value] = {column: values[f"{name}.{column}"] for column in CELLS}
            fresh |= {column: int(values[f"{name}.{column}"]) for column in ("in_stock", "enabled")}
            changed = update_row(db, "product", {"id": variant.row.id}, variant.row, fresh, updated=stamp)
            if _save_options(db, state, values, variant.row.id):
                db.run("UPDATE product SET updated = ? WHERE id = ?", stamp, variant.row.id)
                changed = True
            rows |= changed
    parent = db.rows("SELECT * FROM product WHERE id = ?", state.row.id)[0]
    chosen = ((attribute.id, values.get(f"option.{attribute.id}")) for attribute in state.attributes)
    common = {attribute_id: int(option) for attribute_id, option in chosen if option}
    for draft in _wanted(values, drafts):
        cells = {column: values[f"variant.{draft.key}.{column}"] for column in (*CELLS, "enabled")}
        add_variant(db, stamp, parent, draft, cells, common)
        added = True
    return added, rows


def _wanted(values: Mapping[str, Any], drafts: Sequence[Draft]) -> list[Draft]:
    return [draft for draft in drafts if not values.get(f"variant.{draft.key}.remove")]


# Copies and removals --------------------------------------------------------------------------------------------------


def duplicate(db: Database, stamp: str, number: int) -> int:
    """A disabled copy with its own SKU and URL key and nothing in stock, and the same of each variant."""
    copy = _copy(db, stamp, _row(db, number), parent_id=None)
    for variant in db.rows("SELECT * FROM product WHERE parent_id = ? ORDER BY id", number):
        _copy(db, stamp, variant, parent_id=copy, enabled=variant.enabled)
    return copy


def _copy(db: Database, stamp: str, row: Row, **other: Value) -> int:
    fresh = {
        "enabled": 0,
        "qty": 0,
        "sku": free_text(db, "sku", f"{row.sku}-copy"),
        "url_key": free_text(db, "url_key", f"{row.url_key}-copy"),
        "created": stamp,
        "updated": stamp,
        **other,
    }
    kept = {name: value for name, value in row.items() if name != "id"}
    number = db.insert("product", **{**kept, **fresh})
    for table in (*OWNED[:-1], "product_relation"):
        columns = [
            name
            for name in db.values(f"SELECT name FROM pragma_table_info('{table}')")
            if name not in ("id", "product_id")
        ]
        named = ", ".join(columns)
        order = "ORDER BY id" if table == "product_image" else ""
        db.run(
            f"INSERT INTO {table} (product_id, {named}) SELECT ?, {named} FROM {table} WHERE product_id = ? {order}",
            number,
            row.id,
        )
    return number


def delete(db: Database, number: int) -> None:
    """Removes a product that was never ordered, with its variants, reviews, wishes and places in carts."""
    row = _row(db, number)
    if ordered(db, number):
        raise Conflict(f"{row.name} stands in orders. Disable it instead.")
    for variant in db.values("SELECT id FROM product WHERE parent_id = ? ORDER BY id", number):
        delete(db, variant)
    for table in (*OWNED, *KEPT_BY_CUSTOMERS):
        db.run(f"DELETE FROM {table} WHERE product_id = ?", number)
    db.run("DELETE FROM product_relation WHERE product_id = ?1 OR other_id = ?1", number)
    db.run("DELETE FROM product WHERE id = ?", number)


def remove(db: Database, stamp: str, number: int) -> None:
    """Deletes a product; of a variant, its product is the one that changed."""
    parent = _row(db, number).parent_id
    delete(db, number)
    if parent:
        db.run("UPDATE product SET updated = ? WHERE id = ?", stamp, parent)


def _row(db: Database, number: int) -> Row:
    state = load(db, number)
    assert state.row
    return state.row
