"""Finding things everywhere, or in one project, as far as whoever looks may see them."""

from __future__ import annotations

from webcosm.sites.code.git import GitError, Repository
from webcosm.sites.code.git.repository import Match
from webcosm.sites.code.rules.places import FULL_PATH, PROJECT
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.sites.kit import match_query
from webcosm.worlds import Row, Value

__all__ = ["SCOPES", "found_code", "found_rows"]

SCOPES = {
    "projects": "Projects",
    "issues": "Issues",
    "merge_requests": "Merge requests",
    "milestones": "Milestones",
    "comments": "Comments",
    "commits": "Commits",
    "code": "Code",
    "wiki": "Wiki pages",
    "users": "People",
}
MOST_PROJECTS = 60
"""Whose code is searched at once; in one project all of it is."""
HOME = "JOIN project ON project.id = {t}.project_id JOIN namespace ON namespace.id = project.namespace_id"


def _like(words: str) -> str:
    """Words in any order, as a pattern for each."""
    return " ".join(words.split())


def found_rows(viewer: Viewer, scope: str, words: str, project: Row | None) -> tuple[str, list[Value]]:
    """SQL and its values for a list of what fits; of projects and people by part of their names."""
    if not words:
        return "SELECT 1 AS id WHERE 0", []
    inside = f" AND project.id = {project.id}" if project else ""
    match = match_query(words)
    parts = _like(words).lower().split()[:8]
    if scope == "users":
        condition = " AND ".join("instr(lower(name || ' ' || username), ?)" for _ in parts)
        return f"SELECT * FROM account WHERE {condition} ORDER BY name COLLATE NOCASE, id", list(parts)
    if scope == "projects":
        text = f"lower({FULL_PATH} || ' ' || project.name || ' ' || project.description)"
        condition = " AND ".join(f"instr({text}, ?)" for _ in parts)
        return (
            f"{PROJECT} WHERE {viewer.visible} AND {condition} ORDER BY (SELECT count(*) FROM star WHERE project_id ="
            " project.id) DESC, project.id",
            list(parts),
        )
    if match is None:
        return "SELECT 1 AS id WHERE 0", []
    code = _readers(viewer)
    mine = viewer.id if viewer.id is not None else -1
    hidden = f"(NOT issue.confidential OR {viewer.trusted} OR issue.author_id = {mine})"
    if scope == "issues":
        return (
            f"SELECT issue.*, {FULL_PATH} AS full_path FROM issue {HOME.format(t='issue')}"
            f" WHERE {viewer.visible}{inside} AND {hidden}"
            f" AND issue.id IN (SELECT rowid FROM issue_search WHERE issue_search MATCH ?)"
            " ORDER BY issue.created DESC, issue.id DESC",
            [match],
        )
    if scope == "merge_requests":
        return (
            f"SELECT merge_request.*, {FULL_PATH} AS full_path FROM merge_request {HOME.format(t='merge_request')}"
            f" WHERE {viewer.visible} AND {code}{inside} AND merge_request.id IN"
            " (SELECT rowid FROM merge_request_search WHERE merge_request_search MATCH ?)"
            " ORDER BY merge_request.created DESC, merge_request.id DESC",
            [match],
        )
    if scope == "comments":
        return (
            f"SELECT note.*, {FULL_PATH} AS full_path, account.name, account.username, issue.number AS issue_number,"
            " merge_request.number AS request_number, coalesce(issue.title, merge_request.title) AS title"
            f" FROM note {HOME.format(t='note')} JOIN account ON account.id = note.author_id"
            " LEFT JOIN issue ON issue.id = note.issue_id"
            " LEFT JOIN merge_request ON merge_request.id = merge_request_id"
            f" WHERE {viewer.visible}{inside} AND (NOT note.internal OR {viewer.trusted})"
            f" AND (note.issue_id IS NULL OR {hidden}) AND (note.merge_request_id IS NULL OR {code})"
            f" AND (note.commit_sha IS NULL OR {code}) AND note.snippet_id IS NULL"
            " AND note.id IN (SELECT rowid FROM note_search WHERE note_search MATCH ?)"
            " ORDER BY note.created DESC, note.id DESC",
            [match],
        )
    condition = " AND ".join("instr(lower({text}), ?)" for _ in parts)
    if scope == "milestones":
        text = "milestone.title || ' ' || milestone.description"
        return (
            f"SELECT milestone.*, {FULL_PATH} AS full_path FROM milestone {HOME.format(t='milestone')}"
            f" WHERE {viewer.visible}{inside} AND {condition.format(text=text)} ORDER BY milestone.id DESC",
            list(parts),
        )
    if scope == "wiki":
        text = "wiki_page.title || ' ' || wiki_page.body"
        return (
            f"SELECT wiki_page.*, {FULL_PATH} AS full_path FROM wiki_page {HOME.format(t='wiki_page')}"
            f" WHERE {viewer.visible}{inside} AND {condition.format(text=text)} ORDER BY wiki_page.id DESC",
            list(parts),
        )
    return (
        f"SELECT commit_log.*, {FULL_PATH} AS full_path FROM commit_log {HOME.format(t='commit_log')}"
        f" WHERE {viewer.visible} AND {code}{inside}"
        f" AND {condition.format(text='commit_log.sha || commit_log.message')}"
        " ORDER BY commit_log.committed DESC, commit_log.sha, commit_log.project_id",
        list(parts),
    )


def _readers(viewer: Viewer) -> str:
    """A condition over ``project``: those whose code the viewer may read."""
    if viewer.is_admin:
        return "1"
    ids = ", ".join(str(one) for one, level in sorted(viewer.project_levels.items()) if level >= 20) or "NULL"
    return f"(project.visibility <> 'private' OR project.id IN ({ids}))"


def found_code(viewer: Viewer, words: str, project: Row | None) -> list[tuple[Row, Match]]:
    """Lines on default branches that hold the text, at most ten of a project when all are searched."""
    if len(words) < 2:
        return []
    if project is not None:
        places = [project]
    else:
        places = viewer.db.rows(
            f"{PROJECT} WHERE {viewer.visible} ORDER BY project.active DESC, project.id LIMIT {MOST_PROJECTS}"
        )
    found: list[tuple[Row, Match]] = []
    for place in places:
        repository = Repository(viewer.db, place.id)
        if not viewer.may("read_code", place) or repository.empty:
            continue
        try:
            found += [(place, one) for one in repository.search("", words, limit=100 if project else 10)]
        except GitError:
            continue
        if len(found) > 200:
            break
    return found
