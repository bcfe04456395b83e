"""What a list of listings asks for: read from an address, put into SQL, said in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from urllib.parse import urlencode

from webcosm.lore import Point, haversine
from webcosm.sites.classifieds.rules.terms import DAYS_ACTIVE
from webcosm.sites.kit import match_query
from webcosm.sites.kit.formats import money, parse_money
from webcosm.worlds import Database, Fact, Row, Value

__all__ = ["CONDITIONS", "DISTANCES", "SORTS", "Criteria", "Found", "find"]

KILOMETERS_PER_MILE = 1.609344
DISTANCES = (10, 25, 50, 100)
CONDITIONS = {
    "new": "New",
    "like_new": "Like new",
    "used": "Used",
    "worn": "Worn",
    "for_parts": "For parts",
}
SORTS = {
    "newest": ("Newest first", "published", "DESC"),
    "oldest": ("Oldest first", "published", "ASC"),
    "cheap": ("Lowest price first", "coalesce(price, 99999999999)", "ASC"),
    "dear": ("Highest price first", "coalesce(price, -1)", "DESC"),
}
"""Key to label, what is sorted by, and which way. What has no price comes last both ways."""
LARGEST = 10**12


@dataclass(frozen=True)
class AttributeFilter:
    """A choice, a yes or no, or a span of numbers of an attribute."""

    attribute: Row
    label: str = ""
    choice_id: int | None = None
    yes: bool | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Criteria:
    """Filters as they were understood. What an address asks for that there is not is in ``unknown``."""

    q: str = ""
    category: Row | None = None
    region: Row | None = None
    city: Row | None = None
    within: int | None = None
    low: int | None = None
    high: int | None = None
    condition: str = ""
    pictures: bool = False
    attributes: tuple[AttributeFilter, ...] = ()
    seller: Row | None = None
    sort: str = "newest"
    unknown: tuple[str, ...] = field(default=())

    @classmethod
    def read(cls, db: Database, query: Mapping[str, str]) -> Criteria:
        unknown: list[str] = []

        def row(name: str, sql: str) -> Row | None:
            given = query.get(name, "").strip()[:80]
            found = db.row(sql, given) if given else None
            if given and found is None:
                unknown.append(f"There is no {name} “{given}”.")
            return found

        category = row("category", "SELECT * FROM category WHERE slug = ?")
        city = row("city", "SELECT * FROM city WHERE CAST(id AS TEXT) = ?")
        low, high = (_cents(query.get(name, ""), unknown) for name in ("min", "max"))
        within = query.get("within", "")
        condition = query.get("condition", "")
        return cls(
            " ".join(query.get("q", "").replace("\0", "").split())[:200],
            category,
            row("region", "SELECT * FROM region WHERE code = ?"),
            city,
            int(within) if city and within in map(str, DISTANCES) else None,
            low,
            high,
            condition if condition in CONDITIONS else "",
            query.get("pictures") == "1",
            tuple(_attribute_filters(db, category, query)),
            row("seller", "SELECT * FROM account WHERE username = ? AND suspended IS NULL"),
            query["sort"] if query.get("sort") in SORTS else "newest",
            tuple(unknown),
        )

    def parameters(self) -> dict[str, str]:
        """The address's parameters in their one order, without what is not set."""
        given: dict[str, str] = {}
        given |= {"q": self.q} if self.q else {}
        for name, row, key in (
            ("category", self.category, "slug"),
            ("region", self.region, "code"),
            ("city", self.city, "id"),
        ):
            given |= {name: str(row[key])} if row else {}
        given |= {"within": str(self.within)} if self.within else {}
        given |= {"min": _plain(self.low)} if self.low is not None else {}
        given |= {"max": _plain(self.high)} if self.high is not None else {}
        given |= {"condition": self.condition} if self.condition else {}
        given |= {"pictures": "1"} if self.pictures else {}
        for one in self.attributes:
            code = one.attribute.code
            if one.choice_id is not None:
                given[code] = one.label
            elif one.yes is not None:
                given[code] = "yes" if one.yes else "no"
            given |= {f"{code}_min": str(one.low)} if one.low is not None else {}
            given |= {f"{code}_max": str(one.high)} if one.high is not None else {}
        given |= {"seller": self.seller.username} if self.seller else {}
        given |= {"sort": self.sort} if self.sort != "newest" else {}
        return given

    def query(self) -> str:
        return urlencode(self.parameters())

    def facts(self) -> dict[str, Fact]:
        """For the judge: what is filtered, by the names of the address."""
        told: dict[str, Fact] = {
            "q": self.q.lower() or None,
            "category": self.category.slug if self.category else None,
            "region": self.region.name if self.region else None,
            "city": self.city.name if self.city else None,
            "within": self.within,
            "min": self.low,
            "max": self.high,
            "condition": self.condition or None,
            "pictures": self.pictures,
            "seller": self.seller.username if self.seller else None,
            "sort": self.sort,
        }
        for one in self.attributes:
            code = one.attribute.code
            if one.choice_id is not None:
                told[code] = one.label
            elif one.yes is not None:
                told[code] = one.yes
            else:
                told |= {f"{code}_min": one.low, f"{code}_max": one.high}
        return told

    def chips(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """(label, value, parameters to leave out) of each filter that is set."""
        chips: list[tuple[str, str, tuple[str, ...]]] = []
        if self.q:
            chips.append(("Words", self.q, ("q",)))
        if self.category:
            chips.append(("Category", self.category.name, ("category", *self._codes())))
        if self.region:
            chips.append(("Region", self.region.name, ("region",)))
        if self.city:
            near = f"within {self.within} miles of {self.city.name}" if self.within else self.city.name
            chips.append(("City", near, ("city", "within")))
        if self.low is not None or self.high is not None:
            chips.append(("Price", _span(self.low, self.high, money), ("min", "max")))
        if self.condition:
            chips.append(("Condition", CONDITIONS[self.condition], ("condition",)))
        if self.pictures:
            chips.append(("Pictures", "only with pictures", ("pictures",)))
        for one in self.attributes:
            code, unit = one.attribute.code, one.attribute.unit
            text = one.label or ("yes" if one.yes else "no") if one.choice_id is not None or one.yes is not None else ""
            text = text or f"{_span(one.low, one.high, _number)} {unit}".strip()
            chips.append((one.attribute.label, text, (code, f"{code}_min", f"{code}_max")))
        if self.seller:
            chips.append(("Seller", self.seller.name, ("seller",)))
        return chips

    def _codes(self) -> tuple[str, ...]:
        return tuple(
            name
            for one in self.attributes
            for name in (one.attribute.code, f"{one.attribute.code}_min", f"{one.attribute.code}_max")
        )

    def title(self) -> str:
        """A name for the search, as somebody would save it."""
        return ", ".join(value for label, value, _ in self.chips() if label != "Pictures")[:80] or "All listings"

    def without_place(self) -> Criteria:
        return replace(self, region=None, city=None, within=None)

    # SQL ------------------------------------------------------------------------------------------------------------

    def conditions(self, db: Database, now: datetime) -> tuple[str, list[Value]]:
        oldest = (now - timedelta(days=DAYS_ACTIVE)).strftime("%Y-%m-%d %H:%M:%S")
        parts, bound = ["status = 'active'", "published > ?"], [oldest]
        arguments: list[Value] = [*bound]
        if self.q:
            match = match_query(self.q)
            if match is None:
                parts.append("0")
            else:
                parts.append("id IN (SELECT rowid FROM listing_search WHERE listing_search MATCH ?)")
                arguments.append(match)
        if self.category:
            if self.category.parent_id is None:
                children = db.values("SELECT id FROM category WHERE parent_id = ?", self.category.id)
                parts.append(f"category_id IN ({', '.join(map(str, children)) or 'NULL'})")
            else:
                parts.append("category_id = ?")
                arguments.append(self.category.id)
        if self.region or self.city:
            cities = self._cities(db)
            parts.append(f"city_id IN ({', '.join(map(str, cities)) or 'NULL'})")
        for sql, value in (
            ("price >= ?", self.low),
            ("price <= ?", self.high),
            ("seller_id = ?", self.seller.id if self.seller else None),
        ):
            if value is not None:
                parts.append(sql)
                arguments.append(value)
        if self.condition:
            parts.append("condition = ?")
            arguments.append(self.condition)
        if self.pictures:
            parts.append("EXISTS (SELECT 1 FROM listing_photo WHERE listing_id = listing.id)")
        for one in self.attributes:
            wanted, values = _value_condition(one)
            parts.append(f"id IN (SELECT listing_id FROM listing_value WHERE attribute_id = ? AND {wanted})")
            arguments += [one.attribute.id, *values]
        return " AND ".join(parts), arguments

    def _cities(self, db: Database) -> list[int]:
        rows = db.rows("SELECT * FROM city ORDER BY id")
        if self.region:
            rows = [row for row in rows if row.region_id == self.region.id]
        if self.city:
            here = Point(self.city.lat, self.city.lon)
            reach = (self.within or 0) * KILOMETERS_PER_MILE
            rows = [row for row in rows if row.id == self.city.id or haversine(here, Point(row.lat, row.lon)) <= reach]
        return [row.id for row in rows]


def _value_condition(one: AttributeFilter) -> tuple[str, list[Value]]:
    if one.choice_id is not None:
        return "choice_id = ?", [one.choice_id]
    if one.yes is not None:
        return "choice_id IS NULL AND number = ?", [int(one.yes)]
    return "choice_id IS NULL AND number BETWEEN ? AND ?", [
        -LARGEST if one.low is None else one.low,
        LARGEST if one.high is None else one.high,
    ]


def _attribute_filters(db: Database, category: Row | None, query: Mapping[str, str]) -> list[AttributeFilter]:
    filters = []
    for attribute in (
        db.rows("SELECT * FROM attribute WHERE category_id = ? ORDER BY position", category.id) if category else []
    ):
        given = query.get(attribute.code, "")
        if attribute.kind == "choice" and given:
            choice = db.row(
                "SELECT * FROM attribute_choice WHERE attribute_id = ? AND label = ?", attribute.id, given[:80]
            )
            if choice:
                filters.append(AttributeFilter(attribute, choice.label, choice.id))
        elif attribute.kind == "yesno" and given in ("yes", "no"):
            filters.append(AttributeFilter(attribute, yes=given == "yes"))
        elif attribute.kind == "number":
            low, high = (_whole(query.get(f"{attribute.code}_{end}", "")) for end in ("min", "max"))
            if low is not None or high is not None:
                filters.append(AttributeFilter(attribute, low=low, high=high))
    return filters


def _cents(text: str, unknown: list[str]) -> int | None:
    if not text.strip():
        return None
    try:
        return parse_money(text)
    except ValueError:
        unknown.append(f"“{text[:40]}” is no price; write it like 250 or 12.50.")
        return None


def _whole(text: str) -> int | None:
    text = text.strip().replace(",", "")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _plain(cents: int | None) -> str:
    return "" if cents is None else f"{cents // 100}.{cents % 100:02d}".removesuffix(".00")


def _number(number: int) -> str:
    return f"{number}"


def _span(low: int | None, high: int | None, shown: object) -> str:
    assert callable(shown)
    if low is None or high is None:
        return f"up to {shown(high)}" if low is None else f"from {shown(low)}"
    return f"{shown(low)} to {shown(high)}"


# Pages of a list ------------------------------------------------------------------------------------------------------

CARD = (
    "SELECT listing.*, city.name AS city, region.code AS region, category.name AS category, account.name AS seller,"
    " (SELECT id FROM listing_photo WHERE listing_id = listing.id ORDER BY position, id LIMIT 1) AS photo,"
    " (SELECT count(*) FROM listing_photo WHERE listing_id = listing.id) AS photos"
    " FROM listing JOIN city ON city.id = listing.city_id JOIN region ON region.id = city.region_id"
    " JOIN category ON category.id = listing.category_id JOIN account ON account.id = listing.seller_id"
)
"""What a card of a list shows; a condition on ``listing`` follows."""


@dataclass(frozen=True)
class Found:
    """A page of a list: what is on it, where it stands, and where the next and the last page begin."""

    items: Sequence[Row]
    total: int
    first: int
    after: str
    before: str

    @property
    def last(self) -> int:
        return self.first + len(self.items) - 1


def find(db: Database, criteria: Criteria, now: datetime, cursor: Mapping[str, str], size: int) -> Found:
    """The page that begins after (or ends before) a row, by the keys of the order and never by an offset."""
    where, arguments = criteria.conditions(db, now)
    _, key, way = SORTS[criteria.sort]
    total = db.value(f"SELECT count(*) FROM listing WHERE {where}", *arguments)
    back = "before" in cursor
    mark = _cursor(cursor.get("before") if back else cursor.get("after"), key)
    ids = _ids(db, where, arguments, key, way, mark, back, size + 1) if mark else []
    if not ids:
        back, mark = False, None
        ids = _ids(db, where, arguments, key, way, None, False, size + 1)
    more = len(ids) > size
    ids = ids[:size]
    if back:
        ids.reverse()
    if not ids:
        return Found([], total, 0, "", "")
    order = {number: place for place, number in enumerate(ids)}
    rows = db.rows(f"{CARD} WHERE listing.id IN ({', '.join(map(str, ids))})")
    rows.sort(key=lambda row: order[row.id])
    edges = [db.row(f"SELECT {key} AS sorted, id FROM listing WHERE id = ?", number) for number in (ids[0], ids[-1])]
    top, bottom = (f"{edge.sorted}~{edge.id}" for edge in edges if edge)
    ahead = "<" if way == "ASC" else ">"
    first_key = edges[0]
    assert first_key
    before = (
        db.value(
            f"SELECT count(*) FROM listing WHERE {where} AND ({key}, id) {ahead} (?, ?)",
            *arguments,
            first_key.sorted,
            first_key.id,
        )
        if mark
        else 0
    )
    has_next = back or more
    return Found(
        rows, total, before + 1, bottom if has_next and before + len(ids) < total else "", top if before else ""
    )


def _ids(
    db: Database,
    where: str,
    arguments: list[Value],
    key: str,
    way: str,
    mark: tuple[Value, int] | None,
    back: bool,
    count: int,
) -> list[int]:
    down = (way == "DESC") != back
    beyond = f" AND ({key}, id) {'<' if down else '>'} (?, ?)" if mark else ""
    turn = "DESC" if down else "ASC"
    sql = f"SELECT id FROM listing WHERE {where}{beyond} ORDER BY {key} {turn}, id {turn} LIMIT {count:d}"
    return db.values(sql, *arguments, *(mark or ()))


def _cursor(text: str | None, key: str) -> tuple[Value, int] | None:
    sorted_by, _, number = (text or "").rpartition("~")
    if not re.fullmatch(r"[0-9]{1,15}", number):
        return None
    if key == "published":
        return (sorted_by, int(number)) if re.fullmatch(r"[0-9: -]{19}", sorted_by) else None
    return (int(sorted_by), int(number)) if re.fullmatch(r"-?[0-9]{1,15}", sorted_by) else None
