"""Rates with errors left out and as failures; too many errors are said loudly."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import run
from tests.study.samples import make_record, sample_study
from webcosm.study import running
from webcosm.study.record import EpisodeKey, EpisodeRecord

OUTCOMES = {"s": "success", "f": "failure", "a": "agent-error", "e": "error"}


def records_of(signs: str) -> list[EpisodeRecord]:
    keys = (EpisodeKey("arena.notes.open-note", seed) for seed in range(len(signs)))
    return [make_record(key, OUTCOMES[sign], 2) for key, sign in zip(keys, signs, strict=True)]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """How `webcosm run` ends when its episodes ended so."""

    def end(signs: str) -> tuple[int, str, str]:
        monkeypatch.setattr(running, "run_study", lambda *_, **__: records_of(signs))
        return run("run", "arena.notes.open-note", "--seeds", str(len(signs)), "--out", str(tmp_path / "out"))

    return end


def test_both_rates_stand_side_by_side(ending: Any) -> None:
    _, said, _ = ending("ssfae")
    head, row = (re.split(" {2,}", line.strip()) for line in said.splitlines()[:2])
    shown = dict(zip(head, row, strict=True))
    assert shown["solved"] == "50.0%", "of four that were judged, the agent-error among them"
    assert shown["if failed"] == "40.0%"
    assert (shown["errors"], shown["agent-errors"]) == ("1", "1")


@pytest.mark.parametrize(
    "errors, status", [(0, 0), (2, 0), (3, 3), (100, 3)], ids=["none", "2 %", "more than 2 %", "nothing else"]
)
def test_too_many_errors_are_said_and_end_with_another_status(ending: Any, errors: int, status: int) -> None:
    got, _, complained = ending("s" * (100 - errors) + "e" * errors)
    assert got == status
    told = f"{errors} of 100 episodes ({errors}.0%) ended in an error that is not the agent's"
    assert (told in complained) is bool(status)


def test_what_the_agent_broke_off_is_no_error(ending: Any) -> None:
    assert ending("a" * 10)[0] == 0


def test_the_report_says_it_too(tmp_path: Path) -> None:
    folder = sample_study(tmp_path / "study", "ssfae")
    status, said, complained = run("report", str(folder.path))
    assert (status, "1 of 5 episodes (20.0%) ended in an error" in complained) == (0, True)
    assert "2 of 4" in said
    page = (folder.path / "report" / "index.html").read_text()
    assert "1 episode of 5 ended in an error of ours: the rates say little until the study is resumed." in page
    assert "SR if they were failures: 40.0%" in page
    assert "40.0% with 1 error as a failure" in page, "beside the rate itself"
    assert '<td class="number">1</td><td class="number">40.0%</td>' in page, "and for every template"
    told = json.loads(run("report", str(folder.path), "--no-html", "--json")[1])["studies"][0]["overall"]
    assert (told["rate"], told["as_failures"], told["errors"], told["agent_errors"]) == (0.5, 0.4, 1, 1)
