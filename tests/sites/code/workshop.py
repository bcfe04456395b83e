"""The smallest code host: the site's own tables, two people, and projects without a commit."""

from __future__ import annotations

from pathlib import Path

import webcosm.sites.code
from webcosm.lore import Lore
from webcosm.sites.code.git import Person
from webcosm.sites.kit.session import hash_password
from webcosm.worlds import Blueprint, Database

__all__ = ["ANA", "BO", "FORK", "SECRET", "TIDE", "at", "blueprint", "fill"]

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


_SCHEMA = (Path(webcosm.sites.code.__file__).parent / "schema.sql").read_text()
blueprint = Blueprint("code", _SCHEMA, fill, {"git_object": None, "commit_log": None, "event": None})
