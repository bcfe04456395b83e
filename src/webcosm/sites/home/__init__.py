"""``home.test``: the portal. What this web is, the sites it has, and who can sign in where."""

from webcosm.sites.home.pages import site

__all__ = ["site"]
