"""What a study is to do: which agent plays which episodes, and under which limits."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import webcosm
from webcosm.agents.base import Agent
from webcosm.browser import BrowserMissing, find
from webcosm.browser.chromium import version as browser_version
from webcosm.env import Options
from webcosm.judge.rubric import VARIABLE as JUDGE_VARIABLE
from webcosm.judge.rubric import choose_judge
from webcosm.study.record import EpisodeKey
from webcosm.suites.files import TaskFiles, use_task_files
from webcosm.tasks import find_ids

__all__ = ["Plan", "StudyLimits", "choose_keys"]

COMPARED = (
    *("webcosm", "agent", "agent_options", "scale", "limits", "screenshots", "files", "judge_model", "headed"),
    "failed_in_a_row",
    "hint",
)
"""What must be the same for episodes to belong to one study, beside the data and the episodes themselves."""
PACKAGES = ("playwright", "apsw", "starlette", "uvicorn", "gymnasium", "pillow", "numpy")


@dataclass(frozen=True)
class StudyLimits:
    """In real seconds; a study is cut short by nothing else."""

    step: float = 180.0
    """Longest time between two steps of an episode, thinking included."""
    episode: float = 1_800.0
    attempts: int = 3
    """How often an episode is tried when something other than the agent fails."""
    attempts_in_all: int = 9
    """The same when the study is resumed, which takes up again what ended in an error."""

    def __post_init__(self) -> None:
        if not 0 < self.step <= self.episode:
            raise ValueError(
                f"a step of {self.step:g} seconds in an episode of {self.episode:g}: a step must have more than 0, and"
                " no more than its episode"
            )

    @classmethod
    def of_a_person(cls) -> StudyLimits:
        """People take breaks, and would rather not be asked to do it all again."""
        return cls(step=86_400.0, episode=86_400.0).once()

    def once(self) -> StudyLimits:
        """For episodes that must not be tried again."""
        return replace(self, attempts=1, attempts_in_all=1)


@dataclass(frozen=True)
class Plan:
    agent: str
    keys: Sequence[EpisodeKey]
    agent_options: Mapping[str, Any] = field(default_factory=dict)
    scale: str = "small"
    limits: StudyLimits = field(default_factory=StudyLimits)
    screenshots: bool = True
    """Whether the record keeps a picture of every step."""
    files: TaskFiles | None = None
    """Tasks of other benchmarks, with the addresses of their sites."""
    judge_model: str | None = None
    """Who is asked where a check needs a language model; the environment's if None."""
    headed: bool = False
    """Whether people can watch; pages live in real time then."""
    hint: str = ""
    """What agents are told beside the goal: plan, facts or nothing."""
    failed_in_a_row: int | None = None
    """How many failed actions in a row end an episode, 0 if none do; as the agent's options say if None."""

    def options_of(self, agent: Agent) -> Options:
        """How the agent's episodes are run."""
        options = agent.options()
        if self.failed_in_a_row is None:
            return options
        return replace(options, limits=replace(options.limits, invalid=self.failed_in_a_row or None))

    @property
    def outside(self) -> tuple[str, ...]:
        """Addresses of sites that others host and that episodes may reach."""
        return tuple(self.files.addresses.values()) if self.files else ()

    def prepare(self) -> None:
        """Makes this process ready to play: every worker does so."""
        if self.files is not None:
            use_task_files(self.files)
        if self.judge_model is not None:
            choose_judge(self.judge_model)

    def manifest(self, images: Mapping[str, str]) -> dict[str, Any]:
        """Everything needed to say what was run, and to run it again."""
        return {
            "webcosm": webcosm.__version__,
            "agent": self.agent,
            "agent_options": dict(self.agent_options),
            "scale": self.scale,
            "limits": asdict(self.limits),
            "screenshots": self.screenshots,
            "keys": [asdict(key) for key in self.keys],
            **({"files": self.files.to_json()} if self.files else {}),
            **({"judge_model": model} if (model := self.judge_model or os.environ.get(JUDGE_VARIABLE)) else {}),
            **({"headed": True} if self.headed else {}),
            **({} if self.failed_in_a_row is None else {"failed_in_a_row": self.failed_in_a_row}),
            **({"hint": self.hint} if self.hint else {}),
            "python": platform.python_version(),
            "platform": platform.platform(),
            "packages": {name: _version(name) for name in PACKAGES},
            "browser": _browser(),
            "images": dict(images),
        }

    def differs_from(self, manifest: Mapping[str, Any], images: Mapping[str, str], *, extending: bool = False) -> str:
        """What another study's manifest has otherwise than this plan, in words; empty if they can be one study.

        `extending` a study may add episodes to it, and choose anew how its agent is set up.
        """
        mine: dict[str, Any] = json.loads(json.dumps(self.manifest(images), default=str))
        for name in COMPARED:
            difference = _difference(name, manifest.get(name), mine.get(name))
            if difference and not (name == "agent_options" and extending):
                return difference
        then_images: Mapping[str, str] = manifest.get("images", {})
        changed = sorted(name for name, sha in then_images.items() if images.get(name, sha) != sha)
        if changed:
            return f"the data changed since in {', '.join(changed)}"
        old, new = ([EpisodeKey(**key) for key in keys] for keys in (manifest["keys"], mine["keys"]))
        gone, added = set(old) - set(new), set(new) - set(old)
        if gone or (added and not extending):
            return f"{len(gone)} of its {len(old)} episodes are not asked for now, and {len(added)} others are"
        return ""


def _difference(name: str, then: Any, now: Any) -> str:
    if isinstance(then, dict) and isinstance(now, dict):
        parts = (_difference(f"{name}.{part}", then.get(part), now.get(part)) for part in {**then, **now})
        return next(filter(None, parts), "")
    return "" if then == now else f"its {name} is {then!r}, and now it is {now!r}"


def choose_keys(
    patterns: Sequence[str], seeds: Sequence[int], *, universe: int = 0, trials: int = 1
) -> list[EpisodeKey]:
    """The episodes of suites, groups of a suite or single tasks, every seed and trial."""
    keys = [
        EpisodeKey(name, seed, universe, trial)
        for name in (find_ids(patterns) if patterns else ())
        for seed in seeds
        for trial in range(trials)
    ]
    return sorted(keys)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _browser() -> str:
    try:
        return browser_version(find())
    except BrowserMissing:
        return "none"
