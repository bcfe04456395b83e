"""Reading a text as a list, and matching what was given with what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from string import ascii_lowercase

from webcosm.judge.answer_types.wording import fold

__all__ = ["BULLET", "pair_up", "splits"]

BULLET = re.compile(r"^\s*(?:[-*•·▪–]|\(?\d{1,3}[.)])\s+")
LETTER = re.compile(r"^\s*\(?([a-z])[.)]\s+", re.IGNORECASE)
INTRODUCTION = re.compile(r"^[^:;,\n]{1,120}:(?=\s)\s*")
INLINE_NUMBER = re.compile(r"(?:^|(?<=\s))\(?(\d{1,3})[.)]\s+")
ARROW = re.compile(r"\s*(?:->|=>|→|\s>\s|\s\|\s)\s*")
ORDINAL = re.compile(
    r"^(?:and )?(?:first|second|third|fourth|fifth|then|next|finally|lastly)(?:ly)?[,:]? ", re.IGNORECASE
)
AND = re.compile(r",?\s+(?:and|&)\s+", re.IGNORECASE)


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
