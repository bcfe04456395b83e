"""What a task must stand before it is believed: its oracle wins, and nothing that is not the task's doing does."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from webcosm.agents.oracle import solve
from webcosm.env import Look, Options, Runtime
from webcosm.judge.evidence import Evidence
from webcosm.judge.page import PageAt
from webcosm.judge.state import Expectation
from webcosm.judge.verdict import Verdict
from webcosm.lore import Rng
from webcosm.tasks import DrawnTask, Kind, Lost, Template
from webcosm.tasks.drawn import gather_evidence
from webcosm.worlds import Change, Universe, Value

AT_ONCE = 3
ATTEMPTS = 2
"""An episode that ended in an error, say of a browser that hung, says nothing of the task and is begun again."""
RIVALS = 20
UNRELATED = Change("notes", "note_tag", "insert", (1, "stray"), None, {"note_id": 1, "tag": "stray"})
CONSTANTS = ("", "N/A", "0", "1", "2", "yes", "no", "none", "I do not know.", "It cannot be done.")


@dataclass(frozen=True)
class Proof:
    """One run of an oracle: the task, what there was at the beginning and at the end, and the verdict."""

    task: DrawnTask
    universe: Universe
    start: Evidence
    end: Evidence
    verdict: Verdict
    steps: int

    def score(self, evidence: Evidence) -> float | None:
        return self.task.score(self.universe, evidence).score


def drawn_by_commit(templates: Sequence[type[Template[Any]]], count: int) -> list[type[Template[Any]]]:
    """Some templates, others with every commit; the same in all processes of a run."""
    return Rng("proved", commit()).sample(list(templates), min(count, len(templates)))


def commit() -> str:
    """Of the code that is tested; empty where there is no repository."""
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True)
    return asked.stdout.strip()


async def prove(
    runtime: Runtime, template: type[Template[Any]], seed: int, universe: int, attempts: int = ATTEMPTS
) -> Proof:
    task = DrawnTask.of(template, seed, universe)
    async with runtime.episode(task, options=Options(look=Look(parts=("text",)))) as episode:
        await episode.reset()
        start = await gather_evidence(episode)
        try:
            verdict = await solve(episode)
        except Lost as lost:
            if episode.verdict is not None and episode.verdict.outcome == "error" and attempts > 1:
                return await prove(runtime, template, seed, universe, attempts - 1)
            note = f" ({episode.verdict.note})" if episode.verdict else ""
            raise Lost(f"{task.goal}: {lost}{note}") from lost
        end = Evidence.from_json(verdict.extra["evidence"])
        return Proof(task, runtime.universe(universe), start, end, verdict, episode.steps)


async def prove_all(
    runtime: Runtime, templates: Iterable[type[Template[Any]]], seeds: Iterable[int], universe: int
) -> Mapping[tuple[str, int], Proof | Exception]:
    """Several episodes at a time. An oracle that breaks is told by its own test, not by all."""
    places = asyncio.Semaphore(AT_ONCE)

    async def run(template: type[Template[Any]], seed: int) -> Proof | Exception:
        async with places:
            try:
                return await prove(runtime, template, seed, universe)
            except Exception as problem:
                return problem

    wanted = [(template, seed) for template in templates for seed in seeds]
    proofs = await asyncio.gather(*(run(template, seed) for template, seed in wanted))
    return {(template.id, seed): proof for (template, seed), proof in zip(wanted, proofs, strict=True)}


# Impostors ------------------------------------------------------------------------------------------------------------


def impostors(proof: Proof) -> Iterator[tuple[str, Evidence]]:
    """Evidence of agents that did not do the task, each with what they did instead."""
    family, task = proof.task.family, proof.task
    yield "did nothing", proof.start
    yield "went elsewhere", replace(proof.start, url="http://home.test/about", text="Where you are")
    yield "did something else", replace(proof.end, changes=(*proof.end.changes, UNRELATED))
    if not family.achievable:
        yield "gave no reason", replace(proof.end, infeasible="  ")
        yield "answered instead of reporting", replace(proof.end, infeasible=None, answer="N/A")
        return
    yield "gave up", replace(proof.start, infeasible="I cannot find it.")
    yield "gave up after all was done", replace(proof.end, infeasible="I cannot find it.")
    with proof.universe.open() as world:
        others = [one for one in family.pool(world) if one != task.parameters][:RIVALS]
        if family.kind is Kind.ASK:
            right = family.answer(world, task.parameters)
            for answer in (*CONSTANTS, proof.start.text, proof.end.text, proof.end.title):
                if answer != said(right):
                    yield f"answered {answer[:40]!r}", replace(proof.end, answer=answer)
            wrong = [answer for answer in (family.answer(world, one) for one in others) if answer != right]
            for other in wrong:
                yield f"answered another question: {said(other)}", replace(proof.end, answer=said(other))
            # Only values of one type are rivals; a telephone number beside the expected address is none.
            every = dict.fromkeys(said(answer) for answer in (right, *wrong) if type(answer) is type(right))
            if len(every) > 1:
                yield "answered everything", replace(proof.end, answer=", ".join(every))
        if family.kind is Kind.GO:
            right_page = family.page(world, task.parameters)
            for page in (family.page(world, one) for one in others):
                if page != right_page:
                    # Pages at one address are told apart by what they show. Otherwise it is what the right one shows.
                    shows_own = page.shows and address(page) == address(right_page)
                    text = " ".join(page.shows) if shows_own else proof.end.text
                    there = replace(proof.end, url=address(page), fields=held(page), text=text)
                    yield f"went to {address(page)}", there


def held(page: PageAt) -> dict[str, str]:
    """Fields that hold what a page asks for."""
    return {
        label: wanted if isinstance(wanted, str) else " ".join(wanted.facts) for label, wanted in page.fields.items()
    }


def said(answer: Any) -> str:
    """What somebody would answer; of several things, all of them."""
    return ", ".join(said(item) for item in answer.items) if hasattr(answer, "items") else f"{answer.value}"


def address(page: PageAt) -> str:
    query = f"?{urlencode(page.query)}" if page.query else ""
    return f"http://{page.host}{page.path}{query}" + (f"#{page.fragment}" if page.fragment else "")


# Mutants --------------------------------------------------------------------------------------------------------------


def mutants(expectation: Expectation, changes: Sequence[Change]) -> Iterator[tuple[str, list[Change]]]:
    """Wrong final states, each one step away from a right one."""
    for place, change in enumerate(changes):
        rules = [rule for rule in expectation.required if rule.fits(change)]
        if not rules:
            continue  # allowed, not required: it may be altered or left out
        rest = [*changes[:place], *changes[place + 1 :]]
        what = f"{change.kind} {change.table} {change.key}"
        yield f"{what} left out", rest
        if not set(change.key) & {None} and change.kind != "insert":
            yield f"{what} in another row", [*rest, _moved(change)]
        if change.kind == "insert" and not _key_matched(change, rules[0].values):
            yield f"{what} twice", [*changes, _moved(change)]
        if change.new is None:
            continue
        for column, value in change.new.items():
            if column in rules[0].free or column in change.incidental or _is_key(change, column):
                continue
            altered = replace(change, new={**change.new, column: _other(value)})
            yield f"{what} with another {column}", [*rest, altered]
        if change.kind == "insert" and _key_matched(change, rules[0].values):
            yield f"{what} with another key", [*rest, _moved(change)]


def _is_key(change: Change, column: str) -> bool:
    return column in _key_columns(change)


def _key_columns(change: Change) -> list[str]:
    """The columns that hold the key: those that come first in the row, as all schemas have it."""
    row = change.new or change.old or {}
    return list(row)[: len(change.key)]


def _key_matched(change: Change, values: Mapping[str, Any]) -> bool:
    return all(column in values for column in _key_columns(change))


def _moved(change: Change) -> Change:
    key = (_other(change.key[0]), *change.key[1:])
    column = _key_columns(change)[0]
    old, new = ({**row, column: key[0]} if row else None for row in (change.old, change.new))
    return replace(change, key=key, old=old, new=new)


def _other(value: Value) -> Value:
    if isinstance(value, int | float):
        return value + 1
    return f"{value or ''}7" if value is None or isinstance(value, str) else value + b"7"
