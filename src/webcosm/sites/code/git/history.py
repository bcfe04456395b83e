"""What happened to paths: logs of a file or folder, and the last commit of every name in a folder."""

from __future__ import annotations

from collections.abc import Iterator

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.graph import Graph, Newest
from webcosm.sites.code.git.objects import Mode, TreeEntry
from webcosm.sites.code.git.renames import origin_of
from webcosm.sites.code.git.trees import entry_at

__all__ = ["last_changes", "path_log"]

_lasts: Cache[tuple[str, str], dict[str, str]] = Cache(2_000)
_logs: Cache[tuple[str, str, bool], tuple[tuple[str, str], ...]] = Cache(1_000)


def path_log(graph: Graph, head: str, path: str, *, follow: bool = False) -> tuple[tuple[str, str], ...]:
    """The commits that changed what is at a path, the newest first, each with the path as it was called then.

    As ``git log -- path``: a merge counts only if it differs from all that it merged, and of its parents one that has
    the path as it is now speaks for the others. With ``follow`` a file is followed to the names that it had before.
    """
    key = (head, path, follow)
    return _logs.get(key) or _logs.put(key, tuple(_walk_path(graph, head, path, follow)))


def _walk_path(graph: Graph, head: str, path: str, follow: bool) -> Iterator[tuple[str, str]]:
    store = graph.store
    queue = Newest()
    names = {head: path}
    queue.push(head, graph.node(head).committed)
    while queue:
        sha = queue.pop()
        node, name = graph.node(sha), names[sha]
        here = _at(graph, sha, name)
        before = [_at(graph, parent, name) for parent in node.parents]
        if here in before:
            going = [(node.parents[before.index(here)], name)]
        else:
            going = [(parent, name) for parent in node.parents]
            if here is not None or before:
                yield sha, name
            if follow and here is not None and not here.is_folder and before and not any(before):
                origin = origin_of(store, graph.node(node.parents[0]).tree, node.tree, name)
                going = [(parent, origin or name) for parent in node.parents]
        for parent, called in going:
            if parent not in names:
                names[parent] = called
                queue.push(parent, graph.node(parent).committed)


def _at(graph: Graph, sha: str, path: str) -> TreeEntry | None:
    return entry_at(graph.store, graph.node(sha).tree, path)


def last_changes(graph: Graph, head: str, path: str) -> dict[str, str]:
    """For each name in a folder the commit that changed it last: what ``git log -1`` says of each."""
    key = (head, path)
    found = _lasts.get(key)
    return found if found is not None else _lasts.put(key, _find_last(graph, head, path))


def _find_last(graph: Graph, head: str, path: str) -> dict[str, str]:
    last: dict[str, str] = {}
    queue = Newest()
    sought = {head: set(_names(graph, head, path))}
    queue.push(head, graph.node(head).committed)
    while queue:
        sha = queue.pop()
        names = sought.pop(sha)
        node = graph.node(sha)
        here = _names(graph, sha, path)
        for parent in node.parents:
            if not names:
                break
            there = _names(graph, parent, path)
            same = {name for name in names if there.get(name) == here[name]}
            if same:
                if parent not in sought:
                    sought[parent] = set()
                    queue.push(parent, graph.node(parent).committed)
                sought[parent] |= same
                names -= same
        for name in names:
            last[name] = sha
    return last


def _names(graph: Graph, sha: str, path: str) -> dict[str, tuple[int, str]]:
    entry = entry_at(graph.store, graph.node(sha).tree, path)
    if entry is None or entry.mode != Mode.FOLDER:
        return {}
    return {one.name: (one.mode, one.sha) for one in graph.store.tree(entry.sha)}
