from __future__ import annotations

import pytest

from webcosm.lore.grammar import Grammar, GrammarError
from webcosm.lore.rng import Rng

GRAMMAR = Grammar(
    {
        "animal": ("otter",),
        "deed": ("carry",),
        "sentence": ("{animal|a|cap} runs.",),
        "circle": ("{circle}",),
        "none": (),
    }
)


def expand(template: str, **more: str) -> str:
    return GRAMMAR.expand(Rng(0), template, **more)


def test_slots_are_filled_and_text_is_kept() -> None:
    assert expand("An {animal}, two {animal|plural}!") == "An otter, two otters!"


def test_filters_apply_in_order() -> None:
    assert expand("{animal|a|cap} {deed|past} it, {deed|ing}, {animal|possessive}") == (
        "An otter carried it, carrying, otter’s"
    )


def test_entries_may_hold_slots() -> None:
    assert expand("{sentence}") == "An otter runs."


def test_the_caller_may_add_slots_and_replace_them() -> None:
    assert GRAMMAR.expand(Rng(0), "{animal} in {city}, {count}", city=["Alderton"], animal="owl", count=3) == (
        "owl in Alderton, 3"
    )


def test_draws_are_deterministic_and_differ_by_generator() -> None:
    grammar = Grammar({"digit": tuple("0123456789")})
    texts = {grammar.expand(Rng(seed), "{digit}{digit}{digit}{digit}") for seed in range(20)}
    assert len(texts) > 15
    assert grammar.expand(Rng(5), "{digit}{digit}") == grammar.expand(Rng(5), "{digit}{digit}")


@pytest.mark.parametrize(
    "template, message",
    [
        ("{animall}", "unknown slot 'animall'.*did you mean animal"),
        ("{animal|shout}", "unknown filter 'shout'"),
        ("{animal", "unbalanced"),
        ("animal}", "unbalanced"),
        ("{circle}", "circles"),
        ("{none}", "no entries"),
    ],
)
def test_mistakes_are_named(template: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        expand(template)
