"""The kinds of value an action's argument may have: each knows what it accepts, its JSON Schema and how to draw one.

Few values are converted, and only where nothing is lost:

* a whole number for an element id becomes its digits (``click(12)`` is ``click('12')``);
* ``3.0`` is accepted for a whole number, and a whole number for any number;
* keys may be written in other cases and common spellings (``ctrl+a`` is ``Control+a``);
* an address without a scheme gets ``http://``, as in a browser's address bar;
* a tuple is as good as a list;
* an answer may be any JSON value, and is kept as its JSON text.

Everything else must have the declared type: a number for a text or a numeral in quotes for a number is refused.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin

from webcosm.act.errors import did_you_mean, shown
from webcosm.act.keys import COMBINATION_PATTERN, KEY_NAMES, KEY_PATTERN, combination, key
from webcosm.lore.rng import Rng

__all__ = [
    "ActionContext",
    "AnyOf",
    "ElementId",
    "Flag",
    "Json",
    "Keys",
    "ListOf",
    "Number",
    "OneOf",
    "Refused",
    "Text",
    "Url",
    "Value",
    "ValueKind",
    "kind_of",
]

Value = None | bool | int | float | str | tuple[str, ...]
Schema = dict[str, Any]

LONGEST_TEXT = 50_000


class Refused(ValueError):
    """A value that a kind does not accept; ``hint`` says how to mend it, ``path`` where in the value the fault lies."""

    def __init__(self, value: object, hint: str = "", path: str = "") -> None:
        super().__init__(shown(value))
        self.value = value
        self.hint = hint
        self.path = path


@dataclass(frozen=True)
class ActionContext:
    """What is drawn from when actions are drawn at random."""

    rng: Rng
    ids: Sequence[str] = ()
    viewport: tuple[int, int] = (1280, 720)
    urls: Sequence[str] = ("http://home.test/",)
    texts: Sequence[str] = ("blue lamp", "7", "Thank you", "user@example.test")


class ValueKind(Protocol):
    """A kind of value."""

    @property
    def phrase(self) -> str:
        """What is accepted, in words that complete "it must be …"."""

    def accept(self, value: object) -> Value:
        """The value in its one canonical form; raises :class:`Refused`."""

    def schema(self) -> Schema:
        """JSON Schema of the accepted values, before any conversion."""

    def sample(self, context: ActionContext) -> Value:
        """A valid value, drawn at random."""


@dataclass(frozen=True)
class Text:
    """Any text that a page can hold: no null character and no half of a surrogate pair."""

    shortest: int = 0
    longest: int = LONGEST_TEXT

    @property
    def phrase(self) -> str:
        return "a text" if not self.shortest else "a text that is not empty"

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            raise Refused(value, " Put it in quotes." if number else "")
        if len(value) < self.shortest:
            raise Refused(value)
        if len(value) > self.longest:
            raise Refused(value, f" It has {len(value)} characters; at most {self.longest} are taken.")
        if bad := re.search("[\x00\ud800-\udfff]", value):
            raise Refused(value, f" It holds the character U+{ord(bad[0]):04X}, which no page can hold.")
        return value

    def schema(self) -> Schema:
        return {"type": "string", **({"minLength": self.shortest} if self.shortest else {}), "maxLength": self.longest}

    def sample(self, context: ActionContext) -> str:
        return context.rng.choice(context.texts)


@dataclass(frozen=True)
class Json(Text):
    """A text, or any other JSON value, which becomes its JSON text."""

    @property
    def phrase(self) -> str:
        return "a text or a JSON value"

    def accept(self, value: object) -> str:
        if isinstance(value, str):
            return super().accept(value)
        try:
            return super().accept(json.dumps(value, ensure_ascii=False, allow_nan=False))
        except (TypeError, ValueError, RecursionError):
            raise Refused(value) from None


@dataclass(frozen=True)
class ElementId:
    """An element's id as observations show it: letters for the frame path, then a number (``12``, ``a12``, ``aB7``)."""

    phrase = "an element id as shown in the observation, as in '12' or 'a12'"
    pattern = "[A-Za-z]{0,40}[0-9]{0,12}"

    def accept(self, value: object) -> str:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12:
            return str(value)
        if not isinstance(value, str):
            raise Refused(value)
        if not value or not re.fullmatch(self.pattern, value):
            bare = value.strip("[]() ")
            near = bare != value and re.fullmatch(self.pattern, bare) and bare
            raise Refused(value, f" Did you mean '{bare}'?" if near else "")
        return value

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{self.pattern}$", "minLength": 1}

    def sample(self, context: ActionContext) -> str:
        return context.rng.choice(context.ids)


@dataclass(frozen=True)
class Url:
    """A web address. Addresses that reach outside the web (``file:``, ``javascript:``, ``chrome:`` …) are refused."""

    phrase = "a web address, as in 'http://shop.test/'"
    pattern = r"(about:blank|http://[^\s/?#\x00-\x1f][^\x00-\x1f\x7f]*)"
    longest = 4096

    def accept(self, value: object) -> str:
        text = Text(1, self.longest).accept(value).strip()
        if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d)", text):  # localhost:8000 is a host, not a scheme
            text = f"http://{text}"
        if not re.fullmatch(self.pattern, text):
            raise Refused(value, " Only http: addresses of this web and about:blank are opened.")
        return text

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{self.pattern}$", "maxLength": self.longest}

    def sample(self, context: ActionContext) -> str:
        return context.rng.choice(context.urls)


@dataclass(frozen=True)
class Keys:
    """One key, or with ``combined`` a key with modifiers held."""

    combined: bool = True

    @property
    def phrase(self) -> str:
        if self.combined:
            return "a key or a combination, as in 'Enter', 'a' or 'Control+Shift+ArrowLeft'"
        return "one key, as in 'Enter', 'a' or 'Shift'"

    def accept(self, value: object) -> str:
        if not isinstance(value, str):
            raise Refused(value)
        found = combination(value) if self.combined else key(value)
        if found is None:
            raise Refused(value, did_you_mean(value.split("+")[-1], KEY_NAMES) if len(value) > 1 else "")
        return found

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{COMBINATION_PATTERN if self.combined else KEY_PATTERN}$"}

    def sample(self, context: ActionContext) -> str:
        plain = context.rng.choice(("Enter", "Tab", "Escape", "Backspace", "ArrowDown", "PageDown", "End", "a"))
        return f"Shift+{plain}" if self.combined and context.rng.chance(0.2) else plain


@dataclass(frozen=True)
class Number:
    """A number within bounds. Random draws come from ``span``, or from the viewport's width ("x") or height ("y")."""

    low: float
    high: float
    whole: bool = False
    span: tuple[float, float] | Literal["x", "y"] | None = None

    @property
    def phrase(self) -> str:
        return f"a {'whole ' if self.whole else ''}number from {_numeral(self.low)} to {_numeral(self.high)}"

    def accept(self, value: object) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            numeral = isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,9}(\.\d{0,9})?\s*", value)
            raise Refused(value, " Write it without quotes." if numeral else "")
        if not self.low <= value <= self.high:  # false for NaN too, and exact for integers of any size
            raise Refused(value)
        if self.whole:
            if value != int(value):
                raise Refused(value)
            return int(value)
        return float(value) + 0.0  # the sum turns -0.0 into 0.0

    def schema(self) -> Schema:
        kind = "integer" if self.whole else "number"
        return {"type": kind, "minimum": _plain(self.low), "maximum": _plain(self.high)}

    def sample(self, context: ActionContext) -> int | float:
        match self.span:
            case "x":
                return self.accept(context.rng.integer(0, max(0, context.viewport[0] - 1)))
            case "y":
                return self.accept(context.rng.integer(0, max(0, context.viewport[1] - 1)))
            case None:
                low, high = self.low, self.high
            case (low, high):
                pass
        return self.accept(context.rng.integer(math.ceil(low), math.floor(high)))


@dataclass(frozen=True)
class Flag:
    """True or False."""

    phrase = "True or False"

    def accept(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise Refused(value)
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def sample(self, context: ActionContext) -> bool:
        return context.rng.chance(0.5)


@dataclass(frozen=True)
class OneOf:
    """One of a few texts."""

    options: tuple[str, ...]

    @property
    def phrase(self) -> str:
        return f"one of {', '.join(map(repr, self.options))}"

    def accept(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.options:
            raise Refused(value, did_you_mean(value, self.options) if isinstance(value, str) else "")
        return value

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.options)}

    def sample(self, context: ActionContext) -> str:
        return context.rng.choice(self.options)


@dataclass(frozen=True)
class ListOf:
    """A list of texts of one kind."""

    item: ValueKind
    longest: int = 100

    @property
    def phrase(self) -> str:
        return f"a list, each item {self.item.phrase}"

    def accept(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            raise Refused(value, " Put it in square brackets." if isinstance(value, str) else "")
        if len(value) > self.longest:
            raise Refused(value, f" At most {self.longest} items are taken.")
        items: list[str] = []
        for position, item in enumerate(value):
            try:
                items.append(str(self.item.accept(item)))
            except Refused as refused:
                raise Refused(refused.value, refused.hint, f"[{position}]{refused.path}") from None
        return tuple(items)

    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema(), "maxItems": self.longest}

    def sample(self, context: ActionContext) -> tuple[str, ...]:
        return tuple(str(self.item.sample(context)) for _ in range(context.rng.integer(0, 2)))


@dataclass(frozen=True)
class AnyOf:
    """A value of the first of several kinds that accepts it."""

    kinds: tuple[ValueKind, ...]

    @property
    def phrase(self) -> str:
        return " or ".join(kind.phrase for kind in self.kinds)

    def accept(self, value: object) -> Value:
        deepest: Refused | None = None
        for kind in self.kinds:
            try:
                return kind.accept(value)
            except Refused as refused:
                if deepest is None or len(refused.path) > len(deepest.path):
                    deepest = refused
        assert deepest is not None
        raise deepest

    def schema(self) -> Schema:
        return {"anyOf": [kind.schema() for kind in self.kinds]}

    def sample(self, context: ActionContext) -> Value:
        return context.rng.choice(self.kinds).sample(context)


@dataclass(frozen=True)
class _Nothing:
    """None: the argument is left out."""

    phrase = "None"

    def accept(self, value: object) -> None:
        if value is not None:
            raise Refused(value)

    def schema(self) -> Schema:
        return {"type": "null"}

    def sample(self, context: ActionContext) -> None:
        return None


def kind_of(annotation: Any) -> ValueKind:
    """The kind that a parameter's type stands for.

    >>> kind_of(Literal["left", "right"])
    OneOf(options=('left', 'right'))
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        kinds = [extra for extra in arguments[1:] if hasattr(extra, "accept")]
        return kinds[0] if kinds else kind_of(arguments[0])
    if origin is Literal:
        return OneOf(arguments)
    if origin in (Union, UnionType):
        return AnyOf(tuple(kind_of(argument) for argument in arguments))
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return ListOf(kind_of(arguments[0]))
    simple: dict[Any, ValueKind] = {str: Text(), bool: Flag(), NoneType: _Nothing()}
    if annotation not in simple:
        raise TypeError(
            f"{annotation!r} is no type for an action's argument; numbers need bounds: Annotated[float, Number(…)]"
        )
    return simple[annotation]


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _numeral(number: float) -> str:
    return str(_plain(number))
