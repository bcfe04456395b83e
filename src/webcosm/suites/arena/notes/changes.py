"""Tasks on the scratchpad, notes.test: writing, ticking and moving notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Insert, Matcher, Update, same_text
from webcosm.sites.notes.text import blocks, toggled
from webcosm.suites.arena.notes import _ways as go
from webcosm.suites.arena.notes._moves import open_note, report_missing, write_note
from webcosm.suites.arena.notes._rows import OWNER, kept_notes, missing_titles, note_titled
from webcosm.suites.arena.notes.finding import NoteTitle
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.template import Way
from webcosm.worlds import Change, Value, World

__all__ = ["EDITED", "ArchiveNote", "PinNote", "TickItem", "WriteNote", "new_note"]

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
        "Write a new note, without tags, titled “{title}”. The text: “{body}”",
        "Add a note called “{title}” for me. The text should be “{body}” Don't add any tags.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    revision = 3
    ways: ClassVar[tuple[Way, ...]] = (go.with_stray_spaces, go.written_and_then_mended)
    shortcuts: ClassVar[tuple[Way, ...]] = (go.with_a_tag_of_its_own,)

    def pool(self, world: World) -> Sequence[Reminder]:
        people = world.lore.people[:40]
        return [Reminder(f"Call {person.full_name}", f"The number is {person.phone}.") for person in people]

    def expect(self, world: World, p: Reminder) -> Expectation:
        return Expectation([new_note(world, p.title, p.body)])

    async def solve(self, person: Person, p: Reminder) -> None:
        await write_note(person, p.title, p.body)
        await person.stop()


class PinNote(Template[NoteTitle]):
    """Pin a note."""

    id = "arena.notes.pin-note"
    kind = Kind.DO
    goals = (
        "Pin my note “{title}”.",
        "Pin my note “{title}” so it stays at the top.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    revision = 2
    ways = (go.pinned_in_its_form, go.pinned_after_archiving_it_by_mistake)
    alone = ("notes",)
    twin = "arena.notes.pin-up-note"

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world, "NOT archived AND NOT pinned")]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        return Expectation(
            [Update("notes", "note", key=(note_titled(world, p.title).id,), values={"pinned": 1}, free=EDITED)]
        )

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
    revision = 3

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
    goals = (
        "Move my note “{title}” to the archive.",
        "Archive my note “{title}”.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    revision = 2
    ways = (go.archived_after_deleting_it_by_mistake,)
    shortcuts = (go.put_into_the_trash,)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world)]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        return Expectation(
            [Update("notes", "note", key=(note_titled(world, p.title).id,), values={"archived": 1}, free=EDITED)]
        )

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Archive", role="button")
        await person.stop()


class UnarchiveNote(Template[NoteTitle]):
    """Take a note out of the archive."""

    id = "arena.notes.unarchive-note"
    kind = Kind.DO
    goals = (
        "I need my note “{title}” again. Take it out of the archive.",
        "Move my archived note “{title}” back to my notes.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=3)
    revision = 2
    ways = (go.moved_back_from_its_page, go.moved_back_after_a_search)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world, "archived")]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        return Expectation(
            [Update("notes", "note", key=(note_titled(world, p.title).id,), values={"archived": 0}, free=EDITED)]
        )

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await person.click("Archive", role="link")
        await person.click("Move back to notes", within=p.title)
        await person.stop()


class DeleteForever(Template[NoteTitle]):
    """Delete a note so that it is not in the trash either."""

    id = "arena.notes.delete-forever"
    kind = Kind.DO
    goals = (
        "Get rid of my note “{title}” for good. It shouldn't be in the trash either.",
        "Permanently delete my note “{title}” so that it can't be restored.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=9)
    revision = 2
    ways = (go.deleted_by_emptying_the_trash, go.deleted_from_the_archive)
    shortcuts = (go.left_in_the_trash,)

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


def _same_list(body: str) -> Matcher:
    """The same text; a line that is checked off may have a large X in its box."""
    wanted = same_text(body)

    def match(value: Value) -> bool:
        return isinstance(value, str) and wanted(re.sub(r"(?m)^(\s*[-*] \[)X(?=\])", r"\1x", value))

    match.__doc__ = repr(body)
    return match


class TickItem(Template[ListItem]):
    """Tick a line of a checklist."""

    id = "arena.notes.tick-item"
    kind = Kind.DO
    goals = (
        "Check off “{item}” in my note “{title}”.",
        "Mark “{item}” as done on the checklist in my note “{title}”.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    revision = 2
    ways = (go.marked_in_the_text, go.after_a_slip_on_another_line)
    shortcuts = (go.the_line_taken_out,)
    twin = "arena.notes.check-off-item"

    def pool(self, world: World) -> Sequence[ListItem]:
        return _open_items(world)

    def expect(self, world: World, p: ListItem) -> Expectation:
        note = note_titled(world, p.title)
        line = next(item.line for block in blocks(note.body) for item in block.items if item.text == p.item)
        body = toggled(note.body, line)
        assert body is not None, "the pool holds checklist lines only"
        return Expectation([Update("notes", "note", key=(note.id,), values={"body": _same_list(body)}, free=EDITED)])

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
    revision = 3

    def pool(self, world: World) -> Sequence[ListItem]:
        """What the other account has on lists of the same kind, such as groceries: it could be here and is not."""
        mine = {one.title for one in _open_items(world)}
        written = "\n".join(world.notes.values(f"SELECT body FROM note WHERE account_id = {OWNER}")).lower()
        pairs = world.notes.rows(
            "SELECT DISTINCT mine.title, theirs.body FROM note AS mine"
            " JOIN note_tag AS my_tag ON my_tag.note_id = mine.id"
            " JOIN note_tag AS their_tag ON their_tag.tag = my_tag.tag"
            " JOIN note AS theirs ON theirs.id = their_tag.note_id"
            f" WHERE mine.account_id = {OWNER} AND theirs.account_id <> {OWNER}"
            " AND NOT theirs.archived AND my_tag.tag <> 'friends'"  # says who it is about, not what kind of list it is
            " ORDER BY mine.id, theirs.id"
        )
        found = [
            ListItem(pair.title, item.text)
            for pair in pairs
            if pair.title in mine
            for block in blocks(pair.body)
            if block.kind == "checklist"
            for item in block.items
        ]
        return [one for one in dict.fromkeys(found) if one.item.lower() not in written]

    def obstacle(self, world: World, p: ListItem) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.item,))

    async def solve(self, person: Person, p: ListItem) -> None:
        await open_note(person, p.title)
        if p.item in person.names("checkbox"):
            raise Lost(f"{p.title!r} has a line {p.item!r} after all")
        await person.infeasible(f"The checklist in “{p.title}” has no item “{p.item}”.")


class TrashNote(Template[NoteTitle]):
    """Put a note into the trash."""

    id = "arena.notes.trash-note"
    kind = Kind.DO
    goals = (
        "Throw away my note “{title}”, but only into the trash, so I can still get it back.",
        "Move my note “{title}” to the trash. Don't delete it permanently.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=5)
    revision = 2
    ways = (go.deleted_restored_and_deleted,)
    shortcuts = (go.deleted_forever,)

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world)]

    def expect(self, world: World, p: NoteTitle) -> Expectation:
        number = note_titled(world, p.title).id

        def trashed(changes: Sequence[Change]) -> bool:
            return any("deleted" in one.columns for one in changes if (one.table, one.key) == ("note", (number,)))

        moved = Update("notes", "note", key=(number,), free={"deleted": "when it was thrown away", **EDITED})
        return Expectation([moved], conditions={"the note is in the trash": trashed})

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.click("Delete", role="button")
        await person.stop()
