"""What a page says more than once: which words of it the ``webcosm`` format can leave out.

A shop's buttons are called "Add to Cart: " and the product's whole name, the pictures of a product by the product's
name, a field's hint is its description and a line of text. People hear the first, and see the others. Here it is found
out what has been said already, so that each is told once:

- in a list item, article or row, the names of its links and headings are its titles; other names there that hold one
  have ``…`` in its place. A picture that bears the name of the page's main heading is ``…``;
- a text beside a field that is the field's description, or a part of it, is left to the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from webcosm.observe.lines import CONTROL_ROLES, PICTURE_ROLES, word_set
from webcosm.observe.records import Element

__all__ = ["SAID", "Once"]

SAID = "…"
"""Stands for a title that was told."""
SHORTEST_TITLE = 8
"""Characters: to leave out less saves little, and is harder to read."""
HINT_REACH = 12
"""Records before and after a field among which the words of its description are looked for."""
TITLES_IN_A_THING = 4

_THINGS = word_set("listitem article row")
_TITLES = word_set("heading link rowheader")
_SHORTENED = CONTROL_ROLES | PICTURE_ROLES
_PAGE = -1


class Once:
    """What one page has said already."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self._elements = elements
        self._things: dict[int, int] = {_PAGE: _PAGE}

    def name(self, index: int, element: Element) -> str:
        """The element's name without what the thing that it is in is called."""
        name = element.name
        if len(name) < SHORTEST_TITLE or element.role not in _SHORTENED:
            return name
        thing = self._thing(index)
        titles = self._titles.get(thing)
        if titles is not None and thing != _PAGE:
            for title, at in titles.items():
                if title in name and at != index:
                    return name.replace(title, SAID, 1)
        if element.role in PICTURE_ROLES and name in self._titles[_PAGE]:
            return SAID
        return name

    @cached_property
    def hints(self) -> set[int]:
        """Indices of texts that a field near them has as its description."""
        found: set[int] = set()
        for index, element in enumerate(self._elements):
            if element.description and element.role in CONTROL_ROLES:
                self._find_hints(index, element, found)
        return found

    def _find_hints(self, index: int, field: Element, found: set[int]) -> None:
        for step in (1, -1):
            at, left = index + step, HINT_REACH
            while left and 0 <= at < len(self._elements):
                near = self._elements[at]
                if near.role == "StaticText" and _is_part(near.name.strip(), field.description):
                    found.add(at)
                left -= near.role != "option"
                at += step

    @cached_property
    def _titles(self) -> dict[int, dict[str, int]]:
        """By thing: the names that are its titles, each with where it is told."""
        titles: dict[int, dict[str, int]] = {_PAGE: {}}
        for index, element in enumerate(self._elements):
            if element.role not in _TITLES or len(element.name) < SHORTEST_TITLE:
                continue
            thing = self._thing(index)
            if thing == _PAGE:
                if element.role == "heading" and element.states.get("level") == 1:
                    titles[_PAGE].setdefault(element.name, index)
                continue
            told = titles.setdefault(thing, {})
            if len(told) < TITLES_IN_A_THING and not any(title in element.name for title in told):
                told[element.name] = self._holder(index, element)
        return titles

    def _holder(self, index: int, element: Element) -> int:
        """Where a title is told: a heading that is one link leaves it to the link."""
        if element.role == "heading" and index + 1 < len(self._elements):
            following = self._elements[index + 1]
            if (following.parent, following.role, following.name) == (index, "link", element.name):
                return index + 1
        return index

    def _thing(self, index: int) -> int:
        """The nearest list item, article or row that an element is in, or the page. Remembered for all on the way."""
        known, elements = self._things, self._elements
        way = []
        at = elements[index].parent
        while at not in known:
            if elements[at].role in _THINGS:
                known[at] = at
            else:
                way.append(at)
                at = elements[at].parent
        for below in way:
            known[below] = known[at]
        return known[at]


def _is_part(text: str, description: str) -> bool:
    """Whether a text is a description, or one of the texts at its ends from which it was put together."""
    if text == description:
        return text != ""
    return len(text) >= SHORTEST_TITLE and (description.startswith(text + " ") or description.endswith(" " + text))
