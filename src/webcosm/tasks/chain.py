"""Longer tasks made of shorter ones: a sequence of templates, done in one episode."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from webcosm.act.actions import Action
from webcosm.judge.evidence import Evidence
from webcosm.judge.state import Allow, Delete, Expectation, Rule, Update
from webcosm.judge.verdict import Check
from webcosm.tasks.person import Person
from webcosm.tasks.template import Difficulty, EmptyPool, Kind, Template, TemplateError, Way
from webcosm.worlds import Change, World

if TYPE_CHECKING:
    from webcosm.judge.answers import Answer
    from webcosm.judge.page import PageShows

__all__ = ["Chain", "Steps", "in_order"]

ENDINGS = ("answer", "report_infeasible", "stop")
HEAD = "I have a few things for you:"


@dataclass(frozen=True)
class Steps:
    """The parameters of each part, in order."""

    parts: tuple[Any, ...]


class Chain(Template[Steps]):
    """A template whose tasks are those of its parts, one after the other.

    Parts before the last must be of kind DO: an answer and a final page are judged at the end, where there is one of
    each. What the last part asks about must not be what an earlier part changes, for answers are computed from the
    world's first state; the oracle's run shows whether that holds.
    """

    parts: ClassVar[tuple[type[Template[Any]], ...]]

    def __init_subclass__(cls, **keywords: Any) -> None:
        _check_parts(cls)
        last = cls.parts[-1]
        cls.kind = last.kind
        cls.sites = tuple(dict.fromkeys(site for part in cls.parts for site in part.sites))
        cls.start = cls.parts[0].start
        cls.accounts = _together(cls.__name__, [part.accounts for part in cls.parts])
        # One ending is left of all, and each part but the first begins with going to its start.
        cls.difficulty = Difficulty(
            actions=sum(part.difficulty.actions for part in cls.parts),
            visual=max(part.difficulty.visual for part in cls.parts),
        )
        # For lists of templates; the wording of a task is made of its parts' in word().
        about = [(inspect.getdoc(part) or part.id).splitlines()[0] for part in cls.parts]
        cls.goals = ("\n".join([HEAD, *(f"{number}. {text}" for number, text in enumerate(about, 1))]),)
        super().__init_subclass__(**keywords)

    @classmethod
    def start_pages(cls) -> tuple[str, ...]:
        return cls.parts[0].start_pages()

    def __init__(self) -> None:
        self.members = [part() for part in self.parts]

    def pool(self, world: World) -> Sequence[Steps]:
        """As many combinations as the largest pool of a part has members; each part goes round in its own."""
        pools = [member.shuffled_pool(world) for member in self.members]
        return [self._combine(world, pools, seed) for seed in range(max(len(pool) for pool in pools))]

    def draw(self, world: World, seed: int) -> tuple[Steps, str]:
        p = self._combine(world, [member.shuffled_pool(world) for member in self.members], seed)
        return p, self.word(world, p, seed)

    def _combine(self, world: World, pools: Sequence[Sequence[Any]], seed: int) -> Steps:
        """Each part's own draw of this seed, moved on where it would touch a row that an earlier part touches."""
        drawn: list[Any] = []
        taken: set[tuple[object, ...]] = set()
        for member, pool in zip(self.members, pools, strict=True):
            for offset in range(len(pool)):
                p = pool[(seed + offset) % len(pool)]
                rows = _rows(member.expect(world, p))
                if p not in drawn and not rows & taken:
                    break
            else:
                raise EmptyPool(f"{self.id}: all of {member.id} touches rows that earlier parts change")
            drawn.append(p)
            taken |= rows
        return Steps(tuple(drawn))

    def word(self, world: World, p: Steps, seed: int) -> str:
        steps = [member.word(world, one, seed) for member, one in zip(self.members, p.parts, strict=True)]
        return "\n".join([HEAD, *(f"{number}. {text}" for number, text in enumerate(steps, 1))])

    def prepare(self, world: World, p: Steps) -> None:
        for member, one in zip(self.members, p.parts, strict=True):
            member.prepare(world, one)

    def accounts_in(self, world: World) -> Mapping[str, str | None]:
        return _together(self.id, [member.accounts_in(world) for member in self.members])

    def expect(self, world: World, p: Steps) -> Expectation:
        required: list[Rule] = []
        allowed: list[Allow] = []
        conditions: dict[str, Callable[[Sequence[Change]], bool]] = {}
        never: dict[str, Callable[[Change], bool]] = {}
        for number, (member, one) in enumerate(zip(self.members, p.parts, strict=True), 1):
            expectation = member.expect(world, one)
            required += [replace(rule, name=f"{number}. {rule.label}") for rule in expectation.required]
            allowed += expectation.allowed
            conditions |= {f"{number}. {name}": check for name, check in expectation.conditions.items()}
            never |= {f"{number}. {name}": happens for name, happens in expectation.never.items()}
        return Expectation(required, allowed, conditions, never)

    def answer(self, world: World, p: Steps) -> Answer:
        return self.members[-1].answer(world, p.parts[-1])

    def page(self, world: World, p: Steps) -> PageShows:
        return self.members[-1].page(world, p.parts[-1])

    def ending_checks(self, world: World, p: Steps, goal: str, evidence: Evidence) -> list[Check]:
        checks = super().ending_checks(world, p, goal, evidence)
        return [replace(check, name=f"{len(self.parts)}. {check.name}") for check in checks]

    async def solve(self, person: Person, p: Steps) -> None:
        await _solve_parts(person, self.parts, p, range(len(self.parts)))

    @classmethod
    def parameter_schema(cls) -> dict[str, Any]:
        parts = {
            "type": "array",
            "prefixItems": [part.parameter_schema() for part in cls.parts],
            "minItems": len(cls.parts),
            "maxItems": len(cls.parts),
        }
        return {
            "type": "object",
            "properties": {"parts": parts},
            "required": ["parts"],
            "additionalProperties": False,
        }


def in_order(parts: Sequence[type[Template[Any]]], order: Sequence[int]) -> Way:
    """A chain's parts in another order, from 0; the one that ends the task comes last. For :attr:`Template.ways`."""

    async def parts_in_another_order(person: Person, p: Steps) -> None:
        await _solve_parts(person, parts, p, order)

    return parts_in_another_order


async def _solve_parts(person: Person, parts: Sequence[type[Template[Any]]], p: Steps, order: Sequence[int]) -> None:
    """The first part of a chain begins where the chain does; to all others one has to go."""
    for number in order:
        if number or order[0]:
            await person.goto(parts[number].start_pages()[0])
        await parts[number]().solve(person if number == order[-1] else _Continuing(person), p.parts[number])


class _Continuing(Person):
    """Somebody who has more to do: what would end the episode is left out."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.actor)
        self.moves = person.moves

    async def move(self, action: Action) -> None:
        if action.name not in ENDINGS:
            await super().move(action)


def _rows(expectation: Expectation) -> set[tuple[object, ...]]:
    """The rows that are required to change. Inserted ones get keys of their own, so they are in nobody's way."""
    return {(rule.site, rule.table, rule.key) for rule in expectation.required if isinstance(rule, Update | Delete)}


def _check_parts(chain: type[Chain]) -> None:
    parts = getattr(chain, "parts", ())
    if len(parts) < 2:
        raise TemplateError(f"{chain.__name__} has {len(parts)} parts; a chain has at least two")
    for number, part in enumerate(parts, 1):
        if not part.achievable:
            raise TemplateError(f"{chain.__name__}: part {number}, {part.id}, cannot be achieved")
        if part.kind is not Kind.DO and number < len(parts):
            raise TemplateError(
                f"{chain.__name__}: part {number}, {part.id}, is of kind {part.kind}; only the last may be, for"
                " its answer or page is judged at the end"
            )


def _together(chain: str, accounts: Sequence[Mapping[str, str | None]]) -> dict[str, str | None]:
    """Who is signed in where for all parts."""
    together: dict[str, str | None] = {}
    for part in accounts:
        for site, account in part.items():
            if together.setdefault(site, account) != account:
                raise TemplateError(f"{chain}: its parts need different accounts at {site}")
    return together
