"""Programs of task files are read as data: helper calls, what a page must hold, queries over changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.suites.files.shop import ADMIN, Shop, serve_shop
from webcosm.judge.programs import (
    HELPERS,
    Call,
    ProgramError,
    Store,
    contents_checks,
    parse_call,
    run_call,
    state_diff,
    state_diff_match,
)
from webcosm.server.outside import Outside, OutsideError
from webcosm.worlds import Change


@pytest.mark.parametrize(
    "text, call",
    [
        ("shopping_get_latest_order_url()", Call("shopping_get_latest_order_url", ())),
        ("reddit_get_post_url('__last_url__')", Call("reddit_get_post_url", ("http://a/f/b/1/c",))),
        ("reddit_get_post_url(__last_url__)", Call("reddit_get_post_url", ("http://a/f/b/1/c",))),
        ('get_query_text(__page__, ".a > b")', Call("get_query_text", (".a > b",))),
        (
            " shopping_get_order_product_option(__page__, 'M-1', \"Size\") ",
            Call("shopping_get_order_product_option", ("M-1", "Size")),
        ),
    ],
)
def test_documented_calls_are_read(text: str, call: Call) -> None:
    assert parse_call(text, "http://a/f/b/1/c") == call


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "cannot be read"),
        ("reddit_get_post_url(", "cannot be read"),
        ("__import__('os').system('id')", "no plain call"),
        ("open('/etc/passwd').read()", "no plain call"),
        ("eval('1')", "there is no helper 'eval'"),
        ("reddit_get_post_url(open('/etc/passwd'))", "arguments may be texts"),
        ("reddit_get_post_url(f'{1}')", "arguments may be texts"),
        ("reddit_get_post_url('a' + 'b')", "arguments may be texts"),
        ("reddit_get_post_url(page)", "arguments may be texts"),
        ("reddit_get_post_url(url='a')", "no plain call"),
        ("reddit_get_post_url(*['a'])", "arguments may be texts"),
        ("[reddit_get_post_url('a')][0]", "no plain call"),
        ("(lambda: 1)()", "no plain call"),
        ("reddit_get_post_url('a'); import os", "cannot be read"),
        ("reddit_get_post_url()", r"called as reddit_get_post_url\('…'\)"),
        ("reddit_get_post_url(__page__)", r"called as reddit_get_post_url\('…'\)"),
        ("get_query_text('.a', __page__)", r"called as get_query_text\(__page__, '…'\)"),
        ("get_query_text('.a')", r"called as get_query_text\(__page__, '…'\)"),
    ],
)
def test_anything_else_is_an_error_and_nothing_runs(text: str, reason: str) -> None:
    with pytest.raises(ProgramError, match=reason):
        parse_call(text)


def test_an_address_cannot_break_out_of_its_text() -> None:
    nasty = "http://a/'); __import__('os').system('id'); ('"
    assert parse_call("reddit_get_post_url('__last_url__')", nasty).arguments == (nasty,)


@pytest.mark.parametrize(
    "url, post",
    [
        ("http://r:99/f/mugs/7/a-title/-/comment/3?x=1", "http://r:99/f/mugs/7/"),
        ("http://r:99/f/mugs/7", "http://r:99/f/mugs/7/"),
        ("http://r:99/f/mugs", "http://r:99/f/mugs"),
        ("http://r:99/user/ann/posts/1", "http://r:99/user/ann/posts/1"),
    ],
)
async def test_the_post_of_an_address(url: str, post: str) -> None:
    assert await run_call(Call("reddit_get_post_url", (url,)), None, None) == post


# The shop -------------------------------------------------------------------------------------------------------------


async def asked(shop: Shop, program: str, account: str = ADMIN) -> object:
    return await run_call(parse_call(program), None, Store(Outside([shop.url]), f"{shop.url}/", account))


async def test_the_shops_interface() -> None:
    with serve_shop() as shop:
        assert await asked(shop, "shopping_get_latest_order_url()") == f"{shop.url}/sales/order/view/order_id/17/"
        assert "GET /rest/V1/orders?" in shop.requests[-1]
        assert "created_at" in shop.requests[-1]
        assert await asked(shop, "shopping_get_sku_latest_review_author('M-1')") == "Bob"
        assert await asked(shop, "shopping_get_sku_latest_review_rating('M-1')") == "20"
        assert await asked(shop, "shopping_get_sku_latest_review_text('M-1')") == "It leaks."
        assert await asked(shop, "shopping_get_sku_latest_review_title('M-1')") == "Cracked"
        assert await asked(shop, "shopping_get_sku_latest_review_title('M-0')") == "", "it has no reviews"
        assert await asked(shop, "shopping_get_sku_product_page_url('M-1')") == f"{shop.url}/mug.html"
        with pytest.raises(ProgramError, match="status 404"):
            await asked(shop, "shopping_get_sku_latest_review_title('M-9')")
        with pytest.raises(ProgramError, match="status 401"):
            await asked(shop, "shopping_get_latest_order_url()", "keeper:wrong")
    with pytest.raises(OutsideError, match="did not answer"):
        await asked(shop, "shopping_get_latest_order_url()")


async def test_who_needs_a_shop_or_a_page_says_so() -> None:
    with pytest.raises(ProgramError, match="--address shopping="):
        await run_call(Call("shopping_get_latest_order_url", ()), None, None)
    with pytest.raises(ProgramError, match="none is open"):
        await run_call(Call("shopping_get_num_reviews", ()), None, None)


class Broken:
    """A page on which every script finds nothing."""

    async def evaluate(self, script: str, argument: object = None) -> Any:
        return None


@pytest.mark.parametrize("name", sorted(name for name, helper in HELPERS.items() if helper.script))
async def test_a_page_without_the_thing_gives_nothing(name: str) -> None:
    call = Call(name, ("x",) * HELPERS[name].arguments)
    assert await run_call(call, Broken(), None) in ("", 0)


# Contents -------------------------------------------------------------------------------------------------------------


def hold(required: dict[str, Any], content: str | float | None, *, visual: bool = False) -> bool:
    return all(check.passed for check in contents_checks(required, content, visual=visual))


def test_webarenas_contents_are_stripped_and_never_split_into_words() -> None:
    assert hold({"exact_match": "Mug"}, " mug ")
    assert hold({"must_include": ["1"]}, "12")
    assert hold({"must_include": ["red |OR| blue", "mug"]}, "A BLUE mug")
    assert not hold({"must_include": ["red |OR| blue", "mug"]}, "A blue cup")


def test_visualwebarenas_contents() -> None:
    assert not hold({"exact_match": "Mug"}, " mug ", visual=True)
    assert not hold({"must_include": ["1"]}, "12", visual=True)
    assert hold({"must_include": ["1 |OR| 12"]}, "12", visual=True)
    assert hold({"must_exclude": ["1"]}, "12", visual=True)
    assert not hold({"must_exclude": ["a mug"]}, "this is a mug", visual=True)
    assert hold({"required_values": [">= 3", "< 4 |OR| == 7"]}, 7, visual=True)
    assert hold({"required_values": ["== 1200"]}, "1,200", visual=True)
    assert not hold({"required_values": ["== 1200"]}, "many", visual=True)
    assert hold({"exact_match": "3"}, 3, visual=True)


def test_a_page_that_has_nothing_there_fails_whatever_is_asked() -> None:
    assert not hold({"must_exclude": ["x"]}, None, visual=True)


def test_the_first_rule_in_the_published_order_counts() -> None:
    assert hold({"must_exclude": ["mug"], "must_include": ["mug"]}, "mug", visual=True)


@pytest.mark.parametrize(
    "required, reason",
    [({"includes": ["x"]}, "has none of"), ({"must_include": "x"}, "list of texts"), ({"exact_match": 3}, "a text")],
)
def test_rules_that_are_none_are_errors(required: dict[str, Any], reason: str) -> None:
    with pytest.raises(ProgramError, match=reason):
        contents_checks(required, "x")


def test_long_contents_are_shown_in_part() -> None:
    (check,) = contents_checks({"must_include": ["x"]}, "a" * 5_000)
    assert len(check.seen) < 600
    assert "5000 characters" in check.seen


# State ----------------------------------------------------------------------------------------------------------------

CHANGES = [
    Change("shop", "orders", "insert", (7,), None, {"id": 7, "total": 12.0, "paid": True}),
    Change("shop", "orders", "update", (3,), {"id": 3, "total": 5}, {"id": 3, "total": 6}),
    Change("notes", "note", "delete", (1,), {"id": 1, "title": "Tea"}, None),
]


def test_changes_as_one_object() -> None:
    assert state_diff(CHANGES)["differences"]["shop"]["orders"] == {
        "added": [{"id": 7, "total": 12.0, "paid": True}],
        "updated": [{"id": 3, "total": 6}],
        "deleted": [],
    }


@pytest.mark.parametrize(
    "query, expected, matches",
    [
        ("differences.shop.orders.added[0].total", 12, True),
        ("differences.shop.orders.added[0].total", "12", False),
        ("differences.shop.orders.added[*].id", [7], True),
        ("differences.shop.orders.added[*].id", [7, 8], False),
        ("length(differences.shop.orders.updated)", 1, True),
        ("differences.notes.note.deleted[?title=='Tea'] | [0].id", 1, True),
        ("differences.shop.orders.added[0].paid", True, True),
        ("differences.shop.orders.added[0].paid", 1, False),
        ("differences.shop.carts", None, True),
        ("differences.shop.orders.added[0].{id: id}", {"id": 7}, True),
        ("differences.shop.orders.added[0].{id: id}", {"id": 7, "total": 12}, False),
    ],
)
def test_queries_over_changes(query: str, expected: object, matches: bool) -> None:
    assert state_diff_match(CHANGES, query, expected) is matches


def test_queries_over_what_a_site_tells() -> None:
    finish = {"differences": {"foodOrders": {"added": {"0": {"cartItems": [{"name": "Soup"}]}}}}}
    assert state_diff_match(finish, 'differences.foodOrders.added."0".cartItems[0].name', "Soup")


def test_a_query_that_is_none_is_an_error() -> None:
    with pytest.raises(ProgramError, match="cannot be used"):
        state_diff_match(CHANGES, "differences.[", 1)
