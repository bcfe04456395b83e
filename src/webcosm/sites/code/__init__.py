"""code.test: Coppice, projects with their git repositories."""

from webcosm.sites.code import pages
from webcosm.sites.code.site import site

__all__ = ["pages", "site"]
