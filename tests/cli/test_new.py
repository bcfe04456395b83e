"""`webcosm new`: what it writes installs, passes its own test, and is proven."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import WEBCOSM, run
from tests.images import copy_images
from tests.installing import as_installed

PATIENCE = 300


@pytest.fixture(params=["site", "task", "agent"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    folder = tmp_path / "lending"
    status, said, complained = run("new", request.param, "lending", "--out", str(folder))
    assert (status, complained) == (0, "")
    assert f"files are in {folder}. What to do next:" in said
    return request.param, folder


def test_nothing_of_the_scaffold_shows(made: tuple[str, Path]) -> None:
    _, folder = made
    for file in (path for path in folder.rglob("*") if path.is_file()):
        assert file.suffix != ".tmpl"
        assert [word for word in ("NAME", "CLASS", "TITLE") if word in file.read_text() + str(file.name)] == []
        assert max(map(len, file.read_text().splitlines())) <= 140


@pytest.mark.browser
def test_it_passes_its_own_test_and_is_proven(made: tuple[str, Path], tmp_path: Path) -> None:
    what, folder = made
    copy_images(tmp_path / "cache")
    environment = os.environ | as_installed(folder, tmp_path / "installed") | {"WEBCOSM_CACHE": str(tmp_path / "cache")}
    own_test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:asyncio"]
    use = ["run", "arena.notes.open-note", "--agent", "lending", "--option", "clicks=1"]
    for command in (own_test, [*WEBCOSM, *(use if what == "agent" else ["verify", "lending", "--sample", "1"])]):
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Warning" not in done.stderr, done.stderr
    if what == "agent":
        assert "Ended: 1 failure, stopped" in done.stdout, "it is a beginning"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    status, _, complained = run("new", "site", "lending", "--out", str(tmp_path / "mine"))
    assert status == 2
    assert complained.startswith(f"webcosm: {tmp_path / 'mine'} is there already; nothing is overwritten.")
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "what, name, told",
    [
        ("site", "notes", "there is a site notes already"),
        ("task", "arena", "there is a suite arena already"),
        ("agent", "oracle", "there is an agent oracle already"),
        ("agent", "json", "there is a Python package json already"),
        ("site", "My-Site", "'My-Site' cannot be a name: accepted are lower-case letters and digits"),
        ("task", "class", "'class' cannot be a name"),
    ],
)
def test_a_name_that_will_not_do_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, name: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, said, complained = run("new", what, name)
    assert (status, said) == (2, "")
    assert complained.startswith(f"webcosm: {told}")
    assert list(tmp_path.iterdir()) == []
