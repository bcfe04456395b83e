"""What installed packages bring: a broken one is left out and named, and everything else goes on working."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from webcosm.sites import NAMES

SITE = """
from pathlib import Path
from webcosm.sites.kit import Site

site = Site("{name}", title="Lending", tagline="Books", folder=Path(__file__).parent{more})
"""
FILL = ", fill=lambda *_: None"
SCHEMA = "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NUL"
TEMPLATES = """
from webcosm.suites.arena.notes.finding import OpenNote

class Impostor(OpenNote):
    pass

TEMPLATES = [Impostor]
"""
AGENT = "from webcosm.agents import Agent\n\nclass Reader(Agent):\n    pass\n"
GOOD = """
import gymnasium, webcosm.env
from webcosm.agents import agent_names
from webcosm.sites import all_sites
from webcosm.tasks import make_task
assert "webcosm/arena.notes.open-note" in gymnasium.registry
assert make_task("arena.notes.open-note").id == "arena.notes.open-note"
assert "oracle" in agent_names() and len(all_sites()) == {sites}
"""
Point = tuple[str, str]
"""Group, and name and value as a package declares them."""
Run = Callable[..., "subprocess.CompletedProcess[str]"]

BROKEN = [
    ("import nothing_like_it\n", ("webcosm.tasks", "a = {module}"), "No module named 'nothing_like_it'"),
    ("TEMPLATES = 1 +\n", ("webcosm.tasks", "b = {module}:TEMPLATES"), "SyntaxError"),
    ("", ("webcosm.tasks", "c = {module}:TEMPLATES"), "no attribute 'TEMPLATES'"),
    ("TEMPLATES = 5\n", ("webcosm.tasks", "d = {module}:TEMPLATES"), "5 is neither a module nor a list"),
    (TEMPLATES, ("webcosm.tasks", "e = {module}:TEMPLATES"), "Impostor has the id 'arena.notes.open-note'"),
    ("1 / 0\n", ("webcosm.sites", "f = {module}:site"), "ZeroDivisionError"),
    ("site = 'lending'\n", ("webcosm.sites", "g = {module}:site"), "'lending' is no site"),
    (SITE.format(name="notes", more=""), ("webcosm.sites", "h = {module}:site"), "two sites have the name 'notes'"),
    (SITE.format(name="lending", more=FILL), ("webcosm.sites", "i = {module}:site"), "SQLError"),
    ("import nothing_like_it\n", ("webcosm.agents", "reader = {module}:Reader"), "No module named 'nothing_like_it'"),
    (AGENT, ("webcosm.agents", "oracle = {module}:Reader"), "there is an agent 'oracle' already"),
    (None, ("webcosm.tasks", "j = {module}:TEMPLATES"), "No module named"),
]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs Python where the packages of the folder are installed."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment)

    return run


def install(folder: Path, package: str, files: Mapping[str, str], *points: Point) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    record = folder / f"{package}-1.2.dist-info"
    record.mkdir()
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    (record / "entry_points.txt").write_text("".join(f"[{group}]\n{line}\n" for group, line in points))


def test_broken_plug_ins_are_left_out_and_named(run: Run, tmp_path: Path) -> None:
    for number, (text, (group, point), _) in enumerate(BROKEN):
        module = f"lending{number}"
        files = {} if text is None else {f"{module}.py": text, "schema.sql": SCHEMA}
        install(tmp_path, module, files, (group, point.format(module=module)))
    done = run("-c", GOOD.format(sites=len(NAMES)))
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if "PluginWarning" in line]
    assert len(lines) == len(BROKEN)
    for number, (text, (group, point), told) in enumerate(BROKEN):
        module = f"lending{number}"
        (line,) = (line for line in lines if f"{module} 1.2 (" in line)
        assert f"({point.format(module=module)} of {group}) is left out: " in line
        assert told in line
        assert (str(tmp_path / f"{module}.py") if text is not None else f"there is no module {module}") in line


def test_commands_go_on_and_the_doctor_tells(run: Run, tmp_path: Path) -> None:
    install(tmp_path, "lending", {"lending.py": "import nothing_like_it\n"}, ("webcosm.sites", "a = lending:site"))
    listed = run("-m", "webcosm", "tasks", "mini")
    assert (listed.returncode, "mini.click-test" in listed.stdout) == (0, True)
    done = run("-m", "webcosm", "doctor")
    told = " ".join(done.stdout.split())
    assert "plug-in lending 1.2 (a = lending:site of webcosm.sites) is left out: ModuleNotFoundError" in told
    assert f"→ mend {tmp_path / 'lending.py'}, line 1, or uninstall lending" in told
    assert "PluginWarning" not in done.stderr


def test_a_sound_plug_in_is_used(run: Run, tmp_path: Path) -> None:
    files = {"lending/__init__.py": "", "lending/web.py": SITE.format(name="lending", more=""), "lending/who.py": AGENT}
    points = (("webcosm.sites", "a = lending.web:site"), ("webcosm.agents", "reader = lending.who:Reader"))
    install(tmp_path, "lending", files, *points)
    done = run("-W", "error", "-c", GOOD.format(sites=len(NAMES) + 1) + "assert 'reader' in agent_names()")
    assert (done.returncode, done.stderr) == (0, "")
    assert "plug-in lending 1.2" in " ".join(run("-m", "webcosm", "doctor").stdout.split())
