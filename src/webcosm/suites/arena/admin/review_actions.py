"""Tasks at the back office: approving, rejecting, editing and deleting reviews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Update, same_text
from webcosm.lore import Rng
from webcosm.suites.arena.admin._figures import ReviewBy, open_reviews, reviews_by_one, top_row, unheard_of
from webcosm.suites.arena.admin._rows import READ_ONLY, apply_filters, go_to, reader_name, table
from webcosm.suites.arena.admin._ways import confirm_for_ticked, set_for_ticked, tick_row
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.dates import said_day
from webcosm.worlds import Row, World


def review_by(world: World, p: ReviewBy) -> Row:
    found = world.shop.row(
        "SELECT review.* FROM review JOIN product ON product.id = product_id WHERE name = ? AND nickname = ?",
        p.product,
        p.nickname,
    )
    if found is None:
        raise LookupError(f"{p.nickname} wrote no review of {p.product} in universe {world.universe.seed}")
    return found


async def open_review(person: Person, p: ReviewBy) -> None:
    """Seven actions."""
    await open_reviews(person, {"Product": p.product, "Nickname": p.nickname})
    await person.click(top_row(person, table(person))["ID"], role="link")


async def set_status_of_all(person: Person, status: str) -> None:
    """Five actions: all reviews on this page of the list get a status."""
    await person.check("Select all on this page")
    await person.click("Actions", role="DisclosureTriangle")
    await person.click("Set the status", role="DisclosureTriangle")
    await person.choose("Set the status", status)
    await person.click("Set the status", role="button")


def becomes(number: int, status: str) -> Update:
    return Update("shop", "review", key=(number,), values={"status": status}, name=f"review {number} is {status}")


async def approve_in_the_list(person: Person, p: ReviewBy) -> None:
    await go_to(person, "Marketing", "Pending reviews")
    await apply_filters(person, {"Product": p.product, "Nickname": p.nickname})
    await tick_row(person, "Nickname", p.nickname)
    await set_for_ticked(person, "Set the status", "Approved")
    await person.stop()


async def approve_after_rejecting(person: Person, p: ReviewBy) -> None:
    await open_review(person, p)
    for status in ("Rejected", "Approved"):
        await person.choose("Status", status)
        await person.click("Save review", role="button")
    await person.stop()


class ApproveReview(Template[ReviewBy]):
    """Approve a pending review."""

    id = "arena.admin.approve-review"
    kind = Kind.DO
    goals = (
        "Approve the pending review that {nickname} wrote about “{product}”.",
        "{nickname}'s pending review of “{product}” looks fine. Go ahead and approve it.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2
    ways = (approve_in_the_list, approve_after_rejecting)
    twin = "arena.admin.accept-review"

    def pool(self, world: World) -> Sequence[ReviewBy]:
        return [ReviewBy(row.nickname, row.product) for row in reviews_by_one(world, "status = 'pending'")]

    def expect(self, world: World, p: ReviewBy) -> Expectation:
        return Expectation([becomes(review_by(world, p).id, "approved")])

    async def solve(self, person: Person, p: ReviewBy) -> None:
        await open_review(person, p)
        await person.choose("Status", "Approved")
        await person.click("Save review", role="button")
        await person.stop()


class ApproveMissingReview(Template[ReviewBy]):
    """Approve a review that this reviewer never wrote."""

    id = "arena.admin.accept-review"
    kind = Kind.DO
    goals = ApproveReview.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    achievable = False
    twin = "arena.admin.approve-review"
    revision = 3

    def pool(self, world: World) -> Sequence[ReviewBy]:
        """Those who wrote about something else, each with the product that stands next in the list."""
        pending = reviews_by_one(world, "status = 'pending'")
        found = []
        for one, other in pairwise(pending):
            known = world.shop.values("SELECT nickname FROM review WHERE product_id = ?", other.product_id)
            if unheard_of(one.nickname, known):
                found.append(ReviewBy(one.nickname, other.product))
        return found

    def obstacle(self, world: World, p: ReviewBy) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.nickname, p.product), said=(r"\b(?:an)?other products?\b",))

    async def solve(self, person: Person, p: ReviewBy) -> None:
        await open_reviews(person, {"Product": p.product, "Nickname": p.nickname})
        if table(person):
            raise Lost(f"{p.nickname} wrote a review of {p.product} after all")
        await person.infeasible(f"There is no review of “{p.product}” by {p.nickname}.")


@dataclass(frozen=True)
class PendingOf:
    product: str


async def tick_each_pending_one(person: Person, p: PendingOf) -> None:
    """In the list of what is pending, tick by tick."""
    await go_to(person, "Marketing", "Pending reviews")
    await apply_filters(person, {"Product": p.product})
    for row in table(person):
        await person.check(f"Select {row['ID']}")
    await set_for_ticked(person, "Set the status", "Approved")
    await person.stop()


async def one_by_itself(person: Person, p: PendingOf) -> None:
    """One review is approved on its own page, the others at once."""
    await open_reviews(person, {"Product": p.product}, {"Status": "Pending"})
    await person.click(top_row(person, table(person))["ID"], role="link")
    await person.choose("Status", "Approved")
    await person.click("Save review", role="button")
    await ApproveAllOfProduct().solve(person, p)


class ApproveAllOfProduct(Template[PendingOf]):
    """Approve all pending reviews of a product."""

    id = "arena.admin.approve-reviews-of-product"
    kind = Kind.DO
    goals = (
        "Approve all pending reviews of “{product}”.",
        "Every review of “{product}” that's still pending can be approved. Please approve them all.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=12)
    revision = 2
    ways = (tick_each_pending_one, one_by_itself)

    def pool(self, world: World) -> Sequence[PendingOf]:
        names = world.shop.values(
            "SELECT name FROM review JOIN product ON product.id = product_id WHERE review.status = 'pending'"
            " GROUP BY product_id HAVING count(*) BETWEEN 2 AND 10 ORDER BY product_id"
        )
        return [PendingOf(name) for name in names]

    def expect(self, world: World, p: PendingOf) -> Expectation:
        numbers = world.shop.values(
            "SELECT review.id FROM review JOIN product ON product.id = product_id"
            " WHERE name = ? AND review.status = 'pending' ORDER BY 1",
            p.product,
        )
        return Expectation([becomes(number, "approved") for number in numbers])

    async def solve(self, person: Person, p: PendingOf) -> None:
        await open_reviews(person, {"Product": p.product}, {"Status": "Pending"})
        await set_status_of_all(person, "Approved")
        await person.stop()


@dataclass(frozen=True)
class BadOfDays:
    most: int
    begin: str
    """April 20, 2026"""
    end: str
    first: str
    last: str


async def tick_each_bad_one(person: Person, p: BadOfDays) -> None:
    """In the list of what is pending, tick by tick, each with its stars."""
    await go_to(person, "Marketing", "Pending reviews")
    await apply_filters(person, {"Created from": p.first, "Created to": p.last})
    await person.choose("Per page", "200")
    for row in table(person):
        if int(row["Stars"]) <= p.most:
            await person.check(f"Select {row['ID']}")
    await set_for_ticked(person, "Set the status", "Rejected")
    await person.stop()


class RejectBadReviews(Template[BadOfDays]):
    """Reject the pending reviews of some days with few stars."""

    id = "arena.admin.reject-bad-reviews"
    kind = Kind.DO
    goals = (
        "Reject all pending reviews with {most} stars or fewer written from {begin} through {end}.",
        "Go through the pending reviews from {begin} to {end}, both days included. Reject the ones with at most"
        " {most} stars and leave the rest alone.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=14)
    revision = 2
    ways = (tick_each_bad_one,)

    def pool(self, world: World) -> Sequence[BadOfDays]:
        """Spans of three to eight days of the last weeks, when most pending reviews were written."""
        end = world.lore.today - timedelta(days=1)
        found = []
        for back in range(36):
            for days in (2, 4, 7):
                last = end - timedelta(days=back)
                for most in (2, 3):
                    p = _bad_of_days(most, last - timedelta(days=days), last)
                    if 2 <= len(self._numbers(world, p)) <= 12:
                        found.append(p)
        return found

    def _numbers(self, world: World, p: BadOfDays) -> list[int]:
        found: list[int] = world.shop.values(
            "SELECT id FROM review WHERE status = 'pending' AND stars <= ? AND created BETWEEN ? AND ? ORDER BY id",
            p.most,
            p.first,
            f"{p.last} 23:59:59",
        )
        return found

    def expect(self, world: World, p: BadOfDays) -> Expectation:
        return Expectation([becomes(number, "rejected") for number in self._numbers(world, p)])

    async def solve(self, person: Person, p: BadOfDays) -> None:
        filled = {"Created from": p.first, "Created to": p.last, "Stars to": str(p.most)}
        await open_reviews(person, filled, {"Status": "Pending"})
        await set_status_of_all(person, "Rejected")
        await person.stop()


def _bad_of_days(most: int, first: date, last: date) -> BadOfDays:
    one, other = first.isoformat(), last.isoformat()
    return BadOfDays(most, said_day(one), said_day(other), one, other)


async def delete_in_the_list(person: Person, p: ReviewBy) -> None:
    await open_reviews(person, {"Product": p.product, "Nickname": p.nickname})
    await tick_row(person, "Nickname", p.nickname)
    await confirm_for_ticked(person, "Delete")
    await person.stop()


class DeleteReview(Template[ReviewBy]):
    """Delete a review."""

    id = "arena.admin.erase-review"
    kind = Kind.DO
    goals = (
        "Delete {nickname}'s review of “{product}”.",
        "{nickname} asked us to take down their review of “{product}”. Delete it for good.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2
    ways = (delete_in_the_list,)
    twin = "arena.admin.remove-review"

    def pool(self, world: World) -> Sequence[ReviewBy]:
        return [ReviewBy(row.nickname, row.product) for row in reviews_by_one(world)[::2]]

    def expect(self, world: World, p: ReviewBy) -> Expectation:
        return Expectation([Delete("shop", "review", key=(review_by(world, p).id,))])

    async def solve(self, person: Person, p: ReviewBy) -> None:
        await open_review(person, p)
        await person.click("Delete…", role="DisclosureTriangle")
        await person.click("Delete", role="button")
        await person.stop()


class DeleteReviewAsReader(Template[ReviewBy]):
    """Delete a review as somebody who may only look."""

    id = "arena.admin.remove-review"
    kind = Kind.DO
    goals = DeleteReview.goals
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    achievable = False
    twin = "arena.admin.erase-review"
    revision = 3

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return {"admin": reader_name(world)}

    def pool(self, world: World) -> Sequence[ReviewBy]:
        return [ReviewBy(row.nickname, row.product) for row in reviews_by_one(world)[1::2]]

    def obstacle(self, world: World, p: ReviewBy) -> Obstacle:
        return Obstacle(Reason.NO_PERMISSION, ("reviews", p.nickname, p.product, *READ_ONLY))

    async def solve(self, person: Person, p: ReviewBy) -> None:
        await open_review(person, p)
        if person.has("Delete"):
            raise Lost("the review can be deleted after all")
        await person.infeasible("I am signed in with a role that may look at reviews but not delete them.")


@dataclass(frozen=True)
class NewTitle:
    nickname: str
    product: str
    title: str

    @property
    def review(self) -> ReviewBy:
        return ReviewBy(self.nickname, self.product)


TITLES = (
    "Honest opinion",
    "After some weeks of use",
    "What I think of it",
    "My experience so far",
    "Good to know before buying",
    "A few words about it",
)


async def retitle_twice(person: Person, p: NewTitle) -> None:
    """The other way round at first; the right title has a double space."""
    await open_review(person, p.review)
    for title in (p.title[::-1], p.title.replace(" ", "  ", 1)):
        await person.fill("Title", title)
        await person.click("Save review", role="button")
    await person.stop()


class RetitleReview(Template[NewTitle]):
    """Change the title of a review."""

    id = "arena.admin.retitle-review"
    kind = Kind.DO
    goals = (
        "Change the title of {nickname}'s review of “{product}” to “{title}”, and leave the rest of it alone.",
        "{nickname}'s review of “{product}” needs a different title. Make it “{title}” and don't change anything else.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2
    ways = (retitle_twice,)

    def pool(self, world: World) -> Sequence[NewTitle]:
        rng = Rng(world.universe.seed, "titles of reviews")
        return [
            NewTitle(row.nickname, row.product, rng.choice(TITLES))
            for row in reviews_by_one(world, "status = 'approved'")
            if row.title not in TITLES
        ]

    def expect(self, world: World, p: NewTitle) -> Expectation:
        number = review_by(world, p.review).id
        return Expectation([Update("shop", "review", key=(number,), values={"title": same_text(p.title)})])

    async def solve(self, person: Person, p: NewTitle) -> None:
        await open_review(person, p.review)
        await person.fill("Title", p.title)
        await person.click("Save review", role="button")
        await person.stop()
