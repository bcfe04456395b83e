"""Tasks on the board, classifieds.test: what moderators do."""

from __future__ import annotations

from abc import ABC
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from webcosm.judge.state import Expectation, Insert, Update
from webcosm.suites.arena.classifieds._deeds import NOW, all_of, edited, row_says, text_of_listing
from webcosm.suites.arena.classifieds._moves import HOME, open_item, open_report
from webcosm.suites.arena.classifieds._own import neighbors
from webcosm.suites.arena.classifieds._rows import Board, moderator, open_reports
from webcosm.suites.arena.classifieds._words import Says
from webcosm.suites.arena.classifieds.figures import Title
from webcosm.suites.arena.classifieds.find import seller_shown
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import Row, World

__all__ = ["ByModerator", "closed", "logged"]

P = TypeVar("P")


class ByModerator(Template[P], ABC):
    """Templates in which a moderator is signed in."""

    kind = Kind.DO
    sites = ("classifieds",)

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"classifieds": moderator(world).username}


def logged(world: World, action: str, *, worded: bool = False, **about: int) -> Insert:
    """A line of the log; its reason is a condition if it must be ``worded``, else it may say anything."""
    return Insert(
        "classifieds",
        "moderation",
        values={
            "moderator_id": moderator(world).id,
            "action": action,
            "listing_id": None,
            "account_id": None,
            "review_id": None,
            **about,
        },
        free={
            "id": "the next number",
            "reason": "worded freely; what it must say is a condition" if worded else "nothing was said about it",
            "created": NOW,
        },
        name=f"the log: {action}",
    )


def closed(world: World, report: int, outcome: str) -> Update:
    return Update(
        "classifieds",
        "report",
        key=(report,),
        values={"outcome": outcome, "closed_by": moderator(world).id},
        free={"closed": NOW},
        name=f"the report is closed: {outcome}",
    )


# Reports --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ruling:
    title: str
    why: str
    """“tobacco and alcohol may not be sold here”"""


WHYS: Mapping[str, tuple[str, Says]] = {
    "it asks for money before anybody has seen the thing": (
        "scam",
        Says((r"~money|pay|payment|deposit|wire|gift card", r"~before|advance|up ?front|unseen|first|without seeing")),
    ),
    "it's the same thing listed twice": (
        "duplicate",
        Says((r"~twice|duplicate|again|already listed|second time|same",)),
    ),
    "that's something the rules don't allow on the board": (
        "forbidden",
        Says((r"~rule|not allow|n't allow|forbid|prohibit|may not|not permitted",)),
    ),
    "the seller sold it long ago": ("sold", Says(("sold",))),
    "the photos show another color than the text says": ("mismatch", Says((r"~photo|picture|image", r"~colou?r"))),
}


async def removed_by_address(person: Person, p: Ruling) -> None:
    await person.goto(f"{HOME}/moderation?reason={WHYS[p.why][0]}")
    await person.click(p.title, role="link")
    await person.fill("Reason, for the log and the seller", f"Please read the rules: {p.why}.")
    await person.click("Remove listing")
    await person.stop()


async def removed_from_its_page(person: Person, p: Ruling) -> None:
    """Which leaves the report open."""
    await open_item(person, p.title)
    await person.fill("Reason for removal", f"Removed: {p.why}.")
    await person.click("Remove listing")
    await person.stop()


async def removed_for_no_reason(person: Person, p: Ruling) -> None:
    await open_report(person, p.title)
    await person.fill("Reason, for the log and the seller", "Removed by the team.")
    await person.click("Remove listing")
    await person.stop()


class RemoveReported(ByModerator[Ruling]):
    """Remove a listing because of a report, with a reason."""

    id = "arena.classifieds.remove-reported"
    goals = (
        "There's a report about “{title}” waiting, and it's right: {why}. Remove the listing there, and give that as"
        " the reason.",
        "Deal with the open report about “{title}”: take the listing down. The reason to write down is that {why}.",
    )
    difficulty = Difficulty(actions=5)
    ways: ClassVar[tuple[Way, ...]] = (removed_by_address,)
    shortcuts: ClassVar[tuple[Way, ...]] = (removed_from_its_page, removed_for_no_reason)

    def pool(self, world: World) -> Sequence[Ruling]:
        why = {kind: words for words, (kind, _) in WHYS.items()}
        return [Ruling(row.title, why[row.truth]) for row in _clear_reports(world) if row.truth in why]

    def expect(self, world: World, p: Ruling) -> Expectation:
        report = _report_about(world, p.title)
        says = WHYS[p.why][1]
        number = int(report.listing_id)
        return all_of(
            [
                edited(number, "it is removed", {"removed_reason": "see the condition"}, status="removed"),
                closed(world, report.id, "removed"),
                logged(world, "remove", worded=True, listing_id=number),
            ],
            the_seller_reads_why=text_of_listing(number, says, "removed_reason"),
        )

    async def solve(self, person: Person, p: Ruling) -> None:
        await open_report(person, p.title)
        await person.fill("Reason, for the log and the seller", f"{p.why[0].upper()}{p.why[1:]}.")
        await person.click("Remove listing")
        await person.stop()


def _clear_reports(world: World) -> list[Row]:
    """Open reports about listings of which there is one report and one of that title."""
    rows = open_reports(world, "review_id IS NULL AND status = 'active'")
    titles = Counter(row.title.casefold() for row in rows)
    known = Counter(ad.title.casefold() for ad in Board(world).ads)
    return [
        row for row in rows if titles[row.title.casefold()] == 1 == known[row.title.casefold()] and _plain(row.title)
    ]


def _plain(title: str) -> bool:
    return not set('“”"') & set(title)


def _report_about(world: World, title: str) -> Row:
    return next(row for row in open_reports(world, "review_id IS NULL") if row.title == title)


# Categories -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Misplaced:
    title: str
    where: str
    """“Furniture”"""


async def moved_with_a_word(person: Person, p: Misplaced) -> None:
    await person.goto(f"{HOME}/moderation?reason=wrong_category")
    await person.click(p.title, role="link")
    await person.fill("Reason (optional)", "It belongs there.")
    await person.choose("Category", p.where)
    await person.click("Move listing")
    await person.stop()


async def dismissed_only(person: Person, p: Misplaced) -> None:
    await open_report(person, p.title)
    await person.click("Dismiss report")
    await person.stop()


ELSEWHERE = {
    "furniture": "office",
    "bicycles": "sports",
    "shoes": "sports",
    "kitchenware": "appliances",
    "instruments": "tv-audio",
    "tools": "garden",
    "toys": "baby-things",
    "phones": "computers",
}
"""Where people put things that belong elsewhere."""


class MoveReported(ByModerator[Misplaced]):
    """Move a listing to the category that it belongs to, because of a report."""

    id = "arena.classifieds.move-reported"
    goals = (
        "Somebody reported that “{title}” is in the wrong category, and they're right. Move it to {where}.",
        "“{title}” belongs in {where}. Move it there to settle the report about it.",
    )
    difficulty = Difficulty(actions=5)
    ways: ClassVar[tuple[Way, ...]] = (moved_with_a_word,)
    shortcuts: ClassVar[tuple[Way, ...]] = (dismissed_only,)

    def pool(self, world: World) -> Sequence[Misplaced]:
        board = Board(world)
        return [Misplaced(ad.title, ad.category) for ad in neighbors(board) if ad.slug in ELSEWHERE]

    def prepare(self, world: World, p: Misplaced) -> None:
        """Its seller put it into another category, which cannot take all of its attributes, and a guest said so."""
        db, ad = world.classifieds, Board(world).titled(p.title)
        other = db.value("SELECT id FROM category WHERE slug = ?", ELSEWHERE[ad.slug])
        db.run("DELETE FROM listing_value WHERE listing_id = ?", ad.id)
        db.run("UPDATE listing SET category_id = ? WHERE id = ?", other, ad.id)
        db.insert(
            "report",
            listing_id=ad.id,
            reason="wrong_category",
            text="This does not belong here.",
            created="2026-05-14 07:41:00",
        )

    def expect(self, world: World, p: Misplaced) -> Expectation:
        report = _report_about(world, p.title)
        number = int(report.listing_id)
        category = int(world.classifieds.value("SELECT id FROM category WHERE name = ?", p.where))
        return Expectation(
            [
                edited(number, f"it is in {p.where}", category_id=category),
                closed(world, report.id, "moved"),
                logged(world, "move", listing_id=number),
            ]
        )

    async def solve(self, person: Person, p: Misplaced) -> None:
        await open_report(person, p.title)
        await person.choose("Category", p.where)
        await person.click("Move listing")
        await person.stop()


# Accounts -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Caution:
    title: str
    what: str
    """“the same thing may only be listed once”"""


WARNINGS: Mapping[str, Says] = {
    "the same thing may be listed only once": Says((r"~once|twice|duplicate|one listing|single",)),
    "sold things have to be marked as sold": Says(("sold", r"~mark")),
    "photos have to show the very thing that's for sale": Says((r"~photo|picture|image", r"~thing|item|sale|actual")),
    "nobody may be asked for a deposit before a visit": Says(("deposit", r"~before|visit|seen|unseen|advance")),
}


async def warned_in_other_words(person: Person, p: Caution) -> None:
    await open_item(person, p.title)
    await person.click(seller_shown(person), role="link")
    await person.fill("Warning", f"Dear seller, please remember our rules: {p.what.upper()}. Thank you.")
    await person.click("Warn", role="button")
    await person.stop()


async def suspended_instead(person: Person, p: Caution) -> None:
    await open_item(person, p.title)
    await person.click(seller_shown(person), role="link")
    await person.fill("Reason for suspending", f"{p.what}.")
    await person.click("Suspend account", role="button")
    await person.stop()


async def warned_of_something_else(person: Person, p: Caution) -> None:
    await open_item(person, p.title)
    await person.click(seller_shown(person), role="link")
    await person.fill("Warning", "Please be nice to the other members.")
    await person.click("Warn", role="button")
    await person.stop()


class WarnSeller(ByModerator[Caution]):
    """Warn the seller of a listing."""

    id = "arena.classifieds.warn-seller"
    goals = (
        "Give the seller of “{title}” a warning that {what}. No other measures.",
        "Please warn whoever is selling “{title}”: {what}. Leave the listing and the account as they are otherwise.",
    )
    difficulty = Difficulty(actions=7)
    ways: ClassVar[tuple[Way, ...]] = (warned_in_other_words,)
    shortcuts: ClassVar[tuple[Way, ...]] = (suspended_instead, warned_of_something_else)

    def pool(self, world: World) -> Sequence[Caution]:
        told = list(WARNINGS)
        return [Caution(ad.title, told[place % 4]) for place, ad in enumerate(neighbors(Board(world)))]

    def expect(self, world: World, p: Caution) -> Expectation:
        seller = Board(world).titled(p.title).seller_id
        says = row_says("moderation", WARNINGS[p.what], "reason", action="warn")
        return all_of([logged(world, "warn", worded=True, account_id=seller)], the_warning_says_so=says)

    async def solve(self, person: Person, p: Caution) -> None:
        await open_item(person, p.title)
        await person.click(seller_shown(person), role="link")
        await person.fill("Warning", f"{p.what[0].upper()}{p.what[1:]}.")
        await person.click("Warn", role="button")
        await person.stop()


# The log --------------------------------------------------------------------------------------------------------------


async def restored_by_another_way(person: Person, p: Title) -> None:
    """With a word about why."""
    await _open_from_log(person, p.title)
    await person.fill("Why", "It was in order.")
    await person.click("Restore listing", role="button")
    await person.stop()


async def _open_from_log(person: Person, title: str) -> None:
    """What was removed cannot be found by searching, but the log has it."""
    await person.click("Moderation", role="link")
    await person.click("Log", role="link")
    await person.choose("Show", "Removed listing")
    while not person.has(title, role="link"):
        if not person.has("Next", role="link"):
            raise Lost(f"the log says nothing of {title!r}")
        await person.click("Next", role="link")
    await person.click(title, role="link")


class RestoreListing(ByModerator[Title]):
    """Restore a listing that was removed."""

    id = "arena.classifieds.restore-listing"
    goals = (
        "We were wrong to take down “{title}”. Put it back on the board.",
        "The listing “{title}” was removed by mistake. Restore it, please.",
    )
    difficulty = Difficulty(actions=6)
    ways: ClassVar[tuple[Way, ...]] = (restored_by_another_way,)

    def pool(self, world: World) -> Sequence[Title]:
        return [Title(ad.title) for ad in neighbors(Board(world))]

    def prepare(self, world: World, p: Title) -> None:
        """A moderator removed it this morning."""
        db, number = world.classifieds, Board(world).titled(p.title).id
        why = "Asked for money in advance."
        db.run("UPDATE listing SET status = 'removed', removed_reason = ? WHERE id = ?", why, number)
        db.insert(
            "moderation",
            moderator_id=moderator(world).id,
            action="remove",
            listing_id=number,
            reason=why,
            created="2026-05-14 07:55:00",
        )

    def expect(self, world: World, p: Title) -> Expectation:
        number = next(ad.id for ad in Board(world).ads if ad.title == p.title)
        return Expectation(
            [
                edited(number, "it is on the board again", status="active", removed_reason=""),
                logged(world, "restore", listing_id=number),
            ]
        )

    async def solve(self, person: Person, p: Title) -> None:
        await _open_from_log(person, p.title)
        await person.click("Restore listing", role="button")
        await person.stop()
