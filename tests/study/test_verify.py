"""The proof of tasks: faulty templates are found out by whoever their fault lets through.

That sound ones hold is shown where they are: see tests/suites/arena/test_arena.py.
"""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from webcosm.env import Runtime
from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Check, Verdict
from webcosm.study.verify import Proof, verify
from webcosm.suites.arena.notes.changes import Reminder, WriteNote
from webcosm.suites.arena.notes.finding import CountByTag, TagName
from webcosm.tasks import Person, Template
from webcosm.worlds import World

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


class AnyAnswer(CountByTag):
    """Takes whatever is answered."""

    id = "arena.notes.any-answer"

    def ending_checks(self, world: World, p: TagName, goal: str, evidence: Evidence) -> list[Check]:
        return []


class AnySideEffect(WriteNote):
    """Overlooks what else was changed."""

    id = "arena.notes.any-side-effect"

    def judge(self, world: World, p: Reminder, goal: str, evidence: Evidence) -> Verdict:
        return Verdict.of(self.expect(world, p).checks(evidence.changes)[0])


class LostOracle(CountByTag):
    """Its oracle looks for a tag that no note has."""

    id = "arena.notes.lost-oracle"

    async def solve(self, person: Person, p: TagName) -> None:
        await person.click("#no-such-tag")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def proof(runtime: Runtime) -> Proof:
    templates: list[type[Template[Any]]] = [AnyAnswer, AnySideEffect, LostOracle]
    return await verify(runtime, templates, seeds=1, universe=0, at_once=2)


def faults(proof: Proof, task: str) -> set[str]:
    return {fault["what"] for fault in proof.failures if fault["task"] == task}


async def test_everybody_is_tried_and_counted(proof: Proof) -> None:
    assert (proof.templates, proof.tasks, proof.oracle) == (3, 3, [2, 3])
    assert proof.to_json()["oracle"] == {"passed": 2, "total": 3}
    tried = {name: total for name, (_, total) in proof.impostors.items()}
    assert tried == {
        "N/A": 3,
        "constant": 21,
        "null": 3,
        "over-applier": 1,
        "peeker": 3,
        "random": 3,
        "vandal": 2,
        "whole page": 3,
        "wrong entity": 2,
    }


async def test_an_answer_that_does_not_matter_is_found_out(proof: Proof) -> None:
    assert faults(proof, AnyAnswer.id) >= {
        "impostor null",
        "impostor N/A",
        "impostor constant",
        "impostor whole page",
        "impostor peeker",
        "impostor wrong entity",
        "mutant: another answer",
        "mutant: an altered answer",
    }


async def test_a_side_effect_that_does_not_matter_is_found_out(proof: Proof) -> None:
    found = faults(proof, AnySideEffect.id)
    assert found >= {"impostor vandal", "impostor over-applier", "mutant: the insert in notes.note twice"}
    assert "impostor null" not in found
    assert "impostor wrong entity" not in found


async def test_an_oracle_that_is_lost_is_told_with_what_it_looked_for(proof: Proof) -> None:
    assert not proof.holds
    told = [fault["why"] for fault in proof.failures if (fault["task"], fault["what"]) == (LostOracle.id, "oracle")]
    assert len(told) == 1
    assert "'#no-such-tag'" in told[0]
