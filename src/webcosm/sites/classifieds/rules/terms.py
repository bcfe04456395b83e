"""The numbers of the board's terms."""

from __future__ import annotations

__all__ = ["AWAY_DAYS", "DAYS_ACTIVE", "MOST_PHOTOS", "PHOTO_BYTES"]

DAYS_ACTIVE = 60
"""A listing runs out so many days after it was published or renewed."""
AWAY_DAYS = 30
"""Somebody who was not seen for so long does not answer."""
MOST_PHOTOS = 8
PHOTO_BYTES = 5_000_000
