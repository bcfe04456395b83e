"""A task drawn from a template: one goal in one universe."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from webcosm.judge.answer_types.form import Form
from webcosm.judge.evidence import Evidence
from webcosm.judge.verdict import Verdict
from webcosm.observe.page import PageReader
from webcosm.tasks.events import fire
from webcosm.tasks.task import Goal, Scene, Task, hosts_of
from webcosm.tasks.template import Kind, Template
from webcosm.worlds import PAGE_NUMBER, Happening, Preparation, Universe, World, WorldState, agents_changes

__all__ = ["HINTS", "DrawnTask", "gather_evidence"]

HINTS: Mapping[str, Callable[[Template[Any], World, Any], str]] = {
    "plan": lambda family, world, p: family.plan(world, p),
    "facts": lambda family, world, p: family.facts(world, p),
}
"""What may be told beside the goal, to find out why agents fail."""
FIELDS = (
    "textbox",
    "searchbox",
    "spinbutton",
    "combobox",
    "Date",
    "InputTime",
    "DateTime",
    "checkbox",
    "radio",
    "switch",
)


@dataclass
class DrawnTask(Task):
    """Template, universe and seed. The same everywhere; drawn when the universe is at hand."""

    template: Template[Any] | None = None
    parameters: Any = None
    goal: str = ""
    pictures: tuple[bytes, ...] = ()
    form: Form | None = None
    """What an answer looks like, if one is asked for."""
    accounts: Mapping[str, str | None] = field(default_factory=dict)
    hint: str = ""
    """``plan`` or ``facts`` if the agent is told that beside the goal."""
    state: WorldState = field(default_factory=WorldState)
    """How its world begins, but for the accounts."""
    preparation: Preparation | None = field(default=None, repr=False)
    """The rows that the template put in; held here so that the universe does not forget them."""
    _home: weakref.ref[Universe] | None = field(default=None, repr=False, compare=False)
    """Where they were put in."""

    @classmethod
    def of(cls, template: type[Template[Any]], seed: int, universe: int, hint: str = "") -> DrawnTask:
        if hint and hint not in HINTS:
            raise ValueError(f"there is no hint {hint!r}; there are {', '.join(HINTS)}")
        one = template()
        return cls(id=one.id, seed=seed, universe=universe, template=one, max_steps=one.max_steps, hint=hint)

    @property
    def family(self) -> Template[Any]:
        assert self.template is not None, "a drawn task has a template"
        return self.template

    def prepare(self, universe: Universe) -> None:
        if self.parameters is None:
            with universe.open() as world:
                self.parameters, self.goal = self.family.draw(world, self.seed)
            self.start = self.family.start_pages()
        elif self._home is not None and self._home() is universe:
            return
        self.state = universe.prepare(
            lambda world: self.family.prepare(world, self.parameters), WorldState(seed=self.seed)
        )
        self.preparation = universe.preparation(self.state.prepared)
        self._home = weakref.ref(universe)
        with self.open_first(universe) as world:
            self.pictures = self.family.pictures(world, self.parameters)
            self.accounts = self.family.accounts_in(world)
            self.form = self.family.form(world, self.parameters)

    @property
    def hosts(self) -> tuple[str, ...]:
        from webcosm.sites import host_of  # loads every site; whoever only lists tasks needs none

        return (*(host_of(site) for site in self.family.sites), *hosts_of(self.family.start_pages()))

    def first_state(self) -> WorldState:
        return replace(self.state, accounts=dict(self.accounts), switches=dict(self.state.switches))

    def open_first(self, universe: Universe) -> World:
        """A world as the task finds it, with nothing of the agent's in it."""
        self.prepare(universe)
        return universe.open(WorldState(prepared=self.state.prepared))

    def open_judged(self, universe: Universe, happenings: Sequence[Happening]) -> World:
        """A world as it would be without the agent: as the task finds it, with what happened meanwhile in it."""
        world = self.open_first(universe)
        world.relive(happenings)
        return world

    async def begin(self, scene: Scene) -> Goal:
        scene.world.served.begin()
        return Goal(self.goal, self.pictures, self.hint_text(scene.world.universe), self.form)

    def hint_text(self, universe: Universe) -> str:
        """The plan or the facts, if a hint was asked for."""
        if not self.hint:
            return ""
        with self.open_first(universe) as world:
            return HINTS[self.hint](self.family, world, self.parameters)

    def hear(self, scene: Scene, message: str) -> str:
        with self.open_judged(scene.world.universe, scene.world.happenings) as world:
            user = self.family.user(world, self.parameters)
            return user.reply(message, scene.said) if user is not None else ""

    def happen(self, scene: Scene) -> Sequence[Happening]:
        if type(self.family).events is Template.events:
            return ()
        with self.open_judged(scene.world.universe, scene.world.happenings) as world:
            events = self.family.events(world, self.parameters)
        return fire(events, scene.world, scene.steps)

    async def judge(self, scene: Scene) -> Verdict:
        evidence = await gather_evidence(scene)
        return self.score(scene.world.universe, evidence)

    @property
    def speaks_for_itself(self) -> bool:
        return self.family.achievable and self.family.kind is not Kind.ASK

    def score(self, universe: Universe, evidence: Evidence) -> Verdict:
        """The verdict on evidence alone; `webcosm report --rescore` calls this without any browser."""
        with self.open_judged(universe, evidence.happenings) as world:
            verdict = self.family.judge(world, self.parameters, self.goal, evidence)
        verdict.extra["evidence"] = evidence.to_json()
        return verdict

    def to_json(self) -> dict[str, Any]:
        """What a record keeps of the task."""
        return {
            "id": self.id,
            "seed": self.seed,
            "universe": self.universe,
            "goal": self.goal,
            "parameters": asdict(self.parameters) if self.parameters is not None else None,
            "revision": self.family.revision,
            **({"level": self.family.level, "dials": self.family.dials.to_json()} if self.family.level else {}),
            **({"hint": self.hint} if self.hint else {}),
        }


async def gather_evidence(scene: Scene) -> Evidence:
    """Reads the scene without touching it."""
    tab = scene.window.tab
    title, text = "", ""
    fields: dict[str, str] = {}
    if tab.dialog is None:
        session = await tab.second_session()  # the agent's reader keeps its element ids
        view = await tab.guard(PageReader(session, tab.target).look())
        await session.detach()
        title = view.title
        text = " ".join(element.name for element in view if element.role == "StaticText")
        for element in view:
            if element.role in FIELDS and element.name:
                ticked = element.states.get("checked")
                fields.setdefault(element.name, str(ticked) if ticked is not None else element.value or "")
    return Evidence(
        changes=agents_changes(scene.world.changes(), scene.world.history, scene.world.happenings),
        answer=scene.ending.answer,
        infeasible=scene.ending.infeasible,
        url=tab.url,
        title=title,
        text=text,
        fields=fields,
        steps=tuple(scene.world.history),
        page=scene.world.served.numbered(tab.document.headers.get(PAGE_NUMBER, "")) if tab.document else None,
        pages_opened=scene.world.served.opened,
        happenings=tuple(scene.world.happenings),
        chat=tuple(scene.said),
    )
