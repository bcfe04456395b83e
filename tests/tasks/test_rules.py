"""Rules decide about every record, and their prose says all that decides."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webcosm.lore import Rng
from webcosm.tasks.dates import said_day
from webcosm.tasks.prose import missing_values, notice_text, policy_text
from webcosm.tasks.rules import (
    Condition,
    Handbook,
    Notice,
    Policy,
    Rule,
    RuleFault,
    Test,
    Treatment,
    Version,
    cells,
    draw_rows,
)

DAY = date(2026, 5, 1)
PAY = Treatment("pay", ("pay it back, less {fee}", "return the money but {fee}"), {"fee": 250}, {"fee": "$2.50"})
LEAVE = Treatment("leave", ("leave it", "do nothing"))
KEEP = Treatment("keep", ("keep it",))

conditions = st.builds(
    lambda fact, test, value: Condition(
        fact, test, value, ("its " + fact + " is such: {value}", "{value} for " + fact)
    ),
    st.sampled_from(("age", "size")),
    st.sampled_from(("is", "is not", "at least", "at most", "over", "under")),
    st.integers(0, 9),
)
treatments = st.sampled_from((PAY, LEAVE, KEEP))
rules = st.builds(
    lambda when, then, unless: (tuple(when), then, tuple(unless)),
    st.lists(conditions, min_size=1, max_size=2),
    treatments,
    st.lists(conditions, max_size=2),
)
policies = st.builds(
    lambda parts, otherwise, wins: Policy(
        tuple(Rule(f"rule {number}", *part) for number, part in enumerate(parts)), otherwise, wins
    ),
    st.lists(rules, max_size=4),
    treatments,
    st.sampled_from(("first", "last")),
)
handbooks = st.builds(
    lambda versions, notices: Handbook(
        tuple(Version(DAY + timedelta(days=10 * place), policy) for place, policy in enumerate(versions)),
        tuple(
            Notice(Rule(f"notice {number}", *part), DAY + timedelta(days=since), DAY + timedelta(days=since + 5))
            for number, (part, since) in enumerate(notices)
        ),
    ),
    st.lists(policies, min_size=1, max_size=3),
    st.lists(st.tuples(rules, st.integers(0, 30)), max_size=2),
)
facts = st.fixed_dictionaries({"age": st.integers(0, 9), "size": st.integers(0, 9)})
days = st.integers(-5, 40).map(lambda number: DAY + timedelta(days=number))


@given(handbooks, facts, days)
@settings(max_examples=150, deadline=None)
def test_every_record_is_decided_about_on_every_day(handbook: Handbook, record: dict[str, int], at: date) -> None:
    decision = handbook.decide(record, at)
    assert decision.rule in handbook.in_force(at)
    if isinstance(decision.source, Notice):
        assert decision.source.holds(at)
    else:
        assert decision.source == handbook.version(at)
        assert not any(notice.holds(at) and notice.rule.applies(record) for notice in handbook.notices)


@given(handbooks, st.integers(0, 50))
@settings(max_examples=100, deadline=None)
def test_the_prose_has_every_value_and_says_what_holds_when(handbook: Handbook, seed: int) -> None:
    versions = handbook.versions
    for place, version in enumerate(versions):
        for style in ("page", "note"):
            text = policy_text(versions, place, Rng(seed), subject="a thing", counted="the day", style=style)
            assert missing_values(text, version.policy.rules) == []
            assert said_day(version.since) in text
            if place + 1 < len(versions):
                assert said_day(versions[place + 1].since) in text
            if len(version.policy.rules) > 1:
                assert ("last" in text or "further down" in text) == (version.policy.wins == "last")
    for notice in handbook.notices:
        text = notice_text(notice, Rng(seed), subject="a thing", counted="the day")
        assert missing_values(text, [notice.rule]) == []
        assert said_day(notice.since) in text
        assert notice.until is not None
        assert said_day(notice.until) in text
        assert "standing rules" in text


@given(handbooks, st.lists(st.tuples(facts, days), min_size=1, max_size=20), st.integers(1, 12), st.integers(0, 9))
@settings(max_examples=100, deadline=None)
def test_rows_are_drawn_so_that_every_rule_decides_about_some(
    handbook: Handbook, rows: list[tuple[dict[str, int], date]], count: int, seed: int
) -> None:
    chosen = draw_rows(Rng(seed), handbook, rows, count)
    wanted = {name for _, at in rows for name in handbook.in_force(at)}
    if chosen is None:
        assert wanted - cells(handbook, rows).keys() or len(wanted) > count or count > len(rows)
    else:
        assert len(set(chosen)) == count
        assert cells(handbook, [rows[place] for place in chosen]).keys() >= wanted


@given(handbooks, facts, days)
@settings(max_examples=100, deadline=None)
def test_what_decides_decides_no_more_without_its_clause(handbook: Handbook, record: dict[str, int], at: date) -> None:
    without = handbook.without_each(at)
    rule = handbook.decide(record, at).rule
    assert {name for name in without if not name.endswith(", unless")} == set(handbook.in_force(at)) - {"otherwise"}
    for name, left in without.items():
        if name == rule:
            assert left.decide(record, at).rule != rule
        elif not name.endswith(", unless"):
            assert left.decide(record, at).rule == rule, "what did not decide is not missed"


def test_without_its_exception_a_rule_decides_about_more() -> None:
    old = Condition("age", "over", 5, ("it is older than {value}",))
    large = Condition("size", "over", 5, ("it is larger than {value}",))
    first, second = Version(DAY, Policy((), LEAVE)), Version(DAY + timedelta(days=10), Policy((), LEAVE))
    excepted = Policy((Rule("old", (old,), KEEP, (large,)),), LEAVE)
    handbook = Handbook((first, Version(second.since, excepted)))
    both, at = {"age": 9, "size": 9}, second.since
    assert handbook.decide(both, at).rule == "otherwise"
    without = handbook.without_each(at)
    assert set(without) == {"old", "old, unless"}
    assert without["old, unless"].decide(both, at).treatment == KEEP
    assert without["old, unless"].decide(both, DAY).treatment == LEAVE, "older versions stay"
    assert handbook.without_each(DAY) == {}


def test_exceptions_precedence_versions_and_notices() -> None:
    old = Condition("age", "over", 5, ("it is older than {value} days",))
    broken = Condition("broken", "is", True, ("it is broken",))
    small = Condition("size", "under", 3, ("it is smaller than {value}",))
    late, tiny = Rule("late", (old,), LEAVE, (broken,)), Rule("tiny", (small,), PAY)
    first, last = Policy((late, tiny), KEEP, "first"), Policy((late, tiny), KEEP, "last")
    record = {"age": 9, "size": 1, "broken": False}
    assert first.deciding(record) is late
    assert last.deciding(record) is tiny
    assert first.deciding({**record, "broken": True}) is tiny
    assert first.deciding({"age": 1, "size": 9, "broken": False}) is None
    book = Handbook(
        (Version(DAY, first), Version(DAY + timedelta(days=10), last)),
        (Notice(Rule("week", (old,), KEEP), DAY + timedelta(days=20), DAY + timedelta(days=26)),),
    )
    told = [book.decide(record, DAY + timedelta(days=number)).rule for number in (-3, 0, 9, 10, 19, 20, 26, 27)]
    assert told == ["late", "late", "late", "tiny", "tiny", "week", "week", "tiny"]


@pytest.mark.parametrize(
    ("test", "given_", "value", "holds"),
    [("one of", "a", ("a", "b"), True), ("none of", "a", ("a", "b"), False), ("is not", 1, 2, True)],
)
def test_tests(test: Test, given_: object, value: object, holds: bool) -> None:
    assert Condition("x", test, value, ("{value}",)).holds({"x": given_}) is holds


def test_faults_are_said() -> None:
    with pytest.raises(RuleFault, match="does not say its value"):
        Condition("age", "over", 5, ("it is old",))
    with pytest.raises(RuleFault, match="does not say its fee"):
        Treatment("pay", ("pay it",), {"fee": 1})
    with pytest.raises(RuleFault, match="says nothing of 'age'"):
        Condition("age", "over", 5, ("{value}",)).holds({"size": 1})
    with pytest.raises(RuleFault, match="two rules have one name"):
        Policy((Rule("a", (), LEAVE), Rule("a", (), PAY)), KEEP)
    with pytest.raises(RuleFault, match="the oldest first"):
        Handbook(())
