from __future__ import annotations

import sys

import pytest

from webcosm.bench.compare import compared, in_turns, percentile
from webcosm.bench.peers import Side


def test_sides_take_turns_and_the_first_round_does_not_count() -> None:
    order: list[tuple[str, int]] = []

    def measure(side: Side, number: int) -> float:
        order.append((side.name, number))
        return float(number)

    idle = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with Side("we", idle) as we, Side("they", idle) as they:
        times = in_turns({"we": we, "they": they}, 2, measure)
    assert order == [("we", 0), ("they", 0), ("we", 1), ("they", 1), ("we", 2), ("they", 2)]
    assert times == {"we": [1.0, 2.0], "they": [1.0, 2.0]}


def test_of_times_the_smaller_is_better() -> None:
    middle, high = compared("step", {"we": [0.1, 0.1, 0.4], "they": [1.0, 1.0, 2.0]}, "ms", 1_000, least_ratio=9)
    assert (middle.name, middle.value, middle.peer, middle.ratio) == ("step.p50", 100, 1_000, 10)
    assert middle.met is True
    assert (high.name, high.value, high.peer, high.ratio) == ("step.p95", 400, 2_000, 5)
    assert high.met is None, "only the median is promised"


def test_of_rates_the_larger_is_better() -> None:
    middle, _ = compared("rate", {"we": [40.0], "they": [10.0]}, "a minute", 1, more_is_better=True, least_ratio=5)
    assert middle.ratio == 4
    assert middle.met is False


def test_alone_there_is_nothing_to_compare() -> None:
    middle, _ = compared("step", {"we": [0.1]}, "ms", 1_000, least_ratio=5)
    assert (middle.value, middle.peer, middle.ratio, middle.met) == (100, None, None, None)


@pytest.mark.parametrize("percent, value", [(1, 1), (50, 3), (80, 4), (95, 5), (100, 5)])
def test_percentiles_are_values_that_were_measured(percent: int, value: float) -> None:
    assert percentile([5, 3, 1, 2, 4], percent) == value
