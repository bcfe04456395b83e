"""The rows that deeds on the board leave behind, for expectations: listings, messages, offers, reports and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from urllib.parse import parse_qsl

from webcosm.judge.state import Expectation, Insert, Matcher, Rule, Update, same_text
from webcosm.sites.classifieds.rules.terms import AWAY_DAYS
from webcosm.suites.arena.classifieds._rows import Ad, me, talk_with
from webcosm.worlds import Change, Row, Value, World

__all__ = [
    "NOW",
    "all_of",
    "attribute_rows",
    "begun",
    "edited",
    "mailed",
    "new_id",
    "new_listing_rules",
    "offer_by",
    "reply_by",
    "reported",
    "row_says",
    "said",
    "same_search",
    "talk_rules",
    "text_of_listing",
    "wrote",
]

SITE = "classifieds"
NOW = "when it was done"
NUMBER = "the next number"


def new_id(world: World, table: str) -> int:
    """The number that the next row of a table gets."""
    return int(world.classifieds.value(f"SELECT coalesce(max(id), 0) + 1 FROM {table}"))


# Conversations --------------------------------------------------------------------------------------------------------


def talk_rules(world: World, ad: Ad) -> tuple[int, list[Rule]]:
    """My conversation with the seller of a listing, and what it takes to begin it, if there is none yet."""
    known = talk_with(world, ad.id, ad.seller_id)
    if known is not None:
        return known, []
    number = new_id(world, "conversation")
    return number, [begun(world, ad, number)]


def begun(world: World, ad: Ad, number: int | Matcher) -> Insert:
    return Insert(
        SITE,
        "conversation",
        values={"id": number, "listing_id": ad.id, "buyer_id": me(world).id},
        free={"created": NOW},
        name=f"a conversation about “{ad.title}”",
    )


def wrote(talk: int | Matcher, sender: int, name: str) -> Insert:
    """A message; what it must say stands in a condition (see :func:`said`)."""
    return Insert(
        SITE,
        "message",
        values={"conversation_id": talk, "sender_id": sender},
        free={"id": NUMBER, "body": "worded freely; what it must say is a condition", "created": NOW},
        name=name,
    )


def reply_by(world: World, talk: int, other: int) -> list[Rule]:
    """What somebody who was here lately answers to a first message or an offer; others say nothing."""
    return [wrote(talk, other, "the other side's answer")] if _around(world, other) else []


def _around(world: World, account: int) -> bool:
    row = world.classifieds.row("SELECT last_seen, suspended, password FROM account WHERE id = ?", account)
    since = f"{world.clock.now() - timedelta(days=AWAY_DAYS):%Y-%m-%d %H:%M:%S}"
    return row is not None and row.suspended is None and not row.password and row.last_seen > since


def said(sender: int, wanted: Callable[[str], bool], talk: int | None = None) -> Callable[[Sequence[Change]], bool]:
    """Whether one of somebody's new messages (of a conversation) says what it must."""

    def check(changes: Sequence[Change]) -> bool:
        return any(
            one.table == "message"
            and one.kind == "insert"
            and one.new is not None
            and one.new["sender_id"] == sender
            and talk in (None, one.new["conversation_id"])
            and wanted(str(one.new["body"]))
            for one in changes
        )

    return check


def offer_by(talk: int, sender: int, amount: int, status: str, name: str = "") -> Insert:
    return Insert(
        SITE,
        "offer",
        values={"conversation_id": talk, "sender_id": sender, "amount": amount, "status": status},
        free={"id": NUMBER, "created": NOW, "answered": "when the other side answered"},
        name=name or f"an offer, {status}",
    )


# Listings -------------------------------------------------------------------------------------------------------------


def new_listing_rules(
    world: World,
    *,
    title: str | Matcher | None,
    slug: str,
    price: int | None,
    negotiable: bool | None,
    condition: str,
    city_id: int,
    values: Mapping[str, str | int],
    status: str = "active",
) -> list[Rule]:
    """A listing of my own with its attributes. Its description, and its title if None is given, are worded freely."""
    number = new_id(world, "listing")
    category = world.classifieds.value("SELECT id FROM category WHERE slug = ?", slug)
    columns: dict[str, Value | Matcher] = {
        "id": number,
        "seller_id": me(world).id,
        "category_id": int(category),
        "price": price,
        "condition": condition,
        "city_id": city_id,
        "status": status,
        "removed_reason": "",
    }
    free = {"body": "worded freely; what it must say is a condition", "created": NOW, "edited": NOW}
    if title is None:
        free["title"] = "worded freely; what it must say is a condition"
    else:
        columns["title"] = same_text(title) if isinstance(title, str) else title
    if negotiable is None:
        free["negotiable"] = "the goal does not say"
    else:
        columns["negotiable"] = int(negotiable)
    if status == "draft":
        columns |= {"published": None, "expires": None}
    else:
        free |= {"published": NOW, "expires": "60 days later"}
    listing = Insert(SITE, "listing", values=columns, free=free, name=f"the listing is there, {status}")
    return [listing, *attribute_rows(world, number, slug, values)]


def attribute_rows(world: World, listing: int, slug: str, values: Mapping[str, str | int]) -> list[Rule]:
    rules: list[Rule] = []
    for code, value in values.items():
        found = world.classifieds.row(
            "SELECT attribute.id, attribute.label, kind, attribute_choice.id AS choice FROM attribute JOIN category"
            " ON category.id = category_id LEFT JOIN attribute_choice ON attribute_id = attribute.id AND"
            " attribute_choice.label = ? WHERE slug = ? AND code = ?",
            str(value),
            slug,
            code,
        )
        if found is None:
            raise LookupError(f"{slug} has no attribute {code!r}")
        number = value if isinstance(value, int) else None
        rules.append(
            Insert(
                SITE,
                "listing_value",
                values={
                    "listing_id": listing,
                    "attribute_id": found.id,
                    "choice_id": found.choice if number is None else None,
                    "number": number,
                },
                name=f"{found.label}: {value}",
            )
        )
    return rules


def edited(listing: int, name: str, free: Mapping[str, str] = {}, **values: Value | Matcher) -> Update:
    """A change to a listing. Earlier prices are trails and need not be asked for."""
    return Update(SITE, "listing", key=(listing,), values=values, free={"edited": NOW, **free}, name=name)


def text_of_listing(
    number: int, wanted: Callable[[str], bool], column: str = "body"
) -> Callable[[Sequence[Change]], bool]:
    """Whether a listing's description or title now says what it must."""

    def check(changes: Sequence[Change]) -> bool:
        return any(
            one.table == "listing" and one.key == (number,) and one.new is not None and wanted(str(one.new[column]))
            for one in changes
        )

    return check


# Searches, mails, reports ---------------------------------------------------------------------------------------------


def same_search(query: str, *, any_order: bool = True) -> Matcher:
    """The same filters; the order of a list is not among them unless the goal names it."""
    wanted = _filters(query, any_order)

    def match(value: Value) -> bool:
        return isinstance(value, str) and _filters(value, any_order) == wanted

    match.__doc__ = repr(query)
    return match


def _filters(query: str, any_order: bool) -> dict[str, str]:
    told = {name: " ".join(value.casefold().split()) for name, value in parse_qsl(query)}
    if any_order:
        told.pop("sort", None)
    return told


def reported(listing: int, reporter: int, reason: str, *, review: int | None = None, worded: bool) -> Insert:
    """A report; if it must be ``worded``, what it says is a condition."""
    values: dict[str, Value | Matcher] = {
        "listing_id": listing,
        "review_id": review,
        "reporter_id": reporter,
        "reason": reason,
        "outcome": "open",
        "closed_by": None,
        "closed": None,
    }
    free = {"id": NUMBER, "created": NOW, "text": "worded freely" + ("; see the condition" if worded else "")}
    return Insert(SITE, "report", values=values, free=free, name="the report")


def mailed(ad: Ad, kind: str, sender: Row, to: str) -> Insert:
    return Insert(
        SITE,
        "mail",
        values={
            "listing_id": ad.id,
            "kind": kind,
            "from_name": sender.name,
            "from_email": sender.email,
            "to_email": to,
        },
        free={"id": NUMBER, "body": "worded freely; what it must say is a condition", "sent": NOW},
        name="the e-mail",
    )


def row_says(
    table: str, wanted: Callable[[str], bool], column: str, **values: Value
) -> Callable[[Sequence[Change]], bool]:
    """Whether a new row of a table with these values says in a column what it must."""

    def check(changes: Sequence[Change]) -> bool:
        return any(
            one.table == table
            and one.kind == "insert"
            and one.new is not None
            and all(one.new[name] == value for name, value in values.items())
            and wanted(str(one.new[column]))
            for one in changes
        )

    return check


def all_of(rules: Sequence[Rule], **conditions: Callable[[Sequence[Change]], bool]) -> Expectation:
    """An expectation whose conditions are named by keywords: ``the_message_asks=…``."""
    return Expectation(rules, conditions={name.replace("_", " "): one for name, one in conditions.items()})
