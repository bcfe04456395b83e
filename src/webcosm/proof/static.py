"""What can be said of a template without playing it: its sites, wordings, pool and twin."""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache
from typing import Any

from webcosm.judge.obstacle import Reason
from webcosm.proof.runs import world_of
from webcosm.proof.vocabulary import told_apart
from webcosm.sites import all_sites
from webcosm.tasks import EmptyPool, Kind, Template, UnknownTask, find_templates
from webcosm.worlds import Universe, World

__all__ = ["Fault", "find_faults"]

WORDED = 24
"""How many seeds are worded in the search for a second wording."""
FORMS = 10
"""How many tasks' forms of an answer are compared."""
TWIN_FORMS = 6
FEW_VALUES = 8
"""Of a parameter that may decide the form, such as which detail of an order is asked for."""
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
    try:
        return _looked_at(template, universe, also)
    except Exception as error:  # a broken template must not hide the others
        place = traceback.extract_tb(error.__traceback__)[-1]
        why = f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
        return [Fault("template", why, playable=False)]


def _looked_at(template: type[Template[Any]], universe: Universe, also: Iterable[type[Template[Any]]]) -> list[Fault]:
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
            *_form_faults(one, universe),
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


def _form_faults(one: Template[Any], universe: Universe) -> Iterator[Fault]:
    """A form tells agents what an answer looks like; it must not tell them what it is."""
    if one.kind is not Kind.ASK or not one.achievable:
        return  # what cannot be achieved has its twin's form
    with universe.open() as world:
        pool = one.shuffled_pool(world)[:FORMS]
    expected: dict[str, list[tuple[Any, str]]] = {}
    for p in pool:
        with world_of(one, p, universe) as own:
            answer, form = one.answer(own, p), one.form(own, p)
        told = json.dumps(form.to_json() if form else None, sort_keys=True)
        expected.setdefault(told, []).append((p, json.dumps(answer.to_json(), sort_keys=True)))
    if len(expected) < 2:
        return
    if not _decided_by_a_field({told: [p for p, _ in tasks] for told, tasks in expected.items()}):
        yield Fault("form", f"answers have {len(expected)} forms, and no parameter says which; declare one for all")
    for told, tasks in expected.items():
        answers = {answer for _, answer in tasks}
        if len(answers) == 1 and any(word in goal for goal in one.goals for word in _texts(min(answers))):
            yield Fault("form", f"a form of its own gives away an answer that the goal names: {told}")


def _decided_by_a_field(groups: dict[str, list[Any]]) -> bool:
    """Whether one parameter of few values, which the goal says, decides to which group a task belongs."""
    flat = [[_flat(astuple(p)) for p in group] for group in groups.values()]
    for place in range(min(len(values) for group in flat for values in group)):
        values = [{repr(one[place]) for one in group} for group in flat]
        total = set().union(*values)
        if len(total) == sum(map(len, values)) and len(total) <= FEW_VALUES:
            return True
    return False


def _texts(answer: str) -> list[str]:
    value = json.loads(answer).get("value")
    return [value] if isinstance(value, str) else []


def _flat(values: Iterable[Any]) -> list[Any]:
    """The values with those of tuples in them, as a chain's parameters are."""
    return [one for value in values for one in (_flat(value) if isinstance(value, tuple) else [value])]


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
    for name in ("goals", "kind", "sites", "start"):
        if getattr(one, name) != getattr(twin, name):
            yield Fault("twin", f"it has other {name} than {twin.id}, which tells the two apart")
    if one.accounts_in(world) == twin().accounts_in(world):  # else who asks makes the difference
        theirs = set(twin().pool(world))
        shared = [p for p in one.pool(world) if p in theirs]
        if shared:
            yield Fault("twin", f"{shared[0]} is in its pool and in that of {twin.id}")
    elif not one.achievable and Reason.NO_PERMISSION not in _reasons(one, world):
        yield Fault("twin", f"others are signed in than in {twin.id}, though it is not they who stand in the way")
    if one.kind is Kind.ASK and not one.achievable:
        yield from _twin_form_faults(one, twin(), world)
    if not one.achievable:  # one of the two says it for both
        for rule in told_apart(one, twin(), world):
            yield Fault("twin", f"it can be told from {twin.id} without looking, {rule}")


def _reasons(one: Template[Any], world: World) -> set[Reason]:
    p = one.shuffled_pool(world)[0]
    with world_of(one, p, world.universe) as own:
        obstacle = one.obstacle(own, p)
    return {obstacle.reason, *obstacle.also}


def _twin_form_faults(one: Template[Any], twin: Template[Any], world: World) -> Iterator[Fault]:
    def forms(family: Template[Any]) -> set[str]:
        told = set()
        for p in family.shuffled_pool(world)[:TWIN_FORMS]:
            with world_of(family, p, world.universe) as own:
                form = family.form(own, p)
            told.add(json.dumps(form.to_json() if form else None, sort_keys=True))
        return told

    setattr(one, "find_twin", lambda: type(twin))  # noqa: B010 - a method; a twin need not be registered to be proven
    strange = forms(one) - forms(twin)
    if strange:
        yield Fault("twin", f"it tells a form that {twin.id} does not: {min(strange)}")


def _find(name: str, also: Iterable[type[Template[Any]]]) -> type[Template[Any]] | None:
    try:
        known = find_templates([name])
    except UnknownTask:
        known = []
    return next((template for template in (*also, *known) if template.id == name), None)
