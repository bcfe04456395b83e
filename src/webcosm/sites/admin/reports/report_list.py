"""The reports that are made for a range of days. What each figure means is said in its lead and note."""

from __future__ import annotations

from webcosm.sites.admin.reports.report_query import CANCELED_TOO, COUNTED, Cell, Report
from webcosm.worlds import Row

__all__ = ["REPORTS"]

ORDER_DATES = {"created": ("Order created", "orders.created"), "updated": ("Order updated", "orders.updated")}
OF_ORDER = "(SELECT sum({what}) FROM {table} WHERE {table}.order_id = orders.id{more})"
INVOICED = OF_ORDER.format(what="total", table="invoice", more=" AND invoice.status = 'paid'")
SHIPPING_INVOICED = OF_ORDER.format(what="shipping", table="invoice", more=" AND invoice.status = 'paid'")
REFUNDED = OF_ORDER.format(what="total", table="credit_memo", more="")
PIECES = OF_ORDER.format(what="qty", table="order_item", more="")
PAID = "FROM invoice JOIN orders ON orders.id = invoice.order_id WHERE invoice.status = 'paid'"
MEMOS = f"FROM credit_memo JOIN orders ON orders.id = credit_memo.order_id WHERE {COUNTED}"
ITEMS = "FROM orders CROSS JOIN order_item ON order_item.order_id = orders.id"
"""In this order: a range of days is looked for among orders."""
BOUGHT = "LEFT JOIN product AS bought ON bought.id = order_item.product_id"
KEPT = "iif(bought.id IS NULL, (SELECT {what} FROM order_item AS kept WHERE kept.id = order_item.id), NULL)"
"""What an order kept of a product that was deleted; in a query of its own, lest the texts of all items are sorted."""
PRODUCT = f"coalesce(bought.parent_id, bought.id, {KEPT.format(what='name')})"
"""Variants count for their product; what was deleted is known by the name that the order kept."""


def _product_address(row: Row) -> str | None:
    return f"/catalog/products/{row.member}" if isinstance(row.member, int) else None


def _sum(sql: str, counted: str = "") -> str:
    return f"coalesce(sum(CASE WHEN {counted} THEN {sql} END), 0)" if counted else f"coalesce(sum({sql}), 0)"


_ORDERS = Report(
    "orders",
    "Orders report",
    "How many orders were placed and what they add up to.",
    f"FROM orders WHERE ({COUNTED} OR orders.status = 'canceled' AND {CANCELED_TOO})",
    ORDER_DATES,
    (
        Cell("orders", "Orders", _sum("1", COUNTED), "number"),
        Cell("items", "Items", _sum(PIECES, COUNTED), "number"),
        Cell("total", "Sales total", _sum("orders.total", COUNTED), "money"),
        Cell("invoiced", "Invoiced", _sum(INVOICED, COUNTED), "money"),
        Cell("refunded", "Refunded", _sum(REFUNDED, COUNTED), "money"),
        Cell("tax", "Tax", _sum("orders.tax", COUNTED), "money"),
        Cell("shipping", "Shipping", _sum("orders.shipping", COUNTED), "money"),
        Cell("discount", "Discount", _sum("orders.discount", COUNTED), "money"),
        Cell("canceled", "Canceled", _sum("orders.total", "orders.status = 'canceled'"), "money"),
    ),
    note="Canceled is the total of the canceled orders; they count in the other columns only if you tick Canceled."
    " Invoiced and Refunded are what was invoiced and refunded so far of these orders.",
)
_TAX = Report(
    "tax",
    "Tax report",
    "Tax of orders by rate: the one for the state they were shipped to and the tax class of the goods.",
    f"{ITEMS} JOIN order_address ON order_address.order_id = orders.id AND order_address.kind = 'shipping'"
    f" WHERE order_item.tax <> 0 AND {COUNTED}",
    ORDER_DATES,
    (
        Cell("orders", "Orders", "count(DISTINCT orders.id)", "number", adds_up=False),
        Cell("tax", "Tax amount", _sum("order_item.tax"), "money"),
    ),
    (
        Cell("rate", "Tax rate", "coalesce(tax_rate.name, 'No rate any more')"),
        Cell("percent", "Rate", "tax_rate.percent", "percent"),
    ),
    joins="LEFT JOIN product ON product.id = order_item.product_id LEFT JOIN tax_rate"
    " ON tax_rate.region = order_address.region AND tax_rate.tax_class_id = product.tax_class_id",
    by="coalesce(tax_rate.id, 0)",
    order="rate",
    note="An order with goods of several rates is counted in each of their rows, but once in the totals.",
)
_INVOICED = Report(
    "invoiced",
    "Invoiced report",
    "What was invoiced.",
    f"{PAID} AND {COUNTED}",
    {"invoice": ("Invoice created", "invoice.created"), "created": ("Order created", "orders.created")},
    (
        Cell("invoices", "Invoices", "count(*)", "number"),
        Cell("orders", "Invoiced orders", "count(DISTINCT orders.id)", "number", adds_up=False),
        Cell("subtotal", "Subtotal", _sum("invoice.subtotal"), "money"),
        Cell("discount", "Discount", _sum("invoice.discount"), "money"),
        Cell("shipping", "Shipping", _sum("invoice.shipping"), "money"),
        Cell("tax", "Tax", _sum("invoice.tax"), "money"),
        Cell("total", "Total invoiced", _sum("invoice.total"), "money"),
    ),
)
_SHIPPING = Report(
    "shipping",
    "Shipping report",
    "Orders and shipping costs by carrier and method.",
    f"FROM orders WHERE {COUNTED}",
    ORDER_DATES,
    (
        Cell("orders", "Orders", "count(*)", "number"),
        Cell("shipping", "Sales shipping", _sum("orders.shipping"), "money"),
        Cell("invoiced", "Shipping invoiced", _sum(SHIPPING_INVOICED), "money"),
    ),
    (Cell("method", "Carrier and method", "orders.shipping_title"),),
    by="orders.shipping_title",
)
_REFUNDS = Report(
    "refunds",
    "Refunds report",
    "What was given back with credit memos.",
    MEMOS,
    {"memo": ("Credit memo created", "credit_memo.created"), "created": ("Order created", "orders.created")},
    (
        Cell("memos", "Credit memos", "count(*)", "number"),
        Cell("orders", "Refunded orders", "count(DISTINCT orders.id)", "number", adds_up=False),
        Cell("subtotal", "Subtotal", _sum("credit_memo.subtotal"), "money"),
        Cell("discount", "Discount", _sum("credit_memo.discount"), "money"),
        Cell("shipping", "Shipping", _sum("credit_memo.shipping"), "money"),
        Cell("tax", "Tax", _sum("credit_memo.tax"), "money"),
        Cell("adjustment", "Adjustment", _sum("credit_memo.adjustment"), "money"),
        Cell("total", "Total refunded", _sum("credit_memo.total"), "money"),
    ),
)
_COUPONS = Report(
    "coupons",
    "Coupons report",
    "Orders that were placed with a coupon.",
    f"FROM orders WHERE orders.coupon <> '' AND {COUNTED}",
    ORDER_DATES,
    (
        Cell("uses", "Uses", "count(*)", "number"),
        Cell("subtotal", "Subtotal", _sum("orders.subtotal"), "money"),
        Cell("discount", "Discount", _sum("orders.discount"), "money"),
        Cell("total", "Total", _sum("orders.total"), "money"),
    ),
    (
        Cell("code", "Coupon code", "min(orders.coupon)"),
        Cell(
            "rule",
            "Price rule",
            "coalesce((SELECT name FROM cart_rule WHERE upper(cart_rule.coupon) = upper(orders.coupon)),"
            " 'No rule any more')",
        ),
    ),
    by="upper(orders.coupon)",
)
_BESTSELLERS = Report(
    "bestsellers",
    "Bestsellers report",
    "The five products of which most pieces were ordered in each period.",
    f"{ITEMS} WHERE {COUNTED}",
    ORDER_DATES,
    (Cell("qty", "Quantity ordered", _sum("order_item.qty"), "number"),),
    (
        Cell("product", "Product", KEPT.format(what="name"), link=_product_address, about="name"),
        Cell("price", "Price", "max(order_item.price)", "money", about="price"),
    ),
    joins=BOUGHT,
    by=PRODUCT,
    about="product",
    order="qty DESC",
    top=5,
    note="Variants count for their product. Among equals, the product that is longer in the catalog comes first.",
)
_VIEWS = Report(
    "product-views",
    "Product views report",
    "The five products that were viewed most in each period.",
    "FROM product_view",
    {"day": ("Day of the view", "product_view.day")},
    (Cell("views", "Views", _sum("product_view.views"), "number"),),
    (
        Cell("product", "Product", "NULL", link=_product_address, about="name"),
        Cell("price", "Price", "NULL", "money", about="price"),
    ),
    by="product_view.product_id",
    about="product",
    order="views DESC",
    top=5,
    statuses=False,
)
_ORDERED = Report(
    "ordered-products",
    "Ordered products report",
    "Every product that was ordered, with its quantity.",
    f"{ITEMS} WHERE {COUNTED}",
    ORDER_DATES,
    (
        Cell("qty", "Quantity ordered", _sum("order_item.qty"), "number"),
        Cell("total", "Row total", _sum("order_item.row_total"), "money"),
        Cell("discount", "Discount", _sum("order_item.discount"), "money"),
    ),
    (
        Cell("product", "Product", KEPT.format(what="name"), link=_product_address, about="name"),
        Cell("sku", "SKU", KEPT.format(what="sku"), about="sku"),
    ),
    joins=BOUGHT,
    by=PRODUCT,
    about="product",
    order="qty DESC",
    note="Variants count for their product. Row totals are before discount and tax.",
)


def _customers(key: str, title: str, order: str) -> Report:
    average = "(2 * sum(orders.total) + count(*)) / (2 * count(*))"
    return Report(
        key,
        title,
        "Orders of customers with an account; guests are left out.",
        f"FROM orders WHERE orders.customer_id IS NOT NULL AND {COUNTED}",
        ORDER_DATES,
        (
            Cell("orders", "Orders", "count(*)", "number"),
            Cell("average", "Average order", average, "money", adds_up=False),
            Cell("total", "Total", _sum("orders.total"), "money"),
        ),
        (
            Cell(
                "customer",
                "Customer",
                "NULL",
                link=lambda row: f"/customers/{row.member}",
                about="first_name || ' ' || last_name",
            ),
            Cell("email", "E-mail", "NULL", about="email"),
        ),
        by="orders.customer_id",
        about="customer",
        order=order,
    )


_NEW_CUSTOMERS = Report(
    "new-customers",
    "New customers report",
    "How many customers opened an account.",
    "FROM customer",
    {"created": ("Account created", "customer.created")},
    (Cell("accounts", "New accounts", "count(*)", "number"),),
    statuses=False,
)
REPORTS = (
    _ORDERS,
    _TAX,
    _INVOICED,
    _SHIPPING,
    _REFUNDS,
    _COUPONS,
    _BESTSELLERS,
    _VIEWS,
    _ORDERED,
    _customers("customers-by-orders", "Customers by number of orders", "orders DESC, total DESC"),
    _customers("customers-by-total", "Customers by order total", "total DESC, orders DESC"),
    _NEW_CUSTOMERS,
)
