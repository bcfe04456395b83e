"""Writes the code host's first state."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.code.git.seeding import HistoryWriter
from webcosm.sites.code.seed.groups import write_groups
from webcosm.sites.code.seed.people import accounts, write_people
from webcosm.sites.code.seed.plans import make_plans
from webcosm.sites.code.seed.rows import Rows
from webcosm.sites.code.seed.scene import Scene
from webcosm.sites.code.seed.social import write_social
from webcosm.sites.code.seed.story import Story
from webcosm.worlds import Database

__all__ = ["accounts", "fill"]


def fill(db: Database, lore: Lore, scale: str) -> None:
    rows = Rows()
    everybody = write_people(db, lore, scale)
    groups = write_groups(db, rows, lore, scale, everybody)
    plans = make_plans(lore, scale, everybody, groups, rows)
    db.run("PRAGMA defer_foreign_keys = ON")
    for plan in plans:
        with HistoryWriter(db, plan.id) as history:
            story = Story(Scene(plan, rows, history, lore, lore.rng("code", "story", plan.id)))
            story.tell()
            story.forks.forget()
        story.forks.write(db)
    write_social(rows, lore, everybody, plans)
    rows.write(db)
