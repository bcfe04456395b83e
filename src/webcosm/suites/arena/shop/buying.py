"""Tasks on the storefront: placing orders, ordering again, coupons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Allow, Expectation, Update
from webcosm.suites.arena.shop._goods import open_product
from webcosm.suites.arena.shop._moves import check_out, list_orders
from webcosm.suites.arena.shop._rows import (
    OFFICE_CLOSED,
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


def _methods(world: World) -> list[tuple[str, str]]:
    """All ways to ship with all ways to pay that need no card, by name."""
    shipping = world.shop.values(
        "SELECT carrier || ' - ' || title FROM shipping_method WHERE active ORDER BY position, id"
    )
    payment = world.shop.values(
        "SELECT title FROM payment_method WHERE active AND code <> 'card' ORDER BY position, id"
    )
    return [(one, other) for one in shipping for other in payment]


def _codes(world: World, shipping: str, payment: str) -> tuple[str, str]:
    return (
        world.shop.value("SELECT code FROM shipping_method WHERE carrier || ' - ' || title = ?", shipping),
        world.shop.value("SELECT code FROM payment_method WHERE title = ?", payment),
    )


def _ordered(world: World, order: Row) -> dict[int, int]:
    """What an order holds, product to quantity."""
    wanted: dict[int, int] = {}
    for item in world.shop.rows("SELECT product_id, qty FROM order_item WHERE order_id = ? ORDER BY id", order.id):
        wanted[item.product_id] = wanted.get(item.product_id, 0) + item.qty
    return wanted


@dataclass(frozen=True)
class Order:
    qty: int
    product: str
    shipping: str
    payment: str


class BuyProduct(Template[Order]):
    """Order a product."""

    id = "arena.shop.buy-product"
    kind = Kind.DO
    goals = (
        "Order {qty} × “{product}” for me and have it sent to my default address by “{shipping}”. I pay by “{payment}”."
        " No note, no coupon, no reference number.",
        "Buy “{product}”, quantity {qty}: shipping method “{shipping}”, payment method “{payment}”, to my default"
        " shipping address. Place the order, without a coupon, note or reference number.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=12)

    def pool(self, world: World) -> Sequence[Order]:
        methods = _methods(world)
        goods = without_offers(world, plain_goods(world, "in_stock AND qty >= 4"))[::9]
        return [Order(1 + row.id % 3, row.name, *methods[place % len(methods)]) for place, row in enumerate(goods)]

    def expect(self, world: World, p: Order) -> Expectation:
        number = world.shop.value("SELECT id FROM product WHERE name = ? AND type = 'simple'", p.product)
        return Expectation(placed_order(world, {number: p.qty}, *_codes(world, p.shipping, p.payment)))

    async def solve(self, person: Person, p: Order) -> None:
        await open_product(person, p.product)
        await person.fill("Quantity", str(p.qty))
        await person.click("Add to Cart", role="button")
        await person.click("Cart: ", role="link")
        await check_out(person, p.shipping, p.payment)
        await person.stop()


@dataclass(frozen=True)
class OldOrder:
    number: str


class ReorderIntoCart(Template[OldOrder]):
    """Put everything of an old order into the cart."""

    id = "arena.shop.reorder-into-cart"
    kind = Kind.DO
    goals = (
        "Put everything from my order {number} into the cart again, in the same quantities. Do not order yet.",
        "I want the same things as in order {number} once more. Fill my cart with them, but leave it at that.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[OldOrder]:
        return [OldOrder(order.number) for order in own_orders(world) if still_sold(world, order.id)]

    def expect(self, world: World, p: OldOrder) -> Expectation:
        wanted = _ordered(world, own_orders(world, "number = ?", p.number)[0])
        return Expectation([added_to_cart(world, product, qty) for product, qty in wanted.items()])

    async def solve(self, person: Person, p: OldOrder) -> None:
        await list_orders(person)
        await person.click(f"Reorder {p.number}", role="button")
        await person.stop()


@dataclass(frozen=True)
class CanceledOrder:
    number: str
    shipping: str
    payment: str


class BuyCanceledAgain(Template[CanceledOrder]):
    """Order again what a canceled order had."""

    id = "arena.shop.buy-canceled-again"
    kind = Kind.DO
    goals = (
        "My order {number} was canceled. Place the same order again, to my default shipping address, with shipping"
        " method “{shipping}” and payment method “{payment}”. Use no coupon and leave no note.",
        "Order everything from my canceled order {number} once more: by “{shipping}” to my default address, paid by"
        " “{payment}”, without coupon, note or reference number.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=10)

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
        return Expectation(placed_order(world, wanted, *_codes(world, p.shipping, p.payment)))

    async def solve(self, person: Person, p: CanceledOrder) -> None:
        await list_orders(person)
        await person.click(f"Reorder {p.number}", role="button")
        await check_out(person, p.shipping, p.payment)
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


class UseCoupon(Template[WithCoupon]):
    """Put a product into the cart and use a coupon."""

    id = "arena.shop.use-coupon"
    kind = Kind.DO
    goals = (
        "Put one “{product}” into my cart and apply the coupon {coupon}. Do not place the order.",
        "Add “{product}” (one piece) to the cart, then redeem the coupon code {coupon} there and leave it at that.",
    )
    sites = ("shop",)
    difficulty = Difficulty(actions=8)
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
        return Expectation([added_to_cart(world, number, 1), applied])

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
    revision = 2

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
