"""What people do on the scratchpad, whatever their task."""

from __future__ import annotations

import re

from webcosm.tasks import Lost, Person

__all__ = ["edit_note", "open_note", "report_missing", "save_note", "search_notes", "tag_link", "write_note"]


async def search_notes(person: Person, words: str) -> None:
    await person.fill("Search notes", words)
    await person.submit("Search notes")


async def open_note(person: Person, title: str) -> None:
    """Three actions from any page of the site."""
    await search_notes(person, title)
    await person.click(title, role="link")


async def report_missing(person: Person, title: str) -> None:
    """Looks for a note, in the archive as well, and says that there is none."""
    await search_notes(person, title)
    if person.has("in the archive", role="link"):
        await person.click("in the archive", role="link")
    if title in person.names("link"):
        raise Lost(f"there is a note {title!r} after all")
    await person.infeasible(f"There is no note called “{title}”.")


def tag_link(person: Person, tag: str) -> str:
    """The name of the tag's link at the left: the tag and how many notes have it."""
    return next(name for name in person.names("link") if re.fullmatch(rf"#{re.escape(tag)} \d+", name))


async def write_note(person: Person, title: str, body: str) -> None:
    """Four actions from any page of the site."""
    await person.click("New note")
    await person.fill("Title", title)
    await person.fill("Note", body)
    await save_note(person)


async def edit_note(person: Person, title: str) -> None:
    """Four actions from any page of the site."""
    await open_note(person, title)
    await person.click("Edit", role="link")


async def save_note(person: Person) -> None:
    await person.click("Save note")
