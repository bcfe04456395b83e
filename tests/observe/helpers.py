"""Small things the walker's tests share."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Route

from webcosm.observe.records import Element, PageView

BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def one(view: PageView, role: str, name: str | None = None) -> Element:
    """The only element with this role and name."""
    found = [element for element in view if element.role == role and name in (None, element.name)]
    assert len(found) == 1, f"{len(found)} elements are {role} {name!r}: {[(e.id, e.role, e.name) for e in view]}"
    return found[0]


def names(view: PageView, role: str) -> list[str]:
    return [element.name for element in view if element.role == role]


async def serve(context: BrowserContext, pages: dict[str, str]) -> None:
    """Answers each address with its markup, without a server; anything else is not found."""

    async def answer(route: Route) -> None:
        body = pages.get(route.request.url)
        await route.fulfill(
            status=404 if body is None else 200, content_type="text/html; charset=utf-8", body=body or "not found"
        )

    await context.route("**/*", answer)
