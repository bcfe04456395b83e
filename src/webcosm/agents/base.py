"""What an agent is: something that is given an episode and plays it to its end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from webcosm.env import Episode, Observation, Options

__all__ = ["Agent", "Reply", "StepAgent", "Usage"]


@dataclass(frozen=True)
class Usage:
    """What asking a model cost."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    """In US dollars; None when the model's price is not known."""


@dataclass(frozen=True)
class Reply:
    """An agent's answer to one observation."""

    action: str
    thought: str = ""
    usage: Usage = field(default_factory=Usage)
    extra: dict[str, Any] = field(default_factory=dict)
    """Whatever is worth keeping in the record: prompts, raw answers."""


class Agent(ABC):
    """Plays episodes. One object plays one episode at a time; a study makes one per worker."""

    name: str = "agent"
    """As records call it; the name of the class if it says nothing."""
    step_seconds: float | None = None
    """Real seconds that a step may take, thinking included; a study sets it before anything else."""
    abandoned: Usage = Usage()
    """What it has spent on a step that has not come about yet; counted if it never does."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def options(self) -> Options:
        """What it needs to see, may do, and how it speaks."""
        return Options()

    def check(self) -> None:  # noqa: B027 - most agents need nothing
        """Raises a ValueError in one sentence if it cannot play here: a key is missing, or a package.

        Called once, before the first episode of a study."""

    @abstractmethod
    async def play(self, episode: Episode) -> None:
        """Plays from after :meth:`Episode.reset` until the episode is over, or until it gives up."""

    async def close(self) -> None:  # noqa: B027 - most agents hold nothing
        """Lets go of connections and the like."""


class StepAgent(Agent):
    """An agent that answers observations one by one. A variant is a new small class."""

    async def play(self, episode: Episode) -> None:
        observation = episode.observation
        assert observation is not None, "play() comes after reset()"
        await self.begin(observation)
        while True:
            reply = await self.reply(observation)
            episode.note(thought=reply.thought, usage=reply.usage, **reply.extra)
            step = await episode.act(reply.action)
            if step.terminated or step.truncated or step.observation is None:
                return
            observation = step.observation

    async def begin(self, observation: Observation) -> None:
        """Forgets the last episode and sees the first observation of the next."""

    @abstractmethod
    async def reply(self, observation: Observation) -> Reply: ...
