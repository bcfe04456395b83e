"""Named lists of tasks."""

from __future__ import annotations

from webcosm.sites.kit import Site
from webcosm.suites import arena, mini
from webcosm.tasks import register_suite, register_templates

__all__ = ["extra_sites"]

register_templates(arena.TEMPLATES)
register_suite("mini", mini.ids, mini.make)


def extra_sites() -> tuple[Site, ...]:
    """Sites that only a suite needs and that are not part of the web people walk through."""
    return (mini.site,) if mini.installed() else ()
