"""The registry: all tasks by id."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from tests.tasks.library import CountPages, LendBook, OpenBook
from webcosm.tasks import (
    DrawnTask,
    Task,
    Template,
    TemplateError,
    UnknownTask,
    find_templates,
    make_task,
    register_suite,
    register_templates,
    registry,
    suite_names,
    task_ids,
)

BROUGHT: list[type[Template[Any]]] = [OpenBook]
NOT_TEMPLATES = ["arena"]


@pytest.fixture(autouse=True)
def only_ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty registry, and the full one again afterwards."""
    monkeypatch.setattr(registry, "_templates", {})
    monkeypatch.setattr(registry, "_suites", {})
    monkeypatch.setattr(registry, "entry_points", lambda group: ())
    registry.load_entry_points.cache_clear()
    yield
    registry.load_entry_points.cache_clear()


def bring(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    points = [EntryPoint(f"point{number}", value, "webcosm.tasks") for number, value in enumerate(values)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == "webcosm.tasks" else [])


def test_a_template_makes_tasks_by_its_id() -> None:
    register_templates([LendBook])
    task = make_task("try.shelf.lend-book", seed=4, universe=7)
    assert isinstance(task, DrawnTask)
    assert (task.id, task.seed, task.universe) == ("try.shelf.lend-book", 4, 7)


def test_registering_twice_is_the_same_as_once_but_ids_are_not_shared() -> None:
    register_templates([LendBook, LendBook])
    assert task_ids() == ["try.shelf.lend-book"]

    class Impostor(LendBook):
        pass

    with pytest.raises(TemplateError, match="LendBook and Impostor"):
        register_templates([Impostor])


def test_patterns_are_ids_or_what_comes_before_a_dot() -> None:
    register_templates([OpenBook, LendBook, CountPages])
    assert find_templates(["try.shelf.open-book"]) == [OpenBook]
    assert find_templates(["try"]) == find_templates() == [CountPages, LendBook, OpenBook]
    with pytest.raises(UnknownTask, match=r"no task 'try\.she'"):
        find_templates(["try.she"])


def test_an_unknown_id_is_answered_with_what_looks_like_it() -> None:
    register_templates([LendBook])
    with pytest.raises(UnknownTask, match=r"did you mean try\.shelf\.lend-book\?"):
        make_task("try.shelf.lend-bok")
    with pytest.raises(UnknownTask, match="suites: try"):
        make_task("zzz")


def test_a_suite_may_bring_tasks_of_its_own() -> None:
    def make(task_id: str, seed: int, universe: int) -> Task:
        return DrawnTask.of(LendBook, seed, universe)

    register_suite("mine", lambda: ["mine.one"], make)
    assert (suite_names(), task_ids()) == (["mine"], ["mine.one"])
    assert make_task("mine.one", 2).seed == 2


def test_a_suite_without_tasks_says_what_it_needs() -> None:
    register_suite("mine", list, lambda task_id, seed, universe: DrawnTask.of(LendBook, seed, universe), needs="dig")
    with pytest.raises(UnknownTask, match="yet: dig"):
        make_task("mine.one")


def test_installed_packages_bring_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "tests.tasks.test_registry:BROUGHT")
    assert task_ids() == ["try.shelf.open-book"]
    assert make_task("try.shelf.open-book").id == "try.shelf.open-book"


def test_an_entry_point_that_brings_something_else_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "tests.tasks.test_registry:NOT_TEMPLATES")
    with pytest.raises(TemplateError, match=r"point0 = tests\.tasks\.test_registry:NOT_TEMPLATES .* Template classes"):
        task_ids()
