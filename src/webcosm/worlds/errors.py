"""What can go wrong with images and worlds, in words a user can act on."""

from __future__ import annotations

__all__ = ["DiskFull", "ForbiddenSql", "ImageBroken", "SnapshotMismatch", "WorldClosed", "WorldError"]


class WorldError(Exception):
    """Base of all errors of this package."""


class ImageBroken(WorldError):
    """An image is missing, torn, or does not match its recorded hash."""


class DiskFull(WorldError):
    """A world's log could not grow. The image and all other worlds are unharmed."""


class WorldClosed(WorldError):
    """The world was closed; its state is gone."""


class ForbiddenSql(WorldError):
    """A statement that would reach past the world into its image or another file."""


class SnapshotMismatch(WorldError):
    """A snapshot was taken of another universe than the one that opens it."""
