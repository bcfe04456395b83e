"""The examples of the environment's faces run as they stand and print what they should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.browser


def run(name: str) -> list[str]:
    program = [sys.executable, "-W", "error", str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_the_random_agent_does_the_same_in_every_run() -> None:
    printed = run("gym_random")
    assert len(printed) == 10
    assert all("there is no action" not in line for line in printed)
    assert printed == run("gym_random")


def test_playwrights_page_can_be_driven_by_hand() -> None:
    at, change = run("playwright_page")
    assert at.startswith("at http://notes.test/notes/")
    assert change == "insert note Bread"


def test_an_agent_comes_in_through_devtools() -> None:
    assert run("cdp_agent") == ["""success ["['Bread']"]"""]


def test_an_agent_comes_in_through_plain_addresses() -> None:
    assert run("plain_urls") == ["answer: Bread", "insert note Bread"]
