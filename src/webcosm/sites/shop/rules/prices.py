"""What things cost: the least of the price, the special price within its dates, and what catalog rules make of it.

A rule price begins with the regular price and goes through the rules in the order of their priority, each acting on
what the one before left over, until one stops further ones. All of it is one SQL expression, so that a page, a list
sorted by price and a cart can never disagree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from webcosm.sites.kit import Request
from webcosm.worlds import Database, Row

__all__ = [
    "GUESTS",
    "NO_TAX",
    "Price",
    "PriceRange",
    "category_tree",
    "group_of",
    "item_price_sql",
    "price_of",
    "price_range",
    "price_ranges",
    "price_sql",
    "regular_and_special_sql",
    "touched_products",
    "with_tax",
]

GUESTS = 1
"""The customer group of everybody who is not signed in."""
NO_TAX: Mapping[int, int] = MappingProxyType({})
"""Rates by tax class, in hundredths of a percent, for prices that are shown without tax."""


@dataclass(frozen=True)
class Price:
    """Of one thing that can be bought, in cents."""

    regular: int
    final: int

    @property
    def reduced(self) -> bool:
        return self.final < self.regular


@dataclass(frozen=True)
class PriceRange:
    """From the cheapest to the dearest variant by final price; twice the same for a simple product."""

    lowest: Price
    highest: Price
    available: bool
    """Whether anything of it is in stock."""

    @property
    def single(self) -> bool:
        return self.lowest.final == self.highest.final


def group_of(request: Request) -> int:
    """The customer group whose prices the visitor sees."""
    return int(request.user.group_id) if request.user else GUESTS


def price_of(db: Database, product: Row, group_id: int, today: date) -> Price:
    """Of a simple product or a variant."""
    final = db.value(f"SELECT {item_price_sql(db, group_id, today)} FROM product WHERE id = ?", product.id)
    return Price(product.price, product.price if final is None else final)


def with_tax(cents: int, percent: int) -> int:
    """A price with its tax, which is rounded half up to the cent; the rate is in hundredths of a percent."""
    return cents + (cents * percent + 5_000) // 10_000


def price_range(
    db: Database, product: Row, group_id: int, today: date, rates: Mapping[int, int] = NO_TAX
) -> PriceRange:
    """Of any product; of a configurable one over its enabled variants."""
    return price_ranges(db, [product.id], group_id, today, rates)[product.id]


def price_ranges(
    db: Database, product_ids: Sequence[int], group_id: int, today: date, rates: Mapping[int, int] = NO_TAX
) -> dict[int, PriceRange]:
    """Of several products at once. A configurable product without enabled variants has its own price and no stock."""
    own = item_price_sql(db, group_id, today)
    ids = json.dumps(list(product_ids))
    items: dict[int, list[tuple[Price, bool]]] = {}
    found = db.rows(
        f"SELECT id AS owner, tax_class_id, price, {own} AS final, in_stock AND qty > 0 AS available FROM product"
        " WHERE id IN (SELECT value FROM json_each(:ids)) AND type <> 'configurable'"
        f" UNION ALL SELECT parent_id, tax_class_id, price, {own}, in_stock AND qty > 0 FROM product"
        " WHERE parent_id IN (SELECT value FROM json_each(:ids)) AND enabled",
        {"ids": ids},
    )
    for row in found:
        rate = rates.get(row.tax_class_id, 0)
        price = Price(with_tax(row.price, rate), with_tax(row.final, rate))
        items.setdefault(row.owner, []).append((price, bool(row.available)))
    bare = [number for number in product_ids if number not in items]
    sql = "SELECT id, tax_class_id, price FROM product WHERE id IN (SELECT value FROM json_each(?))"
    for row in db.rows(sql, json.dumps(bare)):
        own_price = with_tax(row.price, rates.get(row.tax_class_id, 0))
        items[row.id] = [(Price(own_price, own_price), False)]
    return {number: _range(of_product) for number, of_product in items.items()}


def _range(items: Sequence[tuple[Price, bool]]) -> PriceRange:
    prices = [price for price, _ in items]
    return PriceRange(
        min(prices, key=lambda price: (price.final, price.regular)),
        max(prices, key=lambda price: (price.final, price.regular)),
        any(available for _, available in items),
    )


# As SQL ---------------------------------------------------------------------------------------------------------------


def price_sql(db: Database, group_id: int, today: date, rates: Mapping[int, int] = NO_TAX) -> str:
    """The final price of a row of ``product``, which the query must call by that name.

    Of a configurable product it is the least of its enabled variants'.
    """
    return _least_sql(
        lambda alias: _taxed_sql(item_price_sql(db, group_id, today, alias), alias, rates),
        _taxed_sql("product.price", "product", rates),
    )


def item_price_sql(db: Database, group_id: int, today: date, alias: str = "product") -> str:
    """The final price of a simple product or variant in a query that calls its row ``alias``."""
    before_rules = f"{alias}.price, {_special_sql(today, alias)}"
    rules = _rules(db, group_id, today)
    if not rules:
        return f"min({before_rules})"
    steps = f"SELECT {alias}.price AS price, 0 AS done"
    for rule in rules:
        applies = f"NOT done AND {rule.applies_to(alias)}"
        # The OFFSET keeps SQLite from folding the steps into one expression, which would double with every rule.
        steps = (
            f"SELECT CASE WHEN {applies} THEN {rule.effect('price')} ELSE price END AS price,"
            f" done OR ({int(rule.stops)} AND {applies}) AS done FROM ({steps} LIMIT 1 OFFSET 0)"
        )
    return f"min({before_rules}, (SELECT price FROM ({steps} LIMIT 1 OFFSET 0)))"


def _taxed_sql(price: str, alias: str, rates: Mapping[int, int]) -> str:
    """:func:`with_tax` in SQL."""
    if not rates:
        return price
    percents = " ".join(f"WHEN {tax_class:d} THEN {percent:d}" for tax_class, percent in rates.items())
    percent = f"CASE {alias}.tax_class_id {percents} ELSE 0 END"
    return f"(SELECT price + (price * {percent} + 5000) / 10000 FROM (SELECT {price} AS price LIMIT 1 OFFSET 0))"


def regular_and_special_sql(today: date) -> str:
    """Like :func:`price_sql`, but without catalog rules."""
    return _least_sql(lambda alias: f"min({alias}.price, {_special_sql(today, alias)})")


def _special_sql(today: date, alias: str) -> str:
    """The special price on its days, else the regular one."""
    day = _text(today.isoformat())
    return (
        f"CASE WHEN {alias}.special_price IS NOT NULL AND coalesce({alias}.special_from, '') <= {day}"
        f" AND coalesce({alias}.special_to, '9999') >= {day} THEN {alias}.special_price ELSE {alias}.price END"
    )


def _least_sql(of_item: Callable[[str], str], bare: str = "product.price") -> str:
    """Of a configurable product the least of its enabled variants (``bare`` if it has none), of another its own."""
    least = f"SELECT min({of_item('item')}) FROM product AS item WHERE item.parent_id = product.id AND item.enabled"
    return f"CASE WHEN product.type = 'configurable' THEN coalesce(({least}), {bare}) ELSE {of_item('product')} END"


def touched_products(db: Database, group_id: int, today: date) -> list[int] | None:
    """Products (no variants) whose price, or a variant's, a rule may change; None if it may be any."""
    found: set[int] = set()
    for rule in _rules(db, group_id, today):
        ids = rule.may_touch(db)
        if ids is None:
            return None
        found.update(ids)
    return sorted(found)


@dataclass(frozen=True)
class _Rule:
    action: str
    amount: int
    stops: bool
    conditions: tuple[tuple[str, str, str], ...]
    """(subject, operator, value); all must hold."""
    categories: dict[str, str]
    """A category's id to the SQL list of it and those below it."""

    def effect(self, price: str) -> str:
        match self.action:
            case "by_percent":
                return f"({price} * max(0, {10_000 - self.amount}) + 5000) / 10000"
            case "to_percent":
                return f"({price} * {self.amount} + 5000) / 10000"
            case "by_fixed":
                return f"max(0, {price} - {self.amount})"
            case _:
                return str(self.amount)

    def applies_to(self, alias: str) -> str:
        return " AND ".join(self._condition(alias, *condition) for condition in self.conditions) or "1"

    def _condition(self, alias: str, subject: str, operator: str, value: str) -> str:
        match subject:
            case "category":
                holds = (
                    f"EXISTS (SELECT 1 FROM product_category AS placed WHERE placed.product_id IN ({alias}.id,"
                    f" {alias}.parent_id) AND placed.category_id IN ({self.categories[value]}))"
                )
            case "brand":
                holds = f"{alias}.brand = {_text(value)}"
            case "sku":
                parent = f"(SELECT whole.sku FROM product AS whole WHERE whole.id = {alias}.parent_id)"
                holds = f"coalesce({_text(value)} IN ({alias}.sku, {parent}), 0)"
            case _:
                holds = f"{alias}.attribute_set_id = {_number(value)}"
        return holds if operator == "is" else f"NOT ({holds})"

    def may_touch(self, db: Database) -> list[int] | None:
        """Generous: by one condition that names its products; None if there is none such."""
        for subject, operator, value in self.conditions:
            if operator == "is" and subject == "category":
                below = self.categories[value]
                return db.values(f"SELECT product_id FROM product_category WHERE category_id IN ({below})")
            if operator == "is" and subject == "sku":
                return db.values("SELECT coalesce(parent_id, id) FROM product WHERE sku = ?", value)
            if operator == "is" and subject == "brand":
                return db.values("SELECT coalesce(parent_id, id) FROM product WHERE brand = ?", value)
        return None


def _rules(db: Database, group_id: int, today: date) -> list[_Rule]:
    """The catalog rules in force for a group at the storefront's website, which is the first."""
    day = today.isoformat()
    found = db.rows(
        "SELECT rule.id, rule.action, rule.amount, rule.stop_further FROM catalog_rule AS rule"
        " JOIN catalog_rule_group AS entitled ON entitled.rule_id = rule.id AND entitled.group_id = ?"
        " WHERE rule.active AND coalesce(rule.from_date, '') <= ? AND coalesce(rule.to_date, '9999') >= ?"
        " AND EXISTS (SELECT 1 FROM catalog_rule_website AS place WHERE place.rule_id = rule.id"
        "  AND place.website_id = (SELECT min(id) FROM website))"
        " ORDER BY rule.priority, rule.id",
        group_id,
        day,
        day,
    )
    rules = []
    for row in found:
        conditions = tuple(
            (condition.subject, condition.operator, condition.value)
            for condition in db.rows("SELECT * FROM catalog_rule_condition WHERE rule_id = ? ORDER BY id", row.id)
        )
        below = {
            value: ", ".join(map(str, category_tree(db, int(_number(value))))) or "-1"
            for subject, _, value in conditions
            if subject == "category"
        }
        rules.append(_Rule(row.action, row.amount, bool(row.stop_further), conditions, below))
    return rules


def category_tree(db: Database, category_id: int) -> list[int]:
    """A category and those below it."""
    return db.values(
        "WITH RECURSIVE tree (id) AS (SELECT id FROM category WHERE id = ?"
        " UNION SELECT category.id FROM category JOIN tree ON category.parent_id = tree.id)"
        " SELECT id FROM tree ORDER BY id",
        category_id,
    )


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _number(value: str) -> str:
    """A number out of a rule that the back office wrote; one that is none fits nothing."""
    return value if value.isascii() and value.isdigit() and len(value) < 18 else "-1"
