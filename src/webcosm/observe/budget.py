"""A token budget that cuts by relevance and says what it cut.

Lines are ranked: what is visible and can be acted on, other visible things, controls up to two screens below or above
the viewport, then everything else from near to far. The best that fit are kept, with their ancestors, in document
order. Where lines are missing a note says how many and where to look: ``… 37 more rows, scroll down to see them``.
A line that alone would eat a large part of the budget is shortened instead, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from webcosm.observe.lines import CONTROL_ROLES, Line, TextOptions
from webcosm.observe.records import PageView

__all__ = ["BudgetError", "estimate_tokens", "fit"]

NEAR_SCREENS = 2
"""Controls at most this many viewport heights away come before other text outside the viewport."""

GREEDY_SHARE = 6
"""A line may take one part in this many of the budget before it is shortened …"""
SHORT_LINE_TOKENS = 40
"""… but never to less than this."""

_NOUNS = {
    "row": ("row", "rows"),
    "option": ("option", "options"),
    "item": ("list item", "list items"),
    "text": ("text", "texts"),
    "element": ("element", "elements"),
    "cell": ("cell", "cells"),
}


class BudgetError(ValueError):
    """The budget is too small to say anything at all."""


_PIECES = re.compile(r"[A-Za-z]{1,7}|\d{1,3}|[^\sA-Za-z\d]|\s\s+")


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model's tokenizer makes of the text, without having one.

    Word pieces: every seven ASCII letters of a word begun are one token, every three digits, every mark of punctuation
    and every character outside ASCII; a run of two or more white spaces (indentation) is one, single ones belong to the
    next word. That is about a token for four characters of English, and a little more than byte-pair tokenizers with
    vocabularies of 100,000 and more make of page text: the safe side for a budget.
    """
    return len(_PIECES.findall(text))


def fit(
    view: PageView, head: str, lines: Sequence[Line], indent: str, options: TextOptions
) -> tuple[str, Sequence[Line]]:
    """The whole text, cut to the options' budget where there is one, and the lines that are in it."""
    whole = "\n".join(([head] if head else []) + [indent * line.depth + line.text for line in lines])
    if options.budget is None:
        return whole, lines
    count = options.count or estimate_tokens
    if count(whole) <= options.budget:
        return whole, lines
    return _Cut(view, head, lines, indent, count, options.budget).best()


class _Cut:
    """One page's lines against one budget."""

    def __init__(
        self, view: PageView, head: str, lines: Sequence[Line], indent: str, count: Callable[[str], int], budget: int
    ) -> None:
        self._view = view
        self._head = head
        self._indent = indent
        self._count = count
        self._budget = budget
        self._lines = list(lines)
        self._texts = [indent * line.depth + line.text for line in lines]
        self._costs: dict[int, int] = {}  # of the lines that were asked for: on a large page most never are
        self._note_costs: dict[str, int] = {}
        self._head_cost = count(head) + 1 if head else 0
        self._places = _places(view)
        self._order = self._by_relevance()
        self._things_before = {
            kind: [0, *accumulate([line.things if line.kind == kind else 0 for line in lines])]
            for kind in _NOUNS
            if any(line.kind == kind for line in lines)
        }

    def best(self) -> tuple[str, list[Line]]:
        target = self._budget
        while True:
            amount = self._largest_amount(target)
            text, kept = self._assemble(amount)
            used = self._count(text)
            if used <= self._budget:
                return text, kept
            if amount == 0:
                raise BudgetError(
                    f"a budget of {self._budget} tokens is too small for {self._view.url!r}: the least is {used}"
                )
            # The parts counted less than the whole: aim lower by what was too much.
            target = max(0, min(target - 1, target * self._budget // used))

    def _largest_amount(self, target: int) -> int:
        """How many lines of the order fit, by the sum of their parts.

        Notes make that sum not quite monotone, so the answer is one that fits, near the largest that does.
        """
        low = high = spent = 0
        while high < len(self._order) and spent <= target:
            spent += self._line_cost(self._order[high])
            high += 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._cost(middle) <= target:
                low = middle
            else:
                high = middle - 1
        return low

    def _cost(self, amount: int) -> int:
        total = self._head_cost
        for start, end, note in self._spans(amount):
            total += self._note_cost(note) if note else sum([self._line_cost(index) for index in range(start, end)])
        return total

    def _assemble(self, amount: int) -> tuple[str, list[Line]]:
        texts = [self._head] if self._head else []
        kept: list[Line] = []
        for start, end, note in self._spans(amount):
            if note:
                texts.append(note)
            else:
                texts += self._texts[start:end]
                kept += self._lines[start:end]
        return "\n".join(texts), kept

    def _spans(self, amount: int) -> list[tuple[int, int, str]]:
        """Runs of lines from start to end, with the note that replaces them where they are cut."""
        spans: list[tuple[int, int, str]] = []
        position = 0
        for index in [*sorted(self._order[:amount]), len(self._lines)]:
            if index > position:
                note = self._note(position, index)
                spans.append((position, index, note if self._saves(note, position, index) else ""))
            if index < len(self._lines):
                spans.append((index, index + 1, ""))
            position = index + 1
        return spans

    def _saves(self, note: str, start: int, end: int) -> bool:
        """Whether the note costs less than what it stands for."""
        cost = self._note_cost(note)
        return end - start > cost or sum([self._line_cost(index) for index in range(start, end)]) > cost

    def _note_cost(self, note: str) -> int:
        cost = self._note_costs.get(note)
        if cost is None:
            cost = self._note_costs[note] = self._count(note) + 1
        return cost

    def _line_cost(self, index: int) -> int:
        cost = self._costs.get(index)
        if cost is None:
            cost = self._count(self._texts[index]) + 1  # one for the line's end, which may count
            most = max(SHORT_LINE_TOKENS, self._budget // GREEDY_SHARE)
            if cost > most + 1:
                cost = self._shorten(index, len(self._texts[index]) * most // cost)
            self._costs[index] = cost
        return cost

    def _shorten(self, index: int, length: int) -> int:
        line, text = self._lines[index], self._texts[index]
        text = f"{text[:length]}… ({len(text) - length} more characters)"
        self._texts[index] = text
        self._lines[index] = line._replace(ids=tuple([shown for shown in line.ids if f"[{shown}]" in text]))
        return self._count(text) + 1

    def _note(self, start: int, end: int) -> str:
        amounts = {kind: before[end] - before[start] for kind, before in self._things_before.items()}
        amounts = {kind: amount for kind, amount in amounts.items() if amount}
        if len(amounts) > 1:  # rows, options and list items are worth telling apart, the others not
            others = sum(amounts.pop(kind, 0) for kind in ("cell", "text", "element"))
            if others:
                amounts["element"] = others
        told = [f"{amount} more {_NOUNS[kind][amount > 1]}" for kind, amount in amounts.items()]
        first, last = self._lines[start], self._lines[end - 1]
        sides = (self._places[first.first].distance, self._places[last.first].distance)
        hint = ""
        if max(sides) > 0 <= min(sides):
            hint = ", scroll down to see them"
        elif min(sides) < 0 >= max(sides):
            hint = ", scroll up to see them"
        return f"{self._indent * first.depth}… {' and '.join(told)}{hint}"

    def _by_relevance(self) -> list[int]:
        """All lines, most wanted first, each after its ancestors."""
        parents = _parent_lines(self._lines)
        ranks = [self._rank(line) for line in self._lines]
        order: list[int] = []
        taken = [False] * len(parents)
        for index in sorted(range(len(parents)), key=ranks.__getitem__):
            chain = []
            while index >= 0 and not taken[index]:
                taken[index] = True
                chain.append(index)
                index = parents[index]
            order += reversed(chain)
        return order

    def _rank(self, line: Line) -> tuple[int, float]:
        acting = seen = focused = False
        for index in range(line.first, line.last):
            element = self._view.elements[index]
            seen = seen or self._places[index].seen
            if element.id:
                acting = acting or element.clickable or element.role in CONTROL_ROLES
                focused = focused or element.id == self._view.focused
        distance = abs(self._places[line.first].distance)
        if focused:
            return (0, 0.0)
        if seen:
            return (1 if acting else 2, 0.0)
        if acting and distance <= NEAR_SCREENS:
            return (3, distance)
        return (4, distance)


class _Place(NamedTuple):
    distance: float
    """From the viewport in viewport heights: below is positive, above negative, inside zero."""
    seen: bool


def _places(view: PageView) -> list[_Place]:
    """Where each element is; what has no box is where its parent is."""
    height = max(view.viewport[1], 1)
    places: list[_Place] = []
    for element in view.elements:
        box = element.box
        if box is None:
            places.append(places[element.parent] if element.parent >= 0 else _Place(0.0, True))
            continue
        below, above = box.y - height, box.y + box.height
        distance = (below + 1) / height if below >= 0 else (above - 1) / height if above <= 0 else 0.0
        places.append(_Place(distance, element.visible))
    return places


def _parent_lines(lines: Sequence[Line]) -> list[int]:
    parents: list[int] = []
    open_lines: list[int] = []
    for index, line in enumerate(lines):
        while open_lines and lines[open_lines[-1]].depth >= line.depth:
            open_lines.pop()
        parents.append(open_lines[-1] if open_lines else -1)
        open_lines.append(index)
    return parents
