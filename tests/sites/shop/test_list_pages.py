"""Categories and search: what is listed, how it is narrowed, sorted and paged, and what facets count."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote

import pytest

from tests.sites.shop.reading import text_of
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.sites.kit.formats import money
from webcosm.sites.shop.rules.narrowing import Span, price_spans
from webcosm.sites.shop.rules.prices import price_sql
from webcosm.worlds import BEGINNING, Database, World

GENERAL = 2
SHOP = "http://shop.test"


@pytest.fixture
def db(stocked: World) -> Database:
    return stocked.database("shop")


@pytest.fixture
def category(db: Database) -> str:
    """The path of the department with most products."""
    path: str = db.value(
        "SELECT top.url_path FROM category AS top JOIN category AS middle ON middle.parent_id = top.id"
        " JOIN product_category AS placed ON placed.category_id = middle.id OR placed.category_id IN"
        " (SELECT id FROM category WHERE parent_id = middle.id) GROUP BY top.id ORDER BY count(*) DESC, top.id LIMIT 1"
    )
    return path


def listed(db: Database, path: str) -> dict[int, int]:
    """Plainly: the products of a category with their prices."""
    price = price_sql(db, GENERAL, BEGINNING.date())
    rows = db.rows(
        f"SELECT product.id, {price} AS price FROM product WHERE enabled AND visibility IN ('catalog', 'both')"
        " AND type <> 'variant' AND id IN (SELECT product_id FROM product_category WHERE category_id IN"
        " (SELECT id FROM category WHERE url_path = ?1 OR url_path LIKE ?1 || '/%'))",
        path,
    )
    return {row.id: row.price for row in rows}


def shown(answer: VisitedPage) -> list[str]:
    """Paths of the products on a page of a list."""
    return [unescape(path) for path in re.findall(r'<h2 class="name"><a href="/([^"]+)\.html"', answer.text)]


def keys(db: Database, ids: list[int]) -> list[str]:
    return [db.value("SELECT url_key FROM product WHERE id = ?", number) for number in ids]


def total(answer: VisitedPage) -> int:
    found = re.search(r"of <b>([\d,]+)</b>", answer.text)
    return int(found[1].replace(",", "")) if found else 0


def facet(answer: VisitedPage, label: str) -> dict[str, tuple[int, str]]:
    """A facet's choices: how many, and where they lead."""
    pattern = rf'<details class="facet"[^>]*><summary>{label}</summary>(.*?)(?=<details class="facet"|</section>)'
    block = re.search(pattern, answer.text, re.DOTALL)
    assert block, f"no facet {label}"
    rows = re.findall(r'<li><a href="([^"]+)"[^>]*>(?:<span[^>]*></span>)?([^<]+)</a> <span[^>]*>\((\d+)\)', block[1])
    return {unescape(name): (int(number), unescape(address)) for address, name, number in rows}


# Lists ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3])
def test_categories_of_all_levels_have_a_page(customer: Visitor, db: Database, level: int) -> None:
    for row in db.rows("SELECT * FROM category WHERE level = ? AND active ORDER BY id LIMIT 5", level):
        answer = customer.get(f"{SHOP}/{row.url_path}.html")
        assert answer.status == 200
        assert total(answer) == len(listed(db, row.url_path))
        crumbs = re.search(r'aria-label="Breadcrumb"><ol>(.*?)</ol>', answer.text, re.DOTALL)
        assert crumbs
        assert crumbs[1].count("<li") == level + 1


def test_children_are_listed_with_their_counts(customer: Visitor, db: Database, category: str) -> None:
    answer = customer.get(f"{SHOP}/{category}.html")
    for row in db.rows("SELECT name, url_path FROM category WHERE parent_id = (SELECT id FROM category"
                       " WHERE url_path = ?)", category):  # fmt: skip
        count = len(listed(db, row.url_path))
        assert f'<a href="/{row.url_path}.html">' in answer.text
        assert f"{row.name} ({count})" in text_of(answer)


@pytest.mark.parametrize("size", [12, 24, 36])
def test_pages_together_hold_everything_once_in_order_of_price(
    customer: Visitor, db: Database, category: str, size: int
) -> None:
    for direction in ("asc", "desc"):
        seen: list[str] = []
        expected = listed(db, category)
        for page in range(1, -(-len(expected) // size) + 1):
            address = f"{SHOP}/{category}.html?sort=price&dir={direction}&size={size}&page={page}"
            seen += shown(customer.get(address))
        sign = 1 if direction == "asc" else -1
        assert seen == keys(db, sorted(expected, key=lambda number: (sign * expected[number], number)))


def test_sorting_by_name_and_by_position(customer: Visitor, db: Database, category: str) -> None:
    ids = list(listed(db, category))
    names = {number: db.value("SELECT lower(name) FROM product WHERE id = ?", number) for number in ids}
    up = sorted(ids, key=lambda number: (names[number], number))
    assert shown(customer.get(f"{SHOP}/{category}.html?sort=name")) == keys(db, up[:12])
    down = sorted(sorted(ids), key=lambda number: names[number], reverse=True)
    assert shown(customer.get(f"{SHOP}/{category}.html?sort=name&dir=desc")) == keys(db, down[:12])
    places = dict(
        db.connection.execute(
            "SELECT product_id, min(position) FROM product_category WHERE category_id IN"
            " (SELECT id FROM category WHERE url_path = ?1 OR url_path LIKE ?1 || '/%') GROUP BY product_id",
            (category,),
        )
    )
    first = sorted(ids, key=lambda number: (places[number], number))[:12]
    assert shown(customer.get(f"{SHOP}/{category}.html")) == keys(db, first)


@pytest.mark.parametrize(
    "query",
    ["page=0", "page=-3", "page=x", "page=999999", "size=7", "size=999999999999", "sort=nothing", "dir=sideways",
     "mode=cube", "price=x", "price=5", "price=9-1", "price=1.2.3-4", "price=-", "color=abc", "color=99999999999999999",
     "brand=Nobody", "stock=maybe", "page=%00", "price=%00-1", "brand=%27%22%3E%3Cb%3E"],
)  # fmt: skip
def test_an_address_that_makes_no_sense_gives_the_nearest_page(customer: Visitor, category: str, query: str) -> None:
    answer = customer.get(f"{SHOP}/{category}.html?{query}")
    assert answer.status == 200
    assert "<b>" not in answer.url
    assert '"><b>' not in answer.text


def test_list_mode_shows_the_short_description_and_marks_the_mode(customer: Visitor, category: str) -> None:
    answer = customer.get(f"{SHOP}/{category}.html?mode=list")
    assert '<ul class="goods list">' in answer.text
    assert '<span aria-current="true">List</span>' in answer.text


def test_the_merchant_sets_the_usual_size_and_whether_sold_out_goods_are_listed(
    customer: Visitor, db: Database, category: str
) -> None:
    db.run("UPDATE setting SET value = '24' WHERE path = 'design/products_per_page'")
    assert len(shown(customer.get(f"{SHOP}/{category}.html"))) == 24
    sold = db.value(
        "SELECT id FROM product WHERE type = 'simple' AND id IN (SELECT product_id FROM product_category"
        " WHERE category_id IN (SELECT id FROM category WHERE url_path LIKE ? || '/%'))",
        category,
    )
    db.run("UPDATE product SET qty = 0 WHERE id = ?", sold)
    before = customer.get(f"{SHOP}/{category}.html")
    in_stock = facet(before, "Availability")["In stock"][0]
    db.run("UPDATE setting SET value = '0' WHERE path = 'catalog/show_out_of_stock'")
    after = customer.get(f"{SHOP}/{category}.html")
    assert total(after) == in_stock < total(before)


def test_a_category_that_is_switched_off_is_gone(customer: Visitor, db: Database, category: str) -> None:
    db.run("UPDATE category SET active = 0 WHERE url_path = ?", category)
    assert customer.get(f"{SHOP}/{category}.html").status == 404
    assert f'href="/{category}.html"' not in customer.get(f"{SHOP}/").text


# Facets ---------------------------------------------------------------------------------------------------------------


def test_facets_count_what_plain_sql_counts_and_lead_there(customer: Visitor, db: Database, category: str) -> None:
    answer = customer.get(f"{SHOP}/{category}.html")
    expected = listed(db, category)
    marks = ", ".join(map(str, expected))
    brands = dict(db.connection.execute(f"SELECT brand, count(*) FROM product WHERE id IN ({marks}) GROUP BY brand"))
    assert {name: count for name, (count, _) in facet(answer, "Brand").items()} == brands
    attributes = db.rows(
        "SELECT attribute.label AS attribute, option.label, count(DISTINCT coalesce(item.parent_id, item.id)) AS number"
        " FROM product AS item JOIN product_option AS has ON has.product_id = item.id"
        " JOIN attribute ON attribute.id = has.attribute_id"
        " JOIN attribute_option AS option ON option.id = has.option_id"
        f" WHERE item.enabled AND coalesce(item.parent_id, item.id) IN ({marks}) GROUP BY option.id"
    )
    by_attribute: dict[str, dict[str, int]] = {}
    for row in attributes:
        by_attribute.setdefault(row.attribute, {})[row.label] = row.number
    checked = 0
    for name, counts in by_attribute.items():
        if len(counts) > 1:
            choices = facet(answer, name)
            assert {label: count for label, (count, _) in choices.items()} == counts
            label, (count, address) = next(iter(choices.items()))
            narrowed = customer.get(f"{SHOP}/{category}.html{address}")
            assert total(narrowed) == count, f"{name}: {label}"
            assert f"{name}: {label}" in text_of(narrowed)
            checked += 1
    assert checked


def test_price_ranges_split_everything_and_lead_to_their_counts(customer: Visitor, db: Database, category: str) -> None:
    prices = listed(db, category).values()
    choices = facet(customer.get(f"{SHOP}/{category}.html"), "Price")
    assert sum(count for count, _ in choices.values()) == len(prices)
    for count, address in choices.values():
        text = re.search(r"price=([^&]+)", address)
        assert text
        span = Span.read(text[1])
        assert span
        assert count == sum(1 for price in prices if span.low <= price and (span.high is None or price < span.high))
        assert total(customer.get(f"{SHOP}/{category}.html{address}")) == count


def test_filters_combine_and_can_be_removed_one_by_one_or_all(customer: Visitor, category: str) -> None:
    first = customer.get(f"{SHOP}/{category}.html?sort=price")
    brand, (_, by_brand) = next(iter(facet(first, "Brand").items()))
    second = customer.get(f"{SHOP}/{category}.html{by_brand}")
    label, (count, both) = next(iter(facet(second, "Price").items()))
    third = customer.get(f"{SHOP}/{category}.html{both}")
    assert total(third) == count
    assert f"Brand: {brand}" in text_of(third)
    assert f"Price: {label}" in text_of(third)
    assert "sort=price" in both
    without_price = re.search(r'<a href="([^"]+)" aria-label="Remove filter Price', third.text)
    assert without_price
    assert total(customer.get(f"{SHOP}/{category}.html{unescape(without_price[1])}")) == total(second)
    clear = re.search(r'<a href="([^"]+)">Clear all</a>', third.text)
    assert clear
    assert total(customer.get(f"{SHOP}/{category}.html{unescape(clear[1])}")) == total(first)


def test_a_typed_price_range_becomes_a_proper_address(customer: Visitor, db: Database, category: str) -> None:
    answer = customer.get(f"{SHOP}/{category}.html?price_from=10&price_below=%2420.50&page=3&sort=name")
    assert answer.url == f"{SHOP}/{category}.html?sort=name&price=10-20.50"
    assert total(answer) == sum(1 for price in listed(db, category).values() if 1000 <= price < 2050)
    assert customer.get(f"{SHOP}/{category}.html?price_from=abc&price_below=").url.endswith(".html")


def test_a_filter_that_leaves_nothing_says_so(customer: Visitor, category: str) -> None:
    answer = customer.get(f"{SHOP}/{category}.html?price=0-0.01")
    assert "No products fit these filters" in answer.text
    assert "Clear all filters" in answer.text


def test_price_spans_are_round_and_cover_all_prices() -> None:
    spans = price_spans(sorted([199, 250, 999, 1250, 1999, 2400, 5200, 9900, 14900, 49900]))
    assert spans[0].low == 0
    assert spans[-1].high is None
    assert [one.high for one in spans[:-1]] == [one.low for one in spans[1:]]
    assert all(span.low % 50 == 0 for span in spans)
    assert price_spans([]) == price_spans([500]) == price_spans([500, 500]) == []
    assert Span.read("10-25") == Span(1000, 2500)
    assert Span(1000, 2500).label == f"{money(1000)} – $24.99"


# Search ---------------------------------------------------------------------------------------------------------------


def test_search_finds_all_words_best_first_and_counts_the_use(customer: Visitor, db: Database) -> None:
    brand = db.value("SELECT brand FROM product WHERE type = 'simple' AND enabled ORDER BY id")
    answer = customer.get(f"{SHOP}/search?q={brand}")
    hits = db.values("SELECT rowid FROM product_search WHERE product_search MATCH ?", f'"{brand}"*')
    enabled = db.value(f"SELECT count(*) FROM product WHERE enabled AND visibility IN ('search', 'both')"
                       f" AND id IN ({', '.join(map(str, hits))})")  # fmt: skip
    assert total(answer) == enabled
    assert len(set(shown(answer))) == 12 or enabled < 12
    use = db.row("SELECT * FROM search_use WHERE term = ?", brand.lower())
    assert use
    customer.get(f"{SHOP}/search?q={brand}&sort=price&page=2")
    customer.get(f"{SHOP}/search?q={brand.upper()}")
    again = db.row("SELECT * FROM search_use WHERE term = ?", brand.lower())
    assert again
    assert (again.uses, again.results) == (use.uses + 1, enabled)


def test_searching_is_no_change_of_the_shop(stocked: World, customer: Visitor) -> None:
    customer.get(f"{SHOP}/search?q=lamp")
    assert list(stocked.changes()) == []


def test_a_name_is_a_better_hit_than_a_description(customer: Visitor, db: Database) -> None:
    first, second = db.values("SELECT id FROM product WHERE type = 'simple' AND enabled AND visibility = 'both'"
                              " ORDER BY id LIMIT 2")  # fmt: skip
    db.run("UPDATE product SET description = 'A zyxophone of sorts.' WHERE id = ?", first)
    db.run("UPDATE product SET name = 'Zyxophone' WHERE id = ?", second)
    assert shown(customer.get(f"{SHOP}/search?q=zyxophone")) == keys(db, [second, first])


def test_skus_are_found_also_those_of_variants(customer: Visitor, db: Database) -> None:
    row = db.row("SELECT item.sku, whole.url_key FROM product AS item JOIN product AS whole ON whole.id ="
                 " item.parent_id WHERE whole.enabled ORDER BY item.id")  # fmt: skip
    assert row
    assert row.url_key in shown(customer.get(f"{SHOP}/search?q={row.sku.lower()}"))


def test_nothing_found_gives_hints_and_shorter_searches(customer: Visitor) -> None:
    answer = customer.get(f"{SHOP}/search?q=cotton+qqqqq")
    assert answer.status == 200
    assert "Your search returned no results" in answer.text
    assert 'href="/search?q=cotton"' in answer.text
    assert "What are you looking for?" in customer.get(f"{SHOP}/search?q=+").text


@pytest.mark.parametrize(
    "text", ['"', "*", "a OR", "NEAR(", "%00", "<script>alert(1)</script>", "-", "a" * 500, "name:x"]
)
def test_any_text_can_be_searched_for_and_is_shown_as_typed(customer: Visitor, text: str) -> None:
    answer = customer.get(f"{SHOP}/search?q={text if text == '%00' else quote(text)}")
    assert answer.status == 200
    assert "<script>alert" not in answer.text


def test_rules_of_the_merchant_replace_or_redirect_a_search(customer: Visitor, db: Database) -> None:
    db.run("DELETE FROM search_rule")
    db.insert("search_rule", term="davenport", synonym="lamp")
    db.insert("search_rule", term="hours", redirect="/store-hours")
    db.insert("search_rule", term="away", redirect="//evil.test/")
    assert total(customer.get(f"{SHOP}/search?q=Davenport")) == total(customer.get(f"{SHOP}/search?q=lamp")) > 0
    assert customer.get(f"{SHOP}/search?q=hours").url == f"{SHOP}/store-hours"
    assert customer.get(f"{SHOP}/search?q=away").url == f"{SHOP}/search?q=away"


def test_suggestions_are_frequent_terms_and_products(customer: Visitor, db: Database) -> None:
    db.run("DELETE FROM search_use")
    for term, uses, results in (("lamp shade", 3, 4), ("lamp", 9, 8), ("lampoon", 99, 0), ("lamb", 5, 2)):
        db.insert("search_use", term=term, uses=uses, results=results, last_used="2026-05-01 10:00:00")
    db.insert("search_rule", term="lamb", suggested=0)
    found = json.loads(customer.get(f"{SHOP}/suggest?q=LAM").text)
    assert [one["text"] for one in found["terms"]] == ["lamp", "lamp shade"]
    assert found["products"]
    assert all(re.search(r"\blam", one["name"], re.IGNORECASE) for one in found["products"])
    for text in ("", "l", "%22", "%00%00"):
        assert json.loads(customer.get(f"{SHOP}/suggest?q={text}").text) == {"terms": [], "products": []}


def test_advanced_search_wants_everything_that_is_filled_in(customer: Visitor, db: Database) -> None:
    row = db.row("SELECT * FROM product WHERE type = 'simple' AND enabled AND visibility = 'both' ORDER BY id")
    assert row
    by_sku = customer.get(f"{SHOP}/search/advanced?sku={row.sku}")
    assert shown(by_sku) == [row.url_key]
    assert "Nothing fits all of this" in customer.get(f"{SHOP}/search/advanced?sku={row.sku}&name=qqqq").text
    cheap = customer.get(f"{SHOP}/search/advanced?max=10")
    goods = db.values("SELECT id FROM product WHERE enabled AND visibility IN ('search', 'both') AND type <> 'variant'")
    sql = f"SELECT id, {price_sql(db, GENERAL, BEGINNING.date())} FROM product"
    prices = dict(db.connection.execute(sql))
    assert total(cheap) == sum(1 for number in goods if prices[number] <= 1000)
    assert "is not an amount" in customer.get(f"{SHOP}/search/advanced?min=abc").text
