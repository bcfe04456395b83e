"""Speaks HTTP to the server: as a browser behind the shared proxy or a world's own, as a person, or in raw bytes."""

from __future__ import annotations

import base64
import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from webcosm.server.app import Credential

__all__ = ["Browser", "Reply", "basic", "eventually", "proxy_port", "raw", "send", "shared_port", "statuses"]

LIMIT = 60.0
"""Seconds after which a test fails rather than waits."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    """By lower-case name; several of one name are joined by line breaks."""
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.data)


def send(
    port: int,
    target: str,
    *,
    host: str,
    method: str = "GET",
    body: Any = None,
    headers: Mapping[str, str] | None = None,
) -> Reply:
    """One request on a connection of its own. ``target`` is a path, or a whole address as proxies get it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    try:
        connection.request(method, target, body, {"Host": host, **(headers or {})})
        answer = connection.getresponse()
        found: dict[str, str] = {}
        for name, value in answer.getheaders():
            found[name.lower()] = f"{found[name.lower()]}\n{value}" if name.lower() in found else value
        return Reply(answer.status, found, answer.read())
    finally:
        connection.close()


def raw(port: int, data: bytes, *, hang_up: bool = False) -> bytes:
    """All bytes that come back until the server closes, which it does when asked to, or when we hang up."""
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as connection:
        received = bytearray()
        try:
            connection.sendall(data)
            if hang_up:
                connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65_536):
                received += piece
        except (ConnectionResetError, BrokenPipeError):  # it closed while we were still sending
            pass
        return bytes(received)


def statuses(received: bytes) -> list[int]:
    """Of all answers in what came back on a connection."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


def eventually(condition: Callable[[], bool]) -> None:
    """Waits until something holds that another thread brings about."""
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, "it did not come about in time"
        threading.Event().wait(0.001)


def proxy_port(credential: Credential) -> int:
    return int(credential.proxy.rpartition(":")[2])


def shared_port(credential: Credential) -> int:
    return int(credential.server.rpartition(":")[2])


def basic(username: str, password: str) -> dict[str, str]:
    code = base64.b64encode(f"{username}:{password}".encode()).decode()
    return {"Proxy-Authorization": f"Basic {code}"}


@dataclass
class Browser:
    """A browser with cookies: behind the shared proxy, at a world's own proxy, or a person's own."""

    port: int
    proxy: Mapping[str, str] = field(default_factory=dict)
    """The header that names the world, for the shared proxy."""
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    last: Reply | None = None

    @classmethod
    def behind_proxy(cls, credential: Credential) -> Browser:
        return cls(shared_port(credential), basic(credential.username, credential.password))

    @classmethod
    def at_own_proxy(cls, credential: Credential) -> Browser:
        return cls(proxy_port(credential))

    def get(self, url: str, **headers: str) -> Reply:
        return self._send("GET", url, None, headers)

    def post(self, url: str, form: Mapping[str, str] | None = None, **headers: str) -> Reply:
        """Sends a form with the token of the last page shown."""
        fields = dict(form or {})
        if "csrf" not in fields and self.last and (token := re.search(r'name="csrf" value="(\w+)"', self.last.text)):
            fields["csrf"] = token[1]
        headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        return self._send("POST", url, urlencode(fields), headers)

    def _send(self, method: str, url: str, body: Any, headers: Mapping[str, str]) -> Reply:
        parts = urlsplit(url)
        jar = self.cookies.setdefault(parts.netloc, {})
        sent = {**self.proxy, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if jar:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
        local = (parts.hostname or "").endswith("localhost")
        target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}" if local else url
        self.last = send(self.port, target, host=parts.netloc, method=method, body=body, headers=sent)
        for line in self.last.headers.get("set-cookie", "").splitlines():
            name, _, value = line.partition(";")[0].partition("=")
            jar[name] = value
        return self.last
