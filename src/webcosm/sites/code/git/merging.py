"""Branches brought together: three-way merges of trees with renames, and conflicts as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from webcosm.sites.code.git.errors import MergeConflict, NotMergeable
from webcosm.sites.code.git.graph import Graph
from webcosm.sites.code.git.lines import is_binary
from webcosm.sites.code.git.merge_text import TextMerge, merge_texts
from webcosm.sites.code.git.objects import EMPTY_TREE, Mode
from webcosm.sites.code.git.renames import find_moves
from webcosm.sites.code.git.store import ObjectStore
from webcosm.sites.code.git.trees import Leaf, changed_files, edit_tree, entry_at, files_of

__all__ = ["Conflict", "ConflictKind", "TreeMerge", "merge_commits", "merge_three", "merge_trees"]

LARGEST_TEXT = 2_000_000
FILES = (Mode.FILE, Mode.EXECUTABLE)


class ConflictKind(Enum):
    """What the two sides did; the value ends the sentence "README.md was …"."""

    CONTENT = "changed on both sides in the same place"
    BOTH_ADDED = "added on both sides with different content"
    DELETED_BY_THEM = "changed on our side and deleted on theirs"
    DELETED_BY_US = "deleted on our side and changed on theirs"
    BINARY = "changed on both sides and is no text"
    RENAMED_APART = "given two different names"
    FILE_AND_FOLDER = "made a file on one side and a folder on the other"


@dataclass(frozen=True)
class Conflict:
    """A file that cannot be merged without somebody's decision."""

    path: str
    kind: ConflictKind
    base: Leaf | None = None
    ours: Leaf | None = None
    theirs: Leaf | None = None
    merged: TextMerge | None = None
    """Of texts that both sides have: the parts that agree and those that do not."""
    their_path: str = ""
    """Of a file with two names: what it is called on their side."""

    @property
    def sentence(self) -> str:
        return f"{self.path} was {self.kind.value}."


@dataclass(frozen=True)
class TreeMerge:
    """The tree that a merge makes. With conflicts it is what could be merged, and our version of the rest."""

    tree: str
    conflicts: tuple[Conflict, ...] = ()

    def need(self) -> str:
        """The tree, or a :class:`MergeConflict`."""
        if self.conflicts:
            raise MergeConflict(" ".join(conflict.sentence for conflict in self.conflicts), self.conflicts)
        return self.tree


def merge_commits(graph: Graph, ours: str, theirs: str, resolutions: Mapping[str, Leaf | None] = {}) -> TreeMerge:
    """Two commits merged. Of several best common ancestors a merge is made first, as git does.

    ``resolutions`` has, for paths in conflict, what they should be (None: no file).
    """
    base = _base_tree(graph, graph.merge_bases(ours, theirs))
    return merge_three(graph.store, base, graph.node(ours).tree, graph.node(theirs).tree, resolutions)


def merge_trees(store: ObjectStore, ours: str, theirs: str, *, resolutions: Mapping[str, Leaf | None]) -> str:
    """The tree of two commits merged, for seeds: what clashes must be in ``resolutions``."""
    return merge_commits(Graph(store), ours, theirs, resolutions).need()


def _base_tree(graph: Graph, bases: Sequence[str]) -> str:
    if not bases:
        raise NotMergeable("The branches have no commit in common.")
    tree = graph.node(bases[-1]).tree
    done = bases[-1]
    for other in reversed(bases[:-1]):
        below = graph.merge_bases(done, other)
        merged = _Merge(graph.store, _base_tree(graph, below) if below else EMPTY_TREE, tree, graph.node(other).tree)
        tree, done = merged.with_markers(), other
    return tree


def merge_three(
    store: ObjectStore, base: str, ours: str, theirs: str, resolutions: Mapping[str, Leaf | None] = {}
) -> TreeMerge:
    """Three trees merged into one."""
    if base == theirs or ours == theirs:
        return TreeMerge(ours)
    if base == ours:
        return TreeMerge(theirs)
    merge = _Merge(store, base, ours, theirs)
    left = tuple(conflict for conflict in merge.conflicts if conflict.path not in resolutions)
    edits: dict[str, Leaf | None] = {path: leaf for path, leaf in merge.result.items() if path not in merge.blocked}
    for conflict in merge.conflicts:
        if conflict.path in resolutions and conflict.kind is not ConflictKind.FILE_AND_FOLDER:
            edits[conflict.path] = resolutions[conflict.path]
            if conflict.their_path:
                edits[conflict.their_path] = None
    return TreeMerge(edit_tree(store, ours, edits), left)


@dataclass
class _Version:
    """A base file as one side has it."""

    path: str
    leaf: Leaf | None


@dataclass
class _Merge:
    store: ObjectStore
    base: str
    ours: str
    theirs: str
    result: dict[str, Leaf | None] = field(default_factory=dict)
    """What differs from our tree."""
    conflicts: list[Conflict] = field(default_factory=list)
    blocked: set[str] = field(default_factory=set)
    """Paths that cannot be put into the tree."""
    markers: dict[str, Leaf] = field(default_factory=dict)

    def __post_init__(self) -> None:
        left, left_added = self._side(self.ours)
        right, right_added = self._side(self.theirs)
        placed: dict[str, list[tuple[int, Leaf]]] = {}
        for path in sorted(left.keys() | right.keys()):
            base = entry_at(self.store, self.base, path)
            assert base is not None
            leaf = (base.mode, base.sha)
            one, other = left.get(path, _Version(path, leaf)), right.get(path, _Version(path, leaf))
            for target, made, side in self._bring_together(path, leaf, one, other):
                placed.setdefault(target, []).append((side, made))
            if one.leaf is not None:
                self.result.setdefault(one.path, None)
            if other.leaf is not None:
                self.result.setdefault(other.path, None)
            self.result.setdefault(path, None)
        for side, added in ((1, left_added), (2, right_added)):
            for path, leaf in added.items():
                placed.setdefault(path, []).append((side, leaf))
        for path, versions in placed.items():
            self.result[path] = versions[0][1] if len(versions) == 1 else self._both_added(path, versions)
        self._check_folders(placed)
        self.conflicts.sort(key=lambda conflict: conflict.path)

    def _side(self, tree: str) -> tuple[dict[str, _Version], dict[str, Leaf]]:
        """Base files that a side changed, and the files it added."""
        changed: dict[str, _Version] = {}
        added: dict[str, Leaf] = {}
        for move in find_moves(self.store, changed_files(self.store, self.base, tree), empty=False):
            if move.old_path:
                changed[move.old_path] = _Version(move.new_path or move.old_path, move.new)
            elif move.new:
                added[move.new_path] = move.new
        return changed, added

    def _bring_together(
        self, path: str, base: Leaf, ours: _Version, theirs: _Version
    ) -> Iterator[tuple[str, Leaf, int]]:
        """Where a base file ends up, and what it is there."""
        if ours.leaf is None or theirs.leaf is None:
            kept = theirs if ours.leaf is None else ours
            if kept.leaf is None or (kept.leaf == base and kept.path == path):
                return
            kind = ConflictKind.DELETED_BY_US if ours.leaf is None else ConflictKind.DELETED_BY_THEM
            self.conflicts.append(Conflict(kept.path, kind, base, ours.leaf, theirs.leaf))
            if ours.leaf is not None:
                yield ours.path, ours.leaf, 1
            return
        if ours.path != theirs.path and path not in (ours.path, theirs.path):
            kind = ConflictKind.RENAMED_APART
            self.conflicts.append(Conflict(ours.path, kind, base, ours.leaf, theirs.leaf, None, theirs.path))
            yield ours.path, ours.leaf, 1
            return
        target = theirs.path if ours.path == path else ours.path
        yield target, self._merged(target, base, ours.leaf, theirs.leaf), 0

    def _merged(self, path: str, base: Leaf, ours: Leaf, theirs: Leaf) -> Leaf:
        mode = theirs[0] if ours[0] == base[0] else ours[0]
        if ours[1] == theirs[1] or theirs[1] == base[1]:
            return (mode, ours[1])
        if ours[1] == base[1]:
            return (mode, theirs[1])
        return self._text(path, ConflictKind.CONTENT, base, ours, theirs, mode)

    def _both_added(self, path: str, versions: Sequence[tuple[int, Leaf]]) -> Leaf:
        """Our side's first; more than two cannot be."""
        ours, theirs = (leaf for _, leaf in sorted(versions, key=lambda one: one[0] == 2)[:2])
        if ours == theirs:
            return ours
        if ours[1] == theirs[1]:
            return (Mode.EXECUTABLE, ours[1])
        return self._text(path, ConflictKind.BOTH_ADDED, None, ours, theirs, ours[0])

    def _text(self, path: str, kind: ConflictKind, base: Leaf | None, ours: Leaf, theirs: Leaf, mode: int) -> Leaf:
        """Both changed it: merged if that can be, else a conflict and our version."""
        merged = None
        if all(leaf is None or leaf[0] in FILES for leaf in (base, ours, theirs)):
            texts = [self.store.blob(leaf[1]) if leaf else b"" for leaf in (base, ours, theirs)]
            if not any(is_binary(text) or len(text) > LARGEST_TEXT for text in texts):
                merged = merge_texts(*texts)
        if merged is not None:
            made: Leaf = (mode, self.store.write_blob(merged.text()))
            if not merged.conflicts:
                return made
            self.markers[path] = made
        else:
            kind = ConflictKind.BINARY
        self.conflicts.append(Conflict(path, kind, base, ours, theirs, merged))
        return ours

    def _check_folders(self, placed: Mapping[str, object]) -> None:
        """A file where the other side has a folder."""
        final = {**files_of(self.store, self.ours), **self.result}
        files = {path for path, leaf in final.items() if leaf is not None}
        above = {path: list(_folders(path)) for path in files}
        folders = {folder for one in above.values() for folder in one}
        for path in sorted(placed):
            clash = path if path in folders else next((one for one in above.get(path, ()) if one in files), None)
            if clash is not None:
                self.blocked.add(path)
                if all(conflict.path != clash for conflict in self.conflicts):
                    self.conflicts.append(Conflict(clash, ConflictKind.FILE_AND_FOLDER))

    def with_markers(self) -> str:
        """The tree as a base for another merge: conflicts stand in the texts."""
        edits: dict[str, Leaf | None] = {
            path: self.markers.get(path, leaf) for path, leaf in self.result.items() if path not in self.blocked
        }
        return edit_tree(self.store, self.ours, edits)


def _folders(path: str) -> Iterator[str]:
    parts = path.split("/")
    for count in range(1, len(parts)):
        yield "/".join(parts[:count])
