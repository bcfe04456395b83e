"""Reads what is written under ``content/threads`` and says what is wrong with it.

``python -m webcosm.sites.forum.seed.check [FILE …]`` prints errors with file and line, and the amounts; ``--show ID``
some threads as they come out.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta

from webcosm.lore import Lore, Rng
from webcosm.pictures.things import read_scene
from webcosm.sites.forum.seed.archetypes import CONTENT, Archetype, Content, Fault, parse
from webcosm.sites.forum.seed.draw import Drawn, draw_comments, draw_post
from webcosm.sites.forum.seed.facts import FIELDS, Facts, Record, Scene, Source, SourceError
from webcosm.sites.forum.seed.forums import forums

__all__ = ["faults", "main"]

OFTEN = 4
"""Of a thread drawn more often than this, every comment needs a second wording."""
SHARED_SLOTS = {"forum", "author"}
BROKEN = re.compile(
    r"\{[A-Za-z]\w*(?:\.\w+)?\}|\b(a a|an an|the the|of of|to to|is is|in in|and and)\b|  +\S|\[[^\]]*\|"
)
WORDS = re.compile(r"\w+")


def faults(content: Content, lore: Lore) -> Iterator[Fault]:
    facts = Facts(lore)
    yield from content.faults
    known = {*(one.name for one in forums(lore, "small") if not one.city), "@city"}
    seen: dict[str, tuple[str, int]] = {}
    for one in content.archetypes:
        yield from _of_head(one, known, facts)
        yield from _of_slots(one)
        yield from _of_comments(one, seen)
        yield from _of_draws(one, lore, facts)
    for file, lines in content.shared.items():
        for _, text in lines:
            if wrong := {name for name, _ in text.slots} - SHARED_SLOTS:
                yield Fault(file, 0, f"a shared reaction has no slot {', '.join(sorted(wrong))}: {text.source[:50]!r}")


def _of_head(one: Archetype, known: set[str], facts: Facts) -> Iterator[Fault]:
    def fault(text: str, warning: bool = False) -> Fault:
        return Fault(one.file, one.line, f"{one.id}: {text}", warning)

    if wrong := [name for name in one.forums if name not in known]:
        yield fault(f"unknown forum {', '.join(wrong)}; there are {', '.join(sorted(known))}")
    if not one.forums:
        yield fault("no forum")
    if not one.titles:
        yield fault("no title")
    if not one.bodies and one.kind == "text" and one.flavor not in ("joke", "question"):
        yield fault("no body")
    if bool(one.urls) != (one.kind == "link"):
        yield fault("a link has a url:, nothing else has one")
    if (one.kind == "poll" and not 2 <= len(one.options) <= 6) or (one.kind != "poll" and one.options):
        yield fault("a poll has two to six option: lines, nothing else has them")
    if (one.kind == "picture" and len(one.looks) != 1) or (one.kind == "gallery" and not 2 <= len(one.looks) <= 8):
        yield fault("a picture has one look:, a gallery two to eight")
    if one.looks and one.kind not in ("picture", "gallery"):
        yield fault(f"a {one.kind} shows no pictures")
    if not one.comments:
        yield fault("no comments", warning=True)
    drawn = {name for text in (*one.titles, *one.bodies) for name, _ in text.slots}
    ways = sum(text.ways for text in one.titles) * max(1, sum(text.ways for text in one.bodies))
    for name in drawn:
        source = one.draws.get(name)
        ways *= len(source) if isinstance(source, tuple) else 20
    if ways < 3 * one.most:
        yield fault(f"only {ways} different posts can be drawn of it, and up to {one.most} are asked for")
    for name, source in one.draws.items():
        if isinstance(source, Source):
            try:
                facts.check(source)
            except SourceError as error:
                yield fault(f"draw {name}: {error}")


def _of_slots(one: Archetype) -> Iterator[Fault]:
    more = {"forum": ("",), "author": ("",)}
    for what, text in one.texts():
        line = next((said.line for said in one.comments if text in said.wordings), one.line)
        for name, inner in text.slots:
            source = one.draws.get(name) or more.get(name)
            if source is None:
                yield Fault(
                    one.file, line, f"{one.id}: unknown slot {{{name}}} in a {what}; drawn: {', '.join(one.draws)}"
                )
            elif inner and isinstance(source, tuple) and isinstance(source[0], Record):
                if inner not in source[0].fields:
                    fields = ", ".join(source[0].fields)
                    yield Fault(one.file, line, f"{one.id}: {{{name}}} has the fields {fields}, not {inner}")
            elif inner and not isinstance(source, Source):
                yield Fault(one.file, line, f"{one.id}: {{{name}}} has no fields, so there is no {{{name}.{inner}}}")
            elif isinstance(source, Source) and inner and inner not in FIELDS[_kind(source)]:
                fields = ", ".join(FIELDS[_kind(source)])
                yield Fault(
                    one.file, line, f"{one.id}: unknown field {{{name}.{inner}}} in a {what}; there are {fields}"
                )
        if text.source.count("{") != text.source.count("}") and what != "look":
            yield Fault(
                one.file, line, f"{one.id}: a brace is not closed in a {what}: {text.source[:60]!r}", warning=True
            )
        if text.source.count("[") != text.source.count("]"):
            yield Fault(one.file, line, f"{one.id}: a bracket is not closed in a {what}: {text.source[:60]!r}")
    used = {name for _, text in one.texts() for name, _ in text.slots}
    for name in one.draws:
        if name not in used:
            yield Fault(one.file, one.line, f"{one.id}: {name} is drawn and never used", warning=True)


def _kind(source: Source) -> str:
    return "city" if source.name == "here" else source.name


def _of_comments(one: Archetype, seen: dict[str, tuple[str, int]]) -> Iterator[Fault]:
    for at, said in enumerate(one.comments):

        def fault(text: str, warning: bool = False, line: int = said.line) -> Fault:
            return Fault(one.file, line, text, warning)

        answers = [other for other in one.comments if other.parent == at]
        if said.stance == "wrong":
            right = [other for other in answers if other.stance == "correction"]
            if not right:
                yield fault("wrong on purpose, but no reply under it has the stance correction")
            elif any(other.chance < 100 for other in right):
                yield fault("a correction is never left out: no chance for it")
        if said.stance == "correction" and said.parent >= 0 and one.comments[said.parent].stance != "wrong":
            yield fault("a correction of something that is not marked wrong", warning=True)
        if said.stance == "thanks" and said.voice == "op" and said.depth == 1:
            yield fault("op thanks nobody: it answers the post itself", warning=True)
        if one.most > OFTEN and len(said.wordings) < 2:
            yield fault(f"one wording only, in a thread drawn up to {one.most} times")
        for text in said.wordings:
            plain = text.source.lower()
            if len(WORDS.findall(plain)) > 3 and plain in seen:
                where, line = seen[plain]
                yield fault(f"said word for word at {where}:{line} too")
            seen[plain] = (one.file, said.line)


def _of_draws(one: Archetype, lore: Lore, facts: Facts) -> Iterator[Fault]:
    """Tries a few, and looks at what comes out."""
    made = 0
    said: set[str] = set()
    for number in range(40 if one.looks else 8):
        drawn = _try(Rng("check", lore.seed, one.id, number), one, facts, number)
        if drawn is None:
            continue
        made += 1
        for text in (drawn.title, drawn.body, *(text for _, _, text in drawn.comments)):
            if (found := BROKEN.search(re.sub(r"(?m)^ +|^[^\n]*\|[^\n]*\|[^\n]*$|`[^`]*`", "", text))) and found[
                0
            ] not in said:
                said.add(found[0])
                yield Fault(one.file, one.line, f"{one.id}: comes out as {found[0]!r} in {text[:90]!r}", warning=True)
        if len(drawn.title) > 200:
            yield Fault(one.file, one.line, f"{one.id}: a title of {len(drawn.title)} characters (200 at most)")
        for look in drawn.looks:
            try:
                read_scene(json.loads(look))
            except (ValueError, KeyError, TypeError) as error:
                text = f"{one.id}: a bad look: {error}"
                if text not in said:
                    said.add(text)
                    yield Fault(one.file, one.line, text)
    if not made:
        yield Fault(one.file, one.line, f"{one.id}: nothing could be drawn of it (a field that is always empty?)")


def _try(rng: Rng, one: Archetype, facts: Facts, number: int) -> Drawn | None:
    """In the last year, and in one of the largest cities if it is about a city."""
    lore = facts.lore
    city = lore.region.cities[number % 4] if "@city" in one.forums else None
    scene = Scene(lore.today - timedelta(days=40 * number), city)
    forum = city.name.replace(" ", "") if city else one.forums[0]
    drawn = draw_post(rng, one, facts, scene, {"forum": forum, "author": "somebody"})
    if drawn:
        draw_comments(rng, drawn)
    return drawn


def _show(drawn: Drawn) -> str:
    lines = [
        f"## {drawn.title}",
        *([drawn.url] if drawn.url else []),
        drawn.body,
        *(f"( ) {one}" for one in drawn.options),
    ]
    lines += [f"[picture: {look}] {caption}" for look, caption in zip(drawn.looks, drawn.captions, strict=True)]
    for _, said, text in drawn.comments:
        pad = "    " * said.depth
        lines.append(f"{pad}{said.voice} ({said.stance}): " + text.replace("\n", f"\n{pad}"))
    return "\n".join(line for line in lines if line)


def main(arguments: Sequence[str] | None = None) -> int:
    reader = argparse.ArgumentParser(description="Check the forum's threads.")
    reader.add_argument("files", nargs="*", help="names under content/threads; all of them without any")
    reader.add_argument("--show", default="", help="show threads whose id begins so")
    reader.add_argument("--number", type=int, default=2, help="how many of each are shown")
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--errors", action="store_true", help="leave out warnings")
    asked = reader.parse_args(arguments)
    lore = Lore(asked.seed)
    files = sorted((CONTENT / "threads").glob("*.txt"))
    made = parse([(file.name, file.read_text()) for file in files])
    wanted = {name.rpartition("/")[2] for name in asked.files}
    found = [one for one in faults(made, lore) if not wanted or one.file in wanted]
    if not asked.show:
        for one in sorted(found, key=lambda one: (one.file, one.line)):
            if not (asked.errors and one.warning):
                print(one)
    facts = Facts(lore)
    for thread in made.archetypes:
        if asked.show and thread.id.startswith(asked.show):
            for number in range(asked.number):
                drawn = _try(Rng("show", asked.seed, thread.id, number), thread, facts, number)
                print(f"\n=== {thread.id} {number}", _show(drawn) if drawn else "(nothing)", sep="\n")
    mine = [one for one in made.archetypes if not wanted or one.file in wanted]
    forums = Counter(name for one in mine for name in one.forums)
    comments = [said for one in mine for said in one.comments]
    wordings = sum(len(said.wordings) for said in comments)
    errors = sum(not one.warning for one in found)
    print(
        f"{len(mine)} threads for up to {sum(one.most for one in mine):,} posts, {len(comments):,} comments in"
        f" {wordings:,} wordings; {errors} errors, {len(found) - errors} warnings"
    )
    print(", ".join(f"{name} {number}" for name, number in sorted(forums.items())))
    return 1 if errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
