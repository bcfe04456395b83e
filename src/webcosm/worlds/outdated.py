"""Images that nobody will open any more: built by an earlier version, or never finished."""

from __future__ import annotations

import fcntl
import re
from collections.abc import Iterable
from pathlib import Path

from webcosm.worlds.image import SCALES, Blueprint

__all__ = ["outdated_images", "remove_outdated_images"]

_IMAGE = re.compile(rf"\.?(?P<name>.+)-(?P<version>[0-9a-f]{{16}})-\d+-(?:{'|'.join(SCALES)})(?:-\w+\.tmp|\.db)")


def outdated_images(cache: Path, blueprints: Iterable[Blueprint]) -> list[Path]:
    """Images in the cache of these blueprints, as they once were, and drafts of builds that were killed.

    Images of other sites are left alone: somebody else may still build them so.
    """
    versions = {blueprint.name: blueprint.version for blueprint in blueprints}
    return [
        file
        for file in sorted((cache / "images").glob("*"))
        if (image := _IMAGE.fullmatch(file.name))
        and image["name"] in versions
        and (versions[image["name"]] != image["version"] or file.suffix == ".tmp")
    ]


def remove_outdated_images(cache: Path, blueprints: Iterable[Blueprint]) -> int:
    """Removes them, except what is being built just now. Returns how many bytes they had.

    Worlds that are open keep their images: the bytes go when the last of them is closed.
    """
    kinds = list(blueprints)
    current = tuple(f"{blueprint.name}-{blueprint.version}-" for blueprint in kinds)
    freed = 0
    for file in outdated_images(cache, kinds):
        stem = file.stem.removeprefix(".").rpartition("-")[0] if file.suffix == ".tmp" else file.stem
        lock = file.with_name(f"{stem}.lock")
        with lock.open("a") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            freed += file.stat().st_size
            file.unlink()
            if file.suffix == ".db":
                file.with_suffix(".json").unlink(missing_ok=True)
            if not stem.startswith(current):  # somebody may be about to build what is of today
                lock.unlink()
    return freed
