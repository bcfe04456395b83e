"""The commands `webcosm bench …`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from webcosm.cli.options import AsJson, Scale

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)


class Peer(StrEnum):
    browsergym = "browsergym"


Rounds = Annotated[int, typer.Option(min=1, help="How often each thing is timed.")]
Against = Annotated[
    Peer | None, typer.Option(help="Measure a peer too, in turns; it is installed in the cache if it is not there yet.")
]


@app.callback()
def benches() -> None:
    """Measure. Every measurement prints a table, or with --json a list; the exit status is 1 if a promise is not kept.

    Example: [bold]webcosm bench worlds --json[/bold]
    """


@app.command("worlds")
def measure_worlds(
    rounds: Rounds = 200,
    as_json: AsJson = False,
) -> None:
    """Open, fork, reset, diff and close worlds of two sizes.

    Example: [bold]webcosm bench worlds --rounds 50[/bold]
    """
    from webcosm.bench import worlds

    raise typer.Exit(worlds.run(json=as_json, rounds=rounds))


@app.command("sites")
def measure_sites(rounds: Rounds = 20, scale: Scale = Scale.small, as_json: AsJson = False) -> None:
    """Ask the server alone for pages of every kind; the full sites are built first, which takes minutes.

    Example: [bold]webcosm bench sites --scale full[/bold]
    """
    from webcosm.bench import sites

    raise typer.Exit(sites.run(json=as_json, rounds=rounds, scale=scale.value))


@app.command("git")
def measure_git(rounds: Rounds = 60, as_json: AsJson = False) -> None:
    """Build 300 repositories; open worlds of them, read, commit, and clone with the real client if it is there.

    Example: [bold]webcosm bench git --rounds 20[/bold]
    """
    from webcosm.bench import git

    raise typer.Exit(git.run(json=as_json, rounds=rounds))


@app.command("imports")
def measure_imports(rounds: Rounds = 5, as_json: AsJson = False) -> None:
    """Take the processor time of importing the package and of the command's help.

    Example: [bold]webcosm bench imports --rounds 9[/bold]
    """
    from webcosm.bench import imports

    raise typer.Exit(imports.run(json=as_json, rounds=rounds))


@app.command("pictures")
def measure_pictures(rounds: Rounds = 5, as_json: AsJson = False) -> None:
    """Draw one of every kind of picture, and compare some.

    Example: [bold]webcosm bench pictures --rounds 3[/bold]
    """
    from webcosm.bench import pictures

    raise typer.Exit(pictures.run(json=as_json, rounds=rounds))


@app.command("observe")
def measure_observations(rounds: Rounds = 10, against: Against = None, as_json: AsJson = False) -> None:
    """Look at a table of 600 rows and at a MiniWoB++ page.

    Example: [bold]webcosm bench observe --against browsergym[/bold]
    """
    from webcosm.bench import observe

    raise typer.Exit(observe.run(json=as_json, rounds=rounds, against=against))


@app.command("episodes")
def measure_episodes(rounds: Rounds = 10, against: Against = None, as_json: AsJson = False) -> None:
    """Time steps, resets and whole episodes on MiniWoB++ pages, and weigh what each further environment holds.

    Example: [bold]webcosm bench episodes --against browsergym[/bold]
    """
    from webcosm.bench import episodes

    raise typer.Exit(episodes.run(json=as_json, rounds=rounds, against=against))


@app.command("soak")
def soak(
    episodes: Annotated[int, typer.Option(min=2, help="How many episodes are run.")] = 2_000,
    as_json: AsJson = False,
) -> None:
    """Run many episodes, several at once, and say what is left of them: processes, files, worlds, memory.

    Example: [bold]webcosm bench soak --episodes 200[/bold]
    """
    from webcosm.bench import soak

    raise typer.Exit(soak.run(json=as_json, episodes=episodes))


@app.command("answers")
def measure_answers(
    rounds: Annotated[int, typer.Option(min=1, help="Values drawn of each answer type.")] = 12,
    errors: Annotated[int, typer.Option(min=0, help="Show so many misjudged answers that are not held out.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Judge tens of thousands of answers in people's words, right and wrong, and count what is misjudged.

    Example: [bold]webcosm bench answers --rounds 2[/bold]
    """
    from webcosm.bench import answers

    raise typer.Exit(answers.run(json=as_json, rounds=rounds, errors=errors))
