"""The commands `webcosm play` and `webcosm view`: a person does a task, a person looks at what was done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from webcosm.study.commands import refuse, summary
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder

__all__ = ["play_task", "view_study"]

console = Console()
SIGNS = {"success": "[green]✓[/green]", "failure": "[red]✗[/red]", "error": "[yellow]![/yellow]"}


def play_task(
    task: Annotated[str, typer.Argument(help="A task, as `webcosm tasks` lists them.")],
    seed: Annotated[int, typer.Option(min=0, help="Which task of the template.")] = 0,
    universe: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of the universe.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the records.")] = Path("runs/played"),
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Where to show the page; 0 for any free port.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open it in your browser.")] = True,
) -> None:
    """Do a task yourself, in any browser. Example: [bold]webcosm play arena.notes.write-note --seed 3[/bold]

    Steps and verdict are recorded as for any agent; several tasks can go into one folder.
    """
    from webcosm.study.plan import Limits, Plan
    from webcosm.study.running import run_study
    from webcosm.tasks import UnknownTask, make_task

    try:
        make_task(task, seed, universe)
    except UnknownTask as error:
        raise refuse(error.args[0]) from None
    folder = StudyFolder(out)
    played = folder.manifest()["keys"] if (out / "manifest.json").exists() else []
    trial = sum((one["task"], one["seed"], one["universe"]) == (task, seed, universe) for one in played)
    keys = [*(EpisodeKey(**one) for one in played), EpisodeKey(task, seed, universe, trial)]
    plan = Plan("human", keys, {"port": port, "open_browser": open_browser}, limits=Limits.of_a_person())
    if played:
        folder.create(folder.manifest() | {"keys": plan.manifest({})["keys"], "agent_options": plan.agent_options})
    records = run_study(plan, out, workers=1, resume=bool(played))
    _show_episode(folder, next(record for record in records if record.key == keys[-1]))


def view_study(
    study: Annotated[Path, typer.Argument(help="Folder of a study, as `webcosm run --out` wrote it.")],
    episode: Annotated[str, typer.Argument(help="An episode, or how its name begins; all if none is given.")] = "",
    step: Annotated[int | None, typer.Option(min=0, help="Show all of this step, with what was seen.")] = None,
) -> None:
    """Look at recorded episodes, step by step. Example: [bold]webcosm view runs/latest arena.notes.write-note[/bold]"""
    folder = StudyFolder(study)
    try:
        folder.manifest()
    except FileNotFoundError as error:
        raise refuse(error) from None
    records = sorted(folder.episodes(), key=lambda record: record.key)
    found = [record for record in records if str(record.key).startswith(episode)]
    if not found:
        names = ", ".join(str(record.key) for record in records[:8]) or "none"
        raise refuse(f"{study} has no episode {episode!r}; there are {names}{' …' if len(records) > 8 else ''}")
    if len(found) > 1:
        table = Table("episode", "", "steps", "goal", box=None, pad_edge=False)
        for record in found:
            table.add_row(str(record.key), SIGNS[record.outcome], str(record.steps), escape(record.goal))
        console.print(table)
        console.print(summary(found))
    elif step is None:
        _show_episode(folder, found[0])
    else:
        _show_step(folder, found[0], step)


def _show_episode(folder: StudyFolder, record: EpisodeRecord) -> None:
    console.print(f"[bold]{escape(record.goal)}[/bold]\n{record.key}, {record.agent}")
    table = Table("step", "action", "page", box=None, pad_edge=False)
    for one in folder.steps(record.key):
        wrong = f"\n[red]{escape(one.error)}[/red]" if one.error else ""
        table.add_row(str(one.step), escape(one.action or "(start)") + wrong, escape(one.url))
    console.print(table)
    for check in record.verdict.get("checks", []):
        seen = f": {check['seen']}" if check["seen"] else ""
        console.print(f"{SIGNS['success' if check['passed'] else 'failure']} {escape(check['name'] + seen)}")
    if note := record.verdict.get("note"):
        console.print(escape(str(note)))
    console.print(f"{SIGNS[record.outcome]} {record.outcome} after {record.steps} steps; `--step N` shows one of them")


def _show_step(folder: StudyFolder, record: EpisodeRecord, number: int) -> None:
    steps = {one.step: one for one in folder.steps(record.key)}
    if number not in steps:
        raise refuse(f"{record.key} has no step {number}; there are 0 to {max(steps, default=0)}")
    one = steps[number]
    console.print(f"[bold]step {number}[/bold] {escape(one.action or '(start)')}")
    for name, value in (("thought", one.thought), ("error", one.error), ("page", one.url), ("settled", one.settled)):
        if value:
            console.print(f"[dim]{name}[/dim] {escape(value)}")
    if one.screenshot:
        console.print(f"[dim]picture[/dim] {folder.path / 'blobs' / one.screenshot}.png")
    if one.text:
        console.print(escape(folder.blob(one.text, "txt").decode()))
