"""Facts in free text."""

from __future__ import annotations

import pytest

from webcosm.judge.mentions import Mentions, Says

REFUND = Mentions(("101480", "$1,075.99", "refund"), only=r"\b10\d{4}\b|\d+\.\d\d\b")


@pytest.mark.parametrize(
    "text",
    [
        "Please refund $1,075.99 for order 101480.",
        "Order #101480: I ask for a REFUND of 1075.99 dollars",
        "refund\n\n101480\n$1075.99",
        "I paid $1,075.99. Order 101480. When is the refund coming? Order 101480!",
    ],
)
def test_the_words_around_the_facts_do_not_matter(text: str) -> None:
    assert REFUND(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Please refund order 101480.", "the amount is missing"),
        ("Please refund $1,075.99 for order 1014801.", "the number is part of a longer one"),
        ("Please refund $1,075.995 for order 101480.", "the amount is part of a longer one"),
        ("Please refund $11,075.99 for order 101480.", "another amount"),
        ("Unrefunded: $1,075.99 for order 101480.", "a word within another"),
        ("Refund $1,075.99 or $12.00 for order 101480.", "a second amount"),
        ("Refund $1,075.99 for order 101480 or 101481.", "a second order"),
        ("", "nothing"),
    ],
)
def test_a_text_without_a_fact_or_with_rivals_of_it_is_refused(text: str, fault: str) -> None:
    assert not REFUND(text), fault


def test_only_texts_can_mention_something() -> None:
    assert not REFUND(None)
    assert not REFUND(101480)


def test_what_is_wanted_can_be_read() -> None:
    assert str(REFUND) == "101480, $1,075.99, refund"
    assert "101480" in str(REFUND.__doc__)
    assert Mentions(("1",)).__doc__ != Mentions(("2",)).__doc__


@pytest.mark.parametrize("facts", [(), ("",), ("refund", " ")])
def test_facts_that_say_nothing_are_an_error(facts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="facts are texts"):
        Mentions(facts)


WISH = Says((("recommend*", "suggest*"), "sourdough", "$40"), without=("rye",), only=r"\d+", asks=True, most=30)


@pytest.mark.parametrize(
    "text",
    [
        "Can anybody suggest a book on sourdough for under $40?",
        "Recommendations, please! I bake SOURDOUGH and have 40 dollars. Any ideas?",
    ],
)
def test_a_text_may_put_a_fact_in_several_ways(text: str) -> None:
    assert WISH(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("I suggest sourdough for $40.", "asks nothing"),
        ("Does anybody know a book on sourdough for $40?", "asks for no recommendation"),
        ("Can anybody suggest a book on sourdough for under $400?", "another number"),
        ("Can anybody suggest a book on sourdough or rye for $40?", "what was to be left out"),
        ("Can anybody suggest a book on sourdough for $40, or $50?", "one more number"),
        ("Can anybody suggest sourdough for $40? " + "really " * 30, "goes on and on"),
        ("The weather is fine today, is it not?", "unrelated"),
    ],
)
def test_a_text_without_a_fact_or_with_another_does_not_say_it(text: str, fault: str) -> None:
    assert not WISH(text), fault


def test_curly_apostrophes_are_straight_ones() -> None:
    assert Says(("didn't rise",))("It didn’t rise.")


def test_what_a_text_must_say_is_told() -> None:
    assert WISH.__doc__ == "a question that says recommend* or suggest*, sourdough, $40"


def test_saying_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="facts are texts"):
        Says((("",),))
