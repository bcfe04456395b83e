"""Switches: named, typed settings of a world, declared once and checked wherever they are set."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

__all__ = ["Setting", "Switch", "read_switches"]

Setting = bool | int | float | str
S = TypeVar("S", bound=Setting)


@dataclass(frozen=True)
class Switch(Generic[S]):
    """A setting with a default. The default's type is the setting's type."""

    name: str
    default: S
    help: str
    choices: tuple[str, ...] = ()
    """For texts: what is accepted; empty for any text."""
    low: float | None = None
    high: float | None = None

    def read(self, given: Setting) -> S:
        """The setting from what was given (often text from an address), or a ValueError that says what is accepted."""
        return cast(S, self._read(given))

    def _read(self, given: Setting) -> Setting:
        if isinstance(self.default, bool):
            return self._boolean(given)
        if isinstance(self.default, str):
            if self.choices and given not in self.choices:
                raise self._refused(given)
            return str(given)
        try:
            number = type(self.default)(given)
        except (TypeError, ValueError, OverflowError):
            raise self._refused(given) from None
        rounded = isinstance(given, float) and number != given
        if rounded or not math.isfinite(number) or not self._in_range(number):
            raise self._refused(given)
        return number

    def accepted(self) -> str:
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, str):
            return " or ".join(self.choices) if self.choices else "any text"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"{kind} from {self.low:g} up"
        return kind if self.high is None else f"{kind} up to {self.high:g}"

    def _in_range(self, number: float) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def _boolean(self, given: Setting) -> bool:
        words = {
            "on": True,
            "true": True,
            "1": True,
            "yes": True,
            "off": False,
            "false": False,
            "0": False,
            "no": False,
        }
        try:
            return words[str(given).lower()]
        except KeyError:
            raise self._refused(given) from None

    def _refused(self, given: Setting) -> ValueError:
        return ValueError(f"{self.name}={given}: accepted is {self.accepted()}")


def read_switches(known: Iterable[Switch[Any]], given: Mapping[str, Setting]) -> dict[str, Setting]:
    """All given settings checked; an unknown name or a bad value raises a ValueError that lists what there is."""
    by_name = {switch.name: switch for switch in known}
    for name in given:
        if name not in by_name:
            raise ValueError(f"there is no switch {name!r}; there are {', '.join(by_name)}")
    return {name: by_name[name].read(value) for name, value in given.items()}
