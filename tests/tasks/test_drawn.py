"""Tasks drawn from templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tests.tasks.library import Book, CountPages, CountPreparedPages, LendBook, OpenBook, lent
from webcosm.judge.evidence import Evidence
from webcosm.tasks import DrawnTask
from webcosm.worlds import Universe, World


def drawn(universe: Universe, seed: int = 0) -> DrawnTask:
    task = DrawnTask.of(LendBook, seed, universe.seed)
    task.prepare(universe)
    return task


def test_a_task_knows_its_template_before_it_is_drawn() -> None:
    task = DrawnTask.of(OpenBook, 3, 7)
    assert (task.id, task.seed, task.universe, task.max_steps) == ("try.shelf.open-book", 3, 7, 30)
    assert task.to_json()["parameters"] is None


def test_it_is_drawn_once(universe: Universe) -> None:
    task = drawn(universe)
    first = (task.parameters, task.goal)
    task.prepare(universe)
    assert (task.parameters, task.goal) == first
    assert first == (drawn(universe).parameters, drawn(universe).goal)


def test_it_begins_where_the_template_says(universe: Universe) -> None:
    task = DrawnTask.of(OpenBook, 0, 0)
    task.prepare(universe)
    assert tuple(task.start) == ("http://shelf.test/all",)
    assert task.first_state().seed == 0


class LendAsFirstBook(LendBook):
    """Who is signed in is known only when the world's rows are."""

    id = "try.shelf.lend-as-first-book"

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"shelf": world.shelf.value("SELECT title FROM book ORDER BY id LIMIT 1")}


class LendAsAdmin(LendBook):
    id = "try.shelf.lend-as-head"
    accounts: ClassVar = {"shelf": "head"}


class LendAsShown(LendBook):
    """Its goal shows the book's cover."""

    id = "try.shelf.lend-as-shown"

    def pictures(self, world: World, p: Book) -> tuple[bytes, ...]:
        return (b"\x89PNG " + p.title.encode(),)


def test_pictures_go_with_the_goal(universe: Universe) -> None:
    task = DrawnTask.of(LendAsShown, 0, 0)
    task.prepare(universe)
    assert task.pictures == (b"\x89PNG " + task.parameters.title.encode(),)
    assert drawn(universe).pictures == ()


def test_who_is_signed_in_may_be_read_from_the_world(universe: Universe) -> None:
    task = DrawnTask.of(LendAsFirstBook, 0, 0)
    task.prepare(universe)
    with universe.open() as world:
        assert task.first_state().accounts == {"shelf": world.shelf.value("SELECT title FROM book WHERE id = 1")}


def test_who_is_signed_in_is_else_what_the_template_says(universe: Universe) -> None:
    task = DrawnTask.of(LendAsAdmin, 0, 0)
    task.prepare(universe)
    assert task.first_state().accounts == {"shelf": "head"}
    assert drawn(universe).first_state().accounts == {}


def test_evidence_alone_is_enough_for_a_verdict(universe: Universe) -> None:
    task = drawn(universe)
    with universe.open() as world:
        evidence = Evidence(changes=(lent(world, task.parameters),))
    verdict = task.score(universe, evidence)
    assert verdict.score == 1
    assert Evidence.from_json(verdict.extra["evidence"]) == evidence
    assert DrawnTask.of(LendBook, 0, 0).score(universe, evidence).score == 1
    assert task.score(universe, Evidence()).score == 0


def test_judging_looks_at_the_first_state_only(universe: Universe) -> None:
    task = DrawnTask.of(CountPages, 0, 0)
    task.prepare(universe)
    with universe.open() as world:
        pages = world.shelf.value("SELECT pages FROM book WHERE title = ?", task.parameters.title)
        world.shelf.run("UPDATE book SET pages = 1")
        assert task.score(universe, Evidence(answer=str(pages))).score == 1


def test_what_a_record_keeps(universe: Universe) -> None:
    task = drawn(universe)
    assert isinstance(task.parameters, Book)
    assert task.to_json() == {
        "id": "try.shelf.lend-book",
        "seed": 0,
        "universe": 0,
        "goal": task.goal,
        "parameters": {"title": task.parameters.title},
        "revision": 1,
    }


def test_a_template_can_put_rows_into_the_first_state(universe: Universe) -> None:
    task = DrawnTask.of(CountPreparedPages, 0, universe.seed)
    task.prepare(universe)
    with universe.open(task.first_state()) as world:
        assert world.shelf.value("SELECT pages FROM book WHERE title = ?", task.parameters.title) > 1000
        assert world.shelf.value("SELECT count(*) FROM book") == 6
        assert world.changes() == []
    with universe.open() as plain:
        assert plain.shelf.value("SELECT max(pages) FROM book") < 1000


def test_what_was_put_in_is_there_when_it_is_judged(universe: Universe) -> None:
    task = DrawnTask.of(CountPreparedPages, 0, universe.seed)
    task.prepare(universe)
    with task.open_first(universe) as world:
        pages = world.shelf.value("SELECT pages FROM book WHERE title = ?", task.parameters.title)
    for judged in (task, DrawnTask.of(CountPreparedPages, 0, universe.seed)):  # in its study, and again later
        assert judged.score(universe, Evidence(answer=str(pages))).outcome == "success"
        assert judged.score(universe, Evidence(answer=str(pages - 1000))).outcome == "failure"


def test_a_task_can_go_to_another_universe_of_the_same_seed(universe: Universe) -> None:
    task = DrawnTask.of(CountPreparedPages, 0, universe.seed)
    task.prepare(universe)
    state = task.first_state()
    with Universe(universe.blueprints.values(), seed=universe.seed, cache=universe.cache) as other:
        task.prepare(other)
        assert task.first_state() == state
        with task.open_first(other) as world:
            assert world.shelf.value("SELECT max(pages) FROM book") > 1000


def test_tasks_of_one_template_that_begin_with_other_rows_begin_otherwise(universe: Universe) -> None:
    states = []
    for seed in (0, 1):
        task = DrawnTask.of(CountPreparedPages, seed, universe.seed)
        task.prepare(universe)
        states.append(task.first_state().prepared)
    assert len({"", *states}) == 3
    plain = DrawnTask.of(CountPages, 0, universe.seed)
    plain.prepare(universe)
    assert plain.first_state().prepared == ""


def test_a_task_names_the_hosts_that_it_needs_before_it_is_drawn() -> None:
    assert set(DrawnTask.of(OpenBook, 0, 0).hosts) == {"shelf.test"}
