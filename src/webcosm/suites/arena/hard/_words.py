"""Goods in people's words: not the catalog's name, but enough of it to tell one product from all others of its kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from webcosm.lore import Rng
from webcosm.sites.shop.rules.prices import price_of
from webcosm.suites.arena.shop._rows import customer
from webcosm.worlds import Row, World

__all__ = ["all_of_kind", "by_price", "in_words"]

PACKS = re.compile(r"\b(?:pack|set) of\b", re.IGNORECASE)
NO_PACK = "not the multipack"
MOST = 4
"""So many features people name at most."""


@dataclass(frozen=True)
class Feature:
    """Something that is true of a product, as its name says."""

    said: str
    words: str
    """What stands in the name then; empty for what is not a pack of several."""

    def is_of(self, name: str) -> bool:
        if not self.words:
            return not PACKS.search(name)
        return bool(re.search(rf"(?<!\w){re.escape(self.words)}(?!\w)", name, re.IGNORECASE))


def all_of_kind(world: World, kind: str, word: str) -> list[Row]:
    """Everything that people may mean by a word, sold out or not: of the kind, or with the word in its name.

    Empty if some of the kind comes in options, or under a name that another one has too: then names do not tell.
    """
    rows = world.shop.rows(
        "SELECT product.*, product.name AS title, '' AS options, coalesce((SELECT group_concat(value, char(10))"
        "  FROM product_spec WHERE product_id = product.id), '') AS specs FROM product"
        " WHERE type <> 'variant' AND enabled AND visibility = 'both' AND (archetype = ? OR name LIKE '%' || ? || '%')"
        " ORDER BY id",
        kind,
        word,
    )
    rows = [row for row in rows if row.archetype == kind or Feature("", word).is_of(row.name)]
    names = {row.name.casefold() for row in rows}
    with_options = any(row.type == "configurable" and row.archetype == kind for row in rows)
    return [] if with_options or len(names) < len(rows) else rows


def in_words(goods: Row, word: str, others: Sequence[Row], rng: Rng) -> str | None:
    """``rice from Saltmarsh Pantry, sushi, 10 lb bag``: what fits none of the others; None if that takes too much."""
    features = rng.shuffled(_features(goods))
    rivals = [row.name for row in others if row.id != goods.id]
    for size in range(1, MOST + 1):
        for chosen in combinations(features, size):
            if not any(all(one.is_of(name) for one in chosen) for name in rivals):
                return _sentence(goods, word, chosen)
    return None


def _sentence(goods: Row, word: str, features: Sequence[Feature]) -> str:
    """The brand first, the rest as in the name."""
    brand = next((one.said for one in features if one.words == goods.brand), "")
    rest = [one for one in features if one.words != goods.brand]
    rest.sort(key=lambda one: goods.name.casefold().find(one.words.casefold()) if one.words else len(goods.name))
    return ", ".join([f"{word}{brand}", *(one.said for one in rest)])


def _features(goods: Row) -> list[Feature]:
    head, *details = goods.name.split(", ")
    # Of the words before the first comma, those that the specification table knows: the rest is a line's own name.
    known = [one for one in goods.specs.splitlines() if one != goods.brand and Feature("", one).is_of(head)]
    found = [Feature(f" from {goods.brand}", goods.brand)]
    found += [Feature(_plainly(one), one) for one in dict.fromkeys([*known, *details])]
    if not PACKS.search(goods.name):
        found.append(Feature(NO_PACK, ""))
    return found


def _plainly(words: str) -> str:
    """Without capitals where they are not part of a word's spelling (AA, SPF, D-shaped)."""
    pieces = re.split(r"([ -])", words)
    return "".join(one if one.isupper() else one.lower() for one in pieces)


def by_price(world: World, goods: Row, word: str, others: Sequence[Row]) -> str | None:
    """``pasta from Golden Furrow, the one with the lowest price``, if it is and all can be bought."""
    rivals = [row for row in others if row.brand == goods.brand and row.id != goods.id]
    if len(rivals) < 2 or not all(row.in_stock and row.qty > 0 for row in rivals):
        return None
    today, group = world.clock.today(), customer(world).group_id
    prices = {row.id: price_of(world.shop, row, group, today) for row in (goods, *rivals)}
    mine = prices.pop(goods.id)
    if all(mine.regular < one.final for one in prices.values()):
        return f"{word} from {goods.brand}, the one with the lowest price"
    if all(mine.final > one.regular for one in prices.values()):
        return f"{word} from {goods.brand}, the one with the highest price"
    return None
