"""What goods would cost somebody now: reads products, rules, rates and methods, and leaves the arithmetic to sums."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from webcosm.sites.kit.formats import plural
from webcosm.sites.shop.rules.prices import GUESTS, price_of
from webcosm.sites.shop.rules.sums import Condition, Line, Rule, Shipping, Totals, refusal, totals
from webcosm.worlds import Database, Row

__all__ = [
    "Buyer",
    "Position",
    "Quote",
    "Wanted",
    "buyer_of",
    "cart_wishes",
    "categories_above",
    "coupon_rule",
    "find_goods",
    "payment_methods",
    "quote",
    "rules_in_force",
    "setting_cents",
    "shipping_methods",
    "shortage",
    "tax_rates",
]

WEBSITE = 1
"""The storefront's."""


@dataclass(frozen=True)
class Buyer:
    """Who buys: a customer, or a guest of whom little may be known yet."""

    customer_id: int | None = None
    email: str = ""
    first_name: str = ""
    last_name: str = ""
    group_id: int = GUESTS


@dataclass(frozen=True)
class Wanted:
    """Some pieces of a product that somebody wants; ``item_id`` is its row in a cart, if it is in one."""

    product_id: int
    qty: int
    item_id: int = 0


@dataclass(frozen=True)
class Position:
    """One row of a cart as pages show it."""

    item_id: int
    product: Row
    """With ``title``, ``path`` and ``options`` as :func:`find_goods` gives them."""
    qty: int
    regular: int
    price: int
    row_total: int
    discount: int
    tax: int
    problem: str | None
    """Why it cannot be ordered like this."""


@dataclass(frozen=True)
class Quote:
    positions: tuple[Position, ...]
    totals: Totals
    coupon: str
    """The coupon that was entered, as its rule writes it."""
    coupon_problem: str | None
    """Why that coupon gives nothing; None if it does, or if there is none."""
    minimum: int
    """What must be bought at least, in cents; 0 for no such rule."""

    @property
    def pieces(self) -> int:
        return sum(position.qty for position in self.positions)

    @property
    def problems(self) -> list[str]:
        """All that keeps it from being ordered."""
        found = [position.problem for position in self.positions if position.problem]
        if self.positions and self.short_of_minimum:
            found.append(f"The minimum order is ${self.minimum // 100:,}.{self.minimum % 100:02d}.")
        return found

    @property
    def short_of_minimum(self) -> int:
        return max(0, self.minimum - (self.totals.subtotal - self.totals.discount))


def buyer_of(customer: Row | None) -> Buyer:
    if customer is None:
        return Buyer()
    return Buyer(customer.id, customer.email, customer.first_name, customer.last_name, customer.group_id)


# Goods ----------------------------------------------------------------------------------------------------------------

GOODS = """
    SELECT product.*,
      coalesce(parent.name, product.name) AS title,
      coalesce(parent.url_key, product.url_key) AS path,
      coalesce(parent.id, product.id) AS shown_id,
      product.enabled AND coalesce(parent.enabled, 1) AS offered,
      coalesce((
        SELECT group_concat(attribute.label || ': ' || attribute_option.label, '; ' ORDER BY product_axis.position)
        FROM product_axis
        JOIN product_option USING (attribute_id)
        JOIN attribute ON attribute.id = product_axis.attribute_id
        JOIN attribute_option ON attribute_option.id = product_option.option_id
        WHERE product_axis.product_id = product.parent_id AND product_option.product_id = product.id
      ), '') AS options
    FROM product LEFT JOIN product AS parent ON parent.id = product.parent_id
    WHERE product.id = ?
"""


def find_goods(db: Database, product_id: int) -> Row | None:
    """A product with the ``title``, ``path`` and ``shown_id`` it is shown under (a variant: its parent's), ``options``
    in words, and whether it is ``offered``."""
    return db.row(GOODS, product_id)


def shortage(goods: Row, qty: int) -> str | None:
    """Why so many of it cannot be bought, or None."""
    name = f"{goods.title} ({goods.options})" if goods.options else goods.title
    if not goods.offered or goods.type == "configurable":
        return f"{name} is no longer sold."
    if not goods.in_stock or goods.qty <= 0:
        return f"{name} is out of stock."
    if qty > goods.qty:
        verb = "is" if goods.qty == 1 else "are"
        return f"Only {plural(goods.qty, 'piece')} of {name} {verb} left."
    return None


def cart_wishes(db: Database, cart_id: int) -> list[Wanted]:
    rows = db.rows("SELECT * FROM cart_item WHERE cart_id = ? ORDER BY id", cart_id)
    return [Wanted(row.product_id, row.qty, row.id) for row in rows]


CATEGORIES = """
    WITH RECURSIVE above (id) AS (
      SELECT category_id FROM product_category WHERE product_id IN (?1, ?2)
      UNION SELECT parent_id FROM category JOIN above USING (id) WHERE parent_id IS NOT NULL
    )
    SELECT id FROM above
"""


def categories_above(db: Database, product_id: int, shown_id: int | None = None) -> frozenset[int]:
    """The product's categories, those of the product it is shown under, and all categories above them."""
    return frozenset(db.values(CATEGORIES, product_id, product_id if shown_id is None else shown_id))


def _line(db: Database, goods: Row, qty: int, price: int) -> Line:
    return Line(
        product_id=goods.id,
        sku=goods.sku,
        brand=goods.brand,
        category_ids=categories_above(db, goods.id, goods.shown_id),
        qty=qty,
        price=price,
        weight=goods.weight,
        tax_class_id=goods.tax_class_id,
    )


# Rules ----------------------------------------------------------------------------------------------------------------


def rules_in_force(db: Database, today: date, buyer: Buyer, coupon: str = "") -> list[Rule]:
    """The automatic rules of the day for the buyer's group, and that of the coupon if it may be used."""
    automatic = db.rows(
        "SELECT * FROM cart_rule WHERE coupon IS NULL AND active AND coalesce(from_date, '') <= ?1"
        " AND coalesce(to_date, '9999-12-31') >= ?1"
        " AND id IN (SELECT rule_id FROM cart_rule_group WHERE group_id = ?2)"
        f" AND id IN (SELECT rule_id FROM cart_rule_website WHERE website_id = {WEBSITE}) ORDER BY id",
        today.isoformat(),
        buyer.group_id,
    )
    rules = [rule for row in automatic if (rule := _rule(db, row))]
    found, problem = coupon_rule(db, today, buyer, coupon)
    return [*rules, found] if found and not problem else rules


def coupon_rule(db: Database, today: date, buyer: Buyer, coupon: str) -> tuple[Rule | None, str | None]:
    """The rule of a coupon code, in whatever case it was typed, and why this buyer cannot use it today."""
    typed = coupon.strip()
    if not typed:
        return None, None
    row = db.row("SELECT * FROM cart_rule WHERE upper(coupon) = upper(?)", typed)
    rule = _rule(db, row) if row else None
    if row is None or rule is None or not row.active:
        return None, "there is no such coupon"
    return rule, _coupon_problem(db, row, today.isoformat(), buyer)


def _coupon_problem(db: Database, row: Row, today: str, buyer: Buyer) -> str | None:
    if row.from_date and row.from_date > today:
        return f"it is valid from {row.from_date}"
    if row.to_date and row.to_date < today:
        return f"it expired on {row.to_date}"
    if not db.value("SELECT 1 FROM cart_rule_website WHERE rule_id = ? AND website_id = ?", row.id, WEBSITE):
        return "it is not for this store"
    if not db.value("SELECT 1 FROM cart_rule_group WHERE rule_id = ? AND group_id = ?", row.id, buyer.group_id):
        return "it is not for your customer group"
    used = "SELECT count(*) FROM orders WHERE upper(coupon) = upper(?) AND status <> 'canceled'"
    if row.uses_per_coupon is not None and db.value(used, row.coupon) >= row.uses_per_coupon:
        return "it was used as often as it may be"
    if row.uses_per_customer is not None:
        own = db.value(f"{used} AND (customer_id = ? OR email = ?)", row.coupon, buyer.customer_id, buyer.email)
        if own >= row.uses_per_customer:
            return "you have used it as often as you may"
    return None


def _rule(db: Database, row: Row) -> Rule | None:
    """A stored rule; None for one that makes no sense, which then does nothing."""
    stored = db.rows("SELECT * FROM cart_rule_condition WHERE rule_id = ? ORDER BY id", row.id)
    try:
        return Rule(
            id=row.id,
            name=row.name,
            coupon=row.coupon,
            action=row.action,
            amount=row.amount,
            step=row.step,
            free_shipping=bool(row.free_shipping),
            stop_further=bool(row.stop_further),
            priority=row.priority,
            conditions=tuple(Condition(one.subject, one.operator, one.value) for one in stored),
        )
    except ValueError:
        return None


# Rates, methods, settings ---------------------------------------------------------------------------------------------


def tax_rates(db: Database) -> Mapping[tuple[str, int], int]:
    return {(row.region, row.tax_class_id): row.percent for row in db.rows("SELECT * FROM tax_rate")}


def shipping_methods(db: Database) -> dict[str, Row]:
    """Those one can choose, by code; ``label`` is what orders keep."""
    rows = db.rows(
        "SELECT *, carrier || ' - ' || title AS label FROM shipping_method WHERE active ORDER BY position, id"
    )
    return {row.code: row for row in rows}


def payment_methods(db: Database) -> dict[str, Row]:
    return {row.code: row for row in db.rows("SELECT * FROM payment_method WHERE active ORDER BY position, id")}


def setting_cents(db: Database, path: str) -> int:
    """An amount among the settings, in cents; 0 if it is not set or not a number."""
    text = db.value("SELECT value FROM setting WHERE path = ?", path) or ""
    return int(text) if re.fullmatch(r"[0-9]{1,12}", text) else 0


# All together ---------------------------------------------------------------------------------------------------------


def quote(
    db: Database,
    today: date,
    wanted: Sequence[Wanted],
    *,
    buyer: Buyer,
    region: str = "",
    method: str | None = None,
    coupon: str = "",
) -> Quote:
    """What these goods cost this buyer today, shipped to this state by this method (its code)."""
    found = [(one, goods) for one in wanted if (goods := find_goods(db, one.product_id))]
    prices = [price_of(db, goods, buyer.group_id, today) for _, goods in found]
    lines = [_line(db, goods, one.qty, price.final) for (one, goods), price in zip(found, prices, strict=True)]
    row = shipping_methods(db).get(method) if method else None
    result = totals(
        lines,
        region=region,
        rates=tax_rates(db),
        method=Shipping(row.code, row.base, row.per_kg, row.free_from) if row else None,
        rules=rules_in_force(db, today, buyer, coupon),
        tax_exempt=bool(db.value("SELECT tax_exempt FROM customer_group WHERE id = ?", buyer.group_id)),
    )
    positions = tuple(
        Position(
            one.item_id, goods, one.qty, price.regular, price.final, part.row_total, part.discount, part.tax,
            shortage(goods, one.qty),
        )
        for (one, goods), price, part in zip(found, prices, result.lines, strict=True)
    )  # fmt: skip
    rule, problem = coupon_rule(db, today, buyer, coupon)
    if rule and not problem and rule not in result.applied:
        problem = refusal(rule, lines, region) or "another discount of this cart excludes it"
    written = rule.coupon if rule and rule.coupon else coupon.strip()
    return Quote(positions, result, written, problem, setting_cents(db, "sales/minimum_order"))
