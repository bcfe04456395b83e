"""The Gymnasium face: one background loop and browser for all environments of the process."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import webcosm.env.gym as face
from webcosm.act import ActionSet
from webcosm.env import Look, Options, SuiteEnv, WebcosmEnv, make_env, open_task
from webcosm.env.engine import running
from webcosm.judge.verdict import Check, Verdict
from webcosm.tasks import Scene, UnknownTask, find_ids, register_suite, task_ids

pytestmark = pytest.mark.browser

NOTES = "http://notes.test/"
WORDS = Options(look=Look(parts=("text",)))


@pytest.fixture(scope="module", autouse=True)
def shared_cosmos() -> Iterator[None]:
    yield
    face.shutdown()


def make(**arguments: Any) -> WebcosmEnv:
    given: dict[str, Any] = {"start_url": NOTES, "options": WORDS} | arguments
    env = gymnasium.make("webcosm/open", **given)
    assert isinstance(env.unwrapped, WebcosmEnv)
    return env.unwrapped


def find(observation: dict[str, Any], words: str) -> str:
    """The id printed in the line of the text that holds the words."""
    line = next(line for line in observation["text"].splitlines() if words in line)
    return str(line.partition("[")[2].partition("]")[0])


@pytest.mark.parametrize("shape", ["webcosm", "browsergym"])
def test_gymnasiums_own_checker_finds_no_fault(shape: str) -> None:
    env = make(shape=shape, options=None, start_url="http://calc.test/")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)
    env.close()


def test_every_task_is_registered() -> None:
    names = {name for name in gymnasium.registry if name.startswith("webcosm/")}
    assert names >= {f"webcosm/{task_id}" for task_id in task_ids()} | {
        "webcosm/open",
        "webcosm/arena",
        "webcosm/arena.shop",
        "webcosm/mini",
    }


def test_a_suite_is_an_environment_whose_seeds_go_through_its_tasks() -> None:
    made = gymnasium.make("webcosm/arena.calc", seeds=range(3, 5), options=WORDS).unwrapped
    assert isinstance(made, SuiteEnv)
    drawn = [made._task(seed) for seed in range(2 * len(made.task_ids) + 1)]
    assert len({(task.id, task.seed) for task in drawn}) == 2 * len(made.task_ids)
    assert {task.id for task in drawn[: len(made.task_ids)]} == set(find_ids(["arena.calc"]))
    assert {task.seed for task in drawn} == {3, 4}
    assert (drawn[-1].id, drawn[-1].seed) == (drawn[0].id, drawn[0].seed)
    _, info = made.reset(seed=1)
    assert (info["task_id"], info["seed"]) == (drawn[1].id, 3)
    _, first = made.reset()
    _, second = made.reset()
    made.reset(seed=1)
    assert [made.reset()[1]["goal"] for _ in range(2)] == [first["goal"], second["goal"]]
    made.close()


def test_a_suite_wants_seeds_if_any_and_tasks() -> None:
    with pytest.raises(ValueError, match=r"arena: seeds=range\(0, 0\) holds none"):
        SuiteEnv("arena", seeds=range(0))
    with pytest.raises(UnknownTask, match=r"no task 'arena\.zoo'"):
        SuiteEnv("arena.zoo")
    assert isinstance(make_env("mini"), SuiteEnv)
    assert make_env("arena.notes.count-by-tag").task_id == "arena.notes.count-by-tag"


def test_suites_of_ones_own_can_be_registered_later() -> None:
    register_suite("own", lambda: ["own.look"], lambda task_id, seed, universe: open_task("Look.", seed=seed))
    try:
        face.register_environments()
        assert isinstance(gymnasium.make("webcosm/own.look").unwrapped, WebcosmEnv)
    finally:
        register_suite("own", list, lambda task_id, seed, universe: open_task())
        for name in ("webcosm/own.look", "webcosm/own", "browsergym/webcosm.own.look"):
            del gymnasium.registry[name]


def test_an_episode_from_reset_to_verdict() -> None:
    async def judge(scene: Scene) -> Verdict:
        return Verdict.of([Check("said 42", scene.ending.answer == "42", str(scene.ending.answer))])

    env = make(goal="What is six times seven?", judge=judge)
    observation, info = env.reset(seed=5)
    assert info["goal"] == observation["goal"] == "What is six times seven?"
    assert (info["seed"], info["task_id"], info["outcome"], info["error"]) == (5, "open", "", "")
    assert observation in env.observation_space
    observation, reward, terminated, truncated, info = env.step("goto('http://calc.test/')")
    assert observation["url"] == "http://calc.test/"
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert "verdict" not in info
    assert observation in env.observation_space
    assert env.seconds["step"] > 0
    _, reward, terminated, truncated, info = env.step("answer('42')")
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["outcome"] == "success"
    assert info["verdict"]["checks"] == [{"name": "said 42", "passed": True, "seen": "42", "expected": ""}]
    with pytest.raises(RuntimeError, match="over"):
        env.step("noop()")
    env.close()


def test_an_open_task_without_a_judge_has_no_score() -> None:
    env = make()
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step("stop()")
    assert (reward, terminated) == (0.0, True)
    assert info["verdict"]["score"] is None
    env.close()


def test_what_went_wrong_is_told() -> None:
    env = make()
    env.reset(seed=0)
    observation, _, terminated, _, info = env.step("clik('1')")
    assert "click" in info["error"]
    assert observation["last_error"] == info["error"]
    assert not terminated
    env.close()


def test_the_seed_is_the_tasks_and_without_one_the_environment_draws_it() -> None:
    env = make()
    assert env.reset(seed=7)[1]["seed"] == 7
    first, second = env.reset()[1]["seed"], env.reset()[1]["seed"]
    assert first != second
    env.reset(seed=7)
    assert env.reset()[1]["seed"] == first
    env.close()


def test_reset_takes_another_universe_and_no_unknown_option() -> None:
    env = make()
    assert env.reset(seed=0, options={"universe": 3})[1]["universe"] == 3
    with pytest.raises(ValueError, match=r"'univers'.*universe"):
        env.reset(options={"univers": 3})
    env.close()


def test_drawn_actions_are_valid_use_shown_ids_and_repeat_with_the_seed() -> None:
    env = make(options=Options(look=Look(parts=("text",)), actions=ActionSet(include=("click",), groups=())))
    observation, _ = env.reset(seed=0)
    env.action_space.seed(11)
    drawn = [env.action_space.sample() for _ in range(20)]
    assert all(text in env.action_space for text in drawn)
    shown = observation["text"]
    for text in drawn:
        element = text.split("'")[1]
        assert f"[{element}]" in shown
    assert len(set(drawn)) > 5
    env.action_space.seed(11)
    assert drawn == [env.action_space.sample() for _ in range(20)]
    assert "click(" not in env.action_space
    assert "fill('1', 'x')" not in env.action_space  # not in the set
    env.close()


def test_a_random_agent_stays_within_the_spaces() -> None:
    env = make(options=Options(look=Look(parts=("text", "screenshot", "marks", "pruned_html"))))
    env.reset(seed=0)
    env.action_space.seed(3)
    for _ in range(12):
        observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
        assert observation in env.observation_space, env.observe()["last_action"]
        if terminated or truncated:
            env.reset()
    env.close()


def test_observations_have_the_parts_asked_for_and_pictures_have_the_windows_size() -> None:
    env = make(options=Options(look=Look(parts=("screenshot", "full_screenshot", "html"))), render_mode="rgb_array")
    observation, _ = env.reset(seed=0)
    assert "text" not in observation
    assert observation["screenshot"].shape == (720, 1280, 3)
    assert observation["full_screenshot"].shape[1] == 1280
    assert observation["html"].startswith("<!DOCTYPE html>")
    picture = env.render()
    assert picture is not None
    assert np.array_equal(picture, observation["screenshot"])
    env.close()


def test_a_fork_goes_its_own_way() -> None:
    env = make()
    observation, _ = env.reset(seed=0)
    observation, *_ = env.step(f"click('{find(observation, 'New note')}')")
    observation, *_ = env.step(f"fill('{find(observation, 'Title')}', 'Forked')")
    twin = env.fork()
    assert "Forked" in twin.observe()["text"]
    assert twin.action_space is not env.action_space
    twin.step(f"click('{find(twin.observe(), 'Save')}')")
    assert twin.episode is not None
    assert env.episode is not None
    assert [change.kind for change in twin.episode.world.changes()] == ["insert"]
    assert not list(env.episode.world.changes())
    exact = env.fork(exact=True)
    assert exact.observe()["text"] == env.observe()["text"]
    for one in (exact, twin, env):
        one.close()


def test_environments_share_one_server_and_browser() -> None:
    one, two = make(), make()
    one.reset(seed=0)
    two.reset(seed=0)
    assert one.episode is not None
    assert two.episode is not None
    assert one.episode.runtime is two.episode.runtime
    one.close()
    one.close()
    assert two.step("noop()")[0]["url"] == NOTES
    two.close()


async def test_it_works_inside_a_program_that_runs_a_loop_of_its_own() -> None:
    assert asyncio.get_running_loop()
    env = make()
    observation, _ = env.reset(seed=0)
    assert observation["url"] == NOTES
    env.close()


def test_calling_it_from_its_own_loop_is_refused_instead_of_hanging() -> None:
    env = make()
    env.reset(seed=0)

    async def misuse() -> None:
        env.step("noop()")

    with pytest.raises(RuntimeError, match="event loop"):
        env.run(misuse())
    env.close()


def test_after_shutdown_it_starts_anew() -> None:
    env = make()
    env.reset(seed=0)
    face.shutdown()
    assert running() is None
    env.close()
    assert env.reset(seed=0)[0]["url"] == NOTES
    with pytest.raises(RuntimeError, match="running already"):
        face.start(scale="small")
    env.close()


def test_a_lost_browser_is_an_error_of_ours_and_the_next_reset_has_another() -> None:
    env = make()
    env.reset(seed=0)
    assert env.episode is not None
    assert env.episode.place.browser is not None
    env.run(env.episode.place.browser.close())
    observation, reward, terminated, truncated, info = env.step("noop()")
    assert (reward, terminated, truncated, info["outcome"]) == (0.0, False, True, "error")
    assert info["verdict"]["score"] is None
    assert observation in env.observation_space, "what was seen last"
    assert env.reset(seed=0)[0]["url"] == NOTES
    env.close()


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(UnknownTask, match=r"'no\.such'"):
        WebcosmEnv("no.such")
    with pytest.raises(ValueError, match=r"'browsergim'.*webcosm, browsergym"):
        make(shape="browsergim")
    with pytest.raises(ValueError, match="'human'"):
        WebcosmEnv("mini.click-test", render_mode="human")
    with pytest.raises(RuntimeError, match="reset"):
        make().step("noop()")


@pytest.mark.parametrize("mode, settings", [("sync", {}), ("async", {"shared_memory": False, "context": "spawn"})])
def test_vector_environments(mode: str, settings: dict[str, Any]) -> None:
    envs = gymnasium.make_vec(
        "webcosm/open",
        num_envs=3 if mode == "sync" else 2,
        vectorization_mode=mode,
        vector_kwargs=settings,
        start_url=NOTES,
        options=WORDS,
    )
    observations, infos = envs.reset(seed=4)
    assert list(infos["seed"]) == [4, 5, 6][: envs.num_envs]
    assert observations["url"] == (NOTES,) * envs.num_envs
    actions = ["noop()", "goto('http://calc.test/')", "stop()"][: envs.num_envs]
    observations, _, terminated, _, infos = envs.step(actions)
    assert observations["url"] == (NOTES, "http://calc.test/", NOTES)[: envs.num_envs]
    assert list(terminated) == [False, False, True][: envs.num_envs]
    envs.close()


def test_a_program_that_closes_nothing_ends_cleanly_and_leaves_no_browser() -> None:
    program = """if True:
        import gymnasium, webcosm.env
        env = gymnasium.make("webcosm/open", start_url="http://notes.test/")
        env.reset(seed=0)
        browser = env.unwrapped.episode.place.browser
        async def ask():
            return await browser.connection.root.send("SystemInfo.getProcessInfo")
        print(env.unwrapped.run(ask())["processInfo"][0]["id"])
    """
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    status = subprocess.run(["ps", "-p", str(int(done.stdout)), "-o", "stat="], capture_output=True, text=True)
    assert status.stdout.strip()[:1] in ("", "Z"), "the browser lives on"


def test_an_agent_is_told_the_form_of_the_answer() -> None:
    env = make_env("arena.notes.count-by-tag", options=WORDS)
    observation, info = env.reset(seed=0)
    line = f"Answer with: {info['answer_form']['words']}."
    assert observation["goal"] == f"{info['goal']}\n\n{line}"
    assert observation["chat"][0]["text"].endswith(line)
    assert info["answer_form"]["schema"] == {"type": "integer"}
    *_, facts = env.step('{"name": "answer", "arguments": {"text": 1000000}}')
    assert not facts["error"]
    assert facts["verdict"]["checks"][-1]["seen"].startswith("'1000000'")
    env.close()


def test_the_form_can_be_left_out() -> None:
    env = make_env("arena.notes.count-by-tag", options=Options(look=Look(parts=("text",)), answer_form=False))
    observation, info = env.reset(seed=0)
    assert observation["goal"] == info["goal"]
    assert info["answer_form"] == {}
    env.close()
