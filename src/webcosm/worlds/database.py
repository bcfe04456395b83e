"""A site's database as sites, tasks and judges use it: SQL in, plain rows out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import apsw

from webcosm.worlds.errors import clear_errors

__all__ = ["Database", "Row", "Value", "guard", "run_all"]

Value = None | int | float | str | bytes

SAFE_PRAGMAS = frozenset(
    {"table_info", "table_xinfo", "table_list", "foreign_key_check", "integrity_check", "data_version"}
)

FORBIDDEN = frozenset(
    {
        apsw.SQLITE_ATTACH,
        apsw.SQLITE_DETACH,
        # A table that is made, altered or dropped in a world would escape its changes.
        apsw.SQLITE_CREATE_TABLE,
        apsw.SQLITE_CREATE_VTABLE,
        apsw.SQLITE_CREATE_TRIGGER,
        apsw.SQLITE_ALTER_TABLE,
        apsw.SQLITE_DROP_TABLE,
        apsw.SQLITE_DROP_VTABLE,
        apsw.SQLITE_DROP_TRIGGER,
    }
)


class Row(dict[str, Any]):
    """A row by column name; ``row.title`` and ``row["title"]`` are the same."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no column {name!r}; there are {', '.join(self)}") from None


class Database:
    """One connection with a few verbs. Arguments bind to ``?`` in order, or pass one mapping for ``:names``."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection

    def run(self, sql: str, *arguments: Value | Mapping[str, Value]) -> int:
        """Executes statements that return nothing; gives back how many rows they changed."""
        with clear_errors():
            before = self.connection.total_changes()
            for _ in self.connection.execute(sql, _bindings(arguments)):
                pass
            return self.connection.total_changes() - before

    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        with clear_errors():
            self.connection.executemany(sql, rows)

    def insert(self, table: str, /, **columns: Value) -> int:
        """Inserts one row and returns its rowid."""
        names = ", ".join(f'"{name}"' for name in columns)
        marks = ", ".join("?" for _ in columns)
        with clear_errors():
            self.connection.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', tuple(columns.values()))
            return self.connection.last_insert_rowid()

    def rows(self, sql: str, *arguments: Value | Mapping[str, Value]) -> list[Row]:
        with clear_errors():
            cursor = self.connection.execute(sql, _bindings(arguments))
            try:
                names = [column[0] for column in cursor.get_description()]
            except apsw.ExecutionCompleteError:  # apsw has no column names once a cursor has run dry
                return []
            return [Row(zip(names, values, strict=True)) for values in cursor]

    def row(self, sql: str, *arguments: Value | Mapping[str, Value]) -> Row | None:
        """The first row, or None."""
        found = self.rows(sql, *arguments)
        return found[0] if found else None

    def values(self, sql: str, *arguments: Value | Mapping[str, Value]) -> list[Any]:
        """The first column of every row."""
        with clear_errors():
            return [values[0] for values in self.connection.execute(sql, _bindings(arguments))]

    def value(self, sql: str, *arguments: Value | Mapping[str, Value]) -> Any:
        """The first column of the first row, or None."""
        found = self.values(sql, *arguments)
        return found[0] if found else None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing. Nests."""
        with clear_errors():
            self.connection.execute("SAVEPOINT step")
            try:
                yield
                self.connection.execute("RELEASE step")
            except BaseException:
                if self.connection.in_transaction:  # on a full disk SQLite has undone all of it by itself
                    run_all(self.connection, "ROLLBACK TO step; RELEASE step")
                raise


def _bindings(arguments: tuple[Value | Mapping[str, Value], ...]) -> Any:
    if len(arguments) == 1 and isinstance(arguments[0], Mapping):
        return arguments[0]
    return arguments


def run_all(connection: apsw.Connection, sql: str) -> None:
    """Runs every statement. ``execute`` alone stops at the first that returns a row, as many a PRAGMA does."""
    for _ in connection.execute(sql):
        pass


def guard(connection: apsw.Connection) -> None:
    """Refuses statements that could write to the image, open other files or change tables behind the changes' back."""

    def allow(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
        if action in FORBIDDEN:
            return apsw.SQLITE_DENY
        if action == apsw.SQLITE_PRAGMA and first not in SAFE_PRAGMAS:
            return apsw.SQLITE_DENY
        return apsw.SQLITE_OK

    connection.authorizer = allow
