"""The back office never loses its last owner: somebody active whose role may do everything."""

from __future__ import annotations

from webcosm.sites.admin.permissions import PERMISSIONS
from webcosm.worlds import Database

__all__ = ["OwnerNeeded", "keep_an_owner"]


class OwnerNeeded(Exception):
    """The change would leave nobody who may do everything."""


def keep_an_owner(db: Database) -> None:
    """To be asked after a change of users or roles, within its transaction."""
    held = ", ".join("?" for _ in PERMISSIONS.names)
    owners = db.value(
        "SELECT count(*) FROM admin_user WHERE active AND (SELECT count(*) FROM role_permission"
        f" WHERE role_permission.role_id = admin_user.role_id AND permission IN ({held})) = {len(PERMISSIONS.names)}",
        *PERMISSIONS.names,
    )
    if not owners:
        raise OwnerNeeded("This would leave no active user who may do everything. Give another user that role first.")
