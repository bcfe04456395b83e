"""Keeping a process, and the browser it starts, to one processor.

An episode is a conversation between five processes in which one speaks at a time. Where every processor has a
conversation of its own, none gains from a second one, and words that stay on one processor are cheaper. They are
cheaper still when whoever speaks comes to an end before another does, whom the system would otherwise let interrupt.
"""

from __future__ import annotations

import os
from contextlib import suppress

__all__ = ["keep_to", "processors"]


def processors() -> list[int]:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def keep_to(number: int) -> None:
    """Keeps this process to one of them, where its threads and processes do not interrupt each other; to be called
    before it starts any. Elsewhere than on Linux it does nothing."""
    if hasattr(os, "sched_setaffinity"):
        ours = processors()
        os.sched_setaffinity(0, {ours[number % len(ours)]})
        if os.sched_getscheduler(0) == os.SCHED_OTHER:
            with suppress(OSError):  # some containers forbid it; it only saves time
                os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
