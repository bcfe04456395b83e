"""Units and exact conversion between them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from webcosm.sites.calc.functions import CONTEXT

__all__ = ["QUANTITIES", "Quantity", "Unit", "convert"]


@dataclass(frozen=True)
class Unit:
    key: str
    """Also its symbol."""
    name: str
    plural: str
    factor: Decimal
    """How much of the quantity's base unit it is. Bases are chosen so that all factors are exact."""
    offset: Decimal = Decimal(0)


@dataclass(frozen=True)
class Quantity:
    key: str
    name: str
    units: tuple[Unit, ...]
    floor: Decimal | None = None
    """The least amount in base units, where nature sets one."""

    def unit(self, key: str | None) -> Unit | None:
        return next((unit for unit in self.units if unit.key == key), None)


def _unit(key: str, name: str, factor: str, plural: str = "", offset: str = "0") -> Unit:
    return Unit(key, name, plural or f"{name}s", Decimal(factor), Decimal(offset))


QUANTITIES = (
    Quantity(
        "length",
        "Length",
        (
            _unit("mi", "mile", "1609.344"),
            _unit("km", "kilometer", "1000"),
            _unit("m", "meter", "1"),
            _unit("cm", "centimeter", "0.01"),
            _unit("mm", "millimeter", "0.001"),
            _unit("yd", "yard", "0.9144"),
            _unit("ft", "foot", "0.3048", "feet"),
            _unit("in", "inch", "0.0254", "inches"),
            _unit("nmi", "nautical mile", "1852"),
        ),
    ),
    Quantity(
        "mass",
        "Mass",
        (
            _unit("lb", "pound", "453.59237"),
            _unit("kg", "kilogram", "1000"),
            _unit("g", "gram", "1"),
            _unit("mg", "milligram", "0.001"),
            _unit("oz", "ounce", "28.349523125"),
            _unit("st", "stone", "6350.29318", "stone"),
            _unit("ton", "short ton", "907184.74"),
            _unit("t", "metric ton", "1000000"),
        ),
    ),
    Quantity(
        "temperature",
        "Temperature",
        (  # the base is a ninth of a kelvin: 5/9 has no exact decimal, 5 and 9 do
            _unit("°F", "degree Fahrenheit", "5", "degrees Fahrenheit", "2298.35"),
            _unit("°C", "degree Celsius", "9", "degrees Celsius", "2458.35"),
            _unit("K", "kelvin", "9"),
        ),
        floor=Decimal(0),
    ),
    Quantity(
        "volume",
        "Volume",
        (
            _unit("gal", "US gallon", "3785.411784"),
            _unit("L", "liter", "1000"),
            _unit("mL", "milliliter", "1"),
            _unit("qt", "US quart", "946.352946"),
            _unit("pt", "US pint", "473.176473"),
            _unit("cup", "US cup", "236.5882365"),
            _unit("fl oz", "US fluid ounce", "29.5735295625"),
            _unit("tbsp", "tablespoon", "14.78676478125"),
            _unit("tsp", "teaspoon", "4.92892159375"),
            _unit("m³", "cubic meter", "1000000"),
            _unit("ft³", "cubic foot", "28316.846592", "cubic feet"),
        ),
    ),
    Quantity(
        "area",
        "Area",
        (
            _unit("ft²", "square foot", "0.09290304", "square feet"),
            _unit("m²", "square meter", "1"),
            _unit("in²", "square inch", "0.00064516", "square inches"),
            _unit("yd²", "square yard", "0.83612736"),
            _unit("ac", "acre", "4046.8564224"),
            _unit("ha", "hectare", "10000"),
            _unit("km²", "square kilometer", "1000000"),
            _unit("mi²", "square mile", "2589988.110336"),
        ),
    ),
    Quantity(
        "speed",
        "Speed",
        (  # the base is a meter an hour
            _unit("mph", "mile per hour", "1609.344", "miles per hour"),
            _unit("km/h", "kilometer per hour", "1000", "kilometers per hour"),
            _unit("m/s", "meter per second", "3600", "meters per second"),
            _unit("ft/s", "foot per second", "1097.28", "feet per second"),
            _unit("kn", "knot", "1852"),
        ),
    ),
    Quantity(
        "time",
        "Time",
        (
            _unit("h", "hour", "3600"),
            _unit("min", "minute", "60"),
            _unit("s", "second", "1"),
            _unit("ms", "millisecond", "0.001"),
            _unit("d", "day", "86400"),
            _unit("wk", "week", "604800"),
            _unit("yr", "year of 365 days", "31536000", "years of 365 days"),
        ),
    ),
    Quantity(
        "data",
        "Data",
        (
            _unit("MB", "megabyte", "8000000"),
            _unit("GB", "gigabyte", "8000000000"),
            _unit("TB", "terabyte", "8000000000000"),
            _unit("kB", "kilobyte", "8000"),
            _unit("B", "byte", "8"),
            _unit("bit", "bit", "1"),
            _unit("Mbit", "megabit", "1000000"),
            _unit("Gbit", "gigabit", "1000000000"),
            _unit("KiB", "kibibyte", "8192"),
            _unit("MiB", "mebibyte", "8388608"),
            _unit("GiB", "gibibyte", "8589934592"),
            _unit("TiB", "tebibyte", "8796093022208"),
        ),
    ),
)


def convert(value: Decimal, source: Unit, target: Unit, quantity: Quantity) -> Decimal:
    base = CONTEXT.add(CONTEXT.multiply(value, source.factor), source.offset)
    if quantity.floor is not None and base < quantity.floor:
        raise ValueError("Nothing is colder than absolute zero (−459.67 °F, −273.15 °C, 0 K).")
    return CONTEXT.divide(CONTEXT.subtract(base, target.offset), target.factor)
