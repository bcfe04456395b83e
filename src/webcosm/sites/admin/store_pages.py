"""Settings of the shop: general, tax, shipping, payment, websites and store views."""

from __future__ import annotations

from webcosm.sites.admin.site import site

__all__ = ["site"]
