"""Reads what is written under ``content/projects`` and says what is wrong with it.

``python -m webcosm.sites.code.seed.check`` prints errors with file and line, and how much there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from webcosm.sites.code.rules.checks import CHECKS
from webcosm.sites.code.seed.archetypes import HEAD, Archetype, Fault, Grow, archetypes, common
from webcosm.sites.code.seed.facts import SERIES, SOURCES

__all__ = ["faults", "main"]

GIVEN = frozenset(
    (
        *("project", "path", "pkg", "owner", "owner_email", "namespace", "full_path", "holder", "first_year", "home"),
        *("region", "ignored", "checks", "size", "token", "about", "license_text"),
    )
)
"""Slots that every project has."""
CHANGING = frozenset(("version", "changelog", "dep"))
NEEDED = ("kind", "home", "names", "about", "topics", "license")
VOICES = frozenset("amdbcef")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def faults() -> Iterator[Fault]:
    shared = common("common")
    for one in (shared, *archetypes().values()):
        yield from one.faults
        yield from _of_head(one, shared=one is shared)
        yield from _of_files(one, shared)
        yield from _of_changes(one)
        yield from _of_texts(one)


def _of_head(one: Archetype, *, shared: bool) -> Iterator[Fault]:
    if shared:
        return
    for key in NEEDED:
        if key not in one.head:
            yield Fault(one.name, 1, f"no line {key}: in the head; there may be {', '.join(HEAD)}")
    for check in one.head.get("checks", "").split():
        if check not in CHECKS:
            yield Fault(one.name, 1, f"there is no check {check}; there are {', '.join(CHECKS)}")
    for name, (source, least, most) in one.series.items():
        if source not in SERIES:
            yield Fault(one.name, 1, f"series {name}: no source {source}; there are {', '.join(SERIES)}")
        if not 1 <= least <= most:
            yield Fault(one.name, 1, f"series {name}: from {least} to {most} rows")
        if name not in one.grows:
            yield Fault(one.name, 1, f"series {name} never grows")
    for name, choices in one.draws.items():
        first = choices[0]
        if isinstance(first, str) and first.startswith("@") and first[1:] not in SOURCES:
            yield Fault(one.name, 1, f"draw {name}: no source {first}; there are {', '.join(SOURCES)}")
    names = {name for name in one.draws if len(one.draws[name]) > 7 or str(one.draws[name][0]).startswith("@")}
    if not names:
        yield Fault(one.name, 1, "nothing is drawn from more than seven: projects of it would be too much alike")


def _of_files(one: Archetype, shared: Archetype) -> Iterator[Fault]:
    known = {*one.changes, *shared.changes}
    known |= {
        f"{id}.{part}" for each in (one, shared) for id, change in each.changes.items() for part, _ in change.parts
    }
    used: set[str] = set()
    for file in one.files:
        used |= file.flags
        for flag in sorted(file.flags - known):
            yield Fault(one.name, 1, f"{file.path}: no change makes {flag}")
        rows = {"row"} if file.series else set()
        for slot in sorted(file.slots - GIVEN - CHANGING - one.draws.keys() - rows):
            if slot != "row":
                yield Fault(one.name, 1, f"{file.path}: unknown slot «{slot}»")
        if file.series and file.series not in one.series:
            yield Fault(one.name, 1, f"{file.path}: there is no series {file.series}")
    for id, change in one.changes.items():
        for part in ("", *(f".{part}" for part, _ in change.parts)):
            if id + part not in used:
                yield Fault(one.name, change.line, f"{id}{part} changes no file")


def _of_changes(one: Archetype) -> Iterator[Fault]:
    known = {*one.changes, *common("common").changes}
    paths = {file.path for file in one.files}
    for id, change in one.changes.items():
        if not change.titles:
            yield Fault(one.name, change.line, f"{id}: no title")
        for need in change.after:
            if need not in known:
                yield Fault(one.name, change.line, f"{id} comes after {need}, which is not there")
        if change.issue and not change.texts:
            yield Fault(one.name, change.line, f"{id}: an issue without a text")
        for review in change.reviews:
            if review.path not in paths:
                yield Fault(one.name, change.line, f"{id}: a review of {review.path}, which is no file")
    for ask in one.asks:
        if not ask.titles or not ask.texts:
            yield Fault(one.name, ask.line, f"{ask.id}: no title or no text")
        if (ask.kind == "duplicate") != bool(ask.of) or (ask.of and ask.of not in one.changes):
            yield Fault(one.name, ask.line, f"{ask.id}: a duplicate is of a change")


def _of_texts(one: Archetype) -> Iterator[Fault]:
    slots = {*GIVEN, *one.draws, *VOICES, "row", "last", "count"}
    for line, text in one.texts():
        for name, _ in text.slots:
            if name not in slots:
                yield Fault(one.name, line, f"unknown slot {{{name}}} in {text.source[:50]!r}")
        if text.source.count("[") != text.source.count("]"):
            yield Fault(one.name, line, f"a bracket is not closed in {text.source[:50]!r}")
    voiced = {
        id(text) for each in (*one.changes.values(), *one.asks) for said in each.comments for text in said.wordings
    }
    for line, text in one.texts():
        if id(text) not in voiced and any(name in VOICES for name, _ in text.slots):
            yield Fault(one.name, line, f"only comments may name others: {text.source[:50]!r}")
    for grow in one.grows.values():
        assert isinstance(grow, Grow)
        if not grow.titles:
            yield Fault(one.name, grow.line, f"grow {grow.id}: no title")


def main() -> int:
    found = list(faults())
    for fault in found:
        print(fault)
    for name, one in archetypes().items():
        issues = sum(bool(change.issue) for change in one.changes.values()) + len(one.asks)
        print(f"{name:20} {len(one.files):3} files {len(one.changes):3} changes {issues:3} issues")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
