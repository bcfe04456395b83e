"""What the storefront's script adds in a browser: variants, gallery, suggestions, the menu, lists that obey at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from webcosm.browser import chromium
from webcosm.server.app import Server
from webcosm.sites.kit.formats import money
from webcosm.sites.shop import site
from webcosm.sites.shop.rules.prices import price_of
from webcosm.worlds import BEGINNING, Database, World

SHOP = "http://shop.test"
pytestmark = pytest.mark.browser


@pytest.fixture
def db(stocked: World) -> Database:
    return stocked.database("shop")


@pytest.fixture
def page(stocked: World) -> Iterator[Page]:
    with Server([site]) as server, sync_playwright() as playwright:
        door = server.admit(stocked)
        browser = playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.arguments())
        context = browser.new_context(
            proxy={"server": door.server, "username": door.username, "password": door.password}
        )
        page = context.new_page()
        troubles: list[str] = []
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        yield page
        browser.close()
    assert not troubles


def test_choosing_options_shows_that_variants_price_stock_sku_and_picture(page: Page, db: Database) -> None:
    variant = db.row(
        "SELECT item.*, whole.url_key AS page, image.id AS image FROM product AS item JOIN product AS whole"
        " ON whole.id = item.parent_id JOIN product_image AS image ON image.product_id = item.id"
        " WHERE item.enabled AND whole.enabled AND (SELECT count(*) FROM product_axis WHERE product_id = whole.id) = 2"
        " ORDER BY item.id DESC"
    )
    assert variant
    db.run("UPDATE product SET price = price + 777, qty = 2, in_stock = 1 WHERE id = ?", variant.id)
    variant["price"] += 777
    page.goto(f"{SHOP}/{variant.page}.html")
    for row in db.rows("SELECT * FROM product_option WHERE product_id = ?", variant.id):
        select = page.locator(f'select[name="option.{row.attribute_id}"]')
        if select.count():
            select.select_option(str(row.option_id))
        else:
            page.locator(f'label:has(input[name="option.{row.attribute_id}"][value="{row.option_id}"])').click()
    price = price_of(db, variant, 2, BEGINNING.date())
    expect(page.locator("[data-price]")).to_contain_text(money(price.final))
    expect(page.locator("[data-sku]")).to_have_text(variant.sku)
    expect(page.locator("[data-stock]")).to_have_text("In stock only 2 left")
    expect(page.locator("[data-large]")).to_have_attribute("src", f"/media/{variant.image}-640.png")


def test_a_thumbnail_shows_its_picture_large(page: Page, db: Database) -> None:
    row = db.row(
        "SELECT url_key, max(image.id) AS image FROM product JOIN product_image AS image ON image.product_id ="
        " product.id WHERE type = 'simple' AND enabled GROUP BY product.id HAVING count(*) > 1 ORDER BY product.id"
    )
    assert row
    page.goto(f"{SHOP}/{row.url_key}.html")
    page.locator(f'[data-thumb="{row.image}"]').click()
    expect(page.locator("[data-large]")).to_have_attribute("src", f"/media/{row.image}-640.png")
    expect(page.locator(f'[data-thumb="{row.image}"]')).to_have_attribute("aria-current", "true")


def test_suggestions_are_chosen_with_the_keys(page: Page, db: Database) -> None:
    db.run("DELETE FROM search_use")
    for term, uses in (("lamp", 2), ("lamp shade", 1)):
        db.insert("search_use", term=term, uses=uses, results=3, last_used="2026-05-01 10:00:00")
    page.goto(f"{SHOP}/contact")
    box = page.get_by_role("combobox", name="Search the store")
    box.press_sequentially("lam")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("lamp")
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("ArrowDown")
    box.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    box.press("Escape")
    expect(box).to_have_attribute("aria-expanded", "false")
    box.press_sequentially("p")
    expect(options.first).to_be_visible()
    box.press("ArrowDown")
    box.press("Enter")
    page.wait_for_url(f"{SHOP}/search?q=lamp")


def test_the_menu_opens_shows_three_levels_and_closes(page: Page, db: Database) -> None:
    page.goto(f"{SHOP}/contact")
    leaf = db.row("SELECT name, url_path FROM category WHERE level = 3 AND active ORDER BY id DESC")
    assert leaf
    department = leaf.url_path.split("/")[0]
    link = page.locator(f'.all-aisles a[href="/{leaf.url_path}.html"]')
    expect(link).to_be_hidden()
    page.get_by_text("All departments").click()
    page.locator(f'.all-aisles a[href="/{department}.html"]').hover()
    expect(link).to_be_visible()
    page.locator("summary", has_text="All departments").press("Escape")
    expect(link).to_be_hidden()


@pytest.mark.parametrize("width", [900, 1280, 2400])
def test_every_department_stands_in_the_bar_or_under_more(page: Page, db: Database, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(f"{SHOP}/contact")
    names = db.values("SELECT name FROM category WHERE level = 1 AND active AND in_menu ORDER BY position, id")
    assert page.locator(".quick a").all_text_contents() == names
    in_bar = page.locator(".quick > li:not(.more) a")
    tops = {box["y"] for link in in_bar.all() if (box := link.bounding_box())}
    assert len(tops) == 1, "one row"
    assert in_bar.count() >= 3
    more = page.locator(".quick summary")
    if in_bar.count() == len(names):
        expect(more).to_be_hidden()
        return
    last = page.locator(".quick a", has_text=names[-1])
    expect(last).to_be_hidden()
    more.click()
    last.click()
    page.wait_for_url(f"{SHOP}/*.html")
    assert page.locator("h1").text_content() == names[-1]


def test_a_list_is_sorted_as_soon_as_an_order_is_chosen(page: Page, db: Database) -> None:
    path = db.value("SELECT url_path FROM category WHERE level = 1 ORDER BY id")
    page.goto(f"{SHOP}/{path}.html?mode=list")
    page.get_by_label("Sort by").select_option("price")
    page.wait_for_url(f"{SHOP}/{path}.html?mode=list&sort=price")
    page.get_by_label("Set descending direction").click()
    page.wait_for_url(f"{SHOP}/{path}.html?mode=list&sort=price&dir=desc")
