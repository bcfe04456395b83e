"""Tasks on the scratchpad, notes.test: finding notes and what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from webcosm.judge.answers import Address, Answer, Date, Email, Number, Phone
from webcosm.judge.obstacle import UNSORTABLE, Obstacle, Reason
from webcosm.judge.page import PageShows
from webcosm.sites.notes.store import ORDERS
from webcosm.sites.notes.text import progress, word_count
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.worlds import Row, World

__all__ = ["OWNER", "NoteTitle", "kept_notes", "missing_titles", "note_titled", "open_note"]

OWNER = "(SELECT min(id) FROM account)"
"""The first account is the one that is signed in."""


def kept_notes(world: World, where: str = "NOT archived") -> list[Row]:
    """The owner's notes with titles that no other of their notes has, so that a title means one note."""
    return world.notes.rows(
        f"SELECT * FROM note WHERE account_id = {OWNER} AND deleted IS NULL AND {where} AND title IN"
        f" (SELECT title FROM note WHERE account_id = {OWNER} GROUP BY title HAVING count(*) = 1) ORDER BY id"
    )


def note_titled(world: World, title: str) -> Row:
    return next(note for note in kept_notes(world, "TRUE") if note.title == title)


def missing_titles(world: World) -> list[str]:
    """Titles that somebody else's notes have and the owner's have not: good titles, only not to be found."""
    found: list[str] = world.notes.values(
        f"SELECT DISTINCT title FROM note WHERE account_id <> {OWNER} AND lower(title) NOT IN"
        f" (SELECT lower(title) FROM note WHERE account_id = {OWNER}) ORDER BY title"
    )
    return found


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


@dataclass(frozen=True)
class TagName:
    tag: str


def tags_in_use(world: World) -> list[str]:
    """Tags of at least two notes that are neither archived nor deleted."""
    found: list[str] = world.notes.values(
        f"SELECT tag FROM note_tag JOIN note ON note.id = note_id WHERE account_id = {OWNER}"
        " AND deleted IS NULL AND NOT archived GROUP BY tag HAVING count(*) >= 2 ORDER BY tag"
    )
    return found


def tag_link(person: Person, tag: str) -> str:
    """The name of the tag's link at the left: the tag and how many notes have it."""
    return next(name for name in person.names("link") if re.fullmatch(rf"#{re.escape(tag)} \d+", name))


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
    goals = ("Open my note “{title}”.", "Show me the note called “{title}”.")
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    alone = ("notes",)
    revision = 2
    twin = "arena.notes.show-note"

    def pool(self, world: World) -> Sequence[NoteTitle]:
        return [NoteTitle(note.title) for note in kept_notes(world)]

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
    revision = 2

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
        "How many words does my note “{title}” have, as Foolscap counts them? Answer with a number.",
        "Tell me the number of words that Foolscap counts in my note “{title}”.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)

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
        "On which date did I first write my note “{title}”? Answer with day, month and year.",
        "When was my note “{title}” written, not when was it last edited? Answer with the full date.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)

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
        "How many lines of the checklist in my note “{title}” are not ticked yet? Answer with a number.",
        "My note “{title}” has a checklist. How many of its items are still to be done? Just the number, please.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)

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
    """``phone number``, ``email address`` or ``postal address``"""


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
                detail = "email" if EMAIL.fullmatch(line) else "phone" if PHONE.fullmatch(line) else "postal"
                found[Contact(name, {"phone": "phone number"}.get(detail, f"{detail} address"))] = line
    return found


class ContactDetail(Template[Contact]):
    """Look somebody up in the address book that a note is."""

    id = "arena.notes.contact-detail"
    kind = Kind.ASK
    goals = (
        "What is the {detail} of {name}? It must be somewhere in my notes.",
        "Find {name} in my notes and answer with the {detail} given there.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)

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
    """How the choice is worded where notes are sorted."""


class SortTagged(Template[SortedTag]):
    """Show the notes of a tag in an order."""

    id = "arena.notes.order-tagged"
    kind = Kind.GO
    goals = (
        "Show my notes tagged {tag} (without the archive), sorted by “{order}”.",
        "List those of my notes that have the tag {tag} and sort them by “{order}”; leave the archive aside.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 2
    twin = "arena.notes.arrange-tagged"

    def pool(self, world: World) -> Sequence[SortedTag]:
        default = next(iter(ORDERS))
        labels = [label for key, (label, _) in ORDERS.items() if key != default]
        return [SortedTag(tag, label) for tag in tags_in_use(world) for label in labels]

    def page(self, world: World, p: SortedTag) -> PageShows:
        order = next(key for key, (label, _) in ORDERS.items() if label == p.order)
        owner = world.notes.value(f"SELECT {OWNER}")
        return PageShows(
            "notes", "notes", {"shelf": "notes", "account": owner, "tag": p.tag, "sort": order}, free=("page",)
        )

    async def solve(self, person: Person, p: SortedTag) -> None:
        await person.click(tag_link(person, p.tag))
        await person.choose("Sort by", p.order)
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
    revision = 2

    def pool(self, world: World) -> Sequence[SortedTag]:
        offered = {label for label, _ in ORDERS.values()}
        wished = [label for label in ("Longest first", "Color", "Last viewed") if label not in offered]
        return [SortedTag(tag, label) for tag in tags_in_use(world) for label in wished]

    def obstacle(self, world: World, p: SortedTag) -> Obstacle:
        return Obstacle(Reason.MISSING, (p.order,), (Reason.NOT_ALLOWED,), said=UNSORTABLE)

    async def solve(self, person: Person, p: SortedTag) -> None:
        await person.click(tag_link(person, p.tag))
        if p.order in person.names("option", "MenuListOption"):
            raise Lost(f"notes can be sorted by {p.order!r} after all")
        await person.infeasible(f"Notes cannot be sorted by “{p.order}”.")


@dataclass(frozen=True)
class Draft:
    title: str
    text: str


class DraftNote(Template[Draft]):
    """Fill in the form of a new note without saving it."""

    id = "arena.notes.draft-note"
    kind = Kind.GO
    goals = (
        "Prepare a new note titled “{title}” with the text “{text}”, but do not save it: I want to read it over first.",
        "Fill in a new note with the title “{title}” and the text “{text}” and leave it open, unsaved.",
    )
    sites = ("notes",)
    difficulty = Difficulty(actions=4)
    revision = 2

    def pool(self, world: World) -> Sequence[Draft]:
        people = [person for person in world.lore.people[:60] if person.home.city]
        return [
            Draft(f"Visit {person.given_name}", f"{person.full_name} lives in {person.home.city}.") for person in people
        ]

    def page(self, world: World, p: Draft) -> PageShows:
        return PageShows("notes", "note form", {"id": None}, fields={"Title": p.title, "Note": p.text})

    async def solve(self, person: Person, p: Draft) -> None:
        await person.click("New note")
        await person.fill("Title", p.title)
        await person.fill("Note", p.text)
        await person.stop()
