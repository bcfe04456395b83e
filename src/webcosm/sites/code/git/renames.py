"""Which added files are deleted ones under another name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.lines import is_binary
from webcosm.sites.code.git.objects import Mode
from webcosm.sites.code.git.store import ObjectStore
from webcosm.sites.code.git.trees import Leaf, TreeChange, changed_files

__all__ = ["FileMove", "find_moves", "moved_files", "origin_of"]

WHOLE = 60_000
LEAST = WHOLE // 2
"""Of its content that a file must have kept. Git counts in these parts."""
EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
MOST_PAIRS = 10_000
"""Added times deleted files; above it only files that stayed the same are found again."""
LARGEST = 1_000_000
PIECE = 64

_pieces: Cache[str, Counter[bytes]] = Cache(2_000)


@dataclass(frozen=True, slots=True)
class FileMove:
    """What became of a file: its path before (empty if added) and after (empty if deleted)."""

    old_path: str
    new_path: str
    old: Leaf | None
    new: Leaf | None
    similarity: int = 100
    """Percent; of renamed files."""

    @property
    def path(self) -> str:
        return self.new_path or self.old_path

    @property
    def renamed(self) -> bool:
        return bool(self.old_path and self.new_path and self.old_path != self.new_path)


def moved_files(store: ObjectStore, old: str | None, new: str | None) -> list[FileMove]:
    """The files that differ between two trees, renamed ones as one, by path."""
    return find_moves(store, changed_files(store, old, new))


def origin_of(store: ObjectStore, old: str, new: str, path: str) -> str | None:
    """What a file that is new in a tree was called in another; None if it was nothing there."""
    changes = changed_files(store, old, new)
    only = [change for change in changes if change.path == path or not change.new]
    return next((move.old_path for move in find_moves(store, only) if move.new_path == path and move.renamed), None)


def find_moves(store: ObjectStore, changes: Sequence[TreeChange], *, empty: bool = True) -> list[FileMove]:
    """As git pairs them: the same content, then the same name and alike, then the most alike. Merges leave out empty
    files, of which one is like another."""
    deleted = [change for change in changes if change.old and not change.new]
    added = [change for change in changes if change.new and not change.old]
    pairing = _Pairing(store, deleted, added, empty)
    gone = {origin.path for origin, _ in pairing.found.values()}
    moves = []
    for change in changes:
        if change.path in pairing.found and not change.old:
            origin, score = pairing.found[change.path]
            moves.append(FileMove(origin.path, change.path, origin.old, change.new, score * 100 // WHOLE))
        elif change.new or change.path not in gone:
            old_path, new_path = change.path if change.old else "", change.path if change.new else ""
            moves.append(FileMove(old_path, new_path, change.old, change.new))
    return sorted(moves, key=lambda move: move.path)


class _Pairing:
    """Every file is taken once."""

    def __init__(
        self, store: ObjectStore, deleted: Sequence[TreeChange], added: Sequence[TreeChange], empty: bool
    ) -> None:
        self.store = store
        self.found: dict[str, tuple[TreeChange, int]] = {}
        """By the new path: where it came from, and how alike they are."""
        self.taken: set[str] = set()
        if deleted and added:
            self._exact(deleted, added, empty)
            origins = [one for one in deleted if one.path not in self.taken and self._comparable(one.old)]
            targets = [one for one in added if one.path not in self.found and self._comparable(one.new)]
            if 0 < len(origins) * len(targets) <= MOST_PAIRS:
                self._by_name(origins, targets)
                self._alike(origins, targets)

    def _take(self, origin: TreeChange, target: TreeChange, score: int) -> None:
        self.taken.add(origin.path)
        self.found[target.path] = (origin, score)

    def _exact(self, deleted: Sequence[TreeChange], added: Sequence[TreeChange], empty: bool) -> None:
        same: dict[tuple[int, str], list[TreeChange]] = {}
        for origin in deleted:
            assert origin.old
            same.setdefault((_sort(origin.old), origin.old[1]), []).append(origin)
        for target in added:
            assert target.new
            origins = [one for one in same.get((_sort(target.new), target.new[1]), ()) if one.path not in self.taken]
            if origins and (empty or target.new[1] != EMPTY_BLOB):
                self._take(max(origins, key=lambda one: _same_name(one.path, target.path)), target, WHOLE)

    def _by_name(self, origins: Sequence[TreeChange], targets: Sequence[TreeChange]) -> None:
        """Files of a name that only one of each has, if they are rather alike."""
        old, new = (_by_unique_name(changes) for changes in (origins, targets))
        for name in old.keys() & new.keys():  # each is taken by itself, so their order does not matter
            score = self._similarity(old[name], new[name])
            if score >= (WHOLE + LEAST) // 2:
                self._take(old[name], new[name], score)

    def _alike(self, origins: Sequence[TreeChange], targets: Sequence[TreeChange]) -> None:
        found = []
        for target in targets:
            for origin in origins:
                if target.path not in self.found and origin.path not in self.taken:
                    score = self._similarity(origin, target)
                    if score >= LEAST:
                        found.append((score, _same_name(origin.path, target.path), origin, target))
        for score, _, origin, target in sorted(found, key=lambda one: (-one[0], -one[1])):
            if origin.path not in self.taken and target.path not in self.found:
                self._take(origin, target, score)

    def _comparable(self, leaf: Leaf | None) -> bool:
        return leaf is not None and _sort(leaf) == Mode.FILE and 0 < self.store.size(leaf[1]) <= LARGEST

    def _similarity(self, origin: TreeChange, target: TreeChange) -> int:
        """How much of the larger file both have, in lines or pieces of 64 bytes, as git measures it."""
        assert origin.old
        assert target.new
        old, new = origin.old[1], target.new[1]
        sizes = self.store.size(old), self.store.size(new)
        if (max(sizes) - min(sizes)) * WHOLE > max(sizes) * (WHOLE - LEAST):
            return 0
        before, after = _pieces_of(self.store, old), _pieces_of(self.store, new)
        kept = sum(min(count, after[piece]) * len(piece) for piece, count in before.items() if piece in after)
        return kept * WHOLE // max(sizes)


def _by_unique_name(changes: Sequence[TreeChange]) -> dict[str, TreeChange]:
    counts = Counter(_name(change.path) for change in changes)
    return {_name(change.path): change for change in changes if counts[_name(change.path)] == 1}


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _same_name(one: str, other: str) -> int:
    return int(_name(one) == _name(other))


def _sort(leaf: Leaf | None) -> int:
    """Files are compared with files, links with links; whether they can be executed does not matter."""
    return Mode.FILE if leaf and leaf[0] == Mode.EXECUTABLE else leaf[0] if leaf else 0


def _pieces_of(store: ObjectStore, sha: str) -> Counter[bytes]:
    if (known := _pieces.get(sha)) is not None:
        return known
    data = store.blob(sha)
    if not is_binary(data):
        data = data.replace(b"\r\n", b"\n")
    pieces: Counter[bytes] = Counter()
    for line in data.split(b"\n"):
        line += b"\n"
        for start in range(0, len(line), PIECE):
            pieces[line[start : start + PIECE]] += 1
    if not data.endswith(b"\n"):  # the last one has no end of line, the others have
        last = data.rsplit(b"\n", 1)[-1]
        tail = (last + b"\n")[len(last) // PIECE * PIECE :]
        pieces[tail] -= 1
        if tail[:-1]:
            pieces[tail[:-1]] += 1
    else:
        pieces[b"\n"] -= 1
    return _pieces.put(sha, +pieces)
