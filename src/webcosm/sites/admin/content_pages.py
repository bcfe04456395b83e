"""Pages, blocks, themes and the design in use."""

from __future__ import annotations

from webcosm.sites.admin.site import site

__all__ = ["site"]
