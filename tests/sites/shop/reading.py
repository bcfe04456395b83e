"""What tests say about pages and worlds of the shop."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

from webcosm.sites.kit import VisitedPage
from webcosm.worlds import World

__all__ = ["changed", "flashes", "text_of"]


def text_of(answer: VisitedPage) -> str:
    """The words of a page, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def flashes(answer: VisitedPage) -> list[str]:
    """The messages on top of a page."""
    found = re.findall(r'<div class="flash[^"]*"[^>]*>(.*?)(?:<form|</div>)', answer.text, re.DOTALL)
    return [unescape(re.sub(r"<[^>]*>", "", one)).strip() for one in found]


def changed(world: World) -> Counter[str]:
    """How many rows were inserted, updated or deleted, as ``insert orders`` -> 1."""
    return Counter(f"{change.kind} {change.table}" for change in world.changes())
