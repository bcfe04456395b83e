"""The command `webcosm serve`."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from webcosm.cli.console import console, progress_bar, say, styled, table
from webcosm.cli.options import Scale, UniverseSeed

if TYPE_CHECKING:
    from webcosm.worlds import Universe

__all__ = ["build_images", "serve_world"]


def serve_world(
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
    from webcosm.server import Server, switches_of
    from webcosm.sites import all_sites
    from webcosm.worlds import Universe, WorldState, read_switches

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops us while we build gets a clean cache too
    sites = all_sites()
    try:
        settings = read_switches(switches_of(sites), dict(text.partition("=")[::2] for text in switches or []))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--set") from None
    state = WorldState(live=True, switches=settings)
    with Universe([site.blueprint for site in sites if site.blueprint], seed=universe, scale=scale) as runtime:
        build_images(runtime)
        with runtime.open(state) as world, Server(sites, port) as server, _until_signalled() as ended:
            token = server.admit(world, name="").control
            addresses = server.addresses()
            home = addresses.of("home")
            rows = table("site", "what it is", "address")
            rows.columns[-1].no_wrap = True
            for site in sites:
                rows.add_row(site.title, site.tagline, addresses.of(site.name))
            console().print(rows)
            say(f"\nUniverse {universe}, scale {scale}. Images: {runtime.cache / 'images'}")
            say(f"Names and passwords: {home}accounts")
            say(f"Switches, changes, reset: {home}config?token={token}, and /finish and /clear with it, at every site")
            say(styled("Start at ", (home, "bold"), " (Ctrl-C ends it)."))
            ended.wait()
    say("Ended; the world is gone, the images stay in the cache.")


def build_images(runtime: Universe) -> None:
    """Builds the images that are not in the cache yet, with a progress bar."""
    with progress_bar() as progress:
        task = progress.add_task("Building sites", total=len(runtime.blueprints))
        for name in runtime.blueprints:
            progress.update(task, description=f"Building {name}")
            runtime.image(name)
            progress.advance(task)


@contextmanager
def _until_signalled() -> Iterator[threading.Event]:
    """An event that is set when somebody wants this process to end; asking twice does not break the clearing up."""
    ended = threading.Event()
    before = {name: signal.signal(name, lambda *_: ended.set()) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
