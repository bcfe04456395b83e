"""What an agent may still do before its episode is cut short."""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.env.options import Limits

__all__ = ["Allowance"]


@dataclass
class Allowance:
    """Counts what the limits are about."""

    limits: Limits
    most_steps: float
    failed: int = 0
    """Actions that failed, in a row."""
    repeats: int = 0
    """How often the last action was done on a page that looked the same."""
    _signature: tuple[object, ...] = ()

    def cut_short(self, steps: int, signature: tuple[object, ...]) -> str:
        """Which limit was reached, in words, or an empty text; `signature` is the action and the page's looks."""
        limits = self.limits
        self.repeats = self.repeats + 1 if signature == self._signature else 1
        self._signature = signature
        if limits.invalid is not None and self.failed >= limits.invalid:
            return f"{self._failed} in a row"
        if limits.repeats is not None and self.repeats > limits.repeats:
            return f"the same action {self.repeats} times on the same page"
        if steps >= self.most_steps:
            return f"{self.most_steps} steps"
        return ""

    def counted_down(self, error: str) -> str:
        """What went wrong, and how near the end is that it brings."""
        most = self.limits.invalid
        if not error or most is None:
            return error
        told = error if error.endswith((".", "?", "!")) else f"{error}."
        left = most - self.failed
        if left <= 0:
            return f"{told} {self._failed} in a row: the episode ends here."
        end = "more failed actions in a row end" if left > 1 else "more failed action ends"
        return f"{told} {left} {end} the episode."

    @property
    def _failed(self) -> str:
        return f"{self.failed} failed action{'s' * (self.failed != 1)}"
