"""What reports must say, worked out in plain Python from all rows of the shop: no SQL but reading whole tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.worlds import Database, Row

__all__ = ["Ask", "Ledger", "amount"]

Line = tuple[str, ...]
Answer = tuple[list[Line], Line]
"""The rows of a report in its order, and its totals, as its file writes them."""


@dataclass(frozen=True)
class Ask:
    begin: str
    end: str
    period: str = "month"
    statuses: tuple[str, ...] = ()
    by: str = "created"

    @property
    def digits(self) -> int:
        return {"day": 10, "month": 7, "year": 4}[self.period]

    def within(self, stamp: str) -> bool:
        return self.begin <= stamp[:10] <= self.end

    def counts(self, order: Row) -> bool:
        return order.status in self.statuses if self.statuses else order.status != "canceled"


def amount(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


class Ledger:
    def __init__(self, db: Database) -> None:
        self.db = db
        self.orders = {row.id: row for row in db.rows("SELECT * FROM orders")}
        self.products = {row.id: row for row in db.rows("SELECT * FROM product")}
        self.items = db.rows("SELECT * FROM order_item")
        self.of_order: dict[int, list[Row]] = defaultdict(list)
        for item in self.items:
            self.of_order[item.order_id].append(item)
        self.invoices = [row for row in db.rows("SELECT * FROM invoice") if row.status == "paid"]
        self.memos = db.rows("SELECT * FROM credit_memo")

    def chosen(self, ask: Ask) -> list[Row]:
        return [order for order in self.orders.values() if ask.within(order[ask.by]) and ask.counts(order)]

    # The engine -----------------------------------------------------------------------------------------------------

    def _grouped(self, ask: Ask, pairs: Iterable[tuple[str, Any, Any]]) -> dict[str, dict[Any, list[Any]]]:
        """(stamp, group, thing) -> period -> group -> things"""
        found: dict[str, dict[Any, list[Any]]] = defaultdict(lambda: defaultdict(list))
        for stamp, group, thing in pairs:
            found[stamp[: ask.digits]][group].append(thing)
        return found

    def _plain(
        self, ask: Ask, pairs: Sequence[tuple[str, Any]], figures: Callable[[list[Any]], Line], blank: int = 0
    ) -> Answer:
        grouped = self._grouped(ask, [(stamp, None, thing) for stamp, thing in pairs])
        lines = [(period, *figures(grouped[period][None])) for period in sorted(grouped)]
        return lines, ("Total", *[""] * blank, *figures([thing for _, thing in pairs]))

    # Reports --------------------------------------------------------------------------------------------------------

    def report_orders(self, ask: Ask) -> Answer:
        canceled_too = not ask.statuses or "canceled" in ask.statuses
        pairs = [
            (order[ask.by], order)
            for order in self.orders.values()
            if ask.within(order[ask.by]) and (ask.counts(order) or (canceled_too and order.status == "canceled"))
        ]

        def figures(orders: list[Row]) -> Line:
            counted = [order for order in orders if ask.counts(order)]
            ids = {order.id for order in counted}
            sums = [
                sum(order.total for order in counted),
                sum(row.total for row in self.invoices if row.order_id in ids),
                sum(row.total for row in self.memos if row.order_id in ids),
                *(sum(order[name] for order in counted) for name in ("tax", "shipping", "discount")),
                sum(order.total for order in orders if order.status == "canceled"),
            ]
            pieces = sum(item.qty for number in ids for item in self.of_order[number])
            return str(len(counted)), str(pieces), *map(amount, sums)

        return self._plain(ask, pairs, figures)

    def report_tax(self, ask: Ask) -> Answer:
        rates = {(row.region, row.tax_class_id): row for row in self.db.rows("SELECT * FROM tax_rate")}
        regions = {
            row.order_id: row.region for row in self.db.rows("SELECT * FROM order_address") if row.kind == "shipping"
        }
        pairs = []
        for order in self.chosen(ask):
            for item in self.of_order[order.id]:
                if item.tax:
                    goods = self.products.get(item.product_id)
                    rate = rates.get((regions[order.id], goods.tax_class_id)) if goods else None
                    group = (rate.name, amount(rate.percent)) if rate else ("No rate any more", "")
                    pairs.append((order[ask.by], group, (order.id, item.tax)))

        def figures(things: list[tuple[int, int]]) -> Line:
            return str(len({number for number, _ in things})), amount(sum(tax for _, tax in things))

        grouped = self._grouped(ask, pairs)
        lines = [
            (period, *group, *figures(grouped[period][group]))
            for period in sorted(grouped)
            for group in sorted(grouped[period])
        ]
        return lines, ("Total", "", "", *figures([thing for _, _, thing in pairs]))

    def _documents(self, ask: Ask, rows: Sequence[Row], own: str, columns: Sequence[str]) -> Answer:
        pairs = []
        for row in rows:
            order = self.orders[row.order_id]
            stamp = row.created if ask.by == own else order.created
            if ask.within(stamp) and ask.counts(order):
                pairs.append((stamp, row))

        def figures(found: list[Row]) -> Line:
            sums = [amount(sum(row[name] for row in found)) for name in columns]
            return str(len(found)), str(len({row.order_id for row in found})), *sums

        return self._plain(ask, pairs, figures)

    def report_invoiced(self, ask: Ask) -> Answer:
        return self._documents(ask, self.invoices, "invoice", ("subtotal", "discount", "shipping", "tax", "total"))

    def report_refunds(self, ask: Ask) -> Answer:
        columns = ("subtotal", "discount", "shipping", "tax", "adjustment", "total")
        return self._documents(ask, self.memos, "memo", columns)

    def report_shipping(self, ask: Ask) -> Answer:
        def figures(orders: list[Row]) -> Line:
            ids = {order.id for order in orders}
            invoiced = sum(row.shipping for row in self.invoices if row.order_id in ids)
            return str(len(orders)), amount(sum(order.shipping for order in orders)), amount(invoiced)

        orders = self.chosen(ask)
        grouped = self._grouped(ask, [(order[ask.by], order.shipping_title, order) for order in orders])
        lines = [
            (period, method, *figures(grouped[period][method]))
            for period in sorted(grouped)
            for method in sorted(grouped[period])
        ]
        return lines, ("Total", "", *figures(orders))

    def report_coupons(self, ask: Ask) -> Answer:
        names = {row.coupon.upper(): row.name for row in self.db.rows("SELECT * FROM cart_rule") if row.coupon}

        def figures(orders: list[Row]) -> Line:
            sums = [amount(sum(order[name] for order in orders)) for name in ("subtotal", "discount", "total")]
            return str(len(orders)), *sums

        orders = [order for order in self.chosen(ask) if order.coupon]
        grouped = self._grouped(ask, [(order[ask.by], order.coupon.upper(), order) for order in orders])
        lines = []
        for period in sorted(grouped):
            for code, found in sorted(grouped[period].items()):
                shown = min(order.coupon for order in found)
                lines.append((period, shown, names.get(code, "No rule any more"), *figures(found)))
        return lines, ("Total", "", "", *figures(orders))

    def _sold(self, ask: Ask) -> list[tuple[str, Any, Row]]:
        """Items under the product that lists show; one that was deleted under its name."""
        found = []
        for order in self.chosen(ask):
            for item in self.of_order[order.id]:
                goods = self.products.get(item.product_id)
                listed = self.products[goods.parent_id] if goods and goods.parent_id else goods
                group = (0, listed.id, "") if listed else (1, 0, item.name)
                found.append((order[ask.by], group, item))
        return found

    def _ranked(self, ask: Ask) -> list[tuple[str, list[tuple[Any, list[Row]]]]]:
        grouped = self._grouped(ask, self._sold(ask))
        return [
            (period, sorted(grouped[period].items(), key=lambda one: (-sum(item.qty for item in one[1]), one[0])))
            for period in sorted(grouped)
        ]

    def report_bestsellers(self, ask: Ask) -> Answer:
        lines: list[Line] = []
        pieces = 0
        for period, ranked in self._ranked(ask):
            for (_, number, name), items in ranked[:5]:
                goods = self.products.get(number)
                price = goods.price if goods else max(item.price for item in items)
                qty = sum(item.qty for item in items)
                lines.append((period, goods.name if goods else name, amount(price), str(qty)))
                pieces += qty
        return lines, ("Total", "", "", str(pieces))

    def report_ordered_products(self, ask: Ask) -> Answer:
        def figures(items: list[Row]) -> Line:
            return (
                str(sum(item.qty for item in items)),
                amount(sum(item.row_total for item in items)),
                amount(sum(item.discount for item in items)),
            )

        lines = []
        for period, ranked in self._ranked(ask):
            for (_, number, name), items in ranked:
                goods = self.products.get(number)
                lines.append(
                    (period, goods.name if goods else name, goods.sku if goods else items[0].sku, *figures(items))
                )
        return lines, ("Total", "", "", *figures([item for _, _, item in self._sold(ask)]))

    def report_product_views(self, ask: Ask) -> Answer:
        seen = [row for row in self.db.rows("SELECT * FROM product_view") if ask.within(row.day)]
        grouped = self._grouped(ask, [(row.day, row.product_id, row.views) for row in seen])
        lines: list[Line] = []
        total = 0
        for period in sorted(grouped):
            ranked = sorted(grouped[period].items(), key=lambda one: (-sum(one[1]), one[0]))
            for number, views in ranked[:5]:
                goods = self.products[number]
                lines.append((period, goods.name, amount(goods.price), str(sum(views))))
                total += sum(views)
        return lines, ("Total", "", "", str(total))

    def _customers(self, ask: Ask, key: Callable[[list[Row]], tuple[int, ...]]) -> Answer:
        people = {row.id: row for row in self.db.rows("SELECT * FROM customer")}

        def figures(orders: list[Row]) -> Line:
            total = sum(order.total for order in orders)
            average = int(total / len(orders) + 0.5) if orders else 0
            return str(len(orders)), amount(average), amount(total)

        orders = [order for order in self.chosen(ask) if order.customer_id]
        grouped = self._grouped(ask, [(order[ask.by], order.customer_id, order) for order in orders])
        lines = []
        for period in sorted(grouped):
            for number, found in sorted(grouped[period].items(), key=lambda one: (*key(one[1]), one[0])):
                who = people[number]
                lines.append((period, f"{who.first_name} {who.last_name}", who.email, *figures(found)))
        return lines, ("Total", "", "", *figures(orders))

    def report_customers_by_orders(self, ask: Ask) -> Answer:
        return self._customers(ask, lambda orders: (-len(orders), -sum(order.total for order in orders)))

    def report_customers_by_total(self, ask: Ask) -> Answer:
        return self._customers(ask, lambda orders: (-sum(order.total for order in orders), -len(orders)))

    def report_new_customers(self, ask: Ask) -> Answer:
        pairs = [(row.created, row) for row in self.db.rows("SELECT * FROM customer") if ask.within(row.created)]
        return self._plain(ask, pairs, lambda found: (str(len(found)),))
