"""What a written case is."""

from __future__ import annotations

from typing import NamedTuple

from webcosm.judge.answers import Answer

__all__ = ["Case"]


class Case(NamedTuple):
    """An expectation with forms that must be accepted and forms that must be refused."""

    expected: Answer
    right: tuple[object, ...]
    wrong: tuple[object, ...]
