"""The replayer: does in one task, blindly, what the oracle did in another task of the same template.

Whoever has learned the actions of one seed by heart must not win another with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from webcosm.act import Action
from webcosm.act import catalogue as do
from webcosm.agents.oracle import EpisodeActor
from webcosm.env import Episode
from webcosm.judge.verdict import Verdict
from webcosm.proof.impostors import RIVALS
from webcosm.proof.pretending import ends, right_outcome
from webcosm.tasks import DrawnTask
from webcosm.worlds import Universe

__all__ = ["RecordingActor", "other_tasks", "replays"]


@dataclass
class RecordingActor(EpisodeActor):
    """Remembers every action."""

    actions: list[Action] = field(default_factory=list)

    async def perform(self, action: Action) -> str:
        self.actions.append(action)
        return await super().perform(action)


def other_tasks(task: DrawnTask, universe: Universe, seeds: Iterable[int]) -> Iterator[DrawnTask]:
    """Tasks of the same template whose right outcome is another one: those of some seeds first, then the next ones."""
    right, things = right_outcome(task, universe), _in_the_way(task, universe)
    nearby = range(task.seed + 1, task.seed + 1 + RIVALS)
    for seed in dict.fromkeys((*seeds, *nearby)):
        other = DrawnTask.of(type(task.family), seed, task.universe)
        if seed != task.seed and right_outcome(other, universe) != right and not things & _in_the_way(other, universe):
            yield other


def _in_the_way(task: DrawnTask, universe: Universe) -> set[str]:
    """What a report may name. Where two tasks share some of it, say a right that the account lacks, one report is right
    for both."""
    if task.family.achievable:
        return set()
    with task.open_first(universe) as world:
        return set(task.family.obstacle(world, task.parameters).things)


async def replays(episode: Episode, actions: Sequence[Action]) -> Verdict:
    """Goes on whatever the page says, until the episode is over."""
    for action in actions:
        if episode.verdict is not None:
            break
        await episode.act(action)
    return await ends(episode, do.stop())
