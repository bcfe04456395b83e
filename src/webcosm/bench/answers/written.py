"""Answers written by hand in the manner of several models and people, held out from development like the held-out
frames: they check that the grammar's rates are honest."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal

from webcosm.judge.answers import (
    Address,
    Answer,
    Choice,
    Date,
    Money,
    Number,
    Ordered,
    PersonName,
    SetOf,
    Text,
    Time,
    YesNo,
)

__all__ = ["WRITTEN", "Written"]


@dataclass(frozen=True)
class Written:
    expected: Answer
    right: tuple[str, ...]
    wrong: tuple[str, ...]


WRITTEN = (
    Written(
        Number(16, unit="order", context=("How many orders did I place in 2025 that were not canceled?",)),
        (
            "16",
            "You placed **16 orders** in 2025 that were not canceled.",
            "I looked through all three pages of your order history. In 2025 you had 19 orders in total, 3 of which"
            " were canceled, so the answer is 16.",
            "There were 16 non-canceled orders.",
            "16 orders - I skipped the canceled ones.",
            "Let's count: 7 in spring, 4 in summer, 5 in winter = 16.",
            "sixteen",
            "Your order list shows 16 for 2025 (canceled ones not counted).",
        ),
        (
            "19 orders, minus some that were canceled.",
            "I first counted 16 orders, but two of them are from 2024, so 14.",
            "You placed 19 orders in 2025, and 16 in 2024.",
            "More than 16.",
            "16 or 17, depending on how you count the one from New Year's Eve.",
            "The total is 19.",
            "I wasn't able to count them all. At least 16.",
            "16 were canceled; 3 were not.",
        ),
    ),
    Written(
        Money(Decimal("87.45"), context=("How much did I pay for shipping and goods in order 101480?",)),
        (
            "$87.45",
            "87.45",
            "The order total is $87.45.",
            "You paid $87.45 in total: $79.50 for the goods and $7.95 for shipping.",
            "Order 101480 shows a grand total of **$87.45**. Anything else you'd like me to check?",
            "$79.50 + $7.95 = $87.45",
            "It comes to eighty-seven dollars and forty-five cents.",
            "Grand Total: $87.45 (subtotal $79.50, shipping $7.95)",
            "Total – $87.45",
            "I've found the order. The amount charged to your card was $87.45.",
        ),
        (
            "$79.50",
            "$87.54",
            "87,45 €",
            "The goods cost $87.45, so with shipping you paid $95.40.",
            "Around $87-88.",
            "$87.45 before the refund of $10, so $77.45 in the end.",
            "I could not open order 101480, but order 101481 has a grand total of $80.20.",
            "C$87.45",
            "Either $79.50 or $87.45, depending on whether shipping counts.",
            "It was $87.45 at first. After the correction it is $84.45.",
        ),
    ),
    Written(
        Date(datetime.date(2026, 3, 9), context=("When was the Aster Kettle delivered?",)),
        (
            "March 9, 2026",
            "2026-03-09",
            "The Aster Kettle was delivered on Monday, March 9th, 2026.",
            "It arrived on 9 March 2026, three days after it was shipped.",
            "Delivered: 3/9/2026",
            "The kettle was ordered on March 4, 2026 and delivered on **March 9, 2026**.",
            "Looks like it got there on Mar 9, 2026!",
            "Day: 9, Month: March, Year: 2026",
            '{"day": 9, "month": 3, "year": 2026}',
        ),
        (
            "March 4, 2026",
            "It was shipped on March 9, 2026 and delivered on March 12, 2026.",
            "Sometime before March 9, 2026.",
            "March 9",
            "It has not been delivered yet; the estimate is March 9, 2026.",
            "On March 9 or 10, 2026.",
            "9 March 2025",
            "By March 9, 2026 it had still not arrived.",
        ),
    ),
    Written(
        Time(datetime.time(21, 0), context=("When does the shop close on Fridays?",)),
        (
            "9 pm",
            "21:00",
            "It closes at 9 o'clock at night.",
            "On Fridays the shop is open until 9 p.m.",
            "Nine in the evening.",
            "The shop is open from 10:00 to 21:00 on Fridays, so it closes at 21:00.",
            "Closing time on Fridays: 9:00 PM",
        ),
        (
            "9 am",
            "9 o'clock in the morning",
            "It closes at quarter past 9 at night.",
            "It opens at 21:00.",
            "Between 20:00 and 21:00.",
            "It doesn't close at 9 pm but at 10 pm.",
            "half past nine in the evening",
        ),
    ),
    Written(
        Text("Pink", context=("Which color did I choose for the Delta Rain Jacket?",)),
        (
            "Pink",
            "pink.",
            "You chose Pink.",
            "The Delta Rain Jacket you bought was pink.",
            "You went with the pink one.",
            "Color: Pink",
            "According to your order, you selected Pink as the color.",
            "It was ordered in the color “Pink”, size M.",
            "The jacket in order 101480 is Pink.",
        ),
        (
            "Hot Pink",
            "You chose Blue, not Pink.",
            "Pink was sold out, so you took Sand.",
            "Pink or Blue",
            "The color isn't stated. Pink is the default.",
            "Blue",
            "Your jacket is available in Pink, Blue and Sand.",
            "Anything but pink",
        ),
    ),
    Written(
        Text("101468", context=("In which order did I buy the Brook Lamp? Give its number.",)),
        (
            "101468",
            "#101468",
            "Order 101468 (May 5, 2026)",
            "You bought the Brook Lamp in order #101468 on May 5, 2026.",
            "The order number is 101468. Let me know if you'd like to see its details!",
            "Order Number: 101468",
        ),
        (
            "101469",
            "101468 and 101470",
            "Not 101468, that one has the Ember Tea Pot.",
            "Order 101470 (the previous one was 101468).",
            "101468?",
            "The lamp isn't in order 101468.",
        ),
    ),
    Written(
        PersonName("Lena Castellano", context=("Who wrote the worst review of the Fjord Backpack?",)),
        (
            "Lena Castellano",
            "Castellano, Lena",
            "The worst review was written by Lena Castellano.",
            "Lena Castellano did, with one star.",
            "That was Lena Castellano (1 star, posted on June 2, 2026).",
            '{"first_name": "Lena", "last_name": "Castellano"}',
            "First name: Lena\nLast name: Castellano",
            "It's by Lena Castellano, who was disappointed by the zipper.",
        ),
        (
            "Lena",
            "Lena Nguyen",
            "Tom Whitaker wrote the worst one; Lena Castellano's is the best.",
            "Either Lena Castellano or Tom Whitaker.",
            "Lena Castellano? I couldn't open the reviews.",
            "Everyone except Lena Castellano liked it, but the worst review is Tom Whitaker's.",
            "Mark Castellano",
        ),
    ),
    Written(
        Address(
            "14 Mill Lane, Norwick, IL 60118",
            context=("What is the shipping address of order 101480?",),
            optional=("USA", "United States"),
        ),
        (
            "14 Mill Lane, Norwick, IL 60118",
            "14 Mill Ln., Norwick IL 60118, USA",
            "It is being shipped to 14 Mill Lane, Norwick, IL 60118.",
            "Street: 14 Mill Lane\nCity: Norwick\nState: IL\nZIP: 60118",
            '{"street": "14 Mill Lane", "city": "Norwick", "state": "IL", "zip": "60118"}',
            "The shipping address of order 101480 is:\n\n14 Mill Lane\nNorwick, IL 60118",
        ),
        (
            "14 Mill Lane, Norwick, IL 60119",
            "14 Mill Lane",
            "The billing address is 14 Mill Lane, Norwick, IL 60118; it was shipped to 2 Oak Street, Easton, IL 60200.",
            "41 Mill Lane, Norwick, IL 60118",
            "not 14 Mill Lane, Norwick, IL 60118",
        ),
    ),
    Written(
        Choice(
            "Canceled",
            ("Pending", "Processing", "Complete", "Canceled", "On Hold"),
            context=("What is the status of order 101301?",),
        ),
        (
            "Canceled",
            "Cancelled",
            "The order was cancelled.",
            "Order 101301 has been canceled.",
            "Status: **Canceled**",
            "It's canceled, so nothing will be shipped.",
        ),
        (
            "Complete",
            "It hasn't been canceled; it's complete.",
            "Canceled, sorry, refunded.",
            "Canceled or On Hold",
            "It can still be canceled.",
            "Pending (not canceled)",
        ),
    ),
    Written(
        YesNo(False, context=("Is the Ember Tea Pot in stock?",)),
        (
            "No",
            "No, it is out of stock.",
            "No - the Ember Tea Pot is sold out at the moment.",
            "no it isn't",
            "The answer is no.",
        ),
        (
            "Yes",
            "Yes, it is in stock, no problem.",
            "Maybe not.",
            "Yes and no.",
            "I don't know.",
        ),
    ),
    Written(
        SetOf(
            (Text("Aster Kettle"), Text("Brook Lamp"), Text("Cinder Mug Set")),
            context=("Which products did I buy in May? Name all of them.",),
        ),
        (
            "Aster Kettle, Brook Lamp, Cinder Mug Set",
            "In May you bought the Aster Kettle, the Brook Lamp and the Cinder Mug Set.",
            "You bought three things:\n1. Brook Lamp\n2. Aster Kettle\n3. Cinder Mug Set\n\n"
            "Let me know if you need prices.",
            "- Cinder Mug Set\n- Brook Lamp\n- Aster Kettle",
            "Products bought in May:\n\n* **Aster Kettle** - $34.90\n* **Brook Lamp** - $59.00\n"
            "* **Cinder Mug Set** - $24.50",
            '["Brook Lamp", "Aster Kettle", "Cinder Mug Set"]',
        ),
        (
            "Aster Kettle and Brook Lamp",
            "Everything except the Aster Kettle, Brook Lamp and Cinder Mug Set",
            "Aster Kettle, Brook Lamp, Cinder Mug Set, Delta Rain Jacket",
            "You didn't buy the Aster Kettle, the Brook Lamp or the Cinder Mug Set in May.",
            "Aster Kettle, Brook Lamp, Cinder Mug Set and maybe more",
            "Not bought in May:\n- Aster Kettle\n- Brook Lamp\n- Cinder Mug Set",
        ),
    ),
    Written(
        Ordered(
            (Money(Decimal("19.99")), Money(Decimal("114.99"))),
            context=("What is the price range of the lamps? Give the lowest and the highest price.",),
        ),
        (
            "$19.99 - $114.99",
            "from $19.99 to $114.99",
            "The lamps cost between $19.99 and $114.99.",
            "Lowest price: $19.99\nHighest price: $114.99",
            "The cheapest lamp is $19.99, the most expensive one $114.99.",
            "They range from $19.99 up to $114.99.",
        ),
        (
            "$114.99 - $19.99",
            "The most expensive costs $19.99, the cheapest $114.99.",
            "$19.99",
            "$19.99, $59.00 and $114.99",
            "Highest: $19.99. Lowest: $114.99.",
        ),
    ),
)
