"""A project's repository, to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from webcosm.sites.code.git.errors import AmbiguousRevision, MissingObject, NoSuchPath, UnknownRevision
from webcosm.sites.code.git.graph import Graph
from webcosm.sites.code.git.history import last_changes, path_log
from webcosm.sites.code.git.lines import is_binary, split_lines
from webcosm.sites.code.git.objects import Commit, Kind, Mode, Person, TreeEntry
from webcosm.sites.code.git.store import ObjectStore, Refs, is_sha
from webcosm.sites.code.git.trees import entry_at, folder_at, walk_files
from webcosm.worlds import Database, Value

__all__ = ["Branch", "Entry", "File", "Match", "Repository", "TagRef"]

HEADS, TAGS = "refs/heads/", "refs/tags/"
SHORTEST = 4
"""Digits of an abbreviated commit."""
LARGEST_TEXT = 2_000_000
"""Bytes of a file that is still shown as text."""
LARGEST_SEARCHED = 500_000


@dataclass(frozen=True, slots=True)
class Branch:
    name: str
    sha: str
    commit: Commit
    default: bool = False


@dataclass(frozen=True, slots=True)
class TagRef:
    """A tag; a light one has no message of its own."""

    name: str
    sha: str
    """Of the commit."""
    commit: Commit
    annotated: bool = False
    message: str = ""
    tagger: Person | None = None
    tagged: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a folder's listing."""

    name: str
    path: str
    kind: str
    """``folder``, ``file``, ``link`` or ``submodule``."""
    mode: int
    sha: str
    size: int
    """Bytes; of files."""
    last: Commit | None = None
    """The newest commit that changed it, if asked for."""


@dataclass(frozen=True)
class File:
    path: str
    mode: int
    sha: str
    data: bytes

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]

    @property
    def size(self) -> int:
        return len(self.data)

    @property
    def executable(self) -> bool:
        return self.mode == Mode.EXECUTABLE

    @property
    def link(self) -> str | None:
        """Where a symbolic link leads."""
        return self.data.decode("utf-8", "replace") if self.mode == Mode.LINK else None

    @cached_property
    def binary(self) -> bool:
        return is_binary(self.data)

    @cached_property
    def text(self) -> str | None:
        """None if it is binary or too large to show; bytes that are not UTF-8 are shown as a replacement character."""
        return None if self.binary or self.size > LARGEST_TEXT else self.data.decode("utf-8", "replace")

    @property
    def lines(self) -> int:
        return 0 if self.binary else len(split_lines(self.data))


@dataclass(frozen=True, slots=True)
class Match:
    """A line that a search in the files found."""

    path: str
    number: int
    text: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class Repository:
    """What a project's branches, tags, commits and files are.

    ``rev`` is a branch, a tag, a full or abbreviated commit, or a full ref; empty for the default branch. It must
    belong to the project: the commits of others are unknown here, though all projects share one store.

    >>> repository = Repository(world.code, project.id)                             # doctest: +SKIP
    >>> [commit.title for commit in repository.log("main", path="src", limit=20)]   # doctest: +SKIP
    """

    def __init__(self, db: Database, project_id: int) -> None:
        self.db = db
        self.project_id = project_id
        self.store = ObjectStore(db)
        self.refs = Refs(db, project_id)
        self.graph = Graph(self.store, project_id)

    # Refs -----------------------------------------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        """Whether it has no branch yet."""
        return not self.db.value(
            "SELECT 1 FROM git_ref WHERE project_id = ? AND name LIKE 'refs/heads/%' LIMIT 1", self.project_id
        )

    @property
    def default_branch(self) -> str:
        name: str | None = self.db.value("SELECT default_branch FROM project WHERE id = ?", self.project_id)
        return name or "main"

    def branch_names(self) -> list[str]:
        """The default branch first, then by name."""
        default = self.default_branch
        names = [name.removeprefix(HEADS) for name in self.refs.all(HEADS)]
        return sorted(names, key=lambda name: (name != default, name.casefold(), name))

    def branches(self) -> list[Branch]:
        """In the order of :meth:`branch_names`."""
        heads, default = self.refs.all(HEADS), self.default_branch
        return [
            Branch(name, heads[HEADS + name], self.store.commit(heads[HEADS + name]), name == default)
            for name in self.branch_names()
        ]

    def branch(self, name: str) -> Branch:
        sha = self.refs.get(HEADS + name)
        if sha is None:
            raise UnknownRevision(f"There is no branch {name}.")
        return Branch(name, sha, self.store.commit(sha), name == self.default_branch)

    def has_branch(self, name: str) -> bool:
        return self.refs.get(HEADS + name) is not None

    def tags(self) -> list[TagRef]:
        """The newest commit first."""
        tags = [self._tag(name.removeprefix(TAGS), sha) for name, sha in self.refs.all(TAGS).items()]
        tags.sort(key=lambda tag: tag.name)
        return sorted(tags, key=lambda tag: tag.tagged or tag.commit.committed, reverse=True)

    def tag(self, name: str) -> TagRef:
        sha = self.refs.get(TAGS + name)
        if sha is None:
            raise UnknownRevision(f"There is no tag {name}.")
        return self._tag(name, sha)

    def has_tag(self, name: str) -> bool:
        return self.refs.get(TAGS + name) is not None

    def _tag(self, name: str, sha: str) -> TagRef:
        target = self.store.peel(sha)
        commit = self.store.commit(target)
        if target == sha:
            return TagRef(name, target, commit)
        tag = self.store.tag(sha)
        return TagRef(name, target, commit, True, tag.message, tag.tagger, tag.tagged)

    # Revisions ------------------------------------------------------------------------------------------------------

    def resolve(self, rev: str = "") -> str:
        """The full name of the commit that a revision stands for; a branch before a tag of its name."""
        rev = rev or self.default_branch
        names = (rev,) if rev.startswith("refs/") else (HEADS + rev, TAGS + rev)
        for name in names:
            if sha := self.refs.get(name):
                return self._commit_of(sha, rev)
        if rev == "HEAD":
            return self.resolve()
        digits = rev.lower()
        if SHORTEST <= len(digits) <= 40 and all(digit in "0123456789abcdef" for digit in digits):
            found = self.db.values(
                "SELECT sha FROM commit_log WHERE project_id = ? AND sha >= ? AND sha < ? LIMIT 2",
                self.project_id,
                digits,
                digits + "g",
            )
            if len(found) > 1:
                raise AmbiguousRevision(f"Several commits begin with {rev}; give more of its digits.")
            if found:
                return str(found[0])
        raise UnknownRevision(f"There is no branch, tag or commit {rev}.")

    def _commit_of(self, sha: str, rev: str) -> str:
        try:
            target = self.store.peel(sha)
            if self.store.kind(target) == Kind.COMMIT:
                return target
        except MissingObject:
            pass
        raise UnknownRevision(f"{rev} does not lead to a commit.")

    def split(self, text: str) -> tuple[str, str]:
        """Revision and path of an address such as ``feature/blue/src/app.py``; names of branches may have slashes."""
        parts = text.strip("/").split("/")
        refs = self.refs.all()
        for count in range(len(parts), 0, -1):
            rev = "/".join(parts[:count])
            if HEADS + rev in refs or TAGS + rev in refs or rev in refs:
                return rev, "/".join(parts[count:])
        self.resolve(parts[0])
        return parts[0], "/".join(parts[1:])

    def commit(self, rev: str = "") -> Commit:
        return self.store.commit(self.resolve(rev))

    def commits(self, shas: Iterable[str]) -> list[Commit]:
        """Those that are known here, in the order given."""
        return [self.store.commit(sha) for sha in shas if self.knows(sha)]

    def knows(self, sha: str) -> bool:
        """Whether a commit belongs to the project."""
        sql = "SELECT 1 FROM commit_log WHERE project_id = ? AND sha = ?"
        return is_sha(sha) and self.db.value(sql, self.project_id, sha) is not None

    # Files ----------------------------------------------------------------------------------------------------------

    def entries(self, rev: str = "", path: str = "", *, last: bool = False) -> list[Entry]:
        """What is in a folder: folders first, then by name. With ``last`` each has its newest commit."""
        sha = self.resolve(rev)
        folder = self.store.tree(folder_at(self.store, self.store.commit(sha).tree, path))
        sizes = self.store.sizes(entry.sha for entry in folder if entry.kind in ("file", "link"))
        prefix = f"{path}/" if path else ""
        entries = [
            Entry(name, prefix + name, TreeEntry(name, mode, blob).kind, mode, blob, sizes.get(blob, 0))
            for name, mode, blob in folder
        ]
        if last:
            found = last_changes(self.graph, sha, path)
            entries = [replace(entry, last=self.store.commit(found[entry.name])) for entry in entries]
        return sorted(entries, key=lambda entry: (entry.kind != "folder", entry.name))

    def kind_at(self, rev: str, path: str) -> str | None:
        """``folder``, ``file``, ``link`` or ``submodule``; None if nothing is there."""
        entry = entry_at(self.store, self.commit(rev).tree, path)
        return entry.kind if entry else None

    def file(self, rev: str, path: str) -> File:
        entry = entry_at(self.store, self.commit(rev).tree, path)
        if entry is None or not path:
            raise NoSuchPath(f"There is no file {path} in {rev or self.default_branch}.")
        if entry.kind in ("folder", "submodule"):
            raise NoSuchPath(f"{path} is a {entry.kind}, not a file.")
        return File(path, entry.mode, entry.sha, self.store.blob(entry.sha))

    def has_file(self, rev: str, path: str) -> bool:
        return self.kind_at(rev, path) in ("file", "link")

    def paths(self, rev: str = "", path: str = "") -> list[str]:
        """All files below a folder."""
        tree = folder_at(self.store, self.commit(rev).tree, path)
        return [name for name, _ in walk_files(self.store, tree, f"{path}/" if path else "")]

    def search(self, rev: str, text: str, *, path: str = "", limit: int = 100, around: int = 1) -> list[Match]:
        """The lines that hold a text, whatever its case; in text files of up to 500,000 bytes."""
        wanted = text.casefold()
        tree = folder_at(self.store, self.commit(rev).tree, path)
        found: list[Match] = []
        for name, (mode, sha) in walk_files(self.store, tree, f"{path}/" if path else ""):
            if mode not in (Mode.FILE, Mode.EXECUTABLE) or self.store.size(sha) > LARGEST_SEARCHED:
                continue
            data = self.store.blob(sha)
            if is_binary(data) or wanted not in (whole := data.decode("utf-8", "replace")).casefold():
                continue
            lines = whole.split("\n")
            for number, line in enumerate(lines):
                if wanted in line.casefold():
                    before, after = lines[max(0, number - around) : number], lines[number + 1 : number + 1 + around]
                    found.append(Match(name, number + 1, line, tuple(before), tuple(after)))
                    if len(found) == limit:
                        return found
        return found

    # History --------------------------------------------------------------------------------------------------------

    def log(
        self,
        rev: str = "",
        *,
        path: str = "",
        follow: bool = False,
        author: str = "",
        text: str = "",
        since: str = "",
        until: str = "",
        skip: int = 0,
        limit: int | None = None,
    ) -> list[Commit]:
        """Commits that lead to a revision, the newest first, as ``git log`` has them.

        ``path`` keeps those that changed a file or folder (``follow``: a file also under the names it had before),
        ``author`` those whose author's name or address has the text, ``text`` those whose message has it; ``since`` and
        ``until`` are days or times, both included.
        """
        shas = self.log_shas(rev, path=path, follow=follow, author=author, text=text, since=since, until=until)
        return [self.store.commit(sha) for sha in shas[skip : None if limit is None else skip + limit]]

    def log_shas(
        self,
        rev: str = "",
        *,
        path: str = "",
        follow: bool = False,
        author: str = "",
        text: str = "",
        since: str = "",
        until: str = "",
    ) -> Sequence[str]:
        """The names alone of what :meth:`log` gives; their number is the length."""
        head = self.resolve(rev)
        if path:
            found: Sequence[str] = [sha for sha, _ in path_log(self.graph, head, path, follow=follow)]
        else:
            found = self.graph.order(head)
        conditions: list[tuple[str, Value]] = []
        if author:
            conditions.append(("instr(lower(author_name || ' <' || author_email || '>'), lower(?)) > 0", author))
        if text:
            conditions.append(("instr(lower(message), lower(?)) > 0", text))
        if since:
            conditions.append(("committed >= ?", since))
        if until:
            conditions.append(("committed <= ?", f"{until} 23:59:59" if len(until) == 10 else until))
        if not conditions:
            return found
        where = " AND ".join(condition for condition, _ in conditions)
        sql = f"SELECT sha FROM commit_log WHERE project_id = ? AND {where}"
        fitting = set(self.db.values(sql, self.project_id, *(value for _, value in conditions)))
        return [sha for sha in found if sha in fitting]

    def path_names(self, rev: str, path: str) -> list[tuple[Commit, str]]:
        """The history of a file through its renames: each commit with what the file was called in it."""
        return [
            (self.store.commit(sha), name) for sha, name in path_log(self.graph, self.resolve(rev), path, follow=True)
        ]

    def last_commit(self, rev: str = "", path: str = "") -> Commit:
        """The newest commit that changed what is at a path."""
        log = self.log_shas(rev, path=path)
        if not log:
            raise NoSuchPath(f"There is no {path} in {rev or self.default_branch}.")
        return self.store.commit(log[0])

    def merge_base(self, one: str, other: str) -> str | None:
        """Where two revisions parted; None if they have nothing in common."""
        bases = self.graph.merge_bases(self.resolve(one), self.resolve(other))
        return bases[0] if bases else None

    def ahead_behind(self, rev: str, base: str = "") -> tuple[int, int]:
        """How many commits a branch has that the base (else the default branch) lacks, and the other way round."""
        return self.graph.ahead_behind(self.resolve(rev), self.resolve(base))

    def is_merged(self, rev: str, into: str = "") -> bool:
        """Whether all of a revision's commits are in another."""
        return self.graph.is_ancestor(self.resolve(rev), self.resolve(into))

    def commits_between(self, old: str, new: str) -> list[Commit]:
        """What ``git log old..new`` lists, the newest first: the commits of a merge request or comparison."""
        return [self.store.commit(sha) for sha in self.graph.between(self.resolve(old), self.resolve(new))]

    def branches_with(self, rev: str) -> list[str]:
        """The names of the branches that have a commit."""
        sha = self.resolve(rev)
        heads = self.refs.all(HEADS)
        return [name for name in self.branch_names() if self.graph.is_ancestor(sha, heads[HEADS + name])]

    def tags_with(self, rev: str) -> list[str]:
        sha = self.resolve(rev)
        return [tag.name for tag in self.tags() if self.graph.is_ancestor(sha, tag.sha)]
