"""Where files are kept that can be made again."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder"]


def cache_folder() -> Path:
    """Where images live: ``$WEBCOSM_CACHE``, else ``webcosm`` in the user's cache folder."""
    if chosen := os.environ.get("WEBCOSM_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webcosm"
