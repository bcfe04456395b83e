"""Where an episode takes place: a world, the proxy that leads into it, and a window with the hands that use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from webcosm.act.perform import Hands
from webcosm.browser import Browser, Window
from webcosm.browser.own import OwnBrowser
from webcosm.browser.storage import StorageState
from webcosm.env.beginning import Timekeeper
from webcosm.env.spares import Spare
from webcosm.tasks import Task
from webcosm.worlds import World

if TYPE_CHECKING:
    from webcosm.env.runtime import Runtime
    from webcosm.server import Credential

__all__ = ["Place"]


@dataclass
class Place:
    """Nobody else knows of these, so whoever has a place must leave it."""

    runtime: Runtime
    task: Task
    world: World
    credential: Credential
    browser: Browser | None = None
    """None until the window is open."""
    window: Window | None = None
    hands: Hands | None = None

    @classmethod
    def enter(cls, runtime: Runtime, task: Task, world: World, spare: Spare | None = None) -> Place:
        """Lets the world in, through the proxy of a window that was kept ready if there is one."""
        place = cls(runtime, task, world, runtime.server.admit(world, proxy=spare.proxy if spare else None))
        if spare:
            spare.window.on_time_passed = Timekeeper(world)
            place._take_window(spare.browser, spare.window, spare.hands)
        return place

    @classmethod
    def on_stage(cls, runtime: Runtime, task: Task, spare: Spare) -> Place:
        """Where the start pages are open already."""
        assert spare.stage is not None
        place = cls(runtime, task, spare.stage.world, spare.stage.credential)
        place._take_window(spare.browser, spare.window, spare.hands)
        return place

    async def open_window(self, stored: StorageState | None = None) -> None:
        browser, window = await self.runtime.browsers.open(
            self.credential.proxy, self.task.viewport, self.world.clock.now(), Timekeeper(self.world), stored
        )
        self._take_window(browser, window, Hands(window))

    def _take_window(self, browser: Browser, window: Window, hands: Hands) -> None:
        self.browser, self.window, self.hands = browser, window, hands
        hands.files = self.task.files
        if isinstance(browser, OwnBrowser) and browser.devtools is not None:
            browser.devtools.files = self.task.files

    async def leave(self) -> None:
        """Ends the window and forgets the world."""
        if self.window is not None and self.browser is not None:
            await self.runtime.browsers.release(self.browser, self.window)
        self.runtime.server.dismiss(self.credential)
        self.world.close()
