"""Tasks on the board, classifieds.test: comments, ratings, reports and e-mails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from webcosm.judge.state import Expectation, Insert
from webcosm.suites.arena.classifieds._deeds import NOW, all_of, mailed, reported, row_says
from webcosm.suites.arena.classifieds._moves import HOME, account_tab, add_comment, open_item, report_listing
from webcosm.suites.arena.classifieds._own import neighbors
from webcosm.suites.arena.classifieds._rows import Board, me
from webcosm.suites.arena.classifieds._words import Says
from webcosm.suites.arena.classifieds.talking import strangers
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import Row, World

__all__ = ["Opinion"]


@dataclass(frozen=True)
class Opinion:
    title: str
    stars: int
    what: str
    """“the seller was friendly, but the place is hard to find”"""


COMMENTS = {
    "the seller was friendly, but the house is hard to find": (4, Says(("friendly", r"~hard|difficult|tricky"))),
    "everything is just as described and I'd come again": (5, Says((r"~as [\w' ]*described", "again"))),
    "it looks more worn than in the photos": (2, Says(("worn", r"~photo|picture|image"))),
    "the seller didn't show up twice": (1, Says((r"~show|appear|turn up|there", r"~twice|(?:two|2) times"))),
    "it's fair for the price, but nothing special": (3, Says(("fair", "price", "special"))),
}
"""What is thought of a listing, with the stars that go with it."""


async def said_in_the_title(person: Person, p: Opinion) -> None:
    await open_item(person, p.title)
    await add_comment(person, p.stars, "After a visit", f"I went to see it: {p.what.upper()}!")
    await person.stop()


async def with_other_stars(person: Person, p: Opinion) -> None:
    await open_item(person, p.title)
    await add_comment(person, 6 - p.stars if p.stars != 3 else 5, "My visit", f"{p.what.capitalize()}.")
    await person.stop()


async def with_other_words(person: Person, p: Opinion) -> None:
    await open_item(person, p.title)
    await add_comment(person, p.stars, "Hello", "I had a look at this on Sunday and am still thinking about it.")
    await person.stop()


class CommentListing(Template[Opinion]):
    """Comment on a listing with stars."""

    id = "arena.classifieds.comment-listing"
    kind = Kind.DO
    goals = (
        "I went to see “{title}”. Leave a comment there with {stars} of 5 stars, saying that {what}.",
        "Comment on “{title}” for me: {stars} stars out of 5, because {what}. Make up a fitting title.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=8)
    ways: ClassVar[tuple[Way, ...]] = (said_in_the_title,)
    shortcuts: ClassVar[tuple[Way, ...]] = (with_other_stars, with_other_words)

    def pool(self, world: World) -> Sequence[Opinion]:
        told = list(COMMENTS)
        return [
            Opinion(ad.title, COMMENTS[told[place % len(told)]][0], told[place % len(told)])
            for place, ad in enumerate(strangers(Board(world)))
        ]

    def expect(self, world: World, p: Opinion) -> Expectation:
        number, mine = Board(world).titled(p.title).id, me(world).id
        rule = Insert(
            "classifieds",
            "review",
            values={"listing_id": number, "author_id": mine, "stars": p.stars, "removed": 0},
            free={
                "id": "the next number",
                "title": "worded freely",
                "body": "worded freely; what it must say is a condition",
                "created": NOW,
            },
            name="the comment",
        )
        says = row_says("review", COMMENTS[p.what][1], "body", author_id=mine)
        return all_of([rule], the_comment_says_why=says)

    async def solve(self, person: Person, p: Opinion) -> None:
        await open_item(person, p.title)
        await add_comment(person, p.stars, "My visit", f"{p.what[0].upper()}{p.what[1:]}.")
        await person.stop()


# Reports --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Complaint:
    title: str
    what: str
    """“the seller told me it's already sold”"""


COMPLAINTS = {
    "the seller asked me to wire $200 before I could see it": (
        "scam",
        "Scam: asks for money in advance",
        Says((r"~wire|wiring|transfer", "200")),
    ),
    "the seller wanted gift cards worth $100 up front": (
        "scam",
        "Scam: asks for money in advance",
        Says((r"~gift ?cards?", "100")),
    ),
    "the seller wrote to me that it was sold two weeks ago": (
        "sold",
        "Sold already",
        Says(("sold", ("two weeks", "2 weeks", "fortnight"))),
    ),
}
"""What happened, the reason to choose for it, its label, and what a report of it says."""


async def reported_without_detail(person: Person, p: Complaint) -> None:
    await open_item(person, p.title)
    await report_listing(person, COMPLAINTS[p.what][1], "")
    await person.stop()


async def reported_as_something_else(person: Person, p: Complaint) -> None:
    await open_item(person, p.title)
    await report_listing(person, "Something else", f"Please note that {p.what}.")
    await person.stop()


async def reported_in_other_words(person: Person, p: Complaint) -> None:
    await open_item(person, p.title)
    await person.click("Report this listing", role="link")
    await person.fill("In your words", f"Dear moderators, I think you should know: {p.what}. Thank you!")
    await person.check(COMPLAINTS[p.what][1])
    await person.click("Send report")
    await person.stop()


class ReportListing(Template[Complaint]):
    """Report a listing to the moderators with what happened."""

    id = "arena.classifieds.report-listing"
    kind = Kind.DO
    goals = (
        "I asked about “{title}”, and {what}. Report that listing to the moderators with the reason that fits best, and"
        " tell them what happened.",
        "The moderators should look at “{title}”: {what}. File a report under the right reason and mention that in it.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=8)
    ways: ClassVar[tuple[Way, ...]] = (reported_in_other_words,)
    shortcuts: ClassVar[tuple[Way, ...]] = (reported_without_detail, reported_as_something_else)

    def pool(self, world: World) -> Sequence[Complaint]:
        told = list(COMPLAINTS)
        return [Complaint(ad.title, told[place % len(told)]) for place, ad in enumerate(strangers(Board(world)))]

    def expect(self, world: World, p: Complaint) -> Expectation:
        number, mine = Board(world).titled(p.title).id, int(me(world).id)
        reason, _, says = COMPLAINTS[p.what]
        rule = reported(number, mine, reason, worded=True)
        return all_of([rule], the_report_tells_what_happened=row_says("report", says, "text", reporter_id=mine))

    async def solve(self, person: Person, p: Complaint) -> None:
        await open_item(person, p.title)
        await report_listing(person, COMPLAINTS[p.what][1], f"{p.what[0].upper()}{p.what[1:]}.")
        await person.stop()


# E-mail ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tip:
    title: str
    friend: str
    email: str
    offer: str
    """“I could pick it up on Saturday”"""


TIPS = {
    "I could pick it up with my car on Saturday": Says((r"~pick|collect|get it|fetch", "Saturday")),
    "it would look great in the hallway": Says(("hallway",)),
    "I'd split the cost fifty-fifty": Says((r"~split|share|half", r"~cost|price|fifty|50|half")),
}


async def shared_without_a_word(person: Person, p: Tip) -> None:
    await open_item(person, p.title)
    await person.click("Share", role="link")
    await person.fill("Friend's e-mail", p.email)
    await person.click("Send e-mail")
    await person.stop()


async def shared_from_the_address(person: Person, p: Tip) -> None:
    await open_item(person, p.title)
    await person.goto(f"{HOME}/item/{person.view.url.rpartition('/')[2].partition('?')[0]}/share")
    await person.fill("Message", f"Hey! Look what I've found. And {p.offer}, what do you think?")
    await person.fill("Friend's e-mail", p.email)
    await person.click("Send e-mail")
    await person.stop()


class ShareListing(Template[Tip]):
    """Send a listing to a friend by e-mail."""

    id = "arena.classifieds.share-listing"
    kind = Kind.DO
    goals = (
        "Send “{title}” to {friend} ({email}) from the board, and add that {offer}.",
        "Share the listing “{title}” by email with {friend}, {email}. Say in the message that {offer}.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=8)
    ways: ClassVar[tuple[Way, ...]] = (shared_from_the_address,)
    shortcuts: ClassVar[tuple[Way, ...]] = (shared_without_a_word,)

    def pool(self, world: World) -> Sequence[Tip]:
        told, people = list(TIPS), world.lore.people
        return [
            Tip(ad.title, people[place * 3 + 40].given_name, people[place * 3 + 40].email, told[place % len(told)])
            for place, ad in enumerate(neighbors(Board(world))[:200])
        ]

    def expect(self, world: World, p: Tip) -> Expectation:
        ad, mine = Board(world).titled(p.title), me(world)
        says = row_says("mail", TIPS[p.offer], "body", to_email=p.email)
        return all_of([mailed(ad, "share", mine, p.email)], the_message_says_so=says)

    async def solve(self, person: Person, p: Tip) -> None:
        await open_item(person, p.title)
        await person.click("Share", role="link")
        await person.fill("Friend's e-mail", p.email)
        await person.fill("Message", f"Hi {p.friend}, have a look at this. {p.offer[0].upper()}{p.offer[1:]}.")
        await person.click("Send e-mail")
        await person.stop()


# Ratings --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rated:
    title: str
    stars: int
    what: str
    """“friendly and on time”"""


VERDICTS = {
    "friendly and on time": (5, Says(("friendly", r"~on time|punctual"))),
    "honest about the scratches": (4, Says(("honest", r"~scratch"))),
    "nice, but an hour late": (3, Says(("nice", "hour", "late"))),
    "slow to answer": (2, Says(("slow", r"~answer|reply|respond|response"))),
}


async def rated_in_other_words(person: Person, p: Rated) -> None:
    await person.goto(f"{HOME}/account/purchases")
    await person.fill("In a few words", f"The seller was {p.what}.", within=p.title)
    await person.choose("Rate", f"{p.stars} of 5", within=p.title)
    await person.click("Rate", role="button", within=p.title)
    await person.stop()


async def rated_without_a_word(person: Person, p: Rated) -> None:
    await person.goto(f"{HOME}/account/purchases")
    await person.choose("Rate", f"{p.stars} of 5", within=p.title)
    await person.click("Rate", role="button", within=p.title)
    await person.stop()


class RateSeller(Template[Rated]):
    """Rate the seller of what I have bought."""

    id = "arena.classifieds.rate-seller"
    kind = Kind.DO
    goals = (
        "I bought “{title}” and have picked it up. Give the seller {stars} stars and write that they were {what}.",
        "Rate the person I bought “{title}” from: {stars} out of 5, and say they were {what}.",
    )
    sites = ("classifieds",)
    difficulty = Difficulty(actions=6)
    ways: ClassVar[tuple[Way, ...]] = (rated_in_other_words,)
    shortcuts: ClassVar[tuple[Way, ...]] = (rated_without_a_word,)

    def pool(self, world: World) -> Sequence[Rated]:
        told = list(VERDICTS)
        return [
            Rated(ad.title, VERDICTS[told[place % 4]][0], told[place % 4])
            for place, ad in enumerate(strangers(Board(world)))
        ]

    def prepare(self, world: World, p: Rated) -> None:
        db, ad, mine = world.classifieds, Board(world).titled(p.title), me(world).id
        when = "2026-05-11 17:40:00"
        talk = db.insert("conversation", listing_id=ad.id, buyer_id=mine, created=when)
        db.insert(
            "offer",
            conversation_id=talk,
            sender_id=mine,
            amount=ad.price,
            status="accepted",
            created=when,
            answered="2026-05-11 19:02:00",
        )
        db.run("UPDATE listing SET status = 'sold' WHERE id = ?", ad.id)

    def expect(self, world: World, p: Rated) -> Expectation:
        ad = _bought(world, p.title)
        rule = Insert(
            "classifieds",
            "seller_rating",
            values={"listing_id": ad.id, "buyer_id": me(world).id, "seller_id": ad.seller_id, "stars": p.stars},
            free={"words": "worded freely; see the condition", "created": NOW},
            name="the rating",
        )
        said_so = row_says("seller_rating", VERDICTS[p.what][1], "words")
        return all_of([rule], the_rating_says_why=said_so)

    async def solve(self, person: Person, p: Rated) -> None:
        await account_tab(person, "Purchases")
        await person.choose("Rate", f"{p.stars} of 5", within=p.title)
        await person.fill("In a few words", p.what.capitalize(), within=p.title)
        await person.click("Rate", role="button", within=p.title)
        await person.stop()


def _bought(world: World, title: str) -> Row:
    row = world.classifieds.row("SELECT * FROM listing WHERE title = ? AND status = 'sold'", title)
    assert row
    return row
