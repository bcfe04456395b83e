"""Moves that other right ways share: ticking rows of a list and doing something to all of them at once."""

from __future__ import annotations

from webcosm.suites.arena.admin._rows import go_to, table
from webcosm.tasks import Lost, Person

__all__ = [
    "confirm_for_ticked",
    "do_to_ticked",
    "list_products",
    "look_up",
    "search_list",
    "set_for_ticked",
    "tick_row",
]

KEYWORD = "Search by keyword"


async def look_up(person: Person, area: str, entry: str, words: str) -> None:
    """Four actions: a list, narrowed by its own search."""
    await go_to(person, area, entry)
    await search_list(person, words)


async def search_list(person: Person, words: str) -> None:
    """Two actions: the search of the list that is open."""
    await person.fill(KEYWORD, words)
    await person.submit(KEYWORD)


async def list_products(person: Person, words: str) -> None:
    """Four actions: the list of products that have a text in their name or SKU."""
    await look_up(person, "Catalog", "Products", words)


async def tick_row(person: Person, column: str, text: str) -> None:
    """Ticks the row of the open list that has a text in a column; each tick is named by the row's first cell."""
    rows = [row for row in table(person) if row[column] == text]
    if len(rows) != 1:
        raise Lost(f"{len(rows)} rows of {person.view.url} have {text!r} in {column!r}")
    first = next(cell for cell in rows[0].values() if cell)
    await person.check(f"Select {first}")


async def do_to_ticked(person: Person, action: str) -> None:
    """Two actions: what needs no more than a click."""
    await person.click("Actions", role="DisclosureTriangle")
    await person.click(action, role="button")


async def confirm_for_ticked(person: Person, action: str) -> None:
    """Three actions: what asks first."""
    await person.click("Actions", role="DisclosureTriangle")
    await person.click(f"{action}…", role="DisclosureTriangle")
    await person.click(action, role="button")


async def set_for_ticked(person: Person, action: str, value: str) -> None:
    """Four actions: what asks for a value."""
    await person.click("Actions", role="DisclosureTriangle")
    await person.click(action, role="DisclosureTriangle")
    await person.choose(action, value)
    await person.click(action, role="button")
