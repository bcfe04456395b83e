"""Reading lists and tables off pages, as an oracle does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from webcosm.tasks.person import Lost, Person

__all__ = ["all_pages", "count_shown", "rows_below"]

T = TypeVar("T")


def rows_below(rows: Sequence[list[str]], head: list[str]) -> list[dict[str, str]]:
    """The rows after a heading that have as many cells as it, by the names of its columns."""
    return [dict(zip(head, row, strict=True)) for row in rows[rows.index(head) + 1 :] if len(row) == len(head)]


def count_shown(person: Person, *nouns: str) -> int:
    """How many things a list says that it has on all its pages: ``1,027 orders`` -> 1027"""
    for line in person.lines():
        if found := re.fullmatch(rf"([\d,]+) (?:{'|'.join(nouns)})s?", line.strip()):
            return int(found[1].replace(",", ""))
    raise Lost(f"{person.view.url} does not say how many {nouns[0]}s there are")


async def all_pages(person: Person, read: Callable[[Person], list[T]]) -> list[T]:
    """What is read off this page of a list and off those after it; an action for each further page."""
    found = read(person)
    while person.has("Next", role="link"):
        await person.click("Next", role="link")
        found += read(person)
    return found
