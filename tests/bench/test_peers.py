"""Sides are processes that answer in JSON; the peer's environment is made on demand."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from webcosm.bench import peers
from webcosm.bench.peers import PeerMissing, Side, SideFailed, browsergym

ECHO = """
import json, sys
print("ready to be found in its last words", file=sys.stderr)
for line in sys.stdin:
    order = json.loads(line)
    if order["do"] == "die":
        sys.exit(3)
    answer = {"error": "cannot do that"} if order["do"] == "fail" else {"result": order}
    print(json.dumps(answer), flush=True)
"""


def echo() -> Side:
    return Side("echo", [sys.executable, "-c", ECHO])


def nothing(done: int, total: int, doing: str) -> None:
    pass


def test_a_side_answers_what_it_was_asked() -> None:
    with echo() as side:
        assert side.ask("reset", seed=3) == {"do": "reset", "seed": 3}


def test_several_sides_work_at_once() -> None:
    with echo() as one, echo() as other:
        one.begin("look", at="one")
        other.begin("look", at="other")
        assert (one.finish()["at"], other.finish()["at"]) == ("one", "other")


def test_an_error_is_told_with_the_name_of_the_side() -> None:
    with echo() as side, pytest.raises(SideFailed, match="echo failed: cannot do that"):
        side.ask("fail")


def test_the_last_words_of_a_side_that_ended_are_told() -> None:
    with echo() as side, pytest.raises(SideFailed, match=r"(?s)echo ended with status 3:.*ready to be found"):
        side.ask("die")


def test_closing_a_side_ends_its_process() -> None:
    with echo() as side:
        side.ask("look")
    assert side.process.returncode == 0


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WEBCOSM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Puts another installer first on the path."""
    program = tmp_path / "bin" / "uv"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def test_without_a_network_one_sentence_says_what_is_missing(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uv(tmp_path, monkeypatch, "echo 'error: Could not connect, are you offline?' >&2; exit 2")
    with pytest.raises(PeerMissing, match=r"BrowserGym .* needs a way to PyPI: .* are you offline\?"):
        browsergym("http://127.0.0.1:1", nothing)


def test_an_environment_whose_making_was_broken_off_is_made_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = cache / "peers" / f"browsergym-{peers.BROWSERGYM}"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").write_text("half of it")
    # "Installs" a Python that says how it was called.
    uv(
        tmp_path,
        monkeypatch,
        f"""mkdir -p {home}/bin
        printf '#!/bin/sh\\nread order; echo "{{\\\\"result\\\\": [\\\\"$PLAYWRIGHT_BROWSERS_PATH\\\\",'\
' \\\\"$MINIWOB_URL\\\\", \\\\"$1\\\\"]}}"; cat\\n' > {home}/bin/python
        chmod +x {home}/bin/python""",
    )
    with browsergym("http://127.0.0.1:1", nothing) as side:
        browsers, pages, isolated = side.ask("tell")
    assert pages == "http://127.0.0.1:1/miniwob/"
    assert isolated == "-I"
    browser = Path(browsers, "chromium-1117", "chrome-linux", "chrome")
    assert os.access(browser, os.X_OK), "the pinned Playwright finds our browser where it looks for its own"
    assert ("--no-sandbox" in browser.read_text()) == (os.geteuid() == 0)
