"""MiniWoB++: small tasks on small pages, as the ``miniwob`` package has them. See docs/mini.md."""

from webcosm.suites.mini.names import NAMES
from webcosm.suites.mini.site import NEEDS, installed, site
from webcosm.suites.mini.task import MiniTask, ids, make

__all__ = ["NAMES", "NEEDS", "MiniTask", "ids", "installed", "make", "site"]
