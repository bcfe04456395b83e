"""``webcosm bench sites``: how fast the server alone gives pages of the sites."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import quote, urlsplit

from webcosm.bench.report import Advance, Record, exit_status, progress_bar, show
from webcosm.server import Server
from webcosm.sites import all_sites
from webcosm.worlds import Universe, World

__all__ = ["PAGES", "Address", "at", "measure", "run"]

TARGET_MS = {"small": 15.0, "full": 30.0}
"""For the median over the pages of a large site."""
LARGE = ("shop", "admin", "forum", "classifieds")

Address = Callable[[World], str]


def _product(world: World) -> str:
    key = world.shop.value(
        "SELECT url_key FROM product JOIN review ON product_id = product.id WHERE enabled AND visibility = 'both'"
        " GROUP BY product.id ORDER BY count(*) DESC, product.id LIMIT 1"
    )
    return f"http://shop.test/{key}.html"


def _category(level: int, more: str = "") -> Address:
    def address(world: World) -> str:
        path = world.shop.value(
            "SELECT url_path FROM category WHERE level = ? AND active ORDER BY position, id LIMIT 1", level
        )
        return f"http://shop.test/{path}.html{more}"

    return address


def _order(world: World) -> str:
    return f"http://admin.shop.test/sales/orders/{world.shop.value('SELECT max(id) FROM orders')}"


def _search(world: World) -> str:
    term = world.shop.value("SELECT term FROM search_use WHERE results > 0 ORDER BY uses DESC, term LIMIT 1")
    return f"http://shop.test/search?q={quote(term)}"


def _edit(world: World) -> str:
    number = world.shop.value("SELECT min(id) FROM product WHERE type = 'configurable'")
    return f"http://admin.shop.test/catalog/products/{number}"


def _listing(world: World) -> str:
    number = world.classifieds.value(
        "SELECT listing_id FROM review JOIN listing ON listing.id = listing_id WHERE status = 'active'"
        " GROUP BY listing_id ORDER BY count(*) DESC, listing_id LIMIT 1"
    )
    return f"http://classifieds.test/item/{number}"


def _near(world: World) -> str:
    city = world.classifieds.value("SELECT city_id FROM account ORDER BY id LIMIT 1")
    return f"http://classifieds.test/listings?city={city}&within=50&sort=cheap"


def _thread(world: World) -> str:
    post = world.forum.row(
        "SELECT post.id, forum.name FROM post JOIN forum ON forum.id = forum_id JOIN comment ON post_id = post.id"
        " WHERE post.deleted IS NULL AND post.removed_by IS NULL GROUP BY post.id"
        " ORDER BY count(*) DESC, post.id LIMIT 1"
    )
    return f"http://forum.test/f/{post.name}/post/{post.id}" if post else ""


def _forum(more: str = "") -> Address:
    def address(world: World) -> str:
        name = world.forum.value(
            "SELECT name FROM forum JOIN post ON forum_id = forum.id GROUP BY forum.id"
            " ORDER BY count(*) DESC, name LIMIT 1"
        )
        return f"http://forum.test/f/{name}{more}"

    return address


def _member(world: World) -> str:
    name = world.forum.value(
        "SELECT username FROM account JOIN post ON author_id = account.id GROUP BY account.id"
        " ORDER BY count(*) DESC, username LIMIT 1"
    )
    return f"http://forum.test/user/{name}"


def at(address: str) -> Address:
    return lambda world: address


PAGES: Mapping[str, Mapping[str, Address]] = {
    "shop": {
        "front page": at("http://shop.test/"),
        "department": _category(1),
        "department by price": _category(1, "?sort=price&dir=desc"),
        "category": _category(3),
        "search": _search,
        "product with most reviews": _product,
        "orders": at("http://shop.test/account/orders"),
        "cart": at("http://shop.test/cart"),
    },
    "admin": {
        "dashboard": at("http://admin.shop.test/"),
        "orders": at("http://admin.shop.test/sales/orders"),
        "orders by total": at("http://admin.shop.test/sales/orders?f.status=complete&sort=total&dir=desc"),
        "order": _order,
        "products": at("http://admin.shop.test/catalog/products"),
        "product with variants": _edit,
        "customers": at("http://admin.shop.test/customers"),
        "reviews": at("http://admin.shop.test/marketing/reviews"),
        "report by month": at("http://admin.shop.test/reports/orders?period=month&from=2025-01-01&to=2026-05-14"),
    },
    "forum": {
        "front page": at("http://forum.test/"),
        "all posts": at("http://forum.test/all"),
        "all posts by votes": at("http://forum.test/all?sort=top&t=year"),
        "forum": _forum(),
        "forum by comments": _forum("?sort=comments"),
        "post with most comments": _thread,
        "forums": at("http://forum.test/forums"),
        "search": at("http://forum.test/search?q=bread"),
        "member": _member,
        "messages": at("http://forum.test/messages"),
    },
    "classifieds": {
        "front page": at("http://classifieds.test/"),
        "all listings": at("http://classifieds.test/listings"),
        "category by attributes": at("http://classifieds.test/listings?category=cars&year_min=2015&mileage_max=90000"),
        "search": at("http://classifieds.test/listings?q=table+oak"),
        "around a city by price": _near,
        "listing with most comments": _listing,
        "own listings": at("http://classifieds.test/account/listings"),
        "messages": at("http://classifieds.test/account/messages"),
        "saved searches": at("http://classifieds.test/account/searches"),
    },
    "notes": {"front page": at("http://notes.test/")},
    "manuals": {"front page": at("http://manuals.test/")},
}
"""What is asked for, by site and kind of page."""


def measure(rounds: int, scale: str, progress: Advance, cache: Path | None = None) -> list[Record]:
    """Asks for every page in turns, over one connection that is kept, and times the answers."""
    blueprints = [site.blueprint for site in all_sites() if site.blueprint]
    with (
        Universe(blueprints, scale=scale, cache=cache) as universe,
        Server(all_sites()) as server,
        universe.open() as world,
    ):
        proxy = urlsplit(server.admit(world).proxy)
        connection = HTTPConnection(proxy.hostname or "", proxy.port)
        addresses = {(site, page): address(world) for site, pages in PAGES.items() for page, address in pages.items()}
        times: dict[tuple[str, str], list[float]] = {name: [] for name in addresses}
        for number in range(rounds + 1):
            for name, address in addresses.items():
                took = _ask(connection, address)
                if number:  # the first time compiles templates
                    times[name].append(took)
            progress(number + 1, rounds + 1, "asking for pages")
        connection.close()
    records = []
    for site, pages in PAGES.items():
        for page in pages:
            own = times[site, page]
            records.append(Record(f"{site}.{page}.p50", median(own), "ms"))
            if len(own) > 1:
                records.append(Record(f"{site}.{page}.p95", quantiles(own, n=20)[-1], "ms"))
        if site in LARGE:
            whole = median(median(times[site, page]) for page in pages)
            records.append(Record(f"{site}.all pages.p50", whole, "ms", target=TARGET_MS[scale]))
    return records


def _ask(connection: HTTPConnection, address: str) -> float:
    host = urlsplit(address).netloc
    began = time.perf_counter()
    connection.request("GET", address, headers={"Host": host})
    answer = connection.getresponse()
    answer.read()
    took = (time.perf_counter() - began) * 1000
    if answer.status != 200:
        raise RuntimeError(f"{address} was answered with {answer.status}")
    return took


def run(*, json: bool, rounds: int, scale: str) -> int:
    """The command. The exit status is 1 if a target is missed."""
    with progress_bar() as progress:
        progress(0, rounds + 1, f"building the {scale} sites")
        records = measure(rounds, scale, progress)
    show(records, title=f"Pages of the {scale} sites, by the server alone", as_json=json)
    return exit_status(records)
