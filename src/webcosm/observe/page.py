"""Reads a page: everything that can be known of it, in one pass, without touching it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from webcosm.browser.cdp import CdpSession
from webcosm.browser.errors import ProtocolError
from webcosm.observe.ids import DocumentIds, IdBook, Signature, signatures
from webcosm.observe.page_decode import FrameLook, signed, to_view
from webcosm.observe.page_world import FrameGone, FrameWorld, WalkError
from webcosm.observe.records import Box, PageView

__all__ = ["ElementGone", "FrameGone", "PageReader", "Target", "UnknownElement", "WalkError"]

T = TypeVar("T")
_ID = re.compile(r"(?P<path>(?:[a-z][A-Z]*)*)(?P<number>\d+)?")
_SEGMENT = re.compile(r"[a-z][A-Z]*")
LOOKS_AT_PAGE, LOOKS_AT_FRAME = 20, 2
"""How often something that changes its document meanwhile is looked at again: a frame that keeps vanishing is left out,
the page itself is worth waiting for."""


class UnknownElement(LookupError):
    """No element was ever shown under this id in the page as it is now."""


class ElementGone(LookupError):
    """The element was shown once, but it is no longer in the page."""


@dataclass(frozen=True, slots=True)
class Target:
    """An element to act upon, as it was found a moment ago. Positions are in the top window's viewport."""

    id: str
    frame: str
    """Path of the frame it is in; empty for the top document."""
    tag: str
    type: str
    """Type of an input or button, otherwise empty."""
    box: Box | None
    """``None`` when it has no layout."""
    hit: tuple[float, float] | None
    """A point at which a click reaches it; ``None`` when there is none."""
    covered_by: str | None
    """A short description of what lies upon it, when that is why it cannot be hit."""
    cut_by: str | None
    """The same of what is around it and hides it, where no scrolling brings it into sight."""
    hidden: bool
    """It has no layout, no size, or is invisible or transparent."""
    disabled: bool
    editable: bool


class PageReader:
    """Reads one page (tab). Keep one for as long as the page lives: element ids live in it. No two share a session.

    Readers of one episode share a book, so that no two elements in it have the same id."""

    def __init__(self, session: CdpSession, main_frame: str, book: IdBook | None = None) -> None:
        self._session = session
        self._book = book or IdBook()
        self._expected: dict[str, dict[Signature, list[int | str]]] = {}
        self.last: PageView | None = None
        """What it saw last."""
        self._main_frame = main_frame
        """DevTools' name of it, which is the page's own."""
        self._top: FrameWorld | None = None
        self._top_generation = 0
        self._frames: dict[str, FrameWorld] = {}
        self._crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        session.on("Inspector.targetCrashed", lambda _: self._crash())

    def _crash(self) -> None:
        if not self._crashed.done():
            self._crashed.set_result(None)

    async def open(self) -> None:
        """Makes ready, so that the first look need not. No element gets its id before somebody looks."""
        await self._unless_crashed(self._open())

    async def _open(self) -> None:
        await (await self._top_world()).prepare()

    async def look(self) -> PageView:
        """All records of the page and its frames."""
        self.last = await self._unless_crashed(self._look())
        return self.last

    def expect(self, view: PageView) -> None:
        """The page is a copy of one that was seen so: its elements get the ids that those have there."""
        self._expected = signatures(view)

    async def locate(self, element_id: str, *, scroll: bool = True) -> Target:
        """Finds an element again; with ``scroll`` it is brought into view first, if it is not."""
        return await self._unless_crashed(self._locate(element_id, scroll))

    async def call(self, element_id: str, js_function: str, *args: Any) -> Any:
        """Runs ``(element, ...args) => value`` on an element in the isolated world; arguments and value are JSON."""
        return await self._unless_crashed(self._call(element_id, js_function, *args))

    async def html(self, id_attribute: str | None = None) -> str:
        """The whole page as markup: open shadow roots as templates, frames' contents inside their tags.

        With ``id_attribute`` every element that has an id carries it under that name."""
        return await self._unless_crashed(self._html_frame("", id_attribute))

    async def _unless_crashed(self, work: Coroutine[Any, Any, T]) -> T:
        """DevTools never answers for a crashed page, so nothing may wait for an answer alone."""
        doing = asyncio.ensure_future(work)
        try:
            await asyncio.wait((doing, self._crashed), return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            raise FrameGone("the page crashed")
        finally:
            doing.cancel()

    async def _look(self) -> PageView:
        look = await self._look_frame("", {})
        if self._session.closed:
            raise FrameGone("the page is closed")
        if look is None:
            raise FrameGone("the page kept changing its document while it was looked at")
        view = to_view(look)
        self._expected = {}
        return view

    async def _locate(self, element_id: str, scroll: bool) -> Target:
        path, key, world = await self._reach(element_id)
        try:
            found = await world.run(f"walker.locate({json.dumps(key)}, {json.dumps(scroll)})")
        except FrameGone as error:
            raise ElementGone(_gone(element_id)) from error
        if not found["known"]:
            raise self._missing(element_id)
        if not found["attached"]:
            raise ElementGone(_gone(element_id))
        box, hit, cover = found["box"], found["hit"], found["cover"]
        if box is not None and path:
            box, hit, cover = await self._outwards(path, box, hit, cover, scroll)
        return Target(
            id=element_id,
            frame=path,
            tag=found["tag"],
            type=found["type"],
            box=None if box is None else Box(*box),
            hit=None if hit is None else (hit[0], hit[1]),
            covered_by=cover,
            cut_by=found["cutter"],
            hidden=found["hidden"],
            disabled=found["disabled"],
            editable=found["editable"],
        )

    async def _call(self, element_id: str, js_function: str, *args: Any) -> Any:
        _, key, world = await self._reach(element_id)
        try:
            found = await world.run(
                f"((el, args) => el && el.isConnected ? {{ value: ({js_function})(el, ...args) }} : {{ known: !!el }})"
                f"(walker.elementOf({json.dumps(key)}), {json.dumps(args)})"
            )
        except FrameGone as error:
            raise ElementGone(_gone(element_id)) from error
        if "known" in found:
            raise ElementGone(_gone(element_id)) if found["known"] else self._missing(element_id)
        return found.get("value")

    async def backend_node(self, element_id: str) -> int:
        """DevTools' own number of an element's node, for joining with other DevTools domains."""
        async with self._holding(element_id) as (world, handle):
            described = await world.session.send("DOM.describeNode", {"objectId": handle})
        number: int = described["node"]["backendNodeId"]
        return number

    async def set_files(self, element_id: str, paths: Sequence[str | Path]) -> None:
        """Puts files into a file input, as the file chooser would."""
        async with self._holding(element_id) as (world, handle):
            files = [str(Path(path).resolve()) for path in paths]
            await world.session.send("DOM.setFileInputFiles", {"objectId": handle, "files": files})

    async def _look_frame(self, path: str, view: dict[str, Any]) -> FrameLook | None:
        expression = f"walker.look({json.dumps(view)})"
        for _ in range(LOOKS_AT_FRAME if path else LOOKS_AT_PAGE):
            try:
                world = await self._world(path)
                await world.listen()
                raw: dict[str, Any] = json.loads(await world.run(expression))
                break
            except (FrameGone, UnknownElement):
                if self._session.closed:
                    return None
                self._forget(path)
        else:
            return None
        if world.ids.is_expecting:
            world.ids.adopt(signed(raw))
        look = FrameLook(path, raw, world.ids)
        frames = raw["frames"]
        if frames:
            inner = await asyncio.gather(
                *(self._look_frame(f"{path}{world.ids.id(frame['letters'])}", frame["view"]) for frame in frames)
            )
            look.frames = {frame["record"]: found for frame, found in zip(frames, inner, strict=True) if found}
        return look

    async def _html_frame(self, path: str, id_attribute: str | None) -> str:
        try:
            world = await self._world(path)
            answer: dict[str, Any] = json.loads(await world.run(f"walker.html({json.dumps(id_attribute)})"))
        except (FrameGone, UnknownElement):
            if not path:
                raise
            return ""
        ids = world.ids
        inner = {
            letters: await self._html_frame(f"{path}{ids.id(letters)}", id_attribute) for letters in answer["frames"]
        }
        return "".join(
            part
            if isinstance(part, str)
            else inner[part["frame"]]
            if "frame" in part
            else f"{path}{ids.id(part['id'])}"
            for part in answer["parts"]
        )

    async def _outwards(
        self, path: str, box: list[float], hit: list[float] | None, cover: str | None, scroll: bool
    ) -> tuple[list[float], list[float] | None, str | None]:
        """From a frame's viewport to the top window's, asking each frame around whether the point is free there."""
        for outer, letters in reversed(_steps(path)):
            x, y = hit or (box[0] + box[2] / 2, box[1] + box[3] / 2)
            world = await self._world(outer)
            at = await world.run(
                f"walker.frameAt({json.dumps(world.ids.key(letters))}, {x}, {y}, {json.dumps(scroll)})"
            )
            if at is None:
                raise ElementGone(_gone(outer + letters))
            left, top, scale_x, scale_y = at["left"], at["top"], at["scaleX"], at["scaleY"]
            box = [left + box[0] * scale_x, top + box[1] * scale_y, box[2] * scale_x, box[3] * scale_y]
            if hit is not None:
                hit = [left + hit[0] * scale_x, top + hit[1] * scale_y]
                if at["cover"] is not None:
                    hit, cover = None, at["cover"]
        return box, hit, cover

    async def _reach(self, element_id: str) -> tuple[str, int | str, FrameWorld]:
        """Frame path, key within that frame, and the frame's world."""
        path, id = _parse(element_id)
        try:
            world = await self._world(path)
        except UnknownElement as error:
            raise self._missing(element_id) from error
        except FrameGone as error:
            raise ElementGone(_gone(element_id)) from error
        key = world.ids.key(id)
        if key is None:
            raise self._missing(element_id)
        return path, key, world

    def _missing(self, element_id: str) -> LookupError:
        """Why there is no such element: it was on a page that was left, or on none."""
        if self._book.was_given(*_parse(element_id)):
            return ElementGone(_gone(element_id))
        return UnknownElement(_unknown(element_id))

    @asynccontextmanager
    async def _holding(self, element_id: str) -> AsyncIterator[tuple[FrameWorld, str]]:
        """A handle on an element, let go of afterwards."""
        _, key, world = await self._reach(element_id)
        element = f"walker.elementOf({json.dumps(key)})"
        try:
            handle = await world.handle(f"(el => el && el.isConnected ? el : null)({element})")
            if handle is None:
                known = await world.run(f"{element} !== undefined")
                raise ElementGone(_gone(element_id)) if known else self._missing(element_id)
            try:
                yield world, handle
            finally:
                await world.release(handle)
        except FrameGone as error:
            raise ElementGone(_gone(element_id)) from error

    def _forget(self, path: str) -> None:
        """Drops what is known of a frame and the frames in it, so that it is entered anew."""
        if not path:
            self._top = None
        for known in [known for known in self._frames if known.startswith(path)]:
            del self._frames[known]

    async def _world(self, path: str) -> FrameWorld:
        if not path:
            return await self._top_world()
        world = self._frames.get(path)
        if world is None:
            outer, letters = _steps(path)[-1]
            world = await self._enter(await self._world(outer), path, letters)
            self._frames[path] = world
        return world

    async def _top_world(self) -> FrameWorld:
        if self._top is None:
            self._top = FrameWorld(self._session, self._main_frame, lambda: self._new_ids(""), is_root=True)
        if self._top.generation != self._top_generation:
            self._top_generation = self._top.generation
            self._frames.clear()
        return self._top

    async def _enter(self, outer: FrameWorld, path: str, letters: str) -> FrameWorld:
        key = outer.ids.key(letters)
        handle = None if key is None else await outer.handle(f"walker.elementOf({json.dumps(key)})")
        if handle is None:
            raise UnknownElement(f"no frame {path!r} in the page")
        try:
            described = await outer.session.send("DOM.describeNode", {"objectId": handle})
        except ProtocolError as error:
            raise FrameGone(error.message) from error
        await outer.release(handle)
        frame_id = described["node"].get("frameId")
        if frame_id is None:
            raise FrameGone(f"the frame {path!r} shows no document")
        session = await self._session_for(frame_id, outer.session)
        return FrameWorld(session, frame_id, lambda: self._new_ids(path))

    def _new_ids(self, path: str) -> DocumentIds:
        return DocumentIds(self._book, path, self._expected.get(path))

    async def _session_for(self, frame_id: str, around: CdpSession) -> CdpSession:
        """The session that speaks for a frame: the surrounding one, or its own if it runs in another process."""
        tree = (await around.send("Page.getFrameTree"))["frameTree"]
        if _contains(tree, frame_id):
            return around
        try:
            return await around.attach(frame_id)  # it is a target of its own then, of the same name
        except ProtocolError as error:
            raise FrameGone("the frame is not attached") from error


def _contains(tree: dict[str, Any], frame_id: str) -> bool:
    return tree["frame"]["id"] == frame_id or any(_contains(child, frame_id) for child in tree.get("childFrames", ()))


def _steps(path: str) -> list[tuple[str, str]]:
    """``abG`` -> [("", "a"), ("a", "bG")]: each frame on the way with the path of the one around it."""
    return [(path[: match.start()], match.group()) for match in _SEGMENT.finditer(path)]


def _parse(element_id: str) -> tuple[str, int | str]:
    """Frame path and number; an iframe's own id names it in the frame around it."""
    match = _ID.fullmatch(element_id)
    if match is None or not element_id:
        raise UnknownElement(f"{element_id!r} is no element id; ids look like 12, a12 or abG43")
    path, number = match["path"], match["number"]
    if number is not None:
        return path, int(number)
    return _steps(path)[-1]


def _gone(element_id: str) -> str:
    return f"element {element_id!r} is no longer in the page; use an id from the latest observation"


def _unknown(element_id: str) -> str:
    return f"no element {element_id!r} in the page; use an id from the latest observation"
