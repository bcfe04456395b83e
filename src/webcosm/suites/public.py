"""The public split: a fixed list of tasks by which agents are compared, in universe 0.

Scores on the whole pool of a template depend on how many seeds somebody played; scores on this list do not. The list is
made once by `scripts/public_split.py` and then only grows: a line says the template and the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

__all__ = ["PUBLIC_UNIVERSE", "public_tasks"]

PUBLIC_UNIVERSE = 0
FILE = Path(__file__).parent / "arena" / "public.txt"


@cache
def _all() -> tuple[tuple[str, int], ...]:
    found = []
    for number, line in enumerate(FILE.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            try:
                name, seed = line.split()
                found.append((name, int(seed)))
            except ValueError:
                raise ValueError(f"{FILE.name}, line {number}: {line!r} is not a template and a seed") from None
    return tuple(found)


def public_tasks(patterns: Sequence[str] = ()) -> list[tuple[str, int]]:
    """Template and seed of every public task that a suite, group or id names; of all without a pattern."""
    found = [
        (name, seed)
        for name, seed in _all()
        if not patterns or any(name == pattern or name.startswith(f"{pattern}.") for pattern in patterns)
    ]
    if not found:
        raise LookupError(
            f"no public task is named by {', '.join(patterns)}; the list has {len(_all())} tasks of arena"
        )
    return found
