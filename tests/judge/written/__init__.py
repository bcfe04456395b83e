"""Answers written by hand, by family: for each expectation, right forms and wrong ones."""

from __future__ import annotations

from tests.judge.written import collections, contact, measures, money, numbers, places, time, words
from tests.judge.written.case import Case

__all__ = ["CASES", "Case"]

CASES: tuple[Case, ...] = (
    *numbers.CASES,
    *money.CASES,
    *time.CASES,
    *measures.CASES,
    *places.CASES,
    *contact.CASES,
    *words.CASES,
    *collections.CASES,
)
