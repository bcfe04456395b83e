"""Outside sites are reached through a world's own proxy: exactly those that were given, with all passed through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.server.talking import Reply, basic, proxy_port, raw, send, shared_port, statuses
from tests.sites.kit.sample import SITES
from tests.suites.files.shop import Shop, serve_shop
from webcosm.server.app import Credential, Server
from webcosm.server.outside import UNREACHABLE, Outside, OutsideError, read_address
from webcosm.worlds import World


@dataclass
class Place:
    shop: Shop
    other: Shop
    """Runs on this machine too, but its address was not given."""
    credential: Credential

    def ask(self, path: str, method: str = "GET", body: object = None, **headers: str) -> Reply:
        host = self.shop.url.removeprefix("http://")
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return send(
            proxy_port(self.credential), self.shop.url + path, host=host, method=method, body=body, headers=sent
        )


@pytest.fixture
def place(world: World) -> Iterator[Place]:
    with serve_shop() as shop, serve_shop() as other, Server(SITES, outside=[shop.url]) as server:
        yield Place(shop, other, server.admit(world))


def test_method_target_headers_and_body_arrive_as_they_were_sent(place: Place) -> None:
    told = place.ask("/echo?a=%2F%20&b=", "PUT", b"\x00\xffdata", X_Thing="yes", Cookie="a=1; b=2").json
    headers = dict(told["headers"])
    assert told["method"] == "PUT"
    assert told["target"] == "/echo?a=%2F%20&b="
    assert bytes.fromhex(told["body"]) == b"\x00\xffdata"
    assert headers["host"] == place.shop.url.removeprefix("http://")
    assert headers["x-thing"] == "yes"
    assert headers["cookie"] == "a=1; b=2"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PATCH", "OPTIONS"])
def test_every_method_is_passed_on(place: Place, method: str) -> None:
    assert place.ask("/echo", method).json["method"] == method


def test_headers_of_one_connection_end_here(place: Place) -> None:
    reply = place.ask(
        "/echo", Proxy_Connection="keep-alive", Proxy_Authorization="Basic eA==", TE="trailers", Connection="X-Mine",
        X_Mine="1",
    )  # fmt: skip
    names = [name for name, _ in reply.json["headers"]]
    assert not {"proxy-connection", "proxy-authorization", "te", "x-mine"} & set(names)
    assert "keep-alive" not in reply.headers


def test_an_answer_in_chunks_arrives_whole(place: Place) -> None:
    reply = place.ask("/chunks")
    assert (reply.text, reply.headers["content-length"]) == ("hello world", "11")


def test_a_redirect_is_passed_on_with_all_its_cookies_and_not_followed(place: Place) -> None:
    reply = place.ask("/cart", "POST", "note=tea", Content_Type="application/x-www-form-urlencoded")
    assert reply.status == 303
    assert reply.headers["location"] == "/cart"
    assert reply.headers["set-cookie"].splitlines() == ["note=tea; Path=/", "b=2; Path=/"]
    assert place.shop.requests == ["POST /cart"]


def test_answers_without_a_body(place: Place) -> None:
    assert place.ask("/unchanged").status == 304
    head = place.ask("/mug", "HEAD")
    assert head.data == b""
    assert int(head.headers["content-length"]) > 0
    assert place.ask("/nowhere").status == 404


def test_the_shared_proxy_passes_on_too_but_only_for_those_with_a_password(place: Place) -> None:
    host, port = place.shop.url.removeprefix("http://"), shared_port(place.credential)
    allowed = send(port, place.shop.url + "/mug", host=host, headers=basic(*_login(place)))
    assert "saucer" in allowed.text
    refused = send(port, place.shop.url + "/mug", host=host, headers={"Proxy-Connection": "keep-alive"})
    assert refused.status == 407


def _login(place: Place) -> tuple[str, str]:
    return place.credential.username, place.credential.password


def test_no_other_host_or_port_is_reached(place: Place) -> None:
    port = place.shop.url.rpartition(":")[2]
    for host in (
        place.other.url.removeprefix("http://"),
        f"localhost:{port}",
        "127.0.0.1",
        f"127.0.0.1:{place.credential.server.rpartition(':')[2]}",
        f"127.0.0.1:{port}0",
        f"127.0.0.1:{port}.evil.test",
        f"evil.test:{port}",
    ):
        reply = send(proxy_port(place.credential), f"http://{host}/mug", host=host)
        assert reply.status in (400, 403), host  # 400: no port at all
        assert "is not part of this web" in reply.text or reply.status == 400, host
    assert place.other.requests == place.shop.requests == []


def test_what_the_request_line_says_does_not_lead_elsewhere(place: Place) -> None:
    """The Host header decides, and whatever it names is all that is asked."""
    host = place.shop.url.removeprefix("http://")
    lines = f"GET {place.other.url}/mug HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    assert b"saucer" in raw(proxy_port(place.credential), lines.encode())
    assert place.other.requests == []
    assert place.shop.requests == ["GET /mug"]


def test_https_to_a_given_place_is_refused_as_ever(place: Place) -> None:
    host = place.shop.url.removeprefix("http://")
    said = raw(proxy_port(place.credential), f"CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), hang_up=True)
    assert statuses(said)[0] >= 400
    assert place.shop.requests == []


def test_without_addresses_nothing_outside_is_reached(world: World) -> None:
    with serve_shop() as shop, Server(SITES) as server:
        credential = server.admit(world)
        reply = send(proxy_port(credential), shop.url + "/mug", host=shop.url.removeprefix("http://"))
        assert reply.status == 403
        assert shop.requests == []


def test_our_own_sites_are_served_beside_them(place: Place) -> None:
    reply = send(proxy_port(place.credential), "http://board.test/", host="board.test")
    assert reply.status == 200


def test_a_site_that_is_down_is_told_from_one_that_fails(world: World) -> None:
    with serve_shop() as shop:
        pass  # it has closed again
    with Server(SITES, outside=[shop.url]) as server:
        credential = server.admit(world)
        reply = send(proxy_port(credential), shop.url + "/", host=shop.url.removeprefix("http://"))
    assert reply.status == 502
    assert UNREACHABLE in reply.headers
    assert "did not answer" in reply.text


@pytest.mark.parametrize(
    "address", ["https://a.test", "127.0.0.1:80", "http://", "http://[::1]:80/", "http://a:b@c.test/", "http://a:99999"]
)
def test_an_address_that_cannot_be_passed_on_to_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="address"):
        read_address(address)


def test_a_direct_question_reaches_given_places_only() -> None:
    with serve_shop() as shop, serve_shop() as other:
        outside = Outside([f"{shop.url}/admin"])
        assert outside.fetch(f"{shop.url}/mug?x=1").status == 200
        assert shop.requests == ["GET /mug?x=1"]
        with pytest.raises(OutsideError, match="none of the addresses"):
            outside.fetch(f"{other.url}/mug")
        assert other.requests == []
