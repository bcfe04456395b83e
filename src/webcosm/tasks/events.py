"""Things that happen while the agent is at work: the user changes the wish, somebody else changes rows.

They happen when the state reaches a point, at the end of a step, and never by the clock: so a replay or a fork sees the
same. What they write is kept apart from what the agent does (`World.happenings`). Judges see a world with it in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from webcosm.worlds import Change, Happening, World, agents_changes

__all__ = ["Event", "Situation", "fire", "happened"]


@dataclass(frozen=True)
class Situation:
    """What an event may look at: the agent's changes so far, and the pages that were served."""

    world: World
    steps: int

    @cached_property
    def changes(self) -> Sequence[Change]:
        return agents_changes(self.world.changes(), self.world.history, self.world.happenings)

    def inserted(self, site: str, table: str, **where: object) -> int:
        """How many such rows the agent has added."""
        return self._count("insert", site, table, where)

    def updated(self, site: str, table: str, **where: object) -> int:
        """How many rows the agent has changed that now hold these values."""
        return self._count("update", site, table, where)

    def saw(self, site: str, what: str, **facts: object) -> bool:
        """Whether a page of this kind was served since the beginning."""
        return any(
            page.site == site and page.what == what and all(page.facts.get(name) == is_ for name, is_ in facts.items())
            for page in self.world.served.shown()
        )

    def _count(self, kind: str, site: str, table: str, where: Mapping[str, object]) -> int:
        return sum(
            (change.kind, change.site, change.table) == (kind, site, table)
            and all((change.new or {}).get(name) == is_ for name, is_ in where.items())
            for change in self.changes
        )


@dataclass(frozen=True)
class Event:
    """Happens once, at the end of the first step after which `when` holds."""

    name: str
    when: Callable[[Situation], bool]
    message: str = ""
    """What the user says then; empty if nothing."""
    write: Callable[[World], object] | None = None
    """What somebody else writes then, best by the site's own rules."""


def fire(events: Sequence[Event], world: World, steps: int) -> list[Happening]:
    """Lets those happen that are due and have not happened yet, in the order in which they are listed."""
    found = []
    for event in events:
        if not happened(world, event.name) and event.when(Situation(world, steps)):
            found.append(world.happen(event.name, steps, event.write, event.message))
    return found


def happened(world: World, name: str) -> bool:
    """Whether an event has happened; for `expect()` and `user()`, which may depend on it."""
    return any(happening.name == name for happening in world.happenings)
