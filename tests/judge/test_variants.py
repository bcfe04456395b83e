"""How often the judge errs, measured on thousands of written and generated answers."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.judge.variants import MAKERS, variants
from tests.judge.written import CASES

ROUNDS = 5


def measure(name: str, rounds: int) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    errors: list[str] = []
    for expected, right, wrong in variants(name, rounds):
        counts["right"] += len(right)
        counts["wrong"] += len(wrong)
        for given in right:
            result = expected.compare(given)
            if not result.accepted:
                counts["false refusals"] += 1
                errors.append(f"refused {given!r} for {expected}: {result.reason}")
        for given in wrong:
            if expected.compare(given).accepted:
                counts["false acceptances"] += 1
                errors.append(f"accepted {given!r} for {expected}")
    return counts, errors


def test_the_judge_errs_on_no_variant(capsys: pytest.CaptureFixture[str]) -> None:
    columns = ("right", "false refusals", "wrong", "false acceptances")
    totals: Counter[str] = Counter()
    lines = [f"\n{'answers':<16}" + "".join(f"{column:>18}" for column in columns)]
    errors: list[str] = []
    for name in MAKERS:
        counts, found = measure(name, ROUNDS)
        totals += counts
        errors += found
        lines.append(f"{name:<16}" + "".join(f"{counts[column]:>18}" for column in columns))
    written = Counter(
        {"right": sum(len(case.right) for case in CASES), "wrong": sum(len(case.wrong) for case in CASES)}
    )
    lines.append(f"{'all generated':<16}" + "".join(f"{totals[column]:>18}" for column in columns))
    lines.append(f"{'written by hand':<16}" + "".join(f"{written[column]:>18}" for column in columns))
    with capsys.disabled():
        print("\n".join(lines))
    assert totals["right"] >= 2000
    assert totals["wrong"] >= 2000
    assert not errors, "\n".join(errors[:20])


@pytest.mark.sweep
@pytest.mark.parametrize("name", MAKERS)
def test_the_judge_errs_on_no_variant_of_many_draws(name: str) -> None:
    _, errors = measure(name, 100)
    assert not errors, "\n".join(errors[:20])
