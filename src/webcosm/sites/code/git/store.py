"""Objects and refs in the world's tables.

Objects are named by what they hold and shared by all projects, so that a fork copies none. They are stored as packs
hold them (zlib), and a clone is sent without packing anything anew.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from webcosm.sites.code.git.cache import Cache
from webcosm.sites.code.git.errors import BadName, MissingObject, RefExists, RefMoved
from webcosm.sites.code.git.objects import (
    EMPTY_TREE,
    Commit,
    Kind,
    Person,
    Tag,
    TreeEntry,
    encode_commit,
    encode_tag,
    encode_tree,
    object_name,
    parse_commit,
    parse_tag,
    parse_tree,
)
from webcosm.worlds import Database

__all__ = ["ObjectStore", "Refs", "check_ref", "is_sha"]

LEVEL = 6
"""Of compression: fixed, so that the same objects are the same bytes."""
CHUNK = 500
"""Names in one query."""
SHA = re.compile(r"[0-9a-f]{40}")

_commits: Cache[str, Commit] = Cache(50_000)
_trees: Cache[str, tuple[TreeEntry, ...]] = Cache(50_000)


def is_sha(text: str) -> bool:
    return SHA.fullmatch(text) is not None


class ObjectStore:
    """All objects of a world's code host.

    :meth:`commit` and :meth:`tree` remember what they read, across worlds (see :mod:`~.cache`): ask ``sha in store``,
    or the project, whether an object is there.
    """

    def __init__(self, db: Database) -> None:
        self.db = db
        self._pending: dict[str, tuple[int, int, bytes]] = {}
        self._buffering = False

    # Reading --------------------------------------------------------------------------------------------------------

    def __contains__(self, sha: str) -> bool:
        return is_sha(sha) and (
            sha in self._pending
            or self.db.value("SELECT 1 FROM git_object WHERE sha = ?", bytes.fromhex(sha)) is not None
        )

    def stored(self, sha: str) -> tuple[Kind, int, bytes]:
        """Kind, size and compressed data."""
        if (found := self._pending.get(sha)) is None:
            if is_sha(sha):
                row = self.db.connection.execute(
                    "SELECT type, size, data FROM git_object WHERE sha = ?", (bytes.fromhex(sha),)
                ).fetchone()
                found = row
            if found is None:
                raise MissingObject(f"There is no object {sha}.")
        kind, size, data = found
        return Kind(kind), size, data

    def stored_many(self, shas: Iterable[str]) -> Iterator[tuple[str, Kind, int, bytes]]:
        """The same of many, in the order given."""
        wanted = list(shas)
        for start in range(0, len(wanted), CHUNK):
            chunk = wanted[start : start + CHUNK]
            marks = ", ".join("?" * len(chunk))
            found = {
                sha.hex(): (kind, size, data)
                for sha, kind, size, data in self.db.connection.execute(
                    f"SELECT sha, type, size, data FROM git_object WHERE sha IN ({marks})",
                    [bytes.fromhex(sha) for sha in chunk],
                )
            }
            for sha in chunk:
                kind, size, data = found[sha] if sha in found else self.stored(sha)
                yield sha, Kind(kind), size, data

    def read(self, sha: str, kind: Kind | None = None) -> bytes:
        """An object's data; of another kind than asked for it counts as missing."""
        found, _, data = self.stored(sha)
        if kind is not None and found != kind:
            raise MissingObject(f"{sha} is a {found.name.lower()}, not a {kind.name.lower()}.")
        return zlib.decompress(data)

    def kind(self, sha: str) -> Kind:
        return self.stored(sha)[0]

    def size(self, sha: str) -> int:
        """Bytes of a blob."""
        return self.stored(sha)[1]

    def sizes(self, shas: Iterable[str]) -> dict[str, int]:
        """The same of many; those that are missing are left out."""
        sizes: dict[str, int] = {}
        wanted = list(dict.fromkeys(shas))
        for start in range(0, len(wanted), CHUNK):
            chunk = wanted[start : start + CHUNK]
            marks = ", ".join("?" * len(chunk))
            for sha, size in self.db.connection.execute(
                f"SELECT sha, size FROM git_object WHERE sha IN ({marks})", [bytes.fromhex(sha) for sha in chunk]
            ):
                sizes[sha.hex()] = size
        sizes.update({sha: self._pending[sha][1] for sha in wanted if sha in self._pending})
        return sizes

    def commit(self, sha: str) -> Commit:
        return _commits.get(sha) or _commits.put(sha, parse_commit(sha, self.read(sha, Kind.COMMIT)))

    def tree(self, sha: str) -> tuple[TreeEntry, ...]:
        if sha == EMPTY_TREE:
            return ()
        found = _trees.get(sha)
        return found if found is not None else _trees.put(sha, parse_tree(self.read(sha, Kind.TREE)))

    def tag(self, sha: str) -> Tag:
        return parse_tag(sha, self.read(sha, Kind.TAG))

    def blob(self, sha: str) -> bytes:
        return self.read(sha, Kind.BLOB)

    def peel(self, sha: str) -> str:
        """What a tag leads to in the end; anything else is itself."""
        for _ in range(10):
            if self.kind(sha) != Kind.TAG:
                return sha
            sha = self.tag(sha).target
        raise MissingObject(f"{sha} is a tag of tags without an end.")

    # Writing --------------------------------------------------------------------------------------------------------

    def write(self, kind: Kind, data: bytes) -> str:
        """Stores an object if it is new; its name."""
        sha = object_name(kind, data)
        if self._buffering:
            if sha not in self._pending:
                self._pending[sha] = (kind, len(data), zlib.compress(data, LEVEL))
        elif sha not in self:
            self.db.run(
                "INSERT INTO git_object (sha, type, size, data) VALUES (?, ?, ?, ?)",
                bytes.fromhex(sha),
                int(kind),
                len(data),
                zlib.compress(data, LEVEL),
            )
        return sha

    def write_blob(self, data: bytes | str) -> str:
        return self.write(Kind.BLOB, data.encode() if isinstance(data, str) else data)

    def write_tree(self, entries: Iterable[TreeEntry]) -> str:
        return self.write(Kind.TREE, encode_tree(entries))

    def write_commit(
        self,
        tree: str,
        parents: Iterable[str],
        author: Person,
        authored: str,
        message: str,
        *,
        committer: Person | None = None,
        committed: str | None = None,
    ) -> str:
        """Who committed it, and when, is the author if not said otherwise."""
        if tree == EMPTY_TREE:  # which nobody writes, since folders are never empty
            self.write(Kind.TREE, b"")
        data = encode_commit(tree, parents, author, authored, committer or author, committed or authored, message)
        return self.write(Kind.COMMIT, data)

    def write_tag(self, target: str, name: str, tagger: Person, tagged: str, message: str) -> str:
        return self.write(Kind.TAG, encode_tag(target, self.kind(target), name, tagger, tagged, message))

    @contextmanager
    def bulk(self) -> Iterator[None]:
        """Keeps what is written in memory and stores all of it at the end: for seeds."""
        if self._buffering:
            yield
            return
        self._buffering = True
        try:
            yield
            self.flush()
        finally:
            self._buffering = False
            self._pending.clear()

    def forget(self) -> None:
        """Drops what a bulk has gathered."""
        self._pending.clear()

    def flush(self) -> None:
        """Stores what a bulk has gathered."""
        rows = ((bytes.fromhex(sha), int(kind), size, data) for sha, (kind, size, data) in self._pending.items())
        self.db.run_many("INSERT OR IGNORE INTO git_object (sha, type, size, data) VALUES (?, ?, ?, ?)", rows)
        self._pending.clear()


# Refs ---------------------------------------------------------------------------------------------------------------

_BAD_REF = re.compile(r"[\0-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|/\.|^\.|\.$|/$|^/|\.lock(?:/|$)|^-|^@$")
LONGEST_REF = 200


def check_ref(name: str, what: str = "branch") -> str:
    """The name of a branch or tag (without ``refs/heads/``), or a :class:`BadName` that says what is accepted."""
    if not name:
        raise BadName(f"A {what} needs a name.")
    if len(name) > LONGEST_REF:
        raise BadName(f"The name of a {what} may have at most {LONGEST_REF} characters.")
    if _BAD_REF.search(name) or name == "HEAD" or is_sha(name):
        raise BadName(
            f"{name!r} cannot be the name of a {what}. Blanks and the characters ~ ^ : ? * [ \\ are not accepted, nor "
            "'..', '@{', '//', a dot or a slash at either end, '.lock' at the end, HEAD, or the name of a commit."
        )
    return name


class Refs:
    """A project's refs: full names such as ``refs/heads/main``, and what they stand for."""

    def __init__(self, db: Database, project_id: int) -> None:
        self.db = db
        self.project_id = project_id

    def all(self, prefix: str = "refs/") -> dict[str, str]:
        """By name, in the order of names."""
        return dict(
            self.db.connection.execute(
                "SELECT name, sha FROM git_ref WHERE project_id = ? AND name >= ? AND name < ? ORDER BY name",
                (self.project_id, prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1)),
            )
        )

    def get(self, name: str) -> str | None:
        sha: str | None = self.db.value(
            "SELECT sha FROM git_ref WHERE project_id = ? AND name = ?", self.project_id, name
        )
        return sha

    def set(self, name: str, new: str | None, *, old: str | None) -> None:
        """Moves a ref from what it was (None: it was not there) to a new object (None: away).

        Raises :class:`RefMoved` if it is not what it was, :class:`RefExists` if it is there or another is in its way.
        """
        now = self.get(name)
        short = name.removeprefix("refs/heads/").removeprefix("refs/tags/")
        if now != old:
            if old is None:
                raise RefExists(f"{short} is there already.")
            if now is None:
                raise RefMoved(f"{short} was deleted in the meantime.")
            raise RefMoved(f"{short} was changed in the meantime: it is at {now[:8]} now, not at {old[:8]}.")
        if new is None:
            self.db.run("DELETE FROM git_ref WHERE project_id = ? AND name = ?", self.project_id, name)
        elif old is None:
            self._check_way(name, short)
            self.db.insert("git_ref", project_id=self.project_id, name=name, sha=new)
        else:
            self.db.run("UPDATE git_ref SET sha = ? WHERE project_id = ? AND name = ?", new, self.project_id, name)

    def _check_way(self, name: str, short: str) -> None:
        """``a`` and ``a/b`` cannot both be: in a clone they would be a file and a folder."""
        parts = name.split("/")
        above = ["/".join(parts[:count]) for count in range(3, len(parts))]
        for other in [*above, *self.all(f"{name}/")]:
            if other not in above or self.get(other) is not None:
                stands = other.split("/", 2)[2]
                raise RefExists(f"{short} cannot be made while there is {stands}.")
