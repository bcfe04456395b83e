"""Cart, checkout and what follows."""

from __future__ import annotations

from webcosm.sites.shop.site import site

__all__ = ["site"]
