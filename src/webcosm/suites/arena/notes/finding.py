"""Tasks on the scratchpad, notes.test: finding notes and what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from webcosm.judge.answers import Address, Answer, Date, Email, Number, Phone
from webcosm.judge.obstacle import UNSORTABLE, Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.judge.state import Expectation, same_text
from webcosm.sites.notes.store import ORDERS, PAGE
from webcosm.sites.notes.text import progress, word_count
from webcosm.suites.arena.notes import _ways as go
from webcosm.suites.arena.notes._moves import open_note, report_missing, search_notes, tag_link
from webcosm.suites.arena.notes._rows import OWNER, kept_notes, missing_titles, note_titled, tags_in_use
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Change, World

__all__ = ["ContactDetail", "NoteTitle", "written_on"]


@dataclass(frozen=True)
class TagName:
    tag: str


class CountByTag(Template[TagName]):
    """How many notes carry a tag?"""

    id = "arena.notes.count-by-tag"
    kind = Kind.ASK
    goals = (
        "How many of my notes are tagged “{tag}”? Don't count archived or deleted ones.",
        "Count my notes with the tag “{tag}”, leaving out the archive and the trash.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=2)
    revision = 2

    def pool(self, world: World) -> Sequence[TagName]:
        return [TagName(tag) for tag in tags_in_use(world)]

    def answer(self, world: World, p: TagName) -> Answer:
        return Number(
            world.notes.value(
                f"SELECT count(*) FROM note_tag JOIN note ON note.id = note_id WHERE account_id = {OWNER}"
                " AND deleted IS NULL AND NOT archived AND tag = ?",
                p.tag,
            )
        )

    async def solve(self, person: Person, p: TagName) -> None:
        label = tag_link(person, p.tag)
        await person.click(label)
        await person.answer(label.split()[-1])


@dataclass(frozen=True)
class NoteTitle:
    title: str


class OpenNote(Template[NoteTitle]):
    """Open a note by its title."""

    id = "arena.notes.open-note"
    kind = Kind.GO
    goals = (
        "Open my note “{title}”.",
        "Show me my note called “{title}”.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    alone = ("notes",)
    revision = 4
    twin = "arena.notes.show-note"

    def pool(self, world: World) -> Sequence[NoteTitle]:
        """Not those on the list's first page, which a few blind clicks open."""
        by_time = sorted(kept_notes(world), key=lambda note: (note.pinned, note.updated, note.id), reverse=True)
        return [NoteTitle(note.title) for note in sorted(by_time[PAGE:], key=lambda note: note.id)]

    def page(self, world: World, p: NoteTitle) -> PageShows:
        return PageShows("notes", "note", {"id": note_titled(world, p.title).id})

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.stop()


class OpenMissingNote(Template[NoteTitle]):
    """Open a note that the signed-in person does not have."""

    id = "arena.notes.show-note"
    kind = Kind.GO
    goals = OpenNote.goals
    sites = ("notes",)
    difficulty = Difficulty(actions=3)
    alone = ("notes",)
    achievable = False
    twin = "arena.notes.open-note"
    revision = 3

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(title) for title in missing_titles(world)]

    def obstacle(self, world: World, p: NoteTitle) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.title,))

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await report_missing(person, p.title)


class CountWords(Template[NoteTitle]):
    """How long is a note?"""

    id = "arena.notes.count-words"
    kind = Kind.ASK
    goals = (
        "How many words are there in my note “{title}”, going by Foolscap's own count?",
        "What word count does Foolscap show for my note “{title}”?",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world)]

    def answer(self, world: World, p: NoteTitle) -> Answer:
        return Number(word_count(note_titled(world, p.title).body), unit="word")

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.answer(_seen(person, r"(\d+) words? (?:·|Written)"))


class NoteWritten(Template[NoteTitle]):
    """When was a note written?"""

    id = "arena.notes.date-written"
    kind = Kind.ASK
    goals = (
        "When did I first write my note “{title}”?",
        "What date did I create my note “{title}”? I don't mean the last edit.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world) if note.created[:10] != note.updated[:10]]

    def answer(self, world: World, p: NoteTitle) -> Answer:
        return Date(date.fromisoformat(note_titled(world, p.title).created[:10]))

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        await person.answer(written_on(person))


def written_on(person: Person) -> str:
    """From the page of a note, as it is shown there: May 14, 2026."""
    return _seen(person, r"Written (\w+ \d+, \d{4}),")


def _seen(person: Person, pattern: str) -> str:
    found = re.search(pattern, " ".join(person.text().split()))
    if not found:
        raise Lost(f"{person.view.url} does not show {pattern!r}")
    return found[1]


class OpenItems(Template[NoteTitle]):
    """How much of a checklist is left to do?"""

    id = "arena.notes.open-items"
    kind = Kind.ASK
    goals = (
        "How many items on the checklist in my note “{title}” are still unchecked?",
        "My note “{title}” has a checklist. How many items are left to do?",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[NoteTitle]:
        ticks = [(note.title, *progress(note.body)) for note in kept_notes(world)]
        return [NoteTitle(title) for title, done, total in ticks if total - done >= 2]

    def answer(self, world: World, p: NoteTitle) -> Answer:
        done, total = progress(note_titled(world, p.title).body)
        return Number(total - done)

    async def solve(self, person: Person, p: NoteTitle) -> None:
        await open_note(person, p.title)
        ticks = [element.states.get("checked") for element in person.view if element.role == "checkbox"]
        await person.answer(ticks.count(False))


@dataclass(frozen=True)
class Contact:
    name: str
    detail: str
    """``phone number``, ``email address`` or ``mailing address``"""


EMAIL = re.compile(r"\S+@\S+")
PHONE = re.compile(r"\(\d{3}\) \d{3}-\d{4}")


def _address_book(world: World) -> dict[Contact, str]:
    """What the notes tagged #addresses say: a paragraph for each person, the name first."""
    found: dict[Contact, str] = {}
    for body in world.notes.values(
        f"SELECT body FROM note JOIN note_tag ON note_id = note.id WHERE tag = 'addresses' AND account_id = {OWNER}"
        " AND deleted IS NULL AND NOT archived ORDER BY note.id"
    ):
        for paragraph in body.split("\n\n"):
            head, *lines = paragraph.split("\n")
            for line in lines:
                name = head.partition(",")[0]
                detail = "email" if EMAIL.fullmatch(line) else "phone" if PHONE.fullmatch(line) else "mailing"
                found[Contact(name, {"phone": "phone number"}.get(detail, f"{detail} address"))] = line
    return found


class ContactDetail(Template[Contact]):
    """Look somebody up in the address book that a note is."""

    id = "arena.notes.contact-detail"
    kind = Kind.ASK
    goals = (
        "What's {name}'s {detail}? It should be somewhere in my notes.",
        "Find {name}'s {detail} in my notes.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[Contact]:
        return list(_address_book(world))

    def answer(self, world: World, p: Contact) -> Answer:
        line = _address_book(world)[p]
        if p.detail == "phone number":
            return Phone(line)
        return Email(line) if p.detail == "email address" else Address(line)

    async def solve(self, person: Person, p: Contact) -> None:
        await search_notes(person, p.name)
        await person.click("Addresses", role="link")
        lines = person.lines()
        at = next(number for number, line in enumerate(lines) if line.partition(",")[0] == p.name)
        below = [line for line in lines[at + 1 : at + 3] if line.strip()]
        kinds = {"email address": EMAIL.fullmatch, "phone number": PHONE.fullmatch}
        wanted = kinds.get(p.detail, lambda line: not EMAIL.fullmatch(line) and not PHONE.fullmatch(line))
        await person.answer(next(line for line in below if wanted(line)))


@dataclass(frozen=True)
class SortedTag:
    tag: str
    order: str
    """As people say it."""


KNOWN_ORDERS = {"newest first": "created", "oldest first": "oldest", "sorted by title": "title"}
"""What people call the orders that have to be chosen, and the site's keys of them."""
UNKNOWN_ORDERS = {
    "longest first": ("longest", "length", "long", "size", "word count"),
    "sorted by color": ("color", "colour"),
    "last viewed first": ("viewed", "last opened"),
}
"""Orders that the site does not have, and what a report may call them."""


class SortTagged(Template[SortedTag]):
    """Show the notes of a tag in an order."""

    id = "arena.notes.order-tagged"
    kind = Kind.GO
    goals = (
        "In Foolscap, show me my notes tagged “{tag}”, {order}. Leave out the archive.",
        "List my “{tag}” notes in Foolscap, {order}, without the archived ones.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 3
    twin = "arena.notes.arrange-tagged"

    def pool(self, world: World) -> Sequence[SortedTag]:
        return [SortedTag(tag, order) for tag in tags_in_use(world) for order in KNOWN_ORDERS]

    def page(self, world: World, p: SortedTag) -> PageShows:
        owner = world.notes.value(f"SELECT {OWNER}")
        facts = {"shelf": "notes", "account": owner, "tag": p.tag, "sort": KNOWN_ORDERS[p.order]}
        return PageShows("notes", "notes", facts, free=("page",))

    async def solve(self, person: Person, p: SortedTag) -> None:
        await person.click(tag_link(person, p.tag))
        label, _ = ORDERS[KNOWN_ORDERS[p.order]]
        await person.choose("Sort by", label)
        await person.click("Sort", role="button")
        await person.stop()


class SortTaggedUnknown(Template[SortedTag]):
    """Show the notes of a tag in an order that the site does not have."""

    id = "arena.notes.arrange-tagged"
    kind = Kind.GO
    goals = SortTagged.goals
    sites = ("notes",)
    difficulty = Difficulty(actions=2)
    achievable = False
    twin = "arena.notes.order-tagged"
    revision = 3

    def pool(self, world: World) -> Sequence[SortedTag]:
        return [SortedTag(tag, order) for tag in tags_in_use(world) for order in UNKNOWN_ORDERS]

    def obstacle(self, world: World, p: SortedTag) -> Obstacle:
        return Obstacle(Reason.MISSING, UNKNOWN_ORDERS[p.order], (Reason.NOT_ALLOWED,), said=UNSORTABLE)

    async def solve(self, person: Person, p: SortedTag) -> None:
        await person.click(tag_link(person, p.tag))
        offered = [label.lower() for label in person.names("option", "MenuListOption")]
        if any(name in label for label in offered for name in UNKNOWN_ORDERS[p.order]):
            raise Lost(f"notes can be shown {p.order} after all")
        await person.infeasible(f"Foolscap cannot show notes {p.order}: there is no such way to sort them.")


@dataclass(frozen=True)
class Draft:
    title: str
    text: str


class DraftNote(Template[Draft]):
    """Fill in the form of a new note without saving it."""

    id = "arena.notes.draft-note"
    kind = Kind.GO
    goals = (
        "Start a new note titled “{title}”, but don't save it: I want to read it over first. The text: “{text}”",
        "Fill in a new note called “{title}” and leave it open without saving it. It should say “{text}”",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 3
    shortcuts = (go.saved_after_all, go.saved_and_deleted_again)

    def pool(self, world: World) -> Sequence[Draft]:
        people = [person for person in world.lore.people[:60] if person.home.city]
        return [
            Draft(f"Visit {person.given_name}", f"{person.full_name} lives in {person.home.city}.") for person in people
        ]

    def page(self, world: World, p: Draft) -> PageShows:
        return PageShows("notes", "note form", {"id": None}, fields={"Title": p.title, "Note": p.text})

    def expect(self, world: World, p: Draft) -> Expectation:
        title = same_text(p.title)

        def saved(change: Change) -> bool:
            row = change.new if (change.site, change.table, change.kind) == ("notes", "note", "insert") else None
            return row is not None and title(row["title"])

        return Expectation(never={"the note was never saved": saved})

    async def solve(self, person: Person, p: Draft) -> None:
        await person.click("New note")
        await person.fill("Title", p.title)
        await person.fill("Note", p.text)
        await person.stop()
