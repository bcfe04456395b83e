"""The areas of the back office, and what the user's role may do there."""

from __future__ import annotations

from webcosm.sites.kit import Permissions, Request

__all__ = ["PERMISSIONS"]

AREAS = {
    "dashboard": "Dashboard",
    "sales": "Sales",
    "catalog": "Catalog",
    "customers": "Customers",
    "marketing": "Marketing",
    "content": "Content",
    "reports": "Reports",
    "stores": "Stores",
    "system": "System",
}


def held(request: Request) -> list[str]:
    """Roles are rows here: the owner makes them and says what they may do."""
    user = request.need_user()
    return request.db.values("SELECT permission FROM role_permission WHERE role_id = ?", user.role_id)


PERMISSIONS = Permissions(AREAS, held)
