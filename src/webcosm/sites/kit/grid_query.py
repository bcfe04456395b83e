"""What the address of a list asks for: filters, keyword and sorting, read, checked and turned into SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Literal

from markupsafe import Markup

from webcosm.sites.kit.folding import contains, pattern
from webcosm.sites.kit.formats import count, day, money, parse_money
from webcosm.sites.kit.request import Request
from webcosm.worlds import Fact, Row, Value

if TYPE_CHECKING:
    from webcosm.sites.kit.grid import Grid

__all__ = ["Choices", "Column", "MassAction", "Query"]

ColumnKind = Literal["text", "number", "money", "day", "moment", "choice"]
Choices = Sequence[tuple[str, str]]
PLAIN = re.compile(r"\w+\.\w+")
"""A column of a table, and no more."""


@dataclass(frozen=True)
class Column:
    key: str
    label: str
    sql: str
    """An expression over the grid's source."""
    kind: ColumnKind = "text"
    choices: Choices | Callable[[Request], Choices] = ()
    """(value, label) pairs of a choice, or a function that reads them."""
    link: Callable[[Row], str | None] | None = None
    link_permission: str = ""
    """Without which the link is not shown."""
    filter: bool = True
    sortable: bool = True
    shown: bool = True
    """Whether it is there before anybody chose columns."""
    show: Callable[[Row], str | Markup] | None = None
    """Writes the cell, where formatting by kind is not enough."""

    @property
    def ranged(self) -> bool:
        return self.kind in ("number", "money", "day", "moment")

    @property
    def numeric(self) -> bool:
        return self.kind in ("number", "money")


@dataclass(frozen=True)
class MassAction:
    """A deed on the ticked rows: a form to ``path``, which reads them with :meth:`Grid.selected`."""

    path: str
    label: str
    permission: str = ""
    """Without which it is not offered; the page at ``path`` names the same with ``needs=``."""
    confirm: str = ""
    """A question that must be answered before."""
    field: str = ""
    """The name of a choice to send along (which group, which status)."""
    choices: Choices | Callable[[Request], Choices] = ()
    danger: bool = False


class Query:
    """The filters, keyword and sorting of an address, read and checked."""

    def __init__(self, grid: Grid, pairs: Sequence[tuple[str, str]], request: Request) -> None:
        self.grid = grid
        self.request = request
        self.given = {name: value.strip() for name, value in pairs if value.strip()}
        self.keyword = self.given.get("q", "") if grid.search else ""
        self.errors: dict[str, str] = {}
        self.active: dict[str, str] = {}
        """What the active filters say, by parameter."""
        self.facts: dict[str, Fact] = {}
        """What the active filters are set to, by parameter: amounts in cents, days as they are stored."""
        self._where: list[str] = []
        self._values: list[Value] = []
        self._used: set[str] = set()
        """Keys of the columns that the conditions are about."""
        for column in grid.columns:
            if column.filter:
                self._read(column)
        for word in self.keyword.split():
            self._where.append("(" + " OR ".join(self._contains(key) for key in grid.search) + ")")
            self._values += [pattern(word)] * len(grid.search)
            self._used.update(grid.search)
        sortable = {column.key for column in grid.columns if column.sortable}
        self.sort = given if (given := self.given.get("sort", "")) in sortable else grid.order
        default = "desc" if grid.descending and self.sort == grid.order else "asc"
        self.descending = self.given.get("dir", default) == "desc"

    @property
    def narrowed(self) -> bool:
        """Whether only some rows may match."""
        return bool(self._where)

    def sql(self, arguments: Sequence[Value], needed: Collection[str] | None = None) -> tuple[str, list[Value]]:
        """The matching rows, with all columns or (besides the key) those that are needed."""
        where = f" WHERE {' AND '.join(self._where)}" if self._where else ""
        select = self.grid.select(None if needed is None else {*needed, *self._used})
        return f"SELECT * FROM ({select}){where}", [*arguments, *self._values]

    @property
    def ordering(self) -> str:
        direction = "DESC" if self.descending else "ASC"
        fold = " COLLATE NOCASE" if self.grid.column(self.sort).kind in ("text", "choice") else ""
        return f'ORDER BY "{self.sort}"{fold} {direction}, "key" {direction}'

    def choices(self, column: Column | MassAction) -> Choices:
        return column.choices(self.request) if callable(column.choices) else column.choices

    def _read(self, column: Column) -> None:
        if column.ranged:
            self._try(column, ".from", partial(self._bound, column, "from"))
            self._try(column, ".to", partial(self._bound, column, "to"))
        else:
            self._try(column, "", partial(self._match, column))

    def _try(self, column: Column, end: str, read: Callable[[str], tuple[str, Value, str, Fact]]) -> None:
        name = f"f.{column.key}{end}"
        if name not in self.given:
            return
        try:
            condition, value, shown, fact = read(self.given[name])
        except ValueError as error:
            self.errors[name] = str(error)
            return
        self._where.append(condition)
        self._values.append(value)
        self._used.add(column.key)
        self.active[name] = shown
        self.facts[name] = fact

    def _match(self, column: Column, text: str) -> tuple[str, Value, str, Fact]:
        if column.kind == "choice":
            labels = dict(self.choices(column))
            if text not in labels:
                raise ValueError(f"{column.label}: {text!r} is none of the options.")
            # A column of a table turns the text into its own type, and then an index can serve.
            compared = f'"{column.key}"' if PLAIN.fullmatch(column.sql) else f'CAST("{column.key}" AS TEXT)'
            return f"{compared} = ?", text, labels[text], text
        return self._contains(column.key), pattern(text), text, text

    def _contains(self, key: str) -> str:
        return contains(self.request.db, f'"{key}"')

    def _bound(self, column: Column, end: str, text: str) -> tuple[str, Value, str, Fact]:
        sign = ">=" if end == "from" else "<="
        value: int | str
        fact: Fact
        match column.kind:
            case "money":
                try:
                    value = parse_money(text)
                except ValueError:
                    raise ValueError(f"{column.label}: write an amount like 12.50.") from None
                fact, shown = value, money(value)
            case "number":
                if not re.fullmatch(r"-?\d{1,15}", text):
                    raise ValueError(f"{column.label}: write a whole number.")
                value = int(text)
                fact, shown = value, count(value)
            case _:
                try:
                    edge = date.fromisoformat(text)
                except ValueError:
                    raise ValueError(f"{column.label}: write a date like 2026-05-14.") from None
                value, shown = edge.isoformat(), day(edge)
                fact = value
                if end == "to" and edge < date.max:  # all of that day, whether the column holds days or moments
                    sign, value = "<", (edge + timedelta(days=1)).isoformat()
        return f'"{column.key}" {sign} ?', value, f"{end} {shown}", fact
