"""Where a change is best said to be.

When the line before a group of added lines equals its last, the group can be slid up a line and says the same. It is
put beside a change of the other side if there is one; else where the indentation says that something begins or ends.
The weights are those that Michael Haggerty found from what people chose (the "diff slider" study), as git uses them.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["slide"]

MOST_INDENT = 200
MOST_BLANKS = 20
FARTHEST = 100
"""Lines over which the best place is looked for."""
INDENT_WEIGHT = 60
AT_START, AT_END = 1, 21
BLANK, BLANK_AFTER = -30, 6
DEEPER, DEEPER_AFTER_BLANK = -4, 10
OUTER, OUTER_AFTER_BLANK = 24, 17
SHALLOWER, SHALLOWER_AFTER_BLANK = 23, 17


def slide(lines: Sequence[bytes] | None, numbers: Sequence[int], changed: list[bool], other: list[bool]) -> None:
    """Moves the groups of changed lines of one side, in place. ``numbers`` are equal where lines are. Without the lines
    themselves a group goes down as far as it can."""
    group, across = _Group(changed), _Group(other)
    while True:
        if not group.empty:
            _settle(lines, numbers, group, across)
        if not group.next():
            return
        across.next()


def _settle(lines: Sequence[bytes] | None, numbers: Sequence[int], group: _Group, across: _Group) -> None:
    while True:
        size, beside = group.size, None
        while group.up(numbers):
            across.previous()
        highest = group.end
        if not across.empty:
            beside = group.end
        while group.down(numbers):
            across.next()
            if not across.empty:
                beside = group.end
        if group.size == size:  # else it met another group, and all is to be tried with both
            break
    if group.end == highest:
        return
    if beside is not None:
        while across.empty:
            group.up(numbers)
            across.previous()
        return
    best = _best_end(lines, group, highest) if lines is not None else group.end
    while group.end > best:
        group.up(numbers)
        across.previous()


class _Group:
    """A run of changed lines, perhaps empty, between two unchanged ones. Both sides have as many groups."""

    def __init__(self, changed: list[bool]) -> None:
        self.changed = changed
        self.start = 0
        self.end = self._forward(0)

    @property
    def empty(self) -> bool:
        return self.start == self.end

    @property
    def size(self) -> int:
        return self.end - self.start

    def _forward(self, at: int) -> int:
        while at < len(self.changed) and self.changed[at]:
            at += 1
        return at

    def _backward(self, at: int) -> int:
        while at > 0 and self.changed[at - 1]:
            at -= 1
        return at

    def next(self) -> bool:
        if self.end == len(self.changed):
            return False
        self.start = self.end + 1
        self.end = self._forward(self.start)
        return True

    def previous(self) -> bool:
        if self.start == 0:
            return False
        self.end = self.start - 1
        self.start = self._backward(self.end)
        return True

    def down(self, numbers: Sequence[int]) -> bool:
        """One line down, and together with the group it then touches."""
        if self.end == len(self.changed) or numbers[self.start] != numbers[self.end]:
            return False
        self.changed[self.start], self.changed[self.end] = False, True
        self.start += 1
        self.end = self._forward(self.end + 1)
        return True

    def up(self, numbers: Sequence[int]) -> bool:
        if self.start == 0 or numbers[self.start - 1] != numbers[self.end - 1]:
            return False
        self.changed[self.start - 1], self.changed[self.end - 1] = True, False
        self.end -= 1
        self.start = self._backward(self.start - 1)
        return True


# Scores: less is better ---------------------------------------------------------------------------------------------


def _best_end(lines: Sequence[bytes], group: _Group, highest: int) -> int:
    size = group.size
    best: tuple[int, int] | None = None
    found = group.end
    for end in range(max(highest, group.end - size - 1, group.end - FARTHEST), group.end + 1):
        indents, penalties = zip(_score(lines, end), _score(lines, end - size), strict=True)
        score = (sum(indents), sum(penalties))
        if best is None or _compare(score, best) <= 0:
            best, found = score, end
    return found


def _compare(one: tuple[int, int], other: tuple[int, int]) -> int:
    return INDENT_WEIGHT * ((one[0] > other[0]) - (one[0] < other[0])) + one[1] - other[1]


def _score(lines: Sequence[bytes], split: int) -> tuple[int, int]:
    """Of a boundary before a line: how deep it is, and what speaks against it."""
    at_end = split >= len(lines)
    indent = -1 if at_end else _indent(lines[split])
    before, blanks_before = _neighbour(lines, split - 1, -1)
    after, blanks_after = _neighbour(lines, split + 1, 1)
    penalty = 0
    if before == -1 and blanks_before == 0:
        penalty += AT_START
    if at_end:
        penalty += AT_END
    following = 1 + blanks_after if indent == -1 else 0
    blanks = blanks_before + following
    penalty += BLANK * blanks + BLANK_AFTER * following
    depth = indent if indent != -1 else after
    if depth == -1 or before == -1 or depth == before:
        pass
    elif depth > before:
        penalty += DEEPER_AFTER_BLANK if blanks else DEEPER
    elif after != -1 and after > depth:
        penalty += OUTER_AFTER_BLANK if blanks else OUTER
    else:
        penalty += SHALLOWER_AFTER_BLANK if blanks else SHALLOWER
    return depth, penalty


def _neighbour(lines: Sequence[bytes], at: int, step: int) -> tuple[int, int]:
    """The indentation of the next line that is not blank (-1 if none), and how many blank ones are passed."""
    blanks = 0
    while 0 <= at < len(lines):
        indent = _indent(lines[at])
        if indent != -1:
            return indent, blanks
        blanks += 1
        if blanks == MOST_BLANKS:
            return 0, blanks
        at += step
    return -1, blanks


def _indent(line: bytes) -> int:
    """Columns; -1 for a blank line."""
    columns = 0
    for letter in line:
        if letter == 32:
            columns += 1
        elif letter == 9:
            columns += 8 - columns % 8
        elif letter not in b"\n\v\f\r":
            return columns
        if columns >= MOST_INDENT:
            return MOST_INDENT
    return -1
