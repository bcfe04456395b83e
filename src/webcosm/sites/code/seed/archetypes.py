"""Projects as they are written under ``content/projects``: each is an archetype that several projects are made of.

The format in short::

    kind: library               and other lines of the head (HEAD)
    draw thing: a; b; c         or records: draw thing(one, many): tide | tides; bus | buses
    series rows: birds 40 300   a source of facts.py, and how many rows
    dep httpx: 0.25.0 0.26.0    versions that are pinned one after the other
    === file src/app.py         see files.py; ``=== file data/«row.year».csv each rows``; ``=== script bin/run``
    === change ID kind [after ID …] [chance 60]
    title: first commit         several wordings: one is drawn
    commit test: next commit    more commits, each a part: ID.test
    log: line of the changelog
    issue: title of the issue that asked for it
    text:                       what the issue says, up to the next key
    - a: comment                by a voice; ``- a after: …`` after it was closed
    ~ another wording
    mr: what the merge request says
    review PATH | anchor: b: …  a thread on the line that has the anchor; ``> a: …`` answers
    === ask ID kind [of ID]     an issue without a change: wish, question, bug, stale, duplicate (of a change's)
    === grow SERIES 1-3         how the series grows: ``title:`` of each commit
    === wiki SLUG               ``title:``, ``text:``

Kinds of changes: start (the first commits, in order), feature, fix, breaking, docs, refactor, test, chore.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from webcosm.sites.code.seed.files import FileError, FileTemplate
from webcosm.sites.kit.sentences import Text

__all__ = [
    "CONTENT",
    "HEAD",
    "KINDS",
    "Archetype",
    "Ask",
    "Change",
    "Fault",
    "Grow",
    "Review",
    "Said",
    "Written",
    "archetypes",
    "common",
    "parse",
]

CONTENT = Path(__file__).parent.parent / "content"
HEAD = (
    "kind",
    "language",
    "names",
    "about",
    "topics",
    "license",
    "home",
    "size",
    "checks",
    "weight",
    "version",
    "package",
)
KINDS = ("start", "feature", "fix", "breaking", "docs", "refactor", "test", "chore")
ASKS = ("wish", "question", "bug", "stale", "duplicate", "incident", "secret")
VOICES = "amdbcef"
"""a: who opened it; d: who does it; m: a maintainer; others are others."""

SECTION = re.compile(r"=== (\w+) (.+)$")
DRAW = re.compile(r"draw (\w+)(?:\(([^)]*)\))?: (.+)$")
SERIES = re.compile(r"series (\w+): (\w+) (\d+) (\d+)$")
DEP = re.compile(r"dep ([\w-]+): (.+)$")
FIELD = re.compile(r"(title|body|log|issue|text|mr|commit ([\w-]+)|labels|review ([^|]+?) \| (.+?)): ?(.*)$")
COMMENT = re.compile(rf"- ([{VOICES}])( after)?: (.+)$")
ANSWER = re.compile(rf"> ([{VOICES}]): (.+)$")


@dataclass(frozen=True)
class Fault:
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


@dataclass
class Said:
    voice: str
    after: bool
    wordings: list[Text]


@dataclass
class Review:
    path: str
    anchor: str
    said: list[Said] = field(default_factory=list)


@dataclass
class Written:
    """What a section says, by its keys."""

    line: int
    id: str
    kind: str
    titles: list[Text] = field(default_factory=list)
    bodies: list[Text] = field(default_factory=list)
    comments: list[Said] = field(default_factory=list)
    issue: list[Text] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    labels: tuple[str, ...] = ()


@dataclass
class Change(Written):
    after: tuple[str, ...] = ()
    chance: int = 100
    parts: list[tuple[str, list[Text]]] = field(default_factory=list)
    log: list[Text] = field(default_factory=list)
    mr: list[Text] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)


@dataclass
class Ask(Written):
    of: str = ""


@dataclass
class Grow(Written):
    least: int = 1
    most: int = 1


@dataclass
class Archetype:
    name: str
    head: dict[str, str] = field(default_factory=dict)
    draws: dict[str, list[str] | list[dict[str, str]]] = field(default_factory=dict)
    series: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    deps: dict[str, list[str]] = field(default_factory=dict)
    files: list[FileTemplate] = field(default_factory=list)
    changes: dict[str, Change] = field(default_factory=dict)
    asks: list[Ask] = field(default_factory=list)
    grows: dict[str, Grow] = field(default_factory=dict)
    wiki: list[Written] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def texts(self) -> Iterator[tuple[int, Text]]:
        """All prose, with the line of its section."""
        for one in (*self.changes.values(), *self.asks, *self.grows.values(), *self.wiki):
            for group in (one.titles, one.bodies, one.issue, one.texts):
                yield from ((one.line, text) for text in group)
            for said in one.comments:
                yield from ((one.line, text) for text in said.wordings)
            if isinstance(one, Change):
                for group in (one.log, one.mr, *(texts for _, texts in one.parts)):
                    yield from ((one.line, text) for text in group)
                for review in one.reviews:
                    yield from ((one.line, text) for said in review.said for text in said.wordings)


class _Parser:
    def __init__(self, name: str) -> None:
        self.one = Archetype(name)
        self.line = 0

    def fault(self, text: str) -> None:
        self.one.faults.append(Fault(self.one.name, self.line, text))

    def run(self, text: str) -> Archetype:
        lines = text.split("\n")
        at = 0
        while at < len(lines) and not lines[at].startswith("=== "):
            self.line = at + 1
            if lines[at].strip():
                self._head(lines[at].rstrip())
            at += 1
        while at < len(lines):
            end = at + 1
            while end < len(lines) and not lines[end].startswith("=== "):
                end += 1
            self.line = at + 1
            self._section(lines[at].rstrip(), lines[at + 1 : end])
            at = end
        return self.one

    def _head(self, line: str) -> None:
        if found := DRAW.match(line):
            fields = [part.strip() for part in found[2].split(",")] if found[2] else []
            choices = [part.strip() for part in found[3].split(";")]
            if fields:
                records = [
                    dict(zip(fields, (part.strip() for part in one.split("|")), strict=False)) for one in choices
                ]
                for one in records:
                    if len(one) != len(fields):
                        self.fault(f"draw {found[1]}: {one} has not the fields {', '.join(fields)}")
                self.one.draws[found[1]] = records
            else:
                self.one.draws[found[1]] = choices
        elif found := SERIES.match(line):
            self.one.series[found[1]] = (found[2], int(found[3]), int(found[4]))
        elif found := DEP.match(line):
            self.one.deps[found[1]] = found[2].split()
        elif (key := line.partition(":")[0]) in HEAD:
            self.one.head[key] = line.partition(":")[2].strip()
        else:
            self.fault(f"not a line of the head: {line[:60]!r}")

    def _section(self, head: str, lines: list[str]) -> None:
        found = SECTION.match(head)
        if not found:
            self.fault(f"not a section: {head!r}")
            return
        what, words = found[1], found[2].split()
        one = self.one
        if what in ("file", "script"):
            series = words[2] if words[1:2] == ["each"] else ""
            try:
                one.files.append(FileTemplate(words[0], "\n".join(lines), series, what == "script"))
            except FileError as error:
                self.fault(str(error))
        elif what == "change":
            change = Change(self.line, words[0], words[1] if len(words) > 1 else "")
            if change.kind not in KINDS:
                self.fault(f"a change is one of {', '.join(KINDS)}, not {change.kind!r}")
            rest, after = words[2:], []
            while rest:
                word = rest.pop(0)
                if word == "after":
                    while rest and rest[0] != "chance":
                        after.append(rest.pop(0))
                elif word == "chance" and rest:
                    change.chance = int(rest.pop(0))
                else:
                    self.fault(f"what is {word!r}?")
            change.after = tuple(after)
            if change.id in one.changes:
                self.fault(f"a second change {change.id}")
            one.changes[change.id] = change
            self._fields(change, lines)
        elif what == "ask":
            ask = Ask(self.line, words[0], words[1], of=words[3] if len(words) > 3 else "")
            if ask.kind not in ASKS:
                self.fault(f"an ask is one of {', '.join(ASKS)}, not {ask.kind!r}")
            one.asks.append(ask)
            self._fields(ask, lines)
        elif what == "grow":
            least, _, most = words[1].partition("-")
            grow = Grow(self.line, words[0], "data", least=int(least), most=int(most or least))
            one.grows[grow.id] = grow
            self._fields(grow, lines)
        elif what == "wiki":
            page = Written(self.line, words[0], "wiki")
            one.wiki.append(page)
            self._fields(page, lines)
        else:
            self.fault(f"no section is called {what!r}")

    def _fields(self, one: Written, lines: list[str]) -> None:
        target: list[Text] | None = None
        block: list[str] = []
        said: Said | None = None
        review: Review | None = None

        def close() -> None:
            nonlocal target
            if target is not None and (text := "\n".join(block).strip()):
                target.append(Text(text))
            block.clear()
            target = None

        begun = self.line
        for number, raw in enumerate(lines, 1):
            self.line = begun + number
            line = raw.rstrip()
            if found := FIELD.match(line):
                close()
                key = found[1].split(" ")[0]
                said = None
                if key == "review":
                    review = Review(found[3].strip(), found[4].strip())
                    voice, _, text = found[5].partition(": ")
                    review.said.append(Said(voice, False, [Text(text)]))
                    said = review.said[-1]
                    if isinstance(one, Change):
                        one.reviews.append(review)
                    continue
                if key == "labels":
                    one.labels = tuple(part.strip() for part in found[5].split(","))
                    continue
                if key == "commit" and isinstance(one, Change):
                    known = next((texts for part, texts in one.parts if part == found[2]), None)
                    if known is None:
                        known = []
                        one.parts.append((found[2], known))
                    target = known
                else:
                    name = {"title": "titles", "body": "bodies", "text": "texts"}.get(key, key)
                    if not hasattr(one, name):
                        self.fault(f"{key} has no place in {one.kind}")
                        continue
                    target = getattr(one, name)
                if found[5]:
                    block.append(found[5])
            elif found := COMMENT.match(line):
                close()
                said = Said(found[1], bool(found[2]), [Text(found[3])])
                one.comments.append(said)
                target = None
            elif (found := ANSWER.match(line)) and review is not None and said is not None:
                close()
                said = Said(found[1], False, [Text(found[2])])
                review.said.append(said)
            elif line.startswith("~ ") and said is not None:
                said.wordings.append(Text(line[2:]))
            elif line.startswith("~ ") and target is not None:
                again = target
                close()
                target = again
                block.append(line[2:])
            elif target is not None:
                block.append(line)
            elif line.strip():
                self.fault(f"what is {line[:60]!r}?")
        close()


def parse(name: str, text: str) -> Archetype:
    return _Parser(name).run(text)


@cache
def archetypes() -> dict[str, Archetype]:
    """All of them, by name."""
    folder = CONTENT / "projects"
    return {path.stem: parse(path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.txt"))}


@cache
def common(name: str) -> Archetype:
    """What many projects share, of ``content/NAME.txt``."""
    return parse(name, (CONTENT / f"{name}.txt").read_text("utf-8"))
