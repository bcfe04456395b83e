"""Who may do what: a site declares its areas and what its roles may do there, every page names the permission that it
needs, and the server holds to it.

>>> Permissions({"posts": "Posts"}, {"": ["posts.view"], "member": ["posts.view", "posts.edit"]}).names
('posts.view', 'posts.edit')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from webcosm.sites.kit.errors import Forbidden

if TYPE_CHECKING:
    from webcosm.sites.kit.request import Request

__all__ = ["NOBODY", "Permissions"]

NOBODY = ""
"""The role of a visitor who is not signed in."""


class Permissions:
    """The permissions of a site: one for each area and verb (``sales.edit``), and who holds which.

    ``areas`` maps names to labels. ``roles`` maps each role to what it may do, with :data:`NOBODY` for visitors who are
    not signed in; or it is a function that reads from the database what a signed-in user may do. ``area_of`` tells to
    which area a path belongs: by default to the one that its first part names, else to the first.
    """

    def __init__(
        self,
        areas: Mapping[str, str],
        roles: Mapping[str, Iterable[str]] | Callable[[Request], Iterable[str]],
        *,
        verbs: Sequence[str] = ("view", "edit"),
        area_of: Callable[[str], str] | None = None,
    ) -> None:
        self.areas = dict(areas)
        self.names = tuple(f"{area}.{verb}" for area in areas for verb in verbs)
        self._area_of = area_of or self._first_part
        self._roles = (
            roles if callable(roles) else {role: frozenset(map(self.check, held)) for role, held in roles.items()}
        )

    def check(self, permission: str) -> str:
        """The permission, or a ValueError that says what there is."""
        if permission not in self.names:
            raise ValueError(f"there is no permission {permission!r}; there are {', '.join(self.names)}")
        return permission

    def label(self, permission: str) -> str:
        """``sales.edit`` -> ``Sales: edit``"""
        area, _, verb = permission.partition(".")
        return f"{self.areas[area]}: {verb}"

    def held(self, request: Request) -> frozenset[str]:
        """What the visitor may do. Ask :meth:`Request.may`, which asks only once."""
        if callable(self._roles):
            return frozenset(self._roles(request)) if request.user else frozenset()
        return self._roles.get(request.user.role if request.user else NOBODY, frozenset())

    def need(self, request: Request, permission: str) -> None:
        """Refuses a visitor without the permission; one who is not signed in may sign in first."""
        if not request.may(permission):
            user = request.need_user()
            raise Forbidden(
                f"This needs the permission “{self.label(permission)}” ({permission}), "
                f"which your role {user.role} does not have."
            )

    def to_see(self, path: str) -> str:
        """The permission to see the area that a path leads to."""
        return f"{self._area_of(path)}.view"

    def _first_part(self, path: str) -> str:
        area = path.split("/")[1].partition("?")[0]
        return area if area in self.areas else next(iter(self.areas))
