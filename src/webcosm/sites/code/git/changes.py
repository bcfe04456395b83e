"""What somebody did to repositories, for judges: refs that moved, with the commits and files that this brought.

A changed row of ``git_ref`` says which commit a branch is at, and not what is in it, for the objects are incidental. So
the site tells (``tells={"git_ref": tell_refs}``) one column more of it, ``content``: JSON that says which commits came,
and how the files differ from before. :func:`ref_changes` reads it; nothing but the changes is needed, so it works on
records too. Whatever is not as it should be (no such commit, text that is no JSON) becomes a change that is
``broken`` and has no commits and files: mutants make such.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.errors import MissingObject
from webcosm.sites.code.git.graph import Graph
from webcosm.sites.code.git.lines import is_binary
from webcosm.sites.code.git.objects import Mode
from webcosm.sites.code.git.renames import FileMove, moved_files
from webcosm.sites.code.git.repository import HEADS, TAGS
from webcosm.sites.code.git.store import ObjectStore, Refs
from webcosm.sites.code.git.trees import Leaf
from webcosm.worlds import Change, Database, Value

__all__ = [
    "CommitFact",
    "FileChange",
    "RefChange",
    "content_where",
    "files_are",
    "has_merged",
    "made_from",
    "on_commit",
    "read_ref",
    "ref_changes",
    "tell_refs",
]

COLUMN = "content"
LARGEST_TEXT = 200_000
"""Bytes of a file whose text is told."""
MOST_TEXT = 4_000_000
"""Characters of all texts of one change together."""
MOST_FILES = 500
MOST_COMMITS = 200
BROKEN = '{"broken": true}'

_known: Cache[tuple[str, str, str | None, frozenset[str]], str] = Cache(200)


@dataclass(frozen=True)
class FileChange:
    """A file that differs from how it was."""

    kind: str
    """``added``, ``changed``, ``deleted`` or ``renamed``."""
    path: str
    old_path: str = ""
    """Of a renamed file."""
    old: str | None = None
    new: str | None = None
    """Its text; None where there is no file, or no text that is not too large."""
    sha: str = ""
    """Of the new content, also of a binary file: the name that git gives it."""
    executable: bool = False


@dataclass(frozen=True)
class CommitFact:
    """A commit that was not in the project before."""

    sha: str
    parents: tuple[str, ...]
    author: str
    email: str
    authored: str
    message: str
    paths: tuple[str, ...]
    """The files that it changed against its first parent."""

    @property
    def title(self) -> str:
        return self.message.strip().split("\n", 1)[0]


@dataclass(frozen=True)
class RefChange:
    """A branch or tag that was made, moved or deleted."""

    project_id: int
    ref: str
    old: str | None
    """The commit (of an annotated tag: the tag) it was at; None if it is new."""
    new: str | None
    """None if it is gone."""
    commits: tuple[CommitFact, ...] = ()
    """New ones, the oldest first."""
    files: tuple[FileChange, ...] = ()
    """Between before and now, by path; of a new branch, between where it begins and now."""
    base: str = ""
    """Where a new branch begins: the newest of its commits that was there before; of a moved one where it was, or where
    the two parted if it was forced."""
    commit: str = ""
    """The commit that it is at, of an annotated tag what it is on."""
    message: str = ""
    """Of an annotated tag."""
    forced: bool = False
    """Whether commits were lost."""
    broken: bool = False
    """Whether it leads to nothing that is there."""

    @property
    def branch(self) -> str | None:
        return self.ref.removeprefix(HEADS) if self.ref.startswith(HEADS) else None

    @property
    def tag(self) -> str | None:
        return self.ref.removeprefix(TAGS) if self.ref.startswith(TAGS) else None

    @property
    def kind(self) -> str:
        """``created``, ``moved`` or ``deleted``."""
        return "created" if self.old is None else "deleted" if self.new is None else "moved"

    @property
    def merges(self) -> tuple[CommitFact, ...]:
        return tuple(commit for commit in self.commits if len(commit.parents) > 1)

    def file(self, path: str) -> FileChange | None:
        return next((file for file in self.files if file.path == path), None)

    @property
    def paths(self) -> tuple[str, ...]:
        """All that differ, by their names now; of renamed files also the old ones."""
        return tuple(sorted({name for file in self.files for name in (file.path, file.old_path) if name}))


# Telling ------------------------------------------------------------------------------------------------------------


def tell_refs(db: Database, changes: Sequence[Change]) -> list[Mapping[str, Value]]:
    """The further column of changed rows of ``git_ref``; for the site's ``tells``."""
    before: dict[int, dict[str, str]] = {}
    for change in changes:  # what was there before is what there is now without the changes
        project, name, _, old = _row(change)
        refs = before.setdefault(project, Refs(db, project).all())
        refs.pop(name, None)
        if old is not None:
            refs[name] = old
    return [{COLUMN: _told(db, change, before[_row(change)[0]])} for change in changes]


def _row(change: Change) -> tuple[int, str, str | None, str | None]:
    """Project, name, new and old commit, of whatever a row says."""
    row = change.new or change.old or {}
    number = row.get("project_id")
    new, old = (str(side.get("sha")) if side else None for side in (change.new, change.old))
    return number if isinstance(number, int) else 0, str(row.get("name")), new, old


def _told(db: Database, change: Change, before: Mapping[str, str]) -> str:
    project, name, new, old = _row(change)
    if new is None:
        return ""
    store = ObjectStore(db)
    source = db.value("SELECT forked_from FROM project WHERE id = ?", project)
    tips = {*before.values(), *(Refs(db, source).all().values() if source else ())}
    there = frozenset(sha for sha in tips if sha in store)
    key = (name, new, old if old and old in store else None, there)
    if new not in store:
        return BROKEN
    if (known := _known.get(key)) is None:
        try:
            facts = _facts(store, project, name, new, key[2], there)
        except MissingObject:
            return BROKEN
        known = _known.put(key, json.dumps(facts, sort_keys=True, ensure_ascii=False))
    return known


def _facts(
    store: ObjectStore, project: int, name: str, new: str, old: str | None, before: frozenset[str]
) -> dict[str, Any]:
    """``before``: what the refs were at, of this project and of the one that it was forked from."""
    target = store.peel(new)
    graph = Graph(store, project)
    order = graph.order(target)
    tips = sorted({store.peel(sha) for sha in before})
    known: frozenset[str] = frozenset().union(*(graph.ancestors(tip) for tip in tips))
    came = [sha for sha in order if sha not in known]
    commits = [asdict(_commit(graph, sha)) for sha in reversed(came[:MOST_COMMITS])]
    facts: dict[str, Any] = {"commit": target, "commits": commits}
    if target != new:
        facts["message"] = store.tag(new).message
    if name.startswith(HEADS):
        was = store.peel(old) if old else None
        bases = graph.merge_bases(was, target) if was else [sha for sha in order if sha in known][:1]
        base = bases[0] if bases else ""
        start = was or base
        moves = moved_files(store, graph.node(start).tree if start else None, graph.node(target).tree)
        files = _files(store, moves[:MOST_FILES])
        facts |= {"base": base, "files": files, "forced": was is not None and base != was}
    return facts


def _files(store: ObjectStore, moves: Sequence[FileMove]) -> list[dict[str, Any]]:
    left = MOST_TEXT
    files = []
    for move in moves:
        file = _file(store, move)
        left -= len(file.old or "") + len(file.new or "")
        files.append(asdict(file if left >= 0 else replace(file, old=None, new=None)))
    return files


def _file(store: ObjectStore, move: FileMove) -> FileChange:
    kind = "added" if not move.old else "deleted" if not move.new else "renamed" if move.renamed else "changed"
    return FileChange(
        kind,
        move.path,
        move.old_path if move.renamed else "",
        _text(store, move.old),
        _text(store, move.new),
        move.new[1] if move.new else "",
        bool(move.new and move.new[0] == Mode.EXECUTABLE),
    )


def _text(store: ObjectStore, leaf: Leaf | None) -> str | None:
    if leaf is None or leaf[0] == Mode.SUBMODULE or store.size(leaf[1]) > LARGEST_TEXT:
        return None
    data = store.blob(leaf[1])
    return None if is_binary(data) else data.decode("utf-8", "replace")


def _commit(graph: Graph, sha: str) -> CommitFact:
    commit = graph.store.commit(sha)
    parent = graph.store.commit(commit.parents[0]).tree if commit.parents else None
    paths = sorted(
        {name for move in moved_files(graph.store, parent, commit.tree) for name in (move.path, move.old_path)}
    )
    return CommitFact(
        sha,
        commit.parents,
        commit.author.name,
        commit.author.email,
        commit.authored,
        commit.message,
        tuple(path for path in paths if path),
    )


# Reading ------------------------------------------------------------------------------------------------------------


def ref_changes(changes: Iterable[Change]) -> list[RefChange]:
    """The changes of branches and tags among a world's changes."""
    return [read_ref(change) for change in changes if change.table == "git_ref"]


def read_ref(change: Change) -> RefChange:
    project, name, new, old = _row(change)
    if change.new is None:
        return RefChange(project, name, old, None)
    facts = _read(change.new.get(COLUMN))
    return replace(facts, project_id=project, ref=name, old=old, new=new)


def _read(content: Value) -> RefChange:
    """What a told column says; broken if it says nothing."""
    broken = RefChange(0, "", None, None, broken=True)
    if not isinstance(content, str):
        return broken
    try:
        facts = json.loads(content)
        if facts.get("broken"):
            return broken
        commits = tuple(
            CommitFact(**{**one, "parents": tuple(one["parents"]), "paths": tuple(one["paths"])})
            for one in facts["commits"]
        )
        files = tuple(FileChange(**one) for one in facts.get("files", ()))
        return replace(
            broken,
            commits=commits,
            files=files,
            base=facts.get("base", ""),
            commit=facts["commit"],
            message=facts.get("message", ""),
            forced=facts.get("forced", False),
            broken=False,
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return broken


# Expecting ----------------------------------------------------------------------------------------------------------


def content_where(said: str, holds: Callable[[RefChange], bool]) -> Callable[[Value], bool]:
    """A matcher for the column ``content`` of a rule about ``git_ref``; ``said`` is what is wanted, for people.

    The project, the ref's name and its old and new commit are other columns of the row; here they are empty.

    >>> Update("code", "git_ref", {"project_id": 7, "name": "refs/heads/main",      # doctest: +SKIP
    ...     "content": content_where("a licence was added", lambda ref: ref.paths == ("LICENSE",))},
    ...     free={"sha": "names of commits depend on who commits and when"})
    """

    def match(value: Value) -> bool:
        ref = _read(value)
        return not ref.broken and holds(ref)

    match.__doc__ = said
    return match


def files_are(texts: Mapping[str, str | Callable[[str], bool] | None]) -> Callable[[Value], bool]:
    """Exactly these files differ, and are so now: a text, a condition of it, or None for a deleted file.

    Of texts the last line end does not count, which editors add and take away.
    """

    def holds(ref: RefChange) -> bool:
        now: dict[str, str | None] = {}
        for file in ref.files:
            now[file.path] = None if file.kind == "deleted" else (file.new or "")
            if file.old_path:
                now[file.old_path] = None
        return not ref.forced and now.keys() == texts.keys() and all(_fits(now[path], texts[path]) for path in now)

    return content_where(f"files {', '.join(sorted(texts))} as wanted, and no other changed", holds)


def _fits(text: str | None, wanted: str | Callable[[str], bool] | None) -> bool:
    if text is None or wanted is None:
        return text is wanted
    return wanted(text) if callable(wanted) else _ended(text) == _ended(wanted)


def _ended(text: str) -> str:
    return text.replace("\r\n", "\n").rstrip("\n")


def made_from(commit: str) -> Callable[[Value], bool]:
    """A branch that begins at a commit and has none of its own yet."""
    return content_where(
        f"made from {commit[:8]}", lambda ref: ref.base == commit and not ref.commits and ref.commit == commit
    )


def on_commit(commit: str, message: Callable[[str], bool] | None = None) -> Callable[[Value], bool]:
    """A tag on a commit; with ``message`` an annotated one whose message is so."""
    return content_where(
        f"on {commit[:8]}",
        lambda ref: ref.commit == commit and (message is None or (bool(ref.message) and message(ref.message))),
    )


def has_merged(commit: str) -> Callable[[Value], bool]:
    """A branch that has another's commits by a merge commit of its own, and nothing else was changed beside."""

    def holds(ref: RefChange) -> bool:
        return not ref.forced and any(commit in merge.parents[1:] for merge in ref.merges)

    return content_where(f"merged {commit[:8]}", holds)
