"""What a question is, and what questions are made of."""

from __future__ import annotations

from dataclasses import dataclass

from webcosm.judge.answers import Answer

__all__ = ["COLORS", "MONTHS", "PEOPLE", "PRODUCTS", "STATUSES", "STREETS", "TOWNS", "Question"]


@dataclass(frozen=True)
class Question:
    goal: str
    subject: str
    """What is asked for, in the middle of a sentence."""
    expected: Answer
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    sentences: tuple[str, ...] = ()
    """Natural sentences of this very question; `{v}` is the claim."""
    is_list: bool = False
    is_amount: bool = False
    """Whether bounds make sense."""


PRODUCTS = ("Aster Kettle", "Brook Lamp", "Cinder Mug Set", "Delta Rain Jacket", "Ember Tea Pot", "Fjord Backpack")
PEOPLE = ("Joyce Ho", "Bram Okafor", "Lena Castellano", "Tom Whitaker", "Ana Lopez", "Grace Nguyen")
COLORS = ("Pink", "Blue", "Dark Green", "Sand", "Black", "Yellow")
STATUSES = ("Pending", "Processing", "Complete", "Canceled", "On Hold")
MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
STREETS = ("Oak Street", "Elm Road", "Mill Lane", "Harbor Avenue", "Station Road")
TOWNS = ("Clayholm", "Brightwater", "Norwick", "Easton")
