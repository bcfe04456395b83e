"""Standing rules of the shop: drawn for a task, and written on pages and notices where one can read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from webcosm.lore import Rng
from webcosm.suites.arena.hard._shop import OFFICE, add_notice, add_page
from webcosm.tasks import Dials, Person
from webcosm.tasks.money import price_text
from webcosm.tasks.prose import notice_text, policy_text
from webcosm.tasks.rules import Condition, Handbook, Notice, Policy, Rule, Treatment, Version, by_rank
from webcosm.worlds import World

__all__ = ["Page", "drawn_handbook", "drawn_limit", "flag", "read_handbook", "said", "total", "write_handbook"]

EARLIER = "(earlier version)"
NOTICES_MAY_OVERRULE = "A notification in the back office may overrule this page for a while."
"""Stands on every page, whether there is such a notification or not."""


def flag(fact: str, *says: str) -> Condition:
    return Condition(fact, "is", True, says)


def said(fact: str, words: str, value: str) -> Condition:
    return Condition(fact, "is", value, (f"{words} {{value}}",))


def total(test: Literal["over", "under"], cents: int) -> Condition:
    words = {"under": "is less than", "over": "is more than"}[test]
    return Condition("total", test, cents, (f"the order's grand total {words} {{value}}",), price_text(cents))


def drawn_limit(rng: Rng, low: int, high: int, amounts: Sequence[int]) -> int:
    """A limit in cents between two amounts: the roundest of some that occur, so that something stands exactly on it; a
    round one if none is given."""
    there = sorted({one for one in amounts if low <= one <= high})
    if not there:
        return 100 * rng.integer(low // 100, high // 100)
    some = rng.sample(there, min(len(there), 8))
    return max(some, key=lambda one: next(step for step in (1000, 500, 100, 50, 10, 5, 1) if one % step == 0))


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


def drawn_handbook(
    rng: Rng,
    dials: Dials,
    rules: Callable[[Rng], Sequence[Rule]],
    otherwise: Treatment,
    changed: date,
    notice: Notice | None = None,
) -> Handbook:
    """As many rules as the dials say, and one older version for each that is out of date; the newest since `changed`.
    With several sources there is a notice, too."""
    versions = []
    for age in range(dials.stale + 1):
        taken = list(rules(rng.child("rules", age)))[: dials.rules]
        order = rng.child("order", age)
        mixed = dials.rules > 2
        wins: Literal["first", "last"] = "last" if mixed and order.chance(0.5) else "first"
        policy = Policy(by_rank(order.shuffled(taken) if mixed else taken, wins), otherwise, wins)
        versions.append(Version(changed - timedelta(days=150 * age), policy))
    return Handbook(tuple(reversed(versions)), (notice,) if notice and dials.sources > 1 else ())


def write_handbook(world: World, page: Page, handbook: Handbook, rng: Rng) -> None:
    """One page for each version, each of which names the one before; a notification for each notice. No title says from
    when to when a version holds: that stands in its text alone."""
    versions = handbook.versions
    for place, version in enumerate(versions):
        text = policy_text(versions, place, rng, subject=page.subject, counted=page.counted)
        title, key = _names(page, len(versions) - 1 - place)
        more = NOTICES_MAY_OVERRULE
        if place:
            before, before_key = _names(page, len(versions) - place)
            more = f"What held before: [{before}](/{before_key}).\n\n{more}"
        add_page(world, title, key, f"{text}\n\n{page.how}\n\n{more}", f"{version.since} 09:00:00")
    for notice in handbook.notices:
        body = notice_text(notice, rng, subject=page.subject, counted=page.counted)
        add_notice(world, f"{page.title}: a rule for these days", body, f"{notice.since} 07:30:00")


def _names(page: Page, age: int) -> tuple[str, str]:
    """Title and key of the version that has so many newer ones."""
    if not age:
        return page.title, page.url_key
    number = f" {age}" if age > 1 else ""
    return f"{page.title} {EARLIER}{number}", f"{page.url_key}-earlier{number.replace(' ', '-')}"


async def read_handbook(person: Person, page: Page, handbook: Handbook) -> None:
    """At most three actions: the page, what held before, and the notices."""
    await person.goto(f"http://shop.test/{page.url_key}")
    if len(handbook.versions) > 1:
        await person.click(f"{page.title} {EARLIER}", role="link")
    if handbook.notices:
        await person.goto(f"{OFFICE}/notifications")
