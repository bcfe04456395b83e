"""Answers made of words: free texts, names, known options, yes or no, and "there is none"."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from webcosm.judge.answer_types import stuffing
from webcosm.judge.answer_types.base import Answer, Comparison, Scalar, Sighting, refused
from webcosm.judge.answer_types.wording import (
    JsonValue,
    Token,
    fold,
    tidy,
    token_words,
    tokens,
    unwrap_scalar,
    vocabulary,
)

__all__ = ["Choice", "NotFound", "PhraseAnswer", "Text", "YesNo"]

# Words that may stand around an answer without naming a rival to it.
FRAME = frozenset(
    vocabulary(
        "a an the is was are were be been it its this that these those there here heres thats of for in "
        "on at by to from with as my your our his her their i you we he she they answer final result "
        "value name named called titled title following found see listed shown based according page "
        "think believe sure yes correct and so im confident requested asked question response reply "
        "please note about approximately both customer user author seller person product item"
    )
)
COPULAS = frozenset(vocabulary("is was are were called named titled its thats heres"))
OPENERS = frozenset(
    vocabulary(
        "the your my our his her their its it this that a an answer i you we they he she in on at "
        "according based there what which who"
    )
)
PREDICATES = frozenset(vocabulary("the a an my your our his her their in on at by from what which who where whose"))
SENTENCE_LIMIT = 20
LABELLED = re.compile(r"([^:\n]{1,120}):\s[\"'(]*(?:the |an? )?\x00", re.IGNORECASE)  # The newest order: <phrase>
SEPARATOR = re.compile(r"[,;|/\n]|\band\b|&|[.!:](?=\s)|\s-\s", re.IGNORECASE)


class PhraseAnswer(Answer, abstract=True):
    """An answer that is a phrase, alone or in a plain sentence.

    Around the phrase only these may stand: words that say nothing of their own, words of the context, or one clause
    "The … is <phrase>" or "<phrase> is the …" without a list in it. So no second candidate finds a place.
    """

    @abstractmethod
    def _expected(self) -> Sequence[str]:
        """The accepted phrases, the main one first."""

    def _reword(self, words: Sequence[Token]) -> list[Token]:
        """A subclass may bring words to a common form here."""
        return list(words)

    def _clean(self, text: str) -> str:
        return tidy(text)

    def _tokens(self, text: str) -> Sequence[Token]:
        return tokens(self._clean(text))

    def _expected_length(self) -> int:
        return max(len(text) for text in self._expected())

    def _compare(self, value: JsonValue) -> Comparison:
        text = unwrap_scalar(value)
        if text is None:
            return refused("not a single text")
        text = self._clean(text)
        if not text:
            return refused("empty")
        words = self._reword(tokens(text))
        reason = f"not {self._expected()[0]!r}"
        for phrase in self._expected():
            wanted = [token.word for token in self._reword(self._tokens(phrase))]
            if not wanted:  # a phrase of symbols only, such as a row of stars
                if fold(text) == fold(self._clean(phrase)):
                    return Comparison(True, "equal", text)
                continue
            if [token.word for token in words] == wanted:
                return self._whole(text, phrase)
            places = _places(words, wanted)
            if places:
                objection = self._objection(text, words, places, len(wanted))
                if objection is None:
                    return Comparison(True, "equal, in a sentence", phrase)
                reason = objection
        return refused(reason, text)

    def _whole(self, text: str, phrase: str) -> Comparison:
        """The answer is the phrase and nothing else; a subclass may look closer."""
        if text.rstrip("\"' .!)").endswith("?") and not self._clean(phrase).rstrip("\"' .!)").endswith("?"):
            return refused("it keeps the answer open ('?')", phrase)
        return Comparison(True, "equal", phrase)

    def _objection(self, text: str, words: Sequence[Token], places: Sequence[int], length: int) -> str | None:
        spans = [(words[at].start, words[at + length - 1].end) for at in places]
        masked = stuffing.mask(text, spans)
        objection = stuffing.objection(masked, self.context)
        if objection:
            return objection
        taken = {at + step for at in places for step in range(length)}
        known = {token.word for part in self.context for token in self._reword(self._tokens(part))}
        rest = [token.word for index, token in enumerate(words) if index not in taken]
        stray = [word for word in rest if word not in FRAME and word not in known and _singular(word) not in known]
        if not stray or (len(places) == 1 and self._is_one_clause(masked, words, places[0], length)):
            return None
        return f"more than the answer: {' '.join(stray[:5])!r}"

    def _is_one_clause(self, masked: str, words: Sequence[Token], at: int, length: int) -> bool:
        rest = len(words) - length
        if rest > SENTENCE_LIMIT:
            return False
        before = [token.word for token in words[:at]]
        after = [token.word for token in words[at + length :]]
        inner = masked.strip(" .!\"'()")
        if not after:  # The … is <phrase>.
            if before[-1] in ("the", "a", "an"):
                before = before[:-1]
            label = LABELLED.fullmatch(inner)
            if label:
                copulas = [word for word in before[:-1] if word in COPULAS]  # "The answer is: …" is fine
                return not copulas and not SEPARATOR.search(label.group(1))
            ends_well = bool(before) and before[-1] in COPULAS and before[0] in OPENERS
            return ends_well and not SEPARATOR.search(inner.replace("\0", ""))
        # <phrase> is the …; not "The Scream is the Mona Lisa", which would be right both ways
        if at == 0 and len(after) > 1 and words[0].word not in OPENERS:
            verb = after[0] in COPULAS or after[0].endswith("ed") or after[0] in ("has", "had", "wrote", "made")
            return verb and after[1] in PREDICATES and not SEPARATOR.search(inner.replace("\0", ""))
        return False


def _places(words: Sequence[Token], wanted: Sequence[str]) -> list[int]:
    """Where the wanted words stand in a row, without overlaps."""
    found: list[int] = []
    at = 0
    first = wanted[0]
    while at <= len(words) - len(wanted):
        if words[at].word == first and [token.word for token in words[at : at + len(wanted)]] == list(wanted):
            found.append(at)
            at += len(wanted)
        else:
            at += 1
    return found


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") else word


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

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.aliases, Mapping):
            object.__setattr__(self, "aliases", tuple((key, tuple(names)) for key, names in self.aliases.items()))
        if self.value not in self.options:
            raise ValueError(f"Choice: {self.value!r} is not among the options {self.options!r}")
        unknown = [option for option, _ in self.aliases if option not in self.options]
        if unknown:
            raise ValueError(f"Choice: aliases for {unknown[0]!r}, which is not among the options {self.options!r}")

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
            for at in _places(words, wanted) if wanted else ():
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

    def _expected_length(self) -> int:
        return 3

    def _compare(self, value: JsonValue) -> Comparison:
        text = unwrap_scalar(value)
        if text is None:
            return refused("not a single yes or no")
        text = tidy(text)
        readings = self._read(text)
        if not readings:
            return refused("neither yes nor no")
        if True in readings and False in readings:
            return refused("both yes and no")
        doubts = [match for match in OPEN_ENDED.finditer(text) if not stuffing.is_excused(match, self.context)]
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
                if _places(words, token_words(phrase)):
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
    r"(?:n/a|n\.a\.|na|none(?: found| exists?| available)?|null|nil|nothing|not found|not available"
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
        words = tokens(text)
        missing = [phrase for phrase in self.mentions if not _places(words, token_words(phrase))]
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
