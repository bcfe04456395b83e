"""Options of agents: the parameters of whatever makes one, by name and by type."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import NoneType
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

__all__ = ["check_options", "typed_options"]

Maker = Callable[..., object]


def check_options(name: str, maker: Maker, given: Iterable[str]) -> None:
    """A ValueError that says what the agent takes, if it does not take these or needs another."""
    given = list(given)
    _check_names(name, maker, given)
    for option, parameter in _accepted(maker).items():
        if parameter.default is parameter.empty and option not in given:
            raise ValueError(f"agent {name!r} needs the option {option!r}; {_takes(maker)}")


def typed_options(name: str, maker: Maker, texts: Sequence[str]) -> dict[str, Any]:
    """Options from texts like ``max_tokens=2000``, each of the type that the agent declares for it.

    Where it declares none, JSON is read as JSON and anything else is text.
    """
    given: dict[str, str] = {}
    for text in texts:
        option, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"--option {text}: write it as name=value; {_takes(maker)}")
        given[option] = value
    _check_names(name, maker, given)
    hints = _hints(maker)
    return {option: _typed(option, text, hints.get(option, Any)) for option, text in given.items()}


def _check_names(name: str, maker: Maker, given: Iterable[str]) -> None:
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in inspect.signature(maker).parameters.values()):
        return
    accepted = _accepted(maker)
    for option in given:
        if option not in accepted:
            raise ValueError(f"agent {name!r} has no option {option!r}; {_takes(maker)}")


def _accepted(maker: Maker) -> Mapping[str, inspect.Parameter]:
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(maker).parameters
    return {name: one for name, one in parameters.items() if one.kind in named and not name.startswith("_")}


def _takes(maker: Maker) -> str:
    hints = _hints(maker)
    options = [f"{option} ({_words(hints[option])})" if option in hints else option for option in _accepted(maker)]
    return f"it takes {', '.join(options)}" if options else "it takes none"


def _hints(maker: Maker) -> dict[str, Any]:
    try:
        return get_type_hints(maker.__init__ if isinstance(maker, type) else maker)  # type: ignore[misc]
    except (AttributeError, NameError, TypeError):
        return {}  # names that only a type checker knows


def _words(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")


def _typed(option: str, text: str, hint: Any) -> Any:
    kinds = get_args(hint) or (hint,)
    if NoneType in kinds and text.lower() in ("none", "null"):
        return None
    if str in kinds:
        return text
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        value = text
    try:
        return TypeAdapter(hint).validate_python(value)
    except ValidationError:
        raise ValueError(f"--option {option}={text}: accepted is {_words(hint)}") from None
