"""What can go wrong with images and worlds, in words a user can act on."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import apsw

__all__ = [
    "DiskFull",
    "ForbiddenSql",
    "ImageBroken",
    "SiteFailed",
    "SnapshotMismatch",
    "WorldClosed",
    "WorldError",
    "clear_errors",
]


class WorldError(Exception):
    """Base of all errors of this package."""


class ImageBroken(WorldError):
    """An image is missing, torn, or does not match its recorded hash."""


class DiskFull(WorldError):
    """A world's log could not grow. The image and all other worlds are unharmed."""


class SiteFailed(WorldError):
    """A page of a site broke, or could not be served: whatever follows in its world says nothing about an agent."""


class WorldClosed(WorldError):
    """The world was closed; its state is gone."""


class ForbiddenSql(WorldError):
    """A statement that would reach past the world into its image or another file."""


class SnapshotMismatch(WorldError):
    """A snapshot was taken of another universe than the one that opens it."""


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turns what SQLite and the file system report into the errors above; mistakes in SQL pass as they are."""
    try:
        yield
    except apsw.FullError as error:
        raise _disk_full(error) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _disk_full(error) from error
        if error.errno in (errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE):
            raise _unusable_file(error) from error
        raise
    except (apsw.IOError, apsw.CantOpenError) as error:
        raise _unusable_file(error) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise ImageBroken(
            f"a world's database is damaged: {error}. Image.verify() tells whether its image is."
        ) from error
    except apsw.ConnectionClosedError as error:
        raise WorldClosed("this database's world was closed or reset since; ask the world for it again") from error
    except apsw.AuthError as error:
        raise ForbiddenSql(f"a world cannot run this statement: {error}") from error


def _disk_full(error: Exception) -> DiskFull:
    return DiskFull(f"the disk (or the world's quota) is full: {error}. Free some space and reset the world.")


def _unusable_file(error: Exception) -> WorldError:
    return WorldError(
        f"a world's file could not be read or written: {error}. Look for a limit on file sizes or open files, or a"
        " failing disk; then reset the world. Its image and all other worlds are unharmed."
    )
