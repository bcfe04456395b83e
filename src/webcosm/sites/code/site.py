"""The code host's site object, which its page modules add their pages to."""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.code.git.changes import tell_refs
from webcosm.sites.code.seed.fill import accounts, fill
from webcosm.sites.kit import Permissions, Site, add_login
from webcosm.worlds import Database, Row, Trail

__all__ = ["PERMISSIONS", "TRAILS", "site"]

PUBLIC = ("public.view", "public.edit")
MEMBER = (*PUBLIC, "own.view", "own.edit")
PERMISSIONS = Permissions(
    {"public": "Projects", "own": "Your things", "administration": "Administration"},
    {"": PUBLIC, "member": MEMBER, "admin": (*MEMBER, "administration.view", "administration.edit")},
)
"""What a visitor may do in a project is a matter of rows, which the pages ask for (rules/viewer.py); ``public.edit`` is
what strangers and programs with a token may do: register, push."""


def find_user(db: Database, username: str) -> Row | None:
    return db.row("SELECT * FROM account WHERE username = ?1 OR email = ?1", username.strip())


_CREATED = frozenset({"created"})
TRAILS = (
    Trail("star", columns=_CREATED, anew=_CREATED),
    Trail("follow", columns=_CREATED, anew=_CREATED),
    Trail("award", anew=frozenset({"id"})),
    Trail("approval", columns=_CREATED, anew=_CREATED),
    Trail("note", inserted=lambda row: bool(row["system"])),
    Trail("issue", columns=frozenset({"edited"})),
    Trail("merge_request", columns=frozenset({"edited"})),
    Trail("note", columns=frozenset({"edited"})),
    Trail("wiki_edit", inserted=lambda row: True),
)
"""What an undone slip leaves behind: the lines of history that say so. Comments that others may have read, and pushes,
cannot be taken back: they are no trails."""

site = Site(
    "code",
    title="Coppice",
    tagline="Projects, their history, and the people who tend them",
    folder=Path(__file__).parent,
    fill=fill,
    accounts=accounts,
    find_user=find_user,
    incidental={
        "account": ("last_seen",),
        "access_token": ("last_used",),
        "project": ("active",),
        "issue": ("updated",),
        "merge_request": ("updated",),
        "git_object": None,
        "commit_log": None,
        "event": None,
    },
    trails=TRAILS,
    tells={"git_ref": tell_refs},
    permissions=PERMISSIONS,
    colour="#2e6b3a",
)
add_login(site)
