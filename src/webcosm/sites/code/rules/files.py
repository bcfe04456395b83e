"""Commits that are made on the site: files written, moved and taken away, branches and tags."""

from __future__ import annotations

from collections.abc import Sequence

from webcosm.sites.code.git import Action, Commit, GitError, Writer
from webcosm.sites.code.rules.branches import may_tag, why_not_push
from webcosm.sites.code.rules.projects import person_of
from webcosm.sites.code.rules.pushing import after_push
from webcosm.sites.code.rules.refused import Refused
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.worlds import Row, World

__all__ = ["commit_files", "make_branch", "make_tag", "remove_branch", "remove_tag"]


def commit_files(
    world: World,
    viewer: Viewer,
    project: Row,
    branch: str,
    actions: Sequence[Action],
    message: str,
    *,
    start: str = "",
    expected: str | None = None,
) -> Commit:
    """A commit on a branch, or (``start``) on a new one from there."""
    assert viewer.user
    _need_push(viewer, project, branch)
    writer = Writer(world.code, project.id)
    old = writer.refs.get(f"refs/heads/{branch}")
    try:
        commit = writer.commit(
            branch, actions, message, person_of(viewer.user), world.clock.stamp(), start=start, expected=expected
        )
    except GitError as error:
        raise Refused(str(error)) from None
    if old is None and not start:  # the first commit of all makes the default branch
        world.code.run("UPDATE project SET default_branch = ? WHERE id = ?", branch, project.id)
    after_push(world, project, viewer.user, f"refs/heads/{branch}", old, commit.sha)
    return commit


def _need_push(viewer: Viewer, project: Row, branch: str) -> None:
    why = why_not_push(viewer, project, branch)
    if why:
        raise Refused(why)


def make_branch(world: World, viewer: Viewer, project: Row, name: str, start: str) -> str:
    assert viewer.user
    _need_push(viewer, project, name)
    try:
        sha = Writer(world.code, project.id).create_branch(name, start)
    except GitError as error:
        raise Refused(str(error)) from None
    after_push(world, project, viewer.user, f"refs/heads/{name}", None, sha)
    return sha


def remove_branch(world: World, viewer: Viewer, project: Row, name: str) -> str:
    """Takes a branch away; what it had is still there by its commit."""
    assert viewer.user
    if name == project.default_branch:
        raise Refused(f"{name} is the default branch, which cannot be deleted.")
    _need_push(viewer, project, name)
    try:
        sha = Writer(world.code, project.id).delete_branch(name)
    except GitError as error:
        raise Refused(str(error)) from None
    after_push(world, project, viewer.user, f"refs/heads/{name}", sha, None)
    return sha


def make_tag(world: World, viewer: Viewer, project: Row, name: str, start: str, message: str = "") -> str:
    """With a message it is an annotated one."""
    assert viewer.user
    if not may_tag(viewer, project, name):
        raise Refused(f"You do not have permission to make the tag {name} in {project.full_path}.")
    try:
        sha = Writer(world.code, project.id).create_tag(
            name, start, message=message, tagger=person_of(viewer.user), when=world.clock.stamp()
        )
    except GitError as error:
        raise Refused(str(error)) from None
    after_push(world, project, viewer.user, f"refs/tags/{name}", None, sha)
    return sha


def remove_tag(world: World, viewer: Viewer, project: Row, name: str) -> None:
    assert viewer.user
    if not may_tag(viewer, project, name):
        raise Refused(f"You do not have permission to delete the tag {name}.")
    try:
        sha = Writer(world.code, project.id).delete_tag(name)
    except GitError as error:
        raise Refused(str(error)) from None
    after_push(world, project, viewer.user, f"refs/tags/{name}", sha, None)
