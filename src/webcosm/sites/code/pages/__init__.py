"""The pages of the code host. Importing them declares them; any path fits ``place``, so it comes last."""

from webcosm.sites.code.pages import (
    front,
    groups,
    issue,
    issue_list,
    members,
    milestones,
    profile,
    project,
    repo_files,
    repo_history,
    talk,
    todos,
)

from webcosm.sites.code.pages import place  # isort: skip

__all__ = [
    "front",
    "groups",
    "issue",
    "issue_list",
    "members",
    "milestones",
    "place",
    "profile",
    "project",
    "repo_files",
    "repo_history",
    "talk",
    "todos",
]
