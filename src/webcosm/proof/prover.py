"""The prover: plays oracles, and sets impostors and mutants on what they did."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from webcosm.act import Action
from webcosm.agents.oracle import solve
from webcosm.browser import BrowserError
from webcosm.env import Episode, Runtime
from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.proof.findings import Failure, Proof, Tally
from webcosm.proof.impostors import IMPOSTORS, goes
from webcosm.proof.mutants import mutants
from webcosm.proof.players import FOLLOWERS, PLAYERS, Follower, Player
from webcosm.proof.pretending import ENDINGS
from webcosm.proof.progress import progress_along, progress_fault
from webcosm.proof.prowler import other_addresses
from webcosm.proof.replayer import RecordingActor, other_tasks, replays
from webcosm.proof.runs import OracleRun, score_all
from webcosm.proof.static import find_faults
from webcosm.proof.ways import ways_of
from webcosm.tasks import DrawnTask, Lost, Template
from webcosm.tasks.drawn import gather_evidence
from webcosm.tasks.template import Way
from webcosm.worlds import Universe

__all__ = ["ACTIONS_TOLERANCE", "prove"]

OnTask = Callable[[str], None]
ACTIONS_TOLERANCE = 3
"""By how many actions the median of a template's oracle may differ from what its difficulty says; or by a fifth."""
ATTEMPTS = 2
"""An episode that ended in an error, say of a browser that hung, says nothing of the oracle and is played again."""


async def prove(
    runtime: Runtime,
    templates: Sequence[type[Template[Any]]],
    seeds: Iterable[int],
    universe: int = 0,
    *,
    at_once: int = 4,
    plays: bool = True,
    on_task: OnTask = lambda _: None,
) -> Proof:
    """Proves every template on some seeds.

    Without ``plays`` only the oracles play, and the impostors are those that are known by evidence alone: a few times
    as fast. ``on_task`` is called when a task is proven, with its name and seed.
    """
    seeds = list(seeds)
    proof = Proof(templates=len(templates))
    playable = _prove_static(proof, templates, runtime.universe(universe))
    run = _Proving(runtime, proof, plays)
    places = asyncio.Semaphore(at_once)

    async def one(template: type[Template[Any]], seed: int) -> None:
        async with places:
            await run.prove(DrawnTask.of(template, seed, universe))
            proof.tasks += 1
            on_task(f"{template.id} {seed}")

    async def again(task: DrawnTask) -> None:
        async with places:
            await run.replay(task, seeds)

    await asyncio.gather(*(one(template, seed) for template in playable for seed in seeds))
    if plays:  # once the oracles have been watched
        await asyncio.gather(*(again(DrawnTask.of(one, seed, universe)) for one in playable for seed in seeds))
    for template in playable:
        run.check_actions(template, universe)
    proof.failures.sort(key=lambda failure: failure.order)
    return proof


def _prove_static(
    proof: Proof, templates: Sequence[type[Template[Any]]], universe: Universe
) -> list[type[Template[Any]]]:
    """Tells what is wrong with templates before any is played; returns those that can be."""
    playable = []
    for template in templates:
        faults = find_faults(template, universe, templates)
        proof.failures += [Failure(template.id, None, universe.seed, fault.what, fault.why) for fault in faults]
        if all(fault.playable for fault in faults):
            playable.append(template)
    return playable


@dataclass
class _ForkingActor(RecordingActor):
    """Leaves episodes behind that are as this one was before its ending, one for each name."""

    forks: dict[str, Episode] = field(default_factory=dict)
    wanted: Sequence[str] = ()

    async def perform(self, action: Action) -> str:
        if action.name in ENDINGS and not self.forks:
            for name in self.wanted:
                self.forks[name] = await self.episode.fork()
        return await super().perform(action)


@dataclass
class _Proving:
    """One proof of many tasks."""

    runtime: Runtime
    proof: Proof
    plays: bool
    _steps: dict[str, list[int]] = field(default_factory=dict)
    _shared: dict[object, asyncio.Future[Evidence | None]] = field(default_factory=dict)
    _watched: dict[tuple[str, int], list[Action]] = field(default_factory=dict)
    """What oracles did that won, by template and seed."""

    async def prove(self, task: DrawnTask) -> None:
        try:
            run = await self._oracle(task)
            self._impostors(run)
            if run.end is not None:
                self._progress(run)
                self._mutants(run)
                self._other_addresses(run)
                for way in ways_of(task):
                    await self._way(task, way)
                for shortcut in task.family.shortcuts:
                    await self._shortcut(task, shortcut)
            if self.plays:
                for player in PLAYERS:
                    await self._play(player, task)
        except Exception as error:  # a broken template must not hide the others
            self._fail(task, "proof", f"{type(error).__name__}: {error}")

    def check_actions(self, template: type[Template[Any]], universe: int) -> None:
        steps = self._steps.get(template.id)
        tolerance = max(ACTIONS_TOLERANCE, template.difficulty.actions // 5)
        if steps and abs(median(steps) - template.difficulty.actions) > tolerance:
            why = (
                f"difficulty says {template.difficulty.actions}, and the oracle needs {median(steps):g}"
                f" ({len(steps)} tasks, median); they may differ by {tolerance}"
            )
            self.proof.failures.append(Failure(template.id, None, universe, "actions", why))

    # The oracle -------------------------------------------------------------------------------------------------------

    async def _oracle(self, task: DrawnTask, attempts: int = ATTEMPTS) -> OracleRun:
        """The oracle, and those who go on from where it was."""
        universe = self.runtime.universe(task.universe)
        followers = [one for one in FOLLOWERS if one.applies(task)] if self.plays else []
        async with AsyncExitStack() as stack:
            episode = await stack.enter_async_context(self.runtime.episode(task))
            await episode.reset()
            start = await gather_evidence(episode)
            actor = _ForkingActor(episode, wanted=[one.name for one in followers if one.before_ending])
            problem = ""
            try:
                await solve(episode, actor)
            except Lost as lost:
                problem = str(lost)
            finally:
                for fork in actor.forks.values():
                    stack.push_async_callback(fork.close)
            if attempts > 1 and episode.verdict is not None and episode.verdict.outcome == "error":
                return await self._oracle(task, attempts - 1)
            problem = _why(problem, task, episode)
            self.proof.oracle.count(not problem)
            if problem:
                self._fail(task, "oracle", problem)
                return OracleRun(task, universe, start)
            assert episode.verdict is not None
            self._steps.setdefault(task.id, []).append(episode.steps)
            self._watched[task.id, task.seed] = actor.actions
            end = Evidence.from_json(episode.verdict.extra["evidence"])
            run = OracleRun(task, universe, start, end, episode.steps)
            for follower in followers:
                if follower.name in actor.forks or not follower.before_ending:
                    await self._follow(follower, run, actor.forks.get(follower.name, episode))
            return run

    async def _follow(self, follower: Follower, run: OracleRun, episode: Episode) -> None:
        verdict = await follower.play(run, episode)
        if verdict is not None:
            self._count(self.proof.impostors, follower.name, run.task, "impostor", verdict, "it scored")

    def _progress(self, run: OracleRun) -> None:
        """From 0, never down, to 1: what learns from progress must be able to rely on it."""
        with run.task.open_judged(run.universe, run.right_end.happenings) as world:
            seen = progress_along(run, world)
        if why := progress_fault(seen):
            self._fail(run.task, "progress", why)

    # Impostors and mutants --------------------------------------------------------------------------------------------

    def _impostors(self, run: OracleRun) -> None:
        with run.task.open_first(run.universe) as world:
            forged = [
                (one.name, what, evidence)
                for one in IMPOSTORS
                if one.applies(run.family) and (run.end is not None or not one.needs_end)
                for what, evidence in one.forge(run, world)
            ]
        verdicts = score_all(run.universe, run.task, [evidence for *_, evidence in forged])
        for (name, what, _), verdict in zip(forged, verdicts, strict=True):
            why = f"it scored: it {what}" if what else "it scored"
            self._count(self.proof.impostors, name, run.task, "impostor", verdict, why)

    def _mutants(self, run: OracleRun) -> None:
        with run.task.open_judged(run.universe, run.right_end.happenings) as world:
            made = list(mutants(run, world))
        verdicts = score_all(run.universe, run.task, [evidence for *_, evidence in made])
        for (name, what, _), verdict in zip(made, verdicts, strict=True):
            self._count(self.proof.mutants, name, run.task, "mutant", verdict, f"the judge accepted it: {what}")

    # Other right ways ------------------------------------------------------------------------------------------------

    async def _way(self, task: DrawnTask, way: Way, attempts: int = ATTEMPTS) -> None:
        """Another way to do it than the oracle's; named by its function."""
        name = _name_of(way)
        async with self.runtime.episode(task) as episode:
            await episode.reset()
            problem = ""
            try:
                await solve(episode, way=way)
            except Lost as lost:
                problem = str(lost)
            if attempts > 1 and episode.verdict is not None and episode.verdict.outcome == "error":
                await self._way(task, way, attempts - 1)
                return
            problem = _why(problem, task, episode)
            self.proof.ways.setdefault(name, Tally()).count(not problem)
            if problem:
                self._fail(task, f"way {name}", problem)

    async def _shortcut(self, task: DrawnTask, shortcut: Way, attempts: int = ATTEMPTS) -> None:
        """A way that its template names as plausible and wrong; who cannot even go it proves nothing."""
        name = _name_of(shortcut)
        async with self.runtime.episode(task) as episode:
            await episode.reset()
            try:
                verdict = await solve(episode, way=shortcut)
            except Lost as lost:
                self._fail(task, f"impostor {name}", f"it was lost, so it proves nothing: {lost}")
                return
            if attempts > 1 and verdict.outcome == "error":
                await self._shortcut(task, shortcut, attempts - 1)
                return
            self._count(self.proof.impostors, name, task, "impostor", verdict, "it scored")

    async def replay(self, task: DrawnTask, seeds: Sequence[int]) -> None:
        """What another seed's oracle did, in this seed's world."""
        universe = self.runtime.universe(task.universe)
        try:
            others = other_tasks(task, universe, [seed for seed in seeds if (task.id, seed) in self._watched])
            other = next(others, None)
            actions = await self._actions_of(other) if other is not None else None
            if other is None or actions is None:
                return  # all seeds are alike, or the oracle is lost, which is told elsewhere
            async with self.runtime.episode(task) as episode:
                await episode.reset()
                verdict = await replays(episode, actions)
            why = f"it scored with the actions of seed {other.seed}"
            self._count(self.proof.impostors, "replayer", task, "impostor", verdict, why)
        except Exception as error:  # a broken template must not hide the others
            self._fail(task, "impostor replayer", f"{type(error).__name__}: {error}")

    async def _actions_of(self, task: DrawnTask) -> Sequence[Action] | None:
        """Of a task's oracle; None if it is lost."""
        if (task.id, task.seed) not in self._watched:
            async with self.runtime.episode(task) as episode:
                await episode.reset()
                actor = RecordingActor(episode)
                try:
                    verdict = await solve(episode, actor)
                except Lost:
                    return None
                if verdict.outcome != "success":
                    return None
                self._watched[task.id, task.seed] = actor.actions
        return self._watched[task.id, task.seed]

    def _other_addresses(self, run: OracleRun) -> None:
        """Other addresses of the page on which the oracle ended."""
        if goes(run.family):
            ways = list(other_addresses(run, same=True))
            for (what, _), verdict in zip(
                ways, score_all(run.universe, run.task, [end for _, end in ways]), strict=True
            ):
                self.proof.ways.setdefault("other address", Tally()).count(verdict.outcome == "success")
                if verdict.outcome != "success":
                    missed = [check.name for check in verdict.checks if not check.passed]
                    self._fail(run.task, "way other address", f"it failed ({missed}): it {what}")

    async def _play(self, player: Player, task: DrawnTask) -> None:
        universe = self.runtime.universe(task.universe)
        if not player.applies(universe, task):
            return
        evidence = await self._played(player, task)
        if evidence is not None:
            verdict = task.score(universe, evidence)
            why = f"it scored; see it again with: {player.command(task)}"
            self._count(self.proof.impostors, player.name, task, "impostor", verdict, why)

    async def _played(self, player: Player, task: DrawnTask) -> Evidence | None:
        """What a player ends with; played once for tasks that are alike to it."""
        task.prepare(self.runtime.universe(task.universe))
        alike = player.alike(task)
        if alike is None:
            return await self._play_anew(player, task)
        if (player.name, alike) not in self._shared:
            self._shared[player.name, alike] = asyncio.ensure_future(self._play_anew(player, task))
        try:
            return await self._shared[player.name, alike]
        except Exception:
            self._shared.pop((player.name, alike), None)  # it says nothing of the next task
            raise

    async def _play_anew(self, player: Player, task: DrawnTask) -> Evidence | None:
        async with self.runtime.episode(task) as episode:
            await episode.reset()
            verdict = await player.play(episode)
            if verdict is None:
                return None
            if verdict.outcome == "error":
                raise BrowserError(f"{player.name}: {verdict.note}")
            return Evidence.from_json(verdict.extra["evidence"])

    def _count(
        self, tallies: dict[str, Tally], name: str, task: DrawnTask, what: str, verdict: Verdict, why: str
    ) -> None:
        tallies.setdefault(name, Tally()).count(verdict.outcome == "success")
        if verdict.outcome not in ("failure", "agent-error"):
            self._fail(task, f"{what} {name}", verdict.note if verdict.outcome == "error" else why)

    def _fail(self, task: DrawnTask, what: str, why: str) -> None:
        self.proof.failures.append(Failure(task.id, task.seed, task.universe, what, why))


def _name_of(way: Way) -> str:
    return way.__name__.lstrip("_").replace("_", " ")


def _why(problem: str, task: DrawnTask, episode: Episode) -> str:
    """Why the oracle did not win; empty if it did."""
    verdict = episode.verdict
    if problem:
        return f"{problem} ({verdict.note})" if verdict is not None and verdict.note else problem
    assert verdict is not None, "an oracle that is not lost has ended its episode"
    if verdict.outcome != "success":
        missed = [check.name for check in verdict.checks if not check.passed]
        extra = [f"{change.kind} {change.site}.{change.table} {change.key}" for change in verdict.collateral]
        return verdict.note or f"failed: {missed}; collateral: {extra}; {episode.steps} steps"
    if episode.steps > task.family.max_steps:
        return f"{episode.steps} steps, budget {task.family.max_steps}"
    return ""
