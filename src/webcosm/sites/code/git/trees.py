"""Folders: what is at a path, what differs between two trees, and trees with some files changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webcosm.sites.code.git.errors import BadAction, NoSuchPath
from webcosm.sites.code.git.objects import EMPTY_TREE, Mode, TreeEntry
from webcosm.sites.code.git.store import ObjectStore

__all__ = ["Leaf", "TreeChange", "changed_files", "edit_tree", "entry_at", "files_of", "folder_at", "walk_files"]

Leaf = tuple[int, str]
"""Mode and name of a file, link or submodule."""


@dataclass(frozen=True, slots=True)
class TreeChange:
    """A file that differs between two trees; None on the side where it is not."""

    path: str
    old: Leaf | None
    new: Leaf | None


def entry_at(store: ObjectStore, tree: str, path: str) -> TreeEntry | None:
    """What is at a path; at the empty path the tree itself."""
    entry: TreeEntry | None = TreeEntry("", Mode.FOLDER, tree)
    for part in path.split("/") if path else ():
        if entry is None or not entry.is_folder:
            return None
        entry = next((one for one in store.tree(entry.sha) if one.name == part), None)
    return entry


def folder_at(store: ObjectStore, tree: str, path: str) -> str:
    """The tree of a folder."""
    entry = entry_at(store, tree, path)
    if entry is None or not entry.is_folder:
        raise NoSuchPath(f"There is no folder {path}." if entry is None else f"{path} is not a folder.")
    return entry.sha


def walk_files(store: ObjectStore, tree: str, prefix: str = "") -> Iterator[tuple[str, Leaf]]:
    """All files, in git's order."""
    for name, mode, sha in store.tree(tree):
        if mode == Mode.FOLDER:
            yield from walk_files(store, sha, f"{prefix}{name}/")
        else:
            yield prefix + name, (mode, sha)


def files_of(store: ObjectStore, tree: str) -> dict[str, Leaf]:
    return dict(walk_files(store, tree))


def changed_files(store: ObjectStore, old: str | None, new: str | None, prefix: str = "") -> list[TreeChange]:
    """The files that differ, by path. Folders that are the same are not looked into."""
    return sorted(_changed(store, old or EMPTY_TREE, new or EMPTY_TREE, prefix), key=lambda change: change.path)


def _changed(store: ObjectStore, old: str, new: str, prefix: str) -> Iterator[TreeChange]:
    if old == new:
        return
    before = {entry.name: entry for entry in store.tree(old)}
    after = {entry.name: entry for entry in store.tree(new)}
    for name in before.keys() | after.keys():  # sorted by whoever asked
        was, now = before.get(name), after.get(name)
        if was == now:
            continue
        path = prefix + name
        if (was and was.is_folder) or (now and now.is_folder):
            yield from _changed(
                store,
                was.sha if was and was.is_folder else EMPTY_TREE,
                now.sha if now and now.is_folder else EMPTY_TREE,
                f"{path}/",
            )
        leaf_was = (was.mode, was.sha) if was and not was.is_folder else None
        leaf_now = (now.mode, now.sha) if now and not now.is_folder else None
        if leaf_was or leaf_now:
            yield TreeChange(path, leaf_was, leaf_now)


def edit_tree(store: ObjectStore, tree: str, changes: Mapping[str, Leaf | None]) -> str:
    """A tree with some files set, or taken away (None). Only the folders on the way are written; empty ones go."""
    if not changes:
        return tree
    entries = {entry.name: entry for entry in store.tree(tree)}
    below: dict[str, dict[str, Leaf | None]] = {}
    here: dict[str, Leaf] = {}
    for path, leaf in changes.items():
        name, slash, rest = path.partition("/")
        if slash:
            below.setdefault(name, {})[rest] = leaf
        elif leaf is not None:
            here[name] = leaf
        elif name in entries and not entries[name].is_folder:
            del entries[name]
    # In this order a file can give way to a folder of its name, and a folder that was emptied to a file.
    for name, inner in below.items():
        there = entries.get(name)
        if there is not None and not there.is_folder:
            if any(inner.values()):
                raise BadAction(f"{name} is a file, so nothing can be put into it.")
            continue
        made = edit_tree(store, there.sha if there else EMPTY_TREE, inner)
        if made == EMPTY_TREE:
            entries.pop(name, None)
        else:
            entries[name] = TreeEntry(name, Mode.FOLDER, made)
    for name, leaf in here.items():
        if name in entries and entries[name].is_folder:
            raise BadAction(f"{name} is a folder, so no file can have that name.")
        entries[name] = TreeEntry(name, *leaf)
    return store.write_tree(entries.values()) if entries else EMPTY_TREE
