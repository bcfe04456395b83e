"""The comments under a post as a tree: four orders, and how much of it a page shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webcosm.sites.forum.rules.viewer import Viewer
from webcosm.worlds import Row

__all__ = ["COMMENT_SORTS", "DEEPEST", "FIRST_THREADS", "LOW_SCORE", "Branch", "Tree", "read_tree"]

DEEPEST = 7
"""Replies below this many levels have a page of their own."""
FIRST_THREADS = 25
"""Threads on a post's page at first."""
LOW_SCORE = -4
"""What so many dislike is folded at first."""

COMMENT_SORTS: dict[str, tuple[str, Callable[[Row], Any]]] = {
    "best": ("Best", lambda row: (-row.score, row.created, row.id)),
    "new": ("New", lambda row: (_backwards(row.created), -row.id)),
    "old": ("Old", lambda row: (row.created, row.id)),
    "controversial": ("Controversial", lambda row: (-dispute(row.ups, row.downs), -row.score, row.id)),
}


def _backwards(stamp: str) -> tuple[int, ...]:
    return tuple(-ord(letter) for letter in stamp)


def dispute(ups: int, downs: int) -> float:
    """How much people disagree: many votes, as many up as down."""
    if not ups or not downs:
        return 0.0
    return (ups + downs) * min(ups, downs) / max(ups, downs)


@dataclass
class Branch:
    """A comment with its replies."""

    comment: Row
    replies: list[Branch] = field(default_factory=list)
    cut: int = 0
    """How many replies below it are left to a page of their own."""

    @property
    def size(self) -> int:
        return 1 + sum(branch.size for branch in self.replies) + self.cut


@dataclass(frozen=True)
class Tree:
    branches: list[Branch]
    left: int
    """How many comments are in the threads that are not shown yet."""
    total: int
    """Comments of the post that the visitor may read."""


COMMENT = (
    "SELECT comment.*, account.username AS author, account.active AS author_active,"
    " coalesce(votes.ups, 0) AS ups, coalesce(votes.downs, 0) AS downs,"
    " base_score + coalesce(votes.ups, 0) - coalesce(votes.downs, 0) AS score, votes.mine AS mine,"
    " EXISTS (SELECT 1 FROM saved WHERE account_id = :viewer AND comment_id = comment.id) AS saved"
    " FROM comment JOIN account ON account.id = comment.author_id LEFT JOIN (SELECT comment_id, sum(value = 1) AS ups,"
    " sum(value = -1) AS downs, max(iif(account_id = :viewer, value, NULL)) AS mine FROM comment_vote"
    " WHERE comment_id IN (SELECT id FROM comment WHERE post_id = :post) GROUP BY comment_id) AS votes"
    " ON votes.comment_id = comment.id WHERE comment.post_id = :post"
)


def read_tree(viewer: Viewer, post_id: int, sort: str, *, top: int | None = None, threads: int = FIRST_THREADS) -> Tree:
    """The comments of a post, or only one with what answers it (``top``)."""
    rows = viewer.db.rows(COMMENT, {"viewer": viewer.id, "post": post_id})
    below: dict[int | None, list[Row]] = {}
    for row in sorted(rows, key=COMMENT_SORTS[sort][1]):
        below.setdefault(row.parent_id, []).append(row)
    chosen = [row for row in rows if row.id == top] if top is not None else below.get(None, [])
    sizes = _sizes(viewer, below)
    kept = [_grow(row, below, sizes, 1) for row in chosen if sizes[row.id]]
    total = sum(branch.size for branch in kept)
    shown = kept[:threads]
    return Tree(shown, sum(branch.size for branch in kept[threads:]), total)


def _sizes(viewer: Viewer, below: Mapping[int | None, Sequence[Row]]) -> dict[int, int]:
    """How many comments are to be shown from each on down; none where there is nothing to read in it and no replies.
    Counted without recursion, since a thread can be as deep as people have patience."""
    downwards = list(below.get(None, ()))
    for row in downwards:  # grows as it is read
        downwards += below.get(row.id, ())
    sizes: dict[int, int] = {}
    for row in reversed(downwards):
        replies = sum(sizes[reply.id] for reply in below.get(row.id, ()))
        sizes[row.id] = replies + (replies > 0 or row.author_id not in viewer.blocked)
    return sizes


def _grow(row: Row, below: Mapping[int | None, Sequence[Row]], sizes: Mapping[int, int], depth: int) -> Branch:
    """The comment with its replies, as deep as a page shows them."""
    replies = [reply for reply in below.get(row.id, ()) if sizes[reply.id]]
    if depth >= DEEPEST:
        return Branch(row, cut=sum(sizes[reply.id] for reply in replies))
    return Branch(row, [_grow(reply, below, sizes, depth + 1) for reply in replies])
