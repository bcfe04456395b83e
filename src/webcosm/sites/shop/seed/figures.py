"""Numbers of products: how prices and weights grow with size, what is written about them.

Only additions, products and square roots of floats: those come out equal on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from webcosm.lore import Rng

__all__ = ["contents_weight", "dimensions", "growth", "pack_price", "quantity", "shop_price", "stamp", "weight_text"]

UNITS = {
    "oz": 1.0, "fl oz": 1.0, "lb": 16.0, "lbs": 16.0, "g": 0.0353, "kg": 35.3, "qt": 32.0, "gal": 128.0,
    "gallon": 128.0, "gallons": 128.0, "cup": 8.0, "cups": 8.0, "ml": 0.0338, "l": 33.8, "liter": 33.8, "liters": 33.8,
    "mb": 1.0, "gb": 1000.0, "tb": 1_000_000.0, "mah": 1.0, "wh": 1.0, "in": 1.0, "inch": 1.0, "inches": 1.0, '"': 1.0,
    "ft": 12.0, "yd": 36.0, "cm": 0.394, "m": 39.4, "mm": 0.0394, "ct": 1.0, "count": 1.0, "bags": 1.0,
    "sheets": 1.0, "pieces": 1.0, "piece": 1.0, "rolls": 1.0, "capsules": 1.0, "pods": 1.0, "w": 1.0, "watt": 1.0,
    "watts": 1.0, "drawers": 1.0, "person": 1.0, "tablets": 1.0, "wipes": 1.0, "pages": 1.0, "shelves": 1.0,
}  # fmt: skip
AMOUNT = re.compile(r"(\d+(?:,\d{3})*(?:\.\d+)?)[ -]?([A-Za-z\"]+(?: oz)?)")
STEEP: tuple[tuple[re.Pattern[str], float], ...] = (
    # How much is in it: twice as much costs nearly twice as much.
    (
        re.compile(
            r"net weight|volume|bag size|count|contents|pieces|sheets|\bbags\b|servings|per box|in (?:the )?set", re.I
        ),
        4.0,
    ),
    (re.compile(r"capacity", re.I), 2.2),
    # What a thing can do or how large it is: more costs more, but not in proportion.
    (
        re.compile(
            r"size|length|storage|screen|memory|sleeps|width|height|power|wattage|battery|load|drawers|diameter|seats"
            r"|shelves|weight|pages",
            re.I,
        ),
        1.5,
    ),
)
"""Labels of specifications, and how many times as much as the smallest the largest costs at most."""
CONTENTS = frozenset({"net weight", "volume", "bag size"})
"""Labels of goods that are weighed out, so that their weight follows from what is in them."""
GRAMS = {"oz": 28.35, "lb": 453.6, "g": 1.0, "kg": 1000.0, "fl oz": 29.6, "ml": 1.0, "l": 1000.0, "gal": 3785.0}
PACKAGING = 1.08
SIZES = {"XXS": 0.97, "XS": 0.98, "XL": 1.03, "XXL": 1.08, "2XL": 1.08, "3XL": 1.13, "XXXL": 1.13}
MONEY_STEPS = ((600, 10), (2_500, 50), (10_000, 100), (50_000, 500))


def quantity(value: str) -> float | None:
    """``12 fl oz`` -> 12.0, ``1.5 TB`` -> 1500000.0; None for what is no amount."""
    found = AMOUNT.match(value.strip())
    if not found or (unit := UNITS.get(found[2].lower())) is None:
        return None
    return float(found[1].replace(",", "")) * unit


def growth(label: str, value: str, values: Sequence[str]) -> float:
    """How much more than the smallest of the values this one is worth; 1.0 where no size is told."""
    if value in SIZES:
        return SIZES[value]
    steepest = next((most for pattern, most in STEEP if pattern.search(label)), 1.0)
    own = quantity(value)
    known = [number for each in values if (number := quantity(each))]
    if steepest == 1.0 or own is None or len(known) < len(values):
        return 1.0
    low, high = min(known), max(known)
    if high <= low:
        return 1.0
    steep = min(0.75 * (high / low - 1.0), steepest - 1.0)
    return 1.0 + steep * (own - low) / (high - low)


def contents_weight(label: str, value: str) -> int | None:
    """Grams of goods that are sold by weight or volume, with their packaging; None for a label of something else."""
    found = AMOUNT.match(value.strip())
    if label.casefold() not in CONTENTS or not found or found[2].lower() not in GRAMS:
        return None
    return round(float(found[1].replace(",", "")) * GRAMS[found[2].lower()] * PACKAGING)


def pack_price(unit: float, pack: int, saving: float) -> float:
    """A pack costs less for each piece than a single one; ``saving`` is what very many would save."""
    return unit * pack * (1.0 - saving * (pack - 1) / (pack + 2))


def shop_price(dollars: float) -> int:
    """Cents, as shops end their prices: 4.79, 23.49, 129.99, 1,295.00."""
    cents = max(99, round(dollars * 100))
    for limit, step in MONEY_STEPS:
        if cents < limit:
            return -(-cents // step) * step - 1
    return -(-cents // 1_000) * 1_000 - 500


def weight_text(grams: int) -> str:
    ounces = grams * 0.035274
    if ounces < 16:
        return f"{ounces:.1f} ounces"
    return f"{ounces / 16:.1f} pounds"


def dimensions(rng: Rng, grams: int) -> str:
    """Inches of a parcel-like thing of this weight."""
    volume = grams / rng.uniform(0.25, 0.6) / 16.39
    side = 1.0
    for _ in range(40):  # the cube root by Newton's method
        side = (2.0 * side + volume / (side * side)) / 3.0
    wide, deep = side * rng.uniform(1.0, 1.7), side * rng.uniform(0.7, 1.0)
    high = volume / (wide * deep)
    return " x ".join(f"{max(0.2, each):.1f}" for each in (wide, deep, high)) + " inches"


def stamp(day: date, rng: Rng, first_hour: int = 7, last_hour: int = 21) -> str:
    """A moment of the day at which people are at work."""
    seconds = rng.integer(first_hour * 3600, last_hour * 3600)
    return f"{datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(seconds=seconds):%Y-%m-%d %H:%M:%S}"
