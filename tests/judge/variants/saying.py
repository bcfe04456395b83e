"""The ways of saying a value, committed and not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from webcosm.judge.answers import Answer
from webcosm.lore.rng import Rng

__all__ = ["CHOICES", "CONDITIONS", "DENIALS", "DOUBTS", "Variants", "doubtful", "in_words", "spoken"]


class Variants(NamedTuple):
    expected: Answer
    right: list[object]
    wrong: list[object]


FRAMES = (
    "{}",
    "{}.",
    " {} ",
    "**{}**",
    "`{}`",
    "The answer is {}.",
    "Answer: {}",
    "It's {}",
    "I found it: {}.",
    "I think it is {}.",
    '"{}"',
    "“{}”",
)


DOUBTS = ("maybe {}", "perhaps {}", "it might be {}", "possibly {}", "It could be {}", "My guess is {}", "{}?")


DENIALS = (
    "not {}",
    "It is not {}.",
    "It isn't {}",
    "anything but {}",
    "The answer is never {}",
    "everything except {}",
)


CONDITIONS = ("If all goes well, {}", "{} unless something changed", "It depends: {}", "Assuming the page is right, {}")


CHOICES = (
    "{} or {}",
    "either {} or {}",
    "{} / {}",
    "{}, {}",
    "{} and {}",
    "{}; {}",
    "{} vs {}",
    "{}\n{}",
    "first {}, then {}",
)


def spoken(forms: Iterable[str], rng: Rng) -> list[object]:
    """Each form alone, in two sentences and in JSON."""
    result: list[object] = []
    for form in forms:
        result.append(form)
        result += [frame.format(form) for frame in rng.sample(FRAMES[1:], 2)]
        result.append(json.dumps({"answer": form}))
    return result


def doubtful(form: str, others: Sequence[str], rng: Rng) -> list[object]:
    """The right form said without commitment, and beside others."""
    result: list[object] = [frame.format(form) for frame in (*DOUBTS, *DENIALS, *CONDITIONS)]
    for other in others:
        result += [frame.format(*rng.shuffled([form, other])) for frame in CHOICES]
    result += [" ".join([form, *others]), [form, *others], json.dumps([*others, form]), ", ".join([*others, form] * 20)]
    return result


UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"


SMALL = (UNITS + " seventeen eighteen nineteen").split(" ")


TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_words(value: int) -> str:
    if value < 20:
        return SMALL[value]
    if value < 100:
        tens = TENS[value // 10 - 2]
        return f"{tens}-{SMALL[value % 10]}" if value % 10 else tens
    if value < 1000:
        rest = f" and {in_words(value % 100)}" if value % 100 else ""
        return f"{SMALL[value // 100]} hundred{rest}"
    rest = f" {in_words(value % 1000)}" if value % 1000 else ""
    return f"{in_words(value // 1000)} thousand{rest}"
