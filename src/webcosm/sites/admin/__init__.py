"""admin.shop.test: the back office of Dray Market. It works on the storefront's database."""

from webcosm.sites.admin.catalog import catalog_pages
from webcosm.sites.admin.content import content_pages
from webcosm.sites.admin.customers import customer_pages
from webcosm.sites.admin.marketing import marketing_pages
from webcosm.sites.admin.reports import dashboard_pages, report_pages
from webcosm.sites.admin.sales import sales_pages
from webcosm.sites.admin.site import site
from webcosm.sites.admin.stores import store_pages
from webcosm.sites.admin.system import user_pages

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
