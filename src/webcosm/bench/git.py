"""``webcosm bench git``: what repositories cost in a world: to write, open, read, change and clone.

A code host of 300 projects with histories of 20 to 300 commits on up to 60 files is built in a temporary cache.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path

from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show
from webcosm.lore import Lore, Rng
from webcosm.sites import site_named
from webcosm.sites.code.git import Action, Person, Repository, Writer
from webcosm.sites.code.git.blaming import blame
from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.diffing import diff_commit
from webcosm.sites.code.git.http import Client, Gate, add_git
from webcosm.sites.code.git.seeding import HistoryWriter
from webcosm.sites.kit import Request, Site
from webcosm.worlds import Database, Universe, World, cache_folder

__all__ = ["measure", "run"]

ANA, BO = Person("Ana Reed", "ana@mail.test"), Person("Bo Marsh", "bo@mail.test")
LARGEST = 1
"""The project with the longest history."""
TARGETS = {"open": 5.0}
LINES = 40
"""Of each file."""


def measure(rounds: int, progress: Advance, projects: int = 300, cache: Path | None = None) -> list[Record]:
    if rounds < 1:
        raise ValueError(f"rounds={rounds}: at least 1 is needed")
    parent = cache or cache_folder()
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix="bench-") as name:
        site = _site(Path(name), projects)
        assert site.blueprint
        with Universe([site.blueprint], cache=Path(name)) as universe:
            progress(0, 3, f"building {projects} repositories")
            began = time.process_time()
            size = universe.image("code").path.stat().st_size
            records = [
                Record("build.all", time.process_time() - began, "s of processor"),
                Record("build.size", size / 1_000_000, "MB"),
            ]
            progress(1, 3, "worlds")
            records += _worlds(universe, rounds)
            progress(2, 3, "clones")
            records += _clones(universe, site, Path(name), max(1, rounds // 10))
    return records


def run(json: bool, rounds: int) -> int:
    with progress_bar() as progress:
        records = measure(rounds, progress)
    show(records, title="Repositories", as_json=json)
    return exit_status(records)


def _site(folder: Path, projects: int) -> Site:
    """Git without pages, to which everybody may read and write."""
    schema = site_named("code").schema
    (folder / "site").mkdir()
    (folder / "site" / "schema.sql").write_text(schema)
    site = Site(
        "code",
        title="Bench",
        tagline="Git alone",
        folder=folder / "site",
        fill=partial(_fill, projects),
        incidental={"git_object": None, "commit_log": None},
    )

    def gate(request: Request, path: str, client: Client) -> Gate:
        return Gate(int(path), True, True)

    add_git(site, gate)
    return site


def _fill(projects: int, db: Database, lore: Lore, scale: str) -> None:
    at = "2024-01-01 00:00:00"
    db.insert("account", id=1, username="ana", name=ANA.name, email=ANA.email, feed_token="x", created=at)
    db.insert("namespace", id=1, full_path="ana", path="ana", name="Ana", kind="user", account_id=1, created=at)
    for number in range(LARGEST, LARGEST + projects):
        path = f"project{number}"
        db.insert(
            "project",
            id=number,
            namespace_id=1,
            path=path,
            name=path,
            visibility="public",
            creator_id=1,
            created=at,
            active=at,
        )
        _write(db, number, 300 if number == LARGEST else 20 + number % 200)


def _write(db: Database, project: int, commits: int) -> None:
    rng = Rng(0, "bench git", project)
    files = {f"src/part{one % 6}/file{one}.py": [f"line {one} {at}" for at in range(LINES)] for one in range(60)}
    with HistoryWriter(db, project) as history:
        history.commit("main", {path: _text(lines) for path, lines in files.items()}, "First", ANA, _at(0))
        for minute in range(1, commits):
            path = rng.choice(sorted(files))
            files[path][rng.integer(0, LINES - 1)] = f"changed in {minute} of {project}"
            history.commit(
                "main", {path: _text(files[path])}, f"Change {minute}", BO if minute % 3 else ANA, _at(minute)
            )


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _at(hour: int) -> str:
    return f"2024-{1 + hour // 672:02}-{1 + hour // 24 % 28:02} {hour % 24:02}:00:00"


def _worlds(universe: Universe, rounds: int) -> list[Record]:
    took: dict[str, list[float]] = {}
    written = 0
    for turn in range(rounds):
        Cache.clear_all()
        watch = Watch(took)
        world = _opened(universe)
        watch.lap("open")
        project = LARGEST + turn % 20
        for kind in ("first", "again"):
            repository = Repository(world.code, project)
            watch.lap("")
            repository.entries("", "src/part1", last=True)
            watch.lap(f"folder.{kind}")
            repository.log(limit=20)
            watch.lap(f"log.{kind}")
            blame(repository, "", "src/part1/file1.py")
            watch.lap(f"blame.{kind}")
            _ = [file.hunks for file in diff_commit(repository, "").files]
            watch.lap(f"diff.{kind}")
        before = _written(world)
        action = Action.put("src/part1/file1.py", f"turn {turn}\n")
        watch.lap("")
        Writer(world.code, project).commit("main", [action], "Bench", ANA, _at(1))
        watch.lap("commit")
        written = _written(world) - before
        watch.lap("")
        world.changes()
        watch.lap("changes")
        world.close()
    records = [
        Record(f"{name}.p50", statistics.median(times), "ms", target=TARGETS.get(name))
        for name, times in took.items()
        if name
    ]
    return [*records, Record("commit.log", written / 1_000, "KB")]


class Watch:
    """Milliseconds between one lap and the next, by name."""

    def __init__(self, took: dict[str, list[float]]) -> None:
        self.took = took
        self.last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.took.setdefault(name, []).append(1_000 * (now - self.last))
        self.last = now


def _opened(universe: Universe) -> World:
    world = universe.open()
    world.code.value("SELECT count(*) FROM project")
    return world


def _written(world: World) -> int:
    """Bytes of the log."""
    file = world.code.connection.filename_wal
    return Path(file).stat().st_size if file and Path(file).exists() else 0


def _clones(universe: Universe, site: Site, folder: Path, rounds: int) -> list[Record]:
    """With the real client, if it is there."""
    from webcosm.server import Server

    if shutil.which("git") is None:
        return []
    took, objects = [], 0
    with Server([site]) as server, universe.open() as world:
        credential = server.admit(world, "")
        objects = len(world.code.rows("SELECT sha FROM commit_log WHERE project_id = ?", LARGEST))
        for turn in range(rounds):
            address = f"http://code.test/{LARGEST}.git"
            began = time.perf_counter()
            command = ["git", "-c", f"http.proxy={credential.proxy}", "clone", "-q", address, str(folder / f"{turn}")]
            subprocess.run(command, check=True, timeout=120)
            took.append(time.perf_counter() - began)
        server.dismiss(credential)
    return [Record("clone.p50", statistics.median(took), "s", target=2.0), Record("clone.commits", objects, "commits")]
