"""Agents without a mind: one that does nothing, one that does anything."""

from __future__ import annotations

from webcosm.act import ActionSet
from webcosm.agents.base import Agent, Reply, StepAgent
from webcosm.env import Episode, Look, Observation, Options
from webcosm.lore import Rng

__all__ = ["NullAgent", "RandomAgent"]


class NullAgent(Agent):
    """Stops at once. A task that scores for it is broken."""

    name = "null"

    async def play(self, episode: Episode) -> None:
        await episode.act("stop()")


class RandomAgent(StepAgent):
    """Draws valid actions on what it sees, the same ones in every run of a seed.

    ``only`` names the actions it draws from, with commas between them; after ``steps`` of them it stops.
    """

    name = "random"

    def __init__(self, seed: int = 0, steps: int | None = None, only: str = "") -> None:
        self.seed = seed
        self.steps = steps
        self._actions = ActionSet(groups=(), include=tuple(only.split(","))) if only else Options().actions
        self._rng = Rng("random agent", seed)
        self._done = 0

    def options(self) -> Options:
        return Options(look=Look(parts=("text", "screenshot")))

    async def begin(self, observation: Observation) -> None:
        self._rng = Rng("random agent", self.seed, observation.goal.text)
        self._done = 0

    async def reply(self, observation: Observation) -> Reply:
        ids = [element.id for element in observation.elements if element.id and element.visible and element.clickable]
        if self._done == self.steps:
            return Reply("stop()")
        self._done += 1
        try:
            return Reply(self._actions.sample(self._rng, ids))
        except ValueError:  # all it may do is done to elements, and there are none
            return Reply("stop()")
