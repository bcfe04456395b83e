"""What the reading tasks of the storefront rest on: goods, prices, names, hours; and pools that are good ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from webcosm.sites.shop.rules.prices import price_ranges
from webcosm.sites.shop.site import site
from webcosm.suites.arena.shop import browse as shop_browse
from webcosm.suites.arena.shop import facts as shop_facts
from webcosm.suites.arena.shop import filters as shop_filters
from webcosm.suites.arena.shop import find as shop_find
from webcosm.suites.arena.shop import mentions as shop_mentions
from webcosm.suites.arena.shop import prices as shop_prices
from webcosm.suites.arena.shop import reviews as shop_reviews
from webcosm.suites.arena.shop._goods import Product, by_brand, clear_names, figures, shelf
from webcosm.suites.arena.shop.facts import opening_hours
from webcosm.suites.arena.shop.reviews import distinct
from webcosm.tasks import Kind, Template
from webcosm.tasks.collection import templates_of
from webcosm.worlds import Universe, World

MODULES = (shop_browse, shop_filters, shop_find, shop_prices, shop_reviews, shop_mentions, shop_facts)
TEMPLATES: list[type[Template[Any]]] = [template for module in MODULES for template in templates_of(module)]
BY_ID = {template.id: template for template in TEMPLATES}
FEW = {
    "arena.shop.store-contact": 3,
    "arena.shop.contact-of-store": 3,
    "arena.shop.counter-hours": 18,
    "arena.shop.size-guide": 12,
}
"""Where the store has no more to tell; all others have twenty parameters or more."""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe, universe.open() as world:
        yield world


def product(number: int, name: str, brand: str = "Tessera") -> Product:
    return Product(number, name, f"p{number}", f"T-{number}", brand, "Televisions", 100, 100)


def test_prices_worked_out_for_tasks_are_those_that_customers_pay(world: World) -> None:
    goods = shelf(world)
    general = world.shop.value("SELECT id FROM customer_group WHERE name = 'General'")
    paid = price_ranges(world.shop, [one.id for one in goods], general, world.clock.today())
    assert len(goods) > 1000
    assert {one.id: (one.low, one.high) for one in goods} == {
        number: (price.lowest.final, price.highest.final) for number, price in paid.items()
    }


def test_a_category_in_which_a_rule_lowers_prices_is_left_out_as_a_whole(world: World) -> None:
    ruled = world.shop.value(
        "SELECT category.name FROM catalog_rule AS rule JOIN catalog_rule_condition ON rule_id = rule.id"
        " JOIN category ON category.id = CAST(value AS INTEGER) WHERE rule.active AND subject = 'category'"
    )
    assert ruled
    assert ruled not in {one.category for one in shelf(world)}


def test_names_that_begin_longer_names_are_not_used() -> None:
    goods = [product(1, "Lamp, 12 in"), product(2, "Lamp, 12 in, Pack of 2"), product(3, "Lamp, 14 in")]
    assert [one.id for one in clear_names(goods)] == [2, 3]


def test_brands_that_are_part_of_other_brands_are_not_used() -> None:
    goods = [product(1, "A", "Furrow"), product(2, "B", "Golden Furrow"), product(3, "C", "Plumb")]
    assert list(by_brand(goods)) == [("Golden Furrow", "Televisions"), ("Plumb", "Televisions")]


def test_nicknames_that_are_part_of_others_are_told_apart() -> None:
    assert distinct(["Joel", "Amber Y.", "mia92"])
    assert not distinct(["Joel", "joel from Newkeld"])
    assert not distinct(["Zoe", "Zoe"])


def test_figures_are_read_with_their_decimals_and_without_their_commas() -> None:
    assert figures("1,000 Pieces, 0.5 fl oz, Pack of 2") == {"1000", "0.5", "2"}


def test_opening_hours_are_read_for_each_day() -> None:
    hours = opening_hours("Monday to Wednesday 8 AM to 12 PM, Saturday 12 AM to 6 PM, closed on Sunday")
    assert hours == {"Monday": (8, 12), "Tuesday": (8, 12), "Wednesday": (8, 12), "Saturday": (0, 18)}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_pools_are_large_enough_and_hold_nothing_twice(world: World, template: type[Template[Any]]) -> None:
    pool = template().pool(world)
    assert len(pool) >= FEW.get(template.id, 20)
    assert len(set(pool)) == len(pool)


@pytest.mark.parametrize("template", [one for one in TEMPLATES if one.achievable], ids=lambda template: template.id)
def test_an_answer_or_a_page_is_known_for_what_is_drawn(world: World, template: type[Template[Any]]) -> None:
    family = template()
    for seed in range(2):
        p, goal = family.draw(world, seed)
        if family.kind is Kind.ASK:
            assert not family.answer(world, p).with_context(goal).compare("0").accepted
        else:
            assert family.page(world, p).site == "shop"


@pytest.mark.parametrize("template", [one for one in TEMPLATES if not one.achievable], ids=lambda template: template.id)
def test_what_cannot_be_done_reads_like_what_can(world: World, template: type[Template[Any]]) -> None:
    twin = BY_ID[template.twin]
    assert twin.twin == template.id
    assert (twin.goals, twin.kind, twin.sites) == (template.goals, template.kind, template.sites)
    assert set(twin().pool(world)).isdisjoint(template().pool(world))
