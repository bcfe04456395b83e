"""docs/environment.md is followed from top to bottom, and prints what it says."""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path
from typing import Any

import pytest

from webcosm.env import gym
from webcosm.env.options import PARTS, Options

PAGE = Path(__file__).parents[2] / "docs" / "environment.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


@pytest.mark.browser
def test_every_example_prints_what_the_page_says() -> None:
    """With WEBCOSM_NEW_GOLDEN set, the page is given what they print today."""
    text = PAGE.read_text()
    names: dict[str, Any] = {}

    def run(example: re.Match[str]) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example[1], "environment.md", "exec"), names)
        said = printed.getvalue()
        return f"```python\n{example[1]}```\n" + (f"\n```text\n{said}```\n" if said else "")

    try:
        today = EXAMPLE.sub(run, text)
    finally:
        gym.shutdown()
    if os.environ.get("WEBCOSM_NEW_GOLDEN"):
        PAGE.write_text(today)
    assert PAGE.read_text().splitlines() == today.splitlines()


def test_every_option_is_explained() -> None:
    text = PAGE.read_text()
    for name in (*Options.__dataclass_fields__, *PARTS):
        assert f"`{name}`" in text, name


def test_links_lead_somewhere() -> None:
    text = PAGE.read_text()
    headings = {
        re.sub(r"[^\w -]", "", found.lower()).replace(" ", "-") for found in re.findall(r"^#+ (.+)$", text, re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert (PAGE.parent / target).exists(), target
