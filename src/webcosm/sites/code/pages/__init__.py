"""The pages of the code host. Importing them declares them."""

from webcosm.sites.code.pages import (
    front,
    issue,
    issue_list,
    milestones,
    profile,
    project,
    repo_files,
    repo_history,
    talk,
    todos,
)

from webcosm.sites.code.pages import place  # isort: skip - any path fits it, so it comes last

__all__ = [
    "front",
    "issue",
    "issue_list",
    "milestones",
    "place",
    "profile",
    "project",
    "repo_files",
    "repo_history",
    "talk",
    "todos",
]
