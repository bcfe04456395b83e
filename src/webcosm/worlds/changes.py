"""Changes: which rows differ from the image, and how. Read from SQLite's session extension."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import apsw

from webcosm.worlds.database import Database, Value

__all__ = ["Change", "ChangeKind", "Teller", "apply_change", "merge_changesets", "read_changes", "tell"]

ChangeKind = Literal["insert", "update", "delete"]
KINDS: Mapping[int, ChangeKind] = {
    apsw.SQLITE_INSERT: "insert",
    apsw.SQLITE_UPDATE: "update",
    apsw.SQLITE_DELETE: "delete",
}


@dataclass(frozen=True)
class Change:
    """One row that was inserted, updated or deleted since the world began."""

    site: str
    table: str
    kind: ChangeKind
    key: tuple[Value, ...]
    old: Mapping[str, Value] | None
    """The whole row as it was in the image; None for an inserted one."""
    new: Mapping[str, Value] | None
    """The whole row as it is now; None for a deleted one."""
    incidental: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Columns of this table whose changes mean nothing."""
    key_columns: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The names of the columns that hold `key`, in its order; empty in records of earlier versions."""
    told: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Columns that the table does not have: what the site tells of rows that it keeps in incidental tables."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that differ, without the incidental; all of them for an inserted or deleted row."""
        if self.old is None or self.new is None:
            return tuple(self.new or self.old or ())
        return tuple(
            name for name in self.new if name not in self.incidental and _differs(self.old[name], self.new[name])
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data for records; blobs become their hexadecimal text."""
        return {
            "site": self.site,
            "table": self.table,
            "kind": self.kind,
            "key": [_plain(value) for value in self.key],
            "old": self.old and {name: _plain(value) for name, value in self.old.items()},
            "new": self.new and {name: _plain(value) for name, value in self.new.items()},
            **({"incidental": sorted(self.incidental)} if self.incidental else {}),
            **({"key_columns": list(self.key_columns)} if self.key_columns else {}),
            **({"told": sorted(self.told)} if self.told else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Change:
        old, new = (
            {name: _value(part) for name, part in data[side].items()} if data[side] else None for side in ("old", "new")
        )
        return cls(
            data["site"],
            data["table"],
            data["kind"],
            tuple(_value(part) for part in data["key"]),
            old,
            new,
            frozenset(data.get("incidental", ())),
            tuple(data.get("key_columns", ())),
            frozenset(data.get("told", ())),
        )


Teller = Callable[[Database, Sequence[Change]], Sequence[Mapping[str, Value]]]
"""Gives further columns for each of a table's changes, always of the same names: what they mean, from what the site
keeps in incidental tables. The database is as it is now."""


def _plain(value: Value) -> Any:
    return {"blob": value.hex()} if isinstance(value, bytes) else value


def _value(plain: Any) -> Value:
    return bytes.fromhex(plain["blob"]) if isinstance(plain, dict) else plain


def _differs(old: Value, new: Value) -> bool:
    return type(old) is not type(new) or old != new  # SQLite tells 1 from 1.0, Python does not


def _order(value: Value) -> tuple[int, Any]:
    """SQLite's order: numbers, then text, then blobs."""
    if isinstance(value, (int, float)):
        return (1, value)
    return (2, value) if isinstance(value, str) else (3 if value is not None else 0, value or b"")


def merge_changesets(first: bytes, second: bytes) -> bytes:
    """One changeset with the effect of both in turn, folded."""
    if not first or not second:
        return first or second
    builder = apsw.ChangesetBuilder()  # type: ignore[no-untyped-call]
    builder.add(first)
    builder.add(second)
    merged = builder.output()
    builder.close()
    return merged


def apply_change(database: Database, change: Change) -> None:
    """Does to a database what a change says; of an update, the columns that differ. A row that is missing stays so, and
    a new one takes the place of one that is there."""
    if change.kind == "insert":
        assert change.new is not None
        row = {name: value for name, value in change.new.items() if name not in change.told}
        names, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" for _ in row)
        database.run(f'INSERT OR REPLACE INTO "{change.table}" ({names}) VALUES ({marks})', *row.values())
        return
    where = " AND ".join(f'"{name}" IS ?' for name in change.key_columns)
    if change.kind == "delete":
        database.run(f'DELETE FROM "{change.table}" WHERE {where}', *change.key)
        return
    assert change.new is not None
    stored = [name for name in change.columns if name not in change.told]
    columns = ", ".join(f'"{name}" = ?' for name in stored)
    values = [change.new[name] for name in stored]
    database.run(f'UPDATE "{change.table}" SET {columns} WHERE {where}', *values, *change.key)


def tell(database: Database, changes: Sequence[Change], tellers: Mapping[str, Teller]) -> list[Change]:
    """Changes of one site with what it tells of them; on their old side these columns are empty."""
    told: dict[tuple[Value, ...], Change] = {}
    for table, teller in tellers.items():
        those = [change for change in changes if change.table == table]
        for change, more in zip(those, teller(database, those) if those else (), strict=True):
            empty, names = dict.fromkeys(more, ""), frozenset(more)
            old, new = change.old and {**change.old, **empty}, change.new and {**change.new, **more}
            told[table, *change.key] = replace(change, old=old, new=new, told=names)
    return [told.get((change.table, *change.key), change) for change in changes]


def read_changes(
    site: str,
    connection: apsw.Connection,
    changeset: bytes,
    incidental: Mapping[str, frozenset[str] | None],
) -> list[Change]:
    """Typed changes from a changeset, in an order that does not depend on how they came about."""
    columns: dict[str, list[str]] = {}
    found: list[Change] = []
    for entry in apsw.Changeset.iter(changeset):
        table = entry.name
        if table in incidental and incidental[table] is None:
            continue
        if table not in columns:
            columns[table] = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
        names = columns[table]
        key_positions = sorted(entry.pk_columns)
        change = _change(site, connection, entry, names, key_positions, incidental.get(table) or frozenset())
        if change.columns:  # else an update of incidental columns alone
            found.append(change)
    return sorted(found, key=lambda change: (change.table, [_order(part) for part in change.key]))


def _change(
    site: str,
    connection: apsw.Connection,
    entry: apsw.TableChange,
    names: Sequence[str],
    key_positions: Sequence[int],
    incidental: frozenset[str],
) -> Change:
    kind = KINDS[entry.opcode]
    before: Sequence[Any] = entry.old or ()
    after: Sequence[Any] = entry.new or ()
    source = after if kind == "insert" else before
    key = tuple(source[position] for position in key_positions)
    old = dict(zip(names, before, strict=True)) if kind == "delete" else None
    new = dict(zip(names, after, strict=True)) if kind == "insert" else None
    if kind == "update":
        # A changeset holds only the columns that changed; the rest is read from the row as it stands.
        where = " AND ".join(f'"{names[position]}" IS ?' for position in key_positions)
        columns = ", ".join(f'"{name}"' for name in names)  # not *, which has the generated columns too
        row = connection.execute(f'SELECT {columns} FROM "{entry.name}" WHERE {where}', key).fetchone()
        assert row is not None, f"the changed row {entry.name} {key} is not in its table"
        new = dict(zip(names, row, strict=True))
        old = {
            name: was if was is not apsw.no_change else now for name, was, now in zip(names, before, row, strict=True)
        }
    key_columns = tuple(names[position] for position in key_positions)
    return Change(site, entry.name, kind, key, old, new, incidental, key_columns)
