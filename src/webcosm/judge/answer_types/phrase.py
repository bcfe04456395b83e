"""Answers that are a phrase: how one is found in a sentence, and what may stand beside it.

A phrase has no type by which rivals could be told. So whatever is left of a text once courtesies, the goal and what is
denied or withdrawn are gone must look like a sentence around the phrase: it stands where a phrase begins and ends, and
no other name, number or listed word is claimed beside it.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache

from webcosm.judge.answer_types.base import Answer, Comparison, refused
from webcosm.judge.answer_types.claim import Claim, prune, sentences
from webcosm.judge.answer_types.moments import blank_moments
from webcosm.judge.answer_types.wording import JsonValue, Token, fold, tidy, tokens, unwrap_scalar, vocabulary

__all__ = ["PhraseAnswer", "is_remark", "places_of"]

# Words that stand around a phrase without being part of one: articles, pronouns, prepositions, auxiliaries …
FUNCTION = frozenset(
    vocabulary(
        "a an the this that these those there here it its heres theres thats what which who whom whose where when how "
        "i im ive id ill you your youre youve we our ours they their he his she her him them me my us mine yours one "
        "ones "
        "is was are were be been being am isnt wasnt has have had having do does did done can could will would shall "
        "should "
        "may must get got gets of for in on at by to from with as into onto over under about around approximately "
        "roughly "
        "exactly precisely simply just only also again indeed clearly currently now then still already today both all "
        "each "
        "every any some and so but or if than because since while after before during until through per via within "
        "without "
        "along across between among against upon out up down off back away yes no not sure ok okay well alright hi "
        "hello hey "
        "please thus hence therefore however finally namely ie eg follows followed following accordingly according "
        "based "
        "below above often ever given such like more most less least much many too very quite rather even yet though "
        "although instead"
    )
)
# Words about answering, finding and looking, and the labels that stand before a value.
TALK = frozenset(
    vocabulary(
        "answer answers final result results value response reply solution question asked ask requested request "
        "question "
        "correct right confirmed confident found find see seen saw looked looking look checked check checking double "
        "listed lists list shown shows show showing says said say saying states stated reads read reading gives given "
        "called named titled labeled labelled known page pages site website web shop store account order orders item "
        "items product products entry entries details detail overview record records information info data summary "
        "step "
        "steps task done complete completed reasoning note notes source screen table row column section first second "
        "third last new name title color colour number code sku id status address customer user author seller person "
        "reviewer review reviews city street state zip town country phone email date time option variant version model "
        "type kind size brand category choice great good news tl dr short think believe suppose reckon guess would "
        "turned "
        "opened open clicked searched went going navigated logged scrolled scrolling double-checked happy report able "
        "problem welcome apologies entire whole complete full match matches matching thing things while took"
    )
)
# Verbs after which what was chosen, bought, written … is named.
VERBS = frozenset(
    vocabulary(
        "chose choose chosen chooses pick picked selected select bought buy buys took take takes taken went go goes "
        "wrote "
        "write writes written left leave sold sell sells sent send made make makes paid pay got get gets live lives "
        "lived "
        "work works worked belong belongs come comes came become became remains stays won win wins led leads named "
        "hold "
        "holds held use uses used want wanted prefer prefers preferred include includes contain contains carry carries "
        "mean means equals say says tell tells told thought ships ship put set meant keep keeps kept"
    )
)
LINKS = frozenset(vocabulary("color colour size one version variant option model edition by in as is was"))
PARTS = re.compile(
    r"^[-*• ]*(?:(?:first|last|given|family|full|middle|sur)[ _]?name|name|street(?: address)?"
    r"|address(?: line)?(?: \d)?"
    r"|city|town|state|province|zip(?: ?code)?|post(?:al)?[ _]?code|country|house number)\s?[:=]\s*",
    re.IGNORECASE | re.MULTILINE,
)
PART_KEYS = re.compile(
    r"(?:first|last|given|family|full|middle|sur)?_?name|street.*|address.*|(?:house_)?number|city|town|state|province"
    r"|zip.*|post(?:al)?_?code|country|line_?\d|title",
    re.IGNORECASE,
)
LISTING = re.compile(r"[,;|/&+]|\band\b|\bor\b|\bplus\b|\bthen\b|\n|[.!](?=\s)", re.IGNORECASE)
CHUNK = re.compile(r"[,;|\n()]|[.!?:](?=\s|$)|\s-\s|\s=\s?|→|\band\b|\bbut\b|\bso\b", re.IGNORECASE)
NUMBERING = re.compile(r"^\s*\d{1,2}[.)](?=\s)|\bstep \d{1,2}\b", re.IGNORECASE | re.MULTILINE)
ITEM_MARK = re.compile(r"(?:(?<=\s)|(?<=[a-z])|^)\d{1,2}[.)]\s", re.IGNORECASE)
MOST_ITEM_WORDS = 4  # of a numbered item that is a value and no step of a report
MOST_WORDS = 60
SUFFIXES = ("ed", "ly", "ing")  # of verbs and adverbs
CLAIMING = frozenset(vocabulary("is was are were its has have had called named titled answer"))
INTRODUCING = frozenset(vocabulary("in on for from because since when as at by during while that which who according"))
BRACKETS = ("[", "]", "{", "}", "{{", "}}", "<", ">", "->", "=", "][", "}{")
LESSER = re.compile(
    r"(?<=[\w)\"'\ue000-\uf8ff])[ ,;(]+(?:(?:closely|just|well|narrowly) )?(?:followed by|trailed by|ahead of)\b"
    r"[^.;!?\n]*",
    re.IGNORECASE,
)
"""What comes after the first of several: "Pink, followed by Blue"."""
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
TITLE_DOT = re.compile(r"\b(Mrs?|Ms|Mx|Dr|Prof|St|Rd|Ave|Ln|Blvd|No)\.", re.IGNORECASE)


class PhraseAnswer(Answer, abstract=True):
    """An answer that is a phrase, alone or in a sentence that claims it and nothing else."""

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

    def _rivals(self, text: str) -> list[tuple[int, int]]:
        """Where other values of the kind may stand that have commas in them; a subclass may know."""
        return []

    def _text_of(self, value: JsonValue) -> str | None:
        if isinstance(value, dict) and len(value) > 1 and all(PART_KEYS.fullmatch(str(key)) for key in value):
            parts = [unwrap_scalar(item) for item in value.values()]
            return " ".join(part for part in parts if part) if None not in parts else None
        return unwrap_scalar(value)

    def _compare(self, value: JsonValue) -> Comparison:
        text = self._text_of(value)
        if text is None:
            return refused("not a single text")
        whole = self._clean(text)
        if not whole:
            return refused("empty")
        text = TITLE_DOT.sub(r"\1", self._clean(prune(text, self.context)))
        if len(PARTS.findall(text)) > 1:
            text = whole = " ".join(PARTS.sub("", text).split())
        reason = f"not {self._expected()[0]!r}"
        for phrase in self._expected():
            wanted = [token.word for token in self._reword(self._tokens(phrase))]
            if not wanted:  # a phrase of symbols only, such as a row of stars
                if fold(whole) == fold(self._clean(phrase)):
                    return Comparison(True, "equal", whole)
                continue
            for told in dict.fromkeys((whole, text)):
                words = self._reword(tokens(told))
                if [token.word for token in words] == wanted:
                    return self._whole(told, phrase)
            found = places_of(words, wanted)
            if found:
                objection = self._objection(text, words, found, len(wanted))
                if objection is None:
                    return Comparison(True, "equal, in a sentence", phrase)
                reason = objection
        return refused(reason, text)

    def _whole(self, text: str, phrase: str) -> Comparison:
        """The answer is the phrase and nothing else; a subclass may look closer."""
        if text.rstrip("\"' .!)").endswith("?") and not self._clean(phrase).rstrip("\"' .!)").endswith("?"):
            return refused("it keeps the answer open ('?')", phrase)
        return Comparison(True, "equal", phrase)

    def _objection(self, text: str, words: Sequence[Token], found: Sequence[int], length: int) -> str | None:
        spans = [(words[at].start, words[at + length - 1].end) for at in found]
        others = [
            span for span in self._rivals(text) if not any(span[0] < end and start < span[1] for start, end in spans)
        ]
        claim = Claim(text, (*((*span, 0) for span in spans), *((*span, 1) for span in others)), self.context)
        dead = (*claim.dead, *(match.span() for match in LESSER.finditer(claim.masked)))
        live = [at for at, span in zip(found, spans, strict=True) if not any(a <= span[0] < b for a, b in dead)]
        if not live:
            return "it denies or takes back what it names"
        objection = claim.objection([(words[at].start, words[at + length - 1].end) for at in live])
        if objection:
            return objection
        if len(words) - length > MOST_WORDS:
            return f"more than the answer: {len(words)} words"
        known = frozenset(_forms(self.context))
        blanked = NUMBERING.sub(lambda mark: " " * len(mark.group()), self._blank_details(_blank(text, dead)))
        inside = {at + step for at in live for step in range(length)}
        rest = [token for number, token in enumerate(words) if number not in inside]
        said = [token for token in rest if blanked[token.start : token.end].strip()]
        stray = (
            self._stray_number(said, words, live, length, known)
            or _stray_name(blanked, said, known)
            or _stray_item(text, said, [words[at].start for at in live], known)
        )
        for at in live:
            stray = stray or _stuck(text, blanked, words, at, length, known)
        return f"more than the answer: {stray!r}" if stray else None

    def _blank_details(self, text: str) -> str:
        """The text without dates, times and amounts, unless the phrase is one: then others are its rivals."""
        phrase = self._clean(self._expected()[0])
        text = text if "@" in phrase else ADDRESS.sub(lambda found: " " * len(found.group()), text)
        return text if blank_moments(phrase) != phrase else blank_moments(text)

    def _stray_number(
        self, said: Sequence[Token], words: Sequence[Token], live: Sequence[int], length: int, known: frozenset[str]
    ) -> str:
        """Another number, where the phrase itself has one."""
        phrase = [token.word for token in words[live[0] : live[0] + length]]
        longest = max((len(word) for word in phrase if any(c.isdigit() for c in word)), default=0)
        numbers = [t.word for t in said if any(c.isdigit() for c in t.word) and t.word.strip("#") not in known]
        rivals = [number for number in numbers if longest and (length > 1 or len(number) >= min(longest, 3))]
        return next((number for number in rivals if number not in phrase), "")


def _blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


@lru_cache(maxsize=256)
def _forms(context: tuple[str, ...]) -> tuple[str, ...]:
    words = [token.word for text in context for token in tokens(tidy(text))]
    return tuple(
        {**dict.fromkeys(words), **{word.rstrip("s"): None for word in words}, **{f"{word}s": None for word in words}}
    )


def _is_plain(word: str, known: frozenset[str]) -> bool:
    """Whether a word names nothing: of grammar, of talk, of the goal."""
    if word in FUNCTION or word in TALK or word in VERBS or word in known or word.rstrip("s") in known:
        return True
    return len(word) > 4 and word.endswith(SUFFIXES)


def _stands_apart(text: str, word: Token, known: frozenset[str]) -> bool:
    """Whether a neighbour of the phrase is no part of it; "Folding" may be, "folding" is not."""
    capital = text[word.start].isupper()
    return _is_plain(word.word, known) and not (
        capital and word.word.endswith(SUFFIXES) and word.word not in known | TALK
    )


def is_remark(sentence: str, context: tuple[str, ...] = ()) -> bool:
    """Whether a sentence only talks about answering: no names, no numbers, and it begins as talk does."""
    known = frozenset(_forms(context))
    words = tokens(tidy(sentence))
    clean = tidy(sentence)
    if len(words) < 2 or not _is_plain(words[0].word, known):
        return False
    return not any(
        (clean[token.start].isupper() and number and token.word not in known and not token.word.startswith("i"))
        or (any(c.isdigit() for c in token.word) and token.word not in known)
        for number, token in enumerate(words)
    )


def _stray_name(blanked: str, said: Sequence[Token], known: frozenset[str]) -> str:
    """A word in capitals that is neither the goal's nor the beginning of a sentence, or a chunk that is a bare word."""
    starts = {_first_letter(blanked, span[0]) for span in sentences(blanked)}
    chunks = [0, *(match.end() for match in CHUNK.finditer(blanked))]
    starts |= {_first_letter(blanked, match.end()) for match in re.finditer(r"[.!?:\n]\s+|\n", blanked)}
    for number, token in enumerate(said):
        capital = blanked[token.start].isupper() and token.word not in ("i", "im", "ive", "id", "ill")
        label = blanked[token.end : token.end + 1] == ":" and token.start in starts  # "Manager: …"
        if capital and not label and not _is_plain(token.word, known):
            following = said[number + 1] if number + 1 < len(said) else None
            beside = following is not None and blanked[token.end : following.start].strip() == ""
            lower = following is not None and beside and blanked[following.start].islower()
            if (
                token.start not in starts
                or not lower
                or (following and following.word in ("is", "was", "are", "were", "and", "or"))
            ):
                return blanked[token.start : token.end]
    for start, end in zip(chunks, [*chunks[1:], len(blanked)], strict=True):
        own = [token for token in said if start <= token.start < end]
        strange = [
            token for token in own if not _is_plain(token.word, known) and not any(c.isdigit() for c in token.word)
        ]
        claims = (
            len(own) <= 4
            and len(strange) == 1
            and (own[-1] is strange[0] or (own[0] is strange[0] and blanked[own[0].start].islower()))
            and any(t.word in CLAIMING for t in own)
        )
        if (
            strange
            and blanked[end - 1 : end] != ":"
            and (claims or (len(strange) == len(own) and len(own) <= 3))
            and not _holds_phrase(blanked[start:end], own, start)
        ):
            return " ".join(token.word for token in strange)
    return ""


def _stray_item(text: str, said: Sequence[Token], phrases: Sequence[int], known: frozenset[str]) -> str:
    """A short numbered item beside the one with the phrase: "1. red 2. blue" names two."""
    marks = [0, *(match.end() for match in ITEM_MARK.finditer(text))]
    for start, end in zip(marks, [*marks[1:], len(text)], strict=True):
        own = [token for token in said if start <= token.start < end and not token.word.isdigit()]
        if len(own) <= MOST_ITEM_WORDS and len(marks) > 1 and not any(start <= at < end for at in phrases):
            for token in own:
                if not _is_plain(token.word, known):
                    return token.word
    return ""


def _holds_phrase(chunk: str, own: Sequence[Token], start: int) -> bool:
    """Whether a chunk has more than its own words: the phrase is in it, and is judged where it stands."""
    for token in own:
        chunk = chunk[: token.start - start] + " " * (token.end - token.start) + chunk[token.end - start :]
    return bool(re.search(r"\w", chunk))


def _first_letter(text: str, at: int) -> int:
    found = re.compile(r"\w").search(text, at)
    return found.start() if found else -1


def _stuck(text: str, blanked: str, words: Sequence[Token], at: int, length: int, known: frozenset[str]) -> str:
    """A neighbour that may belong to the phrase, or be listed beside it."""
    first, last = words[at], words[at + length - 1]
    capital = not text[first.start].islower()
    before = words[at - 1] if at and blanked[words[at - 1].start : words[at - 1].end].strip() else None
    after = words[at + length] if at + length < len(words) else None
    after = after if after and blanked[after.start : after.end].strip() else None
    if before:
        gap = text[before.end : first.start]
        touching = not gap.strip(" \"'")
        listed = bool(LISTING.fullmatch(gap.strip(" \"'*")))
        if touching and not _stands_apart(text, before, known) and not (capital and text[before.start].islower()):
            return before.word
        if touching and not capital and before.word == "to" and "to" not in known:
            return "to"
        if gap.strip(" \"'*-") in BRACKETS and not _is_plain(before.word, known):
            return before.word
        if (
            listed
            and gap.strip(" ") != "\n"
            and not gap.startswith((".", "!"))
            and _opens_badly(text, blanked, words, at, known)
        ):
            return before.word
    if after:
        gap = text[last.end : after.start]
        touching = not gap.strip(" \"'")
        if not capital and (stray := _trails(text, blanked, words[at + length :], known)):
            return stray
        if touching and not _stands_apart(text, after, known) and after.word not in LINKS:
            return after.word
        if gap.strip(" \"'*-") in BRACKETS and not _is_plain(after.word, known):
            return after.word
        if touching and not capital and after.word in ("the", "a", "an", "to") and after.word not in known:
            return after.word
        joined = after.word in ("and", "or", "plus", "then")
        if joined and at + length + 1 < len(words):
            following = words[at + length + 1]
            if not _is_plain(following.word, frozenset()) or following.word in ("the", "a", "an"):
                return following.word
        if gap.strip() in (",", "/", ";", "&", "+", "|") and not _is_plain(after.word, known):
            return after.word
    return ""


def _trails(text: str, blanked: str, rest: Sequence[Token], known: frozenset[str]) -> str:
    """A strange word after a phrase in small letters, with nothing that introduces a detail before it."""
    for number, token in enumerate(rest):
        if number and re.search(r"[.!?\n]", text[rest[number - 1].end : token.start]):
            return ""
        if token.word in INTRODUCING:
            return ""
        if not _is_plain(token.word, known) and token.word not in LINKS and blanked[token.start : token.end].strip():
            return token.word if not any(c.isdigit() for c in token.word) else ""
    return ""


def _opens_badly(text: str, blanked: str, words: Sequence[Token], at: int, known: frozenset[str]) -> bool:
    """Whether the chunk before a comma is a name and no lead-in: "blue, pink", but "in your order, pink"."""
    chunk: list[Token] = []
    for number in range(at - 1, -1, -1):
        token = words[number]
        if chunk and CHUNK.search(text[token.end : chunk[0].start]):
            break
        chunk.insert(0, token)
    if not chunk or not blanked[chunk[0].start : chunk[0].end].strip():
        return False
    return not _is_plain(chunk[0].word, known)


def places_of(words: Sequence[Token], wanted: Sequence[str]) -> list[int]:
    """Where the wanted words stand in a row, without overlaps."""
    found: list[int] = []
    at = 0
    first = wanted[0] if wanted else ""
    while wanted and at <= len(words) - len(wanted):
        if words[at].word == first and [token.word for token in words[at : at + len(wanted)]] == list(wanted):
            found.append(at)
            at += len(wanted)
        else:
            at += 1
    return found
