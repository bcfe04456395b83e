"""Hard tasks about the catalog: pools, prose, and what the judge accepts and refuses, without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import pytest

from webcosm.judge.effects import DeedsExpectation
from webcosm.judge.sets import Part, RowsExpectation
from webcosm.judge.state import Delete, Update
from webcosm.lore import Rng
from webcosm.sites.shop.site import site
from webcosm.suites.arena.hard._launch_page import Entry, drawn_figures
from webcosm.suites.arena.hard._price_rules import HALF, LEAVE, RAISE, raised
from webcosm.suites.arena.hard.bot_labels import BOT, CONFIRMED, EARLY, TAKEN_BACK, WRONG, Handled, UndoBotLabels
from webcosm.suites.arena.hard.launch import LaunchProducts
from webcosm.suites.arena.hard.merge_materials import MergeMaterials
from webcosm.suites.arena.hard.price_import import FinishPriceImport
from webcosm.suites.arena.hard.rename_brand import RenameBrand
from webcosm.suites.arena.hard.reprice import RepriceBrand
from webcosm.tasks import Dials, DrawnTask, Levelled, make_task
from webcosm.tasks.levels import at_levels
from webcosm.tasks.money import price_text
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
        assert {"double", "sign", "withdrawn", "kept"} == {fault for one in lines for fault in one.faults}
        done = [one for one in lines if one.done and not one.faults]
        assert all(one.missing == 0 for one in done)
        assert all(one.missing == one.change for one in lines if one.decoy)
        with task.open_first(universe_of(0)) as world:
            do_right(task, world, expectation)
            again = "UPDATE product SET price = price + ? WHERE id = ?"
            world.shop.run(again, done[0].change, done[0].article.row.id)
            assert not holds(expectation, world)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_price_does_not_show_whether_its_line_was_written(level: int) -> None:
    task = drawn(f"arena.hard.finish-price-import.{level}")
    family = task.family
    assert isinstance(family, FinishPriceImport)
    with task.open_first(universe_of(0)) as world:
        lines = family.case(world, task.parameters.brand, task.parameters.draw)
        assert lines is not None
        before = [one.article.row.price - one.applied for one in lines]
    usual = [price for price in before if price % 50 == 49]
    assert len(usual) <= len(lines) // 4
    assert len({price % 100 for price in before}) > len(lines) // 2


@pytest.mark.parametrize("level", [3, 4])
def test_some_lines_of_a_price_list_have_two_troubles(level: int) -> None:
    task = drawn(f"arena.hard.finish-price-import.{level}")
    family = task.family
    assert isinstance(family, FinishPriceImport)
    with task.open_first(universe_of(0)) as world:
        lines = family.case(world, task.parameters.brand, task.parameters.draw)
        notices = {row.title: row.body for row in world.shop.rows("SELECT title, body FROM notification")}
    assert lines is not None
    both = {one.faults: one for one in lines if one.done and len(one.faults) > 1}
    withdrawn, turned = both[("double", "withdrawn")], both[("double", "sign")]
    assert withdrawn.missing == -2 * withdrawn.change, "twice too much"
    assert turned.missing == 3 * turned.change, "twice the wrong way, and once the right one"
    for title, line in [
        ("Price import: written twice", withdrawn),
        ("Price list: lines withdrawn", withdrawn),
        ("Price import: written twice", turned),
        ("Price import: wrong sign", turned),
    ]:
        assert re.search(rf"\b{line.number}\b", notices[title])


@pytest.mark.parametrize("universe", [0, 7])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_no_clause_of_the_price_rules_is_dead(level: int, universe: int) -> None:
    family = at_levels(RepriceBrand)[level - 1]()
    assert isinstance(family, RepriceBrand)
    with universe_of(universe).open() as world:
        today, dials = world.lore.today, family.dials
        for p in family.pool(world)[:8]:
            case = family.case(world, p.brand, p.draw)
            assert case is not None
            clauses = case.handbook.without_each(today)
            assert len(clauses) == dials.rules + dials.exceptions + dials.sources - 1
            for clause, left in clauses.items():
                without = replace(case, handbook=left)
                assert without.prices(today) != case.prices(today), f"{p.brand}, {p.draw}: {clause}"


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


def test_specifications_may_say_the_new_brand_and_say_that_of_look_alikes() -> None:
    task = drawn("arena.hard.rename-brand.4")
    assert isinstance(task.family, RenameBrand)
    assert all("field" in goal and "specifications" in goal for goal in RenameBrand.goals)
    says = "UPDATE product_spec SET value = ? WHERE label = 'Brand' AND product_id = ?"
    with task.open_first(universe_of(0)) as first:
        expectation = task.family.expect(first, task.parameters)
        case = task.family.case(first, task.parameters)
        differing = "SELECT count(*) FROM product_spec JOIN product ON id = product_id"
        assert not first.shop.value(f"{differing} WHERE label = 'Brand' AND value <> brand")
    for value, product, right in [
        (task.parameters.new, case.products[0], True),
        ("Something Else", case.products[0], False),
        (task.parameters.new, case.others[0], False),
    ]:
        with task.open_first(universe_of(0)) as world:
            do_right(task, world, expectation)
            world.shop.run(says, value, product.id)
            assert holds(expectation, world) is right


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


def test_where_few_orders_are_open_the_last_complete_ones_are_opened_again() -> None:
    (hardest,) = at_levels(UndoBotLabels)[3:]
    family = hardest()
    assert isinstance(family, UndoBotLabels)
    with universe_of(0).open() as world:
        world.shop.run("UPDATE orders SET status = 'complete' WHERE status IN ('pending', 'processing') AND id % 4")
        p = family.pool(world)[0]
        family.prepare(world, p)
        handled = family.case(world, p)
        assert len(handled) == family.dials.rows
        assert {one.before for one in handled} <= {"pending", "processing"}
        for one in handled:
            first = world.shop.value("SELECT status FROM order_comment WHERE order_id = ? ORDER BY id", one.order.id)
            assert first == "pending"


def histories(task: DrawnTask) -> dict[Handled, list[tuple[str, str]]]:
    """Who wrote what in the history of each order, the oldest line first."""
    family = task.family
    assert isinstance(family, UndoBotLabels)
    lines = "SELECT author, comment FROM order_comment WHERE order_id = ? ORDER BY created, id"
    with task.open_first(universe_of(0)) as world:
        return {
            one: [(row.author, row.comment) for row in world.shop.rows(lines, one.order.id)]
            for one in family.case(world, task.parameters)
        }


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_what_stands_on_an_order_in_the_end_confirms_the_script_if_it_stays(level: int) -> None:
    said = histories(drawn(f"arena.hard.undo-bot-labels.{level}"))
    confirming = {words for all_ in CONFIRMED.values() for words in all_}
    for one, lines in said.items():
        assert (lines[-1][1] in confirming) is (one.how in ("confirmed", "approved"))


@pytest.mark.parametrize("level", [2, 3, 4])
def test_no_word_of_people_or_of_the_script_tells_what_is_undone(level: int) -> None:
    """What people say to confirm stands on orders that are undone as well: before the script came, or taken back."""
    said = histories(drawn(f"arena.hard.undo-bot-labels.{level}"))
    confirming = {words for all_ in CONFIRMED.values() for words in all_}
    undone = [[words for who, words in lines if who != BOT] for one, lines in said.items() if one.how in WRONG]
    assert any(set(words) & confirming and words[-1] in TAKEN_BACK for words in undone)
    assert any(set(words) & set(EARLY) for words in undone)
    assert any("fraud" in words[-1] or "on hold" in words[-1].lower() for words in undone if words)
    by_script = [words for lines in said.values() for who, words in lines if who == BOT]
    assert len({re.sub(r"\d+", "", words) for words in by_script}) >= 3


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
    assert len(notices) == 3
    assert entries[0].sku in notices[0]
    assert price_text(entries[0].cost) not in notices[0], "the last word on it comes later"
    assert f"{entries[0].sku} before: its cost is {price_text(entries[0].cost)}." in notices[2]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_draft_shows_nothing_of_its_figures_and_the_sheet_has_what_the_shop_knew(level: int) -> None:
    task = drawn(f"arena.hard.launch-products.{level}")
    family = task.family
    assert isinstance(family, LaunchProducts)
    facts = "SELECT weight, price, qty FROM product WHERE sku = ?"
    with task.open_first(universe_of(0)) as prepared, universe_of(0).open() as shop:
        entries, figures = family.entries(prepared, task.parameters)
        for one in entries:
            draft, real = prepared.shop.row(facts, one.sku), shop.shop.row(facts, one.sku)
            assert draft is not None
            assert real is not None
            assert (draft.price, draft.weight, draft.qty) == (0, 0, 0)
            assert one.weight == real.weight
            assert real.price / 2 < figures.price(one) < 2 * real.price


def test_a_launch_at_the_weekend_has_its_special_price_from_monday_on() -> None:
    saturday = Entry("A", 2000, 500, 30, date(2026, 5, 16))
    figures = drawn_figures(Rng(1), Dials(rules=8, exceptions=6), [saturday, replace(saturday, cost=3000)])
    figures = replace(figures, least=0, days=8)
    found = figures.values(saturday)
    assert (found["special_from"], found["special_to"]) == ("2026-05-18", "2026-05-25")
    plain = replace(figures, clauses=()).values(saturday)
    assert (plain["special_from"], plain["special_to"]) == ("2026-05-16", "2026-05-23")


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


def test_spellings_and_look_alikes_are_spread_over_the_list() -> None:
    task = drawn("arena.hard.merge-materials.4")
    family = task.family
    assert isinstance(family, MergeMaterials)
    listed = "SELECT label, position FROM attribute_option WHERE attribute_id = (SELECT id FROM attribute WHERE code ="
    with task.open_first(universe_of(0)) as world, universe_of(0).open() as shop:
        rows = world.shop.rows(f"{listed} 'material') ORDER BY position")
        known = [row.label for row in shop.shop.rows(f"{listed} 'material') ORDER BY position, id")]
    labels = [row.label for row in rows]
    assert [label for label in labels if label in known] == known, "in the order they had"
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    added = [place for place, label in enumerate(labels) if label not in known]
    assert len(added) == family.dials.faults + family.dials.look_alikes
    assert added[0] < len(known) // 2, "not all at the end"
