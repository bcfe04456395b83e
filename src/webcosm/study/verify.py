"""Proof of tasks: the oracle must pass; impostors and mutants must fail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from webcosm.agents import impostors
from webcosm.agents.oracle import solve
from webcosm.env import Cosmos, Episode
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
    cosmos: Cosmos,
    templates: Sequence[type[Template[Any]]],
    seeds: int,
    universe: int,
    *,
    at_once: int = 4,
    told: Told = lambda _: None,
) -> Proof:
    """Proves every template on some seeds."""
    proof = Proof(templates=len(templates))
    room = asyncio.Semaphore(at_once)

    async def one(template: type[Template[Any]], seed: int) -> None:
        async with room:
            await _prove(cosmos, DrawnTask.of(template, seed, universe), proof)
            proof.tasks += 1
            told(f"{template.id} {seed}")

    await asyncio.gather(*(one(template, seed) for template in templates for seed in range(seeds)))
    proof.failures.sort(key=lambda failure: (failure["task"], failure["seed"], failure["what"]))
    return proof


async def _prove(cosmos: Cosmos, task: DrawnTask, proof: Proof) -> None:
    try:
        await _oracle(cosmos, task, proof)
        await _null(cosmos, task, proof)
        await _in_episode(cosmos, task, proof, "random", impostors.plays_randomly)
        await _in_episode(cosmos, task, proof, "peeker", impostors.peeks)
        await _wrong_entity(cosmos, task, proof)
        if task.family.kind is Kind.DO and task.family.achievable:
            await _over_applier(cosmos, task, proof)
    except Exception as error:  # a broken template must not hide the others
        proof.fail(task, "verification", f"{type(error).__name__}: {error}")


async def _oracle(cosmos: Cosmos, task: DrawnTask, proof: Proof) -> None:
    proof.oracle[1] += 1
    async with _fresh(cosmos, task) as episode:
        await episode.reset()
        try:
            verdict = await solve(episode)
        except Lost as error:
            proof.fail(task, "oracle", str(error))
            return
        if verdict.outcome != "success":
            missed = [check.name for check in verdict.checks if not check.passed]
            extra = [f"{change.kind} {change.site}.{change.table} {change.key}" for change in verdict.collateral]
            proof.fail(
                task, "oracle", verdict.note or f"failed: {missed}; collateral: {extra}; cut short: {episode.steps}"
            )
            return
        if episode.steps > task.family.max_steps:
            proof.fail(task, "oracle", f"{episode.steps} steps, budget {task.family.max_steps}")
            return
        proof.oracle[0] += 1
        evidence = await gather_evidence(episode)
        _mutants(cosmos.universe(task.universe), task, evidence, proof)
        where = impostors.vandalise(episode.world, list(evidence.changes), Rng("vandal", task.id, task.seed))
        if where:
            proof.impostor(task, "vandal", task.score(episode.world.universe, await gather_evidence(episode)))


async def _null(cosmos: Cosmos, task: DrawnTask, proof: Proof) -> None:
    """Doing nothing, and all the answers that need no browsing."""
    async with _fresh(cosmos, task) as episode:
        await episode.reset()
        evidence = await gather_evidence(episode)
        proof.impostor(task, "null", await _stopped(episode))
    universe = cosmos.universe(task.universe)
    for answer in impostors.CONSTANTS:
        name = "N/A" if answer == "N/A" else "constant"
        proof.impostor(task, name, task.score(universe, impostors.with_answer(evidence, answer)))
    proof.impostor(task, "whole page", task.score(universe, impostors.with_answer(evidence, evidence.text)))


async def _stopped(episode: Episode) -> Verdict:
    step = await episode.act("stop()")
    assert step.verdict is not None, "stop() ends an episode"
    return step.verdict


async def _in_episode(
    cosmos: Cosmos, task: DrawnTask, proof: Proof, name: str, impostor: Callable[[Episode], Awaitable[Verdict]]
) -> None:
    async with _fresh(cosmos, task) as episode:
        await episode.reset()
        proof.impostor(task, name, await impostor(episode))


async def _wrong_entity(cosmos: Cosmos, task: DrawnTask, proof: Proof) -> None:
    other = _another(cosmos.universe(task.universe), task)
    if other is None:
        return
    async with _fresh(cosmos, task) as episode:
        await episode.reset()
        try:
            verdict = await impostors.solves_another(episode, other)
        except Lost:
            return  # the other one cannot be reached from this task's start
        proof.impostor(task, "wrong entity", verdict)


def _another(universe: Universe, task: DrawnTask) -> Any:
    """Parameters of the same template whose right outcome differs; None if there are none."""
    family = task.family
    if not family.achievable:
        return None
    task.prepare(universe)
    with universe.open() as world:
        pool = family.pool(world)
        for other in Rng("wrong entity", task.id, task.seed).shuffled(pool)[:20]:
            if other != task.parameters and _outcome(family, world, other) != _outcome(family, world, task.parameters):
                return other
    return None


def _outcome(family: Template[Any], world: World, parameters: Any) -> str:
    """What the right outcome is, as text; equal texts mean that the two tasks are the same in the end."""
    if family.kind is Kind.ASK:
        return str(family.answer(world, parameters))
    if family.kind is Kind.GO:
        return str(family.page(world, parameters))
    return str(
        [
            (rule, {name: getattr(value, "__doc__", value) for name, value in rule.values.items()})
            for rule in family.expect(world, parameters).required
        ]
    )


async def _over_applier(cosmos: Cosmos, task: DrawnTask, proof: Proof) -> None:
    async with _fresh(cosmos, task) as episode:
        await episode.reset()
        verdict, differs = await impostors.applies_twice(episode)
        if differs:  # doing it again to the same effect is no fault
            proof.impostor(task, "over-applier", verdict)


def _mutants(universe: Universe, task: DrawnTask, evidence: Evidence, proof: Proof) -> None:
    with universe.open() as world:
        expectation = task.family.expect(world, task.parameters)
        strangers = list(_strangers(world, task))
    wrong = list(mutants(evidence, expectation, strangers))
    if task.family.achievable and task.family.kind is Kind.ASK:
        wrong += [("another answer", replace(evidence, answer=f"{evidence.answer} or {_shifted(evidence.answer)}"))]
        wrong += [("an altered answer", replace(evidence, answer=_shifted(evidence.answer)))]
    if task.family.achievable and task.family.kind is Kind.GO:
        wrong += [("another page", replace(evidence, url=f"http://{host_of(task.family.sites[0])}/elsewhere"))]
    for name, mutant in wrong:
        proof.mutants[1] += 1
        if task.score(universe, mutant).outcome == "success":
            proof.fail(task, f"mutant: {name}", "the judge accepted it")
        else:
            proof.mutants[0] += 1


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


def _fresh(cosmos: Cosmos, task: DrawnTask) -> Episode:
    return cosmos.episode(task)
