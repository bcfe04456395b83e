"""Large pieces of data, such as the objects of a code repository, kept beside the tables.

A fork copies what its world has written, and 20 MB of it take 70 ms. So what is large is written once for all worlds of
a universe, under the digest of its contents, and a world's rows hold that name. A piece goes when no world has it any
more.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from webcosm.worlds.errors import clear_errors

__all__ = ["BlobStore", "Blobs"]


class BlobStore:
    """The pieces of all worlds of a universe, one file each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._holders: Counter[str] = Counter()
        self._lock = threading.Lock()

    def write(self, data: bytes) -> str:
        """The name of the piece, which has one holder more."""
        name = hashlib.sha256(data).hexdigest()
        with self._lock, clear_errors():
            if not self._holders[name]:
                self._folder.mkdir(exist_ok=True)
                (self._folder / name).write_bytes(data)
            self._holders[name] += 1
        return name

    def read(self, name: str) -> bytes:
        return (self._folder / name).read_bytes()

    def hold(self, names: Iterable[str]) -> None:
        with self._lock:
            self._holders.update(list(names))

    def release(self, names: Iterable[str]) -> None:
        gone = list(names)
        with self._lock:
            self._holders.subtract(gone)
            for name in gone:
                if self._holders[name] <= 0:
                    del self._holders[name]
                    (self._folder / name).unlink(missing_ok=True)


class Blobs:
    """A world's pieces of data: ``world.blobs.put(data)`` gives a name for a row to hold, ``get`` the data again."""

    def __init__(self, store: BlobStore, names: Iterable[str] = ()) -> None:
        self._store = store
        self._names = set(names)
        store.hold(self._names)

    def put(self, data: bytes) -> str:
        """Keeps the data and returns its name, which is the same for the same data everywhere."""
        name = self._store.write(data)
        if name in self._names:
            self._store.release([name])
        self._names.add(name)
        return name

    def get(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(f"this world has no blob {name!r}")
        return self._store.read(name)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._names)

    def drop(self) -> None:
        """Gives all of them up."""
        names, self._names = self._names, set()
        self._store.release(names)
