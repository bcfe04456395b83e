"""Progress along the oracle's path: 0 where nothing is done, never less than before, and 1 at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from webcosm.proof.runs import OracleRun
from webcosm.tasks import Kind
from webcosm.worlds import World
from webcosm.worlds.history import folded_steps

__all__ = ["progress_along", "progress_fault"]


def progress_along(run: OracleRun, world: World) -> list[float]:
    """Before the first step and after each that changed something; empty for tasks that change nothing."""
    if run.family.kind is not Kind.DO or not run.family.achievable:
        return []
    expected = run.family.expect(world, run.task.parameters)
    steps = run.right_end.steps
    return [expected.progress(folded_steps(steps[:count])) for count in range(len(steps) + 1)]


def progress_fault(seen: Sequence[float]) -> str:
    """What is wrong with the progress along a path; empty if nothing is."""
    shown = ", ".join(f"{progress:.2f}" for progress in seen)
    if not seen:
        return ""
    if seen[0] != 0:
        return f"it is {seen[0]:.2f} before anything is done"
    if seen[-1] != 1:
        return f"it ends at {seen[-1]:.2f}, not at 1 ({shown})"
    if any(after < before for before, after in pairwise(seen)):
        return f"it falls on the oracle's way: {shown}"
    return ""
