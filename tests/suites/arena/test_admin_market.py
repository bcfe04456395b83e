"""Tasks with reports, reviews and marketing at the back office: what they ask has one answer and is asked of many."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from webcosm.judge.answers import SetOf, Text
from webcosm.judge.evidence import Evidence
from webcosm.sites import all_sites
from webcosm.sites.kit import Visitor
from webcosm.sites.shop.site import site
from webcosm.suites.arena.admin import newsletters as admin_newsletters
from webcosm.suites.arena.admin import report_pages as admin_report_pages
from webcosm.suites.arena.admin import reports as admin_reports
from webcosm.suites.arena.admin import review_actions as admin_review_deeds
from webcosm.suites.arena.admin import reviews as admin_reviews
from webcosm.suites.arena.admin import rule_edits as admin_rule_edits
from webcosm.suites.arena.admin import rules as admin_rules
from webcosm.suites.arena.admin import search_terms as admin_search_terms
from webcosm.suites.arena.admin._figures import reviews_by_one, spans, sparing, unheard_of
from webcosm.suites.arena.admin.report_pages import ReportOfStatus, ShowReport, ShowReportByOtherDate
from webcosm.suites.arena.admin.reports import BestSellers
from webcosm.suites.arena.admin.reviews import DissatisfiedReviewers, PraisingReviewers
from webcosm.suites.arena.admin.rules import CreateCartRule, CreateCartRuleTakenCoupon
from webcosm.tasks import Kind, Template
from webcosm.tasks.collection import templates_of
from webcosm.worlds import Universe, World

MODULES = (
    admin_reports,
    admin_report_pages,
    admin_reviews,
    admin_review_deeds,
    admin_search_terms,
    admin_newsletters,
    admin_rules,
    admin_rule_edits,
)
TEMPLATES: list[type[Template[Any]]] = [template for module in MODULES for template in templates_of(module)]
FEW = 20


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_there_are_many_parameters_and_none_twice(template: type[Template[Any]], world: World) -> None:
    pool = template().pool(world)
    assert len(set(pool)) == len(pool) >= FEW


@pytest.mark.parametrize(
    "template", [one for one in TEMPLATES if one.kind is Kind.ASK], ids=lambda template: template.id
)
def test_answers_differ_within_a_pool(template: type[Template[Any]], world: World) -> None:
    family = template()
    answers = [str(family.answer(world, p)) for p in family.pool(world)[:40]]
    common = max(answers.count(answer) for answer in answers)
    assert common <= len(answers) / 2, "one answer would be right too often"


@pytest.mark.parametrize("template", [DissatisfiedReviewers, PraisingReviewers])
def test_nicknames_can_be_listed_in_any_order(template: type[Template[Any]], world: World) -> None:
    family = template()
    for seed, p in enumerate(family.pool(world)):
        answer = family.answer(world, p)
        assert isinstance(answer, SetOf)
        names = [item.value for item in answer.items if isinstance(item, Text)]
        for listed in (names, names[::-1]):
            assert answer.with_context(family.word(world, p, seed)).compare(", ".join(listed)).accepted, listed


def test_twins_read_alike_and_share_no_parameters(world: World) -> None:
    known = {template.id: template for template in TEMPLATES}
    for template in TEMPLATES:
        if not template.achievable:
            twin = known[template.twin]
            assert (twin.twin, twin.goals, twin.kind, twin.sites) == (
                template.id,
                template.goals,
                template.kind,
                template.sites,
            )
            if template().accounts_in(world) == twin().accounts_in(world):  # else who asks makes the difference
                assert not set(template().pool(world)) & set(twin().pool(world)), template.id


def test_spans_are_whole_months_of_one_year_that_are_over(world: World) -> None:
    found = spans(world)
    assert {span.when for span in found} >= {"March 2026", "July and August 2025", "the second half of 2025", "2025"}
    assert len({span.when for span in found}) == len(found)
    for span in found:
        first, last = date.fromisoformat(span.first), date.fromisoformat(span.last)
        assert (first.day, (last + timedelta(days=1)).day, first.year) == (1, 1, last.year), span
        assert last < world.lore.today, span


def test_the_first_places_of_best_sellers_are_not_shared(world: World) -> None:
    sql = (
        "SELECT sum(qty) FROM orders JOIN order_item ON order_id = orders.id WHERE status <> 'canceled'"
        " AND date(created) BETWEEN ? AND ? GROUP BY name ORDER BY 1 DESC LIMIT ?"
    )
    for p in BestSellers().pool(world):
        pieces = world.shop.values(sql, p.first, p.last, p.places + 1)
        assert len(set(pieces)) == p.places + 1, p


def test_no_word_tells_which_reports_can_be_shown(world: World) -> None:
    """Every report and every date is asked for in both twins, each date as often."""
    can, cannot = ShowReport().pool(world), ShowReportByOtherDate().pool(world)
    assert {p.report for p in can} == {p.report for p in cannot}
    for pool in (can, cannot):
        often = Counter(p.basis for p in pool)
        assert len(often) == 3
        assert max(often.values()) - min(often.values()) <= 10
    assert not {(p.report, p.basis) for p in can} & {(p.report, p.basis) for p in cannot}


def test_a_praised_word_is_never_a_part_of_a_longer_one(world: World) -> None:
    for p in PraisingReviewers().pool(world):
        texts = world.shop.values(
            "SELECT lower(body) FROM review JOIN product ON product.id = product_id WHERE name = ? AND stars = 5",
            p.product,
        )
        assert all(re.search(rf"\b{p.term}\b", text) for text in texts if p.term in text), p


def test_a_report_of_two_statuses_is_not_that_of_one(world: World) -> None:
    family = ReportOfStatus()
    p = next(p for p in family.pool(world) if p.status == "Complete")
    address = f"http://admin.shop.test/reports/orders?period=month&from={p.first}&to={p.last}"
    visitor = Visitor(world, all_sites())
    alone = Evidence(page=visitor.get(f"{address}&status=complete").shown)
    assert all(check.passed for check in family.page(world, p).checks(alone))
    both = Evidence(page=visitor.get(f"{address}&status=pending&status=complete").shown)
    assert not all(check.passed for check in family.page(world, p).checks(both))


def test_coupons_of_new_rules_are_free_or_taken_as_the_template_needs_it(world: World) -> None:
    taken = set(world.shop.values("SELECT coupon FROM cart_rule"))
    assert not taken & {p.coupon for p in CreateCartRule().pool(world)}
    assert taken >= {p.coupon for p in CreateCartRuleTakenCoupon().pool(world)}


def test_a_nickname_and_a_product_mean_one_review(world: World) -> None:
    sql = "SELECT count(*) FROM review WHERE product_id = ? AND instr(lower(nickname), lower(?))"
    for review in reviews_by_one(world):
        assert world.shop.value(sql, review.product_id, review.nickname) == 1, review.nickname


@pytest.mark.parametrize(
    "name, free", [("Joan", True), ("Ann", False), ("Mary Ann", False), ("ANNA", False), ("anna maria", False)]
)
def test_a_name_that_others_hold_or_that_holds_others_is_not_unheard_of(name: str, free: bool) -> None:
    assert unheard_of(name, ["Anna", "Mary"]) is free


def test_no_answer_is_asked_for_too_often() -> None:
    assert sparing([("a", 1), ("b", 1), ("c", 2), ("d", 1), ("e", 2)], 2) == ["a", "b", "c", "e"]
