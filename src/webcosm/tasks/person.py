"""A person at the browser: what oracles are written with. Every move is one action of the agents' own language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from webcosm.act import catalogue as do
from webcosm.act.actions import Action
from webcosm.observe.records import Element, PageView
from webcosm.worlds import World

__all__ = ["Actor", "Lost", "Person"]

CLICKABLE = (
    "link",
    "button",
    "menuitem",
    "tab",
    "option",
    "checkbox",
    "radio",
    "switch",
    "treeitem",
    "DisclosureTriangle",
)
FIELDS = ("textbox", "searchbox", "spinbutton", "combobox", "slider", "Date", "InputTime", "DateTime", "ColorWell")
LISTS = ("combobox", "listbox")
TICKS = ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio")
CONTAINERS = ("row", "listitem", "article", "group", "form", "region", "figure", "dialog", "generic", "Section", "list")


class Lost(Exception):
    """The person cannot find what they look for, or an action did not work. An oracle that raises this is broken."""


class Actor(Protocol):
    """Whoever carries out actions and sees what comes of them."""

    @property
    def world(self) -> World: ...
    @property
    def view(self) -> PageView: ...
    @property
    def heard(self) -> Sequence[str]:
        """What the user has said, the goal first."""
        ...

    async def perform(self, action: Action) -> str:
        """Does the action; returns what went wrong, or an empty text."""
        ...


class Person:
    """Finds things by the names people see."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.moves: list[Action] = []

    @property
    def view(self) -> PageView:
        return self.actor.view

    @property
    def world(self) -> World:
        return self.actor.world

    # Moves ------------------------------------------------------------------------------------------------------------

    async def move(self, action: Action) -> None:
        self.moves.append(action)
        if problem := await self.actor.perform(action):
            raise Lost(problem)

    async def goto(self, url: str) -> None:
        await self.move(do.goto(url))

    async def click(self, name: str, *, role: str | None = None, within: str | None = None, nth: int = 0) -> None:
        """Clicks the control with this name; `within` is a text that only its row, card or form holds."""
        await self.move(do.click(self.find(name, (role,) if role else CLICKABLE, within=within, nth=nth).id))

    async def fill(self, label: str, text: str, *, within: str | None = None) -> None:
        await self.move(do.fill(self.find(label, FIELDS, within=within).id, text))

    async def choose(self, label: str, option: str, *, within: str | None = None) -> None:
        await self.move(do.select_option(self.find(label, LISTS, within=within).id, option))

    async def check(self, label: str, *, within: str | None = None) -> None:
        await self.move(do.check(self.find(label, TICKS, within=within).id))

    async def uncheck(self, label: str, *, within: str | None = None) -> None:
        await self.move(do.uncheck(self.find(label, TICKS, within=within).id))

    async def press(self, keys: str) -> None:
        await self.move(do.keyboard_press(keys))

    async def submit(self, label: str) -> None:
        """Presses Enter in a field."""
        await self.move(do.press(self.find(label, FIELDS).id, "Enter"))

    async def ask(self, question: str) -> str:
        """Asks the user in the chat; returns the reply."""
        before = len(self.actor.heard)
        await self.move(do.send_msg_to_user(question))
        if len(self.actor.heard) == before:
            raise Lost(f"the user says nothing to {question!r}")
        return self.actor.heard[-1]

    def heard(self) -> Sequence[str]:
        """What the user has said since the goal: replies, and news."""
        return self.actor.heard[1:]

    async def answer(self, text: object) -> None:
        await self.move(do.answer(str(text)))

    async def infeasible(self, reason: str) -> None:
        await self.move(do.report_infeasible(reason))

    async def stop(self) -> None:
        await self.move(do.stop())

    # Looking ----------------------------------------------------------------------------------------------------------

    def sees(self, text: str) -> bool:
        return _plain(text) in _plain(self.text())

    def text(self) -> str:
        return " ".join(self.lines())

    def lines(self) -> list[str]:
        """The pieces of text on the page, in order."""
        return [element.name for element in self.view if element.role == "StaticText"]

    def has(self, name: str, *, role: str | None = None, within: str | None = None) -> bool:
        return bool(self._candidates(name, (role,) if role else CLICKABLE, within))

    def value(self, label: str, *, within: str | None = None) -> str:
        """What a field holds."""
        return self.find(label, FIELDS, within=within).value or ""

    def rows(self) -> list[list[str]]:
        """The cells of every table row on the page, as texts."""
        found: list[list[str]] = []
        for index, element in enumerate(self.view.elements):
            if element.role == "row":
                cells = [
                    at
                    for at in self._children(index)
                    if self.view.elements[at].role.lower().endswith(("cell", "header"))
                ]
                found.append([self.text_of(at) for at in cells])
        return found

    def text_of(self, index: int) -> str:
        """All text inside the element at an index of the view."""
        names = [element.name for element in self._inside(index) if element.role == "StaticText"]
        return " ".join(" ".join(names).split())

    def names(self, *roles: str) -> list[str]:
        return [element.name for element in self.view if element.role in roles]

    # Finding ----------------------------------------------------------------------------------------------------------

    def find(self, name: str, roles: Sequence[str], *, within: str | None = None, nth: int = 0) -> Element:
        found = self._candidates(name, roles, within)
        if len(found) <= nth:
            there = sorted({element.name for element in self.view if element.role in roles and element.name})
            where = f" within {within!r}" if within else ""
            raise Lost(
                f"there is no {' or '.join(roles[:3])} named {name!r}{where} at {self.view.url}; there are {there[:40]}"
            )
        return found[nth]

    def _candidates(self, name: str, roles: Sequence[str], within: str | None) -> list[Element]:
        scope = self._scope(within)
        pool = [element for element in scope if element.role in roles and element.id]
        wanted = _plain(name)
        tests: list[Callable[[str], bool]] = [
            lambda seen: seen == wanted,
            lambda seen: seen.startswith(wanted),
            lambda seen: wanted in seen,
        ]
        for test in tests:  # the most exact kind of match that there is
            if found := [element for element in pool if test(_plain(element.name))]:
                return found
        return []

    def _scope(self, within: str | None) -> Sequence[Element]:
        if within is None:
            return self.view.elements
        wanted = _plain(within)
        best: list[Element] | None = None
        for index, element in enumerate(self.view.elements):
            if element.role in CONTAINERS:
                inside = list(self._inside(index))
                words = _plain(" ".join(one.name for one in inside if one.role == "StaticText") + " " + element.name)
                if (
                    wanted in words
                    and any(one.clickable for one in inside)
                    and (best is None or len(inside) < len(best))
                ):
                    best = inside
        if best is None:
            raise Lost(f"nothing on {self.view.url} holds {within!r}")
        return best

    def _inside(self, index: int) -> Iterator[Element]:
        depth = self.view.elements[index].depth
        for element in self.view.elements[index + 1 :]:
            if element.depth <= depth:
                return
            yield element

    def _children(self, index: int) -> list[int]:
        return [at for at in range(index + 1, len(self.view.elements)) if self.view.elements[at].parent == index]


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
