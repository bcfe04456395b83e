"""Orders, invoices, shipments, credit memos, transactions."""

from __future__ import annotations

from webcosm.sites.admin.sales import document_pages, fulfilment_pages, order_page, sales_lists
from webcosm.sites.admin.site import site

__all__ = ["document_pages", "fulfilment_pages", "order_page", "sales_lists", "site"]
