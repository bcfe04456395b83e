"""What people do beside the work: stars, follows, watches, boards, snippets, wikis."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from webcosm.lore import Lore, Rng
from webcosm.sites.code.seed.groups import Group
from webcosm.sites.code.seed.hours import LAST, settle, stamp
from webcosm.sites.code.seed.people import MAINTAINER, Member
from webcosm.sites.code.seed.rows import Rows
from webcosm.sites.code.seed.scene import Plan

__all__ = ["write_social"]


def _between(rng: Rng, start: datetime) -> datetime:
    return settle(rng, start + (LAST - timedelta(days=1) - start) * rng.uniform())


def write_social(
    rows: Rows, lore: Lore, everybody: Sequence[Member], groups: Sequence[Group], plans: Sequence[Plan]
) -> None:
    rng = lore.rng("code", "social")
    named = everybody[0]
    for plan in plans:
        own = rng.child("project", plan.id)
        likers = {one.id: one for one in plan.fans if own.chance(0.75)}
        likers |= {hand.who.id: hand.who for hand in plan.hands if own.chance(0.3)}
        if plan.row["visibility"] == "public" and named.id not in likers and own.chance(0.25):
            likers[named.id] = named
        for one in sorted(likers.values(), key=lambda one: one.id):
            when = _between(own, max(one.joined, plan.start) + timedelta(days=1))
            if when > LAST:
                continue
            rows.add("star", project_id=plan.id, account_id=one.id, created=stamp(when))
        for hand in plan.hands:
            if own.chance(0.15):
                level = own.choice(("watch", "watch", "mention", "disabled", "participating"))
                rows.add("watch", project_id=plan.id, account_id=hand.who.id, level=level)
        board = rows.add("board", project_id=plan.id, name="Development")
        for position, title in enumerate(("doing", "review")):
            if title in plan.labels:
                rows.add("board_list", board_id=board["id"], label_id=plan.labels[title], position=position)
    _follows(rows, rng.child("follows"), everybody, plans)


def _follows(rows: Rows, rng: Rng, everybody: Sequence[Member], plans: Sequence[Plan]) -> None:
    """People follow those whose projects they like."""
    seen: set[tuple[int, int]] = set()
    for plan in plans:
        for fan in plan.fans[:40]:
            if fan is not plan.owner and rng.chance(0.25 if plan.owner.id == MAINTAINER else 0.12):
                key = (fan.id, plan.owner.id)
                when = _between(rng, max(fan.joined, plan.owner.joined) + timedelta(days=1))
                if key not in seen and when <= LAST:
                    seen.add(key)
                    rows.add("follow", follower_id=key[0], followed_id=key[1], created=stamp(when))
