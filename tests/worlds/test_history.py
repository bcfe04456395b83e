"""What each step changed is kept, and all steps together are the changes."""

from __future__ import annotations

from hypothesis import given, settings

from tests.worlds.samples import as_told
from tests.worlds.statements import Statement, programs, run_world
from webcosm.worlds import StepChanges, Universe, folded_steps


def told(step: StepChanges) -> list[tuple[str, str, tuple[object, ...]]]:
    return [(change.kind, change.table, change.key) for change in step.changes]


def test_a_step_is_told_by_the_rows_before_and_after_it(universe: Universe) -> None:
    with universe.open() as world:
        world.annex.run("UPDATE product SET title = 'Tray' WHERE id = 1")
        world.end_step(1)
        world.end_step(2)
        world.annex.run("UPDATE product SET title = 'Plate' WHERE id = 1")
        world.end_step(3)
        first, second = world.history
        assert (first.step, second.step) == (1, 3), "a step that changed nothing is left out"
        (change,) = second.changes
        assert change.old is not None
        assert change.new is not None
        assert (change.old["title"], change.new["title"]) == ("Tray", "Plate")


def test_what_was_undone_is_in_the_steps_and_not_in_the_changes(universe: Universe) -> None:
    with universe.open() as world:
        world.annex.run("INSERT INTO maker (id, name) VALUES (70, 'Elm & Sons')")
        world.end_step(1)
        world.annex.run("DELETE FROM maker WHERE id = 70")
        world.end_step(2)
        assert world.changes() == []
        assert [told(step) for step in world.history] == [[("insert", "maker", (70,))], [("delete", "maker", (70,))]]
        assert folded_steps(world.history) == ()


def test_a_fork_knows_the_steps_before_it_and_goes_its_own_way(universe: Universe) -> None:
    with universe.open() as world:
        world.annex.run("INSERT INTO maker (id, name) VALUES (70, 'Elm & Sons')")
        world.end_step(1)
        with world.fork() as child:
            child.annex.run("DELETE FROM maker WHERE id = 70")
            child.end_step(2)
            world.end_step(2)
            assert [step.step for step in child.history] == [1, 2]
            assert [step.step for step in world.history] == [1]


def test_a_reset_forgets_the_steps(universe: Universe) -> None:
    with universe.open() as world:
        world.annex.run("INSERT INTO maker (id, name) VALUES (70, 'Elm & Sons')")
        world.end_step(1)
        world.reset()
        assert world.history == []
        world.annex.run("INSERT INTO maker (id, name) VALUES (70, 'Elm & Sons')")
        world.end_step(1)
        assert len(world.history) == 1


def test_steps_survive_being_written_down(universe: Universe) -> None:
    with universe.open() as world:
        world.annex.run("UPDATE product SET photo = x'00ff', price = NULL WHERE id = 1")
        world.end_step(4)
        (step,) = world.history
        assert StepChanges.from_json(step.to_json()) == step


@settings(max_examples=60, deadline=None)
@given(program=programs)
def test_all_steps_together_are_the_changes(universe: Universe, program: list[Statement]) -> None:
    with universe.open() as world:
        for number, statement in enumerate(program):
            run_world(world.annex, statement)
            if not world.annex.connection.in_transaction:
                world.end_step(number)
        if world.annex.connection.in_transaction:
            world.annex.run("ROLLBACK")
        world.end_step(len(program))
        together = sorted(as_told(folded_steps(world.history)), key=repr)
        assert together == sorted(as_told(world.changes("annex")), key=repr)
