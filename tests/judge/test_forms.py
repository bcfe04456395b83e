"""Every answer type says what an answer looks like, and gives nothing of the expected value away."""

from __future__ import annotations

import datetime
import json
from decimal import Decimal

import pytest

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
    Percentage,
    PersonName,
    Phone,
    SetOf,
    Table,
    Text,
    Time,
    Unless,
    Url,
    Year,
    YesNo,
)

CLOSED = Text("closed")
PAIRS: tuple[tuple[Answer, Answer, object, object], ...] = (
    (Number(12, unit="order"), Number(700, unit="order"), 12, 13),
    (Number(Decimal("4.5"), decimals=2), Number(Decimal("3.25"), decimals=2), 4.5, 4.51),
    (Money(Decimal("12.50")), Money(3), 12.5, 12.51),
    (Percentage(15), Percentage(90), 15, 16),
    (Date(datetime.date(2026, 5, 14)), Date(datetime.date(2025, 1, 1)), "2026-05-14", "2026-05-15"),
    (Time(datetime.time(9, 30)), Time(datetime.time(21)), "09:30", "21:30"),
    (
        DateTime(datetime.datetime.fromisoformat("2026-05-14T09:30")),
        DateTime(datetime.datetime.fromisoformat("2025-01-01T10:00")),
        "2026-05-14T09:30",
        "2026-05-14T10:30",
    ),
    (Month(5, 2026), Month(6, 2025), "2026-05", "2026-06"),
    (Month(5), Month(6), "May", "June"),
    (Year(2026), Year(1999), 2026, 2025),
    (Duration(5400), Duration(60), {"value": 90, "unit": "minutes"}, {"value": 90, "unit": "hours"}),
    (Duration(5400, unit="minutes"), Duration(60, unit="minutes"), 90, 91),
    (Distance(5, "km"), Distance(8, "km"), {"value": 5, "unit": "km"}, {"value": 5, "unit": "mi"}),
    (
        Coordinates(40.44, -79.99),
        Coordinates(1, 2),
        {"latitude": 40.44, "longitude": -79.99},
        {"latitude": -79.99, "longitude": 40.44},
    ),
    (Address("12 Elm St, Clayholm"), Address("9 Oak Rd, Easton"), "12 Elm St, Clayholm", "12 Elm St, Easton"),
    (Text("Foolscap"), Text("Maybe Tomorrow"), "Foolscap", "Folio"),
    (Text("Maybe not"), Text("Foolscap"), "Maybe not", "Maybe"),
    (Choice("blue", ("blue", "rose")), Choice("rose", ("blue", "rose")), "blue", "rose"),
    (YesNo(True), YesNo(False), True, False),
    (NotFound(), NotFound(), "none", "something"),
    (PersonName("Joyce Ho"), PersonName("Ana Lopez"), "Joyce Ho", "Joyce Lopez"),
    (Phone("(412) 555-8462"), Phone("(412) 555-0000"), "412-555-8462", "412-555-8463"),
    (Email("a@x.test"), Email("b@x.test"), "a@x.test", "b@x.test"),
    (Url("http://a.test/1"), Url("http://a.test/2"), "http://a.test/1", "http://a.test/2"),
    (SetOf((Text("a"), Text("b"))), SetOf((Text("c"),)), ["b", "a"], ["a"]),
    (Ordered((Text("a"), Text("b"))), Ordered((Text("c"),)), ["a", "b"], ["b", "a"]),
    (AnyOf((Text("a"), Text("b"))), AnyOf((Text("c"),)), "a", "c"),
    (
        Table(("name", "age"), ((Text("a"), Number(3)),)),
        Table(("name", "age"), ((Text("b"), Number(4)), (Text("c"), Number(5)))),
        [{"name": "a", "age": 3}],
        [{"name": "a", "age": 4}],
    ),
    (
        Unless(Time(datetime.time(9)), "closed"),
        Unless(CLOSED, "closed", instead_of=Time(datetime.time(0))),
        "09:00",
        "closed",
    ),
    (
        Unless(CLOSED, "closed", instead_of=Time(datetime.time(0))),
        Unless(Time(datetime.time(9)), "closed"),
        "closed",
        "09:00",
    ),
)


@pytest.mark.parametrize(("one", "other", "right", "wrong"), PAIRS, ids=lambda value: type(value).__name__)
def test_a_form_is_the_same_for_every_value_and_its_values_are_judged(
    one: Answer, other: Answer, right: object, wrong: object
) -> None:
    assert one.form() == other.form()
    assert all((one.form().words, one.form().plural, one.form().schema))
    for given in (right, json.dumps(right), json.dumps({"answer": right})):
        assert one.compare(given).accepted, one.compare(given).reason
    for given in (wrong, json.dumps(wrong)):
        assert not one.compare(given)


def test_options_are_told_only_where_they_are_public() -> None:
    hidden, public = Choice("blue", ("blue", "rose")), Choice("blue", ("blue", "rose"), public=True)
    assert "rose" not in json.dumps(hidden.form().to_json())
    assert public.form().line == "Answer with: one of blue, rose."
    assert public.form().schema["enum"] == ["blue", "rose"]


def test_a_list_does_not_tell_how_many_items_it_has() -> None:
    assert SetOf((Text("a"),)).form() == SetOf((Text("a"), Text("b"), Text("c"))).form() == SetOf(()).form()
    assert SetOf((Text("a"),)).form().line == "Answer with: a list of texts, in any order."


def test_the_word_instead_must_be_right_itself() -> None:
    with pytest.raises(ValueError, match="instead of another answer"):
        Unless(Time(datetime.time(9)), "closed", instead_of=Time(datetime.time(0)))
