"""What every dialect makes of a text: statements, each standing for calls or for the reason why it stands for none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from webcosm.act.errors import ActionError

__all__ = ["Call", "Draft", "draft"]


@dataclass(frozen=True)
class Call:
    """An action's name and arguments as written, not yet checked."""

    name: str
    positional: tuple[object, ...] = ()
    keywords: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Draft:
    """One statement of a text."""

    source: str
    calls: tuple[Call, ...] = ()
    fault: ActionError | None = None
    stray: bool = False
    """The text is no attempt at a statement, but words between statements."""


def draft(source: str, read: Callable[[], Iterable[Call]]) -> Draft:
    """A statement whose calls ``read`` finds; if it raises, the draft carries the error."""
    try:
        return Draft(source, tuple(read()))
    except ActionError as error:
        return Draft(source, fault=error)
