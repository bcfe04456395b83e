"""What must be looked up on the sites when an episode has ended: page contents and pictures."""

from __future__ import annotations

import asyncio
import html
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from webcosm.browser import DialogOpen, Patience, ScriptFailed, Tab, Window
from webcosm.judge.legacy import OR, Ask
from webcosm.judge.picture import LikePicture, PictureError, Shows, as_png
from webcosm.judge.programs import ProgramError, Store, Value, contents_checks, parse_call, run_call
from webcosm.judge.verdict import Check
from webcosm.server.outside import UNREACHABLE, Outside, OutsideError, OutsideReply

__all__ = ["Inspector", "fetch_picture", "go_to", "inspecting"]

SIMILAR = 0.8
"""VisualWebArena's threshold, where a task names none."""
REDIRECTS = 5

_WHOLE = """(document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "")
  + document.documentElement.outerHTML"""
_PICTURES = """(selector) => [...document.querySelectorAll(selector || "img, [role=img]")]
  .flatMap((one) => one.tagName === "IMG" ? [one] : [...one.querySelectorAll("img")])
  .map((one) => one.getAttribute("src")).filter((source) => source)"""


async def go_to(window: Window, url: str, patience: Patience) -> None:
    """Opens an outside address in the active tab and waits for it; dialogs on the way are dismissed, as Playwright does
    where nobody listens. A site that does not answer is an OutsideError."""
    try:
        response = await window.goto(url)
    except DialogOpen:
        response = None
    if response is not None and UNREACHABLE in response.headers:
        raise OutsideError(f"{url} did not answer; is the site running?")
    await window.settle(patience)
    await dismiss_dialogs(window, patience)


async def dismiss_dialogs(window: Window, patience: Patience) -> None:
    for tab in list(window.tabs):
        while tab.dialog is not None:
            await tab.answer_dialog(False)
            await window.settle(patience)


@dataclass
class Inspector:
    """Reads pages for the judge: in a tab of its own, or the agent's where a task says so."""

    window: Window
    agents: Tab
    outside: Outside
    store: Callable[[], Store]
    """Gives the shop's REST interface, or says what is missing."""
    ask: Ask
    patience: Patience
    visual: bool
    folder: Path
    """Where pictures that a task names are."""
    own: Tab | None = None

    async def open(self, url: str) -> Tab:
        """The page that a target means."""
        if url.startswith("func"):
            url = str(await self._call(url, None))
        if url == "last":
            return self.agents
        if not self.outside.reaches(url):
            raise ProgramError(f"{url} is to be checked, but is at none of the addresses given with --address")
        if self.own is None:
            self.own = await self.window.new_tab()
        await go_to(self.window, url, self.patience)
        return self.own

    async def _call(self, program: str, tab: Tab | None) -> Value:
        call = parse_call(program.partition("func:")[2], self.agents.url)
        return await run_call(call, _Reader(tab) if tab else None, self.store() if call.helper.rest else None)

    # Contents ---------------------------------------------------------------------------------------------------------

    async def contents(self, place: int, target: Mapping[str, Any]) -> list[Check]:
        """One ``program_html`` target."""
        tab = await self.open(target["url"])
        content = await self._content(tab, target["locator"], target.get("prep_actions", []))
        if isinstance(content, str) and not self.visual:
            content = html.unescape(content)
        checks = await asyncio.to_thread(
            contents_checks, target["required_contents"], content, visual=self.visual, ask=self.ask
        )
        return [replace(check, name=f"program_html {place}: {check.name}") for check in checks]

    async def _content(self, tab: Tab, locator: str, preparations: list[str]) -> Value | None:
        reader = _Reader(tab)
        if not locator.strip():
            return str(await tab.run_script(_WHOLE))
        if locator.startswith(("document.", "[...document.")):
            try:
                for script in preparations:
                    await reader.evaluate(f"() => {script}")
            except ScriptFailed:
                pass  # as published: what cannot be prepared is looked at as it is
            if preparations:
                await self.window.settle(self.patience)
            try:
                return str(await reader.evaluate(f"() => {locator}"))
            except ScriptFailed:
                return ""
        if locator.startswith("lambda:"):
            try:
                found = await reader.evaluate(locator.removeprefix("lambda:"))
            except ScriptFailed:
                return None
            return (found if isinstance(found, str | int | float) else str(found)) if found else None
        if locator.startswith("func:"):
            return await self._call(locator, tab)
        raise ProgramError(f"the locator {locator!r} is none of '', 'document.…', 'lambda:…', 'func:…'")

    # Pictures ---------------------------------------------------------------------------------------------------------

    async def pictures(self, queries: list[Mapping[str, Any]]) -> list[Check]:
        """All ``page_image_query`` entries. As published, each must find pictures, and only the last is checked."""
        checks: list[Check] = []
        for place, query in enumerate(queries):
            name = f"page_image_query {place}"
            seen = await self._seen(query)
            if not seen:
                return [Check(f"{name}: pictures on the page", False, "none", query["eval_image_class"])]
            if place == len(queries) - 1:
                checks = [replace(check, name=f"{name}: {check.name}") for check in await self._query(query, seen)]
        return checks

    async def _seen(self, query: Mapping[str, Any]) -> list[bytes]:
        selector = query["eval_image_class"].strip()
        if selector and not selector.startswith("."):
            raise ProgramError(f"eval_image_class {selector!r} is no class; accepted is '.name' or nothing")
        tab = await self.open(query["eval_image_url"])
        sources = await _Reader(tab).evaluate(_PICTURES, selector)
        return await asyncio.to_thread(self._load, [urljoin(tab.url, source) for source in sources])

    def _load(self, sources: list[str]) -> list[bytes]:
        """Those of the pictures that can be had; others were not on the page either."""
        found = []
        for source in sources:
            if self.outside.reaches(source):
                try:
                    found.append(fetch_picture(self.outside, source))
                except PictureError:
                    continue
        return found

    async def _query(self, query: Mapping[str, Any], seen: list[bytes]) -> list[Check]:
        checks = []
        for one in query.get("eval_vqa") or []:
            shows = Shows(str(one["question"]), str(one["answer"]))
            checks.append(await asyncio.to_thread(shows.check, *seen))
        if "eval_fuzzy_image_match" in query:
            wanted = [self._reference(name) for name in query["eval_fuzzy_image_match"].split(OR)]
            like = LikePicture(tuple(wanted), float(query.get("ssim_threshold", SIMILAR)))
            checks.append(await asyncio.to_thread(like.check, *seen))
        return checks

    def _reference(self, name: str) -> bytes:
        if name.startswith("http"):
            return fetch_picture(self.outside, name)
        try:
            return as_png((self.folder / name).read_bytes())
        except OSError as error:
            raise ProgramError(f"the picture {name} to compare with cannot be read: {error}") from None


@asynccontextmanager
async def inspecting(inspector: Inspector) -> AsyncIterator[Inspector]:
    """Afterwards the window is as the agent left it, apart from dialogs."""
    window = inspector.window
    await dismiss_dialogs(window, inspector.patience)
    try:
        yield inspector
    finally:
        if inspector.own is not None and inspector.own in window.tabs:
            await window.close_tab(window.tabs.index(inspector.own))
            await window.focus(window.tabs.index(inspector.agents))


@dataclass(frozen=True)
class _Reader:
    tab: Tab

    async def evaluate(self, script: str, argument: object = None) -> Any:
        return await self.tab.run_script(script, argument)


def fetch_picture(outside: Outside, url: str) -> bytes:
    """A picture of an outside site, as PNG. Bytes that are none are a PictureError."""
    reply = _follow(outside, url)
    if reply.status != 200:
        raise PictureError(f"{url} answered with status {reply.status}")
    return as_png(reply.body)


def _follow(outside: Outside, url: str) -> OutsideReply:
    for _ in range(REDIRECTS):
        reply = outside.fetch(url)
        moved = next((value for name, value in reply.headers if name.lower() == "location"), None)
        if reply.status not in (301, 302, 303, 307, 308) or moved is None:
            return reply
        url = urljoin(url, moved)
    raise PictureError(f"{url}: more than {REDIRECTS} redirects")
