"""Hard tasks in the browser: the user answers, things happen meanwhile, forks and records know of it."""

from __future__ import annotations

import pytest

from webcosm.act import catalogue as do
from webcosm.agents.oracle import EpisodeActor, solve
from webcosm.env import Runtime
from webcosm.judge.evidence import Evidence
from webcosm.tasks import DrawnTask, Person, make_task
from webcosm.worlds import Universe

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def drawn(task_id: str, universe: Universe, seed: int = 0, hint: str = "") -> DrawnTask:
    task = make_task(task_id, seed, universe.seed, hint)
    assert isinstance(task, DrawnTask)
    task.prepare(universe)
    return task


async def test_the_user_answers_news_comes_and_all_of_it_is_judged_again(runtime: Runtime) -> None:
    universe = runtime.universe(0)
    task = drawn("arena.hard.hold-for-callers.3", universe)
    async with runtime.episode(task) as episode:
        await episode.reset()
        verdict = await solve(episode)
        assert verdict.outcome == "success"
        assert verdict.extra["questions"] == {"needed": 2, "unneeded": 0}
        evidence = Evidence.from_json(verdict.extra["evidence"])
        assert [one.name for one in evidence.happenings] == ["revised"]
        assert any(who == "user" and "has just called again" in words for who, words in evidence.chat)
        assert task.score(universe, evidence).outcome == "success"
        async with runtime.episode(task) as twin:
            await episode.replay(twin)
            assert twin.said == episode.said, "nothing is said twice"
            assert twin.world.happenings == episode.world.happenings
            assert twin.verdict is not None
            assert twin.verdict.outcome == "success"


async def test_forks_know_what_was_said_and_what_happened(runtime: Runtime) -> None:
    task = drawn("arena.hard.hold-for-callers.1", runtime.universe(0))
    async with runtime.episode(task) as episode:
        await episode.reset()
        step = await episode.act(do.send_msg_to_user("Which order do you mean?"))
        (reply,) = step.info["user"]
        assert "meant the one" in reply
        assert step.observation is not None
        assert step.observation.chat[-1].text == reply
        for exact in (False, True):
            async with await episode.fork(exact=exact) as fork:
                assert fork.said == episode.said
        step = await episode.act(do.send_msg_to_user("I am on it."))
        assert step.info["user"] == ()


async def test_a_hint_is_told_beside_the_goal(runtime: Runtime) -> None:
    task = drawn("arena.hard.refund-returns.1", runtime.universe(0), hint="plan")
    async with runtime.episode(task) as episode:
        seen = await episode.reset()
        assert [message.role for message in seen.chat] == ["user", "user"]
        assert seen.goal.text == seen.chat[0].text == drawn("arena.hard.refund-returns.1", runtime.universe(0)).goal
        assert "Read the shop's page" in seen.goal.hint
    with pytest.raises(ValueError, match="no hint 'answer'; there are plan, facts"):
        make_task("arena.hard.refund-returns.1", hint="answer")


async def test_the_report_says_which_order_is_wrong(runtime: Runtime) -> None:
    universe = runtime.universe(0)
    task = drawn("arena.hard.refund-returns.2", universe)
    async with runtime.episode(task) as episode:
        await episode.reset()
        half_done = next(one for one in task.family.shortcuts if one.__name__ == "half_done")
        await half_done(Person(EpisodeActor(episode)), task.parameters)
        assert episode.verdict is not None
        wrong = [check.name for check in episode.verdict.checks if not check.passed]
        assert len(wrong) == 1
        assert wrong[0].startswith("order 1")
        assert 0.5 < episode.verdict.progress < 1
