"""What every expected answer shares: comparing, the limits on length, and JSON."""

from __future__ import annotations

import dataclasses
import datetime
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar, Generic, TypeVar

from webcosm.judge.answer_types.claim import Claim, prune
from webcosm.judge.answer_types.form import Form
from webcosm.judge.answer_types.wording import JsonValue, size, tidy, unwrap, unwrap_scalar

__all__ = ["Answer", "Comparison", "Scalar", "Sighting", "answer_from_json", "refused"]

# An honest sentence around one value fits in this; a page's text or a list of guesses does not.
FREE_LENGTH = 240


STRESSED = re.compile(r"\*\*([^*\n]{1,120})(?<!:)\*\*(?!:)")  # a label in bold is no claim


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
    def form(self) -> Form:
        """What an answer looks like, which agents are told. It gives nothing of the expected value away."""

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
        stressed = [self._prepare(part) for part in STRESSED.findall(text)]
        text = self._prepare(prune(text, self.context))
        if not text:
            return refused("empty")
        sightings = self._find(text)
        if not sightings:
            return refused(f"no {self._kind()} in the answer")
        claim = self._claim(text, sightings)
        live = [s for s in sightings if not claim.is_dead((s.start, s.end))]
        if not live:
            return refused("it denies or takes back what it names", self._show(sightings[0].value))
        bold = [s for s in live if any(text[s.start : s.end] in part for part in stressed)]
        chosen = self._claimed(claim, bold or live)
        first = chosen[0]
        objection = claim.objection([(s.start, s.end) for s in chosen])
        if objection:
            return refused(objection, self._show(first.value))
        flaw = next((s.flaw for s in chosen if s.flaw), None)
        if flaw:
            return refused(flaw, self._show(first.value))
        rival = next((s for s in chosen if not self._same(s.value, first.value)), None)
        if rival is not None:
            return refused(f"several values: {self._show(first.value)}, {self._show(rival.value)}")
        best = self._best(chosen)
        difference = self._difference(best)
        seen = self._show(best.value)
        return refused(difference, seen) if difference else Comparison(True, "equal", seen)

    def _claim(self, text: str, sightings: Sequence[Sighting[V]]) -> Claim:
        """The text with its values masked."""
        distinct: list[V] = []
        groups: list[int] = []
        for sighting in sightings:
            known = next((n for n, value in enumerate(distinct) if self._same(sighting.value, value)), None)
            groups.append(len(distinct) if known is None else known)
            if known is None:
                distinct.append(sighting.value)
        spans = tuple((s.start, s.end, group) for s, group in zip(sightings, groups, strict=True))
        return Claim(text, spans, self.context)

    def _claimed(self, claim: Claim, live: Sequence[Sighting[V]]) -> list[Sighting[V]]:
        """The sightings that are meant as the answer; more than one value if that cannot be told.

        Which ones these are never depends on the expected value, so a guesser gains nothing from the rules.
        """
        ranks = {id(s): claim.rank((s.start, s.end)) for s in live}
        called = [s for s in live if ranks[id(s)] == 3]
        if called:  # what is called the answer, with whatever is listed beside it
            return [*called, *(s for s in live if ranks[id(s)] < 3 and any(claim.joins(c, s) for c in called))]
        fresh = self._without_context(live)
        concluded = [s for s in fresh if ranks[id(s)] == 2]
        if concluded:
            last = concluded[-1]
            later = [s for s in live if s.start >= last.start]
            return [last, *(s for s in later if claim.joins(last, s))]
        strong = [s for s in fresh if s.strong] or fresh
        outside = [s for s in strong if not claim.in_brackets((s.start, s.end))] or strong
        outside += [s for s in fresh if s not in outside and any(claim.joins(s, other) for other in outside)]
        chosen = self._sum_of(outside) or outside
        said = [s for s in live if ranks[id(s)] == 1]
        if said and not any(self._same(s.value, c.value) for s in said for c in chosen):
            return [*chosen, *said]  # two readings that disagree
        return chosen

    def _without_context(self, sightings: Sequence[Sighting[V]]) -> list[Sighting[V]]:
        """Those that the goal does not name, if there are any."""
        known = [s.value for text in self.context for s in self._find(self._prepare(text))]
        return [s for s in sightings if not any(self._same(s.value, value) for value in known)] or list(sightings)

    def _sum_of(self, sightings: Sequence[Sighting[V]]) -> list[Sighting[V]]:
        """The one value that is the sum of all the others, which then only explain it."""
        return []

    def _best(self, chosen: Sequence[Sighting[V]]) -> Sighting[V]:
        """Which of several sightings of the same value to compare."""
        return chosen[0]

    def split(self, text: str, *, ranges: bool = False) -> list[str]:
        """The pieces of a text that state one value each, or none if the text leaves something open."""
        text = self._prepare(text)
        sightings = self._find(text)
        claim = self._claim(text, sightings)
        live = [s for s in sightings if not claim.is_dead((s.start, s.end))]
        told = sorted({(s.start, s.end) for s in live if s.strong} or {(s.start, s.end) for s in live})
        if claim.objection(told, ranges=ranges):
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
