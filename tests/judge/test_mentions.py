"""Facts in free text."""

from __future__ import annotations

import pytest

from webcosm.judge.mentions import Mentions

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
