"""Prices with tax: in lists, on product pages and in filters to the cent, if the merchant wants it; never in carts."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from tests.sites.shop.reading import text_of
from tests.sites.shop.small import BEN, SHIRT_BLUE, put
from webcosm.sites.kit import Visitor
from webcosm.sites.shop import site
from webcosm.sites.shop.rules.prices import with_tax
from webcosm.worlds import Universe, World, WorldState

NOTE = "Prices of products include the tax of"


def show_with_tax(world: World, store_region: str = "FA") -> None:
    world.shop.insert("setting", path="tax/display", value="including")
    world.shop.insert("setting", path="general/region", value=store_region)


def prices(visitor: Visitor, path: str) -> dict[str, str]:
    """What the cards of a list say, by product."""
    found = {}
    for card in re.findall(r"<article .*?</article>", visitor.get(path).text, re.DOTALL):
        name = re.search(r'class="name"><a[^>]*>([^<]+)</a>', card)
        price = re.search(r'class="now">(?:<span[^>]*>[^<]*</span>)?([^<]+)<', card)
        assert name, card
        assert price, card
        found[unescape(name[1])] = price[1]
    return found


@pytest.mark.parametrize(
    "cents, percent, shown", [(1_200, 825, 1_299), (650, 200, 663), (1_000, 825, 1_083), (999, 0, 999), (6, 825, 6)]
)
def test_tax_is_rounded_half_up(cents: int, percent: int, shown: int) -> None:
    assert with_tax(cents, percent) == shown


def test_prices_are_shown_without_tax_at_first(ana: Visitor) -> None:
    assert prices(ana, "/kitchen.html") == {
        "Harbor Mug": "$12.00",
        "Foundry Kettle": "$49.99",
        "Evening Tea": "$6.50",
        "Reading Lamp": "$39.00",
    }
    assert NOTE not in text_of(ana.get("/harbor-mug.html"))


def test_a_customer_sees_the_tax_of_her_state(ana: Visitor, small_world: World) -> None:
    show_with_tax(small_world)
    assert prices(ana, "/kitchen.html") == {
        "Harbor Mug": "$12.99",
        "Foundry Kettle": "$54.11",
        "Evening Tea": "$6.63",
        "Reading Lamp": "$42.22",
    }
    page = text_of(ana.get("/harbor-mug.html"))
    assert "$12.99 Including tax for QU." in page
    assert f"{NOTE} QU." in page


def test_somebody_unknown_sees_that_of_the_store(guest: Visitor, small_world: World) -> None:
    show_with_tax(small_world)
    assert "$12.72 Including tax for FA." in text_of(guest.get("/harbor-mug.html"))
    assert "$6.50 Including tax for FA." in text_of(guest.get("/evening-tea.html")), "food is not taxed there"


def test_who_pays_no_tax_sees_none(small_universe: Universe) -> None:
    with small_universe.open(WorldState(accounts={"shop": BEN.email})) as world:
        show_with_tax(world)
        page = text_of(Visitor(world, [site]).get("http://shop.test/harbor-mug.html"))
        assert "$12.00 SKU" in page
        assert NOTE not in page


def test_variants_and_their_choice_have_prices_with_tax(ana: Visitor, small_world: World) -> None:
    show_with_tax(small_world)
    page = ana.get("/linen-shirt.html")
    assert "From $27.06" in text_of(page)
    matrix = re.search(r'data-matrix="([^"]*)"', page.text) or re.search(r"data-matrix='([^']*)'", page.text)
    assert matrix
    assert [one["final"] for one in json.loads(unescape(matrix[1]))] == [2_706, 2_923]
    small_world.shop.run("UPDATE product SET tax_class_id = 3 WHERE id = ?", SHIRT_BLUE)
    assert prices(ana, "/clothing.html") == {"Linen Shirt": "$27.00"}, "without tax the dearer one is the cheaper"


def test_filters_and_orders_go_by_what_is_shown(ana: Visitor, small_world: World) -> None:
    small_world.shop.run("UPDATE product SET price = 1240, tax_class_id = 3 WHERE sku = 'TEA-1'")
    assert list(prices(ana, "/kitchen.html?sort=price"))[:2] == ["Harbor Mug", "Evening Tea"]
    show_with_tax(small_world)
    assert list(prices(ana, "/kitchen.html?sort=price"))[:2] == ["Evening Tea", "Harbor Mug"]
    assert list(prices(ana, "/kitchen.html?price=12.50-13")) == ["Harbor Mug"]
    assert list(prices(ana, "/kitchen.html?price=11-12.50")) == ["Evening Tea"]


def test_carts_and_orders_name_tax_by_itself(ana: Visitor, small_world: World) -> None:
    put(small_world.shop, 1, mug=2)
    before = text_of(ana.get("/cart")).partition("Summary")[0].partition("Shopping cart")[2]
    show_with_tax(small_world)
    assert text_of(ana.get("/cart")).partition("Summary")[0].partition("Shopping cart")[2] == before
    assert "$24.00" in before


def test_packed_lists_agree_with_pages(customer: Visitor, stocked: World) -> None:
    """The arrays of the image hold prices without tax."""
    stocked.shop.run("UPDATE setting SET value = 'including' WHERE path = 'tax/display'")
    category = stocked.shop.value("SELECT url_path FROM category WHERE level = 1 ORDER BY position LIMIT 1")
    shown = list(prices(customer, f"/{category}.html?sort=price&size=36").values())
    cents = [round(float(text.strip("$").replace(",", "")) * 100) for text in shown]
    assert len(cents) == 36
    assert cents == sorted(cents)
