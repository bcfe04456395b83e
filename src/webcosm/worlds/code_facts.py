"""What one file of Python code refers to: read from its syntax, remembered by its contents."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from webcosm.worlds.cache import cache_folder
from webcosm.worlds.database import run_all

__all__ = ["CodeFacts", "Import", "Piece", "code_facts", "digest_of", "keep_facts", "pieces_of_class"]

REMEMBERED = 5_000
"""Files, while the process lives. Reading one takes about 2 ms, and a large site's image depends on a hundred."""
_PATH_LIKE = re.compile(r"\w[\w ./-]{0,79}")


class Import(NamedTuple):
    level: int
    """How many dots stand before the module's name."""
    module: str
    name: str | None
    """What is imported from it; None for the module itself."""
    bound: str
    """Its name in this file."""
    runs: bool
    """Whether the code needs it; else only annotations do."""


class CodeFacts(NamedTuple):
    """Names in annotations do not count: nothing that they refer to runs because of them."""

    imports: tuple[Import, ...]
    defined: frozenset[str]
    """Names that get their meaning here, at the top level."""
    attributes: frozenset[str]
    """``x.NAME``, of whatever."""
    strings: frozenset[str]
    """Text that may name a file or folder."""
    computed: bool
    """Whether it reads attributes whose names do not stand in it."""


class Piece(NamedTuple):
    """Some of a file's lines, and the names in them."""

    digest: str
    names: frozenset[str]
    attributes: frozenset[str]


def code_facts(file: str) -> CodeFacts:
    return _facts(file, digest_of(file))


def pieces_of_class(file: str, name: str) -> dict[str, Piece]:
    """A class's methods by name; the rest of the file, imports aside, is the piece ``""``."""
    data = _remembered(f"class {name}", file, digest_of(file), lambda text: _read_pieces(text, name))
    return {
        key: Piece(digest, frozenset(names), frozenset(attributes)) for key, (digest, names, attributes) in data.items()
    }


def digest_of(file: str) -> str:
    facts = Path(file).stat()
    return _digest(file, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=REMEMBERED)
def _digest(file: str, modified: int, size: int) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


@lru_cache(maxsize=REMEMBERED)
def _facts(file: str, digest: str) -> CodeFacts:
    data = _remembered("facts", file, digest, _read_facts)
    imports = tuple(Import(*found) for found in data["imports"])
    defined, attributes, strings = (frozenset(data[key]) for key in ("defined", "attributes", "strings"))
    return CodeFacts(imports, defined, attributes, strings, data["computed"])


# Reading --------------------------------------------------------------------------------------------------------------


def _read_facts(text: str) -> dict[str, Any]:
    tree = ast.parse(text)
    running = list(_running(tree))
    needed = {node.id for node in running if isinstance(node, ast.Name)}
    annotating = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - needed
    for_types = {id(node) for block in tree.body if _is_for_types(block) for node in ast.walk(block)}
    imports = [
        (*found, found[-1] not in annotating and id(node) not in for_types)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for found in _imports(node)
    ]
    calls = [node for node in running if isinstance(node, ast.Call) and _is_reflection(node)]
    spelt = [[arg.value for arg in call.args if isinstance(arg, ast.Constant)] for call in calls]
    constants = {node.value for node in running if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {
        "imports": imports,
        "defined": sorted({name for block in tree.body for name in _defined(block)}),
        "attributes": sorted(
            {node.attr for node in running if isinstance(node, ast.Attribute)}
            | {name for names in spelt for name in names if isinstance(name, str)}
        ),
        "strings": sorted(text for text in constants if _PATH_LIKE.fullmatch(text)),
        "computed": not all(spelt),
    }


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it, without annotations."""
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                yield from _running(child)


def _is_for_types(block: ast.stmt) -> bool:
    return isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[int, str, str | None, str]]:
    for alias in node.names:
        if isinstance(node, ast.Import):
            yield 0, alias.name, None, alias.asname or alias.name.partition(".")[0]
        else:
            yield node.level, node.module or "", alias.name, alias.asname or alias.name


def _defined(block: ast.stmt) -> Iterator[str]:
    if isinstance(block, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield block.name
    elif not isinstance(block, (ast.Import, ast.ImportFrom)) and not _is_for_types(block):
        for node in ast.walk(block):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _is_reflection(call: ast.Call) -> bool:
    called = call.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    of_self = bool(call.args) and isinstance(call.args[0], ast.Name) and call.args[0].id == "self"
    return name in ("getattr", "attrgetter", "vars") and not of_self


def _read_pieces(text: str, class_name: str) -> dict[str, Any]:
    tree, lines = ast.parse(text), text.splitlines()
    (cut,) = (block for block in tree.body if isinstance(block, ast.ClassDef) and block.name == class_name)
    methods = [block for block in cut.body if isinstance(block, ast.FunctionDef)]
    rest = [block for block in (*tree.body, *cut.body) if block is not cut and block not in methods]
    named = {method.name: [method] for method in methods}
    return {name: _piece(blocks, lines) for name, blocks in ({"": rest} | named).items()}


def _piece(blocks: Iterable[ast.stmt], lines: list[str]) -> tuple[str, list[str], list[str]]:
    seen = hashlib.sha256()
    names: set[str] = set()
    attributes: set[str] = set()
    for block in blocks:
        if isinstance(block, (ast.Import, ast.ImportFrom)):
            continue
        decorators = block.decorator_list if isinstance(block, (ast.FunctionDef, ast.ClassDef)) else []
        first = min([block.lineno, *(decorator.lineno for decorator in decorators)])
        seen.update("\n".join(lines[first - 1 : block.end_lineno]).encode() + b"\n")
        names |= {node.id for node in _running(block) if isinstance(node, ast.Name)}
        attributes |= {node.attr for node in _running(block) if isinstance(node, ast.Attribute)}
    return seen.hexdigest(), sorted(names), sorted(attributes)


# Remembering ----------------------------------------------------------------------------------------------------------


class _Memory:
    """What was read before, also by other processes, in a file of the cache. Without it, reading takes longer."""

    def __init__(self, file: Path) -> None:
        self._new: dict[str, Any] = {}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._kept = apsw.Connection(str(file))
            run_all(self._kept, "PRAGMA synchronous=OFF; CREATE TABLE IF NOT EXISTS fact (key TEXT PRIMARY KEY, data)")
        except (OSError, apsw.Error):
            self._kept = apsw.Connection(":memory:")
            run_all(self._kept, "CREATE TABLE fact (key TEXT PRIMARY KEY, data)")

    def recall(self, key: str, read: Callable[[], Any]) -> Any:
        with suppress(apsw.Error):
            for (data,) in self._kept.execute("SELECT data FROM fact WHERE key = ?", (key,)):
                return json.loads(data)
        if key not in self._new:
            self._new[key] = read()
        return self._new[key]

    def keep(self) -> None:
        rows = [(key, json.dumps(data, separators=(",", ":"))) for key, data in self._new.items()]
        if rows:
            with suppress(apsw.Error), self._kept:  # somebody else may be writing, perhaps the same
                self._kept.executemany("INSERT OR IGNORE INTO fact VALUES (?, ?)", rows)


@cache
def _memory(process: int) -> _Memory:
    return _Memory(cache_folder() / "code.db")


def _remembered(kind: str, file: str, digest: str, read: Callable[[str], Any]) -> Any:
    """What ``read`` makes of a file's text, as long as this module is as it is."""
    key = f"{kind} {digest} {digest_of(__file__)}"
    memory = _memory(os.getpid())  # SQLite's connections do not survive a fork
    return memory.recall(key, lambda: read(Path(file).read_text(encoding="utf-8")))


def keep_facts() -> None:
    """Keeps what was read for other processes."""
    _memory(os.getpid()).keep()
