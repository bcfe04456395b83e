"""What makes a task hard, and how far it is turned up."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

__all__ = ["Dials", "Skill"]


class Skill(StrEnum):
    """The kinds of difficulty; docs/headroom.md explains each."""

    SPLIT = "split"
    """One set of rows, treated differently by subgroup; some are left alone."""
    COVERAGE = "coverage"
    """Every record must be read, and the result written back."""
    PROCEDURE = "procedure"
    """The request names a goal; the site's handbook holds the steps."""
    POLICY = "policy"
    """Standing rules, exceptions and precedence bind the task."""
    EFFECTS = "effects"
    """A write triggers other writes, and the goal is about the end state."""
    RECONCILE = "reconcile"
    """Sources disagree; which one wins can be found out."""
    LOOK_ALIKES = "look-alikes"
    """Near twins, told apart by one property."""
    OPTIMISE = "optimise"
    """The best feasible choice under limits."""
    INFEASIBLE = "infeasible"
    """Some or all of it must not or cannot be done."""
    ASK = "ask"
    """A decisive fact is only with the user."""
    LATE_CHANGE = "late-change"
    """The user or the world changes midway."""
    REPAIR = "repair"
    """Somebody left it half done or wrong."""
    LEDGER = "ledger"
    """Periods feed each other."""
    PICTURE = "picture"
    """The deciding fact is drawn, not written."""
    MEMORY = "memory"
    """Facts from earlier jobs decide later ones."""


@dataclass(frozen=True)
class Dials:
    """How far each dial is turned up; 0 is a dial that a family does not have."""

    rows: int = 0
    """Records that must be decided about."""
    rules: int = 0
    """Rules in force."""
    exceptions: int = 0
    """Exceptions to them."""
    look_alikes: int = 0
    """Near twins of what is meant."""
    sources: int = 0
    """Places that must be read, or that disagree."""
    stale: int = 0
    """Copies that are out of date."""
    pages: int = 0
    """Pages of lists, or of text, on the way."""
    gaps: int = 0
    """Facts that only the user knows."""
    events: int = 0
    """Things that happen meanwhile."""
    done: int = 0
    """Deeds that somebody has done before."""
    faults: int = 0
    """Things that went wrong before."""
    periods: int = 0
    """Periods that feed each other."""
    limits: int = 0
    """Constraints that a choice must keep."""

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise ValueError(f"the dial {one.name} is a whole number from 0 on, not {value!r}")

    def to_json(self) -> dict[str, int]:
        """The dials that are turned up at all."""
        return {one.name: value for one in fields(self) if (value := getattr(self, one.name))}
