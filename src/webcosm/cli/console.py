"""How commands speak: answers on standard output, complaints and progress on standard error.

Texts are shown as they are: goals, paths and package names may hold brackets, which Rich would otherwise take for
markup. Whoever wants colour says so with a :class:`~rich.text.Text`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

__all__ = ["complain", "console", "error_console", "progress_bar", "refuse", "say", "styled", "table"]


@cache
def console() -> Console:
    from rich.console import Console

    return Console(markup=False, highlight=False)


@cache
def error_console() -> Console:
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False)


def say(text: str | Text, *, aside: bool = False) -> None:
    """A line for people; `aside` where standard output belongs to a program. A terminal wraps it, a log need not."""
    (error_console() if aside else console()).print(text, soft_wrap=True)


def complain(sentence: str) -> None:
    say(styled(("webcosm: ", "red"), sentence), aside=True)


def refuse(reason: str | Exception) -> typer.Exit:
    """Says what is wrong with a command; raise what it returns."""
    if isinstance(reason, Exception):  # a KeyError quotes itself, so not str()
        reason = str(reason.args[0]) if reason.args else type(reason).__name__
    complain(reason)
    return typer.Exit(2)


def styled(*parts: str | tuple[str, str]) -> Text:
    """A text some of whose parts have a style: ``("red words", "red")``."""
    from rich.text import Text

    return Text.assemble(*parts)


def table(*columns: str) -> Table:
    from rich.table import Table

    return Table(*columns, box=None, pad_edge=False)


def progress_bar(*, shown: bool = True) -> Progress:
    """A bar on standard error that is gone once its block ends."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(),
    )
    bar_console = error_console()
    return Progress(*columns, console=bar_console, transient=True, disable=not (shown and bar_console.is_terminal))
