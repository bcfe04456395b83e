"""Bodies and headers that are too large, cut short or spoilt get a clear refusal in the site's look."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import pytest

from tests.server.talking import LIMIT, Browser, Reply, proxy_port, raw, send, statuses
from webcosm.server.app import ADDRESS_LIMIT, BODY_LIMIT, COOKIE_LIMIT, Credential
from webcosm.worlds import World

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=b"
HEAD = b"Host: board.test\r\nConnection: close\r\n"


def post(credential: Credential, body: bytes | Iterator[bytes], kind: str, path: str = "/everything") -> Reply:
    return send(
        proxy_port(credential), path, host="board.test", method="POST", body=body, headers={"Content-Type": kind}
    )


def part(name: str, value: bytes) -> bytes:
    return b'--b\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n\r\n' + value + b"\r\n"


def token(agent: Browser) -> str:
    found = re.search(r'name="csrf" value="(\w+)"', agent.get("http://board.test/everything").text)
    assert found
    return found[1]


def test_a_body_is_refused_by_the_length_it_declares_before_it_is_sent(credential: Credential) -> None:
    """Also one that asks first whether it may."""
    for more in (b"", b"Expect: 100-continue\r\n"):
        request = f"POST /add HTTP/1.1\r\nContent-Length: {BODY_LIMIT + 1}\r\n".encode() + more + HEAD + b"\r\n"
        with socket.create_connection(("127.0.0.1", proxy_port(credential)), timeout=LIMIT) as connection:
            connection.sendall(request)
            received = bytearray()
            while b"</html>" not in received:
                piece = connection.recv(65_536)
                assert piece, "closed without an answer"
                received += piece
        assert statuses(bytes(received)) == [413]
        assert b"at most 10,000,000 bytes" in received
        assert b"Board &amp; Co" in received


def test_a_body_in_chunks_is_refused_by_the_length_it_has(credential: Credential, world: World) -> None:
    pieces = (b"x" * 100_000 for _ in range(BODY_LIMIT // 100_000 + 5))
    answer = post(credential, pieces, FORM, "/add")
    assert answer.status == 413
    assert "That is too much data" in answer.text
    assert world.changes() == []


def test_a_body_of_exactly_the_limit_is_read(agent: Browser, credential: Credential) -> None:
    start = f"csrf={token(agent)}&text=fine&textarea=".encode()
    answer = post(credential, start + b"x" * (BODY_LIMIT - len(start)), FORM)
    assert answer.status == 422
    assert "Long text may have at most 5,000 characters; this has 9,999," in answer.text


def test_after_a_refused_body_the_connection_can_be_used_again(credential: Credential) -> None:
    request = b"POST /add HTTP/1.1\r\nContent-Length: 20000000\r\nHost: board.test\r\n\r\n" + b"x" * 20_000_000
    received = raw(proxy_port(credential), request + b"GET /notes/7 HTTP/1.1\r\n" + HEAD + b"\r\n")
    assert statuses(received) == [413, 200]


@pytest.mark.parametrize(
    "kind, body",
    [
        ("multipart/form-data", b"anything"),
        ("multipart/form-data; boundary=", b"anything"),
        ("multipart/form-data; boundary=b", b"no boundary in it"),
        ("multipart/form-data; boundary=b", b"--b\r\nno header\r\n\r\nx\r\n--b--\r\n"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n"),
        ("multipart/form-data; boundary=" + "b" * 1_000, b"--b"),
        ("multipart/form-data; boundary=b", part("a", b"x") * 2_001 + b"--b--\r\n"),
        ("multipart/form-data; boundary=b", part('f"; filename="a', b"x") * 51 + b"--b--\r\n"),
        (FORM, b"a&" * 2_001),
    ],
)
def test_a_form_that_cannot_be_read_is_a_bad_request(credential: Credential, kind: str, body: bytes) -> None:
    answer = post(credential, body, kind)
    assert answer.status == 400
    assert "The form could not be read: " in answer.text
    assert "Board &amp; Co" in answer.text


@pytest.mark.parametrize(
    "kind, body",
    [
        (FORM, b"%zz=%ff&&&;\x00=\x80&=&%"),
        (FORM, b""),
        ("multipart/form-data; boundary=b", part("a", b"x")),
        ("multipart/form-data; boundary=b", b""),
        ("application/json", b"{"),
        ("application/json", b'{"text": "x"}'),
        ("text/plain", b"\xff"),
        ("nonsense;;;=", b"x"),
        ("", b"x"),
    ],
)
def test_a_body_without_the_forms_token_is_refused_whatever_it_is(
    credential: Credential, world: World, kind: str, body: bytes
) -> None:
    answer = post(credential, body, kind, "/add")
    assert answer.status == 403
    said = "The header X-CSRF-Token is missing" if kind == "application/json" else "This form has expired."
    assert said in answer.text
    assert world.changes() == []


def test_a_form_reaches_the_page_with_files_and_any_letters(agent: Browser, credential: Credential) -> None:
    body = part("csrf", token(agent).encode()) + part("text", "häß".encode()) + part("money", b"2.50")
    body += part('file"; filename="döt.png', b"\x00\xff\r\n--x") + b"--b--\r\n"
    answer = post(credential, body, "multipart/form-data; boundary=b")
    assert answer.status == 200
    assert (answer.json["text"], answer.json["money"]) == ("häß", "250")
    assert "filename='döt.png'" in answer.json["file"]
    assert r"data=b'\x00\xff\r\n--x'" in answer.json["file"]


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "raw_unicode_escape", "utf-16", "rot13", "unheard-of"])
def test_a_form_in_any_encoding_is_text_that_pages_and_databases_hold(
    agent: Browser, credential: Credential, world: World, charset: str
) -> None:
    """Some can spell half a character."""
    halves = rb"\ud800 +2AA- \udfff"
    body = part("csrf", token(agent).encode()) + part("text", halves) + b"--b--\r\n"
    for path in ("/add", "/everything"):
        assert post(credential, body, f"multipart/form-data; boundary=b; charset={charset}", path).status < 500
    assert len(world.changes()) <= 1


def test_of_fields_with_one_name_the_last_counts(agent: Browser, credential: Credential, world: World) -> None:
    body = f"csrf={token(agent)}&text=one&text=two".encode()
    assert post(credential, body, FORM, "/add").status == 303
    assert [change.new and change.new["text"] for change in world.changes()] == ["two"]


@pytest.mark.parametrize(
    "request_line",
    [
        *(b"GET /%zz HTTP/1.1", b"GET /% HTTP/1.1", b"GET /%ff%fe HTTP/1.1", b"GET /absent%0d%0aX:1 HTTP/1.1"),
        *(b"GET /notes/%FF HTTP/1.1", b"OPTIONS * HTTP/1.1", b"DELETE / HTTP/1.1", b"GET /%00 HTTP/1.1"),
        b"GET /escape?" + b"q&" * 1_500 + b" HTTP/1.1",
        b"GET /config?" + b"q&" * 1_500 + b" HTTP/1.1",
        b"GET /static/%00/x/%ff HTTP/1.1",
    ],
)
def test_a_spoilt_address_is_refused_in_the_sites_look(credential: Credential, request_line: bytes) -> None:
    received = raw(proxy_port(credential), request_line + b"\r\n" + HEAD + b"\r\n")
    (status,) = statuses(received)
    assert 400 <= status < 500
    assert b"Board &amp; Co" in received


@pytest.mark.parametrize(
    "request_bytes",
    [
        *(b"\x16\x03\x01\x02\x00\x01\x00", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET\r\n\r\n", b"\r\n\r\n\0"),
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET foo HTTP/1.1\r\n" + HEAD + b"\r\n",
        b"GET http://[::1/ HTTP/1.1\r\n" + HEAD + b"\r\n",
        b"GET /caf\xc3\xa9 HTTP/1.1\r\n" + HEAD + b"\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n" + HEAD + b"\r\n",
        b"GET / HTTP/1.1\r\nbad name: x\r\n" + HEAD + b"\r\n",
        b"GET / HTTP/1.1\r\nX: a\0b\r\n" + HEAD + b"\r\n",
        *(
            b"POST /add HTTP/1.1\r\nContent-Length: " + length + b"\r\n" + HEAD + b"\r\n"
            for length in (b"-5", b"x", b"", b"9" * 40)
        ),
        b"POST /add HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n" + HEAD + b"\r\nxx",
        b"POST /add HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n" + HEAD + b"\r\n0\r\n\r\n",
        b"POST /add HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + HEAD + b"\r\nnot a size\r\n",
    ],
)
def test_what_is_not_http_is_refused_and_ends_the_connection(credential: Credential, request_bytes: bytes) -> None:
    received = raw(proxy_port(credential), request_bytes, hang_up=True)
    assert statuses(received)[:1] in ([], [400], [403])
    assert 500 not in statuses(received)


@pytest.mark.parametrize(
    "header",
    [
        *(b'Cookie: =;;\xff="\\777";session="\x80', b"Cookie: session=.", b"Cookie: " + b"a=b;" * 1_900),
        *(b"Accept: \xff", b"Referer: \xff\xfe", b"X-Long: " + b"a" * 100_000, b"Accept-Language: \x80"),
    ],
)
def test_strange_headers_do_no_harm(credential: Credential, header: bytes) -> None:
    config = f"/config?token={credential.control}".encode()
    for path in (b"/", config, b"/banner/dismiss"):
        received = raw(proxy_port(credential), b"GET " + path + b" HTTP/1.1\r\n" + header + b"\r\n" + HEAD + b"\r\n")
        assert statuses(received) in ([200], [303])


def test_a_body_that_ends_too_early_changes_nothing(credential: Credential, world: World) -> None:
    request = b"POST /add HTTP/1.1\r\nContent-Length: 50\r\n" + HEAD + b"\r\ntext=x"
    assert raw(proxy_port(credential), request, hang_up=True) == b""
    assert send(proxy_port(credential), "/", host="board.test").status == 200
    assert world.changes() == []


def test_an_address_that_is_too_long_is_refused_before_it_is_read(credential: Credential) -> None:
    answer = send(proxy_port(credential), "/everything?q=" + "a" * ADDRESS_LIMIT, host="board.test")
    assert answer.status == 414
    assert "The address of a request may have at most 16,000 characters; this has 16,013." in answer.text


def test_cookies_that_are_too_long_are_refused_before_they_are_read(credential: Credential) -> None:
    """Their quotation marks take long to undo."""
    cookie = 'a="' + '\\"' * COOKIE_LIMIT + '"'
    answer = send(proxy_port(credential), "/everything", host="board.test", headers={"Cookie": cookie})
    assert answer.status == 431
    assert "The cookies of a request may have at most 8,000 characters; this has 16,004." in answer.text


@pytest.mark.parametrize("count", [2_001, 100_000])
def test_a_form_of_too_many_fields_is_refused(credential: Credential, count: int) -> None:
    assert "Maximum number of fields is 2000" in post(credential, b"a=1&" * count, FORM, "/add").text
    parts = b"".join(part("a", b"1") for _ in range(count))
    assert "Maximum number of fields is 2000" in post(credential, parts + b"--b--\r\n", MULTIPART, "/add").text
