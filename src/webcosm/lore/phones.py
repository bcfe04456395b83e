"""Telephone numbers: a town's area code and a 555 number that is given out once."""

from __future__ import annotations

from collections import defaultdict

from .records import City

__all__ = ["COMPANIES", "PEOPLE", "PLACES", "PhoneBook"]

# Each part of the lore gives out numbers of its own block, so that parts can be built without each other.
PLACES = (0, 2_999)
COMPANIES = (3_000, 3_999)
PEOPLE = (4_000, 9_999)

_STRIDE = 1_301  # prime to the size of every block, so that numbers of neighbours do not follow each other


class PhoneBook:
    def __init__(self) -> None:
        self._given_out: dict[tuple[int, int], int] = defaultdict(int)

    def next(self, city: City, block: tuple[int, int]) -> str:
        """The town's next number of a block, as ``(482) 555-0137``."""
        first, last = block
        count = self._given_out[(city.id, first)]
        size = last - first + 1
        if count >= size:
            raise ValueError(f"{city.name} has no telephone numbers left between {first} and {last}")
        self._given_out[(city.id, first)] = count + 1
        number = first + (count * _STRIDE + city.id * 97) % size
        return f"({city.area_code}) 555-{number:04d}"
