"""What the text formats share: their options, what they return, and the lines they are made of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from webcosm.observe.records import Element, PageView

__all__ = [
    "CONTROL_ROLES",
    "PICTURE_ROLES",
    "BrowserGymSwitches",
    "Captions",
    "Line",
    "LineKind",
    "Rendered",
    "TextOptions",
    "caption_of",
    "clean",
    "coordinates",
    "kept_elements",
    "numbered_marks",
    "one_line",
    "word_set",
]

Captions = Mapping[str, str] | Callable[[str], str | None]
LineKind = Literal["element", "text", "row", "cell", "option", "item"]


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


CONTROL_ROLES = word_set(
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider "
    "spinbutton switch tab textbox treeitem DisclosureTriangle ColorWell Date DateTime InputTime"
)
"""Roles that are controls by their nature, clickable or not just now (a disabled button is still a button)."""

PICTURE_ROLES = frozenset(["img", "image"])


@dataclass(frozen=True, slots=True)
class BrowserGymSwitches:
    """BrowserGym's remaining switches, under its own names; the others have their likeness in TextOptions."""

    with_som: bool = False
    """Tag elements that are in the Set-of-Marks with ``som``."""
    skip_generic: bool = True
    """Skip ``generic`` nodes that have no attributes to print."""
    filter_with_bid_only: bool = False
    """Leave out nodes without an id, except text in a node that stays."""
    filter_som_only: bool = False
    """Leave out everything that is not in the Set-of-Marks; this flattens the tree to a list."""
    ignored_roles: tuple[str, ...] = ("LineBreak",)
    ignored_properties: tuple[str, ...] = (
        "editable",
        "readonly",
        "level",
        "settable",
        "multiline",
        "invalid",
        "focusable",
    )
    remove_redundant_static_text: bool = True
    """Drop text that its parent's name already contains."""
    hide_bid_if_invisible: bool = False
    hide_all_children: bool = False
    """Skip the children of nodes that a filter left out."""
    hide_all_bids: bool = False


@dataclass(frozen=True, slots=True)
class TextOptions:
    """How a page is put into words. Everything not said to belong to one format holds for all."""

    viewport_only: bool = False
    """Leave out what lies wholly outside the viewport. Nodes without a layout of their own (the options of a closed
    list, text) share their parent's fate. ``webcosm`` keeps the ancestors of what stays; the others lift it up."""
    visible_only: bool = False
    """Leave out what cannot be seen: hidden, covered, or outside the viewport."""
    boxes: bool = False
    """Print each element's box as left, top, right, bottom in CSS pixels of the viewport."""
    centres: bool = False
    """Print the centre of each element's box."""
    decimals: int = 0
    """Digits after the point in boxes and centres."""
    visible_tags: bool = False
    """Tag what is visible."""
    clickable_tags: bool = False
    """Tag what is clickable."""
    all_ids: bool = False
    """``webcosm`` only: print every element's id, not just those of controls, clickable things and pictures."""
    link_targets: bool | None = None
    """``webcosm`` only: print where links lead. ``None``: where their names do not tell, which is where they lead to
    another site, have no name, or share it with a link that leads elsewhere."""
    tabs: tuple[str, ...] = ()
    """Titles of all open tabs. Empty: ``webarena`` names the page's own title as the only tab, others print no tabs."""
    current_tab: int = 0
    """Index of this page in ``tabs``."""
    captions: Captions | None = None
    """Gives a caption for a picture's address; printed in the picture's line."""
    budget: int | None = None
    """Most tokens the text may count; see :mod:`webcosm.observe.budget`."""
    count: Callable[[str], int] | None = None
    """Counts the tokens of a text; ``None`` takes :func:`webcosm.observe.budget.estimate_tokens`."""
    browsergym: BrowserGymSwitches = field(default_factory=BrowserGymSwitches)
    """``browsergym`` only."""

    def __post_init__(self) -> None:
        if self.decimals < 0:
            raise ValueError(f"decimals must be 0 or more, not {self.decimals}")
        if self.budget is not None and self.budget < 1:
            raise ValueError(f"budget must be a positive number of tokens or None, not {self.budget}")
        if self.tabs and not 0 <= self.current_tab < len(self.tabs):
            raise ValueError(f"current_tab must be an index into the {len(self.tabs)} tabs, not {self.current_tab}")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page as text, and what the ids printed in it stand for."""

    text: str
    ids: dict[str, str]
    """From each id printed in brackets to the element's own id. The same string in ``webcosm`` and ``browsergym``;
    in ``webarena`` and ``marks`` a number. A ``webarena`` number of a text stands for the element around it.
    Empty stands for the page itself."""

    def __str__(self) -> str:
        return self.text


class Line(NamedTuple):
    """One line of a rendering, before any budget cuts it."""

    text: str
    """Without indentation."""
    depth: int
    first: int
    """Index of the first element this line stands for …"""
    last: int
    """… and of the one after the last, when a line holds a whole row or several options."""
    kind: LineKind = "element"
    ids: tuple[str, ...] = ()
    """Ids as printed."""
    things: int = 1
    """How many of its kind the line holds."""


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
_JOINERS = "\u200c\u200d"  # needed inside words and emoji


def _clean_character(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    if character in _ESCAPES:
        return _ESCAPES[character]
    category = unicodedata.category(character)
    if category == "Zs":
        return " "
    if category in ("Cf", "Co", "Cn"):  # invisible marks, and icon fonts' private letters, which say nothing
        return ""
    if category == "Cs":
        return "\ufffd"
    return f"\\x{ord(character):02x}" if ord(character) < 256 else f"\\u{ord(character):04x}"


def clean(text: str) -> str:
    """The text on one line: line ends and control characters escaped, invisible marks removed, ends stripped."""
    if text.isprintable() and "\\" not in text:
        return text.strip()
    text = text.strip().replace("\\", "\\\\")
    return "".join(map(_clean_character, text)).strip()


_SPACES = re.compile(r"\s+")


def one_line(text: str) -> str:
    """The text on one line with runs of white space made one space: for formats without escapes."""
    if not text.isprintable():
        text = "".join(map(_clean_character, _SPACES.sub(" ", text)))
    return text.strip()


def caption_of(element: Element, captions: Captions | None) -> str:
    """The caption of a picture, empty where there is none."""
    if captions is None or element.url is None or element.role not in PICTURE_ROLES:
        return ""
    caption = captions.get(element.url) if isinstance(captions, Mapping) else captions(element.url)
    return one_line(caption or "")


def coordinates(numbers: tuple[float, ...], decimals: int) -> str:
    """``(1,2,3,4)``; never ``-0``."""
    if decimals == 0:
        return "(" + ",".join([str(round(number)) for number in numbers]) + ")"
    return "(" + ",".join(f"{round(number, decimals) + 0.0:.{decimals}f}" for number in numbers) + ")"


def kept_elements(view: PageView, options: TextOptions, *, ancestors: bool) -> list[bool] | None:
    """Which elements the viewport and visibility filters leave; ``None`` when there is nothing to filter.

    With ``ancestors`` those of every kept element are kept as well.
    """
    if not (options.viewport_only or options.visible_only):
        return None
    width, height = view.viewport
    kept: list[bool] = []
    for element in view.elements:
        if element.parent < 0:
            stays = True
        elif element.box is None:
            stays = kept[element.parent]
        else:
            stays = element.visible or not options.visible_only
            if options.viewport_only and stays:
                box = element.box
                stays = box.x < width and box.y < height and box.x + box.width >= 0 and box.y + box.height >= 0
        kept.append(stays)
    if ancestors:  # last, so that a hidden parent kept for one child does not keep its children without layout
        for index in range(len(kept) - 1, 0, -1):
            if kept[index]:
                kept[view.elements[index].parent] = True
    return kept


def numbered_marks(view: PageView) -> list[tuple[int, int]]:
    """Number from 1 and element index of everything in the Set-of-Marks: one numbering for picture and list."""
    marked = [i for i, element in enumerate(view.elements) if element.mark and element.id and element.box is not None]
    return list(enumerate(marked, start=1))
