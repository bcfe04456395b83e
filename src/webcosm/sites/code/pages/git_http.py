"""What the git client asks for: clone, fetch and push over HTTP."""

from __future__ import annotations

from collections.abc import Sequence

from webcosm.sites.code.git.http import Client, Gate, add_git
from webcosm.sites.code.git.receive import RefUpdate
from webcosm.sites.code.rules.branches import branch_rule, may_tag, why_not_push
from webcosm.sites.code.rules.places import find_project
from webcosm.sites.code.rules.pushing import after_push
from webcosm.sites.code.rules.viewer import Viewer
from webcosm.sites.code.site import site
from webcosm.sites.kit import Request

__all__ = ["gate"]


def gate(request: Request, path: str, client: Client) -> Gate | None:
    """The same permissions hold as on the site; a token may allow less."""
    project = find_project(request.db, path)
    viewer = Viewer(request.db, client.user, str(request.world.clock.today()))
    if project is None or not viewer.may("see", project):
        return None
    row = project

    def may_write(update: RefUpdate) -> str:
        if update.tag is not None:
            return "" if may_tag(viewer, row, update.tag) else f"You may not change the tag {update.tag}."
        branch = update.branch or ""
        if update.new is None and branch == row.default_branch:
            return f"{branch} is the default branch, which cannot be deleted."
        rule = branch_rule(request.db, row, branch)
        if rule is not None and (update.forced or update.new is None) and not rule.force_push:
            return f"The branch {branch} is protected: it cannot be {'deleted' if update.new is None else 'rewritten'}."
        return why_not_push(viewer, row, branch)

    def pushed(updates: Sequence[RefUpdate]) -> Sequence[str]:
        assert client.user
        told = []
        for update in updates:
            after_push(request.world, row, client.user, update.ref, update.old, update.new)
            if update.branch is not None and update.old is None and update.branch != row.default_branch:
                where = request.addresses.of("code", f"/{row.full_path}/-/merge_requests/new?source={update.branch}")
                told += [f"To open a merge request for {update.branch}, visit:", f"  {where}"]
        return told

    return Gate(
        row.id,
        reads=client.may_read and viewer.may("read_code", row),
        pushes=client.may_write and viewer.may("push", row),
        may_write=may_write,
        pushed=pushed,
    )


add_git(site, gate, view="public.view", edit="public.edit")
