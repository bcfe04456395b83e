"""What a model is to an agent: messages in, a text and its price out."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

__all__ = ["Completion", "Model", "ModelError", "ModelMessage", "Prices", "Tokens"]


class ModelError(Exception):
    """The model could not be asked: no key, no answer, refused. Never the agent's failure."""


@dataclass(frozen=True)
class ModelMessage:
    role: Literal["system", "user", "assistant"]
    text: str
    pictures: tuple[bytes, ...] = ()
    """PNG files."""

    def picture_texts(self) -> list[str]:
        return [base64.b64encode(picture).decode() for picture in self.pictures]


@dataclass(frozen=True)
class Tokens:
    input: int = 0
    output: int = 0
    cached: int = 0


@dataclass(frozen=True)
class Prices:
    """US dollars per million tokens. Given by the user: prices change, and we keep no list."""

    input: float
    output: float
    cached: float | None = None
    """Of input tokens read from a cache; the same as `input` if None."""

    def of(self, tokens: Tokens) -> float:
        cached = self.input if self.cached is None else self.cached
        fresh = tokens.input - tokens.cached
        return (fresh * self.input + tokens.cached * cached + tokens.output * self.output) / 1e6


@dataclass(frozen=True)
class Completion:
    text: str
    tokens: Tokens = field(default_factory=Tokens)
    stop: str = ""
    """Why the model ended, in its own words."""
    raw: dict[str, Any] = field(default_factory=dict)


class Model(Protocol):
    name: str

    async def complete(
        self, messages: Sequence[ModelMessage], *, max_tokens: int, temperature: float | None
    ) -> Completion:
        """Asks the model; raises :class:`ModelError` when no answer can be had."""
        ...

    async def close(self) -> None:
        """Lets go of its connections."""
        ...
