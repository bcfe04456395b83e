"""How all measurements are written: as a table for people, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

__all__ = ["Advance", "Record", "exit_status", "progress_bar", "show"]


@dataclass(frozen=True)
class Record:
    """One measured number."""

    name: str
    """What was measured, from the general to the special: ``fork.large.200.p95``."""
    value: float
    unit: str
    peer: float | None = None
    """The same measured with a peer, in the same unit."""
    ratio: float | None = None
    """How many times better than the peer."""
    target: float | None = None
    """What the value must not exceed, where we promise something."""
    least_ratio: float | None = None
    """What the ratio must reach, where we promise to be better than the peer. Nothing is promised without a peer."""

    @property
    def met(self) -> bool | None:
        """Whether the value keeps the promise; None where there is none."""
        if self.least_ratio is not None and self.ratio is not None:
            return self.ratio >= self.least_ratio
        return None if self.target is None else self.value <= self.target

    def to_json(self) -> dict[str, Any]:
        """Name, value and unit; peer and ratio where there are any."""
        plain: dict[str, Any] = {"name": self.name, "value": self.value, "unit": self.unit}
        return plain | {key: value for key in ("peer", "ratio") if (value := getattr(self, key)) is not None}


def show(records: Sequence[Record], *, title: str, as_json: bool, console: Console | None = None) -> None:
    """Prints the records to standard output."""
    console = console or Console()
    if as_json:
        # Not through print_json, which would colour and wrap what a program reads.
        console.file.write(json.dumps([record.to_json() for record in records], indent=1) + "\n")
    else:
        console.print(_table(records, title))


def exit_status(records: Sequence[Record]) -> int:
    """0 if every target is met, else 1."""
    return 0 if all(record.met is not False for record in records) else 1


def _table(records: Sequence[Record], title: str) -> Table:
    compared = any(record.peer is not None for record in records)
    promised = any(record.met is not None for record in records)
    table = Table(title=title, title_justify="left")
    table.add_column("measurement", overflow="fold")
    table.add_column("value", justify="right")
    table.add_column("unit")
    if compared:
        table.add_column("peer", justify="right")
        table.add_column("ratio", justify="right")
    if promised:
        table.add_column("target", justify="right")
        table.add_column("met")
    for record in records:
        cells = [record.name, _number(record.value), record.unit]
        if compared:
            cells += [_number(record.peer), _number(record.ratio)]
        if promised:
            cells += [_promise(record), {True: "[green]yes[/]", False: "[bold red]no[/]", None: ""}[record.met]]
        table.add_row(*cells)
    return table


def _promise(record: Record) -> str:
    if record.met is None:
        return ""
    return f"{_number(record.least_ratio)} ×" if record.least_ratio else f"≤ {_number(record.target)}"


def _number(value: float | None) -> str:
    """Three significant digits, and no exponents."""
    if value is None:
        return ""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 0.001 or value == 0 else f"{value:.6f}"


class Advance(Protocol):
    """How a measurement tells how far it is."""

    def __call__(self, done: int, total: int, doing: str) -> None: ...


@contextmanager
def progress_bar() -> Iterator[Advance]:
    """A bar on standard error, where it is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)

        def advance(done: int, total: int, doing: str) -> None:
            progress.update(task, completed=done, total=total, description=doing)

        yield advance
