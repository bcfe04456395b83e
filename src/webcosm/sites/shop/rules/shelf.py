"""The products of a list as arrays: which there are, what they cost, in what order they stand.

For everything that is as in the first state the arrays come packed from the image; products that were changed since
are looked up row by row. So a department of thousands takes a few milliseconds, and is always true.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webcosm.sites.kit import Request
from webcosm.sites.shop.rules.prices import NO_TAX, category_tree, group_of, price_sql, touched_products
from webcosm.sites.shop.rules.tax_display import shown_tax
from webcosm.sites.shop.seed.shelf import AVAILABLE, IN_LISTS, IN_SEARCH, SPECIAL, category_part
from webcosm.worlds import Database, Value

__all__ = ["IN_LISTS", "IN_SEARCH", "Goods", "Shelf", "shelf_of"]

Numbers = NDArray[np.integer[Any]]
Flags = NDArray[np.bool_]
NAME_UNKNOWN = -1


@dataclass(frozen=True)
class Goods:
    """Products of a list, as arrays of equal length."""

    ids: Numbers
    rank: NDArray[np.float64]
    """A position in a category, or how well each fits a search: small first."""
    price: Numbers
    available: Flags
    brand: Numbers
    """Numbers of brands."""
    names: Numbers
    """Where each stands in the order of names; -1 if it was changed."""
    owner: Numbers
    """For every option of a product: which of the products, as a place in these arrays."""
    option: Numbers
    """And which option; an array as long as ``owner``."""
    brands: Sequence[str]
    """Names of brands, by number."""

    def __len__(self) -> int:
        return len(self.ids)

    def keep(self, wanted: Flags) -> Goods:
        """Only those that are wanted."""
        places = np.cumsum(wanted) - 1
        kept = wanted[self.owner]
        return replace(
            self,
            ids=self.ids[wanted],
            rank=self.rank[wanted],
            price=self.price[wanted],
            available=self.available[wanted],
            brand=self.brand[wanted],
            names=self.names[wanted],
            owner=places[self.owner[kept]],
            option=self.option[kept],
        )

    def having(self, option: int) -> Flags:
        """Which have an option, themselves or in a variant."""
        found = np.zeros(len(self), dtype=np.bool_)
        found[self.owner[self.option == option]] = True
        return found

    def ordered(self, db: Database, key: str, descending: bool) -> list[int]:
        """Ids by ``name``, ``price`` or else rank; ties by id, whatever the direction."""
        if key == "name" and (self.names == NAME_UNKNOWN).any():
            return self._by_current_names(db, descending)
        values: NDArray[Any] = {"name": self.names, "price": self.price}.get(key, self.rank)
        order = np.lexsort((self.ids, -values if descending else values))
        return [int(number) for number in self.ids[order]]

    def _by_current_names(self, db: Database, descending: bool) -> list[int]:
        numbers = json.dumps(self.ids.tolist())
        sql = "SELECT id, name FROM product WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
        rows = [(name.lower(), number) for number, name in db.connection.execute(sql, (numbers,))]
        return [number for _, number in sorted(rows, key=lambda row: row[0], reverse=descending)]


class Shelf:
    """All products, for one visitor on one day."""

    def __init__(self, db: Database, group: int, today: date, rates: Mapping[int, int] = NO_TAX) -> None:
        self._db = db
        self._rates = rates
        self._group = group
        self._today = today
        self.stale = db.values(
            "SELECT product_id FROM shelf_stale ORDER BY product_id"
            if db.value("SELECT 1 FROM shelf_pack LIMIT 1")
            else "SELECT product_id FROM shelf_now ORDER BY product_id"
        )
        """Products that the packed arrays tell nothing true about: all of them in a shop that was never packed."""

    def category(self, category_id: int) -> Goods:
        """The listed products of a category and those below it."""
        packed = self._part(category_part(category_id))
        places, ranks = packed[: len(packed) // 2], packed[len(packed) // 2 :]
        return self._goods(places, ranks.astype(np.float64), self._changed_in(category_id), IN_LISTS)

    def size(self, category_id: int, *, only_available: bool) -> int:
        """How many products are listed in a category."""
        packed = self._part(category_part(category_id))
        places = packed[: len(packed) // 2]
        needed = IN_LISTS | AVAILABLE if only_available else IN_LISTS
        kept = (self._flags[places] & needed) == needed
        if not self.stale:
            return int(np.count_nonzero(kept))
        kept &= ~np.isin(self._ids[places], self.stale)
        condition = "in_lists AND available" if only_available else "in_lists"
        changed = self._db.value(
            f"SELECT count(*) FROM shelf_now WHERE {condition} AND product_id IN (SELECT value FROM json_each(?))",
            json.dumps(list(self._changed_in(category_id))),
        )
        return int(np.count_nonzero(kept)) + int(changed)

    def _changed_in(self, category_id: int) -> dict[int, float]:
        """Products of a category that the packed arrays tell nothing true about, with their positions."""
        if not self.stale:
            return {}
        tree = ", ".join(map(str, category_tree(self._db, category_id)))
        return dict(
            self._db.connection.execute(
                f"SELECT product_id, min(position) FROM product_category WHERE category_id IN ({tree})"
                " AND product_id IN (SELECT value FROM json_each(?)) GROUP BY product_id ORDER BY product_id",
                (json.dumps(self.stale),),
            )
        )

    def found(self, source: str, arguments: Sequence[Value]) -> Goods:
        """The searchable products that a query names as ``product_id`` and ``rank``; of two ranks the better."""
        ranks: dict[int, float] = {}
        for number, rank in self._db.connection.execute(source, tuple(arguments)):
            if rank < ranks.get(number, np.inf):
                ranks[number] = rank
        changed = {number: ranks.pop(number) for number in self.stale if number in ranks}
        numbers = np.fromiter(ranks.keys(), np.int64, len(ranks))
        if len(self._ids) == 0:
            return self._goods(numbers[:0], np.zeros(0), changed, IN_SEARCH)
        places = np.minimum(np.searchsorted(self._ids, numbers), len(self._ids) - 1)
        known = self._ids[places] == numbers
        given = np.fromiter(ranks.values(), np.float64, len(ranks))
        return self._goods(places[known], given[known], changed, IN_SEARCH)

    def everything(self) -> Goods:
        """All searchable products."""
        places = np.arange(len(self._ids))
        return self._goods(places, np.zeros(len(places)), dict.fromkeys(self.stale, 0.0), IN_SEARCH)

    # Putting together -----------------------------------------------------------------------------------------------

    def _goods(self, places: Numbers, ranks: NDArray[np.float64], changed: dict[int, float], shown: int) -> Goods:
        """Packed rows as far as they are true, and fresh ones for the products that were changed."""
        wanted = (self._flags[places] & shown) != 0
        if self.stale:
            wanted &= ~np.isin(self._ids[places], self.stale)
        places, ranks = places[wanted], ranks[wanted]
        owner, option = self._options_of(places)
        goods = Goods(
            self._ids[places],
            ranks,
            self._part("price")[places],
            (self._flags[places] & AVAILABLE) != 0,
            self._part("brand")[places],
            self._part("names")[places],
            owner,
            option,
            self._brands,
        )
        inexact = goods.ids[(self._flags[places] & SPECIAL) != 0] if self._other_day else goods.ids[:0]
        if changed:
            goods = self._with_changed(goods, changed, shown)
            inexact = np.union1d(inexact, list(changed))
        return self._with_exact_prices(goods, inexact)

    def _options_of(self, places: Numbers) -> tuple[Numbers, Numbers]:
        first = self._part("first_option")
        starts, counts = first[places], first[places + 1] - first[places]
        owner = np.repeat(np.arange(len(places)), counts)
        # Each product's options stand together: from its start, count on within its own.
        within = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
        return owner, self._part("options")[np.repeat(starts, counts) + within]

    def _with_changed(self, goods: Goods, changed: dict[int, float], shown: int) -> Goods:
        column = "in_lists" if shown == IN_LISTS else "in_search"
        rows = self._db.rows(
            f"SELECT product_id, available, brand, options FROM shelf_now WHERE {column}"
            " AND product_id IN (SELECT value FROM json_each(?)) ORDER BY product_id",
            json.dumps(list(changed)),
        )
        brands = list(goods.brands)
        for row in rows:
            if row.brand not in brands:
                brands.append(row.brand)
        pairs = [
            (len(goods) + place, int(option))
            for place, row in enumerate(rows)
            for option in row.options.split(",")
            if option
        ]
        return Goods(
            _joined(goods.ids, [row.product_id for row in rows]),
            np.concatenate([goods.rank, [changed[row.product_id] for row in rows]]),
            _joined(goods.price, [0] * len(rows)),
            np.concatenate([goods.available, np.array([bool(row.available) for row in rows], dtype=np.bool_)]),
            _joined(goods.brand, [brands.index(row.brand) for row in rows]),
            _joined(goods.names, [NAME_UNKNOWN] * len(rows)),
            _joined(goods.owner, [place for place, _ in pairs]),
            _joined(goods.option, [option for _, option in pairs]),
            brands,
        )

    def _with_exact_prices(self, goods: Goods, inexact: Numbers) -> Goods:
        """Works out the prices that the pack lacks: with tax, under rules, of changed products, on another day."""
        touched = None if self._rates else touched_products(self._db, self._group, self._today)
        wrong = np.isin(goods.ids, inexact)
        wrong |= np.ones(len(goods), dtype=np.bool_) if touched is None else np.isin(goods.ids, touched)
        if not wrong.any():
            return goods
        sql = f"SELECT product.id, {price_sql(self._db, self._group, self._today, self._rates)} FROM product"
        sql += " WHERE id IN (SELECT value FROM json_each(?))"
        exact = dict(self._db.connection.execute(sql, (json.dumps(goods.ids[wrong].tolist()),)))
        prices = goods.price.copy()
        prices[wrong] = [exact[number] for number in goods.ids[wrong].tolist()]
        return replace(goods, price=prices)

    # Parts of the pack ----------------------------------------------------------------------------------------------

    def _part(self, name: str) -> Numbers:
        data = self._db.value("SELECT data FROM shelf_pack WHERE part = ?", name)
        return np.frombuffer(data or b"", dtype="<i4")

    @cached_property
    def _ids(self) -> Numbers:
        return self._part("ids")

    @cached_property
    def _flags(self) -> Numbers:
        return self._part("flags")

    @cached_property
    def _brands(self) -> list[str]:
        brands: list[str] = json.loads(self._db.value("SELECT data FROM shelf_pack WHERE part = 'brands'") or "[]")
        return brands

    @cached_property
    def _other_day(self) -> bool:
        day = self._db.value("SELECT data FROM shelf_pack WHERE part = 'day'")
        return bool(day) and day.decode() != self._today.isoformat()


def _joined(packed: Numbers, fresh: Sequence[int]) -> Numbers:
    return np.concatenate([packed, np.array(fresh, dtype=np.int64)])


def shelf_of(request: Request) -> Shelf:
    """With the visitor's prices."""
    return Shelf(request.db, group_of(request), request.world.clock.today(), shown_tax(request).rates)
