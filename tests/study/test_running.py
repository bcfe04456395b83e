"""Going on with a study: what is played again, how often, and what must not be mixed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.study.samples import make_record
from webcosm.study import running
from webcosm.study.plan import Plan, StudyLimits
from webcosm.study.pool import OnEpisode, Queue
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder
from webcosm.study.running import StudyRefused, run_study

KEYS = [EpisodeKey("arena.notes.open-note", seed) for seed in range(3)]
PLAN = Plan("null", KEYS)

Outcome = Callable[[EpisodeKey, int], str]
Stub = Callable[[Outcome], list[tuple[int, int]]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Stub:
    """Gives episodes the outcome that a function of key and attempt says; lists what is played, as seed and attempt."""
    monkeypatch.setattr(running, "build_images", lambda *_: {"notes@0": "a hash"})

    def play(outcome: Outcome) -> list[tuple[int, int]]:
        played: list[tuple[int, int]] = []

        def run_local(
            plan: Plan,
            keys: Sequence[EpisodeKey],
            out: Path,
            workers: int,
            on_episode: OnEpisode,
            *,
            tried: Mapping[EpisodeKey, int],
            pinned: bool,
        ) -> None:
            queue = Queue(plan, keys, on_episode, tried)
            while queue:
                key, attempt = queue.take()
                played.append((key.seed, attempt))
                queue.settle(replace(make_record(key, outcome(key, attempt), 1), attempts=attempt))

        monkeypatch.setattr(running, "run_local", run_local)
        return played

    return play


def outcomes(records: list[EpisodeRecord]) -> list[tuple[str, int]]:
    return [(record.outcome, record.attempts) for record in records]


def test_what_ended_in_an_error_is_taken_up_again(tmp_path: Path, play: Stub) -> None:
    play(lambda key, _: "error" if key.seed == 1 else "success")
    assert outcomes(run_study(PLAN, tmp_path, 1)) == [("success", 1), ("error", 3), ("success", 1)]
    played = play(lambda _, attempt: "failure" if attempt == 5 else "error")
    records = run_study(PLAN, tmp_path, 1, resume=True)
    assert played == [(1, 4), (1, 5)], "nothing else is played"
    assert outcomes(records) == [("success", 1), ("failure", 5), ("success", 1)]
    assert outcomes(sorted(StudyFolder(tmp_path).episodes(), key=lambda record: record.key)) == outcomes(records)


def test_an_error_that_stays_is_not_tried_for_ever(tmp_path: Path, play: Stub) -> None:
    plan = replace(PLAN, keys=KEYS[:1], limits=StudyLimits(attempts=3, attempts_in_all=5))
    for attempts in ([1, 2, 3], [4, 5], [], []):
        played = play(lambda *_: "error")
        run_study(plan, tmp_path, 1, resume=True)
        assert [attempt for _, attempt in played] == attempts
    once = replace(plan, limits=StudyLimits.of_a_person())
    for attempts in ([1], []):
        played = play(lambda *_: "error")
        run_study(once, tmp_path / "once", 1, resume=True)
        assert [attempt for _, attempt in played] == attempts


def test_what_abandoned_attempts_cost_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "build_images", lambda *_: {})
    outcomes = iter(["error", "error", "error", "success"])

    def run_local(
        plan: Plan, keys: Sequence[EpisodeKey], out: Path, workers: int, done: OnEpisode, **more: Any
    ) -> None:
        queue = Queue(plan, keys, done, more["tried"])
        while queue:
            key, attempt = queue.take()
            usage = {"calls": attempt, "input_tokens": 100, "cost": 0.5 if attempt == 2 else None}
            queue.settle(make_record(key, next(outcomes), 1, usage=usage, attempts=attempt))

    monkeypatch.setattr(running, "run_local", run_local)
    plan = replace(PLAN, keys=KEYS[:1])
    (record,) = run_study(plan, tmp_path, 1)
    assert record.usage == {"calls": 1 + 2 + 3, "input_tokens": 300, "cost": 0.5}
    (record,) = run_study(plan, tmp_path, 1, resume=True)
    assert (record.outcome, record.usage) == ("success", {"calls": 10, "input_tokens": 400, "cost": 0.5})
    assert [kept.usage for kept in StudyFolder(tmp_path).episodes()] == [record.usage]


def test_other_data_are_not_mixed_in(tmp_path: Path, play: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    play(lambda *_: "success")
    run_study(PLAN, tmp_path, 1)
    with pytest.raises(StudyRefused, match="holds a study already; give --resume"):
        run_study(PLAN, tmp_path, 1)
    monkeypatch.setattr(running, "build_images", lambda *_: {"notes@0": "another hash"})
    with pytest.raises(StudyRefused) as refusal:
        run_study(PLAN, tmp_path, 1, resume=True)
    assert str(refusal.value) == (
        f"the study in {tmp_path} cannot go on: the data changed since in notes@0; choose another --out"
    )


def test_a_study_that_is_extended_keeps_what_it_has(tmp_path: Path, play: Stub) -> None:
    play(lambda *_: "success")
    run_study(replace(PLAN, keys=KEYS[:2]), tmp_path, 1, extend=True)
    played = play(lambda *_: "success")
    assert len(run_study(PLAN, tmp_path, 1, extend=True)) == 3
    assert played == [(2, 1)]
    assert len(StudyFolder(tmp_path).manifest()["keys"]) == 3


@pytest.mark.parametrize(
    "plan, told",
    [
        (Plan("reason", KEYS), "the agent reason cannot ask openai/gpt-4.1-mini: set OPENAI_API_KEY to your key"),
        (Plan("reason", KEYS, {"model": "gpt"}), "model 'gpt': write it as openai/NAME or anthropic/NAME"),
        (Plan("null", KEYS, judge_model="anthropic/judge"), "set ANTHROPIC_API_KEY to your key"),
        (Plan("nobody", KEYS), "there is no agent 'nobody'"),
    ],
    ids=["key", "model", "judge", "agent"],
)
def test_who_cannot_be_asked_is_said_once_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: Plan, told: str
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "WEBCOSM_JUDGE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("webcosm.judge.rubric._chosen", None)
    with pytest.raises(StudyRefused) as refusal:
        run_study(plan, tmp_path / "out", 1)
    assert told in str(refusal.value)
    assert not (tmp_path / "out").exists()
