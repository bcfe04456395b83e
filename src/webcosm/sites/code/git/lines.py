"""Which lines differ between two texts.

Myers' algorithm in linear space ("An O(ND) difference algorithm and its variations", 1986), searched from both ends,
with a bound on its work; lines that cannot match are set aside first, and as in git each change is then slid to where
people would say it is. So hunks, counts and blame are those of ``git`` for all but contrived texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from webcosm.sites.code.git.sliding import slide

__all__ = ["Span", "compare", "count_changes", "is_binary", "split_lines"]

SNIFFED = 8_000
"""Bytes in which a zero byte makes a file binary, as git decides it."""
LEAST_COST = 256
"""Differences up to which a shortest way is sought; beyond it, and beyond the root of the size, a good one will do."""
MOST_MATCHES = 1_024
"""A line that occurs so often on the other side, or more often than the square root of its length, tells little."""
NEARBY = 100
FEW = 4
MOST_WORK = 1_000_000
"""Steps of a search, about a second; what is left then counts as changed."""


class Span(NamedTuple):
    """A change: lines of the old text, and those of the new that stand in their place."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def is_binary(data: bytes) -> bool:
    return b"\0" in data[:SNIFFED]


def split_lines(data: bytes) -> list[bytes]:
    """With their line ends; only a line feed ends a line."""
    lines = data.split(b"\n")
    last = lines.pop()
    lines = [line + b"\n" for line in lines]
    return [*lines, last] if last else lines


def count_changes(old: bytes, new: bytes) -> tuple[int, int]:
    """Added and deleted lines; none of binary data."""
    if old == new or is_binary(old) or is_binary(new):
        return 0, 0
    spans = compare(split_lines(old), split_lines(new), slides=False)
    return sum(one.new_end - one.new_start for one in spans), sum(one.old_end - one.old_start for one in spans)


def compare(old: Sequence[bytes], new: Sequence[bytes], *, slides: bool = True, by_indent: bool = True) -> list[Span]:
    """The changes that make the new text of the old one. Git minds the indentation in diffs, not in merges."""
    numbers: dict[bytes, int] = {}
    mine = [numbers.setdefault(line, len(numbers)) for line in old]
    theirs = [numbers.setdefault(line, len(numbers)) for line in new]
    start, end = 0, min(len(mine), len(theirs))
    while start < end and mine[start] == theirs[start]:
        start += 1
    tail = 0
    while tail < end - start and mine[-1 - tail] == theirs[-1 - tail]:
        tail += 1
    old_changed, new_changed = [False] * len(mine), [False] * len(theirs)
    old_kept = _keep(mine, theirs, start, len(mine) - tail, old_changed)
    new_kept = _keep(theirs, mine, start, len(theirs) - tail, new_changed)
    _Search([mine[at] for at in old_kept], [theirs[at] for at in new_kept]).mark(
        old_kept, new_kept, old_changed, new_changed
    )
    if slides:
        slide(old if by_indent else None, mine, old_changed, new_changed)
        slide(new if by_indent else None, theirs, new_changed, old_changed)
    return _spans(old_changed, new_changed)


def _spans(old_changed: list[bool], new_changed: list[bool]) -> list[Span]:
    spans = []
    old = new = 0
    while old < len(old_changed) or new < len(new_changed):
        old_end, new_end = old, new
        while old_end < len(old_changed) and old_changed[old_end]:
            old_end += 1
        while new_end < len(new_changed) and new_changed[new_end]:
            new_end += 1
        if (old_end, new_end) != (old, new):
            spans.append(Span(old, old_end, new, new_end))
        old, new = old_end + 1, new_end + 1
    return spans


# Lines that tell something ------------------------------------------------------------------------------------------


def _keep(mine: list[int], theirs: list[int], start: int, end: int, changed: list[bool]) -> list[int]:
    """The lines worth searching with. Those without a match, and common ones amid such, are marked as changed."""
    counts = Counter(theirs)
    many = min(_root(len(mine)), MOST_MATCHES)
    weights = [0 if not counts[line] else 2 if counts[line] >= many else 1 for line in mine[start:end]]
    kept = []
    for at, weight in enumerate(weights):
        if weight == 1 or (weight == 2 and not _lost(weights, at)):
            kept.append(start + at)
        else:
            changed[start + at] = True
    return kept


def _root(number: int) -> int:
    """A power of two between the square root and twice of it, as git takes roots."""
    return 1 << ((number.bit_length() + 1) // 2)


def _lost(weights: list[int], at: int) -> bool:
    """Whether a line that occurs often stands amid lines without a match, so that its own would be chance."""
    alone = common = 0
    for step in (-1, 1):
        here, before = at + step, alone
        common += 1
        while 0 <= here < len(weights) and abs(here - at) <= NEARBY and weights[here] != 1:
            if weights[here]:
                common += 1
            else:
                alone += 1
            here += step
        if alone == before:
            return False
    return common * FEW < common + alone


# The search ---------------------------------------------------------------------------------------------------------


class _Search:
    """Finds a shortest way from one sequence of numbers to the other. Diagonal d holds the pairs with old - new = d."""

    def __init__(self, old: list[int], new: list[int]) -> None:
        self.old, self.new = old, new
        self._size = len(old) + len(new) + 3
        self._shift = len(new) + 1
        self._ahead = [0] * self._size
        self._back = [0] * self._size
        self._work = 0
        self._bound = max(LEAST_COST, _root(self._size))

    def mark(self, old_at: list[int], new_at: list[int], old_changed: list[bool], new_changed: list[bool]) -> None:
        old, new = self.old, self.new
        boxes = [(0, len(old), 0, len(new))]
        while boxes:
            left, right, top, bottom = boxes.pop()
            while left < right and top < bottom and old[left] == new[top]:
                left, top = left + 1, top + 1
            while left < right and top < bottom and old[right - 1] == new[bottom - 1]:
                right, bottom = right - 1, bottom - 1
            if left == right or top == bottom or self._work > MOST_WORK:
                for at in range(left, right):
                    old_changed[old_at[at]] = True
                for at in range(top, bottom):
                    new_changed[new_at[at]] = True
            else:
                x, y = self._middle(left, right, top, bottom)
                boxes += [(left, x, top, y), (x, right, y, bottom)]

    def _middle(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """A point on a shortest way through the box, about half way."""
        old, new, shift = self.old, self.new, self._shift
        ahead, back = self._ahead, self._back
        lowest, highest = left - bottom, right - top
        first, last = left - top, right - bottom
        odd = (first - last) % 2 == 1
        f_low = f_high = first
        b_low = b_high = last
        ahead[first + shift], back[last + shift] = left, right
        never = right + 1
        cost = 0
        while True:
            cost += 1
            self._work += f_high - f_low + b_high - b_low
            if f_low > lowest:
                f_low -= 1
                ahead[f_low - 1 + shift] = -1
            else:
                f_low += 1
            if f_high < highest:
                f_high += 1
                ahead[f_high + 1 + shift] = -1
            else:
                f_high -= 1
            for d in range(f_high, f_low - 1, -2):
                below, above = ahead[d - 1 + shift], ahead[d + 1 + shift]
                x = below + 1 if below >= above else above
                y = x - d
                while x < right and y < bottom and old[x] == new[y]:
                    x, y = x + 1, y + 1
                ahead[d + shift] = x
                if odd and b_low <= d <= b_high and back[d + shift] <= x:
                    return x, y
            if b_low > lowest:
                b_low -= 1
                back[b_low - 1 + shift] = never
            else:
                b_low += 1
            if b_high < highest:
                b_high += 1
                back[b_high + 1 + shift] = never
            else:
                b_high -= 1
            for d in range(b_high, b_low - 1, -2):
                below, above = back[d - 1 + shift], back[d + 1 + shift]
                x = below if below < above else above - 1
                y = x - d
                while x > left and y > top and old[x - 1] == new[y - 1]:
                    x, y = x - 1, y - 1
                back[d + shift] = x
                if not odd and f_low <= d <= f_high and x <= ahead[d + shift]:
                    return x, y
            if cost >= self._bound:
                return self._farthest(
                    right, bottom, range(f_low, f_high + 1, 2), range(b_low, b_high + 1, 2), left, top
                )

    def _farthest(
        self, right: int, bottom: int, forward: range, backward: range, left: int, top: int
    ) -> tuple[int, int]:
        """Where the search had come when it was given up: from whichever end it came farther."""
        best, found = -1, (left, top)
        for d in forward:
            x = min(self._ahead[d + self._shift], right)
            y = x - d
            if y > bottom:
                x, y = bottom + d, bottom
            if x + y - left - top > best:
                best, found = x + y - left - top, (x, y)
        for d in backward:
            x = max(self._back[d + self._shift], left)
            y = x - d
            if y < top:
                x, y = top + d, top
            if right + bottom - x - y > best:
                best, found = right + bottom - x - y, (x, y)
        return found
