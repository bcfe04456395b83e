"""Customers and their groups."""

from __future__ import annotations

from webcosm.sites.admin.customers import customer_addresses, customer_lists, customer_page, group_pages
from webcosm.sites.admin.site import site

__all__ = ["customer_addresses", "customer_lists", "customer_page", "group_pages", "site"]
