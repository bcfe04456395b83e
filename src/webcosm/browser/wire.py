"""Our own line to the browser: DevTools messages over one WebSocket.

Playwright opens windows and addresses and presses keys, but its every call passes through another process. What a step
asks many times goes this way instead, in a third of the time. The two lines are not in step with each other: what we
know from one (an address, a dialog, a new tab) is not to be looked up in the other.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from playwright.async_api import Error as PlaywrightError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

__all__ = ["Session", "Wire"]

log = logging.getLogger("webcosm.browser")
Listener = Callable[[Any], object]
CLOSED = "Target page, context or browser has been closed"


class Session:
    """One target of the browser (a page, a frame), or the browser itself."""

    def __init__(self, wire: Wire, id: str) -> None:
        self.id = id
        self.closed = False
        self._wire = wire
        self._listeners: dict[str, list[Listener]] = {}
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """A call and its answer. Fails with Playwright's own error, as calls that go through Playwright do."""
        if self.closed:
            raise PlaywrightError(f"{method}: {CLOSED}")
        number = self._wire.next_number()
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        message = {"id": number, "method": method, "params": parameters or {}}
        try:
            await self._wire.write(message | {"sessionId": self.id} if self.id else message)
            reply = await answer
        finally:
            self._waiting.pop(number, None)
        if error := reply.get("error"):
            raise PlaywrightError(f"Protocol error ({method}): {error['message']} {error.get('data', '')}".rstrip())
        result: dict[str, Any] = reply["result"]
        return result

    def on(self, event: str, listener: Listener) -> None:
        self._listeners.setdefault(event, []).append(listener)

    def remove_listener(self, event: str, listener: Listener) -> None:
        """Safe to call twice."""
        self._listeners[event] = [one for one in self._listeners.get(event, ()) if one != listener]

    async def detach(self) -> None:
        if not self.closed:
            self.close()
            try:
                await self._wire.root.send("Target.detachFromTarget", {"sessionId": self.id})
            except PlaywrightError:
                pass  # it went by itself

    # For the wire ---------------------------------------------------------------------------------------------------

    def hear(self, message: dict[str, Any]) -> None:
        if "id" in message:
            answer = self._waiting.get(message["id"])
            if answer is not None and not answer.done():
                answer.set_result(message)
            return
        self._tell(message["method"], message["params"])

    def _tell(self, event: str, facts: dict[str, Any]) -> None:
        for listener in tuple(self._listeners.get(event, ())):
            try:
                listener(facts)
            except Exception:  # one that fails must not silence the line for all others
                log.exception("a listener to %s failed", event)

    def close(self) -> None:
        """Nothing more will be heard: every call that waits fails, and "closed" is told."""
        if self.closed:
            return
        self.closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result({"error": {"message": CLOSED}})
        self._tell("closed", {})


class Wire:
    """The connection, with a session for each target that was attached to."""

    def __init__(self, socket: ClientConnection) -> None:
        self.root = Session(self, "")
        self._socket = socket
        self._number = 0
        self._sessions = {"": self.root}
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def connect(cls, url: str) -> Wire:
        """Connects to a browser's DevTools address (``ws://…``)."""
        try:
            # No pings: whether a browser has hung is decided by those who wait for an answer.
            socket = await connect(url, max_size=None, compression=None, ping_interval=None, proxy=None)
        except (OSError, WebSocketException) as error:
            raise PlaywrightError(f"the browser's DevTools at {url} do not answer: {error}") from error
        return cls(socket)

    async def attach(self, target: str) -> Session:
        """A session with a target of the browser."""
        answer = await self.root.send("Target.attachToTarget", {"targetId": target, "flatten": True})
        return self._sessions[answer["sessionId"]]

    async def close(self) -> None:
        await self._socket.close()
        await self._reading

    def next_number(self) -> int:
        self._number += 1
        return self._number

    async def write(self, message: dict[str, Any]) -> None:
        try:
            await self._socket.send(json.dumps(message))
        except WebSocketException as error:
            raise PlaywrightError(f"{message['method']}: {CLOSED}") from error

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                self._hear(json.loads(text))
        except WebSocketException:
            pass  # the browser died; its sessions say so
        finally:
            for session in list(self._sessions.values()):
                session.close()

    def _hear(self, message: dict[str, Any]) -> None:
        session = self._sessions.get(message.get("sessionId", ""))
        if session is None:
            return  # a last word of one that is gone
        match message.get("method"):
            case "Target.attachedToTarget":
                id = message["params"]["sessionId"]
                self._sessions[id] = Session(self, id)
            case "Target.detachedFromTarget":
                if gone := self._sessions.pop(message["params"]["sessionId"], None):
                    gone.close()
        session.hear(message)
