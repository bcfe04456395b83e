"""Small rules of English that generated text needs: articles, plurals, verb forms, lists."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

__all__ = [
    "article",
    "ascii_fold",
    "join",
    "ordinal",
    "past",
    "plural",
    "possessive",
    "present_participle",
    "slug",
    "title",
]

_VOWEL_SOUND = ("hour", "honest", "honour", "heir", "mba", "x-ray", "fm", "mp3", "8", "11", "18", "80")
_CONSONANT_SOUND = ("uni", "use", "usu", "uti", "eu", "ewe", "one", "once", "ubiq", "ukulele", "urin", "u-")
_VOWEL_AFTER_ALL = ("unin", "unim", "unid")  # un-informed, un-important, un-identified

_IRREGULAR_PLURALS = {
    "aircraft": "aircraft", "boots": "boots", "bus": "buses", "child": "children", "deer": "deer", "fish": "fish",
    "foot": "feet", "furniture": "furniture", "goose": "geese", "half": "halves", "headphones": "headphones",
    "knife": "knives", "leaf": "leaves", "life": "lives", "loaf": "loaves", "man": "men", "mouse": "mice",
    "person": "people", "scissors": "scissors", "self": "selves", "series": "series", "sheep": "sheep",
    "shelf": "shelves", "thief": "thieves", "tooth": "teeth", "trousers": "trousers", "wife": "wives", "wolf": "wolves",
    "woman": "women", "gas": "gases", "quiz": "quizzes", "roof": "roofs", "chef": "chefs", "belief": "beliefs",
    "species": "species", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes", "hero": "heroes",
}  # fmt: skip

_IRREGULAR_PASTS = {
    "be": "was", "become": "became", "begin": "began", "bend": "bent", "bind": "bound", "bite": "bit", "blow": "blew",
    "break": "broke", "bring": "brought", "build": "built", "buy": "bought", "catch": "caught", "choose": "chose",
    "come": "came", "cost": "cost", "cut": "cut", "deal": "dealt", "dig": "dug", "do": "did", "draw": "drew",
    "drive": "drove", "eat": "ate", "fall": "fell", "feed": "fed", "feel": "felt", "fight": "fought", "find": "found",
    "fit": "fit", "fly": "flew", "forget": "forgot", "freeze": "froze", "get": "got", "give": "gave", "go": "went",
    "grow": "grew", "hang": "hung", "have": "had", "hear": "heard", "hide": "hid", "hit": "hit", "hold": "held",
    "keep": "kept", "know": "knew", "lead": "led", "leave": "left", "lend": "lent", "let": "let", "lose": "lost",
    "make": "made", "mean": "meant", "meet": "met", "pay": "paid", "put": "put", "read": "read", "ride": "rode",
    "ring": "rang", "rise": "rose", "run": "ran", "say": "said", "see": "saw", "sell": "sold", "send": "sent",
    "set": "set", "shake": "shook", "show": "showed", "shut": "shut", "sing": "sang", "sit": "sat", "sleep": "slept",
    "speak": "spoke", "spend": "spent", "split": "split", "spread": "spread", "stand": "stood", "steal": "stole",
    "stick": "stuck", "sweep": "swept", "swim": "swam", "take": "took", "teach": "taught", "tear": "tore",
    "tell": "told", "think": "thought", "throw": "threw", "understand": "understood", "wake": "woke", "wear": "wore",
    "win": "won", "write": "wrote",
}  # fmt: skip

_DOUBLING = {
    "admit", "bag", "chat", "chop", "commit", "cut", "dig", "dip", "drop", "fit", "forget", "format", "get", "grab",
    "grip", "hit", "hop", "jog", "knit", "let", "map", "mop", "nap", "nod", "occur", "pack up", "pat", "pin", "plan",
    "plug", "pop", "prefer", "put", "refer", "rip", "rub", "run", "scan", "set", "ship", "shop", "shut", "sit", "ski",
    "skip", "slip", "snap", "spin", "split", "spot", "stir", "stop", "strip", "submit", "swap", "swim", "tap", "tip",
    "trim", "trip", "unplug", "unzip", "whip", "win", "wrap", "zip",
} - {"pack up", "ski"}  # fmt: skip

_NO_DECOMPOSITION = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe", "ı": "i",
     "þ": "th", "ð": "d", "ə": "e", "’": "", "'": "", "ʻ": ""}
)  # fmt: skip

_WORD = re.compile("[a-z0-9]+")
_LITTLE_WORDS = {"a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}


def article(phrase: str) -> str:
    """``a`` or ``an``, as the phrase's first sound asks.

    >>> article("umbrella"), article("unicorn"), article("hour"), article("old unicorn")
    ('an', 'a', 'an', 'an')
    """
    word = ascii_fold(phrase.lstrip("\"'“‘(")).lower()
    if not word:
        raise ValueError("an empty phrase has no article")
    if word.startswith(_VOWEL_SOUND):
        return "an"
    if word.startswith(_CONSONANT_SOUND) and not word.startswith(_VOWEL_AFTER_ALL):
        return "a"
    return "an" if word[0] in "aeiou" else "a"


def plural(noun: str) -> str:
    """The plural of a noun or of a noun phrase's last word."""
    head, _, last = noun.rpartition(" ")
    lead = f"{head} " if head else ""
    lower = last.lower()
    if lower in _IRREGULAR_PLURALS:
        form = _IRREGULAR_PLURALS[lower]
        return lead + (form.capitalize() if last[0].isupper() else form)
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return f"{lead}{last}es"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return f"{lead}{last[:-1]}ies"
    return f"{lead}{last}s"


def past(verb: str) -> str:
    """The simple past of a verb; in a phrase the first word is the verb."""
    first, _, rest = verb.partition(" ")
    tail = f" {rest}" if rest else ""
    if first in _IRREGULAR_PASTS:
        return _IRREGULAR_PASTS[first] + tail
    if first.endswith("e"):
        return f"{first}d{tail}"
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        return f"{first[:-1]}ied{tail}"
    if first in _DOUBLING:
        return f"{first}{first[-1]}ed{tail}"
    return f"{first}ed{tail}"


def present_participle(verb: str) -> str:
    """The -ing form of a verb; in a phrase the first word is the verb."""
    first, _, rest = verb.partition(" ")
    tail = f" {rest}" if rest else ""
    if first.endswith("ie"):
        return f"{first[:-2]}ying{tail}"
    if first.endswith("e") and first != "be" and not first.endswith(("ee", "ye", "oe")):
        return f"{first[:-1]}ing{tail}"
    if first in _DOUBLING or first == "begin":
        return f"{first}{first[-1]}ing{tail}"
    return f"{first}ing{tail}"


def possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def title(phrase: str) -> str:
    """Headline capitals: little words stay small except at the beginning."""
    words = phrase.split(" ")
    return " ".join(
        word if index and word.lower() in _LITTLE_WORDS else word[:1].upper() + word[1:]
        for index, word in enumerate(words)
    )


def ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def join(items: Sequence[str], conjunction: str = "and") -> str:
    """``a, b and c``."""
    if not items:
        return ""
    if len(items) == 1:
        return items[0]
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


def ascii_fold(text: str) -> str:
    """The text in plain letters, as it would be typed into an address: ``Łukasz`` gives ``Lukasz``."""
    if text.isascii():
        return text.replace("'", "")
    decomposed = unicodedata.normalize("NFKD", text.translate(_NO_DECOMPOSITION))
    return "".join(letter for letter in decomposed if letter.isascii())


@lru_cache(maxsize=32_768)
def slug(text: str, joint: str = "-") -> str:
    """Lower-case letters and digits joined by dashes, as hosts and handles are written."""
    return joint.join(_WORD.findall(ascii_fold(text.replace("&", " and ")).lower()))
