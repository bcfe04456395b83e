"""All tasks by id."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Protocol

from webcosm.tasks.task import Task

__all__ = ["UnknownTask", "make_task", "register_suite", "task_ids"]


class Maker(Protocol):
    def __call__(self, task_id: str, seed: int, universe: int) -> Task: ...


class UnknownTask(LookupError):
    """No task has this id."""


_suites: dict[str, tuple[Callable[[], Iterable[str]], Maker, str]] = {}


def register_suite(name: str, ids: Callable[[], Iterable[str]], make: Maker, *, needs: str = "") -> None:
    """Adds a suite: its ids begin with its name and a dot. Registering a name again replaces it.

    ``needs`` tells people what to install while a suite has no ids.
    """
    _suites[name] = (ids, make, needs)


def task_ids() -> list[str]:
    return [task_id for ids, *_ in _suites.values() for task_id in ids()]


def make_task(task_id: str, seed: int = 0, universe: int = 0) -> Task:
    """The task of an id and a seed; an unknown id is answered with those that look like it."""
    suite = task_id.partition(".")[0]
    if suite in _suites:
        ids, make, needs = _suites[suite]
        there = list(ids())
        if task_id in there:
            return make(task_id, seed, universe)
        if needs and not there:
            raise UnknownTask(f"there is no task {task_id!r} yet: {needs}")
    near = difflib.get_close_matches(task_id, task_ids(), n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else f"; suites: {', '.join(sorted(_suites)) or 'none'}"
    raise UnknownTask(f"there is no task {task_id!r}{hint}")
