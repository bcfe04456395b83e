"""Templates: families of tasks. Everything about a family stands in one class.

A template says which parameters there are (`pool`), what counts as done (`answer`, `page` or `expect`) and how a person
would do it (`solve`). See docs/write-a-task.md for a walk through one of each kind.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, is_dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, get_type_hints

from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Expectation
from webcosm.judge.verdict import Check, Verdict
from webcosm.lore import Rng
from webcosm.tasks.dials import Dials, Skill
from webcosm.worlds import World, WorldState

if TYPE_CHECKING:
    from webcosm.judge.answers import Answer, Form
    from webcosm.judge.obstacle import Obstacle
    from webcosm.judge.page import PageShows
    from webcosm.tasks.events import Event
    from webcosm.tasks.person import Person
    from webcosm.tasks.user import User

__all__ = ["Difficulty", "EmptyPool", "Kind", "Template", "TemplateError", "Way"]

P = TypeVar("P")
Way: TypeAlias = "Callable[[Person, Any], Awaitable[None]]"
"""Another right way than the oracle's: does the task to its end, as :meth:`Template.solve` does."""
JSON_TYPES: Mapping[type, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


class Kind(StrEnum):
    ASK = "ask"
    """Find out something and answer."""
    GO = "go"
    """End on a certain page."""
    DO = "do"
    """Change something."""


class TemplateError(Exception):
    """A template that is not put together rightly; the message names it and says what is wrong."""


class EmptyPool(LookupError):
    """No parameters fit in this universe, so there is no task."""


@dataclass(frozen=True)
class Difficulty:
    """How hard a task is."""

    actions: int
    """Actions that a person needs, the one that ends the episode among them."""
    visual: int = 0
    """0: text is enough; 1: a colour or a shape must be seen; 2: a detail; 3: several pictures compared."""
    skills: tuple[Skill, ...] = ()
    """What makes it hard, beside its length."""

    def __post_init__(self) -> None:
        for skill in self.skills:
            Skill(skill)  # a word that is none is refused with its name

    @property
    def level(self) -> str:
        return "easy" if self.actions <= 3 else "medium" if self.actions <= 8 else "hard"


class Template(ABC, Generic[P]):
    """A family of tasks. `P` is a frozen dataclass of parameters."""

    id: ClassVar[str]
    """``suite.site.family``"""
    kind: ClassVar[Kind]
    goals: ClassVar[tuple[str, ...]]
    """Wordings with ``{parameter}`` slots; all mean the same."""
    sites: ClassVar[tuple[str, ...]]
    difficulty: ClassVar[Difficulty]
    start: ClassVar[tuple[str, ...]] = ()
    """Addresses open at the beginning; the first site's front page if empty."""
    accounts: ClassVar[Mapping[str, str | None]] = {}
    """Who is signed in where, if not the site's default account; see also :meth:`accounts_in`. At
    a site that is named here the portal tells no other account's password."""
    alone: ClassVar[tuple[str, ...]] = ()
    """Sites with their default account, of which the portal tells no other account's password either."""
    achievable: ClassVar[bool] = True
    """False: the right thing is to report that it cannot be done."""
    twin: ClassVar[str] = ""
    """Id of the template that reads alike and is achievable (or not) where this one is not (or is)."""
    ways: ClassVar[tuple[Way, ...]] = ()
    """Other right ways: functions like :meth:`solve`, but for ``self``; each is played and must succeed too."""
    shortcuts: ClassVar[tuple[Way, ...]] = ()
    """Plausible but wrong ways, such as stopping half-way: each is played to its end and must fail."""
    level: ClassVar[int] = 0
    """1 to 4 in a family with levels (`tasks.levels`), else 0."""
    dials: ClassVar[Dials] = Dials()
    """How far each dial is turned up at this level."""
    revision: ClassVar[int] = 1
    """Raised when wording, pool or judgement changes, so that scores are not compared across."""

    # What an author writes --------------------------------------------------------------------------------------------

    @abstractmethod
    def pool(self, world: World) -> Sequence[P]:
        """All parameters that make a good task in this universe, in an order that the data decide."""

    def prepare(self, world: World, p: P) -> None:
        """Puts rows into the world's first state, through ``world.SITE``. What is written here is no change of the
        agent's, and all other methods but :meth:`pool` see it. Must write the same whenever it is called."""

    def answer(self, world: World, p: P) -> Answer:
        """ASK: the expected answer, computed from the world's first state."""
        raise TemplateError(f"{self.id} asks but says no answer()")

    def page(self, world: World, p: P) -> PageShows:
        """GO: where the agent must end."""
        raise TemplateError(f"{self.id} goes but says no page()")

    def expect(self, world: World, p: P) -> Expectation:
        """DO: the changes that are required and allowed. Other kinds may allow incidental ones."""
        if self.kind is Kind.DO and self.achievable:
            raise TemplateError(f"{self.id} does but says no expect()")
        return Expectation()

    def obstacle(self, world: World, p: P) -> Obstacle:
        """If it cannot be achieved: what stands in the way, which the agent must report."""
        raise TemplateError(f"{self.id} cannot be achieved but says no obstacle()")

    def pictures(self, world: World, p: P) -> tuple[bytes, ...]:
        """PNG or JPEG files that go with the goal's words; most tasks have none."""
        return ()

    def user(self, world: World, p: P) -> User | None:
        """Who answers what the agent asks in the chat; None if nobody does."""
        return None

    def events(self, world: World, p: P) -> Sequence[Event]:
        """What happens meanwhile. :meth:`expect` and the others then see a world with its rows in it, in whose
        `happenings` it stands."""
        return ()

    def plan(self, world: World, p: P) -> str:
        """For `--hint plan`: how to go about it, without the facts; empty if there is no such hint."""
        return ""

    def facts(self, world: World, p: P) -> str:
        """For `--hint facts`: what is to be found out, without how to do it; empty if there is no such hint."""
        return ""

    @abstractmethod
    async def solve(self, person: Person, p: P) -> None:
        """The oracle: through the interface, as a person would."""

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        """Who is signed in where, if not the site's default account; to be overridden if only the world can tell."""
        from webcosm.sites import site_named  # loads every site; whoever only lists templates needs none

        return {**{site: site_named(site).default_username(world.lore) for site in self.alone}, **self.accounts}

    def form(self, world: World, p: P) -> Form | None:
        """ASK: what an answer looks like, which the agent is told. What cannot be achieved has its twin's form."""
        if self.kind is not Kind.ASK:
            return None
        return self.answer(world, p).form() if self.achievable else self._twin_form(world, p)

    def find_twin(self) -> type[Template[Any]]:
        from webcosm.tasks.registry import find_templates  # which imports this module

        return find_templates([self.twin])[0]

    def _twin_form(self, world: World, p: P) -> Form | None:
        """That of the twin's task whose parameters are most like these."""
        twin = self.find_twin()()
        mine = astuple(p)  # type: ignore[call-overload]  # parameters are dataclasses
        alike = max(twin.pool(world), key=lambda q: sum(a == b for a, b in zip(astuple(q), mine, strict=False)))
        state = world.universe.prepare(lambda other: twin.prepare(other, alike), WorldState())
        with world.universe.open(WorldState(prepared=state.prepared)) as own:
            return twin.form(own, alike)

    # What follows from it ---------------------------------------------------------------------------------------------

    @property
    def max_steps(self) -> int:
        """Room for detours: 30, or three times what a person needs."""
        return max(30, 3 * self.difficulty.actions)

    @property
    def drawn_as(self) -> str:
        """The id with which generators are made: the first that the family had, so that a new name changes no task."""
        from webcosm.tasks.registry import first_id  # which imports this module

        return first_id(self.id)

    @classmethod
    def start_pages(cls) -> tuple[str, ...]:
        from webcosm.sites import host_of  # loads every site; whoever only lists templates needs none

        return cls.start or (f"http://{host_of(cls.sites[0])}/",)

    def draw(self, world: World, seed: int) -> tuple[P, str]:
        """The parameters and the wording of a seed. Distinct seeds give distinct parameters until the pool is spent."""
        pool = self.shuffled_pool(world)
        p = pool[seed % len(pool)]
        return p, self.word(world, p, seed)

    def shuffled_pool(self, world: World) -> list[P]:
        """The pool in the order in which seeds draw from it."""
        pool = self.pool(world)
        if not pool:
            raise EmptyPool(f"{self.id}: nothing in universe {world.universe.seed} fits")
        return Rng(world.universe.seed, "draw", self.drawn_as).shuffled(pool)

    def word(self, world: World, p: P, seed: int) -> str:
        """The goal in the wording of a seed."""
        wording = self.goals[Rng(world.universe.seed, "wording", self.drawn_as, seed).integer(0, len(self.goals) - 1)]
        return wording.format_map(_Slots(self.id, p))

    def judge(self, world: World, p: P, goal: str, evidence: Evidence) -> Verdict:
        """The verdict on the evidence. `world` is as it would be without the agent: in its first state, but for the
        rows of what happened meanwhile."""
        expected = self.expect(world, p)
        checks, collateral = expected.checks(evidence.changes, evidence.steps, world.universe.without_trails)
        if not self.achievable:
            # Whoever answers that there is none, and why, has said as much as whoever reports it.
            report = evidence.answer if evidence.infeasible is None else evidence.infeasible
            checks += self.obstacle(world, p).checks(report, goal)
            # A name from the goal and a kind of reason can be guessed; whoever did not look does not know.
            looked = evidence.pages_opened > 0
            checks.append(Check("looked before reporting", looked, f"opened {evidence.pages_opened} other pages"))
        else:
            checks.append(Check("not reported as infeasible", evidence.infeasible is None, evidence.infeasible or ""))
            checks += self.ending_checks(world, p, goal, evidence)
        user = self.user(world, p)
        if user is not None:
            checks += user.checks(evidence.chat)
        # An answer or a page is right or not: before that, nothing is done.
        progress = expected.progress(evidence.changes) if self.achievable and self.kind is Kind.DO else 0.0
        verdict = Verdict.of(checks, collateral, progress=progress)
        if user is not None:
            verdict.extra["questions"] = user.tally(evidence.chat)
        return verdict

    def ending_checks(self, world: World, p: P, goal: str, evidence: Evidence) -> list[Check]:
        """ASK and GO: the checks on the answer or on the page where the agent ended."""
        if self.kind is Kind.ASK:
            seen = self.answer(world, p).with_context(goal).compare(evidence.answer or "")
            return [Check("answer", seen.accepted, f"{evidence.answer!r}: {seen.reason}")]
        return self.page(world, p).checks(evidence) if self.kind is Kind.GO else []

    @classmethod
    def parameter_schema(cls) -> dict[str, Any]:
        """JSON Schema of the parameters."""
        kind = cls._parameters()
        hints = get_type_hints(kind)
        properties = {one.name: {"type": JSON_TYPES.get(hints[one.name], "string")} for one in fields(kind)}
        return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}

    @classmethod
    def _parameters(cls) -> Any:
        for base in getattr(cls, "__orig_bases__", ()):
            for argument in getattr(base, "__args__", ()):
                if is_dataclass(argument):
                    return argument
        raise TemplateError(f"{cls.__name__} must be declared as Template[Parameters] with a dataclass")

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if ABC in cls.__bases__ or "id" not in cls.__dict__:
            return  # a common base of several templates
        missing = [name for name in ("kind", "goals", "sites", "difficulty") if not hasattr(cls, name)]
        if missing:
            raise TemplateError(f"{cls.__name__} ({cls.id}) lacks {', '.join(missing)}")
        if not re.fullmatch(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+", cls.id):
            raise TemplateError(f"{cls.id!r} is no template id; write it like arena.shop.last-purchase")
        if not cls.goals:
            raise TemplateError(f"{cls.id} has no wording")
        known = {one.name for one in fields(cls._parameters())}
        for goal in cls.goals:
            for slot in re.findall(r"{(\w+)", goal):
                if slot not in known:
                    raise TemplateError(f"{cls.id}: the goal names {{{slot}}}; parameters: {', '.join(sorted(known))}")
        if not cls.achievable and not cls.twin:
            raise TemplateError(f"{cls.id} cannot be achieved; name the achievable twin that reads alike")
        if not cls.achievable and cls.obstacle is Template.obstacle:
            raise TemplateError(f"{cls.id} cannot be achieved; say with obstacle() what stands in the way")


class _Slots(dict[str, Any]):
    """The goal's slots, filled from the parameters."""

    def __init__(self, template: str, parameters: Any) -> None:
        super().__init__({one.name: getattr(parameters, one.name) for one in fields(parameters)})
        self.template = template

    def __missing__(self, name: str) -> str:
        raise TemplateError(f"{self.template}: the goal names {{{name}}}, which is no parameter")
