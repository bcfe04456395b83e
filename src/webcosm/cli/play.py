"""The command `webcosm play`: a person does a task."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from webcosm.cli.console import refuse
from webcosm.cli.options import Out, UniverseSeed
from webcosm.cli.run import play_with_progress
from webcosm.cli.view import show_episode
from webcosm.study.record import EpisodeKey, StudyFolder

__all__ = ["play_task"]


def play_task(
    task: Annotated[str, typer.Argument(help="A task, as `webcosm tasks` lists them.")],
    seed: Annotated[int, typer.Option(min=0, help="Which task of the template.")] = 0,
    universe: UniverseSeed = 0,
    out: Out = Path("runs/played"),
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Where to show the page; 0 for any free port.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open it in your browser.")] = True,
) -> None:
    """Do a task yourself, in any browser. Example: [bold]webcosm play arena.notes.write-note --seed 3[/bold]

    Steps and verdict are recorded as for any agent; several tasks can go into one folder.
    """
    from webcosm.study.plan import Plan, StudyLimits
    from webcosm.tasks import UnknownTask, make_task

    try:
        make_task(task, seed, universe)
    except UnknownTask as error:
        raise refuse(error) from None
    folder = StudyFolder(out)
    played = folder.manifest()["keys"] if (out / "manifest.json").exists() else []
    trial = sum((one["task"], one["seed"], one["universe"]) == (task, seed, universe) for one in played)
    keys = [*(EpisodeKey(**one) for one in played), EpisodeKey(task, seed, universe, trial)]
    plan = Plan("human", keys, {"port": port, "open_browser": open_browser}, limits=StudyLimits.of_a_person())
    records = play_with_progress(plan, out, workers=1, extend=True)
    show_episode(folder, next(record for record in records if record.key == keys[-1]))
