"""What a proof found: who was tried how often, and every failure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["Failure", "Proof", "Tally"]


@dataclass
class Tally:
    """How many of those that were tried passed."""

    passed: int = 0
    total: int = 0

    def count(self, passed: bool) -> None:
        self.passed += passed
        self.total += 1


@dataclass(frozen=True)
class Failure:
    """One thing that does not hold."""

    task: str
    seed: int | None
    """None where it is about the template and not about one of its tasks."""
    universe: int
    what: str
    why: str

    @property
    def order(self) -> tuple[str, int, str, str]:
        return (self.task, -1 if self.seed is None else self.seed, self.what, self.why)

    def __str__(self) -> str:
        where = self.task if self.seed is None else f"{self.task} seed {self.seed}"
        return f"{where}: {self.what}: {self.why}"


@dataclass
class Proof:
    """What was tried, by name, and what failed."""

    templates: int = 0
    tasks: int = 0
    oracle: Tally = field(default_factory=Tally)
    ways: dict[str, Tally] = field(default_factory=dict)
    """Other right ends than the oracle's; all must pass."""
    impostors: dict[str, Tally] = field(default_factory=dict)
    mutants: dict[str, Tally] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        return {
            "templates": self.templates,
            "tasks": self.tasks,
            "oracle": asdict(self.oracle),
            "ways": _plain(self.ways),
            "impostors": _plain(self.impostors),
            "mutants": _plain(self.mutants),
            "failures": [asdict(failure) for failure in sorted(self.failures, key=lambda failure: failure.order)],
        }


def _plain(tallies: Mapping[str, Tally]) -> dict[str, Any]:
    return {name: asdict(tally) for name, tally in sorted(tallies.items())}
