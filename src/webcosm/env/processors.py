"""Keeping a process, and the browser it starts, to one processor.

An episode is a conversation between five processes in which one speaks at a time. Where every processor has a
conversation of its own, none gains from a second one, and words that stay on one processor are cheaper.
"""

from __future__ import annotations

import os

__all__ = ["keep_to", "processors"]


def processors() -> list[int]:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def keep_to(number: int) -> None:
    """Keeps this process to one of them; to be called before it starts threads. Elsewhere than on Linux it does
    nothing."""
    if hasattr(os, "sched_setaffinity"):
        ours = processors()
        os.sched_setaffinity(0, {ours[number % len(ours)]})
