"""File choosers that pages open: taken from the browser before it shows them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webcosm.browser.tab import Tab

__all__ = ["Chooser", "intercepted_chooser"]


@dataclass(frozen=True)
class Chooser:
    tab: Tab
    node: int
    """The file field that it was opened for."""
    takes_several: bool

    async def set_files(self, paths: Sequence[Path]) -> None:
        files = [str(path.resolve()) for path in paths]
        await self.tab.send("DOM.setFileInputFiles", files=files, backendNodeId=self.node)


@asynccontextmanager
async def intercepted_chooser(tab: Tab) -> AsyncIterator[asyncio.Future[Chooser]]:
    """The first chooser that opens while the block runs."""
    opened: asyncio.Future[Chooser] = asyncio.get_running_loop().create_future()

    def take(event: dict[str, Any]) -> None:
        # One that a script opens to read files by itself belongs to no field.
        if not opened.done() and "backendNodeId" in event:
            opened.set_result(Chooser(tab, event["backendNodeId"], event["mode"] == "selectMultiple"))

    tab.session.on("Page.fileChooserOpened", take)
    await tab.send("Page.setInterceptFileChooserDialog", enabled=True)
    try:
        yield opened
    finally:
        tab.session.remove_listener("Page.fileChooserOpened", take)
        await tab.send("Page.setInterceptFileChooserDialog", enabled=False)
