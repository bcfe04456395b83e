"""How long the text of each kind of page is, beside the text that BrowserGym makes of it.

Both are written from one look at the page. Ours in BrowserGym's format is what its ``flatten_axtree_to_str`` writes,
which the tests compare with the real one; so the pages are the same to the last element.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median

from webcosm.bench.report import Record
from webcosm.bench.sites import PAGES, Address, at
from webcosm.worlds import World

__all__ = ["KINDS", "LEAST_RATIO", "records"]

LEAST_RATIO = 2
"""BrowserGym's text is to be at least so many times as long as ours, by the median over all kinds of pages."""


def _last_order(world: World) -> str:
    number = world.shop.value("SELECT max(id) FROM orders WHERE customer_id = 1")
    return f"http://shop.test/account/orders/{number or ''}"


def _many(host: str, *paths: str) -> dict[str, Address]:
    return {path: at(f"http://{host}{path}") for path in paths}


KINDS: Mapping[str, Mapping[str, Address]] = {
    "shop": {
        **PAGES["shop"],
        "order": _last_order,
        **_many(
            "shop.test", "/account", "/account/edit", "/account/addresses", "/account/addresses/new",
            "/account/newsletter", "/account/reviews", "/wishlist", "/compare", "/contact", "/guest-order", "/sitemap",
            "/search/advanced",
        ),
    },
    "admin": {
        **PAGES["admin"],
        **_many(
            "admin.shop.test", "/sales/invoices", "/sales/shipments", "/sales/credit-memos", "/sales/transactions",
            "/catalog/categories", "/catalog/attributes", "/customers/new", "/customers/groups", "/stores/websites",
            "/stores/tax", "/content/themes", "/marketing/search-terms", "/marketing/newsletters", "/system/users",
            "/system/roles", "/reports/low-stock", "/notifications",
        ),
    },
    "forum": {
        **PAGES["forum"],
        **_many(
            "forum.test", "/tags", "/submit", "/settings/profile", "/settings/account", "/settings/preferences",
            "/settings/blocks", "/create-forum", "/register", "/messages/new", "/notifications",
        ),
    },
    "classifieds": {
        **PAGES["classifieds"],
        **_many(
            "classifieds.test", "/rules", "/register", "/post", "/post/cars", "/account", "/account/favorites",
            "/account/purchases", "/account/profile",
        ),
    },
    "notes": _many("notes.test", "/", "/new", "/archive", "/notes/1", "/notes/1/edit"),
    "calc": _many("calc.test", "/", "/convert", "/percent", "/dates", "/history"),
    "home": _many("home.test", "/", "/accounts", "/about", "/sites/shop"),
    "manuals": _many("manuals.test", "/", "/shop", "/admin", "/search?q=order"),
}  # fmt: skip
"""The kinds of pages of every site: lists, forms, tables, articles."""


def records(lengths: Mapping[str, tuple[int, int]]) -> list[Record]:
    """From characters of ours and of BrowserGym's by page."""
    found = [
        Record(f"text.{page}", ours, "characters", theirs, theirs / ours) for page, (ours, theirs) in lengths.items()
    ]
    ours, theirs = (median(pair[side] for pair in lengths.values()) for side in (0, 1))
    ratio = median(theirs / ours for ours, theirs in lengths.values())
    return [*found, Record("text.all.p50", ours, "characters", theirs, ratio, least_ratio=LEAST_RATIO)]
