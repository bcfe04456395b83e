"""Who is let in where: the host picks the site, the credential, its own proxy or the host's ending picks the world."""

from __future__ import annotations

import base64
import http.client
import socket
from collections.abc import Iterator

import pytest

from tests.server.talking import LIMIT, Browser, basic, proxy_port, raw, send, statuses
from webcosm.server.app import Credential, Server
from webcosm.worlds import Universe, World


def title(html: str) -> str:
    """Whose page it is."""
    return html.partition('class="brand"')[2].partition("</span>")[2].partition("</a>")[0]


@pytest.fixture
def other_world(board: Universe) -> Iterator[World]:
    with board.open() as world:
        world.board.insert("note", text="only in the other world")
        yield world


@pytest.fixture
def other(server: Server, other_world: World) -> Iterator[Credential]:
    credential = server.admit(other_world, "alice")
    yield credential
    server.dismiss(credential)


def notes(reply_text: str) -> int:
    return int(reply_text.partition(" of ")[2].partition(" notes")[0])


# Behind the shared proxy ----------------------------------------------------------------------------------------------


def test_the_host_picks_the_site(credential: Credential) -> None:
    agent = Browser.behind_proxy(credential)
    assert title(agent.get("http://board.test/").text) == "Board &amp; Co"
    assert title(agent.get("http://home.test/").text) == "Home"
    assert title(agent.get("http://admin.board.test/").text) == "Boardroom"
    assert agent.get("http://BOARD.test:80/").status == 200


def test_the_credential_picks_the_world(credential: Credential, other: Credential) -> None:
    assert notes(Browser.behind_proxy(credential).get("http://board.test/").text) == 45
    assert notes(Browser.behind_proxy(other).get("http://board.test/").text) == 46
    assert credential.server == other.server
    assert credential.proxy != other.proxy


@pytest.mark.parametrize("host", ["board.test", "evil.test", "10.0.0.1", ""])
def test_without_a_credential_the_proxy_asks_for_one(server: Server, credential: Credential, host: str) -> None:
    answer = send(server.port, f"http://{host}/" if host else "/", host=host)
    assert answer.status == 407
    assert answer.headers["proxy-authenticate"] == 'Basic realm="webcosm"'
    assert "board" not in answer.text.lower()


def test_a_wrong_credential_is_no_credential(server: Server, credential: Credential, other: Credential) -> None:
    good = base64.b64encode(f"{credential.username}:{credential.password}".encode()).decode()
    wrong = [
        basic(credential.username, "wrong"),
        basic(credential.username, ""),
        basic(credential.username, credential.password + "0"),
        basic(credential.username, other.password),
        basic("world-999", credential.password),
        basic("", ""),
        basic(credential.username, "é\0"),
        {"Proxy-Authorization": f"Bearer {good}"},
        {"Proxy-Authorization": f"Basic !{good}"},
        {"Proxy-Authorization": "Basic"},
        {"Proxy-Authorization": "Basic /w=="},
        {"Proxy-Authorization": ""},
        {"Authorization": f"Basic {good}"},
    ]
    for headers in wrong:
        assert send(server.port, "http://board.test/", host="board.test", headers=headers).status == 407, headers
    assert send(server.port, "/", host="board.test", headers={"Proxy-Authorization": f"basic {good}"}).status == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.test", "board.test.evil.test", "xboard.test", "board", "127.0.0.1", "localhost", "board.localhost"),
        *("board.test:8080", "board.test:443", "[::1]", "board.test."),
    ],
)
def test_nothing_else_is_reachable(credential: Credential, host: str) -> None:
    """Neither through the shared proxy nor through its own proxy; not even this very server under its own address."""
    for browser in (Browser.behind_proxy(credential), Browser.at_own_proxy(credential)):
        answer = send(browser.port, f"http://{host}/", host=host, headers=browser.proxy)
        assert answer.status == 403
        assert "is not part of this web. It has admin.board.test, board.test, home.test." in answer.text


def test_the_host_that_is_refused_is_shown_escaped(credential: Credential) -> None:
    answer = send(proxy_port(credential), "/", host="<b>.test")
    assert answer.status == 403
    assert "&lt;b&gt;.test is not part of this web." in answer.text


def test_connections_to_https_sites_are_refused(credential: Credential) -> None:
    auth = "".join(f"{name}: {value}\r\n" for name, value in basic(credential.username, credential.password).items())
    for port, header in ((proxy_port(credential), ""), (int(credential.server.rpartition(":")[2]), auth)):
        for target in ("board.test:443", "evil.test:443", "http://board.test/"):
            request = f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{header}\r\n".encode()
            (status,) = statuses(raw(port, request, hang_up=target.startswith("http")) or b"HTTP/1.1 403 ")
            assert status in (400, 403)


def test_web_sockets_are_refused(credential: Credential) -> None:
    handshake = (
        b"GET / HTTP/1.1\r\nHost: board.test\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", proxy_port(credential)), timeout=LIMIT) as connection:
        connection.sendall(handshake)
        assert statuses(connection.recv(65_536)) == [200], "answered as any page is, never with 101"


# A world's own proxy --------------------------------------------------------------------------------------------------


def test_a_worlds_door_needs_no_password_and_leads_only_to_that_world(
    credential: Credential, other: Credential
) -> None:
    assert notes(Browser.at_own_proxy(credential).get("http://board.test/").text) == 45
    assert notes(Browser.at_own_proxy(other).get("http://board.test/").text) == 46
    stolen = Browser(proxy_port(credential), basic(other.username, other.password))
    assert notes(stolen.get("http://board.test/").text) == 45, "another world's password opens nothing here"


def test_a_dismissed_world_is_refused_everywhere(server: Server, board: Universe) -> None:
    with board.open() as world:
        credential = server.admit(world, "gone")
        open_proxy = http.client.HTTPConnection("127.0.0.1", proxy_port(credential), timeout=LIMIT)
        open_proxy.request("GET", "/notes/1", headers={"Host": "board.test"})
        assert b"note 1" in open_proxy.getresponse().read()
        assert send(server.port, "/", host=f"board.gone.localhost:{server.port}").status == 200

        server.dismiss(credential)
        server.dismiss(credential)  # twice does no harm

        assert Browser.behind_proxy(credential).get("http://board.test/").status == 407
        with pytest.raises(ConnectionRefusedError):
            Browser.at_own_proxy(credential).get("http://board.test/")
        assert send(server.port, "/", host=f"board.gone.localhost:{server.port}").status == 404
        assert open_proxy.sock is not None
        assert open_proxy.sock.recv(1) == b"", "a connection kept alive is closed: the port may be another world's next"
        open_proxy.close()


# People ---------------------------------------------------------------------------------------------------------------


def test_people_reach_the_default_world_and_named_ones(
    server: Server, credential: Credential, other: Credential
) -> None:
    people = Browser(server.port)
    assert notes(people.get(f"http://board.localhost:{server.port}/").text) == 45
    assert notes(people.get(f"http://board.alice.localhost:{server.port}/").text) == 46
    assert notes(people.get(f"http://BOARD.Alice.LOCALHOST:{server.port}/").text) == 46


def test_the_longest_beginning_that_is_a_site_is_the_site(
    server: Server, credential: Credential, other: Credential
) -> None:
    people = Browser(server.port)
    assert title(people.get(f"http://admin.board.localhost:{server.port}/").text) == "Boardroom"
    assert title(people.get(f"http://admin.board.alice.localhost:{server.port}/").text) == "Boardroom"
    assert title(people.get(f"http://board.alice.localhost:{server.port}/").text) == "Board &amp; Co"


def test_links_are_written_as_people_reach_the_sites(server: Server, credential: Credential, other: Credential) -> None:
    people = Browser(server.port)
    assert f'href="http://home.localhost:{server.port}/"' in people.get(f"http://board.localhost:{server.port}/").text
    alice = people.get(f"http://board.alice.localhost:{server.port}/").text
    assert f'href="http://home.alice.localhost:{server.port}/"' in alice
    assert 'href="http://home.test/"' in Browser.at_own_proxy(credential).get("http://board.test/").text
    assert server.addresses("alice").of("home") == f"http://home.alice.localhost:{server.port}/"


def test_unknown_names_are_not_found(server: Server, credential: Credential) -> None:
    people = Browser(server.port)
    for host, status, words in (
        ("board.bob.localhost", 404, "There is no world named &#x27;bob&#x27; here."),
        ("board.a.b.localhost", 404, "There is no world named &#x27;a.b&#x27; here."),
        ("shop.localhost", 403, "shop.localhost is not part of this web."),
        (".localhost", 403, "is not part of this web."),
        ("alice.board.localhost", 403, "is not part of this web."),
    ):
        answer = people.get(f"http://{host}:{server.port}/")
        assert (answer.status, words in answer.text) == (status, True), host


def test_without_a_default_world_people_are_told_so(server: Server, other: Credential) -> None:
    for host in ("board.localhost", "localhost", "127.0.0.1"):
        answer = send(server.port, "/", host=f"{host}:{server.port}")
        assert answer.status == 404
        assert "No world is served here" in answer.text


def test_the_bare_machine_leads_to_the_portal(server: Server, credential: Credential) -> None:
    for host in ("localhost", "127.0.0.1"):
        answer = send(server.port, "/", host=f"{host}:{server.port}")
        assert (answer.status, answer.headers["location"]) == (307, f"http://home.localhost:{server.port}/")


def test_a_browser_behind_the_proxy_is_never_taken_for_a_person(server: Server, credential: Credential) -> None:
    """Its first request to an address has no password yet; Chromium marks it with this header."""
    for host in (f"board.localhost:{server.port}", f"localhost:{server.port}"):
        answer = send(server.port, f"http://{host}/", host=host, headers={"Proxy-Connection": "keep-alive"})
        assert answer.status == 407


def test_a_world_has_its_addresses_until_another_gets_its_name(server: Server, board: Universe) -> None:
    with board.open() as first, board.open() as second:
        second.board.insert("note", text="second")
        one = server.admit(first, "carol")
        two = server.admit(second, "carol")
        people = Browser(server.port)
        assert notes(people.get(f"http://board.carol.localhost:{server.port}/").text) == 46
        server.dismiss(one)
        assert notes(people.get(f"http://board.carol.localhost:{server.port}/").text) == 46
        server.dismiss(two)


@pytest.mark.parametrize("name", ["Alice", "a b", "a.b", "-a", "a-", "ä", "a/b", "a" * 64, "localhost:80"])
def test_a_name_that_no_address_can_have_is_refused(server: Server, world: World, name: str) -> None:
    with pytest.raises(ValueError, match="accepted are lower-case letters, digits and hyphens"):
        server.admit(world, name)


# The rest of the way --------------------------------------------------------------------------------------------------


def test_head_has_the_headers_of_get_and_no_body(agent: Browser) -> None:
    got = agent.get("http://board.test/notes/7")
    head = send(agent.port, "/notes/7", host="board.test", method="HEAD")
    assert (head.status, head.data) == (200, b"")
    assert head.headers["content-length"] == got.headers["content-length"] == str(len(got.data))


def test_pages_are_not_kept_by_browsers_but_static_files_are(agent: Browser) -> None:
    for path in ("/", "/absent", "/refuse/bad", "/config", "/mine"):
        assert agent.get(f"http://board.test{path}").headers["cache-control"] == "no-store", path
    page = agent.get("http://board.test/").text
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    answer = agent.get(f"http://board.test{style}")
    assert (answer.status, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    assert "set-cookie" not in answer.headers


def test_static_files_do_not_wait_for_the_world(agent: Browser, world: World) -> None:
    with world.lock:  # somebody works in it
        assert agent.get("http://board.test/static/kit/x/kit.css").status == 200
    missing = agent.get("http://board.test/static/kit/x/absent.css")
    assert (missing.status, "is not a file of this site" in missing.text) == (404, True)


def test_a_visit_from_signing_in_to_a_written_note(agent: Browser, world: World) -> None:
    agent.get("http://board.test/login")
    answer = agent.post("http://board.test/login", {"username": "bo", "password": "bo's secret"})
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "Welcome back, Bo Lind." in agent.get("http://board.test/").text
    answer = agent.post("http://board.test/add", {"text": "über <HTTP> 🐌"})
    assert answer.headers["location"] == "/notes/46"
    assert "über &lt;HTTP&gt; 🐌" in agent.get("http://board.test/notes/46").text
    assert [change.new and change.new["text"] for change in world.changes()] == ["über <HTTP> 🐌"]


def test_our_own_mistakes_are_a_page_in_the_sites_look(agent: Browser) -> None:
    answer = agent.get("http://board.test/refuse/mistake")
    assert answer.status == 500
    assert "Board &amp; Co" in answer.text


def test_addresses_written_whole_or_in_part_are_the_same(credential: Credential) -> None:
    whole = send(proxy_port(credential), "http://board.test/words/a%2Fb?q=1#x", host="board.test")
    part = send(proxy_port(credential), "/words/a%20b?q=1", host="board.test")
    assert whole.status == 404, "an encoded slash separates, too"
    assert part.json == {"word": "a b", "query": [["q", "1"]], "cookies": {}}
