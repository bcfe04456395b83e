"""A DevTools address for outside agents: real clients work, and none of them gets out of the world."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

import pytest
import pytest_asyncio
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright
from starlette.responses import HTMLResponse, Response
from websockets.asyncio.client import ClientConnection, connect

from webcosm.env import Episode, Runtime, open_task
from webcosm.sites.kit import Request, Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HOME = "http://play.test/"


def play() -> Site:
    site = Site("play", title="Play", tagline="", folder=Path(__file__).parent)

    @site.get("/")
    def page(request: Request) -> Response:
        return HTMLResponse("<!doctype html><title>Play</title><input type=file id=file><p>hello</p>")

    return site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def episode(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Episode]:
    cache = tmp_path_factory.mktemp("cache")
    async with (
        Runtime([play()], cache=cache, cdp=True) as runtime,
        runtime.episode(open_task("Play.", HOME)) as episode,
    ):
        await episode.reset()
        yield episode


class Client:
    """Speaks the protocol in raw messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)

    async def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        await self.socket.send(json.dumps(message))
        while True:
            answer: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 20))
            if answer.get("id") == number:
                return answer

    async def page(self) -> str:
        """A session with the first page."""
        targets = (await self.call("Target.getTargets"))["result"]["targetInfos"]
        target = next(target["targetId"] for target in targets if target["type"] == "page")
        answer = await self.call("Target.attachToTarget", targetId=target, flatten=True)
        return str(answer["result"]["sessionId"])

    async def evaluate(self, session: str, expression: str) -> Any:
        answer = await self.call("Runtime.evaluate", session, expression=expression, awaitPromise=True)
        return answer["result"]["result"].get("value")


async def fetch(url: str, host: str = "") -> Any:
    request = HttpRequest(url, headers={"Host": host} if host else {})
    return json.loads(await asyncio.to_thread(lambda: urlopen(request, timeout=20).read()))


@pytest_asyncio.fixture(loop_scope="module")
async def client(episode: Episode) -> AsyncIterator[Client]:
    version = await fetch(f"{episode.cdp_url}/json/version")
    async with connect(version["webSocketDebuggerUrl"], max_size=None) as socket:
        yield Client(socket)


async def test_clients_find_the_browser_as_they_find_any(episode: Episode) -> None:
    version = await fetch(f"{episode.cdp_url}/json/version/")
    assert version["Browser"].startswith(("HeadlessChrome", "Chrome"))
    (page,) = await fetch(f"{episode.cdp_url}/json/list")
    assert (page["type"], page["url"], page["title"]) == ("page", HOME, "Play")


@pytest.mark.parametrize(("path", "host", "status"), [("/json/version", "evil.test", 403), ("/json/new", "", 404)])
async def test_others_are_turned_away(episode: Episode, path: str, host: str, status: int) -> None:
    with pytest.raises(OSError, match=f"HTTP Error {status}"):
        await fetch(f"{episode.cdp_url}{path}", host)


async def test_files_of_this_machine_cannot_be_read(client: Client, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden")
    session = await client.page()
    for method in ("Page.navigate", "Target.createTarget"):
        answer = await client.call(method, session if method.startswith("Page") else "", url=secret.as_uri())
        assert "cannot be opened" in answer["error"]["message"]
    node = (await client.call("DOM.getDocument", session, depth=-1))["result"]["root"]["nodeId"]
    field = (await client.call("DOM.querySelector", session, nodeId=node, selector="#file"))["result"]["nodeId"]
    answer = await client.call("DOM.setFileInputFiles", session, files=[str(secret)], nodeId=field)
    assert "not among the files" in answer["error"]["message"]
    read = await client.evaluate(
        session, f"fetch('{secret.as_uri()}').then(answer => answer.text(), problem => `${{problem}}`)"
    )
    assert "hidden" not in read
    frame = (await client.call("Page.getFrameTree", session))["result"]["frameTree"]["frame"]["id"]
    world = await client.call("Page.createIsolatedWorld", session, frameId=frame, grantUniveralAccess=True)
    answer = await client.call(
        "Runtime.evaluate",
        session,
        contextId=world["result"]["executionContextId"],
        expression=f"fetch('{secret.as_uri()}').then(answer => answer.text(), problem => `${{problem}}`)",
        awaitPromise=True,
    )
    assert "hidden" not in json.dumps(answer)


async def test_the_tasks_own_files_can_be_uploaded(episode: Episode, client: Client, tmp_path: Path) -> None:
    (tmp_path / "receipt.txt").write_text("paid")
    browser: Any = episode.place.browser
    browser.devtools.files = {"receipt.txt": tmp_path / "receipt.txt"}
    session = await client.page()
    node = (await client.call("DOM.getDocument", session, depth=-1))["result"]["root"]["nodeId"]
    field = (await client.call("DOM.querySelector", session, nodeId=node, selector="#file"))["result"]["nodeId"]
    answer = await client.call("DOM.setFileInputFiles", session, files=[str(tmp_path / "receipt.txt")], nodeId=field)
    assert "error" not in answer
    assert await client.evaluate(session, "file.files[0].text()") == "paid"


async def test_no_context_goes_round_the_proxy(client: Client) -> None:
    """A listener on this machine is reached by none of the ways that DevTools has."""
    visits: list[str] = []

    async def visited(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(str(writer.get_extra_info("peername")))
        writer.close()

    server = await asyncio.start_server(visited, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    refused = await client.call("Target.createBrowserContext", proxyServer="direct://", proxyBypassList="*")
    assert "proxy of its own" in refused["error"]["message"]
    plain = await client.call("Target.createBrowserContext", disposeOnDetach=True)
    context = plain["result"]["browserContextId"]
    target = await client.call("Target.createTarget", url=address, browserContextId=context)
    attached = await client.call("Target.attachToTarget", targetId=target["result"]["targetId"], flatten=True)
    session = attached["result"]["sessionId"]
    for _ in range(200):
        text = await client.evaluate(session, "document.readyState === 'complete' ? document.body.innerText : ''")
        if text:
            break
    assert "is not part of this web" in text
    assert "is not available" in (await client.call("Tethering.bind", port=9999))["error"]["message"]
    await client.call("Target.disposeBrowserContext", browserContextId=context)
    server.close()
    assert visits == []


async def test_the_browser_and_its_downloads_are_the_episodes(episode: Episode, client: Client, tmp_path: Path) -> None:
    assert (await client.call("Browser.close"))["result"] == {}
    moved = await client.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    assert moved["result"] == {}
    assert "error" in await client.call("Browser.crash")
    step = await episode.act("noop()")
    assert step.info["error"] == ""


async def test_what_is_no_call_and_sessions_of_others_are_answered_with_an_error(client: Client) -> None:
    for text in ("{", "[]", '"x"', '{"id": "x"}', '{"method": "Page.enable"}'):
        await client.socket.send(text)
        assert "error" in json.loads(await client.socket.recv())
    assert "no session" in (await client.call("Runtime.evaluate", "ABCDEF", expression="1"))["error"]["message"]
    assert "result" in await client.call("Browser.getVersion")


async def test_several_clients_do_not_hear_each_other(episode: Episode, client: Client) -> None:
    session = await client.page()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(episode.cdp_url)
        page = browser.contexts[0].pages[0]
        await page.evaluate("document.title = 'changed by another'")
        assert await client.evaluate(session, "document.title") == "changed by another"
        with pytest.raises(PlaywrightError, match="cannot be opened"):
            await page.goto("file:///etc/passwd")
        other = await browser.new_context()
        fresh = await other.new_page()
        await fresh.goto(HOME)
        assert await fresh.title() == "Play"
        await other.close()
        await browser.close()
    assert await client.evaluate(session, "document.title") == "changed by another"
