"""A task without an end in itself: an agent, a page to begin at, and whatever it is asked to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from webcosm.judge.verdict import Verdict
from webcosm.tasks import Goal, Scene, Task

__all__ = ["OpenTask", "open_task"]

Judge = Callable[[Scene], Awaitable[Verdict]]


@dataclass
class OpenTask(Task):
    """Ends when the agent says so. Without a judge nothing can be said about how well it was done: no score."""

    words: str = ""
    judge_with: Judge | None = None

    async def begin(self, scene: Scene) -> Goal:
        return Goal(self.words)

    async def judge(self, scene: Scene) -> Verdict:
        if self.judge_with is None:
            return Verdict.error("an open task has no judge, so it has no score; its reward is 0")
        return await self.judge_with(scene)


def open_task(
    goal: str = "Look around.",
    start_url: str | Sequence[str] = "http://home.test/",
    *,
    seed: int = 0,
    universe: int = 0,
    max_steps: int = 1_000,
    judge: Judge | None = None,
) -> OpenTask:
    """An open task: what to do in words, and the address (or addresses, one tab each) to begin at."""
    start = (start_url,) if isinstance(start_url, str) else tuple(start_url)
    if not start:
        raise ValueError("start_url must be an address or a sequence of at least one")
    return OpenTask(
        "open",
        seed,
        universe,
        start=start,
        max_steps=max_steps,
        answered_by_message=judge is not None,
        words=goal,
        judge_with=judge,
    )
