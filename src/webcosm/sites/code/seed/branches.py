"""Branches of a project in the making: what its files are at each, and the changelog that fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from webcosm.sites.code.seed.archetypes import Archetype, common
from webcosm.sites.code.seed.files import FileTemplate, State

__all__ = ["Branch", "Entry", "Tree"]

SECTIONS = {"feature": "Added", "breaking": "Changed", "fix": "Fixed", "docs": "Changed", "refactor": "Changed"}
"""Of the changelog, by kind of change."""


@dataclass(frozen=True)
class Entry:
    """A line of the changelog."""

    kind: str
    text: str
    change: str
    ref: str = ""
    """``#4`` of the issue that asked for it."""

    @property
    def line(self) -> str:
        return f"- {self.text}" + (f" ({self.ref})" if self.ref else "")


def sections(entries: Sequence[Entry], level: str = "###") -> str:
    parts = []
    for title in ("Added", "Changed", "Fixed"):
        lines = [one.line for one in entries if SECTIONS.get(one.kind, "Changed") == title]
        if lines:
            parts.append(f"{level} {title}\n\n" + "\n".join(lines))
    return "\n\n".join(parts)


class Tree:
    """The files of one project."""

    def __init__(self, archetype: Archetype, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        own = {one.path for one in archetype.files}
        shared = [one for one in common("common").files if one.path not in own]
        if "version" not in archetype.head:
            shared = [one for one in shared if one.path != "CHANGELOG.md"]
        self.files: list[FileTemplate] = [*archetype.files, *shared]
        self.rows = rows
        self._by_key: dict[str, set[int]] = {}
        for number, one in enumerate(self.files):
            for key in (*(f"flag:{flag}" for flag in one.flags), *one.keys):
                self._by_key.setdefault(key, set()).add(number)
        self.executable: set[str] = set()
        self._known: dict[object, str] = {}

    def touched(self, old: State, new: State) -> list[int]:
        """The files that may differ between two states."""
        keys = {f"flag:{one}" for one in new.done ^ old.done}
        keys |= {f"series:{name}" for name, count in new.counts.items() if old.counts.get(name, 0) != count}
        keys |= {name for name, value in new.values.items() if old.values.get(name) != value}
        return sorted({number for key in sorted(keys) for number in self._by_key.get(key, ())})

    def render(self, number: int, state: State) -> dict[str, str]:
        file = self.files[number]
        made = file.render(state, self.rows, self._known)
        if file.executable:
            self.executable |= made.keys()
        return made


@dataclass
class Branch:
    name: str
    tree: Tree
    state: State
    files: dict[int, dict[str, str]] = field(default_factory=dict)
    """By template; shared with the branch that it was made from until it changes."""
    unreleased: tuple[Entry, ...] = ()
    released: str = ""
    """The changelog below what is not released yet."""
    start: str = ""
    """The commit where it was made, or up to which the target was merged into it."""

    def begin(self) -> dict[str, str]:
        """The files before anything is done; most are not there yet."""
        for number in range(len(self.tree.files)):
            self.files[number] = self.tree.render(number, self.state)
        return {path: text for made in self.files.values() for path, text in made.items()}

    def fork(self, name: str, start: str) -> Branch:
        return replace(self, name=name, files=dict(self.files), start=start)

    def move(self, state: State) -> dict[str, str | None]:
        """Goes on to a state; the files that differ."""
        state = state.with_values(changelog=self.changelog)
        changed: dict[str, str | None] = {}
        for number in self.tree.touched(self.state, state):
            before, after = self.files[number], self.tree.render(number, state)
            for path in before.keys() - after.keys():
                changed.setdefault(path, None)
            for path, text in after.items():
                if before.get(path) != text:
                    changed[path] = text
            self.files[number] = after
        self.state = state
        return dict(sorted(changed.items()))

    def take(self, other: Branch, done: Iterable[str]) -> State:
        """The state with what another branch did."""
        known = {one.change for one in self.unreleased}
        new = tuple(one for one in other.unreleased if one.change in set(done) and one.change not in known)
        self.unreleased = (*self.unreleased, *new)
        return self.state.with_done(*done)

    @property
    def changelog(self) -> str:
        head = "## Unreleased\n\n" + sections(self.unreleased) if self.unreleased else ""
        return "\n\n".join(part for part in (head, self.released) if part)

    def release(self, version: str, day: date) -> tuple[Entry, ...]:
        """Moves what is not released under the heading of a version; those lines."""
        entries = self.unreleased
        block = f"## {version} ({day})\n\n{sections(entries)}"
        self.released = f"{block}\n\n{self.released}".strip()
        self.unreleased = ()
        return entries

    def text(self, path: str) -> str | None:
        return next((made[path] for made in self.files.values() if path in made), None)
