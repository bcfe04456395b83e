"""What a note's text means: blocks to show, checklists to tick, words to count, tags to split."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["Block", "Item", "blocks", "excerpt", "progress", "read_tags", "toggled", "word_count"]

CHECK = re.compile(r"^(\s*[-*] \[)([ xX])(\] ?)(.*)$")
BULLET = re.compile(r"^\s*[-*] (.+)$")
HEADING = re.compile(r"^#{1,3} (.+)$")
TAG = re.compile(r"[\w][\w &'-]*")
TAG_LENGTH, TAG_LIMIT = 30, 10


@dataclass(frozen=True)
class Item:
    text: str
    line: int
    """Which line of the note, from 0."""
    checked: bool = False


@dataclass
class Block:
    kind: str
    """``heading``, ``checklist``, ``list`` or ``paragraph``."""
    items: list[Item] = field(default_factory=list)


def _line(text: str, number: int) -> tuple[str, Item]:
    if found := CHECK.match(text):
        return "checklist", Item(found[4], number, found[2] in "xX")
    if found := BULLET.match(text):
        return "list", Item(found[1], number)
    if found := HEADING.match(text):
        return "heading", Item(found[1], number)
    return "paragraph", Item(text, number)


def blocks(body: str) -> list[Block]:
    """The text as blocks; an empty line ends one."""
    found: list[Block] = []
    open_kind = ""
    for number, text in enumerate(body.split("\n")):
        if not text.strip():
            open_kind = ""
            continue
        kind, item = _line(text, number)
        if kind != open_kind or kind == "heading":
            found.append(Block(kind))
        found[-1].items.append(item)
        open_kind = kind
    return found


def toggled(body: str, line: int) -> str | None:
    """The text with one checklist line ticked or unticked; None if that line is no checklist line."""
    lines = body.split("\n")
    if not 0 <= line < len(lines) or not (found := CHECK.match(lines[line])):
        return None
    lines[line] = f"{found[1]}{'x' if found[2] == ' ' else ' '}{found[3]}{found[4]}"
    return "\n".join(lines)


def progress(body: str) -> tuple[int, int]:
    """How many checklist lines are ticked, of how many."""
    marks = [found[2] != " " for text in body.split("\n") if (found := CHECK.match(text))]
    return sum(marks), len(marks)


def word_count(body: str) -> int:
    unmarked = "\n".join(CHECK.sub(r"\4", line) for line in body.split("\n"))
    return len(re.findall(r"\w+(?:['’.,-]\w+)*", unmarked))


def excerpt(body: str, lines: int = 6, length: int = 220) -> list[tuple[str, str]]:
    """The beginning of a note for a list, as (kind, text) pairs. A checklist item is of kind ``todo`` or ``done``."""
    shown: list[tuple[str, str]] = []
    left = length
    for block in blocks(body):
        for item in block.items:
            if len(shown) == lines or left <= 0:
                return shown
            kind = ("done" if item.checked else "todo") if block.kind == "checklist" else block.kind
            text = item.text if len(item.text) <= left else item.text[:left].rstrip() + "…"
            shown.append((kind, text))
            left -= len(item.text)
    return shown


def read_tags(text: str | None) -> Sequence[str]:
    """``Home, garden,home`` -> ``("garden", "home")``; a ValueError tells what is wrong with one."""
    tags = sorted({" ".join(part.lower().replace("#", " ").split()) for part in (text or "").split(",")} - {""})
    for tag in tags:
        if len(tag) > TAG_LENGTH:
            raise ValueError(f"Tags: “{tag[:TAG_LENGTH]}…” is too long; a tag may have {TAG_LENGTH} characters.")
        if not TAG.fullmatch(tag):
            raise ValueError(f"Tags: “{tag}” may hold only letters, digits, spaces, hyphens, & and apostrophes.")
    if len(tags) > TAG_LIMIT:
        raise ValueError(f"Tags: a note may have at most {TAG_LIMIT} tags; these are {len(tags)}.")
    return tags
