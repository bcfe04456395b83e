"""The root of the command, and what becomes of errors that are nobody's mistake in our code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import webcosm
from webcosm.cli import bench, doctor, new, play, report, run, serve, shot, tasks, verify, view
from webcosm.cli.console import complain

__all__ = ["app", "main"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
app.command("tasks")(tasks.list_tasks)
app.command("run", cls=run.RunCommand)(run.run_tasks)
app.command("report")(report.report_studies)
app.command("view")(view.view_study)
app.command("play")(play.play_task)
app.command("verify")(verify.verify_tasks)
app.command("new")(new.make_package)
app.command("serve")(serve.serve_world)
app.command("shot")(shot.shoot_page)
app.command("doctor")(doctor.examine_machine)
app.add_typer(bench.app, name="bench")


def main() -> None:
    """What the console script calls. Expected errors end in one sentence, not in a traceback."""
    try:
        app()
    except Exception as error:
        if not isinstance(error, _expected()):
            raise
        complain(_sentence(error))
        sys.exit(1)


def _expected() -> tuple[type[Exception], ...]:
    """What says in one sentence what is wrong and what to do."""
    from webcosm.bench.peers import PeerMissing, SideFailed
    from webcosm.bench.soak import SoakFailed
    from webcosm.browser import BrowserMissing
    from webcosm.worlds import WorldError

    return BrowserMissing, PeerMissing, SideFailed, SoakFailed, WorldError, OSError


def _sentence(error: Exception) -> str:
    from webcosm.worlds import cache_folder

    if isinstance(error, OSError) and error.filename and error.strerror:
        ours = Path(error.filename).is_relative_to(cache_folder())
        return f"{error.filename}: {error.strerror}" + ("; set WEBCOSM_CACHE to a folder you can write to" * ours)
    return str(error)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(webcosm.__version__)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """A whole little web in one Python package, in which web agents are evaluated and trained.

    Example, to look around in it: [bold]webcosm serve[/bold]
    """
