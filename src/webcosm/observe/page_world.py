"""An isolated world in one frame: where the walker lives, unseen by the page's own scripts."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from importlib import resources
from typing import Any

from webcosm.browser.cdp import CLOSED, CdpSession
from webcosm.browser.connection import ignore_result
from webcosm.browser.errors import ProtocolError
from webcosm.observe.ids import DocumentIds

__all__ = ["FrameGone", "FrameWorld", "WalkError"]

WORLD_NAME = "webcosm"
SCRIPTS = (
    "walk_dom.js",
    "walk_styles.js",
    "walk_roles.js",
    "walk_names.js",
    "walk_layout.js",
    "walk_tables.js",
    "walk_states.js",
    "walk_looks.js",
    "walk.js",
    "walk_frames.js",
    "walk_pack.js",
    "walk_reach.js",
)
CLICK_EVENTS = frozenset({"click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart"})
ATTEMPTS = 3
"""How often a call is begun anew when the document goes away under it."""
MOST_LISTENERS = 2000
"""Listening nodes that are told to the walker, in document order; each costs about 0.5 ms, once."""

_FRAME_GONE = ("No frame", "Frame with the given", "Target crashed", CLOSED)


class WalkError(RuntimeError):
    """The walker itself failed inside the page."""


class FrameGone(RuntimeError):
    """The frame was removed, or moved to another process, while we looked at it."""


_BLOCK_COMMENT = re.compile(r"^\s*/\*\*.*?\*/\s*$", re.MULTILINE | re.DOTALL)


def _source() -> str:
    folder = resources.files(__package__)
    parts = [folder.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]
    source = '(() => {\n"use strict";\n' + "\n".join(parts) + "\n})()"
    # It is sent to every document: without comments and indentation it is a sixth shorter, and in plain letters it
    # takes half the memory in the page.
    lines = (line.strip() for line in _BLOCK_COMMENT.sub("", source).splitlines())
    return (
        "\n".join(line for line in lines if line and not line.startswith("//"))
        .encode("ascii", "backslashreplace")
        .decode()
    )


_SOURCE = _source()


class FrameWorld:
    """The walker in one frame. Makes itself anew whenever the frame shows another document."""

    def __init__(
        self, session: CdpSession, frame_id: str, new_ids: Callable[[], DocumentIds], *, is_root: bool = False
    ) -> None:
        self.session = session
        self.frame_id = frame_id
        self._new_ids = new_ids
        self.ids = new_ids()
        """Those of the document that the frame shows."""
        self._is_root = is_root
        """Whether the session is with this very frame, not with one around it."""
        self.generation = 0
        """Grows with every document, so that owners can tell that ids began anew."""
        self._context: int | None = None
        self._document: str | None = None
        self._heard: set[int] = set()

    async def run(self, expression: str) -> Any:
        """The value of an expression in which ``walker`` is the one in the page."""
        return (await self._evaluate(expression, by_value=True)).get("value")

    async def handle(self, expression: str) -> str | None:
        """A remote object id for what the expression gives, ``None`` for null and undefined. Release it after use."""
        object_id: str | None = (await self._evaluate(expression, by_value=False)).get("objectId")
        return object_id

    async def release(self, object_id: str) -> None:
        try:
            await self.session.send("Runtime.releaseObject", {"objectId": object_id})
        except ProtocolError:
            pass  # gone with its document

    async def _evaluate(self, expression: str, by_value: bool) -> dict[str, Any]:
        for attempt in range(ATTEMPTS):
            context = await self._ready()
            try:
                parameters = {"contextId": context, "expression": expression, "returnByValue": by_value}
                return _result(await self.session.send("Runtime.evaluate", parameters))
            except ProtocolError as error:
                if not error.document_gone or attempt == ATTEMPTS - 1:
                    raise _translated(error) from error
                self._context = None
        raise AssertionError("unreachable")

    async def _ready(self) -> int:
        if self._context is not None:
            return self._context
        try:
            made = await self.session.send(
                "Page.createIsolatedWorld", {"frameId": self.frame_id, "worldName": WORLD_NAME}
            )
            context: int = made["executionContextId"]
            _result(
                await self.session.send(
                    "Runtime.evaluate", {"contextId": context, "expression": _SOURCE, "returnByValue": True}
                )
            )
        except ProtocolError as error:
            raise _translated(error) from error
        if self.generation:
            self.ids = self._new_ids()
        self._context = context
        self._document = None
        self._heard = set()
        self.generation += 1
        return context

    async def prepare(self) -> None:
        """Makes the world, and finds the document in it."""
        try:
            context = await self._ready()
            self._document = await self._page_document(context)
        except ProtocolError as error:
            raise _translated(error) from error

    async def listen(self) -> None:
        """Tells the walker which elements have listeners for clicks; only DevTools knows those of the page's world."""
        for attempt in range(ATTEMPTS):
            try:
                await self._listen()
                return
            except ProtocolError as error:
                if not error.document_gone or attempt == ATTEMPTS - 1:
                    raise _translated(error) from error
                self._context = None

    async def _listen(self) -> None:
        context = await self._ready()
        if self._document is None:
            self._document = await self._page_document(context)
        found = await self.session.send(
            "DOMDebugger.getEventListeners", {"objectId": self._document, "depth": -1, "pierce": True}
        )
        clicks = [listener for listener in found["listeners"] if listener["type"] in CLICK_EVENTS]
        nodes = [listener["backendNodeId"] for listener in clicks if "backendNodeId" in listener]
        now = dict.fromkeys(list(dict.fromkeys(nodes))[:MOST_LISTENERS])
        new = [node for node in now if node not in self._heard]
        lost = sorted(node for node in self._heard if node not in now)
        if new:
            await self._tell("listen", new, context)
            self._heard.update(new)
        if lost:
            await self._tell("deafen", lost, context)
            self._heard.difference_update(lost)

    async def _page_document(self, context: int) -> str:
        """The document as an object of the page's own world: listeners are told only of the world they are in."""
        if self._is_root:
            root = await self.session.send("Runtime.evaluate", {"expression": "document"})
            return str(root["result"]["objectId"])
        ours = await self.session.send("Runtime.evaluate", {"contextId": context, "expression": "document"})
        node = await self.session.send("DOM.describeNode", {"objectId": ours["result"]["objectId"]})
        theirs = await self.session.send("DOM.resolveNode", {"backendNodeId": node["node"]["backendNodeId"]})
        object_id: str = theirs["object"]["objectId"]
        return object_id

    async def _tell(self, verb: str, nodes: list[int], context: int) -> None:
        group = "webcosm-listeners"
        answers = await asyncio.gather(
            *(
                self.session.send(
                    "DOM.resolveNode", {"backendNodeId": node, "executionContextId": context, "objectGroup": group}
                )
                for node in nodes
            ),
            return_exceptions=True,
        )
        objects = [
            {"objectId": answer["object"]["objectId"]}
            for answer in answers
            if isinstance(answer, dict) and "objectId" in answer["object"]
        ]
        await self.session.send(
            "Runtime.callFunctionOn",
            {
                "executionContextId": context,
                "functionDeclaration": f"function(...nodes) {{ walker.{verb}(...nodes); }}",
                "arguments": objects,
            },
        )
        # Nobody has to wait for that.
        asyncio.ensure_future(
            self.session.send("Runtime.releaseObjectGroup", {"objectGroup": group})
        ).add_done_callback(ignore_result)


def _result(answer: dict[str, Any]) -> dict[str, Any]:
    thrown = answer.get("exceptionDetails")
    if thrown:
        raise WalkError(thrown.get("exception", {}).get("description") or json.dumps(thrown))
    result: dict[str, Any] = answer["result"]
    return result


def _translated(error: ProtocolError) -> Exception:
    return (
        FrameGone(error.message)
        if error.document_gone or any(words in error.message for words in _FRAME_GONE)
        else error
    )
