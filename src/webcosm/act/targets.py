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
        raise ActionFailed(f"element {target.id!r} is {_obstacle(target)}")
    return target


def _obstacle(target: Target) -> str:
    """What is in the way, and what to do about it."""
    if target.cut_by:
        return (
            f"cut off by {target.cut_by}, which shows only a part of what it holds; look for a menu or button that"
            " shows the rest, or for another link to the same"
        )
    if target.covered_by:
        return f"covered by {target.covered_by}; close or move what lies upon it first"
    return "out of reach: no point of it can be hit"
