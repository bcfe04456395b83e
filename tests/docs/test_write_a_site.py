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
from typing import Any, get_args

import pytest

from tests.images import copy_images
from tests.installing import as_installed
from tests.server.talking import Browser
from webcosm.lore import Lore
from webcosm.server.faults import UNIVERSAL
from webcosm.sites import kit
from webcosm.sites.kit import Addresses, Request, Response, Site, Visitor, hash_password, render_markdown
from webcosm.sites.kit.forms import FieldKind
from webcosm.sites.kit.look import FILTERS, KIT
from webcosm.sites.kit.media import show_drawing, show_upload
from webcosm.sites.kit.plan import read_plan
from webcosm.worlds import Database, Row, Switch, Universe, WorldState

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


REFERENCE = [text for kind, name, text in BLOCKS if kind == "python" and not name]


@pytest.fixture
def reference(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """What the reference takes for granted: the kit, lore and worlds, a site with tables, and a world of it."""
    (tmp_path / "schema.sql").write_text(
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT, message TEXT, written TEXT, status TEXT) STRICT;"
        "CREATE TABLE account (username TEXT PRIMARY KEY, name TEXT, role TEXT, password TEXT) STRICT;"
        "CREATE TABLE trip (id INTEGER PRIMARY KEY, title TEXT, day TEXT, price INTEGER) STRICT;"
        "CREATE TABLE pack (name TEXT PRIMARY KEY) STRICT;"
        "CREATE TABLE thing (id INTEGER PRIMARY KEY, look TEXT, file BLOB) STRICT;"
    )

    def fill(db: Database, *_: object) -> None:
        db.insert("entry", name="Ana", message="Hello.", written="2026-05-14 09:00:00", status="new")
        db.insert("account", username="ana", name="Ana", role="editor", password=hash_password("secret", "ana"))
        db.insert("thing", look='{"shape": "mug", "colors": ["Red"]}')

    def find_user(db: Database, username: str) -> Row | None:
        return db.row("SELECT * FROM account WHERE username = ?", username)

    site = Site("book", title="Book", tagline="", folder=tmp_path, fill=fill, find_user=find_user)
    site.get("/sign")(lambda request: Response(""))
    site.post("/sign")(lambda request: request.redirect("/sign"))
    assert site.blueprint
    with (
        Universe([site.blueprint], cache=tmp_path / "cache") as universe,
        universe.open(WorldState(accounts={"book": "ana"})) as world,
    ):
        names = {name: getattr(kit, name) for name in kit.__all__}
        given = (Database, Lore, Path, Row, Switch, Universe, WorldState, show_drawing, show_upload)
        names |= {thing.__name__: thing for thing in given}
        names |= {"__file__": str(tmp_path / "x.py"), "site": site, "fill": fill, "find_user": find_user}
        request = Request(site=site, world=world, addresses=Addresses({}))
        yield {**names, "world": world, "request": request, "data": b"data"}


@pytest.mark.parametrize("text", REFERENCE, ids=range(len(REFERENCE)))
def test_code_of_the_reference_runs(reference: dict[str, Any], text: str) -> None:
    if "visitor." in text:
        reference["site"].post("/api/trips")(lambda request: Response(""))
    exec(compile(text, "docs/write-a-site.md", "exec"), reference)


def example(reference: dict[str, Any], having: str) -> Visitor:
    """A visitor of the site to which the example with these words was added."""
    (text,) = (text for text in REFERENCE if having in text)
    exec(compile(text, "docs/write-a-site.md", "exec"), reference)
    return Visitor(reference["world"], [reference["site"]])


def test_the_grid_of_the_reference_lists_filters_and_changes(reference: dict[str, Any]) -> None:
    visitor = example(reference, "Grid(")
    assert "1 entry" in visitor.get("http://book.test/entries?f.status=new").text
    page = visitor.post("/entries/seen", {"ids": "1"})
    assert "1 entry was marked as seen." in page.text
    assert "Nothing matches these filters." in visitor.get("/entries?f.status=new").text


def test_the_data_of_the_reference_is_checked_and_stored(reference: dict[str, Any]) -> None:
    visitor = example(reference, "read_body(")
    made = visitor.call("POST", "http://book.test/api/trips", {"title": "Lake", "guests": [{"name": "Bo"}]})
    assert (made.status, made.json) == (201, {"id": 1})
    assert visitor.call("PATCH", "/api/trips/1", {"price": 1250}).status == 200
    refused = visitor.call("POST", "/api/trips", {"guests": [{}]})
    assert refused.json["fields"] == {"title": "Title is required.", "guests.0.name": "Name is required."}
    assert reference["world"].book.value("SELECT price FROM trip") == 1250


def test_the_pictures_of_the_reference_are_shown(reference: dict[str, Any]) -> None:
    visitor = example(reference, "show_drawing(")
    assert visitor.get("http://book.test/pictures/1-160.png").headers["content-type"] == "image/png"
    assert visitor.get("http://book.test/pictures/1-161.png").status == 404


def test_the_look_of_the_reference_is_a_look(tmp_path: Path, reference: dict[str, Any]) -> None:
    (plan,) = (text for kind, name, text in BLOCKS if kind == "toml" and not name)
    (tmp_path / "look.toml").write_text(plan)
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "style.css").touch()
    (tmp_path / "templates").mkdir()
    layouts = [text for kind, name, text in BLOCKS if kind == "html" and not name]
    assert len(layouts) == 2
    for number, layout in enumerate(layouts):
        (tmp_path / "templates" / "layout.html").write_text(layout)
        worn = Site(f"worn{number}", title="Worn", tagline="", folder=tmp_path, shares=reference["site"])
        page = Visitor(reference["world"], [worn]).get(f"http://worn{number}.test/nowhere")
        assert page.status == 404
        assert '<a href="/sign">Sign</a>' in page.text
        assert "--margin-red: #d98a7f;" in worn.look.plan.css()


def test_all_tokens_and_words_of_the_kit_are_documented() -> None:
    plan = read_plan(KIT / "look.toml")
    assert missing([*plan.tokens, *plan.words]) == []


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
