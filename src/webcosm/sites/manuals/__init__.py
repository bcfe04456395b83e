"""``manuals.test``: every site's manual as help pages, with a search over all of them."""

from webcosm.sites.manuals.pages import site

__all__ = ["site"]
