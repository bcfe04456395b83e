"""Thousands of odd requests, well-formed ones and raw bytes: none is our mistake, and the server lives on."""

from __future__ import annotations

import logging
import random
import socket
from collections.abc import Iterator

import pytest

from tests.server.talking import LIMIT, Browser, proxy_port, raw, send, statuses
from webcosm.server.app import Credential
from webcosm.worlds import World

METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")
PATHS = (
    *("/", "/add", "/notes/1", "/notes/{n}", "/everything", "/words/{t}", "/files/{t}/{t}", "/ratio/{n}", "/mine"),
    *(
        "/keepers",
        "/api/notes/{n}",
        "/api/session",
        "/login",
        "/logout",
        "/escape",
        "/config",
        "/submit",
        "/banner/dismiss",
        "/static/{t}",
        "/{t}",
    ),
    *("/static/kit/x/kit.css", "/static/kit/x/{t}", "/static/board/{t}/{t}", "/flash", "/finish", "*"),
)
NAMES = (
    "q",
    "page",
    "sort",
    "text",
    "csrf",
    "next",
    "username",
    "password",
    "format",
    "latency",
    "message",
    "size",
    "",
)
TEXTS = (
    *(
        "",
        "x",
        "1",
        "-1",
        "%00",
        "%ff",
        "%",
        "%zz",
        "..",
        "%2e%2e",
        "%2f",
        "a b".replace(" ", "+"),
        "%0d%0a",
        "%F0%9F%90%8C",
    ),
    *("'", '"', "%22%27--", "<b>", "{{7*7}}", "*", "NEAR(", "AND", "9" * 30, "1e9", "nan", "json", "\\", "%ed%a0%80"),
)
KINDS = (
    *("application/x-www-form-urlencoded", "application/json", "text/plain", "multipart/form-data; boundary=b", ""),
    *(
        "multipart/form-data",
        "multipart/form-data; boundary=b; charset=utf-7",
        "application/x-www-form-urlencoded; x=\xff",
    ),
)
HEADERS = (
    *("Cookie: session={t}", "Cookie: {t}={t}; ;={t}", "Accept: application/json", "Accept: {t}", "Referer: {t}"),
    *("X-Forwarded-Host: evil.test", "Range: bytes=0-{n}", "If-None-Match: {t}", "Upgrade: websocket", "Expect: {t}"),
    *("Proxy-Authorization: Basic {t}", "Content-Encoding: gzip", "Host: {t}", "Transfer-Encoding: {t}"),
)


class Odd:
    """Makes odd requests, the same ones in every run."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def text(self) -> str:
        return "".join(self.chance.choices(TEXTS, k=self.chance.choice((1, 1, 1, 2, 5))))

    def filled(self, pattern: str) -> str:
        while "{t}" in pattern:
            pattern = pattern.replace("{t}", self.text().replace("{", "["), 1)
        return pattern.replace("{n}", str(self.chance.choice((0, 7, 2**31, 2**63, 10**40))))

    def pairs(self) -> str:
        count = self.chance.choice((0, 1, 2, 4))
        return "&".join(f"{self.chance.choice(NAMES)}={self.text()}" for _ in range(count))

    def body(self, kind: str) -> bytes:
        if "multipart" in kind and self.chance.random() < 0.7:
            parts = "".join(
                f'--b\r\nContent-Disposition: form-data; name="{self.text()}"\r\n\r\n{self.text()}\r\n'
                for _ in range(self.chance.randrange(4))
            )
            return f"{parts}--b--\r\n".encode()
        return self.pairs().encode() if self.chance.random() < 0.7 else self.chance.randbytes(60)

    def request(self) -> bytes:
        method = self.chance.choice(METHODS)
        target = self.filled(self.chance.choice(PATHS)) + (f"?{self.pairs()}" if self.chance.random() < 0.5 else "")
        lines = [f"{method} {target} HTTP/1.1", "Host: board.test", "Connection: close"]
        lines += [self.filled(pattern) for pattern in self.chance.sample(HEADERS, self.chance.choice((0, 1, 2)))]
        body = b""
        if method not in ("GET", "HEAD"):
            kind = self.chance.choice(KINDS)
            body = self.body(kind)
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body

    def spoilt(self) -> bytes:
        """A request with some of its bytes changed, cut out or doubled, or mere noise."""
        if self.chance.random() < 0.1:
            return self.chance.randbytes(self.chance.randrange(1, 300))
        data = bytearray(self.request())
        for _ in range(self.chance.randrange(1, 6)):
            position = self.chance.randrange(len(data))
            match self.chance.randrange(4):
                case 0:
                    data[position] = self.chance.randrange(256)
                case 1:
                    del data[position : position + self.chance.randrange(1, 20)]
                case 2:
                    data[position:position] = self.chance.randbytes(self.chance.randrange(1, 5))
                case _:
                    data[position:position] = data[position : position + 30]
            if not data:
                return b"\0"
        return bytes(data)


@pytest.fixture
def mistakes() -> Iterator[list[str]]:
    """What the sites and the server logged as our own mistakes."""
    found: list[str] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(f"{record.getMessage()}\n{logging.Formatter().format(record)}")

    keeper = Keeper(logging.ERROR)
    loggers = [logging.getLogger(name) for name in ("webcosm.sites", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(keeper)
    yield found
    for logger in loggers:
        logger.removeHandler(keeper)


def assert_alive(agent: Browser) -> None:
    page = agent.get("http://board.test/notes/7")
    assert (page.status, "<h1>note 7</h1>" in page.text) == (200, True)


def test_two_thousand_odd_requests(agent: Browser, credential: Credential, world: World, mistakes: list[str]) -> None:
    odd = Odd(1)
    seen: dict[int, int] = {}
    for number in range(2_000):
        request = odd.request()
        world.state.switches.clear()  # a request may have set a latency or an error rate
        for status in statuses(raw(proxy_port(credential), request)):
            assert status < 500, request
            seen[status] = seen.get(status, 0) + 1
        assert not mistakes, (request, mistakes)
        if number % 200 == 0:
            assert_alive(agent)
    assert_alive(agent)
    assert {200, 303, 400, 403, 404, 405} <= seen.keys(), "the generator reaches all kinds of answers"
    assert world.changes() == [], "none of them had the token of a form"


def test_a_thousand_spoilt_requests(agent: Browser, credential: Credential, world: World, mistakes: list[str]) -> None:
    odd = Odd(2)
    for number in range(1_000):
        request = odd.spoilt()
        world.state.switches.clear()
        assert 500 not in statuses(raw(proxy_port(credential), request, hang_up=True)), request
        assert not mistakes, (request, mistakes)
        if number % 200 == 0:
            assert_alive(agent)
    assert_alive(agent)
    assert world.changes() == []


def test_requests_with_a_token_and_any_text(agent: Browser, world: World, mistakes: list[str]) -> None:
    """Odd input that gets past the form's token, to where it is read and written."""
    odd = Odd(3)
    page = agent.get("http://board.test/").text
    token = page.partition('name="csrf" value="')[2].partition('"')[0]
    for _ in range(300):
        path = odd.chance.choice(("/add", "/everything", "/login", "/keepers"))
        body = f"csrf={token}&text={odd.text()}&{odd.pairs().replace('csrf', 'c')}"
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = send(agent.port, path, host="board.test", method="POST", body=body.encode(), headers=headers)
        assert answer.status in (200, 303, 403, 422), body
        assert not mistakes, (body, mistakes)
    assert len(world.changes()) > 30
    assert_alive(agent)


def test_many_visitors_who_hang_up_or_say_nothing(agent: Browser, credential: Credential, mistakes: list[str]) -> None:
    odd = Odd(4)
    silent = [socket.create_connection(("127.0.0.1", proxy_port(credential)), timeout=LIMIT) for _ in range(50)]
    for _ in range(200):
        with socket.create_connection(("127.0.0.1", proxy_port(credential)), timeout=LIMIT) as connection:
            request = odd.request()
            connection.sendall(request[: odd.chance.randrange(1, len(request))])
    assert_alive(agent)
    for connection in silent:
        connection.close()
    assert_alive(agent)
    assert not mistakes


def test_requests_one_after_another_on_one_connection_are_answered_in_order(credential: Credential) -> None:
    numbers = list(range(1, 41))
    requests = b"".join(f"GET /notes/{number} HTTP/1.1\r\nHost: board.test\r\n\r\n".encode() for number in numbers)
    received = raw(
        proxy_port(credential), requests + b"GET /absent HTTP/1.1\r\nHost: board.test\r\nConnection: close\r\n\r\n"
    )
    assert statuses(received) == [200] * 40 + [404]
    assert [int(part.partition(b"<")[0]) for part in received.split(b"<h1>note ")[1:]] == numbers
