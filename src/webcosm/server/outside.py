"""Sites that somebody else hosts: requests to exactly the hosts and ports that were given are passed on, no others."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

__all__ = ["UNREACHABLE", "Outside", "OutsideError", "OutsideReply", "read_address"]

Headers = Sequence[tuple[str, str]]

TIMEOUT = 60.0
"""Real seconds that an outside site may take for the next piece of an answer."""
BODY_LIMIT = 100_000_000
UNREACHABLE = "x-webcosm-unreachable"
"""Header of the page that is shown in place of a site which did not answer: then nobody can be scored."""
HOP_BY_HOP = frozenset(
    {
        "connection",
        "expect",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that speak of one connection only, so they end here."""


class OutsideError(Exception):
    """An outside site could not be asked."""


@dataclass(frozen=True)
class OutsideReply:
    status: int
    headers: Headers
    body: bytes


def read_address(url: str) -> tuple[str, int]:
    """Host and port of an ``http://`` address; anything else is a ValueError that says what is accepted."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise ValueError(f"{url!r} is no address: {error}") from None
    if parts.scheme != "http" or not host or ":" in host or parts.username is not None:
        raise ValueError(f"{url!r}: accepted are addresses like http://127.0.0.1:7770 (plain http, a name or IPv4)")
    return host, port or 80


class Outside:
    """The outside addresses that can be reached, and how to ask them."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        self.places = frozenset(read_address(address) for address in addresses)

    def has(self, host: str, port: str) -> bool:
        """Whether this host and port, as a request's Host header has them, were given."""
        return (not port or port.isdecimal()) and (host, int(port or 80)) in self.places

    def reaches(self, url: str) -> bool:
        try:
            return read_address(url) in self.places
        except ValueError:
            return False

    def fetch(self, url: str, method: str = "GET", headers: Headers = (), body: bytes | None = None) -> OutsideReply:
        """Asks an outside site directly, without a browser. Redirects are not followed."""
        if not self.reaches(url):
            raise OutsideError(f"{url} is at none of the addresses given with --address")
        parts = urlsplit(url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return _exchange(*read_address(url), method, target, [("Host", parts.netloc), *headers], body)

    def relay(self, host: str, port: str, threads: ThreadPoolExecutor) -> _Relay:
        return _Relay(host, int(port or 80), threads)


@dataclass(frozen=True)
class _Relay:
    """Passes one request on and its answer back."""

    host: str
    port: int
    threads: ThreadPoolExecutor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._answer(scope, receive)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> Response:
        body = await _read(receive)
        if body is None:
            return HTMLResponse(f"A request may carry at most {BODY_LIMIT:,} bytes.", 413)
        query = scope["query_string"].decode("latin-1")
        target = scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        try:
            reply = await asyncio.get_running_loop().run_in_executor(
                self.threads, _exchange, self.host, self.port, scope["method"], target, headers, body
            )
        except OutsideError as error:
            page = f"<!doctype html><title>502</title><h1>Not reachable</h1><p>{escape(str(error))}</p>"
            return HTMLResponse(page, 502, {UNREACHABLE: "1"})
        response = Response(reply.body, reply.status)
        response.raw_headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers]
        return response


async def _read(receive: Receive) -> bytes | None:
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > BODY_LIMIT:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _exchange(host: str, port: int, method: str, target: str, headers: Headers, body: bytes | None) -> OutsideReply:
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    try:
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in _passed_on(headers):
            if name.lower() != "content-length":
                connection.putheader(name, value.encode("latin-1"))
        if body or method in ("POST", "PUT", "PATCH"):
            connection.putheader("Content-Length", str(len(body or b"")))
        connection.putheader("Connection", "close")
        connection.endheaders(body or None)
        answer = connection.getresponse()
        content = answer.read()
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise OutsideError(f"{host}:{port} did not answer: {reason}") from error
    finally:
        connection.close()
    kept = [(name, " ".join(value.split("\r\n"))) for name, value in _passed_on(answer.getheaders())]
    if method != "HEAD":  # what was sent in chunks is whole now; the length of an answer to HEAD speaks of another
        kept = [(name, value) for name, value in kept if name.lower() != "content-length"]
        if answer.status not in (204, 304):
            kept.append(("Content-Length", str(len(content))))
    return OutsideReply(answer.status, kept, content)


def _passed_on(headers: Headers) -> list[tuple[str, str]]:
    """Without those that end here, and those that the sender's Connection header names as such."""
    named = [value for name, value in headers if name.lower() == "connection"]
    ends_here = HOP_BY_HOP | {one.strip().lower() for value in named for one in value.split(",")}
    return [(name, value) for name, value in headers if name.lower() not in ends_here]
