"""Writing the catalogue: products, variants, specifications, pictures, relations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import pairwise
from itertools import product as combinations

from webcosm.lore import Lore, Rng
from webcosm.sites.kit.formats import slug
from webcosm.sites.shop.seed.figures import stamp
from webcosm.sites.shop.seed.goods import ProductKind, form_of, forms_of
from webcosm.sites.shop.seed.products import Draft, drafts
from webcosm.sites.shop.seed.text import fill_slots
from webcosm.sites.shop.seed.tree import Shelves, Sorting, write_attributes, write_categories
from webcosm.worlds import Database, Value

__all__ = ["Catalogue", "Item", "Offer", "write_catalogue"]

SIZES = {"small": 2_000, "full": 90_000}
MOST_VARIANTS = {"small": 15, "full": 8}
VIEWS = ("front", "angle", "detail", "scene")
BACKDROPS = ("Cream", "White", "Beige", "Sky Blue", "Mint", "Lavender", "Silver", "Tan")
BATCH = 5_000
"""Products whose rows are held in memory at once."""
SPECIAL, OUT_OF_STOCK, DISABLED = 0.08, 0.04, 0.015

PRODUCT = (
    "INSERT INTO product (id, type, parent_id, sku, name, url_key, brand, archetype, attribute_set_id, price,"
    " special_price, special_from, special_to, tax_class_id, weight, qty, in_stock, enabled, visibility, is_new,"
    f" on_sale, short_description, description, look, created, updated) VALUES ({', '.join('?' * 26)})"
)


@dataclass(frozen=True)
class Offer:
    """What can be put into a cart: a simple product or a variant."""

    id: int
    sku: str
    options: str
    price: int
    weight: int
    buyable: bool


@dataclass
class Item:
    """A product as lists show it."""

    id: int
    draft: Draft
    name: str
    url_key: str
    sku: str
    brand: str
    category: int
    """Its third-level category."""
    categories: frozenset[int]
    """All of them, with those above."""
    tax_class: int
    first_day: date
    created: str
    enabled: bool
    popularity: float
    special: tuple[float, date | None, date | None] | None
    """Share of the price, from, to."""
    on_sale: bool
    offers: list[Offer] = field(default_factory=list)

    def price_on(self, offer: Offer, day: date) -> int:
        """What the offer cost on a day: its special price within its dates."""
        if self.special:
            share, start, end = self.special
            if (start is None or start <= day) and (end is None or day <= end):
                return special_price(offer.price, share)
        return offer.price


@dataclass(frozen=True)
class Catalogue:
    items: list[Item]
    sorting: Sorting
    shelves: Shelves


def special_price(price: int, share: float) -> int:
    return max(50, round(price * share) // 10 * 10 - 1)


def write_catalogue(
    db: Database, lore: Lore, scale: str, kinds: Sequence[ProductKind], descriptions: dict[str, str]
) -> Catalogue:
    names: set[str] = set()
    found: list[Draft] = []
    for kind, count in zip(kinds, _shares(lore.rng("shop", "shares"), len(kinds), SIZES[scale]), strict=True):
        found += drafts(kind, lore, count, names, MOST_VARIANTS[scale])
    sorting = write_attributes(db, kinds)
    shelves = write_categories(db, kinds, found, descriptions)
    writer = _Writer(lore, sorting, shelves, {slug(kind.department) for kind in kinds})
    items: list[Item] = []
    for draft in found:
        items.append(writer.add(draft))
        if len(items) % BATCH == 0:
            writer.write(db)
    writer.relate(items)
    writer.write(db)
    return Catalogue(items, sorting, shelves)


def _shares(rng: Rng, kinds: int, total: int) -> list[int]:
    """How many products of each kind; some kinds have half as many again as others."""
    weights = [rng.uniform(0.8, 1.25) for _ in range(kinds)]
    marks = [0]
    for number in range(1, kinds + 1):
        marks.append(round(total * sum(weights[:number]) / sum(weights)))
    return [after - before for before, after in pairwise(marks)]


class _Writer:
    def __init__(self, lore: Lore, sorting: Sorting, shelves: Shelves, taken: set[str]) -> None:
        self.lore, self.sorting, self.shelves = lore, sorting, shelves
        self.rng = lore.rng("shop", "catalogue")
        self.url_keys = set(taken)
        self.skus = 0
        self.next_id = 1
        self.images = 0
        self.positions: dict[int, int] = {}
        self.rows: dict[str, list[tuple[Value, ...]]] = {
            name: [] for name in ("product", "category", "option", "axis", "spec", "image", "relation")
        }

    def add(self, draft: Draft) -> Item:
        rng = self.rng
        categories = self.shelves.of(draft)
        number, self.next_id = self.next_id, self.next_id + 1
        self.skus += 1
        special = self._special()
        item = Item(
            number, draft, draft.name, self._url_key(draft.name),
            f"{_letters(draft.kind.id)}-{_letters(draft.brand.name)}-{10_000 + self.skus}",
            draft.brand.name, categories[0], self.shelves.with_ancestors(categories),
            self.sorting.tax_classes[draft.kind.tax], draft.first_day, stamp(draft.first_day, rng, 8, 17),
            not rng.chance(DISABLED), self._popularity(), special, special is not None or rng.chance(0.02),
        )  # fmt: skip
        if draft.axes:
            self._add_variants(item)
        else:
            self._add_product(item, item.id, "simple", {}, item.sku, item.url_key, self._stock())
            self._options(item.id, draft.options)
        self._surround(item, categories)
        return item

    def _popularity(self) -> float:
        """A few products sell very well, most hardly ever."""
        share = self.rng.uniform(0.02, 1.0)
        return 1.0 / share * self.rng.uniform(0.5, 1.5)

    def _special(self) -> tuple[float, date | None, date | None] | None:
        rng, today = self.rng, self.lore.today
        if not rng.chance(SPECIAL):
            return None
        share = rng.choice((0.6, 0.7, 0.75, 0.8, 0.85, 0.9))
        begun = today - timedelta(days=rng.integer(3, 40))
        match rng.weighted(("now", "open", "over", "to come"), (6, 2, 1, 1)):
            case "now":
                return share, begun, today + timedelta(days=rng.integer(3, 45))
            case "open":
                return share, begun, None
            case "over":
                return share, begun - timedelta(days=60), begun - timedelta(days=rng.integer(5, 30))
            case _:
                start = today + timedelta(days=rng.integer(5, 30))
                return share, start, start + timedelta(days=14)

    def _stock(self) -> tuple[int, int]:
        """Pieces, and whether they are for sale."""
        rng = self.rng
        if rng.chance(OUT_OF_STOCK):
            return (0, 0) if rng.chance(0.7) else (rng.integer(3, 40), 0)
        if rng.chance(0.07):
            return rng.integer(1, 9), 1
        return rng.integer(10, 240), 1

    def _add_variants(self, item: Item) -> None:
        draft, rng = item.draft, self.rng
        combos = list(combinations(*draft.axes.values()))
        if len(combos) > 4 and rng.chance(0.12):  # not everything is made in everything
            combos = [combos[index] for index in sorted(rng.sample(range(len(combos)), len(combos) - 1))]
        first_row = len(self.rows["product"])
        for combo in combos:
            chosen = dict(zip(draft.axes, combo, strict=True))
            number, self.next_id = self.next_id, self.next_id + 1
            sku = "-".join([item.sku, *(_short(option) for option in combo)])
            url_key = self._url_key(" ".join([item.name, *combo]))
            self._add_product(item, number, "variant", chosen, sku, url_key, self._stock())
            self._options(number, draft.options | chosen)
            if "color" in draft.axes:
                self._image(number, 1, "front", item.name)
        self._add_product(item, item.id, "configurable", {}, item.sku, item.url_key, (0, 1))
        parent = self.rows["product"].pop()
        self.rows["product"].insert(first_row, parent)  # before its variants
        self.rows["axis"] += [
            (item.id, self.sorting.attributes[code], position) for position, code in enumerate(draft.axes, start=1)
        ]

    def _add_product(
        self, item: Item, number: int, kind: str, chosen: dict[str, str], sku: str, url_key: str, stock: tuple[int, int]
    ) -> None:
        draft, today = item.draft, self.lore.today
        variant = kind == "variant"
        price = min(offer.price for offer in item.offers) if kind == "configurable" else draft.price_for(chosen)
        name = f"{item.name} - {', '.join(chosen.values())}" if variant else item.name
        special: tuple[Value, ...] = (None, None, None)
        if item.special and kind != "configurable":
            share, start, end = item.special
            special = (special_price(price, share), _iso(start), _iso(end))
        enabled = item.enabled and not (variant and len(item.offers) > 1 and self.rng.chance(DISABLED))
        new = (today - item.first_day).days <= 45
        updated = self._updated(item)
        self.rows["product"].append((
            number, kind, item.id if variant else None, sku, name, url_key, item.brand, draft.kind.id,
            self.sorting.sets[draft.kind.set], price, *special, item.tax_class, draft.weight, *stock, int(enabled),
            "none" if variant else "both", int(new and not variant), int(item.on_sale and not variant),
            "" if variant else draft.short_description, "" if variant else draft.description,
            self._look(draft, chosen), item.created, updated,
        ))  # fmt: skip
        if kind != "configurable":
            text = "; ".join(f"{code.replace('_', ' ').capitalize()}: {option}" for code, option in chosen.items())
            item.offers.append(Offer(number, sku, text, price, draft.weight, bool(stock[0] and stock[1] and enabled)))

    def _updated(self, item: Item) -> str:
        later = (self.lore.today - item.first_day).days - 1
        if later < 2:
            return item.created
        return stamp(item.first_day + timedelta(days=self.rng.integer(1, later)), self.rng, 8, 17)

    def _look(self, draft: Draft, chosen: dict[str, str]) -> str:
        plan = draft.kind.look
        first, second = draft.colors
        if color := chosen.get("color"):
            second = second if second != color else (first if first != color else "White")
            first = color
        values = dict(draft.printed) | chosen
        words = [text for word in plan.words if (text := fill_slots(word, values))]
        look = {
            "shape": plan.shape,
            "colors": [first, second],
            "pattern": draft.pattern,
            "count": draft.pack,
            "words": words,
            "backdrop": _backdrop(draft.name, first, second),
            "parts": list(plan.parts),
        }
        if plan.count:
            look["count"] = int(fill_slots(plan.count, values) or draft.pack)
        if plan.form:
            known, said = forms_of(plan.shape), values | {"pack": str(draft.pack)}
            # What is left to the customer, and so not said of the parent, is as such things usually are.
            texts = ((name, fill_slots(text, said)) for name, text in plan.form.items())
            look["form"] = {name: form_of(known[name], text) for name, text in texts if text is not None}
        return json.dumps(look, ensure_ascii=False)

    def _surround(self, item: Item, categories: Sequence[int]) -> None:
        """Categories, specifications and pictures."""
        for category in categories:
            self.positions[category] = self.positions.get(category, 0) + 1
            self.rows["category"].append((item.id, category, self.positions[category]))
        maker = self.lore.company(item.draft.brand.company_id).name
        for position, (label, value) in enumerate(item.draft.specs, start=1):
            self.rows["spec"].append((item.id, position, label, maker if label == "Manufacturer" else value))
        for position, view in enumerate(VIEWS[: self.rng.integer(3, 4)], start=1):
            self._image(item.id, position, view, item.name)

    def _image(self, product: int, position: int, view: str, name: str) -> None:
        self.images += 1
        self.rows["image"].append((self.images, product, position, view, name))

    def _options(self, product: int, options: dict[str, str]) -> None:
        self.rows["option"] += [
            (product, self.sorting.attributes[code], self.sorting.options[code, option])
            for code, option in options.items()
        ]

    def _url_key(self, name: str) -> str:
        wished = slug(name)
        key, number = wished, 1
        while key in self.url_keys:
            number += 1
            key = f"{wished}-{number}"
        self.url_keys.add(key)
        return key

    def relate(self, items: Sequence[Item]) -> None:
        """Each product recommends up to four others of its category."""
        groups: dict[int, list[Item]] = {}
        for item in items:
            if item.enabled:
                groups.setdefault(item.category, []).append(item)
        for item in items:
            shelf = groups.get(item.category, [])
            others = self.rng.sample(shelf, min(5, len(shelf)))
            chosen = [other for other in others if other.id != item.id][:4]
            self.rows["relation"] += [(item.id, other.id, place) for place, other in enumerate(chosen, start=1)]

    def write(self, db: Database) -> None:
        """Stores what was collected so far."""
        rows = self.rows
        db.run_many(PRODUCT, rows["product"])
        insert = "INSERT INTO {} VALUES ({})".format
        db.run_many(insert("product_category", "?, ?, ?"), sorted(rows["category"]))
        db.run_many(insert("product_option", "?, ?, ?"), sorted(rows["option"]))
        db.run_many(insert("product_axis", "?, ?, ?"), rows["axis"])
        db.run_many(insert("product_spec", "?, ?, ?, ?"), rows["spec"])
        db.run_many(insert("product_image", "?, ?, ?, ?, ?, NULL"), rows["image"])
        db.run_many(insert("product_relation", "?, ?, ?"), rows["relation"])
        for collected in rows.values():
            collected.clear()


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _backdrop(name: str, *colors: str) -> str:
    free = [color for color in BACKDROPS if color not in colors]
    return free[len(name) % len(free)]


def _letters(text: str) -> str:
    """Three capital letters for a SKU: the first and the next consonants."""
    plain = slug(text).replace("-", "")
    rest = "".join(letter for letter in plain[1:] if letter not in "aeiou0123456789") + plain[1:] + "xx"
    return f"{plain[0]}{rest[:2]}".upper()


def _short(option: str) -> str:
    """An option in a SKU: ``RED``, ``SKYBLUE``, ``12OZ``."""
    return slug(option).replace("-", "").upper()[:14]
