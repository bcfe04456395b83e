"""Home, categories, search, products, reviews, wish list, comparison, contact and written pages."""

from __future__ import annotations

from webcosm.sites.shop.site import site

__all__ = ["site"]
