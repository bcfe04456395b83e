"""Orders, invoices, shipments, credit memos, transactions."""

from __future__ import annotations

from webcosm.sites.admin.site import site

__all__ = ["site"]
