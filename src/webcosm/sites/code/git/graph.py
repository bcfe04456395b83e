"""How commits hang together: orders, ancestors, where two branches parted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.store import ObjectStore

__all__ = ["Graph", "Node"]

_orders: Cache[str, tuple[str, ...]] = Cache(300)
_ancestors: Cache[str, frozenset[str]] = Cache(300)


@dataclass(frozen=True, slots=True)
class Node:
    """What a walk needs of a commit."""

    parents: tuple[str, ...]
    committed: str
    tree: str


class Graph:
    """The commits of a project. Those that its log does not have, as of a fork's branch, are read from the objects."""

    def __init__(self, store: ObjectStore, project_id: int | None = None) -> None:
        self.store = store
        self._project_id = project_id
        self._nodes: dict[str, Node] | None = None

    def node(self, sha: str) -> Node:
        if self._nodes is None:
            self._nodes = dict(self._read()) if self._project_id is not None else {}
        found = self._nodes.get(sha)
        if found is None:
            commit = self.store.commit(sha)
            found = self._nodes[sha] = Node(commit.parents, commit.committed, commit.tree)
        return found

    def _read(self) -> Iterator[tuple[str, Node]]:
        """All at once, which is far quicker than one by one."""
        for sha, parents, committed, tree in self.store.db.connection.execute(
            "SELECT sha, parents, committed, tree FROM commit_log WHERE project_id = ?", (self._project_id,)
        ):
            yield sha, Node(tuple(parents.split()), committed, tree)

    def order(self, head: str) -> tuple[str, ...]:
        """All commits that lead to one, the newest first, as ``git log`` has them."""
        return _orders.get(head) or _orders.put(head, tuple(self.walk([head])))

    def walk(self, heads: Iterable[str], hidden: frozenset[str] = frozenset()) -> Iterator[str]:
        """Commits by the time they were committed, the newest first; of one time, as they were met."""
        queue = Newest()
        seen = set(hidden)
        for head in heads:
            if head not in seen:
                seen.add(head)
                queue.push(head, self.node(head).committed)
        while queue:
            sha = queue.pop()
            yield sha
            for parent in self.node(sha).parents:
                if parent not in seen:
                    seen.add(parent)
                    queue.push(parent, self.node(parent).committed)

    def ancestors(self, head: str) -> frozenset[str]:
        """All commits that lead to one, itself included."""
        return _ancestors.get(head) or _ancestors.put(head, frozenset(self.order(head)))

    def is_ancestor(self, old: str, new: str) -> bool:
        return old == new or old in self.ancestors(new)

    def between(self, old: str | None, new: str) -> list[str]:
        """What ``git log old..new`` lists."""
        if old is None:
            return list(self.order(new))
        hidden = self.ancestors(old)
        return [sha for sha in self.order(new) if sha not in hidden]

    def ahead_behind(self, one: str, other: str) -> tuple[int, int]:
        """How many commits the first has that the second lacks, and the other way round."""
        mine, theirs = self.ancestors(one), self.ancestors(other)
        return len(mine - theirs), len(theirs - mine)

    def merge_bases(self, one: str, other: str) -> list[str]:
        """The best common ancestors, the newest first: one as a rule, none if nothing is in common."""
        if self.is_ancestor(one, other):
            return [one]
        if self.is_ancestor(other, one):
            return [other]
        common = self.ancestors(one) & self.ancestors(other)
        # A best one is no proper ancestor of another: no common commit has it as a parent.
        inner = {parent for sha in common for parent in self.node(sha).parents}
        return [sha for sha in self.order(one) if sha in common and sha not in inner]


class Newest:
    """A queue of commits: the newest comes first, of one time the one that came first."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, str]] = []
        self._count = 0

    def push(self, sha: str, committed: str) -> None:
        heappush(self._heap, (-int(committed.translate(_DIGITS)), self._count, sha))
        self._count += 1

    def pop(self) -> str:
        return heappop(self._heap)[2]

    def __bool__(self) -> bool:
        return bool(self._heap)


_DIGITS = str.maketrans("", "", "-: ")
