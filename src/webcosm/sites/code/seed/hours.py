"""When people do things: on working days in working hours mostly, or in the evenings if it is for fun."""

from __future__ import annotations

from datetime import datetime, timedelta

from webcosm.lore import Rng
from webcosm.worlds import BEGINNING

__all__ = ["LAST", "later", "settle", "stamp", "workday"]

LAST = BEGINNING - timedelta(minutes=20)
"""Nothing is done after this."""
WEEKEND = 0.06
FUN_WEEKEND = 0.45


def stamp(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}"


def workday(rng: Rng, when: datetime, *, fun: bool = False) -> datetime:
    """A moment on that day or one of the next, at an hour when people work."""
    day = when
    for _ in range(7):
        if day.weekday() < 5 or rng.chance(FUN_WEEKEND if fun else WEEKEND):
            break
        day += timedelta(days=1)
    if fun and day.weekday() < 5:
        hour = 17 + int(6 * rng.uniform() * rng.uniform() ** 0.3)
    elif fun:
        hour = 9 + int(14 * rng.uniform())
    else:
        hour = 8 + int(5 * (rng.uniform() + rng.uniform()))
    return day.replace(hour=min(hour, 22), minute=rng.integer(0, 59), second=rng.integer(0, 59), microsecond=0)


def settle(rng: Rng, when: datetime, *, fun: bool = False) -> datetime:
    """The moment itself if somebody would work then, else the next that is; never before it."""
    weekend = when.weekday() >= 5 and not fun
    if not weekend and 7 <= when.hour < (23 if fun else 19):
        return when.replace(microsecond=0)
    moment = workday(rng, when if when.hour < 7 and not weekend else when + timedelta(days=1), fun=fun)
    return moment if moment > when else workday(rng, when + timedelta(days=1), fun=fun)


def later(rng: Rng, when: datetime, least: float, most: float, *, fun: bool = False) -> datetime:
    """So many hours later, more often few than many, when somebody would work."""
    hours = least + (most - least) * rng.uniform() ** 2
    return settle(rng, when + timedelta(seconds=int(hours * 3600) + rng.integer(1, 55)), fun=fun)
