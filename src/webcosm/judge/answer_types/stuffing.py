"""Words that keep an answer open or turn it round.

An answer's own value is masked first (``CHOSEN``; other values of its kind are ``OTHER``), so a film called
"Maybe Tomorrow" is no hedge. Words that the goal itself used in the same place ("orders that were not cancelled")
are excused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from webcosm.judge.answer_types.wording import fold, tidy

__all__ = ["CHOSEN", "OTHER", "RESTATED", "is_excused", "mask", "objection"]

CHOSEN = "\x00"
OTHER = "\x01"
RESTATED = re.compile(r"\x00\s*/\s*\x00")

_AUXILIARY = "is|was|are|were|do|does|did|has|have|had|ca|could|would|should|wo|ai"
_ABOUT = r"(?:(?:about|around|approximately|roughly|a|an|the) )?"
_OPERATORS = (
    (
        "it denies",
        rf"\bnot\b(?! (?:only|including|counting)\b)|\bcannot\b|\b(?:{_AUXILIARY})n'?t\b|\bnever\b|\bneither\b|\bnor\b"
        r"|\bnone of\b|\bno such\b|\bthere (?:is|are|was|were) no(?:ne)?\b|\bn/a\b"
        r"|\bno longer\b|\bunable\b|\bfail(?:s|ed)? to\b|\b(?:anything|everything|all|nothing) but\b"
        r"|\b(?:other|rather) than\b|\binstead of\b|\b(?:wrong|incorrect|untrue|false)\b"
        rf"|\b(?:except|excluding|without)(?: for)? {_ABOUT}\x00",
    ),
    (
        "it offers alternatives",
        r"\bor\b|\beither\b|\balternatively\b|\botherwise\b|[\x00\x01]\s*(?:/|\||\bvs\b\.?|\bversus\b)\s*[\x00\x01]",
    ),
    (
        "it keeps the answer open",
        r"\bmaybe\b|\bperhaps\b|\bpossibly\b|\bmight\b|\bmay be\b|\bcould be\b|\bguess(?:ing)?\b|\bunsure\b"
        r"|\buncertain\b|\bunclear\b|\bunknown\b|\betc\b|\band so on\b|\bamong others\b|\x00[^\w\x00]*\?",
    ),
    (
        "it sets a condition",
        r"\bif\b|\bunless\b|\bassuming\b|\bdepend(?:s|ing)\b|\bprovided (?:that|it|you)\b|\bsupposing\b|\bin case\b",
    ),
    (
        "it gives a bound, not a value",
        r"(?:\b(?:over|under|above|below|beyond|than|at least|at most|up to|nearly|almost|barely|between|before|after"
        rf"|exceed(?:s|ing)?)|[<>]=?|[≤≥])\s*{_ABOUT}\x00"
        r"|\x00\s*(?:\+(?!\w)|(?:at )?(?:most|least)\b|and (?:up|above|over|more|below|under|counting)\b"
        r"|plus\s*[.!]?$)",
    ),
    (
        "it gives a range",
        r"\x00\s*(?:-|\bto\b|\bthrough\b|\buntil\b|\.{2,3}|~)\s*[\x00\x01]"
        r"|\x01\s*(?:-|\bto\b|\bthrough\b|\buntil\b|\.{2,3}|~)\s*\x00",
    ),
)
_PATTERNS = tuple((reason, re.compile(pattern, re.IGNORECASE)) for reason, pattern in _OPERATORS)
_NEXT_WORD = re.compile(r"\W*[\w']*")
_WORDS = re.compile(r"[^\W_]+(?:'\w+)?|\x00")


def mask(text: str, chosen: Iterable[tuple[int, int]], other: Iterable[tuple[int, int]] = ()) -> str:
    """The text with the chosen spans and their rivals replaced by one mark each."""
    spans = sorted([(start, end, CHOSEN) for start, end in chosen] + [(start, end, OTHER) for start, end in other])
    parts: list[str] = []
    at = 0
    for start, end, mark in spans:
        if start < at:
            continue  # the same words were read twice; the first reading stands
        parts += [text[at:start], mark]
        at = end
    return "".join([*parts, text[at:]])


def objection(masked: str, context: Sequence[str] = ()) -> str | None:
    """Why a masked answer does not commit to its value, or None."""
    for reason, pattern in _PATTERNS:
        for match in pattern.finditer(masked):
            if not is_excused(match, context):
                shown = match.group().replace(CHOSEN, "…").replace(OTHER, "…")
                return f"{reason} ({shown!r})"
    return None


def is_excused(match: re.Match[str], context: Sequence[str]) -> bool:
    """Whether the goal itself used the matched words with the word that follows them."""
    following = _NEXT_WORD.match(match.string, match.end())
    phrase = _plain_words(match.string[match.start() : following.end() if following else match.end()])
    return bool(context) and any(f" {phrase} " in f" {_plain_words(tidy(text))} " for text in context)


def _plain_words(text: str) -> str:
    return " ".join(_WORDS.findall(fold(text)))
