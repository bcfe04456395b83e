"""docs/python.md is followed from top to bottom, and its table has every name of the front door."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import webcosm
from tests.docs.following import DOCS, follow
from webcosm.env import gym

PAGE = DOCS / "python.md"


@pytest.mark.browser
def test_every_example_prints_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        follow(PAGE)
    finally:
        gym.shutdown()


def test_every_name_is_in_the_table() -> None:
    rows = re.findall(r"^\| (`.+?`) \|", PAGE.read_text(), re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == sorted(webcosm.__all__)
