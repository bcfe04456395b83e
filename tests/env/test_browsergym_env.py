"""Tasks as ``browsergym/webcosm.<task id>``: they end as BrowserGym's WebArena tasks do, and take its keywords."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest

import webcosm.env.gym as face
from webcosm.act import ActionSet
from webcosm.env import Limits, Options
from webcosm.env.browsergym_env import WITHOUT_MEANING, BrowserGymEnv
from webcosm.tasks import listed_ids

pytestmark = pytest.mark.browser

ASK, GO, DO = "arena.notes.count-by-tag", "arena.notes.open-note", "arena.notes.pin-note"
UNACHIEVABLE = "arena.notes.pin-up-note"


@pytest.fixture(scope="module", autouse=True)
def shared_cosmos() -> Iterator[None]:
    yield
    face.shutdown()


def make(task_id: str, **keywords: Any) -> BrowserGymEnv:
    made = gymnasium.make(f"browsergym/webcosm.{task_id}", disable_env_checker=True, **keywords).unwrapped
    assert isinstance(made, BrowserGymEnv)
    return made


def oracles_actions(task_id: str) -> list[str]:
    """What the oracle does, as texts that any environment of the same task takes."""
    from webcosm.agents.oracle import solve

    env = gymnasium.make(f"webcosm/{task_id}").unwrapped
    assert isinstance(env, face.WebcosmEnv)
    env.reset(seed=0)
    assert env.episode is not None
    env.run(solve(env.episode))
    done = list(env.episode.history)
    env.close()
    return done


def test_every_task_is_registered_under_browsergyms_name_too() -> None:
    names = {name for name in gymnasium.registry if name.startswith("browsergym/webcosm.")}
    assert names == {f"browsergym/webcosm.{task_id}" for task_id in listed_ids()}


def test_a_message_answers_a_question() -> None:
    *_, last = oracles_actions(ASK)
    assert last.startswith("answer(")
    env = make(ASK)
    env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(last.replace("answer(", "send_msg_to_user(", 1))
    assert (reward, terminated, truncated, info["outcome"]) == (1.0, True, False, "success")
    assert observation["chat_messages"][-1]["role"] == "assistant"
    env.reset(seed=0)
    _, reward, terminated, _, _ = env.step("send_msg_to_user('I do not know.')")
    assert (reward, terminated) == (0.0, True)
    env.close()


@pytest.mark.parametrize("task_id", [GO, DO])
def test_a_task_ends_when_it_is_achieved_and_not_before(task_id: str) -> None:
    *actions, last = oracles_actions(task_id)
    assert last == "stop()"
    env = make(task_id, options=Options(actions=ActionSet.preset("default")))
    env.reset(seed=0)
    endings = []
    for action in actions:
        _, reward, terminated, _, _ = env.step(action)
        endings.append((reward, terminated))
        if terminated:
            break
    assert endings[-1] == (1.0, True), "without a word of the agent's"
    assert all(ending == (0.0, False) for ending in endings[:-1])
    env.close()


def test_success_is_waited_for_if_somebody_wants_so() -> None:
    *actions, _ = oracles_actions(GO)
    options = Options(actions=ActionSet.preset("default"), end_on_success=False)
    env = make(GO, options=options)
    env.reset(seed=0)
    assert not any(env.step(action)[2] for action in actions)
    _, reward, terminated, _, _ = env.step("send_msg_to_user('Here it is.')")
    assert (reward, terminated) == (1.0, True), "a message ends these tasks as well, and is no answer to anything"
    env.close()


@pytest.mark.parametrize("ends", [True, False])
def test_a_report_ends_it_unless_told_otherwise(ends: bool) -> None:
    env = make(UNACHIEVABLE, terminate_on_infeasible=ends)
    env.reset(seed=0)
    observation, _, terminated, _, _ = env.step("report_infeasible('The note is not there.')")
    assert terminated is ends
    assert observation["chat_messages"][-1]["role"] == "infeasible"
    env.close()


def test_browsergyms_keywords_are_accepted_and_those_without_meaning_say_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    mapping = SimpleNamespace(action_set={"noop": 1, "click": 1, "mouse_click": 1, "keyboard_press": 1})
    mapping.multiaction = False
    mapping.to_python_code = Mapping(mapping).to_python_code
    with caplog.at_level(logging.INFO, "webcosm.env"):
        env = make(
            GO,
            action_mapping=mapping.to_python_code,
            viewport={"width": 800, "height": 600},
            task_kwargs={"universe": 1},
            max_episode_steps=2,
            use_raw_page_output=False,
            **dict.fromkeys(WITHOUT_MEANING),
        )
    assert all(any(name in message for message in caplog.messages) for name in WITHOUT_MEANING)
    assert env.options.actions.names == ("noop", "click", "mouse_click", "keyboard_press")
    assert not env.options.actions.multiple
    observation, info = env.reset(seed=0)
    assert observation["screenshot"].shape == (600, 800, 3)
    assert (info["universe"], info["task_info"]) == (1, {})
    assert observation in env.observation_space
    observation, _, terminated, _, info = env.step("mouse_click(5, 5)")
    assert (observation["last_action_error"], terminated) == ("", False)
    assert info["action_exec_start"] <= info["action_exec_stop"] - info["action_exec_timeout"]
    assert {"validation_start", "get_observation_stop", "task_info"} <= set(info)
    assert "not allowed here" in env.step("goto('http://home.test/')")[0]["last_action_error"]
    env.close()


class Mapping:
    """Like BrowserGym's HighLevelActionSet, of which only what is allowed counts."""

    def __init__(self, like: SimpleNamespace) -> None:
        self.action_set, self.multiaction = like.action_set, like.multiaction

    def to_python_code(self, action: str) -> str:
        raise AssertionError("actions are read by the environment")


def test_the_chat_can_be_read_and_the_user_can_speak() -> None:
    env = make(GO)
    assert env.chat.messages == []
    env.reset(seed=0)
    env.chat.add_message(role="info", msg="action: noop()")
    env.chat.add_message(role="user", msg="Hurry.")
    observation, *_ = env.step("noop()")
    assert [entry["role"] for entry in observation["chat_messages"]] == ["user", "user"]
    assert env.chat.messages == list(observation["chat_messages"])
    with pytest.raises(ValueError, match="role 'assistant'"):
        env.chat.add_message(role="assistant", msg="42")
    env.close()


@pytest.mark.parametrize(
    "keywords, message",
    [
        ({"headles": True}, "takes no 'headles'; it takes action_mapping"),
        ({"use_raw_page_output": True}, "no live page"),
        ({"task_kwargs": {"config": 1}}, "task_kwargs has no 'config'; it has universe"),
        ({"action_mapping": str}, "no to_python_code of BrowserGym's HighLevelActionSet"),
    ],
)
def test_what_cannot_be_had_is_refused(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(GO, **keywords)


def test_limits_of_ones_own_stay() -> None:
    options = Options(limits=Limits(steps=1))
    env = make(GO, options=options)
    assert env.options.end_on_message
    assert env.options.end_on_success
    env.reset(seed=0)
    *_, truncated, info = env.step("noop()")
    assert (truncated, info["cut_short"]) == (True, "1 steps")
    env.close()
