"""What pages showed: each page that was served says so to the judge, and never to the browser.

An address can be spelled in many ways and can lead to an error; what a page is about is known to the site alone. So it
is written down when the page is served, and found again by the number that its response bears. The address that a
browser shows would not do: scripts can change it without loading anything, and it gives one page now and another later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["NUMBER", "Fact", "ServedPage", "ServedPages"]

Fact = None | bool | int | float | str | tuple[Any, ...] | Mapping[str, Any]
MOST = 1_000
"""Pages that are remembered; the oldest are forgotten first."""
NUMBER = "x-page"
"""The header of a response that has its number."""


@dataclass(frozen=True)
class ServedPage:
    """An answer that a site gave."""

    status: int
    site: str = ""
    """The name of the site that it is of."""
    what: str = ""
    """The kind of page: ``product``, ``orders``, ``note form``. Empty if the site did not say."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """Which thing it is about, which filters, which order … Empty values say that there is none."""

    def to_json(self) -> dict[str, Any]:
        return {"status": self.status, "site": self.site, "what": self.what, "facts": dict(self.facts)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ServedPage:
        return cls(data["status"], data["site"], data["what"], data["facts"])


class ServedPages:
    """The pages that were served in a world, by number."""

    def __init__(self) -> None:
        self._pages: dict[int, ServedPage] = {}
        self._last = 0
        self._first: tuple[ServedPage, ...] = ()
        self.opened = 0
        """How many pages were served since the beginning that show something else than those that were open then."""

    def begin(self) -> None:
        """What was served so far was open at the beginning."""
        self._first, self.opened = tuple(self._pages.values()), 0

    def add(self, page: ServedPage) -> int:
        self._last += 1
        self.opened += page not in self._first
        self._pages[self._last] = page
        if len(self._pages) > MOST:
            del self._pages[next(iter(self._pages))]
        return self._last

    def copy(self) -> ServedPages:
        """For a fork: what was served before it was served to both."""
        other = ServedPages()
        other._pages, other._last = dict(self._pages), self._last
        other._first, other.opened = self._first, self.opened
        return other

    def shown(self) -> tuple[ServedPage, ...]:
        """The pages that were served, in order, as far as they are remembered."""
        return tuple(self._pages.values())

    def forget(self) -> None:
        """All of them. Numbers go on, so that a document from before is not taken for one that comes."""
        self._pages.clear()

    def numbered(self, number: str) -> ServedPage | None:
        """The page whose response had this number, as the header has it."""
        return self._pages.get(int(number)) if number.isascii() and number.isdigit() else None
