"""The pages of the code host. Importing them declares them; any path fits ``place``, so it comes last,
and before it what stands at the end of a project's plain path."""

from webcosm.sites.code.pages import (
    front,
    groups,
    issue,
    issue_list,
    members,
    milestones,
    profile,
    project,
    register,
    repo_files,
    repo_history,
    settings,
    snippets,
    talk,
    todos,
    wiki,
)

from webcosm.sites.code.pages import project_settings, place  # isort: skip

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
    "project_settings",
    "register",
    "repo_files",
    "repo_history",
    "settings",
    "snippets",
    "talk",
    "todos",
    "wiki",
]
