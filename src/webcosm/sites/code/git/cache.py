"""A bounded memory of what follows from objects alone, shared by all worlds of the process.

An object's name says what it holds, so whatever is computed from it is true everywhere and for good. Whether the object
is there at all is another question: ask the store or the project's commits before looking here.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

__all__ = ["Cache"]

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The newest things, up to a number of them."""

    _all: ClassVar[list[Cache[Any, Any]]] = []

    def __init__(self, most: int) -> None:
        self._all.append(self)
        self._most = most
        self._known: dict[K, V] = {}
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        found = self._known.get(key)
        if found is not None:
            with self._lock:  # used again, so it goes last
                if self._known.pop(key, None) is not None:
                    self._known[key] = found
        return found

    @classmethod
    def clear_all(cls) -> None:
        """Forgets everything: for measurements of what is asked for the first time."""
        for cache in cls._all:
            with cache._lock:
                cache._known.clear()

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._known[key] = value
            while len(self._known) > self._most:
                self._known.pop(next(iter(self._known)))
        return value
