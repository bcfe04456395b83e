"""What can be said of a template without playing it: its sites, wordings, pool and twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from webcosm.proof.runs import world_of
from webcosm.proof.vocabulary import told_apart
from webcosm.sites import all_sites
from webcosm.tasks import EmptyPool, Kind, Template, UnknownTask, find_templates
from webcosm.worlds import Universe, World

__all__ = ["Fault", "find_faults"]

WORDED = 24
"""How many seeds are worded in the search for a second wording."""
LOOKED_AT = 12
"""How many tasks' goals are looked at for slots that were left open."""


@dataclass(frozen=True)
class Fault:
    """Something that a template says and that does not hold."""

    what: str
    why: str
    playable: bool = True
    """Whether the template's tasks can be played all the same."""


def find_faults(
    template: type[Template[Any]], universe: Universe, also: Iterable[type[Template[Any]]] = ()
) -> list[Fault]:
    """All faults in a universe. Twins are looked for among `also`, then among all templates there are."""
    sites = list(_site_faults(template))
    if sites:
        return sites  # nothing else can be asked of sites that are not there
    with universe.open() as world:
        one = template()
        setattr(one, "pool", cache(one.pool))  # noqa: B010 - a method; some pools take a second
        pool = list(_pool_faults(one, world, universe))
        if not all(fault.playable for fault in pool):
            return pool
        return [
            *pool,
            *_wording_faults(one, world),
            *_progress_faults(one, world, universe),
            *_twin_faults(one, world, also),
        ]


def _site_faults(template: type[Template[Any]]) -> Iterator[Fault]:
    known = [site.name for site in all_sites()]
    if not template.sites:
        yield Fault("sites", f"it names none; there are {', '.join(known)}", playable=False)
    for name in template.sites:
        if name not in known:
            yield Fault("sites", f"there is no site {name!r}; there are {', '.join(known)}", playable=False)


def _pool_faults(one: Template[Any], world: World, universe: Universe) -> Iterator[Fault]:
    try:
        pool = list(one.pool(world))
        with universe.open() as again:
            if list(type(one)().pool(again)) != pool:
                yield Fault("pool", "it is another one each time; let the rows of the world decide it")
    except EmptyPool:
        pool = []
    if not pool:
        yield Fault("pool", f"nothing in universe {universe.seed} fits, so there is no task", playable=False)
    doubles = [p for p, count in Counter(pool).items() if count > 1]
    if doubles:
        yield Fault("pool", f"it holds {doubles[0]} twice")
    if changes := world.changes():
        yield Fault("pool", f"drawing it changes the world: {changes[0].kind} in {changes[0].site}.{changes[0].table}")


def _wording_faults(one: Template[Any], world: World) -> Iterator[Fault]:
    pool = one.shuffled_pool(world)
    if len({one.word(world, pool[0], seed) for seed in range(WORDED)}) < 2:
        yield Fault("wording", "there is a single wording; give two or more, or agents learn one sentence by heart")
    for seed, p in enumerate(pool[:LOOKED_AT]):
        goal = one.word(world, p, seed)
        if "{" in goal or "}" in goal:
            yield Fault("wording", f"a slot is left open in {goal!r}")
            return


def _progress_faults(one: Template[Any], world: World, universe: Universe) -> Iterator[Fault]:
    """Whoever does nothing has made no progress; along the oracle's way the prover looks after it."""
    if one.kind is Kind.DO and one.achievable:
        p = one.shuffled_pool(world)[0]
        with world_of(one, p, universe) as own:
            begun = one.expect(own, p).progress(())
        if begun:
            yield Fault("progress", f"it is {begun:.2f} before anything is done")


def _twin_faults(one: Template[Any], world: World, also: Iterable[type[Template[Any]]]) -> Iterator[Fault]:
    if not one.twin:
        return
    twin = _find(one.twin, also)
    if twin is None:
        yield Fault("twin", f"there is no template {one.twin!r}")
        return
    if twin.twin != one.id:
        yield Fault("twin", f"{twin.id} does not name it as its twin, but {twin.twin or 'none'}")
    if twin.achievable == one.achievable:
        which = "both" if one.achievable else "neither"
        yield Fault("twin", f"{which} of it and {twin.id} can be achieved; one of the two must be")
    for name in ("goals", "kind", "sites"):
        if getattr(one, name) != getattr(twin, name):
            yield Fault("twin", f"it has other {name} than {twin.id}, which tells the two apart")
    if one.accounts_in(world) == twin().accounts_in(world):  # else who asks makes the difference
        theirs = set(twin().pool(world))
        shared = [p for p in one.pool(world) if p in theirs]
        if shared:
            yield Fault("twin", f"{shared[0]} is in its pool and in that of {twin.id}")
    if not one.achievable:  # one of the two says it for both
        for rule in told_apart(one, twin(), world):
            yield Fault("twin", f"it can be told from {twin.id} without looking, {rule}")


def _find(name: str, also: Iterable[type[Template[Any]]]) -> type[Template[Any]] | None:
    try:
        known = find_templates([name])
    except UnknownTask:
        known = []
    return next((template for template in (*also, *known) if template.id == name), None)
