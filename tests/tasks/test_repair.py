"""A world may begin half done, with faults that left a trail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from webcosm.judge.effects import Deed, expect_deeds
from webcosm.lore import Lore
from webcosm.tasks import TemplateError
from webcosm.tasks.repair import Fault, Repair
from webcosm.worlds import Blueprint, Database, Timepiece, Universe, World, WorldState

SCHEMA = """
CREATE TABLE book (id INTEGER PRIMARY KEY, shelf TEXT NOT NULL) STRICT;
CREATE TABLE line (id INTEGER PRIMARY KEY, words TEXT NOT NULL, written TEXT NOT NULL) STRICT;
"""
FREE = {"line": {"id": "next", "written": "when"}}


def _fill(db: Database, lore: Lore, scale: str) -> None:
    for number in range(1, 7):
        db.insert("book", id=number, shelf="old")


@pytest.fixture(scope="module")
def universe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([Blueprint("shelf", SCHEMA, _fill)], cache=tmp_path_factory.mktemp("images")) as made:
        yield made


def move(book: int, shelf: str = "new") -> Deed:
    def do(world: World, clock: Timepiece) -> None:
        world.shelf.run("UPDATE book SET shelf = ? WHERE id = ?", shelf, book)
        world.shelf.insert("line", words=f"{book} to {shelf}", written=clock.stamp())

    return Deed(f"book {book} on the {shelf} shelf", do)


LOST = Fault("book 1 was lost", move(1, "lost").do, Deed("book 1 back on the new shelf", move(1).do), after=1)


def test_what_is_left_is_what_was_not_done_and_what_went_wrong(universe: Universe) -> None:
    work = Repair([move(book) for book in (1, 2, 3, 4)], 2, [LOST], trail=["line"])
    state = universe.prepare(work.begin)
    with universe.open(WorldState(prepared=state.prepared)) as world:
        shelves = world.shelf.values("SELECT shelf FROM book ORDER BY id")
        assert shelves == ["lost", "new", "old", "old", "old", "old"]
        lines = world.shelf.rows("SELECT words, written FROM line ORDER BY id")
        assert [one.words for one in lines] == ["1 to new", "1 to lost", "2 to new"]
        assert len({one.written for one in lines}) == 3, "people can see in which order it happened"
        assert all(one.written < world.clock.stamp() for one in lines)
        wanted = expect_deeds(world, work.left(), FREE)
        assert [deed.label for deed in work.left()] == [
            "book 1 back on the new shelf",
            "book 3 on the new shelf",
            "book 4 on the new shelf",
        ]
        with universe.open(WorldState(prepared=state.prepared)) as done:
            for deed in reversed(work.left()):
                deed.do(done, done.clock)
            checks, collateral = wanted.checks(done.changes())
            assert all(check.passed for check in checks)
            assert not collateral
            move(5).do(done, done.clock)
            assert wanted.checks(done.changes())[1], "what nobody asked for is seen"


def test_a_fault_must_leave_a_trail(universe: Universe) -> None:
    def quietly(world: World, clock: Timepiece) -> None:
        world.shelf.run("UPDATE book SET shelf = 'lost' WHERE id = 1")

    work = Repair([move(1)], 1, [Fault("lost", quietly, move(1))], trail=["line"])
    with universe.open() as world, pytest.raises(TemplateError, match="'lost' leaves no trail in line"):
        work.begin(world)
    with pytest.raises(TemplateError, match="faults need a trail"):
        Repair([move(1)], 1, [LOST])
    with pytest.raises(TemplateError, match="3 of 1 deeds"):
        Repair([move(1)], 3)
    with pytest.raises(TemplateError, match="comes after 1 of 0 deeds"):
        Repair([move(1)], 0, [LOST], trail=["line"])
    with universe.open() as world, pytest.raises(TemplateError, match="no site has a table 'nowhere'"):
        Repair([move(1)], 1, [LOST], trail=["nowhere"]).begin(world)
