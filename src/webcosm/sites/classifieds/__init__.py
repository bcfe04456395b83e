"""classifieds.test: Pennyboard, small ads from around the region."""

from webcosm.sites.classifieds import pages
from webcosm.sites.classifieds.site import site

__all__ = ["pages", "site"]
