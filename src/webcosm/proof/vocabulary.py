"""Whether twins can be told apart without looking: by a word that only one of them uses, by figures, by lengths.

A template that cannot be achieved and its twin ask in the same words, so only the parameters differ. What is missing
must be named with words that the sites have elsewhere, and its figures must be of the same size; otherwise a rule of
one line knows which of the two a goal is, and whoever learns it needs no browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from typing import Any

from webcosm.judge.answer_types.wording import fold
from webcosm.tasks import Template
from webcosm.worlds import Universe, World

__all__ = ["told_apart", "words_of"]

LOOKED_AT = 400
"""Parameters of each pool; pools of thousands say no more."""
ENOUGH = 12
"""Of fewer parameters any rule can be made."""
SHARE = 0.05
"""Of a pool: a word that fewer parameters have tells of too few tasks."""
RIGHT = 0.95
"""How often a bound may be right in both pools before it is a rule."""


def told_apart(one: Template[Any], twin: Template[Any], world: World) -> Iterator[str]:
    """Rules of one line that tell the tasks of two templates apart."""
    if one.accounts_in(world) != twin.accounts_in(world):
        return  # who asks makes the difference, and that is to be looked up
    ours, theirs = list(one.pool(world))[:LOOKED_AT], list(twin.pool(world))[:LOOKED_AT]
    yield from _by_word(ours, theirs, _vocabulary(world.universe))
    if min(len(ours), len(theirs)) < ENOUGH:
        return
    names = [field.name for field in fields(ours[0])]
    for place, name in enumerate(names):
        mine, yours = [astuple(p)[place] for p in ours], [astuple(p)[place] for p in theirs]
        for what, measure in (("figures", _figure), ("length", lambda value: float(len(str(value))))):
            sides = [[size for value in values if (size := measure(value)) is not None] for values in (mine, yours)]
            if min(len(side) for side in sides) >= ENOUGH and (bound := _bound(sides[0], sides[1])) is not None:
                yield f"by the {what} of {name}: most are on different sides of {bound:g}"


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", fold(text)))


def _by_word(ours: Sequence[Any], theirs: Sequence[Any], known: set[str]) -> Iterator[str]:
    """Words of one pool that the other has not, and that stand nowhere on the sites."""
    counts = [_counts(ours), _counts(theirs)]
    for mine, other, pool in ((counts[0], counts[1], ours), (counts[1], counts[0], theirs)):
        odd = [word for word, count in mine.items() if word not in other and word not in known]
        odd = [word for word in odd if mine[word] >= max(1, SHARE * len(pool))]
        if odd:
            yield f"by words that stand nowhere else: {', '.join(sorted(odd)[:8])}"


def _counts(pool: Sequence[Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for p in pool:
        for word in words_of(" ".join(str(value) for value in astuple(p))):
            found[word] = found.get(word, 0) + 1
    return found


_known: dict[int, set[str]] = {}


def _vocabulary(universe: Universe) -> set[str]:
    """Every word that stands in a row of a universe's sites."""
    if universe.seed not in _known:
        found: set[str] = set()
        with universe.open() as world:
            for site in sorted(universe.blueprints):
                for table in universe.image(site).tables:
                    columns = world.database(site).values(
                        "SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'", table
                    )
                    for column in columns:
                        for text in world.database(site).values(f'SELECT DISTINCT "{column}" FROM "{table}"'):
                            if isinstance(text, str):
                                found |= words_of(text)
        _known[universe.seed] = found
    return _known[universe.seed]


def _figure(value: Any) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    seen = re.fullmatch(r"\$?(\d[\d,]*(?:\.\d+)?)", str(value))
    return float(seen[1].replace(",", "")) if seen else None


def _bound(ours: Sequence[float], theirs: Sequence[float]) -> float | None:
    """A size with nearly all of one pool below and nearly all of the other above it."""
    for low, high in ((ours, theirs), (theirs, ours)):
        for bound in sorted({*low, *high}):
            below = sum(size <= bound for size in low) / len(low)
            above = sum(size > bound for size in high) / len(high)
            if below >= RIGHT and above >= RIGHT:
                return bound
    return None
