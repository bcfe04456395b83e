"""Distances, coordinates and postal addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, NamedTuple

from webcosm.judge.answer_types.base import Scalar, Sighting
from webcosm.judge.answer_types.figures import find_compounds, find_figures, same_amount, words_to_digits
from webcosm.judge.answer_types.form import Form, measure_schema, text_form
from webcosm.judge.answer_types.moments import mask_moments
from webcosm.judge.answer_types.numbers import Quantity, check_quantity, exact, from_json_quantity, is_money, shown
from webcosm.judge.answer_types.phrase import PhraseAnswer
from webcosm.judge.answer_types.wording import JsonValue, Token, tidy, unwrap_scalar

__all__ = ["Address", "Coordinates", "Distance"]

DISTANCE_UNITS: dict[str, tuple[str, Decimal]] = {
    word: (name, Decimal(metres))
    for name, metres, words in (
        ("mi", "1609.344", "mile miles mi"),
        ("km", "1000", "km kms kilometer kilometers kilometre kilometres"),
        ("m", "1", "m meter meters metre metres"),
        ("yd", "0.9144", "yard yards yd yds"),
        ("ft", "0.3048", "foot feet ft"),
        ("in", "0.0254", "inch inches"),
        ("cm", "0.01", "cm centimeter centimeters centimetre centimetres"),
        ("mm", "0.001", "mm millimeter millimeters millimetre millimetres"),
    )
    for word in words.split()
}
_DISTANCE_WORDS = "|".join(sorted(DISTANCE_UNITS, key=len, reverse=True))
DISTANCE_UNIT = re.compile(rf"\s?-?({_DISTANCE_WORDS})(?![a-z])", re.IGNORECASE)


class Length(NamedTuple):
    metres: Decimal
    units: tuple[str, ...]
    slack: Decimal
    rounding: Decimal


@dataclass(frozen=True)
class Distance(Scalar[Length]):
    """A distance. Other units are converted; a converted value may be off by half of its last digit (see Duration)."""

    value: Quantity
    unit: str = "km"
    tolerance: Quantity = 0
    """In ``unit``."""
    unit_optional: bool = False
    """Whether a bare number will do, because the goal fixes the unit."""

    _decoders: ClassVar = {"value": from_json_quantity, "tolerance": from_json_quantity}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_quantity("Distance", "value", self.value, least=0)
        check_quantity("Distance", "tolerance", self.tolerance, least=0)
        if self.unit not in DISTANCE_UNITS:
            raise ValueError(f"Distance: unknown unit {self.unit!r}; known: {', '.join(DISTANCE_UNITS)}")

    def form(self) -> Form:
        name, _ = DISTANCE_UNITS[self.unit]
        if self.unit_optional:
            return Form(
                f"one distance in {name}", f"distances in {name}", {"type": "number", "description": f"in {name}"}
            )
        units = list(dict.fromkeys(unit for unit, _ in DISTANCE_UNITS.values()))
        return Form("one distance with its unit", "distances with their units", measure_schema(units))

    def _expected_length(self) -> int:
        return 20

    def _prepare(self, text: str) -> str:
        return words_to_digits(tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[Length]]:
        found = [
            Sighting(Length(part.value, part.units, part.slack, part.rounding), part.start, part.end)
            for part in find_compounds(text, DISTANCE_UNITS, DISTANCE_UNIT)
        ]
        if self.unit_optional and not found:
            name, factor = DISTANCE_UNITS[self.unit]
            found = [
                Sighting(
                    Length(figure.value * factor, (name,), Decimal(0), Decimal(0)),
                    figure.start,
                    figure.end,
                    strong=False,
                )
                for figure in find_figures(mask_moments(text))
                if not is_money(text, figure)
            ]
        return found

    def _same(self, one: Length, other: Length) -> bool:
        return same_amount(one.metres, one.rounding, one.units, other.metres, other.rounding, other.units)

    def _best(self, chosen: Sequence[Sighting[Length]]) -> Sighting[Length]:
        name, _ = DISTANCE_UNITS[self.unit]
        return next((sighting for sighting in chosen if sighting.value.units == (name,)), chosen[0])

    def _difference(self, sighting: Sighting[Length]) -> str | None:
        name, factor = DISTANCE_UNITS[self.unit]
        length = sighting.value
        slack = length.slack if length.units != (name,) else Decimal(0)
        off = abs(length.metres - exact(self.value) * factor)
        if off <= max(exact(self.tolerance) * factor, slack):
            return None
        return f"{self._show(length)} m is not {self.value} {self.unit}"

    def _show(self, value: Length) -> JsonValue:
        near = abs(value.metres) < 10**15  # beyond, decimals have no room for a millimetre
        return shown(round(value.metres, 3) if near else value.metres)


DEGREES = re.compile(
    r"(?P<name>\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng)\b\.?\s?[:=]?\s?)?"
    r"(?P<lead>(?<![\w'])[NSEW]\s?)?"
    r"(?P<sign>(?<![\w.])[-+])?(?<![\w.])(?P<degrees>\d{1,3}(?:\.\d{1,20})?)"
    r"(?P<mark>\s?(?:°|º|deg(?:rees?)?\b))?"
    r"(?:\s?(?P<minutes>\d{1,2}(?:\.\d{1,10})?)\s?')?(?:\s?(?P<seconds>\d{1,2}(?:\.\d{1,10})?)\s?(?:\"|''))?"
    r"\s?(?P<side>[NSEW]\b|north\b|south\b|east\b|west\b)?",
    re.IGNORECASE,
)
WELL_KNOWN_TEXT = re.compile(r"\bPOINT\s?\(\s*(-?\d{1,3}(?:\.\d+)?)[\s,]+(-?\d{1,3}(?:\.\d+)?)\s*\)", re.IGNORECASE)


class Position(NamedTuple):
    latitude: float
    longitude: float


@dataclass(frozen=True)
class Coordinates(Scalar[Position]):
    """A latitude and a longitude in degrees, in that order unless the answer names them."""

    latitude: float
    longitude: float
    tolerance: float = 0.0005
    """In degrees, for each of the two; the default is about fifty metres."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not -90 <= self.latitude <= 90 or not -180 <= self.longitude <= 180:
            raise ValueError(f"Coordinates: no place on Earth is at {self.latitude!r}, {self.longitude!r}")
        check_quantity("Coordinates", "tolerance", self.tolerance, least=0)

    def form(self) -> Form:
        degrees = {"type": "number", "description": "in degrees"}
        properties = {"latitude": degrees, "longitude": degrees}
        schema = {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
        return Form("one latitude and longitude in degrees", "latitudes and longitudes in degrees", schema)

    def _expected_length(self) -> int:
        return 40

    def _kind(self) -> str:
        return "pair of a latitude and a longitude"

    def _prepare(self, text: str) -> str:
        return WELL_KNOWN_TEXT.sub(r"lat \2 lon \1", tidy(text))

    def _find(self, text: str) -> Sequence[Sighting[Position]]:
        """Each pair of numbers beside each other; a number left over spoils the reading."""
        matches = list(DEGREES.finditer(text))
        if len(matches) != 2:  # beside other numbers, degrees must look like degrees
            matches = [m for m in matches if "." in m["degrees"] or any(m[g] for g in ("name", "lead", "mark", "side"))]
        if len(matches) % 2:
            return []
        found: list[Sighting[Position]] = []
        for one, other in zip(matches[::2], matches[1::2], strict=True):
            pair = _in_order([_axis(one), _axis(other)])
            if pair is not None and len(text[one.end() : other.start()]) <= PAIR_GAP:
                found.append(Sighting(Position(*pair), one.start(), other.end()))
        return found

    def _same(self, one: Position, other: Position) -> bool:
        return all(abs(a - b) <= self.tolerance for a, b in zip(one, other, strict=True))

    def _difference(self, sighting: Sighting[Position]) -> str | None:
        expected = Position(self.latitude, self.longitude)
        return None if self._same(sighting.value, expected) else f"not {self.latitude}, {self.longitude}"

    def _show(self, value: Position) -> JsonValue:
        return [value.latitude, value.longitude]

    def _text_of(self, value: JsonValue) -> str | None:
        if isinstance(value, list) and len(value) == 2:
            value = {"lat": value[0], "lon": value[1]}
        if isinstance(value, dict) and len(value) == 2:
            texts = [(key, unwrap_scalar(item)) for key, item in value.items()]
            return ", ".join(f"{key} {item}" for key, item in texts)
        return unwrap_scalar(value)


PAIR_GAP = 24  # characters between the two: ", and a longitude of "


def _axis(match: re.Match[str]) -> tuple[str, float]:
    """("lat", "lon" or "", signed degrees)."""
    degrees = float(match["degrees"]) + float(match["minutes"] or 0) / 60 + float(match["seconds"] or 0) / 3600
    side = (match["lead"] or match["side"] or "").strip()[:1].upper()
    if match["sign"] == "-" or side in ("S", "W"):
        degrees = -degrees
    name = (match["name"] or "").strip().casefold()[:3]
    if name:
        return ("lat" if name == "lat" else "lon"), degrees
    return {"N": "lat", "S": "lat", "E": "lon", "W": "lon"}.get(side, ""), degrees


def _in_order(axes: list[tuple[str, float]]) -> tuple[float, float] | None:
    (first, one), (second, two) = axes
    if first and first == second:
        return None
    return (two, one) if first == "lon" or second == "lat" else (one, two)


ABBREVIATIONS = {
    short: full
    for full, shorts in {
        "st": "street saint str",
        "avenue": "ave av",
        "road": "rd",
        "boulevard": "blvd",
        "drive": "dr",
        "lane": "ln",
        "court": "ct",
        "place": "pl",
        "square": "sq",
        "parkway": "pkwy",
        "highway": "hwy",
        "terrace": "ter",
        "circle": "cir",
        "mount": "mt",
        "fort": "ft",
        "unit": "apt apartment suite ste flat",
        "floor": "fl",
        "building": "bldg",
        "north": "n",
        "south": "s",
        "east": "e",
        "west": "w",
        "northeast": "ne",
        "northwest": "nw",
        "southeast": "se",
        "southwest": "sw",
        "1st": "first",
        "2nd": "second",
        "3rd": "third",
        "4th": "fourth",
        "5th": "fifth",
        "6th": "sixth",
        "7th": "seventh",
        "8th": "eighth",
        "9th": "ninth",
        "10th": "tenth",
        "11th": "eleventh",
        "12th": "twelfth",
    }.items()
    for short in shorts.split()
}


POSTAL = re.compile(
    r"\b\d{1,5} (?:[A-Z][\w'.]* ){1,4}?[A-Z]\w*\.?(?:, [A-Z#][\w' .]*?)*,? (?:[A-Z]{2} )?\d{5}(?:-\d{4})?\b"
)


@dataclass(frozen=True)
class Address(PhraseAnswer):
    """A postal address, read with the usual abbreviations."""

    value: str
    aliases: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    """Parts that may be left out, such as the country."""
    states: tuple[tuple[str, str], ...] = ()
    """Pairs of a state's name and its abbreviation."""

    def form(self) -> Form:
        return text_form("one postal address", "postal addresses")

    def _expected(self) -> tuple[str, ...]:
        return (self.value, *self.aliases)

    def _reword(self, words: Sequence[Token]) -> list[Token]:
        text = [token._replace(word=ABBREVIATIONS.get(token.word.rstrip("#"), token.word)) for token in words]
        for name, short in self.states:
            text = _replace_run(text, self._plain_words(name), short.casefold())
        for part in self.optional:
            text = _replace_run(text, self._plain_words(part), "")
        return text

    def _plain_words(self, text: str) -> list[str]:
        words = [token.word for token in self._tokens(text)]
        return [ABBREVIATIONS.get(word, word) for word in words]

    def _clean(self, text: str) -> str:
        return re.sub(r"#\s?(?=\d)", "unit ", tidy(text))

    def _rivals(self, text: str) -> list[tuple[int, int]]:
        return [match.span() for match in POSTAL.finditer(text)]


def _replace_run(words: list[Token], run: Sequence[str], word: str) -> list[Token]:
    """The words with each ``run`` of them made one ``word``, or left out if that is empty."""
    result: list[Token] = []
    at = 0
    while at < len(words):
        if run and [token.word for token in words[at : at + len(run)]] == list(run):
            if word:
                result.append(Token(word, words[at].start, words[at + len(run) - 1].end))
            at += len(run)
        else:
            result.append(words[at])
            at += 1
    return result
