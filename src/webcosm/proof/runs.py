"""What impostors and mutants are made from: a task, how it began, and how its oracle ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.tasks import DrawnTask, Template
from webcosm.worlds import Universe, World, WorldState

__all__ = ["OracleRun", "rivals", "score_all", "world_of"]


@dataclass(frozen=True)
class OracleRun:
    """One run of an oracle."""

    task: DrawnTask
    universe: Universe
    start: Evidence
    """Of somebody who has done nothing yet."""
    end: Evidence | None = None
    """None if the oracle did not win."""
    steps: int = 0

    @property
    def family(self) -> Template[Any]:
        return self.task.family

    @property
    def right_end(self) -> Evidence:
        """The end of a run that was won."""
        assert self.end is not None, f"the oracle of {self.task.id} did not win"
        return self.end


def score_all(universe: Universe, task: DrawnTask, evidences: Sequence[Evidence]) -> list[Verdict]:
    """The verdicts of :meth:`DrawnTask.score`; what is right is worked out once for all of them."""
    verdicts: dict[int, Verdict] = {}
    alike: dict[str, list[int]] = {}
    for place, evidence in enumerate(evidences):
        alike.setdefault(str([one.to_json() for one in evidence.happenings]), []).append(place)
    for places in alike.values():
        family = type(task.family)()
        with task.open_judged(universe, evidences[places[0]].happenings) as world:
            for name in ("answer", "page", "expect"):
                setattr(family, name, cache(getattr(family, name)))
            for place in places:
                verdicts[place] = family.judge(world, task.parameters, task.goal, evidences[place])
    return [verdicts[place] for place in range(len(evidences))]


@contextmanager
def world_of(family: Template[Any], p: Any, universe: Universe) -> Iterator[World]:
    """A world as the task with these parameters finds it."""
    state = universe.prepare(lambda world: family.prepare(world, p), WorldState())
    with universe.open(WorldState(prepared=state.prepared)) as world:
        yield world


def rivals(task: DrawnTask, universe: Universe, most: int) -> list[Any]:
    """Other parameters of the task's template."""
    task.prepare(universe)
    with universe.open() as world:  # pools are drawn before anything is prepared
        return [other for other in task.family.pool(world) if other != task.parameters][:most]
