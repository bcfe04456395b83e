"""The command `webcosm`.

Each command loads what it needs when it is called, so that help, versions and mistyped options are answered at once.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Column, Table
from rich.text import Text

import webcosm
from webcosm.study import commands as study
from webcosm.study.person_commands import play_task, view_study
from webcosm.study.report_command import report

if TYPE_CHECKING:
    from webcosm.doctor import Finding
    from webcosm.worlds import Universe

__all__ = ["app", "main"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich")
bench = typer.Typer(no_args_is_help=True)
app.add_typer(bench, name="bench")
app.command("tasks")(study.list_tasks)
app.command("run", cls=study.RunCommand)(study.run)
app.command("verify")(study.verify_tasks)
app.command("report")(report)
app.command("play")(play_task)
app.command("view")(view_study)
console = Console()
complaints = Console(stderr=True)


class Scale(StrEnum):
    small = "small"
    full = "full"


class Peer(StrEnum):
    browsergym = "browsergym"


UniverseSeed = Annotated[int, typer.Option("--universe", min=0, max=2**32 - 1, help="Seed of the universe.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Rounds = Annotated[int, typer.Option(min=1, help="How often each thing is timed.")]
Against = Annotated[
    Peer | None, typer.Option(help="Measure a peer too, in turns; it is installed in the cache if it is not there yet.")
]


def main() -> None:
    """What the console script calls. Expected errors end in one sentence, not in a traceback."""
    try:
        app()
    except Exception as error:
        if not isinstance(error, _expected()):
            raise
        _complain(_sentence(error))
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


def _complain(sentence: str) -> None:
    # Text, not markup: paths and package names may hold brackets. No wrapping: a terminal does it, a log need not.
    complaints.print(Text.assemble(("webcosm: ", "red"), sentence), soft_wrap=True)


def _show_version(wanted: bool) -> None:
    if wanted:
        console.print(webcosm.__version__, highlight=False)
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


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0 for any free one.")] = 8000,
    universe: UniverseSeed = 0,
    scale: Annotated[Scale, typer.Option(help="How much data the sites hold.")] = Scale.small,
    switches: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A switch of the world; /config lists them."),
    ] = None,
) -> None:
    """Serve a world to a person or an outside agent.

    Example: [bold]webcosm serve --port 8000 --universe 7 --set latency=200[/bold]
    """
    from webcosm.server import Server
    from webcosm.sites import all_sites
    from webcosm.worlds import Universe, WorldState

    settings = dict(text.partition("=")[::2] for text in switches or [])
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops us while we build gets a clean cache too
    sites = all_sites()
    with Universe([site.blueprint for site in sites if site.blueprint], seed=universe, scale=scale) as runtime:
        build_images(runtime)
        state = WorldState(live=True, switches=dict(settings))
        with runtime.open(state) as world, Server(sites, port) as server, _until_told() as told:
            try:
                server.admit(world, name="")
            except ValueError as error:
                raise typer.BadParameter(str(error), param_hint="--set") from None
            addresses = server.addresses()
            home = addresses.of("home")
            table = Table("site", "what it is", Column("address", no_wrap=True), box=None, pad_edge=False)
            for site in sites:
                table.add_row(site.title, site.tagline, addresses.of(site.name))
            console.print(table)
            console.print(
                f"\nUniverse {universe}, scale {scale}. Images: {escape(str(runtime.cache / 'images'))}", soft_wrap=True
            )
            console.print(f"Names and passwords: {home}accounts")
            console.print(f"Start at [bold]{home}[/bold] (Ctrl-C ends it).")
            told.wait()
    console.print("Ended; the world is gone, the images stay in the cache.")


def build_images(runtime: Universe) -> None:
    """Builds the images that are not in the cache yet, with a progress bar."""
    with Progress(console=complaints, transient=True, disable=not complaints.is_terminal) as progress:
        task = progress.add_task("Building sites", total=len(runtime.blueprints))
        for name in runtime.blueprints:
            progress.update(task, description=f"Building {name}")
            runtime.image(name)
            progress.advance(task)


@contextmanager
def _until_told() -> Iterator[threading.Event]:
    """An event that is set when somebody wants this process to end; asking twice does not break the clearing up."""
    told = threading.Event()
    before = {name: signal.signal(name, lambda *_: told.set()) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield told
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


@app.command()
def doctor(
    install_browser: Annotated[bool, typer.Option("--install", help="Install a browser if there is none.")] = False,
    clean_cache: Annotated[
        bool, typer.Option("--clean", help="Remove images that earlier versions built or that were never finished.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only what is missing and needed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say what was found on this machine and what to do about what was not. The exit status is 1 if a need is not met.

    Example: [bold]webcosm doctor --install[/bold]
    """
    from webcosm.browser import BrowserMissing, install
    from webcosm.doctor import clean, examine

    if clean_cache:
        freed = clean()
        if not (quiet or as_json):
            console.print(f"Removed {freed / 1e6:.1f} MB of images from the cache.")
    if install_browser:
        try:
            install()
        except BrowserMissing:
            pass  # told below, among the rest
    findings = list(examine())
    missing = [finding for finding in findings if finding.needed and not finding.ok]
    if as_json:
        print(json.dumps({"ok": not missing, "findings": [finding.to_json() for finding in findings]}, indent=1))
    elif quiet:
        for finding in missing:
            _complain(finding.advice)
    else:
        for finding in findings:
            console.print(_told(finding), soft_wrap=True)
    raise typer.Exit(1 if missing else 0)


def _told(finding: Finding) -> Text:
    sign = ("✓", "green") if finding.ok else ("✗", "red") if finding.needed else ("–", "yellow")
    advice = f"\n  {'':<18}→ {finding.advice}" if finding.advice else ""
    return Text.assemble(sign, f" {finding.name:<18} ", finding.found, (advice, "yellow"))


@bench.callback()
def benches() -> None:
    """Measure. Every measurement prints a table, or with --json a list; the exit status is 1 if a promise is not kept.

    Example: [bold]webcosm bench worlds --json[/bold]
    """


@bench.command("worlds")
def measure_worlds(
    rounds: Rounds = 200,
    as_json: AsJson = False,
) -> None:
    """Open, fork, reset, diff and close worlds of two sizes.

    Example: [bold]webcosm bench worlds --rounds 50[/bold]
    """
    from webcosm.bench import worlds

    raise typer.Exit(worlds.run(json=as_json, rounds=rounds))


@bench.command("sites")
def measure_sites(rounds: Rounds = 20, scale: Scale = Scale.small, as_json: AsJson = False) -> None:
    """Ask the server alone for pages of every kind; the full sites are built first, which takes minutes.

    Example: [bold]webcosm bench sites --scale full[/bold]
    """
    from webcosm.bench import sites

    raise typer.Exit(sites.run(json=as_json, rounds=rounds, scale=scale.value))


@bench.command("observe")
def measure_observations(rounds: Rounds = 10, against: Against = None, as_json: AsJson = False) -> None:
    """Look at a table of 600 rows and at a MiniWoB++ page.

    Example: [bold]webcosm bench observe --against browsergym[/bold]
    """
    from webcosm.bench import observe

    raise typer.Exit(observe.run(json=as_json, rounds=rounds, against=against))


@bench.command("episodes")
def measure_episodes(rounds: Rounds = 10, against: Against = None, as_json: AsJson = False) -> None:
    """Time steps, resets and whole episodes on MiniWoB++ pages, and weigh what each further environment holds.

    Example: [bold]webcosm bench episodes --against browsergym[/bold]
    """
    from webcosm.bench import episodes

    raise typer.Exit(episodes.run(json=as_json, rounds=rounds, against=against))


@bench.command("soak")
def soak(
    episodes: Annotated[int, typer.Option(min=2, help="How many episodes are run.")] = 2_000,
    as_json: AsJson = False,
) -> None:
    """Run many episodes, several at once, and say what is left of them: processes, files, worlds, memory.

    Example: [bold]webcosm bench soak --episodes 200[/bold]
    """
    from webcosm.bench import soak

    raise typer.Exit(soak.run(json=as_json, episodes=episodes))


if __name__ == "__main__":
    main()
