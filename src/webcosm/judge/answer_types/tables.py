"""Tables of answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webcosm.judge.answer_types.base import Answer, Comparison, refused
from webcosm.judge.answer_types.collections import ITEM_ROOM
from webcosm.judge.answer_types.form import Form
from webcosm.judge.answer_types.listing import BULLET, pair_up, read_list
from webcosm.judge.answer_types.text import NotFound
from webcosm.judge.answer_types.wording import JsonValue, plain, tidy, token_words, tokens

__all__ = ["Table"]

CELL_SPLIT = re.compile(r"\s*(?:\||;)\s*")
LOOSE_CELL_SPLIT = re.compile(r"\s*(?:\||;|(?<!\d),\s*|,(?!\d{3}\b)\s*|:\s+|\s-\s)\s*")
PAIR = re.compile(r":\s|\s-\s")
RULE = re.compile(r"^[\s|:+=-]+$")


def column_key(name: str) -> str:
    """A column's name without case, spaces and punctuation."""
    return "".join(word for word in token_words(name.replace("_", " ")))


@dataclass(frozen=True)
class Table(Answer):
    """Rows of typed cells. Accepted forms: JSON objects or lists, Markdown or CSV tables, "name: value" lines."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Answer, ...], ...]
    ordered: bool = False
    """Whether the order of the rows counts."""
    column_aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Pairs of a column and its other names."""
    extra_columns: bool = False
    """Whether further columns may be given."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.column_aliases, Mapping):
            pairs = tuple((key, tuple(names)) for key, names in self.column_aliases.items())
            object.__setattr__(self, "column_aliases", pairs)
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))
        short = [row for row in self.rows if len(row) != len(self.columns)]
        if not self.columns or short:
            raise ValueError(f"Table: every row needs {len(self.columns)} cells, one for each of {self.columns!r}")

    def form(self) -> Form:
        cells = [cell.form() for cell in self.rows[0]] if self.rows else []
        properties = {name: dict(form.schema) for name, form in zip(self.columns, cells, strict=False)}
        row = {"type": "object", "properties": properties, "required": list(self.columns)}
        words = f"a table with the columns {', '.join(self.columns)}"
        return Form(words, "tables", {"type": "array", "items": row})

    def _expected_length(self) -> int:
        cells = sum(cell._expected_length() + ITEM_ROOM // 3 for row in self.rows for cell in row)
        names = sum(len(name) for name in self.columns)
        return cells + names * (len(self.rows) + 1)

    def _compare(self, value: JsonValue) -> Comparison:
        if not self.rows:
            return NotFound(context=self.context)._compare(value)
        given = self._given_rows(value)
        if given is None:
            return refused(f"not a table of {', '.join(self.columns)}")
        if len(given) > 3 * len(self.rows) + 10:
            return refused(f"{len(given)} rows where {len(self.rows)} are asked")

        def fits(row: int, index: int) -> bool:
            return (row == index or not self.ordered) and self._row_fits(index, given[row])

        right = len(pair_up(len(given), len(self.rows), fits))
        precision, recall = right / len(given) if given else 0.0, right / len(self.rows)
        seen: JsonValue = [list(row) for row in given]
        same = right == len(given) == len(self.rows)
        reason = "equal" if same else f"{right} of {len(self.rows)} rows right, {len(given)} given"
        return Comparison(same, reason, seen, precision, recall)

    def _row_fits(self, index: int, row: Sequence[JsonValue]) -> bool:
        return all(cell.compare(given).accepted for cell, given in zip(self._informed_row(index), row, strict=True))

    def _informed_row(self, index: int) -> Sequence[Answer]:
        row = self.rows[index]
        return [cell.with_context(*self.context) for cell in row] if self.context else row

    def _position(self, name: str) -> int | None:
        key = column_key(name)
        aliases = dict(self.column_aliases)
        for position, column in enumerate(self.columns):
            if key in {column_key(wording) for wording in (column, *aliases.get(column, ()))}:
                return position
        return None

    def _order_cells(self, names: Sequence[str], cells: Sequence[JsonValue]) -> list[JsonValue] | None:
        """The cells in the table's own order; None if a column is missing, doubled or not asked for."""
        placed: dict[int, JsonValue] = {}
        for name, cell in zip(names, cells, strict=True):
            position = self._position(name)
            if position is None and self.extra_columns:
                continue
            if position is None or position in placed:
                return None
            placed[position] = cell
        return [placed[position] for position in range(len(self.columns))] if len(placed) == len(self.columns) else None

    def _given_rows(self, value: JsonValue) -> list[list[JsonValue]] | None:
        if isinstance(value, str):
            listed = read_list(value.replace("\t", " | "), self.context)
            if listed.objection:
                return None
            tried = (self._text_rows(body) for body in listed.bodies)
            return next((rows for rows in tried if rows), None)
        if isinstance(value, dict):
            value = self._rows_of_object(value)
        if not isinstance(value, list):
            return None
        rows: list[list[JsonValue]] = []
        for item in value:
            if isinstance(item, dict):
                row = self._order_cells([str(key) for key in item], list(item.values()))
            elif isinstance(item, list):
                row = item if len(item) == len(self.columns) else None
            elif isinstance(item, str) and len(self.columns) > 1:
                found = self._text_rows(plain(item.replace("\t", " | ")))
                row = found[0] if found and len(found) == 1 else None
            else:
                row = [item] if len(self.columns) == 1 else None
            if row is None:
                return None
            rows.append(row)
        return rows

    def _rows_of_object(self, value: dict[str, JsonValue]) -> JsonValue:
        """The rows in ``{"rows": […]}``, in one row, or in ``{name: value, …}`` for two columns."""
        if self._order_cells([str(key) for key in value], list(value.values())) is not None:
            lists = [item for item in value.values() if isinstance(item, list)]
            if len(lists) == len(value) and len({len(item) for item in lists}) == 1:  # a list for each column
                return [dict(zip(value, cells, strict=True)) for cells in zip(*lists, strict=True)]
            return [value]
        if len(value) == 1:
            return next(iter(value.values()))
        if len(self.columns) == 2 and not any(isinstance(item, dict | list) for item in value.values()):
            return [[key, item] for key, item in value.items()]
        return None

    def _text_rows(self, text: str) -> list[list[JsonValue]] | None:
        lines = [
            line.strip()
            for line in text.split("\n")
            if line.strip() and not RULE.match(line) and not line.startswith("```")
        ]
        piped = [line for line in lines if "|" in line]
        if len(piped) > 1:
            lines = piped
        if len(lines) == 1 and len(self.columns) == 2:  # "2020: 3, 2021: 4"
            parts = re.split(r";\s*|,\s+", lines[0])
            lines = parts if all(len(PAIR.split(part)) == 2 for part in parts) else lines
        rows: list[list[JsonValue]] = []
        header: list[str] | None = None
        for line in lines:
            cells = self._cells(line, len(header) if header else len(self.columns))
            if header is None and not rows and self._is_header(cells):
                header = cells
                continue
            values: list[JsonValue] = list(cells)
            row = self._order_cells(header, values) if header and len(header) == len(cells) else values
            if row is None or len(row) != len(self.columns):
                return None
            rows.append(row)
        return rows or None

    def _cells(self, line: str, width: int) -> list[str]:
        line = line.strip().strip("|") if "|" in line else BULLET.sub("", line.strip())
        cells = CELL_SPLIT.split(line.strip())
        if len(cells) != width:
            loose = LOOSE_CELL_SPLIT.split(line.strip())
            cells = loose if len(loose) == width or self._is_header(loose) else cells
        return [cell.strip() for cell in cells]

    def _is_header(self, cells: Sequence[str]) -> bool:
        known = [cell for cell in cells if tokens(tidy(cell)) and self._position(cell) is not None]
        return len(known) == len(self.columns)
