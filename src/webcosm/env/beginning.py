"""How an episode begins: a world, a window into it, and the start pages open."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from webcosm.browser import Patience, Settled, Viewport, Window
from webcosm.tasks import Task
from webcosm.worlds import BEGINNING, World, WorldState

__all__ = ["Beginning", "Timekeeper"]


@dataclass(frozen=True)
class Beginning:
    """All that decides what an episode finds. Two that are equal show the same pages, to the byte."""

    universe: int
    state: str
    """The world's first state, as JSON."""
    start: tuple[str, ...]
    viewport: Viewport
    patience: Patience
    at_rest: bool

    @classmethod
    def of(cls, task: Task, state: WorldState, patience: Patience) -> Beginning:
        facts = json.dumps(asdict(state), sort_keys=True)
        return cls(task.universe, facts, tuple(task.start), task.viewport, patience, task.begins_at_rest)

    @property
    def first_state(self) -> WorldState:
        return WorldState(**json.loads(self.state))

    @property
    def now(self) -> datetime:
        """What the clock says then."""
        return BEGINNING + timedelta(milliseconds=self.first_state.elapsed_ms)

    async def open_pages(self, window: Window) -> Settled:
        """Opens the start pages, one tab each; the first is active."""
        settled = Settled("quiet", 0)
        for number, address in enumerate(self.start):
            if number:
                await window.new_tab()
            await window.goto(address)
            if self.at_rest:
                settled = await window.settle(self.patience)
            else:
                await window.load(self.patience)
        await window.ensure_document()  # where there is no start page
        if len(self.start) > 1:
            await window.focus(0)
        return settled


@dataclass
class Timekeeper:
    """Brings a world's clock up to its window's, which an action may have moved too."""

    world: World
    told_ms: int = 0

    def __call__(self, elapsed_ms: int) -> None:
        self.world.clock.advance(milliseconds=elapsed_ms - self.told_ms)
        self.told_ms = elapsed_ms
