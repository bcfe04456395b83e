"""Typed expected answers: tolerant of form, intolerant of stuffing.

>>> Money(12.5).compare("The total was **$12.50**.").accepted
True
>>> Money(12.5).compare("$12.50 or $13.00").reason
"it offers alternatives ('or')"

The rules, the same for every type:

1. **One value.** All values of the expected type are read from the answer. Those of the declared ``context`` (usually
   the goal, whose numbers an answer may repeat) are set aside, and values marked as the type ("$12") outrank values
   that only may be of it ("12"). Exactly one distinct value must remain, however often it is said. Which value that is
   never depends on the expected one, so naming many values cannot pay. Values of other types are no rivals:
   "You ordered 3 mugs for $12.50" is one amount of money.
2. **A commitment.** Negation, alternatives, open hedges ("maybe", "might", a question mark), conditions, bounds
   ("over 12", "12+") and ranges refuse an answer, unless the goal used the same words in the same place.
   "About" and "approximately" before an exact value are tolerated, for the value is exact; so are "I think" and
   "probably", for they name one value. "Almost 12" and "over 12" say that it is not 12.
3. **Texts** have no type to look for. Beside the expected phrase only words without content, words of the context, or
   one plain clause ("The winner is …", "… is the winner") may stand.
4. **Collections** must be complete, and nothing else: every item given is compared as above. ``AnyOf`` holds
   several right answers, of which one is to be given.
5. **Brevity.** An answer much longer than what is expected is refused unread.

Readings that are fixed rather than guessed: "03/05/2024" is 5 March only if it cannot be March 5 (month first, as in
the US); with dots the day comes first; a year first is ISO. "1.234,50" and "12,50" are European decimals; "1.234" is
a decimal fraction except before or after "€". "2:58" as a duration is hours and minutes unless the expectation says
otherwise. "$" fits every dollar. A measure said again in another unit ("5 km (3.1 miles)") is one value.
"""

from __future__ import annotations

from webcosm.judge.answer_types.base import Answer, Comparison, answer_from_json
from webcosm.judge.answer_types.collections import AnyOf, Ordered, SetOf, Table
from webcosm.judge.answer_types.contact import Email, PersonName, Phone, Url
from webcosm.judge.answer_types.numbers import Money, Number, Percentage
from webcosm.judge.answer_types.places import Address, Coordinates, Distance
from webcosm.judge.answer_types.text import Choice, NotFound, Text, YesNo
from webcosm.judge.answer_types.time import Date, DateTime, Duration, Month, Time, Year

__all__ = [
    "Address",
    "Answer",
    "AnyOf",
    "Choice",
    "Comparison",
    "Coordinates",
    "Date",
    "DateTime",
    "Distance",
    "Duration",
    "Email",
    "Money",
    "Month",
    "NotFound",
    "Number",
    "Ordered",
    "Percentage",
    "PersonName",
    "Phone",
    "SetOf",
    "Table",
    "Text",
    "Time",
    "Url",
    "Year",
    "YesNo",
    "answer_from_json",
]
