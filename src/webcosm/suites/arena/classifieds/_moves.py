"""What people do on the board, whatever their task."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from webcosm.act import catalogue as do
from webcosm.suites.arena.classifieds._rows import Board
from webcosm.tasks import Lost, Person
from webcosm.tasks.dates import read_day
from webcosm.tasks.tables import all_pages

__all__ = [
    "HOME",
    "Card",
    "account_tab",
    "add_comment",
    "all_cards",
    "browse",
    "cards",
    "edit_own",
    "facts",
    "fill_listing",
    "go_public",
    "labelled",
    "make_offer",
    "new_listing",
    "open_card",
    "open_item",
    "open_report",
    "open_talk",
    "pick_order",
    "report_listing",
    "save_search",
    "search",
    "send_message",
    "shown_total",
]

HOME = "http://classifieds.test"
EVERYTHING = "All categories"
ORDERS = {
    "newest": "Newest first",
    "oldest": "Oldest first",
    "cheap": "Lowest price first",
    "dear": "Highest price first",
}
CONDITIONS = {"new": "New", "like_new": "Like new", "used": "Used", "worn": "Worn", "for_parts": "For parts"}


# Lists ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """A listing in a list, as the page shows it."""

    title: str
    price: int | None
    """In cents; 0 if it is free, None if one is to ask."""
    city: str
    day: str
    """2026-05-14"""
    photos: bool
    element: str
    """Of its link, while the list is open."""


async def search(person: Person, words: str) -> None:
    """Two actions from any page, three from the list of a category."""
    if person.value("In category") not in ("", EVERYTHING):
        await person.choose("In category", EVERYTHING)
    await person.fill("Search listings", words)
    await person.submit("Search listings")


async def browse(person: Person, query: str) -> None:
    """Sets the filters of a wish (see :meth:`Board.fitting`) from any page: two actions for the category, one for each
    filter and one to apply them, one for an order other than newest first."""
    asked = dict(parse_qsl(query))
    names = _names(person, asked)
    await person.choose("In category", names["category"]) if "category" in asked else None
    await person.click("Search", role="button")
    filters = [name for name in asked if name not in ("category", "sort", "q")]
    for name in filters:
        await _set_filter(person, name, asked[name], names)
    if filters:
        await person.click("Apply filters")
    if "sort" in asked:
        await pick_order(person, asked["sort"])


async def pick_order(person: Person, order: str) -> None:
    await person.choose("Sort by", ORDERS[order])


async def _set_filter(person: Person, name: str, value: str, names: Mapping[str, str]) -> None:
    code, _, end = name.rpartition("_")
    if name in ("min", "max"):
        await person.fill("Lowest price" if name == "min" else "Highest price", value)
    elif name == "pictures":
        await person.check("Only with pictures")
    elif name == "within":
        await person.choose("Distance from the city", f"Within {value} miles")
    elif name == "condition":
        await person.choose("Condition", CONDITIONS[value])
    elif name in ("region", "city"):
        await person.choose(name.capitalize(), names[name])
    elif end in ("min", "max"):
        await person.fill(f"{names[code]} {'from' if end == 'min' else 'to'}", value)
    else:
        await person.choose(names[name], value.capitalize() if value in ("yes", "no") else value)


def _names(person: Person, asked: Mapping[str, str]) -> dict[str, str]:
    """What pages call the keys of a query: where and which attribute that is."""
    db = person.world.classifieds
    names: dict[str, str] = {}
    if "category" in asked:
        row = db.row("SELECT * FROM category WHERE slug = ?", asked["category"])
        if row is None:
            raise Lost(f"there is no category {asked['category']!r}")
        names["category"] = row.name if row.parent_id is not None else f"All of {row.name}"
        names |= {
            one.code: one.label for one in db.rows("SELECT code, label FROM attribute WHERE category_id = ?", row.id)
        }
    if "city" in asked:
        names["city"] = Board(person.world).cities[int(asked["city"])].name
    if "region" in asked:
        names["region"] = str(db.value("SELECT name FROM region WHERE code = ?", asked["region"]))
    return names


def cards(person: Person) -> list[Card]:
    """The listings on this page of a list."""
    found = []
    elements = person.view.elements
    for index, element in enumerate(elements):
        if element.role != "listitem":
            continue
        text = person.text_of(index)
        where = re.search(r"([^·]*), [A-Z]{2} · (\w{3,9} \d{1,2}, \d{4})", text)
        inside = elements[index + 1 :]
        end = next((at for at, one in enumerate(inside) if one.depth <= element.depth), len(inside))
        link = next((one for one in inside[:end] if one.role == "link" and one.id), None)
        if not where or link is None:
            continue
        rest = text.split(link.name, 1)[1]
        price = re.search(r"\$([\d,]+(?:\.\d\d)?)|Free|Ask for the price", rest)
        if price is None:
            raise Lost(f"{link.name!r} shows no price at {person.view.url}")
        cents = _cents(price[1]) if price[1] else 0 if price[0] == "Free" else None
        bare = text.startswith("No photo")
        found.append(Card(link.name, cents, where[1].strip(), read_day(where[2]).isoformat(), not bare, str(link.id)))
    return found


async def all_cards(person: Person) -> list[Card]:
    """Those of this page and of all after it; an action for each further page."""
    return await all_pages(person, cards)


async def open_card(person: Person, card: Card) -> None:
    await person.move(do.click(card.element))


def shown_total(person: Person) -> int:
    """How many listings a list says that it has on all its pages."""
    for line in person.lines():
        if found := re.fullmatch(r"(?:[\d,]+ to [\d,]+ of )?([\d,]+) listings?", line.strip()):
            return int(found[1].replace(",", ""))
    raise Lost(f"{person.view.url} does not say how many listings there are")


# A listing ------------------------------------------------------------------------------------------------------------


async def open_item(person: Person, title: str) -> None:
    """Looks for an active listing by its title and opens it: three actions from any page, one more for each further
    page of what is found."""
    await search(person, re.sub(r"[^\w\s'.-]", " ", title))
    while True:
        found = [card for card in cards(person) if card.title == title]
        if len(found) == 1:
            return await open_card(person, found[0])
        if found or not person.has("Next", role="link"):
            raise Lost(f"{len(found)} listings are called {title!r} at {person.view.url}")
        await person.click("Next", role="link")


def facts(person: Person) -> dict[str, str]:
    """What the page of a listing says in its lists of facts: condition, attributes, place, dates, number. Of earlier
    prices the last one."""
    found: dict[str, str] = {}
    label = ""
    for index, element in enumerate(person.view.elements):
        if element.role == "term":
            label = person.text_of(index)
        elif element.role == "definition" and label:
            found[label] = person.text_of(index)
    return found


async def send_message(person: Person, text: str) -> None:
    """From the page of a listing: begins or goes on with the conversation. Three actions."""
    await person.click("Message the seller", role="link")
    await person.fill("Message", text)
    await person.click("Send message")


async def make_offer(person: Person, amount: str) -> None:
    """From the page of a listing: three actions."""
    await person.click("Make an offer", role="link")
    await person.fill("Your offer", amount)
    await person.click("Send offer")


async def add_comment(person: Person, stars: int, title: str, text: str) -> None:
    """From the page of a listing: four actions."""
    await person.choose("Stars", f"{stars} of 5")
    await person.fill("Title", title)
    await person.fill("Comment", text)
    await person.click("Add comment")


async def report_listing(person: Person, reason: str, text: str) -> None:
    """From the page of a listing: four actions, three without words."""
    await person.click("Report this listing", role="link")
    await person.check(reason)
    if text:
        await person.fill("In your words", text)
    await person.click("Send report")


# The account ----------------------------------------------------------------------------------------------------------


async def account_tab(person: Person, name: str) -> None:
    """A tab of the account: two actions from any page."""
    await person.click(str(_own_name(person)), role="link")
    await person.click(name, role="link")


def _own_name(person: Person) -> str:
    """As the head of every page has it, beside the way out."""
    elements = person.view.elements
    out = next(at for at, one in enumerate(elements) if one.role == "button" and one.name == "Sign out")
    return next(one.name for one in reversed(elements[:out]) if one.role == "link")


async def open_talk(person: Person, other: str, title: str) -> None:
    """A conversation of mine with somebody about a listing: two actions from any page."""
    await person.click("Messages", role="link")
    found = [one for one in person.view if one.role == "link" and other in one.name and title in one.name]
    if len(found) != 1:
        raise Lost(f"{len(found)} conversations with {other!r} about {title!r} at {person.view.url}")
    await person.move(do.click(found[0].id))


async def save_search(person: Person, name: str, *, alerts: bool) -> None:
    """From a list: three actions, or four without alerts."""
    await person.click("Save this search")
    await person.fill("Name", name)
    if not alerts:
        await person.uncheck("Tell me about new listings")
    await person.click("Save search")


# Own listings ---------------------------------------------------------------------------------------------------------


async def new_listing(person: Person, category: str) -> None:
    """Two actions from any page."""
    await person.click("Publish a listing", role="link")
    await person.click(category, role="link")


async def fill_listing(person: Person, filled: Sequence[tuple[str, str]]) -> None:
    """Fills in the form of a listing, one action each: text is typed, options are chosen, “yes” for a tick."""
    for label, value in filled:
        if label in person.names("checkbox"):
            await (person.check(label) if value == "yes" else person.uncheck(label))
        elif _is_list(person, label):
            await person.choose(label, value)
        else:
            await person.fill(label, value)


def _is_list(person: Person, label: str) -> bool:
    wanted = label.casefold()
    fields = [one for one in person.view if one.role in ("textbox", "combobox", "spinbutton")]
    exact = [one for one in fields if one.name.casefold() == wanted]
    found = exact or [one for one in fields if one.name.casefold().startswith(wanted)]
    return bool(found) and found[0].role == "combobox"


async def go_public(person: Person) -> None:
    await person.click("Publish", role="button")


async def edit_own(person: Person, title: str) -> None:
    """The form of an own listing: three actions from any page."""
    await account_tab(person, "My listings")
    await person.click(f"Edit {title}", role="link")


# Moderation -----------------------------------------------------------------------------------------------------------


async def open_report(person: Person, title: str, reason: str = "") -> None:
    """A report that waits, by the listing it is about: two actions from any page, one for a reason to filter by, and
    one for each further page."""
    await person.click("Moderation", role="link")
    if reason:
        await person.choose("Reason", reason)
    while not person.has(title, role="link"):
        if not person.has("Next", role="link"):
            raise Lost(f"no report about {title!r} waits")
        await person.click("Next", role="link")
    await person.click(title, role="link")


def labelled(person: Person, label: str) -> str:
    """What stands behind a label among the facts of a page."""
    found = facts(person)
    if label not in found:
        raise Lost(f"{person.view.url} says nothing under {label!r}; there are {', '.join(found)}")
    return found[label]


def _cents(text: str) -> int:
    whole, _, part = text.replace(",", "").partition(".")
    return int(whole) * 100 + int(part or 0)
