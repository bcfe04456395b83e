"""How two sides are compared: in turns, by medians."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from webcosm.bench.peers import Side
from webcosm.bench.report import Record

__all__ = ["Times", "compared", "in_turns", "percentile"]

Times = dict[str, list[float]]
"""What was measured, by side."""


def in_turns(sides: Mapping[str, Side], rounds: int, measure: Callable[[Side, int], float]) -> Times:
    """Measures all sides in each round, so that a busy moment of the machine falls on both; the first round is a
    warm-up and does not count."""
    times: Times = {name: [] for name in sides}
    for number in range(rounds + 1):
        for name, side in sides.items():
            value = measure(side, number)
            if number:
                times[name].append(value)
    return times


def compared(
    name: str, times: Times, unit: str, factor: float, *, more_is_better: bool = False, least_ratio: float | None = None
) -> list[Record]:
    """Median and 95th percentile of ours, beside the peer's. The promise, if there is one, is about the medians."""
    records = []
    for percent in (50, 95):
        ours, *theirs = (factor * percentile(values, percent) for values in times.values())
        peer = theirs[0] if theirs else None
        ratio = None if peer is None else ours / peer if more_is_better else peer / ours
        promise = least_ratio if percent == 50 else None
        records.append(Record(f"{name}.p{percent}", ours, unit, peer, ratio, least_ratio=promise))
    return records


def percentile(values: Sequence[float], percent: int) -> float:
    """The nearest value that ``percent`` of all do not exceed."""
    return sorted(values)[-(-len(values) * percent // 100) - 1]
