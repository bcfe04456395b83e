"""Numbers as the calculator shows them: twelve significant digits, thousands separated."""

from __future__ import annotations

import decimal
from decimal import Decimal

__all__ = ["DIGITS", "grouped", "plain"]

DIGITS = 12
WHOLE_DIGITS = 15
"""Whole numbers are shown to the last digit up to this length."""
SMALLEST = -7
"""Numbers below 1e-7 are shown with an exponent."""


def plain(value: Decimal) -> str:
    """The number as it is copied and typed again: ``1234567.5``, ``2.5e-9``."""
    digits = DIGITS
    if value == value.to_integral_value() and value.adjusted() < WHOLE_DIGITS:
        digits = WHOLE_DIGITS
    rounding = decimal.Context(prec=digits, rounding=decimal.ROUND_HALF_UP, Emin=-99_999, Emax=99_999)
    rounded = rounding.plus(value)
    if rounded == 0:
        return "0"
    if SMALLEST <= rounded.adjusted() < WHOLE_DIGITS:
        text = f"{rounded:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa = f"{rounded.scaleb(-rounded.adjusted(), context=rounding):f}"
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}e{rounded.adjusted()}"


def grouped(text: str) -> str:
    """A plain number as it is read: ``1,234,567.5``, ``2.5 × 10^−9``."""
    number, _, exponent = text.partition("e")
    whole, point, fraction = number.partition(".")
    sign = "−" if whole.startswith("-") else ""
    shown = f"{sign}{int(whole.lstrip('-')):,}{point}{fraction}"
    return f"{shown} × 10^{exponent.replace('-', '−')}" if exponent else shown
