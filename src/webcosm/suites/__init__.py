"""Named lists of tasks."""

from __future__ import annotations

from webcosm.sites.kit import Site

__all__ = ["extra_sites"]


def extra_sites() -> tuple[Site, ...]:
    """Sites that only a suite needs and that are not part of the web people walk through."""
    return ()
