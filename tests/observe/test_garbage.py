"""The collector is at rest while records are made, and only then."""

from __future__ import annotations

import gc

import pytest

from webcosm.observe.garbage import collector_paused


def test_it_runs_again_afterwards_even_after_an_error() -> None:
    assert gc.isenabled()
    found: list[bool] = []
    with pytest.raises(KeyError), collector_paused():
        found.append({False: gc.isenabled()}[True])
    with collector_paused():
        found.append(gc.isenabled())
    assert [*found, gc.isenabled()] == [False, True]


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
