"""Finding a Chromium, and installing one where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

__all__ = ["ARGUMENTS", "BrowserMissing", "Found", "find", "install", "version"]

VARIABLE = "WEBCOSM_CHROMIUM"
NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

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
    """No Chromium was found; the message says how to get one."""


@dataclass(frozen=True)
class Found:
    path: Path
    how: str
    """Where it was found, in words."""

    @property
    def headless_only(self) -> bool:
        return "headless" in self.path.name


def arguments() -> list[str]:
    """The command-line arguments for this machine. Chromium refuses its sandbox to root."""
    return [*ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def find() -> Found:
    """The browser to use: ``$WEBCOSM_CHROMIUM``, else one on the PATH, else Playwright's own."""
    if chosen := os.environ.get(VARIABLE):
        path = Path(chosen)
        if not (path.is_file() and os.access(path, os.X_OK)):
            raise BrowserMissing(
                f"{VARIABLE}={chosen} is not a program that can be run; set it to a Chromium or unset it."
            )
        return Found(path, VARIABLE)
    for name in NAMES:
        if on_path := shutil.which(name):
            return Found(Path(on_path), "PATH")
    if own := _playwrights_own():
        return Found(own, "Playwright")
    raise BrowserMissing(
        "No Chromium was found. Install one with `playwright install --only-shell chromium`,"
        f" or on Debian `apt-get install chromium-headless-shell`, or set {VARIABLE} to its path."
    )


def install() -> Found:
    """The browser to use, installed first if there is none."""
    try:
        return find()
    except BrowserMissing:
        if VARIABLE in os.environ:
            raise
    attempts = [[sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        attempts += [["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "chromium-headless-shell"]]
    for command in attempts:
        print(f"No Chromium yet; trying: {' '.join(command)}", file=sys.stderr)
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        try:
            return find()
        except BrowserMissing:
            continue
    return find()


def version(found: Found) -> str:
    result = subprocess.run([found.path, "--version"], capture_output=True, text=True, timeout=30, check=False)
    return result.stdout.strip() or f"no answer ({result.stderr.strip()[:100]})"


def _playwrights_own() -> Path | None:
    try:
        with sync_playwright() as playwright:
            path = Path(playwright.chromium.executable_path)
    except PlaywrightError:
        return None
    if path.exists():
        return path
    shells = (
        sorted(path.parents[2].glob("chromium_headless_shell-*/*/*headless*shell*")) if len(path.parents) > 2 else []
    )
    return next((shell for shell in shells if shell.is_file() and os.access(shell, os.X_OK)), None)
