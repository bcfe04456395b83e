"""Reports on what cannot be done at the back office, in people's words: the true ones count, no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import pytest

from webcosm.judge.obstacle import Obstacle
from webcosm.sites.shop import site
from webcosm.suites.arena.admin.report_pages import ShowReportByOtherDate
from webcosm.suites.arena.admin.variants import SetVariantQuantityMissing
from webcosm.tasks import Template, find_templates
from webcosm.worlds import Universe, World

SEEDS = 2
GENERAL = (
    "I couldn't do it.",
    "The page crashed.",
    "The request is ambiguous.",
    "The task is impossible with the tools available.",
    "I ran out of steps.",
    "It can't be done because of a policy.",
)
"""Said of anything, true of nothing here."""
RIGHT: Mapping[str, tuple[str, ...]] = {
    "accept-review": (
        "There's no review of {product} by {nickname}.",
        "{nickname} never reviewed {product}.",
        "{nickname} hasn't written a review of that product.",
        "I couldn't find a pending review by {nickname} for {product}.",
        "No pending review from {nickname} exists for this product.",
        "{nickname}'s review of {product} doesn't exist.",
        "{nickname} only reviewed another product, not {product}.",
        "There are reviews of {product}, but none by {nickname}.",
        "No such review: {nickname} / {product}.",
        "The list of reviews shows nothing by {nickname} for {product}.",
    ),
    "call-off-order": (
        "Order {number} is complete and can't be canceled anymore.",
        "Order {number} has already been invoiced and shipped, so it can't be cancelled.",
        "It's too late to cancel order {number}: it has been completed.",
        "{number} can no longer be canceled because it was delivered.",
        "There's no cancel button on order {number}; its status is Complete.",
        "Order {number} was already fulfilled.",
        "Cancellation isn't available for order {number} since it's been paid and shipped.",
        "Order {number} has status Complete, so cancelling isn't possible.",
        "Order #{number} is completed; only a credit memo would be possible.",
        "The system doesn't offer a Cancel option for order {number}.",
    ),
    "call-up-report": (
        "The {report} report can't go by the {basis}; it only offers other dates.",
        "There's no {basis} option in the {report} report.",
        "The {report} report doesn't offer the {basis}.",
        "The “Date used” list of the {report} report has no {basis}.",
        "The {basis} isn't available for the {report} report.",
        "The {report} report cannot be based on the {basis}.",
        "It's not possible to base this report on the {basis}: that option doesn't exist there.",
        "The report doesn't support the {basis}.",
        "No such option: {basis}.",
        "The {report} report lacks the {basis} setting.",
    ),
    "change-price": (
        "There is no product called “{product}”.",
        "I couldn't find {product} in the catalog.",
        "{product} doesn't exist.",
        "The catalog doesn't have {product}.",
        "No product matches “{product}”.",
        "{product} is not in the catalog.",
        "We don't sell {product}.",
        "The product {product} isn't listed.",
        "Searching for {product} returns no results.",
        "{product} was not found; there is only a similar product of another brand.",
    ),
    "close-user-account": (
        "My account is read-only.",
        "The signed-in account only has read-only access, so I can't manage users.",
        "I'm logged in with a role that isn't allowed to manage users.",
        "The account I'm using doesn't have permission to manage users.",
        "You don't have the rights to manage users with this account.",
        "This user can view users but cannot edit them: the role is Read-only.",
        "There is no button to manage users because the current user only has view access to users.",
        "Not authorized: the current role can only view users.",
        "I can't manage users since my permissions only let me look at users.",
        "No deactivate button is shown for {name}; the signed-in user has a read-only role.",
        "The System menu isn't available to my role.",
        "I have no access to the user accounts, so I can't deactivate {name}.",
    ),
    "email-of-order": (
        "There is no order {number}.",
        "Order {number} doesn't exist.",
        "I couldn't find order {number}.",
        "No order with the number {number} exists.",
        "Searching for {number} finds nothing.",
        "Order {number} isn't in the list of orders.",
        "The order number {number} is unknown.",
        "Order {number} was not found.",
        "No results for {number}.",
        "There's no such order as {number}.",
    ),
    "enter-shipment": (
        "Order {number} was canceled, so it can't be shipped.",
        "Order {number} has been cancelled; no shipment can be created.",
        "There's no Ship button for order {number}.",
        "Can't create a shipment: order {number} has the status Canceled.",
        "The status of order {number} is Canceled and it cannot be shipped.",
        "Order {number} is a canceled order.",
        "Shipping isn't possible for {number}: it's canceled.",
        "A canceled order like {number} can't get a shipment.",
        "Order {number} no longer allows shipments because somebody canceled it.",
        "{number} is canceled.",
    ),
    "enter-variant-quantity": (
        "“{product}” has no variant “{options}”.",
        "{product} doesn't come in {options}.",
        "There's no {options} variant of that product.",
        "The variant {options} doesn't exist for {product}.",
        "{options} isn't one of the variants of {product}.",
        "I couldn't find {options} among the variants.",
        "{product} is not available in {options}.",
        "No variant called {options}.",
        "{product} isn't offered in {options}.",
        "{product} lacks a {options} option.",
    ),
    "enter-weight": (
        "The signed-in account only has read-only access, so I can't edit products.",
        "I'm logged in with a role that isn't allowed to edit products.",
        "The account I'm using doesn't have permission to edit products.",
        "You don't have the rights to edit products with this account.",
        "This user can view products but cannot edit them: the role is Clerk.",
        "There is no button to edit products because the current user only has view access to products.",
        "Not authorized: the current role can only view products.",
        "I can't edit products since my permissions only let me look at products.",
        "No save button is shown for {sku}; the signed-in user has a read-only role.",
        "As a clerk I may only look at products, not change them.",
    ),
    "find-customer": (
        "No customer account exists for {email}.",
        "{email} belongs to a guest who never registered.",
        "There's no account with {email}; that person checked out as a guest.",
        "{email} only placed guest orders and has no customer account.",
        "I couldn't find a customer with the email {email}.",
        "The customer list has nobody with {email}.",
        "{email} isn't registered.",
        "Nobody in the customer list has the address {email}.",
        "{email} isn't in the customer list.",
        "There are orders from {email}, but they were placed without an account.",
    ),
    "look-at-theme": (
        "There is no theme called {theme}.",
        "The theme list doesn't include “{theme}”.",
        "{theme} isn't one of the available themes.",
        "I couldn't find a {theme} theme; only Harbor, Lantern and others exist.",
        "No theme named {theme} is installed.",
        "{theme} is not a theme in this store.",
        "The store has four themes, none of which is {theme}.",
        "The {theme} theme doesn't exist.",
        "Theme “{theme}” not found.",
        "{theme} does not appear under Content > Themes.",
    ),
    "make-cart-rule": (
        "The coupon code {coupon} is already used by another rule.",
        "{coupon} is already taken.",
        "Another cart price rule already has the code {coupon}.",
        "Coupon {coupon} already exists.",
        "{coupon} is the code of an existing rule, and codes must be unique.",
        "The form rejects {coupon} as a duplicate.",
        "{coupon} belongs to a different rule.",
        "The coupon {coupon} is in use by another promotion.",
        "Can't save: code {coupon} already assigned.",
        "The coupon code {coupon} isn't unique.",
    ),
    "new-subcategory": (
        "“{category}” is already at level 3, the deepest level, so it can't have subcategories.",
        "The category tree only goes three levels deep and {category} is on the third.",
        "{category} can't have a subcategory: categories are limited to three levels.",
        "No Add subcategory button for {category}; it's a level 3 category.",
        "{category} isn't offered as a parent category; only first and second level categories are.",
        "Can't add a category under {category} since the maximum depth of three levels has been reached.",
        "The category {category} is a third-level category and the shop doesn't support a fourth level.",
        "{category} is not available as a parent in the category form.",
        "There's no option to add a subcategory to {category}.",
        "{category} is at the bottom of the category hierarchy; nothing can be nested under it.",
    ),
    "pause-order": (
        "My account is read-only.",
        "The signed-in account only has read-only access, so I can't put orders on hold.",
        "I'm logged in with a role that isn't allowed to put orders on hold.",
        "The account I'm using doesn't have permission to put orders on hold.",
        "You don't have the rights to put orders on hold with this account.",
        "This user can view orders but cannot edit them: the role is Read-only.",
        "There is no button to put orders on hold because the current user only has view access to orders.",
        "Not authorized: the current role can only view orders.",
        "I can't put orders on hold since my permissions only let me look at orders.",
        "No hold button is shown for order {number}; the signed-in user has a read-only role.",
    ),
    "pay-back-order": (
        "Order {number} was canceled before anything was paid, so there's nothing to refund.",
        "Order {number} has no invoice, so no credit memo can be issued.",
        "There's no Credit memo button on order {number}.",
        "Order {number} is canceled and was never invoiced.",
        "Nothing was paid for order {number}.",
        "No payment was captured for order {number}.",
        "Order {number} is canceled, a refund isn't possible.",
        "Order {number} hasn't been invoiced.",
        "The customer never paid for order {number}.",
        "Order {number} wasn't paid: it is canceled.",
    ),
    "put-into-group": (
        "My account is read-only.",
        "The signed-in account only has read-only access, so I can't change customers.",
        "I'm logged in with a role that isn't allowed to change customers.",
        "The account I'm using doesn't have permission to change customers.",
        "You don't have the rights to change customers with this account.",
        "This user can view customers but cannot edit them: the role is Read-only.",
        "There is no button to change customers because the current user only has view access to customers.",
        "Not authorized: the current role can only view customers.",
        "I can't change customers since my permissions only let me look at customers.",
        "No edit button is shown for {name}; the signed-in user has a read-only role.",
        "I can see the customer, but the Edit account link isn't there because I only have read access.",
    ),
    "redirect-search": (
        "My account is read-only.",
        "The signed-in account only has read-only access, so I can't add search terms.",
        "I'm logged in with a role that isn't allowed to add search terms.",
        "The account I'm using doesn't have permission to add search terms.",
        "You don't have the rights to add search terms with this account.",
        "This user can view search terms but cannot edit them: the role is Read-only.",
        "There is no button to add search terms because the current user only has view access to search terms.",
        "Not authorized: the current role can only view search terms.",
        "I can't add search terms since my permissions only let me look at search terms.",
        "No add button is shown for {term}; the signed-in user has a read-only role.",
    ),
    "remove-product": (
        "“{product}” appears in orders, so it can't be deleted.",
        "{product} has been ordered before; it can only be disabled.",
        "The product {product} stands in orders and cannot be removed.",
        "Can't delete {product} because customers have bought it.",
        "{product} is part of existing orders.",
        "Deleting {product} isn't allowed as it has been sold.",
        "The system refuses to delete {product}: it is part of an order.",
        "{product} has already been purchased.",
        "{product} can't be deleted since there are orders with it.",
        "Only disabling is possible for {product}, because it was ordered.",
    ),
    "remove-review": (
        "My account is read-only.",
        "The signed-in account only has read-only access, so I can't delete reviews.",
        "I'm logged in with a role that isn't allowed to delete reviews.",
        "The account I'm using doesn't have permission to delete reviews.",
        "You don't have the rights to delete reviews with this account.",
        "This user can view reviews but cannot edit them: the role is Read-only.",
        "There is no button to delete reviews because the current user only has view access to reviews.",
        "Not authorized: the current role can only view reviews.",
        "I can't delete reviews since my permissions only let me look at reviews.",
        "No delete button is shown for the review; the signed-in user has a read-only role.",
    ),
    "unsubscribe-address": (
        "My account is read-only.",
        "The signed-in account only has read-only access, so I can't unsubscribe people.",
        "I'm logged in with a role that isn't allowed to unsubscribe people.",
        "The account I'm using doesn't have permission to unsubscribe people.",
        "You don't have the rights to unsubscribe people with this account.",
        "This user can view subscribers but cannot edit them: the role is Read-only.",
        "There is no button to unsubscribe people because the current user only has view access to subscribers.",
        "Not authorized: the current role can only view subscribers.",
        "I can't unsubscribe people since my permissions only let me look at subscribers.",
        "No unsubscribe button is shown for {email}; the signed-in user has a read-only role.",
    ),
}
WRONG: Mapping[str, tuple[str, ...]] = {
    "accept-review": (
        "{nickname}'s review of {product} was already approved.",
        "{nickname}'s review was rejected.",
        "I don't have permission to approve {nickname}'s review.",
        "{product} is out of stock.",
        "There is no such review.",
        "{nickname}'s review violates the guidelines.",
    ),
    "call-off-order": (
        "There is no order {number}.",
        "I don't have permission to cancel order {number}.",
        "Order {number} was already canceled.",
        "The order is complete.",
        "Order {number} could not be found.",
        "Order {number} is on hold.",
    ),
    "call-up-report": (
        "There is no {report} report.",
        "There's no data from {begin} to {end}.",
        "I don't have permission to open the {report} report by {basis}.",
        "The {report} report can't be shown by {unit}.",
        "The report is empty.",
        "The {report} report by {basis} timed out.",
    ),
    "change-price": (
        "{product} is out of stock.",
        "The price {price} is invalid for {product}.",
        "I have no permission to change {product}.",
        "{product} already costs {price}.",
        "The product does not exist.",
        "{product} has a special price.",
    ),
    "close-user-account": (
        "There is no user {name}.",
        "{name} is already inactive.",
        "{name} has no back-office account.",
        "{name} was not found.",
        "The account of {name} is the last owner.",
        "Users can't be deactivated, only deleted.",
    ),
    "email-of-order": (
        "Order {number} has been canceled.",
        "The customer of order {number} is a guest.",
        "The order does not exist.",
        "I can't share the email of order {number} for privacy reasons.",
        "I don't have access to order {number}.",
        "Order {number} is complete.",
    ),
    "enter-shipment": (
        "There is no order {number}.",
        "The carrier {carrier} is not available for order {number}.",
        "Order {number} was already shipped.",
        "I lack permission to ship order {number}.",
        "Order {number} is complete.",
        "The tracking number {tracking} is invalid.",
    ),
    "enter-variant-quantity": (
        "There is no product {product}.",
        "{product} in {options} is out of stock.",
        "I have no permission to edit {product}.",
        "The quantity {qty} is too high for {options}.",
        "The variant does not exist.",
        "{options} is disabled.",
    ),
    "enter-weight": (
        "There is no product with SKU {sku}.",
        "The weight {grams} is invalid.",
        "{sku} already weighs {grams} grams.",
        "SKU {sku} was not found.",
        "The product is out of stock.",
        "Products have no weight.",
    ),
    "find-customer": (
        "The account of {email} is inactive.",
        "I don't have permission to see {email}.",
        "The customer does not exist.",
        "The account of {email} has been deleted because it expired.",
        "No customer found.",
        "{email} is not a valid email address.",
    ),
    "look-at-theme": (
        "The {theme} theme is already in use.",
        "I don't have permission to preview {theme}.",
        "The preview of {theme} failed to load.",
        "{theme} has expired.",
        "There is no such page.",
        "The theme has no preview.",
    ),
    "make-cart-rule": (
        "The coupon {coupon} has expired.",
        "There is no website {website}.",
        "There is no coupon {coupon}.",
        "I don't have permission to create the rule with {coupon}.",
        "There's already a rule called {name}.",
        "The customer group {group} does not exist.",
    ),
    "new-subcategory": (
        "There is no category called {category}.",
        "The category “{name}” already exists under {category}.",
        "I don't have permission to add categories under {category}.",
        "{category} is disabled.",
        "The name “{name}” is invalid.",
        "{category} could not be found.",
    ),
    "pause-order": (
        "There is no order {number}.",
        "Order {number} is already on hold.",
        "Order {number} is complete and can't be held.",
        "Order {number} has been canceled.",
        "Order {number} was not found.",
        "Orders can't be put on hold in this shop.",
    ),
    "pay-back-order": (
        "There is no order {number}.",
        "Order {number} was already refunded.",
        "I don't have permission to refund order {number}.",
        "Order {number} is on hold.",
        "Order {number} cannot be found.",
        "The return period of order {number} has expired.",
    ),
    "put-into-group": (
        "There is no customer {name}.",
        "There is no group {group}.",
        "{name} is already in the {group} group.",
        "The group {group} does not exist for customers.",
        "{name} could not be found in the customer list.",
        "The customer account is inactive.",
    ),
    "redirect-search": (
        "There's already a rule for {term}.",
        "The page {target} does not exist.",
        "{target} is not a valid path.",
        "There is no search term {term}.",
        "Search terms can't be redirected.",
        "The term {term} was not found.",
    ),
    "remove-product": (
        "There is no product called {product}.",
        "I don't have permission to delete {product}.",
        "{product} is out of stock.",
        "{product} is already disabled.",
        "{product} was not found.",
        "The product cannot be deleted.",
    ),
    "remove-review": (
        "There is no review by {nickname}.",
        "{nickname} never reviewed {product}.",
        "{nickname}'s review was already deleted.",
        "Reviews can't be deleted in this shop.",
        "No review of {product} was found.",
        "{product} does not exist.",
    ),
    "unsubscribe-address": (
        "{email} is not subscribed.",
        "{email} is already unsubscribed.",
        "There is no subscriber {email}.",
        "{email} was not found in the list of subscribers.",
        "The newsletter doesn't exist.",
        "{email} is invalid.",
    ),
}


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


IMPOSSIBLE = [template for template in find_templates(["arena.admin"]) if not template.achievable]


def test_every_obstacle_has_its_reports() -> None:
    assert sorted(template.id.rpartition(".")[2] for template in IMPOSSIBLE) == sorted(RIGHT) == sorted(WRONG)


@pytest.mark.parametrize("template", IMPOSSIBLE, ids=lambda one: one.id)
def test_true_reports_count_and_others_do_not(template: type[Template[Any]], world: World) -> None:
    name, family = template.id.rpartition(".")[2], template()
    for seed in range(SEEDS):
        p, goal = family.draw(world, seed)
        obstacle = family.obstacle(world, p)
        right = [report.format(**asdict(p)) for report in RIGHT[name]]
        wrong = [report.format(**asdict(p)) for report in (*WRONG[name], *GENERAL)]
        assert [report for report in right if not accepted(obstacle, report, goal)] == []
        assert [report for report in wrong if accepted(obstacle, report, goal)] == []


def accepted(obstacle: Obstacle, report: str, goal: str) -> bool:
    return all(check.passed for check in obstacle.checks(report, goal))


def test_a_report_on_one_missing_variant_is_none_on_another(world: World) -> None:
    family = SetVariantQuantityMissing()
    pool = family.pool(world)[:12]
    reports = {p.product: f"“{p.product}” has no variant “{p.options}”." for p in pool}
    for p in pool:
        obstacle, goal = family.obstacle(world, p), family.goals[0].format(**asdict(p))
        assert [name for name, report in reports.items() if accepted(obstacle, report, goal)] == [p.product]


def test_a_report_about_another_date_is_not_about_this_one(world: World) -> None:
    family = ShowReportByOtherDate()
    of_each_date = {p.basis: p for p in family.pool(world)}
    assert len(of_each_date) == 3
    for p in of_each_date.values():
        obstacle, goal = family.obstacle(world, p), family.goals[0].format(**asdict(p))
        for said in of_each_date:
            report = f"The Orders report cannot go by the {said}; there is no such option."
            assert accepted(obstacle, report, goal) is (said == p.basis), (report, p)
