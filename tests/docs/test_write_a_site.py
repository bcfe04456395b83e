"""docs/write-a-site.md is followed to the letter: its files are written, counted, tested, installed and served."""

from __future__ import annotations

import inspect
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from tests.images import copy_images
from tests.installing import as_installed
from tests.server.talking import Browser
from webcosm.server.faults import UNIVERSAL
from webcosm.sites import kit
from webcosm.sites.kit import Site, render_markdown
from webcosm.sites.kit.forms import FieldKind
from webcosm.sites.kit.look import FILTERS, KIT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "write-a-site.md").read_text()
BLOCKS = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FILES = {name: text for _, name, text in BLOCKS if name}
"""The walk's files by path: the fence of each names it."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody who has followed the walk."""
    folder = tmp_path_factory.mktemp("walk")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def environment(project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """As after ``pip install -e .``: the folder can be imported from and its entry points are known."""
    cache = tmp_path_factory.mktemp("cache")
    copy_images(cache)
    installed = as_installed(project, tmp_path_factory.mktemp("installed"))
    return {**os.environ, **installed, "WEBCOSM_CACHE": str(cache)}


def test_the_walk_has_the_files_it_promises() -> None:
    promised = next(text for kind, _, text in BLOCKS if kind == "text")
    assert {Path(name).name for name in FILES} == {line.split()[0] for line in promised.splitlines() if "." in line}


def test_the_site_of_the_walk_is_short() -> None:
    lines = {
        name: len(text.splitlines())
        for name, text in FILES.items()
        if name.startswith("guestbook/") and name.endswith((".py", ".sql", ".html"))
    }
    assert len(lines) == 5
    assert sum(lines.values()) < 100, lines


def test_the_example_is_the_site_of_the_walk() -> None:
    folder = ROOT / "examples" / "guestbook"
    found = {
        str(file.relative_to(folder)): file.read_text()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix in (".py", ".sql", ".html", ".md", ".toml")
    }
    assert found == FILES


def test_the_test_of_the_walk_passes(project: Path, environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


@pytest.fixture(scope="module")
def served(project: Path, environment: dict[str, str]) -> Iterator[tuple[Browser, int, str]]:
    """``webcosm serve`` as the walk runs it, on a free port: a browser, the port, and what the command said."""
    command = [sys.executable, "-c", "from webcosm.cli import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=project, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        address = re.search(r"http://guestbook\.localhost:(\d+)/", said)
        try:
            assert address, f"webcosm serve does not know the site: {said}"
            yield Browser(int(address[1])), int(address[1]), said
        finally:
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            assert process.wait(60) == 0


def test_the_site_is_served_beside_the_others(served: tuple[Browser, int, str]) -> None:
    browser, port, said = served
    assert "Leave a few words" in said
    front = browser.get(f"http://guestbook.localhost:{port}/")
    assert front.status == 200
    assert "60 entries" in front.text
    assert front.text.count("<article") == 10
    assert f"http://guestbook.localhost:{port}/" in browser.get(f"http://home.localhost:{port}/").text
    manual = browser.get(f"http://manuals.localhost:{port}/guestbook")
    assert "Sign the book" in manual.text


def test_the_served_site_can_be_searched_paged_signed_and_cleared(served: tuple[Browser, int, str]) -> None:
    browser, port, said = served
    (token,) = re.findall(r"config\?token=(\w+)", said)
    address = f"http://guestbook.localhost:{port}"
    assert '<span aria-current="page">6</span>' in browser.get(f"{address}/?page=6").text
    assert 0 < browser.get(f"{address}/?q=sou").text.count("very good") < 60
    assert "Nobody wrote that." in browser.get(f"{address}/?q=nothingofthekind").text
    browser.get(f"{address}/sign")
    refused = browser.post(f"{address}/sign", {"name": "", "message": "x" * 501})
    assert refused.status == 422
    assert "Your name is required." in refused.text
    assert "Message may have at most 500 characters; this has 501." in refused.text
    assert browser.post(f"{address}/sign", {"name": "Ana", "message": "<Hello>"}).status == 303
    front = browser.get(f"{address}/").text
    assert "Thank you for signing." in front
    assert "&lt;Hello&gt;" in front
    (change,) = browser.get(f"{address}/finish?token={token}&format=json").json["changes"]
    assert (change["table"], change["kind"], change["new"]["name"]) == ("entry", "insert", "Ana")
    browser.get(f"{address}/clear?token={token}")
    assert browser.get(f"{address}/finish?token={token}&format=json").json["changes"] == []


# The reference --------------------------------------------------------------------------------------------------------


CODE = "\n".join((*re.findall(r"`([^`\n]+)`", PAGE), *(text for _, _, text in BLOCKS)))
"""All that the page says in code, in its sentences and in blocks."""


def missing(names: list[str]) -> list[str]:
    return [name for name in names if not re.search(rf"\b{re.escape(name)}\b", CODE)]


def test_everything_the_kit_offers_is_documented() -> None:
    assert missing(list(kit.__all__)) == []
    assert missing(list(get_args(FieldKind))) == []
    assert missing(list(FILTERS)) == []
    assert missing([switch.name for switch in UNIVERSAL]) == []
    templates = "".join((KIT / "templates" / name).read_text() for name in ("base.html", "layout.html"))
    assert missing(re.findall(r"{% block (\w+)", templates)) == []


@pytest.mark.parametrize("argument", list(inspect.signature(Site).parameters)[1:])
def test_every_argument_of_a_site_is_documented(argument: str) -> None:
    assert re.search(rf"\b{argument}=|`{argument}`", PAGE)


def test_all_code_of_the_page_can_be_read_by_its_language(tmp_path: Path) -> None:
    environment = Site("x", title="", tagline="", folder=tmp_path).look.environment
    for kind, name, text in BLOCKS:
        if kind == "python":
            compile(text, name or "reference", "exec")
        elif kind == "html":
            environment.from_string(text)


def test_formats_are_shown_as_they_come_out(tmp_path: Path) -> None:
    environment = Site("x", title="", tagline="", folder=tmp_path).look.environment
    rows = re.findall(r"^\| (`{{.*?}}`(?:, `{{.*?}}`)*) \| (.+) \|$", PAGE, re.MULTILINE)
    stamp = "2026-05-14 09:05:00"
    compared = 0
    for templates, shown in rows:
        if "now" in templates:
            continue
        made = [
            environment.from_string(one.replace("\\|", "|").replace("…", f'"{stamp}"')).render()
            for one in re.findall(r"`({{.*?}})`", templates)
        ]
        assert ", ".join(made) == shown
        compared += 1
    assert compared == len(FILTERS) - 1


def test_links_within_the_page_lead_somewhere() -> None:
    anchors = {heading.anchor for heading in render_markdown(PAGE).headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors
    for target in re.findall(r"\]\((\.\.[^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
