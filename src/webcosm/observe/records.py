"""What is known of a page after one pass over it: the records every observation is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["NO_STATES", "Box", "Element", "PageView", "State"]

State = bool | int | float | str
NO_STATES: Mapping[str, State] = {}
"""Those of an element to which none applies."""


class Box(NamedTuple):
    """A rectangle in CSS pixels of the top window's viewport; frames' offsets are already added."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x + self.width / 2, self.y + self.height / 2)


class Element(NamedTuple):
    """One node of the accessibility tree, joined with what the page's layout says of it.

    A named tuple: a large page has 10,000, and nothing else is made as fast."""

    id: str
    """Frame path and number, as in ``12``, ``a12``, ``abG43``. Empty for text and other nodes that are no element.
    Stable while the element lives. An iframe's own id is its frame path (``a``); its contents' ids begin with it."""
    role: str
    """Chromium's role names: ``RootWebArea``, ``link``, ``textbox``, ``StaticText``, ``generic``, …"""
    name: str = ""
    """The accessible name; for ``StaticText`` the text itself."""
    description: str = ""
    value: str | None = None
    """What a field holds now; ``None`` where a value makes no sense. A password's is dots."""
    states: Mapping[str, State] = NO_STATES
    """Only those that apply: focused, checked (true/false/"mixed"), pressed, expanded, selected, required, disabled,
    readonly, invalid, multiselectable, modal, busy, hasPopup, level, orientation, valuemin, valuemax, valuetext,
    autocomplete, roledescription, live, current, …"""
    box: Box | None = None
    """Where it is laid out, clipped by nothing; ``None`` when it has no layout."""
    visible_fraction: float = 0.0
    """How much of the box lies inside the viewport and all clipping ancestors, from 0 to 1."""
    visible: bool = False
    """Really visible: in the viewport, not hidden, not transparent, and not wholly covered by something else."""
    clickable: bool = False
    """A click does something here: native control, link, handler, pointer cursor, label, summary …"""
    mark: bool = False
    """Worth a box in the Set-of-Marks picture: visible and clickable or editable, and not a mere wrapper of another."""
    url: str | None = None
    """A link's target or a picture's address, absolute."""
    placeholder: str | None = None
    tag: str = ""
    """Lower-case tag name; empty for text."""
    depth: int = 0
    parent: int = -1
    """Index of the parent in :attr:`PageView.elements`, -1 for the root."""
    frame: str = ""
    """Frame path: empty for the top document, ``a`` for its first iframe, ``ab`` for one inside that."""
    looks: Mapping[str, State] = NO_STATES
    """What only eyes tell. ``struck``: it is struck out. ``color``: of a box that holds nothing. ``obstacle``: why it
    cannot be clicked, ``cut off`` by what is around it or ``covered`` by what lies upon it. ``complaint``: what the
    browser says of a field when it refuses to send the form."""


@dataclass(frozen=True, slots=True)
class PageView:
    """All elements of a page in document order (a parent stands before its children), and the page's own facts."""

    url: str
    title: str
    elements: tuple[Element, ...]
    viewport: tuple[int, int]
    scroll: tuple[float, float]
    document: tuple[float, float]
    """Full width and height of the scrollable page."""
    focused: str = ""
    """Id of the element that has the keyboard; empty when it is the page itself."""

    def __iter__(self) -> Iterator[Element]:
        return iter(self.elements)

    def find(self, element_id: str) -> Element | None:
        return next((element for element in self.elements if element.id == element_id), None)
