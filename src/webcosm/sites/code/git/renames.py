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

__all__ = ["FileMove", "find_moves", "moved_files"]

ALIKE = 50
"""Percent of its content that a file must have kept."""
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


def find_moves(store: ObjectStore, changes: Sequence[TreeChange]) -> list[FileMove]:
    deleted = [change for change in changes if change.old and not change.new]
    added = [change for change in changes if change.new and not change.old]
    pairs = _pairs(store, deleted, added) if deleted and added else {}
    gone = {origin.path for origin, _ in pairs.values()}
    moves = []
    for change in changes:
        if change.path in pairs and change.new and not change.old:
            origin, similarity = pairs[change.path]
            moves.append(FileMove(origin.path, change.path, origin.old, change.new, similarity))
        elif change.new or change.path not in gone:
            moves.append(
                FileMove(change.path if change.old else "", change.path if change.new else "", change.old, change.new)
            )
    return sorted(moves, key=lambda move: move.path)


def _pairs(
    store: ObjectStore, deleted: Sequence[TreeChange], added: Sequence[TreeChange]
) -> dict[str, tuple[TreeChange, int]]:
    """By the new path: where it came from, and how alike they are. Every file is taken once, the most alike first."""
    found: dict[str, tuple[TreeChange, int]] = {}
    taken: set[str] = set()

    def take(candidates: list[tuple[int, int, TreeChange, TreeChange]]) -> None:
        for score, _, origin, target in sorted(
            candidates, key=lambda one: (-one[0], -one[1], one[3].path, one[2].path)
        ):
            if origin.path not in taken and target.path not in found:
                taken.add(origin.path)
                found[target.path] = (origin, score)

    same: dict[str, list[TreeChange]] = {}
    for origin in deleted:
        assert origin.old
        same.setdefault(origin.old[1], []).append(origin)
    exact = []
    for target in added:
        assert target.new
        for origin in same.get(target.new[1], ()):
            if _sort(origin.old) == _sort(target.new):
                exact.append((100, _same_name(origin.path, target.path), origin, target))
    take(exact)

    origins = [one for one in deleted if one.path not in taken and _comparable(store, one.old)]
    targets = [one for one in added if one.path not in found and _comparable(store, one.new)]
    if len(origins) * len(targets) <= MOST_PAIRS:
        alike = []
        for origin in origins:
            for target in targets:
                score = _similarity(store, origin.old, target.new)
                if score >= ALIKE:
                    alike.append((score, _same_name(origin.path, target.path), origin, target))
        take(alike)
    return found


def _sort(leaf: Leaf | None) -> int:
    """Files are compared with files, links with links; whether they can be executed does not matter."""
    return Mode.FILE if leaf and leaf[0] == Mode.EXECUTABLE else leaf[0] if leaf else 0


def _same_name(one: str, other: str) -> int:
    return int(one.rsplit("/", 1)[-1] == other.rsplit("/", 1)[-1])


def _comparable(store: ObjectStore, leaf: Leaf | None) -> bool:
    return leaf is not None and leaf[0] in (Mode.FILE, Mode.EXECUTABLE) and 0 < store.size(leaf[1]) <= LARGEST


def _similarity(store: ObjectStore, old: Leaf | None, new: Leaf | None) -> int:
    """Percent of the larger file that both have, in lines or pieces of 64 bytes, as git measures it."""
    assert old
    assert new
    sizes = store.size(old[1]), store.size(new[1])
    if (max(sizes) - min(sizes)) * 100 > max(sizes) * (100 - ALIKE):
        return 0
    before, after = _pieces_of(store, old[1]), _pieces_of(store, new[1])
    kept = sum(min(count, after[piece]) * len(piece) for piece, count in before.items() if piece in after)
    return kept * 100 // max(sizes)


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
