"""Who can sign in."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Account"]


@dataclass(frozen=True)
class Account:
    """Somebody who can sign in, as the portal's accounts page lists them."""

    role: str
    username: str
    password: str
    name: str
    note: str = ""
