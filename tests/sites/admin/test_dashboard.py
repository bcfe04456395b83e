"""The dashboard's figures against plain SQL; global search; notifications."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

import pytest

from tests.sites.admin.reading import flat, summary, updated
from webcosm.sites.admin.reports import dashboard
from webcosm.sites.kit import Visitor
from webcosm.sites.kit.formats import money
from webcosm.worlds import BEGINNING, World

HOME = "http://admin.shop.test/"


def test_lifetime_figures(visitor: Visitor) -> None:
    totals = visitor.world.shop.values("SELECT total FROM orders WHERE status <> 'canceled'")
    page = flat(visitor.get(HOME))
    average = int(sum(totals) / len(totals) + 0.5)
    assert f"Lifetime sales {money(sum(totals))} Average order {money(average)} Orders ever {len(totals)}" in page


@pytest.mark.parametrize(
    "key, begin",
    [
        ("24h", "2026-05-13 10"),
        ("7d", "2026-05-08"),
        ("month", "2026-05-01"),
        ("year", "2026-01-01"),
        ("2y", "2024-05-01"),
    ],
)
def test_figures_and_chart_of_a_range(world: World, key: str, begin: str) -> None:
    row = world.shop.row(
        "SELECT count(*) AS orders, coalesce(sum(total), 0) AS revenue, coalesce(sum(tax), 0) AS tax,"
        " coalesce(sum(shipping), 0) AS shipping FROM orders WHERE status <> 'canceled' AND created >= ?",
        begin,
    )
    figures = dashboard.range_figures(world.shop, BEGINNING, key)
    assert row
    assert {name: figures[name] for name in row} == row
    chart = dashboard.chart(world.shop, BEGINNING, key, "amounts")
    assert sum(bar.orders for bar in chart.bars) == row.orders
    assert sum(bar.amount for bar in chart.bars) == row.revenue
    assert len(chart.bars) == {"24h": 24, "7d": 7, "month": 14, "year": 5, "2y": 25}[key]
    assert all(0 <= chart.height(bar) <= chart.HEIGHT for bar in chart.bars)


def test_an_order_falls_into_the_right_bar(world: World) -> None:
    world.shop.run(
        "UPDATE orders SET created = ? WHERE id = 2", (BEGINNING - timedelta(hours=3)).strftime(dashboard.STAMP)
    )
    bars = dashboard.chart(world.shop, BEGINNING, "24h", "orders").bars
    assert [bar.name for bar in bars if bar.orders] == ["May 14, 06:00"]
    assert dashboard.range_figures(world.shop, BEGINNING, "24h").quantity == 3


@pytest.mark.parametrize("orders, top", [(0, 4), (4, 4), (5, 8), (9, 12), (13, 20), (21, 40), (46, 80), (121, 200)])
def test_the_axis_has_four_even_steps(orders: int, top: int) -> None:
    assert dashboard.Chart((dashboard.Bar("", "", orders, 0),), "orders").top == top


def test_a_range_that_does_not_exist_is_the_current_month(visitor: Visitor) -> None:
    assert '<option value="month" selected>' in visitor.get(f"{HOME}?range=ever&tab=none&chart=cake").text
    with pytest.raises(ValueError, match="no range 'ever'"):
        dashboard.begin_of("ever", BEGINNING)


def test_short_lists(visitor: Visitor) -> None:
    page = visitor.get(f"{HOME}?range=2y&chart=amounts").text
    assert re.findall(r'<a href="/sales/orders/\d+">(\d+)</a>', page) == [
        "100046",
        "100045",
        "100044",
        "100043",
        "100042",
    ]
    terms = re.findall(r"<tr><td>([^<]*)</td><td class=\"number\">\d+</td><td class=\"number\">(\d+)</td></tr>", page)
    assert terms[:5] == [("mug", "3"), ("iron pan", "6"), ("tea", "9"), ("lantern", "12"), ("kettle &lt;b&gt;", "15")]
    assert terms[5:] == terms[4::-1]


def test_bestsellers_and_most_viewed_are_those_of_plain_counting(world: World) -> None:
    db = world.shop
    db.run("UPDATE orders SET status = 'canceled' WHERE id % 3 = 0")
    sold: Counter[int] = Counter()
    for row in db.rows(
        "SELECT coalesce(parent_id, product.id) AS shown, order_item.qty, status FROM order_item"
        " JOIN orders ON orders.id = order_id JOIN product ON product.id = product_id"
    ):
        if row.status != "canceled":
            sold[row.shown] += row.qty
    first = sorted(sold.items(), key=lambda item: (-item[1], item[0]))
    assert [(row.id, row.quantity) for row in dashboard.bestsellers(db)] == first[:10]
    assert [row.id for row in dashboard.bestsellers(db, 1)] == [first[0][0]]
    seen: Counter[int] = Counter()
    for row in db.rows("SELECT product_id, views FROM product_view"):
        seen[row.product_id] += row.views
    most = sorted(seen.items(), key=lambda item: (-item[1], item[0]))
    assert [(row.id, row.views) for row in dashboard.most_viewed(db)] == most[:10]


def test_a_product_of_which_every_order_was_canceled_is_no_bestseller(world: World) -> None:
    world.shop.run("UPDATE orders SET status = 'canceled'")
    assert dashboard.bestsellers(world.shop) == []


def test_tabs(visitor: Visitor) -> None:
    db = visitor.world.shop

    def names(tab: str) -> list[str]:
        page = visitor.get(f"{HOME}?tab={tab}").text.partition('id="lists"')[2]
        return re.findall(r'<tr><td><a href="/(?:catalog/products|customers)/\d+">(.*?)</a>', page)

    sold = "SELECT name FROM order_item JOIN orders ON orders.id = order_id WHERE status <> 'canceled' GROUP BY name"
    assert names("bestsellers") == db.values(f"{sold} ORDER BY sum(qty) DESC")
    assert names("viewed") == ["Reed Lamp", "Smoky Tea", "Iron Pan", "Stone Mug"]
    assert names("new-customers")[0] == "Finn 100% Wool"
    most = "SELECT first_name || ' ' || last_name FROM orders WHERE customer_id NOT NULL AND status <> 'canceled'"
    assert names("customers")[:4] == db.values(f"{most} GROUP BY customer_id ORDER BY count(*) DESC, sum(total) DESC")


# Search ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, path",
    [
        ("100012", "/sales/orders/12"),
        ("cleo br", "/customers/3"),
        ("ada.field@", "/customers/1"),
        ("smoky", "/catalog/products/3"),
        ("PAN-1", "/catalog/products/2"),
        ("About", "/content/pages/1"),
        ("100% w", "/customers/6"),
    ],
)
def test_the_search_finds_things_of_every_kind(visitor: Visitor, text: str, path: str) -> None:
    page = visitor.get(f"{HOME}search?q={text.replace('%', '%25').replace(' ', '+')}")
    assert f'<li><a href="{path}">' in page.text


def test_the_search_says_when_there_is_nothing_or_more(visitor: Visitor) -> None:
    assert "Nothing has “zzz” in it." in visitor.get(f"{HOME}search?q=zzz").text
    assert "Type an order’s number" in visitor.get(f"{HOME}search?q=+").text
    page = visitor.get(f"{HOME}search?q=1000").text
    assert '<a href="/sales/orders?q=1000">See all 46</a>' in page
    assert page.count('<li><a href="/sales/orders/') == 8
    assert "&lt;script&gt;" in visitor.get(f"{HOME}search?q=%3Cscript%3E").text


def test_the_search_keeps_to_what_one_may_see(visitor: Visitor) -> None:
    visitor.world.shop.run("DELETE FROM role_permission WHERE permission = 'customers.view'")
    assert "/customers/1" not in visitor.get(f"{HOME}search?q=ada").text


# Notifications --------------------------------------------------------------------------------------------------------


def test_notifications_are_counted_read_and_removed(visitor: Visitor) -> None:
    assert 'aria-label="Notifications, 2 unread"' in visitor.get(f"{HOME}notifications").text
    page = visitor.post("/notifications/1/read")
    assert updated(visitor.world, "notification") == {(1,): {"seen": 1}}
    assert "Notifications, 1 unread" in page.text
    visitor.post("/notifications/read")
    assert updated(visitor.world, "notification") == {(1,): {"seen": 1}, (2,): {"seen": 1}}
    visitor.post("/notifications/3/remove")
    assert ("notification", "delete", ()) in summary(visitor.world)
    assert visitor.post("/notifications/3/remove").status == 404
