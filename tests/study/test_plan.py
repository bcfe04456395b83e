"""Which episodes a study plays."""

from __future__ import annotations

import pytest

from webcosm.study.plan import Plan, choose_keys
from webcosm.study.record import EpisodeKey
from webcosm.study.running import keys_of
from webcosm.tasks import UnknownTask


def test_a_sample_is_as_large_as_asked_for_and_always_the_same() -> None:
    some = keys_of(["arena"], 2, 0, 1, 5)
    assert len({key.task for key in some}) == 5
    assert len(some) == 10
    assert some == keys_of(["arena"], 2, 0, 1, 5)
    assert len(keys_of(["arena.notes"], 1, 0, 1, 500)) == len(keys_of(["arena.notes"], 1, 0, 1, None))


def test_every_seed_and_trial_of_every_task_is_played_once() -> None:
    keys = choose_keys(["arena.notes.open-note", "arena.notes"], range(2), universe=3, trials=2)
    assert len(keys) == len(set(keys))
    assert EpisodeKey("arena.notes.open-note", 1, 3, 1) in keys


def test_an_unknown_task_is_answered_with_those_that_look_like_it() -> None:
    with pytest.raises(UnknownTask, match=r"arena\.notes\.open-note"):
        choose_keys(["arena.notes.open-notes"], range(1))


def test_a_plan_tells_in_what_it_differs_from_a_study_on_disk() -> None:
    plan = Plan("oracle", choose_keys(["arena.notes"], range(1)))
    manifest = plan.manifest({})
    assert plan.differs_from(manifest) == ""
    assert Plan("null", plan.keys).differs_from(manifest) == "agent"
    assert Plan("oracle", plan.keys[1:]).differs_from(manifest) == "keys"
