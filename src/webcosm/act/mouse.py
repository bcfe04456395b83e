"""The mouse, as DevTools' input events: moves, buttons, wheel, and things that are dragged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from webcosm.act.keyboard import Keyboard
from webcosm.browser.frames import FRAME_MS
from webcosm.browser.tab import Tab

__all__ = ["Mouse"]

BUTTONS = {"left": 1, "right": 2, "middle": 4}
DRAG_MS = 64
"""Milliseconds of page time that one move of a drag takes: four frames."""


@dataclass
class Mouse:
    """One tab's mouse. It knows which of its buttons are down."""

    tab: Tab
    keyboard: Keyboard
    _x: float = 0.0
    _y: float = 0.0
    _buttons: list[str] = field(default_factory=list)
    _load: dict[str, Any] | None = None
    """What is being dragged, once the page has let go of it: such a drag has events of its own."""
    _intercepting: bool = False

    async def _intercept(self) -> None:
        """Asks the browser to leave drags to us; its own would wait for a real mouse."""
        if not self._intercepting:
            self._intercepting = True
            self.tab.session.on("Input.dragIntercepted", self._lifted)
            await self.tab.send("Input.setInterceptDrags", enabled=True)

    def _lifted(self, event: dict[str, Any]) -> None:
        self._load = event["data"]

    async def move(self, x: float, y: float) -> None:
        self._x, self._y = x, y
        if not self._buttons:
            await self._send("mouseMoved")
        elif self._load is not None:
            await self._drag("dragOver")
        else:
            await self._intercept()
            await self._send("mouseMoved")
            await self.tab.activity()  # the page has told by now whether it lets something be dragged
            await self._enter()
        if self._buttons:
            await self.tab.advance(DRAG_MS)

    async def _enter(self) -> None:
        if self._load is not None:
            await self._drag("dragEnter")
            await self._drag("dragOver")

    async def down(self, button: str, count: int = 1) -> None:
        if button not in self._buttons:
            self._buttons.append(button)
        await self.tab.guard(self._event("mousePressed", button=button, clickCount=count, force=0.5))

    async def up(self, button: str, count: int = 1) -> None:
        self._buttons = [held for held in self._buttons if held != button]
        if self._load is not None:
            await self._drag("drop")
            self._load = None
        else:
            await self.tab.with_frame(self._event("mouseReleased", button=button, clickCount=count))

    async def click(self, x: float, y: float, button: str, times: int = 1) -> None:
        """Moves there, lets the page take notice, and clicks; modifier keys are held by the caller."""
        await self.move(x, y)
        await self.tab.advance(FRAME_MS)  # what hovering changes, and loads, is there before the button goes down
        await self.tab.draw_frame()
        for count in range(1, times + 1):
            try:
                await self.down(button, count)
            finally:  # a dialog that it opens takes the release of the button
                self._buttons.remove(button)
            await self.tab.guard(self._event("mouseReleased", button=button, clickCount=count))

    async def wheel(self, x: float, y: float, dx: float, dy: float) -> None:
        self._x, self._y = x, y
        await self._send("mouseWheel", deltaX=dx, deltaY=dy)

    async def _send(self, type: str, **more: Any) -> None:
        """An event that the page takes with its next frame."""
        button = self._buttons[-1] if self._buttons else "none"
        await self.tab.with_frame(self._event(type, button=button, force=0.5 if self._buttons else 0, **more))

    async def _event(self, type: str, **more: Any) -> None:
        event = {"type": type, "x": self._x, "y": self._y, "modifiers": self.keyboard.modifiers, **more}
        event["buttons"] = sum(BUTTONS[button] for button in self._buttons)
        await self.tab.input("Input.dispatchMouseEvent", event)

    async def _drag(self, type: str) -> None:
        event = {"type": type, "x": self._x, "y": self._y, "data": self._load, "modifiers": self.keyboard.modifiers}
        await self.tab.with_frame(self.tab.input("Input.dispatchDragEvent", event))
