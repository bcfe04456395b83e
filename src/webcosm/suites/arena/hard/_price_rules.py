"""The rules for price changes: what may stand in them, and how a price changes by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from webcosm.lore import Rng
from webcosm.suites.arena.hard._catalog import Article
from webcosm.tasks import Dials
from webcosm.tasks.dates import said_day
from webcosm.tasks.money import price_text
from webcosm.tasks.rules import Condition, Handbook, Notice, Policy, Rule, Treatment, Version

__all__ = ["HALF", "LEAVE", "RAISE", "Brand", "price_rules", "raised"]

RAISE = Treatment("raise", ("raise the price by the full percentage", "the price goes up by the whole percentage"))
HALF = Treatment("half", ("raise the price by half of the percentage", "the price goes up by half the percentage only"))
LEAVE = Treatment("leave", ("leave the price as it is", "the price stays"))


@dataclass(frozen=True)
class Brand:
    """What rules are drawn by, so that they divide a brand's articles."""

    articles: tuple[Article, ...]
    ordered: Mapping[int, str]
    """The day of the last order of each product, by its id."""
    ordered_since: date

    def price(self, rng: Rng, lowest: int, highest: int) -> int:
        """Whole dollars that so many percent of the articles are cheaper than."""
        prices = sorted(one.row.price for one in self.articles)
        return -(-int(prices[len(prices) * rng.integer(lowest, highest) // 100]) // 100) * 100


def _fixed(cents: int) -> Treatment:
    says = ("raise the price by {sum} instead of the percentage", "the price goes up by {sum}, whatever the percentage")
    return Treatment("fixed", says, {"sum": cents}, {"sum": price_text(cents)})


def raised(price: int, treatment: Treatment, percent: int) -> int:
    """In cents; rounded up to what ends in .49 or .99."""
    if treatment.name == "leave":
        return price
    if treatment.name == "fixed":
        cents = price + int(treatment.values["sum"])
    else:
        share = percent if treatment.name == "half" else 2 * percent
        cents = -(-price * (200 + share) // 200)  # rounded up: nothing may be lost before .49 or .99 is looked for
    return cents + (49 - cents) % 50


def _is(fact: str, *says: str) -> Condition:
    return Condition(fact, "is", True, says)


def _price(test: Literal["under", "over"], cents: int) -> Condition:
    words = {"under": "below", "over": "above"}[test]
    return Condition("price", test, cents, (f"its regular price is {words} {{value}} now",), price_text(cents))


def _few(pieces: int) -> Condition:
    says = ("we have fewer than {value} of it", "its quantity is below {value}")
    return Condition("qty", "under", pieces, says)


def _many(pieces: int) -> Condition:
    return Condition("qty", "over", pieces, ("we have more than {value} of it",))


NOW = _is("now", "it has a special price that's valid today", "the article is on special today")
LATER = _is("later", "it has a special price that starts after today")
OVER = _is("over", "it has a special price that has run out", "it has a special price whose last day has passed")
OFF = _is("off", "the article is disabled")


def _ordered(since: date) -> Condition:
    says = ("its product, in whatever variant, was ordered since {value} (canceled orders do not count)",)
    return Condition("ordered", "at least", since.isoformat(), says, said_day(since))


def _rules(rng: Rng, exceptions: int, brand: Brand) -> list[Rule]:
    """All rules that there may be, in the order in which levels take them up."""
    kept = iter([True] * exceptions + [False] * 3)
    unless_off = (OFF,) if next(kept) else ()
    unless_few = (_few(rng.integer(12, 20)),) if next(kept) else ()
    unless_dear = (_price("over", brand.price(rng, 60, 80)),) if next(kept) else ()
    return [
        Rule("now", (NOW,), LEAVE, unless_off),
        Rule("ordered", (_ordered(brand.ordered_since),), LEAVE, unless_few),
        Rule("few", (_few(rng.integer(16, 28)),), _fixed(50 * rng.integer(2, 5))),
        Rule("later", (LATER,), HALF),
        Rule("cheap", (_price("under", brand.price(rng, 20, 35)),), _fixed(25 * rng.integer(1, 3))),
        Rule("over", (OVER,), rng.choice((RAISE, _fixed(50 * rng.integer(3, 6)))), unless_dear),
        Rule("dear", (_price("over", brand.price(rng, 60, 75)),), HALF),
        Rule("off", (OFF,), HALF),  # not as the rule for specials, or its exception would come to the same
    ]


def _ranked(rng: Rng, rules: list[Rule]) -> list[Rule]:
    """Shuffled, the one that wins first. An exception would be dead if a rule for the same articles came before."""
    ranked = rng.shuffled(rules)
    place = {rule.name: at for at, rule in enumerate(ranked)}
    for excepting, same in (("now", "off"), ("ordered", "few"), ("over", "dear")):
        if place.get(excepting, -1) > place.get(same, len(ranked)):
            first, second = place[same], place[excepting]
            ranked[first], ranked[second] = ranked[second], ranked[first]
    return ranked


def price_rules(rng: Rng, dials: Dials, brand: Brand, today: date) -> Handbook:
    """The rules now, those that they replaced, and a notice that overrules them."""
    versions = []
    for age in range(dials.stale + 1):
        rules = _rules(rng.child("rules", age), dials.exceptions, brand)[: dials.rules]
        order = rng.child("order", age)
        wins: Literal["first", "last"] = "last" if dials.rules > 2 and order.chance(0.5) else "first"
        ranked = _ranked(order, rules) if dials.rules > 2 else rules
        policy = Policy(tuple(ranked if wins == "first" else reversed(ranked)), RAISE, wins)
        versions.append(Version(today - timedelta(days=25 + 190 * age + rng.integer(0, 20)), policy))
    notices: tuple[Notice, ...] = ()
    if dials.sources > 1:
        rule = Rule("notice", (_many(rng.integer(60, 75)),), rng.choice((LEAVE, HALF)))
        notices = (Notice(rule, today - timedelta(days=4), today + timedelta(days=12)),)
    return Handbook(tuple(reversed(versions)), notices)
