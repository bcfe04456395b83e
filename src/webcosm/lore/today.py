"""The day on which the facts of every lore hold; a module of its own, for clocks need nothing else of it."""

from __future__ import annotations

from datetime import date

__all__ = ["TODAY"]

TODAY = date(2026, 5, 14)
"""Ages are counted from it."""
