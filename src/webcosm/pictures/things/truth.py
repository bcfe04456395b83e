"""What a picture shows, as data: frozen dataclasses whose fields say what they accept.

A field's rule stands beside it, so that one reading and one check serve every kind of picture, and the documentation
can list what there is. All of it can be written as JSON and read back.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

__all__ = ["RULE", "Accepts", "Facts"]

_NEEDED: Any = dataclasses.MISSING
RULE = "rule"


@dataclass(frozen=True, slots=True)
class Accepts:
    """What a field takes: in words for people, and as a check that gives the value as it is kept."""

    words: str
    kind: str
    """``choice``, ``colour``, ``number``, ``words``, ``flag``, ``values`` or ``facts``."""
    options: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    """The longest text, for words."""
    many: bool = False
    least: int = 0
    most: int = 0
    """How many entries there may be."""
    whole: bool = True
    none: bool = False
    """Whether None is accepted: the thing has none of it."""
    of: type[Facts] | None = None

    def checked(self, value: object, where: str) -> Any:
        if value is None and self.none:
            return None
        if not self.many:
            return self._one(value, where)
        if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
            raise ValueError(f"{where} is {value!r}: a list is accepted, of {self.words}")
        if not self.least <= len(value) <= self.most:
            raise ValueError(f"{where} has {len(value)} entries: {self.least} to {self.most} are accepted")
        kept = tuple(self._one(entry, f"{where}[{index}]") for index, entry in enumerate(value))
        if self.kind == "choice" and len(set(kept)) < len(kept):
            raise ValueError(f"{where} is {value!r}: each name is accepted once")
        return kept

    def _one(self, value: object, where: str) -> Any:
        if self.of is not None:
            if isinstance(value, self.of):
                return value
            if not isinstance(value, Mapping):
                raise ValueError(f"{where} is {value!r}: {self.words} is accepted, as a mapping")
            return self.of.read(value, where)
        if self.kind == "form":  # the thing checks it, as only its shape knows the names
            if not isinstance(value, Mapping | tuple):
                raise ValueError(f"{where} is {value!r}: accepted is {self.words}")
            return tuple(sorted(dict(value).items()))
        if self.kind == "flag":
            ok = isinstance(value, bool)
        elif self.kind in ("number", "values"):
            ok = isinstance(value, int if self.whole else int | float) and not isinstance(value, bool)
            ok = ok and self.low <= value <= self.high  # type: ignore[operator]
        elif self.kind == "words":
            ok = isinstance(value, str) and len(value) <= self.high
        else:
            ok = isinstance(value, str) and value in self.options
        if not ok:
            raise ValueError(f"{where} is {value!r}: accepted is {self.words}")
        return value


class Facts:
    """What is known of a thing. Checked when it is made, whether from JSON or in Python."""

    __slots__ = ()
    noun: ClassVar[str] = ""

    @classmethod
    def called(cls) -> str:
        return cls.noun or cls.__name__.lower()

    @classmethod
    def rules(cls) -> dict[str, Accepts]:
        """Field names and what they accept."""
        return {each.name: each.metadata[RULE] for each in dataclasses.fields(cls)}  # type: ignore[arg-type]

    @classmethod
    def needed(cls) -> tuple[str, ...]:
        """Fields that have no default."""
        return tuple(each.name for each in dataclasses.fields(cls) if each.default is _NEEDED)  # type: ignore[arg-type]

    @classmethod
    def read(cls, given: Mapping[str, Any], where: str = "look") -> Self:
        """The facts that a mapping (from JSON) holds, or a ValueError that names what is wrong with it."""
        rules = cls.rules()
        for key in given:
            if key not in rules:
                raise ValueError(f"unknown key {key!r} in {where} ({cls.called()}): accepted are {', '.join(rules)}")
        for key in cls.needed():
            if key not in given:
                raise ValueError(f"{where} ({cls.called()}) lacks {key!r}: {rules[key].words}")
        return cls(**{key: rules[key].checked(value, f"{where}[{key!r}]") for key, value in given.items()})

    def __post_init__(self) -> None:
        for key, rule in self.rules().items():
            # Lists become tuples, so that the facts can be compared and kept.
            object.__setattr__(self, key, rule.checked(getattr(self, key), f"{self.called()}.{key}"))
        self.check()

    def check(self) -> None:
        """What must hold between fields. Raises ValueError."""

    def idle(self) -> frozenset[str]:
        """Fields that mean nothing for a thing of this kind, so that no picture of it shows them."""
        return frozenset()

    def written(self) -> dict[str, Any]:
        """The facts as a mapping for JSON, without what has its default."""
        found: dict[str, Any] = {}
        for each in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if value != each.default:
                found[each.name] = _plain(value)
        return found


def _plain(value: Any) -> Any:
    if isinstance(value, Facts):
        return value.written()
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
