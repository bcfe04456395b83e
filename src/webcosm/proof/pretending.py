"""What impostors do who play. What scores for one of them is a fault of the task, not a success."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from webcosm.act import Action
from webcosm.act import catalogue as do
from webcosm.agents.oracle import EpisodeActor
from webcosm.env import Episode
from webcosm.judge.obstacle import Reason
from webcosm.judge.state import Expectation
from webcosm.judge.verdict import Verdict
from webcosm.lore import Rng
from webcosm.proof.impostors import RIVALS
from webcosm.proof.runs import world_of
from webcosm.sites import host_of
from webcosm.tasks import DrawnTask, Kind, Lost, Person, Template
from webcosm.worlds import Change, Universe, World

__all__ = [
    "ENDINGS",
    "another",
    "applies_again",
    "does_all_but_the_ending",
    "ends",
    "peeks",
    "right_outcome",
    "scribbles",
    "solves_another",
    "text_of",
    "vandalise",
]

ENDINGS = ("answer", "stop", "report_infeasible")
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
            seen.append(text_of(episode))
        if step.verdict is not None:
            return step.verdict
    return await ends(episode, do.answer(" ".join(seen)[:5_000]))


def text_of(episode: Episode) -> str:
    """All text of the page that the agent was shown last."""
    seen = episode.observation
    if seen is None or seen.view is None:
        return ""  # a dialog covers the page, or the browser is lost
    return " ".join(one.name for one in seen.view if one.role == "StaticText")


async def solves_another(episode: Episode, parameters: Any) -> Verdict:
    """Does the right thing to the wrong thing: the oracle with another task's parameters."""
    await _drawn(episode).family.solve(Person(EpisodeActor(episode)), parameters)
    if episode.verdict is None:
        raise Lost(f"{episode.task.id} was left unfinished")
    return episode.verdict


def another(universe: Universe, task: DrawnTask) -> Any:
    """Parameters of the same template whose right outcome differs; None if there are none."""
    family = task.family
    if not family.achievable:
        return None
    right = right_outcome(task, universe)
    with universe.open() as world:
        pool = family.pool(world)
    for other in Rng("wrong entity", task.id, task.seed).shuffled(pool)[:RIVALS]:
        with world_of(family, other, universe) as world:
            if other != task.parameters and _outcome(family, world, other) != right:
                return other
    return None


def right_outcome(task: DrawnTask, universe: Universe) -> str:
    """What the right outcome of a task is, as text; equal texts mean that two tasks are the same in the end."""
    with task.open_first(universe) as world:
        return _outcome(task.family, world, task.parameters)


def _outcome(family: Template[Any], world: World, parameters: Any) -> str:
    if not family.achievable:
        obstacle = family.obstacle(world, parameters)
        # Whoever lacks a permission lacks it whatever a task is about, and may say so in the same words.
        return str(obstacle.reason if obstacle.reason is Reason.NO_PERMISSION else obstacle)
    if family.kind is Kind.ASK:
        return str(family.answer(world, parameters))
    if family.kind is Kind.GO:
        return str(family.page(world, parameters))
    return str(
        [
            (rule, {name: getattr(value, "__doc__", value) for name, value in rule.values.items()})
            for rule in family.expect(world, parameters).required
        ]
    )


async def does_all_but_the_ending(episode: Episode) -> Action:
    """Does the task as its oracle would; returns the action that would end it."""
    task = _drawn(episode)
    actor = _HeldBack(episode)
    await task.family.solve(Person(actor), task.parameters)
    return actor.held[-1] if actor.held else do.stop()


async def applies_again(episode: Episode, ending: Action) -> tuple[Action, bool]:
    """Does all of a task again that is done but for its ending.

    Returns the ending, and whether the second time made a difference that the task speaks of.
    """
    task = _drawn(episode)
    once = episode.world.changes()
    actor = EpisodeActor(episode)
    for address in task.start:
        await actor.perform(do.goto(address))
    try:
        ending = await does_all_but_the_ending(episode)
    except Lost:
        pass  # what was done cannot be done again, which is as well
    with task.open_judged(episode.world.universe, episode.world.happenings) as first:
        expectation = task.family.expect(first, task.parameters).resolved(once)
        return ending, _essence(once, expectation) != _essence(episode.world.changes(), expectation)


def _essence(changes: list[Change], expectation: Expectation) -> list[Change]:
    """The changes without what may be anything: that a thing was saved twice shows only in times and counters."""
    plain = []
    for change in changes:
        free = expectation.free_columns(change)
        kept = {name: value for name, value in (change.new or {}).items() if name not in {*free, *change.incidental}}
        plain.append(replace(change, new=kept))
    return plain


async def scribbles(episode: Episode) -> None:
    """Leaves a note that nobody asked for, in a tab of its own: the page where the task ends stays as it is."""
    person = Person(EpisodeActor(episode))
    await person.move(do.new_tab(f"http://{host_of('notes')}/new"))
    await person.fill("Title", "Nobody asked for this")
    await person.click("Save note", role="button")
    await person.move(do.tab_close())


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
        trails = [trail.columns for trail in universe.blueprints[site].trails if trail.table == table]
        skip = frozenset().union(universe.blueprints[site].incidental.get(table) or (), *trails)
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


def _drawn(episode: Episode) -> DrawnTask:
    if not isinstance(episode.task, DrawnTask):
        raise TypeError(f"{episode.task.id} is not drawn from a template")
    return episode.task


async def ends(episode: Episode, action: Action) -> Verdict:
    """Ends the episode, unless a limit has done so already."""
    if episode.verdict is None:
        await episode.act(action)
    assert episode.verdict is not None, "an ending ends"
    return episode.verdict
