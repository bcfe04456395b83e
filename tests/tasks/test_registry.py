"""The registry: all tasks by id."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from tests.tasks.library import CountPages, LendBook, OpenBook
from webcosm import plugins
from webcosm.tasks import (
    DrawnTask,
    Task,
    Template,
    TemplateError,
    UnknownTask,
    about_suite,
    find_ids,
    find_templates,
    listed_ids,
    make_task,
    register_group,
    register_suite,
    register_templates,
    registry,
    suite_names,
    task_ids,
    template_of,
)

BROUGHT: list[type[Template[Any]]] = [OpenBook]
NOT_TEMPLATES = ["arena"]
OURS: list[type[Template[Any]]] = [LendBook]


@pytest.fixture(autouse=True)
def only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty registry, and the full one again afterwards."""
    monkeypatch.setattr(registry, "_known", registry._Known(homes=()))
    monkeypatch.setattr(plugins, "entry_points", lambda group: ())
    monkeypatch.setattr(plugins, "_problems", {})


def bring(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    points = [EntryPoint(f"point{number}", value, "webcosm.tasks") for number, value in enumerate(values)]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points if group == "webcosm.tasks" else [])


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

    with pytest.raises(TemplateError, match=r"library\.LendBook and .*test_registry\..*Impostor"):
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


def test_an_entry_point_may_name_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "tests.tasks.library")
    assert set(task_ids()) >= {"try.shelf.open-book", "try.shelf.lend-book"}


@pytest.mark.parametrize(
    "what, why", [("NOT_TEMPLATES", "nor a list or tuple"), ("OURS", "a group of another package")]
)
def test_an_entry_point_that_brings_what_it_may_not_is_left_out(
    monkeypatch: pytest.MonkeyPatch, what: str, why: str
) -> None:
    register_group("try.shelf", lambda: ["try.shelf.lend-book"], lambda: [LendBook])
    bring(monkeypatch, f"tests.tasks.test_registry:{what}")
    with pytest.warns(plugins.PluginWarning, match=rf"point0 = tests\.tasks\.test_registry:{what} .*{why}"):
        assert task_ids() == ["try.shelf.lend-book"]


def test_a_group_is_loaded_when_one_of_its_tasks_is_asked_for() -> None:
    loaded = []

    def load(name: str, template: type[Template[Any]]) -> list[type[Template[Any]]]:
        loaded.append(name)
        return [template]

    class Far(LendBook):
        id = "far.shelf.lend-book"

    register_group("try.shelf", lambda: ["try.shelf.lend-book"], lambda: load("near", LendBook))
    register_group("far", lambda: ["far.shelf.lend-book"], lambda: load("far", Far))
    assert listed_ids() == ["far.shelf.lend-book", "try.shelf.lend-book"]
    assert suite_names() == ["far", "try"]
    with pytest.raises(UnknownTask, match=r"did you mean try\.shelf\.lend-book"):
        make_task("tri.shelf.lend-book")
    assert loaded == []
    make_task("try.shelf.lend-book")
    make_task("try.shelf.lend-book", 1)
    assert loaded == ["near"]
    assert find_templates(["far"]) == [Far]
    assert loaded == ["near", "far"]
    assert task_ids() == listed_ids() == ["far.shelf.lend-book", "try.shelf.lend-book"]


def test_ids_of_a_group_begin_with_its_name() -> None:
    register_group("try.cellar", list, lambda: [LendBook])
    with pytest.raises(TemplateError, match=r"library\.LendBook has the id 'try\.shelf\.lend-book'.* try\.cellar\."):
        task_ids()


def test_a_suite_without_templates_is_found_by_its_ids_alone() -> None:
    register_suite("mine", lambda: ["mine.two", "mine.one"], lambda *_: DrawnTask.of(LendBook, 0, 0), about="Small.")
    register_templates([LendBook])
    assert find_ids(["mine"]) == ["mine.two", "mine.one"]
    assert find_ids(["mine.one", "try"]) == ["mine.one", "try.shelf.lend-book"]
    assert (about_suite("mine"), about_suite("try")) == ("Small.", "")
    assert template_of("mine.one") is None
    with pytest.raises(UnknownTask, match="'mine' names 2 tasks, but none that is drawn from a template"):
        find_templates(["mine"])
