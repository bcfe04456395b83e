"""What tests of the back office read from worlds and pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from webcosm.sites.kit import VisitedPage
from webcosm.worlds import Change, World

__all__ = ["flat", "inserted", "summary", "updated"]


def summary(world: World) -> list[tuple[str, str, tuple[str, ...]]]:
    """(table, kind, changed columns) of all changes, sorted; of whole rows the columns go without saying."""
    return sorted((each.table, each.kind, each.columns if each.kind == "update" else ()) for each in world.changes())


def inserted(world: World, table: str) -> list[dict[str, object]]:
    """The new rows of a table, without their ids."""
    return [
        {name: value for name, value in (change.new or {}).items() if name != "id"}
        for change in _of(world, table)
        if change.kind == "insert"
    ]


def updated(world: World, table: str) -> dict[tuple[object, ...], dict[str, object]]:
    """New values of the changed columns, by key."""
    return {
        change.key: {name: (change.new or {})[name] for name in change.columns}
        for change in _of(world, table)
        if change.kind == "update"
    }


def _of(world: World, table: str) -> Sequence[Change]:
    return [change for change in world.changes() if change.table == table]


def flat(page: VisitedPage) -> str:
    """The words of a page, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.text)).split())
