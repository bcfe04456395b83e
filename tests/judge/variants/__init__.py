"""Many surface forms of random right values, and of wrong or uncommitted ones, for every answer type.

Each maker draws a value, says it in all the ways people and models say it, and says other things that must not pass:
neighbouring values, lists of guesses, hedges, denials, ranges, other units.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.judge.variants.figures import coordinates, distance, duration, money, percentage, plain_number, worded_number
from tests.judge.variants.lists import ordered, set_of, set_of_amounts, table
from tests.judge.variants.moments import date, date_time, month, time, year
from tests.judge.variants.saying import Variants
from tests.judge.variants.words import address, choice, email, not_found, person, phone, text, url, yes_no
from webcosm.lore.rng import Rng

__all__ = ["MAKERS", "Variants", "variants"]

MAKERS: dict[str, Callable[[Rng], Variants]] = {
    maker.__name__: maker
    for maker in (
        *(plain_number, worded_number, money, percentage, date, time, date_time, duration, distance, coordinates),
        *(phone, email, url, person, text, choice, yes_no, month, year, address, not_found),
        *(set_of, set_of_amounts, ordered, table),
    )
}


def variants(name: str, rounds: int) -> list[Variants]:
    """The same ``rounds`` draws on every machine."""
    return [MAKERS[name](Rng("answer variants", name, number)) for number in range(rounds)]
