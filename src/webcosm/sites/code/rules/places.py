"""Where things are: projects and namespaces by their paths."""

from __future__ import annotations

from webcosm.worlds import Database, Row

__all__ = ["FULL_PATH", "PROJECT", "RESERVED", "find_namespace", "find_project", "project_by_id"]

FULL_PATH = "namespace.full_path || '/' || project.path"
PROJECT = (
    f"SELECT project.*, {FULL_PATH} AS full_path, namespace.full_path AS namespace, namespace.kind AS namespace_kind,"
    " namespace.name AS namespace_name FROM project JOIN namespace ON namespace.id = project.namespace_id"
)
"""A project with the names that pages show of it."""
RESERVED = frozenset(
    (
        *("-", "admin", "api", "dashboard", "explore", "files", "groups", "help", "login", "logout", "new", "pictures"),
        *("profile", "projects", "register", "search", "snippets", "static", "uploads", "users"),
    )
)
"""First parts of addresses that are the site's own, so that no namespace may be called so."""


def project_by_id(db: Database, number: int) -> Row | None:
    return db.row(f"{PROJECT} WHERE project.id = ?", number)


def find_project(db: Database, full_path: str) -> Row | None:
    """The project at a path, also at one that it had before; one that was deleted is found too."""
    namespace, _, path = full_path.rpartition("/")
    found = db.row(f"{PROJECT} WHERE namespace.full_path = ? AND project.path = ?", namespace, path)
    if found is None:
        moved = db.value("SELECT project_id FROM redirect WHERE full_path = ?", full_path)
        found = project_by_id(db, moved) if moved is not None else None
    if found is None and path:
        moved = db.value("SELECT namespace_id FROM redirect WHERE full_path = ?", namespace)
        if moved is not None:
            found = db.row(f"{PROJECT} WHERE namespace.id = ? AND project.path = ?", moved, path)
    return found


def find_namespace(db: Database, full_path: str) -> Row | None:
    found = db.row("SELECT * FROM namespace WHERE full_path = ?", full_path)
    if found is None:
        moved = db.value("SELECT namespace_id FROM redirect WHERE full_path = ?", full_path)
        found = db.row("SELECT * FROM namespace WHERE id = ?", moved) if moved is not None else None
    return found
