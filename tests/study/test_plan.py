"""Which episodes a study plays."""

from __future__ import annotations

from typing import Any

import pytest

from webcosm.study.plan import Plan, StudyLimits, choose_keys
from webcosm.study.record import EpisodeKey
from webcosm.study.running import keys_of
from webcosm.tasks import UnknownTask


def test_a_sample_is_as_large_as_asked_for_and_always_the_same() -> None:
    some = keys_of(["arena"], 2, 0, 1, 5)
    assert len({key.task for key in some}) == 5
    assert len(some) == 10
    assert some == keys_of(["arena"], 2, 0, 1, 5)
    others = keys_of(["arena"], 2, 0, 1, 5, sample_seed=1)
    assert {key.task for key in others} != {key.task for key in some}
    assert {key.task for key in keys_of(["arena"], 2, 3, 1, 5)} == {key.task for key in some}, "in any universe"
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
    assert plan.differs_from(manifest, {}) == ""
    assert Plan("null", plan.keys).differs_from(manifest, {}) == "its agent is 'oracle', and now it is 'null'"
    fewer = Plan("oracle", plan.keys[1:]).differs_from(manifest, {})
    assert fewer == f"1 of its {len(plan.keys)} episodes are not asked for now, and 0 others are"


@pytest.mark.parametrize(
    "change, told",
    [
        ({"webcosm": "0.0.9"}, "its webcosm is '0.0.9', and now it is "),
        ({"limits": {"step": 5.0}}, "its limits.step is 5.0, and now it is 180.0"),
        ({"judge_model": "openai/judge"}, "its judge_model is 'openai/judge', and now it is None"),
        ({"agent_options": {"model": "a", "tries": 3}}, "its agent_options.model is 'a', and now it is 'b'"),
        ({"headed": True}, "its headed is True, and now it is None"),
        ({"images": {"notes@0": "another hash", "gone@0": "whatever"}}, "the data changed since in notes@0"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_episodes_that_were_played_otherwise_are_not_of_one_study(change: dict[str, Any], told: str) -> None:
    plan = Plan("reason", choose_keys(["arena.notes.open-note"], range(1)), {"model": "b", "tries": 3})
    images = {"notes@0": "a hash", "shop@0": "another"}
    assert plan.differs_from(plan.manifest(images), images) == ""
    assert plan.differs_from(plan.manifest(images) | change, images).startswith(told)


def test_the_environments_judge_model_is_in_the_manifest(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("oracle", [])
    assert "judge_model" not in plan.manifest({})
    monkeypatch.setenv("WEBCOSM_JUDGE_MODEL", "openai/judge")
    assert plan.manifest({})["judge_model"] == "openai/judge"


def test_a_study_that_is_extended_may_have_more_episodes_and_another_set_up() -> None:
    plan = Plan("human", choose_keys(["arena.notes"], range(1)), {"port": 1})
    longer = Plan("human", choose_keys(["arena.notes"], range(2)), {"port": 2})
    assert longer.differs_from(plan.manifest({}), {}, extending=True) == ""
    assert plan.differs_from(longer.manifest({}), {}, extending=True)


@pytest.mark.parametrize("limits", [{"step": 0.0}, {"step": 60.0, "episode": 30.0}])
def test_a_step_has_some_time_and_no_more_than_its_episode(limits: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=rf"a step of {limits['step']:g} seconds in an episode of"):
        StudyLimits(**limits)  # type: ignore[arg-type]
