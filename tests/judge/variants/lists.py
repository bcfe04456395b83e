"""Variants of lists, sets and tables."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.judge.variants.saying import Variants
from tests.judge.variants.words import ADJECTIVES, NOUNS
from webcosm.judge.answers import Money, Ordered, SetOf, Table, Text
from webcosm.lore.rng import Rng

__all__ = ["ordered", "set_of", "set_of_amounts", "table"]


def _bulleted(items: Sequence[str]) -> list[object]:
    return [
        ", ".join(items),
        "; ".join(items),
        "\n".join(items),
        "\n".join(f"- {item}" for item in items),
        "\n".join(f"* {item}" for item in items),
        "\n".join(f"{n}. {item}" for n, item in enumerate(items, start=1)),
        "\n".join(f"{n}) {item}" for n, item in enumerate(items, start=1)),
        f"{', '.join(items[:-1])} and {items[-1]}",
        f"{', '.join(items[:-1])}, and {items[-1]}.",
        f"The items are: {', '.join(items)}",
        "Here they are:\n" + "\n".join(f"- {item}" for item in items),
        list(items),
        json.dumps(list(items)),
        {"items": list(items)},
        {"answer": list(items)},
    ]


def _products(rng: Rng, count: int) -> list[str]:
    return [
        f"{adjective} {noun}"
        for adjective, noun in zip(rng.sample(ADJECTIVES, count), rng.sample(NOUNS, count), strict=True)
    ]


def set_of(rng: Rng) -> Variants:
    count = rng.integer(2, 6)
    *items, extra, swap = _products(rng, count + 2)
    right = [form for order in (items, items[::-1], rng.shuffled(items)) for form in _bulleted(order)]
    wrong = _bulleted([*items, extra]) + _bulleted([*items[:-1], swap])
    if count > 2:
        wrong += _bulleted(items[:-1])
    wrong += [
        " or ".join(items),
        f"not {', '.join(items)}",
        f"maybe {', '.join(items)}",
        " ".join(items),
        f"{', '.join(items)}, etc.",
    ]
    return Variants(SetOf(tuple(Text(item) for item in items)), right, wrong)


def set_of_amounts(rng: Rng) -> Variants:
    cents = sorted({rng.integer(100, 500_000) for _ in range(4)})
    items = [f"${value / 100:,.2f}" for value in cents]
    right = _bulleted(items) + _bulleted(rng.shuffled(items)) + [[value / 100 for value in cents]]
    wrong = _bulleted([*items, "$7,000.01"]) + _bulleted([*items[:-1], "$7,000.01"]) + _bulleted(items[1:])
    return Variants(SetOf(tuple(Money(value / 100) for value in cents)), right, wrong)


def ordered(rng: Rng) -> Variants:
    *items, extra = _products(rng, rng.integer(3, 6))
    wrong = (
        _bulleted(items[::-1])
        + _bulleted([*items, extra])
        + _bulleted([*items, items[0]])
        + _bulleted([items[0], *items])
    )
    return Variants(Ordered(tuple(Text(item) for item in items)), _bulleted(items), wrong)


def table(rng: Rng) -> Variants:
    names = _products(rng, 3)
    prices = [rng.integer(100, 200_000) / 100 for _ in names]
    rows = list(zip(names, prices, strict=True))

    def forms(rows: Sequence[tuple[str, float]]) -> list[object]:
        return [
            [{"product": name, "unit price": price} for name, price in rows],
            [{"Unit_Price": f"${price:,.2f}", "Product": name} for name, price in rows],
            [[name, price] for name, price in rows],
            json.dumps([{"product": name, "unitPrice": price} for name, price in rows]),
            "| Product | Unit price |\n|---|---|\n" + "\n".join(f"| {name} | ${price:,.2f} |" for name, price in rows),
            "\n".join(f"{name}: ${price:,.2f}" for name, price in rows),
            "\n".join(f"- {name} - ${price:,.2f}" for name, price in rows),
            "product,unit price\n" + "\n".join(f"{name},{price:.2f}" for name, price in rows),
            dict(rows),
        ]

    right = forms(rows) + forms(rows[::-1])
    swapped = [(names[0], prices[1] + 1), *rows[1:]]
    wrong = (
        forms(rows[:-1])
        + forms([*rows, ("Elm Desk", 7.0)])
        + forms(swapped)
        + [", ".join(names), ", ".join(map(str, prices))]
    )
    expected = Table(("product", "unit price"), tuple((Text(name), Money(price)) for name, price in rows))
    return Variants(expected, right, wrong)
