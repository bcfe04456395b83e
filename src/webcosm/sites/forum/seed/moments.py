"""Times while the forum is made: seconds since 1970, which are quick to compare; rows get them as text."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache

from webcosm.lore import Rng
from webcosm.worlds import BEGINNING

__all__ = ["DAY", "HOUR", "NOW", "OPENED", "day_of", "post_moment", "stamp", "waking"]

HOUR = 3_600
DAY = 86_400
NOW = int(BEGINNING.timestamp())
OPENED = int(datetime(2021, 3, 1, 8, tzinfo=UTC).timestamp())
"""When the forum opened; the first weeks were for its makers alone."""
FIRST_POST = OPENED + 40 * DAY
_CLOCK = tuple(f"{second // 3_600:02d}:{second // 60 % 60:02d}:{second % 60:02d}" for second in range(DAY))
RECENT = {"small": ((0.03, 1.0), (0.1, 7.0), (0.24, 31.0)), "full": ((0.006, 1.0), (0.03, 7.0), (0.09, 31.0))}
"""Which share of all posts is of the last day, the last week, the last month."""


@cache
def _day_text(day: int) -> str:
    return (date(1970, 1, 1) + timedelta(days=day)).isoformat()


def stamp(moment: int) -> str:
    day, second = divmod(moment, DAY)
    return f"{_day_text(day)} {_CLOCK[second]}"


def day_of(moment: int) -> date:
    return date.fromisoformat(_day_text(moment // DAY))


def waking(rng: Rng, moment: int) -> int:
    """The same moment, but of those in the dead of night most are moved to the evening before."""
    hour = moment % DAY // HOUR
    if hour < 6 and rng.chance(0.8):
        moment -= (hour + rng.integer(2, 7)) * HOUR
    return moment


def post_moment(rng: Rng, scale: str, earliest: int = 0) -> int:
    """When a post is written: over five years, more and more of them."""
    draw = rng.uniform()
    first = max(FIRST_POST, earliest)
    for share, days in RECENT[scale]:
        if draw < share and NOW - days * DAY > first:
            span = days * DAY
            break
    else:
        span = NOW - first
    grown = rng.uniform()
    moment = NOW - int(span * (1 - grown ** (0.6 if span > 40 * DAY else 1.0)))
    moment = min(waking(rng, moment), NOW - rng.integer(5, 50) * 60)
    return max(moment, first)
