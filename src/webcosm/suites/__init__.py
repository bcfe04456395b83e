"""Named lists of tasks. They are listed here by name and loaded when a task of them is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from webcosm.tasks import register_group, register_renamed, register_suite
from webcosm.tasks.collection import templates_in

if TYPE_CHECKING:
    from webcosm.sites.kit import Site
    from webcosm.tasks import Task

__all__ = ["GROUPS", "folder_of", "register"]

GROUPS: Mapping[str, str] = {
    "arena.across": "webcosm.suites.arena.across",
    "arena.admin": "webcosm.suites.arena.admin",
    "arena.calc": "webcosm.suites.arena.calc",
    "arena.classifieds": "webcosm.suites.arena.classifieds",
    "arena.forum": "webcosm.suites.arena.forum",
    "arena.hard": "webcosm.suites.arena.hard",
    "arena.home": "webcosm.suites.arena.home",
    "arena.manuals": "webcosm.suites.arena.manuals",
    "arena.notes": "webcosm.suites.arena.notes",
    "arena.shop": "webcosm.suites.arena.shop",
}
"""How the ids of a group begin, and the package that holds its families. Its ``public.txt`` names them all, so that
they are known without loading it."""


def register() -> None:
    """Makes the suites known to :mod:`webcosm.tasks`, which calls this at the first look-up."""
    for group, package in GROUPS.items():
        register_group(group, partial(_listed, group), partial(templates_in, package))
    for file in sorted(Path(__file__).parent.glob("*/renamed.txt")):
        register_renamed(_renamed(file, "renamed"), _renamed(file, "merged"))
    register_suite("mini", _mini_ids, _make_mini, sites=_mini_sites, about=MINI)


def folder_of(group: str) -> Path:
    """Where a group is kept."""
    return Path(__file__).parent.joinpath(*GROUPS[group].split(".")[2:])


def _renamed(file: Path, how: str) -> dict[str, str]:
    """Old and new ids from a list of them; lines of a merged one end with that word."""
    words = [line.split() for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return {old: new for old, new, *mark in words if (mark or ["renamed"]) == [how]}


def _listed(group: str) -> Iterable[str]:
    from webcosm.suites.public import public_ids

    return public_ids(group)


# MiniWoB++ ------------------------------------------------------------------------------------------------------------

MINI = "MiniWoB++: the page words the goal when the task begins"


def _mini_ids() -> Iterable[str]:
    # Also without the pages: whoever asks for a task then is told what to install.
    from webcosm.suites.mini.names import NAMES

    return [f"mini.{name}" for name in NAMES]


def _make_mini(task_id: str, seed: int, universe: int) -> Task:
    from webcosm.suites.mini.task import make

    return make(task_id, seed, universe)


def _mini_sites() -> Iterable[Site]:
    from webcosm.suites.mini.site import installed, site

    return (site,) if installed() else ()
