"""The commands `webcosm tasks`, `webcosm run` and `webcosm verify`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from webcosm.agents import agent_names, make_agent
from webcosm.env import Cosmos
from webcosm.lore import Rng
from webcosm.sites import all_sites
from webcosm.study.on_ray import RayMissing, run_on_ray
from webcosm.study.plan import Limits, Plan, choose_keys, image_hashes
from webcosm.study.pool import run_local
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder
from webcosm.study.verify import Proof, verify
from webcosm.suites.files import TaskFiles, read_addresses, use_task_files
from webcosm.suites.public import PUBLIC_UNIVERSE, public_tasks
from webcosm.tasks import EmptyPool, Template, UnknownTask, find_templates, make_task
from webcosm.worlds import Universe

__all__ = ["list_tasks", "refuse", "run", "run_study", "summary", "verify_tasks"]

console = Console()
complaints = Console(stderr=True)

Patterns = Annotated[
    list[str], typer.Argument(help="Suites, groups of a suite, or single tasks: arena, arena.notes, …")
]


def refuse(message: object) -> typer.Exit:
    """Says what is wrong with a command; raise what it returns."""
    complaints.print(f"[red]webcosm:[/red] {message}")
    return typer.Exit(2)


def universe_of(seed: int, scale: str = "small") -> Universe:
    return Universe([site.blueprint for site in all_sites() if site.blueprint], seed=seed, scale=scale)


def list_tasks(
    patterns: Annotated[list[str] | None, typer.Argument(help="Suites or groups; all if none is given.")] = None,
    universe: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of the universe.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """List tasks with an example goal and the size of their pool. Example: [bold]webcosm tasks arena.notes[/bold]"""
    try:
        templates = find_templates(patterns or [])
    except UnknownTask as error:
        raise refuse(error) from None
    rows: list[dict[str, Any]] = []
    with universe_of(universe) as cosmos, cosmos.open() as world:
        for template in templates:
            one = template()
            try:
                goal, pool = one.draw(world, 0)[1], len(one.pool(world))
            except EmptyPool as error:
                goal, pool = str(error), 0
            rows.append(
                {
                    "id": one.id,
                    "kind": one.kind.value,
                    "sites": list(one.sites),
                    "goal": goal,
                    "pool": pool,
                    "difficulty": {"actions": one.difficulty.actions, "visual": one.difficulty.visual},
                    "achievable": one.achievable,
                    "twin": one.twin,
                    "revision": one.revision,
                    "parameters": one.parameter_schema(),
                }
            )
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
    agent: Annotated[str, typer.Option(help=f"Who plays: {', '.join(agent_names())}.")] = "oracle",
    seeds: Annotated[int, typer.Option(min=1, help="How many tasks of each template.")] = 1,
    trials: Annotated[int, typer.Option(min=1, help="How often each task is played.")] = 1,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Episodes at once: 4, or 1 with --tasks.", show_default=False)
    ] = None,
    universe: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Seed of the universe.")] = 0,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many templates, drawn at random.")] = None,
    public: Annotated[
        bool, typer.Option("--public", help="The fixed list of tasks by which agents are compared; no --seeds.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder for the records.")] = Path("runs/latest"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a study that was interrupted.")] = False,
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
    try:
        limits = Limits.of_a_person() if agent == "human" else Limits()
        files = _task_files(tasks, address or [], auth_folder)
        if files is not None:
            _check_for_files(agent, seeds)
            limits = replace(limits, attempts=1)  # nothing brings the sites back to where they were
        if public:
            keys = _public_keys(patterns or [], seeds, universe, trials, sample)
        else:
            keys = _keys(patterns or ([f"files.{files.name}"] if files else []), seeds, universe, trials, sample)
        plan = Plan(
            agent,
            _in_file_order(keys, files) if files else keys,
            _options(option or []),
            limits=limits,
            files=files,
            judge_model=judge_model,
        )
        plan.prepare()
        for key in plan.keys if files else ():
            make_task(key.task)  # whatever is wrong with a task is said before the first is played
        make_agent(plan.agent, **plan.agent_options)
    except (LookupError, ValueError) as error:
        raise refuse(error.args[0] if error.args else error) from None
    if on not in ("local", "ray") and not on.startswith("ray://"):
        raise refuse(f"--on {on}: accepted are local, ray and ray://HOST:PORT")
    # Outside sites are one for all episodes, so these get in each other's way unless one is played at a time.
    records = run_study(plan, out, workers or (1 if files else 4), resume=resume, on=on)
    console.print(summary(records))
    console.print(f"{len(records)} episodes in {out}")


def _task_files(tasks: Path | None, address: Sequence[str], auth_folder: Path | None) -> TaskFiles | None:
    addresses = read_addresses(address)
    if tasks is None:
        if addresses or auth_folder:
            raise ValueError("--address and --auth-folder belong to --tasks FILE")
        return None
    files = TaskFiles(tasks, addresses, auth_folder)
    use_task_files(files)
    return files


def _check_for_files(agent: str, seeds: int) -> None:
    if agent == "oracle":
        raise ValueError("task files bring no oracles; choose another --agent")
    if seeds != 1:
        raise ValueError("--seeds means nothing for task files, whose tasks are written out; --trials repeats them")


def _in_file_order(keys: Sequence[EpisodeKey], files: TaskFiles) -> list[EpisodeKey]:
    """Tasks that change a site rely on the order of their file."""
    places = {task_id: place for place, task_id in enumerate(files.ids())}
    return sorted(keys, key=lambda key: (places.get(key.task, len(places)), key))


def _keys(patterns: Sequence[str], seeds: int, universe: int, trials: int, sample: int | None) -> list[EpisodeKey]:
    if not patterns:
        raise ValueError("say which tasks: suites, groups of a suite or single tasks, or --tasks FILE")
    keys = choose_keys(patterns, range(seeds), universe=universe, trials=trials)
    return _sampled(keys, universe, sample)


def _public_keys(
    patterns: Sequence[str], seeds: int, universe: int, trials: int, sample: int | None
) -> list[EpisodeKey]:
    if seeds != 1 or universe != PUBLIC_UNIVERSE:
        raise ValueError(f"--public has its own seeds, in universe {PUBLIC_UNIVERSE}; leave out --seeds and --universe")
    listed = [
        EpisodeKey(name, seed, universe, trial) for name, seed in public_tasks(patterns) for trial in range(trials)
    ]
    return _sampled(sorted(listed), universe, sample)


def _sampled(keys: list[EpisodeKey], universe: int, sample: int | None) -> list[EpisodeKey]:
    """Those of some templates, drawn at random."""
    if sample is None:
        return keys
    names = sorted({key.task for key in keys})
    chosen = Rng("sample", universe).sample(names, min(sample, len(names)))
    return [key for key in keys if key.task in chosen]


def run_study(plan: Plan, out: Path, workers: int, *, resume: bool = False, on: str = "local") -> list[EpisodeRecord]:
    """Plays what is not played yet, with a progress bar; returns all records."""
    folder = StudyFolder(out)
    done: list[EpisodeRecord] = []
    if (out / "manifest.json").exists():
        if not resume:
            raise refuse(f"{out} holds a study already; give --resume to go on with it, or another --out")
        if what := plan.differs_from(folder.manifest()):
            raise refuse(f"the study in {out} has another {what}; choose another --out")
        done = folder.episodes()
    else:
        with ExitStack() as stack:
            universes = [
                stack.enter_context(universe_of(seed, plan.scale))
                for seed in sorted({key.universe for key in plan.keys})
            ]
            folder.create(plan.manifest(image_hashes(universes)))
    finished = {record.key for record in done}
    left = [key for key in plan.keys if key not in finished]
    with _progress(len(plan.keys)) as progress:
        bar = progress.add_task("", total=len(plan.keys), completed=len(done))

        def told(record: EpisodeRecord) -> None:
            folder.add_episode(record)
            done.append(record)
            progress.update(bar, advance=1)
            progress.update(bar, description=f"{_tally(done)}, {60 * (progress.tasks[bar].speed or 0):.0f} a minute")

        if on == "local":
            run_local(plan, left, out, workers, told)
        else:
            try:
                run_on_ray(plan, left, out, workers, told, None if on == "ray" else on)
            except RayMissing as error:
                raise refuse(error) from None
    return sorted(done, key=lambda record: record.key)


def _progress(total: int) -> Progress:
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    return Progress(*columns, console=complaints, transient=True, disable=not total)


def _tally(records: Sequence[EpisodeRecord]) -> str:
    wins = sum(record.outcome == "success" for record in records)
    errors = sum(record.outcome == "error" for record in records)
    return f"{wins} solved" + (f", {errors} errors" if errors else "")


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


def _options(texts: Sequence[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"--option {text}: write it as name=value")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


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
    try:
        templates = find_templates(patterns)
    except UnknownTask as error:
        raise refuse(error.args[0]) from None
    if sample is not None:
        templates = Rng("sample", sample_seed).sample(templates, min(sample, len(templates)))
    with _progress(len(templates) * seeds) as progress:
        bar = progress.add_task("", total=len(templates) * seeds)
        proof = asyncio.run(
            _verify(templates, seeds, universe, workers, lambda what: progress.update(bar, advance=1, description=what))
        )
    if as_json:
        print(json.dumps(proof.to_json(), indent=1, ensure_ascii=False))
    else:
        console.print(_proof_table(proof))
        for failure in proof.failures:
            console.print(f"[red]✗[/red] {failure['task']} seed {failure['seed']}: {failure['what']}: {failure['why']}")
    raise typer.Exit(0 if proof.holds else 1)


async def _verify(
    templates: Sequence[type[Template[Any]]], seeds: int, universe: int, workers: int, told: Callable[[str], None]
) -> Proof:
    async with Cosmos() as cosmos:
        return await verify(cosmos, templates, seeds, universe, at_once=workers, told=told)


def _proof_table(proof: Proof) -> Table:
    table = Table("who", "must", "passed", "of", box=None, pad_edge=False)
    table.add_row("oracle", "pass", str(proof.oracle[0]), str(proof.oracle[1]))
    for name, (won, total) in sorted(proof.impostors.items()):
        table.add_row(f"impostor: {name}", "fail", str(won), str(total))
    table.add_row("mutants", "fail", str(proof.mutants[1] - proof.mutants[0]), str(proof.mutants[1]))
    table.caption = f"{proof.templates} templates, {proof.tasks} tasks"
    return table
