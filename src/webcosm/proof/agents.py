"""Impostors as agents, for `webcosm run`: a task that scores for one is at fault.

They tell what a suite gives to those who do not do its tasks. Each must score 0; why one did something else than its
name says stands in the record, as the thought of its last step.
"""

from __future__ import annotations

from abc import abstractmethod

from webcosm.act import catalogue as do
from webcosm.agents.base import Agent
from webcosm.env import Episode, Look, Options
from webcosm.lore import Rng
from webcosm.proof import pretending
from webcosm.proof.impostors import CONSTANTS
from webcosm.tasks import DrawnTask, Kind, Lost

__all__ = ["IMPOSTORS"]


class _Blind(Agent):
    """Needs to know nothing of the task."""

    def options(self) -> Options:
        return Options(look=Look(parts=("text", "screenshot")))


class ConstantAgent(_Blind):
    """Answers without browsing, by default with one of a few stock answers that task and seed decide."""

    name = "constant"

    def __init__(self, answer: object = None) -> None:
        self.answer = answer

    async def play(self, episode: Episode) -> None:
        drawn = Rng("constant", episode.task.id, episode.task.seed).choice(CONSTANTS)
        await episode.act(do.answer(drawn if self.answer is None else str(self.answer)))


class NotApplicableAgent(_Blind):
    """Says at once that it cannot be done. Where that is so, it does not say what stands in the way."""

    name = "not-applicable"

    async def play(self, episode: Episode) -> None:
        await episode.act(do.report_infeasible("It cannot be done."))


class WholePageAgent(_Blind):
    """Answers with all text of the first page: what was asked for may be among it."""

    name = "whole-page"

    async def play(self, episode: Episode) -> None:
        await episode.act(do.answer(pretending.text_of(episode)))


class _Knowing(_Blind):
    """Works with the template that a task was drawn from. Without one, or when it is lost, it gives up."""

    async def play(self, episode: Episode) -> None:
        if not isinstance(episode.task, DrawnTask):
            await _give_up(episode, f"{episode.task.id} is not drawn from a template, which {self.name} works with")
            return
        try:
            await self.pretend(episode, episode.task)
        except Lost as lost:
            await _give_up(episode, f"lost: {lost}")

    @abstractmethod
    async def pretend(self, episode: Episode, task: DrawnTask) -> None: ...


class PeekerAgent(_Knowing):
    """Looks where answers might lie, such as files and addresses for control, then answers with all it has seen."""

    name = "peeker"

    async def pretend(self, episode: Episode, task: DrawnTask) -> None:
        await pretending.peeks(episode)


class VandalAgent(_Knowing):
    """Does the task, and something that nobody asked for."""

    name = "vandal"

    async def pretend(self, episode: Episode, task: DrawnTask) -> None:
        ending = await pretending.does_all_but_the_ending(episode)
        try:
            await pretending.scribbles(episode)
        except Lost:  # not by the interface, then: whoever is signed in here has no notes
            touched = episode.world.changes()
            where = pretending.vandalise(episode.world, touched, Rng("vandal", task.id, task.seed))
            if not where:
                raise Lost("there is nothing to vandalise") from None
            episode.note(thought=f"altered {where}")
        await pretending.ends(episode, ending)


class OverApplierAgent(_Knowing):
    """Does the task twice. Where that is as good as once, it gives up."""

    name = "over-applier"

    async def pretend(self, episode: Episode, task: DrawnTask) -> None:
        if task.family.kind is not Kind.DO or not task.family.achievable:
            await _give_up(episode, "nothing is to be changed here, so nothing can be changed twice")
            return
        ending = await pretending.does_all_but_the_ending(episode)
        ending, differs = await pretending.applies_again(episode, ending)
        if differs:
            await pretending.ends(episode, ending)
        else:
            await _give_up(episode, "to do it twice is as good as to do it once")


class WrongEntityAgent(_Knowing):
    """Does the right thing to the wrong thing: solves the task with other parameters of its template."""

    name = "wrong-entity"

    async def pretend(self, episode: Episode, task: DrawnTask) -> None:
        other = pretending.another(episode.world.universe, task)
        if other is None:
            await _give_up(episode, "no other parameters of this template have another outcome")
        else:
            await pretending.solves_another(episode, other)


async def _give_up(episode: Episode, why: str) -> None:
    """Ends the episode so that it cannot score, whatever was done in it."""
    task = episode.task
    if episode.verdict is None:
        episode.note(thought=why)
    achievable = isinstance(task, DrawnTask) and task.family.achievable
    await pretending.ends(episode, do.report_infeasible(why) if achievable else do.stop())


IMPOSTORS: tuple[type[Agent], ...] = (
    ConstantAgent,
    NotApplicableAgent,
    OverApplierAgent,
    PeekerAgent,
    VandalAgent,
    WholePageAgent,
    WrongEntityAgent,
)
