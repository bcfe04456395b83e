"""Money as databases keep it, as pages show it and as people type it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from webcosm.tasks import Lost
from webcosm.tasks.money import dollars, price_text, read_amount, read_cents, to_cents, typed_price


@pytest.mark.parametrize("cents", [0, 5, 99, 100, 123405])
def test_what_is_written_is_read_the_same(cents: int) -> None:
    assert read_cents(price_text(cents)) == read_cents(typed_price(cents)) == cents
    assert read_amount(price_text(cents)) == dollars(cents)


def test_amounts_as_pages_show_and_people_type_them() -> None:
    assert price_text(123405) == "$1,234.05"
    assert typed_price(123405) == "1234.05"
    assert dollars(1250) == Decimal("12.5")


def test_an_amount_is_found_in_a_text() -> None:
    assert read_amount("$1,234.50") == Decimal("1234.50")
    assert read_amount("Total: $3.00 of $5.00") == Decimal(3)
    assert read_amount("-$12.00") == Decimal(-12)
    with pytest.raises(Lost, match="'12 items' is not an amount"):
        read_amount("12 items")


def test_half_a_cent_is_rounded_upwards() -> None:
    assert to_cents(Decimal("2.345")) == Decimal("2.35")
    assert to_cents(Decimal(7)) == Decimal("7.00")
    assert read_cents("12.5") == 1250
