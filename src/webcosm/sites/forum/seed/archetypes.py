"""Threads as they are written under ``content/threads``: each is an archetype that several posts are drawn from.

The format in short::

    === id | forums | kind | flavor | most posts of it at the small scale
    draw name: a; b; c          or @source
    draw name(x, y): a | b; c | d   written records: {name.x}, {name.y}; {name} is the first field
    title: …                    several, one is drawn
    body:                       several, one is drawn
    …
    url: …                      of a link
    option: …                   of a poll
    look: {…}                   of a picture; ``caption: …`` may follow
    comments:
    - a right 80: …             depth, voice, stance, chance in percent
    ~ another wording
    ## comments shared
    + agree: …                  short reactions for any thread of the file's forums
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from webcosm.sites.forum.seed.facts import Record, Source, SourceError, parse_source
from webcosm.sites.kit.sentences import Text

__all__ = [
    "CONTENT",
    "FLAVORS",
    "KINDS",
    "RULES",
    "STANCES",
    "Archetype",
    "Content",
    "Fault",
    "Said",
    "content",
    "parse",
    "said",
]

CONTENT = Path(__file__).parent.parent / "content"
KINDS = ("text", "link", "picture", "gallery", "poll")
FLAVORS = (
    "question", "news", "howto", "argument", "joke", "data", "lost", "found", "advice", "story", "offtopic", "showoff",
    "review", "meetup",
)  # fmt: skip
STANCES = (
    "plain", "right", "wrong", "correction", "thanks", "joke", "rude", "offtopic", "argue", "agree", "deleted",
    "removed",
)  # fmt: skip
RULES = ("civil", "ontopic", "spam", "effort", "private", "danger", "source", "title", "spoiler", "doubles")
"""What rules are about, so that a removal can name the forum's own rule."""

HEADER = re.compile(r"===\s*(.*)$")
DRAW = re.compile(r"draw\s+(\w+)\s*(\([^)]*\))?\s*:\s*(.*)$")
FIELD = re.compile(r"(title|body|url|option|look|caption|comments)\s*:(?:\s(.*)|)$")
COMMENT = re.compile(r"(-+)\s*(op|mod|admin|[a-z]\d?)((?:\s+[\w%-]+)*)\s*:\s*(.*)$")
SHARED = re.compile(r"\+\s*(\w+)\s*:\s*(.*)$")
SHARED_HEAD = re.compile(r"##\s*comments shared\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Fault:
    """Something wrong in a file of content."""

    file: str
    line: int
    text: str
    warning: bool = False

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {'warning: ' if self.warning else ''}{self.text}"


@dataclass(eq=False)
class Said:
    """A comment of an archetype, with all its wordings."""

    line: int
    depth: int
    voice: str
    stance: str
    chance: int
    rule: str
    """What a removed comment broke."""
    wordings: list[Text] = field(default_factory=list)
    parent: int = -1
    """Its position in the archetype's comments; -1 answers the post."""


@dataclass(eq=False)
class Archetype:
    file: str
    line: int
    id: str
    forums: tuple[str, ...]
    """Names; ``@city`` for the forums of all cities."""
    kind: str
    flavor: str
    most: int
    draws: dict[str, Source | tuple[str, ...] | tuple[Record, ...]] = field(default_factory=dict)
    titles: list[Text] = field(default_factory=list)
    bodies: list[Text] = field(default_factory=list)
    urls: list[Text] = field(default_factory=list)
    options: list[Text] = field(default_factory=list)
    looks: list[tuple[Text, Text]] = field(default_factory=list)
    """Of its pictures: what is drawn, and the caption."""
    comments: list[Said] = field(default_factory=list)

    def texts(self) -> Iterator[tuple[str, Text]]:
        """All that has slots, with what it is."""
        for what in ("title", "body", "url", "option"):
            yield from ((what, text) for text in getattr(self, {"body": "bodies"}.get(what, f"{what}s")))
        for look, caption in self.looks:
            yield "look", look
            yield "caption", caption
        for said in self.comments:
            yield from (("comment", text) for text in said.wordings)


@dataclass
class Content:
    archetypes: list[Archetype] = field(default_factory=list)
    shared: dict[str, list[tuple[str, Text]]] = field(default_factory=dict)
    """Short reactions by the file that has them: stance and text."""
    faults: list[Fault] = field(default_factory=list)


class _Parser:
    def __init__(self, content: Content, file: str) -> None:
        self.content = content
        self.file = file
        self.line = 0
        self.one: Archetype | None = None
        self.mode = ""
        self.block: list[str] = []

    def fault(self, text: str, line: int = 0) -> None:
        self.content.faults.append(Fault(self.file, line or self.line, text))

    def run(self, text: str) -> None:
        for self.line, raw in enumerate(text.splitlines(), start=1):
            line = raw.rstrip()
            if found := HEADER.match(line):
                self.end_body()
                self.header(found[1])
            elif SHARED_HEAD.match(line):
                self.end_body()
                self.one, self.mode = None, "shared"
            elif self.mode == "shared":
                self.shared(line)
            elif self.one is None:
                if line:
                    self.fault("this stands before the first thread (a thread begins with === id | forums | …)")
            elif self.mode == "comments":
                self.comment(line)
            elif found := DRAW.match(line):
                self.end_body()
                self.draw(found[1], found[2], found[3])
            elif found := FIELD.match(line):
                self.end_body()
                self.field(found[1], (found[2] or "").strip())
            elif self.mode == "body":
                self.block.append(line)
            elif line:
                self.fault(f"neither title:, body:, draw … nor anything else that is known: {line[:50]!r}")
        self.end_body()

    def header(self, text: str) -> None:
        parts = [part.strip() for part in text.split("|")]
        self.one, self.mode = None, ""
        if len(parts) != 5 or not parts[4].isdigit():
            self.fault("a header is === id | forums | kind | flavor | number")
            parts = [*[*parts, "", "", "", ""][:4], "1"]
        if parts[2] not in KINDS:
            self.fault(f"unknown kind {parts[2]!r}; there are {', '.join(KINDS)}")
        if parts[3] not in FLAVORS:
            self.fault(f"unknown flavor {parts[3]!r}; there are {', '.join(FLAVORS)}")
        if any(one.id == parts[0] for one in self.content.archetypes):
            self.fault(f"there is another thread with the id {parts[0]}")
        forums = tuple(name.strip() for name in parts[1].split(",") if name.strip())
        self.one = Archetype(self.file, self.line, parts[0], forums, parts[2], parts[3], max(1, int(parts[4])))
        self.content.archetypes.append(self.one)

    def draw(self, name: str, heads: str | None, text: str) -> None:
        assert self.one
        if not name.islower():
            self.fault(f"names of draws are lower-case, not {name!r}")
        if name in self.one.draws:
            self.fault(f"{name} is drawn twice")
        if text.startswith("@"):
            try:
                self.one.draws[name] = parse_source(text)
            except (SourceError, ValueError) as error:
                self.fault(str(error))
            return
        values = tuple(value.strip() for value in text.split(";") if value.strip())
        if len(values) < 2:
            self.fault(f"draw {name} needs two values or more, with ; between them")
        if heads is None:
            self.one.draws[name] = values or ("",)
        else:
            self.one.draws[name] = tuple(self.records(name, heads, values))

    def records(self, name: str, heads: str, values: Sequence[str]) -> Iterator[Record]:
        """Facts that belong together: the name of a fruit, its color and what eats it."""
        fields = [head.strip() for head in heads.strip("()").split(",")]
        for value in values:
            parts = [part.strip() for part in value.split("|")]
            if len(parts) != len(fields):
                self.fault(f"draw {name} has the fields {', '.join(fields)}, but {value[:50]!r} has {len(parts)}")
            yield Record(f"written {name} {parts[0]}", parts[0], dict(zip(fields, parts, strict=False)))

    def field(self, name: str, text: str) -> None:
        assert self.one
        self.mode = name if name in ("body", "comments") else ""
        if name == "comments":
            if text:
                self.fault("comments begin on the next line")
        elif name == "body":
            if text:
                self.block.append(text)
        elif not text:
            self.fault(f"an empty {name}")
        elif name == "look":
            self.one.looks.append((Text(text), Text("")))
        elif name == "caption":
            if self.one.looks:
                self.one.looks[-1] = (self.one.looks[-1][0], Text(text))
            else:
                self.fault("a caption follows its look")
        else:
            {"title": self.one.titles, "url": self.one.urls, "option": self.one.options}[name].append(Text(text))

    def end_body(self) -> None:
        if self.mode == "body" and self.one:
            text = "\n".join(self.block).strip()
            if text:
                self.one.bodies.append(Text(text))
            else:
                self.fault("an empty body")
            self.mode = ""
        self.block = []

    def comment(self, line: str) -> None:
        assert self.one
        comments = self.one.comments
        if not line:
            return
        if line.startswith("~"):
            if not comments:
                self.fault("another wording (~) of what?")
            else:
                comments[-1].wordings.append(said(line[1:]))
            return
        found = COMMENT.match(line)
        if not found:
            self.fault(f"no comment (- voice stance chance: text) and no other wording (~ text): {line[:50]!r}")
            return
        depth, voice, words, text = len(found[1]), found[2], found[3].split(), found[4]
        stance, chance, rule = "plain", 100, ""
        for word in words:
            if word in STANCES:
                stance = word
            elif word.rstrip("%").isdigit():
                chance = int(word.rstrip("%"))
            elif word in RULES:
                rule = word
            else:
                self.fault(f"{word!r} is neither a stance ({', '.join(STANCES)}) nor a chance in percent")
        before = comments[-1].depth if comments else 0
        if depth > before + 1:
            self.fault(f"a jump from depth {before} to {depth}")
            depth = before + 1
        if not text:
            self.fault("an empty comment")
        parent = next((at for at in range(len(comments) - 1, -1, -1) if comments[at].depth == depth - 1), -1)
        comments.append(Said(self.line, depth, voice, stance, chance, rule, [said(text)], parent))

    def shared(self, line: str) -> None:
        if not line:
            return
        found = SHARED.match(line)
        if not found or found[1] not in STANCES or not found[2]:
            self.fault("a shared reaction is + stance: text")
            return
        self.content.shared.setdefault(self.file, []).append((found[1], said(found[2])))


def said(text: str) -> Text:
    """The text of a comment, in which ``\\n`` begins a new line."""
    return Text(text.strip().replace("\\n", "\n"))


def parse(files: Sequence[tuple[str, str]]) -> Content:
    """From names and texts of files."""
    made = Content()
    for name, text in files:
        _Parser(made, name).run(text)
    return made


@cache
def content() -> Content:
    """All that is written."""
    files = sorted((CONTENT / "threads").glob("*.txt"))
    return parse([(file.name, file.read_text()) for file in files])
