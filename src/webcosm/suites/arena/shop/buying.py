"""Tasks on the storefront: placing orders, ordering again, coupons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Allow, Expectation, Update
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._moves import (
    add_from_front_page,
    check_out,
    choose_options,
    empty_of_others,
    items_seen,
    list_orders,
    open_order,
)
from webcosm.suites.arena.shop._rows import (
    NOT_ORDERED,
    OFFICE_CLOSED,
    WITH_OPTIONS,
    added_to_cart,
    cart_id,
    customer,
    own_orders,
    placed_order,
    plain_goods,
    still_sold,
    without_offers,
)
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

PICKUP = "for store pickup, under my default address"


def _delivery(method: Row) -> str:
    """How people say where and how something is to be sent."""
    if method.code == "pickup":
        return PICKUP
    return f"shipped to my default address with {method.carrier} ({method.title.lower()})"


def _methods(world: World) -> list[tuple[str, str]]:
    """All ways to ship with all ways to pay that need no card, as people say them."""
    shipping = world.shop.rows("SELECT * FROM shipping_method WHERE active ORDER BY position, id")
    payment = world.shop.values(
        "SELECT title FROM payment_method WHERE active AND code <> 'card' ORDER BY position, id"
    )
    return [(_delivery(method), title.lower()) for method in shipping for title in payment]


def _codes(world: World, delivery: str, payment: str) -> tuple[str, str]:
    methods = world.shop.rows("SELECT * FROM shipping_method ORDER BY id")
    return (
        next(method.code for method in methods if _delivery(method) == delivery),
        world.shop.value("SELECT code FROM payment_method WHERE lower(title) = ?", payment),
    )


async def _check_out(person: Person, p: Order | CanceledOrder) -> None:
    """From the cart, as :func:`check_out` does."""
    wanted = re.search(r"with (.+) \(", p.delivery)
    shipping = wanted[1] if wanted else "Dray Market - Store Pickup"
    await check_out(person, shipping, p.payment)


def _ordered(world: World, order: Row) -> dict[int, int]:
    """What an order holds, product to quantity."""
    wanted: dict[int, int] = {}
    for item in world.shop.rows("SELECT product_id, qty FROM order_item WHERE order_id = ? ORDER BY id", order.id):
        wanted[item.product_id] = wanted.get(item.product_id, 0) + item.qty
    return wanted


def _named(world: World, sku: str) -> tuple[str, str]:
    """The name under which something is sold, and its options."""
    chosen = world.shop.rows(WITH_OPTIONS.format(where="item.sku = ?"), sku)
    if chosen:
        return chosen[0].title, chosen[0].options
    return world.shop.value("SELECT name FROM product WHERE sku = ?", sku), ""


@dataclass(frozen=True)
class Order:
    qty: int
    product: str
    delivery: str
    """As people say it, see `_delivery`."""
    payment: str


async def with_the_quantity_set_in_the_cart(person: Person, p: Order) -> None:
    """Something else was put into the cart by mistake and is taken out before checking out."""
    await add_from_front_page(person)
    await open_product(person, p.product)
    await person.click("Add to Cart", role="button")
    await empty_of_others(person, p.product)
    if p.qty > 1:
        await person.fill(f"Quantity of {p.product}", str(p.qty))
        await person.click("Update cart", role="button")
    await _check_out(person, p)
    await person.stop()


class BuyProduct(Template[Order]):
    """Order a product."""

    id = "arena.shop.buy-product"
    kind = Kind.DO
    goals = (
        "Order “{product}” for me, quantity {qty}, {delivery}. I'll pay by {payment}. No coupon, note or purchase"
        " order number.",
        "Buy {qty} of “{product}” and place the order: {delivery}, payment by {payment}, without a coupon, note or"
        " purchase order number.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=12)
    ways = (with_the_quantity_set_in_the_cart,)
    revision = 2

    def pool(self, world: World) -> Sequence[Order]:
        methods = _methods(world)
        goods = without_offers(world, plain_goods(world, "in_stock AND qty >= 4"))[::9]
        return [Order(1 + row.id % 3, row.name, *methods[place % len(methods)]) for place, row in enumerate(goods)]

    def expect(self, world: World, p: Order) -> Expectation:
        number = world.shop.value("SELECT id FROM product WHERE name = ? AND type = 'simple'", p.product)
        return Expectation(placed_order(world, {number: p.qty}, *_codes(world, p.delivery, p.payment)))

    async def solve(self, person: Person, p: Order) -> None:
        await open_product(person, p.product)
        await person.fill("Quantity", str(p.qty))
        await person.click("Add to Cart", role="button")
        await person.click("Cart: ", role="link")
        await _check_out(person, p)
        await person.stop()


@dataclass(frozen=True)
class OldOrder:
    number: str


async def from_the_page_of_the_order(person: Person, p: OldOrder) -> None:
    """Of which the cart is emptied once, as if it had been a mistake."""
    await open_order(person, p.number)
    await person.click("Reorder", role="button")
    await person.click("Empty cart", role="button")
    await open_order(person, p.number)
    await person.click("Reorder", role="button")
    await person.stop()


async def piece_by_piece(person: Person, p: OldOrder) -> None:
    """Each product by itself, the last one first."""
    await open_order(person, p.number)
    for item in reversed(items_seen(person)):
        name, options = _named(person.world, item.sku)
        await open_product(person, name)
        await choose_options(person, options)
        await person.fill("Quantity", str(item.qty))
        await person.click("Add to Cart", role="button")
    await person.stop()


async def ordered_at_once(person: Person, p: OldOrder) -> None:
    """Orders, and fills the cart again: what was not to be done is done, though the cart is as it should be."""
    await list_orders(person)
    await person.click(f"Reorder {p.number}", role="button")
    await check_out(person, "Parcel Post", "Invoice")
    await list_orders(person)
    await person.click(f"Reorder {p.number}", role="button")
    await person.stop()


class ReorderIntoCart(Template[OldOrder]):
    """Put everything of an old order into the cart."""

    id = "arena.shop.reorder-into-cart"
    kind = Kind.DO
    goals = (
        "Put everything from my order {number} in my cart again, in the same quantities, but don't check out yet.",
        "I want everything from my order {number} again, in the same quantities. Put it in my cart, but don't check"
        " out yet.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)
    shortcuts = (ordered_at_once,)
    ways = (
        from_the_page_of_the_order,
        piece_by_piece,
    )
    revision = 2

    def pool(self, world: World) -> Sequence[OldOrder]:
        return [OldOrder(order.number) for order in own_orders(world) if still_sold(world, order.id)]

    def expect(self, world: World, p: OldOrder) -> Expectation:
        wanted = _ordered(world, own_orders(world, "number = ?", p.number)[0])
        return Expectation([added_to_cart(world, *piece) for piece in wanted.items()], never=NOT_ORDERED)

    async def solve(self, person: Person, p: OldOrder) -> None:
        await list_orders(person)
        await person.click(f"Reorder {p.number}", role="button")
        await person.stop()


@dataclass(frozen=True)
class CanceledOrder:
    number: str
    delivery: str
    payment: str


async def with_a_second_thought_about_paying(person: Person, p: CanceledOrder) -> None:
    """From the page of the order; goes back to the cart once, from the last step."""
    await open_order(person, p.number)
    await person.click("Reorder", role="button")
    await person.click("Proceed to checkout")
    await person.check("Parcel Post")
    await person.click("Next", role="button")
    await person.click("Cart: ", role="link")
    await _check_out(person, p)
    await person.stop()


class BuyCanceledAgain(Template[CanceledOrder]):
    """Order again what a canceled order had."""

    id = "arena.shop.buy-canceled-again"
    kind = Kind.DO
    goals = (
        "My order {number} was canceled. Place the same order again, {delivery}. I'll pay by {payment}. No coupon,"
        " note or purchase order number.",
        "Reorder everything from my canceled order {number} and place the order: {delivery}, payment by {payment}."
        " Leave the coupon, note and purchase order number empty.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=10)
    ways = (with_a_second_thought_about_paying,)
    revision = 2

    def pool(self, world: World) -> Sequence[CanceledOrder]:
        """Canceled orders whose goods are still sold, at plain prices."""
        found = []
        for order in own_orders(world, "status = 'canceled'"):
            numbers = list(_ordered(world, order))
            rows = [row for number in numbers for row in world.shop.rows("SELECT * FROM product WHERE id = ?", number)]
            if still_sold(world, order.id) and len(without_offers(world, rows)) == len(numbers):
                found += [CanceledOrder(order.number, *methods) for methods in _methods(world)]
        return found

    def expect(self, world: World, p: CanceledOrder) -> Expectation:
        wanted = _ordered(world, own_orders(world, "number = ?", p.number)[0])
        return Expectation(placed_order(world, wanted, *_codes(world, p.delivery, p.payment)))

    async def solve(self, person: Person, p: CanceledOrder) -> None:
        await list_orders(person)
        await person.click(f"Reorder {p.number}", role="button")
        await _check_out(person, p)
        await person.stop()


@dataclass(frozen=True)
class WithCoupon:
    product: str
    coupon: str


def _coupons(world: World, usable: bool) -> list[Row]:
    """Coupons that the customer can use today for goods of enough worth, or that cannot be used any more."""
    me = customer(world)
    today = world.clock.today().isoformat()
    if not usable:
        return world.shop.rows(
            "SELECT * FROM cart_rule WHERE active AND coupon IS NOT NULL AND to_date < ? ORDER BY id", today
        )
    return world.shop.rows(
        "SELECT cart_rule.*, coalesce((SELECT max(CAST(value AS INTEGER)) FROM cart_rule_condition"
        "  WHERE rule_id = cart_rule.id AND subject = 'subtotal'), 0) AS worth FROM cart_rule"
        " WHERE active AND coupon IS NOT NULL AND coalesce(from_date, '') <= ?1 AND coalesce(to_date, '9999') >= ?1"
        " AND id IN (SELECT rule_id FROM cart_rule_group WHERE group_id = ?2)"
        " AND action IN ('by_percent', 'cart_fixed') AND uses_per_coupon IS NULL AND NOT EXISTS (SELECT 1"
        "  FROM cart_rule_condition WHERE rule_id = cart_rule.id AND (subject, operator) <> ('subtotal', 'at least'))"
        " AND (uses_per_customer IS NULL OR uses_per_customer > (SELECT count(*) FROM orders WHERE customer_id = ?3"
        "  AND orders.coupon = cart_rule.coupon AND status <> 'canceled')) ORDER BY id",
        today,
        me.group_id,
        me.id,
    )


async def in_small_letters(person: Person, p: WithCoupon) -> None:
    """Typed in small letters, with a blank behind; tried, removed and used after all."""
    await _try_coupon(person, WithCoupon(p.product, f"{p.coupon.lower()} "))
    await person.click("Remove coupon", role="button")
    await person.fill("Coupon code", p.coupon.lower())
    await person.submit("Coupon code")
    await person.stop()


class UseCoupon(Template[WithCoupon]):
    """Put a product into the cart and use a coupon."""

    id = "arena.shop.use-coupon"
    kind = Kind.DO
    goals = (
        "Put one “{product}” in my cart and apply the coupon {coupon}. Don't place the order.",
        "Add one “{product}” to my cart, then use the coupon code {coupon}, but don't check out yet.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    ways = (in_small_letters,)
    revision = 2
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    twin = "arena.shop.apply-coupon"

    def pool(self, world: World) -> Sequence[WithCoupon]:
        goods = without_offers(world, plain_goods(world, "in_stock AND qty > 0"))
        coupons = _coupons(world, usable=True)
        return [
            WithCoupon(row.name, coupon.coupon)
            for place, coupon in enumerate(coupons)
            for row in [row for row in goods if row.price >= coupon.worth][place :: 16 * len(coupons)]
        ]

    def expect(self, world: World, p: WithCoupon) -> Expectation:
        number = world.shop.value("SELECT id FROM product WHERE name = ? AND type = 'simple'", p.product)
        applied = Update("shop", "cart", key=(cart_id(world),), values={"coupon": p.coupon})
        return Expectation([added_to_cart(world, number, 1), applied], never=NOT_ORDERED)

    async def solve(self, person: Person, p: WithCoupon) -> None:
        await _try_coupon(person, p)
        if not person.sees(f"{p.coupon} was applied"):
            raise Lost(f"the coupon {p.coupon} was refused")
        await person.stop()


class UseExpiredCoupon(Template[WithCoupon]):
    """Put a product into the cart and use a coupon that has expired."""

    id = "arena.shop.apply-coupon"
    kind = Kind.DO
    goals = UseCoupon.goals
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
    alone = ("shop",)
    accounts = OFFICE_CLOSED
    achievable = False
    twin = "arena.shop.use-coupon"
    revision = 3

    def pool(self, world: World) -> Sequence[WithCoupon]:
        goods = plain_goods(world, "in_stock AND qty > 0")
        coupons = _coupons(world, usable=False)
        return [
            WithCoupon(row.name, coupon.coupon)
            for place, coupon in enumerate(coupons)
            for row in goods[place :: 16 * len(coupons)]
        ]

    def expect(self, world: World, p: WithCoupon) -> Expectation:
        number = world.shop.value("SELECT id FROM product WHERE name = ? AND type = 'simple'", p.product)
        in_cart = added_to_cart(world, number, 1)
        return Expectation(allowed=[Allow("a coupon can only be tried with something in the cart", in_cart.fits)])

    def obstacle(self, world: World, p: WithCoupon) -> Obstacle:
        return Obstacle(Reason.INVALID, (p.coupon,))

    async def solve(self, person: Person, p: WithCoupon) -> None:
        await _try_coupon(person, p)
        if not person.sees("cannot be used"):
            raise Lost(f"the coupon {p.coupon} was taken after all")
        await person.infeasible(f"The coupon {p.coupon} cannot be used any more.")


async def _try_coupon(person: Person, p: WithCoupon) -> None:
    """Seven actions."""
    await open_product(person, p.product)
    await person.click("Add to Cart", role="button")
    await person.click("Cart: ", role="link")
    await person.fill("Coupon code", p.coupon)
    await person.click("Apply coupon", role="button")
