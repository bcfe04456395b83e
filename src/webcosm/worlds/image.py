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
from functools import cached_property, lru_cache
from pathlib import Path

import apsw

import webcosm.lore
from webcosm.lore import Lore
from webcosm.worlds.database import Database, run_all
from webcosm.worlds.errors import ImageBroken, clear_errors

__all__ = ["SCALES", "Blueprint", "Image", "build_image", "cache_folder", "locked"]

SCALES = ("small", "full")
FORMAT = 1
"""Raised when the way images are written changes, so that old caches are left alone."""


LORE = tuple(
    path
    for path in sorted(Path(webcosm.lore.__file__).parent.iterdir())
    if path.name not in ("pictures", "__pycache__")
)
"""Pictures are drawn on demand; how they look is in no image."""


def cache_folder() -> Path:
    """Where images live: ``$WEBCOSM_CACHE``, else ``webcosm`` in the user's cache folder."""
    if chosen := os.environ.get("WEBCOSM_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webcosm"


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
    sources: tuple[Path, ...] = ()
    """Files and folders whose contents decide the image; editing one builds a new image."""

    @cached_property
    def version(self) -> str:
        """A fingerprint of schema, sources and lore."""
        seen = hashlib.sha256(f"{FORMAT}\n{self.schema}".encode())
        for file in _files((*self.sources, *LORE)):
            seen.update(f"\n{file.name}\n".encode())
            seen.update(_file_hash(file, file.stat().st_mtime_ns))
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


@lru_cache(maxsize=4096)
def _file_hash(file: Path, modified: int) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


def _files(roots: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for root in roots:
        if not root.exists():
            raise FileNotFoundError(f"the source {root} of a blueprint does not exist")
        found += [root] if root.is_file() else [file for file in root.rglob("*") if file.is_file()]
    return sorted(file for file in found if "__pycache__" not in file.parts)
