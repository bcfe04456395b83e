"""Suite `arena`: tasks on self-hosted sites, judged by what became of the world."""

from __future__ import annotations

from typing import Any

from webcosm.suites.arena import notes
from webcosm.tasks import Template

__all__ = ["TEMPLATES"]

TEMPLATES: tuple[type[Template[Any]], ...] = (*notes.TEMPLATES,)
