"""shop.test: Dray Market, a general store. Its back office, ``webcosm.sites.admin``, works on the same database."""

from webcosm.sites.shop.pages import account as account_pages
from webcosm.sites.shop.pages import buying as buying_pages
from webcosm.sites.shop.pages import catalog as catalog_pages
from webcosm.sites.shop.site import site

__all__ = ["account_pages", "buying_pages", "catalog_pages", "site"]
