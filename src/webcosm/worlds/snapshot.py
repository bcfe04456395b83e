"""A world in a file. The same world gives the same bytes."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webcosm.worlds.errors import SnapshotMismatch, clear_errors
from webcosm.worlds.preparation import Preparation

__all__ = ["Snapshot"]


@dataclass(frozen=True)
class Snapshot:
    seed: int
    """Of the universe."""
    scale: str
    first: Mapping[str, Any]
    """The world's first state, and the one it is in."""
    state: Mapping[str, Any]
    images: Mapping[str, str]
    """The hashes of the images that the logs belong to, by site."""
    logs: Mapping[str, bytes]
    changesets: Mapping[str, bytes]
    preparation: Preparation
    blobs: Mapping[str, bytes]

    def write(self, path: Path) -> None:
        manifest = {
            "seed": self.seed,
            "scale": self.scale,
            "images": dict(self.images),
            "sites": list(self.logs),
            "prepared": list(self.preparation.logs),
            "blobs": {name: name in self.preparation.blobs for name in sorted(self.blobs)},
            "first": self.first,
            "state": self.state,
        }
        files = {"manifest.json": json.dumps(manifest, indent=1).encode()}
        files |= {f"{site}.log": log for site, log in self.logs.items()}
        files |= {f"{site}.changes": changeset for site, changeset in self.changesets.items()}
        files |= {f"prepared/{site}.log": log for site, log in self.preparation.logs.items()}
        files |= {f"blobs/{name}": self.blobs[name] for name in sorted(self.blobs)}
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(zipfile.ZipInfo(name), data)  # ZipInfo's date is fixed
        draft = path.with_name(path.name + ".tmp")
        with clear_errors():
            draft.write_bytes(buffer.getvalue())
            draft.rename(path)

    @classmethod
    def read(cls, path: Path) -> Snapshot:
        try:
            with zipfile.ZipFile(path) as archive:
                manifest = json.loads(archive.read("manifest.json"))
                prepared = {site: archive.read(f"prepared/{site}.log") for site in manifest["prepared"]}
                return cls(
                    manifest["seed"],
                    manifest["scale"],
                    manifest["first"],
                    manifest["state"],
                    manifest["images"],
                    {site: archive.read(f"{site}.log") for site in manifest["sites"]},
                    {site: archive.read(f"{site}.changes") for site in manifest["sites"]},
                    Preparation(prepared, frozenset(name for name, early in manifest["blobs"].items() if early)),
                    {name: archive.read(f"blobs/{name}") for name in manifest["blobs"]},
                )
        except (zipfile.BadZipFile, zlib.error, KeyError, TypeError, ValueError) as error:
            raise SnapshotMismatch(f"{path} is not a snapshot of a world of this universe: {error}") from error
