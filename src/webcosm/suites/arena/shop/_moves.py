"""What oracles do and read on the storefront."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from webcosm.act import catalogue as do
from webcosm.suites.arena.shop._rows import seen_options, within
from webcosm.tasks import Lost, Person
from webcosm.tasks.dates import read_day
from webcosm.tasks.money import read_amount

__all__ = [
    "ListedItem",
    "ListedOrder",
    "add_from_front_page",
    "address_lines",
    "check_out",
    "choose_options",
    "empty_of_others",
    "fact",
    "holds",
    "item_named",
    "items_seen",
    "list_orders",
    "look_through",
    "open_order",
    "order_in_period",
    "sums_seen",
]


@dataclass(frozen=True)
class ListedOrder:
    """A row of the list of orders."""

    number: str
    day: date
    total: Decimal
    status: str


@dataclass(frozen=True)
class ListedItem:
    """A row of an order's page."""

    text: str
    """The name with the options."""
    sku: str
    price: Decimal
    qty: int
    subtotal: Decimal


async def list_orders(person: Person) -> list[ListedOrder]:
    """All orders on one page, newest first: three actions."""
    await person.click("Orders", role="link")
    await person.choose("Show", "50")
    await person.click("Show", role="button")
    rows = [cells for cells in person.rows() if len(cells) == 6 and cells[0].isdecimal()]
    return [ListedOrder(row[0], read_day(row[1]), read_amount(row[3]), row[4]) for row in rows]


async def open_order(person: Person, number: str) -> None:
    """Four actions from any page of the shop."""
    orders = await list_orders(person)
    if number not in [order.number for order in orders]:
        raise Lost(f"there is no order {number}")
    await person.click(f"View order {number}", role="link")


async def look_through(
    person: Person, orders: Sequence[ListedOrder], found: Callable[[Person], bool]
) -> ListedOrder | None:
    """Opens one after the other from the list until something is found: two actions each, less one."""
    for place, order in enumerate(orders):
        if place:
            await person.move(do.go_back())
        await person.click(f"View order {order.number}", role="link")
        if found(person):
            return order
    return None


def items_seen(person: Person) -> list[ListedItem]:
    rows = [cells for cells in person.rows() if len(cells) == 5 and cells[2].startswith("$")]
    return [
        ListedItem(text, sku, read_amount(price), int(re.findall(r"\d+", qty)[0]), read_amount(subtotal))
        for text, sku, price, qty, subtotal in rows
    ]


def holds(person: Person, product: str) -> bool:
    """Whether the order that is shown has a product."""
    return any(_is(item, product) for item in items_seen(person))


def item_named(person: Person, product: str) -> ListedItem:
    found = [item for item in items_seen(person) if _is(item, product)]
    if len(found) != 1:
        raise Lost(f"{len(found)} items at {person.view.url} are called {product!r}")
    return found[0]


def _is(item: ListedItem, product: str) -> bool:
    return item.text == product or item.text.startswith(f"{product} ")


async def order_in_period(person: Person, period: str, product: str) -> ListedOrder | None:
    """Opens the order of a period that has a product; None, on the last one looked at, if there is none."""
    orders = [order for order in await list_orders(person) if within(period, order.day)]
    return await look_through(person, orders, lambda one: holds(one, product))


def sums_seen(person: Person) -> dict[str, Decimal]:
    """Subtotal, discount, shipping, tax and total that a page shows; a refund's page, of the first refund."""
    names = r"Subtotal|Discount|Shipping & handling|Tax|Grand total"
    found = re.findall(rf"({names}) (?:\([^)]*\) )?[−-]?(\$[\d,]+\.\d\d)", " ".join(person.text().split()))
    return {name: read_amount(text) for name, text in reversed(found)}


def fact(person: Person, heading: str) -> list[str]:
    """The lines under one of the headings "Shipping address", "Shipping method" … of an order's page."""
    lines = [line.strip() for line in person.lines() if line.strip()]
    headings = ("Shipping address", "Shipping method", "Billing address", "Payment method")
    start = max(number for number, line in enumerate(lines) if line == heading) + 1
    ends = [number for number in range(start, len(lines)) if lines[number] in headings]
    return lines[start : ends[0] if ends else start + 2]


def address_lines(person: Person, kind: str) -> str:
    """Street, city, state and zip code of an order's address, without the name and the telephone number."""
    lines = fact(person, f"{kind} address")
    street = next(number for number, line in enumerate(lines) if re.match(r"\d+ ", line))
    return ", ".join(line for line in lines[street:] if not line.startswith("Phone"))


async def choose_options(person: Person, options: str) -> None:
    """One action for each option of a product, such as "Color: Red; Size: M"."""
    for label, option in seen_options(options).items():
        if person.has(label, role="combobox"):
            await person.choose(label, option)
        else:
            await person.check(option)


async def add_from_front_page(person: Person) -> None:
    """Puts something into the cart that needs no choice of options: two actions."""
    await person.click("Dray Market", role="link")
    await person.click(next(name for name in person.names("button") if name.startswith("Add to Cart: ")), role="button")


async def empty_of_others(person: Person, *products: str) -> None:
    """Takes everything else out of the cart: one action, and one for each."""
    await person.click("Cart: ", role="link")
    while others := [
        name
        for name in person.names("button")
        if name.startswith("Remove ") and not name.removeprefix("Remove ").startswith(products)
    ]:
        await person.click(others[0], role="button")


async def check_out(person: Person, shipping: str, payment: str) -> None:
    """From the cart to the placed order, to the default address: five actions."""
    await person.click("Proceed to checkout")
    await person.check(shipping)
    await person.click("Next", role="button")
    await person.check(payment)
    await person.click("Place order", role="button")
