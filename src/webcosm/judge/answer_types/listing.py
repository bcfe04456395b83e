"""Reading a text as a list, and matching what was given with what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

from webcosm.judge.answer_types.claim import aside_objection, prune, sentences
from webcosm.judge.answer_types.phrase import is_remark
from webcosm.judge.answer_types.wording import fold, plain

__all__ = ["BULLET", "Listed", "pair_up", "read_columns", "read_list", "splits"]

BULLET = re.compile(r"^\s*(?:[-*•·▪–]|\(?\d{1,3}[.)])\s+")
LETTER = re.compile(r"^\s*\(?([a-z])[.)]\s+", re.IGNORECASE)
INTRODUCTION = re.compile(r"^[^:;,\n]{1,120}:(?=\s)\s*")
INLINE_NUMBER = re.compile(r"(?:^|(?<=\s))\(?(\d{1,3})[.)]\s+")
ARROW = re.compile(r"\s*(?:->|=>|→|\s>\s|\s\|\s)\s*")
ORDINAL = re.compile(
    r"^(?:and )?(?:first|second|third|fourth|fifth|then|next|finally|lastly)(?:ly)?[,:]? ", re.IGNORECASE
)
AND = re.compile(r",?\s+(?:and|&)\s+", re.IGNORECASE)


NUMBERED = re.compile(r"^\s*\(?(\d{1,3})[.)]\s+")
LEAD = re.compile(r"\b(?:are|is|were|was|includes?|have|has|bought|wrote|found|follows?|named?)\s+|:\s+", re.IGNORECASE)
OPENING = re.compile(r"(?:at least|at most|maybe|perhaps|possibly|either|not|except|neither)\b(?= )", re.IGNORECASE)
RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
ORDINALS = ("first", "second", "third", "fourth", "fifth")


class Listed(NamedTuple):
    """A text that holds a list: the list itself, and why what stands around it forbids to take it as claimed."""

    bodies: list[str]
    """The list, with and without what leads into it in the same sentence."""
    objection: str | None


def read_list(text: str, context: tuple[str, ...] = ()) -> Listed:
    lines = [line for line in plain(prune(text, context)).split("\n") if line.strip() and not line.startswith("```")]
    marked = [number for number, line in enumerate(lines) if BULLET.match(line) or "|" in line]
    if len(marked) > 1:
        body, first, last = [lines[number] for number in marked], marked[0], marked[-1]
        before, after = lines[:first], [line for line in lines[first:] if line not in body]
    else:
        first, last = 0, len(lines)
        while first < last - 1 and (lines[first].rstrip("* ").endswith(":") or is_remark(lines[first], context)):
            first += 1
        while last - 1 > first and is_remark(lines[last - 1], context):
            last -= 1
        before, body, after = lines[:first], lines[first:last], lines[last:]
        if len(body) == 1:
            told = [body[0][start:end] for start, end in sentences(body[0])]
            while len(told) > 1 and is_remark(told[0], context):
                before.append(told.pop(0))
            while len(told) > 1 and is_remark(told[-1], context):
                after.append(told.pop())
            body = [" ".join(told)]
    objection = next((why for line in before if (why := aside_objection(line, context, leads=True))), None)
    objection = objection or next((why for line in after if (why := aside_objection(line, context, leads=False))), None)
    whole = "\n".join(_in_order(body))
    if opening := OPENING.match(whole):
        objection = objection or f"it does not commit to the list ({opening.group()!r})"
    bodies = [whole]
    if len(marked) < 2 and len(lines) > 1:
        # An item of few plain words can look like a remark.
        longer = (lines[start:end] for start in range(first + 1) for end in range(last, len(lines) + 1))
        bodies += ["\n".join(_in_order(some)) for some in longer if len(some) > len(body)]
    if len(body) == 1:
        for match in LEAD.finditer(whole):
            lead = whole[: match.end()]
            why = aside_objection(lead, context, leads=True)
            if why and match.group().startswith(":"):
                objection = objection or why
            elif not why and is_remark(lead, context):
                bodies.append(whole[match.end() :])
    return Listed(bodies, objection)


def read_columns(text: str) -> list[tuple[str, list[str]]]:
    """The columns of a Markdown table with their headings, but for one that only numbers the rows."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < 3 or not all("|" in line for line in lines) or not RULE.fullmatch(lines[1]):
        return []
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]
    if len({len(row) for row in rows}) > 1:
        return []
    columns = [(head, list(cells)) for head, *cells in zip(*rows, strict=True)]
    counted = [str(number) for number in range(1, len(rows))]
    return [(head, cells) for head, cells in columns if [cell.rstrip(".") for cell in cells] != counted] or columns


def _in_order(lines: Sequence[str]) -> list[str]:
    """Numbered lines in the order of their numbers."""
    numbers = [int(match[1]) if (match := NUMBERED.match(line)) else 0 for line in lines]
    if sorted(numbers) != list(range(1, len(lines) + 1)):
        return list(lines)
    return [line for _, line in sorted(zip(numbers, lines, strict=True))]


def splits(text: str) -> list[list[str]]:
    """The ways in which a text may be a list, the most explicit first."""
    found: list[list[str]] = []
    for body in dict.fromkeys((text, INTRODUCTION.sub("", text, count=1))):
        lines = [line for line in body.split("\n") if line.strip() and not line.startswith("```")]
        if len(lines) > 1:
            if lines[0].rstrip().endswith(":"):
                lines = lines[1:]
            found.append([line.strip().rstrip(",;") for line in _unmarked(lines)])
        numbers = [int(match.group(1)) for match in INLINE_NUMBER.finditer(body)]
        if len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1)):
            pieces = INLINE_NUMBER.split(body)
            if not pieces[0].strip() or pieces[0].rstrip().endswith(":"):
                found.append([piece.strip().rstrip(",;") for piece in pieces[2::2]])
        flat = " ".join(_unmarked(lines))
        if ARROW.search(flat):
            found.append(_pieces(ARROW.split(flat)))
        if ";" in flat:
            found.append(_pieces(re.split(r";\s*(?:and\s+)?", flat)))
        if "," in flat:
            found.append(
                _pieces(
                    re.split(
                        r"(?:(?<!\d),|,(?!\d{3}\b))\s*(?:and\s+|&\s*)?|\s+and\s+|\s+&\s+", flat, flags=re.IGNORECASE
                    )
                )
            )
            found.append(_pieces(re.split(r",\s+(?:and\s+|&\s*)?|\s+and\s+|\s+&\s+", flat, flags=re.IGNORECASE)))
            found.append(_pieces(re.split(r",\s*", flat)))
        if AND.search(flat):
            found.append(_pieces(AND.split(flat)))
        found.append([flat.strip()])
    ways = dict.fromkeys(tuple(pieces) for pieces in found if pieces)
    ways = dict.fromkeys(_without_ordinals(pieces) for pieces in ways)
    return [list(pieces) for pieces in ways if not any(_repeats(piece) for piece in pieces)]


def _unmarked(lines: Sequence[str]) -> list[str]:
    """The lines without the marks of a list. Letters are marks only where they count: "B. MacLeod" is a name."""
    letters = [match[1].lower() if (match := LETTER.match(line)) else "" for line in lines]
    counted = len(lines) > 1 and "".join(letters) == ascii_lowercase[: len(lines)]
    return [(LETTER if counted else BULLET).sub("", line) for line in lines]


def _without_ordinals(pieces: Sequence[str]) -> tuple[str, ...]:
    """The pieces of "first A, second B, then C" without these words; other pieces as they are."""
    if any(ORDINAL.match(piece) for piece in pieces[1:]):
        named = [
            next((n for n, word in enumerate(ORDINALS) if fold(piece).removeprefix("and ").startswith(word)), -1)
            for piece in pieces
        ]
        if sorted(named) == list(range(len(pieces))):
            pieces = [piece for _, piece in sorted(zip(named, pieces, strict=True))]
        return tuple(ORDINAL.sub("", piece) for piece in pieces)
    return tuple(pieces)


def _repeats(piece: str) -> bool:
    """Whether one piece lists the same thing twice, which a coarser split must not hide."""
    parts = [fold(part).strip(" .") for part in re.split(r"[,;]\s", piece)]
    return len(set(parts)) < len(parts)


def _pieces(parts: Iterable[str]) -> list[str]:
    return [part.strip() for part in parts if part.strip()]


def pair_up(given: int, expected: int, fits: Callable[[int, int], bool]) -> dict[int, int]:
    """The largest matching: which given item stands for which expected one, ``fits(given, expected)`` allowing."""
    fits = cache(fits)
    owner: dict[int, int] = {}

    def place(piece: int, tried: set[int]) -> bool:
        free = [item for item in range(expected) if item not in owner]
        nearest_first = sorted(free, key=lambda item: abs(item - piece))
        for item in nearest_first:  # answers mostly come in the expected order
            if fits(piece, item):
                owner[item] = piece
                return True
        for item in list(owner):
            if item not in tried and fits(piece, item):
                tried.add(item)
                if place(owner[item], tried):
                    owner[item] = piece
                    return True
        return False

    for piece in range(given):
        place(piece, set())
    return owner
