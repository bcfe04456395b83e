"""Plain numbers, amounts of money, percentages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, TypeAlias, TypeVar

from webcosm.judge.answer_types.base import Scalar, Sighting
from webcosm.judge.answer_types.figures import Figure, find_figures, words_to_digits
from webcosm.judge.answer_types.form import Form
from webcosm.judge.answer_types.moments import mask_moments
from webcosm.judge.answer_types.wording import JsonValue, tidy, vocabulary

__all__ = ["Money", "Number", "Percentage", "Quantity", "exact"]

Quantity: TypeAlias = "int | float | Decimal"

PERCENT = re.compile(r"\s?(?:%|percent\b|per cent\b|pct\b)", re.IGNORECASE)
OUT_OF = re.compile(r"(?:/| out of )(?:5|10|100)(?![\d.,]*\d)", re.IGNORECASE)
HEADING_MARK = re.compile(r"(?:#|\bno\.? ?|\bnumber |\bstep )$", re.IGNORECASE)


def exact(value: Quantity) -> Decimal:
    """The number as it would be written, so that 0.1 is one tenth."""
    return value if isinstance(value, Decimal) else Decimal(str(value))


def check_quantity(owner: str, name: str, value: object, *, least: int | None = None) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise TypeError(f"{owner}: {name} must be a number, got {value!r}")
    if not exact(value).is_finite():
        raise ValueError(f"{owner}: {name} must be finite, got {value!r}")
    if least is not None and value < least:
        raise ValueError(f"{owner}: {name} must be at least {least}, got {value!r}")


def from_json_quantity(value: object) -> object:
    return Decimal(value) if isinstance(value, str) else value


def shown(value: Decimal) -> JsonValue:
    return int(value) if value == value.to_integral_value() and abs(value) < 10**18 else float(value)


@dataclass(frozen=True)
class _Numeric(Scalar[Decimal], abstract=True):
    value: Quantity
    tolerance: Quantity = 0

    _decoders: ClassVar = {"value": from_json_quantity, "tolerance": from_json_quantity}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_quantity(type(self).__name__, "value", self.value)
        check_quantity(type(self).__name__, "tolerance", self.tolerance, least=0)

    def _prepare(self, text: str) -> str:
        return words_to_digits(tidy(text))

    def _expected_length(self) -> int:
        return len(str(self.value))

    def _same(self, one: Decimal, other: Decimal) -> bool:
        return one == other

    def _sum_of(self, sightings: Sequence[Sighting[Decimal]]) -> list[Sighting[Decimal]]:
        return sum_of(sightings, [sighting.value for sighting in sightings])

    def _difference(self, sighting: Sighting[Decimal]) -> str | None:
        off = abs(sighting.value - exact(self.value))
        return None if off <= exact(self.tolerance) else f"{shown(sighting.value)} is not {self.value}"

    def _show(self, value: Decimal) -> JsonValue:
        return shown(value)


S = TypeVar("S")


def sum_of(sightings: Sequence[S], values: Sequence[Decimal]) -> list[S]:
    """The sightings of the one value that is the sum of two or more others: they only explain it."""
    distinct = list(dict.fromkeys(values))
    totals = [value for value in distinct if 2 * value == sum(distinct)] if len(distinct) > 2 else []
    return [sighting for sighting, value in zip(sightings, values, strict=True) if totals and value == totals[0]]


MEASURES = tuple(
    frozenset(words.split())
    for words in (
        "second minute hour day week month year workday weekday",
        "mm millimeter millimetre cm centimeter centimetre m meter metre km kilometer kilometre inch foot feet yard "
        "mile",
        "mg milligram g gram kg kilogram oz ounce lb lbs pound ton tonne stone",
        "ml milliliter millilitre l liter litre cup pint quart gallon",
    )
)
NEXT_WORD = re.compile(r"[\s-]?([a-zA-Z]+)")


def other_measure(word: str, unit: str, context: Sequence[str]) -> bool:
    """Whether a word is a measure of the same kind as the one that is asked for, but another one."""
    word, unit = word.casefold(), unit.casefold()
    for family in MEASURES:
        if (
            word not in family
            and word.removesuffix("s").removesuffix("e") not in family
            and word.removesuffix("s") not in family
        ):
            continue
        asked = {unit} if unit else {w for text in context for w in re.findall(r"[a-z]+", text.casefold())}
        asked |= {one.removesuffix("s") for one in asked}
        own = {word, word.removesuffix("s"), word.removesuffix("es")}
        return bool(asked & family) and not own & asked
    return False


@dataclass(frozen=True)
class Number(_Numeric):
    """A count, a rating, any plain number. Dates, times, prices and percentages in the answer are not read as one."""

    unit: str = ""
    """What is counted, if the wording may say so ("stars"): a number before this word outranks the others."""
    decimals: int | None = None
    """How many decimals it is to be rounded to, if the goal asks for that; more digits are refused."""

    def form(self) -> Form:
        if isinstance(self.value, int):
            counted = f" (how many {self.unit}s)" if self.unit else ""
            return Form(f"one whole number{counted}", "whole numbers", {"type": "integer"})
        rounded = "" if self.decimals is None else f" with at most {self.decimals} decimals"
        measured = f" ({self.unit}s)" if self.unit else ""
        return Form(f"one number{rounded}{measured}", f"numbers{rounded}", {"type": "number"})

    def _find(self, text: str) -> Sequence[Sighting[Decimal]]:
        found: list[Sighting[Decimal]] = []
        blotted = mask_moments(text)
        wholes: list[Figure] = []
        """What is counted out of: "out of 42 orders"."""
        scale_end = -1
        for figure in find_figures(blotted):
            if figure.start < scale_end or is_money(text, figure) or PERCENT.match(text, figure.end):
                continue
            scale = OUT_OF.match(text, figure.end)
            if scale:  # "4.5 out of 5": the 5 is the scale
                scale_end = scale.end()
            end = scale.end() if scale else figure.end
            marked = HEADING_MARK.search(text[max(0, figure.start - 12) : figure.start])
            strong, other_unit = not marked, True
            if PART_OF.search(text[max(0, figure.start - 30) : figure.start]):
                wholes.append(figure)
            if self.unit:
                named = re.compile(rf"[\s-]?{re.escape(self.unit)}s?\b", re.IGNORECASE).match(text, end)
                strong, end = bool(named), named.end() if named else end
                other_unit = not named
            word = NEXT_WORD.match(text, end)
            flaw = f"in {word[1]}" if word and other_unit and other_measure(word[1], self.unit, self.context) else None
            if self.decimals is not None and figure.decimals > self.decimals:
                flaw = flaw or f"not rounded to {self.decimals} decimals"
            found.append(Sighting(figure.value, figure.start, end, strong, flaw))
        of_a_whole = [one for one in found if not any(one.start == whole.start for whole in wholes)]
        return self._find_nothing(text, found) or of_a_whole or found

    def _find_nothing(self, text: str, figures: Sequence[Sighting[Decimal]]) -> list[Sighting[Decimal]]:
        """A zero in words: "none", "there are no reviews", "it has no 5-star reviews" where the goal speaks of 5."""
        match = NONE.fullmatch(text) or NO_THINGS.fullmatch(text)
        named = {figure.value for goal in self.context for figure in find_figures(mask_moments(self._prepare(goal)))}
        known = match and all(figure.value in named for figure in figures)
        return [Sighting(Decimal(0), *match.span())] if match and known else []


NONE = re.compile(r"(?:none|nothing|there (?:is|are|were) none)[.!]?", re.IGNORECASE)
NO_THINGS = re.compile(
    r"(?:(?:there (?:is|are|was|were)|(?:you|i|we|they|it|he|she) (?:have|has|had|got|placed|made|received))"
    r" (?:no|zero) (?!idea|answer|information|way|data)"
    r"|(?:there (?:is|are|was|were)n't|(?:you|i|we|they|it|he|she) (?:do|does|did)n't have) any (?!idea|answer|data)"
    r"|none of (?:the|its|my|our|your|these|them|those)\b)[\w' -]+[.!]?",
    re.IGNORECASE,
)
PART_OF = re.compile(
    r"\b(?:out of|of (?:the|all|my|our|your|these|those)|among|across|from all)(?: (?:all|the|a total of))*\s$",
    re.IGNORECASE,
)

DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"})
CURRENCIES: dict[str, frozenset[str]] = {
    "$": DOLLARS,
    "us$": frozenset({"USD"}),
    "ca$": frozenset({"CAD"}),
    "c$": frozenset({"CAD"}),
    "au$": frozenset({"AUD"}),
    "a$": frozenset({"AUD"}),
    "hk$": frozenset({"HKD"}),
    "nz$": frozenset({"NZD"}),
    "s$": frozenset({"SGD"}),
    "mx$": frozenset({"MXN"}),
    "€": frozenset({"EUR"}),
    "£": frozenset({"GBP"}),
    "¥": frozenset({"JPY", "CNY"}),
    "₹": frozenset({"INR"}),
    "₩": frozenset({"KRW"}),
    "zł": frozenset({"PLN"}),
    "kr": frozenset({"SEK", "NOK", "DKK"}),
    **dict.fromkeys(("dollar", "dollars", "buck", "bucks"), DOLLARS),
    **{word: frozenset({"USD"}) for word in ("us dollar", "us dollars", "u.s. dollars", "american dollars")},
    **{word: frozenset({"EUR"}) for word in ("euro", "euros")},
    **{word: frozenset({"GBP"}) for word in ("pound", "pounds", "pounds sterling", "quid")},
    "yen": frozenset({"JPY"}),
    **{word: frozenset({"INR"}) for word in ("rupee", "rupees")},
    **{word: frozenset({"CHF"}) for word in ("franc", "francs", "swiss francs")},
    **{
        code.casefold(): frozenset({code})
        for code in vocabulary("USD CAD AUD NZD SGD HKD MXN EUR GBP JPY CNY INR KRW PLN SEK NOK DKK CHF CZK BRL ZAR")
    },
}
_NAMES = "|".join(re.escape(name) for name in sorted(CURRENCIES, key=len, reverse=True))
CURRENCY_BEFORE = re.compile(rf"(?P<sign>(?<![\w)])-)?(?<![a-z])(?P<name>{_NAMES})\s?$", re.IGNORECASE)
CURRENCY_AFTER = re.compile(rf"\s?(?P<name>{_NAMES})(?![a-z])", re.IGNORECASE)
CODE_ATTACHED = re.compile(r"\b([A-Z]{3})(?=\d)")  # USD99
FREE = re.compile(r"(?:it(?:'s| is) )?free(?: of charge)?[.!]?", re.IGNORECASE)
CENTS_AFTER = re.compile(r"\s?(?:¢|cents?\b)", re.IGNORECASE)
AND_CENTS = re.compile(r"(?:,| and)? (\d{1,2}) ?(?:¢|cents?\b)", re.IGNORECASE)


def is_money(text: str, figure: Figure) -> bool:
    return bool(
        CURRENCY_BEFORE.search(text[max(0, figure.start - 20) : figure.start])
        or CURRENCY_AFTER.match(text, figure.end)
        or CENTS_AFTER.match(text, figure.end)
    )


@dataclass(frozen=True)
class Amount:
    value: Decimal
    currencies: frozenset[str]
    """The currencies it may be in; empty if none was written."""


@dataclass(frozen=True)
class Money(Scalar[Amount]):
    """An amount of money. A bare number is read as one only where the answer has no amount with a currency."""

    value: Quantity
    currency: str = "USD"
    tolerance: Quantity = 0

    _decoders: ClassVar = {"value": from_json_quantity, "tolerance": from_json_quantity}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_quantity("Money", "value", self.value)
        check_quantity("Money", "tolerance", self.tolerance, least=0)
        if self.currency.casefold() not in CURRENCIES or len(self.currency) != 3:
            known = sorted(name.upper() for name in CURRENCIES if len(name) == 3 and name.isalpha() and name != "yen")
            raise ValueError(f"unknown currency {self.currency!r}; known: {', '.join(known)}")

    def _prepare(self, text: str) -> str:
        return words_to_digits(CODE_ATTACHED.sub(r"\1 ", tidy(text)))

    def _expected_length(self) -> int:
        return len(str(self.value)) + len(self.currency)

    def _kind(self) -> str:
        return "amount of money"

    def form(self) -> Form:
        unit = "US dollars and cents" if self.currency.upper() == "USD" else self.currency.upper()
        schema = {"type": "number", "description": f"in {unit}"}
        return Form(f"one amount of money in {unit}", f"amounts of money in {unit}", schema)

    def _find(self, text: str) -> Sequence[Sighting[Amount]]:
        found: list[Sighting[Amount]] = []
        for figure in find_figures(mask_moments(text), attached_units=True):
            if found and figure.start < found[-1].end:
                continue  # the cents of "12 dollars and 50 cents"
            sighting = self._read(text, figure)
            if sighting is not None:
                found.append(sighting)
        free = FREE.fullmatch(text)
        return [Sighting(Amount(Decimal(0), frozenset()), *free.span())] if free else found

    def _read(self, text: str, figure: Figure) -> Sighting[Amount] | None:
        before = CURRENCY_BEFORE.search(text[max(0, figure.start - 20) : figure.start])
        after = CURRENCY_AFTER.match(text, figure.end)
        if not before and not after:
            if CENTS_AFTER.match(text, figure.end):
                return Sighting(Amount(figure.value / 100, DOLLARS | {"EUR"}), figure.start, figure.end)
            bare = not PERCENT.match(text, figure.end) and not text[figure.end : figure.end + 1].isalpha()
            marked = HEADING_MARK.search(text[max(0, figure.start - 12) : figure.start])
            plain = Sighting(Amount(figure.value, frozenset()), figure.start, figure.end, strong=False)
            return plain if bare and not marked else None
        names = [match.group("name").casefold() for match in (before, after) if match]
        currencies = frozenset.intersection(*(CURRENCIES[name] for name in names))
        flaw = None if currencies else f"two currencies: {names[0]} and {names[-1]}"
        value = figure.value
        if currencies == {"EUR"} and figure.decimals == 3:  # "1.234 €": no cent has thousandths
            value *= 1000
        start, end = figure.start, after.end() if after else figure.end
        if before:
            start -= len(before.group())
            value = -value if before.group("sign") else value
        cents = AND_CENTS.match(text, end) if figure.decimals == 0 else None
        if cents:
            value, end = value + Decimal(cents.group(1)) / 100, cents.end()
        return Sighting(Amount(value, currencies), start, end, flaw=flaw)

    def _sum_of(self, sightings: Sequence[Sighting[Amount]]) -> list[Sighting[Amount]]:
        return sum_of(sightings, [sighting.value.value for sighting in sightings])

    def _same(self, one: Amount, other: Amount) -> bool:
        compatible = not one.currencies or not other.currencies or bool(one.currencies & other.currencies)
        return one.value == other.value and compatible

    def _difference(self, sighting: Sighting[Amount]) -> str | None:
        amount = sighting.value
        if amount.currencies and self.currency.upper() not in amount.currencies:
            return f"{'/'.join(sorted(amount.currencies))} where {self.currency} is asked"
        off = abs(amount.value - exact(self.value))
        return None if off <= exact(self.tolerance) else f"{shown(amount.value)} is not {self.value}"

    def _show(self, value: Amount) -> JsonValue:
        return shown(value.value)


@dataclass(frozen=True)
class Percentage(_Numeric):
    """A percentage: 12 stands for 12 %. A bare 12 is accepted; 0.12 only with ``fraction``."""

    fraction: bool = False

    def form(self) -> Form:
        schema = {"type": "number", "description": "in percent: 12 for 12 %"}
        return Form("one percentage", "percentages", schema)

    def _find(self, text: str) -> Sequence[Sighting[Decimal]]:
        found: list[Sighting[Decimal]] = []
        for figure in find_figures(mask_moments(text), attached_units=True):
            sign = PERCENT.match(text, figure.end)
            if sign:
                found.append(Sighting(figure.value, figure.start, sign.end()))
            elif not is_money(text, figure) and not text[figure.end : figure.end + 1].isalpha():
                found.append(Sighting(figure.value, figure.start, figure.end, strong=False))
        return found

    def _difference(self, sighting: Sighting[Decimal]) -> str | None:
        difference = super()._difference(sighting)
        if difference and self.fraction and not sighting.strong:
            return super()._difference(Sighting(sighting.value * 100, sighting.start, sighting.end))
        return difference
