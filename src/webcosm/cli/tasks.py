"""The command `webcosm tasks`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from webcosm.cli.console import console, refuse, say, table
from webcosm.cli.options import AsJson, UniverseSeed

__all__ = ["list_tasks"]


def list_tasks(
    patterns: Annotated[list[str] | None, typer.Argument(help="Suites or groups; all if none is given.")] = None,
    universe: UniverseSeed = 0,
    as_json: AsJson = False,
) -> None:
    """List tasks with an example goal and the size of their pool. Example: [bold]webcosm tasks arena.notes[/bold]"""
    from webcosm.study import running
    from webcosm.tasks import UnknownTask, find_templates

    try:
        templates = find_templates(patterns or [])
    except UnknownTask as error:
        raise refuse(error) from None
    rows = running.listed(templates, universe)
    if as_json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        listing = table("id", "kind", "pool", "actions", "example goal")
        for row in rows:
            sign = "" if row["achievable"] else " (unachievable)"
            listing.add_row(
                row["id"], row["kind"] + sign, str(row["pool"]), str(row["difficulty"]["actions"]), row["goal"]
            )
        console().print(listing)
        say(f"{len(rows)} templates, {sum(row['pool'] for row in rows)} tasks in universe {universe}.")
    if any(not row["pool"] for row in rows):
        raise typer.Exit(1)
