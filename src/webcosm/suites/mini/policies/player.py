"""What a hand-written policy plays with: what is seen of the page, and actions to give."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Protocol

from webcosm.act import Action
from webcosm.act import catalogue as act
from webcosm.judge.verdict import Verdict
from webcosm.observe.records import Element

__all__ = ["POLICIES", "Player", "Policy", "Stuck", "policy", "solve"]


class Stuck(Exception):
    """The policy does not find what it looks for, or an action of its failed."""


class _Over(Exception):
    """The episode has ended."""


class _Goal(Protocol):
    @property
    def text(self) -> str: ...


class _Seen(Protocol):
    @property
    def goal(self) -> _Goal: ...
    @property
    def elements(self) -> Sequence[Element]: ...


class _Step(Protocol):
    @property
    def observation(self) -> _Seen | None: ...
    @property
    def terminated(self) -> bool: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def verdict(self) -> Verdict | None: ...
    @property
    def info(self) -> dict[str, Any]: ...


class Playable(Protocol):
    """An episode, as far as a policy needs one."""

    async def reset(self) -> _Seen: ...
    async def act(self, text: Action, /) -> _Step: ...


class Player:
    """Sees only what the last observation holds, and acts only through the episode."""

    def __init__(self, episode: Playable, seen: _Seen) -> None:
        self._episode = episode
        self._seen = seen
        self.goal = seen.goal.text
        self.verdict: Verdict | None = None

    # Seeing -----------------------------------------------------------------------------------------------------------

    @property
    def elements(self) -> Sequence[Element]:
        return self._seen.elements

    def all(
        self, role: str = "", name: str | None = None, *, tag: str = "", clickable: bool = False, beyond: bool = False
    ) -> list[Element]:
        """The visible elements of a role, name, tag, in the page's order; with `beyond` those out of view instead."""
        return [
            element
            for element in self.elements
            if element.id
            and element.box
            and element.visible != beyond
            and role in ("", element.role)
            and tag in ("", element.tag)
            and (element.clickable or not clickable)
            and (name is None or self.words(element) == name)
        ]

    def one(self, role: str = "", name: str | None = None, *, tag: str = "", clickable: bool = False) -> Element:
        """The first in view, else the first that scrolling may bring there."""
        found = self.all(role, name, tag=tag, clickable=clickable)
        found += self.all(role, name, tag=tag, clickable=clickable, beyond=True)
        if not found:
            raise Stuck(f"there is no {role or tag or 'element'} {name or ''} on the page: {self.goal}")
        return found[0]

    def inside(self, element: Element) -> Iterator[Element]:
        """Everything below an element."""
        start = self.elements.index(element)
        for other in self.elements[start + 1 :]:
            if other.depth <= element.depth:
                return
            yield other

    def words(self, element: Element) -> str:
        """An element's name, else the text it holds."""
        texts = (other.name for other in self.inside(element) if other.role == "StaticText")
        return " ".join((element.name or " ".join(texts)).split())

    def texts(self) -> list[Element]:
        """The pieces of visible text in reading order, without the goal above and the scores beside."""
        return [one for one in self.elements if one.role == "StaticText" and one.visible and in_area(one)]

    def quoted(self) -> list[str]:
        """What stands between quotation marks in the goal."""
        return re.findall(r'"(.*?)"', self.goal)

    def read(self, pattern: str) -> tuple[str, ...]:
        """The groups of a pattern found in the goal."""
        found = re.search(pattern, self.goal)
        if found is None:
            raise Stuck(f"the goal does not read as expected: {self.goal}")
        return found.groups()

    # Acting -----------------------------------------------------------------------------------------------------------

    async def do(self, action: Action) -> None:
        step = await self._episode.act(action)
        self.verdict = step.verdict
        if step.terminated or step.truncated or step.observation is None:
            raise _Over
        self._seen = step.observation
        if step.info["error"]:
            raise Stuck(f"{step.info['error']} ({self.goal})")

    async def click(self, element: Element) -> None:
        await self.do(act.click(element.id))

    async def press(self, name: str) -> None:
        """Clicks the button of a name."""
        await self.click(self.one("button", name))

    async def submit(self) -> None:
        await self.press("Submit")

    async def fill(self, element: Element, text: str) -> None:
        await self.do(act.fill(element.id, text))

    async def drag(self, start: tuple[float, float], goal: tuple[float, float]) -> None:
        await self.do(act.mouse_drag(*start, *goal))


def in_area(element: Element) -> bool:
    """Whether it is part of the work: below the goal's 50 pixels and within the 160 the work is wide."""
    return element.box is not None and element.box.y >= 45 and element.box.x < 160


def centre(element: Element) -> tuple[float, float]:
    if element.box is None:
        raise Stuck(f"{element.role} {element.name} has no place on the page")
    return element.box.centre


Policy = Callable[[Player], Awaitable[None]]
POLICIES: dict[str, Policy] = {}
"""By task name."""


def policy(*names: str) -> Callable[[Policy], Policy]:
    """Declares a function as the policy of some tasks."""

    def declare(function: Policy) -> Policy:
        for name in names:
            if name in POLICIES:
                raise ValueError(f"{name} has a policy already")
            POLICIES[name] = function
        return function

    return declare


async def solve(episode: Playable, name: str) -> Verdict:
    """Resets the episode and plays it with the policy of a task's name."""
    player = Player(episode, await episode.reset())
    try:
        await POLICIES[name](player)
        await player.do(act.stop())
    except _Over:
        pass
    assert player.verdict is not None
    return player.verdict
