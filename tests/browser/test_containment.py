"""Nothing but the world's server is ever reached, whatever an agent types or a page tries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from tests.browser.stage import BROWSER, HOME, Scene, Stage
from webcosm.browser import Refused

pytestmark = BROWSER


@dataclass
class Canary:
    """A listener on this machine that nobody may ever reach."""

    port: int
    visits: list[str] = field(default_factory=list)


@pytest_asyncio.fixture(loop_scope="session")
async def canary() -> AsyncIterator[Canary]:
    visits: list[str] = []

    async def visited(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(str(writer.get_extra_info("peername")))
        writer.close()

    server = await asyncio.start_server(visited, "127.0.0.1", 0)
    yield Canary(server.sockets[0].getsockname()[1], visits)
    server.close()
    assert visits == [], "something on this machine was reached from within a world"


@pytest.mark.parametrize(
    "address, reason",
    [
        ("https://play.test/", "this web speaks plain http"),
        ("HTTPS://play.test/", "this web speaks plain http"),
        ("file:///etc/passwd", "only http:// addresses"),
        ("chrome://version", "only http:// addresses"),
        ("view-source:http://play.test/plain", "only http:// addresses"),
        ("javascript:document.title='x'", "only http:// addresses"),
        ("data:text/html,<h1>x</h1>", "only http:// addresses"),
        ("blob:http://play.test/1234", "only http:// addresses"),
        ("ftp://play.test/", "only http:// addresses"),
        ("ws://play.test/", "only http:// addresses"),
        ("about:srcdoc", "only http:// addresses"),
        ("mailto:a@b.test", "only http:// addresses"),
    ],
)
async def test_an_address_of_another_kind_is_refused_and_the_page_stays(
    scene: Scene, address: str, reason: str
) -> None:
    await scene.goto("plain")
    with pytest.raises(Refused, match=reason):
        await scene.window.goto(address)
    await scene.settle()
    assert await scene.addresses() == ["/plain"]


@pytest.mark.parametrize("host", ["evil.test", "example.com", "10.0.0.1", "[::1]", "169.254.169.254", "play.test:8080"])
async def test_a_foreign_host_is_told_to_be_no_part_of_this_web(scene: Scene, host: str) -> None:
    await scene.goto(f"http://{host}/")
    assert "is not part of this web" in await scene.text()


async def test_ports_of_this_machine_are_out_of_reach(stage: Stage, scene: Scene, canary: Canary) -> None:
    other = await stage.open()
    own_port = int(other.credential.proxy.rpartition(":")[2])
    for port in (canary.port, stage.server.port, own_port):
        for host in ("127.0.0.1", "localhost", "play.localhost"):
            await scene.goto(f"http://{host}:{port}/plain")
            assert "is not part of this web" in await scene.text(), f"{host}:{port}"
    await other.close()


async def test_a_redirect_leads_nowhere_else(scene: Scene, canary: Canary) -> None:
    target = f"http://127.0.0.1:{canary.port}/"
    await scene.goto(f"{HOME}/redirect?to={target}")
    assert "is not part of this web" in await scene.text()
    for way in ("location.href = to", "document.head.innerHTML = `<meta http-equiv=refresh content='0;url=${to}'>`"):
        await scene.goto("plain")
        await scene.evaluate(f"(to) => {{ {way} }}", target)
        await scene.settle()
        assert "is not part of this web" in await scene.text(), way


@pytest.mark.parametrize("scheme", ["file:///etc/passwd", "chrome://version", "view-source:http://play.test/plain"])
async def test_a_page_can_neither_go_to_nor_open_nor_embed_what_is_not_of_the_web(scene: Scene, scheme: str) -> None:
    for way in (
        "location.href = to",
        "document.body.append(Object.assign(document.createElement('iframe'), { src: to }))",
    ):
        await scene.goto("plain")
        await scene.evaluate(f"(to) => {{ {way} }}", scheme)
        await scene.settle()
        assert (await scene.text()).startswith("A plain page"), way
        assert [
            frame.url
            for frame in (await scene.window.playwright.page(scene.tab)).frames
            if frame.url.startswith(scheme)
        ] == [], way


@pytest.mark.parametrize(
    "attempt",
    [
        "fetch(`http://127.0.0.1:${port}/`, { mode: 'no-cors' }).then((r) => r.type)",
        "fetch(`https://127.0.0.1:${port}/`, { mode: 'no-cors' })",
        "new Promise((yes, no) => { const x = new XMLHttpRequest(); x.open('GET', `http://127.0.0.1:${port}/`);"
        " x.onload = yes; x.onerror = no; x.send(); })",
        "new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no;"
        " i.src = `http://127.0.0.1:${port}/x.png`; })",
        "navigator.sendBeacon(`http://127.0.0.1:${port}/`, 'x')",
        "new Promise((yes, no) => { const w = new WebSocket(`ws://127.0.0.1:${port}/`); w.onopen = yes;"
        " w.onerror = no; })",
        "new Promise((yes, no) => { const e = new EventSource(`http://127.0.0.1:${port}/`); e.onopen = yes;"
        " e.onerror = no; })",
        "(async () => { const p = new RTCPeerConnection({ iceServers: [{ urls: `turn:127.0.0.1:${port}?transport=tcp`,"
        " username: 'a', credential: 'b' }] }); p.createDataChannel('x');"
        " await p.setLocalDescription(await p.createOffer()); })()",
        "navigator.serviceWorker.register('/say.js')",
        "import(`http://127.0.0.1:${port}/x.js`)",
    ],
    ids=["fetch", "https", "xhr", "image", "beacon", "websocket", "eventsource", "webrtc", "serviceworker", "import"],
)
async def test_whatever_a_page_sends_goes_nowhere(scene: Scene, canary: Canary, attempt: str) -> None:
    await scene.goto("plain")
    await scene.evaluate(
        f"(port) => {{ Promise.resolve().then(() => {attempt}).catch(() => {{}}); }}",
        canary.port,
    )
    await scene.settle()
    assert canary.visits == []
    assert await scene.text("#text") == "Nothing moves here."
