"""docs/headroom.md says what is true: its blocks run, and its tables are complete."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tests.docs.following import DOCS, follow
from webcosm.tasks import Dials, Skill

PAGE = (DOCS / "headroom.md").read_text()


@pytest.mark.browser
def test_every_block_runs_and_prints_what_the_page_says() -> None:
    follow(DOCS / "headroom.md")


def test_every_skill_and_every_dial_is_explained() -> None:
    assert [skill for skill in Skill if f"\n| `{skill}` |" not in PAGE] == []
    assert [dial.name for dial in fields(Dials) if f"`{dial.name}`" not in PAGE] == []
