"""Finding a Chromium, and installing one where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

__all__ = ["ARGUMENTS", "BrowserMissing", "Found", "arguments", "find", "find_full", "install", "no_sandbox", "version"]

VARIABLE = "WEBCOSM_CHROMIUM"
NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
PLAYWRIGHTS = (
    "chromium_headless_shell-*/*/chrome-headless-shell",
    "chromium_headless_shell-*/*/headless_shell",
    "chromium-*/*/chrome",
    "chromium-*/*/*.app/Contents/MacOS/*",
)
"""Where Playwright puts its browsers, the preferred first. Asking Playwright itself would start its driver, which takes
half a second and is not allowed where an event loop runs."""

WAY_OUT = (
    "install one with `playwright install --only-shell chromium`, or on Debian as root with"
    f" `apt-get install chromium-headless-shell`, or set {VARIABLE} to the path of one"
)
INSTALL_SECONDS = 900
NEW_USER_NAMESPACE = 0x10000000
"""What Linux calls CLONE_NEWUSER."""

ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-lcd-text",
    "--disable-quic",
    "--disable-site-isolation-trials",  # all frames in one process: one pass sees them all, and contexts are smaller
    "--disable-smooth-scrolling",
    "--disable-sync",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--no-first-run",
    "--renderer-process-limit=1",  # one process per window, so all its tabs live in the same time
)
"""How every Chromium is started: nothing of its own on the network, and pictures that do not depend on the machine."""


class BrowserMissing(Exception):
    """There is no Chromium that works; the message says how to get one."""


@dataclass(frozen=True)
class Found:
    path: Path
    how: str
    """Where it was found, in words."""

    @property
    def headless_only(self) -> bool:
        return "headless" in self.path.name


def arguments() -> list[str]:
    """The command-line arguments for this machine; in its sandbox where the machine allows it."""
    return [*ARGUMENTS, *(["--no-sandbox"] if no_sandbox() else [])]


def no_sandbox() -> str:
    """Why Chromium cannot run in its sandbox on this machine; empty where it can."""
    if os.geteuid() == 0:
        return "Chromium refuses its sandbox to root"
    return "" if sys.platform != "linux" or _has_user_namespaces() else "this machine gives users no namespaces"


@lru_cache(maxsize=1)
def _has_user_namespaces() -> bool:
    """Tried in a process of its own, as several settings of the kernel and of its guards have a say."""
    call = f"import ctypes; raise SystemExit(ctypes.CDLL(None).unshare({NEW_USER_NAMESPACE}))"
    attempt = [sys.executable, "-I", "-S", "-c", call]
    try:
        return subprocess.run(attempt, capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def find() -> Found:
    """The browser to use: ``$WEBCOSM_CHROMIUM``, else the first that works on the PATH, else Playwright's own."""
    if chosen := os.environ.get(VARIABLE):
        return _chosen(chosen)
    broken = ""
    for found in _candidates():
        try:
            version(found)
        except BrowserMissing as error:
            broken = broken or str(error)
        else:
            return found
    raise BrowserMissing(f"{broken or 'No Chromium was found'}; {WAY_OUT}.")


def find_full() -> Found | None:
    """One that has a window to show, if there is any."""
    for found in _candidates():
        try:
            version(found)
        except BrowserMissing:
            continue
        if not found.headless_only:
            return found
    return None


def install() -> Found:
    """The browser to use, installed first if there is none that works."""
    try:
        return find()
    except BrowserMissing:
        if os.environ.get(VARIABLE):
            raise
    ways = [[[sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        ways += [[["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "chromium-headless-shell"]]]
    for commands in ways:
        for command in commands:
            print(f"No Chromium yet; trying: {' '.join(command)}", file=sys.stderr)
            if complaint := _run(command):
                print(f"It failed: {complaint}", file=sys.stderr)
        try:
            return find()
        except BrowserMissing:
            continue
    return find()


def version(found: Found) -> str:
    """What the browser says it is. Raises :class:`BrowserMissing` if it cannot even say that."""
    try:
        return _ask_version(found.path, found.path.stat().st_mtime_ns)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        reason = " ".join(str(error).split())[:200]
        raise BrowserMissing(f"{found.path} does not start ({reason})") from error


@lru_cache(maxsize=32)
def _ask_version(path: Path, modified: int) -> str:
    """One that lacks a library, or a placeholder that only advertises a package, fails here and not in an episode."""
    result = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30, check=False)
    if result.returncode or not result.stdout.strip():
        raise ValueError(result.stderr.strip() or f"`--version` gave status {result.returncode} and no answer")
    return result.stdout.strip()


def _chosen(path: str) -> Found:
    program = shutil.which(path)
    way_out = "set it to a Chromium or unset it"
    if program is None:
        raise BrowserMissing(f"{VARIABLE}={path} is not a program that can be run; {way_out}.")
    found = Found(Path(program), VARIABLE)
    try:
        version(found)
    except BrowserMissing as error:
        raise BrowserMissing(f"{VARIABLE} is set, but {error}; {way_out}.") from error
    return found


def _candidates() -> Iterator[Found]:
    for name in NAMES:
        if on_path := shutil.which(name):
            yield Found(Path(on_path), "PATH")
    folder = _playwrights_folder()
    for pattern in PLAYWRIGHTS:
        for path in sorted(folder.glob(pattern), key=lambda path: _revision(path, folder), reverse=True):
            if path.is_file() and os.access(path, os.X_OK):
                yield Found(path, "Playwright")


def _playwrights_folder() -> Path:
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen == "0":
        package = find_spec("playwright")
        assert package is not None
        assert package.origin is not None
        return Path(package.origin).parent / "driver" / "package" / ".local-browsers"
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


def _revision(path: Path, folder: Path) -> int:
    number = path.relative_to(folder).parts[0].rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


def _run(command: Sequence[str]) -> str:
    """Runs an installer. Returns what it complained about, in one line; nothing if it succeeded."""
    try:
        result = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
            check=False,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    if result.returncode == 0:
        return ""
    lines = [line.strip() for line in (result.stderr + result.stdout).splitlines() if line.strip()]
    complaints = [line for line in lines if line.startswith(("Error", "E:"))]
    return (complaints or lines[-1:] or [f"status {result.returncode}"])[0]
