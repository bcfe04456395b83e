"""The examples of docs/mini.md run, and print what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from webcosm.suites.mini import NAMES
from webcosm.suites.mini.policies import POLICIES

PAGE = (Path(__file__).parents[3] / "docs" / "mini.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.browser
def test_the_episode_in_the_docs_prints_what_they_say() -> None:
    example = next(code for code in EXAMPLES if "asyncio.run" in code)
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    for line in ran.stdout.splitlines():
        assert f"`{line}`" in PAGE
    assert len(ran.stdout.splitlines()) == 2


def test_the_numbers_in_the_docs_are_true() -> None:
    assert f"There are {len(NAMES)}," in PAGE
    assert f"policies for {len(POLICIES)} of the tasks" in PAGE
