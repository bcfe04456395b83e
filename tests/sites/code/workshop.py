"""The smallest code host: the site's own tables, two people, projects without a commit, and git without pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from starlette.responses import PlainTextResponse, Response

import webcosm.sites.code
from webcosm.lore import Lore
from webcosm.sites.code.git import Person
from webcosm.sites.code.git.changes import tell_refs
from webcosm.sites.code.git.http import Client, Gate, add_git
from webcosm.sites.code.git.receive import RefUpdate
from webcosm.sites.kit import Request, Site
from webcosm.sites.kit.session import hash_password
from webcosm.worlds import Database, Row

__all__ = ["ANA", "BO", "FORK", "SECRET", "TIDE", "at", "blueprint", "fill", "site"]

ANA = Person("Ana Reed", "ana@mail.test")
BO = Person("Bo Marsh", "bo@mail.test")
TIDE, SECRET, FORK = 1, 2, 3
"""Projects."""


def at(minute: int) -> str:
    """A time in one hour after another, from the beginning of 2026."""
    return f"2026-{1 + minute // 40320:02}-{1 + minute // 1440 % 28:02} {minute // 60 % 24:02}:{minute % 60:02}:00"


def fill(db: Database, lore: Lore, scale: str) -> None:
    for number, (username, person) in enumerate({"ana": ANA, "bo": BO}.items(), 1):
        db.insert(
            "account",
            id=number,
            username=username,
            name=person.name,
            email=person.email,
            password=hash_password(f"{username}-door", username),
            feed_token=f"feed-{username}",
            created=at(0),
        )
        db.insert(
            "namespace",
            id=number,
            full_path=username,
            path=username,
            name=person.name,
            kind="user",
            account_id=number,
            created=at(0),
        )
    for number, owner, path, visibility in (
        (1, 1, "tide", "public"),
        (2, 1, "secret", "private"),
        (3, 2, "tide", "public"),
    ):
        db.insert(
            "project",
            id=number,
            namespace_id=owner,
            path=path,
            name=path.title(),
            visibility=visibility,
            creator_id=owner,
            created=at(0),
            active=at(0),
        )


def find_user(db: Database, username: str) -> Row | None:
    return db.row("SELECT * FROM account WHERE username = ?", username)


def find_gate(request: Request, path: str, client: Client) -> Gate | None:
    """Owners may do all; others read what is public, and nobody pushes to a protected branch."""
    found = request.db.row(
        "SELECT project.id, project.visibility, namespace.account_id AS owner FROM project"
        " JOIN namespace ON namespace.id = project.namespace_id WHERE namespace.full_path || '/' || project.path = ?",
        path,
    )
    if found is None:
        return None
    protected = request.db.values("SELECT pattern FROM protected_branch WHERE project_id = ?", found.id)

    def may_write(update: RefUpdate) -> str:
        return f"{update.branch} is protected: you may not push to it." if update.branch in protected else ""

    def pushed(updates: Sequence[RefUpdate]) -> list[str]:
        return [f"Thank you for {update.branch or update.tag}." for update in updates if update.new]

    owner = client.user is not None and client.user.id == found.owner
    return Gate(found.id, owner or found.visibility == "public", owner, may_write, pushed)


_SITE = Path(webcosm.sites.code.__file__).parent
site = Site(
    "code",
    title="Workshop",
    tagline="Git alone",
    folder=_SITE,
    fill=fill,
    find_user=find_user,
    incidental={"git_object": None, "commit_log": None, "event": None, "access_token": ("last_used",)},
    tells={"git_ref": tell_refs},
)
add_git(site, find_gate)


@site.get("/hello")
def hello(request: Request) -> Response:
    return PlainTextResponse("Hello.")


assert site.blueprint
blueprint = replace(site.blueprint, reads=())
