"""The scratchpad's first state: two people and the notes they have written so far."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from webcosm.lore import Lore, Resident
from webcosm.sites.kit import Account, hash_password
from webcosm.worlds import BEGINNING, Database

__all__ = ["WrittenNote", "accounts", "facts", "fill", "owners", "written_notes"]

CONTENT = Path(__file__).parent / "content"
FRIENDS = 3
OFFICE_JOBS = ("Business analyst", "Marketing assistant", "Marketing manager", "Office manager", "Project manager")


@dataclass(frozen=True)
class WrittenNote:
    """A note as its content file has it."""

    title: str
    body: str
    created: str
    updated: str
    tags: Sequence[str]
    colour: str
    pinned: bool
    archived: bool


@lru_cache(maxsize=8)
def owners(lore: Lore) -> tuple[Resident, Resident]:
    """Somebody with a job in an office, and somebody with a workshop: what the notes tell of their writers."""
    rng = lore.rng("notes")
    living_in = Counter(person.city_id for person in lore.people)
    grown = [
        person
        for person in lore.people
        if 30 <= person.age_on(BEGINNING.date()) <= 50 and living_in[person.city_id] > FRIENDS
    ]
    first = rng.choice(
        [person for person in grown if person.occupation == "employed" and person.job_title in OFFICE_JOBS]
    )
    second = rng.choice(
        [person for person in grown if person.occupation == "self-employed" and person.job_title == "Carpenter"]
    )
    return first, second


def accounts(lore: Lore) -> Sequence[Account]:
    first, second = owners(lore)
    return (
        Account("user", first.username, "lamplight", first.full_name, "Signed in at the beginning."),
        Account("user", second.username, "gravel-path", second.full_name, "Has notes of their own."),
    )


def facts(lore: Lore, owner: Resident) -> dict[str, str]:
    """What stands in double brackets in the content: the owner's own facts, and friends in the same city."""
    neighbours = [person for person in lore.people if person.city_id == owner.city_id and person is not owner]
    found = {
        "city": owner.home.city,
        "home": ", ".join(owner.home.lines()),
        "phone": owner.phone,
        "email": owner.email,
    }
    for number, friend in enumerate(lore.rng("notes", "friends", owner.id).sample(neighbours, FRIENDS), start=1):
        found |= {
            f"friend {number}": friend.full_name,
            f"friend {number} first": friend.given_name,
            f"friend {number} home": ", ".join(friend.home.lines()),
            f"friend {number} phone": friend.phone,
            f"friend {number} email": friend.email,
        }
    return found


def fill(db: Database, lore: Lore, scale: str) -> None:
    for account, owner, name in zip(accounts(lore), owners(lore), ("first", "second"), strict=True):
        known = facts(lore, owner)
        number = db.insert(
            "account",
            username=account.username,
            name=account.name,
            role=account.role,
            password=hash_password(account.password, account.username),
        )
        for note in sorted(written_notes(name), key=lambda note: note.created):
            note_id = db.insert(
                "note",
                account_id=number,
                title=note.title,
                body=_filled(note.body, known),
                colour=note.colour,
                pinned=int(note.pinned),
                archived=int(note.archived),
                created=note.created,
                updated=note.updated,
                last_viewed=note.updated,
            )
            for tag in note.tags:
                db.insert("note_tag", note_id=note_id, tag=tag)


def _filled(body: str, known: Mapping[str, str]) -> str:
    return re.sub(r"\[\[(.+?)\]\]", lambda found: known[found[1]], body)


def written_notes(name: str) -> Iterator[WrittenNote]:
    """The notes of a content file.

    A note begins with ``== title`` and a line of facts: when it was written and, after an arrow, last edited;
    then words beginning with # are tags, and ``pinned``, ``archived`` and a colour stand for themselves.
    Double brackets in the text hold the names of :func:`facts`.
    """
    for part in (CONTENT / f"{name}.txt").read_text().split("\n== ")[1:]:
        title, facts, body = part.split("\n", 2)
        times, *words = facts.split(" | ")
        created, _, updated = times.partition(" -> ")
        flags = words[0].split() if words else []
        colours = [word for word in flags if not word.startswith("#") and word not in ("pinned", "archived")]
        yield WrittenNote(
            title=title,
            body=body.strip("\n"),
            created=f"{created}:00",
            updated=f"{updated or created}:00",
            tags=sorted(word[1:] for word in flags if word.startswith("#")),
            colour=colours[0] if colours else "plain",
            pinned="pinned" in flags,
            archived="archived" in flags,
        )
