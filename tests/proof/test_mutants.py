"""Mutants: wrong final states, each one step away from a right one."""

from __future__ import annotations

from dataclasses import replace

from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Allow, Delete, Expectation, Insert, Update
from webcosm.proof.mutants import change_mutants
from webcosm.worlds import Change, Value

ROW: dict[str, Value] = {"cart_id": 1, "qty": 2, "product_id": 2, "note": None}
ADDED = Change("shop", "cart_line", "insert", (1, 2), None, ROW, key_columns=("cart_id", "product_id"))
UPDATED = replace(ADDED, kind="update", old={**ROW, "qty": 1})
DELETED = replace(ADDED, kind="delete", old=ROW, new=None)


def made(change: Change, expectation: Expectation) -> dict[str, list[tuple[Change, ...]]]:
    found: dict[str, list[tuple[Change, ...]]] = {}
    for name, _, evidence in change_mutants(Evidence(changes=(change,)), expectation):
        found.setdefault(name, []).append(tuple(evidence.changes))
    return found


def adding(**values: Value) -> Expectation:
    free = {name: "of no matter" for name in ROW if name not in values}
    return Expectation([Insert("shop", "cart_line", values, free)])


def test_the_same_done_to_another_row_alters_the_key_columns_whatever_values_the_others_hold() -> None:
    ((first, second),) = made(ADDED, adding(product_id=2, qty=2))["twice"]
    assert first == ADDED
    assert second.key == (0, 3)
    assert second.new == {"cart_id": 0, "qty": 2, "product_id": 3, "note": None}


def test_a_required_change_is_left_out_done_twice_and_done_to_another_row() -> None:
    moved = (0, 3)
    update = made(UPDATED, Expectation([Update("shop", "cart_line", {"qty": 2}, key=(1, 2))]))
    assert update["left out"] == [()]
    assert [[change.key for change in changes] for changes in update["another row"]] == [[moved]]
    assert [[change.key for change in changes] for changes in update["twice"]] == [[(1, 2), moved]]
    delete = made(DELETED, Expectation([Delete("shop", "cart_line", key=(1, 2))]))
    assert {name: len(changes) for name, changes in delete.items()} == {"left out": 1, "another row": 1, "twice": 1}
    assert delete["another row"][0][0].old == {**ROW, "cart_id": 0, "product_id": 3}


def test_a_new_row_gets_another_key_where_the_rule_speaks_of_the_whole_key() -> None:
    assert "another key" not in made(ADDED, adding(product_id=2))
    ((change,),) = made(ADDED, adding(product_id=2, cart_id=1))["another key"]
    assert change.key == (0, 3)


def test_every_column_that_matters_gets_other_values_also_where_it_is_part_of_the_key() -> None:
    altered = [change for (change,) in made(ADDED, adding(product_id=2, note=None))["another value"]]
    assert [(change.key, change.new) for change in altered] == [
        ((1, 3), {**ROW, "product_id": 3}),
        ((1, 2), {**ROW, "note": "2026-01-01 00:00:00"}),
        ((1, 2), {**ROW, "note": "7"}),
    ]


def test_incidental_columns_do_not_matter() -> None:
    change = replace(ADDED, incidental=frozenset({"note"}))
    assert len(made(change, adding(product_id=2, note=None))["another value"]) == 1


def test_what_is_merely_allowed_has_no_mutants() -> None:
    assert made(ADDED, Expectation(allowed=[Allow("it may grow", lambda _: True)])) == {}


def test_changes_of_old_records_that_do_not_name_their_key_columns_are_moved_by_key() -> None:
    ((_, second),) = made(replace(ADDED, key_columns=()), adding(product_id=2))["twice"]
    assert (second.key, second.new) == ((0, 3), ROW)


def test_a_trail_may_be_there_twice() -> None:
    expectation = Expectation([Update("shop", "cart_line", {"qty": 2}, key=(1, 2))])
    found = {name for name, *_ in change_mutants(Evidence(changes=(UPDATED,)), expectation, lambda _: [])}
    assert "twice" not in found
    assert {"left out", "another row"} <= found
