"""Models behind an OpenAI-compatible endpoint, and Anthropic's. Keys come from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from webcosm.models.base import Completion, Model, ModelError, ModelMessage, Tokens

__all__ = ["AnthropicModel", "OpenAIModel", "make_model"]

RETRIES = 4
"""Of rate limits, time-outs and server errors; the clients wait longer each time, or as long as the server says."""
TIMEOUT = 120.0
"""Seconds for one attempt."""
REFUSED = (400, 422)
"""How endpoints answer a field that they do not take."""

_Fields: TypeAlias = tuple[str, ...]
LIMITS: tuple[_Fields, ...] = (("max_completion_tokens", "max_tokens"), ("max_completion_tokens",), ("max_tokens",))
"""How the longest answer is told. The second name is the older one, which llama.cpp's server, Ollama and others know
alone, ignoring the first; OpenAI takes the first alone, and some endpoints refuse what they do not know."""
_understood: dict[tuple[str, str], _Fields] = {}
"""What an endpoint took for a model, by its address and the model's name."""


def make_model(name: str, *, base_url: str | None = None, timeout: float = TIMEOUT, retries: int = RETRIES) -> Model:
    """A model by ``provider/name``: ``openai/gpt-…`` (any compatible endpoint with `base_url`) or ``anthropic/…``."""
    if timeout <= 0 or retries < 0:
        raise ValueError(f"timeout={timeout:g} must be more than 0 seconds, and retries={retries} at least 0")
    provider, slash, model = name.partition("/")
    if not slash or not model:
        raise ValueError(f"model {name!r}: write it as openai/NAME or anthropic/NAME")
    if provider == "openai":
        return OpenAIModel(model, base_url=base_url, timeout=timeout, retries=retries)
    if provider == "anthropic":
        return AnthropicModel(model, base_url=base_url, timeout=timeout, retries=retries)
    raise ValueError(f"model {name!r}: there is no provider {provider!r}; there are openai and anthropic")


def _sampling(temperature: float | None) -> dict[str, float]:
    """Sent only when asked for: not every model takes it."""
    return {} if temperature is None else {"temperature": temperature}


def _key(variable: str, needed: bool) -> str:
    key = os.environ.get(variable, "")
    if needed and not key:
        raise ModelError(f"set {variable} to your key")
    return key or "none"


class OpenAIModel:
    """Chat Completions, as OpenAI and most others speak it (vLLM, Ollama, llama.cpp, OpenRouter …)."""

    def __init__(self, name: str, *, base_url: str | None, timeout: float, retries: int) -> None:
        try:
            import openai
        except ImportError:
            raise ModelError("install the client first: pip install 'webcosm[models]'") from None
        self.name = name
        self._openai = openai
        key = _key("OPENAI_API_KEY", needed=base_url is None and "OPENAI_BASE_URL" not in os.environ)
        self._client = openai.AsyncOpenAI(api_key=key, base_url=base_url, timeout=timeout, max_retries=retries)
        is_openai = self._client.base_url.host.endswith("openai.com")
        self._forms = LIMITS[1:] if is_openai else LIMITS

    async def complete(
        self, messages: Sequence[ModelMessage], *, max_tokens: int, temperature: float | None
    ) -> Completion:
        told: Any = [{"role": message.role, "content": self._content(message)} for message in messages]
        try:
            answer = await self._ask(told, max_tokens, _sampling(temperature))
        except self._openai.OpenAIError as error:
            raise ModelError(f"{type(error).__name__}: {error}") from error
        except ValueError as error:
            raise ModelError(f"the endpoint's answer cannot be read: {error}") from error
        if not getattr(answer, "choices", None):
            raise ModelError(f"the endpoint's answer holds no choice: {str(answer)[:200]}")
        choice, usage = answer.choices[0], answer.usage
        cached = getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None) or 0
        tokens = Tokens(usage.prompt_tokens, usage.completion_tokens, cached) if usage else Tokens()
        return Completion(choice.message.content or "", tokens, str(choice.finish_reason))

    async def _ask(self, told: Any, max_tokens: int, sampling: Mapping[str, float]) -> Any:
        """With the limit in the form that the endpoint takes: tried once, then remembered."""
        place = (str(self._client.base_url), self.name)
        forms = [_understood[place]] if place in _understood else self._forms
        for form in forms:
            limit = dict.fromkeys(form, max_tokens)
            try:
                answer = await self._client.chat.completions.create(
                    model=self.name, messages=told, extra_body={**limit, **sampling}
                )
            except self._openai.APIStatusError as error:
                about_limit = any(name in str(error) for name in LIMITS[0])
                if error.status_code not in REFUSED or not about_limit or form == forms[-1]:
                    raise
            else:
                _understood[place] = form
                return answer
        raise AssertionError("the last form is taken or raises")

    async def close(self) -> None:
        await self._client.close()

    @staticmethod
    def _content(message: ModelMessage) -> Any:
        if not message.pictures:
            return message.text
        pictures = [
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{text}"}}
            for text in message.picture_texts()
        ]
        return [{"type": "text", "text": message.text}, *pictures]


class AnthropicModel:
    """Anthropic's Messages."""

    def __init__(self, name: str, *, base_url: str | None, timeout: float, retries: int) -> None:
        try:
            import anthropic
        except ImportError:
            raise ModelError("install the client first: pip install 'webcosm[models]'") from None
        self.name = name
        self._anthropic = anthropic
        key = _key("ANTHROPIC_API_KEY", needed=base_url is None)
        self._client = anthropic.AsyncAnthropic(api_key=key, base_url=base_url, timeout=timeout, max_retries=retries)

    async def complete(
        self, messages: Sequence[ModelMessage], *, max_tokens: int, temperature: float | None
    ) -> Completion:
        system = "\n\n".join(message.text for message in messages if message.role == "system")
        told: Any = [
            {"role": message.role, "content": self._content(message)}
            for message in messages
            if message.role != "system"
        ]
        try:
            answer = await self._client.messages.create(
                model=self.name, system=system, messages=told, max_tokens=max_tokens, extra_body=_sampling(temperature)
            )
        except self._anthropic.AnthropicError as error:
            raise ModelError(f"{type(error).__name__}: {error}") from error
        except ValueError as error:
            raise ModelError(f"the endpoint's answer cannot be read: {error}") from error
        if getattr(answer, "usage", None) is None or getattr(answer, "content", None) is None:
            raise ModelError(f"the endpoint's answer holds no message: {str(answer)[:200]}")
        usage = answer.usage
        cached = usage.cache_read_input_tokens or 0
        written = usage.cache_creation_input_tokens or 0
        tokens = Tokens(usage.input_tokens + cached + written, usage.output_tokens, cached)
        text = "".join(block.text for block in answer.content if block.type == "text")
        return Completion(text, tokens, answer.stop_reason or "")

    async def close(self) -> None:
        await self._client.close()

    @staticmethod
    def _content(message: ModelMessage) -> Any:
        pictures = [
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": text}}
            for text in message.picture_texts()
        ]
        return [*pictures, {"type": "text", "text": message.text}]
