"""Images for tests that need a cache of their own: building every site takes seconds, copying them does not."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from webcosm.sites import open_universe

__all__ = ["copy_images"]


def copy_images(cache: Path, names: Iterable[str] | None = None, *, seed: int = 0) -> None:
    """Puts images of a universe, all or those that are named, into a cache, from the one that everybody shares."""
    (cache / "images").mkdir(parents=True, exist_ok=True)
    with open_universe(seed=seed) as universe:
        for name in universe.blueprints if names is None else names:
            image = universe.image(name).path
            for file in (image, image.with_suffix(".json")):
                shutil.copy(file, cache / "images")
