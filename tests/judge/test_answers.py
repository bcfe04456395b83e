"""What holds for every answer type: it never raises, is deterministic, survives JSON, and withstands attackers."""

from __future__ import annotations

import datetime
import json
import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.judge.written import CASES
from webcosm.judge import answers
from webcosm.judge.answer_types.wording import JsonValue
from webcosm.judge.answers import (
    Address,
    Answer,
    AnyOf,
    Choice,
    Coordinates,
    Date,
    DateTime,
    Distance,
    Duration,
    Email,
    Money,
    Month,
    NotFound,
    Number,
    Ordered,
    PersonName,
    Phone,
    SetOf,
    Table,
    Text,
    Time,
    Url,
    Year,
    answer_from_json,
)

EXPECTATIONS = [case.expected for case in CASES]
KINDS = sorted({type(expected).__name__ for expected in EXPECTATIONS})

words = st.sampled_from(
    [
        "12",
        "12.5",
        "$",
        "€",
        "%",
        ",",
        ".",
        ";",
        ":",
        "-",
        "/",
        "(",
        ")",
        "or",
        "and",
        "not",
        "maybe",
        "if",
        "to",
        "yes",
        "no",
        "true",
        "N/A",
        "March",
        "5",
        "2024",
        "2024-03-05",
        "14:30",
        "pm",
        "h",
        "min",
        "km",
        "mi",
        "Ana",
        "Lopez",
        "Pro",
        "Mug",
        "red",
        "green",
        "|",
        "\n",
        "**",
        "`",
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        "one",
        "hundred",
        "dozen",
        "minus",
        "lat",
        "N",
        "W",
        "http://shop.test/",
        "@",
        "#",
    ]
)
texts = st.one_of(
    st.text(max_size=200), st.lists(words, max_size=30).map(" ".join), st.lists(words, max_size=30).map("".join)
)
leaves = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def test_every_public_type_is_covered_here() -> None:
    public = {name for name in answers.__all__ if isinstance(getattr(answers, name), type)}
    assert public - {"Answer", "Comparison", "Form", "Unless"} == set(KINDS)


@settings(max_examples=60, deadline=None)
@given(values)
def test_comparing_never_raises_and_is_deterministic(value: object) -> None:
    for expected in EXPECTATIONS:
        first, second = expected.compare(value), expected.compare(value)
        assert repr(first) == repr(second)
        assert first.reason


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(EXPECTATIONS), texts, texts)
def test_text_put_around_a_right_answer_never_raises(expected: Answer, before: str, after: str) -> None:
    right = next(case.right[0] for case in CASES if case.expected is expected)
    expected.compare(f"{before} {right} {after}")


@pytest.mark.parametrize("number", range(len(CASES)))
def test_answers_survive_json(number: int) -> None:
    expected = EXPECTATIONS[number]
    written = json.dumps(expected.to_json(), allow_nan=False)
    again = answer_from_json(json.loads(written))
    assert again == expected
    assert json.dumps(again.to_json()) == written
    for given_answer in (*CASES[number].right, *CASES[number].wrong):
        assert again.compare(given_answer).accepted == expected.compare(given_answer).accepted


finite = st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9)
drawn = st.one_of(
    finite.map(Number),
    finite.map(lambda value: Money(value, "EUR", tolerance=Decimal("0.01"))),
    st.dates().map(Date),
    st.times().map(Time),
    st.datetimes().map(DateTime),
    st.text(min_size=1).filter(str.strip).map(lambda value: Text(value, aliases=(value * 2,), context=("a goal",))),
    st.floats(min_value=0, max_value=1e6).map(lambda value: Duration(value, unit="minutes")),
)


@given(st.one_of(drawn, st.lists(drawn, max_size=4).map(lambda items: SetOf(tuple(items)))))
def test_drawn_answers_survive_json(expected: Answer) -> None:
    data: dict[str, JsonValue] = json.loads(json.dumps(expected.to_json()))
    assert answer_from_json(data) == expected


PAGE = (
    "Home Shop Orders Sign out\nOrder 000187 placed on March 5, 2024 at 14:30 Status complete Total $12.50 12 items\n"
    "Ana Lopez ana.lopez@mail.test +1 212-555-0123 12 Oak Street, Apt 4, Springfield, Illinois 62701\n"
    "Pro Mug red green light blue yes no 12% 2h58min 12 miles 40.7128, -74.0060 2022 March 2024 May C++ 105 1200\n"
) * 8


@pytest.mark.parametrize(
    "attack",
    [
        "",
        "   ",
        "yes no " + " ".join(str(number) for number in range(1001)),
        "N/A yes no 0 1 2 3 4 5 6 7 8 9 10 11 12",
        PAGE,
        PAGE * 20,
        "I don't know",
        "See the page.",
        "{}",
        "{{answer}}",
        "[object Object]",
        "undefined",
        "<answer></answer>",
    ],
)
def test_constant_answers_are_refused_by_every_type(attack: str) -> None:
    assert [expected for expected in EXPECTATIONS if expected.compare(attack)] == []


@pytest.mark.parametrize("expected", EXPECTATIONS, ids=lambda e: type(e).__name__)
def test_na_is_accepted_only_where_nothing_is_expected(expected: Answer) -> None:
    nothing_expected = expected == SetOf(()) or (isinstance(expected, NotFound) and not expected.mentions)
    assert expected.compare("N/A").accepted is nothing_expected


@pytest.mark.parametrize("expected", EXPECTATIONS, ids=lambda e: type(e).__name__)
def test_a_right_answer_buried_in_text_is_refused(expected: Answer) -> None:
    right = next(case.right[0] for case in CASES if case.expected is expected)
    padding = "lorem ipsum dolor sit amet " * 400
    assert not expected.compare(f"{padding} {right} {padding}")


HOSTILE = {
    "digits": "1" * 100_000,
    "commas": "1," * 50_000,
    "dots": "1." * 50_000,
    "words": "twelve " * 15_000,
    "brackets": "[" * 100_000,
    "objects": '{"a":' * 20_000,
    "spaces": " " * 100_000,
    "letters": "a" * 100_000,
    "stars": "*_" * 50_000,
    "links": "[a](b " * 16_000,
    "at": "a@a." * 25_000,
    "lines": "- a\n" * 25_000,
    "dates": "March 5, " * 11_000,
    "accents": "é" * 50_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_take_no_time(name: str) -> None:
    started = time.process_time()
    for expected in EXPECTATIONS:
        assert not expected.compare(HOSTILE[name])
    assert time.process_time() - started < 1


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_within_the_length_cap_take_little_time(name: str) -> None:
    """A long expectation allows long answers, so here the patterns themselves are put to the test."""
    many: list[Answer] = [
        SetOf(tuple(Text(f"thing {number}") for number in range(100))),
        Ordered(tuple(Money(number) for number in range(100))),
        SetOf(tuple(Date(datetime.date(2024, 1, 1) + datetime.timedelta(days=n)) for n in range(100))),
        Table(("a", "b"), tuple((Number(n), Text(f"x{n}")) for n in range(50))),
        Text("word " * 1000),
        Address("12 Oak Street " * 300),
        Url("http://shop.test/" + "a" * 3000),
    ]
    for expected in many:
        text = HOSTILE[name][: expected.length_cap()]
        started = time.process_time()
        assert not expected.compare(text)
        assert time.process_time() - started < 1, f"{type(expected).__name__} is slow on {name}"


def test_a_typical_comparison_takes_well_under_a_millisecond() -> None:
    pairs = [(case.expected, given_answer) for case in CASES for given_answer in case.right]
    for expected, given_answer in pairs:
        expected.compare(given_answer)
    started = time.process_time()
    for expected, given_answer in pairs:
        expected.compare(given_answer)
    assert (time.process_time() - started) / len(pairs) < 0.001


def test_collections_report_precision_and_recall() -> None:
    expected = SetOf((Text("red"), Text("green"), Text("blue"), Text("pink")))
    result = expected.compare("red, green, brown, black, white")
    assert not result
    assert (result.precision, result.recall) == (2 / 5, 2 / 4)
    right = expected.compare(["pink", "blue", "green", "red"])
    assert (right.accepted, right.precision, right.recall) == (True, 1, 1)
    ordered = Ordered((Number(1), Number(2))).compare([1, 3])
    assert (ordered.precision, ordered.recall) == (0.5, 0.5)
    table = Table(("a",), ((Number(1),), (Number(2),))).compare([{"a": 2}])
    assert (table.precision, table.recall) == (1, 0.5)


@pytest.mark.parametrize(
    "expected, given_answer, seen",
    [
        (Money(3), "$1,234.50", 1234.5),
        (Date(datetime.date(2024, 1, 1)), "March 5th, 2024", "2024-03-05"),
        (Time(datetime.time(1, 0)), "2:30 pm", "14:30:00"),
        (DateTime(datetime.datetime.fromisoformat("2024-01-01T00:00")), "2024-03-05 14:30", "2024-03-05T14:30:00"),
        (Duration(5), "2h58min", 10680),
        (Distance(1), "1.5 km", 1500),
        (Coordinates(0, 0), "40.5 N, 74 W", [40.5, -74.0]),
        (Phone("212-555-0000"), "+1 (212) 555-0123", "2125550123"),
        (Email("a@mail.test"), "B@mail.test", "b@mail.test"),
        (Url("http://a.test"), "https://www.b.test/x/", "b.test/x"),
        (Month(1, 2024), "2024-03", "March 2024"),
        (Year(1999), "in 2001", 2001),
        (Choice("a", ("a", "b")), "B.", "b"),
    ],
)
def test_a_refusal_shows_what_was_read(expected: Answer, given_answer: str, seen: JsonValue) -> None:
    result = expected.compare(given_answer)
    assert not result
    assert result.seen == seen


@pytest.mark.parametrize(
    "expected, given_answer, reason",
    [
        (Number(12), "12 or 13", "alternatives"),
        (Number(12), "12, 13", "several values"),
        (Number(12), "it is not 12", "denies"),
        (Number(12), "maybe 12", "open"),
        (Number(12), "over 12", "bound"),
        (Number(12), "12-15", "range"),
        (Number(12), "12 if it counts", "condition"),
        (Number(12), "x" * 500, "too long"),
        (Number(12), "", "empty"),
        (Money(12), "12 €", "EUR where USD"),
        (Date(datetime.date(2024, 3, 5)), "Monday, March 5, 2024", "no Monday"),
        (Date(datetime.date(2024, 3, 5)), "March 5", "year is missing"),
        (Text("red"), "red, blue", "more than the answer: 'blue'"),
        (SetOf((Number(1), Number(2))), "1", "1 of 2 items missing"),
    ],
)
def test_a_refusal_says_why(expected: Answer, given_answer: str, reason: str) -> None:
    assert reason in expected.compare(given_answer).reason


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Number("12"), "'12'"),  # type: ignore[arg-type]
        (lambda: Number(True), "True"),
        (lambda: Number(float("nan")), "nan"),
        (lambda: Number(1, tolerance=-1), "tolerance"),
        (lambda: Money(1, "XXX"), "'XXX'"),
        (lambda: Date("2024-03-05"), "2024-03-05"),  # type: ignore[arg-type]
        (lambda: Date(datetime.datetime.fromisoformat("2024-03-05")), "datetime.date"),
        (lambda: Time("14:30"), "14:30"),  # type: ignore[arg-type]
        (lambda: DateTime(datetime.date(2024, 3, 5)), "datetime.datetime"),  # type: ignore[arg-type]
        (lambda: Duration(-1), "-1"),
        (lambda: Duration(1, unit="fortnight"), "fortnight"),
        (lambda: Duration(1, clock="mm"), "'mm'"),  # type: ignore[arg-type]
        (lambda: Distance(1, "league"), "league"),
        (lambda: Coordinates(91, 0), "91"),
        (lambda: Phone("12"), "'12'"),
        (lambda: Phone("212-555-0123", country="US"), "'US'"),
        (lambda: Email("ana"), "'ana'"),
        (lambda: Url("/orders"), "'/orders'"),
        (lambda: PersonName("--"), "'--'"),
        (lambda: Month(13), "13"),
        (lambda: Year(24), "24"),
        (lambda: Text("  "), "empty"),
        (lambda: Choice("x", ("a", "b")), "'x'"),
        (lambda: Choice("a", ("a", "b"), (("c", ("d",)),)), "'c'"),
        (lambda: SetOf(("red",)), "'red'"),  # type: ignore[arg-type]
        (lambda: AnyOf(()), "at least one"),
        (lambda: Table(("a", "b"), ((Number(1),),)), "2 cells"),
        (lambda: answer_from_json({"type": "Colour"}), "'Colour'"),
        (lambda: answer_from_json({"type": "Number", "value": 1, "size": 2}), "'size'"),
    ],
)
def test_a_bad_expectation_is_named_when_it_is_made(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises((ValueError, TypeError), match=message):
        make()


def test_a_bare_goal_may_be_given_as_context() -> None:
    expected = Number(3, context="How many of my 12 orders came late?")  # type: ignore[arg-type]
    assert expected.compare("3 of your 12 orders came late")
    assert expected.with_context("since 2023").compare("3 of 12 since 2023")


def test_aliases_may_be_a_mapping() -> None:
    expected = Choice("canceled", ("canceled", "complete"), {"canceled": ["cancelled", "void"]})  # type: ignore[arg-type]
    assert expected.compare("It was cancelled")
    assert answer_from_json(expected.to_json()) == expected
    table = Table(("price",), ((Money(3),),), column_aliases={"price": ["cost"]})  # type: ignore[arg-type]
    assert table.compare([{"cost": "$3"}])


def test_initials_are_no_marks_of_a_list() -> None:
    people = SetOf((Text("B. MacLeod"), Text("Bernd H."), Text("C. Quigley")))
    assert people.compare("B. MacLeod, Bernd H., C. Quigley").accepted
    assert people.compare("C. Quigley; B. MacLeod; Bernd H.").accepted
    assert people.compare("C. Quigley\nB. MacLeod\nBernd H.").accepted
    assert people.compare("a. C. Quigley\nb. B. MacLeod\nc. Bernd H.").accepted
    assert not people.compare("B. MacLeod, C. Quigley").accepted
