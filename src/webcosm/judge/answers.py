"""Typed expected answers: tolerant of form, intolerant of stuffing.

>>> Money(12.5).compare("The total was **$12.50**.").accepted
True
>>> Money(12.5).compare("$12.50 or $13.00").reason
"it offers alternatives ('or')"

The rules, the same for every type:

1. **One claim.** What a text finally states counts, and nothing else. Courtesies, thoughts, struck-out words and the
   goal repeated are left out; what is denied ("not 12") or withdrawn ("12, sorry, 13") is dead. Of the values left, one
   that is called the answer or comes out of a sum goes before others, and values of the declared ``context`` (usually
   the goal) give way. Exactly one distinct value must remain; where two readings disagree, the answer is refused. Which
   value that is never depends on the expected one, so naming many cannot pay. Values of other types are no rivals.
2. **A commitment.** Alternatives, open hedges ("maybe", "might", a question mark), conditions, bounds ("over 12",
   "12+") and ranges refuse an answer, unless the goal used the same words in the same place. "About" before an exact
   value is tolerated, for the value is exact; so are "I think" and "probably", for they name one value.
3. **Texts** have no type to look for. What stands beside the expected phrase must read as a sentence around it: no
   other name, no other number where the phrase has one, and no word that may belong to it or be listed beside it.
4. **Collections** must be complete, and nothing else: every item given is compared as above, and what stands around a
   list must not deny it. ``AnyOf`` holds several right answers, of which one is to be given.
5. **Brevity.** An answer much longer than what is expected is refused unread.

Readings that are fixed rather than guessed: "03/05/2024" is 5 March only if it cannot be March 5 (month first, as in
the US); with dots the day comes first; a year first is ISO. "1.234,50" and "12,50" are European decimals; "1.234" is
a decimal fraction except before or after "€". "2:58" as a duration is hours and minutes unless the expectation says
otherwise. "$" fits every dollar. A measure said again in another unit ("5 km (3.1 miles)") is one value.
"""

from __future__ import annotations

from webcosm.judge.answer_types.base import Answer, Comparison, answer_from_json
from webcosm.judge.answer_types.collections import AnyOf, Ordered, SetOf, Unless
from webcosm.judge.answer_types.contact import Email, PersonName, Phone, Url
from webcosm.judge.answer_types.durations import Duration
from webcosm.judge.answer_types.form import Form
from webcosm.judge.answer_types.numbers import Money, Number, Percentage
from webcosm.judge.answer_types.places import Address, Coordinates, Distance
from webcosm.judge.answer_types.tables import Table
from webcosm.judge.answer_types.text import Choice, NotFound, Text, YesNo
from webcosm.judge.answer_types.time import Date, DateTime, Month, Time, Year

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
    "Form",
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
    "Unless",
    "Url",
    "Year",
    "YesNo",
    "answer_from_json",
]
