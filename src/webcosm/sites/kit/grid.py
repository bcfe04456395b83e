"""Lists for people who work with them: filters, keyword, sorting, paging, columns, mass actions, export."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from markupsafe import Markup
from starlette.responses import Response

from webcosm.sites.kit.formats import count, day, moment, money
from webcosm.sites.kit.grid_query import Choices, Column, MassAction, Query
from webcosm.sites.kit.listing import Listing, page_number
from webcosm.sites.kit.request import Request
from webcosm.worlds import Fact, Row, Value

__all__ = ["SIZES", "Chip", "Column", "Grid", "GridView", "MassAction"]

SIZES = (20, 50, 100, 200)
PASSING = ("columns", "show", "format")
"""Parameters that say what to do once; no address of the list keeps them."""
FEW = 500
"""So many matching rows are sorted by themselves instead of being looked for a second time."""
MANY = 20_000
"""So many matching rows are counted by listing them; more are counted by a query of its own."""


@dataclass(frozen=True)
class Chip:
    """An active filter, and the address without it."""

    label: str
    text: str
    without: str


@dataclass(frozen=True)
class Grid:
    """A list over ``SELECT … source``. Every row is known by ``key``; links get it as ``row.key``."""

    name: str
    source: str
    """``FROM …``; its ``?`` are bound to the arguments of :meth:`view`."""
    columns: Sequence[Column]
    joins: Mapping[str, str] = field(default_factory=dict)
    """By name, tables that hold what columns tell of a row, one row for each; left out where no column in use needs
    them."""
    where: str = ""
    """What holds for every row; its ``?`` come after those of the source."""
    key: str = "id"
    order: str = "created"
    descending: bool = True
    search: Sequence[str] = ()
    """Keys of the columns in which the keyword is looked for."""
    actions: Sequence[MassAction] = ()
    noun: str = "record"
    nouns: str | None = None
    empty: str = "There is nothing here yet."
    extra: Mapping[str, str] = field(default_factory=dict)
    """Further values of a row that links need: name to SQL."""
    part_of: tuple[str, Mapping[str, Fact]] | None = None
    """The name of a grid, and its filters, with which that one shows the same rows."""

    def column(self, key: str) -> Column:
        for column in self.columns:
            if column.key == key:
                return column
        raise KeyError(f"the grid {self.name} has no column {key!r}; it has {', '.join(c.key for c in self.columns)}")

    def view(self, request: Request, *arguments: Value) -> GridView:
        """What the address asks for."""
        return GridView(self, request, arguments)

    def respond(
        self, request: Request, template: str = "grid_page.html", *arguments: Value, **context: Any
    ) -> Response:
        """The page with the grid as ``view``, or its rows as a file if the address asks for ``format=csv``."""
        view = self.view(request, *arguments)
        if request.query.get("format") == "csv":
            return view.csv()
        view.declare()
        return request.render(template, view=view, **context)

    def selected(self, request: Request, *arguments: Value) -> list[Any]:
        """Keys of the rows that a mass action was asked for: those ticked, or all that match if that was ticked."""
        if request.form.get("all"):
            query = Query(self, parse_qsl(request.form.get("query", "")), request)
            sql, values = query.sql(arguments, ())
            return request.db.values(f'SELECT "key" FROM ({sql}) ORDER BY "key"', *values)
        ticked = [part for text in request.form_lists.get("ids", ()) for part in text.split(",") if part]
        sql = f'SELECT "key" FROM ({self.select(())}) WHERE CAST("key" AS TEXT) IN (SELECT value FROM json_each(?))'
        return request.db.values(f'{sql} ORDER BY "key"', *arguments, json.dumps(ticked))

    def back(self, request: Request, path: str) -> str:
        """The list as it was when a mass action was sent."""
        query = urlencode(parse_qsl(request.form.get("query", "")))
        return f"{path}?{query}" if query else path

    def select(self, needed: Collection[str] | None = None) -> str:
        """All rows: with everything there is to tell of them, or with their keys and the columns that are needed."""
        named = {**{column.key: column.sql for column in self.columns}, **self.extra}
        named.setdefault("id", self.key)
        if needed is not None:
            named = {name: sql for name, sql in named.items() if name in needed}
        values = ", ".join(f'{sql} AS "{name}"' for name, sql in {**named, "key": self.key}.items())
        where = f" WHERE {self.where}" if self.where else ""
        return f"SELECT {values} {self.source}{self._joined(f'{values} {self.where}')}{where}"

    def _joined(self, used: str) -> str:
        """The joins that the SQL in use needs; a later one may need an earlier one."""
        joined = ""
        for name, join in reversed(list(self.joins.items())):
            if re.search(rf"\b{name}\.", used + joined):
                joined = f" {join}{joined}"
        return joined


class GridView:
    """One state of a grid, for ``grid.html``."""

    def __init__(self, grid: Grid, request: Request, arguments: Sequence[Value]) -> None:
        self.grid = grid
        self.request = request
        self.query = Query(grid, request.query_list, request)
        self.columns = self._chosen_columns()
        self._arguments = arguments
        self.listing = self._read_page()

    def _read_page(self) -> Listing:
        """Finds out which rows are on the page by the columns that decide it, then reads the rest of those rows."""
        db = self.request.db
        sql, values = self.query.sql(self._arguments, ())
        matching = db.values(f'SELECT "key" FROM ({sql}) LIMIT {MANY + 1}', *values) if self.query.narrowed else None
        if matching is None or len(matching) > MANY:
            total = db.value(f"SELECT count(*) FROM ({sql})", *values)
        else:
            total = len(matching)
        if matching is not None and len(matching) <= FEW:
            sql, values = self._of(matching, (self.query.sort,))
        else:
            sql, values = self.query.sql(self._arguments, (self.query.sort,))
        given = self.request.query.get("size", "")
        size = int(given) if given in map(str, SIZES) else SIZES[0]
        number = page_number(self.request.query.get("page"), total, size)
        limit = f"LIMIT {size:d} OFFSET {(number - 1) * size:d}"
        keys = db.values(f'SELECT "key" FROM ({sql}) {self.query.ordering} {limit}', *values)
        sql, values = self._of(keys)
        rows = {row.key: row for row in db.rows(sql, *values)}
        return Listing([rows[key] for key in keys], number, size, total)

    def _of(self, keys: Sequence[Value], needed: Collection[str] | None = None) -> tuple[str, list[Value]]:
        """SQL for the rows with these keys, in no order."""
        marks = ", ".join("?" for _ in keys)
        return f'SELECT * FROM ({self.grid.select(needed)}) WHERE "key" IN ({marks})', [*self._arguments, *keys]

    @property
    def facts(self) -> dict[str, Fact]:
        """What the list shows, for :meth:`Request.shows`: filters by parameter, as they were read, order and page."""
        return {
            **self.query.facts,
            "q": " ".join(self.query.keyword.split()),
            "sort": self.query.sort,
            "dir": "desc" if self.query.descending else "asc",
            "page": self.listing.number,
            "size": self.listing.size,
        }

    def declare(self) -> None:
        """Says what the list shows. One that could not read all of its filters does not show what was asked for."""
        if not self.query.errors:
            name, always = self.grid.part_of or (self.grid.name, {})
            self.request.shows(name, **{**self.facts, **always})

    # Addresses ------------------------------------------------------------------------------------------------------

    def address(self, **changes: object) -> str:
        """This list with some parameters replaced, or removed where None; from its first page unless said."""
        kept = {name: value for name, value in self.query.given.items() if name not in (*PASSING, "page")}
        kept |= {name: str(value) for name, value in changes.items()}
        left = [(name, value) for name, value in kept.items() if changes.get(name, "") is not None]
        return "?" + urlencode(left) if left else self.request.path

    def kept(self, *replaced: str) -> list[tuple[str, str]]:
        """Hidden fields for a form that sets some parameters; ``f.`` stands for all filters."""
        return [
            (name, value)
            for name, value in self.query.given.items()
            if name not in (*PASSING, "page", *replaced) and not ("f." in replaced and name.startswith("f."))
        ]

    @property
    def state(self) -> str:
        """The query string that mass actions come back to."""
        return urlencode([(name, value) for name, value in self.query.given.items() if name not in PASSING])

    def sort_address(self, column: Column) -> str:
        descending = column.key == self.query.sort and not self.query.descending
        return self.address(sort=column.key, dir="desc" if descending else "asc")

    def sorted_by(self, column: Column) -> str:
        """For ``aria-sort``."""
        if column.key != self.query.sort:
            return "none"
        return "descending" if self.query.descending else "ascending"

    @property
    def chips(self) -> list[Chip]:
        found = []
        if self.query.keyword:
            found.append(Chip("Keyword", self.query.keyword, self.address(q=None)))
        for name, text in self.query.active.items():
            label = self.grid.column(name.split(".")[1]).label
            found.append(Chip(label, text, self.address(**{name: None})))
        return found

    @property
    def clear_address(self) -> str:
        gone = {name: None for name in self.query.given if name.startswith("f.") or name == "q"}
        return self.address(**gone)

    # Columns --------------------------------------------------------------------------------------------------------

    def _chosen_columns(self) -> list[Column]:
        """Kept in the session as one number per list, since a cookie is small."""
        columns = self.grid.columns
        choices: dict[str, int] = dict(self.request.session.get("columns", []))
        if "columns" in self.request.query:
            wanted = {value for name, value in self.request.query_list if name == "show"}
            chosen = sum(1 << place for place, column in enumerate(columns) if column.key in wanted)
            choices.pop(self.grid.name, None)
            if chosen and self.request.query["columns"] == "chosen":
                choices[self.grid.name] = chosen
            self.request.session["columns"] = sorted(choices.items())
        mask = choices.get(self.grid.name)
        if mask is None:
            return [column for column in columns if column.shown]
        return [column for place, column in enumerate(columns) if mask >> place & 1] or list(columns)

    # Cells ----------------------------------------------------------------------------------------------------------

    def path(self, row: Row, column: Column) -> str | None:
        """Where a cell leads, if anywhere, and if one may go there."""
        if column.link is None or not self.request.may(column.link_permission):
            return None
        path = column.link(row)
        return path if path and self.request.may_visit(path) else None

    def cell(self, row: Row, column: Column) -> str | Markup:
        value = row[column.key]
        if column.show:
            return column.show(row)
        if value is None or value == "":
            return ""
        match column.kind:
            case "money":
                return money(value)
            case "number":
                return count(value) if isinstance(value, int) else f"{value:,.2f}"
            case "day":
                return day(value)
            case "moment":
                return moment(value)
            case "choice":
                return dict(self.choices(column)).get(str(value), str(value))
        return str(value)

    def choices(self, column: Column | MassAction) -> Choices:
        cache: dict[int, Choices] = self.__dict__.setdefault("_choices", {})
        if id(column) not in cache:
            cache[id(column)] = self.query.choices(column)
        return cache[id(column)]

    @property
    def filters(self) -> list[Column]:
        return [column for column in self.grid.columns if column.filter]

    @property
    def actions(self) -> list[MassAction]:
        return [action for action in self.grid.actions if self.request.may(action.permission)]

    @property
    def csrf(self) -> Markup:
        return Markup('<input type="hidden" name="csrf" value="{}">').format(self.request.csrf_token)

    def csv(self) -> Response:
        """All matching rows in the shown columns: amounts as plain numbers, choices in words."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow([column.label for column in self.columns])
        sql, values = self.query.sql(self._arguments)
        for row in self.request.db.rows(f"{sql} {self.query.ordering}", *values):
            writer.writerow([self._plain(row, column) for column in self.columns])
        headers = {"Content-Disposition": f'attachment; filename="{self.grid.name}.csv"'}
        return Response(file.getvalue(), media_type="text/csv", headers=headers)

    def _plain(self, row: Row, column: Column) -> str:
        value = row[column.key]
        if value is None:
            return ""
        if column.kind == "money":
            return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02d}"
        return dict(self.choices(column)).get(str(value), str(value)) if column.kind == "choice" else str(value)
