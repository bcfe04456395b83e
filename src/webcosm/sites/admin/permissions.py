"""Who may do what: every page of the back office names the permission it needs, and the server holds to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal

from starlette.routing import compile_path

from webcosm.sites.admin.site import site
from webcosm.sites.kit import Forbidden, Request, Response

__all__ = ["AREAS", "AREA_LABELS", "PERMISSIONS", "declared", "may", "may_visit", "need", "page", "permission_label"]

AREA_LABELS = {
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
AREAS = tuple(AREA_LABELS)
PERMISSIONS = tuple(f"{area}.{verb}" for area in AREAS for verb in ("view", "edit"))
declared: dict[tuple[str, str], str] = {}
"""The permission of each (method, pattern) in ``site.paths``."""

Page = Callable[..., Response]


def page(method: Literal["GET", "POST"], path: str, permission: str) -> Callable[[Page], Page]:
    """Declares a page that needs a permission. Showing needs ``.view``; forms and whatever writes need ``.edit``."""
    if permission not in PERMISSIONS:
        raise ValueError(f"there is no permission {permission!r}; there are {', '.join(PERMISSIONS)}")
    route = {"GET": site.get, "POST": site.post}[method]

    def declare(function: Page) -> Page:
        @wraps(function)
        def guarded(request: Request, **arguments: Any) -> Response:
            need(request, permission)
            return function(request, **arguments)

        declared[method, compile_path(path)[0].pattern] = permission
        route(path, roles=())(guarded)
        return guarded

    return declare


def may(request: Request, permission: str) -> bool:
    """Whether the signed-in user's role holds a permission."""
    if request.user is None:
        return False
    held = request.__dict__.get("held_permissions")
    if held is None:  # templates ask dozens of times for one page
        rows = request.db.values("SELECT permission FROM role_permission WHERE role_id = ?", request.user.role_id)
        held = request.__dict__["held_permissions"] = frozenset(rows)
    return permission in held


def may_visit(request: Request, path: str) -> bool:
    """Whether the user may see the area that a path leads to; lists of one area have links into others."""
    area = path.split("/")[1].partition("?")[0]
    return may(request, f"{area if area in AREAS else 'dashboard'}.view")


def need(request: Request, permission: str) -> None:
    user = request.need_user()
    if not may(request, permission):
        raise Forbidden(
            f"This needs the permission “{permission_label(permission)}” ({permission}), "
            f"which your role {user.role} does not have."
        )


def permission_label(permission: str) -> str:
    """``sales.edit`` -> ``Sales: edit``"""
    area, _, verb = permission.partition(".")
    return f"{AREA_LABELS[area]}: {verb}"
