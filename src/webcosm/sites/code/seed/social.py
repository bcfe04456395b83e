"""What people do beside the work: stars, follows, watches, boards, wikis, snippets, keys."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from webcosm.lore import Lore, Rng
from webcosm.sites.code.seed.archetypes import CONTENT, Written, common
from webcosm.sites.code.seed.hours import LAST, settle, stamp
from webcosm.sites.code.seed.people import LEAD, MAINTAINER, MEMBER, NEWCOMER, Member
from webcosm.sites.code.seed.rows import Rows
from webcosm.sites.code.seed.scene import Plan
from webcosm.sites.kit.sentences import Text
from webcosm.worlds import BEGINNING

__all__ = ["write_social"]


def _between(rng: Rng, start: datetime, end: datetime = LAST) -> datetime | None:
    """A moment in between; none if there is no time for it."""
    if start >= end - timedelta(days=1):
        return None
    when = settle(rng, start + (end - timedelta(days=1) - start) * rng.uniform())
    return when if when <= end else None


def write_social(rows: Rows, lore: Lore, everybody: Sequence[Member], plans: Sequence[Plan]) -> None:
    rng = lore.rng("code", "social")
    for plan in plans:
        own = rng.child("project", plan.id)
        _stars(rows, own.child("stars"), plan, everybody[0])
        for hand in plan.hands:
            if own.chance(0.15):
                level = own.choice(("watch", "watch", "mention", "disabled", "participating"))
                rows.add("watch", project_id=plan.id, account_id=hand.who.id, level=level)
        board = rows.add("board", project_id=plan.id, name="Development")
        for position, title in enumerate(("doing", "review")):
            if title in plan.labels:
                rows.add("board_list", board_id=board["id"], label_id=plan.labels[title], position=position)
        _wiki(rows, own.child("wiki"), plan)
        _requests(rows, own.child("requests"), plan, everybody)
    _follows(rows, rng.child("follows"), plans)
    _snippets(rows, rng.child("snippets"), everybody, plans)
    _keys(rows, rng.child("keys"), everybody)


def _stars(rows: Rows, rng: Rng, plan: Plan, maintainer: Member) -> None:
    likers = {one.id: one for one in plan.fans if rng.chance(0.75)}
    likers |= {hand.who.id: hand.who for hand in plan.hands if rng.chance(0.3)}
    if plan.row["visibility"] == "public" and rng.chance(0.25):
        likers[maintainer.id] = maintainer
    for one in sorted(likers.values(), key=lambda one: one.id):
        when = _between(rng, max(one.joined, plan.start) + timedelta(days=1))
        if when is not None:
            rows.add("star", project_id=plan.id, account_id=one.id, created=stamp(when))


def _say(plan: Plan, rng: Rng, text: Text) -> str:
    def value(name: str, inner: str) -> str:
        found = plan.scope[name]
        if isinstance(found, dict):
            found = found[inner] if inner else next(iter(found.values()))
        return str(found)

    return text.make(rng, value)


def _wiki(rows: Rows, rng: Rng, plan: Plan) -> None:
    """Pages as they were first written, and as they are now."""
    if not plan.row["wiki_enabled"]:
        return
    pages: list[Written] = list(plan.archetype.wiki) or [one for one in common("common").wiki if rng.chance(0.6)]
    for page in pages:
        created = _between(rng, plan.start + timedelta(days=5), min(plan.end, LAST))
        if created is None:
            continue
        title = _say(plan, rng, page.titles[0])
        versions = [_say(plan, rng, text) for text in page.texts]
        if len(versions) == 1 and (parts := versions[0].split("\n\n"))[1:]:
            versions = ["\n\n".join(parts[:number]) for number in range(max(1, len(parts) - 2), len(parts) + 1)]
        able = [hand.who for hand in plan.hands if hand.access >= 30 and hand.since < created] or [plan.owner]
        row = rows.add(
            "wiki_page", project_id=plan.id, slug=page.id, title=title, body=versions[-1], created=stamp(created),
            edited=None,
        )  # fmt: skip
        when = created
        for number, body in enumerate(versions):
            who = rng.choice(able)
            rows.add(
                "wiki_edit", page_id=row["id"], author_id=who.id, title=title, body=body,
                message="" if number else "First version", created=stamp(when),
            )  # fmt: skip
            rows.add("event", account_id=who.id, project_id=plan.id, action="wiki", title=title, created=stamp(when))
            if number:
                row["edited"] = stamp(when)
            following = _between(rng, when)
            if following is None:
                row["body"] = body
                break
            when = following


def _requests(rows: Rows, rng: Rng, plan: Plan, everybody: Sequence[Member]) -> None:
    """People who would like to be members."""
    if plan.row["visibility"] == "private" or plan.row["archived"] or not rng.chance(0.3):
        return
    members = {hand.who.id for hand in plan.hands}
    able = [one for one in plan.fans if one.id not in members and one.joined < LAST - timedelta(days=30)]
    for one in rng.sample(able, min(len(able), rng.integer(1, 2))):
        when = _between(rng, max(one.joined, plan.start, LAST - timedelta(days=25)))
        if when is not None:
            rows.add("access_request", project_id=plan.id, account_id=one.id, created=stamp(when))


def _follows(rows: Rows, rng: Rng, plans: Sequence[Plan]) -> None:
    """People follow those whose projects they like."""
    seen: set[tuple[int, int]] = set()
    for plan in plans:
        readers = [*plan.fans[:40], *(hand.who for hand in plan.hands)]
        for fan in readers:
            if fan is plan.owner or not rng.chance(0.3 if plan.owner.id <= LEAD else 0.12):
                continue
            key = (fan.id, plan.owner.id)
            when = _between(rng, max(fan.joined, plan.owner.joined) + timedelta(days=1))
            if key not in seen and when is not None:
                seen.add(key)
                rows.add("follow", follower_id=key[0], followed_id=key[1], created=stamp(when))


def _snippets(rows: Rows, rng: Rng, everybody: Sequence[Member], plans: Sequence[Plan]) -> None:
    """Short pieces of code and notes: each kind a few times, by different people, with other names in them."""
    written = (CONTENT / "snippets.txt").read_text("utf-8").split("=== ")[1:]
    writers = [one for one in everybody if one.id != NEWCOMER]
    for number, block in enumerate(written):
        head, _, body = block.partition("\n")
        path, title, said = (part.strip() for part in head.split(" | "))
        for copy in range(max(1, len(everybody) // 120) + (number < 2)):
            own = rng.child(number, copy)
            first = {0: MAINTAINER, 1: MEMBER, 2: LEAD}.get(number) if copy == 0 else None
            plan = own.choice(plans) if own.chance(0.4) and first is None else None
            who = next(one for one in everybody if one.id == first) if first else own.choice(writers)
            if plan is not None:
                who = plan.owner
            when = _between(own, max(who.joined, plan.start if plan else who.joined) + timedelta(days=3))
            if when is None:
                continue
            name = own.choice(("atlas", "harbor", "kiln", "meadow", "pocket", "saddle", "tinder", "vault", "willow"))
            row = rows.add(
                "snippet",
                project_id=plan.id if plan else None,
                author_id=who.id,
                title=title.replace("NAME", name),
                description=said,
                visibility=plan.row["visibility"]
                if plan
                else own.weighted(("public", "internal", "private"), (6, 1, 2)),
                created=stamp(when),
            )
            rows.add(
                "snippet_file", snippet_id=row["id"], path=path, content=body.strip("\n").replace("NAME", name) + "\n"
            )


def _keys(rows: Rows, rng: Rng, everybody: Sequence[Member]) -> None:
    for one in everybody:
        if one.id == NEWCOMER or not (one.id <= 5 or rng.chance(0.3)):
            continue
        for title in rng.sample(("laptop", "desk", "work", "old laptop"), 2 if one.id <= 3 else 1):
            when = _between(rng, one.joined + timedelta(days=1))
            if when is None:
                continue
            key = f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{rng.token(43)} {one.username}@{title.replace(' ', '-')}"
            rows.add(
                "ssh_key", account_id=one.id, title=title, key=key, created=stamp(when),
                fingerprint="SHA256:" + hashlib.sha256(key.encode()).hexdigest()[:43],
                expires=None,
            )  # fmt: skip
        if one.id <= 3:
            for name, scopes, days in (("backup script", "read_repository", 40), ("old script", "api", -60)):
                expires = BEGINNING.date() + timedelta(days=days)
                when = BEGINNING - timedelta(days=rng.integer(90, 300), minutes=rng.integer(0, 500))
                rows.add(
                    "access_token", account_id=one.id, name=name, scopes=scopes,
                    token_hash=hashlib.sha256(rng.token(30).encode()).hexdigest(), expires=str(expires),
                    created=stamp(when),
                )  # fmt: skip
