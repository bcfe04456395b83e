"""The pages of the code host. Importing them declares them."""

from webcosm.sites.code.pages import front, issue, issue_list, milestones, project, repo_files, repo_history, talk

from webcosm.sites.code.pages import place  # isort: skip - any path fits it, so it comes last

__all__ = ["front", "issue", "issue_list", "milestones", "place", "project", "repo_files", "repo_history", "talk"]
