"""Spaces are bounded, cheap to sample, copy well and contain what they draw."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from webcosm.act import ActionSet
from webcosm.env.spaces import Actions, Facts, Picture, Real, Unicode

ALL: list[spaces.Space[Any]] = [Unicode(), Unicode(3), Real(-1.0, 1.0), Picture(), Picture(2, 5), Facts()]
ALL += [Actions(ActionSet()), Actions(ActionSet.preset("browsergym"), "json"), Actions(ActionSet(), "calls")]


@pytest.mark.parametrize("space", ALL, ids=repr)
def test_what_is_drawn_is_contained_and_repeats_with_the_seed(space: spaces.Space[Any]) -> None:
    space.seed(5)
    drawn = [space.sample() for _ in range(30)]
    assert all(thing in space for thing in drawn)
    space.seed(5)
    for thing in drawn:
        assert np.array_equal(thing, space.sample())


@pytest.mark.parametrize("space", ALL, ids=repr)
def test_copies_are_equal_and_draw_alike(space: spaces.Space[Any]) -> None:
    space.seed(6)
    for other in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert other == space
        assert repr(other) == repr(space)
        assert not space.is_np_flattenable
    assert not any(space == other for other in ALL if other is not space)


@pytest.mark.parametrize(
    "space, strangers",
    [
        (Unicode(3), ["four", 3, None, b"abc"]),
        (Real(0.0, 1.0), [2.0, "0.5", None, float("nan")]),
        (Picture(4, 4), [np.zeros((5, 4, 3), np.uint8), np.zeros((4, 4, 3)), np.zeros((4, 4), np.uint8), "picture"]),
        (Facts(), [[], {1: 2}, {"a": {"b": object()}}, {"a": [np.zeros(1)]}, None]),
        (Actions(ActionSet(groups=("page",))), ["click('1')", "noop(", "", 5, None, "noop()\nnoop()"]),
    ],
    ids=lambda given: repr(given)[:40],
)
def test_strangers_are_kept_out(space: spaces.Space[Any], strangers: list[Any]) -> None:
    assert [stranger for stranger in strangers if stranger in space] == []


def test_facts_may_nest_deeply() -> None:
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"in": deep}
    assert deep in Facts()
    while deep:  # taken apart by hand: Python would recurse
        deep = deep["in"]


def test_actions_upon_elements_need_ids_to_draw_from() -> None:
    space = Actions(ActionSet(groups=(), include=("click", "noop")), seed=0)
    assert {space.sample().partition("(")[0] for _ in range(20)} == {"noop"}
    space.show(["a7"])
    assert any(text.startswith("click('a7'") for text in (space.sample() for _ in range(20)))
    assert copy.deepcopy(space).ids == (), "a copy belongs to an environment that has shown it nothing"


def test_bad_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="-1"):
        Unicode(-1)
    with pytest.raises(ValueError, match="2 is above 1"):
        Real(2, 1)
    with pytest.raises(ValueError, match="'brackets'"):
        Actions(ActionSet(), "brackets").sample()
