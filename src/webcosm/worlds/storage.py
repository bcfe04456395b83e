"""Where worlds keep their files, and how a world gets its own view of an image.

A world's folder holds, per site, a *hard link* to the image and the world's own write-ahead log. SQLite writes only
to the log (checkpoints are off), so the image's bytes are shared by all worlds and never change. Where hard links or
the lock-free file layer do not exist, the world gets a *copy* instead; everything else is the same.
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import resource
import shutil
import tempfile
from pathlib import Path
from typing import IO, Literal

import apsw

from webcosm.worlds.database import guard, run_all
from webcosm.worlds.errors import ImageBroken, clear_errors
from webcosm.worlds.image import Image, locked

__all__ = ["Method", "WorldStorage", "can_link", "empty", "log_of", "open_connection"]

Method = Literal["link", "copy"]


def can_link(folder: Path) -> bool:
    """Whether worlds in this folder can share images by hard link."""
    if "unix-none" not in apsw.vfs_names():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as trial:
        source = Path(trial, "a")
        source.touch()
        try:
            os.link(source, Path(trial, "b"))
        except OSError:
            return False
    return True


class WorldStorage:
    """A folder of this process's worlds inside the cache, so that links stay on one file system.

    The folder is locked while the process lives; folders whose process died are swept away by the next one.
    """

    def __init__(self, cache: Path, method: Method | None = None) -> None:
        root = cache / "worlds"
        root.mkdir(parents=True, exist_ok=True)
        self.method: Method = method or ("link" if can_link(cache) else "copy")
        # One process at a time: between making a folder and locking it, it would look like a dead one.
        with clear_errors(), locked(cache / "worlds.lock"):
            _sweep(root)
            self.folder = Path(tempfile.mkdtemp(dir=root, prefix=f"{os.getpid()}-"))
            self._lock = _lock(self.folder)
        self._numbers = itertools.count()
        self._free: list[Path] = []
        _raise_file_limit()

    def new_folder(self) -> Path:
        """An empty folder for a world."""
        try:
            return self._free.pop()
        except IndexError:
            folder = self.folder / str(next(self._numbers))
        with clear_errors():
            folder.mkdir()
        return folder

    def take_back(self, folder: Path) -> None:
        """Empties a closed world's folder for the next one. Removing it took 3 ms on ext4, thirty times as long."""
        with contextlib.suppress(OSError):  # one that cannot be emptied is not used again
            empty(folder)
            self._free.append(folder)

    def place(self, image: Image, folder: Path) -> Path:
        """Puts the image into a world's folder and returns the path to open."""
        path = folder / f"{image.blueprint.name}.db"
        path.unlink(missing_ok=True)  # what an attempt left that failed
        try:
            with clear_errors():
                if self.method == "link":
                    os.link(image.path, path)
                else:
                    shutil.copyfile(image.path, path)
        except FileNotFoundError as error:
            raise ImageBroken(f"the image {image.path} is missing; make the universe anew to rebuild it") from error
        return path

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock:
            self._lock.close()
            self._lock = None


def open_connection(path: Path, method: Method) -> apsw.Connection:
    """Opens a world's database so that every write lands in its log, never in the image."""
    with clear_errors():
        connection = apsw.Connection(str(path), vfs="unix-none" if method == "link" else None, statementcachesize=64)
        try:
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
            # A small cache suffices: pages come from the memory map, which all worlds of an image share.
            run_all(
                connection,
                "PRAGMA locking_mode=exclusive; PRAGMA wal_autocheckpoint=0; PRAGMA synchronous=OFF;"
                "PRAGMA foreign_keys=ON; PRAGMA cache_size=-256; PRAGMA mmap_size=1073741824; PRAGMA temp_store=memory",
            )
        except BaseException:
            connection.close(True)
            raise
    guard(connection)
    return connection


def empty(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _lock(folder: Path) -> IO[str] | None:
    handle = (folder / "lock").open("w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        return None
    return handle


def _sweep(root: Path) -> None:
    for folder in root.iterdir():
        with contextlib.suppress(OSError):  # its own process may be removing it
            lock = _lock(folder)
            if lock:
                shutil.rmtree(folder, ignore_errors=True)
                lock.close()


def _raise_file_limit() -> None:
    """Two files per site and world: hundreds of worlds need more than the usual 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or soft < hard:
        wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
