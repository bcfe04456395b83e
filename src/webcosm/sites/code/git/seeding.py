"""Histories by the hundred, for seeds: every commit knows the files before it, and only what changed is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webcosm.sites.code.git.errors import UnknownRevision
from webcosm.sites.code.git.logbook import insert_rows, log_row, stat_of
from webcosm.sites.code.git.objects import EMPTY_TREE, Mode, Person, check_path
from webcosm.sites.code.git.repository import HEADS, TAGS
from webcosm.sites.code.git.store import ObjectStore, check_ref
from webcosm.sites.code.git.trees import Leaf, edit_tree
from webcosm.worlds import Database

__all__ = ["HistoryWriter"]

Content = str | bytes | None
"""Of a file; None takes it away."""


class HistoryWriter:
    """Writes a project's history. Use it in a ``with`` block; all is stored when the block ends.

    >>> with HistoryWriter(db, project_id) as history:                              # doctest: +SKIP
    ...     history.commit("main", {"README.md": "# Tide"}, "First", ana, "2024-02-01 09:00:00")
    ...     history.branch("colours", "main")
    ...     history.commit("colours", {"app.css": "…"}, "Colours", bo, "2024-02-03 10:00:00")
    ...     history.merge("colours", "main", "Merge branch 'colours'", ana, "2024-02-04 11:00:00")
    ...     history.tag("v1.0", "main", "The first release", ana, "2024-02-05 12:00:00")
    """

    def __init__(self, db: Database, project_id: int) -> None:
        self.db = db
        self.project_id = project_id
        self.store = ObjectStore(db)
        self._refs: dict[str, str] = {}
        self._generations: dict[str, int] = {}
        self._rows: list[tuple[str | int, ...]] = []
        self._blobs: dict[str | bytes, str] = {}

    def __enter__(self) -> HistoryWriter:
        self._bulk = self.store.bulk()
        self._bulk.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            rows = ((self.project_id, name, sha) for name, sha in self._refs.items())
            self.db.run_many("INSERT OR REPLACE INTO git_ref (project_id, name, sha) VALUES (?, ?, ?)", rows)
            insert_rows(self.db, self._rows)
            self.store.flush()
        self._bulk.__exit__(kind, error, None)

    # Commits --------------------------------------------------------------------------------------------------------

    def commit(
        self,
        branch: str,
        files: Mapping[str, Content],
        message: str,
        author: Person,
        when: str,
        *,
        executable: Sequence[str] = (),
        committer: Person | None = None,
        committed: str | None = None,
    ) -> str:
        """A commit on a branch, which the first one makes; its name. ``files`` are those that differ from before."""
        head = self._refs.get(HEADS + branch)
        leaves = {check_path(path): self._leaf(content, path in executable) for path, content in files.items()}
        tree = edit_tree(self.store, self.store.commit(head).tree if head else EMPTY_TREE, leaves)
        parents = [head] if head else []
        return self._add(branch, tree, parents, message, author, when, committer=committer, committed=committed)

    def merge(
        self, source: str, target: str, message: str, author: Person, when: str, *, files: Mapping[str, Content] = {}
    ) -> str:
        """A merge commit on the target, of files that do not clash; ``files`` says how those that do were brought
        together. See :mod:`~.merging` for what clashes."""
        from webcosm.sites.code.git.merging import merge_trees

        ours, theirs = self.head(target), self.head(source)
        leaves = {path: self._leaf(content, False) for path, content in files.items()}
        tree = merge_trees(self.store, ours, theirs, resolutions=leaves)
        return self._add(target, tree, [ours, theirs], message, author, when)

    def join(
        self, source: str, target: str, files: Mapping[str, Content], message: str, author: Person, when: str,
        executable: Sequence[str] = (),
    ) -> str:  # fmt: skip
        """A merge commit whose tree is the target's with these files, for those who know what the merge makes."""
        ours, theirs = self.head(target), self.head(source)
        leaves = {check_path(path): self._leaf(content, path in executable) for path, content in files.items()}
        tree = edit_tree(self.store, self.store.commit(ours).tree, leaves)
        return self._add(target, tree, [ours, theirs], message, author, when)

    def _leaf(self, content: Content, executable: bool) -> Leaf | None:
        if content is None:
            return None
        sha = self._blobs.get(content)
        if sha is None:
            sha = self._blobs[content] = self.store.write_blob(content)
        return (Mode.EXECUTABLE if executable else Mode.FILE, sha)

    def _add(
        self,
        branch: str,
        tree: str,
        parents: list[str],
        message: str,
        author: Person,
        when: str,
        *,
        committer: Person | None = None,
        committed: str | None = None,
    ) -> str:
        sha = self.store.write_commit(tree, parents, author, when, message, committer=committer, committed=committed)
        self._refs[HEADS + check_ref(branch)] = sha
        if sha not in self._generations:
            generation = self._generations[sha] = 1 + max((self._generations[one] for one in parents), default=0)
            stat = stat_of(self.store, self.store.commit(parents[0]).tree if parents else None, tree)
            self._rows.append(log_row(self.project_id, self.store.commit(sha), generation, stat))
        return sha

    # Refs -----------------------------------------------------------------------------------------------------------

    def head(self, branch: str) -> str:
        try:
            return self._refs[HEADS + branch]
        except KeyError:
            raise UnknownRevision(f"There is no branch {branch}.") from None

    def branch(self, name: str, start: str) -> str:
        """A branch where another branch, or a commit written here, is."""
        sha = self._refs[HEADS + check_ref(name)] = start if start in self._generations else self.head(start)
        return sha

    def delete_branch(self, name: str) -> None:
        self.head(name)
        del self._refs[HEADS + name]

    def tag(self, name: str, start: str, message: str = "", tagger: Person | None = None, when: str = "") -> str:
        """A tag on a branch or commit, annotated if it has a message; the commit."""
        sha = target = start if start in self._generations else self.head(start)
        if message and tagger:
            target = self.store.write_tag(sha, name, tagger, when, message)
        self._refs[TAGS + check_ref(name, "tag")] = target
        return sha

    def ref(self, name: str, sha: str) -> None:
        """Any other ref, such as ``refs/merge-requests/3/head``."""
        self._refs[name] = sha
