"""What the tasks on the board read from its rows: listings, what a wish finds, people, talks and reports.

What a list must show is worked out here and not by the site, so that a mistake of either shows up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from urllib.parse import parse_qsl, urlencode

from webcosm.lore import Point, haversine
from webcosm.worlds import Row, World

__all__ = [
    "ME",
    "NEWEST",
    "Ad",
    "Board",
    "clear_titles",
    "me",
    "moderator",
    "open_reports",
    "rating",
    "second_member",
    "speakable",
    "talk_with",
    "talks",
    "wish",
]

ME = "(SELECT min(id) FROM account)"
"""The first account is the one that is signed in."""
NEWEST = "newest"
KILOMETERS_PER_MILE = 1.609344
DAYS_SHOWN = 60
SOON = timedelta(hours=6)
"""What runs out so soon may do so while somebody is at a task, and is left out of the pools."""
NUMBERS = ("min", "max")
OTHER_KEYS = frozenset(
    {"q", "category", "region", "city", "within", "condition", "pictures", "seller", "sort", *NUMBERS}
)


@dataclass(frozen=True)
class Ad:
    """A listing with what its page says."""

    id: int
    title: str
    body: str
    price: int | None
    """In cents; 0 if it is given away, None if one is to ask."""
    negotiable: int
    condition: str
    status: str
    slug: str
    """Of the category."""
    category: str
    group: str
    """The slug of what the category belongs to."""
    city_id: int
    city: str
    region: str
    """The code."""
    seller_id: int
    seller: str
    username: str
    created: str
    published: str
    """Empty while it is a draft."""
    expires: str
    photos: int
    values: Mapping[str, str | int] = field(hash=False)
    """Of its attributes, by code: a label, a number, or 1 and 0 for yes and no."""


class Board:
    """All listings of a world as they are now. Make a new one after rows were written."""

    def __init__(self, world: World) -> None:
        self.world = world

    @cached_property
    def ads(self) -> list[Ad]:
        values: dict[int, dict[str, str | int]] = {}
        for number, code, label, figure in self.world.classifieds.connection.execute(
            "SELECT listing_id, code, attribute_choice.label, number FROM listing_value JOIN attribute ON"
            " attribute.id = listing_value.attribute_id LEFT JOIN attribute_choice ON"
            " attribute_choice.id = listing_value.choice_id ORDER BY listing_id, attribute.position"
        ):
            values.setdefault(number, {})[code] = label if label is not None else figure
        rows = self.world.classifieds.connection.execute(
            "SELECT listing.id, title, body, price, negotiable, condition, status, category.slug, category.name,"
            " parent.slug, listing.city_id, city.name, region.code, seller_id, account.name, account.username,"
            " listing.created, coalesce(published, ''), coalesce(expires, ''),"
            " (SELECT count(*) FROM listing_photo WHERE listing_id = listing.id) FROM listing"
            " JOIN category ON category.id = category_id JOIN category AS parent ON parent.id = category.parent_id"
            " JOIN city ON city.id = listing.city_id JOIN region ON region.id = city.region_id"
            " JOIN account ON account.id = seller_id ORDER BY listing.id"
        )
        return [Ad(*(*row, values.get(row[0], {}))) for row in rows]

    @cached_property
    def active(self) -> list[Ad]:
        """What lists show."""
        oldest = f"{self.world.clock.now() - timedelta(days=DAYS_SHOWN):%Y-%m-%d %H:%M:%S}"
        return [ad for ad in self.ads if ad.status == "active" and ad.published > oldest]

    @cached_property
    def lasting(self) -> list[Ad]:
        """What lists show and will show all day."""
        return [ad for ad in self.active if self.lasts(ad)]

    def lasts(self, ad: Ad) -> bool:
        return ad.published > f"{self.world.clock.now() + SOON - timedelta(days=DAYS_SHOWN):%Y-%m-%d %H:%M:%S}"

    def get(self, number: int) -> Ad:
        return self._by_number[number]

    @cached_property
    def _by_number(self) -> dict[int, Ad]:
        return {ad.id: ad for ad in self.ads}

    def titled(self, title: str) -> Ad:
        """The active listing of this title; there must be one."""
        found = [ad for ad in self.active if ad.title == title]
        if len(found) != 1:
            raise LookupError(f"{len(found)} active listings are called {title!r}")
        return found[0]

    @cached_property
    def mine(self) -> list[Ad]:
        """Everything of the person who is signed in, but what was deleted."""
        owner = me(self.world).id
        return [ad for ad in self.ads if ad.seller_id == owner and ad.status != "deleted"]

    @cached_property
    def doubtful(self) -> frozenset[int]:
        """Listings with which something is wrong: whoever counts or compares could as well leave them out."""
        return frozenset(self.world.classifieds.values("SELECT listing_id FROM truth"))

    @cached_property
    def misplaced(self) -> list[tuple[str, Ad]]:
        """Active listings in a wrong category, each with the slug of its own, where people may count it as well."""
        rows = self.world.classifieds.rows(
            "SELECT listing_id, slug FROM truth JOIN category ON category.id = truth.category_id ORDER BY listing_id"
        )
        return [(row.slug, ad) for row in rows if (ad := self.get(row.listing_id)).status == "active"]

    # Wishes -----------------------------------------------------------------------------------------------------------

    def fitting(self, query: str, ads: Iterable[Ad] | None = None) -> list[Ad]:
        """The active listings that a wish finds, in its order. It is written as the query of a list's address,
        without words to search for: ``category=cars&make=Brisk&max=5000&city=1&within=25&sort=cheap``."""
        asked = dict(parse_qsl(query))
        found = [ad for ad in (self.active if ads is None else ads) if self._fits(ad, asked)]
        match asked.get("sort", NEWEST):
            case "newest":
                return sorted(found, key=lambda ad: (ad.published, ad.id), reverse=True)
            case "oldest":
                return sorted(found, key=lambda ad: (ad.published, ad.id))
            case "cheap":
                return sorted(found, key=lambda ad: (ad.price is None, ad.price, ad.id))
            case "dear":
                return sorted(found, key=lambda ad: (ad.price is None, -(ad.price or 0), -ad.id))
            case other:
                raise ValueError(f"there is no order {other!r}")

    def _fits(self, ad: Ad, asked: Mapping[str, str]) -> bool:
        plain: tuple[tuple[str, object], ...] = (
            ("condition", ad.condition),
            ("seller", ad.username),
        )
        if any(name in asked and asked[name] != value for name, value in plain):
            return False
        if "category" in asked and asked["category"] not in (ad.slug, ad.group):
            return False
        if "pictures" in asked and not ad.photos:
            return False
        if not _within(None if ad.price is None else ad.price / 100, asked.get("min"), asked.get("max")):
            return False
        if not self.is_there(ad, asked):
            return False
        return all(_says(ad, name, value) for name, value in asked.items() if name not in OTHER_KEYS)

    def is_there(self, ad: Ad, asked: Mapping[str, str]) -> bool:
        """Whether a listing is where a wish looks."""
        if asked.get("region", ad.region) != ad.region:
            return False
        return "city" not in asked or self.miles(int(asked["city"]), ad.city_id) <= float(asked.get("within", 0))

    @cached_property
    def cities(self) -> dict[int, Row]:
        return {row.id: row for row in self.world.classifieds.rows("SELECT * FROM city ORDER BY id")}

    @cached_property
    def _points(self) -> dict[int, Point]:
        return {number: Point(row.lat, row.lon) for number, row in self.cities.items()}

    def miles(self, here: int, there: int) -> float:
        """As the crow flies, between two cities."""
        if (here, there) not in self._miles:
            away = haversine(self._points[here], self._points[there]) / KILOMETERS_PER_MILE
            self._miles[here, there] = 0.0 if here == there else away
        return self._miles[here, there]

    @cached_property
    def _miles(self) -> dict[tuple[int, int], float]:
        return {}


def _within(value: float | None, low: str | None, high: str | None) -> bool:
    if low is None and high is None:
        return True
    return value is not None and float(low or 0) <= value <= float(high or 10**9)


def _says(ad: Ad, name: str, wanted: str) -> bool:
    """Whether an attribute has a value, or lies above or below one."""
    code, _, end = name.rpartition("_")
    if end in NUMBERS and code in ad.values:
        value = ad.values[code]
        return isinstance(value, int) and _within(value, *((wanted, None) if end == "min" else (None, wanted)))
    if name not in ad.values:
        return False
    value = ad.values[name]
    return value == wanted if isinstance(value, str) else (value == 1) == (wanted == "yes")


def wish(**asked: object) -> str:
    """A query of the parameters that are set, in the order given: ``wish(category="cars", max=5000)``."""
    return urlencode({name: str(value) for name, value in asked.items() if value not in (None, "")})


# Names ----------------------------------------------------------------------------------------------------------------


def clear_titles(board: Board, ads: Iterable[Ad] | None = None) -> list[Ad]:
    """Active listings by whose title one means them: nothing else on the board, sold things included, is called so."""
    called = Counter(ad.title.casefold() for ad in board.ads if ad.status not in ("draft", "deleted"))
    return [ad for ad in (board.lasting if ads is None else ads) if called[ad.title.casefold()] == 1 and speakable(ad)]


def speakable(ad: Ad) -> bool:
    """Whether a title can stand in quotation marks."""
    return not set('“”"') & set(ad.title) and 8 <= len(ad.title) <= 70


# People ---------------------------------------------------------------------------------------------------------------


def me(world: World) -> Row:
    return _account(world, f"id = {ME}")


def second_member(world: World) -> Row:
    """The other one whose password is known."""
    return _account(world, f"id = (SELECT min(id) FROM account WHERE id > {ME} AND role = 'member')")


def moderator(world: World) -> Row:
    return _account(world, "id = (SELECT min(id) FROM account WHERE role = 'moderator')")


def _account(world: World, where: str, *arguments: str) -> Row:
    row = world.classifieds.row(f"SELECT * FROM account WHERE {where}", *arguments)
    if row is None:
        raise LookupError(f"there is no account where {where} {arguments}")
    return row


def rating(world: World, account_id: int) -> Sequence[Row]:
    """What buyers gave a seller, the oldest first."""
    return world.classifieds.rows("SELECT * FROM seller_rating WHERE seller_id = ? ORDER BY created", account_id)


# Talks and reports ----------------------------------------------------------------------------------------------------


def talks(world: World, where: str = "TRUE") -> list[Row]:
    """My conversations: the listing's row with ``talk`` (its number), ``buying``, and the other side's ``other_id``,
    ``other`` (the name) and ``other_username``."""
    return world.classifieds.rows(
        "SELECT * FROM (SELECT listing.*, conversation.id AS talk, conversation.created AS begun,"
        f" conversation.buyer_id = {ME} AS buying, other.id AS other_id, other.name AS other,"
        " other.username AS other_username, other.last_seen AS other_seen"
        " FROM conversation JOIN listing ON listing.id = conversation.listing_id JOIN account AS other ON"
        f" other.id = CASE WHEN conversation.buyer_id = {ME} THEN listing.seller_id ELSE conversation.buyer_id END"
        f" WHERE {ME} IN (conversation.buyer_id, listing.seller_id)) WHERE {where} ORDER BY talk"
    )


def talk_with(world: World, listing: int, other: int) -> int | None:
    """The number of my conversation with somebody about a listing."""
    found: int | None = world.classifieds.value(
        "SELECT conversation.id FROM conversation JOIN listing ON listing.id = listing_id WHERE listing.id = ?"
        f" AND ((buyer_id = ? AND seller_id = {ME}) OR (buyer_id = {ME} AND seller_id = ?))",
        listing,
        other,
        other,
    )
    return found


def open_reports(world: World, where: str = "TRUE") -> list[Row]:
    """Reports that wait, the oldest first, each with ``title``, ``seller_id`` and ``status`` of its listing and with
    ``truth``: what is wrong with the listing, if anything is."""
    return world.classifieds.rows(
        "SELECT * FROM (SELECT report.*, listing.title, listing.seller_id, listing.status, listing.category_id,"
        " truth.kind AS truth, truth.category_id AS belongs FROM report JOIN listing ON listing.id = report.listing_id"
        " LEFT JOIN truth ON truth.listing_id = listing.id WHERE outcome = 'open')"
        f" WHERE {where} ORDER BY created, id"
    )
