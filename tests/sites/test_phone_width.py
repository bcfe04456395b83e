"""Shop, back office and both boards on a phone: no page is wider than the screen, though a table may be scrolled."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, async_playwright

from webcosm.browser import chromium
from webcosm.server import Server
from webcosm.sites import all_sites
from webcosm.worlds import Universe

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PHONE = 390
SHOP = (
    "",
    "groceries.html",
    "search?q=lamp",
    "search/advanced",
    "cart",
    "compare",
    "wishlist",
    "account",
    "account/addresses",
    "account/orders",
)
OFFICE = (
    "",
    "sales/orders",
    "sales/orders/1",
    "sales/orders/1/credit-memo",
    "catalog/products",
    "catalog/products/1",
    "customers",
    "marketing/reviews/pending",
    "stores/settings",
)
BOARD = (
    "",
    "listings?category=cars",
    "listings?view=gallery",
    "item/1",
    "post/cars",
    "account",
    "account/listings",
    "account/messages",
    "account/searches",
    "account/purchases",
)
FORUM = (
    "",
    "all?sort=top&t=year",
    "f/pics",
    "f/pics/log",
    "forums",
    "search?q=bread",
    "submit",
    "messages",
    "messages/1",
    "notifications",
    "saved",
    "settings/account",
    "comment/1",
)
ADDRESSES = [f"http://shop.test/{path}" for path in SHOP] + [f"http://admin.shop.test/{path}" for path in OFFICE]
ADDRESSES += [f"http://forum.test/{path}" for path in FORUM]
ADDRESSES += [f"http://classifieds.test/{path}" for path in BOARD]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phone() -> AsyncIterator[Page]:
    sites = all_sites()
    with (
        Universe([site.blueprint for site in sites if site.blueprint]) as universe,
        universe.open() as world,
        Server(sites) as server,
    ):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.arguments())
            page = await browser.new_page(
                proxy={"server": server.admit(world).proxy}, viewport={"width": PHONE, "height": 844}
            )
            yield page
            await browser.close()


@pytest.mark.parametrize("address", ADDRESSES)
async def test_the_page_fits(phone: Page, address: str) -> None:
    response = await phone.goto(address)
    assert response is not None
    assert response.status == 200
    assert await phone.evaluate("document.documentElement.scrollWidth") <= PHONE
