"""Slips on the storefront: what was undone does no harm to a task, what was not or cannot be undone does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.sites.kit import Visitor
from webcosm.sites.shop import site
from webcosm.suites.arena.shop._rows import customer
from webcosm.suites.arena.shop.cart import AddPieces
from webcosm.suites.arena.shop.wishes import RemoveWish
from webcosm.suites.arena.shop.words import DraftQuestion
from webcosm.tasks import Template
from webcosm.worlds import StepChanges, Universe, World

SHOP = "http://shop.test"


@pytest.fixture(scope="module")
def universe() -> Iterator[Universe]:
    assert site.blueprint
    with Universe([site.blueprint]) as universe:
        yield universe


@pytest.fixture
def world(universe: Universe) -> Iterator[World]:
    with universe.open() as world:
        yield world


@pytest.fixture
def visitor(world: World) -> Visitor:
    visitor = Visitor(world, [site])
    visitor.get(f"{SHOP}/contact")
    return visitor


def judged(template: type[Template[Any]], world: World, p: Any) -> Verdict:
    with world.universe.open() as first:
        return template().judge(first, p, "", Evidence(changes=world.changes()))


def put(visitor: Visitor, product: int, qty: int) -> None:
    visitor.post(f"{SHOP}/cart/add", {"product_id": str(product), "qty": str(qty)})


def test_something_else_is_taken_out_of_the_cart_again(world: World, visitor: Visitor) -> None:
    p = AddPieces().pool(world)[0]
    right = world.shop.value("SELECT id FROM product WHERE name = ?", p.product)
    other = world.shop.value(
        "SELECT id FROM product WHERE type = 'simple' AND enabled AND in_stock AND qty > 9 AND id <> ?", right
    )
    put(visitor, other, 1)
    put(visitor, right, p.qty)
    verdict = judged(AddPieces, world, p)
    assert verdict.outcome == "failure"
    assert [change.table for change in verdict.collateral] == ["cart_item"]
    number = world.shop.value("SELECT max(id) FROM cart_item WHERE product_id = ?", other)
    visitor.post(f"{SHOP}/cart/items/{number}/remove")
    verdict = judged(AddPieces, world, p)
    assert (verdict.outcome, verdict.progress) == ("success", 1)


def test_an_order_that_was_placed_is_not_undone_by_what_follows(world: World) -> None:
    p = AddPieces().pool(world)[0]
    never = AddPieces().expect(world, p)
    order = world.shop.value("SELECT max(id) FROM orders")
    with world.universe.open() as other:
        other.shop.run("UPDATE orders SET status = 'canceled' WHERE id = ?", order)
        placed = other.changes()
    checks, _ = never.checks([], [StepChanges(3, tuple(placed))])
    assert [(check.name, check.passed) for check in checks][-1] == ("nothing was ordered", False)


def test_another_wish_is_put_back(world: World, visitor: Visitor) -> None:
    wishes = world.shop.rows("SELECT * FROM wish WHERE customer_id = ? ORDER BY id", customer(world).id)
    p = next(p for p in RemoveWish().pool(world))
    wanted = RemoveWish().expect(world, p).required[0]
    other = next(wish for wish in wishes if (wish.id,) != getattr(wanted, "key", None))
    right = next(wish for wish in wishes if (wish.id,) == getattr(wanted, "key", None))
    visitor.post(f"{SHOP}/wishlist/{other.id}/remove")
    visitor.post(f"{SHOP}/wishlist/{right.id}/remove")
    assert judged(RemoveWish, world, p).outcome == "failure"
    visitor.post(f"{SHOP}/wishlist/add", {"product_id": str(other.product_id), "qty": str(other.qty)})
    assert judged(RemoveWish, world, p).outcome == "success"
    visitor.post(f"{SHOP}/wishlist/add", {"product_id": str(right.product_id), "qty": str(right.qty)})
    assert judged(RemoveWish, world, p).outcome == "failure", "it is on the list again"


def test_a_draft_that_was_sent_is_no_draft(world: World, visitor: Visitor) -> None:
    p = DraftQuestion().pool(world)[0]
    form = {"name": "A", "email": "a@mail.test", "phone": p.phone, "message": p.text}
    visitor.post(f"{SHOP}/contact", form)
    verdict = judged(DraftQuestion, world, p)
    assert [check.passed for check in verdict.checks if check.name == "nothing was sent"] == [False]
