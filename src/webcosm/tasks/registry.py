"""All tasks by id. What a suite holds is loaded when a task of it is asked for."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from webcosm.plugins import load_plugins
from webcosm.tasks.collection import templates_of
from webcosm.tasks.drawn import DrawnTask
from webcosm.tasks.task import Task
from webcosm.tasks.template import Template, TemplateError

if TYPE_CHECKING:
    from webcosm.sites.kit import Site

__all__ = [
    "RenamedTask",
    "UnknownTask",
    "about_suite",
    "current_id",
    "extra_sites",
    "find_ids",
    "find_templates",
    "first_id",
    "listed_ids",
    "make_task",
    "register_group",
    "register_renamed",
    "register_suite",
    "register_templates",
    "suite_names",
    "task_ids",
    "template_of",
]


class Maker(Protocol):
    def __call__(self, task_id: str, seed: int, universe: int) -> Task: ...


class UnknownTask(LookupError):
    """No task has this id."""


class RenamedTask(UserWarning):
    """A task was asked for by an id that it had once."""


@dataclass(frozen=True)
class _Suite:
    """Tasks that are not drawn from templates."""

    ids: Callable[[], Iterable[str]]
    make: Maker
    needs: str
    about: str
    sites: Callable[[], Iterable[Site]]


@dataclass(frozen=True)
class _Group:
    """Templates that nobody has asked for yet."""

    ids: Callable[[], Iterable[str]]
    load: Callable[[], Iterable[type[Template[Any]]]]


@dataclass
class _Known:
    """What the registry holds."""

    homes: tuple[str, ...] = ("webcosm.suites",)
    """Modules with a ``register()`` that names their suites. As texts: no room above this one is imported by it."""
    templates: dict[str, type[Template[Any]]] = field(default_factory=dict)
    groups: dict[str, _Group] = field(default_factory=dict)
    suites: dict[str, _Suite] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    """Ids and groups that were renamed, by their old names."""
    names_before: dict[str, str] = field(default_factory=dict)
    """The other way round."""
    begun: bool = False


_known = _Known()


# Adding ---------------------------------------------------------------------------------------------------------------


def register_suite(
    name: str,
    ids: Callable[[], Iterable[str]],
    make: Maker,
    *,
    needs: str = "",
    about: str = "",
    sites: Callable[[], Iterable[Site]] = tuple,
) -> None:
    """Adds a suite whose tasks come from elsewhere; its ids begin with its name and a dot.

    ``needs`` tells people what to install while a suite has no ids, ``about`` what its tasks are. ``sites`` are those
    that only this suite needs and that are not part of the web people walk through.
    """
    _known.suites[name] = _Suite(ids, make, needs, about, sites)


def register_templates(templates: Iterable[type[Template[Any]]]) -> None:
    """Adds templates; the first part of an id names the suite. Two templates with one id are an error."""
    together = dict(_known.templates)
    for template in templates:
        known = together.setdefault(template.id, template)
        if known is not template:
            raise TemplateError(f"two templates have the id {template.id!r}: {_name(known)} and {_name(template)}")
    _known.templates.update(together)  # all or none of them


def register_group(
    prefix: str, ids: Callable[[], Iterable[str]], load: Callable[[], Iterable[type[Template[Any]]]]
) -> None:
    """Adds templates whose ids begin with `prefix` and a dot, to be loaded when one of them is asked for.

    ``ids`` says which there are without loading them.
    """

    def load_own() -> list[type[Template[Any]]]:
        templates = list(load())
        for template in templates:
            if not _within(template.id, prefix):
                raise TemplateError(
                    f"{_name(template)} has the id {template.id!r}; those of its group begin with {prefix}."
                )
        return templates

    _known.groups[prefix] = _Group(ids, load_own)


def register_renamed(table: Mapping[str, str], merged: Mapping[str, str] | None = None) -> None:
    """Adds ids (or groups) by the name that they had before: whoever asks with an old one gets the task of the new.

    What was ``merged`` into another is found by its old id too, but the other goes on drawing as it did.
    """
    _known.renamed.update({**table, **(merged or {})})
    _known.names_before.update({new: old for old, new in table.items()})


def _name(template: type[Template[Any]]) -> str:
    return f"{template.__module__}.{template.__qualname__}"


# Finding --------------------------------------------------------------------------------------------------------------


def suite_names() -> list[str]:
    """All suites; nothing is loaded."""
    _begin()
    return sorted({name.partition(".")[0] for name in (*_known.suites, *_known.groups, *_known.templates)})


def task_ids() -> list[str]:
    """The ids of all tasks. Loads every suite; see :func:`listed_ids`."""
    return find_ids()


def listed_ids() -> list[str]:
    """The ids of all tasks, as far as they are known without loading a suite: a new family may not be listed yet."""
    _begin()
    lists = [group.ids for group in _known.groups.values()] + [suite.ids for suite in _known.suites.values()]
    return sorted({*_known.templates, *(task_id for ids in lists for task_id in ids())})


def current_id(task_id: str) -> str:
    """The id that a task or group has now, given one that it has or had."""
    _begin()
    while task_id in _known.renamed:
        task_id = _known.renamed[task_id]
    return task_id


def first_id(task_id: str) -> str:
    """The id that a task had first, given the one that it has now."""
    _begin()
    while task_id in _known.names_before:
        task_id = _known.names_before[task_id]
    return task_id


def find_ids(patterns: Sequence[str] = ()) -> list[str]:
    """The ids that are or begin with one of the patterns (``arena``, ``arena.shop``, a full id); or all.

    Of suites without templates too, in the order in which they have them.
    """
    found: dict[str, None] = {}
    for pattern in map(_resolved, patterns or [""]):
        _load(pattern)
        fitting = [task_id for task_id in sorted(_known.templates) if _within(task_id, pattern)]
        for name, suite in sorted(_known.suites.items()):
            if _overlap(name, pattern):
                fitting += [task_id for task_id in suite.ids() if _within(task_id, pattern)]
        if pattern and not fitting:
            raise UnknownTask(_unknown(pattern))
        found |= dict.fromkeys(fitting)
    return list(found)


def find_templates(patterns: Sequence[str] = ()) -> list[type[Template[Any]]]:
    """The templates whose id is or begins with one of the patterns (``arena``, ``arena.shop``, a full id); or all."""
    found: set[str] = set()
    for pattern in patterns or [""]:
        ids = find_ids([pattern] if pattern else ())
        drawn = [task_id for task_id in ids if task_id in _known.templates]
        if ids and not drawn:
            raise UnknownTask(f"{pattern!r} names {len(ids)} tasks, but none that is drawn from a template")
        found.update(drawn)
    return [_known.templates[task_id] for task_id in sorted(found)]


def template_of(task_id: str) -> type[Template[Any]] | None:
    """The template with this id; None if its tasks come from elsewhere."""
    task_id = _resolved(task_id)
    _load(task_id)
    return _known.templates.get(task_id)


def about_suite(name: str) -> str:
    """What a suite says of its tasks, where they are not drawn from templates."""
    _begin()
    return _known.suites[name].about if name in _known.suites else ""


def make_task(task_id: str, seed: int = 0, universe: int = 0, hint: str = "") -> Task:
    """The task of an id and a seed; an unknown id is answered with those that look like it.

    With a hint, ``plan`` or ``facts``, the agent is told that beside the goal.
    """
    task_id = _resolved(task_id)
    template = template_of(task_id)
    if template is not None:
        return DrawnTask.of(template, seed, universe, hint)
    suite = _known.suites.get(task_id.partition(".")[0])
    if suite is not None:
        there = list(suite.ids())
        if task_id in there:
            return suite.make(task_id, seed, universe)
        if suite.needs and not there:
            raise UnknownTask(f"there is no task {task_id!r} yet: {suite.needs}")
    raise UnknownTask(_unknown(task_id))


def extra_sites() -> tuple[Site, ...]:
    """Sites that only a suite needs and that are not part of the web people walk through."""
    _begin()
    return tuple(site for _, suite in sorted(_known.suites.items()) for site in suite.sites())


# Loading --------------------------------------------------------------------------------------------------------------


def _begin() -> None:
    """Gets the suites by name, and the templates that installed packages bring (group ``webcosm.tasks``).

    Done at the first look-up: those packages import this one, so it must be complete by then.
    """
    if not _known.begun:
        _known.begun = True
        for home in _known.homes:
            import_module(home).register()
        load_plugins("webcosm.tasks", _register_brought)


def _register_brought(entry: EntryPoint, brought: Any) -> None:
    templates = templates_of(brought) if isinstance(brought, ModuleType) else brought
    if not isinstance(templates, list | tuple) or not all(
        isinstance(one, type) and issubclass(one, Template) for one in templates
    ):
        raise TemplateError(f"{brought!r} is neither a module nor a list or tuple of Template classes")
    for template in templates:
        for prefix in _known.groups:
            if _within(template.id, prefix):
                raise TemplateError(
                    f"{_name(template)} has the id {template.id!r}, but {prefix} is a group of another package"
                )
    register_templates(templates)


def _resolved(task_id: str) -> str:
    """What an id or group is called now; whoever used an old one is told."""
    now = current_id(task_id)
    if now != task_id:
        warnings.warn(f"the task {task_id} is now called {now}", RenamedTask, stacklevel=3)
    return now


def _load(pattern: str) -> None:
    """Loads the groups in which a task that the pattern names may be."""
    _begin()
    for prefix, group in list(_known.groups.items()):
        if _overlap(prefix, pattern):
            register_templates(group.load())
            _known.groups.pop(prefix, None)


def _within(name: str, pattern: str) -> bool:
    return not pattern or name == pattern or name.startswith(f"{pattern}.")


def _overlap(prefix: str, pattern: str) -> bool:
    return _within(prefix, pattern) or _within(pattern, prefix)


def _unknown(task_id: str) -> str:
    near = difflib.get_close_matches(task_id, listed_ids(), n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"suites: {', '.join(suite_names()) or 'none'}"
    return f"there is no task {task_id!r}; {hint}"
