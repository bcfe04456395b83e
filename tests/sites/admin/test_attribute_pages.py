"""Attributes, their options, and attribute sets."""

from __future__ import annotations

import pytest

from tests.sites.admin.filling import errors, send, shown
from tests.sites.admin.goods import summary, universe
from webcosm.sites.kit import Visitor
from webcosm.worlds import Universe, World

LIST = "/catalog/attributes"
SETS = "/catalog/attribute-sets"


@pytest.fixture(scope="module")
def office(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Universe:
    return universe(pytestconfig, tmp_path_factory)


@pytest.mark.parametrize("path", [f"{LIST}/1", f"{LIST}/2", f"{LIST}/3", f"{SETS}/1", f"{SETS}/2"])
def test_saving_what_is_shown_writes_nothing(visitor: Visitor, world: World, path: str) -> None:
    assert "Nothing was changed." in send(visitor, path).text
    assert world.changes() == []


def test_editing_an_attribute(visitor: Visitor, world: World) -> None:
    send(visitor, f"{LIST}/1", {"label": "Colour", "filterable": None})
    assert summary(world.changes()) == [("attribute", "update", (1,), ("label", "filterable"))]


def test_options_are_renamed_reordered_added_and_removed(visitor: Visitor, world: World) -> None:
    typed: dict[str, str | None] = {"option.11.label": "Crimson", "option.12.position": "9", "option.13.remove": "on"}
    send(visitor, f"{LIST}/1", {**typed, "option.new1.label": "Teal", "option.new1.swatch": "#23848a"})
    new = world.shop.rows("SELECT * FROM attribute_option WHERE label = 'Teal'")[0]
    assert (new.attribute_id, new.swatch, new.position) == (1, "#23848a", 10)
    assert summary(world.changes()) == [
        ("attribute_option", "update", (11,), ("label",)),
        ("attribute_option", "update", (12,), ("position",)),
        ("attribute_option", "delete", (13,), ()),
        ("attribute_option", "insert", (new.id,), ()),
    ]
    assert "Crimson" in visitor.get("http://shop.test/harbor-shirt.html").text


@pytest.mark.parametrize(
    "typed, message",
    [
        ({"label": ""}, "Label is required."),
        ({"option.11.label": ""}, "An option needs a label."),
        ({"option.11.label": "navy"}, "There are two options called Navy."),
        ({"option.new1.label": "Red"}, "There are two options called Red."),
        ({"option.11.swatch": "red"}, "Color code of Red: write a color like #c0392b."),
        ({"option.new1.swatch": "#000000"}, "An option needs a label."),
        ({"for_variants": None}, "The variants of 1 product differ in it."),
        ({"option.11.remove": "on"}, "3 products have it, so it cannot be removed."),
    ],
)
def test_what_is_refused(visitor: Visitor, world: World, typed: dict[str, str | None], message: str) -> None:
    page = send(visitor, f"{LIST}/1", {"option.12.label": "Navy", **typed})
    assert (page.status, errors(page)) == (422, [message])
    assert world.changes() == []


def test_a_new_attribute(visitor: Visitor, world: World) -> None:
    page = send(visitor, f"{LIST}/new", {"label": "Heel", "code": "color", "option.new1.label": "Flat"})
    assert errors(page) == ["Code: color is the code of Color already."]
    assert shown(page)["option.new1.label"] == "Flat"
    assert world.changes() == []
    send(
        visitor,
        f"{LIST}/new",
        {"label": "Heel", "code": "heel", "option.new1.label": "Flat", "option.new3.label": "High"},
    )
    (number,) = world.shop.values("SELECT id FROM attribute WHERE code = 'heel'")
    assert world.shop.values("SELECT label FROM attribute_option WHERE attribute_id = ? ORDER BY position", number) == [
        "Flat",
        "High",
    ]


def test_an_attribute_in_use_stays(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{LIST}/1")
    assert visitor.post(f"{LIST}/1/delete").status == 409
    assert world.changes() == []


def test_sets(visitor: Visitor, world: World) -> None:
    send(visitor, f"{SETS}/3", {"name": "Barely", "member.2": "on"})
    assert summary(world.changes()) == [
        ("attribute_set", "update", (3,), ("name",)),
        ("attribute_set_member", "insert", (3, 2), ()),
    ]
    page = send(visitor, f"{SETS}/2", {"member.1": None})
    assert errors(page) == ["5 products of this set have a value of Color."]
    page = send(visitor, f"{SETS}/new", {"name": "Default"})
    assert errors(page) == ["There is an attribute set called Default already."]


def test_a_set_in_use_stays(visitor: Visitor, world: World) -> None:
    visitor.get(f"http://admin.shop.test{SETS}/2")
    assert visitor.post(f"{SETS}/2/delete").status == 409
    assert world.changes() == []
    visitor.get(f"http://admin.shop.test{SETS}/3")
    visitor.post(f"{SETS}/3/delete")
    assert summary(world.changes()) == [
        ("attribute_set", "delete", (3,), ()),
        ("attribute_set_member", "delete", (3, 3), ()),
    ]
