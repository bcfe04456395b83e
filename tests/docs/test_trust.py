"""docs/trust.md names tests and walls that exist."""

from __future__ import annotations

import re
from pathlib import Path

from webcosm.doctor import examine

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "trust.md").read_text()


def test_every_test_that_it_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/.]+)`", PAGE)
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_wall_that_it_names_is_one_that_the_doctor_looks_at() -> None:
    walls = re.search(r"which walls stand on a machine \((.*?)\)", PAGE, re.DOTALL)
    assert walls
    assert set(re.findall(r"`(.*?)`", walls[1])) <= {finding.name for finding in examine()}


def test_every_promise_is_followed_by_what_is_not_promised() -> None:
    chapters = PAGE.split("\n## ")[1:]
    assert [chapter.split("\n")[0] for chapter in chapters if "Not promised:" not in chapter] == []
