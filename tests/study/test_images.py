"""A study builds the images that its tasks need, before its first episode, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.images import copy_images
from webcosm.study.images import build_images, needed_databases
from webcosm.study.record import EpisodeKey

NOTES = "arena.notes.open-note"


def test_what_a_study_needs_are_the_databases_of_its_tasks() -> None:
    keys = [EpisodeKey(NOTES), EpisodeKey(NOTES, 1, 3), EpisodeKey("arena.calc.history-result", 0, 3)]
    assert needed_databases(keys) == {0: ["notes"], 3: ["calc", "notes"]}


def test_sites_that_share_rows_need_them_once() -> None:
    keys = [EpisodeKey(task) for task in ("arena.shop.add-address", "arena.admin.add-color")]
    assert needed_databases(keys) == {0: ["shop"]}


def test_only_these_are_built_and_each_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_images(tmp_path, ["calc", "notes"])
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path))
    announced: list[tuple[str, int, int]] = []
    keys = [EpisodeKey(NOTES), EpisodeKey("arena.calc.history-result")]
    hashes = build_images(keys, "small", lambda *step: announced.append(step))
    assert sorted(hashes) == ["calc@0", "notes@0"]
    assert announced == [("calc", 0, 2), ("notes", 1, 2)]
    assert {file.name.partition("-")[0] for file in (tmp_path / "images").glob("*.db")} == {"calc", "notes"}
