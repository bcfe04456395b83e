"""No answer is right for two different expectations: so there is nothing to gain from naming several values.

Texts are strung together at random from both values and from words and marks that join them.
"""

from __future__ import annotations

import datetime
from typing import NamedTuple

import pytest

from webcosm.judge.answers import (
    Address,
    Answer,
    Choice,
    Coordinates,
    Date,
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
    Url,
    Year,
    YesNo,
)
from webcosm.lore.rng import Rng


class Rivals(NamedTuple):
    one: Answer
    other: Answer
    one_said: tuple[str, ...]
    other_said: tuple[str, ...]


RIVALS = (
    Rivals(Text("Pro Mug"), Text("Red Cup"), ("Pro Mug", "the Pro Mug"), ("Red Cup", "the Red Cup")),
    Rivals(Text("The Scream"), Text("Mona Lisa"), ("The Scream", "Scream"), ("Mona Lisa", "the Mona Lisa")),
    Rivals(Text("red"), Text("blue"), ("red",), ("blue",)),
    Rivals(PersonName("Ana Lopez"), PersonName("Bo Chen"), ("Ana Lopez", "Lopez, Ana"), ("Bo Chen", "Chen, Bo")),
    Rivals(Number(12), Number(13), ("12", "twelve", "#12", "$12", "12/100"), ("13", "thirteen", "13%", "13 of 100")),
    Rivals(Number(0), Number(3), ("0", "none", "There are no reviews"), ("3", "three")),
    Rivals(Money(12.5), Money(13), ("$12.50", "12.50", "12.50 dollars"), ("$13", "13", "13 USD", "13 cents")),
    Rivals(Percentage(12), Percentage(13), ("12%", "12"), ("13 percent", "13")),
    Rivals(
        Date(datetime.date(2024, 3, 5)),
        Date(datetime.date(2024, 3, 6)),
        ("March 5, 2024", "2024-03-05", "5 March", "03/05/2024"),
        ("March 6, 2024", "2024-03-06", "6 March 2024", "3/6/24"),
    ),
    Rivals(Time(datetime.time(14, 30)), Time(datetime.time(15, 0)), ("14:30", "2:30 PM"), ("15:00", "3 pm")),
    Rivals(Month(3, 2024), Month(4, 2024), ("March 2024", "2024-03", "March"), ("April 2024", "04/2024", "April")),
    Rivals(Year(2022), Year(2023), ("2022", "March 5, 2022"), ("2023", "2023-03-05")),
    Rivals(Duration(10_680), Duration(10_800), ("2h58min", "178 minutes", "2:58", "2.97 hours"), ("3 hours", "3:00")),
    Rivals(Distance(12, "km"), Distance(7, "mi"), ("12 km", "12"), ("7 miles", "7")),
    Rivals(Coordinates(40.5, -74), Coordinates(41.5, -75), ("40.5, -74", "40.5 N 74 W"), ("41.5, -75",)),
    Rivals(Address("12 Oak Street"), Address("9 Elm Road"), ("12 Oak St", "12 Oak Street"), ("9 Elm Rd",)),
    Rivals(Phone("212-555-0123"), Phone("212-555-0124"), ("212-555-0123",), ("(212) 555-0124", "+1 212 555 0124")),
    Rivals(Email("a@x.test"), Email("b@x.test"), ("a@x.test",), ("b@x.test",)),
    Rivals(Url("http://a.test/1"), Url("http://a.test/2"), ("http://a.test/1", "a.test/1"), ("http://a.test/2",)),
    Rivals(Choice("car", ("car", "bike")), Choice("bike", ("car", "bike")), ("car",), ("bike",)),
    Rivals(YesNo(True), YesNo(False), ("yes", "true", "correct"), ("no", "false", "not true")),
    Rivals(Text("red"), NotFound(), ("red",), ("N/A", "not found", "There is no such thing")),
    Rivals(Number(3), NotFound(), ("3", "three"), ("N/A", "There are no reviews")),
    Rivals(SetOf((Text("a1"), Text("b1"))), SetOf((Text("a1"), Text("c1"))), ("a1, b1", "b1"), ("a1 and c1", "c1")),
    Rivals(Ordered((Money(1), Money(2))), Ordered((Money(2), Money(1))), ("$1", "1", "$2, $1"), ("$2", "2", "$1; $2")),
    Rivals(Ordered((Text("a1"), Text("b1"))), Ordered((Text("b1"), Text("a1"))), ("a1", "a1, b1"), ("b1", "b1; a1")),
    Rivals(
        Table(("n", "v"), ((Text("a1"), Number(1)),)),
        Table(("n", "v"), ((Text("a1"), Number(2)),)),
        ("a1: 1", "a1 | 1"),
        ("a1: 2", "a1 | 2"),
    ),
)
JOINTS = (
    *(
        " ",
        ", ",
        "; ",
        "\n",
        ". ",
        ": ",
        " - ",
        " (",
        ") ",
        " = ",
        "/",
        "|",
        " -> ",
        "**",
        "~~",
        '"',
        "[",
        "]",
        "{",
        "}",
    ),
    *(
        " is ",
        " was ",
        " and ",
        " is the ",
        " answer ",
        " the ",
        " The answer is ",
        "It is ",
        "The ",
        " then ",
        " called ",
    ),
    *(
        "1. ",
        "\n2. ",
        "- ",
        "\n- ",
        " of ",
        " out of ",
        " with ",
        " placed the ",
        " has the ",
        " about ",
        " to ",
        " first ",
    ),
)


def strung_together(rivals: Rivals, rng: Rng) -> str:
    said = [rng.choice(rivals.one_said), rng.choice(rivals.other_said)]
    if rng.chance(0.5):
        said.append(rng.choice(rivals.one_said + rivals.other_said))
    text = rng.choice(JOINTS) if rng.chance(0.6) else ""
    for value in rng.shuffled(said):
        text += value + rng.choice(JOINTS) + (rng.choice(JOINTS) if rng.chance(0.3) else "")
    return text


def right_for_both(rivals: Rivals, rounds: int) -> list[str]:
    texts = [strung_together(rivals, Rng("commitment", repr(rivals.one), number)) for number in range(rounds)]
    return [text for text in texts if rivals.one.compare(text) and rivals.other.compare(text)]


NAMES = [f"{number}-{type(rivals.one).__name__}" for number, rivals in enumerate(RIVALS)]


@pytest.mark.parametrize("rivals", RIVALS, ids=NAMES)
def test_no_answer_is_right_twice(rivals: Rivals) -> None:
    assert any(rivals.one.compare(text) for text in rivals.one_said) or isinstance(rivals.one, SetOf | Ordered)
    assert not right_for_both(rivals, 150)


@pytest.mark.sweep
@pytest.mark.parametrize("rivals", RIVALS, ids=NAMES)
def test_no_answer_of_many_is_right_twice(rivals: Rivals) -> None:
    assert not right_for_both(rivals, 4_000)
