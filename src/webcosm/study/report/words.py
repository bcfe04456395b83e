"""How figures are written, on the screen and on the page."""

from __future__ import annotations

from webcosm.study.stats import Comparison, Rate, Spread

__all__ = [
    "NONE",
    "change",
    "counts",
    "interval",
    "kept_apart",
    "left_out",
    "number",
    "p_value",
    "percent",
    "plural",
    "rate",
    "spread",
]

NONE = "–"


def number(value: float | None, digits: int = 1) -> str:
    return NONE if value is None else f"{value:,.{digits}f}"


def percent(value: float | None) -> str:
    return NONE if value is None else f"{100 * value:.1f}%"


def rate(one: Rate) -> str:
    """The share with its standard error, in percentage points."""
    if one.rate is None or one.standard_error is None:
        return NONE
    return f"{percent(one.rate)} ±{100 * one.standard_error:.1f}"


def interval(one: Rate | Comparison) -> str:
    if one.low is None or one.high is None:
        return NONE
    sign = "+" if isinstance(one, Comparison) else "-"  # "-" marks negative numbers only
    return f"{100 * one.low:{sign}.1f} to {100 * one.high:{sign}.1f}%"


def counts(one: Rate) -> str:
    return f"{one.solved} of {one.judged}"


def kept_apart(one: Rate) -> tuple[str, str, str]:
    """What the agent broke off, what we did, and the rate if the latter were failures."""
    return str(one.agent_errors), str(one.errors), percent(one.as_failures)


def change(one: Comparison) -> str:
    return NONE if one.difference is None else f"{100 * one.difference:+.1f}%"


def left_out(one: Comparison) -> str:
    """How many pairs and episodes a comparison does not count, and why."""
    parts = {"with errors": one.errors, "revised": one.revised, "unmatched": one.unmatched}
    return ", ".join(f"{count} {why}" for why, count in parts.items() if count) or "none"


def p_value(value: float | None) -> str:
    return NONE if value is None else "<0.001" if value < 0.001 else f"{value:.3f}"


def spread(one: Spread | None, digits: int = 1) -> str:
    """Mean, median and 90th percentile."""
    return NONE if one is None else " / ".join(number(value, digits) for value in (one.mean, one.median, one.p90))


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
