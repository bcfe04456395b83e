"""Git's objects: commits, trees, tags and blobs, from their bytes and back.

Names of objects are 40 hexadecimal digits everywhere but in the table. Times are stamps of the site
(``2026-05-14 09:00:00``, in UTC): they sort as text, and every commit made here has the time zone +0000.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from webcosm.sites.code.git.errors import BadName, MissingObject

__all__ = [
    "EMPTY_TREE",
    "Commit",
    "Kind",
    "Mode",
    "Person",
    "Tag",
    "TreeEntry",
    "check_path",
    "encode_commit",
    "encode_tag",
    "encode_tree",
    "object_name",
    "parse_commit",
    "parse_tag",
    "parse_tree",
]

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
LATEST = 253_402_300_799
"""Seconds: the end of the year 9999. Commits that others made can claim anything."""
LONGEST_PATH = 1_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CRUD = " .,:;<>\"\\'"
"""What git takes off both ends of names."""


class Kind(IntEnum):
    """As the table numbers them, and packs too."""

    COMMIT = 1
    TREE = 2
    BLOB = 3
    TAG = 4

    @property
    def word(self) -> bytes:
        return self.name.lower().encode()


class Mode(IntEnum):
    FILE = 0o100644
    EXECUTABLE = 0o100755
    LINK = 0o120000
    FOLDER = 0o040000
    SUBMODULE = 0o160000


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever wrote, committed or tagged something."""

    name: str
    email: str

    def __str__(self) -> str:
        return f"{self.name} <{self.email}>"


class TreeEntry(NamedTuple):
    """A name in a folder."""

    name: str
    mode: int
    sha: str

    @property
    def kind(self) -> str:
        """``folder``, ``file``, ``link`` or ``submodule``."""
        return _KINDS.get(self.mode, "file")

    @property
    def is_folder(self) -> bool:
        return self.mode == Mode.FOLDER


_KINDS: dict[int, str] = {Mode.FOLDER: "folder", Mode.LINK: "link", Mode.SUBMODULE: "submodule"}


@dataclass(frozen=True, slots=True)
class Commit:
    sha: str
    tree: str
    parents: tuple[str, ...]
    author: Person
    authored: str
    committer: Person
    committed: str
    message: str

    @property
    def short(self) -> str:
        return self.sha[:8]

    @property
    def title(self) -> str:
        """The message's first paragraph, on one line."""
        return " ".join(self.message.strip().split("\n\n", 1)[0].split("\n")).strip()

    @property
    def body(self) -> str:
        """What follows the title."""
        _, _, rest = self.message.strip().partition("\n\n")
        return rest.strip("\n")

    @property
    def is_merge(self) -> bool:
        return len(self.parents) > 1


@dataclass(frozen=True, slots=True)
class Tag:
    """An annotated tag. A light one is only a ref."""

    sha: str
    target: str
    target_kind: Kind
    name: str
    tagger: Person | None
    tagged: str
    message: str


def object_name(kind: Kind, data: bytes) -> str:
    return hashlib.sha1(b"%s %d\0" % (kind.word, len(data)) + data, usedforsecurity=False).hexdigest()


# Trees --------------------------------------------------------------------------------------------------------------


def encode_tree(entries: Iterable[TreeEntry]) -> bytes:
    """In git's order, where a folder's name counts as if it ended in a slash."""
    parts = []
    for name, mode, sha in entries:
        raw = name.encode()
        parts.append((raw + b"/" if mode == Mode.FOLDER else raw, b"%o %s\0" % (mode, raw) + bytes.fromhex(sha)))
    parts.sort()
    return b"".join([part for _, part in parts])


def parse_tree(data: bytes) -> tuple[TreeEntry, ...]:
    entries = []
    position = 0
    try:
        while position < len(data):
            blank = data.index(b" ", position)
            end = data.index(b"\0", blank)
            if end + 21 > len(data):
                raise ValueError("it ends too early")
            mode, name = int(data[position:blank], 8), data[blank + 1 : end].decode()
            position = end + 21
            entries.append(TreeEntry(name, mode, data[end + 1 : position].hex()))
    except ValueError as error:
        raise MissingObject(f"A folder in this repository is broken: {error}.") from None
    return tuple(entries)


# Commits and tags ---------------------------------------------------------------------------------------------------


def encode_commit(
    tree: str,
    parents: Iterable[str],
    author: Person,
    authored: str,
    committer: Person,
    committed: str,
    message: str,
) -> bytes:
    lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
    lines += [f"author {_identity(author, authored)}", f"committer {_identity(committer, committed)}", ""]
    return "\n".join([*lines, tidy_message(message)]).encode()


def encode_tag(target: str, kind: Kind, name: str, tagger: Person, tagged: str, message: str) -> bytes:
    lines = [f"object {target}", f"type {kind.word.decode()}", f"tag {name}", f"tagger {_identity(tagger, tagged)}", ""]
    return "\n".join([*lines, tidy_message(message)]).encode()


def tidy_message(message: str) -> str:
    """As git stores it: line ends of one kind, no blanks at ends of lines, one line break at the end."""
    lines = [line.rstrip() for line in message.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").split("\n")]
    return "\n".join(lines).strip("\n") + "\n"


def parse_commit(sha: str, data: bytes) -> Commit:
    headers, message = _headers(data)
    try:
        author, authored = _person(headers["author"][0])
        committer, committed = _person(headers["committer"][0])
        tree = headers["tree"][0].decode("ascii")
        parents = tuple(parent.decode("ascii") for parent in headers.get("parent", ()))
    except (KeyError, ValueError):
        raise MissingObject(f"The commit {sha} is broken.") from None
    return Commit(sha, tree, parents, author, authored, committer, committed, message)


def parse_tag(sha: str, data: bytes) -> Tag:
    headers, message = _headers(data)
    try:
        target = headers["object"][0].decode("ascii")
        kind = Kind[headers["type"][0].decode("ascii").upper()]
        name = headers["tag"][0].decode("utf-8", "replace")
    except (KeyError, ValueError):
        raise MissingObject(f"The tag {sha} is broken.") from None
    tagger, tagged = _person(headers["tagger"][0]) if "tagger" in headers else (None, "")
    return Tag(sha, target, kind, name, tagger, tagged, message)


def _headers(data: bytes) -> tuple[dict[str, list[bytes]], str]:
    head, _, message = data.partition(b"\n\n")
    headers: dict[str, list[bytes]] = {}
    for line in head.split(b"\n"):
        if not line.startswith(b" "):  # else it continues a signature
            key, _, value = line.partition(b" ")
            headers.setdefault(key.decode("ascii", "replace"), []).append(value)
    return headers, message.decode("utf-8", "replace")


_IDENTITY = re.compile(rb"^(.*?) ?<([^>]*)>(?: (-?\d+) ([+-]\d+))?")


def _person(line: bytes) -> tuple[Person, str]:
    found = _IDENTITY.match(line)
    if found is None:
        raise ValueError("no name and address")
    name, email, seconds, _ = found.groups()
    person = _shared(name.decode("utf-8", "replace").strip(), email.decode("utf-8", "replace"))
    return person, _stamp(int(seconds or 0))


@lru_cache(maxsize=4096)
def _shared(name: str, email: str) -> Person:
    return Person(name, email)


def _stamp(seconds: int) -> str:
    return (_EPOCH + timedelta(seconds=min(max(seconds, 0), LATEST))).strftime("%Y-%m-%d %H:%M:%S")


def _identity(person: Person, stamp: str) -> str:
    name, email = (re.sub(r"[\0\n\r<>]", "", part).strip(_CRUD) for part in (person.name, person.email))
    if not name or not email:
        raise BadName(f"A commit needs a name and an email address; {person} is not both.")
    return f"{name} <{email}> {_seconds(stamp)} +0000"


@lru_cache(maxsize=4096)
def _seconds(stamp: str) -> int:
    try:
        when = datetime.strptime(stamp, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        raise BadName(f"{stamp!r} is no time; a time is like 2026-05-14 09:00:00.") from None
    return int((when - _EPOCH).total_seconds())


def check_path(path: str) -> str:
    """The path of a file as git stores it, or a :class:`BadName` that says what is wrong."""
    wrong = ""
    parts = path.split("/")
    if not path:
        wrong = "A file needs a name."
    elif len(path) > LONGEST_PATH:
        wrong = f"The path of a file may have at most {LONGEST_PATH:,} characters."
    elif path.startswith("/") or path.endswith("/") or "" in parts:
        wrong = f"{path!r} is no path of a file: it has an empty part."
    elif any(part in (".", "..") or part.lower() == ".git" for part in parts):
        wrong = f"{path!r} is no path of a file: parts may not be '.', '..' or '.git'."
    elif any(ord(letter) < 32 or ord(letter) == 127 for letter in path) or "\\" in path:
        wrong = f"{path!r} is no path of a file: it holds a character that no name may have."
    if wrong:
        raise BadName(wrong)
    return path
