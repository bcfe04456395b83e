"""What every expected answer shares: comparing, the limits on length, and JSON."""

from __future__ import annotations

import dataclasses
import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar, Generic, TypeVar

from webcosm.judge.answer_types import stuffing
from webcosm.judge.answer_types.wording import JsonValue, size, tidy, unwrap, unwrap_scalar

__all__ = ["Answer", "Comparison", "Scalar", "Sighting", "answer_from_json", "refused"]

# An honest sentence around one value fits in this; a page's text or a list of guesses does not.
FREE_LENGTH = 240


@dataclass(frozen=True)
class Comparison:
    """How a given answer compares with the expected one."""

    accepted: bool
    reason: str
    seen: JsonValue = None
    """The value that was read from the answer, in its normal form."""
    precision: float | None = None
    """For collections: the share of given items that were expected."""
    recall: float | None = None
    """For collections: the share of expected items that were given."""

    def __bool__(self) -> bool:
        return self.accepted


def refused(reason: str, seen: JsonValue = None) -> Comparison:
    return Comparison(False, reason, seen)


_KINDS: dict[str, type[Answer]] = {}


@dataclass(frozen=True)
class Answer(ABC):
    """An expected answer.

    ``context`` holds texts whose values are no rivals when an answer repeats them: usually just the goal.
    """

    context: tuple[str, ...] = field(default=(), kw_only=True)

    _decoders: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    def __init_subclass__(cls, abstract: bool = False) -> None:
        super().__init_subclass__()
        if not abstract:
            _KINDS[cls.__name__] = cls

    def __post_init__(self) -> None:
        context: object = self.context
        if isinstance(context, str):  # a bare goal is what people write; a tuple of its letters is never meant
            object.__setattr__(self, "context", (context,))

    def compare(self, given: object) -> Comparison:
        """Whether ``given``, a text or any JSON value, is this answer. Never raises."""
        length = size(given)
        if length is None:
            return refused(f"not a JSON value: {type(given).__name__}")
        cap = self.length_cap()
        if length > cap:
            return refused(f"too long: {length} characters where {cap} are plenty")
        return self._compare(unwrap(given))

    def length_cap(self) -> int:
        return FREE_LENGTH + 3 * self._expected_length() + sum(len(text) for text in self.context)

    def with_context(self, *texts: str) -> Answer:
        return dataclasses.replace(self, context=(*self.context, *texts))

    @abstractmethod
    def _compare(self, value: JsonValue) -> Comparison: ...

    @abstractmethod
    def _expected_length(self) -> int:
        """How long a plain rendering of the expected answer is."""

    def to_json(self) -> dict[str, JsonValue]:
        """A JSON object from which ``answer_from_json`` makes an equal answer."""
        result: dict[str, JsonValue] = {"type": type(self).__name__}
        for item in dataclasses.fields(self):
            value = getattr(self, item.name)
            if item.default is dataclasses.MISSING or value != item.default:
                result[item.name] = _encode(value)
        return result


def _encode(value: object) -> JsonValue:
    if isinstance(value, Answer):
        return value.to_json()
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"an answer cannot hold {value!r}")


def _decode(value: JsonValue) -> Any:
    if isinstance(value, list):
        return tuple(_decode(item) for item in value)
    if isinstance(value, dict):
        return answer_from_json(value)
    return value


def answer_from_json(data: Mapping[str, JsonValue]) -> Answer:
    """The answer that ``to_json`` wrote."""
    name = data.get("type")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"unknown answer type {name!r}; known: {', '.join(sorted(_KINDS))}")
    known = {item.name for item in dataclasses.fields(kind)}
    unknown = [key for key in data if key != "type" and key not in known]
    if unknown:
        raise ValueError(f"{name} has no field {unknown[0]!r}; it has {', '.join(sorted(known))}")
    values = {
        key: kind._decoders[key](value) if key in kind._decoders and value is not None else _decode(value)
        for key, value in data.items()
        if key != "type"
    }
    return kind(**values)


V = TypeVar("V")


@dataclass(frozen=True)
class Sighting(Generic[V]):
    """A value read at a place of the text."""

    value: V
    start: int
    end: int
    strong: bool = True
    """Marked as the expected kind ("$12"); a weak one only may be ("12") and gives way to any strong one."""
    flaw: str | None = None
    """Why the value contradicts itself, as a date with the wrong weekday does."""


class Scalar(Answer, Generic[V], abstract=True):
    """An answer that is one value, which can be read out of a sentence."""

    def _compare(self, value: JsonValue) -> Comparison:
        text = self._text_of(value)
        if text is None:
            return refused("not a single value")
        text = self._prepare(text)
        if not text:
            return refused("empty")
        sightings = self._find(text)
        if not sightings:
            return refused(f"no {self._kind()} in the answer")
        chosen = self._without_context(sightings)
        spans = [(s.start, s.end) for s in chosen]
        masked = stuffing.mask(text, spans, [(s.start, s.end) for s in sightings if s not in chosen])
        first = chosen[0]
        rival = next((s for s in chosen if not self._same(s.value, first.value)), None)
        if rival is None:
            masked = stuffing.RESTATED.sub(stuffing.CHOSEN, masked)  # "5 km / 3.1 mi" offers no choice
        objection = stuffing.objection(masked, self.context)
        if objection:
            return refused(objection, self._show(chosen[0].value))
        flaw = next((s.flaw for s in chosen if s.flaw), None)
        if flaw:
            return refused(flaw, self._show(chosen[0].value))
        if rival is not None:
            return refused(f"several values: {self._show(first.value)}, {self._show(rival.value)}")
        best = self._best(chosen)
        difference = self._difference(best)
        seen = self._show(best.value)
        return refused(difference, seen) if difference else Comparison(True, "equal", seen)

    def _without_context(self, sightings: Sequence[Sighting[V]]) -> list[Sighting[V]]:
        """The sightings that can be meant as the answer.

        Which ones these are never depends on the expected value, so a guesser gains nothing from the rule.
        """
        known = [s.value for text in self.context for s in self._find(self._prepare(text))]
        fresh = [s for s in sightings if not any(self._same(s.value, value) for value in known)]
        candidates = fresh or list(sightings)
        return [s for s in candidates if s.strong] or candidates

    def _best(self, chosen: Sequence[Sighting[V]]) -> Sighting[V]:
        """Which of several sightings of the same value to compare."""
        return chosen[0]

    def split(self, text: str) -> list[str]:
        """The pieces of a text that state one value each, or none if the text leaves something open."""
        text = self._prepare(text)
        sightings = self._find(text)
        told = sorted({(s.start, s.end) for s in sightings if s.strong} or {(s.start, s.end) for s in sightings})
        if stuffing.objection(stuffing.mask(text, told), self.context):
            return []
        return [text[start:end] for start, end in told]

    def counts_values(self, text: str) -> int:
        """How many values the text states, repetitions not counted."""
        distinct: list[V] = []
        for sighting in self._find(self._prepare(text)):
            if not any(self._same(sighting.value, value) for value in distinct):
                distinct.append(sighting.value)
        return len(distinct)

    def _text_of(self, value: JsonValue) -> str | None:
        return unwrap_scalar(value)

    def _prepare(self, text: str) -> str:
        return tidy(text)

    def _kind(self) -> str:
        return type(self).__name__.lower()

    @abstractmethod
    def _find(self, text: str) -> Sequence[Sighting[V]]: ...

    @abstractmethod
    def _same(self, one: V, other: V) -> bool:
        """Whether two sightings state the same value."""

    @abstractmethod
    def _difference(self, sighting: Sighting[V]) -> str | None:
        """Why the value is not the expected one, or None if it is."""

    @abstractmethod
    def _show(self, value: V) -> JsonValue: ...
