"""Reads the hand-written vocabularies.

A vocabulary is a text file: one entry a line, ``[section]`` headings, ``#`` comments, blank lines ignored.
Tables are vocabularies whose entries have columns separated by a bar
with a space on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

__all__ = ["Vocabulary", "load", "parse", "table"]

Vocabulary = Mapping[str, tuple[str, ...]]


def parse(text: str, source: str) -> Vocabulary:
    """Sections in file order; entries before the first heading belong to the section ``""``."""
    sections: dict[str, list[str]] = {}
    current = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1].strip()
            if current in sections:
                raise ValueError(f"{source}, line {number}: section [{current}] stands there twice")
            sections[current] = []
            continue
        entries = sections.setdefault(current, [])
        if line in entries:
            raise ValueError(f"{source}, line {number}: {line!r} stands twice in section [{current}]")
        entries.append(line)
    return MappingProxyType({name: tuple(entries) for name, entries in sections.items()})


@cache
def load(name: str) -> Vocabulary:
    """The vocabulary in ``vocabulary/<name>.txt``."""
    file = files("webcosm.lore").joinpath("vocabulary", f"{name}.txt")
    if not file.is_file():
        raise ValueError(f"there is no vocabulary named {name!r}")
    return parse(file.read_text(encoding="utf-8"), f"{name}.txt")


@cache
def table(name: str, section: str, columns: int) -> tuple[tuple[str, ...], ...]:
    """A section's entries split into columns; every row must have that many."""
    rows = []
    for entry in load(name)[section]:
        row = tuple(cell.strip() for cell in entry.split(" | "))
        if len(row) != columns:
            raise ValueError(f"{name}.txt [{section}]: {entry!r} has {len(row)} columns, not {columns}")
        rows.append(row)
    return tuple(rows)
