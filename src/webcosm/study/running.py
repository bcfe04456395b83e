"""What `webcosm tasks` and `webcosm run` do: choosing episodes, playing a study, going on with one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from webcosm.agents import make_agent
from webcosm.browser import BrowserLost
from webcosm.browser.chromium import BrowserMissing
from webcosm.browser.launch import find_for
from webcosm.judge.rubric import judge_model
from webcosm.lore import Rng
from webcosm.models import ModelError, make_model
from webcosm.sites import all_sites
from webcosm.study.images import OnBuild, build_images
from webcosm.study.lock import FolderBusy, only_run_in
from webcosm.study.on_ray import run_on_ray
from webcosm.study.plan import Plan, choose_keys
from webcosm.study.pool import run_local
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder
from webcosm.suites.files import TaskFiles, read_addresses, use_task_files
from webcosm.suites.public import PUBLIC_UNIVERSE, public_tasks
from webcosm.tasks import EmptyPool, Template, about_suite, template_of
from webcosm.tasks.drawn import HINTS
from webcosm.worlds import Universe, World

__all__ = [
    "OnProgress",
    "StudyRefused",
    "check_for_files",
    "check_hint",
    "check_screen",
    "in_file_order",
    "keys_of",
    "listed",
    "public_keys",
    "run_study",
    "task_files",
    "universe_of",
]

OnProgress = Callable[[Sequence[EpisodeRecord]], None]
"""Called with all finished episodes, at the beginning and after each further one."""


class StudyRefused(ValueError):
    """A study cannot be played into this folder."""


def universe_of(seed: int, scale: str = "small") -> Universe:
    return Universe([site.blueprint for site in all_sites() if site.blueprint], seed=seed, scale=scale)


def listed(ids: Sequence[str], universe: int) -> list[dict[str, Any]]:
    """What there is to say in a universe of each template, and of each task that comes from none."""
    templates = {task_id: template_of(task_id) for task_id in ids}
    rows: list[dict[str, Any]] = []
    with ExitStack() as stack:
        world = (
            stack.enter_context(stack.enter_context(universe_of(universe)).open()) if any(templates.values()) else None
        )
        for task_id, template in templates.items():
            if template is None or world is None:
                rows.append(
                    {"id": task_id, "kind": None, "pool": None, "about": about_suite(task_id.partition(".")[0])}
                )
            else:
                rows.append(_listed_template(template(), world))
    return rows


def _listed_template(template: Template[Any], world: World) -> dict[str, Any]:
    try:
        goal, pool = template.draw(world, 0)[1], len(template.pool(world))
    except EmptyPool as error:
        goal, pool = str(error), 0
    return {
        "id": template.id,
        "kind": template.kind.value,
        "sites": list(template.sites),
        "goal": goal,
        "pool": pool,
        "difficulty": {"actions": template.difficulty.actions, "visual": template.difficulty.visual},
        "skills": list(template.difficulty.skills),
        "level": template.level,
        "dials": template.dials.to_json(),
        "achievable": template.achievable,
        "twin": template.twin,
        "revision": template.revision,
        "parameters": template.parameter_schema(),
    }


def task_files(tasks: Path | None, address: Sequence[str], auth_folder: Path | None) -> TaskFiles | None:
    addresses = read_addresses(address)
    if tasks is None:
        if addresses or auth_folder:
            raise ValueError("--address and --auth-folder belong to --tasks FILE")
        return None
    files = TaskFiles(tasks, addresses, auth_folder)
    use_task_files(files)
    return files


def check_for_files(agent: str, seeds: int) -> None:
    if agent == "oracle":
        raise ValueError("task files bring no oracles; choose another --agent")
    if seeds != 1:
        raise ValueError("--seeds means nothing for task files, whose tasks are written out; --trials repeats them")


def check_hint(plan: Plan) -> None:
    """Whether every task of a plan has the hint that agents are to be told."""
    if not plan.hint:
        return
    if plan.hint not in HINTS:
        raise ValueError(f"there is no hint {plan.hint!r}; there are {', '.join(HINTS)}")
    for task_id in dict.fromkeys(key.task for key in plan.keys):
        template = template_of(task_id)
        if template is None or getattr(template, plan.hint) is getattr(Template, plan.hint):
            raise ValueError(f"{task_id} has no hint {plan.hint!r}; leave it or --hint out")


def check_screen(on: str) -> None:
    """Whether somebody could watch."""
    if on != "local":
        raise ValueError(f"--headed shows windows on this screen, and --on {on} plays elsewhere")
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise ValueError("--headed needs a screen, and neither DISPLAY nor WAYLAND_DISPLAY names one")
    try:
        find_for(headed=True)
    except (BrowserMissing, BrowserLost) as error:
        raise ValueError(f"--headed: {error}") from None


def in_file_order(keys: Sequence[EpisodeKey], files: TaskFiles) -> list[EpisodeKey]:
    """Tasks that change a site rely on the order of their file."""
    places = {task_id: place for place, task_id in enumerate(files.ids())}
    return sorted(keys, key=lambda key: (places.get(key.task, len(places)), key))


def keys_of(
    patterns: Sequence[str], seeds: int, universe: int, trials: int, sample: int | None, sample_seed: int = 0
) -> list[EpisodeKey]:
    if not patterns:
        raise ValueError("say which tasks: suites, groups of a suite or single tasks, or --tasks FILE")
    keys = choose_keys(patterns, range(seeds), universe=universe, trials=trials)
    return _sampled(keys, sample, sample_seed)


def public_keys(
    patterns: Sequence[str], seeds: int, universe: int, trials: int, sample: int | None, sample_seed: int = 0
) -> list[EpisodeKey]:
    if seeds != 1 or universe != PUBLIC_UNIVERSE:
        raise ValueError(f"--public has its own seeds, in universe {PUBLIC_UNIVERSE}; leave out --seeds and --universe")
    listed = [
        EpisodeKey(name, seed, universe, trial) for name, seed in public_tasks(patterns) for trial in range(trials)
    ]
    return _sampled(sorted(listed), sample, sample_seed)


def _sampled(keys: list[EpisodeKey], sample: int | None, sample_seed: int) -> list[EpisodeKey]:
    """Those of some templates, drawn at random; the ones that `webcosm verify` draws, too."""
    if sample is None:
        return keys
    names = sorted({key.task for key in keys})
    chosen = Rng("sample", sample_seed).sample(names, min(sample, len(names)))
    return [key for key in keys if key.task in chosen]


def run_study(
    plan: Plan,
    out: Path,
    workers: int,
    *,
    resume: bool = False,
    extend: bool = False,
    on: str = "local",
    pinned: bool = True,
    on_progress: OnProgress = lambda _: None,
    on_build: OnBuild = lambda *_: None,
) -> list[EpisodeRecord]:
    """Plays what is not played yet; returns all records. The images that the tasks need are built before.

    To `resume` a study is to play what it lacks and what ended in an error; to `extend` it, to add episodes as well.
    """
    _check_models(plan, on)
    _check_browser(plan, on)
    try:
        with only_run_in(out):
            return _run_study(plan, out, workers, resume, extend, on, pinned, on_progress, on_build)
    except FolderBusy as error:
        raise StudyRefused(str(error)) from None


def _run_study(
    plan: Plan,
    out: Path,
    workers: int,
    resume: bool,
    extend: bool,
    on: str,
    pinned: bool,
    on_progress: OnProgress,
    on_build: OnBuild,
) -> list[EpisodeRecord]:
    folder = StudyFolder(out)
    done: list[EpisodeRecord] = []
    there = (out / "manifest.json").exists()
    if there and not (resume or extend):
        raise StudyRefused(f"{out} holds a study already; give --resume to go on with it, or another --out")
    plan.prepare()
    images = build_images(plan.keys, plan.scale, on_build)
    manifest = plan.manifest(images)
    if there:
        if what := plan.differs_from(folder.manifest(), images, extending=extend):
            raise StudyRefused(f"the study in {out} cannot go on: {what}; choose another --out")
        done = folder.episodes()
        manifest = folder.manifest() | {name: manifest[name] for name in ("keys", "agent_options")}
    if extend or not there:
        folder.create(manifest)
    failed = [record for record in done if record.outcome == "error" and record.attempts < plan.limits.attempts_in_all]
    tried = {record.key: record.attempts for record in failed}
    spent = {record.key: record.usage for record in failed}
    done = [record for record in done if record.key not in tried]
    finished = {record.key for record in done}
    left = [key for key in plan.keys if key not in finished]
    on_progress(done)

    def finish(record: EpisodeRecord) -> None:
        record = record.with_usage(spent.get(record.key, {}))
        folder.add_episode(record)
        done.append(record)
        on_progress(done)

    if on == "local":
        run_local(plan, left, out, workers, finish, tried=tried, pinned=pinned)
    else:
        run_on_ray(plan, left, out, workers, finish, None if on == "ray" else on, tried=tried)
    return sorted(done, key=lambda record: record.key)


def _check_browser(plan: Plan, on: str) -> None:
    """Whether there is a browser at all: said once, not by every episode."""
    if on != "local" or not plan.keys:
        return
    try:
        find_for(headed=plan.headed)
    except (BrowserMissing, BrowserLost) as error:
        raise StudyRefused(str(error)) from None


def _check_models(plan: Plan, on: str) -> None:
    """Whether the agent and the judge can be asked here at all: said once, not by every episode."""
    if on.startswith("ray://"):
        return  # what they need is on the cluster's machines
    try:
        agent = make_agent(plan.agent, **plan.agent_options)
        agent.step_seconds = plan.limits.step
        agent.check()
        if plan.judge_model is not None:
            plan.prepare()
            judge = judge_model()
            make_model(judge.name, base_url=judge.base_url)
    except (LookupError, ValueError, ModelError) as error:
        raise StudyRefused(error.args[0]) from None
