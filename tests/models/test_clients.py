"""Models over the wire: both providers, pictures, usage, errors, time-outs, rate limits, malformed answers."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence

import pytest

from tests.models.endpoint import Script, serve_script
from webcosm.models import Completion, ModelError, ModelMessage, Prices, Tokens, make_model

PROVIDERS = ("openai/some-model", "anthropic/some-model")
ASK = [ModelMessage("system", "Be brief."), ModelMessage("user", "Hello?")]


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret-2")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


async def _ask(
    name: str,
    url: str,
    messages: Sequence[ModelMessage] = ASK,
    *,
    max_tokens: int = 5,
    temperature: float | None = None,
    timeout: float = 5.0,
    retries: int = 2,
) -> Completion:
    base = f"{url}/v1" if name.startswith("openai") else url
    model = make_model(name, base_url=base, timeout=timeout, retries=retries)
    try:
        return await model.complete(messages, max_tokens=max_tokens, temperature=temperature)
    finally:
        await model.close()


@pytest.mark.parametrize("name", PROVIDERS)
async def test_a_text_comes_back_with_its_tokens(name: str) -> None:
    with serve_script(Script("Good day.")) as endpoint:
        completion = await _ask(name, endpoint.url, max_tokens=50)
    assert completion.text == "Good day."
    assert completion.tokens == Tokens(input=100, output=20, cached=40)
    asked = endpoint.requests[0]
    assert asked["model"] == "some-model"
    assert "temperature" not in asked, "not every model takes it, so it is sent only when asked for"
    assert 50 in (asked.get("max_tokens"), asked.get("max_completion_tokens"))
    assert "secret" in endpoint.keys[0]


@pytest.mark.parametrize("name", PROVIDERS)
async def test_the_system_message_and_the_temperature_arrive(name: str) -> None:
    with serve_script(Script("x")) as endpoint:
        await _ask(name, endpoint.url, temperature=0.5)
    asked = endpoint.requests[0]
    assert asked["temperature"] == 0.5
    system = asked.get("system") or asked["messages"][0]["content"]
    assert system == "Be brief."


@pytest.mark.parametrize("name", PROVIDERS)
async def test_pictures_are_sent_as_base64(name: str) -> None:
    with serve_script(Script("a cat")) as endpoint:
        message = ModelMessage("user", "What is this?", (b"\x89PNG fake",))
        await _ask(name, endpoint.url, [message])
    assert base64.b64encode(b"\x89PNG fake").decode() in str(endpoint.requests[0])
    kinds = {part["type"] for part in endpoint.requests[0]["messages"][0]["content"]}
    assert kinds in ({"text", "image_url"}, {"text", "image"})


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("status", [429, 500, 503])
async def test_passing_trouble_is_tried_again(name: str, status: int) -> None:
    trouble = Script(
        status=status, body='{"error": {"message": "later", "type": "x"}}', headers={"retry-after-ms": "1"}
    )
    with serve_script(trouble, Script("at last")) as endpoint:
        completion = await _ask(name, endpoint.url)
    assert completion.text == "at last"
    assert len(endpoint.requests) == 2


@pytest.mark.parametrize("name", PROVIDERS)
async def test_lasting_trouble_is_a_clear_error(name: str) -> None:
    trouble = [
        Script(status=500, body='{"error": {"message": "broken", "type": "x"}}', headers={"retry-after-ms": "1"})
    ] * 3
    with serve_script(*trouble) as endpoint, pytest.raises(ModelError, match="broken"):
        await _ask(name, endpoint.url)
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("status", [400, 401, 404])
async def test_a_refusal_is_not_tried_again(name: str, status: int) -> None:
    with (
        serve_script(Script(status=status, body='{"error": {"message": "no such model", "type": "x"}}')) as endpoint,
        pytest.raises(ModelError, match="no such model"),
    ):
        await _ask(name, endpoint.url)
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("name", PROVIDERS)
async def test_silence_ends_in_a_time_out(name: str) -> None:
    with serve_script(Script(hang=True)) as endpoint, pytest.raises(ModelError, match=r"(?i)time"):
        await _ask(name, endpoint.url, timeout=0.2, retries=0)


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("body", ['{"unexpected": true}', "<html>proxy error</html>"])
async def test_a_malformed_answer_is_a_clear_error(name: str, body: str) -> None:
    with serve_script(Script(body=body)) as endpoint, pytest.raises(ModelError):
        await _ask(name, endpoint.url, retries=0)


def test_a_missing_key_says_which_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(ModelError, match="OPENAI_API_KEY"):
        make_model("openai/x")
    with pytest.raises(ModelError, match="ANTHROPIC_API_KEY"):
        make_model("anthropic/x")


def test_a_local_endpoint_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert make_model("openai/x", base_url="http://127.0.0.1:1/v1").name == "x"


@pytest.mark.parametrize("name", ["gpt", "openai/", "mistral/x", "/x"])
def test_unknown_models_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        make_model(name)


def test_prices() -> None:
    assert Prices(2.0, 8.0).of(Tokens(1_000_000, 500_000)) == 6.0
    assert Prices(2.0, 8.0, 1.0).of(Tokens(1_000_000, 0, 500_000)) == 1.5


# How the longest answer is told ---------------------------------------------------------------------------------------


def refusal(words: str, status: int = 400) -> Script:
    return Script(status=status, body=json.dumps({"error": {"message": words, "type": "invalid_request_error"}}))


def limits_told(requests: Sequence[dict[str, object]]) -> list[set[str]]:
    return [{name for name in ("max_tokens", "max_completion_tokens") if asked.get(name) == 5} for asked in requests]


async def test_endpoints_of_others_are_told_in_both_forms() -> None:
    """llama.cpp's server knows only the older one and ignores the other."""
    with serve_script(Script("x")) as endpoint:
        await _ask("openai/both", endpoint.url)
    assert limits_told(endpoint.requests) == [{"max_tokens", "max_completion_tokens"}]


@pytest.mark.parametrize(
    "answers, told",
    [
        (
            [refusal("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")],
            [{"max_tokens", "max_completion_tokens"}, {"max_completion_tokens"}],
        ),
        (
            [refusal("extra_forbidden: max_completion_tokens", 422)] * 2,
            [{"max_tokens", "max_completion_tokens"}, {"max_completion_tokens"}, {"max_tokens"}],
        ),
    ],
    ids=["only the newer", "only the older"],
)
async def test_what_an_endpoint_refuses_is_left_out_and_remembered(answers: list[Script], told: list[set[str]]) -> None:
    with serve_script(*answers, Script("x"), Script("y")) as endpoint:
        assert (await _ask("openai/picky", endpoint.url)).text == "x"
        assert (await _ask("openai/picky", endpoint.url)).text == "y"
    assert limits_told(endpoint.requests) == [*told, told[-1]]


async def test_an_endpoint_that_refuses_every_form_says_so() -> None:
    with (
        serve_script(*[refusal("max_tokens is too large")] * 3) as endpoint,
        pytest.raises(ModelError, match="too large"),
    ):
        await _ask("openai/small", endpoint.url)
    assert len(endpoint.requests) == 3
