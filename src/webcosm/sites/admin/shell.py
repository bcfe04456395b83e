"""What surrounds every page: the menu, the count of unread notifications, labels that many pages share."""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.sites.admin.permissions import PERMISSIONS
from webcosm.sites.admin.site import site
from webcosm.sites.kit import Request
from webcosm.sites.shop.rules.order_state import STATUSES, status_label

__all__ = ["MENU", "ORDER_STATUSES", "PENDING_REVIEWS", "MenuArea", "menu", "pending_reviews", "tally", "unseen"]

ORDER_STATUSES = tuple(STATUSES.items())
"""(value, label) pairs, for choices."""

PENDING_REVIEWS = "/marketing/reviews/pending"


@dataclass(frozen=True)
class MenuArea:
    key: str
    entries: tuple[tuple[str, str], ...]
    """(path, label) pairs."""

    @property
    def label(self) -> str:
        return PERMISSIONS.areas[self.key]

    def current(self, path: str) -> str:
        """The entry that a path belongs to: the longest one that begins it; '' if none does."""
        fitting = [
            entry for entry, _ in self.entries if path == entry or (entry != "/" and path.startswith(entry + "/"))
        ]
        return max(fitting, key=len, default="")


MENU = (
    MenuArea("dashboard", (("/", "Dashboard"), ("/notifications", "Notifications"))),
    MenuArea(
        "sales",
        (
            ("/sales/orders", "Orders"),
            ("/sales/invoices", "Invoices"),
            ("/sales/shipments", "Shipments"),
            ("/sales/credit-memos", "Credit memos"),
            ("/sales/transactions", "Transactions"),
        ),
    ),
    MenuArea(
        "catalog",
        (
            ("/catalog/products", "Products"),
            ("/catalog/categories", "Categories"),
            ("/catalog/attributes", "Attributes"),
            ("/catalog/attribute-sets", "Attribute sets"),
        ),
    ),
    MenuArea("customers", (("/customers", "All customers"), ("/customers/groups", "Customer groups"))),
    MenuArea(
        "marketing",
        (
            ("/marketing/cart-rules", "Cart price rules"),
            ("/marketing/catalog-rules", "Catalog price rules"),
            ("/marketing/reviews", "Reviews"),
            (PENDING_REVIEWS, "Pending reviews"),
            ("/marketing/search-terms", "Search terms"),
            ("/marketing/newsletters", "Newsletters"),
            ("/marketing/subscribers", "Subscribers"),
            ("/marketing/outgoing", "Outgoing messages"),
            ("/marketing/contact-messages", "Contact messages"),
        ),
    ),
    MenuArea(
        "content",
        (
            ("/content/pages", "Pages"),
            ("/content/blocks", "Blocks"),
            ("/content/themes", "Themes"),
            ("/content/design", "Design"),
        ),
    ),
    MenuArea(
        "reports",
        (
            ("/reports/orders", "Orders"),
            ("/reports/tax", "Tax"),
            ("/reports/invoiced", "Invoiced"),
            ("/reports/shipping", "Shipping"),
            ("/reports/refunds", "Refunds"),
            ("/reports/coupons", "Coupons"),
            ("/reports/bestsellers", "Bestsellers"),
            ("/reports/product-views", "Product views"),
            ("/reports/low-stock", "Low stock"),
            ("/reports/ordered-products", "Ordered products"),
            ("/reports/customers-by-orders", "Customers by orders"),
            ("/reports/customers-by-total", "Customers by total"),
            ("/reports/new-customers", "New customers"),
            ("/reports/reviews-by-product", "Reviews by product"),
            ("/reports/reviews-by-customer", "Reviews by customer"),
            ("/reports/search-terms", "Search terms"),
            ("/reports/statistics", "Refresh statistics"),
        ),
    ),
    MenuArea(
        "stores",
        (
            ("/stores/settings", "Settings"),
            ("/stores/tax", "Tax rates"),
            ("/stores/shipping", "Shipping methods"),
            ("/stores/payment", "Payment methods"),
            ("/stores/websites", "Websites and views"),
        ),
    ),
    MenuArea("system", (("/system/users", "Users"), ("/system/roles", "Roles"))),
)


def menu(request: Request) -> list[MenuArea]:
    """The areas that the user may see."""
    return [area for area in MENU if request.may(f"{area.key}.view")]


def tally(request: Request, path: str) -> int:
    """How much waits behind an entry of the menu."""
    return pending_reviews(request) if path == PENDING_REVIEWS else 0


def pending_reviews(request: Request) -> int:
    return int(request.db.value("SELECT count(*) FROM review WHERE status = 'pending'"))


def unseen(request: Request) -> int:
    return int(request.db.value("SELECT count(*) FROM notification WHERE NOT seen"))


site.look.environment.globals.update(menu=menu, tally=tally, unseen=unseen)
site.look.environment.filters["status_label"] = status_label
