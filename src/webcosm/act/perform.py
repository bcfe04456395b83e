"""Performs typed actions with real input in the active tab."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from webcosm.act.actions import Action
from webcosm.act.chooser import intercepted_chooser
from webcosm.act.errors import ActionFailed
from webcosm.act.keyboard import Keyboard
from webcosm.act.mouse import Mouse
from webcosm.act.python_action import run_python
from webcosm.act.targets import actionable, enabled
from webcosm.browser.errors import BrowserLost, DialogOpen, ProtocolError
from webcosm.browser.frames import FRAME_MS
from webcosm.browser.tab import Tab
from webcosm.browser.window import Refused, Window, check_address
from webcosm.observe.ids import IdBook
from webcosm.observe.page import ElementGone, FrameGone, PageReader, Target, UnknownElement, WalkError

__all__ = ["Hands"]

SCRIPT = (Path(__file__).parent / "hands.js").read_text().partition("\n")[2]
GLANCE = 250
"""Milliseconds of page time between two looks while waiting for a text."""
DESPITE_DIALOG = ("accept_dialog", "dismiss_dialog", "tab_focus", "tab_close", "new_tab")
"""Actions that can be done while the page shows a dialog."""
MANY_LINES = 100
"""A text of more lines is put in at once. Typed, 100 lines take 0.05 s, 2,000 take 11 s, and 4,000 hang the browser."""
MANY_KEYS = 2_000
"""A text of more characters is put in at once, too: a key takes a millisecond, and a browser 20 seconds to be hung."""
CHOOSER_MS = 500
"""Milliseconds of page time in which a file chooser must open after the click for it; of real time where pages live
in that."""


class _Tools:
    """What acts upon one tab."""

    def __init__(self, tab: Tab, book: IdBook) -> None:
        self.reader = PageReader(tab.session, tab.target, book)
        self.keyboard = Keyboard(tab)
        self.mouse = Mouse(tab, self.keyboard)


@dataclass
class Hands:
    """Performs actions in a window. Chat and finish actions are the episode's own and never get here."""

    window: Window
    files: Mapping[str, Path] = field(default_factory=dict)
    """What `upload_file` may name: the files that come with the task, and nothing else on this machine."""
    last_element: str = ""
    """Id of the element that the last action was about."""
    ids: IdBook = field(default_factory=IdBook)
    """The element ids of all tabs that ever were in the window."""
    _by_tab: dict[Tab, _Tools] = field(default_factory=dict)

    @property
    def tab(self) -> Tab:
        return self.window.tab

    def reader(self, tab: Tab | None = None) -> PageReader:
        """A tab's reader, in which its element ids live."""
        return self._tools(tab or self.tab).reader

    @property
    def _mouse(self) -> Mouse:
        return self._tools(self.tab).mouse

    @property
    def _keyboard(self) -> Keyboard:
        return self._tools(self.tab).keyboard

    def _tools(self, tab: Tab) -> _Tools:
        if tab not in self._by_tab:
            self._by_tab = {one: tools for one, tools in self._by_tab.items() if one in self.window.tabs}
            self._by_tab[tab] = _Tools(tab, self.ids)
        return self._by_tab[tab]

    def take_ids(self, other: Hands) -> None:
        """The window is a copy of another one: what is in both has the same id, and what is new one that neither had.
        To be called before anything is looked at."""
        self.ids = other.ids.copy()
        self._by_tab = {}
        for tab, copied in zip(self.window.tabs, other.window.tabs, strict=False):
            seen = other.reader(copied).last
            if seen is not None and seen.url == copied.url:
                self.reader(tab).expect(seen)

    async def perform(self, action: Action) -> None:
        """Does one action, or raises :class:`ActionFailed`."""
        method: Callable[..., Awaitable[None]] = getattr(self, f"_do_{action.name}")
        if self.tab.dialog and action.name not in DESPITE_DIALOG:
            raise ActionFailed(
                f"the page shows a dialog ({self.tab.dialog.type}: {self.tab.dialog.message!r});"
                " answer it first with accept_dialog() or dismiss_dialog()"
            )
        tab = self.tab
        try:
            await method(**action.arguments)
        except DialogOpen:
            pass  # the action's effect is the dialog; the observation shows it
        except BrowserLost:
            if tab in self.window.tabs or self.window.root.closed:
                raise
            # the page closed its own tab; the observation shows that too
        except (UnknownElement, ElementGone, Refused, ValueError) as error:
            raise ActionFailed(str(error)) from None
        except (FrameGone, WalkError) as error:
            raise ActionFailed(f"the page changed under the action: {error}") from None
        except ProtocolError as error:
            raise ActionFailed(error.message) from None

    # Finding ----------------------------------------------------------------------------------------------------------

    async def _locate(self, element_id: str) -> Target:
        """The element, brought into view if it can be."""
        target = await self.tab.guard(self.reader().locate(element_id))
        self.last_element = element_id
        return target

    async def _target(self, element_id: str) -> Target:
        """The element, brought into view and fit to be acted upon."""
        return actionable(await self._locate(element_id))

    async def _still(self, element_id: str) -> tuple[float, float]:
        """A point to hit the element at, once it is seen to stay where it is."""
        return await self._point(*await self._found(element_id))

    async def _found(self, element_id: str) -> tuple[Target, bool]:
        """The element, and whether anything moves on the page; asked for together."""
        target, (moving_for, endless) = await asyncio.gather(self._locate(element_id), self.tab.animations())
        return target, bool(moving_for or endless)

    async def _point(self, target: Target, moving: bool) -> tuple[float, float]:
        hit = actionable(target).hit
        if moving:
            await self.tab.advance(FRAME_MS)
            await self.tab.draw_frame()
            if (await self._target(target.id)).box != target.box:
                raise ActionFailed(f"element {target.id!r} is moving; wait until it stands still")
        assert hit is not None
        return hit

    async def _call(self, element_id: str, name: str, *arguments: Any) -> Any:
        """Calls a function of hands.js on an element."""
        script = f"(...given) => {SCRIPT.strip()}.{name}(...given)"
        return await self.tab.guard(self.reader().call(element_id, script, *arguments))

    # Input ------------------------------------------------------------------------------------------------------------

    async def _press_button(self, x: float, y: float, button: str, modifiers: Sequence[str], times: int = 1) -> None:
        mouse = self._mouse
        async with self._held(modifiers):
            await mouse.click(x, y, button, times)

    @asynccontextmanager
    async def _held(self, keys: Sequence[str]) -> AsyncIterator[None]:
        keyboard = self._keyboard  # another tab's may be before us in the end
        for key in keys:
            await keyboard.down(key)
        try:
            yield
        finally:
            for key in reversed(keys):
                await keyboard.up(key)

    async def _chosen(self, files: str | Sequence[str]) -> list[Path]:
        names = [files] if isinstance(files, str) else list(files)
        for name in names:
            if name not in self.files:
                there = ", ".join(sorted(self.files)) or "none"
                raise ActionFailed(f"there is no file {name!r} with this task; files: {there}")
        return [self.files[name] for name in names]

    # Page -------------------------------------------------------------------------------------------------------------

    async def _do_noop(self, milliseconds: float) -> None:
        await self.tab.advance(round(milliseconds))

    async def _do_wait_for(self, text: str, milliseconds: float) -> None:
        wanted = " ".join(text.split()).lower()
        waited = 0
        while True:
            view = await self.tab.guard(self.reader().look())
            shown = " ".join(element.name for element in view if element.role == "StaticText")
            if wanted in " ".join(shown.split()).lower():
                return
            if waited >= milliseconds:
                raise ActionFailed(f"{text!r} did not appear within {milliseconds:g} milliseconds of page time")
            glance = min(GLANCE, round(milliseconds - waited) or 1)
            await self.tab.advance(glance)
            await self.tab.draw_frame()
            waited += glance

    async def _do_scroll(self, dx: float, dy: float) -> None:
        viewport = self.tab.viewport
        await self._mouse.wheel(viewport.width / 2, viewport.height / 2, dx, dy)

    # Element ----------------------------------------------------------------------------------------------------------

    async def _do_click(self, id: str, button: str, modifiers: Sequence[str]) -> None:
        await self._click(id, button, modifiers, 1)

    async def _do_dblclick(self, id: str, button: str, modifiers: Sequence[str]) -> None:
        await self._click(id, button, modifiers, 2)

    async def _click(self, id: str, button: str, modifiers: Sequence[str], times: int) -> None:
        target, moving = await self._found(id)
        if target.tag == "option" and await self._call(id, "isOption"):
            await self._target(await self._select_of(id))
            if not await self._call(id, "chooseOption"):
                raise ActionFailed(f"option {id!r} is disabled")
        else:
            await self._press_button(*await self._point(target, moving), button, modifiers, times)

    async def _do_hover(self, id: str) -> None:
        await self._do_mouse_move(*await self._still(id))

    async def _do_focus(self, id: str) -> None:
        target = await self._target(id)
        if not await self._call(id, "takeFocus"):
            raise ActionFailed(f"element {id!r} ({target.tag}) does not take the focus")

    async def _select_of(self, option_id: str) -> str:
        """The select field that an option belongs to: only the field has a place on the page."""
        view = await self.tab.guard(self.reader().look())
        element = view.find(option_id)
        while element is not None and element.tag != "select" and element.parent >= 0:
            element = view.elements[element.parent]
        return element.id if element is not None else option_id

    async def _do_fill(self, id: str, text: str, autocomplete: bool) -> None:
        target = await self._target(id)
        at_once = await self._call(id, "isSetAtOnce")
        if not at_once and not target.editable:
            raise ActionFailed(f"element {id!r} ({target.tag}) is not a field that can be edited")
        if problem := await self._call(id, "setValue" if at_once else "selectAll", text):
            raise ActionFailed(f"element {id!r} {problem}")
        if not at_once:
            head, tail = (text[:-1], text[-1:]) if autocomplete else (text, "")
            if head.count("\n") > MANY_LINES and await self._call(id, "insertLines", head):
                pass
            elif head:
                await self._keyboard.insert(head)
            else:
                await self._keyboard.press("Delete")
            if tail:
                await self._keyboard.type(tail)

    async def _do_clear(self, id: str) -> None:
        await self._do_fill(id, "", False)

    async def _do_type(self, id: str, text: str, submit: bool) -> None:
        target = await self._target(id)
        if not target.editable:
            raise ActionFailed(f"element {id!r} ({target.tag}) is not a field that can be edited")
        await self._press_button(*await self._still(id), "left", ())
        await self._call(id, "caretToEnd")
        await self._do_keyboard_type(text)
        if submit:
            await self._keyboard.press("Enter")

    async def _do_press(self, id: str, keys: str) -> None:
        await self._do_focus(id)
        await self._keyboard.press(keys)

    async def _do_select_option(self, id: str, options: str | Sequence[str]) -> None:
        await self._target(await self._select_of(id) if await self._call(id, "isOption") else id)
        wanted = [options] if isinstance(options, str) else list(options)
        if problem := await self._call(id, "select", wanted):
            raise ActionFailed(f"element {id!r} {problem}")

    async def _do_check(self, id: str) -> None:
        await self._tick(id, True)

    async def _do_uncheck(self, id: str) -> None:
        await self._tick(id, False)

    async def _tick(self, id: str, wanted: bool) -> None:
        state = await self._call(id, "isChecked")
        if state is None:
            raise ActionFailed(f"element {id!r} is not a check box, switch or radio button")
        if state == wanted:
            return
        if not wanted and await self._call(id, "isRadio"):
            raise ActionFailed(f"element {id!r} is a radio button; it is unticked by ticking another of its group")
        # A styled box often hides the real one behind its label.
        if enabled(await self._locate(id)).hit is None and await self._call(id, "isLabelInReach"):
            await self._call(id, "click")
        else:
            await self._press_button(*await self._still(id), "left", ())
        if await self._call(id, "isChecked") != wanted:
            raise ActionFailed(f"a click on element {id!r} did not {'tick' if wanted else 'untick'} it")

    async def _do_drag_and_drop(self, from_id: str, to_id: str) -> None:
        start = await self._still(from_id)
        goal = (await self._target(to_id)).hit or (0, 0)
        start = (await self._target(from_id)).hit or start  # bringing the goal into view may have moved it
        await self._do_mouse_drag(*start, *goal)

    async def _do_upload_file(self, id: str, files: str | Sequence[str]) -> None:
        paths = await self._chosen(files)
        target = enabled(await self._locate(id))
        if (target.tag, target.type) == ("input", "file"):
            if len(paths) > 1 and not await self._call(id, "takesSeveral"):
                raise ActionFailed(f"element {id!r} takes one file only")
            await self.tab.guard(self.reader().set_files(id, paths))
        else:
            await self._choose_files(*await self._still(id), paths)

    async def _choose_files(self, x: float, y: float, paths: Sequence[Path]) -> None:
        async with intercepted_chooser(self.tab) as opened:
            await self._press_button(x, y, "left", ())
            await self.tab.advance(CHOOSER_MS)  # some pages open it a moment later
            if self.tab.clock.mode == "live":
                await self.tab.guard(asyncio.wait({opened}, timeout=CHOOSER_MS / 1000))
            else:
                await self.tab.activity()  # the page tells of its chooser before it answers
        if not opened.done():
            raise ActionFailed("no file chooser opened there")
        if len(paths) > 1 and not opened.result().takes_several:
            raise ActionFailed("the file chooser that opened there takes one file only")
        await opened.result().set_files(paths)

    async def _do_scroll_element(self, id: str, dx: float, dy: float) -> None:
        target = await self._target(id)
        assert target.hit is not None
        await self._mouse.wheel(*target.hit, dx, dy)

    async def _do_scroll_to(self, id: str) -> None:
        await self._locate(id)

    # Mouse and keyboard -----------------------------------------------------------------------------------------------

    async def _do_scroll_at(self, x: float, y: float, dx: float, dy: float) -> None:
        await self._mouse.wheel(x, y, dx, dy)

    async def _do_mouse_move(self, x: float, y: float) -> None:
        await self._mouse.move(x, y)

    async def _do_mouse_down(self, x: float, y: float, button: Any) -> None:
        mouse = self._mouse
        await mouse.move(x, y)
        await mouse.down(button)

    async def _do_mouse_up(self, x: float, y: float, button: Any) -> None:
        mouse = self._mouse
        await mouse.move(x, y)
        await mouse.up(button)

    async def _do_mouse_click(self, x: float, y: float, button: str, modifiers: Sequence[str]) -> None:
        await self._press_button(x, y, button, modifiers)

    async def _do_mouse_dblclick(self, x: float, y: float, button: str, modifiers: Sequence[str]) -> None:
        await self._press_button(x, y, button, modifiers, 2)

    async def _do_mouse_tripleclick(self, x: float, y: float) -> None:
        await self._press_button(x, y, "left", (), 3)

    async def _do_mouse_drag(self, from_x: float, from_y: float, to_x: float, to_y: float) -> None:
        await self._do_mouse_down(from_x, from_y, "left")
        for part in (0.1, 0.5, 1.0):  # pages tell a drag from a click by the way it takes
            await self._do_mouse_move(from_x + (to_x - from_x) * part, from_y + (to_y - from_y) * part)
        await self._do_mouse_up(to_x, to_y, "left")

    async def _do_mouse_upload_file(self, x: float, y: float, files: str | Sequence[str]) -> None:
        await self._choose_files(x, y, await self._chosen(files))

    async def _do_keyboard_down(self, key: str) -> None:
        await self._keyboard.down(key)

    async def _do_keyboard_up(self, key: str) -> None:
        await self._keyboard.up(key)

    async def _do_keyboard_press(self, keys: str) -> None:
        await self._keyboard.press(keys)

    async def _do_keyboard_type(self, text: str) -> None:
        if await self._insert_lines(text):
            return
        if len(text) > MANY_KEYS:  # in a field of one line its lines become spaces, as when they are pasted
            await self._keyboard.insert(text)
        else:
            await self._keyboard.type(text)

    async def _do_keyboard_insert(self, text: str) -> None:
        if not await self._insert_lines(text):
            await self._keyboard.insert(text)

    async def _insert_lines(self, text: str) -> bool:
        """Puts many lines into whatever has the focus; whether it did."""
        if text.count("\n") <= MANY_LINES:
            return False
        script = f"(text) => {SCRIPT.strip()}.insertLines(document.activeElement, text)"
        return bool(await self.tab.run_script(script, text))

    # Addresses, tabs, dialogs -----------------------------------------------------------------------------------------

    async def _do_goto(self, url: str) -> None:
        await self.window.goto(url)

    async def _do_go_back(self) -> None:
        await self.window.go_in_history(-1)

    async def _do_go_forward(self) -> None:
        await self.window.go_in_history(1)

    async def _do_reload(self) -> None:
        await self.window.reload()

    async def _do_new_tab(self, url: str | None) -> None:
        address = None if url is None else check_address(url)  # before a tab is opened for nothing
        await self.window.new_tab()
        if address is not None:
            await self.window.goto(address)

    async def _do_tab_focus(self, index: int) -> None:
        await self.window.focus(index)

    async def _do_tab_close(self, index: int | None) -> None:
        await self.window.close_tab(index)

    async def _do_accept_dialog(self, text: str | None) -> None:
        shown = self.tab.dialog
        await self.tab.answer_dialog(True, shown.default_value if shown and text is None else text)

    async def _do_dismiss_dialog(self) -> None:
        await self.tab.answer_dialog(False)

    async def _do_python(self, code: str) -> None:
        await run_python(self.window, code)
