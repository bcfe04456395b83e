"""Tasks with the catalogue and contents at the back office: what their parameters and expectations promise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from webcosm.judge.state import Update
from webcosm.sites.admin.catalog import product_store
from webcosm.sites.admin.catalog.product_form import Draft
from webcosm.sites.admin.catalog.product_state import load, options_of
from webcosm.sites.admin.catalog.product_variants import add_variant
from webcosm.sites.kit import Conflict
from webcosm.sites.shop.site import site
from webcosm.suites.arena.admin import categories as admin_categories
from webcosm.suites.arena.admin import content as admin_content
from webcosm.suites.arena.admin import new_products as admin_new_products
from webcosm.suites.arena.admin import product_edits as admin_product_edits
from webcosm.suites.arena.admin import product_moves as admin_product_moves
from webcosm.suites.arena.admin import products as admin_products
from webcosm.suites.arena.admin import store as admin_store
from webcosm.suites.arena.admin import users as admin_users
from webcosm.suites.arena.admin import variant_additions as admin_variant_additions
from webcosm.suites.arena.admin import variants as admin_variants
from webcosm.suites.arena.admin._goods import (
    goods,
    made_up_names,
    product_named,
    spread,
    variants_of,
)
from webcosm.suites.arena.admin.content import PreviewTheme
from webcosm.suites.arena.admin.product_edits import RenameProduct, SetWeight
from webcosm.suites.arena.admin.product_moves import DeleteOrderedProduct, DeleteProduct
from webcosm.suites.arena.admin.products import ChangePriceByPercent, SetPrice, by_percent
from webcosm.suites.arena.admin.variant_additions import AddSize, AnotherSize, common_options
from webcosm.suites.arena.admin.variants import SetVariantQuantityMissing
from webcosm.tasks import Kind, Template, find_templates
from webcosm.tasks.collection import templates_of
from webcosm.tasks.money import read_cents
from webcosm.worlds import Change, StepChanges, Universe, Value, World

MODULES = (
    admin_products,
    admin_product_edits,
    admin_product_moves,
    admin_variants,
    admin_variant_additions,
    admin_new_products,
    admin_content,
    admin_categories,
    admin_store,
    admin_users,
)
TEMPLATES: list[type[Template[Any]]] = [template for module in MODULES for template in templates_of(module)]
DEEDS = [template for template in TEMPLATES if template.kind is Kind.DO and template.achievable]
STAMP = "2026-05-14 12:00:00"


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.mark.parametrize(
    ("price", "percent", "expected"), [(999, 10, 1099), (999, -10, 899), (1000, 8, 1080), (1, 5, 1)]
)
def test_percentages_are_rounded_to_the_cent(price: int, percent: int, expected: int) -> None:
    assert by_percent(price, percent) == expected


def test_few_are_taken_evenly_from_many() -> None:
    assert spread(list(range(10)), 5) == [0, 2, 4, 6, 8]
    assert spread([1, 2], 5) == [1, 2]


def test_no_name_of_a_product_begins_another_one(world: World) -> None:
    names = world.shop.values("SELECT name FROM product WHERE type <> 'variant'")
    for row in spread(goods(world), 60):
        assert [name for name in names if name.casefold().startswith(row.name.casefold())] == [row.name]


def test_made_up_products_are_not_in_the_catalog(world: World) -> None:
    for name in spread(made_up_names(world), 60):
        assert world.shop.value("SELECT count(*) FROM product WHERE name LIKE ?", f"%{name}%") == 0


def test_a_new_price_differs_from_the_present_one(world: World) -> None:
    for p in SetPrice().pool(world):
        assert read_cents(p.price) != product_named(world, p.product).price


def test_no_percentage_leads_to_half_a_cent(world: World) -> None:
    for p in ChangePriceByPercent().pool(world):
        price = product_named(world, p.product).price
        assert price * p.percent % 100 != 50
        assert p.of(price) != price


def test_missing_variants_are_missing(world: World) -> None:
    for p in spread(SetVariantQuantityMissing().pool(world), 40):
        labels = [item.label for item in variants_of(world, product_named(world, p.product))]
        assert labels
        assert p.options not in labels


@pytest.mark.parametrize("template", DEEDS, ids=lambda template: template.id)
def test_expected_values_are_not_there_yet(template: type[Template[Any]], world: World) -> None:
    """Else doing nothing would do, or the deed could leave no trace."""
    one = template()
    for p in one.shuffled_pool(world)[:6]:
        for rule in one.expect(world, p).required:
            if isinstance(rule, Update) and rule.values:
                columns = world.shop.rows("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", rule.table)
                where = " AND ".join(f"{column.name} = ?" for column in columns)
                row = world.shop.row(f"SELECT * FROM {rule.table} WHERE {where}", *rule.key)
                assert row is not None, f"{template.id}: there is no {rule.table} {rule.key}"
                kept = [
                    wanted(row[name]) if callable(wanted) else row[name] == wanted
                    for name, wanted in rule.values.items()
                ]
                assert not all(kept), f"{template.id}: {rule.table} {rule.key} is so already, {p}"


@pytest.mark.parametrize("template", [RenameProduct, SetWeight], ids=lambda template: template.id)
def test_variants_follow_their_product_as_expected(template: type[Template[Any]], universe: Universe) -> None:
    one = template()
    with universe.open() as first:
        pool = one.shuffled_pool(first)[:12]
        assert any(product_named(first, p.product).type == "configurable" for p in pool)
        for p in pool:
            with universe.open() as world:
                columns = {"name": p.name} if template is RenameProduct else {"weight": p.grams}
                product_store.set_columns(world.shop, STAMP, product_named(world, p.product).id, columns)
                checks, collateral = one.expect(first, p).checks(world.changes())
            assert all(check.passed for check in checks), p
            assert collateral == [], p


def test_deleting_takes_all_that_belongs_to_a_product_along(universe: Universe) -> None:
    one = DeleteProduct()
    with universe.open() as first:
        for p in one.shuffled_pool(first)[:12]:
            with universe.open() as world:
                product_store.remove(world.shop, STAMP, product_named(world, p.product).id)
                checks, collateral = one.expect(first, p).checks(world.changes())
            assert all(check.passed for check in checks), p
            assert collateral == [], p


def test_what_was_ordered_cannot_be_deleted(world: World) -> None:
    for p in DeleteOrderedProduct().shuffled_pool(world)[:12]:
        with pytest.raises(Conflict):
            product_store.delete(world.shop, product_named(world, p.product).id)


# What may be done otherwise, and what may not -------------------------------------------------------------------------


def variant_changes(world: World, p: AnotherSize, order: int) -> list[Change]:
    """What the shop writes if the variants are made in this order: 1 as they are proposed, -1 the last one first."""
    parent = product_named(world, p.product)
    state = load(world.shop, parent.id)
    size = next(row for row in options_of(world.shop, state.axes[1].id) if row.label == p.size)
    colors = [row for row in options_of(world.shop, state.axes[0].id) if row.id in state.used_options(state.axes[0].id)]
    for color in colors[::order]:
        draft = Draft((color, size))
        cells = {"sku": f"NEW-{color.id}", "price": read_cents(p.price), "special_price": None, "qty": p.qty}
        common = common_options(world, parent)
        add_variant(world.shop, STAMP, parent, draft, {**cells, "in_stock": 1, "enabled": 1}, common)
    world.shop.run("UPDATE product SET updated = ? WHERE id = ?", STAMP, parent.id)
    return list(world.changes())


@pytest.mark.parametrize("order", [1, -1])
def test_new_variants_may_be_made_in_any_order(universe: Universe, order: int) -> None:
    family = AddSize()
    with universe.open() as world:
        p = family.shuffled_pool(world)[0]
        expectation = family.expect(world, p)
        changes = variant_changes(world, p, order)
        checks, collateral = expectation.checks(changes)
        assert [check.name for check in checks if not check.passed] == []
        assert collateral == []
        swapped = [
            replace(change, new={**change.new, "product_id": -1})
            if change.table == "product_option" and change.new
            else change
            for change in changes
        ]
        checks, _ = expectation.checks(swapped)
        assert [check.name for check in checks if not check.passed] == ["each new variant has its own options"]


def test_who_switches_the_theme_and_back_again_did_more_than_look(world: World) -> None:
    family = PreviewTheme()
    p = family.pool(world)[0]
    row: dict[str, Value] = {"path": "design/theme", "value": "plain"}
    there = Change("shop", "setting", "update", ("design/theme",), row, {**row, "value": "harbor"})
    back = Change("shop", "setting", "update", ("design/theme",), {**row, "value": "harbor"}, row)
    expectation = family.expect(world, p)
    checks, _ = expectation.checks([], (StepChanges(3, (there,)), StepChanges(5, (back,))))
    assert [check.passed for check in checks] == [False]
    checks, _ = expectation.checks([], ())
    assert [check.passed for check in checks] == [True]


# Goals ----------------------------------------------------------------------------------------------------------------

STILTED = re.compile(
    r"\b(?:shall|is to be|are to be|pieces|any more|e-mail|Answer with|proposed?|proposes|separated by)\b"
)


def test_goals_are_worded_as_people_talk_today() -> None:
    goals = [goal for template in find_templates(["arena.admin"]) for goal in template.goals]
    assert [goal for goal in goals if STILTED.search(re.sub(r"{\w+}", "", goal))] == []
