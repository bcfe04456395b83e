"""Reviews: what customers wrote about products, with stars that fit their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webcosm.lore import Lore, Resident, Rng
from webcosm.sites.shop.seed.catalogue import Item
from webcosm.sites.shop.seed.figures import stamp
from webcosm.sites.shop.seed.ledger import PlannedOrder
from webcosm.sites.shop.seed.people import Customer
from webcosm.sites.shop.seed.store import read_content
from webcosm.sites.shop.seed.text import fill_slots
from webcosm.worlds import Database

__all__ = ["write_reviews"]

FIRST_DAY = date(2023, 5, 20)
SILENT = 0.42
"""The share of products that nobody has written about."""
MOST = 64
REGISTERED = 0.3
PENDING, REJECTED = 0.06, 0.02
RECENT = 35
"""Days within which pending reviews were written."""
DEMO_REVIEWS = 6


@dataclass(frozen=True)
class _Review:
    product: int
    customer: int | None
    nickname: str
    title: str
    body: str
    stars: int
    status: str
    created: str


def write_reviews(
    db: Database, lore: Lore, items: Sequence[Item], customers: Sequence[Customer], demo: Sequence[PlannedOrder]
) -> None:
    writer = _Writer(lore, customers)
    for item in items:
        writer.review(item, _bought(demo, item))
    rows = sorted(writer.reviews, key=lambda review: (review.created, review.product, review.nickname))
    db.run_many(
        "INSERT INTO review (id, product_id, customer_id, nickname, title, body, stars, status, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (number, row.product, row.customer, row.nickname, row.title, row.body, row.stars, row.status, row.created)
            for number, row in enumerate(rows, start=1)
        ],
    )


def _bought(demo: Sequence[PlannedOrder], item: Item) -> date | None:
    """When the demo customer first had the item in hand."""
    days = [
        order.when.date()
        for order in demo
        if any(line.item is item for line in order.lines) and any(deed.kind == "ship" for deed in order.deeds)
    ]
    return min(days) if days else None


class _Writer:
    def __init__(self, lore: Lore, customers: Sequence[Customer]) -> None:
        self.lore, self.rng = lore, lore.rng("shop", "reviews")
        self.glue: Mapping[str, Sequence[str]] = read_content("reviews")
        self.customers = [customer for customer in customers if customer.id > 2]
        self.demo = customers[0]
        self.reviews: list[_Review] = []
        self.demo_left = DEMO_REVIEWS

    def review(self, item: Item, bought: date | None) -> None:
        rng = self.rng
        count = 0 if rng.chance(SILENT) and item.popularity < 30 else round(item.popularity * rng.uniform(0.25, 1.0))
        quality = rng.weighted((4.7, 4.3, 3.9, 3.3, 2.5), (20, 34, 24, 14, 8))
        bodies: set[str] = set()
        authors: set[int] = set()
        sentences = _Sentences(rng, item, self.glue)
        start = max(FIRST_DAY, item.first_day + timedelta(days=6))
        room = (self.lore.today - start).days - 1
        if self.demo_left and bought and (self.lore.today - bought).days > 20 and rng.chance(0.5):
            self.demo_left -= 1
            day = bought + timedelta(days=rng.integer(8, 18))
            self._add(item, sentences, bodies, quality, day, self.demo, "approved" if self.demo_left else "pending")
        if room < 1:
            return
        for _ in range(min(MOST, count)):
            day = start + timedelta(days=rng.integer(0, room))
            author: Customer | None = rng.choice(self.customers) if rng.chance(REGISTERED) else None
            if author and (author.id in authors or author.joined >= day):
                author = None
            if author:
                authors.add(author.id)
            status = "rejected" if rng.chance(REJECTED) else "approved"
            if status == "approved" and (self.lore.today - day).days <= RECENT * 6 and rng.chance(PENDING * 5):
                status = "pending"
                day = max(day, self.lore.today - timedelta(days=rng.integer(1, RECENT)))
            self._add(item, sentences, bodies, quality, day, author, status)

    def _add(
        self, item: Item, sentences: _Sentences, bodies: set[str], quality: float, day: date,
        author: Customer | None, status: str,
    ) -> None:  # fmt: skip
        stars = min(5, max(1, round(self.rng.normal(quality, 0.95))))
        if status == "rejected" and self.rng.chance(0.5):
            title, body = "No title", self.rng.choice(self.glue["rejected"])
        else:
            title, body = sentences.title(stars), sentences.body(stars, bodies)
        if body in bodies:
            return  # everything there is to say of it was said
        bodies.add(body)
        person = author.person if author else self.rng.choice(self.lore.people)
        nickname = self._nickname(person)
        created = stamp(day, self.rng)
        number = author.id if author else None
        self.reviews.append(_Review(item.id, number, nickname, title, body, stars, status, created))

    def _nickname(self, person: Resident) -> str:
        match self.rng.integer(0, 9):
            case 0 | 1 | 2 | 3:
                return f"{person.given_name} {person.family_name[0]}."
            case 4 | 5:
                return person.given_name
            case 6 | 7:
                return person.username
            case 8:
                return f"{person.given_name} from {person.home.city}"
            case _:
                return f"{person.given_name[0]}. {person.family_name}"


class _Sentences:
    """What can be said of one product."""

    def __init__(self, rng: Rng, item: Item, glue: Mapping[str, Sequence[str]]) -> None:
        self.rng, self.glue = rng, glue
        values = item.draft.values
        self.text = {
            name: [text for sentence in sentences if (text := fill_slots(sentence, values))]
            for name, sentences in item.draft.kind.text.items()
            if name not in ("intro", "facts", "use")
        }

    def title(self, stars: int) -> str:
        name = "titles_good" if stars >= 4 else "titles_bad" if stars <= 2 else "titles_mixed"
        return self.rng.choice(self.text[name])

    def body(self, stars: int, taken: set[str]) -> str:
        for _ in range(30):
            body = " ".join(self._sentences(stars))
            if body not in taken:
                return body
        return body

    def _sentences(self, stars: int) -> list[str]:
        rng, text, glue = self.rng, self.text, self.glue
        match stars:
            case 5:
                said = rng.sample(text["praise"], rng.weighted((1, 2, 3), (4, 5, 2)))
                return self._wrapped(said, "opening_good", "closing_good")
            case 4:
                said = rng.sample(text["praise"], rng.integer(1, 2))
                return self._wrapped(said, "opening_good", "four_stars", 0.15, 0.4)
            case 3:
                shape = rng.integer(0, 2)
                if shape == 0:
                    return self._wrapped([rng.choice(text["mixed"])], "opening_mixed", "four_stars", 0.5, 0.0)
                if shape == 1:
                    return [rng.choice(text["praise"]), rng.choice(glue["but_bad"]), rng.choice(text["complain"])]
                return [rng.choice(text["mixed"]), rng.choice(text["complain"])]
            case 2:
                said = rng.sample(text["complain"], rng.integer(1, 2))
                if rng.chance(0.35):
                    return [*said, rng.choice(glue["but_good"]), rng.choice(text["praise"])]
                return self._wrapped(said, "opening_bad", "closing_two", 0.3, 0.4)
            case _:
                said = rng.sample(text["complain"], rng.weighted((1, 2, 3), (3, 5, 2)))
                return self._wrapped(said, "opening_bad", "closing_bad", 0.3, 0.6)

    def _wrapped(
        self, said: list[str], opening: str, closing: str, first: float = 0.25, last: float = 0.35
    ) -> list[str]:
        before = [self.rng.choice(self.glue[opening])] if self.rng.chance(first) else []
        after = [self.rng.choice(self.glue[closing])] if self.rng.chance(last) else []
        return [*before, *said, *after]
