"""Categories, attributes, attribute sets and tax classes: what products are sorted by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.pictures import PALETTE
from webcosm.sites.kit.formats import slug
from webcosm.sites.shop.seed.goods import ATTRIBUTES, TAX_CLASSES, ProductKind
from webcosm.sites.shop.seed.products import Draft
from webcosm.worlds import Database, Value

__all__ = ["Shelves", "Sorting", "write_attributes", "write_categories"]

TIER_SHELVES = {"premium": "Premium", "budget": "Value"}
FEWEST_ON_SHELF = 24
"""A further category is opened only for this many products."""


@dataclass(frozen=True)
class Sorting:
    """The ids of attributes, options, sets and tax classes."""

    attributes: Mapping[str, int]
    options: Mapping[tuple[str, str], int]
    sets: Mapping[str, int]
    tax_classes: Mapping[str, int]


def write_attributes(db: Database, kinds: Sequence[ProductKind]) -> Sorting:
    tax_classes = {name: number for number, name in enumerate(TAX_CLASSES, start=1)}
    db.run_many("INSERT INTO tax_class (id, name) VALUES (?, ?)", [(n, name) for name, n in tax_classes.items()])
    picks = sorted({code for kind in kinds for code in kind.pick} - set(ATTRIBUTES))
    attributes = {code: number for number, code in enumerate((*ATTRIBUTES, *picks), start=1)}
    db.run_many(
        "INSERT INTO attribute (id, code, label, filterable, for_variants) VALUES (?, ?, ?, 1, ?)",
        [(n, code, code.replace("_", " ").capitalize(), int(code in ATTRIBUTES)) for code, n in attributes.items()],
    )
    labels: dict[str, dict[str, None]] = {code: {} for code in attributes}
    labels["color"] = dict.fromkeys(PALETTE)
    for kind in kinds:
        for code, known in (*kind.axes.items(), *kind.pick.items()):
            labels[code] |= dict.fromkeys(known)
    options: dict[tuple[str, str], int] = {}
    rows: list[tuple[Value, ...]] = []
    for code, found in labels.items():
        for position, label in enumerate(found, start=1):
            options[code, label] = len(rows) + 1
            rows.append(
                (len(rows) + 1, attributes[code], label, PALETTE.get(label, "") if code == "color" else "", position)
            )
    db.run_many("INSERT INTO attribute_option (id, attribute_id, label, swatch, position) VALUES (?, ?, ?, ?, ?)", rows)
    return Sorting(attributes, options, _write_sets(db, kinds, attributes), tax_classes)


def _write_sets(db: Database, kinds: Sequence[ProductKind], attributes: Mapping[str, int]) -> dict[str, int]:
    names = ("Default", *sorted({kind.set for kind in kinds} - {"Default"}))
    sets = {name: number for number, name in enumerate(names, start=1)}
    db.run_many("INSERT INTO attribute_set (id, name) VALUES (?, ?)", [(n, name) for name, n in sets.items()])
    members = {("Default", code) for code in ("color", "size", "material")}
    members |= {(kind.set, code) for kind in kinds for code in (*kind.axes, *kind.pick, "color")}
    db.run_many(
        "INSERT INTO attribute_set_member (set_id, attribute_id) VALUES (?, ?)",
        sorted((sets[name], attributes[code]) for name, code in members),
    )
    return sets


@dataclass(frozen=True)
class Shelves:
    """Where products stand: each kind's third-level category, and further ones beside it for some of its products."""

    of_kind: Mapping[str, int]
    further: Mapping[tuple[int, str], int]
    """(third-level category, facet) -> its category."""
    parents: Mapping[int, int | None]

    def of(self, draft: Draft) -> list[int]:
        home = self.of_kind[draft.kind.id]
        return [home, *(self.further[home, facet] for facet in _facets(draft) if (home, facet) in self.further)]

    def with_ancestors(self, categories: Sequence[int]) -> frozenset[int]:
        found: set[int] = set()
        for category in categories:
            step: int | None = category
            while step is not None:
                found.add(step)
                step = self.parents[step]
        return frozenset(found)


def _facets(draft: Draft) -> list[str]:
    """What a further category may hold: goods of one material or another pick, or of a class of brands."""
    picks = [
        option
        for code, option in sorted(draft.options.items())
        if code in draft.kind.pick
        and option.replace(" ", "").replace("-", "").isalpha()
        and option not in ("Yes", "No")
    ]
    tier = TIER_SHELVES.get(draft.brand.tier)
    return picks + ([tier] if tier else [])


def write_categories(
    db: Database, kinds: Sequence[ProductKind], found: Sequence[Draft], descriptions: Mapping[str, str]
) -> Shelves:
    """The tree. Third-level categories with many products get further ones beside them, by what divides them."""
    rows: list[tuple[int, int | None, str, str, int, int, str]] = []
    ids: dict[str, int] = {}
    children: dict[int | None, int] = {}

    def add(parent: int | None, path: str, name: str, level: int, description: str) -> int:
        if path not in ids:
            ids[path] = len(ids) + 1
            children[parent] = children.get(parent, 0) + 1
            rows.append((ids[path], parent, name, path, level, children[parent], description))
        return ids[path]

    homes: dict[str, tuple[int, str, str]] = {}
    of_kind: dict[str, int] = {}
    for kind in kinds:
        path = slug(kind.department)
        parent = add(
            None,
            path,
            kind.department,
            1,
            descriptions.get(kind.department, f"Everything for {_phrase(kind.department)}."),
        )
        path = f"{path}/{slug(kind.category[0])}"
        second = add(
            parent,
            path,
            kind.category[0],
            2,
            f"Browse {_phrase(kind.category[0])} by kind, or narrow the list by brand and price.",
        )
        name = kind.category[1]
        of_kind[kind.id] = add(second, f"{path}/{slug(name)}", name, 3, f"All our {_phrase(name)} in one place.")
        homes[kind.id] = (second, path, name)
    counts: dict[tuple[str, str], int] = {}
    per_home: dict[int, int] = {}
    for draft in found:
        home = of_kind[draft.kind.id]
        per_home[home] = per_home.get(home, 0) + 1
        for facet in _facets(draft):
            counts[draft.kind.id, facet] = counts.get((draft.kind.id, facet), 0) + 1
    further: dict[tuple[int, str], int] = {}
    for (kind_id, facet), count in counts.items():
        home = of_kind[kind_id]
        if count >= FEWEST_ON_SHELF and per_home[home] >= 4 * FEWEST_ON_SHELF:
            second, path, name = homes[kind_id]
            text = f"{facet} {_phrase(name)}, picked out of all our {_phrase(name)}."
            further[home, facet] = add(second, f"{path}/{slug(facet)}-{slug(name)}", f"{facet} {name}", 3, text)
    db.run_many(
        "INSERT INTO category (id, parent_id, name, url_path, level, position, description)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    return Shelves(of_kind, further, {row[0]: row[1] for row in rows})


def _phrase(name: str) -> str:
    """A category's name in running text."""
    return name.replace(" & ", " and ").lower()
