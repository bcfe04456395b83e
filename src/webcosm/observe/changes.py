"""What changed in a page's text since it was last seen: the second form of a text, for agents that remember the first.

::

    the same page, 2 of 57 lines changed since the last step:
    line 12, after [46] searchbox "Search by keyword"
    -[47] button "Search"
    + [47] button "Search" disabled

Each place is named by the number of its line in the text from before and by the line that stands before it. ``-`` is a
line that is gone, shortened when long; ``+`` is a line that is there now, whole, with its indentation. So whoever has
the text from before can make the new one of it: :func:`applied` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

__all__ = ["applied", "changes"]

LONGEST_GONE = 60
"""Characters of a line that is gone, or that stands before a change: enough to know which it was."""
LARGEST_COMPARISON = 4_000_000
"""Pairs of lines that are compared. Where more than that differ, it is another page to whoever reads it."""

_PLACE = re.compile(r"line (\d+),? ")


def changes(before: str, after: str) -> str:
    """What is to be known besides the text from before to know the text of now; never longer than that itself."""
    old, new = before.split("\n"), after.split("\n")
    lines: list[str] = []
    amount = 0
    for start, end, added in _differences(old, new):
        amount += max(end - start, len(added))
        lines.append(f"line {start + 1}, after {_short(old[start - 1])}" if start else "line 1 of the text")
        lines += [f"-{_short(line)}" for line in old[start:end]]
        lines += [f"+{line}" for line in added]
    if not lines:
        told = f"the same page, nothing changed in {len(new)} lines since the last step"
    else:
        told = "\n".join([f"the same page, {amount} of {len(new)} lines changed since the last step:", *lines])
    return told if len(told) < len(after) else after


def applied(before: str, told: str) -> str:
    """The text of now, made of the text from before and what :func:`changes` told of it."""
    if not told.startswith("the same page, "):
        return told
    old, new, position = before.split("\n"), list[str](), 0
    for line in told.split("\n")[1:]:
        place = _PLACE.match(line)
        if place:
            start = int(place[1]) - 1
            new += old[position:start]
            position = start
        elif line.startswith("-"):
            position += 1
        else:
            new.append(line[1:])
    return "\n".join(new + old[position:])


def _differences(old: list[str], new: list[str]) -> Iterator[tuple[int, int, list[str]]]:
    """From and to which line of the old text something else stands now."""
    shorter = min(len(old), len(new))
    first = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    last = next((at for at in range(shorter - first) if old[-1 - at] != new[-1 - at]), shorter - first)
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    if len(before) * len(after) > LARGEST_COMPARISON:
        yield first, first + len(before), after
        return
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, begin, until in matcher.get_opcodes():
        if tag != "equal":
            yield first + start, first + end, after[begin:until]


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= LONGEST_GONE else line[: LONGEST_GONE - 1] + "…"
