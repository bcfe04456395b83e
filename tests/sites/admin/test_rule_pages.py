"""Price rules: what each form writes, what it refuses, and what the storefront makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import pytest

from tests.sites.admin.campaign import CATALOG_RULE, SPRING, blueprint
from tests.sites.admin.conftest import visiting
from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.reading import flat, inserted, summary, updated
from tests.sites.admin.sample import CUSTOMER, OWNER, READER
from webcosm.sites.kit import VisitedPage, Visitor
from webcosm.worlds import Universe, World, WorldState

CARTS, CATALOG = "/marketing/cart-rules", "/marketing/catalog-rules"
NEW = {"name": "Fall", "website.1": "on", "group.1": "on", "group.2": "on", "amount": "12.5"}
COUPON = {**NEW, "coupon_type": "specific", "coupon": "FALL12"}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Universe]:
    with Universe([blueprint()], cache=tmp_path_factory.mktemp("campaign")) as universe:
        yield universe


@pytest.fixture
def world(office: Universe) -> Iterator[World]:
    """The owner in the back office, and a customer with two pans in the cart at the storefront."""
    with office.open(WorldState(accounts={"admin": OWNER, "shop": CUSTOMER})) as world:
        yield world


def with_condition(visitor: Visitor, path: str, subject: str, typed: dict[str, str]) -> VisitedPage:
    """Fills in the form, adds a condition (the fields that follow get the words of ``typed`` too), and saves."""
    page = visitor.get(f"http://admin.shop.test{path}")
    fields = shown(page) | {name: text for name, text in typed.items() if not name.startswith("condition")}
    page = visitor.post(path, {**fields, "add": subject, "do": "add"})
    assert page.status == 200, page.text
    fields = shown(page) | typed
    fields.pop("do", None)
    return visitor.post(path, fields)


# Making ---------------------------------------------------------------------------------------------------------------


def test_a_new_cart_rule(visitor: Visitor) -> None:
    page = send(
        visitor,
        f"{CARTS}/new",
        {
            **COUPON,
            "description": "Leaves fall.",
            "uses_per_coupon": "50",
            "uses_per_customer": "2",
            "from_date": "2026-05-01",
            "to_date": "2026-06-30",
            "priority": "3",
            "free_shipping": "on",
            "stop_further": "on",
        },
    )
    assert "The rule Fall was added." in page.text
    assert summary(visitor.world) == [
        ("cart_rule", "insert", ()),
        ("cart_rule_group", "insert", ()),
        ("cart_rule_group", "insert", ()),
        ("cart_rule_website", "insert", ()),
    ]
    assert inserted(visitor.world, "cart_rule") == [
        {
            "name": "Fall",
            "description": "Leaves fall.",
            "active": 1,
            "coupon": "FALL12",
            "uses_per_coupon": 50,
            "uses_per_customer": 2,
            "from_date": "2026-05-01",
            "to_date": "2026-06-30",
            "action": "by_percent",
            "amount": 1250,
            "step": 0,
            "free_shipping": 1,
            "stop_further": 1,
            "priority": 3,
        }
    ]
    assert [row["group_id"] for row in inserted(visitor.world, "cart_rule_group")] == [1, 2]


@pytest.mark.parametrize(
    "action, amount, step, stored",
    [
        ("by_percent", "10", "", (1000, 0)),
        ("by_fixed", "2.50", "", (250, 0)),
        ("cart_fixed", "$1,000", "", (100_000, 0)),
        ("buy_x_get_y", "2", "5", (2, 5)),
    ],
)
def test_amounts_mean_what_the_action_says(
    visitor: Visitor, action: str, amount: str, step: str, stored: tuple[int, int]
) -> None:
    page = send(visitor, f"{CARTS}/new", {**NEW, "action": action, "amount": amount, "step": step})
    (row,) = inserted(visitor.world, "cart_rule")
    assert (row["action"], row["amount"], row["step"], row["coupon"]) == (action, *stored, None)
    again = send(visitor, page.url.removeprefix("http://admin.shop.test"))
    assert "Nothing was changed." in again.text, "what is shown is what was stored"


@pytest.mark.parametrize(
    "subject, operator, value, stored",
    [
        ("subtotal", "at least", "25.50", "2550"),
        ("items", "at most", "4", "4"),
        ("weight", "is", "900", "900"),
        ("category", "is", "1", "1"),
        ("sku", "is not", "shirt-red", "SHIRT-RED"),
        ("brand", "is", "Forge", "Forge"),
    ],
)
def test_conditions_are_added_and_stored(
    visitor: Visitor, subject: str, operator: str, value: str, stored: str
) -> None:
    typed = {**NEW, "condition.new1.operator": operator, "condition.new1.value": value}
    page = with_condition(visitor, f"{CARTS}/new", subject, typed)
    assert "The rule Fall was added." in page.text
    (row,) = inserted(visitor.world, "cart_rule_condition")
    assert (row["subject"], row["operator"], row["value"]) == (subject, operator, stored)
    again = send(visitor, page.url.removeprefix("http://admin.shop.test"))
    assert "Nothing was changed." in again.text


def test_a_state_is_chosen_from_a_list(visitor: Visitor) -> None:
    state = visitor.world.lore.region.states[1].abbreviation
    typed = {**NEW, "condition.new1.operator": "is", "condition.new1.value": state}
    with_condition(visitor, f"{CARTS}/new", "region", typed)
    assert [row["value"] for row in inserted(visitor.world, "cart_rule_condition")] == [state]


def test_adding_a_condition_saves_nothing_and_keeps_what_was_typed(visitor: Visitor) -> None:
    visitor.get(f"http://admin.shop.test{CARTS}/new")
    page = visitor.post(f"{CARTS}/new", {"name": "Half <done>", "amount": "x", "do": "add", "add": "brand"})
    assert (page.status, errors(page)) == (200, [])
    assert 'value="Half &lt;done&gt;"' in page.text
    assert '<select id="condition.new1.value"' in page.text
    page = visitor.post(f"{CARTS}/new", {**shown(page), "do": "remove.new1"})
    assert (page.status, "condition.new1" in page.text) == (200, False)
    assert visitor.world.changes() == []


# Refusing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"name": ""}, "Rule name is required."),
        ({"website.1": None}, "Choose at least one website."),
        ({"group.1": None, "group.2": None}, "Choose at least one customer group."),
        ({"amount": ""}, "Discount amount is required."),
        ({"amount": "101"}, "Discount amount: '101' is no percentage; write it like 8.25, from 0 to 100."),
        ({"amount": "0"}, "Discount amount must be more than 0 unless shipping is free."),
        ({"action": "by_fixed", "amount": "ten"}, "Discount amount: 'ten' is not an amount; write it like 12.50."),
        ({"action": "buy_x_get_y", "amount": "1.5"}, "Discount amount: '1.5' is no number of free pieces"),
        ({"action": "buy_x_get_y", "amount": "1", "step": ""}, "Pieces to buy (X) must be at least 1."),
        ({"action": "theft"}, "Apply: choose one of the options."),
        ({"from_date": "2026-06-02", "to_date": "2026-06-01"}, "To: 2026-06-01 is before 2026-06-02."),
        ({"from_date": "soon"}, "From: write the date like 2026-05-14."),
        ({"priority": "-1"}, "Priority must be at least 0."),
        ({"coupon_type": "specific"}, "Coupon code is required for a specific coupon."),
        ({"coupon": "LOST"}, "Coupon code: leave this empty, or choose a specific coupon."),
        ({"coupon_type": "specific", "coupon": "two words"}, "Coupon code: use letters, figures"),
        (
            {"coupon_type": "specific", "coupon": "Spring10"},
            "Coupon code: Spring10 is the code of the rule Spring already.",
        ),
        ({"uses_per_coupon": "0", "coupon_type": "specific", "coupon": "A1"}, "Uses per coupon must be at least 1."),
    ],
)
def test_what_a_cart_rule_cannot_be(visitor: Visitor, typed: dict[str, str | None], message: str) -> None:
    page = send(visitor, f"{CARTS}/new", {**NEW, **typed})
    assert page.status == 422
    assert any(text.startswith(message) for text in errors(page)), errors(page)
    kept = shown(page)
    for name, text in typed.items():
        if text and name != "action":
            assert kept[name] == text, "what was typed is kept"
    assert visitor.world.changes() == []


@pytest.mark.parametrize(
    "subject, value, message",
    [
        ("subtotal", "lots", "Cart subtotal: value: write an amount like 12.50."),
        ("items", "", "Pieces in the cart: value is required."),
        ("category", "99", "Category: value: choose one of the options."),
        ("sku", "NOPE", "SKU: there is no product NOPE."),
        ("sku", "SHIRT", "SKU: SHIRT is sold as 2 variants; write the SKU of one of them."),
        ("brand", "", "Brand: value is required."),
    ],
)
def test_conditions_that_make_no_sense(visitor: Visitor, subject: str, value: str, message: str) -> None:
    page = with_condition(visitor, f"{CARTS}/new", subject, {**NEW, "condition.new1.value": value})
    assert (page.status, message in errors(page)) == (422, True), errors(page)
    assert visitor.world.changes() == []


def test_a_subject_that_does_not_exist(visitor: Visitor) -> None:
    visitor.get(f"http://admin.shop.test{CATALOG}/new")
    for typed in ({"do": "add", "add": "weight"}, {**NEW, "condition.new1.subject": "weight"}):
        page = visitor.post(f"{CATALOG}/new", typed)
        assert (page.status, "'weight' cannot be a condition here" in unescape(page.text)) == (400, True)
        visitor.get(f"http://admin.shop.test{CATALOG}/new")
    assert visitor.world.changes() == []


def test_free_shipping_needs_no_amount(visitor: Visitor) -> None:
    page = send(visitor, f"{CARTS}/new", {**NEW, "amount": "0", "free_shipping": "on"})
    assert "The rule Fall was added." in page.text


# Editing and deleting -------------------------------------------------------------------------------------------------


def test_editing_writes_what_differs(visitor: Visitor) -> None:
    assert "Nothing was changed." in send(visitor, f"{CARTS}/{SPRING}").text
    assert visitor.world.changes() == []
    page = send(
        visitor,
        f"{CARTS}/{SPRING}",
        {"amount": "15", "active": None, "group.1": None, "group.3": "on", "condition.1.value": "40"},
    )
    assert "You saved the rule." in page.text
    assert updated(visitor.world, "cart_rule") == {(SPRING,): {"active": 0, "amount": 1500}}
    assert updated(visitor.world, "cart_rule_condition") == {(1,): {"value": "4000"}}
    assert summary(visitor.world) == [
        ("cart_rule", "update", ("active", "amount")),
        ("cart_rule_condition", "update", ("value",)),
        ("cart_rule_group", "delete", ()),
        ("cart_rule_group", "insert", ()),
    ]


def test_removing_a_condition(visitor: Visitor) -> None:
    page = visitor.get(f"http://admin.shop.test{CARTS}/{SPRING}")
    page = visitor.post(f"{CARTS}/{SPRING}", {**shown(page), "do": "remove.2"})
    assert visitor.world.changes() == []
    fields = shown(page)
    fields.pop("do", None)
    visitor.post(f"{CARTS}/{SPRING}", fields)
    (change,) = visitor.world.changes()
    assert (change.table, change.kind, change.key) == ("cart_rule_condition", "delete", (2,))


def test_deleting_asks_first_and_takes_everything_along(visitor: Visitor) -> None:
    page = visitor.get(f"http://admin.shop.test{CARTS}/{SPRING}/delete")
    assert "The coupon SPRING10 will no longer be taken." in flat(page)
    page = visitor.post(f"{CARTS}/{SPRING}/delete")
    assert "The rule Spring was deleted." in page.text
    assert sorted((change.table, change.kind) for change in visitor.world.changes()) == [
        ("cart_rule", "delete"),
        *[("cart_rule_condition", "delete")] * 3,
        *[("cart_rule_group", "delete")] * 2,
        ("cart_rule_website", "delete"),
    ]
    assert visitor.get(f"{CARTS}/{SPRING}").status == 404


def test_times_used_comes_from_the_orders(visitor: Visitor) -> None:
    uses = visitor.world.shop.value(
        "SELECT count(*) FROM orders WHERE lower(coupon) = 'spring10' AND status <> 'canceled'"
    )
    assert uses > 3
    assert f"Times used: {uses} ." in flat(visitor.get(f"http://admin.shop.test{CARTS}/{SPRING}"))
    assert "buy 3, get 1" in flat(visitor.get(CARTS))
    found = visitor.get(f"{CARTS}?f.uses.from={uses}&f.uses.to={uses}")
    assert "1 cart price rule found" in flat(found)


# Catalog rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action, amount, stored",
    [("by_percent", "5", 500), ("by_fixed", "1", 100), ("to_percent", "90", 9000), ("to_fixed", "0", 0)],
)
def test_a_new_catalog_rule(visitor: Visitor, action: str, amount: str, stored: int) -> None:
    typed = {**NEW, "action": action, "amount": amount, "condition.new1.value": "1"}
    page = with_condition(visitor, f"{CATALOG}/new", "attribute_set", typed)
    assert "The rule Fall was added." in page.text
    (row,) = inserted(visitor.world, "catalog_rule")
    assert (row["action"], row["amount"], row["active"]) == (action, stored, 1)
    (condition,) = inserted(visitor.world, "catalog_rule_condition")
    assert (condition["subject"], condition["value"]) == ("attribute_set", "1")


def test_a_catalog_rule_may_name_a_configurable_product(visitor: Visitor) -> None:
    page = with_condition(visitor, f"{CATALOG}/new", "sku", {**NEW, "condition.new1.value": "SHIRT"})
    assert "The rule Fall was added." in page.text


def test_switching_a_catalog_rule_off_brings_the_price_back(visitor: Visitor) -> None:
    assert "$7.00" in visitor.get("http://shop.test/tea-1.html").text
    send(visitor, f"{CATALOG}/{CATALOG_RULE}", {"active": None})
    assert summary(visitor.world) == [("catalog_rule", "update", ("active",))]
    page = visitor.get("http://shop.test/tea-1.html").text
    assert ("$8.99" in page, "$7.00" in page) == (True, False)


# The storefront -------------------------------------------------------------------------------------------------------


def test_a_new_coupon_works_in_the_cart(visitor: Visitor) -> None:
    visitor.get("http://shop.test/cart")
    assert visitor.post("/cart/coupon", {"coupon": "FALL12"}).status == 422
    typed = {**COUPON, "condition.new1.operator": "at least", "condition.new1.value": "91.00"}
    with_condition(visitor, f"{CARTS}/new", "subtotal", typed)
    visitor.get("http://shop.test/cart")
    page = visitor.post("/cart/coupon", {"coupon": "fall12"})
    assert page.status == 200
    assert "-$11.38" in flat(page).replace("−", "-").replace("- $", "-$")  # 12.5 % of two pans for $45.50


def test_an_inactive_coupon_does_not(visitor: Visitor) -> None:
    send(visitor, f"{CARTS}/new", {**COUPON, "active": None})
    visitor.get("http://shop.test/cart")
    assert visitor.post("/cart/coupon", {"coupon": "FALL12"}).status == 422


# Roles ----------------------------------------------------------------------------------------------------------------


def test_readers_see_rules_but_no_buttons(office: Universe) -> None:
    with office.open(WorldState(accounts={"admin": READER})) as world:
        visitor = visiting(world)
        page = visitor.get(f"{CARTS}/{SPRING}").text
        assert ('value="SPRING10"' in page, "Save rule" in page, "Add condition" in page) == (True, False, False)
        assert '<fieldset class="bare form" disabled>' in page
        assert visitor.post(f"{CARTS}/{SPRING}", {"name": "Mine"}).status == 403
        assert world.changes() == []
