"""All tasks by id."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from webcosm.tasks.drawn import DrawnTask
from webcosm.tasks.task import Task
from webcosm.tasks.template import Template, TemplateError

__all__ = [
    "UnknownTask",
    "find_templates",
    "make_task",
    "register_suite",
    "register_templates",
    "suite_names",
    "task_ids",
]


class Maker(Protocol):
    def __call__(self, task_id: str, seed: int, universe: int) -> Task: ...


class UnknownTask(LookupError):
    """No task has this id."""


_suites: dict[str, tuple[Callable[[], Iterable[str]], Maker, str]] = {}
_templates: dict[str, type[Template[Any]]] = {}


def register_suite(name: str, ids: Callable[[], Iterable[str]], make: Maker, *, needs: str = "") -> None:
    """Adds a suite whose tasks come from elsewhere; its ids begin with its name and a dot.

    ``needs`` tells people what to install while a suite has no ids.
    """
    _suites[name] = (ids, make, needs)


def register_templates(templates: Iterable[type[Template[Any]]]) -> None:
    """Adds templates; the first part of an id names the suite. Two templates with one id are an error."""
    for template in templates:
        known = _templates.get(template.id)
        if known is not None and known is not template:
            raise TemplateError(f"two templates have the id {template.id!r}: {known.__name__} and {template.__name__}")
        _templates[template.id] = template


@cache
def load_entry_points() -> None:
    """Adds the templates that installed packages bring (entry points of the group ``webcosm.tasks``).

    Done at the first look-up: the packages import this one, so it must be complete by then.
    """
    for entry in sorted(entry_points(group="webcosm.tasks"), key=lambda entry: entry.name):
        brought = entry.load()
        if not isinstance(brought, list | tuple) or not all(
            isinstance(one, type) and issubclass(one, Template) for one in brought
        ):
            raise TemplateError(
                f"the entry point {entry.name} = {entry.value} of webcosm.tasks gave {brought!r};"
                " it must name a list or tuple of Template classes"
            )
        register_templates(brought)


def suite_names() -> list[str]:
    load_entry_points()
    return sorted({*_suites, *(task_id.partition(".")[0] for task_id in _templates)})


def task_ids() -> list[str]:
    load_entry_points()
    others = [task_id for ids, *_ in _suites.values() for task_id in ids()]
    return sorted([*_templates, *others])


def find_templates(patterns: Sequence[str] = ()) -> list[type[Template[Any]]]:
    """The templates whose id is or begins with one of the patterns (``arena``, ``arena.shop``, a full id); or all."""
    load_entry_points()
    found: dict[str, type[Template[Any]]] = {}
    for pattern in patterns or [""]:
        fitting = {
            task_id: template
            for task_id, template in _templates.items()
            if not pattern or task_id == pattern or task_id.startswith(f"{pattern}.")
        }
        if not fitting:
            raise UnknownTask(_unknown(pattern))
        found |= fitting
    return [found[task_id] for task_id in sorted(found)]


def make_task(task_id: str, seed: int = 0, universe: int = 0) -> Task:
    """The task of an id and a seed; an unknown id is answered with those that look like it."""
    load_entry_points()
    if task_id in _templates:
        return DrawnTask.of(_templates[task_id], seed, universe)
    suite = task_id.partition(".")[0]
    if suite in _suites:
        ids, make, needs = _suites[suite]
        there = list(ids())
        if task_id in there:
            return make(task_id, seed, universe)
        if needs and not there:
            raise UnknownTask(f"there is no task {task_id!r} yet: {needs}")
    raise UnknownTask(_unknown(task_id))


def _unknown(task_id: str) -> str:
    near = difflib.get_close_matches(task_id, task_ids(), n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"suites: {', '.join(suite_names()) or 'none'}"
    return f"there is no task {task_id!r}; {hint}"
