"""Families with four levels: written once, played as four templates that differ in how far the dials are turned up.

A family is a class that extends :class:`Levelled` and names itself with `family` instead of `id`. Its methods read
``self.dials``. Four templates come of it, ``<family>.1`` to ``<family>.4``, which are listed, proven, recorded and
reported as any other; ``webcosm run arena.hard.refund-returns`` plays all four.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Sequence
from types import MethodType
from typing import Any, ClassVar, TypeVar

from webcosm.tasks.dials import Dials, Skill
from webcosm.tasks.template import Difficulty, Template, TemplateError

__all__ = ["LEVELS", "Levelled", "at_levels", "family_of"]

P = TypeVar("P")
LEVELS = (1, 2, 3, 4)
FAMILY_ID = re.compile(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+")


class Levelled(Template[P], ABC):
    """A family with four levels. `P` is a frozen dataclass of parameters."""

    family: ClassVar[str]
    """``suite.group.family``; the templates' ids have the level behind it."""
    levels: ClassVar[tuple[Dials, Dials, Dials, Dials]]
    """The dials of levels 1 to 4, frozen: scores are compared by them. Each level turns up at least one further."""
    actions: ClassVar[tuple[int, int, int, int]]
    """What the oracle needs at each level, the action that ends the episode among them."""
    skills: ClassVar[tuple[Skill, ...]]
    """What makes it hard: the first is the main one."""
    twin_family: ClassVar[str] = ""
    """The family that reads alike and can be achieved (or not) where this one cannot (or can)."""

    ways: ClassVar[tuple[Any, ...]] = ()
    shortcuts: ClassVar[tuple[Any, ...]] = ()
    """As those of other templates, but methods of the family, so that they know the dials."""

    def __init__(self) -> None:
        for name in ("ways", "shortcuts"):
            setattr(self, name, tuple(MethodType(one, self) for one in getattr(type(self), name)))

    @property
    def max_steps(self) -> int:
        """Room for detours, and for looking at every row."""
        return max(30, 3 * self.difficulty.actions + 4 * self.dials.rows)

    @property
    def drawn_as(self) -> str:
        """Each level draws for itself."""
        return self.id

    def __init_subclass__(cls, **keywords: Any) -> None:
        if "family" in cls.__dict__:
            _check(cls)
        super().__init_subclass__(**keywords)


def _check(cls: type[Levelled[Any]]) -> None:
    missing = [name for name in ("levels", "actions", "skills", "kind", "goals", "sites") if not hasattr(cls, name)]
    if missing:
        raise TemplateError(f"{cls.__name__} ({cls.family}) lacks {', '.join(missing)}")
    if not FAMILY_ID.fullmatch(cls.family):
        raise TemplateError(f"{cls.family!r} is no family; write it like arena.hard.refund-returns")
    for name in ("levels", "actions"):
        if len(getattr(cls, name)) != len(LEVELS):
            raise TemplateError(f"{cls.family} has {len(getattr(cls, name))} {name}; a family has {len(LEVELS)}")
    if not cls.skills:
        raise TemplateError(f"{cls.family} names no skill; there are {', '.join(Skill)}")
    for number, (lower, higher) in enumerate(zip(cls.levels, cls.levels[1:], strict=False), 1):
        before, after = lower.to_json(), higher.to_json()
        if any(after.get(name, 0) < value for name, value in before.items()) or before == after:
            raise TemplateError(f"{cls.family}: level {number + 1} {after} is no step up from {before}")
    longest = max(cls.goals, key=_sentences)
    if _sentences(longest) > 4:
        raise TemplateError(f"{cls.family}: a goal has at most four sentences: {longest!r}")


def _sentences(text: str) -> int:
    return len(re.findall(r"[.!?…](?=\s|$|[”\"])", text))


def at_levels(family: type[Levelled[Any]]) -> Sequence[type[Template[Any]]]:
    """The four templates of a family; the same classes whenever it is asked."""
    made: Sequence[type[Template[Any]]] | None = family.__dict__.get("_templates")
    if made is None:
        made = tuple(_at(family, level) for level in LEVELS)
        family._templates = made  # type: ignore[attr-defined]
    return made


def _at(family: type[Levelled[Any]], level: int) -> type[Template[Any]]:
    own = {
        "id": f"{family.family}.{level}",
        "level": level,
        "dials": family.levels[level - 1],
        "difficulty": Difficulty(family.actions[level - 1], skills=family.skills),
        "twin": f"{family.twin_family}.{level}" if family.twin_family else "",
        "__doc__": family.__doc__,
        "__module__": family.__module__,
    }
    return type(f"{family.__name__}{level}", (family,), own)


def family_of(task_id: str) -> str:
    """The family of a template's id: the id itself, but for the level behind it."""
    return re.sub(r"\.[1-4]$", "", task_id)
