"""The shared runtime of synchronous callers ends with the program, whatever it is at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

# The page of the window that is kept ready is still being made when the program ends, and then asks for a picture.
LEFT_OPEN = """
import threading
from pathlib import Path
from starlette.responses import HTMLResponse, Response
from webcosm.env import engine, make_env
from webcosm.sites.kit import Site

visits, third = [], threading.Event()
site = Site("slow", title="Slow", tagline="", folder=Path("."))

@site.get("/")
def start(request):
    visits.append(request)
    if len(visits) == 3:
        third.set()
        threading.Event().wait(0.5)
    return HTMLResponse("<!doctype html><title>Slow</title><img src=/picture>")

@site.get("/picture")
def picture(request):
    return Response(b"", media_type="image/png")

engine.start(sites=[site], cache=Path("cache"))
env = make_env("open", start_url="http://slow.test/")
env.reset(seed=0)
env.reset(seed=0)
assert third.wait(30)
"""


def test_a_program_that_leaves_its_environments_open_ends_silently(tmp_path: Path) -> None:
    script = tmp_path / "left_open.py"
    script.write_text(LEFT_OPEN)
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list((tmp_path / "cache" / "worlds").iterdir()) == [], "its worlds are gone too"
