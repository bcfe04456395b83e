"""Mutants: wrong final states made from a right one."""

from __future__ import annotations

from webcosm.judge.evidence import Evidence
from webcosm.judge.mutants import mutants
from webcosm.judge.state import Expectation, Insert
from webcosm.worlds import Change


def test_the_same_done_to_another_row_alters_the_key_columns_whatever_values_the_others_hold() -> None:
    row = {"cart_id": 1, "qty": 2, "product_id": 2}
    added = Change("shop", "cart_line", "insert", (1, 2), None, row, key_columns=("cart_id", "product_id"))
    rule = Insert("shop", "cart_line", {"product_id": 2, "qty": 2}, {"cart_id": "the customer's"})
    made = dict(mutants(Evidence(changes=(added,)), Expectation([rule]), ()))
    _, second = made["the insert in shop.cart_line twice"].changes
    assert second.key == (0, 3)
    assert second.new == {"cart_id": 0, "qty": 2, "product_id": 3}
