"""How titles and sentences are put together, and how numbers are told."""

from __future__ import annotations

import pytest

from webcosm.lore import Rng
from webcosm.sites.shop.seed.figures import (
    contents_weight,
    dimensions,
    growth,
    pack_price,
    quantity,
    shop_price,
    weight_text,
)
from webcosm.sites.shop.seed.text import fill_slots, lowered, paragraph, title


@pytest.mark.parametrize(
    "pattern, values, read",
    [
        ("{brand} {noun}, {size}, {pack}", {"brand": "Teaspoon", "noun": "Mug", "size": "8 oz"}, "Teaspoon Mug, 8 oz"),
        ("{brand} {noun}, {pack}", {"brand": "A", "noun": "Mug", "pack": "Pack of 2"}, "A Mug, Pack of 2"),
        ("{brand} {Material} {noun}", {"brand": "A", "material": "Glass", "noun": "Glass"}, "A Glass"),
        ("{brand} Puzzle, {Pieces} Pieces", {"brand": "A", "pieces": "1,000"}, "A Puzzle, 1,000 Pieces"),
        ("{brand} Lamp ({color})", {"brand": "A"}, "A Lamp"),
    ],
)  # fmt: skip
def test_empty_slots_leave_no_trace_in_a_title(pattern: str, values: dict[str, str], read: str) -> None:
    assert title(pattern, values) == read


@pytest.mark.parametrize(
    "sentence, values, read",
    [
        ("It is a {noun}.", {"noun": "umbrella"}, "It is an umbrella."),
        ("It is an {noun}.", {"noun": "mug"}, "It is a mug."),
        ("It is a {noun}.", {"noun": "USB cable"}, "It is a USB cable."),
        ("A {size} cup.", {"size": "8 oz"}, "An 8 oz cup."),
        ("{material} lasts.", {"material": "glass"}, "Glass lasts."),
        ("Good. {material} lasts.", {"material": "glass"}, "Good. Glass lasts."),
        ("Stoves: {stoves}.", {"stoves": "gas"}, "Stoves: gas."),
        ("It has {Feet}.", {}, None),
    ],
)
def test_sentences_are_filled_with_the_right_article(sentence: str, values: dict[str, str], read: str | None) -> None:
    assert fill_slots(sentence, values) == read


@pytest.mark.parametrize(
    "phrase, read",
    [
        ("Coffee Mug", "coffee mug"),
        ("USB Cable", "USB cable"),
        ("T-Shirt", "T-shirt"),
        ("Wi-Fi 6 Router", "Wi-Fi 6 router"),
        ("French Terry", "French terry"),
        ("Full-Zip Hoodie", "full-zip hoodie"),
    ],
)
def test_phrases_in_running_text_have_small_letters(phrase: str, read: str) -> None:
    assert lowered(phrase) == read


def test_a_paragraph_leaves_out_what_cannot_be_said() -> None:
    said = paragraph(Rng("text"), ["One.", "{gone} two.", "Three."], {}, 5)
    assert said == ["One.", "Three."]


@pytest.mark.parametrize(
    "text, amount",
    [("12 fl oz", 12.0), ("1.5 TB", 1_500_000.0), ("2 lb", 32.0), ("1,000 pieces", 1000.0), ("Yes", None)],
)
def test_amounts_are_read(text: str, amount: float | None) -> None:
    assert quantity(text) == amount


def test_prices_grow_with_size_but_not_faster() -> None:
    sizes = ["8 oz", "12 oz", "16 oz"]
    factors = [growth("Capacity", size, sizes) for size in sizes]
    assert factors == sorted(factors)
    assert factors[0] == 1.0
    assert factors[-1] == 1.75
    assert growth("Finish", "Matte", ["Matte", "Glossy"]) == 1.0
    assert growth("Storage", "1 TB", ["128 GB", "1 TB"]) <= 1.5
    assert pack_price(10.0, 1, 0.2) == 10.0
    assert pack_price(10.0, 6, 0.2) / 6 < pack_price(10.0, 2, 0.2) / 2 < 10.0


def test_what_is_sold_by_weight_weighs_what_is_in_it() -> None:
    assert contents_weight("Net weight", "1 lb") == 490
    assert contents_weight("Volume", "8 fl oz") == 256
    assert contents_weight("Weight limit", "250 lb") is None


def test_prices_end_as_prices_do() -> None:
    assert [shop_price(dollars) for dollars in (0.2, 4.73, 23.2, 61.5, 128.0, 1_234.0)] == [
        99, 479, 2349, 6199, 12999, 123500,
    ]  # fmt: skip


def test_weights_and_dimensions_are_told_in_words() -> None:
    assert weight_text(250) == "8.8 ounces"
    assert weight_text(2000) == "4.4 pounds"
    assert dimensions(Rng("box"), 500) == dimensions(Rng("box"), 500)
    assert dimensions(Rng("box"), 500).endswith(" inches")
