"""The judge keeps what it promises about answers in people's words."""

from __future__ import annotations

import itertools

import pytest

from webcosm.bench import answers
from webcosm.bench.answers import frames
from webcosm.bench.answers.questions import QUESTIONS


def held_out(rounds: int) -> answers.Rates:
    composed = itertools.chain.from_iterable(answers.compose(kind, rounds) for kind in QUESTIONS)
    return answers.measure(given for given in composed if given.held_out)


def assert_promises(rates: answers.Rates) -> None:
    shown = "\n".join(f"{given.text!r} for {given.expected}: {reason}" for given, reason in rates.errors[:10])
    assert rates.percent("wrong") <= answers.MOST_WRONG_ACCEPTED, shown
    assert rates.percent("terse") <= answers.MOST_TERSE_REFUSED, shown
    assert rates.percent("prose") <= answers.MOST_PROSE_REFUSED, shown


def test_held_out_wordings_are_judged_as_promised() -> None:
    rates = held_out(rounds=1)
    assert rates.counts["right"] + rates.counts["wrong"] > 2_000
    assert_promises(rates)


def test_no_wording_that_was_developed_on_is_misjudged() -> None:
    composed = itertools.chain.from_iterable(answers.compose(kind, 1) for kind in QUESTIONS)
    rates = answers.measure(given for given in composed if not given.held_out)
    assert not rates.errors, rates.errors[:5]


@pytest.mark.sweep
def test_held_out_wordings_of_many_draws_are_judged_as_promised() -> None:
    assert_promises(held_out(rounds=answers.ROUNDS))


def test_answers_are_composed_alike_every_time() -> None:
    assert list(answers.compose("money", 2)) == list(answers.compose("money", 2))


def test_about_a_third_of_the_wordings_is_held_out() -> None:
    wordings = (*frames.TERSE, *frames.PROSE, *frames.REFUSALS, *frames.OPENINGS, *frames.CLOSINGS)
    share = sum(wording.held_out for wording in wordings) / len(wordings)
    assert 0.25 < share < 0.45


def test_more_than_150_answers_were_written_by_hand() -> None:
    assert len(list(answers.written())) >= 150


def test_what_is_misjudged_is_counted() -> None:
    right, *_ = (given for given in answers.compose("count", 1) if given.right and given.terse)
    lie = answers.Given(right.kind, right.expected, right.text, False, True, False)
    assert answers.measure(iter([right, lie])).counts["wrong misjudged"] == 1
