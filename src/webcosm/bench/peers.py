"""The sides of a comparison, each in a process of its own that is spoken to in lines of JSON.

The peer is BrowserGym. It pins an old Playwright, so it gets an environment of its own, made when first asked for.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from webcosm.bench.report import Advance
from webcosm.browser import chromium
from webcosm.worlds import cache_folder

__all__ = [
    "BROWSERGYM",
    "PeerMissing",
    "Side",
    "SideFailed",
    "against_what",
    "browsergym",
    "browsergym_python",
    "ourselves",
    "sides",
]

BROWSERGYM = "0.14.3"
PACKAGES = (f"browsergym-core=={BROWSERGYM}", f"browsergym-miniwob=={BROWSERGYM}")
PLAYWRIGHTS_CHROMIUM = Path("chromium-1117", "chrome-linux", "chrome")
"""Where the Playwright that BrowserGym pins looks for its browser. BrowserGym starts a second one for its chat, whose
path cannot be chosen, so both are found here."""
BROWSER_VARIABLE = "WEBCOSM_PEER_CHROMIUM"
"""Names the peer's browser. Otherwise it is a full Chromium, as its own Playwright brings, or ours if there is none."""
INSTALL_SECONDS = 600
END_SECONDS = 20
TELLING = 15
"""How many of the last lines a failed process wrote are told."""


class PeerMissing(Exception):
    """The peer cannot be measured here; the message says why."""


class SideFailed(Exception):
    """A side could not do what it was asked for."""


class Side:
    """A process that measures itself when asked to."""

    def __init__(self, name: str, command: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> None:
        self.name = name
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the side)
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            env=os.environ | dict(environment or {}),
        )

    def ask(self, do: str, **details: Any) -> Any:
        """Tells the side what to do and waits for its answer."""
        self.begin(do, **details)
        return self.finish()

    def begin(self, do: str, **details: Any) -> None:
        """Tells the side what to do; :meth:`finish` has the answer. So several sides work at once."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"do": do, **details}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # told by finish, with what it said at its end

    def finish(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SideFailed(f"{self.name} ended with status {self.process.wait()}:\n{self._last_words()}")
        answer = json.loads(line)
        if "error" in answer:
            raise SideFailed(f"{self.name} failed: {answer['error']}")
        return answer["result"]

    def _last_words(self) -> str:
        self._complaints.seek(0)
        return "\n".join(self._complaints.read().decode(errors="replace").splitlines()[-TELLING:])

    def close(self) -> None:
        """Lets the process come to its own end, which takes its browsers with it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self._complaints.close()

    def __enter__(self) -> Side:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ourselves() -> Side:
    return Side("webcosm", [sys.executable, "-m", "webcosm.bench.webcosm_side"])


def browsergym(pages: str, progress: Advance) -> Side:
    """BrowserGym, looking at the pages served at an address; its environment is made first if there is none."""
    home = _home(progress)
    environment = {"PLAYWRIGHT_BROWSERS_PATH": str(home / "browsers"), "MINIWOB_URL": f"{pages}/miniwob/"}
    _write_browser(home / "browsers" / PLAYWRIGHTS_CHROMIUM)
    script = Path(__file__).with_name("browsergym_peer.py")
    # Isolated: our folder is full of modules that are none of its business.
    return Side("browsergym", [_python(home), "-I", script], environment)


def browsergym_python(progress: Advance) -> Path:
    """The Python that has BrowserGym; its environment is made first if there is none."""
    return _python(_home(progress))


def _python(home: Path) -> Path:
    return home / "bin" / "python"


def _home(progress: Advance) -> Path:
    """The folder of the peer's environment, whole or not there at all."""
    home = cache_folder() / "peers" / f"browsergym-{BROWSERGYM}"
    ready = home / "ready"
    if not ready.exists():
        progress(0, 1, f"installing BrowserGym {BROWSERGYM}")
        shutil.rmtree(home, ignore_errors=True)
        home.parent.mkdir(parents=True, exist_ok=True)
        _install(home)
        ready.touch()
    return home


def _install(home: Path) -> None:
    if uv := shutil.which("uv"):
        _run([uv, "venv", "--quiet", "--python", sys.executable, home])
        _run([uv, "pip", "install", "--quiet", "--python", _python(home), *PACKAGES])
    else:
        _run([sys.executable, "-m", "venv", home])
        _run([_python(home), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES])


def _run(command: Sequence[str | Path]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise PeerMissing(f"{_about_peer()} `{_shown(command)}` took over {INSTALL_SECONDS} seconds.") from error
    except subprocess.CalledProcessError as error:
        reason = " ".join(error.stderr.split())[-300:]
        raise PeerMissing(f"{_about_peer()} `{_shown(command)}` failed: {reason}") from error


def _about_peer() -> str:
    return f"BrowserGym {BROWSERGYM} could not be installed, which needs a way to PyPI:"


def _shown(command: Sequence[str | Path]) -> str:
    return " ".join(map(str, command))


def peer_browser() -> Path:
    """What the peer looks through."""
    chosen = os.environ.get(BROWSER_VARIABLE)
    return Path(chosen) if chosen else (chromium.find_full() or chromium.find()).path


def against_what(peer: str | None) -> str:
    """For a table's title."""
    return f", beside {peer} with {peer_browser()}" if peer else ""


def _write_browser(path: Path) -> None:
    """The browser where the peer looks for one. A script, as root's --no-sandbox cannot be told to the peer."""
    browser = peer_browser()
    sandbox = " --no-sandbox" if os.geteuid() == 0 else ""
    script = f'#!/bin/sh\nexec "{browser}"{sandbox} "$@"\n'
    if not path.exists() or path.read_text() != script:  # another measurement may be running it
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)


@contextmanager
def sides(peer: str | None, pages: str, progress: Advance) -> Iterator[dict[str, Side]]:
    """We and, if one is wanted, the peer, by name."""
    started = {"webcosm": ourselves()}
    try:
        if peer is not None:
            started[peer] = browsergym(pages, progress)
        yield started
    finally:
        for side in started.values():
            side.close()
