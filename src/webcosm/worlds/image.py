"""Images: the immutable first state of a site, built once and cached."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from webcosm.worlds.changes import Teller
from webcosm.worlds.database import Database, run_all
from webcosm.worlds.errors import ImageBroken, clear_errors
from webcosm.worlds.pictures import PictureFinder
from webcosm.worlds.sources import sources_of
from webcosm.worlds.trails import Trail

if TYPE_CHECKING:
    from webcosm.lore import Lore

__all__ = ["SCALES", "Blueprint", "Image", "build_image", "check_schema", "locked"]

SCALES = ("small", "full")
FORMAT = 2
"""Raised when the way images are written changes, so that old caches are left alone."""


@dataclass(frozen=True)
class Blueprint:
    """How to build a site's first state. Everything that shapes the result is named here."""

    name: str
    """Of the database; sites that work on the same data (shop and back office) share one."""
    schema: str
    """``CREATE`` statements. Every table needs a primary key that cannot be NULL, or its changes could not be told."""
    fill: Callable[[Database, Lore, str], None]
    """Writes the rows: a pure function of lore and scale."""
    incidental: Mapping[str, frozenset[str] | None] = field(default_factory=dict)
    """Columns whose changes mean nothing (view counters, last-seen), by table; None for the whole table."""
    reads: tuple[Path, ...] = ()
    """Files and folders that ``fill`` reads. Those beside its code that this code names need not stand here."""
    trails: tuple[Trail, ...] = ()
    """What undone slips leave behind, which does not count either."""
    host: str = ""
    """Of the site, as agents see it: ``shop.test``."""
    pictures: PictureFinder | None = None
    """Finds the picture at a path of the site, for judges."""
    tells: Mapping[str, Teller] = field(default_factory=dict)
    """By table: gives further columns of its changes, for judges."""

    @cached_property
    def version(self) -> str:
        """A fingerprint of all that decides the image: the schema, the code that ``fill`` can reach, what it reads."""
        seen = hashlib.sha256(f"{FORMAT}\n{self.schema}".encode())
        for name, digest in sources_of(self.fill, self.reads).items():
            seen.update(f"\n{name}\n{digest}".encode())
        return seen.hexdigest()[:16]


@dataclass(frozen=True)
class Image:
    """A built image on disk."""

    path: Path
    blueprint: Blueprint
    seed: int
    scale: str
    sha256: str
    tables: tuple[str, ...]
    """Ordinary tables, the ones whose changes are watched."""

    def verify(self) -> None:
        """Raises :class:`ImageBroken` unless the file's bytes are those that were built."""
        found = _sha256(self.path)
        if found != self.sha256:
            raise ImageBroken(f"{self.path} has hash {found[:12]}…, built as {self.sha256[:12]}…; delete it to rebuild")


def check_schema(name: str, schema: str) -> None:
    """Raises unless SQLite accepts the schema and the changes of every table can be told."""
    with closing(apsw.Connection(":memory:")) as connection:
        run_all(connection, schema)
        _watched_tables(connection, name)


def build_image(blueprint: Blueprint, lore: Lore, scale: str, cache: Path) -> Image:
    """The image from the cache, built first if need be. Safe to call from many processes at once."""
    if scale not in SCALES:
        raise ValueError(f"scale {scale!r} is not known; accepted: {', '.join(SCALES)}")
    folder = cache / "images"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{blueprint.name}-{blueprint.version}-{lore.seed}-{scale}.db"
    record = path.with_suffix(".json")
    if not (path.exists() and record.exists()):
        with clear_errors(), locked(path.with_suffix(".lock")):
            if not (path.exists() and record.exists()):  # another process may have built it while we waited
                _build(blueprint, lore, scale, path, record)
    try:
        facts = json.loads(record.read_text())
    except ValueError as error:
        raise ImageBroken(f"{record} cannot be read ({error}); delete it to rebuild") from error
    if path.stat().st_size != facts["size"]:
        raise ImageBroken(f"{path} has {path.stat().st_size} bytes, built with {facts['size']}; delete it to rebuild")
    return Image(path, blueprint, lore.seed, scale, facts["sha256"], tuple(facts["tables"]))


def _build(blueprint: Blueprint, lore: Lore, scale: str, path: Path, record: Path) -> None:
    for leftover in path.parent.glob(f".{path.stem}-*"):  # of a build that was killed; we hold the lock
        leftover.unlink()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".tmp")
    os.close(handle)
    draft = Path(name)
    try:
        with closing(apsw.Connection(str(draft))) as connection:
            # No journal: a build that dies leaves only a draft that nobody will open.
            run_all(connection, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536")
            run_all(connection, blueprint.schema)
            tables = _watched_tables(connection, blueprint.name)
            with connection:
                blueprint.fill(Database(connection), lore, scale)
            broken = connection.execute("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise ImageBroken(f"{blueprint.name}: rows that point nowhere (table, row, parent): {broken[:5]}")
            run_all(connection, "PRAGMA optimize=0x10002; PRAGMA journal_mode=WAL; PRAGMA wal_checkpoint(TRUNCATE)")
        facts = {
            "sha256": _sha256(draft),
            "size": draft.stat().st_size,
            "tables": tables,
            "sqlite": apsw.sqlite_lib_version(),
        }
        record_draft = draft.with_suffix(".json")
        record_draft.write_text(json.dumps(facts, indent=1))
        draft.chmod(0o644)
        # The record goes first: once the database is in place, both are.
        record_draft.rename(record)
        draft.rename(path)
    finally:
        for leftover in path.parent.glob(f"{draft.stem}*"):
            leftover.unlink()


# SQLite's sessions compare keys byte by byte: with any other collation a respelt key would be told twice.
_FOLDED_KEY = (
    "SELECT part.coll FROM pragma_index_list(?) AS list, pragma_index_xinfo(list.name) AS part"
    " WHERE list.origin = 'pk' AND part.key AND part.coll <> 'BINARY'"
)


def _watched_tables(connection: apsw.Connection, name: str) -> list[str]:
    """The ordinary tables, after checking that the changes of each can be told."""
    database = Database(connection)
    tables = database.rows(
        "SELECT name, strict OR wr AS checked FROM pragma_table_list"
        " WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY name"
    )
    for table in tables:
        keys = database.rows('SELECT type, "notnull" AS filled FROM pragma_table_info(?) WHERE pk', table.name)
        if not keys:
            raise ImageBroken(f"{name}.{table.name} has no primary key, so its changes could not be told apart")
        rowid_alias = len(keys) == 1 and keys[0].type.upper() == "INTEGER"
        if not (rowid_alias or table.checked or all(key.filled for key in keys)):
            raise ImageBroken(f"{name}.{table.name}: its primary key may be NULL; declare the key columns NOT NULL")
        if folded := database.value(_FOLDED_KEY, table.name):
            raise ImageBroken(
                f"{name}.{table.name}: its primary key is compared by {folded}, so that one key has several spellings;"
                f" leave the key as it is and add a UNIQUE index with COLLATE {folded}"
            )
    return [table.name for table in tables]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Waits until no other process (or thread) holds the lock file. A holder that dies lets go of it."""
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _sha256(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
