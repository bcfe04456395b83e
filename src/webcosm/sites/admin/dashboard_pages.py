"""Dashboard, global search, notifications, signing in."""

from __future__ import annotations

from webcosm.sites.admin import shell
from webcosm.sites.admin.site import site
from webcosm.sites.kit import add_login

__all__ = ["shell", "site"]

add_login(site)
