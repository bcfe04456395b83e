"""What a text finally states.

An answer in prose does more than state its value: it greets, repeats the question, tells what it did, denies and
corrects itself, and offers more help. ``Claim`` takes that away, the same for every answer type:

1. What says nothing of its own is left out: thoughts, struck-out text, the goal repeated, closing courtesies.
2. What is **denied** ("not 12", "12 is wrong"), **withdrawn** ("I first counted 17", "12, sorry, 13") is dead. Values
   and words in dead parts are no part of the claim.
3. What is left must be **committed**: no alternatives, open hedges, conditions, bounds or ranges about the value.

Values are masked first, so a film called "Maybe Tomorrow" is no hedge. Words that the goal itself used in the same
place ("orders that were not canceled") are excused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Protocol

from webcosm.judge.answer_types.cues import (
    ABSENT,
    ACTUALLY,
    AFTERTHOUGHT,
    ANSWER,
    ANY,
    CONCLUSION,
    COPULA,
    DENIED,
    EARLIER,
    EXCEPTED,
    GIVEN_UP,
    INABILITY,
    NEXT_WORD,
    OTHER,
    PATTERNS,
    PROPERTY,
    REFUTED,
    RESTATED,
    RETRACTED,
    SEEMING,
    VALUE,
    WORDS,
)
from webcosm.judge.answer_types.wording import fold, tidy

__all__ = ["VALUE", "Claim", "Span", "aside_objection", "is_excused", "prune", "sentences"]

Span = tuple[int, int]
FIRST_MARK = 0xE000  # private use: masked value number n is the character after that many

# Courtesies and remarks that state nothing. Whoever puts a value here has not stated it.
_COURTESY = re.compile(
    r"(?:(?:please|and|but|so|just|also)[, ]+)*(?:"
    r"let me know|feel free|do(?:n't| not) hesitate|(?:i )?hope (?:this|that|it|you)|have a (?:great|nice|good|lovely)"
    r"|(?:i(?:'m| am|'d be|'ll be) )?(?:happy|glad|here) to (?:help|assist|look|provide|check|dig|answer|do)"
    r"|(?:is there )?anything else"
    r"|(?:would|do|did) you (?:like|want|need)|if (?:you|there)(?:'d| would|'ve)? ?(?:have|need|want|like|is anything"
    r"|'s anything)"
    r"|(?:many )?thanks|thank you|you(?:'re| are) welcome|cheers\b|(?:best|kind) regards|shall i|should i|can i help"
    r"|how else|what else|just (?:ask|say|tell|ping)|ask (?:me|away)|reach out|good luck|enjoy\b|happy shopping"
    r"|task (?:is )?(?:now )?completed?\b|sorry (?:for|about|it took|that it|to keep|to have)|(?:my )?apologies"
    r"|i apologi[sz]e|with regards)",
    re.IGNORECASE,
)
_LATER_COURTESY = re.compile(
    r"[,;.]? (?:(?:and|so|but) )?(?:please )?(?:let me know (?:if|whether|should|in case)|if you (?:need|want|have"
    r"|'d like|would like)"
    r"|feel free to|should you need)\b.*$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?<=[a-z]{4}[.!?])(?<!\bapprox\.)\s+"
    r"|(?<=[.!?…])(?<![ (]\w\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bNo\.)[\"')\]]*\s+(?=[\"'(\[]*[^\sa-z])"
    r"|\n+"
)
_SMILE = re.compile(r"(?<=[^\s.!?])[.!?]?\s+[:;]-?[)D](?=\s|$)")
_GREETING = re.compile(r"^\s*(?:hi|hello|hey|dear \w+)(?: there| again| \w+)?[,!]\s+(?=\S)", re.IGNORECASE)
_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning|scratchpad)>.*?</\1>", re.IGNORECASE | re.DOTALL)


def sentences(text: str) -> list[Span]:
    """Where sentences and lines begin and end."""
    found, at = [], 0
    for gap in _SENTENCE.finditer(text):
        found.append((at, gap.start()))
        at = gap.end()
    return [(start, end) for start, end in [*found, (at, len(text))] if text[start:end].strip()]


@lru_cache(maxsize=512)
def _goal_pattern(goal: str) -> re.Pattern[str] | None:
    words = re.findall(r"\w+", tidy(goal))
    if len(words) < 3:
        return None
    return re.compile(
        r"(?:(?:you asked|your question|the question|question|task|goal|q)(?: was| is)?\s?:\s*)?[\"'(]*"
        + r"\W+".join(map(re.escape, words))
        + r"[?.!]*[\"')]*",
        re.IGNORECASE,
    )


@lru_cache(maxsize=4096)
def prune(text: str, context: tuple[str, ...] = ()) -> str:
    """The text (tidy but for thoughts) without what says nothing of its own: thoughts, the goal, courtesies."""
    text = _GREETING.sub("", _SMILE.sub(r".", _THOUGHT.sub(" ", text)))
    for goal in context:
        pattern = _goal_pattern(goal)
        if pattern is not None and not pattern.fullmatch(text.strip()):
            text = pattern.sub("", text)
    kept: list[str] = []
    for start, end in sentences(text):
        sentence = text[start:end]
        said = sentence.strip(" \"'(")
        if _COURTESY.match(said):
            continue
        kept.append(
            ("\n" if "\n" in text[max(0, start - 2) : start] and kept else " " if kept else "")
            + _LATER_COURTESY.sub("", sentence)
        )
    return "".join(kept).strip() or text.strip()


FAR = 200  # characters in which a value's own sentence says what it is
NEAR = 30  # characters between values that are listed beside each other
_BOUNDARY = re.compile(r"[.;:!?,\n()]")
_RUN = re.compile(rf"({VALUE})\1*")


class Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(frozen=True)
class Claim:
    """A pruned text with its values masked. Offsets are those of the text."""

    text: str
    spans: tuple[tuple[int, int, int], ...]
    """Where values stand, with a number that equal values share: of scalars all of the kind, of phrases the expected
    one."""
    context: tuple[str, ...] = ()

    @cached_property
    def masked(self) -> str:
        """The text, as long as before, with values blotted out, equal ones by the same mark."""
        blotted = list(self.text)
        for start, end, number in self.spans:
            blotted[start:end] = chr(FIRST_MARK + number % 6_000) * (end - start)
        return "".join(blotted)

    @cached_property
    def dead(self) -> tuple[Span, ...]:
        """What is denied or withdrawn. What merely seems gives way to what is said besides, if anything is."""
        certain = (*self.denied, *self._withdrawn)
        seeming = tuple(clause for clause in self._clauses if SEEMING.search(self.masked, *clause))
        firm = [span for span in self.spans if not _covers(certain, span[0])]
        return (*certain, *seeming) if any(not _covers(seeming, span[0]) for span in firm) else certain

    @cached_property
    def denied(self) -> tuple[Span, ...]:
        masked = self.masked
        for harmless in PROPERTY.finditer(masked):
            if not re.search(VALUE, harmless.group()):
                masked = masked[: harmless.start()] + "_" * len(harmless.group()) + masked[harmless.end() :]
        found: list[Span] = []
        for pattern in (DENIED, EXCEPTED):
            found += [match.span() for match in pattern.finditer(masked) if not is_excused(match, self.context)]
        for start in (0, *(match.end() for match in _BOUNDARY.finditer(masked))):
            refuted = REFUTED.match(masked, start, start + FAR)  # a longer clause is no plain statement
            if refuted and not is_excused(refuted, self.context):
                found.append(refuted.span())
        return tuple(found)

    @cached_property
    def _withdrawn(self) -> tuple[Span, ...]:
        masked, found = self.masked, []
        for match in RETRACTED.finditer(masked):
            before = masked[: match.start()]
            if WORDS.search(before) and not is_excused(match, self.context) and not self._is_dead_already(match):
                found.append((0, match.end()))
        for match in ACTUALLY.finditer(masked):
            found.append((0, match.start()))
        for start, end in self._clauses:
            if EARLIER.search(masked, start, end):
                found.append((start, end))
        return tuple(found)

    def _is_dead_already(self, match: re.Match[str]) -> bool:
        """Whether what takes back speaks of a value in its own clause: "12 is wrong, it is 13" denies just the 12."""
        return any(start <= match.start() < end for start, end in self.denied) and bool(re.search(VALUE, match.group()))

    @cached_property
    def _sentences(self) -> list[Span]:
        return sentences(self.masked)

    @cached_property
    def _clauses(self) -> list[Span]:
        cuts = [
            0,
            *(m.end() for m in re.finditer(r"[.;:!?\n](?=\s|$)|[()]|,|\s-\s|\bbut\b|\bhowever\b", self.masked)),
            len(self.masked),
        ]
        clauses = [(start, end) for start, end in pairwise(cuts) if start < end]
        joined: list[Span] = []
        for start, end in clauses:
            inside = self.masked[start:end].strip(" ()")
            if joined and self.masked[start - 1 : start] == "(" and re.fullmatch(f"{VALUE}+", inside):
                joined[-1] = (joined[-1][0], end)  # "my last message (12)"
            else:
                joined.append((start, end))
        return joined

    def is_dead(self, span: Span) -> bool:
        return _covers(self.dead, span[0])

    @cached_property
    def live(self) -> str:
        """The masked text with what is dead blanked out."""
        characters = list(self.masked)
        for start, end in self.dead:
            characters[start:end] = [c if c == "\n" else " " for c in characters[start:end]]
        return "".join(characters)

    def rank(self, span: Span) -> int:
        """3: called the answer; 2: what it comes to; 1: said of something; 0: merely there."""
        start = next((a for a, b in reversed(self._sentences) if a <= span[0]), 0)
        before = self.masked[max(start, span[0] - FAR) : span[0]]
        if ANSWER.search(before):
            return 3
        last = max((m.end() for m in re.finditer(VALUE, before)), default=0)
        between = before[last:]
        if CONCLUSION.search(between) and not (last and AFTERTHOUGHT.match(between)):
            return 2
        if AFTERTHOUGHT.match(self.masked, span[1]):
            return 2
        return 1 if COPULA.search(before) else 0

    def in_brackets(self, span: Span) -> bool:
        """Whether it stands in brackets with words or as a part of a sum, as a detail does."""
        open_at = self.masked.rfind("(", 0, span[0])
        if open_at < 0 or ")" in self.masked[open_at : span[0]]:
            return False
        end = self.masked.find(")", span[1])
        return bool(re.search(r"[\w+×*÷=]", self.masked[open_at : end if end >= 0 else None]))

    def joins(self, one: Placed, other: Placed) -> bool:
        """Whether the other value is listed beside the one: "12, 13", "12 and 13"; a detail in brackets is not."""
        if self.in_brackets((one.start, one.end)) != self.in_brackets((other.start, other.end)):
            return False
        first, second = sorted((one, other), key=lambda place: place.start)
        between = self.masked[first.end : second.start]
        if len(between) > NEAR:
            return False
        return bool(
            re.fullmatch(r"[^\w.!?]*(?:\b(?:and|or|plus|then|also|maybe)\b[^\w.!?]*)*", between, re.IGNORECASE)
        ) or (between.strip() in (".", "!", "?", ".\n"))

    def objection(self, chosen: Iterable[Span], *, ranges: bool = False) -> str | None:
        """Why the text does not commit to the chosen values, or None; with ``ranges``, a range is none."""
        chosen = list(chosen)
        if not chosen:
            return None
        live = self.live
        for start, end, _ in self.spans:
            if (start, end) not in chosen:  # the same value elsewhere, as in "open from 10 to 9, so it closes at 9"
                live = live[:start] + live[start:end].replace(self.masked[start], OTHER) + live[end:]
        parts = sentences(live)
        first = next(
            (number for number, (start, end) in enumerate(parts) if any(start <= s < end for s, _ in chosen)), 0
        )
        marks = {self.masked[start] for start, _ in chosen}
        told = "\n".join(live[start:end] for start, end in parts[max(0, first - 1) :])
        told = _RUN.sub(lambda run: run[1] if run[1] in marks else OTHER, told)  # short runs keep patterns fast
        told = RESTATED.sub(r"\1 ", told)
        shown_parts = self._sentences
        here = next((n for n, (start, end) in enumerate(shown_parts) if start <= chosen[0][0] < end), 0)
        unable = INABILITY.search(self.masked, shown_parts[here][0]) or ABSENT.search(self.masked)
        given_up = (match for match in GIVEN_UP.finditer(self.masked) if not _covers(self._withdrawn, match.start()))
        unable = unable or next(given_up, None)
        if unable and not is_excused(unable, self.context):
            return f"it keeps the answer open ({unable.group()!r})"
        for reason, pattern in PATTERNS[:-1] if ranges else PATTERNS:
            for match in pattern.finditer(told):
                if not is_excused(match, self.context):
                    shown = re.sub(f"{ANY}+", "…", match.group())
                    return f"{reason} ({shown.strip()!r})"
        return None


def _covers(spans: Sequence[Span], place: int) -> bool:
    return any(start <= place < end for start, end in spans)


def aside_objection(text: str, context: tuple[str, ...] = (), *, leads: bool) -> str | None:
    """Why what stands beside a list keeps it from being claimed, or None. What ``leads`` into it must deny nothing."""
    aside = Claim(text, (), context)
    retracted = RETRACTED.search(text) or _TURNED_ROUND.search(text)
    if retracted or INABILITY.search(text) or (leads and aside.denied):
        return f"it denies or takes back the list ({text.strip()[:60]!r})"
    for reason, pattern in PATTERNS[:3]:
        match = pattern.search(text)
        if match and not is_excused(match, context):
            return f"{reason} ({match.group()!r})"
    return None


_TURNED_ROUND = re.compile(
    r"\b(?:wrong|incorrect|false|invalid|outdated|except|exclud\w+|omitt\w+|left out|skipped|not in the list|at least"
    r"|at most)\b",
    re.I,
)


def is_excused(match: re.Match[str], context: Sequence[str]) -> bool:
    """Whether the goal itself used the matched words with the word that follows them."""
    following = NEXT_WORD.match(match.string, match.end())
    phrase = _plain_words(match.string[match.start() : following.end() if following else match.end()])
    return bool(phrase) and any(f" {phrase} " in f" {_plain_words(tidy(text))} " for text in context)


@lru_cache(maxsize=256)
def _plain_words(text: str) -> str:
    return " ".join(WORDS.findall(fold(text)))
