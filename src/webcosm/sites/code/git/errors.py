"""What git can refuse. Messages are whole sentences that a page may show."""

from __future__ import annotations

__all__ = [
    "AmbiguousRevision",
    "BadAction",
    "BadName",
    "BadPack",
    "GitError",
    "MergeConflict",
    "MissingObject",
    "NoSuchPath",
    "NotMergeable",
    "RefExists",
    "RefMoved",
    "TooLarge",
    "UnknownRevision",
]


class GitError(Exception):
    """Any of these."""


class MissingObject(GitError, KeyError):
    """An object that is not there, or is of another type."""

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownRevision(GitError):
    """A branch, tag or commit that the project does not have."""


class AmbiguousRevision(GitError):
    """The beginning of several commits' names."""


class NoSuchPath(GitError):
    """No file or folder is there in that commit."""


class BadName(GitError):
    """Git does not take this as the name of a branch, tag, file or person."""


class BadAction(GitError):
    """A change to the files that cannot be made: a file that is there already, or one that is not."""


class RefExists(GitError):
    """A branch or tag of that name is there already."""


class RefMoved(GitError):
    """Somebody changed the branch in the meantime."""


class NotMergeable(GitError):
    """The branches have nothing in common, or a fast-forward is not possible."""


class MergeConflict(GitError):
    """Both sides changed the same; :attr:`conflicts` are a sequence of :class:`~.merging.Conflict`."""

    def __init__(self, message: str, conflicts: tuple[object, ...]) -> None:
        super().__init__(message)
        self.conflicts = conflicts


class TooLarge(GitError):
    """More than is worked on at once."""


class BadPack(GitError):
    """What a client sent is no pack, or one that lacks something."""
