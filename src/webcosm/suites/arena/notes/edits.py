"""Tasks on the scratchpad, notes.test: editing title, text, tags and color of a note."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.obstacle import Obstacle, Reason
from webcosm.judge.state import Delete, Expectation, Insert, Update, same_text
from webcosm.sites.notes.store import COLOURS
from webcosm.suites.arena.notes import _ways as go
from webcosm.suites.arena.notes._moves import edit_note, report_missing, save_note
from webcosm.suites.arena.notes._rows import OWNER, kept_notes, missing_titles, note_titled
from webcosm.suites.arena.notes.changes import EDITED
from webcosm.tasks import Difficulty, Kind, Person, Template
from webcosm.worlds import World

__all__ = ["CorrectFigure", "RenameNote"]


@dataclass(frozen=True)
class Tagging:
    title: str
    tag: str


def _edited(number: int) -> Update:
    return Update("notes", "note", key=(number,), free=EDITED, name="the note counts as edited, its text is as it was")


class AddTag(Template[Tagging]):
    """Give a note one more tag."""

    id = "arena.notes.add-tag"
    kind = Kind.DO
    goals = (
        "Add the tag “{tag}” to my note “{title}” and keep the tags it already has.",
        "My note “{title}” should also be tagged “{tag}”, on top of its other tags.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (go.tagged_in_front_and_in_capitals,)
    shortcuts = (go.the_other_tags_replaced,)

    def pool(self, world: World) -> Sequence[Tagging]:
        tags: list[str] = world.notes.values(
            f"SELECT DISTINCT tag FROM note_tag JOIN note ON note.id = note_id WHERE account_id = {OWNER} ORDER BY tag"
        )
        has = {(row.note_id, row.tag) for row in world.notes.rows("SELECT note_id, tag FROM note_tag")}
        return [
            Tagging(note.title, tag)
            for place, note in enumerate(kept_notes(world))
            for tag in [tags[place % len(tags)], tags[(place + 7) % len(tags)]]
            if (note.id, tag) not in has
        ]

    def expect(self, world: World, p: Tagging) -> Expectation:
        number = note_titled(world, p.title).id
        return Expectation([Insert("notes", "note_tag", {"note_id": number, "tag": p.tag}), _edited(number)])

    async def solve(self, person: Person, p: Tagging) -> None:
        await edit_note(person, p.title)
        await person.fill("Tags", f"{person.value('Tags')}, {p.tag}")
        await save_note(person)
        await person.stop()


class RemoveTag(Template[Tagging]):
    """Take a tag off a note."""

    id = "arena.notes.remove-tag"
    kind = Kind.DO
    goals = (
        "Take the tag “{tag}” off my note “{title}” and leave its other tags.",
        "Remove just the “{tag}” tag from my note “{title}”.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (go.all_tags_taken_off_and_the_others_put_back,)
    shortcuts = (go.all_tags_taken_off,)

    def pool(self, world: World) -> Sequence[Tagging]:
        notes = {note.id: note.title for note in kept_notes(world)}
        rows = world.notes.rows(
            "SELECT note_id, tag FROM note_tag WHERE note_id IN"
            " (SELECT note_id FROM note_tag GROUP BY note_id HAVING count(*) >= 2) ORDER BY note_id, tag"
        )
        return [Tagging(notes[row.note_id], row.tag) for row in rows if row.note_id in notes]

    def expect(self, world: World, p: Tagging) -> Expectation:
        number = note_titled(world, p.title).id
        return Expectation([Delete("notes", "note_tag", key=(number, p.tag)), _edited(number)])

    async def solve(self, person: Person, p: Tagging) -> None:
        await edit_note(person, p.title)
        tags = [tag.strip() for tag in person.value("Tags").split(",")]
        await person.fill("Tags", ", ".join(tag for tag in tags if tag != p.tag))
        await save_note(person)
        await person.stop()


@dataclass(frozen=True)
class Recolouring:
    title: str
    colour: str


class RecolourNote(Template[Recolouring]):
    """Give a note another color."""

    id = "arena.notes.color-note"
    kind = Kind.DO
    goals = (
        "Make my note “{title}” {colour}.",
        "Change the color of my note “{title}” to {colour}.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (go.through_another_color,)
    alone = ("notes",)
    twin = "arena.notes.change-note-color"

    def pool(self, world: World) -> Sequence[Recolouring]:
        return [
            Recolouring(note.title, colour)
            for note in kept_notes(world)
            for colour in COLOURS
            if colour not in ("plain", note.colour)
        ]

    def expect(self, world: World, p: Recolouring) -> Expectation:
        number = note_titled(world, p.title).id
        return Expectation([Update("notes", "note", key=(number,), values={"colour": p.colour}, free=EDITED)])

    async def solve(self, person: Person, p: Recolouring) -> None:
        await edit_note(person, p.title)
        await person.choose("Color", p.colour.capitalize())
        await save_note(person)
        await person.stop()


class RecolourMissingNote(Template[Recolouring]):
    """Give a color to a note that there is not: the color would tell the twins apart, so it is one that notes have."""

    id = "arena.notes.change-note-color"
    kind = Kind.DO
    goals = RecolourNote.goals
    sites = ("notes",)
    difficulty = Difficulty(actions=3)
    alone = ("notes",)
    achievable = False
    twin = "arena.notes.color-note"
    revision = 4

    def pool(self, world: World) -> Sequence[Recolouring]:
        colours = [colour for colour in COLOURS if colour != "plain"]
        return [Recolouring(title, colour) for title in missing_titles(world) for colour in colours]

    def obstacle(self, world: World, p: Recolouring) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.title,))

    async def solve(self, person: Person, p: Recolouring) -> None:
        await report_missing(person, p.title)


@dataclass(frozen=True)
class Correction:
    title: str
    old: str
    new: str


FIGURE = re.compile(r"\$\d{1,3}(?:,\d{3})*(?:\.\d\d)?(?!\d)|\b\d+ cm\b")


def _raised(figure: str) -> str:
    """Another figure of the same form: $612 becomes $632."""
    return re.sub(
        r"\d+(?=\D*$|\.)", lambda found: str(int(found[0]) + (20 if len(found[0]) > 2 else 3)), figure, count=1
    )


class CorrectFigure(Template[Correction]):
    """Mend one figure in the text of a note."""

    id = "arena.notes.correct-figure"
    kind = Kind.DO
    goals = (
        "My note “{title}” says {old} where it should say {new}. Fix that and leave the rest as it is.",
        "In my note “{title}”, change {old} to {new} and nothing else.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (go.corrected_in_two_attempts,)
    shortcuts = (go.corrected_below,)

    def pool(self, world: World) -> Sequence[Correction]:
        found = [
            Correction(note.title, figure, _raised(figure))
            for note in kept_notes(world)
            for figure in FIGURE.findall(note.body)
            if note.body.count(figure) == 1
        ]
        return [one for one in found if one.new not in note_titled(world, one.title).body]

    def expect(self, world: World, p: Correction) -> Expectation:
        note = note_titled(world, p.title)
        body = same_text(note.body.replace(p.old, p.new))
        return Expectation([Update("notes", "note", key=(note.id,), values={"body": body}, free=EDITED)])

    async def solve(self, person: Person, p: Correction) -> None:
        await edit_note(person, p.title)
        await person.fill("Note", person.value("Note").replace(p.old, p.new))
        await save_note(person)
        await person.stop()


@dataclass(frozen=True)
class Renaming:
    title: str
    new: str


class RenameNote(Template[Renaming]):
    """Give a note another title."""

    id = "arena.notes.rename-note"
    kind = Kind.DO
    goals = (
        "Rename my note “{title}” to “{new}”.",
        "Change the title of my note “{title}” to “{new}”.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=7)
    revision = 2
    ways = (go.renamed_after_a_slip,)
    shortcuts = (go.copied_under_the_new_title,)

    def pool(self, world: World) -> Sequence[Renaming]:
        return [Renaming(note.title, f"{note.title} ({note.created[:4]})") for note in kept_notes(world)]

    def expect(self, world: World, p: Renaming) -> Expectation:
        number = note_titled(world, p.title).id
        return Expectation([Update("notes", "note", key=(number,), values={"title": same_text(p.new)}, free=EDITED)])

    async def solve(self, person: Person, p: Renaming) -> None:
        await edit_note(person, p.title)
        await person.fill("Title", p.new)
        await save_note(person)
        await person.stop()
