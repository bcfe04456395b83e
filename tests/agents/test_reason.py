"""`reason` against a scripted endpoint: what it is told, how it is asked again, what it spends."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.models.endpoint import Endpoint, Script, serve_script
from webcosm.agents import Reply, make_agent
from webcosm.agents.reason import ReasonAgent
from webcosm.browser import Settled
from webcosm.env import Observation, TabView
from webcosm.models import ModelError
from webcosm.observe.records import Element, PageView
from webcosm.tasks import Goal

GOOD = "The button is there. <action>click('7')</action>"


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")


@pytest.fixture
def observation() -> Observation:
    root = Element(id="", role="RootWebArea", name="Shop")
    button = Element(id="7", role="button", name="Buy", visible=True, clickable=True, depth=1, parent=0, tag="button")
    view = PageView("http://shop.test/", "Shop", (root, button), (1280, 720), (0, 0), (1280, 720))
    return Observation(
        goal=Goal("Buy the lamp."),
        chat=(),
        url="http://shop.test/",
        tabs=(TabView("Shop", "http://shop.test/"),),
        active_tab=0,
        now=datetime(2026, 5, 14, 9, 0, tzinfo=UTC),
        step=0,
        last_action="",
        last_error="",
        settled=Settled("quiet", 0),
        view=view,
    )


@pytest.fixture
def script(request: pytest.FixtureRequest) -> Iterator[Endpoint]:
    with serve_script(*request.param) as endpoint:
        yield endpoint


async def _reply(endpoint: Endpoint, observation: Observation, **options: object) -> Reply:
    agent = make_agent("reason", model="openai/m", base_url=f"{endpoint.url}/v1", **options)
    assert isinstance(agent, ReasonAgent)
    try:
        await agent.begin(observation)
        return await agent.reply(observation)
    finally:
        await agent.close()


def told(endpoint: Endpoint, request: int = 0) -> str:
    return "\n".join(str(message["content"]) for message in endpoint.requests[request]["messages"])


@pytest.mark.parametrize("script", [[Script(GOOD)]], indirect=True)
async def test_it_thinks_then_acts(script: Endpoint, observation: Observation) -> None:
    reply = await _reply(script, observation, input_price=1.0, output_price=10.0)
    assert reply.action == "click('7')"
    assert reply.thought == "The button is there."
    assert (reply.usage.calls, reply.usage.input_tokens, reply.usage.output_tokens) == (1, 100, 20)
    assert reply.usage.cost == pytest.approx((100 * 1.0 + 20 * 10.0) / 1e6)


@pytest.mark.parametrize("script", [[Script(GOOD)]], indirect=True)
async def test_it_is_told_the_goal_the_page_and_the_actions(script: Endpoint, observation: Observation) -> None:
    await _reply(script, observation)
    for part in (
        "Buy the lamp.",
        '[7] button "Buy"',
        "http://shop.test/",
        "Thursday 2026-05-14 09:00",
        "report_infeasible",
    ):
        assert part in told(script)


@pytest.mark.parametrize(
    "script",
    [[Script("no action at all"), Script("<action>clik('7')</action>"), Script(GOOD)]],
    indirect=True,
)
async def test_an_invalid_answer_is_explained_and_asked_again(script: Endpoint, observation: Observation) -> None:
    reply = await _reply(script, observation)
    assert reply.action == "click('7')"
    assert reply.usage.calls == 3
    assert "exactly one" in told(script, 1)
    assert "Did you mean 'click'" in told(script, 2)
    assert reply.extra["answers"][0] == "no action at all"


@pytest.mark.parametrize("script", [[Script("hm")] * 4], indirect=True)
async def test_it_gives_up_after_four_tries_and_says_what_it_said(script: Endpoint, observation: Observation) -> None:
    reply = await _reply(script, observation)
    assert len(script.requests) == 4
    assert reply.action == "hm"


@pytest.mark.parametrize("script", [[Script("thinking…", stop="length"), Script(GOOD)]], indirect=True)
async def test_an_answer_that_was_cut_off_is_called_so(script: Endpoint, observation: Observation) -> None:
    assert (await _reply(script, observation)).action == "click('7')"
    assert "cut off" in told(script, 1)


@pytest.mark.parametrize("script", [[Script(status=401, body='{"error": {"message": "bad key"}}')]], indirect=True)
async def test_an_endpoint_that_refuses_is_an_error_not_an_action(script: Endpoint, observation: Observation) -> None:
    with pytest.raises(ModelError, match="bad key"):
        await _reply(script, observation)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="colour"):
        make_agent("reason", colour="red")
    with pytest.raises(LookupError, match="there is no agent 'raeson'"):
        make_agent("raeson")


HANG = Script(hang=True)


@pytest.mark.parametrize("script", [[HANG]], indirect=True)
async def test_asking_ends_in_time_for_the_step(script: Endpoint, observation: Observation) -> None:
    agent = ReasonAgent(model="openai/m", base_url=f"{script.url}/v1")
    agent.step_seconds = 0.5
    with pytest.raises(ModelError, match=r"no answer within the 0\.45 seconds that a step leaves"):
        await agent.reply(observation)
    await agent.close()


@pytest.mark.parametrize("script", [[Script("Hm."), Script("Hm."), HANG]], indirect=True)
async def test_what_was_spent_on_a_step_that_never_came_is_known(script: Endpoint, observation: Observation) -> None:
    agent = ReasonAgent(model="openai/m", base_url=f"{script.url}/v1", timeout=0.3, retries=0)
    with pytest.raises(ModelError, match=r"(?i)time"):
        await agent.reply(observation)
    assert (agent.abandoned.calls, agent.abandoned.input_tokens, agent.abandoned.output_tokens) == (3, 200, 40)
    await agent.close()


@pytest.mark.parametrize("script", [[Script("Hm."), Script(GOOD)]], indirect=True)
async def test_nothing_is_counted_twice(script: Endpoint, observation: Observation) -> None:
    agent = ReasonAgent(model="openai/m", base_url=f"{script.url}/v1")
    reply = await agent.reply(observation)
    assert (reply.usage.calls, agent.abandoned.calls) == (2, 0)
    await agent.close()


def test_a_time_limit_that_no_step_leaves_is_refused() -> None:
    agent = ReasonAgent(model="openai/m", base_url="http://127.0.0.1:1/v1", timeout=170)
    agent.check()
    agent.step_seconds = 180.0
    with pytest.raises(ValueError, match="timeout=170 is too long: a step has 180 seconds, of which 162"):
        agent.check()
    agent.step_seconds = 240.0
    agent.check()


@pytest.mark.parametrize("options", [{"timeout": 0.0}, {"timeout": -1.0}, {"retries": -1}])
def test_limits_must_be_some(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be more than 0 seconds"):
        ReasonAgent(model="openai/m", base_url="http://127.0.0.1:1/v1", **options).check()
