"""Price rules, reviews, search terms, newsletters and messages."""

from __future__ import annotations

from webcosm.sites.admin.marketing import message_pages, newsletter_pages, review_pages, rule_pages, search_term_pages
from webcosm.sites.admin.site import site

__all__ = ["message_pages", "newsletter_pages", "review_pages", "rule_pages", "search_term_pages", "site"]
