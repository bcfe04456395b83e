"""What stands at a plain path: somebody's profile, a group, or a project's home. Declared last, since any path fits."""

from __future__ import annotations

from webcosm.sites.code.pages.groups import show_group
from webcosm.sites.code.pages.profile import account_at, show_profile
from webcosm.sites.code.pages.project import show_project
from webcosm.sites.code.pages.shell import project_at, viewer_of
from webcosm.sites.code.rules.places import find_namespace
from webcosm.sites.code.rules.viewer import NOBODY
from webcosm.sites.code.site import site
from webcosm.sites.kit import NotFound, Request, Response

__all__ = ["show_place"]


@site.get("/{full_path:path}", needs="public.view")
def show_place(request: Request, full_path: str) -> Response:
    namespace = find_namespace(request.db, full_path)
    if namespace is None and "/" not in full_path:
        raise NotFound(f"There is nobody and no group called “{full_path}”.")
    if namespace is None:
        return show_project(request, project_at(request, full_path))
    if namespace.full_path.lower() != full_path.lower():
        return request.redirect(f"/{namespace.full_path}")
    if namespace.kind == "user":
        return show_profile(request, account_at(request, namespace.path))
    if viewer_of(request).group_access(namespace) == NOBODY:
        raise NotFound(f"There is nobody and no group called “{full_path}”.")
    return show_group(request, namespace)
