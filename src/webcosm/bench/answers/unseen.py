"""More answers written by hand. The failures among those of `written` were looked at once; these were not."""

from __future__ import annotations

import datetime
from decimal import Decimal

from webcosm.bench.answers.written import Written
from webcosm.judge.answers import Choice, Date, Money, Number, PersonName, SetOf, Text, Time

__all__ = ["UNSEEN"]

UNSEEN = (
    Written(
        Number(9, unit="review", context=("How many reviews does the Brook Lamp have?",)),
        (
            "9",
            "nine reviews",
            "There are currently 9 reviews for the Brook Lamp, 6 of them with five stars.",
            "**9** customer reviews are listed on the product page.",
            "The product page says “9 Reviews”.",
            "I see 9.",
        ),
        (
            "19",
            "6 reviews with five stars and 3 others",
            "It had 9 reviews last year; today there are 11.",
            "No reviews",
            "Fewer than 10, maybe 9.",
            "9 is the number of photos. There are 12 reviews.",
        ),
    ),
    Written(
        Money(Decimal("249.00"), context=("What does the Delta Rain Jacket cost in size M?",)),
        (
            "$249",
            "It costs $249.00 in size M.",
            "249 bucks",
            "In size M the Delta Rain Jacket sells for $249.00, plus $5.00 shipping.",
            "The price is $249.00 (it was $279.00 before the sale).",
            "Price: 249.00",
        ),
        (
            "$279.00",
            "The regular price is $249.00, but in size M it is $259.00.",
            "From $249.00",
            "$249.00 plus $5.00 shipping, so $254.00.",
            "The price for size L is $249.00; size M is sold out.",
        ),
    ),
    Written(
        Date(datetime.date(2025, 11, 30), context=("When does the coupon WINTER15 expire?",)),
        (
            "30 November 2025",
            "It's valid until November 30, 2025.",
            "The coupon expires on Nov 30, 2025 at midnight.",
            "WINTER15 runs from November 1, 2025 and expires on November 30, 2025.",
        ),
        (
            "It started on November 30, 2025.",
            "November 2025",
            "It expires the day after November 30, 2025.",
            "December 31, 2025, not November 30, 2025 as the banner says.",
        ),
    ),
    Written(
        Text("Fjord Backpack", context=("Which product has the best rating?",)),
        (
            "The Fjord Backpack, with 4.9 stars.",
            "Fjord Backpack has the best rating.",
            "That'd be the Fjord Backpack!",
            "The highest-rated product is the Fjord Backpack (4.9 out of 5).",
            "I sorted by rating and the first result was Fjord Backpack.",
        ),
        (
            "The Fjord Backpack comes second, after the Aster Kettle.",
            "Fjord Backpack Cover",
            "Aster Kettle and Fjord Backpack are tied.",
            "It's the Aster Kettle. The Fjord Backpack has the worst rating.",
        ),
    ),
    Written(
        PersonName("Bram Okafor", context=("Who manages the store in Norwick?",)),
        (
            "Bram Okafor manages the Norwick store.",
            "The manager is Mr. Okafor, Bram Okafor.",
            "Manager: Bram Okafor",
        ),
        ("Bram Nguyen", "It used to be Bram Okafor; now it is Ana Lopez.", "I think the name was Bram something."),
    ),
    Written(
        Time(datetime.time(7, 45), context=("When does the first bus leave?",)),
        ("7:45 in the morning", "The first bus leaves at quarter to eight in the morning.", "07:45", "At 7.45 am."),
        ("The first bus left at 7:15, the second at 7:45.", "quarter past 7", "7:45 pm", "a bit before 7:45"),
    ),
    Written(
        Choice("Complete", ("Pending", "Complete", "Canceled"), context=("What is the status of order 101222?",)),
        ("The order is complete.", "It's marked as Complete.", "Complete - it was delivered on May 2."),
        ("The order is not complete yet.", "It was pending and will be complete tomorrow.", "Canceled"),
    ),
    Written(
        SetOf((Text("garden"), Text("ideas")), context=("Which tags does my note “Spring” have?",)),
        ("The note has the tags garden and ideas.", "#garden #ideas", "Two tags: ideas, garden", "garden\nideas"),
        ("garden", "garden, ideas and spring", "It doesn't have the tags garden and ideas.", "garden or ideas"),
    ),
)
