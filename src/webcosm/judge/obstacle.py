"""Judging a report that a task cannot be done: it must say what stands in the way.

Whoever reports without having looked can only guess or speak in general, and whoever looked can say it in a sentence:
which thing, and what is the matter with it. So a report counts if it names the thing and gives the right kind of
reason, in whatever words. Quoting the goal names nothing, since anybody can do that, and the words of another kind of
reason make it false.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from webcosm.judge.answer_types.wording import fold, plain, vocabulary
from webcosm.judge.verdict import Check

__all__ = ["NO_CONTROL", "UNSORTABLE", "Obstacle", "Reason", "reasons_given"]


class Reason(StrEnum):
    """What kind of thing stands in the way."""

    MISSING = "missing"
    """There is no such thing: not found, not on the list, not offered."""
    NOT_ALLOWED = "not allowed"
    """The thing is there, but the site does not let anybody do this to it: too late, wrong state, no such function."""
    NO_PERMISSION = "no permission"
    """Others may do this, but not the account that is signed in."""
    INVALID = "invalid"
    """What was to be entered is not accepted: expired, taken, malformed."""
    SOLD_OUT = "sold out"
    """There is not enough of it."""
    CONTRADICTORY = "contradictory"
    """The wish contradicts itself or the facts."""


_NOT = r"(?:not|n't|never|no longer)"
_FIND = r"(?:find|found|locate|located|see|seen|spot|identify)"
_OTHER_KINDS = r"(?:way|permissions?|authori[sz]ation|longer|access|rights?|more|stock)\b"
_WORDS: Mapping[Reason, str] = {
    Reason.MISSING: (
        r"there(?: is| are| was| were|'s) (?:no|not|nothing|none)|there (?:is|are|was|were)n't|no such|none|nobody"
        r"|no one|nothing|nowhere|missing|absent|unknown|unlisted|lacks?|lacking|non-?existent|without (?:a|an|any)"
        rf"|no \W?(?!{_OTHER_KINDS})\w+"
        rf"|(?:can|could|did|do|does)(?:not|n't| not) (?:be )?{_FIND}|(?:unable|fail\w*) to {_FIND}"
        rf"|{_NOT} (?:\w+ )?(?:{_FIND}|exists?|appear|have|has|contain|include|offer|offered|carry|listed|shown"
        r"|know|known|mention|sell|sold|among|part|present|recogni[sz]ed|available|one of|registered|subscribed"
        r"|reviewed|ordered|buy|bought|purchased?|given|stated|provided|published|specified|displayed|supported)"
        rf"|{_NOT} (?:(?:be|been|ever|even|yet|currently|actually|really|there|seem|come|look|written|left|posted"
        r"|placed|made|got|to|the|is|one|all|such) ){0,2}?"
        r"(?:list|show|say|state|stock|ship|there|an?|any|order|on|in|under)"
    ),
    Reason.NO_PERMISSION: (
        r"permissions?|permitted|authori[sz]ed|authori[sz]ation|access|privileges?|rights|roles?|read-?only|view-?only"
        r"|may (?:only|not)|(?:not|n't) allowed to|forbidden|signed in as|logged in as|only (?:view|look|see|read)"
    ),
    Reason.INVALID: (
        r"expired|invalid|(?:not|n't|no longer) (?:valid|active|accept|accepted|usable|recogni[sz]ed|works?(?! out)"
        r"|working)"
        r"|rejected|rejects|refused|refuses|(?:cannot|can't|can not|couldn't) be (?:used|redeemed|applied)|in use|taken"
        r"|belongs to|duplicate|unusable|ended|lapsed|out of date|outdated|is over|past its|ran out"
        r"|(?:already|been) (?:used|exists?|belongs|assigned)|exists already|malformed"
    ),
    Reason.SOLD_OUT: (
        r"out of stock|sold out|in stock|no stock|stock (?:is|was|of)|only (?:\w+ ){0,3}?(?:left|available|remain\w*"
        r"|pieces?|items?)|(?:only|just) \d+|(?:none|nothing|no more|zero|\d+) (?:\w+ ){0,6}?(?:left|remain\w*)|ran out"
        r"|run out|limited to|exceeds?|not enough|insufficient|unavailable|fewer than|less than|more than|at most"
        r"|maximum|(?:not|n't) available"
    ),
    Reason.CONTRADICTORY: (
        r"contradict\w*|conflict\w*|inconsistent|incompatible|at odds|(?:cannot|can't) both|(?:not|n't) match"
        r"|mismatch\w*"
    ),
}
"""How each kind of reason is put into words. That something is not allowed can be said of anything: there the words of
the case are needed."""
_TELLING: Mapping[Reason, str] = {
    Reason.NO_PERMISSION: (
        r"permissions?|permitted|authori[sz](?:ed|ation)|privileges?|access (?:is )?denied|read-?only"
        r"|(?:no|not have|n't have|lack|without) access"
    ),
    Reason.INVALID: r"expired|invalid|malformed|(?:not|n't) (?:an? )?valid",
    Reason.SOLD_OUT: r"out of stock|sold out|not enough|insufficient",
    Reason.CONTRADICTORY: r"contradict\w*|inconsistent|incompatible",
    Reason.NOT_ALLOWED: r"or (?:is |it is |it's |just )?(?:not|isn't) (?:allowed|permitted|possible)",
}
"""Words that speak of one kind of reason only. Whoever uses those of another kind gives a false reason."""
_ELSEWHERE = re.compile(
    r"(?:page|site|website|server|browser|network|connection|tool)\W+(?:\w+\W+){0,3}?(?:(?:is|was|went) down|crash\w*"
    r"|broken|unresponsive|(?:not|n't|never|to) (?:load|respond|open))|(?:server|network|internal|connection) error"
    r"|time[ds]? ?out|captcha|(?:need|have) to (?:log|sign) in"
    r"|out of (?:steps|time)|(?:privacy|security|safety|policy|ethic\w*) (?:reason|concern|ground)s?"
    r"|against (?:my|the) (?:policy|guidelines)|as an ai"
    r"|i (?:do not|don't|won't|will not|must not|should not|cannot|can't) (?:give|share|reveal|disclose|help)"
)
"""What stands in no task's way: technical trouble, and refusals on principle."""
_COMMON = vocabulary(
    "a an and are as at be by can do does for from has have i in is it its me my no not of on one or our out so that"
    " the their them there this to was we were what which with you your"
)
_CONTROL = r"(?:button|link|option|control|field|form|menu|action)s?\b"
NO_CONTROL = (
    rf"\bno (?:\w+ ){{0,2}}?{_CONTROL}"
    rf"|{_CONTROL} (?:\w+ ){{0,3}}?(?:is|are)(?: not|n't) (?:there|shown|offered|present)"
    rf"|(?:not|n't) (?:offer|show|have|provide|give) (?:an? |any )?(?:\w+ ){{0,2}}?{_CONTROL}"
    rf"|(?:missing|lacks?|without) (?:an? |any |the )?(?:\w+ ){{0,2}}?{_CONTROL}"
)
"""That the page has nothing to do it with; for `Obstacle.said` where that is what one sees."""
UNSORTABLE = (
    r"(?:\bnot|n't) be (?:sorted|ordered|arranged|listed)",
    r"\bcannot be (?:sorted|ordered|arranged|listed)",
    r"\b(?:cannot|can't|can not|no way to) (?:sort|order|arrang)",
    r"(?:\bnot|n't) (?:able|possible|let|allow|support)\w*(?: \w+){0,3}? (?:sort|order|arrang)",
    r"\b(?:sort|order|arrang)\w* (?:\w+ ){0,4}?only\b",
    r"\bonly (?:\w+ ){0,3}?(?:sort|order|arrang|by\b|price|name|title|date)",
)
"""That a list has no such order, for `Obstacle.said`."""
QUOTED = 6
"""So many words in a row from the goal are a quotation, unless they are the thing's own name."""
LONGEST = 150
"""A reason is given in a few sentences. Somewhere in a whole page every word can be found."""
SHORT = 3
"""A name of so few words is said in full, or it might be another one's."""


@dataclass(frozen=True)
class Obstacle:
    """What stands in the way of a task that cannot be done."""

    reason: Reason
    things: tuple[str, ...]
    """Names of the thing, any of which will do: ``("order 101370",)``, ``("clerk", "role", "weight")``. Of a long name
    a part is enough, of one with a number the number is needed."""
    also: tuple[Reason, ...] = ()
    """Other kinds of reason that are as true."""
    said: tuple[str, ...] = ()
    """Patterns, in lower case, of what gives the reason in this very case, such as ``complete`` or ``third level``. Any
    of them is as good as the words for its kind; needed where something is not allowed."""
    false: tuple[str, ...] = ()
    """Patterns, in lower case, of what is not true in this very case though it sounds alike, such as ``no reviews``
    where only the one that was asked for is missing."""
    others: tuple[str, ...] = ()
    """Names of other things of the kind. Within one of them the thing is not named: who speaks of “Sky Blue” says
    nothing of “Blue”."""
    owner: str = ""
    """What the thing belongs to, as a variant does to a product. A report need not name it, but see below."""
    other_owners: tuple[str, ...] = ()
    """What such things may belong to. A report that names one of these, and not the owner, is about something else."""

    def __post_init__(self) -> None:
        if not self.things or not all(_words(thing) for thing in self.things):
            raise ValueError(f"Obstacle: things are names, at least one, not {self.things!r}")
        if self.reason is Reason.NOT_ALLOWED and not self.said:
            raise ValueError(f"Obstacle: why it is not allowed must be said; give said= for {self.things!r}")

    def checks(self, report: str | None, goal: str) -> list[Check]:
        """On what the agent reported, if it did."""
        text = plain(report or "").lower()
        if not text:
            seen = "not reported" if report is None else "a report without a reason"
            return [Check("reported as infeasible, with a reason", False, seen)]
        if len(text.split()) > LONGEST:
            return [Check("a reason in a few sentences", False, f"{len(text.split())} words", f"at most {LONGEST}")]
        own = _without_quotation(text, goal, self.things)
        others = _without_other_names(own, goal, self.things)
        foreign = (*self.others, *self.other_owners, *([self.owner] if self.owner else []))
        named = any(
            _names(_without_names(own if len(_words(thing)) <= SHORT else others, foreign, thing), thing)
            for thing in self.things
        )
        checks = [Check("the report names what stands in the way", named, report or "", " or ".join(self.things))]
        if self.owner:
            checks.append(self._owner_check(text, report or ""))
        return [*checks, self._reason_check(own, report or "")]

    def _owner_check(self, text: str, report: str) -> Check:
        rest = _without_names(text, self.other_owners, self.owner)
        about = rest == _spoken(text) or _names(rest, self.owner)
        return Check("the report is about the right one", about, report, self.owner)

    def _reason_check(self, text: str, report: str) -> Check:
        name = "the report gives the right kind of reason"
        accepted = (self.reason, *self.also)
        expected = " or ".join(accepted)
        if any(re.search(pattern, text) for pattern in self.false):
            return Check(name, False, f"{report}: that is not so", expected)
        if any(re.search(pattern, text) for pattern in self.said):
            given = [self.reason]
        elif _ELSEWHERE.search(text):
            return Check(name, False, f"{report}: trouble of another kind, or a refusal", expected)
        else:
            given = reasons_given(self._unnamed(text))
        false = [
            reason
            for reason, pattern in _TELLING.items()
            if reason not in accepted and re.search(rf"(?:\b|(?=n't))(?:{pattern})\b", self._unnamed(text))
        ]
        right = any(reason in accepted for reason in given) and not false
        return Check(name, right, f"{report}: {', '.join(false or given) or 'none'}", expected)

    def _unnamed(self, text: str) -> str:
        """Without the thing's long names, whose own words give no reason: “Look up an order without an account”."""
        return _without_names(text, [name for name in self.things if len(name.split()) > SHORT], put="it")


def reasons_given(text: str) -> list[Reason]:
    """Which kinds of reason a text in lower case could be read as."""
    return [reason for reason, pattern in _WORDS.items() if re.search(rf"(?:\b|(?=n't))(?:{pattern})\b", text)]


def _words(name: str) -> list[str]:
    """Those that tell it from others."""
    return [word for word in re.findall(r"[\w@.\-/×+]*\w", fold(plain(name))) if word not in _COMMON]


def _names(text: str, thing: str) -> bool:
    """Whether a text speaks of a thing: by its number, if its short name has one, else by all of its words, or by some
    of them if it has many."""
    words, spoken = _words(thing), {_stem(word) for word in _words(text)}
    numbers = [word for word in words if any(sign.isdigit() for sign in word)]
    if len(words) <= SHORT and numbers:
        others = [word for word in words if word not in numbers]  # two of them are a name, as “King Drive” is
        return any(
            all(_stem(word) in spoken for word in telling)
            for telling in (numbers, others if len(others) > 1 else numbers)
        )
    found = sum(_stem(word) in spoken for word in words)
    return found >= (len(words) if len(words) <= SHORT else max(2, len(words) // 5))


def _without_other_names(text: str, goal: str, things: Sequence[str]) -> str:
    """The text without names in quotation marks that are not those of the task: a third of their words are new. Of
    two products of a kind half the words are the same, so one could be taken for the other."""
    known = {_stem(word) for name in (goal, *things) for word in _words(name)}

    def kept(quoted: re.Match[str]) -> str:
        words = _words(quoted[1])
        return quoted[0] if 3 * sum(_stem(word) in known for word in words) >= 2 * len(words) else " "

    return re.sub(r'"([^"]+)"', kept, text)


@lru_cache(maxsize=8192)  # all products of a shop are other owners
def _spoken(text: str) -> str:
    return " ".join(fold(plain(text)).split())


def _without_names(text: str, names: Sequence[str], own: str = "", put: str = " ") -> str:
    """The text without these names, wherever one stands as a whole, but for those that are part of its own."""
    text, own = _spoken(text), _spoken(own)
    others = (name for name in map(_spoken, names) if name in text and name not in own)
    for name in sorted(others, key=len, reverse=True):
        text = " ".join(re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", put, text).split())
    return text


def _stem(word: str) -> str:
    return re.sub(r"(?:ies|es|s|ed|ing)$", "", word) if len(word) > 4 else word


def _without_quotation(text: str, goal: str, things: Sequence[str]) -> str:
    """The text without what it repeats of the goal word for word: all of it, or parts, names of the thing excepted."""
    said, asked = text.split(), _bare(goal)
    bare, names = _bare(text), [_bare(thing) for thing in things]
    size = max(1, min(QUOTED, len(asked)))  # a short goal is quoted if all of it is there
    runs = {tuple(asked[start : start + size]) for start in range(len(asked) - size + 1)}
    whole: set[int] = set()
    for start in range(len(bare) - len(asked) + 1):
        if bare[start : start + len(asked)] == asked:
            whole.update(range(start, start + len(asked)))
    parts: set[int] = set()
    for start in range(len(bare) - size + 1):
        run = bare[start : start + size]
        if tuple(run) in runs and not any(_within(run, name) for name in names):
            parts.update(range(start, start + size))
    for name in names:
        for start in range(len(bare) - len(name) + 1):
            if bare[start : start + len(name)] == name:
                parts.difference_update(range(start, start + len(name)))
    return " ".join(word for place, word in enumerate(said) if place not in whole | parts)


def _bare(text: str) -> list[str]:
    """The words without the marks around them."""
    return [re.sub(r"^\W+|\W+$", "", word) for word in plain(text).lower().split()]


def _within(run: Sequence[str], name: Sequence[str]) -> bool:
    return any(list(run) == list(name[start : start + len(run)]) for start in range(len(name) - len(run) + 1))
