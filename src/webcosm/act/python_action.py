"""The action that runs Python: code that drives the tab through Playwright."""

from __future__ import annotations

import textwrap
from typing import Any

from webcosm.act.errors import ActionFailed
from webcosm.browser import BrowserError, BrowserLost, DialogOpen, Window

__all__ = ["run_python"]


async def run_python(window: Window, code: str) -> None:
    """Runs an agent's code, in which `page` is the active tab as Playwright's page. An error is the agent's, unless the
    browser is lost."""
    from playwright.async_api import Error as PlaywrightError  # slow, and seldom needed

    source = f"async def _agent(page):\n{textwrap.indent(code, '    ')}\n"
    names: dict[str, Any] = {}
    try:
        exec(compile(source, "<agent>", "exec"), names)
        page = await window.tab.guard(window.playwright.page(window.tab))
        await window.tab.guard(names["_agent"](page))
    except (BrowserError, DialogOpen):
        raise
    except PlaywrightError as error:
        if "crashed" in error.message or "has been closed" in error.message:
            raise BrowserLost(error.message.splitlines()[0]) from None
        raise ActionFailed(error.message.splitlines()[0]) from None
    except Exception as error:
        raise ActionFailed(f"{type(error).__name__}: {error}") from None
