"""Agents without a mind: one that does nothing, one that does anything."""

from __future__ import annotations

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
    """Draws valid actions on what it sees, the same ones in every run of a seed."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._rng = Rng("random agent", seed)

    def options(self) -> Options:
        return Options(look=Look(parts=("text", "screenshot")))

    async def begin(self, observation: Observation) -> None:
        self._rng = Rng("random agent", self.seed, observation.goal.text)

    async def reply(self, observation: Observation) -> Reply:
        ids = [element.id for element in observation.elements if element.id and element.visible and element.clickable]
        return Reply(self.options().actions.sample(self._rng, ids))
