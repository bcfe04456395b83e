"""The command `webcosm run`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from webcosm.cli.console import complain, progress_bar, refuse, say
from webcosm.cli.options import Out, Sample, SampleSeed, Seeds, UniverseSeed
from webcosm.cli.summary import errors_warning, show_summary
from webcosm.study.record import EpisodeRecord

if TYPE_CHECKING:
    from webcosm.study.plan import Plan

__all__ = ["RunCommand", "play_with_progress", "run_tasks"]


TOO_MANY_ERRORS = 3
"""The exit status of a study whose rates say little."""
INTERRUPTED = 130
"""The exit status that shells know of what Ctrl-C has ended."""


class RunCommand(TyperCommand):
    """Looks for agents, which other packages may bring too, only when its help is shown."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from webcosm.agents import agent_names

        for param in self.params:
            if isinstance(param, TyperOption) and param.name == "agent":
                param.help = f"Who plays: {', '.join(agent_names())}; or your own, as file.py:Class or module:Class."
        super().format_help(ctx, formatter)


def run_tasks(
    patterns: Annotated[
        list[str] | None, typer.Argument(help="Suites, groups of a suite, or single tasks: arena, arena.notes, …")
    ] = None,
    agent: Annotated[str, typer.Option(help="Who plays.")] = "oracle",
    seeds: Seeds = 1,
    trials: Annotated[int, typer.Option(min=1, help="How often each task is played.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Episodes at once: 4, or 1 with --tasks or --headed.", show_default=False),
    ] = None,
    universe: UniverseSeed = 0,
    sample: Sample = None,
    sample_seed: SampleSeed = 0,
    public: Annotated[
        bool, typer.Option("--public", help="The fixed list of tasks by which agents are compared; no --seeds.")
    ] = False,
    out: Out = Path("runs/latest"),
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
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the agent, as name=value. A wrong one is answered with all that there are."),
    ] = None,
    step_seconds: Annotated[
        float | None,
        typer.Option(min=1, help="Longest time between two steps, thinking included: 180.", show_default=False),
    ] = None,
    episode_seconds: Annotated[
        float | None, typer.Option(min=1, help="Longest time of an episode: 1800.", show_default=False)
    ] = None,
    hint: Annotated[
        str | None, typer.Option(help="Told beside the goal, to see why agents fail: plan or facts.")
    ] = None,
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
    failed_in_a_row: Annotated[
        int | None,
        typer.Option(
            min=0, help="Failed actions in a row that end an episode; 0: none do. The agent's own, usually 3."
        ),
    ] = None,
    judge_model: Annotated[
        str | None, typer.Option(help="Asked where a check needs a language model: openai/NAME, anthropic/NAME.")
    ] = None,
) -> None:
    """Run a study. Example: [bold]webcosm run arena.notes --agent oracle --seeds 3 --out runs/notes[/bold]"""
    from webcosm.agents.registry import read_options
    from webcosm.study import running
    from webcosm.study.plan import Plan, StudyLimits
    from webcosm.tasks import make_task

    try:
        limits = StudyLimits.of_a_person() if agent == "human" else StudyLimits()
        limits = replace(limits, step=step_seconds or limits.step, episode=episode_seconds or limits.episode)
        files = running.task_files(tasks, address or [], auth_folder)
        if files is not None:
            running.check_for_files(agent, seeds)
            limits = limits.once()  # nothing brings the sites back to where they were
        if public:
            keys = running.public_keys(patterns or [], seeds, universe, trials, sample, sample_seed)
        else:
            chosen = patterns or ([f"files.{files.name}"] if files else [])
            keys = running.keys_of(chosen, seeds, universe, trials, sample, sample_seed)
        plan = Plan(
            agent,
            running.in_file_order(keys, files) if files else keys,
            read_options(agent, option or []),
            limits=limits,
            files=files,
            judge_model=judge_model,
            headed=headed,
            failed_in_a_row=failed_in_a_row,
            hint=hint or "",
        )
        running.check_hint(plan)
        if headed:
            running.check_screen(on)
        plan.prepare()
        for key in plan.keys if files else ():
            make_task(key.task)  # whatever is wrong with a task is said before the first is played
    except (LookupError, ValueError) as error:
        raise refuse(error) from None
    if on not in ("local", "ray") and not on.startswith("ray://"):
        raise refuse(f"--on {on}: accepted are local, ray and ray://HOST:PORT")
    # Outside sites are one for all episodes, so these get in each other's way unless one is played at a time; and a
    # person can watch one.
    at_once = workers or (1 if files or headed else 4)
    records = play_with_progress(plan, out, at_once, resume=resume, on=on, pinned=pin)
    show_summary(records)
    say(f"{len(records)} episodes in {out}")
    if warning := errors_warning(records, out):
        complain(warning)
        raise typer.Exit(TOO_MANY_ERRORS)


def play_with_progress(plan: Plan, out: Path, workers: int, **settings: Any) -> list[EpisodeRecord]:
    """Plays a study under a progress bar; a study that cannot be played is refused."""
    from webcosm.study.on_ray import RayMissing
    from webcosm.study.record import StudyBroken
    from webcosm.study.running import StudyRefused, run_study

    with progress_bar(shown=bool(plan.keys)) as progress:
        bar = progress.add_task("", total=len(plan.keys))

        def show(done: Sequence[EpisodeRecord]) -> None:
            progress.update(bar, completed=len(done))
            speed = 60 * (progress.tasks[bar].speed or 0)
            progress.update(bar, description=f"{_tally(done)}, {speed:.0f} a minute")

        def build(name: str, ready: int, needed: int) -> None:
            progress.update(bar, description=f"Building {name} ({ready + 1} of {needed})")

        try:
            return run_study(plan, out, workers, on_progress=show, on_build=build, **settings)
        except (RayMissing, StudyRefused, StudyBroken) as error:
            raise refuse(error) from None
        except KeyboardInterrupt:
            complain(f"interrupted; give the same command with --resume to go on with the study in {out}")
            raise typer.Exit(INTERRUPTED) from None


def _tally(records: Sequence[EpisodeRecord]) -> str:
    solved = sum(record.outcome == "success" for record in records)
    errors = sum(record.outcome == "error" for record in records)
    broken_off = sum(record.outcome == "agent-error" for record in records)
    parts = [(broken_off, "agent-errors"), (errors, "errors")]
    return ", ".join([f"{solved} solved", *(f"{count} {what}" for count, what in parts if count)])
