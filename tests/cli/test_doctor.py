"""`webcosm doctor`, with and without a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webcosm
from tests.cli.commands import one_sentence, run, webcosm_command


@pytest.fixture
def no_browser(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment in which there is no browser; this process is in it too."""
    nothing = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "WEBCOSM_CHROMIUM": ""}
    for name, value in nothing.items():
        monkeypatch.setenv(name, value)
    return environment | nothing


@pytest.mark.browser
def test_doctor_says_what_it_found(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBCOSM_CACHE", str(cache))
    status, said, complained = run("doctor")
    assert (status, complained) == (0, "")
    assert f"✓ webcosm            {webcosm.__version__}, Python 3." in said
    assert "✓ browser            " in said
    assert f"✓ cache              {cache}, " in said
    assert "✗" not in said


@pytest.mark.browser
def test_doctor_cleans_the_cache_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path))
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "shop-0123456789abcdef-0-full.db").write_bytes(b"x" * 2_000_000)
    assert "→ 2.0 MB are of no use any more" in run("doctor")[1]
    status, said, _ = run("doctor", "--clean")
    assert status == 0
    assert said.startswith("Removed 2.0 MB from the cache.\n")
    assert "of no use" not in said


@pytest.mark.browser
def test_doctor_for_programs() -> None:
    status, said, _ = run("doctor", "--json")
    told = json.loads(said)
    assert (status, told["ok"]) == (0, True)
    assert {"name", "ok", "found", "advice", "needed"} == set(told["findings"][0])


@pytest.mark.browser
def test_a_quiet_doctor_says_nothing_to_the_healthy() -> None:
    assert run("doctor", "--install", "--quiet") == (0, "", "")


@pytest.mark.usefixtures("no_browser")
def test_doctor_shows_a_missing_browser_and_the_rest() -> None:
    status, said, complained = run("doctor")
    assert (status, complained) == (1, "")
    assert "✗ browser            none\n" in said
    assert "→ No Chromium was found; install one with `playwright install --only-shell chromium`" in said
    assert "✓ sqlite" in said


@pytest.mark.usefixtures("no_browser")
def test_doctor_tells_programs_of_a_missing_browser() -> None:
    status, said, _ = run("doctor", "--json")
    told = json.loads(said)
    assert (status, told["ok"]) == (1, False)
    assert [finding["name"] for finding in told["findings"] if finding["needed"] and not finding["ok"]] == ["browser"]


def test_a_missing_browser_is_one_sentence(no_browser: dict[str, str]) -> None:
    sentence = one_sentence(webcosm_command("doctor", "--quiet", environment=no_browser))
    assert sentence.startswith("No Chromium was found; install one with")
    assert "apt-get install chromium-headless-shell" in sentence


def test_a_wrong_choice_of_browser_is_one_sentence_and_nothing_is_installed(no_browser: dict[str, str]) -> None:
    wrong = no_browser | {"WEBCOSM_CHROMIUM": "/nowhere/[chromium]"}
    sentence = one_sentence(webcosm_command("doctor", "--quiet", "--install", environment=wrong))
    assert sentence == (
        "WEBCOSM_CHROMIUM=/nowhere/[chromium] is not a program that can be run; set it to a Chromium or unset it."
    )
