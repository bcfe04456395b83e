"""A world is a SQLite database like any other, whatever is done to it, and its changes are what became of its image."""

from __future__ import annotations

import apsw
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule, run_state_machine_as_test

from tests.worlds.samples import WATCHED, as_told, dump, dump_world, image_twin, plain_twin, row_differences
from tests.worlds.statements import Statement, programs, run_both
from webcosm.worlds import Universe, World

quick = settings(max_examples=60, deadline=None)

# These tests use the site "annex": the same as "shop", with nothing declared incidental.


@quick
@given(program=programs)
def test_a_world_does_what_plain_sqlite_does(universe: Universe, program: list[Statement]) -> None:
    model = image_twin(universe, "annex")
    with universe.open() as world:
        run_both(world.annex, model, program)
        assert dump_world(world, "annex") == dump(model)


@quick
@given(program=programs)
def test_changes_are_the_rows_that_differ_from_the_image(universe: Universe, program: list[Statement]) -> None:
    model = image_twin(universe, "annex")
    with universe.open() as world:
        run_both(world.annex, model, program)
        assert as_told(world.changes("annex")) == row_differences(image_twin(universe, "annex"), model)


@quick
@given(program=programs)
def test_the_image_with_the_changeset_applied_is_the_world(universe: Universe, program: list[Statement]) -> None:
    plain = image_twin(universe, "annex")
    for (trigger,) in plain.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        plain.execute(f"DROP TRIGGER {trigger}")  # what they did is in the changeset already
    with universe.open() as world:
        run_both(world.annex, image_twin(universe, "annex"), program)
        if changeset := world.changeset("annex"):
            apsw.Changeset.apply(changeset, plain, flags=apsw.SQLITE_CHANGESETAPPLY_FKNOACTION)
        assert dump(plain, WATCHED) == dump(world.annex.connection, WATCHED)


@quick
@given(past=programs, mine=programs, childs=programs)
def test_a_fork_and_its_parent_go_separate_ways(
    universe: Universe, past: list[Statement], mine: list[Statement], childs: list[Statement]
) -> None:
    parent_model = image_twin(universe, "annex")
    with universe.open() as parent:
        run_both(parent.annex, parent_model, past)
        child_model = plain_twin(parent_model)
        with parent.fork() as child:
            run_both(parent.annex, parent_model, mine)
            run_both(child.annex, child_model, childs)
            first = image_twin(universe, "annex")
            for world, model in ((parent, parent_model), (child, child_model)):
                assert dump_world(world, "annex") == dump(model)
                assert as_told(world.changes("annex")) == row_differences(first, model)


@quick
@given(program=programs)
def test_two_changes_on_either_side_of_a_fork_fold_into_one(universe: Universe, program: list[Statement]) -> None:
    """Forking after every statement must not change what is told at the end."""
    model = image_twin(universe, "annex")
    world = universe.open()
    for statement in program:
        run_both(world.annex, model, [statement])
        if not world.annex.connection.in_transaction:
            child = world.fork()
            world.close()
            world = child
    assert dump_world(world, "annex") == dump(model)
    assert as_told(world.changes("annex")) == row_differences(image_twin(universe, "annex"), model)
    world.close()


class Family(RuleBasedStateMachine):
    """A random tree of worlds, each with a plain database that goes through the same."""

    universe: Universe
    worlds = Bundle("worlds")

    def __init__(self) -> None:
        super().__init__()
        self.models: dict[World, apsw.Connection] = {}

    @rule(target=worlds)
    def open(self) -> World:
        world = self.universe.open()
        self.models[world] = image_twin(self.universe, "annex")
        return world

    @rule(target=worlds, parent=worlds)
    def fork(self, parent: World) -> World:
        child = parent.fork()
        self.models[child] = plain_twin(self.models[parent])
        return child

    @rule(world=worlds, program=programs)
    def write(self, world: World, program: list[Statement]) -> None:
        run_both(world.annex, self.models[world], program)

    @rule(world=worlds)
    def reset(self, world: World) -> None:
        world.reset()
        self.models[world] = image_twin(self.universe, "annex")

    @rule(target=worlds, world=worlds)
    def reopen(self, world: World) -> World:
        path = self.universe.cache / "family.snapshot"
        world.save(path)
        restored = self.universe.open_snapshot(path)
        self.models[restored] = plain_twin(self.models[world])
        return restored

    @rule(world=consumes(worlds))
    def close(self, world: World) -> None:
        world.close()
        del self.models[world]

    @invariant()
    def each_world_is_like_its_own_model(self) -> None:
        first = image_twin(self.universe, "annex")
        for world, model in self.models.items():
            assert dump_world(world, "annex") == dump(model)
            assert as_told(world.changes("annex")) == row_differences(first, model)

    def teardown(self) -> None:
        for world in self.models:
            world.close()


def test_a_family_of_worlds_keeps_apart(universe: Universe) -> None:
    family = type("FamilyOfUniverse", (Family,), {"universe": universe})
    run_state_machine_as_test(family, settings=settings(max_examples=25, stateful_step_count=15, deadline=None))


@settings(max_examples=40, deadline=None)
@given(program=programs, data=st.data())
def test_reset_gives_the_image(universe: Universe, program: list[Statement], data: st.DataObject) -> None:
    model = image_twin(universe, "annex")
    with universe.open() as world:
        run_both(world.annex, image_twin(universe, "annex"), program)
        used = world.fork() if data.draw(st.booleans(), label="reset a fork") else world
        used.reset()
        assert dump_world(used, "annex") == dump(model)
        assert used.changes() == []
        run_both(used.annex, model, program)  # and it is as good as new
        assert dump_world(used, "annex") == dump(model)
        used.close()
