"""The world's own time. It stands still unless somebody moves it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock_time
from typing import Protocol

from webcosm.lore import TODAY

__all__ = ["BEGINNING", "Clock", "Moment", "Timepiece"]

BEGINNING = datetime.combine(TODAY, clock_time(9, 0), UTC)
"""When every world begins: a Thursday morning. Sites date their seed data relative to it."""


class Clock:
    """Virtual time in whole milliseconds since :data:`BEGINNING`.

    An episode moves it by the page time that passed. A world served to a person runs `live`: it also counts real
    time, since a person expects a clock to tick.
    """

    def __init__(self, elapsed_ms: int = 0, *, live: bool = False) -> None:
        self._moved_ms = elapsed_ms
        self._started = time.monotonic_ns() if live else None

    def advance(self, *, milliseconds: int) -> None:
        if milliseconds < 0:
            raise ValueError(f"a clock cannot go back: advance(milliseconds={milliseconds})")
        self._moved_ms += milliseconds

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the beginning."""
        ticked = 0 if self._started is None else (time.monotonic_ns() - self._started) // 1_000_000
        return self._moved_ms + ticked

    def now(self) -> datetime:
        return BEGINNING + timedelta(milliseconds=self.elapsed_ms)

    def today(self) -> date:
        return self.now().date()

    def stamp(self) -> str:
        """Now, as sites store it: ``2026-05-14 09:00:00``. Sorts as text and is what SQLite's date functions read."""
        return self.now().strftime("%Y-%m-%d %H:%M:%S")


class Timepiece(Protocol):
    """What deeds ask of a clock."""

    def stamp(self) -> str: ...

    def today(self) -> date: ...


@dataclass(frozen=True)
class Moment:
    """A clock that stands still, for rows that somebody wrote before the world began."""

    when: datetime

    def stamp(self) -> str:
        return self.when.strftime("%Y-%m-%d %H:%M:%S")

    def today(self) -> date:
        return self.when.date()
