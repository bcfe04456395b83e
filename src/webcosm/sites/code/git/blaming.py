"""Who wrote each line of a file: the commit that brought it, as ``git blame`` finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.errors import TooLarge
from webcosm.sites.code.git.graph import Graph, Newest
from webcosm.sites.code.git.lines import compare, is_binary, split_lines
from webcosm.sites.code.git.objects import Commit, TreeEntry
from webcosm.sites.code.git.renames import origin_of
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.trees import entry_at

__all__ = ["Blame", "BlameRange", "blame"]

MOST_LINES = 10_000
MOST_BYTES = 2_000_000

_found: Cache[tuple[str, str], tuple[BlameRange, ...]] = Cache(500)


@dataclass(frozen=True, slots=True)
class BlameRange:
    """Lines that one commit brought."""

    sha: str
    path: str
    """What the file was called in that commit."""
    start: int
    """The first of these lines in the file as it is now, from 1."""
    count: int
    original: int
    """The same in that commit's file."""


@dataclass(frozen=True)
class Blame:
    """A file with its lines' origins, in order."""

    lines: tuple[str, ...]
    ranges: tuple[BlameRange, ...]
    commits: dict[str, Commit]


@dataclass(frozen=True, slots=True)
class _Part:
    """Lines whose origin is sought: where they are in the end, and where in the version looked at."""

    final: int
    here: int
    count: int


def blame(repository: Repository, rev: str, path: str) -> Blame:
    """The origin of each line of a text file of up to 10,000 lines."""
    file = repository.file(rev, path)
    if file.binary:
        raise TooLarge(f"{path} is no text, so its lines cannot be traced.")
    lines = split_lines(file.data)
    if len(lines) > MOST_LINES or file.size > MOST_BYTES:
        raise TooLarge(f"{path} is too large for its lines to be traced: it has {len(lines):,} of them.")
    head = repository.resolve(rev)
    ranges = _found.get((head, path))
    if ranges is None:
        ranges = _found.put((head, path), tuple(_Search(repository.graph, head, path, len(lines)).run()))
    texts = tuple(line.decode("utf-8", "replace").rstrip("\n") for line in lines)
    return Blame(texts, ranges, {one.sha: repository.store.commit(one.sha) for one in ranges})


class _Search:
    """Goes back through the commits, the newest first, and hands lines on to the parents that have them."""

    def __init__(self, graph: Graph, head: str, path: str, lines: int) -> None:
        self.graph = graph
        self.store = graph.store
        self.queue = Newest()
        self.sought: dict[str, dict[str, list[_Part]]] = {}
        """By commit, and by what the file is called there."""
        self.found: list[BlameRange] = []
        if lines:
            self._hand_on(head, path, [_Part(0, 0, lines)])

    def run(self) -> list[BlameRange]:
        while self.queue:
            sha = self.queue.pop()
            for path, parts in self.sought.pop(sha).items():
                for part in self._pass(sha, path, parts):
                    self.found.append(BlameRange(sha, path, part.final + 1, part.count, part.here + 1))
        self.found.sort(key=lambda one: one.start)
        return _joined(self.found)

    def _hand_on(self, sha: str, path: str, parts: list[_Part]) -> None:
        if sha not in self.sought:
            self.sought[sha] = {}
            self.queue.push(sha, self.graph.node(sha).committed)
        self.sought[sha].setdefault(path, []).extend(parts)

    def _pass(self, sha: str, path: str, parts: list[_Part]) -> Sequence[_Part]:
        """The parts that no parent has."""
        here = self._at(sha, path)
        assert here is not None
        origins = self._origins(sha, path, here.sha)
        if len(origins) == 1 and origins[0][2] == here.sha:
            parent, name, _ = origins[0]
            self._hand_on(parent, name, parts)
            return ()
        parts.sort(key=lambda part: part.here)
        for parent, name, blob in origins:
            if not parts:
                break
            handed, parts = self._split(parts, blob, here.sha)
            if handed:
                self._hand_on(parent, name, handed)
        return parts

    def _origins(self, sha: str, path: str, blob: str) -> list[tuple[str, str, str]]:
        """The file in the parents: commit, name then, and content. One that is the very same speaks for all, of the
        same name before another; and of parents with the same content the first is enough."""
        found: dict[str, tuple[str, str, str]] = {}
        for find in (self._same_path, self._renamed):
            for parent in self.graph.node(sha).parents:
                if parent in found:
                    continue
                name, there = find(sha, parent, path)
                if there == blob:
                    return [(parent, name, there)]
                if there and all(there != known for _, _, known in found.values()):
                    found[parent] = (parent, name, there)
        return [found[parent] for parent in self.graph.node(sha).parents if parent in found]

    def _same_path(self, sha: str, parent: str, path: str) -> tuple[str, str]:
        entry = self._at(parent, path)
        return (path, entry.sha) if entry is not None and not entry.is_folder else ("", "")

    def _renamed(self, sha: str, parent: str, path: str) -> tuple[str, str]:
        if self._same_path(sha, parent, path)[1]:
            return "", ""
        name = origin_of(self.store, self.graph.node(parent).tree, self.graph.node(sha).tree, path)
        entry = self._at(parent, name) if name else None
        return (name, entry.sha) if name and entry else ("", "")

    def _at(self, sha: str, path: str) -> TreeEntry | None:
        return entry_at(self.store, self.graph.node(sha).tree, path)

    def _split(self, parts: Sequence[_Part], old: str, new: str) -> tuple[list[_Part], list[_Part]]:
        """What is in the old version too, by its lines there, and what is not."""
        before, after = self.store.blob(old), self.store.blob(new)
        if is_binary(before):
            return [], list(parts)
        handed: list[_Part] = []
        kept: list[_Part] = []
        spans = [*compare(split_lines(before), split_lines(after))]
        for part in parts:
            at, end, shift = part.here, part.here + part.count, 0
            for span in spans:
                if span.new_end <= at:
                    shift = span.old_end - span.new_end
                    continue
                if span.new_start >= end:
                    break
                if at < span.new_start:
                    handed.append(_Part(part.final + at - part.here, at + shift, span.new_start - at))
                    at = span.new_start
                stop = min(end, span.new_end)
                if at < stop:
                    kept.append(_Part(part.final + at - part.here, at, stop - at))
                    at = stop
                shift = span.old_end - span.new_end
            if at < end:
                handed.append(_Part(part.final + at - part.here, at + shift, end - at))
        return handed, kept


def _joined(ranges: Sequence[BlameRange]) -> list[BlameRange]:
    """Neighbours of one origin as one."""
    joined: list[BlameRange] = []
    for one in ranges:
        last = joined[-1] if joined else None
        if (
            last
            and (last.sha, last.path) == (one.sha, one.path)
            and last.start + last.count == one.start
            and last.original + last.count == one.original
        ):
            joined[-1] = BlameRange(last.sha, last.path, last.start, last.count + one.count, last.original)
        else:
            joined.append(one)
    return joined
