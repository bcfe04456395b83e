"""Tasks that ask for a page: addresses that show it pass in whatever form, addresses that only look like it fail.

What passes and what fails is written by hand here, from what a person would see there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from webcosm.judge.evidence import Evidence
from webcosm.judge.page import PageShows
from webcosm.sites import all_sites, open_universe
from webcosm.sites.calc.units import QUANTITIES
from webcosm.sites.kit import Visitor
from webcosm.suites.arena.admin.report_pages import report_called
from webcosm.suites.arena.classifieds.pages import KNOWN_ORDERS as BOARD_ORDERS
from webcosm.suites.arena.notes.finding import KNOWN_ORDERS
from webcosm.suites.arena.shop.browse import ORDERS
from webcosm.tasks import DrawnTask, Kind
from webcosm.tasks.registry import find_templates
from webcosm.worlds import Universe, World

Table = tuple[list[str], list[str]]
"""Addresses that show the page, and addresses that do not."""
TABLES: dict[str, Callable[[World, Any], Table]] = {}
FAMILIES = {one.id: one for one in find_templates(["arena"]) if one.kind is Kind.GO and one.achievable}


def addresses(*ids: str) -> Callable[[Callable[[World, Any], Table]], Callable[[World, Any], Table]]:
    def add(table: Callable[[World, Any], Table]) -> Callable[[World, Any], Table]:
        TABLES.update(dict.fromkeys(ids, table))
        return table

    return add


def encoded(text: str) -> str:
    """Every letter by its number, as addresses allow."""
    return "".join(f"%{byte:02X}" for byte in text.encode())


# home, manuals, calc, notes -------------------------------------------------------------------------------------------


@addresses("arena.home.open-details")
def details(world: World, p: Any) -> Table:
    name = next(site.name for site in all_sites() if site.title == p.site)
    other = "notes" if name != "notes" else "calc"
    base = "http://home.test/sites/"
    return (
        [f"{base}{name}", f"{base}{encoded(name)}", f"{base}{name}?from=home"],
        [f"{base}{name}/", f"{base}{name.upper()}", f"{base}{other}", f"http://home.test/search?q={name}", base],
    )


@addresses("arena.manuals.show-chapter", "arena.across.desk-cleared")
def chapter(world: World, p: Any) -> Table:
    p = p.parts[-1] if hasattr(p, "parts") else p
    site = next(one.name for one in all_sites() if one.title == p.site)
    rows = world.manuals.rows("SELECT site, title, anchor FROM section WHERE site = ? ORDER BY id", site)
    row = next(row for row in rows if row.title == p.chapter)
    other = next(one for one in rows if one.anchor not in (row.anchor, ""))
    base = f"http://manuals.test/{row.site}"
    return (
        [f"{base}#{row.anchor}", f"{base}?q=#{row.anchor}", f"{base}#{encoded(row.anchor)}"],
        [
            base,
            f"{base}#{other.anchor}",
            f"{base}/#{row.anchor}",
            f"http://manuals.test/{row.site.upper()}#{row.anchor}",
            f"http://manuals.test/search?q={quote(p.chapter)}#{row.anchor}",
        ],
    )


@addresses("arena.manuals.search-one-manual")
def search_of_a_manual(world: World, p: Any) -> Table:
    site = next(one.name for one in all_sites() if one.title == p.site)
    base, word = "http://manuals.test/search", quote_plus(p.word)
    return (
        [
            f"{base}?q={word}&site={site}",
            f"{base}?site={site}&q={word}",
            f"{base}?q={word.upper()}&site={site}",
            f"{base}?q=+{word}+&site={encoded(site)}&page=1",
        ],
        [
            f"{base}?q={word}",
            f"{base}/?q={word}&site={site}",
            f"{base}?q={word}&site={site.upper()}",
            f"{base}?q={word}x&site={site}",
            f"{base}?site={site}",
            f"{base}?q={word}&site=home2",
        ],
    )


@addresses("arena.calc.set-up-conversion", "arena.calc.display-conversion")
def conversion(world: World, p: Any) -> Table:
    quantity = next(one for one in QUANTITIES if {p.source, p.target} <= {unit.plural for unit in one.units})
    keys = {unit.plural: quote(unit.key, safe="") for unit in quantity.units}
    source, target = keys[p.source], keys[p.target]
    base, kind = "http://calc.test/convert", f"kind={quantity.key}"
    swapped = source.swapcase()
    return (
        [
            f"{base}?{kind}&from={source}&to={target}&value={p.amount}",
            f"{base}?value={p.amount}&to={target}&from={source}&{kind}",
            f"{base}?{kind}&from={source}&to={target}&value={p.amount}.0",
            f"{base}?{kind}&from={source}&to={target}&value=0%2B{p.amount}&lang=en",
        ],
        [
            f"{base}?{kind}&from={target}&to={source}&value={p.amount}",
            f"{base}?{kind}&from={source}&to={target}&value={p.amount + 1}",
            f"{base}?{kind}&from={source}&to={target}&value=",
            f"{base}?{kind}&from={source}&to={target}&value=many",
            f"{base}/?{kind}&from={source}&to={target}&value={p.amount}",
            *(
                [f"{base}?{kind}&from={swapped}&to={target}&value={p.amount}"]
                if swapped != source and source != quote(quantity.units[0].key, safe="")
                else []
            ),
            f"{base}?kind={quantity.key.upper()}x&from={source}x&to={target}x&value={p.amount + 2}",
        ],
    )


@addresses("arena.notes.open-note")
def note(world: World, p: Any) -> Table:
    number = world.notes.value("SELECT id FROM note WHERE title = ? AND account_id = 1", p.title)
    base = "http://notes.test/notes/"
    return (
        [f"{base}{number}", f"{base}0{number}", f"{base}{number}?from=search", f"{base}{number}#end"],
        [
            f"{base}{number}/",
            f"{base}{number}/edit",
            f"{base}{number + 1}",
            f"{base}{number - 1}",
            f"{base}{number}00000",
            f"http://notes.test/?q={quote(p.title)}",
        ],
    )


@addresses("arena.notes.order-tagged")
def tagged(world: World, p: Any) -> Table:
    order = KNOWN_ORDERS[p.order]
    tag, base = quote(p.tag), "http://notes.test/"
    other = "created" if order != "created" else "oldest"
    return (
        [
            f"{base}?tag={tag}&sort={order}",
            f"{base}?sort={order}&tag={tag}",
            f"{base}?sort={order}&tag={encoded(p.tag)}&page=1&q=",
        ],
        [
            f"{base}?tag={tag.upper()}&sort={order}",
            f"{base}?tag={tag}",
            f"{base}?tag={tag}&sort={order.upper()}",
            f"{base}?tag={tag}&sort={other}",
            f"{base}?sort={order}",
            f"{base}?tag={tag}x&sort={order}",
            f"{base}?tag={tag}&sort={order}&q=a",
            f"{base}archive?tag={tag}&sort={order}",
            f"{base}?tag={tag}&sort={order}&tag=",
        ],
    )


@addresses("arena.notes.draft-note")
def draft_note(world: World, p: Any) -> Table:
    return (
        ["http://notes.test/new", "http://notes.test/new?title=Visit", "http://notes.test/new?tag=home"],
        ["http://notes.test/new/", "http://notes.test/notes/1/edit", "http://notes.test/New", "http://notes.test/"],
    )


# shop -----------------------------------------------------------------------------------------------------------------


def category_of(world: World, name: str) -> tuple[str, str]:
    """Its address, and that of its neighbour."""
    row = world.shop.row("SELECT * FROM category WHERE name = ? AND level = 3", name)
    assert row
    sql = "SELECT url_path FROM category WHERE level = 3 AND active AND id <> ? ORDER BY id"
    return f"http://shop.test/{row.url_path}.html", f"http://shop.test/{world.shop.value(sql, row.id)}.html"


@addresses("arena.shop.open-category")
def open_category(world: World, p: Any) -> Table:
    base, other = category_of(world, p.category)
    return (
        [base, f"{base}?page=1", f"{base}?sort=name&dir=desc", f"{base}?brand=&price=&utm=x", f"{base}?price=9-1"],
        [f"{base}/", base.removesuffix(".html"), base.replace(".html", ".HTML"), other, f"{base}?price=1-5"],
    )


@addresses("arena.shop.sorted-category", "arena.shop.category-in-order")
def sorted_category(world: World, p: Any) -> Table:
    base, other = category_of(world, p.category)
    sort, direction = ORDERS[p.order]
    opposite = "asc" if direction == "desc" else "desc"
    ways = [f"{base}?sort={sort}&dir={direction}", f"{base}?dir={direction}&mode=list&sort={sort}&page=1"]
    return (
        [*ways, *([f"{base}?sort={sort}", f"{base}?sort={sort}&dir=up"] if direction == "asc" else [])],
        [
            base,
            f"{base}?sort={sort}&dir={opposite}",
            f"{base}?sort={sort.upper()}&dir={direction}",
            f"{base}?sort={'name' if sort == 'price' else 'price'}&dir={direction}",
            f"{base}/?sort={sort}&dir={direction}",
            f"{other}?sort={sort}&dir={direction}",
            f"{base}?sort={sort}&dir={direction}&stock=1",
        ],
    )


@addresses("arena.shop.search")
def search(world: World, p: Any) -> Table:
    base, words = "http://shop.test/search", quote_plus(p.words)
    return (
        [f"{base}?q={words}", f"{base}?q=++{words.upper()}", f"{base}?q={encoded(p.words)}", f"{base}?x=1&q={words}"],
        [
            f"{base}/?q={words}",
            f"http://shop.test/Search?q={words}",
            f"{base}?q={words}&brand=Nobody",
            f"{base}?q=",
            f"{base}?Q={words}",
            f"{base}?q={words}&price=0-1",
            f"http://shop.test/search/advanced?name={words}",
        ],
    )


@addresses("arena.shop.search-sorted")
def search_sorted(world: World, p: Any) -> Table:
    base, words = "http://shop.test/search", quote_plus(p.words)
    sort, direction = ORDERS[p.order]
    opposite = "asc" if direction == "desc" else "desc"
    return (
        [
            f"{base}?q={words}&sort={sort}&dir={direction}",
            f"{base}?dir={direction}&sort={sort}&q={words.upper()}",
            *([f"{base}?q={words}&sort={sort}"] if direction == "asc" else []),
        ],
        [
            f"{base}?q={words}",
            f"{base}/?q={words}&sort={sort}&dir={direction}",
            f"{base}?q={words}&sort={sort}&dir={opposite}",
            f"{base}?q={words}&sort={sort.title()}&dir={direction}",
            f"{base}?q={words}&sort={sort}&dir={direction}&stock=1",
        ],
    )


@addresses("arena.shop.price-range")
def price_range(world: World, p: Any) -> Table:
    base, other = category_of(world, p.category)
    return (
        [
            f"{base}?price={p.low}-{p.high}",
            f"{base}?price={p.low}.00-{p.high}.0&sort=price",
            f"{base}?price_from={p.low}&price_below={p.high}",
            f"{base}?price={p.low}%2D{p.high}",
        ],
        [
            base,
            f"{base}?price={p.high}-{p.low}",
            f"{base}?price={p.low}-{p.high + 1}",
            f"{base}?price={p.low}-{p.high}.50",
            f"{base}?price={p.low}-",
            f"{base}?price={p.low}to{p.high}",
            f"{base}/?price={p.low}-{p.high}",
            f"{other}?price={p.low}-{p.high}",
            f"{base}?price={p.low}-{p.high}&stock=1",
        ],
    )


@addresses("arena.shop.filter-brand", "arena.shop.narrow-to-brand")
def brand(world: World, p: Any) -> Table:
    base, other = category_of(world, p.category)
    brand = quote_plus(p.brand)
    return (
        [f"{base}?brand={brand}", f"{base}?sort=name&brand={encoded(p.brand)}", f"{base}?brand={brand}&color=red"],
        [
            base,
            f"{base}?brand={quote_plus(p.brand.swapcase())}",
            f"{base}?brand={brand}x",
            f"{base}?Brand={brand}",
            f"{base}/?brand={brand}",
            f"{other}?brand={brand}",
            f"{base}?brand={brand}&stock=1",
        ],
    )


@addresses("arena.shop.option-filter")
def option(world: World, p: Any) -> Table:
    base, other = category_of(world, p.category)
    row = world.shop.row(
        "SELECT code, one.id FROM attribute_option AS one JOIN attribute ON attribute.id = attribute_id"
        " WHERE lower(attribute.label) = ? AND one.label = ?",
        p.attribute,
        p.option,
    )
    assert row
    name = "size_option" if row.code == "size" else row.code
    return (
        [f"{base}?{name}={row.id}", f"{base}?{name}=0{row.id}&sort=price", f"{base}?price=x&{name}={row.id}"],
        [
            base,
            f"{base}?{name}={quote(p.option)}",
            f"{base}?{name}={row.id + 1}",
            f"{base}?{name}={row.id}x",
            f"{base}/?{name}={row.id}",
            f"{other}?{name}={row.id}",
            f"{base}?{name}={row.id}&price=1-2",
        ],
    )


def product(name: str, world: World, p: Any) -> Table:
    number = FAMILIES[name]().page(world, p).facts["id"]
    assert isinstance(number, int)
    key = world.shop.value("SELECT url_key FROM product WHERE id = ?", number)
    other = world.shop.value(
        "SELECT url_key FROM product WHERE id > ? AND enabled AND type <> 'variant' AND visibility <> 'none'", number
    )
    base = "http://shop.test/"
    variant = world.shop.value("SELECT url_key FROM product WHERE parent_id = ? ORDER BY id", number)
    return (
        [
            f"{base}{key}.html",
            f"{base}{encoded(key)}.html",
            f"{base}{key}.html?reviews=2&review_sort=low#reviews",
            f"{base}reviews/{number}",
            *([f"{base}{variant}.html"] if variant else []),
        ],
        [
            f"{base}{key}.html/",
            f"{base}{key}",
            f"{base}{key.upper()}.html",
            f"{base}{other}.html",
            f"{base}search?q={quote(key)}",
            f"{base}reviews/{number + 1}",
        ],
    )


for _kind in ("best-rated", "brand-with-spec", "cheapest-with-spec", "only-under-price", "find-sku", "open-sku"):
    TABLES[f"arena.shop.{_kind}"] = partial(product, f"arena.shop.{_kind}")


@addresses("arena.shop.open-order-of")
def order_of(world: World, p: Any) -> Table:
    return order_page(FAMILIES["arena.shop.open-order-of"]().page(world, p))


@addresses("arena.shop.open-order-part")
def order_part(world: World, p: Any) -> Table:
    return order_page(FAMILIES["arena.shop.open-order-part"]().page(world, p))


def order_page(page: PageShows) -> Table:
    number, section = page.facts["id"], str(page.facts["section"])
    assert isinstance(number, int)
    base = f"http://shop.test/account/orders/{number}"
    others = [part for part in ("items", "invoices", "shipments", "refunds") if part != section]
    return (
        [f"{base}/{section}", f"{base}/{encoded(section)}?x=1", *([base] if section == "items" else [])],
        [
            f"{base}/{section}/",
            f"{base}/{section.upper()}",
            f"{base}/{others[0]}",
            f"{base}/print",
            f"http://shop.test/account/orders/{number + 1}/{section}",
            f"http://shop.test/account/orders/{number - 1}/{section}",
            f"http://shop.test/guest-order/{number}",
            *([base] if section != "items" else []),
        ],
    )


@addresses("arena.shop.draft-refund", "arena.shop.draft-about-order", "arena.shop.draft-question")
def contact(world: World, p: Any) -> Table:
    return (
        ["http://shop.test/contact", "http://shop.test/%63ontact", "http://shop.test/contact?about=order"],
        ["http://shop.test/contact/", "http://shop.test/Contact", "http://shop.test/", "http://shop.test/contacts"],
    )


# admin ----------------------------------------------------------------------------------------------------------------

OFFICE = "http://admin.shop.test"


@addresses("arena.admin.preview-theme")
def theme(world: World, p: Any) -> Table:
    number = world.shop.value("SELECT id FROM theme WHERE title = ?", p.theme)
    other = world.shop.value("SELECT id FROM theme WHERE title <> ?", p.theme)
    base = f"{OFFICE}/content/themes"
    return (
        [f"{base}/{number}", f"{base}/{number}?x=1", f"{base}/0{number}"],
        [f"{base}/{number}/", base, f"{base}/{other}", f"{base}/{number}/apply", f"{base}/99", f"{base}?id={number}"],
    )


@addresses("arena.admin.show-customer", "arena.admin.find-customer")
def customer(world: World, p: Any) -> Table:
    number = world.shop.value("SELECT id FROM customer WHERE email = ?", p.email)
    base = f"{OFFICE}/customers"
    return (
        [f"{base}/{number}", f"{base}/{number}?tab=orders", f"{base}/{number}?tab=CART", f"{base}/{number}?tab=cart"],
        [
            f"{base}/{number}/",
            f"{base}/{number + 1}",
            f"{base}/{number - 1}",
            f"{base}/{number}/edit",
            f"{base}?q={quote(p.email)}",
            f"{OFFICE}/Customers/{number}",
        ],
    )


@addresses("arena.admin.list-orders")
def orders_of_month(world: World, p: Any) -> Table:
    page = FAMILIES["arena.admin.list-orders"]().page(world, p)
    status, first, last = (page.facts[f"f.{name}"] for name in ("status", "created.from", "created.to"))
    base = f"{OFFICE}/sales/orders"
    return (
        [
            f"{base}?f.status={status}&f.created.from={first}&f.created.to={last}",
            f"{base}?f.created.to={last}&f.created.from=+{first}&f.status={encoded(str(status))}&sort=total&size=50",
            f"{base}?f.status={status}&f.created.from={first}&f.created.to={last}&q=&f.total.from=&page=1",
        ],
        [
            base,
            f"{base}/?f.status={status}&f.created.from={first}&f.created.to={last}",
            f"{base}?f.status={str(status).upper()}&f.created.from={first}&f.created.to={last}",
            f"{base}?f.status={status}&f.created.from={first}",
            f"{base}?f.created.from={first}&f.created.to={last}",
            f"{base}?f.status={status}&f.created.from={last}&f.created.to={last}",
            f"{base}?f.status={status}&f.created.from={first}&f.created.to={last}&q=a",
            f"{base}?f.status={status}&f.created.from={first}&f.created.to={last}&f.total.from=lots",
            f"{OFFICE}/sales/invoices?f.status={status}&f.created.from={first}&f.created.to={last}",
        ],
    )


@addresses("arena.admin.list-orders-by-amount")
def orders_by_amount(world: World, p: Any) -> Table:
    base, payment = f"{OFFICE}/sales/orders", quote_plus(p.payment)
    given = f"f.payment={payment}"
    return (
        [
            f"{base}?{given}&f.total.from={p.low}&f.total.to={p.high}",
            f"{base}?f.total.to=%24{p.high}.00&f.total.from={p.low}.0&{given}&dir=asc",
        ],
        [
            f"{base}?{given}",
            f"{base}?{given}&f.total.from={p.low}&f.total.to={p.high}.01",
            f"{base}?{given}&f.total.from={p.high}&f.total.to={p.low}",
            f"{base}?{given}x&f.total.from={p.low}&f.total.to={p.high}",
            f"{base}?f.total.from={p.low}&f.total.to={p.high}",
            f"{base}?{given}&f.total.from={p.low}&f.total.to={p.high}&f.status=complete",
        ],
    )


@addresses("arena.admin.show-reviews")
def reviews(world: World, p: Any) -> Table:
    base, status, name = f"{OFFICE}/marketing/reviews", p.status.lower(), quote_plus(p.brand)
    stars = f"f.stars.from={p.stars}&f.stars.to={p.stars}"
    return (
        [
            f"{base}?f.status={status}&{stars}&f.product={name}",
            f"{base}?f.product={name.upper()}&{stars}&f.status={status}&sort=stars",
            *([f"{base}/pending?{stars}&f.product={name}"] if status == "pending" else []),
        ],
        [
            f"{base}?f.status={p.status.title()}&{stars}&f.product={name}",
            f"{base}?f.status={status}&f.stars.from={p.stars}&f.product={name}",
            f"{base}?f.status={status}&{stars}",
            f"{base}?f.status={status}&f.stars.from={p.stars}&f.stars.to={p.stars + 1}&f.product={name}",
            f"{base}/?f.status={status}&{stars}&f.product={name}",
            f"{base}?f.status={status}&{stars}&f.product={name}&f.type=guest",
            *([f"{base}/pending?{stars}&f.product={name}"] if status != "pending" else []),
        ],
    )


@addresses("arena.admin.open-report")
def report(world: World, p: Any) -> Table:
    key, dates = report_called(p.report)
    by = FAMILIES["arena.admin.open-report"]().page(world, p).facts["by"]
    base = f"{OFFICE}/reports/{key}"
    span = f"from={p.first}&to={p.last}"
    other = next(date for date in dates if date != by)
    return (
        [
            f"{base}?period={p.unit}&{span}&by={by}",
            f"{base}?to={p.last}&from={p.first}&period={p.unit}&by={by}&empty=1",
            *([f"{base}?{span}&by={by}"] if p.unit == "day" else []),
            *([f"{base}?period={p.unit}&{span}"] if by == dates[0] else []),
        ],
        [
            base,
            f"{base}?period={p.unit.upper()}&{span}&by={by}",
            f"{base}?period={'year' if p.unit != 'year' else 'month'}&{span}&by={by}",
            f"{base}/?period={p.unit}&{span}&by={by}",
            f"{base}?period={p.unit}&from={p.first}&by={by}",
            f"{base}?period={p.unit}&from={p.last}&to={p.first}x&by={by}",
            f"{base}?period={p.unit}&{span}&by=nothing",
            f"{base}?period={p.unit}&{span}&by={other}",
            f"{OFFICE}/reports/{'tax' if key != 'tax' else 'orders'}?period={p.unit}&{span}&by={by}",
        ],
    )


@addresses("arena.admin.report-of-status")
def report_of_status(world: World, p: Any) -> Table:
    page = FAMILIES["arena.admin.report-of-status"]().page(world, p)
    statuses = page.facts["statuses"]
    assert isinstance(statuses, tuple)
    status = statuses[0]
    base = f"{OFFICE}/reports/{page.facts['report']}?from={p.first}&to={p.last}"
    other = "complete" if status != "complete" else "pending"
    return (
        [
            f"{base}&period=month&status={status}",
            f"{base}&status={status}&status={status}&period=month&by=created&status=",
        ],
        [
            f"{base}&period=month",
            f"{base}&period=MONTH&status={status}",
            f"{base}&period=month&status={status.upper()}",
            f"{base}&period=month&status={other}&status={status}",
            f"{base}&period=month&status={other}",
            f"{base}&status={status}",
        ],
    )


@addresses("arena.admin.draft-cart-rule")
def draft_rule(world: World, p: Any) -> Table:
    base = f"{OFFICE}/marketing"
    return (
        [f"{base}/cart-rules/new", f"{base}/cart-rules/new?from=list"],
        [f"{base}/catalog-rules/new", f"{base}/cart-rules/1", f"{base}/cart-rules/new/", f"{base}/cart-rules"],
    )


# classifieds ----------------------------------------------------------------------------------------------------------

BOARD = "http://classifieds.test"


def told(name: str, world: World, p: Any, fact: str = "id") -> Any:
    """What the page that is asked for is about: which listing fits a wish best is tried elsewhere."""
    page = FAMILIES[name]().page(world, p)
    assert isinstance(page, PageShows)
    return page.facts[fact]


def listing_addresses(name: str) -> Callable[[World, Any], Table]:
    def table(world: World, p: Any) -> Table:
        number = told(name, world, p)
        base = f"{BOARD}/item"
        return (
            [f"{base}/{number}", f"{base}/0{number}", f"{base}/{number}?from=search", f"{BOARD}/%69tem/{number}"],
            [
                f"{base}/{number + 1}",
                f"{base}/{number}/",
                f"{base}/{number}/share",
                f"{BOARD}/Item/{number}",
                f"{base}?id={number}",
                f"{BOARD}/listings?q={number}",
            ],
        )

    return table


for one in ("cheapest", "latest", "nearest", "extreme", "best-value", "by-remark"):
    addresses(f"arena.classifieds.open-{one}")(listing_addresses(f"arena.classifieds.open-{one}"))


@addresses("arena.classifieds.open-seller-of")
def seller(world: World, p: Any) -> Table:
    number = told("arena.classifieds.open-seller-of", world, p)
    path = world.classifieds.value("SELECT username FROM account WHERE id = ?", number)
    other = world.classifieds.value("SELECT username FROM account WHERE id <> ? AND role = 'member' LIMIT 1", number)
    base = f"{BOARD}/seller"
    return (
        [f"{base}/{path}", f"{base}/{encoded(path)}", f"{base}/{path}?from=listing"],
        [f"{base}/{other}", f"{base}/{path}/", f"{base}/{path}x", f"{BOARD}/listings?q={path}"],
    )


@addresses("arena.classifieds.show-in-order")
def listings_in_order(world: World, p: Any) -> Table:
    base, key = f"{BOARD}/listings", BOARD_ORDERS[p.order]
    other = "cheap" if key != "cheap" else "dear"
    return (
        [f"{base}?{p.query}&sort={key}", f"{base}?sort={key}&{p.query}", f"{base}?{p.query}&sort={key}&lang=en"],
        [
            f"{base}?{p.query}&sort={other}",
            f"{base}/?{p.query}&sort={key}",
            f"{base}?sort={key}",
            f"{base}?{p.query}&pictures=1&sort={key}",
            f"{BOARD}/?{p.query}&sort={key}",
        ],
    )


@addresses("arena.classifieds.show-gallery")
def gallery(world: World, p: Any) -> Table:
    base = f"{BOARD}/listings"
    return (
        [f"{base}?{p.query}&pictures=1&view=gallery", f"{base}?view=gallery&pictures=1&{p.query}"],
        [
            f"{base}?{p.query}&view=gallery",
            f"{base}?{p.query}&pictures=1",
            f"{base}?pictures=1&view=gallery",
            f"{base}?{p.query}&pictures=1&view=GALLERIES",
        ],
    )


@addresses("arena.classifieds.open-offer-talk")
def conversation(world: World, p: Any) -> Table:
    number = told("arena.classifieds.open-offer-talk", world, p)
    base = f"{BOARD}/account/messages"
    return (
        [f"{base}/{number}", f"{base}/0{number}", f"{base}/{number}?from=list"],
        [f"{base}/{number}/", f"{base}/{number + 1}", base, f"{BOARD}/account/Messages/{number}"],
    )


@addresses("arena.classifieds.draft-offer")
def draft_offer(world: World, p: Any) -> Table:
    number = told("arena.classifieds.draft-offer", world, p)
    base = f"{BOARD}/item"
    return (
        [f"{base}/{number}/offer", f"{base}/0{number}/offer", f"{base}/{number}/offer?from=item"],
        [f"{base}/{number}/message", f"{base}/{number}", f"{base}/{number}/offer/", f"{base}/{number}/contact"],
    )


# forum ----------------------------------------------------------------------------------------------------------------

FORUM = "http://forum.test"


@addresses("arena.forum.forums-by-tag")
def forums_with_tag(world: World, p: Any) -> Table:
    base, tag = f"{FORUM}/forums", quote_plus(p.tag)
    key, other = ("subscribers", "posts") if "subscribers" in p.order else ("posts", "subscribers")
    return (
        [f"{base}?tag={tag}&sort={key}", f"{base}?sort={key}&tag={tag}&page=1", f"{base}?tag={tag.upper()}&sort={key}"],
        [
            f"{base}?tag={tag}&sort={other}",
            f"{base}?sort={key}",
            f"{base}?tag={tag}x&sort={key}",
            f"{base}/?tag={tag}&sort={key}",
            f"{FORUM}/tags",
        ],
    )


@addresses("arena.forum.log-of-moderator")
def moderation_log(world: World, p: Any) -> Table:
    action = told("arena.forum.log-of-moderator", world, p, "action")
    base = f"{FORUM}/f/{p.forum}/log"
    return (
        [f"{base}?action={action}&by={p.moderator}", f"{base}?by={p.moderator}&action={action}&page=1"],
        [
            f"{base}?action={action}",
            f"{base}?by={p.moderator}",
            base,
            f"{base}?action={action}x&by={p.moderator}",
            f"{base}/?action={action}&by={p.moderator}",
            f"{FORUM}/f/{p.forum}?action={action}&by={p.moderator}",
        ],
    )


@addresses("arena.forum.open-best-post")
def best_post(world: World, p: Any) -> Table:
    number = told("arena.forum.open-best-post", world, p)
    other = world.forum.value("SELECT max(id) FROM post WHERE id <> ?", number)
    base = f"{FORUM}/f/{p.forum}/post"
    return (
        [f"{base}/{number}", f"{base}/0{number}", f"{base}/{number}?comments=new"],
        [
            f"{base}/{other}",
            f"{base}/{number}/",
            f"{base}/{number}/history",
            f"{FORUM}/f/{p.forum}",
            f"{FORUM}/user/{p.username}",
        ],
    )


@addresses("arena.forum.open-comment")
def comment(world: World, p: Any) -> Table:
    number, post = (told("arena.forum.open-comment", world, p, fact) for fact in ("id", "post"))
    forum = world.forum.value("SELECT name FROM post JOIN forum ON forum.id = forum_id WHERE post.id = ?", post)
    base = f"{FORUM}/f/{forum}/post/{post}"
    return (
        [f"{base}/comment/{number}", f"{base}/comment/0{number}", f"{FORUM}/comment/{number}"],
        [base, f"{base}#comment-{number}", f"{base}/comment/{number}/", f"{base}/comment/{number + 1}"],
    )


@addresses("arena.forum.search-forum")
def forum_search(world: World, p: Any) -> Table:
    base, words = f"{FORUM}/search", quote_plus(p.words)
    right = f"q={words}&in={p.what}&forum={p.forum}&sort=new"
    return (
        [f"{base}?{right}", f"{base}?sort=new&forum={p.forum}&in={p.what}&q={words}", f"{base}?{right}&page=1"],
        [
            f"{base}?q={words}&in={p.what}&forum={p.forum}&sort=top",
            f"{base}?q={words}&in={p.what}&sort=new",
            f"{base}?q={words}x&in={p.what}&forum={p.forum}&sort=new",
            f"{base}?q={words}&in={'comments' if p.what == 'posts' else 'posts'}&forum={p.forum}&sort=new",
            f"{base}/?{right}",
        ],
    )


@addresses("arena.forum.sort-forum")
def sorted_forum(world: World, p: Any) -> Table:
    sort, period = (told("arena.forum.sort-forum", world, p, fact) for fact in ("sort", "t"))
    base = f"{FORUM}/f/{p.forum}"
    return (
        [f"{base}?sort={sort}&t={period}", f"{base}?t={period}&sort={sort}", f"{base}?sort={sort}&t={period}&lang=en"],
        [
            base,
            f"{base}?sort={sort}&t=hour",
            f"{base}?sort=new&t={period}",
            f"{base}/?sort={sort}&t={period}",
            f"{base}x",
        ],
    )


@addresses("arena.forum.sort-written")
def sorted_writing(world: World, p: Any) -> Table:
    sort = told("arena.forum.sort-written", world, p, "sort")
    base, other = f"{FORUM}/user/{p.username}", "comments" if p.what == "posts" else "posts"
    return (
        [f"{base}/{p.what}?sort={sort}", f"{base}/{p.what}?sort={sort}&page=1", f"{base}/{p.what}?lang=en&sort={sort}"],
        [f"{base}/{p.what}", f"{base}/{other}?sort={sort}", f"{base}?sort={sort}", f"{base}/{p.what}/?sort={sort}"],
    )


# The tests ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    with open_universe() as universe:
        yield universe


def held(page: PageShows) -> Mapping[str, str]:
    """Fields that hold what a page asks for."""
    return {
        label: wanted if isinstance(wanted, str) else " ".join(wanted.facts) for label, wanted in page.fields.items()
    }


def test_every_family_has_its_table() -> None:
    assert sorted(FAMILIES) == sorted(set(TABLES) & set(FAMILIES))


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_addresses(name: str, universe: Universe) -> None:
    for seed in range(2):
        task = DrawnTask.of(FAMILIES[name], seed, universe.seed)
        task.prepare(universe)
        with task.open_first(universe) as first:
            page = task.family.page(first, task.parameters)
            ways, others = TABLES[name](first, task.parameters)
        for address in (*ways, *others):
            with universe.open(task.first_state()) as world:
                visited = Visitor(world, all_sites()).get(address)
            fragment = f"#{address.partition('#')[2]}" if "#" in address else ""
            evidence = Evidence(url=visited.url.partition("#")[0] + fragment, page=visited.shown, fields=held(page))
            missed = [f"{check.name}: {check.seen}" for check in page.checks(evidence) if not check.passed]
            if address in ways:
                assert not missed, f"{name}: {address} shows it, but {missed}"
            else:
                assert missed, f"{name}: {address} does not show it"
