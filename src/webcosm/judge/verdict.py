"""What judging an episode results in."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from webcosm.worlds import Change

__all__ = ["Check", "Outcome", "Verdict"]

Outcome = Literal["success", "failure", "agent-error", "error"]
"""An `agent-error` is what the agent itself brought about: it counts, as not solved. An `error` is ours."""


@dataclass(frozen=True)
class Check:
    """One named condition: whether it holds, and what was seen."""

    name: str
    passed: bool
    seen: str = ""
    expected: str = ""
    reached: bool = True
    """Whether anything was done that it is about. If not it holds, as it did at the beginning, and says nothing."""

    def to_json(self) -> dict[str, Any]:
        told = {"name": self.name, "passed": self.passed, "seen": self.seen, "expected": self.expected}
        return told if self.reached else {**told, "reached": False}


MOST_WITHOUT_SUCCESS = 0.99
"""Progress of an episode in which all that was asked for is done, and something else is wrong."""


@dataclass(frozen=True)
class Verdict:
    """The score with everything it rests on."""

    outcome: Outcome
    score: float | None
    """From 0 to 1; None for an error, which is nobody's failure and never counts as 0."""
    checks: Sequence[Check] = ()
    collateral: Sequence[Change] = ()
    """Changes that the task neither requires nor allows."""
    progress: float = 0.0
    """Share of the task that is done, from 0 to 1."""
    note: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        checks: Sequence[Check],
        collateral: Sequence[Change] = (),
        note: str = "",
        progress: float | None = None,
    ) -> Verdict:
        """Success if all checks hold and nothing else was changed, which is progress 1. Otherwise it is less, at most
        what is given; by default the share of checks that hold."""
        if not checks:
            raise ValueError("a verdict needs at least one check")
        passed = all(check.passed for check in checks) and not collateral
        share = sum(check.passed for check in checks) / len(checks) if progress is None else progress
        progress = 1.0 if passed else min(share, MOST_WITHOUT_SUCCESS)
        return cls("success" if passed else "failure", float(passed), checks, collateral, progress, note)

    @classmethod
    def error(cls, note: str) -> Verdict:
        """Something of ours broke, so nothing can be said about the agent."""
        return cls("error", None, note=note)

    @classmethod
    def broken(cls, error: Exception) -> Verdict:
        """An error that nobody expected, with the traceback for whoever mends it."""
        told = "".join(traceback.format_exception(error))
        return cls("error", None, note=f"{type(error).__name__}: {error}", extra={"traceback": told})

    @classmethod
    def of_agent(cls, note: str, error: Exception | None = None) -> Verdict:
        """The agent broke the episode off: it raised, took too long, or did what hangs the browser."""
        told = {"traceback": "".join(traceback.format_exception(error))} if error else {}
        return cls("agent-error", 0.0, note=note, extra=told)

    def to_json(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome,
            "score": self.score,
            "progress": self.progress,
            "checks": [check.to_json() for check in self.checks],
            "collateral": [change.to_json() for change in self.collateral],
            "note": self.note,
            **({"extra": self.extra} if self.extra else {}),
        }
