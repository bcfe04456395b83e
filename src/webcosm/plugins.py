"""What other installed packages bring: sites, templates of tasks, agents.

A package names them as entry points of the groups ``webcosm.sites``, ``webcosm.tasks`` and ``webcosm.agents``. One that
is broken is left out with a warning that names it, and everything else goes on working; `webcosm doctor` tells of it.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from traceback import extract_tb
from typing import Any

__all__ = ["GROUPS", "PluginProblem", "PluginWarning", "load_plugins", "package_of", "plugin_problems", "plugins"]


GROUPS = ("webcosm.agents", "webcosm.sites", "webcosm.tasks")


class PluginWarning(UserWarning):
    """Something that an installed package brings was left out."""


@dataclass(frozen=True)
class PluginProblem:
    """Why an entry point was left out."""

    group: str
    point: str
    """Name and value, as the package declares them: ``library = lending.tasks``."""
    package: str
    """Name and version."""
    file: str
    """Where it went wrong, with the line where that is known; else the file that the entry point names."""
    why: str

    def __str__(self) -> str:
        return f"{self.package} ({self.point} of {self.group}) is left out: {self.why} [{self.file}]"


_problems: dict[EntryPoint, PluginProblem] = {}


def plugins(group: str) -> list[EntryPoint]:
    """The entry points of a group in the order of their names; nothing is loaded."""
    return sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))


def package_of(entry: EntryPoint) -> str:
    """Name and version of the package that declares an entry point."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "a package without a name"


def load_plugins(group: str, use: Callable[[EntryPoint, Any], None]) -> None:
    """Loads each entry point of a group and gives what it names to `use`, which raises if that is of no use.

    What cannot be loaded or used is left out with a :class:`PluginWarning`.
    """
    for entry in plugins(group):
        try:
            use(entry, entry.load())
        except Exception as error:
            _leave_out(entry, error)


def plugin_problems() -> list[PluginProblem]:
    """What was left out so far in this process."""
    return list(_problems.values())


def _leave_out(entry: EntryPoint, error: Exception) -> None:
    why = f"{type(error).__name__}: {error}"
    problem = PluginProblem(entry.group, f"{entry.name} = {entry.value}", package_of(entry), _place(entry, error), why)
    if entry not in _problems:
        _problems[entry] = problem
        warnings.warn(f"the plug-in {problem}", PluginWarning, stacklevel=2)


def _place(entry: EntryPoint, error: Exception) -> str:
    """The last line of the plug-in's own that was at work, or the file in which it should have been."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    own = entry.module.partition(".")[0]
    for frame in reversed(list(extract_tb(error.__traceback__))):
        if own in frame.filename.replace(".py", "").split("/"):
            return f"{frame.filename}, line {frame.lineno}"
    loaded = getattr(sys.modules.get(entry.module), "__file__", None)
    if loaded:
        return str(loaded)
    try:
        found = find_spec(own)
    except (ImportError, ValueError):
        found = None
    return str(found.origin) if found and found.origin else f"no file: there is no module {own}"
