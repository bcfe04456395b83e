"""The command `webcosm tasks`."""

from __future__ import annotations

from tests.cli.commands import run


def test_levelled_families_of_a_group_can_be_listed_alone() -> None:
    status, said, _ = run("tasks", "arena.hard.refund-returns", "arena.notes.pin-note", "--levelled", "--json")
    assert status == 0
    assert "arena.hard.refund-returns.4" in said
    assert "arena.notes.pin-note" not in said


def test_a_group_without_levels_says_so() -> None:
    status, _, complained = run("tasks", "arena.notes.pin-note", "--levelled")
    assert status == 2
    assert "no family with levels among arena.notes.pin-note" in complained
