"""What the dashboard tells: sales figures, the chart of a range, and short lists. Canceled orders never count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from webcosm.worlds import Database, Row

__all__ = ["RANGES", "Bar", "Chart", "bestsellers", "chart", "last_orders", "lifetime", "most_viewed", "range_figures"]

RANGES: Mapping[str, str] = {
    "24h": "Last 24 hours",
    "7d": "Last 7 days",
    "month": "Current month",
    "year": "Year to date",
    "2y": "Last 2 years",
}
STAMP = "%Y-%m-%d %H:%M:%S"
COUNTS = "status <> 'canceled'"


@dataclass(frozen=True)
class Bar:
    label: str
    """As under the chart; the full one is in the table."""
    name: str
    orders: int
    amount: int


@dataclass(frozen=True)
class Chart:
    """Bars with the heights of their pixels, for a drawing 720 wide."""

    bars: tuple[Bar, ...]
    measure: str

    WIDTH = 720
    HEIGHT = 190

    def value(self, bar: Bar) -> int:
        return bar.amount if self.measure == "amounts" else bar.orders

    @property
    def top(self) -> int:
        """The end of the axis: four even steps of one, two, three or five times a power of ten."""
        highest = max((self.value(bar) for bar in self.bars), default=0)
        step = 100 if self.measure == "amounts" else 1
        while True:
            for factor in (1, 2, 3, 5):
                if 4 * step * factor >= highest:
                    return 4 * step * factor
            step *= 10

    @property
    def pitch(self) -> float:
        return round(self.WIDTH / max(len(self.bars), 1), 2)

    def height(self, bar: Bar) -> float:
        return round(self.HEIGHT * self.value(bar) / self.top, 1)

    def labelled(self, place: int) -> bool:
        """Whether there is room for a bar's label."""
        every = -(-len(self.bars) // 13)
        return place % every == 0


def begin_of(key: str, now: datetime) -> datetime:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    match key:
        case "24h":
            return now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=23)
        case "7d":
            return midnight - timedelta(days=6)
        case "month":
            return midnight.replace(day=1)
        case "year":
            return midnight.replace(month=1, day=1)
        case "2y":
            return (midnight.replace(day=1) - timedelta(days=700)).replace(day=1)
    raise ValueError(f"there is no range {key!r}; there are {', '.join(RANGES)}")


def chart(db: Database, now: datetime, key: str, measure: str) -> Chart:
    """Orders and amounts by hour, day or month."""
    digits, label, name = {
        "24h": (13, "%H", "%b %d, %H:00"),
        "7d": (10, "%b %d", "%b %d, %Y"),
        "month": (10, "%d", "%b %d, %Y"),
    }.get(key, (7, "%b", "%B %Y"))
    begin = begin_of(key, now)
    found = {
        row.bucket: row
        for row in db.rows(
            f"SELECT substr(created, 1, {digits}) AS bucket, count(*) AS orders, sum(total) AS amount FROM orders"
            f" WHERE {COUNTS} AND created >= ? GROUP BY bucket",
            begin.strftime(STAMP),
        )
    }
    bars = []
    at = begin
    while at <= now:
        row = found.get(at.strftime(STAMP)[:digits])
        bars.append(Bar(at.strftime(label), at.strftime(name), row.orders if row else 0, row.amount if row else 0))
        if digits == 7:
            at = (at + timedelta(days=32)).replace(day=1)
        else:
            at += timedelta(hours=1) if digits == 13 else timedelta(days=1)
    return Chart(tuple(bars), measure)


def lifetime(db: Database) -> Row:
    """All sales and their average, rounded half up to the cent."""
    row = db.row(f"SELECT coalesce(sum(total), 0) AS sales, count(*) AS orders FROM orders WHERE {COUNTS}")
    assert row
    average = (2 * row.sales + row.orders) // (2 * row.orders) if row.orders else 0
    return Row(sales=row.sales, orders=row.orders, average=average)


def range_figures(db: Database, now: datetime, key: str) -> Row:
    begin = begin_of(key, now).strftime(STAMP)
    row = db.row(
        "SELECT coalesce(sum(total), 0) AS revenue, coalesce(sum(tax), 0) AS tax,"
        f" coalesce(sum(shipping), 0) AS shipping, count(*) AS orders FROM orders WHERE {COUNTS} AND created >= ?",
        begin,
    )
    assert row
    quantity = db.value(
        "SELECT coalesce(sum(qty), 0) FROM order_item JOIN orders ON orders.id = order_id"
        f" WHERE {COUNTS} AND orders.created >= ?",
        begin,
    )
    return Row({**row, "quantity": quantity})


def last_orders(db: Database, limit: int = 5) -> list[Row]:
    return db.rows(
        "SELECT id, number, first_name || ' ' || last_name AS name, total, status, created,"
        " (SELECT sum(qty) FROM order_item WHERE order_id = orders.id) AS items"
        " FROM orders ORDER BY created DESC, id DESC LIMIT ?",
        limit,
    )


def bestsellers(db: Database, limit: int = 10) -> list[Row]:
    """Products by pieces ordered; variants count for their product.

    All pieces less those of canceled orders: far fewer rows than looking up the order of every piece.
    """
    return db.rows(
        "SELECT id, name, price, quantity FROM"
        " (SELECT coalesce(bought.parent_id, bought.id) AS shown, sum(sold.pieces) AS quantity FROM"
        " (SELECT product_id, sum(qty) AS pieces FROM order_item WHERE product_id IS NOT NULL GROUP BY product_id"
        " UNION ALL SELECT product_id, -qty FROM orders CROSS JOIN order_item ON order_id = orders.id"
        " WHERE status = 'canceled' AND product_id IS NOT NULL) AS sold"
        " CROSS JOIN product AS bought ON bought.id = sold.product_id"
        " GROUP BY shown HAVING quantity > 0 ORDER BY quantity DESC, shown LIMIT ?)"
        " JOIN product ON id = shown ORDER BY quantity DESC, id",
        limit,
    )


def most_viewed(db: Database, limit: int = 10) -> list[Row]:
    return db.rows(
        "SELECT id, name, price, seen AS views FROM (SELECT product_id, sum(views) AS seen FROM product_view"
        " GROUP BY product_id ORDER BY seen DESC, product_id LIMIT ?)"
        " JOIN product ON id = product_id ORDER BY seen DESC, id",
        limit,
    )


def new_customers(db: Database, limit: int = 10) -> list[Row]:
    last = "(SELECT * FROM customer ORDER BY created DESC, id DESC LIMIT ?) AS customer"
    return db.rows(f"{_CUSTOMERS.format(last)} GROUP BY customer.id ORDER BY 3 DESC, customer.id DESC", limit)


def customers_by_orders(db: Database, limit: int = 10) -> list[Row]:
    every = _CUSTOMERS.format("customer")
    return db.rows(f"{every} GROUP BY customer.id ORDER BY orders DESC, total DESC, customer.id LIMIT ?", limit)


_CUSTOMERS = f"""
SELECT customer.id, customer.first_name || ' ' || customer.last_name AS name, customer.created,
  count(orders.id) AS orders, coalesce(sum(orders.total), 0) AS total,
  coalesce((2 * sum(orders.total) + count(orders.id)) / (2 * count(orders.id)), 0) AS average
FROM {{}} LEFT JOIN orders ON orders.customer_id = customer.id AND orders.{COUNTS}
"""
