"""What deeds bring about is found out by doing them, and is required in whatever order they are done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from webcosm.judge.effects import Deed, Made, expect_deeds
from webcosm.judge.state import Expectation, RuleError
from webcosm.lore import Lore
from webcosm.worlds import Blueprint, Database, Timepiece, Universe, World, agents_changes

SCHEMA = """
CREATE TABLE bill (id INTEGER PRIMARY KEY, number TEXT NOT NULL, book_id INTEGER NOT NULL, written TEXT) STRICT;
CREATE TABLE book (id INTEGER PRIMARY KEY, stock INTEGER NOT NULL, updated TEXT NOT NULL) STRICT;
CREATE TABLE line (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;
CREATE TRIGGER sold AFTER INSERT ON bill BEGIN
  INSERT INTO line (words) VALUES ('bill ' || new.number);
END;
"""
FREE = {"bill": {"written": "when"}, "book": {"updated": "when"}, "line": {"id": "next"}}


def _fill(db: Database, lore: Lore, scale: str) -> None:
    for number in range(1, 5):
        db.insert("book", id=number, stock=10, updated="2026-01-01")


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    shelf = Blueprint("shelf", SCHEMA, _fill)
    with Universe([shelf], cache=tmp_path_factory.mktemp("images")) as made:
        yield made


def sell(book: int) -> Deed:
    def do(world: World, clock: Timepiece) -> None:
        number = int(world.shelf.value("SELECT coalesce(max(id), 0) + 1 FROM bill"))
        world.shelf.insert("bill", id=number, number=f"B{number}", book_id=book, written=clock.stamp())
        world.shelf.run("UPDATE book SET stock = stock - 1, updated = ? WHERE id = ?", clock.stamp(), book)

    return Deed(f"book {book}: sold", do, Made("shelf", "bill", {"book_id": book}))


def accepted(expectation: Expectation, world: World) -> bool:
    changes = agents_changes(world.changes(), world.history, world.happenings)
    checks, collateral = expectation.checks(changes)
    return all(check.passed for check in checks) and not collateral


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_deeds_may_be_done_in_any_order_with_all_that_follows_from_them(
    universe: Universe, order: tuple[int, ...]
) -> None:
    with universe.open() as first, universe.open() as world:
        wanted = expect_deeds(first, [sell(book) for book in (1, 2, 3)], FREE)
        assert first.changes() == [], "nothing is done in the world itself"
        for book in order:
            sell(book).do(world, world.clock)
        assert accepted(wanted, world)
        assert wanted.progress(world.changes()) == 1
        assert {rule.table for rule in wanted.required} == {"bill", "book", "line"}, "triggers count too"


def test_a_missing_deed_and_a_deed_too_many_are_named(universe: Universe) -> None:
    with universe.open() as first, universe.open() as world:
        wanted = expect_deeds(first, [sell(1), sell(2)], FREE)
        sell(2).do(world, world.clock)
        checks, collateral = wanted.checks(world.changes())
        assert [(check.name, check.passed) for check in checks] == [("book 2: sold", True), ("book 1: sold", False)]
        assert collateral == []
        sell(1).do(world, world.clock)
        sell(4).do(world, world.clock)
        assert not accepted(wanted, world)


def test_rows_that_two_deeds_touch_are_expected_as_both_leave_them(universe: Universe) -> None:
    again = Deed("book 1: sold again", sell(1).do)
    with universe.open() as first, universe.open() as world:
        wanted = expect_deeds(first, [Deed("book 1: sold", sell(1).do), again], FREE)
        sell(1).do(world, world.clock)
        assert not accepted(wanted, world)
        sell(1).do(world, world.clock)
        assert accepted(wanted, world)


def test_what_happened_meanwhile_is_nobodys_deed(universe: Universe) -> None:
    with universe.open() as first, universe.open() as world:
        sell(1).do(world, world.clock)
        world.end_step(1)
        world.happen("a colleague sells one", 1, lambda world: sell(2).do(world, world.clock))
        first.relive(world.happenings)
        assert first.shelf.value("SELECT stock FROM book WHERE id = 2") == 9
        sell(3).do(world, world.clock)
        world.end_step(2)
        numbers = world.shelf.values("SELECT book_id FROM bill ORDER BY id")
        assert numbers == [1, 2, 3]


def test_two_deeds_need_two_names(universe: Universe) -> None:
    with universe.open() as first, pytest.raises(RuleError, match="two deeds are called 'book 1: sold'"):
        expect_deeds(first, [sell(1), sell(1)], FREE)
