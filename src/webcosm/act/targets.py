"""Whether an element can be acted upon, and if not, why."""

from __future__ import annotations

from webcosm.act.errors import ActionFailed
from webcosm.observe.page import Target

__all__ = ["actionable", "enabled"]


def enabled(target: Target) -> Target:
    if target.disabled:
        raise ActionFailed(f"element {target.id!r} is disabled")
    return target


def actionable(target: Target) -> Target:
    """One that is not disabled, is seen, and has a point to hit."""
    if enabled(target).hidden:
        raise ActionFailed(f"element {target.id!r} is not visible")
    if target.box is None or target.hit is None:
        what = f"covered by {target.covered_by}" if target.covered_by else "out of reach: no point of it can be hit"
        raise ActionFailed(f"element {target.id!r} is {what}")
    return target
