"""Files that evolve: a template holds every state of a file, and what has been done so far says which one it is.

Lines of a template::

    %+colours            what follows, up to ``%.``, is there once the change ``colours`` is made
    %-colours            … until it is made
    %+colours| line      the same for one line, which is indented as the sign is; ``%-colours| line``
    %each rows           what follows, up to ``%.``, for each row of a series so far; its fields are slots: «row.year»
    «name» «row.day» «title|slug»   slots, with a filter

A file that has nothing but blanks is not there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from webcosm.sites.kit.formats import slug

__all__ = ["FILTERS", "SLOT", "FileError", "FileTemplate", "State", "look_up"]

SLOT = re.compile(r"«([a-z_]\w*)((?:\.\w+)*)(?:\|(\w+))?»")
GUARD = re.compile(r"^([ \t]*)%([+-])([a-z0-9][\w.-]*)(\|)?(?: (.*))?$")
EACH = re.compile(r"^[ \t]*%each (\w+)(?: as (\w+))?$")
END = re.compile(r"^[ \t]*%\.$")


def _snake(text: str) -> str:
    return slug(text).replace("-", "_")


FILTERS: dict[str, Callable[[str], str]] = {
    "camel": lambda text: "".join(part.capitalize() for part in slug(text).split("-")),
    "capital": lambda text: text[:1].upper() + text[1:],
    "json": lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    "lower": str.lower,
    "rule": lambda text: "=" * len(text),
    "slug": slug,
    "snake": _snake,
    "title": lambda text: " ".join(word[:1].upper() + word[1:] for word in text.split()),
    "upper": lambda text: _snake(text).upper(),
}


class FileError(ValueError):
    """Something in a template that cannot be."""


@dataclass(frozen=True)
class State:
    """How far a project is: what its files are made of."""

    scope: Mapping[str, Any]
    """What never changes: names and facts."""
    done: frozenset[str] = frozenset()
    """Changes, and parts of them: ``colours``, ``colours.test``."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Of each series, how many rows are there."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Slots that change: ``version``, ``changelog``, ``dep.httpx``."""

    def with_done(self, *names: str) -> State:
        return replace(self, done=self.done | set(names))

    def with_count(self, series: str, count: int) -> State:
        return replace(self, counts={**self.counts, series: count})

    def with_values(self, **values: str) -> State:
        return replace(self, values={**self.values, **values})


def look_up(scope: Mapping[str, Any], name: str, path: str) -> str:
    """The text of a slot: ``city`` or ``city`` with ``.name``."""
    try:
        value: Any = scope[name]
        for part in path.split(".")[1:]:
            value = value[part]
    except (KeyError, TypeError):
        raise FileError(f"there is no «{name}{path}»; there are {', '.join(sorted(scope))}") from None
    if isinstance(value, dict):
        value = next(iter(value.values()))
    return str(value)


@dataclass(frozen=True)
class _Line:
    text: str
    slots: tuple[re.Match[str], ...]


@dataclass(frozen=True)
class _Block:
    sign: str
    """``+``, ``-`` or ``each``."""
    name: str
    row: str
    parts: tuple[_Line | _Block, ...]


class FileTemplate:
    """A file, or of a series one file for each different path."""

    def __init__(self, path: str, body: str, series: str = "", executable: bool = False) -> None:
        self.path = path
        self.series = series
        """Whose rows make a file each, or one for those that give the same path."""
        self.executable = executable
        self.flags: set[str] = set()
        self.keys: set[str] = set()
        """Changing values and ``series:NAME`` that it is made of."""
        self.slots: set[str] = set()
        lines = body.split("\n")
        while lines and not lines[-1].strip():
            lines.pop()
        self._parts, end = self._read(lines, 0, 0)
        if end != len(lines):
            raise FileError(f"{path}: an end too many in line {end + 1}")
        self._path_slots = tuple(SLOT.finditer(path))
        if series:
            self.keys.add(f"series:{series}")

    def _read(self, lines: Sequence[str], at: int, depth: int) -> tuple[tuple[_Line | _Block, ...], int]:
        parts: list[_Line | _Block] = []
        while at < len(lines):
            text = lines[at]
            if END.match(text):
                if not depth:
                    return tuple(parts), at
                return tuple(parts), at + 1
            if found := GUARD.match(text):
                self.flags.add(found[3])
                if found[4]:
                    inner: tuple[_Line | _Block, ...] = (self._line(found[1] + (found[5] or "")),)
                    at += 1
                else:
                    inner, at = self._read(lines, at + 1, depth + 1)
                parts.append(_Block(found[2], found[3], "", inner))
            elif found := EACH.match(text):
                self.keys.add(f"series:{found[1]}")
                inner, at = self._read(lines, at + 1, depth + 1)
                parts.append(_Block("each", found[1], found[2] or "row", inner))
            else:
                parts.append(self._line(text))
                at += 1
        if depth:
            raise FileError(f"{self.path}: a block is not closed")
        return tuple(parts), at

    def _line(self, text: str) -> _Line:
        slots = tuple(SLOT.finditer(text))
        for one in slots:
            self.slots.add(one[1])
            self.keys.add(one[1] + (one[2] if one[1] == "dep" else ""))
            if one[3] and one[3] not in FILTERS:
                raise FileError(f"{self.path}: there is no filter {one[3]}; there are {', '.join(FILTERS)}")
        return _Line(text, slots)

    # Making -----------------------------------------------------------------------------------------------------------

    def render(
        self, state: State, rows: Mapping[str, Sequence[Mapping[str, Any]]], known: dict[object, str] | None = None
    ) -> dict[str, str]:
        """Its files by path, those that are not there left out. ``known`` keeps those of series, of which most stay as
        they are from one state to the next."""
        known = {} if known is None else known
        way = (
            *(flag in state.done for flag in sorted(self.flags)),
            *(state.values[name] for name in sorted(self.keys & state.values.keys())),
        )
        scope: dict[str, Any] = dict(state.scope)
        for name, value in state.values.items():
            head, dot, rest = name.partition(".")
            if dot:
                scope[head] = {**scope.get(head, {}), rest: value}
            else:
                scope[name] = value
        so_far = {name: rows[name][: state.counts.get(name, 0)] for name in rows}
        made: dict[str, str] = {}
        if self.series:
            groups: dict[str, list[Mapping[str, Any]]] = {}
            own = {**scope}
            for row in so_far[self.series]:
                own["row"] = row
                groups.setdefault(self._fill(self.path, self._path_slots, own), []).append(row)
            for path, group in groups.items():
                key = (self.path, path, len(group), way)
                if key not in known:
                    alone: dict[str, str] = {}
                    self._put(alone, path, state, {**scope, "row": group[0]}, {**so_far, self.series: group})
                    known[key] = alone.get(path, "")
                if known[key]:
                    made[path] = known[key]
        else:
            self._put(made, self._fill(self.path, self._path_slots, scope), state, scope, so_far)
        return made

    def _put(
        self,
        made: dict[str, str],
        path: str,
        state: State,
        scope: Mapping[str, Any],
        rows: Mapping[str, Sequence[Mapping[str, Any]]],
    ) -> None:
        lines: list[str] = []
        self._make(self._parts, state, scope, rows, lines)
        text = "\n".join(lines).strip("\n")
        if text.strip():
            made[path] = text + "\n"

    def _make(
        self,
        parts: Sequence[_Line | _Block],
        state: State,
        scope: Mapping[str, Any],
        rows: Mapping[str, Sequence[Mapping[str, Any]]],
        lines: list[str],
    ) -> None:
        for part in parts:
            if isinstance(part, _Line):
                lines.append(self._fill(part.text, part.slots, scope) if part.slots else part.text)
            elif part.sign == "each":
                if part.name not in rows:
                    raise FileError(f"{self.path}: there is no series {part.name}")
                last = len(rows[part.name])
                for number, row in enumerate(rows[part.name], 1):
                    inner = {**scope, part.row: {**row, "n": number, "comma": "," if number < last else ""}}
                    self._make(part.parts, state, inner, rows, lines)
            elif (part.name in state.done) == (part.sign == "+"):
                self._make(part.parts, state, scope, rows, lines)

    def _fill(self, text: str, slots: Sequence[re.Match[str]], scope: Mapping[str, Any]) -> str:
        made, at = [], 0
        for one in slots:
            made.append(text[at : one.start()])
            value = look_up(scope, one[1], one[2])
            made.append(FILTERS[one[3]](value) if one[3] else value)
            at = one.end()
        made.append(text[at:])
        return "".join(made)
