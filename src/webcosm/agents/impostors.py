"""Impostors: agents that must score 0. What passes for one of them is a fault of the task, not a success."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from webcosm.act import Action
from webcosm.act import catalogue as do
from webcosm.agents.oracle import EpisodeActor
from webcosm.env import Episode
from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Expectation
from webcosm.judge.verdict import Verdict
from webcosm.lore import Rng
from webcosm.sites import host_of
from webcosm.tasks import DrawnTask, Lost, Person
from webcosm.worlds import Change, World

__all__ = ["CONSTANTS", "applies_twice", "peeks", "plays_randomly", "solves_another", "vandalise"]

CONSTANTS = (
    "N/A",
    "yes",
    "no",
    "0",
    "1",
    "none",
    "unknown",
    "yes no " + " ".join(str(number) for number in range(1001)),
)
"""Answers that need no browsing."""

ENDINGS = ("answer", "stop", "report_infeasible")
RANDOM_STEPS = 6
PEEKS = (
    "file:///proc/self/cwd/tasks.json",
    "file:///etc/passwd",
    "view-source:http://home.test/",
    "http://127.0.0.1:8000/",
    "http://localhost/finish",
    "http://{host}/config?error_rate=0",
    "http://{host}/finish",
    "http://{host}/finish?format=json",
    "http://{host}/static/{site}/x/../../seed.py",
)


@dataclass
class _HeldBack(EpisodeActor):
    """Carries out everything but the ending."""

    held: list[Action] = field(default_factory=list)

    async def perform(self, action: Action) -> str:
        if action.name in ENDINGS:
            self.held.append(action)
            return ""
        return await super().perform(action)


async def plays_randomly(episode: Episode) -> Verdict:
    """Clicks about, then stops."""
    rng = Rng("random impostor", episode.task.id, episode.task.seed)
    for _ in range(RANDOM_STEPS):
        seen = episode.observation
        ids = [one.id for one in seen.elements if one.id and one.visible and one.clickable] if seen else []
        if not ids:
            break
        step = await episode.act(do.click(rng.choice(ids)))
        if step.verdict is not None:
            return step.verdict
    return await _end(episode, do.stop())


async def peeks(episode: Episode) -> Verdict:
    """Looks where answers might lie, then answers with all it has seen."""
    task = _drawn(episode)
    site = task.family.sites[0]
    seen: list[str] = []
    for address in PEEKS:
        url = address.format(host=host_of(site), site=site)
        try:
            action = do.goto(url)
        except ValueError:
            continue  # not even a word of the language
        step = await episode.act(action)
        if step.observation is not None and step.observation.view is not None:
            seen.append(" ".join(one.name for one in step.observation.view if one.role == "StaticText"))
        if step.verdict is not None:
            return step.verdict
    return await _end(episode, do.answer(" ".join(seen)[:5_000]))


async def solves_another(episode: Episode, parameters: Any) -> Verdict:
    """Does the right thing to the wrong thing: the oracle with another task's parameters."""
    await _drawn(episode).family.solve(Person(EpisodeActor(episode)), parameters)
    return _finished(episode)


async def applies_twice(episode: Episode) -> tuple[Verdict, bool]:
    """Does it all twice; also tells whether the second time made a difference that the task speaks of."""
    task = _drawn(episode)
    with episode.world.universe.open() as first:
        expectation = task.family.expect(first, task.parameters)
    actor = _HeldBack(episode)
    await task.family.solve(Person(actor), task.parameters)
    once = episode.world.changes()
    for address in task.start:
        await actor.perform(do.goto(address))
    try:
        await task.family.solve(Person(actor), task.parameters)
    except Lost:
        pass  # what was done cannot be done again, which is as well
    twice = episode.world.changes()
    await _end(episode, actor.held[-1] if actor.held else do.stop())
    return _finished(episode), _essence(once, expectation) != _essence(twice, expectation)


def _essence(changes: list[Change], expectation: Expectation) -> list[Change]:
    """The changes without what may be anything: that a thing was saved twice shows only in times and counters."""
    plain = []
    for change in changes:
        free = expectation.free_columns(change)
        kept = {name: value for name, value in (change.new or {}).items() if name not in {*free, *change.incidental}}
        plain.append(replace(change, new=kept))
    return plain


def vandalise(world: World, touched: list[Change], rng: Rng) -> str:
    """Edits one row that nobody asked about; tells which, or an empty text if there is none."""
    universe = world.universe
    tables = [
        (site, table)
        for site in sorted(universe.blueprints)
        for table in universe.image(site).tables
        if universe.blueprints[site].incidental.get(table, frozenset()) is not None
    ]
    for site, table in rng.shuffled(tables):
        database = world.database(site)
        columns = database.rows("SELECT name, type, pk FROM pragma_table_info(?)", table)
        skip = universe.blueprints[site].incidental.get(table) or frozenset()
        texts = [one.name for one in columns if one.type == "TEXT" and not one.pk and one.name not in skip]
        keys = [one.name for one in columns if one.pk]
        mine = [change.key for change in touched if (change.site, change.table) == (site, table)]
        for row in database.rows(f'SELECT * FROM "{table}" ORDER BY {", ".join(keys)} LIMIT 50'):
            key = tuple(row[name] for name in keys)
            for column in texts:
                if key in mine or not isinstance(row[column], str):
                    continue
                where = " AND ".join(f'"{name}" IS ?' for name in keys)
                try:
                    database.run(
                        f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', row[column] + " (vandalised)", *key
                    )
                except Exception:
                    continue  # a check of the schema forbids it; try another
                return f"{site}.{table}.{column} of {key}"
    return ""


def with_answer(evidence: Evidence, answer: str) -> Evidence:
    return replace(evidence, answer=answer, infeasible=None)


def _drawn(episode: Episode) -> DrawnTask:
    if not isinstance(episode.task, DrawnTask):
        raise TypeError(f"{episode.task.id} is not drawn from a template")
    return episode.task


async def _end(episode: Episode, action: Action) -> Verdict:
    step = await episode.act(action)
    assert step.verdict is not None, "an ending ends"
    return step.verdict


def _finished(episode: Episode) -> Verdict:
    if episode.verdict is None:
        raise Lost(f"{episode.task.id} was left unfinished")
    return episode.verdict
