"""Hard tasks about the catalog: pools, prose, and what the judge accepts and refuses, without a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from webcosm.judge.effects import DeedsExpectation
from webcosm.judge.sets import Part, RowsExpectation
from webcosm.judge.state import Delete, Update
from webcosm.sites.shop.site import site
from webcosm.suites.arena.hard.bot_labels import UndoBotLabels
from webcosm.suites.arena.hard.launch import LaunchProducts
from webcosm.suites.arena.hard.merge_materials import MergeMaterials
from webcosm.suites.arena.hard.price_import import FinishPriceImport
from webcosm.suites.arena.hard.rename_brand import RenameBrand
from webcosm.suites.arena.hard.reprice import HALF, LEAVE, RAISE, RepriceBrand, raised
from webcosm.tasks import DrawnTask, Levelled, make_task
from webcosm.tasks.levels import at_levels
from webcosm.worlds import Universe, World

FAMILIES: tuple[type[Levelled[Any]], ...] = (
    RepriceBrand,
    RenameBrand,
    FinishPriceImport,
    UndoBotLabels,
    LaunchProducts,
    MergeMaterials,
)
TEMPLATES = [template for family in FAMILIES for template in at_levels(family)]
IDS = [template.id for template in TEMPLATES]


@cache
def universe_of(seed: int) -> Universe:
    assert site.blueprint
    return Universe([site.blueprint], seed=seed)


@pytest.fixture(scope="module", autouse=True)
def closed() -> Iterator[None]:
    yield
    for seed in (0, 7):
        universe_of(seed).close()
    universe_of.cache_clear()


def drawn(task_id: str, seed: int = 0, universe: int = 0) -> DrawnTask:
    task = make_task(task_id, seed, universe)
    assert isinstance(task, DrawnTask)
    task.prepare(universe_of(universe))
    return task


def rows_of(expectation: Any) -> RowsExpectation:
    found = expectation.first if isinstance(expectation, DeedsExpectation) else expectation
    assert isinstance(found, RowsExpectation)
    return found


def write(world: World, parts: Sequence[Part]) -> None:
    """What the parts ask for, straight into the tables."""
    for part in parts:
        for rule in part.rules:
            if isinstance(rule, Delete):
                world.shop.run(f"DELETE FROM {rule.table} WHERE id = ?", rule.key[0])
                continue
            assert isinstance(rule, Update)
            values: dict[str, Any] = {**rule.values}
            values |= {"updated": "2026-05-14 10:00:00"} if "updated" in rule.free else {}
            assigned = ", ".join(f"{name} = ?" for name in values)
            key = "product_id = ? AND attribute_id = ?" if rule.table == "product_option" else "id = ?"
            world.shop.run(f"UPDATE {rule.table} SET {assigned} WHERE {key}", *values.values(), *rule.key)


def do_right(task: DrawnTask, world: World, expectation: Any, *, leave_out: int = 0) -> None:
    """Deeds by the site's own rules, rows as they are expected; the last few of either are left out."""
    if isinstance(expectation, DeedsExpectation):
        for deed in expectation.deeds[: len(expectation.deeds) - leave_out]:
            deed.do(world, world.clock)
        return
    parts = expectation.parts
    write(world, parts[: len(parts) - leave_out])
    if isinstance(task.family, RenameBrand):
        old, new = task.parameters.old, task.parameters.new
        for table in ("cart_rule_condition", "catalog_rule_condition"):
            world.shop.run(f"UPDATE {table} SET value = ? WHERE subject = 'brand' AND value = ?", new, old)


def holds(expectation: Any, world: World) -> bool:
    checks, collateral = expectation.checks(world.changes())
    return all(check.passed for check in checks) and not collateral


@pytest.mark.parametrize("universe", [0, 7])
@pytest.mark.parametrize("template", TEMPLATES, ids=IDS)
def test_pools_are_large_and_without_doubles(template: type[Levelled[Any]], universe: int) -> None:
    with universe_of(universe).open() as world:
        pool = template().pool(world)
    assert len(pool) >= 20
    assert len(set(pool)) == len(pool)


@pytest.mark.parametrize("universe", [0, 7])
@pytest.mark.parametrize("task_id", IDS)
def test_the_right_rows_pass_and_a_part_left_out_does_not(task_id: str, universe: int) -> None:
    task = drawn(task_id, 1, universe)
    with task.open_first(universe_of(universe)) as first:
        expectation = task.family.expect(first, task.parameters)
        for leave_out in (0, 1):
            with task.open_first(universe_of(universe)) as world:
                do_right(task, world, expectation, leave_out=leave_out)
                assert holds(expectation, world) is (leave_out == 0)


@pytest.mark.parametrize("task_id", IDS)
def test_hints_name_what_decides_and_goals_have_no_open_slots(task_id: str) -> None:
    task = drawn(task_id)
    with task.open_first(universe_of(0)) as world:
        assert task.family.plan(world, task.parameters)
        facts = task.family.facts(world, task.parameters)
        expectation = task.family.expect(world, task.parameters)
    assert len(facts) > 20
    assert len(rows_of(expectation).parts) >= (1 if task_id.endswith("1") else 2)
    assert "{" not in task.goal


# Prices ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("price", "percent", "expected"), [(1000, 4, 1049), (1425, 4, 1499), (4855, 3, 5049), (2499, 8, 2699)]
)
def test_prices_are_rounded_up_to_49_or_99(price: int, percent: int, expected: int) -> None:
    assert raised(price, RAISE, percent) == expected
    assert raised(price, LEAVE, percent) == price
    assert raised(price, HALF, percent) <= expected


def test_a_price_that_ends_in_99_already_is_right() -> None:
    assert raised(9423, RAISE, 0) == 9449
    assert raised(9999, RAISE, 0) == 9999


def test_a_price_list_that_is_applied_again_makes_it_worse() -> None:
    task = drawn("arena.hard.finish-price-import.4")
    family = task.family
    assert isinstance(family, FinishPriceImport)
    with task.open_first(universe_of(0)) as first:
        expectation = family.expect(first, task.parameters)
        lines = family.case(first, task.parameters.brand, task.parameters.draw)
        assert lines is not None
        faults = [one.fault for one in lines if one.fault]
        assert {"double", "sign", "withdrawn", "kept"} == set(faults)
        done = [one for one in lines if one.done and not one.fault]
        assert all(one.missing == 0 for one in done)
        assert all(one.missing == one.change for one in lines if one.decoy)
        with task.open_first(universe_of(0)) as world:
            do_right(task, world, expectation)
            again = "UPDATE product SET price = price + ? WHERE id = ?"
            world.shop.run(again, done[0].change, done[0].article.row.id)
            assert not holds(expectation, world)


# Brands ---------------------------------------------------------------------------------------------------------------


def test_renaming_a_brand_without_its_discounts_fails_and_says_which() -> None:
    task = drawn("arena.hard.rename-brand.4")
    with task.open_first(universe_of(0)) as first, task.open_first(universe_of(0)) as world:
        expectation = task.family.expect(first, task.parameters)
        assert isinstance(expectation, RowsExpectation)
        write(world, expectation.parts)
        checks, collateral = expectation.checks(world.changes())
        wrong = [check.name for check in checks if not check.passed]
        assert len(wrong) == task.family.dials.rules
        assert all("asks for the right brand" in name for name in wrong)
        assert not collateral


@pytest.mark.parametrize("spoil", ["is", "another rule", "look-alike"])
def test_discounts_and_look_alikes_are_not_touched_otherwise(spoil: str) -> None:
    task = drawn("arena.hard.rename-brand.4")
    with task.open_first(universe_of(0)) as first, task.open_first(universe_of(0)) as world:
        expectation = task.family.expect(first, task.parameters)
        do_right(task, world, expectation)
        assert holds(expectation, world)
        new = task.parameters.new
        if spoil == "is":
            sql = "UPDATE cart_rule_condition SET operator = 'is' WHERE operator = 'is not' AND value = ?"
            world.shop.run(sql, new)
        elif spoil == "another rule":
            world.shop.run("UPDATE cart_rule SET active = 0 WHERE coupon = 'SPRING10'")
        else:
            brand = f"{task.parameters.old} %"
            world.shop.run("UPDATE product SET brand = ? WHERE brand LIKE ? AND brand <> ?", new, brand, new)
        assert not holds(expectation, world)


# Labels ---------------------------------------------------------------------------------------------------------------


def test_what_people_decided_is_not_undone_and_customers_hear_nothing() -> None:
    task = drawn("arena.hard.undo-bot-labels.4")
    family = task.family
    assert isinstance(family, UndoBotLabels)
    with task.open_first(universe_of(0)) as first:
        expectation = family.expect(first, task.parameters)
        handled = family.case(first, task.parameters)
        assert {one.how for one in handled} >= {"twice", "stacked", "again", "confirmed", "seen"}
        stacked = next(one for one in handled if one.how == "stacked")
        with task.open_first(universe_of(0)) as world:
            do_right(task, world, expectation)
            status = "SELECT status FROM orders WHERE id = ?"
            assert world.shop.value(status, stacked.order.id) == "fraud", "that was a person's mark"
            for one in handled:
                if one.how in ("flagged", "held", "twice", "again"):
                    assert world.shop.value(status, one.order.id) == one.before
            world.shop.run("UPDATE order_comment SET notified = 1 WHERE id = (SELECT max(id) FROM order_comment)")
            assert not holds(expectation, world)


# Launches -------------------------------------------------------------------------------------------------------------


def test_each_exception_of_the_launch_page_decides_about_some_product() -> None:
    task = drawn("arena.hard.launch-products.4")
    family = task.family
    assert isinstance(family, LaunchProducts)
    with task.open_first(universe_of(0)) as world:
        entries, figures = family.entries(world, task.parameters)
        content = "SELECT content FROM cms_page WHERE url_key = 'launching-products'"
        page = str(world.shop.value(content))
        notices = world.shop.values("SELECT body FROM notification WHERE title LIKE 'Correction to%' ORDER BY id")
    assert all(text in page for text in figures.texts())
    values = [figures.values(one) for one in entries]
    assert {one["special_price"] is None for one in values} == {True, False}
    assert {one["visibility"] for one in values} == {"both", "search"}
    assert len(notices) == 2
    assert entries[0].sku in notices[0]


# Materials ------------------------------------------------------------------------------------------------------------


def test_the_spelling_that_most_products_have_is_kept_and_look_alikes_stay() -> None:
    task = drawn("arena.hard.merge-materials.4")
    family = task.family
    assert isinstance(family, MergeMaterials)
    uses = "SELECT count(*) FROM product_option JOIN attribute_option ON id = option_id WHERE label = ?"
    with task.open_first(universe_of(0)) as first:
        for pair in family.case(task.parameters):
            assert 0 < first.shop.value(uses, pair.gone) < first.shop.value(uses, pair.kept)
        assert first.shop.value(uses, "Oak Laminate") > 0
        expectation = family.expect(first, task.parameters)
        with task.open_first(universe_of(0)) as world:
            do_right(task, world, expectation)
            world.shop.run("UPDATE attribute_option SET label = 'Oak Veneers' WHERE label = 'Oak Laminate'")
            assert not holds(expectation, world)
