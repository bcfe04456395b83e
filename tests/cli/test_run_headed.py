"""`webcosm run --headed`: somebody watches."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from webcosm.browser.chromium import find_full
from webcosm.study.running import check_screen

LINUX = sys.platform == "linux"


@pytest.mark.parametrize("on", ["ray", "ray://head:10001"])
def test_windows_elsewhere_cannot_be_watched(on: str) -> None:
    with pytest.raises(ValueError, match=f"--on {on} plays elsewhere"):
        check_screen(on)


@pytest.mark.skipif(not LINUX, reason="other systems always have a screen")
def test_without_a_screen_it_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    blind = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "webcosm", "run", "arena.calc", "--headed", "--out", str(tmp_path / "out")]
    done = subprocess.run(command, env=blind, capture_output=True, text=True)
    assert done.returncode == 2
    assert "--headed needs a screen" in " ".join(done.stderr.split())
    assert not (tmp_path / "out").exists()


@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("xvfb-run"), reason="no virtual screen is installed")
@pytest.mark.skipif(find_full() is None, reason="no full Chromium is installed")
def test_an_episode_is_played_on_a_screen(tmp_path: Path) -> None:
    command = ["xvfb-run", "-a", sys.executable, "-m", "webcosm", "run", "arena.notes.write-note", "--headed"]
    subprocess.run([*command, "--out", str(tmp_path)], check=True, capture_output=True)
    record = json.loads((tmp_path / "episodes.jsonl").read_text())
    assert record["outcome"] == "success"
    assert json.loads((tmp_path / "manifest.json").read_text())["headed"] is True
