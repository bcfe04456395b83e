"""What rules say when they do not do what was asked for."""

from __future__ import annotations

__all__ = ["Refused"]


class Refused(ValueError):
    """What was asked for cannot be done; says why, in a sentence for whoever asked."""
