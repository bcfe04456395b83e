from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from webcosm.worlds import BEGINNING, Clock, Universe, WorldState


def test_a_clock_stands_still_unless_it_is_moved() -> None:
    clock = Clock()
    assert clock.now() == BEGINNING == clock.now()
    clock.advance(milliseconds=1_500)
    assert clock.now() == BEGINNING + timedelta(seconds=1.5)
    assert clock.elapsed_ms == 1_500


def test_a_clock_tells_day_and_stamp() -> None:
    clock = Clock(elapsed_ms=15 * 3_600_000 + 61_999)
    assert clock.now() == datetime(2026, 5, 15, 0, 1, 1, 999_000, tzinfo=UTC)
    assert clock.today() == date(2026, 5, 15)
    assert clock.stamp() == "2026-05-15 00:01:01"


def test_a_clock_cannot_go_back() -> None:
    with pytest.raises(ValueError, match=r"a clock cannot go back: advance\(milliseconds=-1\)"):
        Clock().advance(milliseconds=-1)


def test_a_live_clock_counts_real_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    real = 5_000_000_000
    monkeypatch.setattr("time.monotonic_ns", lambda: real)
    clock = Clock(elapsed_ms=10, live=True)
    assert clock.elapsed_ms == 10
    real += 7_000_000
    assert clock.elapsed_ms == 17
    clock.advance(milliseconds=3)
    assert clock.now() == BEGINNING + timedelta(milliseconds=20)


def test_a_fork_of_a_live_world_does_not_go_back_in_time(universe: Universe, monkeypatch: pytest.MonkeyPatch) -> None:
    real = 0
    monkeypatch.setattr("time.monotonic_ns", lambda: real)
    with universe.open(WorldState(live=True)) as world:
        real += 60_000_000_000
        with world.fork() as child:
            assert child.clock.now() == world.clock.now() == BEGINNING + timedelta(minutes=1)


def test_a_fork_keeps_the_time_and_a_reset_does_not(universe: Universe) -> None:
    with universe.open(WorldState(elapsed_ms=5)) as world:
        world.clock.advance(milliseconds=100)
        with world.fork() as child:
            child.clock.advance(milliseconds=1)
            assert (child.clock.elapsed_ms, world.clock.elapsed_ms) == (106, 105)
            child.reset()
            assert child.clock.elapsed_ms == 5
        world.reset()
        assert world.clock.elapsed_ms == 5
