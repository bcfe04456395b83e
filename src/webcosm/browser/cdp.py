"""The Chrome DevTools Protocol (CDP) over a pair of pipes: one connection to the browser, one session per target.

A message is one JSON text that ends with a zero byte. Nobody else on the machine can use the pipes, they need no port,
and whichever end dies, the other notices at once.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Callable
from typing import Any

from webcosm.browser.errors import ProtocolError

__all__ = ["CLOSED", "CdpConnection", "CdpSession", "ForwardedSession"]

log = logging.getLogger("webcosm.browser")
Listener = Callable[[Any], object]
CLOSED = "the page or the browser has been closed"


class CdpSession:
    """One target of the browser (a page, a frame), or the browser itself."""

    def __init__(self, connection: CdpConnection, id: str) -> None:
        self.id = id
        self.closed = False
        self.connection = connection
        self._listeners: dict[str, list[Listener]] = {}
        self._waiting: dict[int, tuple[str, asyncio.Future[dict[str, Any]]]] = {}

    def send(self, method: str, parameters: dict[str, Any] | None = None) -> asyncio.Future[dict[str, Any]]:
        """Makes a call, at once; calls reach the browser in this order. Its answer, or :class:`ProtocolError`, is to be
        awaited."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        if self.closed:
            answer.set_exception(ProtocolError(f"{method}: {CLOSED}"))
            return answer
        number = self.connection.next_number()
        self._waiting[number] = (method, answer)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters or {}}
        if self.id:
            message["sessionId"] = self.id
        self.connection.write(message)
        return answer

    def on(self, event: str, listener: Listener) -> None:
        self._listeners.setdefault(event, []).append(listener)

    def remove_listener(self, event: str, listener: Listener) -> None:
        """Safe to call twice."""
        self._listeners[event] = [one for one in self._listeners.get(event, ()) if one != listener]

    async def attach(self, target: str) -> CdpSession:
        """A session with another target of the browser."""
        answer = await self.connection.root.send("Target.attachToTarget", {"targetId": target, "flatten": True})
        return self.connection.session(answer["sessionId"])

    async def detach(self) -> None:
        if not self.closed:
            self.close()
            try:
                await self.connection.root.send("Target.detachFromTarget", {"sessionId": self.id})
            except ProtocolError:
                pass  # it went by itself

    def child(self, id: str) -> CdpSession:
        """The session of a target that was attached to in this one."""
        return CdpSession(self.connection, id)

    # For the connection ---------------------------------------------------------------------------------------------

    def receive(self, message: dict[str, Any]) -> None:
        if "id" not in message:
            self._emit(message["method"], message["params"])
        elif waiting := self._waiting.pop(message["id"], None):
            method, answer = waiting
            if answer.done():
                return  # nobody waits for it any more
            if error := message.get("error"):
                what = f"{error['message']} {error.get('data', '')}".rstrip()
                answer.set_exception(ProtocolError(f"{method} failed: {what}"))
            else:
                answer.set_result(message["result"])

    def _emit(self, event: str, facts: dict[str, Any]) -> None:
        for listener in tuple(self._listeners.get(event, ())):
            try:
                listener(facts)
            except Exception:  # one that fails must not keep the event from the others
                log.exception("a listener to %s failed", event)

    def close(self) -> None:
        """Ends the session: every call that waits fails, and listeners to "closed" are called."""
        if self.closed:
            return
        self.closed = True
        for method, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ProtocolError(f"{method}: {CLOSED}"))
        self._waiting.clear()
        self._emit("closed", {})


class ForwardedSession(CdpSession):
    """A session that somebody else holds: all that is said in it, and in those attached to from it, is passed on."""

    def __init__(
        self,
        connection: CdpConnection,
        id: str,
        forward: Callable[[dict[str, Any]], None],
        on_child: Callable[[str], object] = lambda _: None,
    ) -> None:
        super().__init__(connection, id)
        self._forward = forward
        self._on_child = on_child

    def child(self, id: str) -> CdpSession:
        self._on_child(id)
        return ForwardedSession(self.connection, id, self._forward, self._on_child)

    def receive(self, message: dict[str, Any]) -> None:
        if message.get("id") in self._waiting:
            super().receive(message)  # a call of ours
        else:
            self._forward(message)


class _PipeReader(asyncio.Protocol):
    """Cuts what comes through the pipe into messages."""

    def __init__(self) -> None:
        self.receive: Callable[[dict[str, Any]], None] | None = None
        self.ended = asyncio.get_running_loop().create_future()
        self._begun: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        *whole, rest = data.split(b"\0")
        for piece in whole:
            text = b"".join((*self._begun, piece)) if self._begun else piece
            self._begun.clear()
            if self.receive is not None:
                self.receive(json.loads(text.decode()))
        if rest:
            self._begun.append(rest)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(None)


class CdpConnection:
    """The connection to one browser, with a session for each target that was attached to."""

    def __init__(self, reader: _PipeReader, reading: asyncio.ReadTransport, writing: asyncio.WriteTransport) -> None:
        self.root = CdpSession(self, "")
        self._reader = reader
        self._reading = reading
        self._writing = writing
        self._number = 0
        self._sessions = {"": self.root}
        reader.receive = self._dispatch
        reader.ended.add_done_callback(lambda _: self._end())

    @classmethod
    async def open(cls, reading: int, writing: int) -> CdpConnection:
        """Over two ends of pipes, which it closes in the end."""
        loop = asyncio.get_running_loop()
        to_read, reader = await loop.connect_read_pipe(_PipeReader, os.fdopen(reading, "rb", 0))
        to_write, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(writing, "wb", 0))
        return cls(reader, to_read, to_write)

    def session(self, id: str) -> CdpSession:
        """One that was attached; "Target.attachedToTarget" tells of it."""
        return self._sessions[id]

    def replace_session(self, session: CdpSession) -> None:
        """From now on this one receives the messages for its id."""
        self._sessions[session.id] = session

    async def close(self) -> None:
        """A browser whose pipes are closed ends itself."""
        self._writing.close()
        self._reading.close()
        await self._reader.ended

    def next_number(self) -> int:
        self._number += 1
        return self._number

    def write(self, message: dict[str, Any]) -> None:
        if not self._writing.is_closing():
            self._writing.write(json.dumps(message).encode() + b"\0")

    def _end(self) -> None:
        self._writing.close()
        for session in list(self._sessions.values()):
            session.close()

    def _dispatch(self, message: dict[str, Any]) -> None:
        session = self._sessions.get(message.get("sessionId", ""))
        if session is None:
            return  # a last word of one that is gone
        match message.get("method"):
            case "Target.attachedToTarget":
                id = message["params"]["sessionId"]
                self._sessions[id] = session.child(id)
            case "Target.detachedFromTarget":
                if gone := self._sessions.pop(message["params"]["sessionId"], None):
                    gone.close()
        session.receive(message)
