"""Tasks at the back office: what customers wrote in their reviews."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, Email, Number, SetOf, Text
from webcosm.judge.page import PageShows
from webcosm.suites.arena.admin._figures import (
    REVIEW_STATUSES,
    ReviewBy,
    open_reviews,
    reviews_by_one,
    top_row,
)
from webcosm.suites.arena.admin._rows import ANY_VIEW, table
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.dates import month_bounds, said_month
from webcosm.tasks.tables import count_shown
from webcosm.worlds import Row, World

WORD = re.compile(r"[a-z]+")

# Counting -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StatusInMonth:
    status: str
    month: str


class ReviewsOfMonth(Template[StatusInMonth]):
    """How many reviews of a month have a status?"""

    id = "arena.admin.reviews-of-month"
    kind = Kind.ASK
    goals = (
        "How many of the reviews written in {month} are {status}?",
        "Count the {status} reviews from {month}.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[StatusInMonth]:
        rows = world.shop.rows(
            "SELECT substr(created, 1, 7) AS month, status FROM review WHERE created < ?"
            " GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2",
            world.lore.today.isoformat()[:7],
        )
        return [StatusInMonth(row.status, said_month(row.month)) for row in rows]

    def answer(self, world: World, p: StatusInMonth) -> Answer:
        first, last = month_bounds(p.month)
        return Number(
            world.shop.value(
                "SELECT count(*) FROM review WHERE status = ? AND created BETWEEN ? AND ?",
                p.status,
                first,
                f"{last} 23:59:59",
            )
        )

    async def solve(self, person: Person, p: StatusInMonth) -> None:
        first, last = month_bounds(p.month)
        chosen = {"Status": REVIEW_STATUSES[p.status]}
        await open_reviews(person, {"Created from": first, "Created to": last}, chosen)
        await person.answer(count_shown(person, "review"))


PARTS = {"title": ("title", "Title"), "text": ("body", "Review")}
"""What people call a part of a review: its column in the database, and its filter."""


@dataclass(frozen=True)
class Mention:
    term: str
    part: str


class ReviewsMentioning(Template[Mention]):
    """How many reviews mention something?"""

    id = "arena.admin.reviews-mentioning"
    kind = Kind.ASK
    goals = (
        "How many reviews have “{term}” in the {part}, even as part of a longer word? Ignore case and count every"
        " status.",
        "Count the reviews whose {part} contains “{term}”, upper or lower case, including inside longer words. All"
        " statuses count.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=6)
    revision = 2

    def pool(self, world: World) -> Sequence[Mention]:
        found = []
        for part, (column, _) in PARTS.items():
            texts = world.shop.values(f"SELECT lower({column}) FROM review ORDER BY id DESC")
            words = Counter(word for text in texts[:250] for word in set(WORD.findall(text)) if len(word) > 5)
            likely = sorted(word for word, times in words.most_common(60) if times > 1)
            found += [Mention(term, part) for term in likely if 3 < sum(term in text for text in texts) < 200]
        return found

    def answer(self, world: World, p: Mention) -> Answer:
        column = PARTS[p.part][0]
        return Number(world.shop.value(f"SELECT count(*) FROM review WHERE instr(lower({column}), ?)", p.term))

    async def solve(self, person: Person, p: Mention) -> None:
        await open_reviews(person, {PARTS[p.part][1]: p.term})
        await person.answer(count_shown(person, "review"))


@dataclass(frozen=True)
class BrandName:
    brand: str


class MostCriticised(Template[BrandName]):
    """Which product of a brand has most bad reviews?"""

    id = "arena.admin.most-criticized"
    kind = Kind.ASK
    goals = (
        "Which product with “{brand}” in its name has the most reviews of 2 stars or fewer? Count reviews of every"
        " status.",
        "Of the products whose name contains “{brand}”, which one has the most 1- and 2-star reviews, whatever their"
        " status?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[BrandName]:
        """Brands with a clear first place, whose bad reviews fit on one page of the list."""
        rows = world.shop.rows(
            "SELECT brand, name FROM review JOIN product ON product.id = product_id WHERE stars <= 2 AND brand <> ''"
        )
        names = [row.name for row in rows]
        found = []
        for brand in sorted({row.brand for row in rows}):
            ranks = Counter(name for name in names if brand.casefold() in name.casefold()).most_common()
            if len(ranks) > 1 and ranks[0][1] > ranks[1][1] and sum(times for _, times in ranks) <= 20:
                found.append(BrandName(brand))
        return found

    def answer(self, world: World, p: BrandName) -> Answer:
        return Text(
            world.shop.value(
                "SELECT name FROM review JOIN product ON product.id = product_id WHERE stars <= 2"
                " AND instr(lower(name), lower(?)) GROUP BY name ORDER BY count(*) DESC LIMIT 1",
                p.brand,
            )
        )

    async def solve(self, person: Person, p: BrandName) -> None:
        await open_reviews(person, {"Product": p.brand, "Stars to": "2"})
        await person.answer(Counter(row["Product"] for row in table(person)).most_common(1)[0][0])


# Reviewers ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProductName:
    product: str


class DissatisfiedReviewers(Template[ProductName]):
    """Who is dissatisfied with a product?"""

    id = "arena.admin.dissatisfied-reviewers"
    kind = Kind.ASK
    goals = (
        "Who gave “{product}” 2 stars or fewer? List the nicknames of all of them, whatever the status of their"
        " review.",
        "I need the nicknames of everyone whose review of “{product}” has only 1 or 2 stars. Include every status.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[ProductName]:
        rows = world.shop.rows(
            "SELECT name, group_concat(nickname, char(10)) AS nicknames FROM review"
            " JOIN product ON product.id = product_id WHERE stars <= 2 GROUP BY product_id"
            " HAVING count(*) BETWEEN 2 AND 6 AND count(DISTINCT lower(nickname)) = count(*) ORDER BY product_id"
        )
        return [ProductName(row.name) for row in rows if "," not in row.nicknames]

    def answer(self, world: World, p: ProductName) -> Answer:
        nicknames = world.shop.values(
            "SELECT nickname FROM review JOIN product ON product.id = product_id WHERE name = ? AND stars <= 2",
            p.product,
        )
        return SetOf(tuple(Text(nickname) for nickname in nicknames))

    async def solve(self, person: Person, p: ProductName) -> None:
        await open_reviews(person, {"Product": p.product, "Stars to": "2"})
        await person.answer(", ".join(row["Nickname"] for row in table(person)))


@dataclass(frozen=True)
class Praise:
    product: str
    term: str


class PraisingReviewers(Template[Praise]):
    """Who praises a certain thing about a product?"""

    id = "arena.admin.praising-reviewers"
    kind = Kind.ASK
    goals = (
        "Which reviewers gave “{product}” 5 stars and used the word “{term}” in the review text? Include every"
        " status. Just their nicknames.",
        "List the nicknames of everyone whose 5-star review of “{product}”, whatever its status, has the word"
        " “{term}” in the text.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=8)
    revision = 2

    def pool(self, world: World) -> Sequence[Praise]:
        rows = world.shop.rows(
            "SELECT name, nickname, lower(body) AS body FROM review JOIN product ON product.id = product_id"
            " WHERE stars = 5 AND product_id IN (SELECT product_id FROM review"
            " WHERE stars = 5 GROUP BY product_id HAVING count(*) > 5) ORDER BY product_id"
        )
        reviews: dict[str, list[Row]] = {}
        for row in rows:
            reviews.setdefault(row.name, []).append(row)
        found = []
        for product, written in reviews.items():
            words = Counter(word for row in written for word in set(WORD.findall(row.body)) if len(word) > 4)
            for term in sorted(words)[::7]:
                praising = [row for row in written if term in row.body]
                nicknames = [row.nickname.casefold() for row in praising]
                # As part of a longer word it would count for whoever filters, and not for whoever reads.
                clear = all(term in WORD.findall(row.body) for row in praising)
                clear = clear and len(set(nicknames)) == len(nicknames) and "," not in "".join(nicknames)
                if clear and 1 < len(nicknames) < 6:
                    found.append(Praise(product, term))
        return found

    def answer(self, world: World, p: Praise) -> Answer:
        nicknames = world.shop.values(
            "SELECT nickname FROM review JOIN product ON product.id = product_id"
            " WHERE name = ? AND stars = 5 AND instr(lower(body), ?)",
            p.product,
            p.term,
        )
        return SetOf(tuple(Text(nickname) for nickname in nicknames))

    async def solve(self, person: Person, p: Praise) -> None:
        await open_reviews(person, {"Product": p.product, "Stars from": "5", "Review": p.term})
        await person.answer(", ".join(row["Nickname"] for row in table(person)))


class CriticEmail(Template[ProductName]):
    """What is the e-mail address of the customer who is dissatisfied with a product?"""

    id = "arena.admin.critic-email"
    kind = Kind.ASK
    goals = (
        "One customer with an account gave “{product}” 2 stars or fewer. I want to write to them. What's the email"
        " address of their account?",
        "Find the registered customer (not a guest) whose review of “{product}” has only 1 or 2 stars. What's the"
        " email address of their account?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=10)
    revision = 2

    def pool(self, world: World) -> Sequence[ProductName]:
        names = world.shop.values(
            "SELECT name FROM review JOIN product ON product.id = product_id WHERE stars <= 2"
            " AND customer_id IS NOT NULL GROUP BY product_id HAVING count(*) = 1 ORDER BY product_id"
        )
        return [ProductName(name) for name in names]

    def answer(self, world: World, p: ProductName) -> Answer:
        return Email(
            world.shop.value(
                "SELECT email FROM review JOIN product ON product.id = product_id"
                " JOIN customer ON customer.id = customer_id WHERE name = ? AND stars <= 2",
                p.product,
            )
        )

    async def solve(self, person: Person, p: ProductName) -> None:
        await open_reviews(person, {"Product": p.product, "Stars to": "2"}, {"Type": "Customer"})
        await person.click(top_row(person, table(person))["Title"], role="link")
        writer = re.search(r"Written by (.+?) \(customer\)", " ".join(person.text().split()))
        if not writer:
            raise Lost(f"{person.view.url} does not say who wrote the review")
        await person.click(writer[1], role="link")
        await person.answer(next(line for line in person.lines() if re.fullmatch(r"\S+@\S+\.\S+", line)))


class StarsGiven(Template[ReviewBy]):
    """How many stars did a reviewer give?"""

    id = "arena.admin.stars-given"
    kind = Kind.ASK
    goals = (
        "How many stars did {nickname} give “{product}”?",
        "What star rating did {nickname} give “{product}”?",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=7)
    revision = 2

    def pool(self, world: World) -> Sequence[ReviewBy]:
        """Without single stars, which are easy to guess, and numbers that the names hold."""
        return [
            ReviewBy(row.nickname, row.product)
            for row in reviews_by_one(world, "stars > 1")
            if str(row.stars) not in re.findall(r"\d+", f"{row.nickname} {row.product}")
        ]

    def answer(self, world: World, p: ReviewBy) -> Answer:
        return Number(
            world.shop.value(
                "SELECT stars FROM review JOIN product ON product.id = product_id WHERE name = ? AND nickname = ?",
                p.product,
                p.nickname,
            ),
            unit="star",
        )

    async def solve(self, person: Person, p: ReviewBy) -> None:
        await open_reviews(person, {"Product": p.product, "Nickname": p.nickname})
        await person.answer(top_row(person, table(person))["Stars"])


# Lists to be shown ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StatusAndStars:
    status: str
    stars: int
    brand: str


class ShowReviews(Template[StatusAndStars]):
    """Show the reviews of a status and rating."""

    id = "arena.admin.show-reviews"
    kind = Kind.GO
    goals = (
        "Show me all {status} reviews with exactly {stars} stars for products with “{brand}” in the name, and no"
        " others.",
        "List just the {stars}-star reviews that are {status} and whose product name contains “{brand}”.",
    )
    sites = ("admin",)
    difficulty = Difficulty(actions=9)
    revision = 3

    def pool(self, world: World) -> Sequence[StatusAndStars]:
        rows = world.shop.rows(
            "SELECT DISTINCT status, stars, brand FROM review JOIN product ON product.id = product_id"
            " WHERE brand <> '' AND stars > 1 ORDER BY brand, status, stars"
        )
        return [StatusAndStars(row.status, row.stars, row.brand) for row in rows][::7]

    def page(self, world: World, p: StatusAndStars) -> PageShows:
        return PageShows(
            "admin",
            "reviews",
            {
                "f.status": p.status,
                "f.stars.from": p.stars,
                "f.stars.to": p.stars,
                "f.product": p.brand,
            },
            free=ANY_VIEW,
        )

    async def solve(self, person: Person, p: StatusAndStars) -> None:
        stars = str(p.stars)
        filled = {"Stars from": stars, "Stars to": stars, "Product": p.brand}
        await open_reviews(person, filled, {"Status": REVIEW_STATUSES[p.status]})
        await person.stop()
