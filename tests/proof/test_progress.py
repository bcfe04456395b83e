"""Progress starts at 0, never falls on the oracle's way, and ends at 1."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from webcosm.proof.progress import progress_fault


@pytest.mark.parametrize("seen", [[], [0, 1], [0, 0, 0.5, 0.5, 1]])
def test_a_sound_way(seen: Sequence[float]) -> None:
    assert progress_fault(seen) == ""


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        ([0.5, 1], "it is 0.50 before anything is done"),
        ([0, 0.5], "it ends at 0.50, not at 1 (0.00, 0.50)"),
        ([0], "it ends at 0.00, not at 1 (0.00)"),
        ([0, 0.75, 0.5, 1], "it falls on the oracle's way: 0.00, 0.75, 0.50, 1.00"),
    ],
)
def test_what_is_wrong_is_said(seen: Sequence[float], why: str) -> None:
    assert progress_fault(seen) == why
