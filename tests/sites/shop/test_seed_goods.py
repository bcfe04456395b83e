"""Goods files: a right one is read, every mistake is told with file, kind and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from webcosm.lore import Lore
from webcosm.sites.shop.seed.goods import GoodsError, load_kinds
from webcosm.sites.shop.seed.products import drafts
from webcosm.sites.shop.seed.store import CONTENT

SENTENCES = ", ".join(f'"This {{noun}} has fact number {number}."' for number in range(12))
MUG = f"""
name = "Kitchen"
position = 3
[[kind]]
id = "mug"
category = ["Drinkware", "Mugs"]
field = "kitchen"
set = "Drinkware"
tax = "Taxable Goods"
nouns = ["Mug"]
lines = ["Harbor", "Foundry"]
title = "{{brand}} {{line}} {{Material}} {{noun}}, {{Capacity}}, {{pack}}"
price = [7.0, 24.0]
weight = [250, 480]
packs = [1, 2, 4]
pick = {{ material = ["Stoneware", "Glass"] }}
[kind.specs]
Capacity = ["8 oz", "11 oz", "14 oz"]
"Dishwasher safe" = ["Yes", "No"]
[kind.text]
intro = [{SENTENCES}]
facts = [{SENTENCES}]
use = [{SENTENCES}]
praise = [{SENTENCES}]
complain = [{SENTENCES}]
mixed = [{SENTENCES}]
titles_good = ["A", "B", "C", "D", "E"]
titles_bad = ["F", "G", "H", "I", "J"]
titles_mixed = ["K", "L", "M", "N", "O"]
[kind.look]
shape = "mug"
colors = ["Red", "White"]
words = ["{{line}}"]
"""


def test_a_right_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text(MUG)
    (kind,) = load_kinds(tmp_path)
    assert (kind.id, kind.department, kind.category) == ("mug", "Kitchen", ("Drinkware", "Mugs"))
    assert kind.packs == (1, 2, 4)
    assert kind.look.patterns == ("plain",)


@pytest.mark.parametrize(
    "right, wrong, told",
    [
        ('field = "kitchen"', 'field = "plumbing"', "field field: 'plumbing' is not one of electronics"),
        ('tax = "Taxable Goods"', 'tax = "None"', "field tax: 'None' is not one of Taxable Goods, Food, Exempt"),
        ("{Capacity}, {pack}", "{Size}, {pack}", "field title: '{Size}' is not a slot out of brand"),
        ("price = [7.0, 24.0]", "price = [24.0, 7.0]", "field price: [24.0, 7.0] is not two numbers"),
        ('colors = ["Red", "White"]', 'colors = ["Crimson"]', "field look.colors: 'Crimson' is not one of Red"),
        ('shape = "mug"', 'shape = "cup"', "field look.shape: 'cup' is not one of"),
        ('titles_good = ["A", "B", "C", "D", "E"]', 'titles_good = ["A"]', "field text.titles_good"),
        ('nouns = ["Mug"]', "nouns = []", "field nouns: [] is not a list of 1 or more texts"),
        ('category = ["Drinkware", "Mugs"]', 'category = ["Mugs"]', "field category"),
        ("packs = [1, 2, 4]", "packs = [0]", "field packs: [0] is not a list of whole numbers from 1 on"),
        ('words = ["{line}"]', 'words = ["{line"]', "field look.words: '{line' is not braces in pairs"),
        ("pick = {", 'axes = { hue = ["A", "B"] }\npick = {', "field axes: 'hue' is not one of color, size"),
    ],
)
def test_a_mistake_is_told_with_file_kind_and_field(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert right in MUG
    (tmp_path / "kitchen.toml").write_text(MUG.replace(right, wrong))
    with pytest.raises(GoodsError) as caught:
        load_kinds(tmp_path)
    assert "kitchen.toml, kind 'mug'" in str(caught.value)
    assert told in str(caught.value)


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("name = ")
    with pytest.raises(GoodsError, match=r"broken\.toml"):
        load_kinds(tmp_path)


def test_a_kind_may_be_there_only_once(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(MUG)
    (tmp_path / "b.toml").write_text(MUG)
    with pytest.raises(GoodsError, match="'mug' is there twice"):
        load_kinds(tmp_path)


def test_a_kind_that_cannot_fill_its_share_says_so(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text(MUG)
    (kind,) = load_kinds(tmp_path)
    with pytest.raises(ValueError, match="kind 'mug' has brands, lines and title specifications for"):
        drafts(kind, Lore(0), 50_000, set(), 8)


def test_members_of_a_family_differ_in_their_names(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text(MUG)
    (kind,) = load_kinds(tmp_path)
    found = drafts(kind, Lore(0), 300, set(), 8)
    assert len({draft.name for draft in found}) == 300
    assert all(", ," not in draft.name and not draft.name.endswith(",") for draft in found)
    families = {(draft.brand.name, draft.line) for draft in found}
    assert len(families) < 200


def test_all_goods_that_come_with_the_shop_are_right() -> None:
    kinds = load_kinds(CONTENT / "goods")
    assert len({kind.id for kind in kinds}) == len(kinds) >= 60


def test_no_goods_are_absurdly_cheap() -> None:
    """A price is that of the smallest pack, so a dozen cans cannot cost what one does."""
    cheap = {
        kind.id: kind.price[0] / kind.packs[0]
        for kind in load_kinds(CONTENT / "goods")
        if kind.price[0] / kind.packs[0] < 0.5
    }
    assert cheap == {}, "dollars for a piece of the plainest"
