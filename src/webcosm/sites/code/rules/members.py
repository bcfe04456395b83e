"""Who belongs to projects and groups, and with which access."""

from __future__ import annotations

from webcosm.sites.code.rules.viewer import Viewer
from webcosm.worlds import Row, World

__all__ = ["may_be_assigned"]


def may_be_assigned(world: World, project: Row, account: Row) -> bool:
    """Issues and merge requests go to people who may see the project."""
    return Viewer(world.code, account, str(world.clock.today())).may("see", project)
