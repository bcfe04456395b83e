"""The page about launching products: what it may say, and what a product's columns become by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from webcosm.lore import Rng
from webcosm.sites.admin.catalog.product_state import VISIBILITIES
from webcosm.tasks import Dials
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text
from webcosm.worlds import Value

__all__ = ["Entry", "Figures", "Good", "drawn_entry", "drawn_figures"]

STEPS = ("price", "weight", "qty", "enabled", "special", "is_new", "visibility", "on_sale")
"""In the order in which levels take them up."""
CLAUSES = ("price", "weight", "qty", "special", "visibility", "weekend")
"""Exceptions, in the order in which levels take them up: each named for its step, but for the second one to special
prices."""


@dataclass(frozen=True)
class Good:
    """A product as the shop had it."""

    sku: str
    weight: int
    price: int

    @property
    def said(self) -> str:
        return f"{self.sku}|{self.weight}|{self.price}"

    @classmethod
    def read(cls, text: str) -> Good:
        sku, weight, price = text.split("|")
        return cls(sku, int(weight), int(price))


@dataclass(frozen=True)
class Entry:
    """A product on the sheet."""

    sku: str
    cost: int
    weight: int
    pieces: int
    day: date

    @property
    def text(self) -> str:
        return (
            f"- {self.sku}: cost {price_text(self.cost)}, net weight {self.weight} g, {self.pieces} delivered,"
            f" launch day {said_day(self.day)}"
        )


@dataclass(frozen=True)
class Figures:
    """What one version of the page says."""

    steps: tuple[str, ...]
    clauses: tuple[str, ...]
    markup: int
    """In tenths."""
    lower_markup: int
    dear: int
    packaging: int
    more_packaging: int
    heavy: int
    samples: int
    few: int
    percent: int
    days: int
    least: int
    cheap: int

    def texts(self) -> list[str]:
        def unless(step: str, words: str) -> str:
            return f" {words}" if step in self.clauses else ""

        dear, least = price_text(self.dear), price_text(self.least)
        words = {
            "price": f"Price: the cost times {_tenths(self.markup)}, rounded up to the next price that ends in .99."
            + unless("price", f"If the cost is above {dear}, take it times {_tenths(self.lower_markup)} instead."),
            "weight": f"Weight: the net weight plus {self.packaging} g for packaging."
            + unless("weight", f"If the net weight is above {self.heavy} g, add {self.more_packaging} g instead."),
            "qty": f"Quantity: what was delivered, less {self.samples} samples that we keep."
            + unless("qty", f"If fewer than {self.few} were delivered, we keep no samples."),
            "enabled": "Enable the product.",
            "special": f"Special price: {self.percent}% off the price, rounded down to whole dollars. It's valid for"
            f" {self.days} days, the launch day being the first of them."
            + unless("weekend", "If the launch day is a Saturday or Sunday, the Monday after is the first of them.")
            + unless("special", f"If the price is below {least}, there is no special price."),
            "is_new": "Mark the product as new.",
            "visibility": f"Visibility: {VISIBILITIES['both']}."
            + unless("visibility", f"If the price is below {price_text(self.cheap)}, just {VISIBILITIES['search']}."),
            "on_sale": "Set the sale mark if the product has a special price, otherwise leave it off.",
        }
        return [words[step] for step in self.steps]

    def price(self, entry: Entry) -> int:
        lower = "price" in self.clauses and entry.cost > self.dear
        cents = -(-entry.cost * (self.lower_markup if lower else self.markup) // 10)
        return cents + (99 - cents) % 100

    def values(self, entry: Entry) -> dict[str, Value]:
        """The columns of a product that is launched by these figures."""
        price = self.price(entry)
        heavy = "weight" in self.clauses and entry.weight > self.heavy
        few = "qty" in self.clauses and entry.pieces < self.few
        bare = "special" in self.clauses and price < self.least
        first = entry.day
        if "weekend" in self.clauses and first.weekday() > 4:
            first += timedelta(days=7 - first.weekday())
        last = first + timedelta(days=self.days - 1)
        special = None if bare else price * (100 - self.percent) // 10_000 * 100
        searched = "visibility" in self.clauses and price < self.cheap
        found: dict[str, dict[str, Value]] = {
            "price": {"price": price},
            "weight": {"weight": entry.weight + (self.more_packaging if heavy else self.packaging)},
            "qty": {"qty": entry.pieces - (0 if few else self.samples)},
            "enabled": {"enabled": 1},
            "special": {
                "special_price": special,
                "special_from": None if bare else first.isoformat(),
                "special_to": None if bare else last.isoformat(),
            },
            "is_new": {"is_new": 1},
            "visibility": {"visibility": "search" if searched else "both"},
            "on_sale": {"on_sale": int(not bare)},
        }
        return {name: value for step in self.steps for name, value in found[step].items()}


def _tenths(number: int) -> str:
    return f"{number // 10}.{number % 10}"


def drawn_figures(rng: Rng, dials: Dials, entries: Sequence[Entry]) -> Figures:
    """With bounds that lie between the products' own figures, where there are several."""
    found = Figures(
        STEPS[: dials.rules],
        CLAUSES[: dials.exceptions],
        markup=rng.integer(21, 27),
        lower_markup=rng.integer(15, 20),
        dear=_bound(rng, [one.cost for one in entries], 100),
        packaging=10 * rng.integer(4, 12),
        more_packaging=10 * rng.integer(15, 30),
        heavy=_bound(rng, [one.weight for one in entries], 50),
        samples=rng.integer(2, 5),
        few=_bound(rng, [one.pieces for one in entries], 1),
        percent=5 * rng.integer(2, 5),
        days=rng.integer(8, 20),
        least=0,
        cheap=0,
    )
    prices = [found.price(one) for one in entries]
    return replace(found, least=_bound(rng, prices, 100), cheap=_bound(rng, prices, 100))


def _bound(rng: Rng, values: Sequence[int], unit: int) -> int:
    """A round figure above one of the values, and not above the highest one if there are several."""
    value = rng.choice(sorted(set(values))[:-1] or list(values))
    return -(-(value + 1) // unit) * unit


def drawn_entry(rng: Rng, good: Good, today: date) -> Entry:
    """The cost leads to about the price that the shop had for it."""
    day = today + timedelta(days=rng.integer(2, 12))
    return Entry(good.sku, max(5, good.price * rng.integer(36, 52) // 500 * 5), good.weight, rng.integer(12, 70), day)
