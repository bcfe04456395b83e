"""One action, typed and checked, and the register of all that exist.

An action is declared once, as a function signature (see :mod:`webcosm.act.catalogue`). Parsing, checking, prompt texts
and tool schemas are all derived from that declaration. The declared name is also a typed constructor:

>>> from webcosm.act.catalogue import click
>>> click("a12", button="right").text
"click('a12', button='right')"
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, ParamSpec, get_type_hints

from webcosm.act.errors import ActionError, did_you_mean, quoted, shown
from webcosm.act.values import Refused, Value, ValueKind, kind_of

__all__ = ["ACTIONS", "GROUPS", "Action", "Also", "Group", "Parameter", "Spec", "action", "known", "lookup"]

P = ParamSpec("P")

Group = Literal["page", "element", "mouse", "keyboard", "navigation", "tabs", "dialog", "chat", "finish", "code"]
GROUPS: Final[dict[Group, str]] = {
    "page": "waiting and scrolling",
    "element": "acting on elements by their ids",
    "mouse": "acting on coordinates, in CSS pixels of the viewport",
    "keyboard": "the keyboard, wherever the focus is",
    "navigation": "addresses and history",
    "tabs": "tabs",
    "dialog": "the browser's own alert, confirm and prompt dialogs",
    "chat": "talking with the user",
    "finish": "ending the episode",
    "code": "running code; unsafe, and off unless asked for",
}
REQUIRED: Final = object()


class Also(str):
    """Another name an argument is accepted under."""


@dataclass(frozen=True)
class Parameter:
    """One argument of an action."""

    name: str
    kind: ValueKind
    description: str
    default: object = REQUIRED
    """Value when left out; :data:`REQUIRED` if it cannot be."""
    aliases: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def accept(self, value: object) -> Value:
        try:
            return self.kind.accept(value)
        except Refused as refused:
            where, given, accepted = self.name + refused.path, shown(refused.value), self.kind.phrase
            raise ActionError(
                f"{where} is {given}, but must be {accepted}.{refused.hint}",
                "argument",
                argument=self.name,
                given=given,
                accepted=accepted,
            ) from None


@dataclass(frozen=True)
class Spec(Generic[P]):
    """What is known of a kind of action: everything that parsing, prompts and tool schemas need."""

    name: str
    group: Group
    description: str
    parameters: tuple[Parameter, ...]
    example: str
    aliases: tuple[str, ...] = ()
    """Other names it is accepted under, mostly BrowserGym's."""
    looks_only: bool = False
    """Changes nothing on the sites: only waits or moves the view."""
    unsafe: bool = False
    _by_name: dict[str, Parameter] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = {name: p for p in self.parameters for name in (p.name, *p.aliases)}
        object.__setattr__(self, "_by_name", names)

    @property
    def title(self) -> str:
        """The name as a heading: ``Select option``."""
        return self.name.replace("_", " ").capitalize()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Action:
        return self.build(args, kwargs)

    def build(self, positional: Sequence[object], keywords: Mapping[str, object]) -> Action:
        """The action of a call; raises :class:`ActionError` for an argument that is missing, unknown or wrong."""
        if len(positional) > len(self.parameters):
            raise ActionError(f"{len(positional)} arguments given; {self.takes()}.", "argument", accepted=self.takes())
        given = {p.name: value for p, value in zip(self.parameters, positional, strict=False)}
        for name, value in keywords.items():
            parameter = self._by_name.get(name)
            if parameter is None:
                hint = did_you_mean(name, (p.name for p in self.parameters))
                raise ActionError(
                    f"there is no argument {quoted(name)}; {self.takes()}.{hint}",
                    "argument",
                    argument=name,
                    given=shown(value),
                    accepted=self.takes(),
                )
            if parameter.name in given:
                raise ActionError(
                    f"{parameter.name} is given twice.", "argument", argument=parameter.name, given=shown(value)
                )
            given[parameter.name] = value
        values: dict[str, Value] = {}
        for parameter in self.parameters:
            value = given.get(parameter.name, parameter.default)
            if value is REQUIRED:
                raise ActionError(
                    f"{parameter.name} is missing; it must be {parameter.kind.phrase}.",
                    "argument",
                    argument=parameter.name,
                    accepted=parameter.kind.phrase,
                )
            values[parameter.name] = parameter.accept(value)
        return Action._checked(self, values)

    def takes(self) -> str:
        """``click takes id, button, modifiers``."""
        return f"{self.name} takes {', '.join(p.name for p in self.parameters) or 'no arguments'}"


class Action:
    """One thing for the browser to do: the action's name and all its arguments, defaults included.

    Cannot be changed; equal and hashed by its canonical :attr:`text`.
    """

    __slots__ = ("arguments", "name", "text")

    name: str
    arguments: Mapping[str, Value]
    text: str
    """The canonical call: required arguments by position, others by name and only where they are not the default."""

    def __new__(cls, name: str, arguments: Mapping[str, object] | None = None) -> Action:
        return lookup(name).build((), arguments or {})

    @classmethod
    def _checked(cls, spec: Spec[Any], values: dict[str, Value]) -> Action:
        self = object.__new__(cls)
        parts = [
            _literal(values[p.name]) if p.required else f"{p.name}={_literal(values[p.name])}"
            for p in spec.parameters
            if p.required or values[p.name] != p.default
        ]
        object.__setattr__(self, "name", spec.name)
        object.__setattr__(self, "arguments", MappingProxyType(values))
        object.__setattr__(self, "text", f"{spec.name}({', '.join(parts)})")
        return self

    @property
    def spec(self) -> Spec[Any]:
        return ACTIONS[self.name]

    @property
    def tool_call(self) -> dict[str, Any]:
        """The action as a JSON tool call, with those arguments that are not the default."""
        arguments = {
            p.name: _plain(self.arguments[p.name]) for p in self.spec.parameters if self.arguments[p.name] != p.default
        }
        return {"name": self.name, "arguments": arguments}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Action cannot be changed; make a new one instead of setting {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Action cannot be changed; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<Action {self.text}>"

    def __reduce__(self) -> tuple[type[Action], tuple[str, dict[str, Value]]]:
        return Action, (self.name, dict(self.arguments))


ACTIONS: Final[dict[str, Spec[Any]]] = {}
"""Every declared action by its own name, in the order of declaration."""
_ALIASES: Final[dict[str, str]] = {}


def known(name: str) -> Spec[Any] | None:
    """The action of this name or alias, if there is one."""
    return ACTIONS.get(_ALIASES.get(name, name))


def lookup(name: str) -> Spec[Any]:
    """The action of this name or alias; raises :class:`ActionError` if there is none."""
    spec = known(name)
    if spec is None:
        reason = f"there is no action {quoted(name)}.{did_you_mean(name, (*ACTIONS, *_ALIASES))}"
        raise ActionError(reason, "unknown", given=quoted(name))
    return spec


def action(
    group: Group,
    example: str,
    *,
    name: str | None = None,
    aliases: tuple[str, ...] = (),
    looks_only: bool = False,
    unsafe: bool = False,
) -> Callable[[Callable[P, None]], Spec[P]]:
    """Declare and register an action by the signature and docstring of a function, which is never called.

    Each parameter's type says what it accepts (see :func:`webcosm.act.values.kind_of`); of the extras in its
    ``Annotated``, the last text is its description and :class:`Also` gives it a further name.
    """

    def declare(function: Callable[P, None]) -> Spec[P]:
        own = name or function.__name__
        for taken in (own, *aliases):
            if taken in ACTIONS or taken in _ALIASES:
                raise ValueError(f"an action named {taken!r} is already declared")
        spec: Spec[P] = Spec(
            name=own,
            group=group,
            description=inspect.cleandoc(function.__doc__ or ""),
            parameters=tuple(_parameters(function)),
            example=example,
            aliases=aliases,
            looks_only=looks_only,
            unsafe=unsafe,
        )
        ACTIONS[own] = spec
        _ALIASES.update(dict.fromkeys(aliases, own))
        return spec

    return declare


def _parameters(function: Callable[..., None]) -> list[Parameter]:
    hints = get_type_hints(function, include_extras=True)
    parameters = []
    for name, declared in inspect.signature(function).parameters.items():
        extras = getattr(hints[name], "__metadata__", ())
        texts = [extra for extra in extras if isinstance(extra, str)]
        parameters.append(
            Parameter(
                name=name,
                kind=kind_of(hints[name]),
                description=next((text for text in reversed(texts) if not isinstance(text, Also)), ""),
                default=REQUIRED if declared.default is declared.empty else declared.default,
                aliases=tuple(str(text) for text in texts if isinstance(text, Also)),
            )
        )
    return parameters


def _literal(value: Value) -> str:
    """The value as a Python literal."""
    return repr(_plain(value))


def _plain(value: Value) -> object:
    """The value as JSON has it: tuples as lists, whole numbers without a point."""
    if isinstance(value, tuple):
        return list(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value
