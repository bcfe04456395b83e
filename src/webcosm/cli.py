"""The command `webcosm`."""

from __future__ import annotations

import json
import signal
import sys
import threading
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import webcosm
from webcosm import doctor as examination
from webcosm.bench import worlds as bench_worlds
from webcosm.browser import BrowserMissing, install
from webcosm.server import Server
from webcosm.sites import all_sites
from webcosm.worlds import Universe, WorldState

__all__ = ["app", "main"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
bench = typer.Typer(no_args_is_help=True, help="Measure. Every measurement prints a table, or with --json a list.")
app.add_typer(bench, name="bench")
console = Console()
complaints = Console(stderr=True)


class Scale(StrEnum):
    small = "small"
    full = "full"


UniverseSeed = Annotated[int, typer.Option("--universe", min=0, max=2**32 - 1, help="Seed of the universe.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def main() -> None:
    """What the console script calls. Expected errors end in one sentence, not in a traceback."""
    try:
        app()
    except (BrowserMissing, OSError) as error:
        complaints.print(f"[red]webcosm:[/red] {error}")
        sys.exit(1)


def _show_version(wanted: bool) -> None:
    if wanted:
        console.print(webcosm.__version__)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    """A whole little web in one Python package, in which web agents are evaluated and trained."""


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0 for any free one.")] = 8000,
    universe: UniverseSeed = 0,
    scale: Annotated[Scale, typer.Option(help="How much data the sites hold.")] = Scale.small,
) -> None:
    """Serve a world to a person or an outside agent. Example: [bold]webcosm serve --port 8000 --universe 7[/bold]"""
    sites = all_sites()
    with Universe([site.blueprint for site in sites if site.blueprint], seed=universe, scale=scale) as cosmos:
        build_images(cosmos)
        with cosmos.open(WorldState(live=True)) as world, Server(sites, port) as server:
            server.admit(world, name="")
            addresses = server.addresses()
            table = Table("site", "what it is", "address", box=None, pad_edge=False)
            for site in sites:
                table.add_row(site.title, site.tagline, addresses.of(site.name))
            console.print(table)
            console.print(f"\nStart at [bold]{addresses.of('home')}[/bold] (universe {universe}). Ctrl-C ends it.")
            _wait_for_end()
    console.print("Ended; the world is gone, the images stay in the cache.")


def build_images(cosmos: Universe) -> None:
    """Builds the images that are not in the cache yet, with a progress bar."""
    with Progress(console=complaints, transient=True) as progress:
        task = progress.add_task("Building sites", total=len(cosmos.blueprints))
        for name in cosmos.blueprints:
            progress.update(task, description=f"Building {name}")
            cosmos.image(name)
            progress.advance(task)


def _wait_for_end() -> None:
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    ended.wait()


@app.command()
def doctor(
    install_browser: Annotated[bool, typer.Option("--install", help="Install a browser if there is none.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say something only if something is missing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say what was found on this machine and what to do about what was not. Example: [bold]webcosm doctor[/bold]"""
    if install_browser:
        install()
    findings = list(examination.examine())
    healthy = all(finding.ok for finding in findings if finding.needed)
    if as_json:
        print(json.dumps({"ok": healthy, "findings": [finding.to_json() for finding in findings]}, indent=1))
    elif not (quiet and healthy):
        table = Table("", "", "found", "what to do", box=None, pad_edge=False)
        for finding in findings:
            sign = "[green]✓[/green]" if finding.ok else "[red]✗[/red]" if finding.needed else "[yellow]–[/yellow]"
            table.add_row(sign, finding.name, finding.found, finding.advice)
        console.print(table)
    raise typer.Exit(0 if healthy else 1)


@bench.command("worlds")
def measure_worlds(
    rounds: Annotated[int, typer.Option(min=1, help="How often each thing is timed.")] = 200,
    as_json: AsJson = False,
) -> None:
    """Open, fork, reset, diff and close worlds of two sizes. Example: [bold]webcosm bench worlds --json[/bold]"""
    raise typer.Exit(bench_worlds.run(json=as_json, rounds=rounds))


if __name__ == "__main__":
    main()
