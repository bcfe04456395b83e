"""Which templates the everyday tests prove."""

from __future__ import annotations

from typing import Any

import pytest

from tests.suites import choosing
from tests.suites.choosing import changed_files, shard, touched
from webcosm.suites.arena.notes import changes, finding
from webcosm.suites.arena.notes.changes import WriteNote
from webcosm.suites.arena.notes.finding import CountByTag
from webcosm.tasks import Template, find_templates

BOTH: list[type[Template[Any]]] = [CountByTag, WriteNote]
FOLDER = "src/webcosm/suites/arena/notes"


def test_a_changed_module_touches_its_own_templates() -> None:
    assert touched(BOTH, [f"{FOLDER}/{finding.__name__.rpartition('.')[2]}.py"]) == [CountByTag]
    assert touched(BOTH, [f"{FOLDER}/{changes.__name__.rpartition('.')[2]}.py"]) == [WriteNote]


def test_a_changed_helper_touches_all_templates_of_its_package() -> None:
    assert touched(BOTH, [f"{FOLDER}/_rows.py"]) == BOTH


def test_what_stands_elsewhere_touches_none() -> None:
    assert touched(BOTH, [f"{FOLDER}/public.txt", "src/webcosm/suites/arena/calc/_rows.py", "README.md"]) == []


def test_every_template_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    templates = find_templates(["arena.notes"])
    seen: set[type[Template[Any]]] = set()
    for commit in range(-(-len(templates) // 5)):
        monkeypatch.setattr(choosing, "_git", lambda *words, count=commit: str(count))
        drawn = shard(templates, 5)
        assert drawn == shard(templates[::-1], 5)
        assert len(set(drawn)) == 5
        seen.update(drawn)
    assert seen == set(templates)


def test_a_change_is_what_differs_from_main_or_from_the_commit_before(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        ("rev-parse", "HEAD"): "head",
        ("merge-base", "HEAD", "main"): "fork",
        ("diff", "--name-only", "fork"): "b.py\na.py",
        ("ls-files", "--others", "--exclude-standard"): "c.py",
    }
    monkeypatch.setattr(choosing, "_git", lambda *words: told.get(words, ""))
    assert changed_files() == ["a.py", "b.py", "c.py"]
    told |= {
        ("merge-base", "HEAD", "main"): "head",
        ("rev-parse", "HEAD~1"): "before",
        ("diff", "--name-only", "before"): "d.py",
    }
    assert changed_files() == ["c.py", "d.py"]


def test_without_a_repository_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "_git", lambda *words: "")
    assert changed_files() == []
