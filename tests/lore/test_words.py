from __future__ import annotations

import re

import pytest

from webcosm.lore import GrammarError, Lore, Rng, Words

WORDS = Words()


def test_lists_are_plain_words() -> None:
    assert len(WORDS.adjectives) > 200
    assert len(WORDS.nouns) > 150
    assert len(WORDS.verbs) > 100
    assert len(WORDS.materials) > 50
    assert len(WORDS.topics) >= 15
    assert all(len(nouns) >= 30 for nouns in WORDS.topics.values())


def test_colours_have_values() -> None:
    assert len(WORDS.colours) > 120
    assert WORDS.colour_named["white"].rgb == (255, 255, 255)
    assert len({colour.hex for colour in WORDS.colours}) == len(WORDS.colours)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour.hex) for colour in WORDS.colours)


def test_expand_is_deterministic() -> None:
    template = "{opening} the {adjective} {noun}, in {colour}"
    assert WORDS.expand(Rng(1), template) == WORDS.expand(Rng(1), template)
    assert len({WORDS.expand(Rng(seed), template) for seed in range(30)}) > 25


def test_expand_names_an_unknown_slot() -> None:
    with pytest.raises(GrammarError, match=r"unknown slot 'adjectiv'.*did you mean"):
        WORDS.expand(Rng(0), "{adjectiv} house")


def test_articles_agree() -> None:
    assert WORDS.with_article("old house") == "an old house"
    for seed in range(200):
        text = WORDS.expand(Rng(seed), "{adjective|a} {noun}")
        assert text.startswith(("a ", "an "))
        assert (text.split()[0] == "an") == (text.split()[1][0] in "aeiou" and not text.split()[1].startswith("use")), (
            text
        )


def test_every_thread_template_can_be_expanded(one_lore: Lore) -> None:
    assert set(WORDS.threads) == {"question", "story", "opinion", "news"}
    for lines in WORDS.threads.values():
        for line in lines:
            text = WORDS.expand(
                one_lore.rng(line), line, city=one_lore.city(0).name, **{"topic noun": WORDS.topics["gardening"]}
            )
            assert "{" not in text
            assert text[0].isupper()
