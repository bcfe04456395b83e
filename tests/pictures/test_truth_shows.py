"""Proof that pictures show what is true: for every kind of scene, every field that means something for it shows when it
differs, and where, and a field that means nothing for it does not."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.suites.choosing import commits
from webcosm.pictures import SHAPES
from webcosm.pictures.samples import neighbours, samples
from webcosm.pictures.things import SCENES, Scene, read_scene

from .helpers import Mask, changed, look, pixels

LEAST = 6
"""Pixels of 96 × 96 that a difference takes up at least."""
ALIKE: dict[tuple[str, str], dict[str, set[str]]] = {
    # Values of a field that are drawn alike for some kinds, as such things are not made in that way.
    ("furniture", "material"): {
        "fabric": {"armchair", "bed", "bunk bed", "chair", "cot", "dresser", "nightstand", "sofa", "stool", "wardrobe"},
        "glass": {"armchair", "bed", "bunk bed", "chair", "cot", "sofa", "stool"},
        "leather": {"dresser", "nightstand", "wardrobe"},
        "wicker": {"dresser", "nightstand", "wardrobe"},
    },
    ("furniture", "top"): {"square": {"stool"}},
    ("food", "toppings"): {"apples": {"fruit bowl"}},  # an apple is what lies in it anyway
    ("house", "features"): {"balcony": {"bungalow", "cabin"}},
    ("instrument", "parts"): {
        "stool": {"*"} - {"piano"}, "strap": {"*"}
    },
    ("instrument", "wear"): {"broken string": {"*"}, "missing key": {"*"}},
    ("tool", "count"): {"2": {"ladder"}},  # three rungs are the fewest
    ("tool", "wear"): {"worn grip": {"hand saw"}, "broken handle": {"screwdrivers", "wrenches"}},
    ("vehicle", "wear"): {"cracked windshield": {"motorcycle", "scooter"}},
    ("vehicle", "doors"): {"5": {"suv", "wagon"}},  # the tailgate is counted or not
}  # fmt: skip


def kind_of(scene: Scene) -> str:
    return str(getattr(scene, "kind", getattr(scene, "body", scene.scene)))


def called(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(str(getattr(each, "kind", each)) for each in value)
    return str(value)


def excused(scene: Scene, field: str, value: Any) -> bool:
    kinds = ALIKE.get((scene.scene, field), {}).get(called(value), set())
    return "*" in kinds or kind_of(scene) in kinds


def most_changed(one: Scene, other: Scene) -> int:
    return max(int(changed(pixels(one.look(), view), pixels(other.look(), view)).sum()) for view in one.views)


SAMPLES = [sample for name in sorted(SCENES) if name != "goods" for sample in samples(name)]
TURNS = 4
ALL = [
    pytest.param(
        sample,
        id=f"{sample.scene}-{kind_of(sample) if sample.scene != 'pet' else sample.pets[0].kind}",  # type: ignore[attr-defined]
        marks=pytest.mark.sweep if (place + commits()) % TURNS else (),
    )
    for place, sample in enumerate(SAMPLES)
]
"""Every day one in four, the next ones with every commit; the sweep takes all."""


@pytest.mark.parametrize("sample", ALL)
def test_what_differs_shows_and_what_means_nothing_does_not(sample: Scene) -> None:
    wrong = []
    for other in neighbours(sample):
        if other.field in ("kind", "body") or excused(sample, other.field, other.value):
            continue
        if other.field in other.facts.idle() and other.field in sample.idle():
            if most_changed(sample, other.facts):
                wrong.append(f"{other.changed} shows, though it means nothing for it")
        elif most_changed(sample, other.facts) < LEAST:
            wrong.append(f"{other.changed} does not show")
    assert not wrong


TOLD_BY_CONTENT = ("room", "screenshot")
"""What stands in a room, and what a page says, tells which kind it is."""


@pytest.mark.parametrize("name", sorted(set(SCENES) - set(TOLD_BY_CONTENT)))
def test_kinds_of_a_scene_look_different(name: str) -> None:
    drawn = [pixels(sample.look()) for sample in samples(name)]
    for index, one in enumerate(drawn):
        for two in drawn[index + 1 :]:
            assert changed(one, two).sum() > 20


def test_a_field_that_does_not_show_is_not_among_what_is_seen() -> None:
    chair, sofa = (read_scene({"scene": "furniture", "kind": kind, "color": "Red"}) for kind in ("chair", "sofa"))
    assert "seats" not in chair.seen()[0].attributes
    assert sofa.seen()[0].attributes["seats"] == 2


MADE_SO: dict[str, dict[str, str | int]] = {
    "screwdriver": {"pieces": 8},
    "wrench": {"pieces": 8},
    "trousers": {"kind": "jeans"},
    "jacket": {"kind": "rain"},
}
"""Forms that only things of one kind have: a rack is for a set, buttons are for jeans."""
LOOK_ALIKE = {("calculator", "solar", "solar and battery"), ("saw", "soft", "two-component")}
"""Forms that cannot be told apart from outside."""


@pytest.mark.parametrize("shape", [name for name in SHAPES if SHAPES[name].forms])
def test_every_form_of_a_thing_shows(shape: str) -> None:
    for way, values in SHAPES[shape].forms.items():
        made = {name: value for name, value in MADE_SO.get(shape, {}).items() if name != way}
        seen = [pixels(look(shape, ["Teal", "Mustard"], form=made | {way: value})) for value in values]
        for index, one in enumerate(seen):
            for two, value in zip(seen[index + 1 :], values[index + 1 :], strict=True):
                if (shape, values[index], value) in LOOK_ALIKE:
                    continue
                assert changed(one, two).sum() >= LEAST, f"{way}: {values[index]} and {value} look alike"


def _where(one: dict[str, Any], two: dict[str, Any]) -> Mask:
    return changed(pixels(one), pixels(two))


def _middle(mask: Mask) -> float:
    """How far to the right the middle of a difference is, from 0 to 1."""
    return float(np.argwhere(mask)[:, 1].mean() / mask.shape[1])


PLACES = (("left", 0.0, 0.45), ("middle", 0.3, 0.7), ("right", 0.55, 1.0))
EMPTY_PLACE = {"scene": "place", "kind": "park"}
SOFA = {"scene": "furniture", "kind": "sofa", "color": "Teal"}


@pytest.mark.parametrize("place, low, high", PLACES)
def test_things_are_where_they_are_said_to_be(place: str, low: float, high: float) -> None:
    statue = EMPTY_PLACE | {"objects": [{"kind": "statue", "place": place}]}
    assert low < _middle(_where(EMPTY_PLACE, statue)) < high
    stained = SOFA | {"wear": [{"kind": "stain", "place": place}]}
    assert low < _middle(_where(SOFA, stained)) < high
    empty = {"scene": "room", "kind": "empty room"}
    assert low < _middle(_where(empty, empty | {"furniture": [{"kind": "plant", "place": place}]})) < high


@pytest.mark.parametrize("place, low, high", [("rear", 0.0, 0.45), ("front", 0.55, 1.0)])
def test_a_dent_is_on_its_end_of_the_car(place: str, low: float, high: float) -> None:
    car = {"scene": "vehicle", "make": "Alder", "body": "sedan", "color": "Blue"}
    dented = _where(car, car | {"wear": [{"kind": "dent", "place": place}]})
    assert low < _middle(dented) < high
    assert dented.mean() < 0.05, "nothing else differs"


def test_other_angles_show_the_same_thing() -> None:
    """Paint, wear and badge of a car are the same from all sides."""
    for view in ("front", "nose", "tail", "detail"):
        red, blue = (
            pixels({"scene": "vehicle", "make": "Alder", "body": "sedan", "color": color}, view)
            for color in ("Red", "Blue")
        )
        assert changed(red, blue).mean() > 0.04, view
    for view in ("front", "angle", "detail", "scene"):
        striped = pixels(SOFA | {"pattern": "stripes"}, view)
        assert changed(pixels(SOFA, view), striped).mean() > 0.02, view


def test_a_chart_has_its_numbers() -> None:
    def bars(*values: int) -> dict[str, Any]:
        return {"scene": "chart", "kind": "bars", "title": "Rain", "labels": ["a", "b", "c"], "marked": False,
                "series": [{"values": list(values), "color": "Red"}]}  # fmt: skip

    where = _where(bars(10, 20, 30), bars(10, 28, 30))
    columns = np.flatnonzero(where.any(axis=0)) / where.shape[1]
    assert columns.min() > 0.33
    assert columns.max() < 0.75, "only the middle bar differs"


def test_a_thing_of_the_shop_is_a_scene_with_its_form() -> None:
    given = look("sofa", form={"seats": 3}) if "seats" in SHAPES["sofa"].forms else look("mug")
    facts = read_scene(given)
    assert facts.look() == {"scene": "goods", **given}
    assert read_scene(json.loads(json.dumps(facts.look()))) == facts
    with pytest.raises(ValueError, match="unknown form 'wings' of a mug"):
        read_scene(look("mug", form={"wings": 2}))
