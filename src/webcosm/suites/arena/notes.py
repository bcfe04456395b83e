"""Tasks on the scratchpad, notes.test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webcosm.judge.answers import Answer, Number
from webcosm.judge.page import PageAt
from webcosm.judge.state import Expectation, Insert, same_text
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.worlds import Row, World

__all__ = ["TEMPLATES"]

OWNER = "(SELECT min(id) FROM account)"
"""The first account is the one that is signed in."""


def _notes(world: World) -> list[Row]:
    return world.notes.rows(
        f"SELECT * FROM note WHERE account_id = {OWNER} AND deleted IS NULL AND NOT archived ORDER BY id"
    )


@dataclass(frozen=True)
class TagName:
    tag: str


class CountByTag(Template[TagName]):
    """How many notes carry a tag?"""

    id = "arena.notes.count-by-tag"
    kind = Kind.ASK
    goals = (
        "How many notes do I have with the tag {tag}? Leave out archived and deleted ones. Answer with a number.",
        "Count my notes tagged {tag}, not counting the archive and the trash, and answer with the number.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=2)

    def pool(self, world: World) -> Sequence[TagName]:
        tags = world.notes.values(
            f"SELECT tag FROM note_tag JOIN note ON note.id = note_id WHERE account_id = {OWNER}"
            " AND deleted IS NULL AND NOT archived GROUP BY tag HAVING count(*) >= 2 ORDER BY tag"
        )
        return [TagName(tag) for tag in tags]

    def answer(self, world: World, p: TagName) -> Answer:
        return Number(
            world.notes.value(
                f"SELECT count(*) FROM note_tag JOIN note ON note.id = note_id WHERE account_id = {OWNER}"
                " AND deleted IS NULL AND NOT archived AND tag = ?",
                p.tag,
            )
        )

    async def solve(self, person: Person, p: TagName) -> None:
        label = next(name for name in person.names("link") if name.startswith(f"#{p.tag} "))
        await person.click(label)
        await person.answer(label.split()[-1])


@dataclass(frozen=True)
class NoteTitle:
    title: str


class OpenNote(Template[NoteTitle]):
    """Open a note by its title."""

    id = "arena.notes.open-note"
    kind = Kind.GO
    goals = ("Open my note “{title}”.", "Show me the note called “{title}”.")
    sites = ("notes",)
    difficulty = Difficulty(actions=3)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        titles = [note.title for note in _notes(world)]
        return [NoteTitle(title) for title in titles if titles.count(title) == 1]

    def page(self, world: World, p: NoteTitle) -> PageAt:
        number = next(note.id for note in _notes(world) if note.title == p.title)
        return PageAt("notes.test", f"/notes/{number}", shows=(p.title,))

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await person.fill("Search notes", p.title)
        await person.submit("Search notes")
        await person.click(p.title, role="link")
        await person.stop()


@dataclass(frozen=True)
class Reminder:
    title: str
    body: str


class WriteNote(Template[Reminder]):
    """Write a new note."""

    id = "arena.notes.write-note"
    kind = Kind.DO
    goals = (
        "Write a new note titled “{title}” with the text “{body}”. No tags.",
        "Please make a note: title “{title}”, text “{body}”, without tags.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)

    def pool(self, world: World) -> Sequence[Reminder]:
        people = world.lore.people[:40]
        return [Reminder(f"Call {person.full_name}", f"The number is {person.phone}.") for person in people]

    def expect(self, world: World, p: Reminder) -> Expectation:
        owner = world.notes.value(f"SELECT {OWNER}")
        return Expectation(
            [
                Insert(
                    "notes",
                    "note",
                    values={
                        "account_id": owner,
                        "title": same_text(p.title),
                        "body": same_text(p.body),
                        "pinned": 0,
                        "archived": 0,
                        "deleted": None,
                    },
                    free={
                        "id": "the next number",
                        "colour": "the goal does not name one",
                        "created": "when it was written",
                        "updated": "when it was written",
                        "revision": "counts the saves",
                    },
                )
            ]
        )

    async def solve(self, person: Person, p: Reminder) -> None:
        await person.click("New note")
        await person.fill("Title", p.title)
        await person.fill("Note", p.body)
        await person.click("Save")
        await person.stop()


TEMPLATES: tuple[type[Template[Any]], ...] = (CountByTag, OpenNote, WriteNote)
