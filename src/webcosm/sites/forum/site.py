"""The forum's site object, which its page modules add their pages to."""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.forum.pictures import picture_at
from webcosm.sites.forum.rules.writing import RATE_LIMIT
from webcosm.sites.forum.seed.fill import accounts, fill
from webcosm.sites.kit import Permissions, Site, add_login
from webcosm.worlds import Database, Row, Trail

__all__ = ["PERMISSIONS", "TRAILS", "site"]

PUBLIC = ("public.view", "public.edit")
MEMBER = (*PUBLIC, "own.view", "own.edit")
PERMISSIONS = Permissions(
    {"public": "Forums", "own": "Your things", "moderation": "Moderation", "administration": "Administration"},
    {
        "": PUBLIC,
        "member": MEMBER,
        "admin": (
            *MEMBER,
            "moderation.view",
            "moderation.edit",
            "administration.view",
            "administration.edit",
        ),
    },
)
"""``public.edit`` is what strangers may do: join. Who moderates which forum is a matter of rows, which the pages ask
for; ``moderation`` is held everywhere by administrators alone."""


def find_user(db: Database, username: str) -> Row | None:
    """An account that was not deleted; people are known by their user names alone."""
    return db.row("SELECT *, username AS name FROM account WHERE username = ? AND active", username.strip())


_CREATED = frozenset({"created"})
TRAILS = (
    Trail("subscription", columns=_CREATED, anew=_CREATED),
    Trail("post_vote", columns=_CREATED, anew=_CREATED),
    Trail("comment_vote", columns=_CREATED, anew=_CREATED),
    Trail("block", columns=_CREATED, anew=_CREATED),
    Trail("saved", anew=frozenset({"id", "created"})),
    Trail("post", columns=frozenset({"edited"})),
    Trail("comment", columns=frozenset({"edited"})),
    Trail("post_edit", inserted=lambda row: True),
    Trail("comment_edit", inserted=lambda row: True),
)
"""What an undone slip leaves behind. Posts, comments and messages that others may have read cannot be taken back, and
the log of the moderators only grows: they are no trails. What is hidden and shown again is the same row."""

site = Site(
    "forum",
    title="Roundtable",
    tagline="Places, hobbies and questions, talked over",
    folder=Path(__file__).parent,
    fill=fill,
    accounts=accounts,
    find_user=find_user,
    incidental={
        "post": ("views",),
        "account": ("last_seen",),
        "message": ("read",),
        "notification": ("read",),
        "post_standing": None,
    },
    trails=TRAILS,
    pictures=picture_at,
    switches=[RATE_LIMIT],
    permissions=PERMISSIONS,
    colour="#7a2e5d",
)
add_login(site)
