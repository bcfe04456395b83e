"""admin.shop.test: the back office of Dray Market. It works on the storefront's database."""

from webcosm.sites.admin import (
    catalog_pages,
    content_pages,
    customer_pages,
    dashboard_pages,
    marketing_pages,
    report_pages,
    sales_pages,
    store_pages,
    user_pages,
)
from webcosm.sites.admin.site import site

__all__ = [
    "catalog_pages",
    "content_pages",
    "customer_pages",
    "dashboard_pages",
    "marketing_pages",
    "report_pages",
    "sales_pages",
    "site",
    "store_pages",
    "user_pages",
]
