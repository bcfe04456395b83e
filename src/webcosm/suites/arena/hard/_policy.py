"""Standing rules of the shop: drawn for a task, and written on pages and notices where one can read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Literal

from webcosm.lore import Rng
from webcosm.suites.arena.hard._shop import add_notice, add_page
from webcosm.tasks import Dials
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text
from webcosm.tasks.prose import notice_text, policy_text
from webcosm.tasks.rules import Condition, Handbook, Notice, Policy, Rule, Treatment, Version
from webcosm.worlds import World

__all__ = ["Page", "drawn_handbook", "flag", "said", "total", "write_handbook"]


def flag(fact: str, *says: str) -> Condition:
    return Condition(fact, "is", True, says)


def said(fact: str, words: str, value: str) -> Condition:
    return Condition(fact, "is", value, (f"{words} {{value}}",))


def total(test: Literal["over", "under"], cents: int) -> Condition:
    words = {"under": "is less than", "over": "is more than"}[test]
    return Condition("total", test, cents, (f"the order's grand total {words} {{value}}",), price_text(cents))


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
        policy = Policy(tuple(order.shuffled(taken) if mixed else taken), otherwise, wins)
        versions.append(Version(changed - timedelta(days=150 * age), policy))
    return Handbook(tuple(reversed(versions)), (notice,) if notice and dials.sources > 1 else ())


def write_handbook(world: World, page: Page, handbook: Handbook, rng: Rng) -> None:
    """One page for each version, the newest of which names the older one; a notification for each notice."""
    versions = handbook.versions
    texts = [
        policy_text(versions, place, rng, subject=page.subject, counted=page.counted) for place in range(len(versions))
    ]
    for (version, text), (newer, _) in pairwise(zip(versions, texts, strict=True)):
        title, key = f"{page.title} until {said_day(newer.since)}", f"{page.url_key}-until-{newer.since}"
        add_page(world, title, key, f"{text}\n\n{page.how}", f"{version.since} 09:00:00")
    more = ""
    if len(versions) > 1:
        newest = versions[-1].since
        more += f"\n\nWhat held before: [{page.title} until {said_day(newest)}](/{page.url_key}-until-{newest})."
    if handbook.notices:
        more += "\n\nA notification in the back office may overrule this page for a while."
    add_page(world, page.title, page.url_key, f"{texts[-1]}\n\n{page.how}{more}", f"{versions[-1].since} 09:00:00")
    for notice in handbook.notices:
        body = notice_text(notice, rng, subject=page.subject, counted=page.counted)
        add_notice(world, f"{page.title}: a rule for these days", body, f"{notice.since} 07:30:00")
