from __future__ import annotations

import math
from typing import Any

import pytest

from webcosm.worlds import Setting, Switch, read_switches

BANNER = Switch("banner", False, "a cookie banner")
LATENCY = Switch("latency", 0, "milliseconds that an answer takes", low=0, high=10_000)
ERRORS = Switch("errors", 0.0, "share of requests that fail", low=0, high=1)
SKIN = Switch("skin", "plain", "how pages look", choices=("plain", "dark"))
NOTE = Switch("note", "", "shown on every page")
DEPTH = Switch("depth", 3, "at least one", low=1)
SCORE = Switch("score", 0.5, "at most one", high=1)


@pytest.mark.parametrize(
    "switch, given, read",
    [
        (BANNER, True, True),
        (BANNER, "on", True),
        (BANNER, "Yes", True),
        (BANNER, "1", True),
        (BANNER, 1, True),
        (BANNER, "off", False),
        (BANNER, "FALSE", False),
        (BANNER, 0, False),
        (LATENCY, "250", 250),
        (LATENCY, 0, 0),
        (LATENCY, 10_000, 10_000),
        (LATENCY, 3.0, 3),
        (ERRORS, "0.25", 0.25),
        (ERRORS, 1, 1.0),
        (SKIN, "dark", "dark"),
        (NOTE, "hello", "hello"),
        (NOTE, 3, "3"),
        (DEPTH, 1_000_000, 1_000_000),
        (SCORE, -7.5, -7.5),
    ],
)
def test_accepted(switch: Switch[Any], given: Setting, read: Setting) -> None:
    found = switch.read(given)
    assert found == read
    assert type(found) is type(switch.default)


@pytest.mark.parametrize(
    "switch, given, accepted",
    [
        (BANNER, "maybe", "on or off"),
        (BANNER, 2, "on or off"),
        (BANNER, "", "on or off"),
        (LATENCY, "fast", "a whole number from 0 to 10000"),
        (LATENCY, "2.5", "a whole number from 0 to 10000"),
        (LATENCY, 2.5, "a whole number from 0 to 10000"),
        (LATENCY, -1, "a whole number from 0 to 10000"),
        (LATENCY, 10_001, "a whole number from 0 to 10000"),
        (LATENCY, math.inf, "a whole number from 0 to 10000"),
        (ERRORS, "1.01", "a number from 0 to 1"),
        (ERRORS, "nan", "a number from 0 to 1"),
        (SKIN, "neon", "plain or dark"),
        (DEPTH, 0, "a whole number from 1 up"),
        (SCORE, 2, "a number up to 1"),
        (SCORE, "-inf", "a number up to 1"),
    ],
)
def test_refused(switch: Switch[Any], given: Setting, accepted: str) -> None:
    with pytest.raises(ValueError, match=rf"^{switch.name}={given}: accepted is {accepted}$"):
        switch.read(given)


def test_every_switch_says_what_it_accepts() -> None:
    assert NOTE.accepted() == "any text"
    assert Switch("size", 1, "any").accepted() == "a whole number"
    assert Switch("share", 1.0, "any").accepted() == "a number"


def test_all_given_settings_are_read_and_unknown_ones_refused() -> None:
    assert read_switches([BANNER, LATENCY], {"latency": "5"}) == {"latency": 5}
    with pytest.raises(ValueError, match="there is no switch 'latncy'; there are banner, latency"):
        read_switches([BANNER, LATENCY], {"latncy": "5"})
    with pytest.raises(ValueError, match="banner=perhaps"):
        read_switches([BANNER, LATENCY], {"latency": 5, "banner": "perhaps"})
