"""The oracle: does a task as its template says a person would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.act import Action
from webcosm.agents.base import Agent
from webcosm.env import Episode, Look, Options, Step
from webcosm.judge.verdict import Verdict
from webcosm.observe.records import PageView
from webcosm.tasks import DrawnTask, Lost, Person
from webcosm.tasks.template import Way
from webcosm.worlds import World

__all__ = ["EpisodeActor", "OracleAgent", "solve"]


@dataclass
class EpisodeActor:
    """Lets a :class:`Person` act in an episode."""

    episode: Episode
    last: Step | None = None

    @property
    def world(self) -> World:
        return self.episode.world

    @property
    def view(self) -> PageView:
        observation = self.last.observation if self.last else self.episode.observation
        if observation is None or observation.view is None:
            raise Lost("there is no page to see; ask for the part 'text' of the observation")
        return observation.view

    @property
    def heard(self) -> Sequence[str]:
        return [words for who, words in self.episode.said if who == "user"]

    async def perform(self, action: Action) -> str:
        if self.episode.verdict is not None:
            return f"{action.text}: the episode is over"
        self.last = await self.episode.act(action)
        return str(self.last.info["error"])


async def solve(episode: Episode, actor: EpisodeActor | None = None, way: Way | None = None) -> Verdict:
    """Runs the oracle of the episode's task to its end, after :meth:`Episode.reset`; or another way of its template."""
    task = episode.task
    if not isinstance(task, DrawnTask):
        raise TypeError(f"{task.id} has no oracle; only tasks drawn from a template have one")
    await (way or task.family.solve)(Person(actor or EpisodeActor(episode)), task.parameters)
    if episode.verdict is None:
        who = f"{way.__name__} of {task.id}" if way else f"the oracle of {task.id}"
        raise Lost(f"{who} left the episode unfinished; end it with answer(), stop() or infeasible()")
    return episode.verdict


class OracleAgent(Agent):
    """Plays a task as its template says a person would. Must always score 1."""

    name = "oracle"

    def options(self) -> Options:
        return Options(look=Look(parts=("text", "screenshot")))

    async def play(self, episode: Episode) -> None:
        await solve(episode)
