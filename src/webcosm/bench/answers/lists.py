"""Questions with several answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal

from webcosm.bench.answers.question import PEOPLE, PRODUCTS, Question
from webcosm.judge.answers import Money, Number, Ordered, SetOf, Table, Text
from webcosm.lore.rng import Rng

__all__ = ["names", "ranking", "span", "table"]


def _written(items: Sequence[str]) -> tuple[str, ...]:
    return (
        ", ".join(items),
        f"{', '.join(items[:-1])} and {items[-1]}",
        "\n".join(f"- {item}" for item in items),
        "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1)),
        "\n".join(f"* **{item}**" for item in items),
        json.dumps(list(items)),
    )


def names(rng: Rng) -> Question:
    *right, extra, swap = rng.sample(PEOPLE, rng.integer(4, 5))
    wrong = ([*right, extra], right[1:], [*right[:-1], swap])
    return Question(
        "Which customers reviewed the lamp? Name all of them.",
        "the customers who reviewed the lamp",
        SetOf(tuple(Text(name) for name in right)),
        _written(rng.shuffled(right)),
        tuple(text for items in wrong for text in _written(rng.shuffled(items))),
        is_list=True,
    )


def ranking(rng: Rng) -> Question:
    right = rng.sample(PRODUCTS, 3)
    turned = [right[1], right[0], right[2]]
    renumbered = "\n".join(f"{number}. {item}" for number, item in zip((2, 1, 3), right, strict=True))
    return Question(
        "What are the three best-selling products, the best first?",
        "the three best-selling products",
        Ordered(tuple(Text(name) for name in right)),
        (*_written(right), f"first {right[0]}, second {right[1]}, third {right[2]}"),
        (*_written(turned), *_written(right[:2]), renumbered),
        is_list=True,
    )


def span(rng: Rng) -> Question:
    low, high = rng.integer(100, 2_000) / 100, rng.integer(3_000, 9_000) / 100
    one, other = f"${low:.2f}", f"${high:.2f}"
    return Question(
        "What do the lamps cost? Give the lowest price and then the highest.",
        "the lowest and the highest price",
        Ordered((Money(Decimal(str(low))), Money(Decimal(str(high))))),
        (
            f"{one} and {other}",
            f"{one} - {other}",
            f"from {one} to {other}",
            f"lowest: {one}, highest: {other}",
            f"the most expensive costs {other}, the cheapest {one}",
        ),
        (
            f"{other} and {one}",
            f"lowest: {other}, highest: {one}",
            f"the most expensive costs {one}, the cheapest {other}",
            f"from {one} to ${high + 1:.2f}",
        ),
        is_list=True,
    )


def table(rng: Rng) -> Question:
    people = rng.sample(PEOPLE, 2)
    one, two = rng.sample(range(3, 40), 2)

    def said(a: int, b: int) -> tuple[str, ...]:
        rows = list(zip(people, (a, b), strict=True))
        piped = "\n".join(f"| {name} | {number} |" for name, number in rows)
        return (
            f"| Customer | Orders |\n|---|---|\n{piped}",
            "\n".join(f"{name}: {number}" for name, number in rows),
            json.dumps([{"customer": name, "orders": number} for name, number in rows]),
        )

    return Question(
        "How many orders did each of the two customers place?",
        "the numbers of orders",
        Table(("customer", "orders"), tuple((Text(n), Number(c)) for n, c in zip(people, (one, two), strict=True))),
        said(one, two),
        (*said(two, one), *said(one, two + 1)),
        is_list=True,
    )
