"""The command `webcosm view`: a person looks at what was done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from webcosm.cli.console import console, refuse, say, styled, table
from webcosm.cli.summary import show_summary
from webcosm.study.changes import shown_changes
from webcosm.study.endings import ending_of
from webcosm.study.record import EpisodeRecord, StudyBroken, StudyFolder

__all__ = ["show_episode", "view_study"]

SIGNS = {"success": ("✓", "green"), "failure": ("✗", "red"), "agent-error": ("✗", "magenta"), "error": ("!", "yellow")}


def view_study(
    study: Annotated[Path, typer.Argument(help="Folder of a study, as `webcosm run --out` wrote it.")],
    episode: Annotated[str, typer.Argument(help="An episode, or how its name begins; all if none is given.")] = "",
    step: Annotated[int | None, typer.Option(min=0, help="Show all of this step, with what was seen.")] = None,
) -> None:
    """Look at recorded episodes, step by step. Example: [bold]webcosm view runs/latest arena.notes.write-note[/bold]"""
    try:
        _view(StudyFolder(study), episode, step)
    except (FileNotFoundError, StudyBroken) as error:
        raise refuse(error) from None


def _view(folder: StudyFolder, episode: str, step: int | None) -> None:
    folder.manifest()
    records = sorted(folder.episodes(), key=lambda record: record.key)
    found = [record for record in records if str(record.key).startswith(episode)]
    if not found:
        names = ", ".join(str(record.key) for record in records[:8]) or "none"
        raise refuse(f"{folder.path} has no episode {episode!r}; there are {names}{' …' if len(records) > 8 else ''}")
    if len(found) > 1:
        listing = table("episode", "", "steps", "goal")
        for record in found:
            listing.add_row(str(record.key), styled(SIGNS[record.outcome]), str(record.steps), record.goal)
        console().print(listing)
        show_summary(found)
    elif step is None:
        show_episode(folder, found[0])
    else:
        _show_step(folder, found[0], step)


def show_episode(folder: StudyFolder, record: EpisodeRecord) -> None:
    say(styled((record.goal, "bold"), f"\n{record.key}, {record.agent}"))
    rows = table("step", "action", "page")
    for one in folder.steps(record.key):
        wrong = (f"\n{one.error}", "red") if one.error else ""
        on = (f"  {one.element}", "cyan") if one.element else ""
        changed = (("".join(f"\n{change.line}" for change in shown_changes(one.changes))), "yellow")
        rows.add_row(str(one.step), styled(one.action or "(start)", on, wrong, changed), one.url)
    console().print(rows)
    for check in record.verdict.get("checks", []):
        seen = f": {check['seen']}" if check["seen"] else ""
        if check.get("reached", True):
            say(styled(SIGNS["success" if check["passed"] else "failure"], f" {check['name']}{seen}"))
        else:
            say(styled(("–", "dim"), f" {check['name']}: not reached"))
    if note := record.verdict.get("note"):
        say(str(note))
    if traceback := record.verdict.get("extra", {}).get("traceback"):
        say(str(traceback).rstrip())
    ending = f" {ending_of(record)}, after {record.steps} step{'s' * (record.steps != 1)}; `--step N` shows one of them"
    say(styled(SIGNS[record.outcome], ending))


def _show_step(folder: StudyFolder, record: EpisodeRecord, number: int) -> None:
    steps = {one.step: one for one in folder.steps(record.key)}
    if number not in steps:
        raise refuse(f"{record.key} has no step {number}; there are 0 to {max(steps, default=0)}")
    one = steps[number]
    say(styled((f"step {number}", "bold"), f" {one.action or '(start)'}"))
    picture = f"{folder.path / 'blobs' / one.screenshot}.png" if one.screenshot else ""
    facts = {
        "element": one.element,
        "thought": one.thought,
        "error": one.error,
        "page": one.url,
        "settled": one.settled,
        "picture": picture,
    }
    for name, value in facts.items():
        if value:
            say(styled((name, "dim"), f" {value}"))
    for change in shown_changes(one.changes):
        say(styled(("changed", "dim"), f" {change.line}"))
    if one.text:
        say(folder.blob(one.text, "txt").decode())
