"""What pages showed: each page that was served says so to the judge, and never to the browser.

An address can be spelled in many ways and can lead to an error; what a page is about is known to the site alone. So it
is written down when the page is served, and found again by the address that the browser shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Fact", "ServedPage", "ServedPages"]

Fact = None | bool | int | float | str | tuple[Any, ...] | Mapping[str, Any]
MOST = 200
"""Addresses that are remembered; the oldest are forgotten first."""


@dataclass(frozen=True)
class ServedPage:
    """The last answer that an address gave."""

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
    """The pages that were served in a world, by address."""

    def __init__(self) -> None:
        self._pages: dict[str, ServedPage] = {}

    def add(self, address: str, page: ServedPage) -> None:
        self._pages.pop(address, None)
        self._pages[address] = page
        if len(self._pages) > MOST:
            del self._pages[next(iter(self._pages))]

    def at(self, address: str) -> ServedPage | None:
        """The page at an address as a browser shows it: what follows the # stays there and is not asked for."""
        return self._pages.get(address.partition("#")[0])
