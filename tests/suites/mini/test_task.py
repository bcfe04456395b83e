"""A MiniWoB++ page as a task: how it begins, when it ends, what it is worth."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest

from tests.suites.mini.fingerprint import LOOK, fingerprints
from webcosm.env import Episode, Runtime
from webcosm.suites.mini import NAMES
from webcosm.suites.mini.task import MiniTask

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def button(episode: Episode, name: str) -> str:
    observation = episode._last
    assert observation
    return next(element.id for element in observation.elements if (element.role, element.name) == ("button", name))


async def test_the_goal_is_taken_from_the_page_into_the_chat(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-test-2", seed=1) as episode:
        observation = await episode.reset()
    assert observation.goal.text == "Click button ONE."
    assert [(message.role, message.text) for message in observation.chat] == [("user", "Click button ONE.")]


async def test_a_goal_with_fields_is_its_words(runtime: Runtime) -> None:
    async with runtime.episode("mini.email-inbox-forward-nl", seed=1) as episode:
        assert (await episode.reset()).goal.text == "Forward to Cathrine the email from Evy."


async def test_an_icon_in_the_goal_is_named(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-menu-2", seed=2) as episode:
        goal = (await episode.reset()).goal.text
    assert goal.startswith('Click the "Menu" button, and then find and click on the item with the "ui-icon-')


async def test_a_success_ends_the_episode_with_score_1(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-test-2", seed=1) as episode:
        await episode.reset()
        step = await episode.act(f"click('{button(episode, 'ONE')}')")
    assert (step.terminated, step.reward) == (True, 1.0)
    assert step.verdict
    assert (step.verdict.outcome, step.verdict.extra) == ("success", {"raw_reward": 1.0})


async def test_a_failure_ends_the_episode_with_score_0(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-test-2", seed=1) as episode:
        await episode.reset()
        step = await episode.act(f"click('{button(episode, 'TWO')}')")
    assert (step.terminated, step.reward) == (True, 0.0)
    assert step.verdict
    assert (step.verdict.outcome, step.verdict.extra) == ("failure", {"raw_reward": -1.0})


@pytest.mark.parametrize("words", ["stop()", "answer('done')", "report_infeasible('too hard')"])
async def test_an_agent_that_ends_before_the_page_does_fails(runtime: Runtime, words: str) -> None:
    async with runtime.episode("mini.click-test") as episode:
        await episode.reset()
        step = await episode.act(words)
    assert step.terminated
    assert step.verdict
    assert step.verdict.checks[0].name == "the page says that the task is over"
    assert not step.verdict.checks[0].passed


async def test_a_page_that_is_loaded_anew_or_left_ends_the_episode_as_a_failure(runtime: Runtime) -> None:
    for words in ("reload()", "goto('http://home.test/')"):
        async with runtime.episode("mini.click-test") as episode:
            await episode.reset()
            step = await episode.act(words)
        assert step.terminated
        assert step.verdict
        assert step.verdict.checks[0].name == "the task's page stays open"
        assert not step.verdict.checks[0].passed


async def test_a_new_tab_does_not_end_it(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-test") as episode:
        await episode.reset()
        assert not (await episode.act("new_tab('http://home.test/')")).terminated
        await episode.act("tab_focus(0)")
        assert (await episode.act(f"click('{button(episode, 'Click Me!')}')")).reward == 1.0


async def test_the_first_ending_counts_though_the_page_is_started_again(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-test-2", seed=1) as episode:
        await episode.reset()
        wrong = await episode.window.tab.send(
            "Runtime.evaluate", expression="core.endEpisode(-1); core.startEpisodeReal()"
        )
        assert "exceptionDetails" not in wrong
        step = await episode.act(f"click('{button(episode, 'ONE')}')")
    assert step.terminated
    assert step.verdict
    assert step.verdict.outcome == "failure"


async def test_part_of_the_reward_is_no_success_where_the_page_gives_it_for_any_answer(runtime: Runtime) -> None:
    async with runtime.episode("mini.find-greatest", seed=1) as episode:
        await episode.reset()
        await episode.window.tab.send("Runtime.evaluate", expression="core.endEpisode(0.1, true)")
        step = await episode.act("noop()")
    assert step.verdict
    assert (step.verdict.outcome, step.verdict.extra) == ("failure", {"raw_reward": 0.1})


async def test_there_is_no_time_limit(runtime: Runtime) -> None:
    async with runtime.episode("mini.use-colorwheel", seed=1) as episode:  # the page's own limit is 7 seconds
        await episode.reset()
        for _ in range(2):
            assert not (await episode.act("noop(10000)")).terminated


async def test_the_ticking_clock_beside_the_page_does_not_keep_it_from_rest(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-test") as episode:
        await episode.reset()
        reasons = {(await episode.act("noop()")).info["settled"] for _ in range(3)}
    assert reasons == {"quiet"}


async def test_a_click_waits_for_what_hovering_loads(runtime: Runtime) -> None:
    """The button's hover picture is fetched when the mouse comes; until it is there, the button has no size."""

    async def opens_menu() -> bool:
        async with runtime.episode("mini.social-media", seed=1) as episode:
            first = await episode.reset()
            more = [element.id for element in first.elements if (element.url or "").endswith("/more.png")]
            step = await episode.act(f"click('{more[1]}')")
            return step.observation is not None and "Mute @leo" in step.observation.text

    opened = await asyncio.gather(opens_menu(), opens_menu(), opens_menu())
    assert all(opened), opened


async def test_seeds_differ_and_repeat(runtime: Runtime) -> None:
    texts = []
    for seed in (1, 2, 1):
        async with runtime.episode("mini.click-checkboxes", seed=seed) as episode:
            texts.append((await episode.reset()).text)
    assert texts[0] != texts[1]
    assert texts[0] == texts[2]


async def test_the_same_seed_looks_the_same_to_the_byte_in_another_run_and_another_process(runtime: Runtime) -> None:
    here = await fingerprints(runtime)
    assert await fingerprints(runtime) == here
    program = [sys.executable, "-m", "tests.suites.mini.fingerprint"]
    there = await asyncio.to_thread(subprocess.run, program, capture_output=True, text=True, check=True)
    assert json.loads(there.stdout) == here


async def test_an_exact_fork_is_at_the_same_point(runtime: Runtime) -> None:
    async with runtime.episode("mini.click-checkboxes", seed=1, options=LOOK) as episode:
        await episode.reset()
        await episode.act(f"click('{next(e.id for e in episode._last.elements if e.role == 'checkbox')}')")  # type: ignore[union-attr]
        async with await episode.fork(exact=True) as twin:
            assert twin._last
            assert episode._last
            assert twin._last.text == episode._last.text
            assert twin._last.screenshot == episode._last.screenshot


async def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no MiniWoB\\+\\+ task 'click-all'"):
        MiniTask("mini.click-all")


@pytest.mark.sweep
async def test_all_tasks_begin_with_a_goal_and_take_a_step(runtime: Runtime) -> None:
    turns = asyncio.Semaphore(4)
    wrong: list[str] = []

    async def begin(name: str) -> None:
        async with turns, runtime.episode(f"mini.{name}", seed=7, options=LOOK) as episode:
            first = await episode.reset()
            step = await episode.act("noop()")
            if not (first.goal.text and first.elements and first.screenshot):
                wrong.append(f"{name}: nothing to see")
            if step.terminated or step.info["error"] or step.observation is None:
                wrong.append(f"{name}: {step.info}")

    await asyncio.gather(*map(begin, NAMES))
    assert wrong == []
