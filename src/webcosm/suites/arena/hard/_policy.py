"""Standing rules of the shop: drawn for a task, and written on pages and notices where one can read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webcosm.lore import Rng
from webcosm.suites.arena.hard._shop import OFFICE, add_notice, add_page
from webcosm.tasks import Person
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text
from webcosm.tasks.prose import notice_text, policy_text
from webcosm.tasks.rules import Condition, Handbook, Version, drawn_handbook, flag
from webcosm.worlds import World

__all__ = [
    "Page",
    "drawn_handbook",
    "flag",
    "pieces",
    "read_handbook",
    "said",
    "total",
    "write_handbook",
]

NOTICES_MAY_OVERRULE = "A notification in the back office overrules this page for some of the time."
"""Stands only where there is such a notification."""
PIECES_ARE_COUNTED = "Pieces are counted with their quantities: three of one item are three pieces."
"""Stands only where a rule speaks of pieces."""


def said(fact: str, words: str, value: str) -> Condition:
    return Condition(fact, "is", value, (f"{words} {{value}}",))


def total(test: Literal["over", "under"], cents: int) -> Condition:
    words = {"under": "is less than", "over": "is more than"}[test]
    return Condition("total", test, cents, (f"the order's grand total {words} {{value}}",), price_text(cents))


def pieces(test: Literal["over", "under"], count: int) -> Condition:
    """Whole numbers, so that many an order stands exactly on the limit."""
    words = {"under": "fewer", "over": "more"}[test]
    return Condition("pieces", test, count, (f"the order has {words} than {{value}} pieces",))


@dataclass(frozen=True)
class Page:
    """Where the rules stand, and of what they speak."""

    title: str
    url_key: str
    subject: str
    """One of the things that are decided about: ``a return``."""
    counted: str
    """Which day of it says which version holds."""
    how: str
    """What else is to be known."""


def write_handbook(world: World, page: Page, handbook: Handbook, rng: Rng) -> None:
    """One page for each version, each of which names the one before; a notification for each notice."""
    versions = handbook.versions
    for place, version in enumerate(versions):
        text = policy_text(versions, place, rng, subject=page.subject, counted=page.counted)
        parts = [text, page.how]
        if any(one.fact == "pieces" for rule in version.policy.rules for one in rule.conditions):
            parts.append(PIECES_ARE_COUNTED)
        if place:
            before, before_key = _names(page, versions, place - 1)
            parts.append(f"What held before: [{before}](/{before_key}).")
        ends = versions[place + 1].since if place + 1 < len(versions) else None
        if any(ends is None or notice.since < ends for notice in handbook.notices):
            parts.append(NOTICES_MAY_OVERRULE)
        title, key = _names(page, versions, place)
        add_page(world, title, key, "\n\n".join(parts), f"{version.since} 09:00:00")
    for notice in handbook.notices:
        body = notice_text(notice, rng, subject=page.subject, counted=page.counted)
        add_notice(world, f"{page.title}: a rule for these days", body, f"{notice.since} 07:30:00")


def _names(page: Page, versions: Sequence[Version], place: int) -> tuple[str, str]:
    """Title and key of a version's page; an older one is named by the first day on which it no longer holds."""
    if place == len(versions) - 1:
        return page.title, page.url_key
    ends = versions[place + 1].since
    return f"{page.title} before {said_day(ends)}", f"{page.url_key}-before-{ends}"


async def read_handbook(person: Person, page: Page, handbook: Handbook) -> None:
    """At most three actions: the page, what held before, and the notices."""
    await person.goto(f"http://shop.test/{page.url_key}")
    if len(handbook.versions) > 1:
        await person.click(f"{page.title} before", role="link")
    if handbook.notices:
        await person.goto(f"{OFFICE}/notifications")
