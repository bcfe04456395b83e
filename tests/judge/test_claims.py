"""Prose is read as a claim: what a text finally states, and nothing else."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from webcosm.judge.answers import (
    Address,
    Answer,
    Choice,
    Date,
    Distance,
    Money,
    Month,
    NotFound,
    Number,
    Ordered,
    PersonName,
    SetOf,
    Table,
    Text,
    Time,
)

TAGS = SetOf((Text("home"), Text("money")))
COUNTS = Table(("name", "orders"), ((Text("Ana"), Number(3)), (Text("Bo"), Number(5))))
PRICES = Ordered(
    (Money(Decimal("60.99")), Money(Decimal("114.99"))),
    context=("Give the lowest and the highest price.",),
)
MONTHLY = Ordered(
    (Number(9, unit="order"), Number(12, unit="order"), Number(4, unit="order")),
    context=("How many orders did we get each month from August to October 2025? Oldest month first.",),
)
KETTLE = ("How many orders did I place that were not canceled?",)


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        (TAGS, "Not these: home, money"),
        (TAGS, "Not these:\n- home\n- money"),
        (COUNTS, "| name | orders |\n|---|---|\n| Ana | 3 |\n| Bo | 5 |\n\nCorrection: the table above is wrong."),
        (Number(17, unit="order"), "I first counted 17 orders, but the answer is 16"),
        (Number(3, context=("How many of the 12 orders came late?",)), "The answer is 12, in 3 parcels."),
        (PRICES, "the most expensive costs $60.99, the cheapest $114.99"),
        (Ordered((Text("Kettle"), Text("Lamp"))), "2. Kettle\n1. Lamp"),
        (Choice("Card", ("Card", "Bank transfer")), "Card, sorry, PayPal"),
        (Number(42, unit="day"), "42 weeks"),
        (Number(42, context=("How many days are left?",)), "42 weeks"),
        (Money(Decimal("12.50")), "HK$12.50"),
        (Distance(Decimal("5.59"), "mi"), "5.59 km"),
        (Number(Decimal("5.59"), unit="mile"), "5.59 km"),
        (Number(Decimal("30.71"), decimals=2, tolerance=Decimal("0.005")), "30.7087"),
        (Time(datetime.time(9)), "9 o'clock at night"),
        (Time(datetime.time(9)), "quarter past 9"),
        (Text("3.4"), "3-4"),
        (Text("3.4"), "3/4"),
        (Money(Decimal("12.50")), "<s>$12.50</s>"),
        (Money(Decimal("12.50")), "~~$12.50~~ $13.00"),
        (Money(Decimal("12.50")), "starting at $12.50"),
        (Month(12), "any month but December"),
        (Number(5), '{"is_not": 5}'),
        (Number(5), {"is_not": 5}),
        (Text("home"), {"wrong_answer": "home"}),
        (TAGS, {"except": ["home", "money"]}),
        (Text("37 to 40 in", aliases=("37 to 40",)), "37 to 40 in or 48 to 51 in"),
        (Text("10 to 12 in"), "10 to 12 in, 8 to 9 in"),
        (Money(Decimal("12.50")), "I couldn't determine the total. One order was $12.50."),
        (PersonName("Joyce Ho"), "No customer has that number. The closest is Joyce Ho."),
        (Text("Pink"), "Blue, followed by Pink"),
        (Text("Pink"), "Blue is used most, ahead of Pink."),
        (MONTHLY, "October: 9, September: 12, August: 4"),
        (MONTHLY, {"October": 9, "September": 12, "August": 4}),
        (MONTHLY, "| Month | Orders |\n|---|---|\n| August | 4 |\n| September | 12 |\n| October | 9 |"),
        (TAGS, "| Tag | Notes |\n|---|---|\n| home | 4 |\n| work | 2 |"),
        (Number(0, context=("How many 5-star reviews does it have?",)), "It has no 4-star reviews."),
        (Number(17), "12 (17 with the canceled ones)"),
        (Date(datetime.date(2025, 7, 14)), "Jul 14 '24"),
    ],
)
def test_what_is_not_claimed_is_refused(expected: Answer, given: object) -> None:
    result = expected.compare(given)
    assert not result.accepted
    assert result.reason


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        (Money(Decimal("12.50")), "It adds up to $12.50."),
        (Money(Decimal("12.50")), "$12.50. Let me know if you need anything else."),
        (Money(Decimal("12.50")), "- $12.50"),
        (Money(Decimal("12.50")), "Total — $12.50"),
        (Text("Pink"), "You chose Pink."),
        (PersonName("Joyce Ho"), "The latest review was written by Joyce Ho."),
        (Address("12 Elm Street, Clayholm"), "The parcel goes to 12 Elm St, Clayholm."),
        (Text("Pink"), "According to your order, it is Pink."),
        (Address("12 Elm Street, Clayholm"), "Street: 12 Elm Street\nCity: Clayholm"),
        (Address("12 Elm Street, Clayholm"), {"street": "12 Elm Street", "city": "Clayholm"}),
        (PersonName("Joyce Ho"), {"first_name": "Joyce", "last_name": "Ho"}),
        (Date(datetime.date(2026, 3, 9)), {"day": 9, "month": 3, "year": 2026}),
        (Date(datetime.date(2026, 3, 9)), "Day: 9, Month: March, Year: 2026"),
        (Number(16, context=KETTLE), "You placed 16 orders that weren't canceled."),
        (Number(16), "The number of orders that were not shipped yet is 16."),
        (PRICES, "from $60.99 to $114.99"),
        (PRICES, "the most expensive costs $114.99, the cheapest $60.99"),
        (Distance(Decimal("30.71"), "inch", context=("How many inches are 78 cm?",)), "78 cm is 30.71 inches"),
        (Number(Decimal("30.71"), context=("How many inches are 78 cm?",)), "78 cm is 30.71 inches"),
        (Money(Decimal("12.50")), "$5.00 + $7.50 = $12.50"),
        (Money(Decimal("12.50")), "You paid $12.50: $5.00 for the mug and $7.50 for the tea."),
        (Choice("Canceled", ("Canceled", "Complete")), "Cancelled"),
        (Time(datetime.time(9)), "9 in the morning"),
        (Time(datetime.time(21, 15)), "quarter past nine in the evening"),
        (NotFound(), "Nobody."),
        (Number(7), "> 7"),
        (Text("101468"), "101468 (May 5, 2026)"),
        (Number(16), "I first counted 17, but the answer is 16"),
        (Text("Pink"), "<think>Blue? No.</think>Pink"),
        (Text("37 to 40 in"), "The store says 37 to 40 in."),
        (Number(17, unit="order"), "Out of 42 orders placed in September, 17 are complete."),
        (Number(Decimal("4.25"), decimals=2), "The average rating across all 4 reviews is 4.25 stars."),
        (Number(Decimal("4.25"), decimals=2), "17 / 4 = 4.25"),
        (Number(Decimal("30.71"), decimals=2), "78 ÷ 2.54 = 30.7087 ≈ 30.71"),
        (Number(23), "The total quantity is 23 (5 + 10 + 8)."),
        (Money(Decimal("32.50")), "You'd save $32.50 ($89.99 instead of $122.49)."),
        (Money(Decimal("32.50")), "The regular price is $122.49 and today's is $89.99, so you'd save $32.50."),
        (Number(0, context=("How many 5-star reviews does it have?",)), "None of the reviews has five stars."),
        (Number(0, context=("How many 5-star reviews does it have?",)), "It has no 5-star reviews."),
        (Number(0, context=("How many 5-star reviews does it have?",)), "There aren't any 5-star reviews."),
        (Date(datetime.date(2025, 7, 14)), "Jul 14 '25"),
        (Text("Pink"), "Pink, followed by Blue"),
        (Text("Aster Kettle"), "The Aster Kettle came out on top, ahead of the Brook Lamp (31)."),
        (PersonName("Joyce Ho"), "The number belongs to Joyce Ho (joyce.ho@mail.test)."),
        (MONTHLY, "| Month | Orders |\n|---|---|\n| August 2025 | 9 |\n| September 2025 | 12 |\n| October 2025 | 4 |"),
        (MONTHLY, "August: 9, September: 12, October: 4"),
        (TAGS, "| Tag | Notes |\n|---|---|\n| home | 4 |\n| money | 2 |"),
        (TAGS, "| # | Tag |\n|---|---|\n| 1 | money |\n| 2 | home |"),
    ],
)
def test_what_is_claimed_is_accepted(expected: Answer, given: object) -> None:
    result = expected.compare(given)
    assert result.accepted, result.reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("12 or 13", "alternatives"),
        ("12, 13", "several values"),
        ("It is not 12.", "denies or takes back"),
        ("12, no wait, scratch that.", "denies or takes back"),
        ("12, but I am not sure", "open"),
        ("The answer is 12. The answer is 13.", "several values"),
    ],
)
def test_a_refusal_says_why(given: str, reason: str) -> None:
    assert reason in Number(12).compare(given).reason


class TestItemsThatLookLikeRemarks:
    """A line of few plain words may be an item or a remark; the number of items that are asked for decides."""

    goal = "What are the 3 most-used search terms whose last search found at least 2 products? Most used first."
    terms = Ordered(tuple(Text(term) for term in ("curtains", "umbra lane rug", "scented candle"))).with_context(goal)

    @pytest.mark.parametrize(
        "answer",
        [
            "curtains\numbra lane rug\nscented candle",
            "Here you go\ncurtains\numbra lane rug\nscented candle",
            "curtains\numbra lane rug\nscented candle\nHope this helps!",
        ],
    )
    def test_they_are_items_where_so_many_are_asked_for(self, answer: str) -> None:
        assert self.terms.compare(answer).accepted

    @pytest.mark.parametrize(
        "answer",
        [
            "umbra lane rug\nscented candle",
            "rug\numbra lane rug\nscented candle",
            "lamp\ncurtains\numbra lane rug\nscented candle",
            "Not these:\ncurtains\numbra lane rug\nscented candle",
            "curtains\numbra lane rug\nscented candle\nsofa",
        ],
    )
    def test_no_item_is_set_aside_to_make_a_list_right(self, answer: str) -> None:
        assert not self.terms.compare(answer).accepted
