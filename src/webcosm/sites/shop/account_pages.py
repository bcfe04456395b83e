"""The customer's account: profile, addresses, orders, newsletter, signing in and out."""

from __future__ import annotations

from webcosm.sites.shop.site import site

__all__ = ["site"]
