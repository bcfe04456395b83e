"""What the ``webcosm`` format builds a page from before it is written: printed things, and loose text between them."""

from __future__ import annotations

import re
from typing import Final

from webcosm.observe.lines import LineKind, clean
from webcosm.observe.words import quoted

__all__ = ["NOTHING", "Items", "Node", "Text", "cell_node", "cell_text", "join", "set_apart", "struck_out", "text_node"]

_CLOSING = tuple(".,;:!?)]}%’”")
_CELL_NEEDS_QUOTES = re.compile(r'[\[\]|"\\]')

STRIKE = "~~"
"""Before and after what is struck out, as in Markdown."""

Text = tuple[str, int]
"""A text and the index of its element."""


class Node:
    """Something printed, with what it holds."""

    __slots__ = ("first", "group", "head", "ids", "inline", "is_leaf", "kids", "kind", "last", "name")

    def __init__(
        self, head: str, name: str, kids: list[Node], first: int, last: int, kind: LineKind, ids: tuple[str, ...]
    ) -> None:
        self.head = head
        self.name = name
        self.kids = kids
        self.first = first
        self.last = last
        self.kind = kind
        self.ids = ids
        self.is_leaf = not kids and (kind == "element" or kind == "text")  # told on one line that others may share
        self.inline: str | None = None  # how it reads inside a longer line; None where it cannot
        self.group = ""  # what a line of several such things is called; empty where each has its own line


# What an element gives to its parent: nodes, loose text, and None where a line of text ends.
Items = list["Node | Text | None"]
NOTHING: Final[Items] = []


def set_apart(held: Items) -> Items:
    """What a block holds must not run into the text before or after it."""
    before = [None] if type(held[0]) is tuple else []
    after = [None] if type(held[-1]) is tuple else []
    return [*before, *held, *after] if before or after else held


def cell_node(inline: str, name: str, index: int, end: int, ids: tuple[str, ...]) -> Node:
    node = Node(f"cell: {inline}" if inline else "cell", name, [], index, end, "cell", ids)
    node.inline = inline
    return node


def text_node(run: list[Text], text: str, name: str, named_by_content: bool) -> Node | None:
    if text == name or (named_by_content and (text in name or _tight(text.replace(STRIKE, "")) in _tight(name))):
        return None
    head = quoted(text)
    return Node(head, text, [], run[0][1], run[-1][1] + 1, "text", ()) if head != '""' else None


def struck_out(text: str) -> str:
    """``~~text~~``, with the white space around it outside."""
    return text.replace(text.strip(), f"{STRIKE}{text.strip()}{STRIKE}") if text.strip() else text


def _tight(text: str) -> str:
    """Without white space, which a name made of several pieces has elsewhere than their text."""
    return "".join(text.split())


def join(run: list[Text]) -> str:
    if len(run) == 1:
        return run[0][0].strip()
    text = ""
    for piece, _ in run:
        if piece == "\n":
            text = text.rstrip() + piece
            continue
        loose = text and not text[-1].isspace() and not piece[:1].isspace() and not piece.startswith(_CLOSING)
        text = f"{text} {piece}" if loose else text + piece
    return text.replace(f"{STRIKE} {STRIKE}", " ").strip()


def cell_text(text: str) -> str:
    return quoted(text) if _CELL_NEEDS_QUOTES.search(text) else clean(text)
