"""Amounts of money: whole cents in databases, words on pages and in goals. For templates and their oracles."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

from webcosm.tasks.person import Lost

__all__ = ["dollars", "price_text", "read_amount", "read_cents", "to_cents", "typed_price"]

CENT = Decimal("0.01")
AMOUNT = re.compile(r"(-?)\$([\d,]+\.\d\d)")


def dollars(cents: int) -> Decimal:
    """1250 -> 12.5, to calculate and to compare with."""
    return Decimal(cents) / 100


def price_text(cents: int) -> str:
    """As pages and goals say it: 123450 -> ``$1,234.50``"""
    return f"${cents // 100:,}.{cents % 100:02d}"


def typed_price(cents: int) -> str:
    """As one types it into a field: 123450 -> ``1234.50``"""
    return price_text(cents).replace("$", "").replace(",", "")


def read_amount(text: str) -> Decimal:
    """The first amount in a text that is seen: ``Total: $1,234.50`` -> 1234.50"""
    found = AMOUNT.search(text)
    if not found:
        raise Lost(f"{text!r} is not an amount of money")
    return Decimal(found[1] + found[2].replace(",", ""))


def read_cents(text: str) -> int:
    """An amount as a goal or a field has it: ``$1,212.50`` or ``1212.5`` -> 121250"""
    return int(to_cents(Decimal(text.replace("$", "").replace(",", ""))) * 100)


def to_cents(value: Decimal) -> Decimal:
    """Rounded to two decimal places, half a cent upwards: 2.345 -> 2.35"""
    return value.quantize(CENT, ROUND_HALF_UP)
