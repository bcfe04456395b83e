"""Suite `arena`: tasks on self-hosted sites, judged by what became of the world."""

from __future__ import annotations

from typing import Any

from webcosm.suites.arena import calc, home, manuals, notes, notes_changes, notes_edits, tools, units
from webcosm.tasks import Template

__all__ = ["TEMPLATES"]

TEMPLATES: tuple[type[Template[Any]], ...] = (
    *home.TEMPLATES,
    *calc.TEMPLATES,
    *units.TEMPLATES,
    *notes.TEMPLATES,
    *notes_changes.TEMPLATES,
    *notes_edits.TEMPLATES,
    *manuals.TEMPLATES,
    *tools.TEMPLATES,
)
