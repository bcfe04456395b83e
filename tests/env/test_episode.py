"""An episode's life: reset, act, limits, endings, chat, misuse."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse, Response

from tests.env.conftest import STAGE, Begin, Errand, element
from webcosm.act import Action, ActionSet
from webcosm.env import Limits, Options, Runtime
from webcosm.judge.verdict import Verdict
from webcosm.sites.kit import Request, Site
from webcosm.tasks import Ending, Scene

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SEVERAL = ActionSet.preset("default", multiple=True)


# Life -----------------------------------------------------------------------------------------------------------------


async def test_before_reset_and_after_close_there_is_nothing_to_act_on(runtime: Runtime) -> None:
    episode = runtime.episode(Errand("test.errand", start=(f"{STAGE}/links.html",)))
    for _ in range(2):
        for look in (lambda: episode.world, lambda: episode.window, lambda: episode.hands):
            with pytest.raises(RuntimeError, match="has not begun or is closed; call reset"):
                look()
        with pytest.raises(RuntimeError, match="has not begun or is closed; call reset"):
            await episode.act("noop()")
        assert episode.observation is None
        await episode.reset()
        await episode.close()
        await episode.close()


async def test_what_the_start_pages_need_is_built_before_a_page_could_wait_for_it(tmp_path: Path) -> None:
    built_before: list[bool] = []

    def fill(*_: object) -> None:
        built_before.append(not runtime.browsers._current)

    (tmp_path / "schema.sql").write_text("CREATE TABLE thing (id INTEGER PRIMARY KEY);")
    site = Site("slow", title="Slow", tagline="", folder=tmp_path, fill=fill)

    @site.get("/")
    def home(request: Request) -> Response:
        return PlainTextResponse(str(request.world.slow.rows("SELECT * FROM thing")))

    async with Runtime([site], cache=tmp_path / "cache") as runtime:
        seen = await runtime.episode(Errand("test.errand", start=("http://slow.test/",))).reset()
    assert "[]" in seen.text
    assert built_before == [True]


async def test_after_the_end_nothing_more_can_be_done_but_a_new_beginning(begin: Begin) -> None:
    episode = await begin("links.html")
    await episode.act("stop()")
    with pytest.raises(RuntimeError, match="the episode is over; call reset"):
        await episode.act("noop()")
    observation = await episode.reset()
    assert (observation.step, observation.last_action, len(observation.chat)) == (0, "", 1)
    assert (episode.verdict, episode.ending, episode.history) == (None, Ending(), [])
    assert not (await episode.act("noop()")).terminated


async def test_a_reset_forgets_what_was_done_in_the_world(begin: Begin) -> None:
    episode = await begin("http://notes.test/new")
    first = episode.observation
    await episode.act(f"fill('{element(episode, 'Title', 'textbox')}', 'Lamp')")
    await episode.act(f"press('{element(episode, 'Title', 'textbox')}', 'Enter')")
    assert episode.world.changes()
    second = await episode.reset()
    assert episode.world.changes() == []
    assert first is not None
    assert (second.text, second.now) == (first.text, first.now)


async def test_the_world_knows_when_the_agent_has_begun(begin: Begin) -> None:
    episode = await begin("links.html")
    assert not episode.world.state.begun
    await episode.act("noop()")
    assert episode.world.state.begun


async def test_several_start_pages_are_tabs_and_the_first_is_active(begin: Begin) -> None:
    episode = await begin("links.html", "second.html")
    assert episode.observation is not None
    assert [tab.title for tab in episode.observation.tabs] == ["Links", "Second"]
    assert (episode.observation.active_tab, episode.observation.url) == (0, f"{STAGE}/links.html")


# Endings --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said, ending, score",
    [
        ("answer('42')", Ending(answer="42"), 1.0),
        ("answer('41')", Ending(answer="41"), 0.0),
        ("stop()", Ending(stopped=True), 0.0),
        ("stop [42]", Ending(answer="42"), 1.0),
        ("report_infeasible('No such page.')", Ending(infeasible="No such page."), 0.0),
    ],
)
async def test_the_agent_ends_the_episode(begin: Begin, said: str, ending: Ending, score: float) -> None:
    episode = await begin("links.html")
    step = await episode.act(said)
    assert (step.terminated, step.truncated, step.reward) == (True, False, score)
    assert episode.ending == ending
    assert step.verdict is episode.verdict
    assert step.verdict is not None
    assert step.verdict.score == score


async def test_the_last_message_is_the_answer_when_the_agent_stops(begin: Begin) -> None:
    episode = await begin("links.html")
    first = await episode.act("send_msg_to_user('Let me think.')")
    assert not first.terminated
    await episode.act("send_msg_to_user('42')")
    assert (await episode.act("stop()")).reward == 1.0


async def test_saying_that_it_cannot_be_done_need_not_end_it(begin: Begin) -> None:
    episode = await begin("links.html", end_on_infeasible=False)
    step = await episode.act("report_infeasible('Too hard.')")
    assert not step.terminated
    assert step.observation is not None
    assert [(message.role, message.text) for message in step.observation.chat][1:] == [("infeasible", "Too hard.")]


async def test_an_answer_handed_in_by_address_ends_it(begin: Begin) -> None:
    episode = await begin("links.html")
    step = await episode.act(f"click('{element(episode, 'Hand in')}')")
    assert (step.terminated, step.reward, episode.ending.answer) == (True, 1.0, "42")


async def test_a_page_can_end_it(begin: Begin) -> None:
    episode = await begin("links.html", task={"ends_at": "Second"})
    assert not (await episode.act("noop()")).terminated
    assert (await episode.act(f"click('{element(episode, 'Second')}')")).terminated


async def test_what_comes_after_an_ending_in_the_same_step_is_not_done(begin: Begin) -> None:
    episode = await begin("links.html", actions=SEVERAL)
    await episode.act("answer('42')\ngoto('http://stage.test/second.html')")
    assert episode.window.tab.url == f"{STAGE}/links.html"


async def test_a_judge_that_breaks_gives_an_error_and_no_score(runtime: Runtime) -> None:
    class Broken(Errand):
        async def judge(self, scene: Scene) -> Verdict:
            raise KeyError("price")

    async with runtime.episode(Broken("test.broken", start=(f"{STAGE}/links.html",))) as episode:
        await episode.reset()
        step = await episode.act("stop()")
    assert step.verdict is not None
    assert (step.verdict.outcome, step.verdict.score, step.reward) == ("error", None, 0.0)
    assert step.verdict.note == "KeyError: 'price'"


# Chat -----------------------------------------------------------------------------------------------------------------


async def test_the_chat_holds_the_goal_and_all_that_was_said_since(begin: Begin) -> None:
    episode = await begin("links.html", task={"pictures": (b"a picture",)})
    await episode.act("send_msg_to_user('Which one?')")
    episode.say("The blue one.", (b"another",))
    step = await episode.act("noop()")
    assert step.observation is not None
    assert [(message.role, message.text, message.pictures) for message in step.observation.chat] == [
        ("user", "What is six times seven?", (b"a picture",)),
        ("assistant", "Which one?", ()),
        ("user", "The blue one.", (b"another",)),
    ]
    assert step.observation.goal.pictures == (b"a picture",)
    times = [message.when for message in step.observation.chat]
    assert times == sorted(times)


# Errors ---------------------------------------------------------------------------------------------------------------


async def test_an_action_that_fails_is_told_and_the_episode_goes_on(begin: Begin) -> None:
    episode = await begin("buttons.html")
    dead = element(episode, "Dead")
    step = await episode.act(f"click('{dead}')")
    assert step.observation is not None
    told = f"click('{dead}'): element '{dead}' is disabled. 2 more failed actions in a row end the episode."
    assert step.observation.last_error == step.info["error"] == told
    assert step.observation.last_action == f"click('{dead}')"
    step = await episode.act("noop()")
    assert step.observation is not None
    assert step.observation.last_error == ""


async def test_of_several_calls_the_failing_one_is_named_and_those_before_stand(begin: Begin) -> None:
    episode = await begin("fields.html", actions=SEVERAL)
    search, off, mail = (element(episode, name) for name in ("Search", "Off", "Mail"))
    step = await episode.act(f"fill('{search}', 'lamp')\nfill('{off}', 'x')\nfill('{mail}', 'y')")
    assert step.info["error"].startswith(f"call 2 of 3: fill('{off}', 'x'): element '{off}' is disabled. 2 more")
    assert step.observation is not None
    values = {one.id: one.value for one in step.observation.elements}
    assert values[search] == "lamp"
    assert not values[mail]


async def test_what_is_not_understood_does_nothing_at_all(begin: Begin) -> None:
    episode = await begin("fields.html", actions=SEVERAL)
    search = element(episode, "Search")
    step = await episode.act(f"fill('{search}', 'lamp')\nclik('{search}')")
    assert "call 2 of 2" in step.info["error"]
    assert "did you mean" in step.info["error"].lower()
    assert step.observation is not None
    assert not {one.id: one.value for one in step.observation.elements}[search]


async def test_only_actions_of_the_set_can_be_done_however_they_are_given(begin: Begin) -> None:
    episode = await begin("links.html")
    code = "await page.goto('http://stage.test/second.html')"
    for given in (f"python({code!r})", Action("python", {"code": code})):
        step = await episode.act(given)
        assert "python is not allowed here" in step.info["error"]
        assert not step.info["unsafe"]
    assert episode.window.tab.url == f"{STAGE}/links.html"


async def test_code_is_marked_unsafe_in_the_step(begin: Begin) -> None:
    episode = await begin("links.html", actions=ActionSet(include=("python",)))
    step = await episode.act("python('await page.title()')")
    assert (step.info["unsafe"], step.info["error"]) == (True, "")
    assert not (await episode.act("noop()")).info["unsafe"]


# Limits ---------------------------------------------------------------------------------------------------------------

FREE = Limits(steps=math.inf, repeats=None, invalid=None)


async def test_thirty_steps_unless_the_task_or_the_options_say_otherwise(begin: Begin) -> None:
    assert Errand("test.errand").max_steps == 30
    for task, limits, most in (({"max_steps": 2}, Limits(), 2), ({}, Limits(steps=3), 3)):
        episode = await begin("links.html", task=task, limits=limits)
        steps = [await episode.act(f"scroll(0, {number})") for number in range(1, most + 1)]
        assert [step.truncated for step in steps] == [False] * (most - 1) + [True]
        assert steps[-1].info["cut_short"] == f"{most} steps"
        assert not steps[-1].terminated
        assert steps[-1].verdict is not None


async def test_an_ending_in_the_last_step_is_no_cut(begin: Begin) -> None:
    episode = await begin("links.html", limits=Limits(steps=1))
    step = await episode.act("answer('42')")
    assert (step.terminated, step.truncated) == (True, False)


async def test_the_same_action_on_the_same_page_is_done_three_times(begin: Begin) -> None:
    episode = await begin("links.html")
    steps = [await episode.act("noop()") for _ in range(4)]
    assert [step.truncated for step in steps] == [False, False, False, True]
    assert steps[-1].info["cut_short"] == "the same action 4 times on the same page"


async def test_an_action_that_changes_the_page_may_be_repeated(begin: Begin) -> None:
    episode = await begin("app.html")
    add = element(episode, "Add")
    assert not any([(await episode.act(f"click('{add}')")).truncated for _ in range(6)])


async def test_three_failed_actions_in_a_row_end_it_after_counting_down(begin: Begin) -> None:
    episode = await begin("links.html")
    said = ["clik('1')", "click('999')", "noop()", "jump()", "fly()", "click('999')"]
    steps = [await episode.act(text) for text in said]
    assert [step.truncated for step in steps] == [False] * 5 + [True]
    assert steps[-1].info["cut_short"] == steps[-1].info["ended"] == "3 failed actions in a row"
    ends = [re.split(r"(?<=[.?]) ", step.info["error"])[-1] for step in steps]
    two, one = "2 more failed actions in a row end the episode.", "1 more failed action ends the episode."
    assert ends == [two, one, "", two, one, "3 failed actions in a row: the episode ends here."]
    assert [step.info["ended"] for step in steps[:-1]] == [""] * 5


@pytest.mark.parametrize(
    "action, ended",
    [
        ("answer('7')", "the agent answered"),
        ("stop()", "the agent stopped"),
        ("report_infeasible('it is gone')", "the agent reported that it cannot be done"),
    ],
)
async def test_what_ended_an_episode_is_told(begin: Begin, action: str, ended: str) -> None:
    episode = await begin("links.html")
    step = await episode.act(action)
    assert (step.info["ended"], step.info["cut_short"]) == (ended, "")


async def test_limits_can_be_switched_off(begin: Begin) -> None:
    episode = await begin("links.html", task={"max_steps": 2}, limits=FREE)
    for _ in range(6):
        step = await episode.act("jump()")
        assert not step.truncated
        assert "end the episode" not in step.info["error"]


@pytest.mark.parametrize("limit", ["steps", "repeats", "invalid"])
async def test_a_limit_that_makes_no_sense(limit: str) -> None:
    with pytest.raises(ValueError, match=f"the limit {limit} must be at least 1, or None, not 0"):
        Limits(**{limit: 0})


async def test_an_unknown_dialect() -> None:
    with pytest.raises(ValueError, match="there is no dialect 'latin'; there are auto"):
        Options(dialect="latin")


class TestEndingAsBrowserGymDoes:
    """With `end_on_message` and `end_on_success`, as its WebArena tasks end."""

    async def test_the_last_message_is_the_answer(self, begin: Begin) -> None:
        episode = await begin("links.html", end_on_message=True)
        step = await episode.act("noop()")
        assert not step.terminated
        step = await episode.act("send_msg_to_user('42')")
        assert (step.terminated, step.reward, episode.ending.answer) == (True, 1.0, "42")
        assert step.observation is not None
        assert [message.role for message in step.observation.chat] == ["user", "assistant"]

    async def test_it_is_taken_when_the_whole_step_is_done(self, begin: Begin) -> None:
        several = ActionSet.browsergym()
        episode = await begin("links.html", end_on_message=True, actions=several)
        step = await episode.act("send_msg_to_user('41')\nsend_msg_to_user('42')\nclick('nowhere')")
        assert not step.terminated, "a step that cannot be read does nothing"
        step = await episode.act("send_msg_to_user('41')\nsend_msg_to_user('42')\nscroll(0, 100)")
        assert (step.terminated, episode.ending.answer) == (True, "42")

    async def test_an_answer_of_the_user_makes_it_talk(self, begin: Begin) -> None:
        episode = await begin("links.html")
        step = await episode.act("send_msg_to_user('Which one?')")
        assert not step.terminated, "our own shape takes messages for talk"
        talk = await begin("links.html", end_on_message=True, task={"answered_by_message": False})
        step = await talk.act("send_msg_to_user('42')")
        assert not step.terminated, "and so do some tasks in any shape"

    async def test_report_infeasible_ends_it_too(self, begin: Begin) -> None:
        episode = await begin("links.html", end_on_message=True, actions=ActionSet.browsergym("webarena"))
        step = await episode.act("report_infeasible('there is no such thing')")
        assert (step.terminated, step.reward, episode.ending.infeasible) == (True, 0.0, "there is no such thing")
