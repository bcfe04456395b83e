"""Lists of products: which are in one, how filters narrow it, what else it could be narrowed by, and in what order.

A list is fetched once, as narrow rows of the ``shelf`` table; filtering, counting and sorting then happen in memory,
which takes a few milliseconds for the largest department.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple
from urllib.parse import quote_plus

from webcosm.sites.kit.formats import money, parse_money
from webcosm.sites.shop.prices import price_sql, touched_sql
from webcosm.worlds import Database, Row, Value

__all__ = [
    "Attribute",
    "Choice",
    "Facet",
    "Filters",
    "Item",
    "Span",
    "attributes_of",
    "facets",
    "fetch",
    "price_spans",
    "sort_items",
]

RESERVED = frozenset({"q", "sort", "dir", "mode", "size", "page", "price", "brand", "stock", "name", "sku"})
"""Parameters of lists; an attribute with such a code gets a longer one."""


class Item(NamedTuple):
    """A product as lists see it."""

    id: int
    rank: float
    """Its position in a category, or how well it fits a search: small first."""
    price: int
    available: int
    brand: str
    options: str
    """Ids of options, with commas."""
    name: str
    shown: int | None
    """Whether it is in this kind of list; None if its row is missing on the shelf."""
    inexact: int
    """Whether the price has still to be worked out."""


@dataclass(frozen=True)
class Span:
    """A range of prices in cents: from ``low`` on, below ``high``."""

    low: int
    high: int | None

    @classmethod
    def read(cls, text: str) -> Span | None:
        """``10-25`` or ``10-`` or ``-25``, in dollars; None for anything else."""
        match = re.fullmatch(r"([0-9.]{0,12})-([0-9.]{0,12})", text)
        try:
            low = parse_money(match[1]) if match and match[1] else 0
            high = parse_money(match[2]) if match and match[2] else None
        except ValueError:
            return None
        return cls(low, high) if match and (match[1] or match[2]) and (high is None or high > low) else None

    def holds(self, price: int) -> bool:
        return self.low <= price and (self.high is None or price < self.high)

    @property
    def text(self) -> str:
        """As an address has it."""
        return f"{_dollars(self.low)}-{'' if self.high is None else _dollars(self.high)}"

    @property
    def label(self) -> str:
        if self.high is None:
            return f"{money(self.low)} and above"
        return f"{money(self.low)} – {money(self.high - 1)}"


@dataclass(frozen=True)
class Attribute:
    """An attribute that lists can be narrowed by."""

    label: str
    parameter: str
    options: Mapping[int, Row]


@dataclass(frozen=True)
class Filters:
    """What the visitor narrowed a list by."""

    price: Span | None = None
    brand: str = ""
    in_stock: bool = False
    options: Mapping[str, int] = field(default_factory=dict)
    """A parameter to the option chosen for it."""

    @classmethod
    def read(cls, query: Mapping[str, str], attributes: Sequence[Attribute]) -> Filters:
        """Those in an address; what makes no sense is left out."""
        chosen = {}
        for attribute in attributes:
            text = query.get(attribute.parameter, "")
            if re.fullmatch("[0-9]{1,15}", text) and int(text) in attribute.options:
                chosen[attribute.parameter] = int(text)
        return cls(Span.read(query.get("price", "")), query.get("brand", ""), query.get("stock") == "1", chosen)

    def apply(self, items: Sequence[Item]) -> Sequence[Item]:
        if self.price:
            items = [item for item in items if self.price.holds(item.price)]
        if self.brand:
            items = [item for item in items if item.brand == self.brand]
        if self.in_stock:
            items = [item for item in items if item.available]
        for option in self.options.values():
            number = str(option)
            items = [item for item in items if number in item.options.split(",")]
        return items


@dataclass(frozen=True)
class Choice:
    """One way to narrow a list, and how many products would be left."""

    value: str
    label: str
    count: int
    swatch: str = ""

    def query(self, parameter: str) -> str:
        """To be put at the end of an address."""
        return f"{parameter}={quote_plus(self.value)}"


@dataclass(frozen=True)
class Facet:
    label: str
    parameter: str
    choices: Sequence[Choice]


def attributes_of(db: Database) -> list[Attribute]:
    """All filterable attributes with their options."""
    options: dict[int, dict[int, Row]] = {}
    for row in db.rows("SELECT id, attribute_id, label, swatch FROM attribute_option ORDER BY position, id"):
        options.setdefault(row.attribute_id, {})[row.id] = row
    return [
        Attribute(row.label, f"{row.code}_option" if row.code in RESERVED else row.code, options.get(row.id, {}))
        for row in db.rows("SELECT id, code, label FROM attribute WHERE filterable ORDER BY id")
    ]


def fetch(db: Database, source: str, arguments: Sequence[Value], shown: str, group: int, today: date) -> list[Item]:
    """The products that ``source`` names (as ``product_id`` and ``rank``) and that are ``in_lists`` or ``in_search``.

    A product that is named twice keeps its better rank.
    """
    columns = (
        "shelf.price, shelf.available, shelf.brand, shelf.options, shelf.name,"
        f" shelf.{shown}, shelf.special OR {touched_sql(db, group, today)}"
    )
    rows = db.connection.execute(
        f"SELECT source.product_id, source.rank, {columns} FROM ({source}) AS source"
        " LEFT JOIN shelf ON shelf.product_id = source.product_id",
        tuple(arguments),
    )
    # Tuples as they come: this runs over thousands of products for the largest departments.
    named = list(map(Item._make, rows))
    found = {item.id: item for item in named}
    if len(found) < len(named):
        found = {item.id: item for item in sorted(named, key=lambda item: item.rank, reverse=True)}
    items = [item for item in found.values() if item.shown]
    if absent := [item.id for item in found.values() if item.shown is None]:
        fresh = f"SELECT product_id, 0, {columns} FROM shelf_now AS shelf"
        fresh += " WHERE product_id IN (SELECT value FROM json_each(?))"
        for item in map(Item._make, db.connection.execute(fresh, (json.dumps(absent),))):
            if item.shown:
                items.append(item._replace(rank=found[item.id].rank))
    exact = _exact_prices(db, [item.id for item in items if item.inexact], group, today)
    return [item._replace(price=exact[item.id]) if item.inexact else item for item in items]


def _exact_prices(db: Database, ids: Sequence[int], group: int, today: date) -> dict[int, int]:
    """Of products with a special price or under a rule; all others cost what the shelf says."""
    if not ids:
        return {}
    sql = f"SELECT product.id, {price_sql(db, group, today)} FROM product WHERE id IN (SELECT value FROM json_each(?))"
    return dict(db.connection.execute(sql, (json.dumps(ids),)))


def facets(items: Sequence[Item], filters: Filters, attributes: Sequence[Attribute]) -> list[Facet]:
    """What the shown products could be narrowed by further, with counts; what would change nothing is left out."""
    found = []
    if filters.price is None:
        prices = sorted([item.price for item in items])
        choices = []
        for span in price_spans(prices):
            end = len(prices) if span.high is None else bisect_left(prices, span.high)
            if number := end - bisect_left(prices, span.low):
                choices.append(Choice(span.text, span.label, number))
        found.append(Facet("Price", "price", choices))
    if not filters.brand:
        brands = Counter(item.brand for item in items)
        del brands[""]
        ordered = sorted(brands.items(), key=lambda pair: (-pair[1], pair[0]))
        found.append(Facet("Brand", "brand", [Choice(name, name, number) for name, number in ordered]))
    numbers = Counter(",".join(item.options for item in items).split(","))
    for attribute in attributes:
        if attribute.parameter not in filters.options:
            choices = [
                Choice(str(number), option.label, numbers[str(number)], option.swatch)
                for number, option in attribute.options.items()
                if str(number) in numbers
            ]
            found.append(Facet(attribute.label, attribute.parameter, choices))
    if not filters.in_stock:
        available = sum(1 for item in items if item.available)
        if 0 < available < len(items):
            found.append(Facet("Availability", "stock", [Choice("1", "In stock", available)]))
    return [facet for facet in found if len(facet.choices) > 1 or facet.parameter == "stock"]


EDGES = [
    step * 10**power for power in range(2, 9) for step in (1, 1.5, 2, 2.5, 3, 4, 5, 7.5) if step * 10**power % 50 == 0
]
"""Round amounts in cents."""
SPANS = 5


def price_spans(prices: Sequence[int]) -> list[Span]:
    """Up to five ranges with round bounds that hold about as many of the sorted prices each."""
    if not prices:
        return []
    bounds: list[int] = []
    for part in range(1, SPANS):
        wanted = prices[len(prices) * part // SPANS]
        edge = int(min(EDGES, key=lambda edge: (abs(edge - wanted), edge)))
        if prices[0] < edge <= prices[-1] and edge not in bounds:
            bounds.append(edge)
    return [Span(low, high) for low, high in zip([0, *bounds], [*bounds, None], strict=True)] if bounds else []


def sort_items(items: Sequence[Item], key: str, descending: bool) -> list[Item]:
    """By ``rank``, ``name`` or ``price``; ties by id, whatever the direction."""
    ordered = sorted(items, key=lambda item: item.id)
    match key:
        case "name":
            ordered.sort(key=lambda item: item.name.lower(), reverse=descending)
        case "price":
            ordered.sort(key=lambda item: item.price, reverse=descending)
        case _:
            ordered.sort(key=lambda item: item.rank, reverse=descending)
    return ordered


def _dollars(cents: int) -> str:
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"
