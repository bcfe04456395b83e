"""What `webcosm doctor` looks at: whether this machine has what Webcosm needs, and what to do where it has not."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import resource
import shutil
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

import apsw

import webcosm
from webcosm.agents import agent_names
from webcosm.browser import chromium
from webcosm.browser.devtools_rules import rule_on
from webcosm.browser.launch import WALLS
from webcosm.pictures.cache import outdated_pictures, remove_outdated_pictures
from webcosm.plugins import GROUPS, PluginWarning, package_of, plugin_problems, plugins
from webcosm.sites import all_sites
from webcosm.tasks import suite_names
from webcosm.worlds import Blueprint, cache_folder, can_link, outdated_images, remove_outdated_images

__all__ = ["Finding", "clean", "examine", "verify_images"]

OPTIONAL = {"miniwob": "the suite `mini` (pip install 'webcosm[mini]')"}
FREE_GB = 2.0
"""Small images of all sites take well under 1 GB; `full` ones a few."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at."""

    name: str
    ok: bool
    found: str
    advice: str = ""
    """What to do; empty when all is well."""
    needed: bool = True
    """Whether Webcosm cannot work without it."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def examine() -> Iterator[Finding]:
    yield Finding("webcosm", True, f"{webcosm.__version__}, Python {platform.python_version()}, {platform.platform()}")
    yield _browser()
    yield from _walls()
    yield from (_package(name) for name in _packages())
    yield from (_optional(name, use) for name, use in OPTIONAL.items())
    yield from _plugins()
    yield _sqlite()
    yield from _disk()
    yield _files()


def verify_images() -> Iterator[Finding]:
    """Every image in the cache beside the hash with which it was built."""
    for record in sorted((cache_folder() / "images").glob("*.json")):
        path = record.with_suffix(".db")
        try:
            built = json.loads(record.read_text())["sha256"]
            with path.open("rb") as handle:
                same = hashlib.file_digest(handle, "sha256").hexdigest() == built
        except (OSError, ValueError, KeyError, TypeError):
            same = False
        found = "as it was built" if same else f"{path} is missing or was altered since it was built"
        advice = "" if same else f"delete {path} and {record.name} beside it; it is built anew when it is needed"
        yield Finding(f"image {path.stem}", same, found, advice)


def clean() -> int:
    """Removes images and pictures that earlier versions made or that were never finished. Returns how many bytes they
    had."""
    folder = cache_folder()
    return remove_outdated_images(folder, _blueprints()) + remove_outdated_pictures(folder)


def _blueprints() -> list[Blueprint]:
    return [site.blueprint for site in all_sites() if site.blueprint]


def _browser() -> Finding:
    try:
        found = chromium.find()
    except chromium.BrowserMissing as error:
        return Finding("browser", False, "none", str(error))
    told = f"{chromium.version(found)} at {found.path} (from {found.how})"
    if not found.headless_only:
        advice = "pages are exact to the pixel only in Chromium's headless shell; install chromium-headless-shell"
        return Finding("browser", True, told, advice)
    return Finding("browser", True, told)


def _walls() -> Iterator[Finding]:
    """What stands between pages, whoever drives them, and this machine."""
    missing = chromium.no_sandbox()
    advice = (
        "run as another user than root"
        if "root" in missing
        else "allow user namespaces (kernel.unprivileged_userns_clone=1)"
    )
    yield Finding(
        "sandbox",
        not missing,
        missing or "Chromium runs in it",
        f"{advice}; until then a page that breaks out of Chromium is this user" if missing else "",
        needed=False,
    )
    closed = {flag.partition("=")[0] for flag in WALLS}
    for name, flag, found in (
        ("proxy", "--host-resolver-rules", "the only way out of a window, to its own world; no name is looked up"),
        ("webrtc", "--force-webrtc-ip-handling-policy", "sends nothing, and learns of no address of this machine"),
    ):
        yield Finding(
            name, flag in closed, found, "" if flag in closed else f"start Chromium with {flag}", needed=False
        )
    refused = rule_on("Page.navigate", {"url": "file:///etc/passwd"}, lambda _: False).verdict == "refuse"
    yield Finding(
        "devtools filter",
        refused,
        "outside agents reach pages of their world alone" if refused else "lets addresses of files through",
        "" if refused else "reinstall webcosm: its rules were altered",
        needed=False,
    )


def _packages() -> list[str]:
    """The packages that ours declares it cannot do without."""
    names = (re.match(r"[\w.-]+", line) for line in requires("webcosm") or () if "extra ==" not in line)
    return sorted(name[0] for name in names if name)


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, version(name))
    except PackageNotFoundError:
        return Finding(name, False, "not installed", f"the package {name} is missing; run `pip install {name}`")


def _optional(name: str, use: str) -> Finding:
    try:
        return Finding(name, True, version(name), needed=False)
    except PackageNotFoundError:
        return Finding(name, False, "not installed", f"needed only for {use}", needed=False)


def _plugins() -> Iterator[Finding]:
    """What other packages bring, and what was left out of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginWarning)  # said here
        all_sites()
        suite_names()
        agent_names()
    broken = {problem.package: problem for problem in plugin_problems()}
    brought = {package_of(entry) for group in GROUPS for entry in plugins(group)}
    for package in sorted(brought - broken.keys()):
        yield Finding("plug-in", True, package, needed=False)
    for problem in plugin_problems():
        advice = f"mend {problem.file}, or uninstall {problem.package.split()[0]}"
        yield Finding("plug-in", False, str(problem), advice, needed=False)


def _sqlite() -> Finding:
    missing = [name for name in ("ENABLE_SESSION", "ENABLE_FTS5") if name not in apsw.compile_options]
    lock_free = "unix-none" in apsw.vfs_names()
    found = f"{apsw.sqlite_lib_version()}, sessions and full-text search {'missing' if missing else 'there'}"
    if missing:
        return Finding("sqlite", False, found, f"install apsw from PyPI; this build lacks {', '.join(missing)}")
    if not lock_free:
        return Finding("sqlite", True, found, "no lock-free file layer: every world gets its own copy of the images")
    return Finding("sqlite", True, found)


def _disk() -> Iterator[Finding]:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        links = can_link(folder)
    except OSError as error:
        advice = f"{folder} cannot be used; set WEBCOSM_CACHE to a folder you can write to"
        yield Finding("cache", False, f"{folder}: {error.strerror}", advice)
        return
    images = sum(file.stat().st_size for file in folder.glob("images/*.db"))
    useless = (*outdated_images(folder, _blueprints()), *outdated_pictures(folder))
    old = sum(file.stat().st_size for file in useless)
    advice = f"{old / 1e6:.1f} MB are of no use any more; `webcosm doctor --clean` removes them" if old else ""
    yield Finding("cache", True, f"{folder}, {images / 1e6:.1f} MB of images", advice)
    advice = (
        "" if links else "worlds will copy images instead of sharing them; choose another folder with WEBCOSM_CACHE"
    )
    yield Finding(
        "hard links", links, "work in the cache folder" if links else "do not work there", advice, needed=False
    )
    free = shutil.disk_usage(folder).free / 1e9
    enough = free >= FREE_GB
    advice = "" if enough else f"free at least {FREE_GB:g} GB there"
    yield Finding("free disk", enough, f"{free:.1f} GB", advice, needed=False)


def _files() -> Finding:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = hard == resource.RLIM_INFINITY or hard >= 4_096
    advice = "" if enough else "raise the limit (ulimit -n 8192) to keep hundreds of worlds open at once"
    return Finding("open files", enough, f"{soft} of at most {hard}", advice, needed=False)
