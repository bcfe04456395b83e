"""A study in one call, for programs: what `webcosm run` does, without its progress bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from webcosm.study.plan import Plan, StudyLimits
from webcosm.study.record import EpisodeRecord
from webcosm.study.running import OnProgress, keys_of, public_keys
from webcosm.study.running import run_study as run_plan

__all__ = ["run_study"]


def run_study(
    tasks: Sequence[str] = (),
    *,
    agent: str = "oracle",
    out: str | Path = "runs/latest",
    options: Mapping[str, Any] | None = None,
    seeds: int = 1,
    universe: int = 0,
    trials: int = 1,
    public: bool = False,
    workers: int = 4,
    resume: bool = False,
    limits: StudyLimits | None = None,
    on_progress: OnProgress = lambda _: None,
) -> list[EpisodeRecord]:
    """Lets an agent play tasks and returns the record of every episode; `out` holds them for `webcosm report`.

    `tasks` are suites, groups or single tasks, of which `seeds` are played each, or with `public` those of the public
    list. `options` are the agent's. A study that was interrupted goes on with `resume`.

    Episodes are played in processes of their own, which load the calling program anew: in a script, call this under
    ``if __name__ == "__main__":``.
    """
    choose = public_keys if public else keys_of
    plan = Plan(agent, choose(tasks, seeds, universe, trials, None), options or {}, limits=limits or StudyLimits())
    return run_plan(plan, Path(out), workers, resume=resume, on_progress=on_progress)
