"""Categories, and the kinds of things that people list, as ``content/`` has them.

A kind is written once and makes many listings. Of its keys:

- ``fix.CODE`` an attribute that all of the kind have, ``pick.CODE`` choices with weights (``Red*2, Blue``),
  ``num.CODE`` lowest, highest, step; ``yes.CODE`` how often it is so. Codes that are no attributes of the category are
  slots for sentences alone.
- ``models`` lines of name, attributes and price when new, for kinds that come in models.
- ``price`` when new, from and to; ``fade`` the share of its value that a year takes; ``age`` in years.
- ``titles``, ``opening``, ``about``, ``flaws``, ``reasons``, ``terms`` sentences, one a line; ``about_if`` those for
  things with an attribute. ``[this|that]`` are alternatives. A sentence whose slot has no value is left out.
- ``size`` how it is handed over, ``shape`` how it is drawn where it is no scene of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from webcosm.lore import Wheel
from webcosm.sites.kit.sentences import lines

__all__ = ["AttributePlan", "CategoryPlan", "Kind", "Model", "category_plans", "content", "kinds"]

CONTENT = Path(__file__).parent.parent / "content"


@dataclass(frozen=True)
class AttributePlan:
    code: str
    label: str
    kind: str
    unit: str
    required: bool
    choices: tuple[str, ...]


@dataclass(frozen=True)
class CategoryPlan:
    name: str
    slug: str
    group: str
    """The slug of the group it stands in."""
    attributes: tuple[AttributePlan, ...]

    def attribute(self, code: str) -> AttributePlan | None:
        return next((one for one in self.attributes if one.code == code), None)


@dataclass(frozen=True)
class Model:
    """One of the models that a kind comes in."""

    name: str
    values: Mapping[str, tuple[str, ...]]
    """Attribute to the values that it may have."""
    price: int


@dataclass(frozen=True, eq=False)
class Kind:
    category: str
    noun: str
    size: str
    weight: float
    titles: tuple[str, ...]
    opening: tuple[str, ...]
    about: tuple[str, ...]
    flaws: tuple[str, ...]
    reasons: tuple[str, ...]
    terms: tuple[str, ...]
    about_if: Mapping[str, tuple[str, ...]]
    plural: bool
    brand: str
    brand_share: float
    age: tuple[int, int]
    fade: float
    price: tuple[int, int]
    models: tuple[Model, ...]
    picks: Mapping[str, Wheel[str]]
    more: Mapping[str, Any] = field(default_factory=dict)
    """The keys that only few kinds have."""

    @property
    def fixed(self) -> Mapping[str, str]:
        return dict(self.more.get("fix", {}))


@cache
def content(name: str) -> dict[str, Any]:
    """A file of the content folder."""
    return tomllib.loads((CONTENT / f"{name}.toml").read_text(encoding="utf-8"))


def groups() -> list[tuple[str, str]]:
    """(name, slug) of the groups of categories, in their order."""
    return [(group["name"], group["slug"]) for group in content("categories")["group"]]


@cache
def category_plans() -> tuple[CategoryPlan, ...]:
    return tuple(
        CategoryPlan(row["name"], row["slug"], group["slug"], tuple(map(_attribute, lines(row["attributes"]))))
        for group in content("categories")["group"]
        for row in group["category"]
    )


def _attribute(line: str) -> AttributePlan:
    code, label, kind, rest = (part.strip() for part in line.split("|"))
    choices = tuple(one.strip() for one in rest.split(",")) if kind == "choice" else ()
    return AttributePlan(code.rstrip("*"), label, kind, "" if choices else rest, code.endswith("*"), choices)


@cache
def kinds() -> tuple[Kind, ...]:
    files = sorted((CONTENT / "kinds").glob("*.toml"))
    return tuple(_kind(row) for file in files for row in tomllib.loads(file.read_text(encoding="utf-8"))["kind"])


def _kind(row: dict[str, Any]) -> Kind:
    low, high = row.get("price", (0, 0))
    first, last = row.get("age", (0, 0))
    return Kind(
        category=row["category"],
        noun=row["noun"],
        size=row["size"],
        weight=row["weight"],
        titles=lines(row.get("titles", "")),
        opening=lines(row.get("opening", "")),
        about=lines(row.get("about", "")),
        flaws=lines(row.get("flaws", "")),
        reasons=lines(row.get("reasons", "")),
        terms=lines(row.get("terms", "")),
        about_if={key: lines(text) for key, text in row.get("about_if", {}).items()},
        plural=row.get("plural", False),
        brand=row.get("brand", ""),
        brand_share=row.get("brand_share", 1.0),
        age=(first, last),
        fade=row.get("fade", 0.0),
        price=(low, high),
        models=tuple(map(_model, lines(row.get("models", "")))),
        picks={code: _wheel(text) for code, text in row.get("pick", {}).items()},
        more=row,
    )


def _model(line: str) -> Model:
    name, values, price = (part.strip() for part in line.split("|"))
    pairs = (pair.split("=") for pair in values.split())
    spelled = {code: tuple(one.replace("_", " ") for one in given.split(",")) for code, given in pairs}
    return Model(name, spelled, int(price))


def _wheel(text: str) -> Wheel[str]:
    parts = [one.strip().partition("*") for one in text.split(",")]
    return Wheel([name for name, _, _ in parts], [float(weight or 1) for _, _, weight in parts])
