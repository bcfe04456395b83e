"""A stage for the tests of the hands: a page of our own in a window, written to by actions in words."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.act.pages import other, stage
from webcosm.act import ActionSet, parse
from webcosm.act.actions import GROUPS
from webcosm.act.errors import ActionFailed
from webcosm.act.perform import Hands
from webcosm.browser import Patience, Settled, Viewport, Window
from webcosm.env import Runtime
from webcosm.observe.records import Element, PageView

EVERYTHING = ActionSet(groups=tuple(GROUPS), multiple=True)


@dataclass
class Stage:
    """Actions name their elements as in ``click('{Save}')``: the braces become the id of the element of that name."""

    window: Window
    hands: Hands

    async def open(self, page: str) -> None:
        await self.window.goto(f"http://stage.test/{page}")
        await self.settle()

    async def settle(self) -> Settled:
        return await self.window.settle(Patience())

    async def look(self) -> PageView:
        return await self.hands.reader().look()

    async def element(self, name: str) -> Element:
        """The element of an accessible name; a control before the text in it, ``frame:name`` for one in a frame."""
        frame, _, plain = name.rpartition(":")
        view = await self.look()
        inside = view.elements
        if frame:
            root = next(one for one in view if one.role.startswith("Iframe") and one.name == frame)
            inside = tuple(one for one in view if one.frame.startswith(root.id))
        found = [one for one in inside if one.id and one.role != "StaticText" and one.name.strip() == plain]
        found = [one for one in found if one.role != "LabelText"] or found
        if not found:
            raise LookupError(f"nothing on the page is named {name!r}: {[(e.role, e.name) for e in inside]}")
        return found[0]

    async def act(self, text: str) -> None:
        """Does what the text says, and lets the page come to rest."""
        names = re.findall(r"\{(\w.*?)\}", text)
        ids = {name: (await self.element(name)).id for name in names}
        await self.do(re.sub(r"\{(\w.*?)\}", lambda match: ids[match[1]], text))

    async def do(self, text: str) -> None:
        parsed = parse(text, EVERYTHING)
        assert parsed.error is None, parsed.error
        for action in parsed.actions:
            await self.hands.perform(action)
            await self.settle()

    async def refused(self, text: str) -> str:
        """Why the action cannot be done; ids in the reason stand as names again."""
        ids = {(await self.element(name)).id: name for name in re.findall(r"\{(\w.*?)\}", text)}
        with pytest.raises(ActionFailed) as caught:
            await self.act(text)
        reason = str(caught.value)
        for id, name in ids.items():
            reason = reason.replace(repr(id), f"{{{name}}}")
        return reason

    @property
    def elapsed(self) -> int:
        """How much page time has passed, in milliseconds."""
        return self.window.clock.elapsed_ms

    async def js(self, expression: str) -> Any:
        return await self.window.tab.run_script(expression)

    async def seen(self, *types: str) -> list[dict[str, Any]]:
        """What the page wrote down, of some kinds of events."""
        entries: list[dict[str, Any]] = await self.js("seen")
        return [entry for entry in entries if not types or entry["type"] in types]

    async def value(self, element: str) -> Any:
        return await self.js(f"document.getElementById({element!r}).value")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def runtime() -> AsyncIterator[Runtime]:
    async with Runtime([stage, other]) as runtime:
        yield runtime


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What comes with the task."""
    folder = tmp_path_factory.mktemp("files")
    for number, name in enumerate(("receipt.txt", "photo.txt"), 1):
        (folder / name).write_text(f"contents {number}")
    return {name: folder / name for name in ("receipt.txt", "photo.txt")}


@asynccontextmanager
async def opened(runtime: Runtime, files: dict[str, Path]) -> AsyncIterator[Stage]:
    with runtime.universe().open() as world:
        credential = runtime.server.admit(world)
        browser, window = await runtime.browsers.open(credential.proxy, Viewport(), world.clock.now(), lambda _: None)
        yield Stage(window, Hands(window, files))
        await runtime.browsers.release(browser, window)
        runtime.server.dismiss(credential)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def at(runtime: Runtime, files: dict[str, Path]) -> AsyncIterator[Stage]:
    """One window for all tests that leave nothing behind but a page."""
    async with opened(runtime, files) as stage:
        yield stage


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(runtime: Runtime, files: dict[str, Path]) -> AsyncIterator[Stage]:
    """A window without a past."""
    async with opened(runtime, files) as stage:
        yield stage
