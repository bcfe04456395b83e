"""Changes to a repository: commits made of actions on files, branches, tags, picks, reverts and squashes.

Whoever calls says who does it and when: ``when`` is a stamp of the world's clock (or :data:`~webcosm.worlds.BEGINNING`
minus something, in seeds), and the time zone is always +0000. So the same deeds give the same commits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from webcosm.sites.code.git.errors import BadAction, RefMoved, UnknownRevision
from webcosm.sites.code.git.logbook import copy_log, record_commits
from webcosm.sites.code.git.objects import EMPTY_TREE, Commit, Mode, Person, check_path
from webcosm.sites.code.git.repository import HEADS, TAGS, Repository
from webcosm.sites.code.git.store import Refs, check_ref
from webcosm.sites.code.git.trees import Leaf, edit_tree, entry_at, walk_files
from webcosm.worlds import Database

__all__ = ["Action", "Writer", "fork_repository"]

Kind = Literal["create", "update", "put", "delete", "move", "chmod"]


@dataclass(frozen=True)
class Action:
    """One change to the files of a commit. Make them with the class methods."""

    kind: Kind
    path: str
    content: bytes = b""
    previous: str = ""
    """Where a moved file or folder was."""
    executable: bool | None = None
    """None: as it is."""
    keeps: bool = False
    """Whether a moved file keeps its content."""

    @classmethod
    def create(cls, path: str, content: str | bytes, *, executable: bool = False) -> Action:
        """A new file; refused if there is one."""
        return cls("create", path, _bytes(content), executable=executable)

    @classmethod
    def update(cls, path: str, content: str | bytes) -> Action:
        """Other content for a file that is there."""
        return cls("update", path, _bytes(content))

    @classmethod
    def put(cls, path: str, content: str | bytes) -> Action:
        """A file with this content, be it new or not: for uploads that replace."""
        return cls("put", path, _bytes(content))

    @classmethod
    def delete(cls, path: str) -> Action:
        """A file, or a folder with all that is in it."""
        return cls("delete", path)

    @classmethod
    def move(cls, previous: str, path: str, content: str | bytes | None = None) -> Action:
        """Another name for a file or folder; a file may get other content with it."""
        return cls("move", path, _bytes(content or b""), previous, keeps=content is None)

    @classmethod
    def chmod(cls, path: str, executable: bool) -> Action:
        return cls("chmod", path, executable=executable)


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


class Writer:
    """Writes to one project's repository. Every method leaves ``commit_log`` right.

    Nothing here asks who may do it, nor runs a pipeline or closes an issue: that is for whoever calls.
    """

    def __init__(self, db: Database, project_id: int) -> None:
        self.db = db
        self.project_id = project_id
        self.repository = Repository(db, project_id)
        self.store = self.repository.store
        self.refs = Refs(db, project_id)

    # Commits --------------------------------------------------------------------------------------------------------

    def commit(
        self,
        branch: str,
        actions: Sequence[Action],
        message: str,
        author: Person,
        when: str,
        *,
        start: str = "",
        expected: str | None = None,
        committer: Person | None = None,
        authored: str | None = None,
    ) -> Commit:
        """A commit on a branch. ``start`` makes the branch from that revision; the first commit of all needs none.

        ``expected`` is the commit that the author was looking at: if the branch has moved on since, :class:`RefMoved`.
        """
        if not message.strip():
            raise BadAction("A commit needs a message.")
        head, parent = self.point(branch, start, expected)
        tree = self.apply(self.store.commit(parent).tree if parent else EMPTY_TREE, actions)
        if parent and tree == self.store.commit(parent).tree:
            raise BadAction("This changes nothing: every file is so already.")
        sha = self.store.write_commit(
            tree,
            [parent] if parent else [],
            author,
            authored or when,
            message,
            committer=committer,
            committed=when,
        )
        self.move_branch(branch, sha, head)
        return self.store.commit(sha)

    def point(self, branch: str, start: str = "", expected: str | None = None) -> tuple[str | None, str | None]:
        """For a new commit: where its branch is (None: it is to be made), and what the commit stands on."""
        check_ref(branch)
        head = self.refs.get(HEADS + branch)
        if start and head is not None:
            raise BadAction(f"There is a branch {branch} already.")
        if start:
            return None, self.repository.resolve(start)
        if head is None and not self.repository.empty:
            raise UnknownRevision(f"There is no branch {branch}.")
        if expected is not None and head != expected:
            at = f"it is at {head[:8]} now, not at {expected[:8]}" if head else "it is gone"
            raise RefMoved(f"Somebody has changed {branch} in the meantime: {at}.")
        return head, head

    def apply(self, tree: str, actions: Sequence[Action]) -> str:
        """The tree that actions make of a tree; each sees what those before it did."""
        if not actions:
            raise BadAction("A commit needs at least one change to a file.")
        for action in actions:
            tree = edit_tree(self.store, tree, self._leaves(tree, action))
        return tree

    def _leaves(self, tree: str, action: Action) -> dict[str, Leaf | None]:
        path = check_path(action.path)
        there = entry_at(self.store, tree, path)
        match action.kind:
            case "create":
                if there is not None:
                    raise BadAction(f"There is a {there.kind} {path} already.")
                mode = Mode.EXECUTABLE if action.executable else Mode.FILE
                return {path: (mode, self.store.write_blob(action.content))}
            case "put" if there is None:
                return {path: (Mode.FILE, self.store.write_blob(action.content))}
            case "delete":
                return dict.fromkeys(self._files_at(tree, path))
            case "move":
                return self._moved(tree, action)
        if there is None:
            raise BadAction(f"There is no file {path}.")
        if there.is_folder or there.mode == Mode.SUBMODULE:
            raise BadAction(f"{path} is a {there.kind}, not a file.")
        if action.kind == "chmod":
            return {path: (Mode.EXECUTABLE if action.executable else Mode.FILE, there.sha)}
        return {path: (there.mode, self.store.write_blob(action.content))}

    def _files_at(self, tree: str, path: str) -> dict[str, Leaf]:
        there = entry_at(self.store, tree, path)
        if there is None:
            raise BadAction(f"There is no file or folder {path}.")
        if there.is_folder:
            return dict(walk_files(self.store, there.sha, f"{path}/"))
        return {path: (there.mode, there.sha)}

    def _moved(self, tree: str, action: Action) -> dict[str, Leaf | None]:
        previous = check_path(action.previous)
        files = self._files_at(tree, previous)
        if entry_at(self.store, tree, action.path) is not None:
            raise BadAction(f"There is a file or folder {action.path} already.")
        if action.path.startswith(f"{previous}/"):
            raise BadAction(f"{previous} cannot be moved into itself.")
        leaves: dict[str, Leaf | None] = dict.fromkeys(files)
        for path, leaf in files.items():
            leaves[action.path + path[len(previous) :]] = leaf
        if not action.keeps:
            if previous not in files:
                raise BadAction(f"{previous} is a folder and has no content of its own.")
            leaves[action.path] = (files[previous][0], self.store.write_blob(action.content))
        return leaves

    def add_commit(
        self,
        tree: str,
        parents: Iterable[str],
        author: Person,
        when: str,
        message: str,
        *,
        authored: str | None = None,
        committer: Person | None = None,
    ) -> Commit:
        """A commit of a tree that is there, on no branch yet; :meth:`move_branch` puts it on one."""
        sha = self.store.write_commit(
            tree, parents, author, authored or when, message, committer=committer, committed=when
        )
        return self.store.commit(sha)

    # Refs -----------------------------------------------------------------------------------------------------------

    def move_branch(self, branch: str, sha: str | None, old: str | None) -> None:
        """Puts a branch where it should be, if it is still at ``old`` (None: not there; to None: away)."""
        self.move_ref(HEADS + branch, sha, old)

    def move_ref(self, name: str, sha: str | None, old: str | None) -> None:
        self.refs.set(name, sha, old=old)
        if sha is not None:
            self.record(self.store.peel(sha))

    def record(self, sha: str) -> None:
        """Makes a commit and all that lead to it the project's own: for refs that are set by other means."""
        record_commits(self.db, self.project_id, [sha], self.store)
        self.repository = Repository(self.db, self.project_id)  # which had read the log as it was

    def create_branch(self, name: str, start: str = "") -> str:
        """A branch at a revision; its commit."""
        sha = self.repository.resolve(start)
        self.move_branch(check_ref(name), sha, None)
        return sha

    def delete_branch(self, name: str) -> str:
        """Where it was. The default branch cannot be deleted."""
        sha = self.repository.branch(name).sha
        if name == self.repository.default_branch:
            raise BadAction(f"{name} is the default branch and cannot be deleted.")
        self.move_branch(name, None, sha)
        return sha

    def rename_branch(self, name: str, new: str) -> None:
        """Also in the project, if it is the default branch."""
        branch = self.repository.branch(name)
        check_ref(new)
        with self.db.transaction():
            self.move_branch(name, None, branch.sha)
            self.move_branch(new, branch.sha, None)
            if branch.default:
                self.db.run("UPDATE project SET default_branch = ? WHERE id = ?", new, self.project_id)

    def create_tag(
        self, name: str, rev: str = "", *, message: str = "", tagger: Person | None = None, when: str = ""
    ) -> str:
        """A tag on a revision, annotated if it has a message; its commit."""
        check_ref(name, "tag")
        sha = target = self.repository.resolve(rev)
        if message:
            if tagger is None:
                raise BadAction("A tag with a message needs somebody who made it.")
            target = self.store.write_tag(sha, name, tagger, when, message)
        self.move_ref(TAGS + name, target, None)
        return sha

    def delete_tag(self, name: str) -> str:
        """The commit it was on."""
        tag = self.repository.tag(name)
        self.move_ref(TAGS + name, None, self.refs.get(TAGS + name))
        return tag.sha


def fork_repository(db: Database, source_id: int, target_id: int) -> None:
    """Branches, tags and commits of a project for another, which has none; the objects are shared."""
    db.run(
        "INSERT INTO git_ref (project_id, name, sha) SELECT ?, name, sha FROM git_ref WHERE project_id = ? "
        "AND (name LIKE 'refs/heads/%' OR name LIKE 'refs/tags/%')",
        target_id,
        source_id,
    )
    copy_log(db, source_id, target_id)
