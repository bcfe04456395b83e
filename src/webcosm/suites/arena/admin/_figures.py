"""What tasks about figures and opinions share at the back office: spans of time, reports, lists of reviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from webcosm.sites.kit.formats import day
from webcosm.suites.arena.admin._rows import apply_filters, go_to, months_with_orders
from webcosm.tasks import Lost, Person
from webcosm.tasks.dates import last_of_month, said_month
from webcosm.tasks.tables import rows_below
from webcosm.worlds import Row, World

__all__ = [
    "COUNTED",
    "LISTED",
    "REVIEW_STATUSES",
    "ReviewBy",
    "Span",
    "bounds",
    "month_spans",
    "named_once",
    "open_report",
    "open_reviews",
    "report_rows",
    "reviews_by_one",
    "spans",
    "sparing",
    "top_row",
    "unheard_of",
]

P = TypeVar("P")
COUNTED = "orders.status <> 'canceled'"
"""Which orders the figures are about; every goal says so."""

LISTED = (
    "orders JOIN order_item ON order_item.order_id = orders.id JOIN product AS bought ON bought.id = product_id"
    " JOIN product AS listed ON listed.id = coalesce(bought.parent_id, bought.id)"
)
"""Orders with the products that were bought: a variant counts for the product that it is a variant of."""

QUARTERS = ("first", "second", "third", "fourth")
HALVES = ("first", "second")


@dataclass(frozen=True)
class Span:
    """Some whole days within one year."""

    when: str
    """As people say it: ``March 2026``"""
    first: str
    """2026-03-01"""
    last: str


def bounds(span: Span) -> tuple[str, str]:
    """To compare moments with: from the first, up to the second."""
    return span.first, f"{span.last} 23:59:59"


def spans(world: World) -> list[Span]:
    """Full months with orders, and the pairs, quarters, halves and years that are made of them."""
    return [*month_spans(world), *(span for size in (2, 3, 6, 12) for span in _longer_spans(world, size))]


def month_spans(world: World) -> list[Span]:
    return [_months(month, 1) for month in months_with_orders(world)]


def _longer_spans(world: World, size: int) -> list[Span]:
    """Spans of some months that begin where such spans do; pairs begin with any month but December."""
    known = months_with_orders(world)
    step = 1 if size == 2 else size
    starts = [month for month in known if (int(month[5:]) - 1) % step == 0 and int(month[5:]) + size <= 13]
    found = [_months(month, size) for month in starts]
    return [span for span in found if span.last[:7] <= known[-1]]


def _months(first: str, size: int) -> Span:
    year, number = int(first[:4]), int(first[5:])
    last = number + size - 1
    begin, end = f"{first}-01", last_of_month(date(year, last, 1)).isoformat()
    when = {
        1: said_month(first),
        3: f"the {QUARTERS[(number - 1) // 3]} quarter of {year}",
        6: f"the {HALVES[(number - 1) // 6]} half of {year}",
        12: f"{year}",
    }.get(size, f"{_name(begin)} and {_name(end)} {year}")
    return Span(when, begin, end)


def _name(day: str) -> str:
    """The month of a day, without its year."""
    return said_month(day[:7]).partition(" ")[0]


# Names ----------------------------------------------------------------------------------------------------------------


def named_once(world: World) -> dict[int, str]:
    """Products that are no variants and whose name nobody else has: by id."""
    rows = world.shop.rows(
        "SELECT min(id) AS id, name FROM product WHERE type <> 'variant' GROUP BY name HAVING count(*) = 1 ORDER BY 1"
    )
    return {row.id: row.name for row in rows}


def unheard_of(name: str, others: Sequence[str]) -> bool:
    """Whether a name neither is nor holds nor is held by one of the others."""
    low = name.casefold()
    return not any(low in other.casefold() or other.casefold() in low for other in others)


def sparing(answered: Iterable[tuple[P, Hashable]], most: int) -> list[P]:
    """Parameters of which no answer is right more often than so many times; each comes with its answer."""
    given: Counter[Hashable] = Counter()
    kept = []
    for p, answer in answered:
        given[answer] += 1
        if given[answer] <= most:
            kept.append(p)
    return kept


# Reports --------------------------------------------------------------------------------------------------------------


async def open_report(person: Person, report: str, period: str, span: Span) -> None:
    """Six actions: a report over a span, by day, month or year."""
    await go_to(person, "Reports", report)
    await person.choose("Period", period)
    await person.fill("From", span.first)
    await person.fill("To", span.last)
    await person.click("Show report", role="button")
    for end in (span.first, span.last):
        if not person.sees(day(end)):
            raise Lost(f"{person.view.url} does not show the report from {span.first} to {span.last}")


def report_rows(person: Person) -> list[dict[str, str]]:
    """The rows of the report that is shown, by the headings of its columns; without the totals."""
    if person.sees("There is nothing to report"):
        return []
    rows = person.rows()
    head = next((row for row in rows if row[:1] == ["Period"]), None)
    if head is None:
        raise Lost(f"{person.view.url} shows no report")
    return [row for row in rows_below(rows, head) if row["Period"] != "Total"]


def top_row(person: Person, rows: Sequence[dict[str, str]]) -> dict[str, str]:
    """The first of the rows that are shown, of which there must be one."""
    if not rows:
        raise Lost(f"{person.view.url} shows no rows")
    return rows[0]


# Reviews --------------------------------------------------------------------------------------------------------------

REVIEW_STATUSES = {"pending": "Pending", "approved": "Approved", "rejected": "Rejected"}
"""How the database and how people call them."""


async def open_reviews(person: Person, filled: Mapping[str, str], chosen: Mapping[str, str] | None = None) -> None:
    """Four actions and one for each filter: the list of reviews, narrowed down."""
    await go_to(person, "Marketing", "Reviews")
    await apply_filters(person, filled, chosen)


@dataclass(frozen=True)
class ReviewBy:
    nickname: str
    product: str


def reviews_by_one(world: World, condition: str = "TRUE") -> list[Row]:
    """Reviews of which a nickname and a product mean exactly one, even to somebody who looks for parts of names."""
    return world.shop.rows(
        "SELECT review.*, product.name AS product FROM review JOIN product ON product.id = review.product_id"
        f" WHERE {condition} AND length(nickname) > 3 AND NOT EXISTS (SELECT 1 FROM review AS other"
        " WHERE other.product_id = review.product_id AND other.id <> review.id"
        " AND (instr(lower(other.nickname), lower(review.nickname))"
        " OR instr(lower(review.nickname), lower(other.nickname))))"
        " ORDER BY review.id DESC LIMIT 200"
    )
