"""Other ways through the scratchpad: right ones, which must pass, and plausible ones that are wrong.

Right ones take another route, or make a slip and take it back. Wrong ones are what somebody in a hurry would do.
"""

from __future__ import annotations

from typing import Any

from webcosm.suites.arena.notes._moves import edit_note, open_note, save_note, search_notes, write_note
from webcosm.tasks import Person

# A new note -----------------------------------------------------------------------------------------------------------


async def with_stray_spaces(person: Person, p: Any) -> None:
    await write_note(person, f" {p.title} ", p.body.replace(" ", "  ", 1) + "\n")
    await person.stop()


async def written_and_then_mended(person: Person, p: Any) -> None:
    await write_note(person, p.title, "The number is")
    await person.click("Edit", role="link")
    await person.fill("Note", p.body)
    await save_note(person)
    await person.stop()


async def with_a_tag_of_its_own(person: Person, p: Any) -> None:
    """Wrong: no tags were wished for."""
    await person.click("New note")
    await person.fill("Title", p.title)
    await person.fill("Note", p.body)
    await person.fill("Tags", "calls")
    await save_note(person)
    await person.stop()


async def saved_after_all(person: Person, p: Any) -> None:
    """Wrong: it was to stay a draft."""
    await write_note(person, p.title, p.text)
    await person.stop()


async def saved_and_deleted_again(person: Person, p: Any) -> None:
    """Wrong: it was saved for a while."""
    await write_note(person, p.title, p.text)
    await person.click("Delete", role="button")
    await _delete_from_trash(person, p.title)
    await person.click("New note")
    await person.fill("Title", p.title)
    await person.fill("Note", p.text)
    await person.stop()


# Moving notes about ---------------------------------------------------------------------------------------------------


async def pinned_in_its_form(person: Person, p: Any) -> None:
    await edit_note(person, p.title)
    await person.check("Pin to the top")
    await save_note(person)
    await person.stop()


async def pinned_after_archiving_it_by_mistake(person: Person, p: Any) -> None:
    await open_note(person, p.title)
    await person.click("Archive", role="button")
    await person.click("Undo", role="button")
    await open_note(person, p.title)
    await person.click("Pin", role="button")
    await person.stop()


async def archived_after_deleting_it_by_mistake(person: Person, p: Any) -> None:
    await open_note(person, p.title)
    await person.click("Delete", role="button")
    await person.click("Undo", role="button")
    await person.click("Archive", role="button")
    await person.stop()


async def put_into_the_trash(person: Person, p: Any) -> None:
    """Wrong: the archive is another place."""
    await open_note(person, p.title)
    await person.click("Delete", role="button")
    await person.stop()


async def moved_back_from_its_page(person: Person, p: Any) -> None:
    await person.click("Archive", role="link")
    await person.click(p.title, role="link")
    await person.click("Move back to notes", role="button")
    await person.stop()


async def moved_back_after_a_search(person: Person, p: Any) -> None:
    await search_notes(person, p.title)
    await person.click("in the archive", role="link")
    await person.click("Move back to notes", within=p.title)
    await person.stop()


async def deleted_by_emptying_the_trash(person: Person, p: Any) -> None:
    """Nothing else is in it at the beginning."""
    await open_note(person, p.title)
    await person.click("Delete", role="button")
    await person.click("Trash", role="link")
    await person.click("Empty trash…")
    await person.click("Delete forever", role="button")
    await person.stop()


async def deleted_from_the_archive(person: Person, p: Any) -> None:
    await open_note(person, p.title)
    await person.click("Archive", role="button")
    await person.click("Archive", role="link")
    await person.click(p.title, role="link")
    await person.click("Delete", role="button")
    await _delete_from_trash(person, p.title)
    await person.stop()


async def left_in_the_trash(person: Person, p: Any) -> None:
    """Wrong: half-done."""
    await put_into_the_trash(person, p)


async def deleted_restored_and_deleted(person: Person, p: Any) -> None:
    await open_note(person, p.title)
    await person.click("Delete", role="button")
    await person.click("Trash", role="link")
    await person.click("Restore", within=p.title)
    await person.click("Delete", role="button")
    await person.stop()


async def deleted_forever(person: Person, p: Any) -> None:
    """Wrong: it was to stay in the trash."""
    await open_note(person, p.title)
    await person.click("Delete", role="button")
    await _delete_from_trash(person, p.title)
    await person.stop()


async def _delete_from_trash(person: Person, title: str) -> None:
    await person.click("Trash", role="link")
    await person.click(title, role="link")
    await person.click("Delete forever…")
    await person.click("Yes, delete forever")


# Checklists -----------------------------------------------------------------------------------------------------------


async def marked_in_the_text(person: Person, p: Any) -> None:
    await edit_note(person, p.title)
    await person.fill("Note", person.value("Note").replace(f"- [ ] {p.item}", f"- [X] {p.item}"))
    await save_note(person)
    await person.stop()


async def after_a_slip_on_another_line(person: Person, p: Any) -> None:
    await open_note(person, p.title)
    other = next(item for item in reversed(person.names("checkbox")) if item != p.item)
    for item in (other, other, p.item):
        await person.click(item, role="checkbox")
    await person.stop()


async def the_line_taken_out(person: Person, p: Any) -> None:
    """Wrong: checked off is not deleted."""
    await edit_note(person, p.title)
    await person.fill("Note", person.value("Note").replace(f"- [ ] {p.item}", "").strip())
    await save_note(person)
    await person.stop()


# Edits ----------------------------------------------------------------------------------------------------------------


async def tagged_in_front_and_in_capitals(person: Person, p: Any) -> None:
    await edit_note(person, p.title)
    await person.fill("Tags", f"#{p.tag.upper()},{person.value('Tags')}")
    await save_note(person)
    await person.stop()


async def the_other_tags_replaced(person: Person, p: Any) -> None:
    """Wrong: they were to be kept."""
    await edit_note(person, p.title)
    await person.fill("Tags", p.tag)
    await save_note(person)
    await person.stop()


async def all_tags_taken_off_and_the_others_put_back(person: Person, p: Any) -> None:
    await edit_note(person, p.title)
    kept = [tag for tag in person.value("Tags").split(", ") if tag != p.tag]
    await person.fill("Tags", "")
    await save_note(person)
    await person.click("Edit", role="link")
    await person.fill("Tags", ", ".join(reversed(kept)))
    await save_note(person)
    await person.stop()


async def all_tags_taken_off(person: Person, p: Any) -> None:
    """Wrong: only one was to go."""
    await edit_note(person, p.title)
    await person.fill("Tags", "")
    await save_note(person)
    await person.stop()


async def through_another_color(person: Person, p: Any) -> None:
    await edit_note(person, p.title)
    await person.choose("Color", "Green" if p.colour == "blue" else "Blue")
    await save_note(person)
    await person.click("Edit", role="link")
    await person.choose("Color", p.colour.capitalize())
    await save_note(person)
    await person.stop()


async def corrected_in_two_attempts(person: Person, p: Any) -> None:
    await edit_note(person, p.title)
    before = person.value("Note")
    await person.fill("Note", before.replace(p.old, ""))
    await save_note(person)
    await person.click("Edit", role="link")
    await person.fill("Note", before.replace(p.old, p.new) + "\n")
    await save_note(person)
    await person.stop()


async def corrected_below(person: Person, p: Any) -> None:
    """Wrong: the old figure still stands there."""
    await edit_note(person, p.title)
    await person.fill("Note", f"{person.value('Note')}\nNot {p.old}, but {p.new}")
    await save_note(person)
    await person.stop()


async def renamed_after_a_slip(person: Person, p: Any) -> None:
    await edit_note(person, p.title)
    await person.fill("Title", f"{p.new}?")
    await save_note(person)
    await person.click("Edit", role="link")
    await person.fill("Title", f" {p.new}  ")
    await save_note(person)
    await person.stop()


async def copied_under_the_new_title(person: Person, p: Any) -> None:
    """Wrong: the note is the same one."""
    await edit_note(person, p.title)
    body = person.value("Note")
    await write_note(person, p.new, body)
    await person.stop()
