"""Tasks on the scratchpad, notes.test: writing, ticking and moving notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Insert, Matcher, Update, same_text
from webcosm.sites.notes.text import blocks, toggled
from webcosm.suites.arena.notes.finding import (
    OWNER,
    NoteTitle,
    kept_notes,
    missing_titles,
    note_titled,
    open_note,
    report_missing,
)
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import World

__all__ = ["EDITED", "ArchiveNote", "PinNote", "TickItem", "WriteNote", "new_note", "write_note"]

EDITED = {"updated": "when it was edited", "revision": "counts the edits"}


def new_note(world: World, title: str, body: str | Matcher) -> Insert:
    """A note without tags of the person who is signed in."""
    return Insert(
        "notes",
        "note",
        values={
            "account_id": world.notes.value(f"SELECT {OWNER}"),
            "title": same_text(title),
            "body": same_text(body) if isinstance(body, str) else body,
            "pinned": 0,
            "archived": 0,
            "deleted": None,
        },
        free={
            "id": "the next number",
            "colour": "the goal does not name one",
            "created": "when it was written",
            "updated": "when it was written",
            "revision": "counts the edits",
        },
        name="the note is written",
    )


@dataclass(frozen=True)
class Reminder:
    title: str
    body: str


class WriteNote(Template[Reminder]):
    """Write a new note."""

    id = "arena.notes.write-note"
    kind = Kind.DO
    goals = (
        "Write a new note titled “{title}” with the text “{body}” and no tags.",
        "Please make a note: title “{title}”, text “{body}”, without tags.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    revision = 2

    def pool(self, world: World) -> Sequence[Reminder]:
        people = world.lore.people[:40]
        return [Reminder(f"Call {person.full_name}", f"The number is {person.phone}.") for person in people]

    def expect(self, world: World, p: Reminder) -> Expectation:
        return Expectation([new_note(world, p.title, p.body)])

    async def solve(self, person: Person, p: Reminder) -> None:
        await write_note(person, p.title, p.body)
        await person.stop()


async def write_note(person: Person, title: str, body: str) -> None:
    """Four actions from any page of the site."""
    await person.click("New note")
    await person.fill("Title", title)
    await person.fill("Note", body)
    await person.click("Save note")


class PinNote(Template[NoteTitle]):
    """Pin a note."""

    id = "arena.notes.pin-note"
    kind = Kind.DO
    goals = ("Pin the note “{title}”.", "Pin my note “{title}”, so that it stands at the top.")
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    alone = ("notes",)
    twin = "arena.notes.pin-up-note"

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world, "NOT archived AND NOT pinned")]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        return Expectation([Update("notes", "note", key=(note_titled(world, p.title).id,), values={"pinned": 1})])

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Pin", role="button")
        await person.stop()


class PinMissingNote(Template[NoteTitle]):
    """Pin a note that the signed-in person does not have."""

    id = "arena.notes.pin-up-note"
    kind = Kind.DO
    goals = PinNote.goals
    sites = ("notes",)
    difficulty = Difficulty(actions=3)
    alone = ("notes",)
    achievable = False
    twin = "arena.notes.pin-note"
    revision = 2

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(title) for title in missing_titles(world)]

    def obstacle(self, world: World, p: NoteTitle) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.title,))

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await report_missing(person, p.title)


class ArchiveNote(Template[NoteTitle]):
    """Put a note into the archive."""

    id = "arena.notes.archive-note"
    kind = Kind.DO
    goals = ("Move my note “{title}” to the archive.", "Archive the note “{title}”.")
    sites = ("notes",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world)]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        return Expectation([Update("notes", "note", key=(note_titled(world, p.title).id,), values={"archived": 1})])

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Archive", role="button")
        await person.stop()


class UnarchiveNote(Template[NoteTitle]):
    """Take a note out of the archive."""

    id = "arena.notes.unarchive-note"
    kind = Kind.DO
    goals = (
        "I need my note “{title}” again; take it out of the archive.",
        "Move the archived note “{title}” back to my notes.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=3)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world, "archived")]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        return Expectation([Update("notes", "note", key=(note_titled(world, p.title).id,), values={"archived": 0})])

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await person.click("Archive", role="link")
        await person.click("Move back to notes", within=p.title)
        await person.stop()


class DeleteForever(Template[NoteTitle]):
    """Delete a note so that it is not in the trash either."""

    id = "arena.notes.delete-forever"
    kind = Kind.DO
    goals = (
        "Get rid of my note “{title}” for good: it must not be in the trash either.",
        "Delete the note “{title}” forever, so that it cannot be restored.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=9)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world)]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        number = note_titled(world, p.title).id
        tags = world.notes.values("SELECT tag FROM note_tag WHERE note_id = ? ORDER BY tag", number)
        return Expectation(
            [
                Delete("notes", "note", key=(number,), name="the note is gone"),
                *(Delete("notes", "note_tag", key=(number, tag), name=f"its tag {tag} is gone") for tag in tags),
            ]
        )

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Delete", role="button")
        await person.click("Trash", role="link")
        await person.click(p.title, role="link")
        await person.click("Delete forever…")
        await person.click("Yes, delete forever")
        await person.stop()


@dataclass(frozen=True)
class ListItem:
    title: str
    item: str


def _open_items(world: World) -> list[ListItem]:
    """Checklist lines that are not ticked and stand only once in their note."""
    found: list[ListItem] = []
    for note in kept_notes(world):
        items = [item for block in blocks(note.body) if block.kind == "checklist" for item in block.items]
        texts = [item.text for item in items]
        found += [ListItem(note.title, one.text) for one in items if not one.checked and texts.count(one.text) == 1]
    return found


class TickItem(Template[ListItem]):
    """Tick a line of a checklist."""

    id = "arena.notes.tick-item"
    kind = Kind.DO
    goals = (
        "Tick off “{item}” in my note “{title}”.",
        "“{item}” on the checklist in my note “{title}” is done: tick it.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    twin = "arena.notes.check-off-item"

    def pool(self, world: World) -> Sequence[ListItem]:
        return _open_items(world)

    def expect(self, world: World, p: ListItem) -> Expectation:
        note = note_titled(world, p.title)
        line = next(item.line for block in blocks(note.body) for item in block.items if item.text == p.item)
        body = toggled(note.body, line)
        assert body is not None, "the pool holds checklist lines only"
        return Expectation([Update("notes", "note", key=(note.id,), values={"body": same_text(body)}, free=EDITED)])

    async def solve(self, person: Person, p: ListItem) -> None:
        await open_note(person, p.title)
        await person.click(p.item, role="checkbox")
        await person.stop()


class TickMissingItem(Template[ListItem]):
    """Tick a line that the checklist does not have."""

    id = "arena.notes.check-off-item"
    kind = Kind.DO
    goals = TickItem.goals
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    achievable = False
    twin = "arena.notes.tick-item"
    revision = 2

    def pool(self, world: World) -> Sequence[ListItem]:
        items = _open_items(world)
        titles = list(dict.fromkeys(one.title for one in items))
        following = dict(zip(titles, [*titles[1:], titles[0]], strict=True))
        moved = [ListItem(following[one.title], one.item) for one in items]  # an item of the next checklist's neighbour
        return [one for one in moved if one.item.lower() not in note_titled(world, one.title).body.lower()]

    def obstacle(self, world: World, p: ListItem) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.item,))

    async def solve(self, person: Person, p: ListItem) -> None:
        await open_note(person, p.title)
        if p.item in person.names("checkbox"):
            raise Lost(f"{p.title!r} has a line {p.item!r} after all")
        await person.infeasible(f"The checklist in “{p.title}” has no line “{p.item}”.")


class TrashNote(Template[NoteTitle]):
    """Put a note into the trash."""

    id = "arena.notes.trash-note"
    kind = Kind.DO
    goals = (
        "Throw my note “{title}” away; it may stay in the trash.",
        "Move the note “{title}” to the trash, but do not delete it forever.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world)]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        number = note_titled(world, p.title).id
        # Nothing but the free column may differ, and it can only have gone from NULL to a time.
        return Expectation([Update("notes", "note", key=(number,), free={"deleted": "when it was thrown away"})])

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Delete", role="button")
        await person.stop()
