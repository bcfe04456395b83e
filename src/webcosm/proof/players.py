"""Impostors that must be watched: they play an episode, alone or from where the oracle was.

A new one is a class in :data:`PLAYERS` or :data:`FOLLOWERS`: its name, the tasks it applies to, and what it plays. What
it does stands in `pretending`, where the agents of `webcosm run` find it too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import ClassVar

from webcosm.act import catalogue as do
from webcosm.agents.simple import RandomAgent
from webcosm.env import Episode
from webcosm.judge.verdict import Verdict
from webcosm.lore import Rng
from webcosm.proof import pretending
from webcosm.proof.runs import OracleRun
from webcosm.tasks import DrawnTask, Kind, Lost
from webcosm.tasks.drawn import gather_evidence
from webcosm.worlds import Universe

__all__ = ["FOLLOWERS", "PLAYERS", "Follower", "Player", "RandomPlayer"]


class Player(ABC):
    """Plays an episode of its own."""

    name: ClassVar[str]
    agent: ClassVar[str]
    """What `webcosm run` needs to play the same."""

    def applies(self, universe: Universe, task: DrawnTask) -> bool:
        return True

    def alike(self, task: DrawnTask) -> Hashable:
        """Tasks for which this is the same are played once, and scored each; None if none are alike."""
        return None

    @abstractmethod
    async def play(self, episode: Episode) -> Verdict | None:
        """To the end; None if there was nothing to pretend."""

    def command(self, task: DrawnTask) -> str:
        """How anybody can see it again; the seed in question is the last one that is played."""
        return f"webcosm run {task.id} --agent {self.agent} --seeds {task.seed + 1} --universe {task.universe}"


class RandomPlayer(Player):
    """Clicks about, then stops. It reports nothing, for saying that a task cannot be done needs no luck."""

    name = "random"
    agent = "random --option only=click --option steps=6"

    async def play(self, episode: Episode) -> Verdict | None:
        await RandomAgent(steps=6, only="click").play(episode)
        return episode.verdict


class Peeker(Player):
    """Looks where answers might lie, never at the goal: it does the same wherever an episode begins alike."""

    name = "peeker"
    agent = "peeker"

    def alike(self, task: DrawnTask) -> Hashable:
        return (task.universe, str(task.first_state()), task.family.sites[0], tuple(task.start))

    async def play(self, episode: Episode) -> Verdict | None:
        return await pretending.peeks(episode)


class WrongEntity(Player):
    """Does the right thing to the wrong thing."""

    name = "wrong entity"
    agent = "wrong-entity"

    def applies(self, universe: Universe, task: DrawnTask) -> bool:
        return pretending.another(universe, task) is not None

    async def play(self, episode: Episode) -> Verdict | None:
        assert isinstance(episode.task, DrawnTask)
        try:
            return await pretending.solves_another(episode, pretending.another(episode.world.universe, episode.task))
        except Lost:
            return None  # the other one cannot be reached from this task's start


class Follower(ABC):
    """Goes on from where the oracle was: at its end, or just before its ending in an episode forked from it."""

    name: ClassVar[str]
    before_ending: ClassVar[bool] = False

    def applies(self, task: DrawnTask) -> bool:
        return True

    @abstractmethod
    async def play(self, run: OracleRun, episode: Episode) -> Verdict | None: ...


class Vandal(Follower):
    """Alters a row that nobody asked about."""

    name = "vandal"

    async def play(self, run: OracleRun, episode: Episode) -> Verdict | None:
        rng = Rng("vandal", run.task.id, run.task.seed)
        if not pretending.vandalise(episode.world, list(run.right_end.changes), rng):
            return None
        return run.task.score(run.universe, await gather_evidence(episode))


class OverApplier(Follower):
    """Does it twice."""

    name = "over-applier"
    before_ending = True

    def applies(self, task: DrawnTask) -> bool:
        return task.family.kind is Kind.DO and task.family.achievable

    async def play(self, run: OracleRun, episode: Episode) -> Verdict | None:
        ending, differs = await pretending.applies_again(episode, do.stop())
        verdict = await pretending.ends(episode, ending)
        return verdict if differs else None  # doing it again to the same effect is no fault


PLAYERS: tuple[Player, ...] = (RandomPlayer(), Peeker(), WrongEntity())
FOLLOWERS: tuple[Follower, ...] = (Vandal(), OverApplier())
