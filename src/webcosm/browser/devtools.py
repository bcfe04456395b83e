"""A DevTools address for outside agents: their calls reach the browser through us, and only those that stay within.

Clients connect as to any Chromium: ``/json/version`` tells the WebSocket, which speaks the Chrome DevTools Protocol.
Each client has sessions of its own on our connection to the browser, which itself listens on no port.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from webcosm.browser.cdp import CdpConnection, ForwardedSession
from webcosm.browser.connection import ignore_result
from webcosm.browser.devtools_rules import rule_on
from webcosm.browser.errors import ProtocolError

__all__ = ["DevTools"]

TOLD = ("type", "title", "url")
"""What the list of pages says of each."""
LOOPBACK = ("127.0.0.1", "localhost")
MALFORMED, REFUSAL = -32700, -32000
"""The codes that Chromium gives to what is no call, and to calls it does not make."""


class DevTools:
    """Listens for DevTools clients of one browser."""

    def __init__(self, connection: CdpConnection) -> None:
        self.connection = connection
        self.files: Mapping[str, Path] = {}
        """What clients may put into file fields: the files that come with the task, nothing else on this machine."""
        self._path = f"/devtools/browser/{secrets.token_urlsafe(16)}"
        self._server: Server | None = None
        self._address = ""

    @property
    def url(self) -> str:
        """Where clients connect, as in ``playwright.chromium.connect_over_cdp(url)``."""
        return f"http://{self._address}"

    async def start(self) -> None:
        self._server = await serve(
            self._serve,
            "127.0.0.1",
            0,
            process_request=self._process_request,
            max_size=None,
            compression=None,
            ping_interval=None,
        )
        self._address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def may_upload(self, file: Path) -> bool:
        return any(file.resolve() == own.resolve() for own in self.files.values())

    async def _process_request(self, socket: ServerConnection, request: Request) -> Response | None:
        """The addresses beside the WebSocket by which clients find it."""
        host = request.headers.get("Host", "").partition(":")[0]
        if host not in LOOPBACK:  # a page elsewhere whose name was made to mean this machine
            return socket.respond(HTTPStatus.FORBIDDEN, "This address is for programs on this machine.\n")
        path = request.path.partition("?")[0].rstrip("/")
        if path == self._path:
            return None
        if path == "/json/version":
            version = await self.connection.root.send("Browser.getVersion")
            return _json(
                {
                    "Browser": version["product"],
                    "Protocol-Version": version["protocolVersion"],
                    "User-Agent": version["userAgent"],
                    "V8-Version": version["jsVersion"],
                    "WebKit-Version": version["revision"],
                    "webSocketDebuggerUrl": f"ws://{self._address}{self._path}",
                }
            )
        if path in ("/json", "/json/list"):
            found = await self.connection.root.send("Target.getTargets")
            pages = [target for target in found["targetInfos"] if target["type"] == "page"]
            return _json(
                [{"id": one["targetId"], **{key: one[key] for key in ("type", "title", "url")}} for one in pages]
            )
        return socket.respond(HTTPStatus.NOT_FOUND, "There are /json/version, /json/list and the WebSocket.\n")

    async def _serve(self, socket: ServerConnection) -> None:
        try:
            await _Client(self, socket).serve()
        except ProtocolError:
            pass  # the browser is gone, and so is whom it belonged to


class _Client:
    """One WebSocket with its sessions."""

    def __init__(self, devtools: DevTools, socket: ServerConnection) -> None:
        self.connection = devtools.connection
        self._devtools = devtools
        self._socket = socket
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._numbers: dict[int, int] = {}
        """Our numbers of the client's calls, and its own."""
        self._root = ""
        """The client's session with the browser."""
        self._sessions: set[str] = set()
        """Those that it was attached to from there."""

    async def serve(self) -> None:
        answer = await self.connection.root.send("Target.attachToBrowserTarget")
        self._root = answer["sessionId"]
        session = ForwardedSession(self.connection, self._root, self.forward, self._sessions.add)
        self.connection.replace_session(session)
        sending = asyncio.ensure_future(self._send_queued())
        try:
            async for text in self._socket:
                self._receive(text)
        except ConnectionClosed:
            pass
        finally:
            sending.cancel()
            detaching = self.connection.root.send("Target.detachFromTarget", {"sessionId": self._root})
            detaching.add_done_callback(ignore_result)

    async def _send_queued(self) -> None:
        while True:
            await self._socket.send(json.dumps(await self._out.get()))

    def forward(self, message: dict[str, Any]) -> None:
        """What the browser says in one of the client's sessions."""
        if message.get("sessionId") == self._root:
            message = {key: value for key, value in message.items() if key != "sessionId"}
        if "id" in message:
            number = self._numbers.pop(message["id"], None)
            if number is None:
                return
            message = {**message, "id": number}
        self._out.put_nowait(message)

    def _receive(self, text: str | bytes) -> None:
        """What the client says."""
        try:
            message = json.loads(text)
            number, method = int(message["id"]), str(message["method"])
            parameters = dict(message.get("params") or {})
        except (ValueError, TypeError, KeyError):
            self._out.put_nowait(
                {"error": {"code": -32700, "message": "a call is an object with id, method and params"}}
            )
            return
        session = str(message.get("sessionId") or self._root)
        ruling = rule_on(method, parameters, self._devtools.may_upload)
        if session != self._root and session not in self._sessions:
            self._answer(message, error=f"there is no session {session}")
        elif ruling.verdict == "refuse":
            self._answer(message, error=ruling.why)
        elif ruling.verdict == "pretend":
            self._answer(message)
        else:
            ours = self.connection.next_number()
            self._numbers[ours] = number
            self.connection.write({"id": ours, "method": method, "params": parameters, "sessionId": session})

    def _answer(self, message: Mapping[str, Any], *, error: str = "") -> None:
        answer: dict[str, Any] = {"id": message["id"]}
        answer |= {"error": {"code": REFUSAL, "message": error}} if error else {"result": {}}
        if message.get("sessionId"):
            answer["sessionId"] = message["sessionId"]
        self._out.put_nowait(answer)


def _json(content: Any) -> Response:
    body = json.dumps(content, indent=1).encode()
    headers = Headers({"Content-Type": "application/json; charset=UTF-8", "Content-Length": str(len(body))})
    return Response(HTTPStatus.OK, "OK", headers, body)
