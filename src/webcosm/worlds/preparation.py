"""Rows that a world begins with, besides those of the images."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["Preparation"]


@dataclass(frozen=True)
class Preparation:
    """What :meth:`Universe.prepare` put in: the logs that a world's databases begin with, by site."""

    logs: Mapping[str, bytes] = field(default_factory=dict)
    blobs: frozenset[str] = frozenset()

    @cached_property
    def name(self) -> str:
        """The same for the same rows, in every process; empty if there are none."""
        if not self.logs:
            return ""
        seen = hashlib.sha256()
        for site, log in sorted(self.logs.items()):
            seen.update(f"{site} {len(log)}\n".encode() + log)
        return seen.hexdigest()[:16]
