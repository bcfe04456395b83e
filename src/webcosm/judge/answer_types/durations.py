"""Lengths of time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Literal, NamedTuple

from webcosm.judge.answer_types.base import Scalar, Sighting
from webcosm.judge.answer_types.figures import find_compounds, find_figures, same_amount, words_to_digits
from webcosm.judge.answer_types.form import Form, measure_schema
from webcosm.judge.answer_types.moments import mask_moments
from webcosm.judge.answer_types.numbers import Quantity, check_quantity, exact, from_json_quantity, is_money, shown
from webcosm.judge.answer_types.wording import JsonValue, tidy

__all__ = ["Duration"]

DURATION_UNITS: dict[str, tuple[str, Decimal]] = {
    word: (name, Decimal(seconds))
    for name, seconds, words in (
        ("weeks", 604_800, "week weeks wk wks"),
        ("days", 86_400, "day days d"),
        ("hours", 3_600, "hour hours hr hrs h"),
        ("minutes", 60, "minute minutes min mins m"),
        ("seconds", 1, "second seconds sec secs s"),
    )
    for word in words.split()
}
_DURATION_WORDS = "|".join(sorted(DURATION_UNITS, key=len, reverse=True))
DURATION_UNIT = re.compile(rf"\s?-?({_DURATION_WORDS})(?![a-z])(?:\.(?=,? ?\d))?(?!\w*[a-z]\w*\d)", re.IGNORECASE)
SHORT_MINUTES = re.compile(r"(?<=\d)(\s?h(?:rs?|ours?)?\s?)(\d{1,2})(?![\d.:]|\s?[a-z])", re.IGNORECASE)
ATTACHED = re.compile(r"(?<=\d)(d|hr?s?|m|mins?)(?=\d)", re.IGNORECASE)  # 2h58min
ISO_DURATION = re.compile(r"\bP(?:(\d{1,4})D)?T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?\b")
CLOCK_DURATION = re.compile(r"(?<![\d:.])(\d{1,3}):(\d{2})(?::(\d{2}))?(?![\d:]|\s?[ap]\.?m\b)", re.IGNORECASE)
LOOSE_UNITS = (
    (re.compile(r"\bhalf an? (hour|minute|day)\b|\bhalf-hour\b", re.IGNORECASE), "0.5 "),
    (re.compile(r"\ba? ?quarter of an (hour)\b", re.IGNORECASE), "0.25 "),
    (re.compile(r"\b3 quarters of an (hour)\b", re.IGNORECASE), "0.75 "),
    (re.compile(r"\ban? (hour|minute|day|week)\b", re.IGNORECASE), "1 "),
)
UNIT_AND_A_HALF = re.compile(r"\b(\d+) (hour|minute|day|week)s? and a half\b", re.IGNORECASE)


def _iso_to_words(match: re.Match[str]) -> str:
    days, hours, minutes, seconds = (int(group or 0) for group in match.groups())
    return f"{days * 86_400 + hours * 3_600 + minutes * 60 + seconds} seconds"


class Span(NamedTuple):
    seconds: Decimal
    units: tuple[str, ...]
    slack: Decimal
    rounding: Decimal


@dataclass(frozen=True)
class Duration(Scalar[Span]):
    """A length of time in seconds.

    A value converted to another unit ("2.97 hours" for 178 minutes) may be off by half of its last digit if it has
    decimals and at least three digits. Everything else is held to ``tolerance``.
    """

    seconds: Quantity
    tolerance: Quantity = 0
    """In seconds."""
    unit: str = ""
    """Which unit a bare number has ("minutes"), if the goal fixes one."""
    clock: Literal["h:mm", "m:ss"] = "h:mm"
    """How "2:58" is read."""

    _decoders: ClassVar = {"seconds": from_json_quantity, "tolerance": from_json_quantity}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_quantity("Duration", "seconds", self.seconds, least=0)
        check_quantity("Duration", "tolerance", self.tolerance, least=0)
        if self.unit and self.unit not in DURATION_UNITS:
            raise ValueError(f"Duration: unknown unit {self.unit!r}; known: {', '.join(DURATION_UNITS)}")
        if self.clock not in ("h:mm", "m:ss"):
            raise ValueError(f"Duration: clock must be 'h:mm' or 'm:ss', got {self.clock!r}")

    def form(self) -> Form:
        if self.unit:
            unit = DURATION_UNITS[self.unit][0]
            schema = {"type": "number", "description": f"in {unit}"}
            return Form(f"one length of time in {unit}", f"lengths of time in {unit}", schema)
        units = list(dict.fromkeys(name for name, _ in DURATION_UNITS.values()))
        return Form("one length of time with its unit", "lengths of time with their units", measure_schema(units))

    def _expected_length(self) -> int:
        return 24

    def _prepare(self, text: str) -> str:
        text = ISO_DURATION.sub(_iso_to_words, text)
        text = ATTACHED.sub(r"\1 ", words_to_digits(tidy(text)))
        for pattern, amount in LOOSE_UNITS:
            text = pattern.sub(lambda m, amount=amount: amount + (m.group(1) or "hour"), text)  # type: ignore[misc]
        text = UNIT_AND_A_HALF.sub(r"\1.5 \2s", text)
        return SHORT_MINUTES.sub(r"\1\2min", text)

    def _find(self, text: str) -> Sequence[Sighting[Span]]:
        found = [
            Sighting(Span(part.value, part.units, part.slack, part.rounding), part.start, part.end)
            for part in find_compounds(text, DURATION_UNITS, DURATION_UNIT)
        ]
        for match in CLOCK_DURATION.finditer(text):
            found.append(Sighting(self._read_clock(match), match.start(), match.end(), strong=False))
        if self.unit and not found:
            _, factor = DURATION_UNITS[self.unit]
            found += [
                Sighting(
                    Span(figure.value * factor, (self.unit,), Decimal(0), Decimal(0)),
                    figure.start,
                    figure.end,
                    strong=False,
                )
                for figure in find_figures(mask_moments(text))
                if not is_money(text, figure)
            ]
        return found

    def _read_clock(self, match: re.Match[str]) -> Span:
        first, second, third = int(match.group(1)), int(match.group(2)), match.group(3)
        if third is not None:
            total = first * 3600 + second * 60 + int(third)
        else:
            total = first * 3600 + second * 60 if self.clock == "h:mm" else first * 60 + second
        return Span(Decimal(total), ("clock",), Decimal(0), Decimal(0))

    def _same(self, one: Span, other: Span) -> bool:
        return same_amount(one.seconds, one.rounding, one.units, other.seconds, other.rounding, other.units)

    def _best(self, chosen: Sequence[Sighting[Span]]) -> Sighting[Span]:
        return min(chosen, key=lambda sighting: sighting.value.rounding)

    def _difference(self, sighting: Sighting[Span]) -> str | None:
        span = sighting.value
        declared = DURATION_UNITS[self.unit][0] if self.unit else ""
        slack = span.slack if span.units != (declared,) else Decimal(0)
        off = abs(span.seconds - exact(self.seconds))
        return None if off <= max(exact(self.tolerance), slack) else f"{shown(span.seconds)} s is not {self.seconds} s"

    def _show(self, value: Span) -> JsonValue:
        return shown(value.seconds)
