"""MiniWoB++: small tasks on small pages, as the ``miniwob`` package has them. See docs/mini.md."""

from webcosm.suites.mini.names import NAMES

__all__ = ["NAMES"]
