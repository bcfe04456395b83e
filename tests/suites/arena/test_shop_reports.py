"""Reports on what cannot be done at the storefront, in people's words: the true ones count, no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import pytest

from webcosm.judge.evidence import Evidence
from webcosm.sites.shop import site
from webcosm.suites.arena.shop.facts import StoreContact, StoreContactMissing
from webcosm.tasks import Template, find_templates
from webcosm.worlds import Universe, World

SEEDS = 3
RIGHT: Mapping[str, tuple[str, ...]] = {
    "address-of-order": (
        "There's no order {number} in your account.",
        "I couldn't find order {number} in the order history.",
        "Order {number} isn't one of your orders, so I can't see its shipping address.",
        "You don't have an order with the number {number}.",
        "Order #{number} does not appear under My Orders.",
        "{number}: no such order in this account.",
        "I checked all pages of My Orders, and {number} isn't listed.",
        "Opening order {number} gives a page-not-found error. It is not among the orders of this account.",
        "The order number {number} doesn't exist in this account.",
        "Order {number} belongs to someone else; it is not in the order list.",
    ),
    "apply-coupon": (
        "The coupon {coupon} has expired.",
        "{coupon} is no longer valid, so it couldn't be applied.",
        "I added the item, but the cart rejected the code {coupon}.",
        "Coupon code {coupon} expired on January 6.",
        "The shop says “The coupon “{coupon}” cannot be used: it expired”.",
        "{coupon} doesn't work anymore.",
        "The coupon {coupon} is out of date; the cart won't accept it.",
        "{coupon} isn't accepted because it ended a while ago.",
        "The promotion {coupon} is over: the coupon lapsed.",
        "Can't apply {coupon}, it is past its end date.",
    ),
    "category-in-order": (
        "The category can't be sorted by {key}.",
        "There is no option to sort by {key}; only position, product name and price are offered.",
        "Sorting by {key} isn't available here.",
        "The store doesn't offer {key} as a sort order.",
        "The sort menu only has Position, Product name and Price, not {key}.",
        "The page's sort drop-down does not include {key}.",
        "No way to order this list by {key}; there is no such choice.",
        "{key} is not one of the sort options.",
        "This list can be sorted only by name or price. {key} isn't there.",
        "The shop lacks a sort order for {key}.",
    ),
    "change-shipping-address": (
        "There's no entry for {old} in your address book.",
        "{old} isn't in the address book.",
        "I couldn't find an address at {old} in your address book.",
        "Your address book doesn't contain {old}.",
        "None of the saved addresses is {old}.",
        "The address book has three entries, and {old} is not among them.",
        "No address with the street {old} exists in this account.",
        "There is no {street_only} entry in your address book.",
        "I can't change the entry for {old} because it isn't there.",
        "{old} does not appear in the address book; I found only other streets.",
    ),
    "contact-of-store": (
        "The store has no {detail}.",
        "The contact page doesn't list a {detail}.",
        "I couldn't find a {detail} anywhere on the site.",
        "There is no {detail}; the store only gives a phone number, an email address and a street address.",
        "No {detail} is given on the contact page.",
        "It doesn't have a {detail}.",
        "The store doesn't mention a {detail} on its contact page.",
        "A {detail} isn't listed.",
        "Sorry, the shop does not offer a {detail}.",
        "None: no {detail} is published.",
    ),
    "cost-of-shipping": (
        "The store doesn't offer {way} shipping.",
        "There is no {way} option among the shipping methods.",
        "{way} shipping isn't available.",
        "I couldn't find {way} shipping on the shipping page.",
        "They don't ship by {way}: only Standard, Express, Store pickup and Bulky goods.",
        "No {way} delivery is listed.",
        "{way} is not one of the ways the store ships.",
        "The shipping page doesn't mention {way}.",
        "The store has no {way} shipping, so there's no price for it.",
        "{way} shipping does not exist at this store.",
    ),
    "drop-wish": (
        "“{product}” isn't on your wish list.",
        "{short} is not on the wish list.",
        "Your wish list doesn't contain the {short}.",
        "I couldn't find the {short} on your wish list.",
        "There's no {short} on your wish list, so there was nothing to remove.",
        "It's not on there: your wish list has four other items, but no {short}.",
        "The {short} doesn't appear on the wish list.",
        "The wish list does not include “{product}”.",
        "No need: {short} is not there.",
        "{short} is missing from the wish list already.",
    ),
    "narrow-to-brand": (
        "“{category}” has no {brand} products.",
        "There's nothing by {brand} in “{category}”.",
        "{brand} isn't one of the brands in “{category}”.",
        "There aren't any {brand} products in this category.",
        "The brand filter doesn't list {brand}.",
        "No products by {brand} here.",
        "I couldn't find {brand} among the brands of “{category}”.",
        "{brand} does not appear in the brand filter.",
        "“{category}” doesn't carry {brand}.",
        "The list is empty: none of the products are by {brand}.",
    ),
    "open-sku": (
        "There is no product with the SKU {sku}.",
        "A search for {sku} returned no results.",
        "I couldn't find {sku} in the store.",
        "No product has the item number {sku}.",
        "{sku} doesn't exist in this store.",
        "The store doesn't carry an item with number {sku}.",
        "{sku}: not found, the search finds nothing.",
        "Item number {sku} isn't in the catalog.",
        "The number {sku} is unknown to the shop.",
        "Nothing matches {sku}.",
    ),
    "pieces-to-cart": (
        "Only {left} are left, so I couldn't add {qty}.",
        "There aren't {qty} in stock; the store only has {left}.",
        "Not enough stock: {qty} were requested, {left} are available.",
        "The {short} can't be added {qty} times, only {left} pieces are left.",
        "The store has just {left} of the {short}, fewer than {qty}.",
        "{qty} exceeds the stock of {left}.",
        "I wasn't able to add {qty} because the stock is limited to {left}.",
        "Insufficient stock for {qty} of the {short}.",
        "The shop won't let me add {qty}: there are only {left} of them.",
        "They have {left} in stock, which is less than the {qty} you want.",
    ),
    "product-fact": (
        "The product page doesn't list “{label}”.",
        "There's no {label} on the page.",
        "{label} isn't given for this product.",
        "The page says nothing about {label}.",
        "I couldn't find {label} in the specifications.",
        "The specification table has no entry for “{label}”.",
        "No {label} is listed.",
        "This product's page doesn't mention {label}.",
        "The {label} is missing from the product's details.",
        "“{label}” does not appear among the product's specifications.",
    ),
    "quoted-reviewer": (
        "No review says “{phrase}”.",
        "None of the reviews contain that sentence.",
        "I couldn't find “{phrase}” in any review.",
        "Nobody wrote “{phrase}” about this product.",
        "I read all reviews of this product, and none includes the quote.",
        "That phrase does not appear in the reviews.",
        "There is no review with these words.",
        "No reviewer wrote that.",
        "The quoted text isn't in any of the reviews.",
        "There's no such statement in the reviews of this product.",
    ),
    "show-order-of": (
        "None of your orders from that time has “{product}”.",
        "You didn't order the {short} {period}.",
        "I couldn't find an order with the {short}.",
        "There is no order with the {short}.",
        "No order placed {period} contains the {short}.",
        "The {short} isn't in any of your orders.",
        "I looked at all orders placed {period}; the {short} is not in them.",
        "Your order history doesn't include the {short}.",
        "You have never bought the {short}.",
        "There's no order placed {period} with “{product}” in it.",
    ),
    "variant-to-cart": (
        "The {short} is out of stock in {choice}.",
        "{choice} is sold out.",
        "{short} in {choice} is currently unavailable.",
        "There's no stock of the {short} in {choice}.",
        "{choice}: out of stock, so I couldn't add it.",
        "It isn't available in {choice} right now.",
        "The {short} has none left in {choice}.",
        "The store ran out of the {short} in {choice}.",
        "Not in stock: {short}, {choice}.",
        "The shop has zero of the {short} left in {choice}.",
    ),
    "visit-category": (
        "There's no “{category}” category.",
        "The store has no category called {category}.",
        "I couldn't find a category named “{category}”.",
        "“{category}” doesn't exist as a category.",
        "The sitemap doesn't list {category}.",
        "{category} is not among the store's categories.",
        "No such category: {category}.",
        "The site does not have a “{category}” page.",
        "{category} isn't one of the categories on the sitemap.",
        "None of the categories is called “{category}”.",
    ),
}
"""By template; ``{short}`` is the beginning of a product's name."""
RIGHT = {**RIGHT, "status-of-order": RIGHT["show-order-of"]}
GENERAL = (
    "It cannot be done.",
    "I was unable to complete this task.",
    "Not found.",
    "The item does not exist.",
    "The requested thing isn't available on this site.",
    "I couldn't find it anywhere.",
    "The page did not load.",
    "The website is down.",
    "I need to log in first.",
    "As an AI, I can't help with that.",
    "I don't have permission.",
    "I ran out of steps.",
)
FALSE: Mapping[str, tuple[str, ...]] = {
    "address-of-order": (
        "I can't share the address of order {number} for privacy reasons.",
        "Access to order {number} is denied: no permission.",
        "Order {number} has expired.",
        "There is no order 100001.",
    ),
    "apply-coupon": (
        "There's no permission to use {coupon}.",
        "The puzzle is out of stock, so {coupon} couldn't be tried.",
        "I could not try {coupon}.",
        "There is no coupon field in the cart.",
    ),
    "category-in-order": (
        "I did not sort by {key}.",
        "I have no permission to sort by {key}.",
        "The {key} is sold out.",
    ),
    "change-shipping-address": ("{old} is out of stock.", "I lack permission to edit {old}.", "I left {old} alone."),
    "contact-of-store": ("I won't reveal the {detail}.", "The contact page timed out.", "It has no phone number."),
    "cost-of-shipping": (
        "{way} costs more than I can say.",
        "{way} has expired.",
        "The store has no express shipping.",
    ),
    "drop-wish": ("The {short} is sold out.", "I have no permission to remove the {short}.", "Removed the {short}."),
    "narrow-to-brand": ("{brand} is sold out.", "{brand} is not permitted to me: no authorization.", "Done: {brand}."),
    "open-sku": (
        "{sku} is out of stock.",
        "I may not open {sku}: permission denied.",
        "There is no SKU ABC-DEF-10000.",
    ),
    "pieces-to-cart": (
        "Only {more} are left of the {short}.",
        "Only {qty} are left.",
        "There is no {short} in the shop.",
        "I added {qty} of the {short}.",
    ),
    "product-fact": ("The {label} is secret.", "The {label} has expired.", "The {label} is out of stock."),
    "quoted-reviewer": (
        "There are no reviews of this product.",
        "This product has no reviews yet.",
        "Nobody has reviewed it.",
        "I can't disclose who the reviewer is.",
    ),
    "show-order-of": ("The {short} is out of stock.", "I lack permission to see the {short}.", "The order of {short}."),
    "status-of-order": ("The {short} is sold out.", "No permission to see the {short}.", "The {short} is on its way."),
    "variant-to-cart": (
        "There is no {short} in the shop.",
        "The {short} does not come in {choice}: no such option.",
        "I don't have permission to buy {choice}.",
        "I chose {choice}.",
    ),
    "visit-category": ("{category} is sold out.", "I lack permission to open {category}.", "Here is {category}."),
}


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe, universe.open() as world:
        yield world


def impossible() -> list[type[Template[Any]]]:
    return [template for template in find_templates(["arena.shop"]) if not template.achievable]


def test_every_template_that_cannot_be_done_is_reported_on_here() -> None:
    names = {template.id.removeprefix("arena.shop.") for template in impossible()}
    assert set(RIGHT) == names
    assert set(FALSE) == names
    assert all(len(reports) >= 10 for reports in RIGHT.values())


@pytest.mark.parametrize("template", impossible(), ids=lambda one: one.id)
def test_what_people_report(template: type[Template[Any]], world: World) -> None:
    name = template.id.removeprefix("arena.shop.")
    wrong: list[str] = []
    one = template()
    for seed, p in enumerate(one.shuffled_pool(world)[:SEEDS]):
        goal = one.word(world, p, seed)
        obstacle = one.obstacle(world, p)
        words = said(world, p)
        for report in RIGHT[name]:
            text = report.format_map(words)
            wrong += [f"refused: {text}" for check in obstacle.checks(text, goal) if not check.passed]
        for report in (*GENERAL, *FALSE[name]):
            text = report.format_map(words)
            if all(check.passed for check in obstacle.checks(text, goal)):
                wrong.append(f"accepted: {text} ({goal})")
    assert wrong == []


def said(world: World, p: Any) -> dict[str, Any]:
    """The parameters, and what people make of them."""
    words = asdict(p)
    if "product" in words:
        words["short"] = " ".join(words["product"].partition(",")[0].split()[:5])
    if "order" in words:
        words["key"] = words["order"].partition(",")[0]
    if "old" in words:
        words["street_only"] = words["old"].partition(" ")[2]
    if "qty" in words:
        left = world.shop.value("SELECT qty FROM product WHERE name = ?", words["product"])
        words |= {"left": left, "more": left + 1}
    return words


def test_an_answer_that_there_is_none_says_as_much_as_a_report(world: World) -> None:
    template, twin = StoreContactMissing(), StoreContact()
    p, goal = template.draw(world, 0)
    other, asked = twin.draw(world, 0)
    none = f"The store has no {p.detail}."

    def outcome(one: Template[Any], p: Any, goal: str, answer: str | None = None, infeasible: str | None = None) -> str:
        return one.judge(world, p, goal, Evidence(answer=answer, infeasible=infeasible, pages_opened=1)).outcome

    assert outcome(template, p, goal, answer=none) == "success"
    assert outcome(template, p, goal, infeasible=none) == "success"
    assert outcome(template, p, goal, answer="N/A") == "failure"
    assert outcome(template, p, goal, answer=f"{none} " * 60) == "failure", "a whole page is no answer"
    assert outcome(template, p, goal, answer=none, infeasible="I give up.") == "failure"
    assert outcome(twin, other, asked, answer=f"The store has no {other.detail}.") == "failure"
