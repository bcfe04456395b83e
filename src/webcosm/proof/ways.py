"""Other right ways than the oracle's, which must pass: those that a template names, and those that hold for any."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from webcosm.lore import Rng
from webcosm.tasks import DrawnTask, Kind, Person
from webcosm.tasks.template import Way

__all__ = ["ways_of"]

LOOKED_AT = 3
"""How many pages somebody opens who looks around first."""


def ways_of(task: DrawnTask) -> list[Way]:
    """All other right ways to do a task. Reading harms nothing, so whoever changes something may look around first."""
    family = task.family

    async def looking_around_first(person: Person, p: Any) -> None:
        await _look_around(person, task)
        await family.solve(person, p)

    changes = family.kind is Kind.DO and family.achievable
    return [*family.ways, *([looking_around_first] if changes else [])]


async def _look_around(person: Person, task: DrawnTask) -> None:
    """Opens a few pages that the start page links to, and comes back."""
    start = task.start[0]
    host = urlsplit(start).netloc
    links = dict.fromkeys(
        element.url
        for element in person.view.elements
        if element.role == "link" and element.url and urlsplit(element.url).netloc == host
    )
    for address in Rng("looking around", task.id, task.seed).sample(list(links), min(LOOKED_AT, len(links))):
        await person.goto(address)
    await person.goto(start)
