"""The tree of categories: reading it, and moving branches of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from webcosm.sites.admin.rows import update_row
from webcosm.worlds import Database, Row

__all__ = ["DEEPEST", "Node", "branch", "height", "move", "possible_parents", "read_tree"]

DEEPEST = 3


@dataclass
class Node:
    row: Row
    total: int
    """How many products stand in it and below it, if they were counted."""
    children: list[Node] = field(default_factory=list)

    def holds(self, numbers: Collection[int]) -> bool:
        """Whether any of the categories is this one or below it."""
        return self.row.id in numbers or any(child.holds(numbers) for child in self.children)


def read_tree(db: Database, *, counted: bool = False) -> list[Node]:
    counts = _counts(db) if counted else {}
    nodes = {
        row.id: Node(row, counts.get(row.id, 0))
        for row in db.rows("SELECT * FROM category ORDER BY level, position, id")
    }
    for node in nodes.values():
        if node.row.parent_id:
            nodes[node.row.parent_id].children.append(node)
    return [node for node in nodes.values() if not node.row.parent_id]


def _counts(db: Database) -> dict[int, int]:
    """Products of each category and those below it; one that stands in several of them counts once."""
    parents = {row.id: row.parent_id for row in db.rows("SELECT id, parent_id FROM category")}
    counts = dict.fromkeys(parents, 0)
    # Thousands of products stand in the same few categories.
    for row in db.rows(
        "SELECT places, count(*) AS products FROM (SELECT group_concat(category_id) AS places FROM product_category"
        " GROUP BY product_id) GROUP BY places"
    ):
        held: set[int] = set()
        for place in row.places.split(","):
            number: int | None = int(place)
            while number is not None and number not in held:
                held.add(number)
                number = parents[number]
        for number in held:
            counts[number] += row.products
    return counts


def branch(db: Database, number: int) -> list[Row]:
    """A category and all below it, parents before children."""
    return db.rows(
        "WITH RECURSIVE below (id) AS"
        " (SELECT ? UNION ALL SELECT category.id FROM category JOIN below ON parent_id = below.id)"
        " SELECT category.* FROM category JOIN below USING (id) ORDER BY level, position, category.id",
        number,
    )


def height(db: Database, number: int) -> int:
    """How many levels the branch has."""
    levels: list[int] = [row.level for row in branch(db, number)]
    return max(levels) - min(levels) + 1


def possible_parents(db: Database, number: int | None) -> list[Row]:
    """Where a category may be put so that no level is too deep; a new one if None."""
    own = [row.id for row in branch(db, number)] if number else []
    room = DEEPEST - (height(db, number) if number else 1)
    names: dict[int, str] = {}
    found = []
    for row in db.rows("SELECT * FROM category ORDER BY level, position, id"):
        names[row.id] = f"{names[row.parent_id]} / {row.name}" if row.parent_id else row.name
        if row.id not in own and row.level <= room:
            found.append(Row(row, trail=names[row.id]))
    return sorted(found, key=lambda row: str(row.trail))


def move(db: Database, number: int, parent_id: int | None, url_key: str) -> bool:
    """Puts a branch below another parent (or gives it another URL key): levels and paths of all of it follow."""
    changed = False
    for row in branch(db, number):
        above = parent_id if row.id == number else row.parent_id
        own = url_key if row.id == number else row.url_path.rpartition("/")[2]
        parent = db.row("SELECT * FROM category WHERE id = ?", above) if above else None
        fresh = {
            "parent_id": above,
            "level": parent.level + 1 if parent else 1,
            "url_path": f"{parent.url_path}/{own}" if parent else own,
        }
        changed |= update_row(db, "category", {"id": row.id}, row, fresh)
    return changed
