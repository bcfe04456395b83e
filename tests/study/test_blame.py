"""Whose doing it is that an episode broke off: no agent gets out of an episode that it would lose."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from webcosm.act import ActionSet
from webcosm.agents import Agent
from webcosm.agents.oracle import OracleAgent
from webcosm.browser import BrowserHung, Browsers
from webcosm.env import Episode, Options, Runtime
from webcosm.study.plan import Plan, StudyLimits
from webcosm.study.play import play
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder
from webcosm.study.stats import success_rate

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NOTE = EpisodeKey("arena.notes.write-note")
OPEN = EpisodeKey("arena.notes.open-note")
LIMITS = StudyLimits(step=20.0, episode=60.0)
HALF = "\ud83d"
"""Half a character, as models give when they are cut off in the middle of one."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def runtime() -> AsyncIterator[Runtime]:
    async with Runtime() as runtime:
        yield runtime


async def played(
    runtime: Runtime, agent: Agent, out: Path, key: EpisodeKey = OPEN, limits: StudyLimits = LIMITS
) -> EpisodeRecord:
    folder = StudyFolder(out)
    folder.create({})
    record = await play(runtime, agent, key, Plan("test", [key], limits=limits), folder, 1)
    folder.add_episode(record)
    assert folder.episodes() == [record]
    steps = [step.step for step in folder.steps(key)]
    assert steps in (list(range(record.steps + 1)), []), record.verdict["note"]  # none if it could not even begin
    return record


class Doing(Agent):
    """Does what it is told, then stops."""

    def __init__(self, *actions: str, **options: Any) -> None:
        self.actions, self._options = actions, options

    def options(self) -> Options:
        return Options(**self._options)

    async def play(self, episode: Episode) -> None:
        for action in self.actions:
            step = await episode.act(action)
            if step.verdict is not None:
                return
        await episode.act("stop()")


class Raising(Agent):
    async def play(self, episode: Episode) -> None:
        raise TimeoutError("my model did not answer")


class Dawdling(Agent):
    async def play(self, episode: Episode) -> None:
        await asyncio.sleep(60)


class Stubborn(Agent):
    """Does not let itself be ended."""

    async def play(self, episode: Episode) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(600)


class Closing(Agent):
    async def play(self, episode: Episode) -> None:
        await episode.close()


class Cancelling(Agent):
    async def play(self, episode: Episode) -> None:
        raise asyncio.CancelledError


class Choosing(Agent):
    def options(self) -> Options:
        raise ValueError("I cannot decide")

    async def play(self, episode: Episode) -> None:
        await episode.act("stop()")


class Odd(Choosing):
    def options(self) -> Options:
        return "everything"  # type: ignore[return-value]


class Noting(Agent):
    """Notes what no record can hold."""

    def __init__(self, **notes: Any) -> None:
        self.notes = notes

    async def play(self, episode: Episode) -> None:
        episode.note(**self.notes)
        await episode.act("noop()")


class Clinging(Agent):
    """Has solved nothing, and does not let go."""

    async def play(self, episode: Episode) -> None:
        raise ValueError("enough")

    async def close(self) -> None:
        await asyncio.sleep(600)


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    "agent, reason",
    [
        (Raising(), "TimeoutError: my model did not answer"),
        (Dawdling(), "no step within 0.5 seconds"),
        (Stubborn(), "no step within 0.5 seconds"),
        (Closing(), "the agent closed its episode"),
        (Cancelling(), "RuntimeError: the agent cancelled itself"),
        (Choosing(), "ValueError: I cannot decide"),
        (Odd(), "AttributeError: 'str' object has no attribute 'patience'"),
        (Noting(thing=object()), "TypeError: Object of type object is not JSON serializable"),
        (Noting(thing=ENDLESS), "ValueError: Circular reference detected"),
        (Noting(usage="a lot"), "AttributeError: 'str' object has no attribute"),
        (Clinging(), "ValueError: enough"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Agent) else "",
)
async def test_an_agent_that_breaks_off_has_not_solved_it(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: Agent, reason: str
) -> None:
    monkeypatch.setattr("webcosm.study.play.CANCEL_SECONDS", 0.2)
    patient = isinstance(agent, (Noting, Closing))  # they act
    record = await played(runtime, agent, tmp_path, limits=StudyLimits(step=20.0 if patient else 0.5, episode=30.0))
    assert (record.outcome, record.score) == ("agent-error", 0.0), record.verdict
    assert reason in record.verdict["note"]


async def test_an_episode_that_takes_too_long_is_the_agents(runtime: Runtime, tmp_path: Path) -> None:
    class Endless(Agent):
        def options(self) -> Options:
            return Options()

        async def play(self, episode: Episode) -> None:
            await episode.act("noop()")
            await asyncio.sleep(60)

    record = await played(runtime, Endless(), tmp_path, limits=StudyLimits(step=4.0, episode=4.0))
    assert (record.outcome, record.steps) == ("agent-error", 1)
    assert record.verdict["note"] == "the episode took more than 4 seconds"


@pytest.mark.parametrize(
    "action", [f"answer('{HALF}')", f"send_msg_to_user('{HALF}')", f"report_infeasible('{HALF}')", f"jump {HALF}"]
)
async def test_half_a_character_is_recorded_as_it_is(runtime: Runtime, tmp_path: Path, action: str) -> None:
    record = await played(runtime, Doing(action), tmp_path)
    assert record.outcome == "failure"
    assert StudyFolder(tmp_path).steps(OPEN)[1].action == action
    (tmp_path / "episodes.jsonl").read_text(encoding="utf-8")  # plain UTF-8, which other programs can read


async def test_half_a_character_can_be_typed(runtime: Runtime, tmp_path: Path) -> None:
    class Typing(Agent):
        async def play(self, episode: Episode) -> None:
            await episode.act("goto('http://notes.test/new')")
            assert episode.observation is not None
            field = next(one for one in episode.observation.elements if one.role == "textbox")
            await episode.act(f"fill('{field.id}', 'a{HALF}b')")
            await episode.act("stop()")

    record = await played(runtime, Typing(), tmp_path)
    assert record.outcome == "failure"


async def test_a_hang_is_the_agents_if_the_same_actions_hang_again(tmp_path: Path) -> None:
    agent = Doing("noop()", "python('await page.evaluate(\"for (;;) {}\")')", actions=ActionSet(include=("python",)))
    async with Runtime() as own:
        assert isinstance(own.browsers, Browsers)
        own.browsers.hung_after = 8.0
        record = await played(own, agent, tmp_path, limits=StudyLimits(step=90.0, episode=300.0))
    assert record.outcome == "agent-error", record.verdict
    assert "the same 2 actions, replayed in a fresh window, did it again: BrowserHung" in record.verdict["note"]


async def test_a_hang_is_ours_if_the_same_actions_do_not_hang_again(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung: list[Episode] = []
    do = Episode._do

    async def hang_once(self: Episode, text: Any) -> str:
        if not hung and self.steps == 2:
            hung.append(self)
            raise BrowserHung("the browser did not answer within 20 seconds")
        return await do(self, text)

    monkeypatch.setattr(Episode, "_do", hang_once)
    record = await played(runtime, Doing("noop()", "scroll(0, 100)"), tmp_path)
    assert (record.outcome, record.score) == ("error", None)
    assert "did not answer within 20 seconds; the same 2 actions, replayed in" in record.verdict["note"]
    assert record.verdict["note"].endswith("did not do it again")


async def test_a_browser_that_is_killed_is_ours(runtime: Runtime, tmp_path: Path) -> None:
    class Killing(Agent):
        async def play(self, episode: Episode) -> None:
            await episode.act("noop()")
            assert episode.place.browser is not None
            found = await episode.place.browser.connection.root.send("SystemInfo.getProcessInfo")
            os.kill(next(one["id"] for one in found["processInfo"] if one["type"] == "browser"), signal.SIGKILL)
            await episode.act("scroll(0, 100)")

    record = await played(runtime, Killing(), tmp_path)
    assert record.outcome == "error"
    assert "did not do it again" in record.verdict["note"]


async def test_a_judge_that_breaks_at_what_the_agent_said_does_not_void_the_episode(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webcosm.tasks import DrawnTask

    judge = DrawnTask.judge

    async def breaks(self: DrawnTask, scene: Any) -> Any:
        if scene.ending.answer == "boom":
            raise ValueError("boom is no number")
        return await judge(self, scene)

    monkeypatch.setattr(DrawnTask, "judge", breaks)
    record = await played(runtime, Doing("answer('boom')"), tmp_path)
    assert record.outcome == "agent-error"
    assert record.verdict["note"] == "what the agent said cannot be judged: ValueError: boom is no number"


async def test_a_site_that_fails_is_ours_whatever_the_agent_makes_of_it(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webcosm.worlds import DiskFull
    from webcosm.worlds.database import Database

    def full(*_: Any, **__: Any) -> Any:
        raise DiskFull("the disk is full")

    class Meeting(OracleAgent):
        async def play(self, episode: Episode) -> None:
            monkeypatch.setattr(Database, "insert", full)
            monkeypatch.setattr(Database, "run", full)
            await super().play(episode)

    record = await played(runtime, Meeting(), tmp_path, NOTE)
    monkeypatch.undo()
    assert record.outcome == "error"
    assert "http://notes.test/" in record.verdict["note"]
    assert "DiskFull: the disk is full" in record.verdict["note"]


async def test_an_agent_that_wants_out_has_the_rate_of_what_it_solved(runtime: Runtime, tmp_path: Path) -> None:
    """It solves one episode in nine and tries to void the others."""

    class Filling(Agent):
        async def play(self, episode: Episode) -> None:
            await episode.act("goto('http://notes.test/new')")
            assert episode.observation is not None
            field = [one for one in episode.observation.elements if one.role == "textbox"][-1]
            await episode.act(f"fill('{field.id}', '" + "line\\\\n" * 4_000 + "')")
            await episode.act("stop()")

    agents: list[Agent] = [
        OracleAgent(),
        Raising(),
        Dawdling(),
        Closing(),
        Filling(),
        Doing(f"answer('{HALF}')"),
        Doing("tab_close()", "tab_close()", "new_tab()", "tab_close()"),
        Doing(*["goto('http://notes.test/nowhere')", "go_back()"] * 3),
        Doing("goto('javascript:for(;;)alert(1)')", "goto('about:blank')", "goto('chrome://crash')"),
    ]
    limits = StudyLimits(step=25.0, episode=60.0)
    records = []
    for number, agent in enumerate(agents):
        own = StudyLimits(step=0.5, episode=60.0) if isinstance(agent, Dawdling) else limits
        records.append(await played(runtime, agent, tmp_path / str(number), limits=own))
    rate = success_rate(records)
    assert (rate.solved, rate.judged, rate.errors) == (1, 9, 0), [record.verdict for record in records]
    assert rate.rate == rate.as_failures == 1 / 9
