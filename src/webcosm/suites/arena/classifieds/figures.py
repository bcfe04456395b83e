"""Tasks on the board, classifieds.test: how many there are, what they cost, what they cost before."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TypeVar

from webcosm.judge.answers import Answer, Money, Number, Ordered
from webcosm.suites.arena.classifieds._moves import all_cards, browse, labelled, open_item, shown_total
from webcosm.suites.arena.classifieds._phrases import described, round_price
from webcosm.suites.arena.classifieds._rows import Ad, Board, clear_titles
from webcosm.suites.arena.classifieds._wishes import Wanted, wishes
from webcosm.suites.arena.classifieds.find import narrower, priced, seller_shown
from webcosm.tasks import Difficulty, Kind, Lost, Person, Template
from webcosm.tasks.money import dollars, read_amount
from webcosm.worlds import World

__all__ = ["AskBoard", "Title", "asking_price"]

P = TypeVar("P")
GUESSABLE = 500
"""A difference of less than five dollars may be hit by a guess."""


@dataclass(frozen=True)
class Title:
    title: str


class AskBoard(Template[P], ABC):
    """Templates that ask for something that is worked out once for the whole pool."""

    kind = Kind.ASK
    sites = ("classifieds",)

    @abstractmethod
    def answers(self, world: World) -> Mapping[P, Answer]:
        """Every good question, with its answer."""

    def pool(self, world: World) -> Sequence[P]:
        return list(self.answers(world))

    def answer(self, world: World, p: P) -> Answer:
        return self.answers(world)[p]


class AskByWish(Template[Wanted], ABC):
    """Templates that ask for a figure of what fits a wish."""

    kind = Kind.ASK
    sites = ("classifieds",)
    least, most = 3, 60

    @abstractmethod
    def figure(self, ads: Sequence[Ad]) -> Answer | None:
        """Of what a wish finds; None if that is no good question."""

    def pool(self, world: World) -> Sequence[Wanted]:
        return [wanted for wanted, ads in wishes(Board(world), self.least, self.most) if self.figure(ads)]

    def answer(self, world: World, p: Wanted) -> Answer:
        found = self.figure(Board(world).fitting(p.query))
        assert found, "the pool holds what has an answer"
        return found


class CountFitting(AskByWish):
    """How many listings fit a wish with a limit?"""

    id = "arena.classifieds.count-fitting"
    goals = (
        "How many {words} are on offer right now?",
        "I'd like a number: how many {words} are listed at the moment?",
    )
    difficulty = Difficulty(actions=8)

    def pool(self, world: World) -> Sequence[Wanted]:
        """With a limit on the price or on a figure that some keep to and some do not."""
        board, found = Board(world), []
        for wanted, ads in wishes(board, 5, 60):
            for query in _limited(wanted.query, ads):
                fit = board.fitting(query, ads)
                if 3 <= len(fit) < len(ads) and str(len(fit)) not in re.findall(r"\d+", query):
                    found.append(Wanted(described(board, query), query))
        return found

    def figure(self, ads: Sequence[Ad]) -> Answer | None:
        return Number(len(ads), unit="listing")

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, p.query)
        await person.answer(shown_total(person))


def _limited(query: str, ads: Sequence[Ad]) -> list[str]:
    """The wish with a limit somewhere in the middle, by what its listings have."""
    found = []
    prices = sorted(ad.price // 100 for ad in ads if ad.price)
    if len(prices) == len(ads):
        found.append(narrower(query, max=round_price(prices[len(prices) * 2 // 3])))
    for code, end, step in (("year", "min", 1), ("mileage", "max", 10_000), ("area", "min", 100)):
        values = sorted(int(ad.values[code]) for ad in ads if code in ad.values)
        if len(values) == len(ads):
            middle = values[len(values) // 2]
            found.append(narrower(query, **{f"{code}_{end}": middle // step * step + (step if end == "max" else 0)}))
    return found


class PriceRange(AskByWish):
    """What do things of a kind cost, from the cheapest to the dearest?"""

    id = "arena.classifieds.price-range"
    goals = (
        "What's the price range for {words}? Give me the lowest and the highest price, in that order.",
        "I want to know what {words} go for. What is the lowest price anybody asks, and what is the highest?",
    )
    difficulty = Difficulty(actions=7)

    least = 4

    def figure(self, ads: Sequence[Ad]) -> Answer | None:
        prices = sorted(ad.price or 0 for ad in ads)
        if not priced(ads) or prices[0] == prices[-1]:
            return None
        return Ordered((Money(dollars(prices[0])), Money(dollars(prices[-1]))))

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, f"{p.query}&sort=cheap")
        prices = [card.price or 0 for card in await all_cards(person)]
        await person.answer(f"${prices[0] / 100:.2f}, ${prices[-1] / 100:.2f}")


class AveragePrice(AskByWish):
    """What do things of a kind cost on average?"""

    id = "arena.classifieds.average-price"
    goals = (
        "On average, what do sellers ask for {words}? Round to the nearest dollar.",
        "Work out the average asking price of the {words}, to the nearest whole dollar.",
    )
    difficulty = Difficulty(actions=6)

    most = 9

    def figure(self, ads: Sequence[Ad]) -> Answer | None:
        exact = Decimal(sum(ad.price or 0 for ad in ads)) / len(ads) / 100
        near_half = abs(exact % 1 - Decimal("0.5")) < Decimal("0.02")
        if not priced(ads) or near_half or len({ad.price for ad in ads}) < 3:
            return None
        return Money(exact.quantize(Decimal(1), ROUND_HALF_UP))

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, p.query)
        prices = [card.price or 0 for card in await all_cards(person)]
        await person.answer(f"${(Decimal(sum(prices)) / len(prices) / 100).quantize(Decimal(1), ROUND_HALF_UP)}")


class PriceGap(AskByWish):
    """How much more does the second-cheapest cost than the cheapest?"""

    id = "arena.classifieds.price-gap"
    goals = (
        "By how much is the cheapest of the {words} cheaper than the next one up?",
        "Among the {words}, how much more would I pay for the second-cheapest than for the cheapest?",
    )
    difficulty = Difficulty(actions=8)

    most = 40

    def figure(self, ads: Sequence[Ad]) -> Answer | None:
        low, next_up, *_ = sorted(ad.price or 0 for ad in ads)
        return Money(dollars(next_up - low)) if priced(ads) and next_up - low >= GUESSABLE else None

    async def solve(self, person: Person, p: Wanted) -> None:
        await browse(person, f"{p.query}&sort=cheap")
        low, next_up, *_ = [card.price or 0 for card in await all_cards(person)]
        await person.answer(f"${(next_up - low) / 100:.2f}")


# One listing's price --------------------------------------------------------------------------------------------------


def asking_price(person: Person) -> int:
    """Of the listing that is open, in cents."""
    at = next(at for at, line in enumerate(person.lines()) if line.strip() == "Place")
    shown = [line for line in person.lines()[:at] if re.match(r"\$[\d,]+", line.strip())]
    if not shown:
        raise Lost(f"{person.view.url} shows no price")
    return round(float(re.sub(r"[^\d.]", "", shown[-1])) * 100)


class PriceDrop(AskBoard[Title]):
    """By how much did a seller lower the price?"""

    id = "arena.classifieds.price-drop"
    goals = (
        "The price of “{title}” has come down since it was first posted. By how much?",
        "How many dollars has the seller of “{title}” taken off the original price so far?",
    )
    difficulty = Difficulty(actions=4)

    def answers(self, world: World) -> Mapping[Title, Answer]:
        board = Board(world)
        first = {
            row.listing_id: row.old_price
            for row in world.classifieds.rows("SELECT * FROM price_change ORDER BY changed DESC, id DESC")
        }
        return {
            Title(ad.title): Money(dollars(first[ad.id] - ad.price))
            for ad in clear_titles(board)
            if ad.price and (first.get(ad.id) or 0) - ad.price >= GUESSABLE
        }

    async def solve(self, person: Person, p: Title) -> None:
        await open_item(person, p.title)
        before = re.findall(r"\$[\d,]+\.\d\d(?= until)", " ".join(person.text().split()))
        await person.answer(f"${read_amount(before[0]) - Decimal(asking_price(person)) / 100:.2f}")


class SellersTotal(AskBoard[Title]):
    """What does everything cost that a seller offers?"""

    id = "arena.classifieds.sellers-total"
    goals = (
        "If I bought everything that the seller of “{title}” is offering at the moment, that listing included, what"
        " would I pay at the asking prices?",
        "Add up the asking prices of all active listings of whoever is selling “{title}”. What's the total?",
    )
    difficulty = Difficulty(actions=5)

    def answers(self, world: World) -> Mapping[Title, Answer]:
        board = Board(world)
        by_seller: dict[int, list[Ad]] = {}
        for ad in board.active:
            by_seller.setdefault(ad.seller_id, []).append(ad)
        found: dict[Title, Answer] = {}
        for ad in clear_titles(board):
            ads = by_seller[ad.seller_id]
            if 3 <= len(ads) <= 12 and priced(ads) and all(map(board.lasts, ads)) and ad.seller_id > 3:
                found[Title(ad.title)] = Money(dollars(sum(one.price or 0 for one in ads)))
        return found

    async def solve(self, person: Person, p: Title) -> None:
        await open_item(person, p.title)
        await person.click(seller_shown(person), role="link")
        total = sum(card.price or 0 for card in await all_cards(person))
        await person.answer(f"${total / 100:.2f}")


class MilesPerYear(AskBoard[Title]):
    """How many miles has a vehicle for its age?"""

    id = "arena.classifieds.miles-per-year"
    goals = (
        "The car in “{title}”: how many miles did it do per year on average, if you count from its model year to 2026?"
        " Round to the nearest mile.",
        "Divide the mileage of “{title}” by its age in years (2026 minus the model year). What do you get, rounded to"
        " whole miles?",
    )
    difficulty = Difficulty(actions=4)

    def answers(self, world: World) -> Mapping[Title, Answer]:
        found: dict[Title, Answer] = {}
        for ad in clear_titles(Board(world)):
            year, miles = ad.values.get("year"), ad.values.get("mileage")
            if ad.slug == "cars" and isinstance(year, int) and isinstance(miles, int) and year < 2025:
                exact = Decimal(miles) / (2026 - year)
                if abs(exact % 1 - Decimal("0.5")) > Decimal("0.02"):
                    found[Title(ad.title)] = Number(int(exact.quantize(Decimal(1), ROUND_HALF_UP)), unit="mile")
        return found

    async def solve(self, person: Person, p: Title) -> None:
        await open_item(person, p.title)
        miles = Decimal(re.sub(r"\D", "", labelled(person, "Mileage")))
        age = 2026 - int(labelled(person, "Year"))
        await person.answer((miles / age).quantize(Decimal(1), ROUND_HALF_UP))
