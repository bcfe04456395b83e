"""Words and marks of a text in lower case, as the tokenizer of WebArena's and VisualWebArena's judges finds them.

Both split a text into sentences by Punkt (Kiss and Strunk, "Unsupervised Multilingual Sentence Boundary Detection",
2006) with its English model, and each sentence by the conventions of the Penn Treebank. Both lower the text first, and
in lower case little of the model matters: its abbreviations, its pairs of words around a full stop, and four words.

The model is Jan Strunk's, under the MIT licence. What is not followed are letters written with combining marks, which
newer versions of that tokenizer take for parts of words and older ones do not, and the four control characters that
separate files, groups, records and units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

__all__ = ["sentences", "word_tokens"]

# Sentences ------------------------------------------------------------------------------------------------------------

_ABBREVIATIONS = """
. a.a a.c a.d a.g a.h a.m a.m.e a.s a.t adm ala ariz aug ave b.f b.v bros c c.i.t c.o.m.b c.v calif chg cie co col
colo conn corp cos ct d d.c d.h d.w dec dr e e.f e.h e.l e.m f f.g f.j feb fla fri ft g g.d g.f g.k ga gen h h.c h.f
h.m i.m.s ill inc j.b j.c j.j j.k j.p j.r jan jr k kan ky l l.a l.f l.p lt ltd m m.b.a m.d.c m.j maj messrs mg mich
minn mr mrs ms n n.c n.d n.h n.j n.m n.v n.y nev nov oct ok okla ore p p.a.m p.m pa ph.d prof r r.a r.h r.i r.j r.k
r.t rep reps s s.a s.a.y s.c s.g s.p.a s.s sen sep sept sr st sw t t.j tenn tues u.k u.n u.s u.s.a u.s.s.r v va vs vt
w w.c w.r w.va w.w wash wed wis yr"""
ABBREVIATIONS = frozenset(_ABBREVIATIONS.split())
NUMBER = "##number##"
_AFTER: dict[str, str] = {
    NUMBER: "abreast aes business cbot colgate commodities cooper corrections credit dividend financing genentech"
    " henley insider international leisure letters notable pay-fone pegasus pepper review rj wedgestone who zimmer",
    "b": "edelman levine smith stewart wigton",
    "i": "magnin toussie",
    "j": "aron fialka walter",
    "o": "ludcke",
}
PAIRS = frozenset((before, after) for before, words in _AFTER.items() for after in words.split())
"""No sentence ends between these."""
BEGINNERS = frozenset(("administrators", "b-week", "r-revised", "z-holiday"))
"""The only words in lower case that may begin a sentence after a number or an initial."""

_QUOTES = "‘’“”«»"
_OUTSIDE_WORDS = rf"[)\";}}\]*:@'({{\[{_QUOTES}?!]"
_RUN = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_MAYBE_END = re.compile(rf"[.?!](?=(?P<after>{_OUTSIDE_WORDS}|\s+(?P<next>\S+)))")
_TOKEN = re.compile(
    rf"{_RUN}|(?=[^(\"`{{\[:;&#*@)}}\]\-,])\S+?(?=\s|$|{_OUTSIDE_WORDS}|{_RUN}|,(?=$|\s|{_OUTSIDE_WORDS}|{_RUN}))|\S"
)
_NUMERIC = re.compile(r"-?[.,]?\d[\d,.-]*\.?")
_INITIAL = re.compile(r"[^\W\d]\.")
_CLOSING = re.compile(rf"[\"')\]}}{_QUOTES}]+?(?:\s+|(?=--)|$)", re.MULTILINE)
_SPACE = " \t\n\r\x0b\x0c"


def sentences(text: str) -> list[str]:
    """The sentences of a text in lower case, each with the quotes and brackets that close after it."""
    pieces = list(_pieces(text))
    found, moved = [], 0
    for (start, stop), (next_start, next_stop) in pairwise([*pieces, (len(text), len(text))]):
        start += moved
        closing = _CLOSING.match(text[next_start:next_stop])
        moved = closing.end() if closing else 0
        found.append(text[start : next_start + len(closing.group().rstrip()) if closing else stop])
    return [sentence for sentence in found if sentence]


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """From where to where sentences go, before what closes them is moved to the one that it closes."""
    start = 0
    for end, context in _maybe_ends(text):
        # What comes last is only there to be compared with.
        tokens = [token for line in context.split("\n") for token in _TOKEN.findall(line)]
        if any(_ends(token, following) for token, following in pairwise(tokens)):
            yield start, end.end()
            start = end.start("next") if end["next"] else end.end()
    yield start, len(text.rstrip())


def _maybe_ends(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Every mark at which a sentence may end, with the word that it ends and with what follows.

    Of several marks in one word the last counts, except that a mark that begins its word stands for itself."""
    before: re.Match[str] | None = None
    begin = 0
    for mark in _MAYBE_END.finditer(text):
        since = before.start() if before else 0
        space = max(text.rfind(one, since, mark.start()) for one in _SPACE)
        word = space + 1 if space > since else begin
        if before and before.start() <= word:
            yield before, text[begin : before.end()] + before["after"]
        before, begin = mark, word
    if before:
        yield before, text[begin : before.end()] + before["after"]


def _ends(token: str, following: str) -> bool:
    """Whether a sentence ends between two tokens."""
    if not _looks_final(token) or not token.endswith("."):
        return _looks_final(token)
    kind = _kind(token, final=True)
    if (kind, _kind(following, final=_looks_final(following))) in PAIRS:
        return False
    if kind == NUMBER or _INITIAL.fullmatch(token):
        is_word = following[0].islower() and _kind(following, final=_looks_final(following)) not in BEGINNERS
        return not is_word and following not in tuple(";:,.!?")
    return True


def _looks_final(token: str) -> bool:
    if token in (".", "?", "!"):
        return True
    if not token.endswith(".") or token.endswith(".."):
        return False
    word = token[:-1]
    return word not in ABBREVIATIONS and word.split("-")[-1] not in ABBREVIATIONS


def _kind(token: str, *, final: bool) -> str:
    kind = NUMBER if _NUMERIC.fullmatch(token) else token
    return kind[:-1] if final and len(kind) > 1 and kind.endswith(".") else kind


# Words ----------------------------------------------------------------------------------------------------------------

_SPACED = r" \g<0> "
_BEFORE_PADDING = (
    # Quotes that open: every backquote and curly one, and a straight one at the beginning or after an opening mark.
    (r"[«“‘„]|`+", _SPACED),
    (r'^"', "``"),
    (r"``", _SPACED),
    (r"([ (\[{<])(?:\"|'{2})", r"\1 `` "),
    (r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", r"\g<0> "),
    # The sentence's last full stop, and marks; a colon or comma before a digit belongs to the number.
    (r"([^.])(\.)([\])}>\"'»”’ ]*+)\s*$", r"\1 \2 \3 "),
    (r"([:,])(\D)", r" \1 \2"),
    (r"([:,])$", _SPACED),
    (r"\.{2,}", _SPACED),
    (r"[;@#$%&]", _SPACED),
    (r"[\u2012-\u2015]", _SPACED),
    (r"([^.])(\.)([\])}>\"']*)\s*$", r"\1 \2\3 "),
    (r"[?!]", _SPACED),
    (r"([^'])' ", r"\1 ' "),
    (r"\*", _SPACED),
    (r"[\]\[(){}<>]", _SPACED),
    (r"--", _SPACED),
)
_AFTER_PADDING = (
    # Quotes that close, and what is contracted.
    (r"[»”’]", _SPACED),
    (r"''", _SPACED),
    (r'"', " '' "),
    (r"\s+", " "),
    (r"([^' ])('s|'m|'d|') ", r"\1 \2 "),
    (r"([^' ])('ll|'re|'ve|n't) ", r"\1 \2 "),
    *((rf"\b({one})({other})\b", r" \1 \2 ") for one, other in (("can", "not"), ("d", "'ye"), ("gim", "me"))),
    *((rf"\b({one})({other})\b", r" \1 \2 ") for one, other in (("gon", "na"), ("got", "ta"), ("lem", "me"))),
    (r"\b(more)('n)\b", r" \1 \2 "),
    (r"\b(wan)(na)(?=\s)", r" \1 \2 "),
    (r" ('t)(is)\b", r" \1 \2 "),
    (r" ('t)(was)\b", r" \1 \2 "),
)
_FIRST = [(re.compile(pattern), replacement) for pattern, replacement in _BEFORE_PADDING]
_THEN = [(re.compile(pattern), replacement) for pattern, replacement in _AFTER_PADDING]


def word_tokens(text: str) -> list[str]:
    """Words and marks of a text in lower case: "$12.50, isn't it?" gives $ 12.50 , is n't it ?"""
    return [token for sentence in sentences(text) for token in _split(sentence)]


def _split(sentence: str) -> list[str]:
    for pattern, replacement in _FIRST:
        sentence = pattern.sub(replacement, sentence)
    sentence = f" {sentence} "
    for pattern, replacement in _THEN:
        sentence = pattern.sub(replacement, sentence)
    return sentence.split()
