"""Lists of rows: pages, orderings, full-text search."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape

__all__ = ["Listing", "Sorting", "highlighted", "match_query", "page_number"]

MOST_WORDS = 20
LONGEST_SEARCH = 1_000
"""Characters that are looked at: to bring accents into order takes time that grows with the square of their number."""


@dataclass(frozen=True)
class Listing:
    """One page of a longer list."""

    items: Sequence[Any]
    number: int
    size: int
    total: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def first(self) -> int:
        return (self.number - 1) * self.size + 1 if self.total else 0

    @property
    def last(self) -> int:
        return min(self.number * self.size, self.total)

    def window(self) -> list[int | None]:
        """Page numbers to offer: the ends and the neighbourhood, None for a gap."""
        near = [
            number for number in range(1, self.pages + 1) if number in (1, self.pages) or abs(number - self.number) <= 2
        ]
        numbers: list[int | None] = []
        for number in near:
            if numbers and numbers[-1] is not None and number - numbers[-1] > 1:
                numbers.append(None)
            numbers.append(number)
        return numbers


def page_number(text: str | None, total: int, size: int) -> int:
    """The page asked for, brought into range: a person who edits an address gets the nearest page, not an error."""
    pages = max(1, -(-total // size))
    number = int(text) if text and re.fullmatch(r"[0-9]{1,9}", text) else 1
    return min(max(number, 1), pages)


@dataclass(frozen=True)
class Sorting:
    """A chosen ordering out of those a list offers."""

    key: str
    label: str
    sql: str
    options: Mapping[str, str]
    """Key to label, in the order to show."""

    @classmethod
    def choose(cls, given: str | None, orders: Mapping[str, tuple[str, str]]) -> Sorting:
        """``orders`` maps a key to its label and SQL; the first is the default, also for unknown keys."""
        key = given if given is not None and given in orders else next(iter(orders))
        label, sql = orders[key]
        return cls(key, label, sql, {name: text for name, (text, _) in orders.items()})


def match_query(text: str) -> str | None:
    """What a person typed, as an FTS5 query: all words, the last one also as a beginning. None if no word is in it."""
    # Accents as letters of their own would end a word; upper case is the index's to fold, as it folded the rows'.
    words = re.findall(r"\w[\w\u0300-\u036f]*", unicodedata.normalize("NFC", text[:LONGEST_SEARCH]))[:MOST_WORDS]
    if not words:
        return None
    return " ".join([*(f'"{word}"' for word in words[:-1]), f'"{words[-1]}"*'])


def highlighted(text: str) -> Markup:
    """The result of FTS5's ``highlight`` or ``snippet``, made with the marks ``char(2), char(3)``, as HTML."""
    return Markup(str(escape(text)).replace("\2", "<mark>").replace("\3", "</mark>"))


def with_query(query: Sequence[tuple[str, str]], **changes: object) -> str:
    """The query string with some parameters replaced, or removed where None."""
    kept = [(name, value) for name, value in query if name not in changes]
    kept += [(name, str(value)) for name, value in changes.items() if value is not None]
    return "?" + urlencode(kept) if kept else "?"
