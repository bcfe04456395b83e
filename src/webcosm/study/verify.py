"""Proof of tasks: the oracle must pass; impostors and mutants must fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from webcosm.act import Action
from webcosm.act import catalogue as do
from webcosm.agents import impostors
from webcosm.agents.oracle import EpisodeActor, solve
from webcosm.browser import BrowserError
from webcosm.env import Episode, Runtime
from webcosm.judge.evidence import Evidence
from webcosm.judge.mutants import mutants, stranger
from webcosm.judge.verdict import Verdict
from webcosm.lore import Rng
from webcosm.sites import database_of, host_of
from webcosm.tasks import DrawnTask, Kind, Lost, Template
from webcosm.tasks.drawn import gather_evidence
from webcosm.worlds import Change, Universe, World

__all__ = ["Proof", "verify"]

Told = Callable[[str], None]


@dataclass
class Proof:
    """What a verification found."""

    templates: int = 0
    tasks: int = 0
    oracle: list[int] = field(default_factory=lambda: [0, 0])
    """Passed, total."""
    impostors: dict[str, list[int]] = field(default_factory=dict)
    mutants: list[int] = field(default_factory=lambda: [0, 0])
    """Rejected, total."""
    failures: list[dict[str, Any]] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        return {
            "templates": self.templates,
            "tasks": self.tasks,
            "oracle": {"passed": self.oracle[0], "total": self.oracle[1]},
            "impostors": {
                name: {"passed": won, "total": total} for name, (won, total) in sorted(self.impostors.items())
            },
            "mutants": {"rejected": self.mutants[0], "total": self.mutants[1]},
            "failures": self.failures,
        }

    def fail(self, task: DrawnTask, what: str, why: str) -> None:
        self.failures.append({"task": task.id, "seed": task.seed, "universe": task.universe, "what": what, "why": why})

    def impostor(self, task: DrawnTask, name: str, verdict: Verdict) -> None:
        tally = self.impostors.setdefault(name, [0, 0])
        tally[1] += 1
        if verdict.outcome == "success":
            tally[0] += 1
            self.fail(task, f"impostor {name}", "it scored")
        elif verdict.outcome == "error":
            self.fail(task, f"impostor {name}", verdict.note)


async def verify(
    runtime: Runtime,
    templates: Sequence[type[Template[Any]]],
    seeds: int,
    universe: int,
    *,
    at_once: int = 4,
    told: Told = lambda _: None,
) -> Proof:
    """Proves every template on some seeds."""
    proof = Proof(templates=len(templates))
    run = _Verification(runtime, proof)
    room = asyncio.Semaphore(at_once)

    async def one(template: type[Template[Any]], seed: int) -> None:
        async with room:
            await run.prove(DrawnTask.of(template, seed, universe))
            proof.tasks += 1
            told(f"{template.id} {seed}")

    await asyncio.gather(*(one(template, seed) for template in templates for seed in range(seeds)))
    proof.failures.sort(key=lambda failure: (failure["task"], failure["seed"], failure["what"]))
    return proof


@dataclass
class _Forking(EpisodeActor):
    """Leaves a twin of the episode behind, as it was before its ending."""

    twin: Episode | None = None

    async def perform(self, action: Action) -> str:
        if action.name in impostors.ENDINGS and self.twin is None:
            self.twin = await self.episode.fork()
        return await super().perform(action)


@dataclass
class _Verification:
    """One run over many tasks. Who cannot see what another did may share an episode with them."""

    runtime: Runtime
    proof: Proof
    _peeked: dict[object, asyncio.Future[Evidence]] = field(default_factory=dict)

    async def prove(self, task: DrawnTask) -> None:
        try:
            await self._oracle(task)
            await self._idle_and_random(task)
            self.proof.impostor(task, "peeker", task.score(self._universe(task), await self._peek(task)))
            await self._wrong_entity(task)
        except Exception as error:  # a broken template must not hide the others
            self.proof.fail(task, "verification", f"{type(error).__name__}: {error}")

    def _universe(self, task: DrawnTask) -> Universe:
        return self.runtime.universe(task.universe)

    async def _oracle(self, task: DrawnTask) -> None:
        """The oracle, and those who begin with what it did: mutants, the vandal and the over-applier."""
        async with self.runtime.episode(task) as episode:
            await episode.reset()
            twice = task.family.kind is Kind.DO and task.family.achievable
            actor = _Forking(episode) if twice else EpisodeActor(episode)
            try:
                if not await self._passes(task, actor):
                    return
                evidence = await gather_evidence(episode)
                self._mutants(task, evidence)
                where = impostors.vandalise(episode.world, list(evidence.changes), Rng("vandal", task.id, task.seed))
                if where:
                    verdict = task.score(episode.world.universe, await gather_evidence(episode))
                    self.proof.impostor(task, "vandal", verdict)
                if isinstance(actor, _Forking) and actor.twin is not None:
                    await self._over_applier(task, actor.twin)
            finally:
                if isinstance(actor, _Forking) and actor.twin is not None:
                    await actor.twin.close()

    async def _passes(self, task: DrawnTask, actor: EpisodeActor) -> bool:
        self.proof.oracle[1] += 1
        try:
            verdict = await solve(actor.episode, actor)
        except Lost as error:
            self.proof.fail(task, "oracle", str(error))
            return False
        steps = actor.episode.steps
        if verdict.outcome != "success":
            missed = [check.name for check in verdict.checks if not check.passed]
            extra = [f"{change.kind} {change.site}.{change.table} {change.key}" for change in verdict.collateral]
            why = verdict.note or f"failed: {missed}; collateral: {extra}; cut short: {steps}"
            self.proof.fail(task, "oracle", why)
            return False
        if steps > task.family.max_steps:
            self.proof.fail(task, "oracle", f"{steps} steps, budget {task.family.max_steps}")
            return False
        self.proof.oracle[0] += 1
        return True

    async def _over_applier(self, task: DrawnTask, twin: Episode) -> None:
        ending, differs = await impostors.applies_again(twin, do.stop())
        verdict = await impostors.ends(twin, ending)
        if differs:  # doing it again to the same effect is no fault
            self.proof.impostor(task, "over-applier", verdict)

    async def _idle_and_random(self, task: DrawnTask) -> None:
        """Doing nothing, all the answers that need no browsing, and then, from where that left the page, anything."""
        async with self.runtime.episode(task) as episode:
            await episode.reset()
            evidence = await gather_evidence(episode)
            names = ["N/A" if answer == "N/A" else "constant" for answer in impostors.CONSTANTS]
            answers = [impostors.with_answer(evidence, answer) for answer in (*impostors.CONSTANTS, evidence.text)]
            verdicts = _scores(self._universe(task), task, [evidence, *answers])
            for name, verdict in zip(["null", *names, "whole page"], verdicts, strict=True):
                self.proof.impostor(task, name, verdict)
            self.proof.impostor(task, "random", await impostors.plays_randomly(episode))

    async def _peek(self, task: DrawnTask) -> Evidence:
        """What the peeker ends with. It never looks at the goal, so it is the same wherever an episode begins alike."""
        task.prepare(self._universe(task))
        alike = (task.universe, str(task.first_state()), task.family.sites[0], tuple(task.start))
        if alike not in self._peeked:
            self._peeked[alike] = asyncio.ensure_future(self._peek_anew(task))
        try:
            return await self._peeked[alike]
        except Exception:
            self._peeked.pop(alike, None)  # it says nothing of the next task
            raise

    async def _peek_anew(self, task: DrawnTask) -> Evidence:
        async with self.runtime.episode(task) as episode:
            await episode.reset()
            verdict = await impostors.peeks(episode)
            if verdict.outcome == "error":
                raise BrowserError(verdict.note)
            return Evidence.from_json(verdict.extra["evidence"])

    async def _wrong_entity(self, task: DrawnTask) -> None:
        other = impostors.another(self._universe(task), task)
        if other is None:
            return
        async with self.runtime.episode(task) as episode:
            await episode.reset()
            try:
                verdict = await impostors.solves_another(episode, other)
            except Lost:
                return  # the other one cannot be reached from this task's start
            self.proof.impostor(task, "wrong entity", verdict)

    def _mutants(self, task: DrawnTask, evidence: Evidence) -> None:
        universe = self._universe(task)
        with universe.open() as world:
            expectation = task.family.expect(world, task.parameters)
            strangers = list(_strangers(world, task))
        wrong = list(mutants(evidence, expectation, strangers))
        if task.family.achievable and task.family.kind is Kind.ASK:
            wrong += [("another answer", replace(evidence, answer=f"{evidence.answer} or {_shifted(evidence.answer)}"))]
            wrong += [("an altered answer", replace(evidence, answer=_shifted(evidence.answer)))]
        if task.family.achievable and task.family.kind is Kind.GO:
            wrong += [("another page", replace(evidence, url=f"http://{host_of(task.family.sites[0])}/elsewhere"))]
        verdicts = _scores(universe, task, [mutant for _, mutant in wrong])
        for (name, _), verdict in zip(wrong, verdicts, strict=True):
            self.proof.mutants[1] += 1
            if verdict.outcome == "success":
                self.proof.fail(task, f"mutant: {name}", "the judge accepted it")
            else:
                self.proof.mutants[0] += 1


def _scores(universe: Universe, task: DrawnTask, evidences: Sequence[Evidence]) -> list[Verdict]:
    """The verdicts of :meth:`DrawnTask.score`; what is right is worked out once for all of them."""
    family = type(task.family)()
    with universe.open() as world:
        for name in ("answer", "page", "expect"):
            setattr(family, name, cache(getattr(family, name)))
        return [family.judge(world, task.parameters, task.goal, evidence) for evidence in evidences]


def _shifted(answer: str | None) -> str:
    """The answer with every digit moved on, or turned around if it has none."""
    moved = "".join(str((int(sign) + 1) % 10) if sign.isdigit() else sign for sign in answer or "")
    return moved if moved != answer else f"{moved[::-1]}x"


def _strangers(world: World, task: DrawnTask) -> Iterator[Change]:
    """One unrelated change in each database of the task's sites."""
    for site in dict.fromkeys(database_of(name) for name in task.family.sites):
        database = world.universe.blueprints.get(site)
        if database is None:
            continue
        for table in world.universe.image(site).tables:
            if database.incidental.get(table, frozenset()) is None:
                continue
            columns = world.database(site).rows("SELECT name, type, pk FROM pragma_table_info(?)", table)
            keys = [one.name for one in columns if one.pk]
            texts = [one.name for one in columns if one.type == "TEXT" and not one.pk]
            row = world.database(site).row(f'SELECT * FROM "{table}" ORDER BY {", ".join(keys)} DESC LIMIT 1')
            if row is not None and texts:
                yield stranger(site, table, row, keys, texts[0])
                break
