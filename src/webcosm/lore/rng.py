"""Randomness that is the same on every machine, in every process and in every Python version.

Only ``random.Random.random`` and ``getrandbits`` promise the same numbers across Python versions;
``choice``, ``shuffle`` and ``sample`` do not. So the draws below are built on those two alone, and on arithmetic
that IEEE 754 defines to the last bit (no ``log`` or ``cos``, which differ between C libraries). Seeds are
hashes of the labels that name a draw: adding a new draw elsewhere never moves the numbers of an old one.
"""

from __future__ import annotations

import hashlib
import random
from bisect import bisect_right
from collections.abc import MutableSequence, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

__all__ = ["Rng", "Wheel", "digest"]

T = TypeVar("T")


def digest(*labels: object) -> int:
    """A 64-bit number that depends on nothing but the labels' text."""
    text = "\x1f".join(str(label) for label in labels)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class Rng:
    """A generator of draws, named by its labels.

    >>> Rng(0, "people").integer(1, 6) == Rng(0, "people").integer(1, 6)
    True
    """

    def __init__(self, *labels: object) -> None:
        self.labels = labels
        self._random = random.Random(digest(*labels))

    def child(self, *labels: object) -> Rng:
        """An independent generator; drawing from it does not move this one."""
        return Rng(*self.labels, *labels)

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        return low + (high - low) * self._random.random()

    def integer(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        if high < low:
            raise ValueError(f"integer({low}, {high}): the upper bound lies below the lower one")
        return low + int(self._random.random() * (high - low + 1))

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def normal(self, mean: float = 0.0, spread: float = 1.0) -> float:
        """Bell-shaped around ``mean``; never farther from it than six times ``spread``."""
        total = 0.0
        for _ in range(12):  # twelve uniform draws have variance 1 and need only exact additions
            total += self._random.random()
        return mean + spread * (total - 6.0)

    def choice(self, items: Sequence[T]) -> T:
        if not items:
            raise ValueError("choice from an empty sequence")
        return items[int(self._random.random() * len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        return Wheel(items, weights).draw(self)

    def shuffle(self, items: MutableSequence[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = int(self._random.random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        copy = list(items)
        self.shuffle(copy)
        return copy

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items, in drawn order."""
        if not 0 <= count <= len(items):
            raise ValueError(f"cannot draw {count} different items from {len(items)}")
        picked: list[T] = []
        moved: dict[int, int] = {}  # a shuffle that touches only the drawn positions
        for position in range(count):
            other = self.integer(position, len(items) - 1)
            picked.append(items[moved.get(other, other)])
            moved[other] = moved.get(position, position)
        return picked

    def token(self, length: int = 16) -> str:
        """A text of lower-case letters and digits, as ids and keys are made of."""
        return "".join(self.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(length))


class Wheel(Generic[T]):
    """Items with weights, prepared once so that each draw is quick."""

    def __init__(self, items: Sequence[T], weights: Sequence[float]) -> None:
        if not items or len(items) != len(weights):
            raise ValueError(f"weighted choice needs as many weights as items, got {len(items)} and {len(weights)}")
        if min(weights) < 0 or sum(weights) <= 0:
            raise ValueError(f"weights must not be negative and not all zero, got {list(weights)[:8]}")
        self._items = items
        self._marks = list(accumulate(weights))

    def draw(self, rng: Rng) -> T:
        return self._items[bisect_right(self._marks, rng.uniform(0.0, self._marks[-1]))]
