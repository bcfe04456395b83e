"""A canonical form of the facts, and its digest."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

__all__ = ["canonical", "fingerprint"]


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _plain(value: Any) -> Any:
    """What JSON cannot write by itself: a record becomes the list of its values, a day its ISO form."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, name) for name in _fields(type(value))]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no canonical form for {type(value).__name__}")


def canonical(facts: Mapping[str, object]) -> str:
    return json.dumps(facts, default=_plain, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def fingerprint(facts: Mapping[str, object]) -> str:
    """SHA-256 over the canonical form, in hex."""
    return hashlib.sha256(canonical(facts).encode()).hexdigest()
