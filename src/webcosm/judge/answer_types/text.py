"""Answers made of words: free texts, names, known options, yes or no, and "there is none"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from webcosm.judge.answer_types.base import Answer, Comparison, Scalar, Sighting, refused
from webcosm.judge.answer_types.claim import is_excused, prune
from webcosm.judge.answer_types.form import Form, text_form
from webcosm.judge.answer_types.phrase import PhraseAnswer, places_of
from webcosm.judge.answer_types.wording import (
    JsonValue,
    tidy,
    token_words,
    tokens,
    unwrap_scalar,
)

__all__ = ["Choice", "NotFound", "Text", "YesNo"]


@dataclass(frozen=True)
class Text(PhraseAnswer):
    """A text, compared by its words: case, accents, punctuation and typography do not count."""

    value: str
    aliases: tuple[str, ...] = ()
    case: bool = False
    """Whether upper and lower case matter (tokens, user names, commands)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.value.strip():
            raise ValueError("Text: value is empty; use NotFound for an answer that is not there")

    def form(self) -> Form:
        return text_form("one text", "texts")

    def _expected(self) -> tuple[str, ...]:
        return (self.value, *self.aliases)

    def _compare(self, value: JsonValue) -> Comparison:
        result = super()._compare(value)
        if result.accepted and self.case:
            text = tidy(unwrap_scalar(value) or "")
            if not any(tidy(phrase) in text for phrase in self._expected()):
                return refused("upper and lower case differ", result.seen)
        return result


@lru_cache(maxsize=512)
def _option_words(options: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Every wording of every option with the option it stands for, the longest first."""
    pairs = [(token_words(wording), option) for option, wordings in options for wording in (option, *wordings)]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


@dataclass(frozen=True)
class Choice(Scalar[str]):
    """One of some known options: exactly one of them must be named."""

    value: str
    options: tuple[str, ...]
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Pairs of an option and its other wordings; a mapping is welcome too."""
    public: bool = False
    """Whether agents are told the options: where they are words that the site shows everywhere."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.aliases, Mapping):
            object.__setattr__(self, "aliases", tuple((key, tuple(names)) for key, names in self.aliases.items()))
        if self.value not in self.options:
            raise ValueError(f"Choice: {self.value!r} is not among the options {self.options!r}")
        unknown = [option for option, _ in self.aliases if option not in self.options]
        if unknown:
            raise ValueError(f"Choice: aliases for {unknown[0]!r}, which is not among the options {self.options!r}")

    def form(self) -> Form:
        if not self.public:
            return text_form("one text", "texts")
        options = ", ".join(self.options)
        return Form(f"one of {options}", f"any of {options}", {"type": "string", "enum": list(self.options)})

    def _expected_length(self) -> int:
        return max(len(option) for option in self.options)

    def _kind(self) -> str:
        return "known option"

    def _find(self, text: str) -> Sequence[Sighting[str]]:
        words = tokens(text)
        named = dict(self.aliases)
        phrases = _option_words(tuple((option, named.get(option, ())) for option in self.options))
        found: list[Sighting[str]] = []
        taken: set[int] = set()
        for wanted, option in phrases:
            for at in places_of(words, wanted) if wanted else ():
                places = range(at, at + len(wanted))
                if taken.isdisjoint(places):
                    taken.update(places)
                    found.append(Sighting(option, words[at].start, words[at + len(wanted) - 1].end))
        return sorted(found, key=lambda sighting: sighting.start)

    def _without_context(self, sightings: Sequence[Sighting[str]]) -> list[Sighting[str]]:
        return list(sightings)  # a goal often lists the options; naming two of them stays two answers

    def _same(self, one: str, other: str) -> bool:
        return one == other

    def _difference(self, sighting: Sighting[str]) -> str | None:
        return None if sighting.value == self.value else f"{sighting.value!r} is not {self.value!r}"

    def _show(self, value: str) -> JsonValue:
        return value


YES = "yes|yeah|yep|yup|true|correct|affirmative|indeed"
NO = "no|nope|nah|false|incorrect|untrue|negative"
POLAR = re.compile(rf"\b(?:(?P<no>not (?:true|correct)|(?:is|was)n't (?:true|correct)|{NO})|(?P<yes>{YES}))\b", re.I)
LETTER = re.compile(r"[yn]", re.IGNORECASE)
# "No it isn't" is an answer; in "no idea" and "no results" the word belongs to the noun.
NOUN_AFTER = re.compile(
    r" (?!(?:it|its|it's|there|this|that|these|those|they|the|i|you|he|she|we|not|a|an|because|since|as|and|or"
    rf"|{YES})\b)[a-z]",
    re.IGNORECASE,
)
DENIAL = re.compile(r"\b(?:not|never|neither|cannot|\w+n't|unable)\b", re.IGNORECASE)
OPEN_ENDED = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|depends|not (?:sure|really|entirely)|unsure|partly|or|if|either)\b|\?\s*$", re.I
)


@dataclass(frozen=True)
class YesNo(Answer):
    """Yes or no. Further words that mean yes or no in this task ("in stock") may be declared."""

    value: bool
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    def form(self) -> Form:
        return Form("yes or no", "yes or no", {"type": "boolean"})

    def _expected_length(self) -> int:
        return 3

    def _compare(self, value: JsonValue) -> Comparison:
        text = unwrap_scalar(value)
        if text is None:
            return refused("not a single yes or no")
        text = tidy(prune(text, self.context))
        readings = self._read(text)
        if not readings:
            return refused("neither yes nor no")
        if True in readings and False in readings:
            return refused("both yes and no")
        doubts = [match for match in OPEN_ENDED.finditer(text) if not is_excused(match, self.context)]
        if doubts:
            return refused(f"it keeps the answer open ({doubts[0].group()!r})", readings[0])
        same = readings[0] is self.value
        return Comparison(same, "equal" if same else f"{_polar(readings[0])} is not {_polar(self.value)}", readings[0])

    def _read(self, text: str) -> list[bool]:
        if LETTER.fullmatch(text):
            return [text in "yY"]
        words = tokens(text)
        for phrases, reading in ((self.no, False), (self.yes, True)):  # "not in stock" before "in stock"
            for phrase in phrases:
                if places_of(words, token_words(phrase)):
                    opposite = [r for r in self._plain_readings(text) if r is not reading]
                    return [reading, *opposite]
        return self._plain_readings(text)

    def _plain_readings(self, text: str) -> list[bool]:
        found: list[bool] = []
        previous_end = 0
        for match in POLAR.finditer(text):
            word = match.group().casefold()
            between = text[previous_end : match.start()].strip().casefold()
            joined = bool(found) and between in ("", "and", "or", "/", "and/or", ",", "|")
            if word == "no" and NOUN_AFTER.match(text, match.end()) and not joined:
                continue  # "there are no orders": not an answer to a question
            if not found and DENIAL.search(text[: match.start()]):
                return []  # "I cannot say yes"
            found.append(bool(match.group("yes")))
            previous_end = match.end()
        return found


def _polar(value: bool) -> str:
    return "yes" if value else "no"


ABSENT = re.compile(
    r"(?:n/a|n\.a\.|na|nobody|no[ -]one|none(?: found| exists?| available)?|null|nil|nothing|not found|not available"
    r"|not applicable|not possible|no results?|no answer"
    r"|no match(?:es)?|impossible|unachievable|does not exist|doesn't exist|empty|\[\]|no such [\w' -]{1,60})",
    re.IGNORECASE,
)
ABSENCE = re.compile(
    r"\b(?:there (?:is|are|was|were) (?:no(?! (?:doubt|question|problem)\b)|none|not any)\b"
    r"|there (?:isn't|aren't|wasn't|weren't) any\b"
    r"|(?:does not|doesn't|do not|don't|did not|didn't) (?:exist|have|appear|seem to exist)\b"
    r"|(?:could not|couldn't|cannot|can't|unable to|did not|didn't) (?:be )?(?:find|found|locate|located)\b"
    r"|(?:cannot|can't|could not|couldn't) be (?:done|completed|changed|edited|achieved|answered)\b"
    r"|(?:not|isn't|wasn't|aren't) (?:available|listed|possible|allowed|permitted|offered)\b|not found\b"
    r"|no such\b|(?:has|have|had|found|offers?) no\b"
    r"|no [\w-]+(?: [\w-]+){0,5} (?:found|exists?|available|match(?:es)?|listed)\b)",
    re.IGNORECASE,
)
BUT = re.compile(r"\b(?:but|however|although|though|instead|perhaps|maybe|probably|or|guess|might)\b", re.IGNORECASE)
LABEL = re.compile(r"^(?:the |final )*(?:answer|result|status)(?: is)?\s?:?\s?", re.IGNORECASE)


@dataclass(frozen=True)
class NotFound(Answer):
    """There is no such thing, or it cannot be done. An empty answer does not say so; "N/A" does."""

    aliases: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    """Phrases the answer must contain, for tasks where a reason is asked."""

    def form(self) -> Form:
        return text_form("one text", "texts")

    def _expected_length(self) -> int:
        return 20 + sum(len(text) for text in self.mentions)

    def _compare(self, value: JsonValue) -> Comparison:
        if not self.mentions and (value is None or value == []):
            return Comparison(True, "equal", None)
        text = unwrap_scalar(value)
        if text is None:
            return refused("not a statement that there is none", None)
        text = tidy(text)
        if not text:
            return refused("empty")
        text = tidy(prune(text, self.context))
        words = tokens(text)
        missing = [phrase for phrase in self.mentions if not places_of(words, token_words(phrase))]
        if missing:
            return refused(f"does not mention {missing[0]!r}")
        bare = LABEL.sub("", text).strip(" .!\"'()")
        if ABSENT.fullmatch(bare) or any(token_words(alias) == token_words(bare) for alias in self.aliases):
            return Comparison(True, "equal", None)
        known = {token.word for part in (*self.context, *self.mentions) for token in tokens(tidy(part))}
        figures = [t.word for t in words if any(c.isdigit() for c in t.word) and t.word not in known]
        if figures:
            return refused(f"it offers a value ({figures[0]!r})")
        open_end = BUT.search(text)
        if open_end and open_end.group().casefold() not in known:
            return refused(f"it goes on ({open_end.group()!r})")
        if ABSENCE.search(text):
            return Comparison(True, "equal", None)
        return refused("not a statement that there is none", text)
