"""What tasks at the back office share: the way through it, reading its lists, and the rows that its deeds write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from webcosm.judge.state import Insert, Rule, Update, same_text
from webcosm.sites.shop.rules.order_state import STATUSES
from webcosm.sites.shop.seed.fill import admin_accounts
from webcosm.tasks import Lost, Person
from webcosm.tasks.tables import all_pages, rows_below
from webcosm.worlds import Row, Value, World

__all__ = [
    "ANY_VIEW",
    "BUYER",
    "NUMBERED",
    "READ_ONLY",
    "WHEN",
    "all_rows",
    "apply_filters",
    "go_to",
    "history_line",
    "months_with_orders",
    "named_customers",
    "next_id",
    "open_customer",
    "open_order",
    "order_becomes",
    "order_numbered",
    "owner_name",
    "piece_counts",
    "reader_name",
    "restocked",
    "search_for",
    "status_of",
    "table",
]

ANY_VIEW = ("page", "size", "sort", "dir")
"""What changes how a list looks, not what is in it."""
WHEN = "the moment at which it was done"
NUMBERED = "given by the shop"
BUYER = "first_name || ' ' || last_name"
"""Of an order or a customer, in SQL."""
MANY = 500
"""Customers enough for any pool; a large shop has thousands."""
READ_ONLY = ("read-only account", "read-only role", "read-only user", "read-only access", "read only")
"""What stands in the way of somebody who may only look: names of the thing, for reports."""
SEARCH = "Search orders, customers, products and pages"


def owner_name(world: World) -> str:
    """The user name of who is signed in at the beginning."""
    return admin_accounts(world.lore)[0].username


def reader_name(world: World) -> str:
    """The user name of somebody who may look at everything but the system, and change nothing."""
    return next(one.username for one in admin_accounts(world.lore) if one.role == "Read-only")


def status_of(label: str) -> str:
    """``On Hold`` -> ``holded``"""
    return next(status for status, words in STATUSES.items() if words == label)


def order_numbered(world: World, number: str) -> Row:
    order = world.shop.row("SELECT * FROM orders WHERE number = ?", number)
    if order is None:
        raise LookupError(f"there is no order {number} in universe {world.universe.seed}")
    return order


def named_customers(world: World) -> list[str]:
    """Names that stand for one customer, in orders as well, and that are part of no other buyer's name."""
    buyers = world.shop.rows(f"SELECT DISTINCT {BUYER} AS name, email FROM orders")
    together = "\n".join(buyer.name.casefold() for buyer in buyers)
    customers: list[str] = world.shop.values(f"SELECT {BUYER} FROM customer ORDER BY id")
    often = Counter(customers)
    return [name for name in customers[:MANY] if together.count(name.casefold()) == 1 == often[name]]


# Months ---------------------------------------------------------------------------------------------------------------


def months_with_orders(world: World) -> list[str]:
    """Months with orders that are over, like ``2026-03``; the first may have begun before the shop opened."""
    months: list[str] = world.shop.values(
        "SELECT DISTINCT substr(created, 1, 7) FROM orders WHERE created < ? ORDER BY 1",
        world.lore.today.isoformat()[:7],
    )
    return months[1:]


# Finding one's way ----------------------------------------------------------------------------------------------------


async def go_to(person: Person, area: str, entry: str) -> None:
    """Two actions: opens an area of the menu and follows one of its entries."""
    await person.click(area, role="DisclosureTriangle")
    await person.click(entry, role="link")


async def search_for(person: Person, words: str) -> None:
    """Two actions: the search at the top of every page."""
    await person.fill(SEARCH, words)
    await person.submit(SEARCH)


async def open_order(person: Person, number: str) -> None:
    """Three actions."""
    await search_for(person, number)
    await person.click(f"Order {number}", role="link")


async def open_customer(person: Person, name: str) -> None:
    """Three actions."""
    await search_for(person, name)
    await person.click(name, role="link")


async def apply_filters(person: Person, filled: Mapping[str, str], chosen: Mapping[str, str] | None = None) -> None:
    """Two actions and one for each filter of the list that is open."""
    await person.click("Filters", role="DisclosureTriangle")
    for label, text in filled.items():
        await person.fill(label, text)
    for label, option in (chosen or {}).items():
        await person.choose(label, option)
    await person.click("Apply filters", role="button")


# Reading --------------------------------------------------------------------------------------------------------------


def table(person: Person) -> list[dict[str, str]]:
    """The rows of the list that is open, by the headings of its columns."""
    rows = person.rows()
    head = next((row for row in rows if len(row) > 2), None)
    if head is None:
        if person.sees("Nothing matches these filters"):
            return []
        raise Lost(f"{person.view.url} shows no list")
    return rows_below(rows, head)


async def all_rows(person: Person) -> list[dict[str, str]]:
    """The rows of this page of the list and of those after it; an action for each further page."""
    return await all_pages(person, table)


# Rows that deeds write ------------------------------------------------------------------------------------------------


def order_becomes(order: Row, **values: Value) -> Update:
    return Update("shop", "orders", key=(order.id,), values=values, free={"updated": WHEN})


def history_line(world: World, order: Row, status: str, comment: str = "", *, notified: bool = False) -> Insert:
    """The line that each deed adds to an order's history."""
    return Insert(
        "shop",
        "order_comment",
        values={
            "order_id": order.id,
            "status": status,
            "comment": same_text(comment),
            "notified": int(notified),
            "visible": 0,
            "author": owner_name(world),
        },
        free={"id": NUMBERED, "created": WHEN},
        name="a line in the order's history",
    )


def piece_counts(world: World, order: Row) -> list[Row]:
    """The order's items, each with its product and how many pieces."""
    return world.shop.rows("SELECT id, product_id, qty FROM order_item WHERE order_id = ? ORDER BY id", order.id)


def restocked(world: World, order: Row) -> Sequence[Rule]:
    """All pieces of an order go back to the shelf."""
    rows = world.shop.rows(
        "SELECT product.id, product.qty + sum(order_item.qty) AS qty FROM order_item"
        " JOIN product ON product.id = product_id WHERE order_id = ? GROUP BY product.id ORDER BY product.id",
        order.id,
    )
    return [Update("shop", "product", key=(row.id,), values={"qty": row.qty}, name="stock") for row in rows]


def next_id(world: World, table: str) -> int:
    return int(world.shop.value(f"SELECT max(id) + 1 FROM {table}"))
