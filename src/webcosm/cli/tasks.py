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
    levelled: Annotated[
        bool, typer.Option("--levelled", help="Only families with four levels, of whatever group.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List tasks with an example goal and the size of their pool. Example: [bold]webcosm tasks arena.notes[/bold]"""
    from webcosm.study import running
    from webcosm.tasks import UnknownTask, find_ids, template_of

    try:
        ids = find_ids(patterns or [])
    except UnknownTask as error:
        raise refuse(error) from None
    if levelled:
        ids = [one for one in ids if (template := template_of(one)) and template.level]
        if not ids:
            raise refuse(f"no family with levels among {' '.join(patterns or ['all tasks'])}")
    rows = running.listed(ids, universe)
    drawn = [row for row in rows if row["pool"] is not None]
    others = len(rows) - len(drawn)
    if as_json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        listing = table("id", "kind", "pool", "actions", "example goal")
        for row in rows:
            if row["pool"] is None:
                listing.add_row(row["id"], "–", "–", "–", row["about"])
            else:
                sign = "" if row["achievable"] else " (unachievable)"
                listing.add_row(
                    row["id"], row["kind"] + sign, str(row["pool"]), str(row["difficulty"]["actions"]), row["goal"]
                )
        console().print(listing)
        if drawn:
            say(f"{len(drawn)} templates, {sum(row['pool'] for row in drawn)} tasks in universe {universe}.")
        if others:
            say(f"{others} tasks that are not drawn from templates; each can be had with any seed.")
    if any(not row["pool"] for row in drawn):
        raise typer.Exit(1)
