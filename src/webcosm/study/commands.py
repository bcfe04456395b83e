"""The commands `webcosm tasks`, `webcosm run` and `webcosm verify`.

Each loads what it needs when it is called: a help text needs no browser, and all of it takes a second to load.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from typer.core import TyperCommand, TyperOption

from webcosm.study.record import EpisodeRecord

__all__ = ["RunCommand", "list_tasks", "refuse", "run", "summary", "verify_tasks"]

console = Console()
complaints = Console(stderr=True)

Patterns = Annotated[
    list[str], typer.Argument(help="Suites, groups of a suite, or single tasks: arena, arena.notes, …")
]


class RunCommand(TyperCommand):
    """Looks for agents, which other packages may bring too, only when its help is shown."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from webcosm.agents import agent_names

        for param in self.params:
            if isinstance(param, TyperOption) and param.name == "agent":
                param.help = f"Who plays: {', '.join(agent_names())}."
        super().format_help(ctx, formatter)


def refuse(message: object) -> typer.Exit:
    """Says what is wrong with a command; raise what it returns."""
    complaints.print(f"[red]webcosm:[/red] {message}")
    return typer.Exit(2)


def summary(records: Sequence[EpisodeRecord]) -> Table:
    """Success by group of tasks, errors apart."""
    table = Table("tasks", "episodes", "solved", "errors", "steps", "seconds", box=None, pad_edge=False)
    groups = sorted({_group(record) for record in records})
    for name in [*groups, "all"] if len(groups) > 1 else groups:
        own = [record for record in records if name in ("all", _group(record))]
        judged = [record for record in own if record.outcome != "error"]
        share = f"{sum(record.outcome == 'success' for record in judged) / len(judged):.1%}" if judged else "–"
        steps = f"{sum(record.steps for record in judged) / len(judged):.1f}" if judged else "–"
        seconds = f"{sum(record.seconds for record in own) / len(own):.2f}"
        table.add_row(name, str(len(own)), share, str(len(own) - len(judged)), steps, seconds)
    return table


def _group(record: EpisodeRecord) -> str:
    return (
        ".".join(record.key.task.split(".")[:2])
        if record.key.task.count(".") > 1
        else record.key.task.partition(".")[0]
    )


def list_tasks(
    patterns: Annotated[list[str] | None, typer.Argument(help="Suites or groups; all if none is given.")] = None,
    universe: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of the universe.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
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
        table = Table("id", "kind", "pool", "actions", "example goal", box=None, pad_edge=False)
        for row in rows:
            sign = "" if row["achievable"] else " (unachievable)"
            table.add_row(
                row["id"], row["kind"] + sign, str(row["pool"]), str(row["difficulty"]["actions"]), row["goal"]
            )
        console.print(table)
        console.print(f"{len(rows)} templates, {sum(row['pool'] for row in rows)} tasks in universe {universe}.")
    if any(not row["pool"] for row in rows):
        raise typer.Exit(1)


def run(
    patterns: Annotated[
        list[str] | None, typer.Argument(help="Suites, groups of a suite, or single tasks: arena, arena.notes, …")
    ] = None,
    agent: Annotated[str, typer.Option(help="Who plays.")] = "oracle",
    seeds: Annotated[int, typer.Option(min=1, help="How many tasks of each template.")] = 1,
    trials: Annotated[int, typer.Option(min=1, help="How often each task is played.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Episodes at once: 4, or 1 with --tasks or --headed.", show_default=False),
    ] = None,
    universe: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of the universe.")] = 0,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many templates, drawn at random.")] = None,
    public: Annotated[
        bool, typer.Option("--public", help="The fixed list of tasks by which agents are compared; no --seeds.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder for the records.")] = Path("runs/latest"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a study that was interrupted.")] = False,
    pin: Annotated[
        bool,
        typer.Option(
            help="Keep each process to one processor, if there are as many. Not for agents that compute a lot."
        ),
    ] = True,
    headed: Annotated[
        bool, typer.Option("--headed", help="Watch: windows on this screen, in real time. Needs a full Chromium.")
    ] = False,
    option: Annotated[list[str] | None, typer.Option(help="An option of the agent, as name=value.")] = None,
    on: Annotated[
        str, typer.Option(help="Where: local, ray (started here), or a cluster's ray://HOST:PORT.")
    ] = "local",
    tasks: Annotated[
        Path | None, typer.Option(help="WebArena's or VisualWebArena's task file, or a folder of them.")
    ] = None,
    address: Annotated[
        list[str] | None, typer.Option(help="Where a site of --tasks is hosted, as shopping=http://HOST:PORT.")
    ] = None,
    auth_folder: Annotated[Path | None, typer.Option(help="Folder of the storage states that --tasks name.")] = None,
    judge_model: Annotated[
        str | None, typer.Option(help="Asked where a check needs a language model: openai/NAME, anthropic/NAME.")
    ] = None,
) -> None:
    """Run a study. Example: [bold]webcosm run arena.notes --agent oracle --seeds 3 --out runs/notes[/bold]"""
    from webcosm.agents import make_agent
    from webcosm.study import running
    from webcosm.study.plan import Limits, Plan
    from webcosm.tasks import make_task

    try:
        limits = Limits.of_a_person() if agent == "human" else Limits()
        files = running.task_files(tasks, address or [], auth_folder)
        if files is not None:
            running.check_for_files(agent, seeds)
            limits = replace(limits, attempts=1)  # nothing brings the sites back to where they were
        if public:
            keys = running.public_keys(patterns or [], seeds, universe, trials, sample)
        else:
            keys = running.keys_of(
                patterns or ([f"files.{files.name}"] if files else []), seeds, universe, trials, sample
            )
        plan = Plan(
            agent,
            running.in_file_order(keys, files) if files else keys,
            running.read_options(option or []),
            limits=limits,
            files=files,
            judge_model=judge_model,
            headed=headed,
        )
        if headed:
            running.check_screen(on)
        plan.prepare()
        for key in plan.keys if files else ():
            make_task(key.task)  # whatever is wrong with a task is said before the first is played
        make_agent(plan.agent, **plan.agent_options)
    except (LookupError, ValueError) as error:
        raise refuse(error.args[0] if error.args else error) from None
    if on not in ("local", "ray") and not on.startswith("ray://"):
        raise refuse(f"--on {on}: accepted are local, ray and ray://HOST:PORT")
    # Outside sites are one for all episodes, so these get in each other's way unless one is played at a time; and a
    # person can watch one.
    records = running.run_study(plan, out, workers or (1 if files or headed else 4), resume=resume, on=on, pinned=pin)
    console.print(summary(records))
    console.print(f"{len(records)} episodes in {out}")


def verify_tasks(
    patterns: Patterns,
    seeds: Annotated[int, typer.Option(min=1, help="How many tasks of each template.")] = 1,
    universe: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of the universe.")] = 0,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many templates, drawn at random.")] = None,
    sample_seed: Annotated[int, typer.Option(min=0, help="Which ones are drawn.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Tasks at once.")] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Prove tasks: oracles pass, impostors and mutants fail. Example: [bold]webcosm verify arena.notes[/bold]"""
    from webcosm.lore import Rng
    from webcosm.study import running
    from webcosm.tasks import UnknownTask, find_templates

    try:
        templates = find_templates(patterns)
    except UnknownTask as error:
        raise refuse(error.args[0]) from None
    if sample is not None:
        templates = Rng("sample", sample_seed).sample(templates, min(sample, len(templates)))
    with running.progress_bar(len(templates) * seeds) as progress:
        bar = progress.add_task("", total=len(templates) * seeds)
        proof = asyncio.run(
            running.prove(
                templates, seeds, universe, workers, lambda what: progress.update(bar, advance=1, description=what)
            )
        )
    if as_json:
        print(json.dumps(proof.to_json(), indent=1, ensure_ascii=False))
    else:
        console.print(running.proof_table(proof))
        for failure in proof.failures:
            console.print(f"[red]✗[/red] {failure['task']} seed {failure['seed']}: {failure['what']}: {failure['why']}")
    raise typer.Exit(0 if proof.holds else 1)
