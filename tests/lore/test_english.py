from __future__ import annotations

import pytest

from webcosm.lore import english


@pytest.mark.parametrize(
    "phrase, article",
    [("apple", "an"), ("house", "a"), ("hour", "an"), ("unicorn", "a"), ("umbrella", "an"), ("European tour", "a"),
     ("honest man", "an"), ("one-way street", "a"), ("uninteresting book", "an"), ("8-bit game", "an"),
     ("“odd” one", "an"), ("Émile", "an"), ("usual thing", "a"), ("user", "a"), ("ugly hat", "an")],
)  # fmt: skip
def test_article(phrase: str, article: str) -> None:
    assert english.article(phrase) == article


def test_an_empty_phrase_has_no_article() -> None:
    with pytest.raises(ValueError, match="empty"):
        english.article("")


@pytest.mark.parametrize(
    "noun, plural",
    [("cat", "cats"), ("box", "boxes"), ("city", "cities"), ("day", "days"), ("knife", "knives"), ("child", "children"),
     ("Man", "Men"), ("copper wolf", "copper wolves"), ("bench", "benches"), ("headphones", "headphones")],
)  # fmt: skip
def test_plural(noun: str, plural: str) -> None:
    assert english.plural(noun) == plural


@pytest.mark.parametrize(
    "verb, past, ing",
    [("walk", "walked", "walking"), ("bake", "baked", "baking"), ("carry", "carried", "carrying"),
     ("stop", "stopped", "stopping"), ("run", "ran", "running"), ("see", "saw", "seeing"), ("lie", "lied", "lying"),
     ("look after", "looked after", "looking after"), ("begin", "began", "beginning"), ("play", "played", "playing")],
)  # fmt: skip
def test_verb_forms(verb: str, past: str, ing: str) -> None:
    assert english.past(verb) == past
    assert english.present_participle(verb) == ing


def test_lists_ordinals_and_possessives() -> None:
    assert english.join([]) == ""
    assert english.join(["a"]) == "a"
    assert english.join(["a", "b", "c"]) == "a, b and c"
    assert [english.ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th",
    ]  # fmt: skip
    assert english.possessive("Mara") == "Mara’s"
    assert english.possessive("James") == "James’"


def test_title_keeps_little_words_small() -> None:
    assert english.title("the queen of the north") == "The Queen of the North"


@pytest.mark.parametrize(
    "text, slug",
    [("Łukasz Wójcik", "lukasz-wojcik"), ("O'Brien & Sons", "obrien-and-sons"), ("Straße", "strasse"),
     ("Nguyễn Đức", "nguyen-duc"), ("Åse Bjørnstad", "ase-bjornstad"), ("İpek Yıldız", "ipek-yildiz")],
)  # fmt: skip
def test_slug_folds_to_plain_letters(text: str, slug: str) -> None:
    assert english.slug(text) == slug
