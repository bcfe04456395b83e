"""Three tasks on notes.test, as docs/write-a-task.md makes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answers import Answer, SetOf, Text
from webcosm.judge.page import PageShows
from webcosm.judge.state import Expectation, Update
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.worlds import Row, World

OWNER = "(SELECT min(id) FROM account)"


@dataclass(frozen=True)
class NoteTitle:
    title: str


def my_notes(world: World, where: str = "TRUE") -> list[Row]:
    """Notes on the first shelf; their titles must be unique, or a goal would have two readings."""
    return world.notes.rows(
        f"SELECT * FROM note WHERE account_id = {OWNER} AND deleted IS NULL AND NOT archived AND {where}"
        f" AND title IN (SELECT title FROM note WHERE account_id = {OWNER} GROUP BY title HAVING count(*) = 1)"
        " ORDER BY id"
    )


def number_of(world: World, title: str) -> int:
    return next(note.id for note in my_notes(world) if note.title == title)


class TagsOfNote(Template[NoteTitle]):
    """Which tags has a note?"""

    id = "walk.notes.tags-of-note"
    kind = Kind.ASK
    goals = (
        "Which tags does my note “{title}” have? List all of them.",
        "List every tag of the note “{title}”.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        tagged = "(SELECT count(*) FROM note_tag WHERE note_id = note.id) >= 2"
        return [NoteTitle(note.title) for note in my_notes(world, tagged)]

    def answer(self, world: World, p: NoteTitle) -> Answer:
        tags = world.notes.values("SELECT tag FROM note_tag WHERE note_id = ?", number_of(world, p.title))
        return SetOf(tuple(Text(tag) for tag in tags))

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        article = next(place for place, element in enumerate(person.view.elements) if element.role == "article")
        tags = [word[1:] for word in person.text_of(article).split() if word.startswith("#")]
        await person.answer(", ".join(tags))


async def open_note(person: Person, title: str) -> None:
    await person.fill("Search notes", title)
    await person.submit("Search notes")
    await person.click(title, role="link")


class EditNote(Template[NoteTitle]):
    """Open a note for editing."""

    id = "walk.notes.edit-note"
    kind = Kind.GO
    goals = (
        "Open my note “{title}” for editing, but change nothing.",
        "Bring up the form in which the note “{title}” is edited and leave it as it is.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in my_notes(world)]

    def page(self, world: World, p: NoteTitle) -> PageShows:
        return PageShows("notes", "note form", {"id": number_of(world, p.title)}, fields={"Title": p.title})

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Edit", role="link")
        await person.stop()


class UnpinNote(Template[NoteTitle]):
    """Unpin a note."""

    id = "walk.notes.unpin-note"
    kind = Kind.DO
    goals = (
        "Unpin my note “{title}”.",
        "The note “{title}” need not stand at the top any more: take the pin away.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in my_notes(world, "pinned")]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        return Expectation([Update("notes", "note", key=(number_of(world, p.title),), values={"pinned": 0})])

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Unpin", role="button")
        await person.stop()


TEMPLATES = (TagsOfNote, EditNote, UnpinNote)
