"""The public split: a fixed list of tasks by which agents are compared, in universe 0.

Scores on the whole pool of a template depend on how many seeds somebody played; scores on this list do not. Each group
has its part in a file ``public.txt``, made by `scripts/public_split.py`, that only grows: a line says the template and
the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from webcosm.suites import GROUPS, folder_of
from webcosm.tasks import current_id

__all__ = ["PUBLIC_UNIVERSE", "public_file", "public_ids", "public_tasks"]

PUBLIC_UNIVERSE = 0


def public_file(group: str) -> Path:
    return folder_of(group) / "public.txt"


def public_ids(group: str) -> list[str]:
    """The templates in a group's part of the list: all that it has, once the script has seen them."""
    return list(dict.fromkeys(name for name, _ in _read(public_file(group))))


@cache
def _read(file: Path) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    lines = file.read_text().splitlines() if file.exists() else []
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            try:
                name, seed = line.split()
                found.append((name, int(seed)))
            except ValueError:
                raise ValueError(f"{file}, line {number}: {line!r} is not a template and a seed") from None
    return tuple(found)


def public_tasks(patterns: Sequence[str] = ()) -> list[tuple[str, int]]:
    """Template and seed of every public task that a suite, group or id names; of all without a pattern."""
    wanted = [current_id(pattern) for pattern in patterns]
    listed = [task for group in GROUPS for task in _read(public_file(group))]
    found = [
        (name, seed)
        for name, seed in listed
        if not wanted or any(name == pattern or name.startswith(f"{pattern}.") for pattern in wanted)
    ]
    if not found:
        suites = sorted({group.partition(".")[0] for group in GROUPS})
        raise LookupError(
            f"no public task is named by {', '.join(patterns)}; the list has {len(listed)} tasks of {', '.join(suites)}"
        )
    return found
