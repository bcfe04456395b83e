"""forum.test: Roundtable, forums about places, hobbies and questions."""

from webcosm.sites.forum import pages
from webcosm.sites.forum.site import site

__all__ = ["pages", "site"]
