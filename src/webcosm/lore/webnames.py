"""Host names under .test that nobody else of the universe has."""

from __future__ import annotations

from itertools import chain, count

from .english import slug
from .wordlists import load, table

__all__ = ["MAIL_HOSTS", "RESERVED_HOSTS", "WebNames"]

MAIL_HOSTS = {host: float(share) for host, share in table("hosts", "mail", 2)}
"""Where people have their mail, with the share of people."""
RESERVED_HOSTS = frozenset(load("hosts")["sites"]) | frozenset(MAIL_HOSTS)
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
