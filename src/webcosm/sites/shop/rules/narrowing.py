"""What lists can be narrowed by: filters in an address, and facets that offer further ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote_plus

import numpy as np

from webcosm.sites.kit.formats import money, parse_money
from webcosm.sites.shop.rules.shelf import Goods
from webcosm.worlds import Database, Row

__all__ = ["Attribute", "Choice", "Facet", "Filters", "Span", "attributes_of", "facets", "price_spans"]

RESERVED = frozenset({"q", "sort", "dir", "mode", "size", "page", "price", "brand", "stock", "name", "sku"})
"""Parameters of lists; an attribute with such a code gets a longer one."""


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

    def apply(self, goods: Goods) -> Goods:
        wanted = np.ones(len(goods), dtype=np.bool_)
        if self.price:
            wanted &= goods.price >= self.price.low
            if self.price.high is not None:
                wanted &= goods.price < self.price.high
        if self.brand:
            number = goods.brands.index(self.brand) if self.brand in goods.brands else -1
            wanted &= goods.brand == number
        if self.in_stock:
            wanted &= goods.available
        for option in self.options.values():
            wanted &= goods.having(option)
        return goods if wanted.all() else goods.keep(wanted)


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


def facets(goods: Goods, filters: Filters, attributes: Sequence[Attribute]) -> list[Facet]:
    """What the shown products could be narrowed by further, with counts; what would change nothing is left out."""
    found = []
    if filters.price is None:
        prices = np.sort(goods.price)
        choices = []
        for span in price_spans(prices.tolist()):
            end = len(prices) if span.high is None else int(np.searchsorted(prices, span.high))
            if number := end - int(np.searchsorted(prices, span.low)):
                choices.append(Choice(span.text, span.label, number))
        found.append(Facet("Price", "price", choices))
    if not filters.brand:
        brands = [
            (goods.brands[number], count)
            for number, count in enumerate(np.bincount(goods.brand).tolist())
            if count and goods.brands[number]
        ]
        ordered = sorted(brands, key=lambda pair: (-pair[1], pair[0]))
        found.append(Facet("Brand", "brand", [Choice(name, name, number) for name, number in ordered]))
    counts = dict(enumerate(np.bincount(goods.option).tolist()))
    for attribute in attributes:
        if attribute.parameter not in filters.options:
            choices = [
                Choice(str(number), option.label, counts[number], option.swatch)
                for number, option in attribute.options.items()
                if counts.get(number)
            ]
            found.append(Facet(attribute.label, attribute.parameter, choices))
    available = int(np.count_nonzero(goods.available))
    if not filters.in_stock and 0 < available < len(goods):
        found.append(Facet("Availability", "stock", [Choice("1", "In stock", available)]))
    return [facet for facet in found if len(facet.choices) > 1 or facet.parameter == "stock"]


EDGES = [50 * round(step * 10**power / 50) for power in range(2, 9) for step in (1, 1.5, 2, 2.5, 3, 4, 5, 7.5)]
"""Round amounts in cents."""
SPANS = 5


def price_spans(prices: Sequence[int]) -> list[Span]:
    """Up to five ranges with round bounds that hold about as many of the sorted prices each."""
    if not prices:
        return []
    bounds: list[int] = []
    for part in range(1, SPANS):
        wanted = prices[len(prices) * part // SPANS]
        edge = min(EDGES, key=lambda edge: (abs(edge - wanted), edge))
        if prices[0] < edge <= prices[-1] and edge not in bounds:
            bounds.append(edge)
    return [Span(low, high) for low, high in zip([0, *bounds], [*bounds, None], strict=True)] if bounds else []


def _dollars(cents: int) -> str:
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"
