"""Which branches and tags somebody may write to."""

from __future__ import annotations

from fnmatch import fnmatchcase

from webcosm.sites.code.rules.viewer import DEVELOPER, MAINTAINER, Viewer
from webcosm.worlds import Database, Row

__all__ = ["branch_rule", "may_merge", "may_push", "may_tag", "why_not_push"]


def branch_rule(db: Database, project: Row, branch: str) -> Row | None:
    """How a branch is protected, if it is; of several patterns the one that says it most exactly."""
    rules = db.rows("SELECT * FROM protected_branch WHERE project_id = ?", project.id)
    fitting = [rule for rule in rules if fnmatchcase(branch, rule.pattern)]
    return max(fitting, key=lambda rule: (rule.pattern == branch, len(rule.pattern), rule.pattern), default=None)


def _holds(viewer: Viewer, project: Row, needed: int) -> bool:
    return needed > 0 and viewer.access(project) >= needed


def may_push(viewer: Viewer, project: Row, branch: str) -> bool:
    return not why_not_push(viewer, project, branch)


def why_not_push(viewer: Viewer, project: Row, branch: str) -> str:
    """Empty if they may."""
    if project.archived:
        return f"{project.full_path} is archived: nothing in it can be changed."
    if not viewer.may("push", project):
        return f"You do not have permission to push to {project.full_path}."
    rule = branch_rule(viewer.db, project, branch)
    if rule is None or _holds(viewer, project, rule.push):
        return ""
    whom = {0: "nobody", DEVELOPER: "developers and maintainers", MAINTAINER: "maintainers"}[rule.push]
    return f"The branch {branch} is protected: {whom} may push to it."


def may_merge(viewer: Viewer, project: Row, branch: str) -> bool:
    rule = branch_rule(viewer.db, project, branch)
    return viewer.may("merge", project) and (rule is None or _holds(viewer, project, rule.merge))


def may_tag(viewer: Viewer, project: Row, tag: str) -> bool:
    rules = viewer.db.rows("SELECT * FROM protected_tag WHERE project_id = ?", project.id)
    needed = [rule.access for rule in rules if fnmatchcase(tag, rule.pattern)]
    return viewer.may("push", project) and all(_holds(viewer, project, one) for one in needed)
