"""Merging branches, and commits made of others: merge requests, cherry-picks, reverts, squashes, rebases.

What clashes is raised as :class:`~.errors.MergeConflict`, with the conflicts as data; the same call with
``resolutions`` (the text for each path, None: no file) goes through.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from webcosm.sites.code.git.errors import BadAction, NotMergeable
from webcosm.sites.code.git.merging import Conflict, TreeMerge, merge_commits, merge_three
from webcosm.sites.code.git.objects import EMPTY_TREE, Commit, Mode, Person
from webcosm.sites.code.git.repository import Repository
from webcosm.sites.code.git.trees import Leaf, entry_at
from webcosm.sites.code.git.writing import Writer

__all__ = ["Mergeability", "Merged", "Resolutions", "cherry_pick", "merge_into", "mergeability", "rebase", "revert"]

Method = Literal["merge", "fast_forward"]
Resolutions = Mapping[str, str | bytes | None]
UNRESOLVED: Resolutions = {}


@dataclass(frozen=True)
class Mergeability:
    """How two commits would merge."""

    ahead: int
    """Commits that would come in."""
    behind: int
    """Commits of the target that the source lacks."""
    conflicts: tuple[Conflict, ...] = ()
    related: bool = True
    """Whether they have a commit in common."""

    @property
    def merged(self) -> bool:
        """Whether there is nothing left to merge."""
        return self.ahead == 0

    @property
    def fast_forward(self) -> bool:
        return self.related and self.behind == 0

    @property
    def clean(self) -> bool:
        return self.related and not self.conflicts


@dataclass(frozen=True)
class Merged:
    commit: Commit
    """Where the target is now."""
    squashed: Commit | None = None
    """The one that stands for all that came in."""


def mergeability(repository: Repository, source: str, target: str) -> Mergeability:
    """Two commits by their full names; the source may be of a fork."""
    ahead, behind = repository.graph.ahead_behind(source, target)
    try:
        conflicts = merge_commits(repository.graph, target, source).conflicts if ahead and behind else ()
    except NotMergeable:
        return Mergeability(ahead, behind, (), False)
    return Mergeability(ahead, behind, conflicts)


def merge_into(
    writer: Writer,
    target: str,
    source: str,
    message: str,
    who: Person,
    when: str,
    *,
    method: Method = "merge",
    squash: bool = False,
    squash_message: str = "",
    squash_author: Person | None = None,
    resolutions: Resolutions = UNRESOLVED,
) -> Merged:
    """Merges a commit (of this project, or of a fork) into a branch.

    ``merge`` always makes a merge commit; ``fast_forward`` only moves the branch, and is refused if it is not behind.
    With ``squash`` all that comes in is first made one commit. Resolving conflicts on a merge request's own branch is
    the same with the branches exchanged.
    """
    repository = writer.repository
    head = repository.branch(target).sha
    state = repository.graph.ahead_behind(source, head)
    if not state[0]:
        raise BadAction(f"There is nothing to merge: {target} has all of these commits already.")
    squashed = None
    if squash:
        squashed = _squash(writer, source, head, squash_message or message, squash_author or who, who, when)
    if method == "fast_forward":
        if state[1]:
            raise NotMergeable(f"{target} cannot be moved forward: it has commits that the other lacks. Rebase first.")
        commit = squashed or writer.store.commit(source)
    else:
        tree = merge_commits(repository.graph, head, source, _leaves(writer, head, resolutions)).need()
        parents = [head, squashed.sha if squashed else source]
        commit = writer.add_commit(tree, parents, who, when, message)
    writer.move_branch(target, commit.sha, head)
    return Merged(commit, squashed)


def _squash(
    writer: Writer, source: str, head: str, message: str, author: Person, committer: Person, when: str
) -> Commit:
    """All commits that the head lacks as one, upon where they parted."""
    bases = writer.repository.graph.merge_bases(source, head)
    if not bases:
        raise NotMergeable("The branches have no commit in common.")
    tree = writer.store.commit(source).tree
    return writer.add_commit(tree, [bases[0]], author, when, message, committer=committer)


def _leaves(writer: Writer, head: str, resolutions: Resolutions) -> dict[str, Leaf | None]:
    tree = writer.store.commit(head).tree
    leaves: dict[str, Leaf | None] = {}
    for path, content in resolutions.items():
        there = entry_at(writer.store, tree, path)
        mode = there.mode if there and there.mode == Mode.EXECUTABLE else Mode.FILE
        leaves[path] = None if content is None else (mode, writer.store.write_blob(content))
    return leaves


# One commit upon another --------------------------------------------------------------------------------------------


def cherry_pick(
    writer: Writer,
    rev: str,
    branch: str,
    who: Person,
    when: str,
    *,
    start: str = "",
    resolutions: Resolutions = UNRESOLVED,
) -> Commit:
    """The changes of a commit once more, on another branch (``start``: on a new one from there). Its author stays."""
    commit = writer.repository.commit(rev)
    message = f"{commit.message.rstrip()}\n\n(cherry picked from commit {commit.sha})"
    return _apply(writer, commit, False, branch, start, commit.author, commit.authored, who, when, message, resolutions)


def revert(
    writer: Writer,
    rev: str,
    branch: str,
    who: Person,
    when: str,
    *,
    start: str = "",
    message: str = "",
    resolutions: Resolutions = UNRESOLVED,
) -> Commit:
    """The changes of a commit undone; of a merge, all that it brought into its first parent."""
    commit = writer.repository.commit(rev)
    said = message or f'Revert "{commit.title}"\n\nThis reverts commit {commit.sha}.'
    return _apply(writer, commit, True, branch, start, who, when, who, when, said, resolutions)


def _apply(
    writer: Writer,
    commit: Commit,
    backwards: bool,
    branch: str,
    start: str,
    author: Person,
    authored: str,
    committer: Person,
    when: str,
    message: str,
    resolutions: Resolutions,
) -> Commit:
    old, head = writer.point(branch, start)
    if head is None:
        raise BadAction(f"There is no branch {branch}.")
    merged = _replayed(writer, commit, head, backwards, resolutions)
    tree = merged.need()
    if tree == writer.store.commit(head).tree:
        raise BadAction(f"This changes nothing: {branch} is so already.")
    made = writer.add_commit(tree, [head], author, when, message, authored=authored, committer=committer)
    writer.move_branch(branch, made.sha, old)
    return made


def _replayed(writer: Writer, commit: Commit, head: str, backwards: bool, resolutions: Resolutions) -> TreeMerge:
    parent = writer.store.commit(commit.parents[0]).tree if commit.parents else EMPTY_TREE
    base, change = (commit.tree, parent) if backwards else (parent, commit.tree)
    leaves = _leaves(writer, head, resolutions)
    return merge_three(writer.store, base, writer.store.commit(head).tree, change, leaves)


def rebase(writer: Writer, branch: str, onto: str, who: Person, when: str) -> str:
    """Puts a branch's own commits, merges left out, upon another commit; where the branch is then."""
    repository = writer.repository
    old = repository.branch(branch).sha
    head = target = repository.resolve(onto)
    if repository.graph.is_ancestor(target, old):
        return old
    for sha in reversed(repository.graph.between(target, old)):
        commit = writer.store.commit(sha)
        if commit.is_merge:
            continue
        tree = _replayed(writer, commit, head, False, {}).need()
        if tree != writer.store.commit(head).tree:  # else it is there already
            made = writer.add_commit(
                tree, [head], commit.author, when, commit.message, authored=commit.authored, committer=who
            )
            head = made.sha
    writer.move_branch(branch, head, old)
    return head
