"""A scripted user: answers in the chat what only the user knows, by rule and without a model.

What the user knows is kept in slots. A slot understands several ways to ask for it: phrases whose words all occur in
the question in any order and form, or regular expressions. Whatever else is asked, the user does not know.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from webcosm.judge.verdict import Check
from webcosm.lore import Rng

__all__ = ["Slot", "User", "is_question"]

DO_NOT_KNOW = (
    "I don't know, sorry. Please see what you can find on the site.",
    "I couldn't tell you. It should be on the site, have a look there.",
    "No idea, I'm afraid. Look it up on the site, please.",
)
KNOWN_BEFORE = "I have told you already: {reply}"
ASKING = re.compile(
    r"\?|^\W*(?:which|what|who|whom|whose|when|where|how|why|do|does|did|is|are|was|should|shall|can|could|may|would)\b"
    r"|\b(?:please (?:tell|confirm|clarify|specify|let me know)|could you|can you|let me know|i need to know"
    r"|not sure (?:which|what|who|when|where|how)|tell me)\b",
    re.IGNORECASE | re.MULTILINE,
)
WORD = re.compile(r"[a-z0-9]+")
ENDINGS = ("ing", "ies", "ed", "es", "s", "y", "e")


@dataclass(frozen=True)
class Slot:
    """One thing that the user may be asked about."""

    name: str
    """For reports: ``which machine``."""
    asks: tuple[str | re.Pattern[str], ...]
    """Phrases of which every word occurs in the question, in any order and form, or patterns that are found in it."""
    reply: str
    needed: bool = True
    """Whether only the user knows it. If not, the reply should say where to look, and the question was not needed."""

    def is_asked(self, message: str) -> bool:
        words = _stems(message)
        for ask in self.asks:
            if isinstance(ask, str):
                if _stems(ask) <= words:
                    return True
            elif ask.search(_folded(message)):
                return True
        return False

    def __post_init__(self) -> None:
        for ask in self.asks:
            if isinstance(ask, str) and not _stems(ask):
                raise ValueError(f"slot {self.name!r}: {ask!r} has no word by which a question could be understood")
        if not self.asks or not self.reply:
            raise ValueError(f"slot {self.name!r} needs ways to ask for it and a reply")


@dataclass(frozen=True)
class User:
    """Who asked for the task, and what they know."""

    slots: tuple[Slot, ...]
    spare: int = 1
    """How many questions may be asked that need not be."""

    def reply(self, message: str, said: Sequence[tuple[str, str]]) -> str:
        """What the user says to the last message of a chat; empty if it asks nothing."""
        asked = self._asked(message)
        if asked:
            before = {slot.name for earlier in _messages(said)[:-1] for slot in self._asked(earlier)}
            return " ".join(
                KNOWN_BEFORE.format(reply=slot.reply) if slot.name in before else slot.reply for slot in asked
            )
        if is_question(message):
            return Rng("user", message).choice(DO_NOT_KNOW)
        return ""

    def tally(self, said: Sequence[tuple[str, str]]) -> dict[str, int]:
        """How many questions were needed, and how many not: asked again, answered elsewhere, or beside the point."""
        known: set[str] = set()
        needed = unneeded = 0
        for message in _messages(said):
            asked = self._asked(message)
            new = {slot.name for slot in asked if slot.needed} - known
            known |= new
            needed += bool(new)
            unneeded += not new and (bool(asked) or is_question(message))
        return {"needed": needed, "unneeded": unneeded}

    def checks(self, said: Sequence[tuple[str, str]]) -> list[Check]:
        """That what only the user knows was asked for and not guessed, and that not too much was asked."""
        asked = {slot.name for message in _messages(said) for slot in self._asked(message)}
        checks = [
            Check(f"asked the user: {slot.name}", slot.name in asked, "asked" if slot.name in asked else "never asked")
            for slot in self.slots
            if slot.needed
        ]
        unneeded = self.tally(said)["unneeded"]
        seen = f"{unneeded} questions that were not needed"
        return [
            *checks,
            Check("questions that need not be asked", unneeded <= self.spare, seen, f"at most {self.spare}"),
        ]

    def _asked(self, message: str) -> list[Slot]:
        return [slot for slot in self.slots if is_question(message) and slot.is_asked(message)]


def is_question(message: str) -> bool:
    """Whether a message asks for something, as opposed to telling how it goes."""
    return bool(ASKING.search(message.strip()))


def _messages(said: Sequence[tuple[str, str]]) -> list[str]:
    return [words for who, words in said if who == "assistant"]


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(plain.casefold().split())


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in WORD.findall(_folded(text)))


def _stem(word: str) -> str:
    """``machines`` and ``machine``, ``delivery`` and ``deliveries`` are one."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
