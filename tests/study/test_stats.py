"""Figures of a study: examples computed by hand, and what must hold for any records."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.study.record import EpisodeKey, EpisodeRecord
from webcosm.study.report.summary import summarise
from webcosm.study.stats import (
    GROUPINGS,
    bootstrap,
    compare,
    difficulty_grid,
    grouped,
    mcnemar,
    newcombe,
    pass_at,
    pass_every,
    passes,
    spread,
    success_rate,
    template_histogram,
    wilson,
)

SCORES = {"s": ("success", 1.0), "f": ("failure", 0.0), "e": ("error", None)}


def episode(sign: str, task: str = "arena.notes.a", seed: int = 0, trial: int = 0, **more: Any) -> EpisodeRecord:
    """An episode that succeeded (s), failed (f) or ended in an error (e)."""
    outcome, score = SCORES[sign]
    facts: dict[str, Any] = {"steps": 3, "seconds": 1.0, "verdict": {"note": "it broke" if sign == "e" else ""}} | more
    return EpisodeRecord(EpisodeKey(task, seed, 0, trial), "tester", "Do it.", outcome, score, score or 0.0, **facts)


def episodes(signs: str, task: str = "arena.notes.a", **more: Any) -> list[EpisodeRecord]:
    return [episode(sign, task, seed, **more) for seed, sign in enumerate(signs)]


signs = st.text(alphabet="sfe", max_size=12)
studies = st.lists(signs, max_size=6).map(
    lambda texts: [one for number, text in enumerate(texts) for one in episodes(text, f"arena.notes.t{number}")]
)


# Rates ----------------------------------------------------------------------------------------------------------------


def test_errors_are_counted_apart_and_never_as_failures() -> None:
    rate = success_rate(episodes("sssfee"))
    assert (rate.solved, rate.judged, rate.errors, rate.rate) == (3, 4, 2, 0.75)


@pytest.mark.parametrize("signs, errors", [("", 0), ("ee", 2)])
def test_where_nothing_was_judged_there_is_no_rate(signs: str, errors: int) -> None:
    rate = success_rate(episodes(signs))
    assert (rate.judged, rate.errors) == (0, errors)
    assert (rate.rate, rate.standard_error, rate.low, rate.high) == (None, None, None, None)


def test_wilsons_interval_by_hand() -> None:
    # 8 of 10, z = 1.96: middle (0.8 + 0.19207) / 1.38415, reach 1.96 / 1.38415 * sqrt(0.016 + 0.0096035)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(3, 3)[1] == 1.0


@pytest.mark.parametrize("solved, total", [(0, 0), (-1, 3), (4, 3)])
def test_what_is_no_share_is_refused(solved: int, total: int) -> None:
    with pytest.raises(ValueError, match=f"{solved} of {total} is no share"):
        wilson(solved, total)


def test_the_standard_error_is_that_of_strata() -> None:
    """Two templates of 50: one always solved, one half solved. Only the second varies: sqrt(0.25 / 50) * 50 / 100."""
    rate = success_rate(episodes("s" * 50, "arena.notes.a") + episodes("sf" * 25, "arena.notes.b"))
    assert rate.rate == 0.75
    assert rate.standard_error == pytest.approx(0.5 * (0.25 / 50) ** 0.5, rel=0.1)
    assert rate.interval == "bootstrap"
    assert rate.low == pytest.approx(0.75 - 1.96 * 0.0354, abs=0.015)
    assert rate.high == pytest.approx(0.75 + 1.96 * 0.0354, abs=0.015)


def test_templates_with_one_episode_are_drawn_from_together() -> None:
    """Each alone could not vary, and the error would come out as 0."""
    records = [episode("sf"[number % 2], f"arena.notes.t{number}") for number in range(40)]
    assert success_rate(records).standard_error == pytest.approx((0.25 / 40) ** 0.5, rel=0.1)


@pytest.mark.parametrize("signs", ["sf" * 10, "s" * 100])
def test_few_or_equal_outcomes_get_wilsons_interval(signs: str) -> None:
    rate = success_rate(episodes(signs))
    assert rate.interval == "wilson"
    assert (rate.low, rate.high) == wilson(signs.count("s"), len(signs))


def test_the_bootstrap_draws_a_thousand_times_and_always_the_same() -> None:
    draws = bootstrap({"a": [0, 1, 1], "b": [1, 0]})
    assert len(draws) == 1_000
    assert (draws == bootstrap({"b": [0, 1], "a": [1, 1, 0]})).all(), "the order of the values plays no part"
    assert (draws != bootstrap({"a": [0, 1, 1], "b": [1, 0]}, seed=1)).any()


def test_nothing_cannot_be_drawn_from() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        bootstrap({"a": []})


@settings(max_examples=60, deadline=None)
@given(studies, st.randoms())
def test_a_rate_lies_in_its_interval_and_does_not_depend_on_order(records: list[EpisodeRecord], random: Any) -> None:
    rate = success_rate(records)
    assert rate.judged + rate.errors == len(records)
    if rate.judged:
        assert rate.rate is not None
        assert rate.low is not None
        assert rate.high is not None
        assert 0 <= rate.low <= rate.rate <= rate.high <= 1
    shuffled = list(records)
    random.shuffle(shuffled)
    assert success_rate(shuffled) == rate


# Groups ---------------------------------------------------------------------------------------------------------------


def test_an_episode_of_two_sites_counts_for_both() -> None:
    records = [*episodes("sf", sites=("notes",)), episode("s", "arena.notes.b", sites=("notes", "wiki"))]
    rates = grouped(records, GROUPINGS["site"])
    assert {name: (rate.solved, rate.judged) for name, rate in rates.items()} == {"notes": (2, 3), "wiki": (1, 1)}


def test_levels_go_from_easy_to_hard_and_tasks_without_one_come_last() -> None:
    records = [episode("s", seed=number, level=level) for number, level in enumerate(("", "hard", "medium", "easy"))]
    assert list(grouped(records, GROUPINGS["level"])) == ["easy", "medium", "hard", "unrated"]


def test_the_difficulty_grid_has_a_cell_for_what_was_played() -> None:
    records = [
        *episodes("sf", level="easy", visual=0),
        *episodes("fe", "arena.notes.b", level="easy", visual=2),
        *episodes("s", "arena.notes.c", level="hard", visual=0),
    ]
    cells = [(cell.level, cell.visual, cell.rate.solved, cell.rate.judged) for cell in difficulty_grid(records)]
    assert cells == [("easy", 0, 1, 2), ("easy", 2, 0, 1), ("hard", 0, 1, 1)]


def test_the_histogram_counts_templates_by_their_share() -> None:
    shares = {"a": "fff", "b": "sffff", "c": "ssfff", "d": "sf", "e": "sssf", "f": "ssssssssf", "g": "sss", "h": "ee"}
    records = [one for name, text in shares.items() for one in episodes(text, f"arena.notes.{name}")]
    assert list(template_histogram(records).items()) == [
        ("0%", 1),
        ("to 20%", 1),
        ("to 40%", 1),
        ("to 60%", 1),
        ("to 80%", 1),
        ("under 100%", 1),
        ("100%", 1),
    ], "the template with nothing but errors is in no bin"


def test_spread_by_hand() -> None:
    found = spread([1, 2, 3, 4, 10])
    assert found is not None
    assert (found.count, found.mean, found.median, found.p90, found.least, found.most) == pytest.approx(
        (5, 4, 3, 7.6, 1, 10)
    )
    assert spread([]) is None


# Trials ---------------------------------------------------------------------------------------------------------------


def test_pass_at_k_and_pass_every_k_by_hand() -> None:
    assert pass_at(5, 2, 3) == pytest.approx(1 - 1 / 10)
    assert pass_every(5, 2, 2) == pytest.approx(1 / 10)
    assert (pass_at(4, 0, 4), pass_every(4, 4, 4), pass_at(4, 1, 4), pass_every(4, 3, 4)) == (0, 1, 1, 0)


@pytest.mark.parametrize("trials, solved, k", [(3, 1, 4), (3, 1, 0), (3, 4, 1), (3, -1, 1)])
def test_more_than_there_are_trials_is_refused(trials: int, solved: int, k: int) -> None:
    for figure in (pass_at, pass_every):
        with pytest.raises(ValueError, match=f"k={k} of {trials} trials with {solved} solved"):
            figure(trials, solved, k)


def test_trials_are_averaged_over_tasks_that_have_enough() -> None:
    """Task 0: s s f, task 1: f and an error, so one judged trial."""
    records = [episode(sign, seed=0, trial=number) for number, sign in enumerate("ssf")]
    records += [episode(sign, seed=1, trial=number) for number, sign in enumerate("fe")]
    one, two, three = passes(records)
    assert (one.tasks, two.tasks, three.tasks) == (2, 1, 1)
    assert (one.at, one.every) == pytest.approx(((2 / 3 + 0) / 2,) * 2)
    assert (two.at, two.every) == pytest.approx((1, 1 / 3))
    assert (three.at, three.every) == (1, 0)


@given(st.integers(1, 30), st.data())
def test_more_trials_help_to_pass_once_and_hurt_to_pass_always(trials: int, data: st.DataObject) -> None:
    solved = data.draw(st.integers(0, trials))
    once = [pass_at(trials, solved, k) for k in range(1, trials + 1)]
    always = [pass_every(trials, solved, k) for k in range(1, trials + 1)]
    assert once == sorted(once)
    assert always == sorted(always, reverse=True)
    assert isclose(once[0], solved / trials, abs_tol=1e-12)
    assert isclose(always[0], solved / trials, abs_tol=1e-12)


# Two studies ----------------------------------------------------------------------------------------------------------


def test_a_comparison_pairs_equal_episodes() -> None:
    first = episodes("ssffe", revision=1)
    other = [*episodes("sfsss"), episode("s", "arena.notes.other")]
    found = compare(first, other)
    assert (found.wins, found.ties, found.losses, found.pairs) == (2, 1, 1, 4)
    assert (found.errors, found.revised, found.unmatched) == (1, 0, 1)


def test_wins_ties_and_losses_by_hand() -> None:
    found = compare(episodes("ssfff"), episodes("sfssf"))
    assert (found.wins, found.ties, found.losses) == (2, 2, 1)
    assert found.difference == pytest.approx(0.2)
    assert found.p == 1.0


def test_a_revised_task_is_not_compared() -> None:
    found = compare(episodes("ss", revision=1), episodes("ff", revision=2))
    assert (found.pairs, found.revised, found.difference, found.p) == (0, 2, None, None)


def test_nothing_in_common_is_told_and_not_computed() -> None:
    found = compare(episodes("s"), episodes("s", "arena.notes.b"))
    assert (found.pairs, found.unmatched, found.difference) == (0, 2, None)
    assert compare([], []).pairs == 0


def test_an_episode_that_is_there_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"arena\.notes\.a@0\.0#0 twice"):
        compare(episodes("s") * 2, episodes("s"))


def test_mcnemars_test_by_hand() -> None:
    assert mcnemar(0, 0) == 1
    assert mcnemar(5, 0) == 2 / 32
    assert mcnemar(1, 8) == pytest.approx(2 * (1 + 9) / 512)
    assert mcnemar(4, 4) == 1


def test_newcombes_interval_by_hand() -> None:
    """5 of 5 against 0 of 5, Wilson (0.5655, 1) and (0, 0.4345); shares of 0 and 1 do not correlate."""
    low, high = newcombe(both=0, wins=5, losses=0, neither=0)
    assert high == 1
    assert low == pytest.approx(1 - (2 * 0.4345**2) ** 0.5, abs=1e-3)


def test_many_pairs_are_drawn_anew() -> None:
    """100 pairs, 30 wins and 10 losses: the difference is 0.2, its error sqrt((0.4 - 0.04) / 100) = 0.06."""
    found = compare(episodes("f" * 30 + "s" * 10 + "f" * 60), episodes("s" * 30 + "f" * 70))
    assert found.interval == "bootstrap"
    assert found.difference == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.2 - 1.96 * 0.06, 0.2 + 1.96 * 0.06), abs=0.02)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("sfe"), st.sampled_from("sfe")), max_size=45))
def test_turned_round_a_comparison_says_the_opposite(pairs: Sequence[tuple[str, str]]) -> None:
    one, two = (episodes("".join(pair[side] for pair in pairs)) for side in (0, 1))
    there, back = compare(one, two), compare(two, one)
    assert (there.wins, there.losses, there.ties, there.errors) == (back.losses, back.wins, back.ties, back.errors)
    assert there.p == back.p
    assert there.pairs + there.errors == len(pairs)
    if there.difference is not None and back.difference is not None:
        assert there.difference == -back.difference
        assert there.low is not None
        assert there.high is not None
        assert -1 <= there.low <= there.difference <= there.high <= 1


# All of it ------------------------------------------------------------------------------------------------------------


def test_a_summary_keeps_errors_out_of_every_mean() -> None:
    records = [
        *episodes("sf", steps=4, seconds=2.0),
        episode("e", "arena.notes.b", steps=100, seconds=900.0, usage={"calls": 2, "cost": None}),
        episode("s", "arena.notes.c", achievable=False, usage={"calls": 3, "cost": 0.5}),
    ]
    summary = summarise(records)
    assert (summary.overall.solved, summary.overall.judged, summary.overall.errors) == (2, 3, 1)
    assert (summary.achievable.judged, summary.unachievable.judged) == (2, 1)
    steps, seconds = summary.steps["all"], summary.seconds["all"]
    assert steps is not None
    assert seconds is not None
    assert (steps.count, steps.most, seconds.most) == (3, 4, 2)
    assert summary.progress == pytest.approx(2 / 3)
    assert summary.usage == {"calls": 5, "cost": 0.5}, "what errors cost was spent all the same"


def test_a_study_without_episodes_has_a_summary() -> None:
    summary = summarise([])
    assert (summary.overall.rate, summary.progress, summary.passes, summary.grid) == (None, None, [], [])
    assert sum(summary.histogram.values()) == 0
