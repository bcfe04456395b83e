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


def test_a_random_agent_goes_its_ten_steps() -> None:
    printed = run("gym_random")
    assert [line.split()[0] for line in printed] == [str(step) for step in range(1, 11)]
    assert all("there is no action" not in line for line in printed)
    assert len({line.split()[-1] for line in printed if "http" in line}) > 1, "it gets around"


def test_playwrights_page_can_be_driven_by_hand() -> None:
    at, change = run("playwright_page")
    assert at.startswith("at http://notes.test/notes/")
    assert change == "insert note Bread"


def test_an_agent_comes_in_through_devtools() -> None:
    assert run("cdp_agent") == ["""success ["['Bread']"]"""]


def test_an_agent_comes_in_through_plain_addresses() -> None:
    assert run("plain_urls") == ["answer: Bread", "insert note Bread"]
