"""Doing one thing to all rows that were ticked in a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from webcosm.sites.kit.formats import plural
from webcosm.sites.kit.grid import Grid
from webcosm.sites.kit.request import Request

__all__ = ["each_selected", "were"]


def each_selected(request: Request, grid: Grid, path: str, change: Callable[[Any], bool], done: str) -> Response:
    """Calls ``change`` with the key of each ticked row (it says whether that made a difference), then goes back to the
    list."""
    chosen = grid.selected(request)
    changed = sum(change(key) for key in chosen)
    if not chosen:
        request.flash(f"Tick at least one {grid.noun} first.", "wrong")
    elif not changed:
        request.flash("Nothing was changed.", "note")
    else:
        request.flash(f"{were(changed, grid.noun, grid.nouns)} {done}.")
    return request.redirect(grid.back(request, path))


def were(number: int, noun: str, nouns: str | None = None) -> str:
    """``1 order was``, ``3 orders were``"""
    return f"{plural(number, noun, nouns)} {'was' if number == 1 else 'were'}"
