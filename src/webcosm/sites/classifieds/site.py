"""The board's site object, which its page modules add their pages to."""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.classifieds.seed.fill import accounts, fill
from webcosm.sites.kit import Permissions, Site, add_login
from webcosm.worlds import Database, Row, Trail

__all__ = ["site"]

PUBLIC = ("board.view", "board.edit")
MEMBER = (*PUBLIC, "own.view", "own.edit")
PERMISSIONS = Permissions(
    {"board": "Board", "own": "Your things", "moderation": "Moderation"},
    {"": PUBLIC, "member": MEMBER, "moderator": (*MEMBER, "moderation.view", "moderation.edit")},
)
"""``board.edit`` is what strangers may do as well: write to a seller, share and report a listing."""


def find_user(db: Database, username: str) -> Row | None:
    """An account that was not closed."""
    return db.row("SELECT * FROM account WHERE username = ? AND suspended IS NULL", username.strip())


TRAILS = (
    Trail("favourite", columns=frozenset({"created"}), anew=frozenset({"created"})),
    Trail("saved_search", anew=frozenset({"id", "created"})),
    Trail("price_change", inserted=lambda row: True),
    Trail("listing", columns=frozenset({"edited"})),
)
"""What an undone slip leaves behind. Messages, offers, comments, mails and reports cannot be taken back, and the log of
the moderators only grows: they are no trails."""

site = Site(
    "classifieds",
    title="Pennyboard",
    tagline="Small ads from around the region",
    folder=Path(__file__).parent,
    fill=fill,
    accounts=accounts,
    find_user=find_user,
    incidental={
        "listing": ("views",),
        "account": ("last_seen",),
        "message": ("read",),
        "saved_search": ("last_checked",),
    },
    trails=TRAILS,
    permissions=PERMISSIONS,
    colour="#1f6f54",
)
add_login(site)
