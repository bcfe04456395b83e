from __future__ import annotations

import pytest

from webcosm.lore.rng import Rng, Wheel, digest


def test_same_labels_give_the_same_draws() -> None:
    one, other = Rng(3, "people"), Rng(3, "people")
    assert [one.uniform() for _ in range(5)] == [other.uniform() for _ in range(5)]


def test_numbers_are_fixed_for_ever() -> None:
    rng = Rng(0, "fixed")
    assert digest(0, "fixed") == 15698237867135782411
    assert [rng.integer(1, 100) for _ in range(6)] == [54, 89, 73, 44, 11, 19]
    assert rng.sample(range(10), 4) == [7, 8, 6, 9]
    assert rng.normal() == 1.0451277847031424


def test_a_child_does_not_move_its_parent() -> None:
    plain, with_child = Rng(1), Rng(1)
    with_child.child("x").uniform()
    assert plain.uniform() == with_child.uniform()


def test_integer_reaches_both_bounds_and_nothing_else() -> None:
    rng = Rng("bounds")
    assert {rng.integer(2, 4) for _ in range(200)} == {2, 3, 4}


def test_normal_has_its_mean_and_spread() -> None:
    rng = Rng("bell")
    draws = [rng.normal(10, 2) for _ in range(4000)]
    mean = sum(draws) / len(draws)
    variance = sum((draw - mean) ** 2 for draw in draws) / len(draws)
    assert abs(mean - 10) < 0.15
    assert abs(variance - 4) < 0.4


def test_sample_draws_different_items() -> None:
    drawn = Rng("sample").sample(range(50), 50)
    assert sorted(drawn) == list(range(50))


def test_shuffle_keeps_all_items_and_leaves_the_original() -> None:
    items = list(range(30))
    assert sorted(Rng("deck").shuffled(items)) == items
    assert items == list(range(30))


def test_weighted_draws_follow_the_weights_and_never_a_zero() -> None:
    rng = Rng("weights")
    drawn = [rng.weighted("abc", (1, 0, 3)) for _ in range(2000)]
    assert "b" not in drawn
    assert 0.7 < drawn.count("c") / len(drawn) < 0.8


def test_wheel_agrees_with_weighted() -> None:
    wheel = Wheel("abcd", (1, 2, 3, 4))
    one, other = Rng("same"), Rng("same")
    assert [wheel.draw(one) for _ in range(50)] == [other.weighted("abcd", (1, 2, 3, 4)) for _ in range(50)]


@pytest.mark.parametrize("items, weights", [("", ()), ("ab", (1,)), ("ab", (0, 0)), ("ab", (2, -1))])
def test_bad_weights_are_refused(items: str, weights: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="weight"):
        Rng(0).weighted(items, weights)


def test_other_bad_arguments_are_refused() -> None:
    rng = Rng(0)
    with pytest.raises(ValueError, match="empty"):
        rng.choice([])
    with pytest.raises(ValueError, match=r"integer\(5, 4\)"):
        rng.integer(5, 4)
    with pytest.raises(ValueError, match="cannot draw 3"):
        rng.sample("ab", 3)


def test_token_has_its_length_and_plain_letters() -> None:
    token = Rng("token").token(24)
    assert len(token) == 24
    assert token.isalnum()
    assert token == token.lower()
