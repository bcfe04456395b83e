"""Several answers together: lists in order, sets, and alternatives."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.answer_types.base import Answer, Comparison, Scalar, refused
from webcosm.judge.answer_types.form import Form, list_form
from webcosm.judge.answer_types.listing import pair_up, read_columns, read_list, splits
from webcosm.judge.answer_types.moments import find_months
from webcosm.judge.answer_types.numbers import Money, Number
from webcosm.judge.answer_types.text import NotFound
from webcosm.judge.answer_types.wording import OTHERWISE, JsonValue, fold, plain, tidy, token_words

__all__ = ["ITEM_ROOM", "AnyOf", "Ordered", "SetOf", "Unless"]

ITEM_ROOM = 120  # characters an item may take beyond its own length: a bullet, a few words
INNER_LIST = re.compile(r"[,;→]|[-=]>|\band\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Several(Answer, abstract=True):
    items: tuple[Answer, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "items", tuple(self.items))
        wrong = [item for item in self.items if not isinstance(item, Answer)]
        if wrong:
            raise TypeError(f"{type(self).__name__}: items must be answers, got {wrong[0]!r}")

    def _expected_length(self) -> int:
        return sum(item._expected_length() + ITEM_ROOM // 3 for item in self.items)

    def _compare(self, value: JsonValue) -> Comparison:
        if not self.items:
            return NotFound(context=self.context)._compare(value)
        if isinstance(value, str):
            listed = read_list(value, self.context)
            if listed.objection:
                return refused(listed.objection)
            ways = [way for body in listed.bodies for way in self._ways(body) if way]
        else:
            ways = [way for way in self._ways(value) if way]
        if not ways:
            return refused("no list")
        exact_ways = [way for way in ways if len(way) == len(self.items)]
        results = [self._compare_items(way) for way in exact_ways]
        accepted = next((result for result in results if result.accepted), None)
        if accepted:
            return accepted
        if not results:
            closest = min(ways, key=lambda way: (abs(len(way) - len(self.items)), -len(way)))
            if len(closest) > 3 * len(self.items) + 10:
                return refused(f"{len(closest)} items where {len(self.items)} are asked")
            results = [self._compare_items(closest)]
        return max(results, key=lambda result: (result.recall or 0, result.precision or 0))

    def _ways(self, value: JsonValue) -> list[list[JsonValue]]:
        if isinstance(value, dict) and len(value) == 1:
            if OTHERWISE.search(next(iter(value))):
                return []
            value = next(iter(value.values()))
        if isinstance(value, list):
            return [self._unique(value)]
        if isinstance(value, dict):
            return [self._unique(list(value.values()))]
        if isinstance(value, str):
            text = value.strip()
            labelled = self._labelled(text)
            if labelled is not None:
                return [list(labelled)]
            column = self._column(text)
            if column:
                return [self._unique(list(column))]
            ways = [*splits(plain(text)), self._split_by_value(text)] if text else []
            return [self._unique(list(way)) for way in ways if not any(self._hides_items(piece) for piece in way)]
        return [] if value is None else [[value]]

    def _column(self, text: str) -> Sequence[str]:
        """The column of a table that answers: the one that the goal names, or else the only one with such values, the
        first one of names."""
        first = self.items[0]
        columns = read_columns(text)
        if isinstance(first, Scalar):
            columns = [(head, cells) for head, cells in columns if all(first.counts_values(c) == 1 for c in cells)]
        if isinstance(first, Number):
            columns = [(head, cells) for head, cells in columns if not any(find_months(c) for c in cells)]
        asked = " ".join(token_words(" ".join(self.context)))
        named = [cells for head, cells in columns if head and " ".join(token_words(head)).removesuffix("s") in asked]
        if len(named) == 1:
            return named[0]
        lone = len(columns) == 1 or (columns and not isinstance(first, Scalar))
        return columns[0][1] if lone else ()

    def _labelled(self, text: str) -> Sequence[str] | None:
        """The pieces, if words beside them tell which is which; empty if they contradict each other."""
        return None

    def _split_by_value(self, text: str) -> list[str]:
        """A piece for each value, where all items are of one type: "March 5, 2024, March 6, 2024"."""
        first = self.items[0]
        alike = all(type(item) is type(first) for item in self.items)
        return first.split(text, ranges=self._spans()) if alike and isinstance(first, Scalar) else []

    def _spans(self) -> bool:
        """Whether "from 1 to 5" is the two values, and not all between them."""
        return False

    def _hides_items(self, piece: str) -> bool:
        """Whether a piece is itself a list, as "2, $1" is: then the text was not meant to be split this way."""
        first = self.items[0]
        return isinstance(first, Scalar) and bool(INNER_LIST.search(piece)) and first.counts_values(piece) > 1

    def _unique(self, items: list[JsonValue]) -> list[JsonValue]:
        return items

    @abstractmethod
    def _compare_items(self, given: Sequence[JsonValue]) -> Comparison: ...

    def _informed_items(self) -> list[Answer]:
        """The items, each knowing what the whole list knows of the goal."""
        return [item.with_context(*self.context) if self.context else item for item in self.items]


EXTREME = re.compile(
    r"\b(?:(?P<low>cheapest|lowest|smallest|least|fewest|minimum|min|earliest|shortest)"
    r"|(?P<high>most expensive|priciest|dearest|highest|largest|most|maximum|max|latest|longest))\b",
    re.IGNORECASE,
)
IN_TIME = re.compile(
    r"\b(?:(?P<on>(?:oldest|earliest)(?: \w+)? first|chronological)"
    r"|(?P<back>(?:newest|latest|most recent)(?: \w+)? first))\b",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"[,;.\n](?=\s)|\band\b|\bwhile\b")


@dataclass(frozen=True)
class Ordered(_Several):
    """A list whose order counts. Two values that the answer calls the lowest and the highest are taken as called."""

    def form(self) -> Form:
        return list_form([item.form() for item in self.items], "in the order asked for")

    def _ways(self, value: JsonValue) -> list[list[JsonValue]]:
        if isinstance(value, dict) and len(value) == len(self.items):
            ways, labels = [list(value.values())], [list(value)]
        else:
            ways = super()._ways(value)
            labels = [[piece if isinstance(piece, str) else "" for piece in way] for way in ways]
        timed = [self._in_time(way, names) for way, names in zip(ways, labels, strict=True)]
        return [way for way in timed if way] or ways

    def _in_time(self, way: list[JsonValue], labels: Sequence[str]) -> list[JsonValue]:
        """Figures that are labelled with months, in the order in which the goal asks for them; others are none."""
        asked = next((match.lastgroup for goal in self.context for match in IN_TIME.finditer(goal)), None)
        months = [found[0] for label in labels if len(found := find_months(label)) == 1]
        if not asked or len(months) != len(way) or not isinstance(self.items[0], Number | Money):
            return []
        named = [month for goal in self.context for month in find_months(goal)]
        year, first = (named[0].year, named[0].month) if named else (None, 1)

        def since(number: int) -> int:
            month = months[number]
            if month.year and year:
                return (month.year - year) * 12 + month.month - first
            return (month.month - first) % 12

        return [way[number] for number in sorted(range(len(way)), key=since, reverse=asked == "back")]

    def _spans(self) -> bool:
        return len(self.items) == 2

    def _labelled(self, text: str) -> Sequence[str] | None:
        asked = [match.lastgroup for goal in self.context for match in EXTREME.finditer(goal)]
        if len(self.items) != 2 or len(dict.fromkeys(asked)) != 2:
            return None
        values = self._split_by_value(text)
        if len(values) != 2:
            return None
        first, second = text.find(values[0]), text.rfind(values[1])
        cut = max(
            (m.end() for m in CLAUSE.finditer(text, first + len(values[0]), second)), default=first + len(values[0])
        )
        called = [{match.lastgroup for match in EXTREME.finditer(part)} for part in (text[:cut], text[cut:])]
        if not all(len(one) == 1 for one in called):
            return None
        if called[0] == called[1]:
            return []
        return values if called[0] == {asked[0]} else values[::-1]

    def _compare_items(self, given: Sequence[JsonValue]) -> Comparison:
        pairs = min(len(given), len(self.items))
        results = [item.compare(piece) for item, piece in zip(self._informed_items()[:pairs], given, strict=False)]
        right = sum(result.accepted for result in results)
        precision, recall = right / len(given), right / len(self.items)
        seen: JsonValue = [result.seen for result in results]
        if len(given) != len(self.items):
            reason = f"{len(given)} items where {len(self.items)} are asked"
            return Comparison(False, reason, seen, precision, recall)
        wrong = next((index for index, result in enumerate(results) if not result.accepted), None)
        if wrong is None:
            return Comparison(True, "equal", seen, precision, recall)
        return Comparison(False, f"item {wrong + 1}: {results[wrong].reason}", seen, precision, recall)


@dataclass(frozen=True)
class SetOf(_Several):
    """A list whose order does not count. Saying an item twice in the same words is no second item."""

    def form(self) -> Form:
        return list_form([item.form() for item in self.items], "in any order")

    def _unique(self, items: list[JsonValue]) -> list[JsonValue]:
        if len(items) <= len(self.items):
            return items
        seen: dict[str, JsonValue] = {}
        for item in items:
            seen.setdefault(fold(tidy(item)) if isinstance(item, str) else repr(item), item)
        return list(seen.values())

    def _compare_items(self, given: Sequence[JsonValue]) -> Comparison:
        items = self._informed_items()
        owner = pair_up(len(given), len(items), lambda piece, item: items[item].compare(given[piece]).accepted)
        right = len(owner)
        precision, recall = right / len(given), right / len(self.items)
        seen: JsonValue = list(given)
        if right == len(given) == len(self.items):
            return Comparison(True, "equal", seen, precision, recall)
        extra = [piece for index, piece in enumerate(given) if index not in owner.values()]
        faults = []
        if right < len(self.items):
            faults.append(f"{len(self.items) - right} of {len(self.items)} items missing")
        if extra:
            faults.append(f"not asked for: {str(extra[0])[:80]!r}")
        return Comparison(False, "; ".join(faults), seen, precision, recall)


@dataclass(frozen=True)
class AnyOf(Answer):
    """Several right answers, of which the given one must be one."""

    answers: tuple[Answer, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "answers", tuple(self.answers))
        if not self.answers:
            raise ValueError("AnyOf: at least one answer is needed")

    def form(self) -> Form:
        return self.answers[0].form()

    def _expected_length(self) -> int:
        return max(answer._expected_length() for answer in self.answers)

    def _compare(self, value: JsonValue) -> Comparison:
        results = [answer.with_context(*self.context).compare(value) for answer in self.answers]
        return next((result for result in results if result.accepted), results[0])


@dataclass(frozen=True)
class Unless(Answer):
    """An answer, or a word that the goal asks for where there is none: a time of day, or "closed".

    Agents are told both, in the same words whichever is right. Where the word is right, ``instead_of`` is any answer of
    the form that would else have been.
    """

    answer: Answer
    word: str
    instead_of: Answer | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.instead_of is not None and not self.answer.compare(self.word):
            raise ValueError(
                f"Unless: {self.word!r} is to be right instead of another answer, but is not {self.answer!r}"
            )

    def form(self) -> Form:
        usual = (self.instead_of or self.answer).form()
        schema = {"anyOf": [dict(usual.schema), {"const": self.word}]}
        return Form(f"{usual.words}, or “{self.word}”", f"{usual.plural}, or “{self.word}”", schema)

    def _expected_length(self) -> int:
        return max(self.answer._expected_length(), len(self.word))

    def _compare(self, value: JsonValue) -> Comparison:
        return self.answer.with_context(*self.context)._compare(value)
