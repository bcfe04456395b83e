"""The product form: one form of many fields, made for the product at hand.

Rows of a list (specifications, images, variants, related products) have fields named ``list.row.column``, so that the
whole form is read, checked and shown again in one way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image

from webcosm.sites.admin.catalog.product_state import VISIBILITIES, ProductState, options_of
from webcosm.sites.kit import BoundForm, Field, Form, Upload
from webcosm.sites.kit.formats import slug
from webcosm.worlds import Database, Row

__all__ = [
    "MOST_BYTES",
    "Draft",
    "blank_values",
    "build",
    "check_against",
    "choices",
    "drafts_in",
    "related_skus",
    "spare_specs",
    "values_of",
]

MOST_BYTES = 2_000_000
MOST_PIXELS = 4_000
"""Of a picture's width and height."""
MOST_DOLLARS = 999_999
MOST_PIECES = 1_000_000
STOCK = [("1", "In stock"), ("0", "Out of stock")]
CELLS = ("sku", "price", "special_price", "qty", "in_stock")
"""A variant's columns that its row of the matrix shows, beside ``enabled``."""
URL_KEY = r"[a-z0-9]+(-[a-z0-9]+)*"
URL_KEY_HELP = "use small letters, figures and single hyphens, like blue-mug-11-oz."
_DRAFT = re.compile(r"variant\.new((?:-[0-9]{1,12})+)\.sku")
_SPARE = re.compile(r"spec\.new([0-9]{1,3})\.label")


@dataclass(frozen=True)
class Draft:
    """A variant that the form proposes and saving makes."""

    options: tuple[Row, ...]
    """One for each axis, in the axes' order."""

    @property
    def key(self) -> str:
        return "new" + "".join(f"-{option.id}" for option in self.options)

    @property
    def label(self) -> str:
        return ", ".join(option.label for option in self.options)


def drafts_in(db: Database, state: ProductState, typed: Mapping[str, str]) -> list[Draft]:
    """The proposed variants among what was sent; one that does not fit the axes, or exists by now, is left out."""
    known = {axis.id: {option.id: option for option in options_of(db, axis.id)} for axis in state.axes}
    taken = {tuple(option.id for option in variant.options.values()) for variant in state.variants}
    drafts = []
    for name in typed:
        if match := _DRAFT.fullmatch(name):
            numbers = tuple(int(part) for part in match[1].split("-")[1:])
            pairs = list(zip(state.axes, numbers, strict=False))
            fits = len(numbers) == len(state.axes) and all(number in known[axis.id] for axis, number in pairs)
            if fits and numbers not in taken:
                taken.add(numbers)
                drafts.append(Draft(tuple(known[axis.id][number] for axis, number in pairs)))
    return drafts


def spare_specs(typed: Mapping[str, str] | None = None) -> list[int]:
    """The numbers of new specification rows: those that were sent, else a first one."""
    sent = sorted(int(match[1]) for name in typed or () if (match := _SPARE.fullmatch(name)))
    return sent or [1]


def build(db: Database, state: ProductState, drafts: Sequence[Draft] = (), spares: Sequence[int] = (1,)) -> Form:
    fields = [*_own_fields(db, state)]
    if state.type != "variant":
        fields += _option_fields(db, state)
        fields += [
            Field(f"category.{each.id}", each.name, "checkbox")
            for each in db.rows("SELECT id, name FROM category ORDER BY id")
        ]
        fields += _spec_fields(state, spares)
        fields += _related_fields(state)
    fields += _image_fields(state)
    if state.type == "configurable":
        fields += _matrix_fields(db, state, drafts)
    return Form(*fields)


def _own_fields(db: Database, state: ProductState) -> list[Field]:
    key = Field("url_key", "URL key", max=200, pattern=URL_KEY, pattern_help=URL_KEY_HELP, required=bool(state.row))
    fields = [
        Field("enabled", "Enable product", "checkbox", help="A disabled product is not shown in the store."),
        Field("name", "Product name", required=True, max=255),
        Field("sku", "SKU", required=True, max=64, pattern=r"\S(.*\S)?", check=_no_comma),
    ]
    if state.type != "configurable":
        fields += [
            Field("price", "Price", "money", required=True, max=MOST_DOLLARS),
            Field("special_price", "Special price", "money", max=MOST_DOLLARS, help="Holds between the dates below."),
            Field("special_from", "Special price from", "date"),
            Field("special_to", "Special price to", "date"),
            Field("qty", "Quantity", "number", required=True, min=0, max=MOST_PIECES),
        ]
    fields += [
        Field("tax_class_id", "Tax class", "select", True, choices=choices(db, "tax_class")),
        *([Field("in_stock", "Stock status", "select", True, choices=STOCK)] if state.type != "configurable" else ()),
        Field("weight", "Weight (grams)", "number", required=True, min=0, max=10_000_000),
    ]
    if state.type == "variant":
        return fields
    if state.type == "simple" and state.row:
        note = "The attributes of another set appear after saving."
        fields.append(Field("attribute_set_id", "Attribute set", "select", True, note, choices(db, "attribute_set")))
    return [
        *fields,
        Field("visibility", "Visibility", "select", True, choices=list(VISIBILITIES.items())),
        Field("is_new", "Set product as new", "checkbox"),
        Field("on_sale", "Sale", "checkbox", help="Shows a sale mark; prices stay as they are."),
        Field("brand", "Brand", max=100),
        Field("short_description", "Short description", "textarea", max=2_000),
        Field("description", "Description", "textarea", max=20_000, help="Markdown."),
        key if state.row else Field(**{**vars(key), "help": "Left empty, it is made from the name."}),
    ]


def _option_fields(db: Database, state: ProductState) -> Iterable[Field]:
    for each in state.attributes:
        offered = [("", "None"), *((str(option.id), option.label) for option in options_of(db, each.id))]
        yield Field(f"option.{each.id}", each.label, "select", choices=offered)


def _spec_fields(state: ProductState, spares: Sequence[int]) -> Iterable[Field]:
    for place, key in enumerate([*(str(each.position) for each in state.specs), *(f"new{one}" for one in spares)], 1):
        yield Field(f"spec.{key}.label", f"Label of specification {place}", max=100)
        yield Field(f"spec.{key}.value", f"Value of specification {place}", max=500)
        if not key.startswith("new"):
            yield Field(f"spec.{key}.remove", f"Remove specification {place}", "checkbox")


def _image_fields(state: ProductState) -> Iterable[Field]:
    for place, each in enumerate(state.images, 1):
        yield Field(f"image.{each.id}.label", f"Description of image {place}", max=200)
        yield Field(f"image.{each.id}.position", f"Position of image {place}", "number", True, min=0, max=9_999)
        yield Field(f"image.{each.id}.remove", f"Remove image {place}", "checkbox")
    yield Field("upload", "Add an image", "file", max=MOST_BYTES, help="PNG or JPEG, up to 2 MB.", check=_no_picture)
    yield Field("upload_label", "Description of the new image", max=200)


def _related_fields(state: ProductState) -> Iterable[Field]:
    for each in state.related:
        yield Field(f"related.{each.id}.position", f"Position of {each.sku}", "number", True, min=0, max=9_999)
        yield Field(f"related.{each.id}.remove", f"Remove {each.sku}", "checkbox")
    yield Field("related_add", "Add related products", max=1_000, help="SKUs, separated by commas.")


def _matrix_fields(db: Database, state: ProductState, drafts: Sequence[Draft]) -> Iterable[Field]:
    rows = [(str(each.row.id), each.label, not each.ordered) for each in state.variants]
    for key, label, removable in [*rows, *((draft.key, draft.label, True) for draft in drafts)]:
        name = f"variant.{key}"
        yield Field(f"{name}.sku", f"SKU of {label}", required=True, max=64, check=_no_comma)
        yield Field(f"{name}.price", f"Price of {label}", "money", required=True, max=MOST_DOLLARS)
        yield Field(f"{name}.special_price", f"Special price of {label}", "money", max=MOST_DOLLARS)
        yield Field(f"{name}.qty", f"Quantity of {label}", "number", required=True, min=0, max=MOST_PIECES)
        yield Field(f"{name}.in_stock", f"Stock status of {label}", "select", True, choices=STOCK)
        yield Field(f"{name}.enabled", f"Enable {label}", "checkbox")
        if removable:
            yield Field(f"{name}.remove", f"Remove {label}", "checkbox")
    for axis in state.axes:
        for option in options_of(db, axis.id):
            yield Field(f"value.{option.id}", option.label, "checkbox")
    yield Field("new_price", "Price of new variants", "money", max=MOST_DOLLARS)
    yield Field("new_qty", "Quantity of new variants", "number", min=0, max=MOST_PIECES)


def _no_comma(sku: str) -> str | None:
    return "A SKU may not hold a comma." if "," in sku else None


def _no_picture(upload: Upload) -> str | None:
    try:
        with Image.open(BytesIO(upload.data), formats=("PNG", "JPEG")) as picture:
            kind = picture.format
            if max(picture.size) > MOST_PIXELS:  # a small file can hold a picture that fills the memory
                return f"{upload.filename} is larger than {MOST_PIXELS:,} pixels."
            picture.load()
    except Exception:  # Pillow's plugins raise whatever they please on broken files
        kind = None
    return None if kind in ("PNG", "JPEG") else f"{upload.filename} is no PNG or JPEG image."


def choices(db: Database, table: str) -> list[tuple[str, str]]:
    return [(str(each.id), each.name) for each in db.rows(f"SELECT id, name FROM {table} ORDER BY name, id")]


# Values ---------------------------------------------------------------------------------------------------------------


def values_of(state: ProductState) -> dict[str, Any]:
    """What the form shows of a product at first."""
    assert state.row
    flags = {name: bool(state.row[name]) for name in ("enabled", "is_new", "on_sale")}
    values: dict[str, Any] = {**state.row, **flags}
    values.update({f"option.{key}": option for key, option in state.options.items()})
    values.update({f"category.{key}": True for key in state.categories})
    for each in state.specs:
        values.update({f"spec.{each.position}.label": each.label, f"spec.{each.position}.value": each.value})
    for each in state.images:
        values.update({f"image.{each.id}.label": each.label, f"image.{each.id}.position": each.position})
    values.update({f"related.{each.id}.position": each.position for each in state.related})
    for variant in state.variants:
        name = f"variant.{variant.row.id}"
        values.update({f"{name}.{column}": variant.row[column] for column in CELLS})
        values[f"{name}.enabled"] = bool(variant.row.enabled)
    return values


def blank_values(db: Database) -> dict[str, Any]:
    """What the form for a new product shows at first."""
    tax_class = db.value("SELECT id FROM tax_class ORDER BY id LIMIT 1")
    return {"enabled": True, "in_stock": 1, "visibility": "both", "weight": 0, "tax_class_id": tax_class}


def check_against(db: Database, state: ProductState, form: BoundForm) -> None:
    """What only the database knows: SKUs and URL keys that are taken, unknown related products."""
    values = form.values
    own = state.row.id if state.row else None
    _check_skus(db, state, form)
    _check_specs(form)
    _forgive_leaving(form)
    if key := values.get("url_key") or ("" if state.row else slug(values.get("name") or "")):
        clash = db.value("SELECT name FROM product WHERE url_key = ? AND id IS NOT ?", key, own)
        clash = clash or db.value("SELECT name FROM category WHERE url_path = ?", key)
        if clash and "url_key" not in form.errors:
            form.fail("url_key", f"URL key: {key} is the address of {clash} already.")
    if (first := values.get("special_from")) and (last := values.get("special_to")) and last < first:
        form.fail("special_to", "Special price to: this is before the first day.")
    for sku in related_skus(values):
        found = db.row("SELECT id, type FROM product WHERE sku = ?", sku)
        if found is None or found.type == "variant":
            form.fail("related_add", f"Add related products: there is no product with the SKU {sku} of its own page.")
        elif found.id == own:
            form.fail("related_add", "Add related products: a product is not related to itself.")


def _check_skus(db: Database, state: ProductState, form: BoundForm) -> None:
    owners: dict[str, int | None] = {"sku": state.row.id if state.row else None}
    leaving = []
    for name in form.typed:
        if match := re.fullmatch(r"variant\.([^.]+)\.sku", name):
            number = int(match[1]) if match[1].isdecimal() else None
            if not form.values.get(f"variant.{match[1]}.remove"):
                owners[name] = number
            elif number:
                leaving.append(number)
    seen: set[str] = set()
    for name, owner in owners.items():
        sku = form.values.get(name)
        if not sku:
            continue
        holder = db.row("SELECT id, name FROM product WHERE sku = ?", sku)
        if sku in seen:
            form.fail(name, f"SKU: {sku} is used twice in this form.")
        elif holder and holder.id != owner and holder.id not in leaving:
            form.fail(name, f"SKU: {sku} belongs to {holder.name} already.")
        seen.add(sku)


def _check_specs(form: BoundForm) -> None:
    """A specification has a label and a value; a new row may be left empty."""
    for name in form.typed:
        if match := re.fullmatch(r"spec\.([^.]+)\.label", name):
            key = match[1]
            label, value = form.values.get(f"spec.{key}.label"), form.values.get(f"spec.{key}.value")
            if form.values.get(f"spec.{key}.remove") or (key.startswith("new") and not label and not value):
                continue
            if not label:
                form.errors.setdefault(name, f"{form[name].label} is required.")
            if not value:
                other = f"spec.{key}.value"
                form.errors.setdefault(other, f"{form[other].label} is required.")


def _forgive_leaving(form: BoundForm) -> None:
    """Whatever is wrong with a row that goes does not matter."""
    for name in list(form.errors):
        stem = name.rpartition(".")[0]
        if stem and form.values.get(f"{stem}.remove"):
            del form.errors[name]


def related_skus(values: Mapping[str, Any]) -> list[str]:
    typed = values.get("related_add") or ""
    return list(dict.fromkeys(part.strip() for part in typed.split(",") if part.strip()))
