"""Named lists of tasks."""

from __future__ import annotations

from webcosm.sites.kit import Site
from webcosm.suites import mini
from webcosm.tasks import register_suite

__all__ = ["extra_sites"]

register_suite("mini", mini.ids, mini.make, needs=mini.NEEDS)


def extra_sites() -> tuple[Site, ...]:
    """Sites that only a suite needs and that are not part of the web people walk through."""
    return (mini.site,) if mini.installed() else ()
