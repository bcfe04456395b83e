"""Lists of products: categories, search, advanced search, and suggestions while somebody types."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.sites.kit import Listing, NotFound, Request, Response, match_query
from webcosm.sites.kit.formats import parse_money
from webcosm.sites.kit.listing import page_number
from webcosm.sites.shop.pages.storefront import Card, cards, number_setting, setting
from webcosm.sites.shop.rules.narrowing import Attribute, Facet, Filters, Span, attributes_of, facets
from webcosm.sites.shop.rules.shelf import Goods, shelf_of
from webcosm.sites.shop.site import site
from webcosm.worlds import Fact, Row, Value

__all__ = ["ProductList", "category_page", "product_list", "search_source"]

PAGE_SIZES = (12, 24, 36)
MODES = ("grid", "list")
ORDERS = {"position": "Position", "name": "Product name", "price": "Price"}
NOTHING = "SELECT 0 AS product_id, 0 AS rank WHERE 0"
SEARCH_ORDERS = {"relevance": "Relevance", "name": "Product name", "price": "Price"}


@dataclass(frozen=True)
class Chip:
    """A filter in force, and the address without it."""

    label: str
    value: str
    remove: str


@dataclass(frozen=True)
class ProductList:
    """One page of a list with all that its template shows."""

    listing: Listing
    """Of cards."""
    facets: Sequence[Facet]
    chips: Sequence[Chip]
    clear: str
    """The address without any filter."""
    sort: str
    orders: Mapping[str, str]
    descending: bool
    mode: str
    facts: Mapping[str, Fact] | None
    """What the list shows, for :meth:`Request.shows`: filters by parameter, as they were read, order and page. None if
    a filter asks for what there is not."""

    @property
    def cards(self) -> Sequence[Card]:
        return self.listing.items


def product_list(request: Request, goods: Goods, orders: Mapping[str, str]) -> ProductList:
    """What the address asks of the products: filters, order, page."""
    query = request.query
    attributes = attributes_of(request.db)
    filters = Filters.read(query, attributes)
    shown = filters.apply(goods)
    sort = query["sort"] if query.get("sort") in orders else next(iter(orders))
    descending = query.get("dir") == "desc"
    ordered = shown.ordered(request.db, sort, descending)
    sizes = {str(size): size for size in PAGE_SIZES}
    size = sizes.get(query.get("size", "")) or _usual_size(request)
    number = page_number(query.get("page"), len(ordered), size)
    on_page = cards(request, ordered[(number - 1) * size : number * size])
    chips = _chips(request, filters, attributes)
    parameters = ("price", "brand", "stock", *(attribute.parameter for attribute in attributes))
    return ProductList(
        Listing(on_page, number, size, len(ordered)),
        facets(shown, filters, attributes),
        chips,
        request.with_query(**dict.fromkeys(parameters), page=None),
        sort,
        orders,
        descending,
        mode := query["mode"] if query.get("mode") in MODES else MODES[0],
        {
            "price": (filters.price.low, filters.price.high) if filters.price else None,
            "brand": filters.brand,
            "stock": filters.in_stock,
            **filters.options,
            "sort": sort,
            "dir": "desc" if descending else "asc",
            "page": number,
            "size": size,
            "mode": mode,
        }
        if not filters.brand or filters.brand in goods.brands
        else None,
    )


def _usual_size(request: Request) -> int:
    size = number_setting(request, "design/products_per_page", PAGE_SIZES[0])
    return size if size in PAGE_SIZES else PAGE_SIZES[0]


def _chips(request: Request, filters: Filters, attributes: Sequence[Attribute]) -> list[Chip]:
    def chip(label: str, value: str, parameter: str) -> Chip:
        return Chip(label, value, request.with_query(**{parameter: None, "page": None}))

    chips = []
    if filters.price:
        chips.append(chip("Price", filters.price.label, "price"))
    if filters.brand:
        chips.append(chip("Brand", filters.brand, "brand"))
    for attribute in attributes:
        if option := filters.options.get(attribute.parameter):
            chips.append(chip(attribute.label, attribute.options[option].label, attribute.parameter))
    if filters.in_stock:
        chips.append(chip("Availability", "In stock", "stock"))
    return chips


def typed_price_range(request: Request) -> Response | None:
    """Where the form with a lowest and a highest price leads: to the same list with a proper ``price=``."""
    if "price_from" not in request.query and "price_below" not in request.query:
        return None
    ends = []
    for name in ("price_from", "price_below"):
        try:
            cents = parse_money(request.query.get(name, ""))
            ends.append(f"{cents // 100}.{cents % 100:02d}".removesuffix(".00"))
        except ValueError:
            ends.append("")
    span = Span.read("-".join(ends))
    query = request.with_query(price_from=None, price_below=None, page=None, price=span.text if span else None)
    return request.redirect(request.path + query)


# Categories -----------------------------------------------------------------------------------------------------------


def category_page(request: Request, category: Row) -> Response:
    """The landing page of a category of any level."""
    if redirect := typed_price_range(request):
        return redirect
    found = product_list(request, _in_stock(request, shelf_of(request).category(category.id)), ORDERS)
    if found.facts:
        request.shows("category", id=category.id, **found.facts)
    return request.render(
        "category.html",
        category=category,
        trail=trail(request, category),
        children=_children(request, category),
        found=found,
    )


def _in_stock(request: Request, goods: Goods) -> Goods:
    """Without what is sold out, if the merchant does not want it shown."""
    return goods.keep(goods.available) if _hides_sold_out(request) else goods


def _hides_sold_out(request: Request) -> bool:
    return setting(request, "catalog/show_out_of_stock", "1") == "0"


def trail(request: Request, category: Row) -> list[Row]:
    """From the department down to the category."""
    steps = [category]
    while steps[0].parent_id is not None and len(steps) < 3:
        parent = request.db.row("SELECT * FROM category WHERE id = ?", steps[0].parent_id)
        if parent is None:
            break
        steps.insert(0, parent)
    return steps


def _children(request: Request, category: Row) -> list[tuple[Row, int]]:
    """The categories right below, each with how many products are in it."""
    children = request.db.rows(
        "SELECT id, name, url_path FROM category WHERE parent_id = ? AND active AND in_menu ORDER BY position, id",
        category.id,
    )
    shelf, hidden = shelf_of(request), _hides_sold_out(request)
    return [(child, shelf.size(child.id, only_available=hidden)) for child in children]


# Search ---------------------------------------------------------------------------------------------------------------


def search_source(match: str, sku: str) -> tuple[str, tuple[Value, ...]]:
    """Products that fit an FTS5 query, and the one that a variant with exactly this SKU belongs to."""
    return (
        # Hits in names and SKUs weigh most, in brands more than in descriptions.
        "SELECT rowid AS product_id, bm25(product_search, 8.0, 4.0, 10.0, 1.0) AS rank FROM product_search"
        " WHERE product_search MATCH ? UNION ALL SELECT parent_id, -1000.0 FROM product"
        " WHERE sku = ? AND parent_id IS NOT NULL",
        (match, sku),
    )


def search_goods(request: Request, text: str) -> Goods:
    match = match_query(text)
    source = search_source(match, text.strip().upper()) if match else (NOTHING, ())
    return _in_stock(request, shelf_of(request).found(*source))


@site.get("/search")
def search(request: Request) -> Response:
    if redirect := typed_price_range(request):
        return redirect
    text = " ".join(request.query.get("q", "").replace("\0", "").split())[:200]
    if not text:
        return request.render("search_empty.html", text="", popular=_popular(request), trimmed=[])
    rule = request.db.row("SELECT synonym, redirect FROM search_rule WHERE term = ?", text.lower())
    if rule and rule.redirect.startswith("/") and not rule.redirect.startswith("//"):
        return request.redirect(rule.redirect)
    goods = search_goods(request, rule.synonym if rule and rule.synonym else text)
    if set(request.query) == {"q"}:  # turning pages and filtering is no further search
        _count_use(request, text.lower(), len(goods))
    if not len(goods):
        request.shows("search without results", q=text)
        return request.render(
            "search_empty.html", text=text, popular=_popular(request), trimmed=_trimmed(request, text)
        )
    found = product_list(request, goods, SEARCH_ORDERS)
    if found.facts:
        request.shows("search", q=text, **found.facts)
    return request.render("search.html", text=text, synonym=rule.synonym if rule else "", found=found)


def _count_use(request: Request, term: str, results: int) -> None:
    request.db.run(
        "INSERT INTO search_use (term, uses, results, last_used) VALUES (?, 1, ?, ?) ON CONFLICT (term)"
        " DO UPDATE SET uses = uses + 1, results = excluded.results, last_used = excluded.last_used",
        term,
        results,
        request.world.clock.stamp(),
    )


def _trimmed(request: Request, text: str) -> list[tuple[str, int]]:
    """Shorter searches that find something, for somebody whose search found nothing: each word by itself."""
    words = list(dict.fromkeys(re.findall(r"\w{3,}", text.lower())))[:6]
    counted = [(word, len(search_goods(request, word))) for word in words if word != text.lower()]
    return [(word, number) for word, number in counted if number]


def _popular(request: Request) -> list[str]:
    return request.db.values(
        "SELECT term FROM search_use WHERE results > 0 AND NOT EXISTS (SELECT 1 FROM search_rule"
        " WHERE search_rule.term = search_use.term AND NOT suggested) ORDER BY uses DESC, term LIMIT 8"
    )


SUGGESTED_TERMS = 5
SUGGESTED_PRODUCTS = 4
LOOKED_AT = 60


@site.get("/suggest")
def suggest(request: Request) -> Response:
    """What somebody who typed this far may be looking for, as data for the search box."""
    text = " ".join(request.query.get("q", "").replace("\0", "").lower().split())[:100]
    match = match_query(text)
    if len(text) < 2 or match is None:
        return request.answer_json({"terms": [], "products": []})
    terms = request.db.rows(
        "SELECT term, results FROM search_use WHERE term >= ? AND term < ? AND results > 0 AND NOT EXISTS"
        " (SELECT 1 FROM search_rule WHERE search_rule.term = search_use.term AND NOT suggested)"
        f" ORDER BY uses DESC, term LIMIT {SUGGESTED_TERMS:d}",
        text,
        text + "\U0010ffff",
    )
    # Only names count here, and only so many of them: a suggestion must come at once, not after all hits were ranked.
    hits = request.db.rows(
        "SELECT product.name, product.url_key, product.brand, product.archetype FROM product_search"
        " JOIN product ON product.id = product_search.rowid WHERE product_search MATCH ?"
        " AND product.enabled AND product.visibility IN ('search', 'both')"
        f" ORDER BY product_search.rowid LIMIT {LOOKED_AT:d}",
        f"name : ({match})",
    )
    # One of each kind and brand, since sisters of one thing differ in a word at the end.
    products = list({(row.brand, row.archetype): row for row in reversed(hits)}.values())[::-1][:SUGGESTED_PRODUCTS]
    return request.answer_json(
        {
            "terms": [{"text": row.term, "results": row.results} for row in terms],
            "products": [{"name": row.name, "path": f"/{row.url_key}.html"} for row in products],
        }
    )


# Advanced search ------------------------------------------------------------------------------------------------------


@site.get("/search/advanced")
def advanced(request: Request) -> Response:
    """A form, and below it what fits all that was filled in."""
    query = request.query
    typed = {name: query.get(name, "").strip()[:200] for name in ("name", "sku", "description", "brand_name")}
    wrong: dict[str, str] = {}
    ends: dict[str, int | None] = {}
    for name in ("min", "max"):
        typed[name] = query.get(name, "").strip()[:20]
        try:
            ends[name] = parse_money(typed[name]) if typed[name] else None
        except ValueError:
            wrong[name] = f"“{typed[name]}” is not an amount; write it like 12.50."
            ends[name] = None
    context: dict[str, Any] = {"typed": typed, "wrong": wrong, "found": None}
    if any(typed.values()) and not wrong:
        goods = _advanced_goods(request, typed)
        if (least := ends["min"]) is not None:
            goods = goods.keep(goods.price >= least)
        if (most := ends["max"]) is not None:
            goods = goods.keep(goods.price <= most)
        found = product_list(request, goods, {"name": "Product name", "price": "Price"})
        context["found"] = found
        if found.facts:
            words = {f"in {name}": typed[name] for name in ("name", "sku", "description", "brand_name")}
            request.shows("advanced search", **words, min=ends["min"], max=ends["max"], **found.facts)
    elif not wrong:
        request.shows("advanced search form")
    return request.render("search_advanced.html", **context)


def _advanced_goods(request: Request, typed: Mapping[str, str]) -> Goods:
    """Products whose name, SKU, brand and description have the words typed for each."""
    columns = {"name": "name", "sku": "sku", "brand_name": "brand", "description": "description"}
    wanted = [(column, match_query(typed[name])) for name, column in columns.items() if typed[name]]
    if not wanted:
        return _in_stock(request, shelf_of(request).everything())
    if any(match is None for _, match in wanted):
        return shelf_of(request).found(NOTHING, ())
    source = search_source(" AND ".join(f"{column} : ({match})" for column, match in wanted), "")
    return _in_stock(request, shelf_of(request).found(*source))


def find_category(request: Request, path: str) -> Row | None:
    category = request.db.row("SELECT * FROM category WHERE url_path = ?", path)
    if category is not None and not category.active:
        raise NotFound(f"“{category.name}” is not part of our range at the moment.")
    return category
