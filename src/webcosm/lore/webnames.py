"""Host names under .test that nobody else of the universe has."""

from __future__ import annotations

from itertools import chain, count

from .english import slug

__all__ = ["RESERVED_HOSTS", "WebNames"]

RESERVED_HOSTS = frozenset(
    (
        "home.test shop.test forum.test classifieds.test code.test map.test wiki.test calc.test notes.test manuals.test "
        "work.test stay.test store.test food.test calendar.test mail.test dining.test network.test ride.test fly.test "
        "gigs.test homes.test admin.test www.test postbox.test inkmail.test lettera.test pigeonpost.test kiteletters.test"
    ).split()  # noqa: SIM905
)
"""The sites of every universe, and the hosts of people's mail."""


class WebNames:
    def __init__(self) -> None:
        self._taken = set(RESERVED_HOSTS)

    def site(self, name: str, place: str = "") -> str:
        """A free host for a name; the place tells two of the same name apart."""
        long = slug(name)
        short = long.replace("-", "").removeprefix("the") or long
        candidates = chain((short, long), (f"{long}-{slug(place)}",) if place else ())
        numbered = (f"{long}-{number}" for number in count(2))
        for candidate in chain(candidates, numbered):
            host = f"{candidate}.test"
            if host not in self._taken:
                self._taken.add(host)
                return host
        raise AssertionError("numbers do not run out")
