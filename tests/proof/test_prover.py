"""The proof of tasks: faulty templates are found out by whoever their fault lets through.

That sound ones hold is shown where they are: see tests/suites/arena/test_arena.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import pytest_asyncio

from webcosm.agents import make_agent
from webcosm.env import Runtime
from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Expectation
from webcosm.judge.verdict import Check, Verdict
from webcosm.proof import Proof, Tally, prove
from webcosm.suites.arena.notes._moves import write_note
from webcosm.suites.arena.notes.changes import ArchiveNote, Reminder, WriteNote
from webcosm.suites.arena.notes.finding import CountByTag, TagName
from webcosm.tasks import Difficulty, DrawnTask, Person, Template
from webcosm.worlds import Change, World

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


class TooManyActions(CountByTag):
    """Its oracle needs far fewer actions than it says."""

    id = "arena.notes.too-many-actions"
    difficulty = Difficulty(actions=CountByTag.difficulty.actions + 5)


async def without_the_text(person: Person, p: Reminder) -> None:
    """Nobody would call this right."""
    await person.click("New note")
    await person.fill("Title", "Something else")
    await person.click("Save", role="button")
    await person.stop()


async def under_another_title(person: Person, p: Reminder) -> None:
    await write_note(person, f"{p.title}!", p.body)
    await person.stop()


async def with_a_pen(person: Person, p: Reminder) -> None:
    await person.click("Dip the pen")


async def as_the_oracle_does(person: Person, p: Reminder) -> None:
    await WriteNote().solve(person, p)


class Shortcuts(WriteNote):
    """One is wrong, as it should be; one cannot be gone; one is right after all."""

    id = "arena.notes.shortcuts"
    shortcuts = (under_another_title, with_a_pen, as_the_oracle_does)


class LearnedByHeart(WriteNote):
    """Any new note will do."""

    id = "arena.notes.learned-by-heart"

    def judge(self, world: World, p: Reminder, goal: str, evidence: Evidence) -> Verdict:
        return Verdict.of([Check("a note", any(one.kind == "insert" for one in evidence.changes))])


class WrongWay(WriteNote):
    """Names a way that is none."""

    id = "arena.notes.wrong-way"
    ways = (without_the_text,)


class HalfDone(Expectation):
    """Something that is never more than half done."""

    def progress(self, changes: Sequence[Change]) -> float:
        return min(0.5, super().progress(changes))


class NeverDone(WriteNote):
    """Whoever has done it has not made all the progress there is."""

    id = "arena.notes.never-done"

    def expect(self, world: World, p: Reminder) -> Expectation:
        return HalfDone(super().expect(world, p).required)


class NowhereToPlay(CountByTag):
    """Names a site that does not exist."""

    id = "arena.notes.nowhere-to-play"
    sites = ("bank",)


class LuckyClick(CountByTag):
    """Whoever has left the front page has done it."""

    id = "arena.notes.lucky-click"

    def ending_checks(self, world: World, p: TagName, goal: str, evidence: Evidence) -> list[Check]:
        return [Check("moved", evidence.url != "http://notes.test/", evidence.url)]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def proof(runtime: Runtime) -> Proof:
    templates: list[type[Template[Any]]] = [
        AnyAnswer,
        AnySideEffect,
        LostOracle,
        TooManyActions,
        NowhereToPlay,
        LuckyClick,
    ]
    return await prove(runtime, templates, range(1), at_once=2)


def faults(proof: Proof, task: str) -> set[str]:
    return {failure.what for failure in proof.failures if failure.task == task}


async def test_everybody_is_tried_and_counted(proof: Proof) -> None:
    assert (proof.templates, proof.tasks, proof.oracle) == (6, 5, Tally(4, 5))
    told = proof.to_json()
    assert told["oracle"] == {"passed": 4, "total": 5}
    assert {name: tally["total"] for name, tally in told["impostors"].items()} == {
        "N/A": 8,
        "another question": 43,
        "constant": 88,
        "elsewhere": 5,
        "everything": 3,
        "gives up": 5,
        "gives up at the end": 4,
        "null": 5,
        "over-applier": 1,
        "peeker": 5,
        "random": 5,
        "replayer": 4,
        "reports at once": 132,
        "reports in general": 78,
        "title": 3,
        "vandal": 4,
        "whole page": 15,
        "with a tag of its own": 1,
        "wrong entity": 4,
    }
    assert set(told["mutants"]) == {
        "altered answer",
        "another answer",
        "another value",
        "left out",
        "stranger",
        "twice",
    }


async def test_an_answer_that_does_not_matter_is_found_out(proof: Proof) -> None:
    assert faults(proof, AnyAnswer.id) >= {
        "impostor null",
        "impostor N/A",
        "impostor constant",
        "impostor whole page",
        "impostor peeker",
        "impostor wrong entity",
        "impostor another question",
        "impostor everything",
        "impostor title",
        "mutant another answer",
        "mutant altered answer",
    }


async def test_a_side_effect_that_does_not_matter_is_found_out(proof: Proof) -> None:
    found = faults(proof, AnySideEffect.id)
    assert found >= {"impostor vandal", "impostor over-applier", "mutant twice", "mutant stranger"}
    assert "impostor null" not in found
    assert "impostor wrong entity" not in found


async def test_an_oracle_that_is_lost_is_told_with_what_it_looked_for(proof: Proof) -> None:
    assert not proof.holds
    told = [failure.why for failure in proof.failures if (failure.task, failure.what) == (LostOracle.id, "oracle")]
    assert len(told) == 1
    assert "'#no-such-tag'" in told[0]


async def test_a_number_of_actions_that_the_oracle_does_not_need_is_told_once_for_the_template(proof: Proof) -> None:
    (failure,) = [failure for failure in proof.failures if failure.task == TooManyActions.id]
    assert (failure.seed, failure.what) == (None, "actions")
    said, needed = TooManyActions.difficulty.actions, CountByTag.difficulty.actions
    assert failure.why.startswith(f"difficulty says {said}, and the oracle needs {needed} (1 tasks, median)")


async def test_what_cannot_be_played_is_told_and_not_played(proof: Proof) -> None:
    (failure,) = [failure for failure in proof.failures if failure.task == NowhereToPlay.id]
    assert str(failure).startswith("arena.notes.nowhere-to-play: sites: there is no site 'bank'")


async def test_luck_is_told_with_the_command_that_repeats_it(proof: Proof, runtime: Runtime) -> None:
    (why,) = [one.why for one in proof.failures if (one.task, one.what) == (LuckyClick.id, "impostor random")]
    command = "webcosm run arena.notes.lucky-click --agent random --option only=click --option steps=6 --seeds 1"
    assert why == f"it scored; see it again with: {command} --universe 0"
    agent = make_agent("random", only="click", steps=6)
    async with runtime.episode(DrawnTask.of(LuckyClick, 0, 0)) as episode:
        await episode.reset()
        await agent.play(episode)
        assert episode.verdict
        assert episode.verdict.outcome == "success"
        assert (len(episode.history), episode.history[-1]) == (7, "stop()")


async def test_on_evidence_alone_nobody_plays_but_the_oracle(runtime: Runtime) -> None:
    proof = await prove(runtime, [CountByTag], [0, 1], plays=False)
    assert proof.holds, proof.failures
    assert (proof.tasks, proof.oracle) == (2, Tally(2, 2))
    assert {"null", "another question", "everything"} < proof.impostors.keys()
    assert not {"random", "peeker", "vandal", "wrong entity"} & proof.impostors.keys()


async def test_progress_that_does_not_reach_its_end_is_found_out(runtime: Runtime) -> None:
    proof = await prove(runtime, [NeverDone], [0], plays=False)
    assert [(one.what, one.why) for one in proof.failures] == [("progress", "it ends at 0.50, not at 1 (0.00, 0.50)")]


async def test_a_way_that_the_judge_refuses_is_told_by_its_name(runtime: Runtime) -> None:
    proof = await prove(runtime, [WrongWay], [0], plays=False)
    assert (proof.ways["without the text"], proof.ways["looking around first"]) == (Tally(0, 1), Tally(1, 1))
    (failure,) = proof.failures
    assert failure.what == "way without the text"
    assert "collateral: ['insert notes.note" in failure.why


async def test_a_shortcut_must_fail_and_must_be_gone_to_its_end(runtime: Runtime) -> None:
    proof = await prove(runtime, [Shortcuts], [0], plays=False)
    assert (proof.impostors["under another title"], proof.impostors["as the oracle does"]) == (Tally(0, 1), Tally(1, 1))
    told = {failure.what: failure.why for failure in proof.failures}
    assert told.keys() == {"impostor as the oracle does", "impostor with a pen"}
    assert told["impostor as the oracle does"] == "it scored"
    assert told["impostor with a pen"].startswith("it was lost, so it proves nothing: ")


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(2), id="of seeds that are proven", marks=pytest.mark.sweep),
        pytest.param(range(1), id="of the next seed"),
    ],
)
async def test_what_was_learned_by_heart_on_one_seed_does_not_win_another(runtime: Runtime, seeds: range) -> None:
    proof = await prove(runtime, [LearnedByHeart, ArchiveNote], seeds)
    assert proof.impostors["replayer"] == Tally(len(seeds), 2 * len(seeds))
    told = [failure for failure in proof.failures if failure.what == "impostor replayer"]
    assert {failure.task for failure in told} == {LearnedByHeart.id}
    assert told[0].why == "it scored with the actions of seed 1"
