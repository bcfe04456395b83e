"""One episode: what its record keeps of the agent's mistakes and of the code that it ran."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from webcosm.act import ActionSet
from webcosm.agents import Agent, Usage
from webcosm.env import Episode, Options, Runtime
from webcosm.models import ModelError
from webcosm.observe.records import Box
from webcosm.study.plan import Plan
from webcosm.study.play import play
from webcosm.study.pool import Worker
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

KEY = EpisodeKey("arena.notes.open-note")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def runtime() -> AsyncIterator[Runtime]:
    async with Runtime() as runtime:
        yield runtime


async def played(runtime: Runtime, agent: Agent, out: Path) -> EpisodeRecord:
    folder = StudyFolder(out)
    folder.create({})
    return await play(runtime, agent, KEY, Plan("test", [KEY]), folder, 1)


class Broken(Agent):
    """Fails in the middle, and again when it is closed."""

    async def play(self, episode: Episode) -> None:
        await episode.act("noop()")
        self.think()

    def think(self) -> None:
        raise KeyError("no idea")

    async def close(self) -> None:
        raise RuntimeError("not even that")


class Scripted(Agent):
    def __init__(self, *actions: str, allowed: ActionSet) -> None:
        self.actions, self.allowed = actions, allowed

    def options(self) -> Options:
        return Options(actions=self.allowed)

    async def play(self, episode: Episode) -> None:
        for action in self.actions:
            await episode.act(action)


async def test_an_agents_exception_is_in_the_record_with_its_traceback(runtime: Runtime, tmp_path: Path) -> None:
    record = await played(runtime, Broken(), tmp_path)
    assert (record.outcome, record.steps) == ("agent-error", 1)
    assert record.verdict["note"] == "KeyError: 'no idea'"
    traceback = record.verdict["extra"]["traceback"]
    assert "in think" in traceback
    assert 'raise KeyError("no idea")' in traceback


class Spending(Agent):
    """Asks its model for a second action, and never gets one."""

    async def play(self, episode: Episode) -> None:
        episode.note(usage=Usage(calls=1, input_tokens=100))
        await episode.act("noop()")
        self.abandoned = Usage(calls=2, input_tokens=200)
        raise ModelError("no answer")


async def test_what_was_spent_on_a_step_that_never_came_is_counted(runtime: Runtime, tmp_path: Path) -> None:
    record = await played(runtime, Spending(), tmp_path)
    assert record.outcome == "agent-error"
    assert (record.usage["calls"], record.usage["input_tokens"]) == (3, 300)


async def test_an_agent_that_cannot_be_made_is_in_the_record(tmp_path: Path) -> None:
    """Nobody heard of it: the study waited for ever."""
    worker = Worker(Plan("nobody", [KEY]), tmp_path)
    record = await worker.play(KEY, 1)
    await worker.close()
    assert record.outcome == "agent-error"
    assert "there is no agent 'nobody'" in record.verdict["note"]
    assert record.kind == "go"


@pytest.mark.parametrize(
    "allowed, actions, unsafe",
    [
        (ActionSet(include=("python",)), ["python('1 + 1')", "stop()"], True),
        (ActionSet(groups=("chat", "finish", "code")), ["stop()"], False),
    ],
    ids=["one that is included by name", "a group of which nothing is used"],
)
async def test_unsafe_is_what_ran(
    runtime: Runtime, tmp_path: Path, allowed: ActionSet, actions: list[str], unsafe: bool
) -> None:
    record = await played(runtime, Scripted(*actions, allowed=allowed), tmp_path)
    assert record.unsafe is unsafe


async def test_a_step_names_the_element_that_was_acted_on(runtime: Runtime, tmp_path: Path) -> None:
    clicked: list[str] = []

    class Clicker(Agent):
        async def play(self, episode: Episode) -> None:
            assert episode.observation is not None
            link = next(one for one in episode.observation.elements if (one.role, one.visible) == ("link", True))
            clicked.append(f'link "{link.name}"')
            await episode.act(f"click('{link.id}')")
            await episode.act("noop()")
            await episode.act("stop()")

    record = await played(runtime, Clicker(), tmp_path)
    assert [step.element for step in StudyFolder(tmp_path).steps(KEY)] == ["", *clicked, "", ""]
    assert (record.agent, record.ending) == ("Clicker", "stop")


@pytest.mark.parametrize(
    "actions, ending",
    [
        (["answer('7')"], "answer"),
        (["send_msg_to_user('7')", "stop()"], "stop"),
        (["report_infeasible('There is no such note.')"], "infeasible"),
        (["jump()", "jump()", "jump()"], "limit"),
        (["noop()"], ""),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else "",
)
async def test_a_record_says_how_the_episode_ended(
    runtime: Runtime, tmp_path: Path, actions: list[str], ending: str
) -> None:
    record = await played(runtime, Scripted(*actions, allowed=ActionSet.preset("default")), tmp_path)
    assert (record.ending, bool(record.cut_short)) == (ending, ending == "limit")


async def test_the_frame_is_where_the_element_was_on_the_picture_before_the_step(
    runtime: Runtime, tmp_path: Path
) -> None:
    """A click scrolls the page to what it is about; the picture that the agent acted on was not scrolled yet."""
    shown: list[Box] = []

    class FarClicker(Agent):
        async def play(self, episode: Episode) -> None:
            seen = (await episode.act("goto('http://manuals.test/')")).observation
            assert seen is not None
            link = [one for one in seen.elements if one.role == "link" and one.box and one.box.width][-1]
            assert link.box is not None
            shown.append(link.box)
            await episode.act(f"scroll_to('{link.id}')")
            seen = episode.observation
            assert seen is not None
            moved = next(one.box for one in seen.elements if one.id == link.id)
            assert moved is not None
            shown.append(moved)
            await episode.act(f"hover('{link.id}')")

    await played(runtime, FarClicker(), tmp_path)
    far, near = shown
    assert far.y > 720 > near.y, "the page must be longer than its window for this to tell anything"
    boxes = [step.box for step in StudyFolder(tmp_path).steps(KEY)]
    assert boxes == [None, None, (far.x, far.y, far.width, far.height), (near.x, near.y, near.width, near.height)]


async def test_the_rule_about_failed_actions_can_be_switched_off(runtime: Runtime, tmp_path: Path) -> None:
    plan = Plan("test", [KEY], failed_in_a_row=0)
    folder = StudyFolder(tmp_path)
    folder.create({})
    agent = Scripted(*["jump()", "fly()"] * 3, "stop()", allowed=ActionSet.preset("default"))
    record = await play(runtime, agent, KEY, plan, folder, 1)
    assert (record.steps, record.ending, record.cut_short) == (7, "stop", "")
    assert plan.manifest({})["failed_in_a_row"] == 0
    assert "failed_in_a_row" in plan.differs_from(Plan("test", [KEY]).manifest({}), {})
