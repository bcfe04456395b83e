"""Gymnasium spaces for what a web agent sees and sends. All are bounded, cheap to sample, and tell the truth."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from webcosm.act import ActionSet, parse
from webcosm.lore import Rng

__all__ = ["Actions", "Facts", "Picture", "Real", "Unicode"]

LONGEST = 50_000_000
"""Characters of a text: more than any page holds."""
SAMPLE = 24
"""Characters of a drawn text, at most. Gymnasium's own text space draws up to its bound, which is how one runs out of
memory."""
LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 äéßñ 漢字 …?!.,'\""


class Unicode(spaces.Space[str]):
    """Any text up to a length."""

    def __init__(self, longest: int = LONGEST, *, seed: int | np.random.Generator | None = None) -> None:
        if longest < 0:
            raise ValueError(f"longest must be 0 or more characters, not {longest}")
        super().__init__((), np.str_, seed)
        self.longest = longest

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> str:
        length = int(self.np_random.integers(0, min(SAMPLE, self.longest) + 1))
        return "".join(LETTERS[at] for at in self.np_random.integers(0, len(LETTERS), length))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.longest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unicode) and other.longest == self.longest

    def __repr__(self) -> str:
        return f"Unicode({self.longest})"


class Real(spaces.Space[float]):
    """A number as Python has it, not as an array."""

    def __init__(self, low: float, high: float, *, seed: int | np.random.Generator | None = None) -> None:
        if not low <= high:
            raise ValueError(f"low must not lie above high, but {low} is above {high}")
        super().__init__((), np.float64, seed)
        self.low, self.high = low, high

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> float:
        return float(self.np_random.uniform(self.low, self.high))

    def contains(self, x: Any) -> bool:
        return isinstance(x, float) and self.low <= x <= self.high

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Real) and (other.low, other.high) == (self.low, self.high)

    def __repr__(self) -> str:
        return f"Real({self.low}, {self.high})"


class Picture(spaces.Space[NDArray[np.uint8]]):
    """A picture of any size up to a bound: rows, columns, red-green-blue. For one fixed size take a Box."""

    def __init__(
        self, height: int = 16_000, width: int = 16_000, *, seed: int | np.random.Generator | None = None
    ) -> None:
        super().__init__(None, np.uint8, seed)
        self.height, self.width = height, width

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> NDArray[np.uint8]:
        height, width = (int(self.np_random.integers(1, min(64, most) + 1)) for most in (self.height, self.width))
        return self.np_random.integers(0, 256, (height, width, 3), dtype=np.uint8)

    def contains(self, x: Any) -> bool:
        if not isinstance(x, np.ndarray) or x.dtype != np.uint8 or x.ndim != 3:
            return False
        height, width, colours = (int(side) for side in x.shape)
        return 1 <= height <= self.height and 1 <= width <= self.width and colours == 3

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and (other.height, other.width) == (self.height, self.width)

    def __repr__(self) -> str:
        return f"Picture({self.height}, {self.width})"


class Facts(spaces.Space[dict[str, Any]]):
    """A dictionary of plain data as JSON has it, whatever its keys."""

    def __init__(self, *, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> dict[str, Any]:
        keys = [f"key {number}" for number in range(int(self.np_random.integers(0, 4)))]
        return {key: int(self.np_random.integers(0, 100)) for key in keys}

    def contains(self, x: Any) -> bool:
        if not isinstance(x, dict):
            return False
        waiting: list[Any] = [x]
        while waiting:  # not by recursion: pages nest deeply
            value = waiting.pop()
            if isinstance(value, dict):
                if not all(isinstance(key, str) for key in value):
                    return False
                waiting += value.values()
            elif isinstance(value, list | tuple):
                waiting += value
            elif not (value is None or isinstance(value, str | bool | int | float)):
                return False
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts)

    def __repr__(self) -> str:
        return "Facts()"


class Actions(spaces.Space[str]):
    """The texts that an agent may send: those that can be read as actions of a set.

    ``sample`` draws actions upon the elements that were last shown to it with :meth:`show`. A copy (Gymnasium makes
    them for vector environments) has been shown nothing, and so draws only actions that need no element.
    """

    def __init__(
        self,
        actions: ActionSet,
        dialect: str = "auto",
        viewport: tuple[int, int] = (1280, 720),
        *,
        seed: int | np.random.Generator | None = None,
    ) -> None:
        super().__init__((), np.str_, seed)
        self.actions = actions
        self.dialect = dialect
        self.viewport = viewport
        self.ids: tuple[str, ...] = ()
        self.urls: tuple[str, ...] = ("http://home.test/",)

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def show(self, ids: Sequence[str], urls: Sequence[str] = ()) -> None:
        """Tells which ids stand in the current observation, and which addresses are worth going to."""
        self.ids = tuple(ids)
        self.urls = tuple(urls) or self.urls

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> str:
        rng = Rng(int(self.np_random.integers(2**63)), "action")
        text = self.actions.sample(rng, self.ids, self.viewport, self.urls)
        if self.dialect in ("auto", "calls"):
            return text
        if self.dialect == "json":
            return json.dumps(parse(text, self.actions, "calls").actions[0].tool_call)
        raise ValueError(f"actions can be drawn in the dialects auto, calls and json, not in {self.dialect!r}")

    def contains(self, x: Any) -> bool:
        dialect: Any = self.dialect
        return isinstance(x, str) and parse(x, self.actions, dialect, viewport=self.viewport).error is None

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Actions:
        return Actions(self.actions, self.dialect, self.viewport, seed=copy.deepcopy(self._np_random))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Actions):
            return False
        mine = (self.actions, self.dialect, self.viewport)
        return mine == (other.actions, other.dialect, other.viewport)

    def __repr__(self) -> str:
        return f"Actions({self.actions!r}, {self.dialect!r})"
