"""A person as an agent: the page is shown in any browser of theirs, and what they do there becomes actions.

Nothing of the episode is different from a machine's: the same window, the same virtual time, the same records. The
person sees the picture of the page, clicks on it and types; a click on an element becomes ``click('12')``, one beside
any element ``mouse_click(x, y)``.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import socket
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webcosm.act import Action, ActionSet
from webcosm.act import catalogue as do
from webcosm.agents.base import Agent
from webcosm.browser.errors import DialogOpen
from webcosm.env import Episode, Limits, Look, Observation, Options, Step
from webcosm.observe.page import ElementGone, FrameGone, UnknownElement
from webcosm.observe.records import Element

__all__ = ["Booth", "HumanAgent"]

PAGE = Path(__file__).parent / "booth" / "page.html"
TAKES_FILES = "(element) => (element.closest('label')?.control ?? element).type === 'file'"


class HumanAgent(Agent):
    """Opens a booth for each episode and waits until the person is done."""

    name = "human"

    def __init__(self, port: int = 0, open_browser: bool = True) -> None:
        if not 0 <= port <= 65_535:
            raise ValueError(f"port must be from 0 (any) to 65535, not {port!r}")
        self.port = port
        self.open_browser = open_browser

    def options(self) -> Options:
        return Options(
            look=Look(parts=("text", "screenshot")),
            actions=ActionSet.preset("everything"),
            limits=Limits(steps=math.inf, repeats=None, invalid=None),
        )

    async def play(self, episode: Episode) -> None:
        booth = Booth(episode)
        try:
            listening = socket.create_server(("127.0.0.1", self.port))
        except OSError as error:
            raise OSError(f"port {self.port} cannot be used ({error}); choose another with --option port=N") from error
        server = uvicorn.Server(uvicorn.Config(booth.app, log_level="error", lifespan="off"))
        serving = asyncio.ensure_future(server.serve(sockets=[listening]))
        leaving = asyncio.ensure_future(booth.over.wait())
        address = f"http://127.0.0.1:{listening.getsockname()[1]}{booth.path}"
        print(f"Your turn: {episode.goal.told}\nOpen {address}", file=sys.stderr, flush=True)
        if self.open_browser:
            webbrowser.open(address)
        try:
            await asyncio.wait({serving, leaving}, return_when=asyncio.FIRST_COMPLETED)  # Ctrl-C ends the server
        finally:
            server.should_exit = True
            leaving.cancel()
            await serving
            listening.close()


class Booth:
    """The page at which a person plays one episode. Its path is secret: other users of the machine cannot join in."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.over = asyncio.Event()
        """Set when the person has seen how the episode ended."""
        self.path = f"/{secrets.token_urlsafe(9)}/"
        self._turn = asyncio.Lock()
        self._last: Step | None = None
        self.app = Starlette(
            routes=[
                Route(self.path, self._page),
                Route(f"{self.path}state", self._state),
                Route(f"{self.path}picture", self._picture),
                Route(f"{self.path}goal/{{number:int}}", self._goal_picture),
                Route(f"{self.path}act", self._act, methods=["POST"]),
                Route(f"{self.path}leave", self._leave, methods=["POST"]),
            ]
        )

    async def _page(self, _: Request) -> Response:
        return HTMLResponse(PAGE.read_text())

    async def _state(self, _: Request) -> Response:
        return JSONResponse(self.state())

    async def _picture(self, _: Request) -> Response:
        seen = self.episode.observation
        if seen is None or seen.screenshot is None:
            return Response(status_code=204)
        return Response(seen.screenshot, media_type="image/png", headers={"Cache-Control": "no-store"})

    async def _goal_picture(self, request: Request) -> Response:
        pictures, number = self.episode.goal.pictures, request.path_params["number"]
        if number >= len(pictures):
            return Response(f"the goal has {len(pictures)} pictures, numbered from 0", status_code=404)
        kind = "image/png" if pictures[number].startswith(b"\x89PNG") else "image/jpeg"
        return Response(pictures[number], media_type=kind)

    async def _act(self, request: Request) -> Response:
        try:
            given = await request.json()
            if not isinstance(given, dict):
                raise ValueError("send one object")
        except ValueError as error:
            return JSONResponse({"wrong": f"this is no move: {error}"}, 400)
        async with self._turn:
            if self.episode.verdict is not None:
                return JSONResponse(self.state())
            try:
                move = await self.read(given)
            except (KeyError, TypeError, ValueError) as error:
                return JSONResponse({"wrong": f"{given} is no move: {error}"}, 400)
            if isinstance(move, dict):
                return JSONResponse(self.state() | {"ask": move})
            self._last = await self.episode.act(move)
            return JSONResponse(self.state())

    async def _leave(self, _: Request) -> Response:
        """The person closes the booth; an episode that is not over yet is judged as it stands."""
        async with self._turn:
            if self.episode.verdict is None:
                self._last = await self.episode.act(do.stop())
        self.over.set()
        return JSONResponse({"left": True})

    async def read(self, given: Mapping[str, Any]) -> str | Action | dict[str, Any]:
        """What the person did, as an action; or what to ask them first, where a picture cannot show the choices."""
        match given:
            case {"point": [x, y]}:
                return await self._at(float(x), float(y), double=bool(given.get("double")))
            case {"text": str(text)}:
                return do.keyboard_type(text)
            case {"key": str(key)}:
                return do.keyboard_press(key)
            case {"wheel": [x, y, distance]}:
                return do.scroll_at(float(x), float(y), 0, float(distance))
            case {"choose": [str(which), str(option)]}:
                return do.select_option(which, option)
            case {"upload": [str(which), str(name)]}:
                return do.upload_file(which, name)
            case {"action": str(text)}:
                return text
        raise ValueError("it has none of point, text, key, wheel, choose, upload, action")

    async def _at(self, x: float, y: float, *, double: bool) -> Action | dict[str, Any]:
        seen = self.episode.observation
        found = element_at(seen, x, y) if seen else None
        if found is None:
            return do.mouse_dblclick(x, y) if double else do.mouse_click(x, y)
        if found.tag == "select" and not double:
            assert seen is not None
            return {"id": found.id, "name": found.name, "how": "choose", "options": _options_of(seen, found)}
        if found.tag in ("input", "label") and self.episode.task.files and await self._takes_files(found):
            return {"id": found.id, "name": found.name, "how": "upload", "options": sorted(self.episode.task.files)}
        return do.dblclick(found.id) if double else do.click(found.id)

    async def _takes_files(self, field: Element) -> bool:
        """Whether a click on it would open a file chooser, which no picture of the page could show."""
        hands = self.episode.hands
        try:
            return bool(await hands.tab.guard(hands.reader().call(field.id, TAKES_FILES)))
        except (UnknownElement, ElementGone, FrameGone, DialogOpen):
            return False  # the click will tell what became of it

    def state(self) -> dict[str, Any]:
        """All that the booth shows beside the picture."""
        episode, seen = self.episode, self.episode.observation
        verdict = episode.verdict
        return {
            "goal": episode.goal.told,
            "pictures": len(episode.goal.pictures),
            "step": episode.steps,
            "url": seen.url if seen else "",
            "tabs": [tab.title or tab.url for tab in seen.tabs] if seen else [],
            "tab": seen.active_tab if seen else 0,
            "action": seen.last_action if seen else "",
            "error": seen.last_error if seen else "",
            "dialog": {"kind": seen.dialog.kind, "message": seen.dialog.message} if seen and seen.dialog else None,
            "now": f"{seen.now:%Y-%m-%d %H:%M}" if seen else "",
            "size": [episode.task.viewport.width, episode.task.viewport.height],
            "chat": [{"who": message.role, "text": message.text} for message in episode.chat.messages],
            "verdict": None
            if verdict is None
            else {
                "outcome": verdict.outcome,
                "checks": [{"name": one.name, "passed": one.passed, "seen": one.seen} for one in verdict.checks],
            },
        }


def element_at(seen: Observation, x: float, y: float) -> Element | None:
    """The smallest visible thing at a point that does something when clicked."""
    there = [
        element
        for element in seen.elements
        if element.id
        and element.box
        and element.visible
        and element.clickable
        and 0 <= x - element.box.x <= element.box.width
        and 0 <= y - element.box.y <= element.box.height
    ]
    return min(there, key=lambda one: one.box.width * one.box.height if one.box else 0.0, default=None)


def _options_of(seen: Observation, choice: Element) -> list[str]:
    at = list(seen.elements).index(choice)
    names = []
    for element in seen.elements[at + 1 :]:
        if element.depth <= choice.depth:
            break
        if element.role == "option":
            names.append(element.name)
    return names
