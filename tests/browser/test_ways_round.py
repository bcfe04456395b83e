"""No way round the proxy: whatever a page tries, only the proxy is spoken to, and no name is looked up.

Two witnesses: listeners on this machine, as a STUN or TURN server and as a neighbour in the local network, and
Chromium's own log of its sockets and look-ups.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.browser.stage import BROWSER, Scene, Stage
from webcosm.browser import Browsers
from webcosm.browser.chromium import arguments
from webcosm.browser.own import OwnBrowsers

pytestmark = BROWSER

MDNS = ("224.0.0.251", 5353)
TRIES = 50
"""How often a page is looked at until it has done what it can."""

WEBRTC = """
(port) => {
  const servers = [
    { urls: [`stun:127.0.0.1:${port}`, `stun:stun.elsewhere.test:${port}`] },
    ...['udp', 'tcp'].map((way) => ({ urls: `turn:127.0.0.1:${port}?transport=${way}`, username: 'a',
      credential: 'b' })),
  ];
  const connection = new RTCPeerConnection({ iceServers: servers });
  window.candidates = [];
  connection.onicecandidate = ({ candidate }) => candidate && window.candidates.push(candidate.candidate);
  connection.onicegatheringstatechange = () => { window.done = connection.iceGatheringState === 'complete'; };
  connection.createDataChannel('x');
  connection.createOffer().then((offer) => connection.setLocalDescription(offer));
}
"""
HINTS = """
(port) => {
  window.done = true;
  const there = [`127.0.0.1:${port}`, `elsewhere.test:${port}`];
  const add = (name, more) => document.head.append(Object.assign(document.createElement(name), more));
  for (const host of there) {
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'prerender', 'modulepreload', 'icon', 'manifest']) {
      for (const scheme of ['http', 'https']) add('link', { rel, href: `${scheme}://${host}/` });
    }
    const rules = { prefetch: [{ urls: [`http://${host}/`] }], prerender: [{ urls: [`http://${host}/`] }] };
    add('script', { type: 'speculationrules', textContent: JSON.stringify(rules) });
    add('iframe', { src: `ftp://${host}/` });
    const link = Object.assign(document.createElement('a'), { href: '#', ping: `http://${host}/` });
    document.body.append(link);
    link.click();
    fetch(`http://${host}/`, { keepalive: true, mode: 'no-cors' }).catch(() => {});
    fetch(`https://${host}/`, { mode: 'no-cors' }).catch(() => {});
    new WebSocket(`wss://${host}/`).onerror = () => {};
    if (window.WebTransport) new WebTransport(`https://${host}/`).ready.catch(() => {});
  }
}
"""


@dataclass
class Witness:
    """What was heard on this machine that only a way round the proxy can have said."""

    port: int
    log: Path
    heard: list[str] = field(default_factory=list)

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What Chromium wrote of its sockets and look-ups, by the names it gives."""
        first, *lines = self.log.read_text().splitlines()
        names = {
            number: name for name, number in json.loads(first.rstrip(",") + "}")["constants"]["logEventTypes"].items()
        }
        for line in lines:
            if line.startswith('{"') and line.rstrip(",").endswith("}"):
                event = json.loads(line.rstrip(","))
                yield names[event["type"]], event.get("params", {})


@dataclass
class Listener(asyncio.DatagramProtocol):
    name: str
    heard: list[str]

    def datagram_received(self, data: bytes, source: Any) -> None:
        self.heard.append(f"{self.name} from {source}")


def neighbour() -> socket.socket:
    """Hears what is said to the whole local network."""
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    ear.bind(MDNS)
    group = struct.pack("4s4s", socket.inet_aton(MDNS[0]), socket.inet_aton("0.0.0.0"))
    try:
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    except OSError:
        pass  # a machine without a network has no neighbours
    return ear


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    log = tmp_path / "net-log.json"
    monkeypatch.setattr("webcosm.browser.launch.arguments", lambda: [*arguments(), f"--log-net-log={log}"])
    return log


@pytest_asyncio.fixture(loop_scope="session")
async def witness(log: Path) -> AsyncIterator[Witness]:
    loop = asyncio.get_running_loop()
    heard: list[str] = []

    async def visited(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append("tcp")
        writer.close()

    server = await asyncio.start_server(visited, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    stun, _ = await loop.create_datagram_endpoint(lambda: Listener("stun", heard), ("127.0.0.1", port))
    mdns, _ = await loop.create_datagram_endpoint(lambda: Listener("mdns", heard), sock=neighbour())
    yield Witness(port, log, heard)
    server.close()
    stun.close()
    mdns.close()


@pytest.fixture(params=["shared", "own"])
def browsers(request: pytest.FixtureRequest) -> Browsers:
    """The browser that episodes share, and one for outside agents."""
    return Browsers() if request.param == "shared" else OwnBrowsers()


async def let_try(scene: Scene, attempt: str, port: int) -> None:
    """Opens a page that tries, and waits until it has done what it can."""
    await scene.goto("plain")
    await scene.evaluate(attempt, port)
    for _ in range(TRIES):
        await scene.settle()
        if await scene.evaluate("window.done === true"):
            break


@pytest.mark.parametrize("attempt", [WEBRTC, HINTS], ids=["webrtc", "hints"])
async def test_nothing_goes_round_the_proxy(witness: Witness, browsers: Browsers, attempt: str) -> None:
    async with Stage(browsers=browsers) as stage:
        scene = await stage.open()
        proxy = scene.credential.proxy.rpartition("/")[2]
        await let_try(scene, attempt, witness.port)
        assert await scene.evaluate("window.candidates ?? []") == [], "a page learns of no address of this machine"
        await scene.close()
    assert witness.heard == []
    events = list(witness.events())
    connected = {params["address"] for name, params in events if name == "TCP_CONNECT_ATTEMPT" and "address" in params}
    assert connected == {proxy}, "sockets to other places than the proxy"
    told = [name for name, _ in events if name in ("UDP_BYTES_SENT", "HOST_RESOLVER_SYSTEM_TASK", "DNS_TRANSACTION")]
    assert told == [], "datagrams that were sent, and names that were looked up"
