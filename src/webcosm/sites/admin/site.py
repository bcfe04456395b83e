"""The back office's site object, which its page modules add their pages to."""

from __future__ import annotations

from pathlib import Path

from webcosm.sites.admin.permissions import PERMISSIONS
from webcosm.sites.kit import Site
from webcosm.sites.shop.seed.fill import admin_accounts
from webcosm.sites.shop.site import site as shop
from webcosm.worlds import Database, Row

__all__ = ["site"]


def find_user(db: Database, username: str) -> Row | None:
    return db.row(
        "SELECT admin_user.*, first_name || ' ' || last_name AS name, role.name AS role"
        " FROM admin_user JOIN role ON role.id = role_id WHERE username = ? AND active",
        username.strip(),
    )


site = Site(
    "admin",
    title="Dray Office",
    tagline="The back office of Dray Market",
    folder=Path(__file__).parent,
    host="admin.shop.test",
    shares=shop,
    accounts=admin_accounts,
    find_user=find_user,
    permissions=PERMISSIONS,
    colour="#24415c",
)
