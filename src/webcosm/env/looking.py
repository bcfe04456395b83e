"""What is read of a page for an observation."""

from __future__ import annotations

from typing import Any

from webcosm.browser import BrowserError, DialogOpen, Tab
from webcosm.env.observation import TabView
from webcosm.env.options import Look
from webcosm.observe.page import FrameGone, PageReader, WalkError
from webcosm.observe.records import PageView

__all__ = ["parts_of", "tab_view"]


async def parts_of(tab: Tab, reader: PageReader, look: Look) -> dict[str, Any]:
    """The parts of an observation that were asked for."""
    parts: dict[str, Any] = {}
    try:
        if look.wants("text", "marks"):
            parts["view"] = await tab.guard(reader.look())
        if look.wants("html", "pruned_html"):
            parts["html"] = await tab.guard(reader.html())
    except (FrameGone, WalkError) as error:
        raise BrowserError(f"the page could not be read: {error}") from error
    if look.wants("screenshot", "marks"):
        parts["screenshot"] = await tab.screenshot(look.picture)
    if look.wants("full_screenshot"):
        parts["full_screenshot"] = await tab.screenshot(look.picture, full=True)
    return parts


async def tab_view(tab: Tab, view: PageView | None) -> TabView:
    """Title and address of a tab; those of a page that was looked at are known."""
    if view is not None:
        return TabView(view.title, view.url)
    try:
        title = await tab.title()
    except DialogOpen:
        title = ""
    return TabView(title, tab.url)
