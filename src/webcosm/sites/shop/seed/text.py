"""Putting words together: filling the slots of titles and sentences so that the result reads well."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from webcosm.lore import Rng
from webcosm.sites.shop.seed.goods import SLOT

__all__ = ["fill_slots", "lowered", "paragraph", "title"]

ARTICLE = re.compile(r"\b([Aa])n? $")
# Initials that are spoken with a vowel first (an LED lamp, an 8 oz mug), and the reverse (a USB cable, a one-piece).
VOWEL_SOUND = re.compile(
    r"(?:[AEIOaeio]|[Uu](?![sn]i|SB|s(?:e|ual)|til|v)|8|1[18]\b|[FHLMNRSX](?=[A-Z\d])|[Hh]o(?:ur|nest|nor))"
)
CONSONANT_SOUND = re.compile(r"(?:[Oo]n(?:e|ce)\b|[Ee]u|[Uu]ni|USB|UV|[Uu]se)")


PROPER = frozenset(
    """
    Bluetooth Ethernet Wi-Fi Hz Gbps Mbps Ah Wh Nm Hall Oxford French Egyptian Italian Japanese Swiss English Spanish
    German Turkish American Canadian Scottish Irish Belgian Danish Nordic Greek Indian Mexican Moroccan Persian Chinese
    Dutch Phillips Torx January February March April May June July August September October November December Christmas
    Halloween Monday Sunday Saturday Friday Allen Pima Aleppo Provence Mediterranean Latin Christian Roman Ceylon Assam
    Darjeeling Celsius Fahrenheit Montessori Latin Asian European African Arabic Himalayan Atlantic Pacific
    """.split()  # noqa: SIM905 - a list of sixty quoted words is harder to read
)
"""Words that keep their capital in running text."""


def _plain(word: str) -> str:
    bare = word.strip(".,;:()")
    if bare in PROPER or not bare[:1].isupper() or not (bare[1:].islower() or "-" in bare):
        return word
    # T-Shirt keeps its letter; Stainless-Steel does not.
    return "-".join(part if len(part) == 1 or not part[1:].islower() else part.lower() for part in word.split("-"))


def lowered(phrase: str) -> str:
    """``Coffee Mug`` -> ``coffee mug``, ``USB Cable`` -> ``USB cable``, ``T-Shirt`` -> ``T-shirt``."""
    return " ".join(_plain(word) for word in phrase.split(" "))


def _vowel(value: str) -> bool:
    return bool(VOWEL_SOUND.match(value)) and not CONSONANT_SOUND.match(value)


def fill_slots(sentence: str, values: Mapping[str, str]) -> str | None:
    """The sentence with its slots filled; None if a value is missing. ``a`` before a slot becomes ``an`` if need be."""
    pieces: list[str] = []
    end = 0
    for found in SLOT.finditer(sentence):
        value = values.get(found[1].casefold(), "")
        if not value:
            return None
        before = sentence[end : found.start()]
        if article := ARTICLE.search(before):
            before = before[: article.start()] + article[1] + ("n " if _vowel(value) else " ")
        start = not before.strip() and not pieces
        if start or (before.rstrip()[-1:] in ".!?" and before.strip()):
            value = value[:1].upper() + value[1:]
        pieces += [before, value]
        end = found.end()
    return "".join([*pieces, sentence[end:]])


def title(pattern: str, values: Mapping[str, str]) -> str:
    """A product's name. Where a slot is empty, it disappears together with a comma or brackets it leaves bare."""
    text = SLOT.sub(lambda found: values.get(found[1].casefold(), ""), pattern)
    text = re.sub(r"\(\s*\)", "", text)
    parts = [" ".join(part.split()).strip(" -–/") for part in re.split(r",(?=\s|$)", text)]
    words = ", ".join(part for part in parts if part and not re.fullmatch(r"(?:with|for|of|in|by)", part))
    return re.sub(r"\b(\w+) \1\b", r"\1", words)  # a Glass Glass, where material and noun agree


def paragraph(rng: Rng, sentences: Sequence[str], values: Mapping[str, str], count: int) -> list[str]:
    """Up to ``count`` different sentences that can be filled, in the order they are written."""
    filled = [text for sentence in sentences if (text := fill_slots(sentence, values))]
    if len(filled) <= count:
        return filled
    return [filled[index] for index in sorted(rng.sample(range(len(filled)), count))]
