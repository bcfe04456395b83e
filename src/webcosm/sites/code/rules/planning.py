"""Labels, milestones and boards: what issues and merge requests are sorted by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from webcosm.sites.code.rules.refused import Refused
from webcosm.worlds import Database, Row, World

__all__ = [
    "COLORS",
    "above",
    "add_label",
    "add_milestone",
    "delete_label",
    "delete_milestone",
    "edit_label",
    "edit_milestone",
    "labels_of",
    "milestones_of",
    "set_milestone_state",
]

COLORS = {
    "#1c7a4b": "Green",
    "#2a78b8": "Blue",
    "#5b57a6": "Violet",
    "#8e44ad": "Purple",
    "#b3261e": "Red",
    "#c2410c": "Orange",
    "#b8860b": "Ochre",
    "#0f766e": "Teal",
    "#7b4a12": "Brown",
    "#5f6a5d": "Grey",
}
COLOR = re.compile(r"#[0-9a-f]{6}")


def above(db: Database, namespace_id: int) -> list[int]:
    """The namespace and the groups that it is in, from inside out."""
    return db.values(
        "WITH RECURSIVE up (id, parent, depth) AS (SELECT id, parent_id, 0 FROM namespace WHERE id = ?"
        " UNION ALL SELECT namespace.id, parent_id, depth + 1 FROM namespace JOIN up ON namespace.id = up.parent)"
        " SELECT id FROM up ORDER BY depth",
        namespace_id,
    )


def _among(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "NULL"


def labels_of(db: Database, project: Row) -> list[Row]:
    """The labels that can be given in a project: its own and those of its groups."""
    groups = _among(above(db, project.namespace_id))
    return db.rows(
        f"SELECT * FROM label WHERE project_id = ? OR namespace_id IN ({groups}) ORDER BY title COLLATE NOCASE, id",
        project.id,
    )


def milestones_of(db: Database, project: Row, *, closed: bool = False) -> list[Row]:
    """The milestones that things in a project can be put into, those due first before the others."""
    groups = _among(above(db, project.namespace_id))
    return db.rows(
        f"SELECT * FROM milestone WHERE (project_id = ?1 OR namespace_id IN ({groups})) AND (?2 OR state = 'active')"
        " ORDER BY due IS NULL, due, title COLLATE NOCASE, id",
        project.id,
        int(closed),
    )


# Labels ---------------------------------------------------------------------------------------------------------------


def _check_label(db: Database, of: dict[str, int], title: str, color: str, but: int = 0) -> None:
    if not COLOR.fullmatch(color):
        raise Refused(f"A color is # and six digits from 0 to f, such as #1c7a4b; “{color}” is not.")
    ((column, number),) = of.items()
    if db.value(f"SELECT id FROM label WHERE {column} = ? AND title = ? AND id <> ?", number, title, but) is not None:
        raise Refused(f"There is a label “{title}” already.")


def add_label(world: World, title: str, color: str, description: str = "", **of: int) -> int:
    """``project_id=`` or ``namespace_id=`` says whose it is."""
    _check_label(world.code, of, title, color)
    moment = world.clock.stamp()
    return world.code.insert("label", title=title, color=color, description=description, created=moment, **of)


def edit_label(world: World, label: Row, title: str, color: str, description: str) -> None:
    column = "project_id" if label.project_id is not None else "namespace_id"
    _check_label(world.code, {column: label[column]}, title, color, label.id)
    world.code.run(
        "UPDATE label SET title = ?, color = ?, description = ? WHERE id = ?", title, color, description, label.id
    )


def delete_label(world: World, label: Row) -> None:
    """Takes it from everything that has it, and its columns from boards."""
    for table in ("issue_label", "merge_request_label", "board_list"):
        world.code.run(f"DELETE FROM {table} WHERE label_id = ?", label.id)
    world.code.run("DELETE FROM label WHERE id = ?", label.id)


# Milestones -----------------------------------------------------------------------------------------------------------


def _check_milestone(
    db: Database, of: dict[str, int], title: str, start: date | None, due: date | None, but: int = 0
) -> None:
    if start and due and due < start:
        raise Refused("A milestone cannot be due before it starts.")
    ((column, number),) = of.items()
    if (
        db.value(f"SELECT id FROM milestone WHERE {column} = ? AND title = ? AND id <> ?", number, title, but)
        is not None
    ):
        raise Refused(f"There is a milestone “{title}” already.")


def add_milestone(
    world: World, title: str, description: str = "", start: date | None = None, due: date | None = None, **of: int
) -> Row:
    db = world.code
    _check_milestone(db, of, title, start, due)
    ((column, number),) = of.items()
    next = 1 + int(db.value(f"SELECT coalesce(max(number), 0) FROM milestone WHERE {column} = ?", number))
    id = db.insert(
        "milestone",
        number=next,
        title=title,
        description=description,
        start=str(start) if start else None,
        due=str(due) if due else None,
        created=world.clock.stamp(),
        **of,
    )
    row = db.row("SELECT * FROM milestone WHERE id = ?", id)
    assert row
    return row


def edit_milestone(
    world: World, milestone: Row, title: str, description: str, start: date | None, due: date | None
) -> None:
    column = "project_id" if milestone.project_id is not None else "namespace_id"
    _check_milestone(world.code, {column: milestone[column]}, title, start, due, milestone.id)
    world.code.run(
        "UPDATE milestone SET title = ?, description = ?, start = ?, due = ? WHERE id = ?",
        title,
        description,
        str(start) if start else None,
        str(due) if due else None,
        milestone.id,
    )


def set_milestone_state(world: World, milestone: Row, state: str) -> None:
    world.code.run("UPDATE milestone SET state = ? WHERE id = ?", state, milestone.id)


def delete_milestone(world: World, milestone: Row) -> None:
    """What is in it stays, without a milestone."""
    for table in ("issue", "merge_request"):
        world.code.run(f"UPDATE {table} SET milestone_id = NULL WHERE milestone_id = ?", milestone.id)
    world.code.run("DELETE FROM release_milestone WHERE milestone_id = ?", milestone.id)
    world.code.run("DELETE FROM event WHERE milestone_id = ?", milestone.id)
    world.code.run("DELETE FROM milestone WHERE id = ?", milestone.id)
