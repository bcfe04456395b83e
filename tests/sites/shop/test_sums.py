"""The arithmetic of carts: exact to the cent, whatever is in them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.sites.shop.rules.sums import (
    ACTIONS,
    Condition,
    Line,
    Rule,
    Shipping,
    Totals,
    largest_remainder,
    portion,
    refusal,
    totals,
)

RATES = {("QU", 1): 825, ("QU", 2): 200, ("FA", 1): 600}
POST = Shipping("flat", 495, per_kg=100, free_from=10_000)


def line(product_id: int = 1, qty: int = 1, price: int = 1_000, **more: object) -> Line:
    known = {"sku": f"S{product_id}", "brand": "Ash", "category_ids": frozenset({1}), "weight": 400, "tax_class_id": 1}
    return Line(product_id=product_id, qty=qty, price=price, **{**known, **more})  # type: ignore[arg-type]


def rule(action: str = "by_percent", amount: int = 1_000, number: int = 1, **more: object) -> Rule:
    return Rule(number, f"Rule {number}", None, action, amount, **more)  # type: ignore[arg-type]


def cost(*lines: Line, rules: tuple[Rule, ...] = (), region: str = "QU", method: Shipping | None = POST) -> Totals:
    return totals(lines, region=region, rates=RATES, method=method, rules=rules)


# Examples -------------------------------------------------------------------------------------------------------------


def test_a_plain_cart() -> None:
    result = cost(line(1, 2, 1_999), line(2, 1, 350, tax_class_id=2, weight=300))
    assert [(row.row_total, row.discount, row.tax) for row in result.lines] == [(3_998, 0, 330), (350, 0, 7)]
    # 1,100 g are two begun kilograms
    assert (result.subtotal, result.shipping, result.tax, result.total) == (4_348, 695, 337, 4_348 + 695 + 337)


def test_tax_is_rounded_half_up_per_row_and_follows_the_region() -> None:
    assert cost(line(price=2_000)).tax == 165
    assert cost(line(price=200, tax_class_id=2)).tax == 4
    assert cost(line(price=25, tax_class_id=2)).tax == 1  # 0.5 cents
    assert cost(line(price=24, tax_class_id=2)).tax == 0
    assert cost(line(price=2_000), region="FA").tax == 120
    assert cost(line(price=2_000), region="XX").tax == 0
    assert cost(line(price=2_000, tax_class_id=3)).tax == 0
    assert totals([line()], region="QU", rates=RATES, method=None, rules=(), tax_exempt=True).tax == 0


def test_tax_is_on_what_the_discount_left() -> None:
    result = cost(line(price=10_000), rules=(rule(amount=5_000),))
    assert (result.discount, result.tax) == (5_000, 413)  # 412.5


@pytest.mark.parametrize(
    "weight,subtotal,expected",
    [(0, 100, 495), (1, 100, 595), (1_000, 100, 595), (1_001, 100, 695), (9_000, 9_999, 1_395), (9_000, 10_000, 0)],
)
def test_shipping_by_begun_kilograms_and_free_from(weight: int, subtotal: int, expected: int) -> None:
    assert POST.cost(weight, subtotal) == expected


def test_no_method_or_no_goods_cost_no_shipping() -> None:
    assert cost(line(), method=None).shipping == 0
    assert cost().total == 0


def test_a_discount_does_not_take_free_shipping_away() -> None:
    assert cost(line(price=10_000), rules=(rule(amount=2_000),)).shipping == 0


def test_each_action() -> None:
    goods = (line(1, 3, 1_000), line(2, 1, 500))
    for action, amount, step, expected in [
        ("by_percent", 1_050, 0, [315, 53]),  # 52.5 is rounded up
        ("by_fixed", 300, 0, [900, 300]),
        ("by_fixed", 800, 0, [2_400, 500]),  # no row goes below nothing
        ("cart_fixed", 1_000, 0, [857, 143]),
        ("cart_fixed", 9_000, 0, [3_000, 500]),
        ("buy_x_get_y", 1, 2, [1_000, 0]),
    ]:
        result = cost(*goods, rules=(rule(action, amount, step=step),))
        assert [row.discount for row in result.lines] == expected, (action, amount)
        assert result.discount == sum(expected)


@pytest.mark.parametrize(
    "qty,buy,get,free", [(1, 2, 1, 0), (2, 2, 1, 0), (3, 2, 1, 1), (5, 2, 1, 1), (6, 2, 1, 2), (4, 2, 3, 2)]
)
def test_buy_some_get_some(qty: int, buy: int, get: int, free: int) -> None:
    assert cost(line(1, qty, 100), rules=(rule("buy_x_get_y", get, step=buy),)).discount == free * 100


@pytest.mark.parametrize(
    "subject,operator,value,holds",
    [
        ("subtotal", "at least", "4000", True),
        ("subtotal", "at least", "4001", False),
        ("subtotal", "at most", "4000", True),
        ("subtotal", "at most", "3999", False),
        ("items", "is", "3", True),
        ("items", "is not", "3", False),
        ("weight", "at least", "1200", True),
        ("weight", "at most", "1199", False),
        ("region", "is", "qu", True),
        ("region", "is not", "QU", False),
        ("region", "is", "FA", False),
    ],
)
def test_conditions_of_the_whole_cart(subject: str, operator: str, value: str, holds: bool) -> None:
    goods = (line(1, 2, 1_500), line(2, 1, 1_000))
    one = rule(conditions=(Condition(subject, operator, value),))
    result = cost(*goods, rules=(one,))
    assert (result.discount > 0, bool(result.applied)) == (holds, holds)
    assert (refusal(one, goods, "QU") is None) == holds


@pytest.mark.parametrize(
    "subject,operator,value,chosen",
    [
        ("category", "is", "5", [2]),
        ("category", "is not", "5", [1, 3]),
        ("sku", "is", "s3", [3]),
        ("brand", "is", "ASH", [1, 3]),
        ("brand", "is not", "Ash", [2]),
        ("brand", "is", "Nobody", []),
    ],
)
def test_conditions_that_choose_items(subject: str, operator: str, value: str, chosen: list[int]) -> None:
    goods = (line(1), line(2, category_ids=frozenset({2, 5}), brand="Birch"), line(3))
    one = rule(conditions=(Condition(subject, operator, value),))
    result = cost(*goods, rules=(one,))
    assert [row.line.product_id for row in result.lines if row.discount] == chosen
    assert (refusal(one, goods, "QU") is None) == bool(chosen)


def test_all_conditions_must_hold() -> None:
    both = (Condition("brand", "is", "Ash"), Condition("subtotal", "at least", "5000"))
    assert cost(line(price=4_999), rules=(rule(conditions=both),)).discount == 0
    assert cost(line(price=5_000), rules=(rule(conditions=both),)).discount == 500


def test_rules_work_by_priority_on_what_is_left_until_one_stops() -> None:
    half = rule(amount=5_000, number=1, priority=5)
    fixed = rule("cart_fixed", 400, number=2, priority=1)
    assert cost(line(), rules=(half, fixed)).discount == 400 + 300
    assert [one.id for one in cost(line(), rules=(half, fixed)).applied] == [2, 1]
    stopping = replace(fixed, stop_further=True)
    assert [one.id for one in cost(line(), rules=(half, stopping)).applied] == [2]
    unmet = replace(stopping, conditions=(Condition("items", "at least", "9"),))
    assert [one.id for one in cost(line(), rules=(half, unmet)).applied] == [1], (
        "a rule that gives nothing stops nothing"
    )


def test_free_shipping_needs_its_conditions() -> None:
    free = rule(amount=0, free_shipping=True, conditions=(Condition("items", "at least", "2"),))
    assert cost(line(), rules=(free,)).shipping == 595
    result = cost(line(qty=2), rules=(free,))
    assert (result.shipping, result.free_shipping, result.applied) == (0, True, (free,))


def test_the_odd_cent_does_not_depend_on_the_order_in_the_cart() -> None:
    one, two = line(1), line(2)
    for goods in ((one, two), (two, one)):
        result = cost(*goods, rules=(rule("cart_fixed", 101),))
        assert {row.line.product_id: row.discount for row in result.lines} == {1: 51, 2: 50}


def test_refusals_in_words() -> None:
    def why(*conditions: Condition) -> str | None:
        return refusal(rule(conditions=conditions), [line()], "QU")

    assert why(Condition("subtotal", "at least", "123450")) == "it needs a subtotal of at least $1,234.50"
    assert why(Condition("items", "at least", "3")) == "it needs a number of items of at least 3"
    assert why(Condition("region", "is", "FA")) == "it is only for orders shipped to FA"
    assert why(Condition("brand", "is", "Oak")) == "no item of the cart is one it is for"
    few = rule("buy_x_get_y", 1, step=2)
    assert refusal(few, [line(qty=2)], "QU") == "it needs more than 2 of the same item"
    assert refusal(few, [line(qty=3)], "QU") is None


@pytest.mark.parametrize(
    "wrong,words",
    [
        (lambda: Condition("colour", "is", "red"), "colour"),
        (lambda: Condition("brand", "at least", "A"), "at least"),
        (lambda: Condition("items", "is", "many"), "many"),
        (lambda: rule("by_magic"), "by_magic"),
        (lambda: rule(amount=10_001), "100.01 %"),
        (lambda: rule(amount=-1), "-1"),
        (lambda: rule("buy_x_get_y", 1, step=0), "at least 1"),
        (lambda: line(qty=0), "qty of S1 is 0"),
        (lambda: line(price=-5), "price of S1 is -5"),
        (lambda: portion(100, 2, 2, 3), "2 more pieces after 2 of 3"),
        (lambda: largest_remainder(5, [0, 0]), "5 cannot be split"),
    ],
)
def test_what_makes_no_sense_is_named(wrong: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        wrong()  # type: ignore[operator]


# Laws -----------------------------------------------------------------------------------------------------------------

lines_ = st.lists(
    st.builds(
        line,
        product_id=st.integers(1, 30),
        qty=st.integers(1, 12),
        price=st.integers(0, 50_000),
        weight=st.integers(0, 20_000),
        tax_class_id=st.integers(1, 3),
        brand=st.sampled_from(["Ash", "Birch"]),
        category_ids=st.frozensets(st.integers(1, 4)),
    ),
    max_size=6,
    unique_by=lambda one: one.product_id,
)
conditions = st.one_of(
    st.builds(
        Condition,
        st.sampled_from(["subtotal", "items", "weight"]),
        st.sampled_from(["is", "is not", "at least", "at most"]),
        st.integers(0, 60_000).map(str),
    ),
    st.builds(Condition, st.just("region"), st.sampled_from(["is", "is not"]), st.sampled_from(["QU", "FA"])),
    st.builds(Condition, st.just("category"), st.sampled_from(["is", "is not"]), st.integers(1, 4).map(str)),
    st.builds(Condition, st.just("brand"), st.sampled_from(["is", "is not"]), st.sampled_from(["Ash", "Birch"])),
)
rules_ = st.lists(
    st.builds(
        rule,
        action=st.sampled_from(ACTIONS),
        amount=st.integers(0, 10_000),
        number=st.integers(1, 99),
        step=st.integers(1, 3),
        free_shipping=st.booleans(),
        stop_further=st.booleans(),
        priority=st.integers(0, 3),
        conditions=st.lists(conditions, max_size=2).map(tuple),
    ),
    max_size=5,
    unique_by=lambda one: one.id,
)
regions = st.sampled_from(["QU", "FA", "XX"])
methods = st.none() | st.builds(
    Shipping, st.just("x"), st.integers(0, 2_000), st.integers(0, 300), st.none() | st.integers(0, 99_999)
)


@given(lines_, rules_, regions, methods, st.booleans())
def test_rows_add_up_to_totals(
    lines: list[Line], rules: list[Rule], region: str, method: Shipping | None, exempt: bool
) -> None:
    result = totals(lines, region=region, rates=RATES, method=method, rules=rules, tax_exempt=exempt)
    assert [row.line for row in result.lines] == lines
    assert result.subtotal == sum(row.row_total for row in result.lines)
    assert result.discount == sum(row.discount for row in result.lines)
    assert result.tax == sum(row.tax for row in result.lines)
    assert result.total == result.subtotal - result.discount + result.shipping + result.tax
    assert all(0 <= row.discount <= row.row_total and row.tax >= 0 for row in result.lines)
    assert result.total >= 0
    assert not (exempt and result.tax)


@given(lines_, rules_, regions, methods, st.randoms(use_true_random=False))
def test_the_order_of_lines_and_rules_does_not_matter(
    lines: list[Line], rules: list[Rule], region: str, method: Shipping | None, chance: object
) -> None:
    first = totals(lines, region=region, rates=RATES, method=method, rules=rules)
    mixed_lines, mixed_rules = list(lines), list(rules)
    chance.shuffle(mixed_lines)  # type: ignore[attr-defined]
    chance.shuffle(mixed_rules)  # type: ignore[attr-defined]
    second = totals(mixed_lines, region=region, rates=RATES, method=method, rules=mixed_rules)
    assert {row.line.product_id: row for row in first.lines} == {row.line.product_id: row for row in second.lines}
    assert replace(first, lines=()) == replace(second, lines=())


@given(lines_, rules_, regions, methods)
def test_no_rule_makes_a_cart_dearer(
    lines: list[Line], rules: list[Rule], region: str, method: Shipping | None
) -> None:
    without = totals(lines, region=region, rates=RATES, method=method, rules=())
    with_rules = totals(lines, region=region, rates=RATES, method=method, rules=rules)
    assert with_rules.total <= without.total


@given(lines_, regions, st.integers(1, 5))
def test_more_goods_cost_no_less(lines: list[Line], region: str, more: int) -> None:
    plain = Shipping("x", 495, 100)
    before = totals(lines, region=region, rates=RATES, method=plain, rules=())
    grown = [replace(one, qty=one.qty + more) for one in lines]
    after = totals(grown, region=region, rates=RATES, method=plain, rules=())
    assert after.total >= before.total


@given(lines_, st.integers(0, 9_000), st.integers(0, 1_000), regions)
def test_a_higher_percentage_never_takes_less(lines: list[Line], percent: int, more: int, region: str) -> None:
    def discount(amount: int) -> int:
        return totals(lines, region=region, rates=RATES, method=None, rules=[rule(amount=amount)]).discount

    assert discount(percent) <= discount(percent + more)


@given(lines_, rules_, regions)
def test_refusal_agrees_with_what_is_applied(lines: list[Line], rules: list[Rule], region: str) -> None:
    for one in rules:
        result = totals(lines, region=region, rates=RATES, method=None, rules=[one])
        if result.applied:
            assert refusal(one, lines, region) is None
        elif lines and one.amount and all(item.price >= 100 for item in lines):
            tiny = one.action == "by_percent" and one.amount < 100
            assert tiny or refusal(one, lines, region) is not None


@given(st.integers(0, 10_000_000), st.lists(st.integers(0, 100_000), min_size=1, max_size=8).filter(any))
def test_splitting_is_exact_and_fair(amount: int, weights: list[int]) -> None:
    parts = largest_remainder(amount, weights)
    assert sum(parts) == amount
    whole = sum(weights)
    assert all(abs(part * whole - amount * weight) < whole for part, weight in zip(parts, weights, strict=True))


@settings(max_examples=200)
@given(st.integers(0, 1_000_000), st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_portions_add_up_however_a_row_is_divided(amount: int, pieces: list[int]) -> None:
    of, done, parts = sum(pieces), 0, []
    for more in pieces:
        parts.append(portion(amount, done, more, of))
        done += more
    assert sum(parts) == amount
    assert all(part >= 0 for part in parts)
