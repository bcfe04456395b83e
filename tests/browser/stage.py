"""The stage of this room's tests: two small sites, a server, browsers, and scenes (a world with a window) in them."""

from __future__ import annotations

import asyncio
import io
import tempfile
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from webcosm.act.keyboard import Keyboard
from webcosm.browser import Browser, Browsers, DialogOpen, Patience, Settled, Tab, Viewport, Window
from webcosm.browser.storage import StorageState
from webcosm.env.beginning import Timekeeper
from webcosm.server import Credential, Server
from webcosm.sites import kit
from webcosm.sites.kit import NotFound, Request, Site
from webcosm.worlds import Universe, World

BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGES = Path(__file__).parent / "pages"
KINDS = {".html": "text/html", ".js": "text/javascript"}
HOME = "http://play.test"
FONT = Path(kit.__file__).parent / "static" / "fonts" / "serif.woff2"
ASKED, GATE = threading.Event(), threading.Event()
"""Somebody has asked for the font; it may be given out."""
GATE.set()
FRUIT = ("apple", "apricot", "banana", "cherry", "damson", "elderberry")


def _site(name: str) -> Site:
    site = Site(name, title=name.title(), tagline="", folder=PAGES)

    @site.get("/api/search")
    def search(request: Request) -> Response:
        return JSONResponse([fruit for fruit in FRUIT if fruit.startswith(request.query.get("q", ""))])

    @site.get("/api/now")
    def now(request: Request) -> Response:
        return JSONResponse(round(request.world.clock.now().timestamp() * 1000))

    @site.get("/redirect")
    def redirect(request: Request) -> Response:
        return RedirectResponse(request.query["to"], 302)

    @site.get("/file/{name}")
    def file(request: Request, name: str) -> Response:
        content = b"x" * int(request.query.get("size", 5))
        return Response(content, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @site.get("/font")
    def font(request: Request) -> Response:
        if "late" in request.query:
            ASKED.set()
            GATE.wait(10)
        return Response(FONT.read_bytes(), media_type="font/woff2")

    @site.get("/tile")
    def tile(request: Request) -> Response:
        drawn = io.BytesIO()
        Image.new("RGB", (60, 60), (int(request.query["shade"]), 90, 160)).save(drawn, "PNG")
        return Response(drawn.getvalue(), media_type="image/png")

    @site.get("/{name}")
    def page(request: Request, name: str) -> Response:
        path = PAGES / (name if "." in name else f"{name}.html")
        if not path.exists():  # as the icon that a full Chromium asks for
            raise NotFound(f"there is no page {name}")
        if path.suffix == ".html":
            return HTMLResponse(path.read_text())
        return Response(path.read_bytes(), media_type=KINDS[path.suffix])

    return site


@dataclass
class Scene:
    """A world and a window into it."""

    stage: Stage
    world: World
    credential: Credential
    browser: Browser
    window: Window
    patience: Patience = field(default_factory=Patience)

    @property
    def tab(self) -> Tab:
        return self.window.tab

    async def settle(self, patience: Patience | None = None) -> Settled:
        settled = await self.window.settle(patience or self.patience)
        if settled.reason != "dialog" and self.tab.clock.mode == "exact" and not self.tab.on_error_page:
            assert await self.date() == self.world_ms(), "the page's clock shows the time of the world"
        return settled

    async def goto(self, address: str) -> Settled:
        """Opens a page, by the name of its file or by its whole address, and waits until it rests."""
        await self.window.goto(address if ":" in address else f"{HOME}/{address}")
        return await self.settle()

    async def press(self, selector: str) -> None:
        """A click, of which a dialog may come."""
        x, y = await self.evaluate(
            "s => { const r = document.querySelector(s).getBoundingClientRect(); "
            "return [r.x + r.width / 2, r.y + r.height / 2]; }",
            selector,
        )
        tab = self.tab
        try:
            await tab.with_frame(self._mouse("mouseMoved", x, y))
            await tab.guard(self._mouse("mousePressed", x, y, button="left", clickCount=1))
            await tab.guard(self._mouse("mouseReleased", x, y, button="left", clickCount=1))
        except DialogOpen:
            pass

    async def _mouse(self, type: str, x: float, y: float, **more: Any) -> None:
        await self.tab.input("Input.dispatchMouseEvent", {"type": type, "x": x, "y": y, **more})

    async def click(self, selector: str) -> Settled:
        await self.press(selector)
        return await self.settle()

    async def type(self, text: str) -> Settled:
        await Keyboard(self.tab).type(text)
        return await self.settle()

    async def evaluate(self, script: str, argument: Any = None) -> Any:
        return await self.tab.run_script(script, argument)

    async def text(self, selector: str = "body") -> str:
        """What an element says, in words separated by one space."""
        return " ".join(str(await self.evaluate("s => document.querySelector(s).innerText", selector)).split())

    async def log(self) -> list[str]:
        """What the page said, line by line; see pages/say.js."""
        return str(await self.evaluate("document.getElementById('log').textContent")).splitlines()

    async def date(self) -> int:
        return int(await self.evaluate("Date.now()"))

    def world_ms(self) -> int:
        return round(self.world.clock.now().timestamp() * 1000)

    @property
    def titles(self) -> list[Awaitable[str]]:
        return [tab.title() for tab in self.window.tabs]

    async def addresses(self) -> list[str]:
        return [tab.url.removeprefix(HOME) for tab in self.window.tabs]

    async def close(self) -> None:
        await self.stage.browsers.release(self.browser, self.window)
        self.stage.server.dismiss(self.credential)
        self.world.close()


class Stage:
    """Everything that scenes share."""

    def __init__(self, *, browsers: Browsers | None = None, hosts: Sequence[str] = ("play", "other")) -> None:
        self._cache = tempfile.TemporaryDirectory(prefix="webcosm-stage-")
        sites = [_site(host) for host in hosts]
        blueprints = [site.blueprint for site in sites if site.blueprint]
        self.universe = Universe(blueprints, cache=Path(self._cache.name))
        self.server = Server(sites).start()
        self.browsers = browsers or Browsers()

    async def open(self, *, viewport: Viewport | None = None, stored: StorageState | None = None) -> Scene:
        world = self.universe.open()
        credential = self.server.admit(world)

        browser, window = await self.browsers.open(
            credential.proxy, viewport or Viewport(), world.clock.now(), Timekeeper(world), stored
        )
        return Scene(self, world, credential, browser, window)

    async def close(self) -> None:
        await self.browsers.close()
        self.server.stop()
        self.universe.close()
        self._cache.cleanup()

    async def __aenter__(self) -> Stage:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def at_once(works: Sequence[Callable[[], Awaitable[Any]]]) -> list[Any]:
    return list(await asyncio.gather(*(work() for work in works)))
