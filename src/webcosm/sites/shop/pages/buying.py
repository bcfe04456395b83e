"""Cart, checkout and what follows."""

from __future__ import annotations

from webcosm.sites.shop.pages import cart as cart_pages
from webcosm.sites.shop.pages import checkout as checkout_pages
from webcosm.sites.shop.rules.carts import cart_summary
from webcosm.sites.shop.site import site

__all__ = ["cart_pages", "cart_summary", "checkout_pages", "site"]
