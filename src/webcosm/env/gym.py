"""The Gymnasium face of episodes: ``gymnasium.make("webcosm/<task id>")``.

All environments of a process share one server and one browser, in an event loop in the background.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from webcosm.env.browsergym import BrowserGymShape
from webcosm.env.engine import Engine, engine, running, shutdown, start
from webcosm.env.episode import Episode, Step
from webcosm.env.observation import Observation
from webcosm.env.open import Judge, open_task
from webcosm.env.options import Options
from webcosm.env.shape import Pictures, Shape, WebcosmShape
from webcosm.env.spaces import Actions
from webcosm.lore import Rng
from webcosm.tasks import Task, find_ids, listed_ids, make_task

__all__ = ["OpenEnv", "SuiteEnv", "WebcosmEnv", "make_env", "register_environments", "shutdown", "start"]

T = TypeVar("T")
ShapeName = Literal["webcosm", "browsergym"]
SHAPES: Mapping[str, Callable[[], Shape]] = {"webcosm": WebcosmShape, "browsergym": BrowserGymShape}
MOST_SEED = 2**31
RESET_OPTIONS = ("universe",)


class WebcosmEnv(gymnasium.Env[dict[str, Any], str]):
    """One task, episode after episode. Actions are texts, observations dictionaries of the chosen shape."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 4}  # noqa: RUF012  (Gymnasium's name)

    def __init__(
        self,
        task_id: str,
        *,
        universe: int = 0,
        options: Options | None = None,
        shape: ShapeName = "webcosm",
        render_mode: str | None = None,
    ) -> None:
        if shape not in SHAPES:
            raise ValueError(f"there is no shape {shape!r}; there are {', '.join(SHAPES)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None or 'rgb_array', not {render_mode!r}")
        self.task_id = task_id
        self.universe = universe
        self.shape = shape
        self.render_mode = render_mode
        self.episode: Episode | None = None
        """The async core, from the first reset on. Await its methods through :meth:`run`."""
        self.seconds: dict[str, float] = {}
        """Real time that the last reset or step took, by phase. Not in `info`, which is the same in every run."""
        self._shape = SHAPES[shape]()
        self.options = self._shape.options(options)
        viewport = self._task(0).viewport
        self.observation_space = self._shape.space(viewport, self.options)
        self.action_space: Actions = Actions(
            self.options.actions, self.options.dialect, (viewport.width, viewport.height)
        )
        self._pictures = Pictures(viewport)
        self._latest: Observation | None = None
        self._fetched = ""

    def _task(self, seed: int) -> Task:
        return make_task(self.task_id, seed, self.universe)

    # Gymnasium --------------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new episode. The seed is the task's; without one, the environment draws it from its own generator."""
        super().reset(seed=seed)
        for name in options or {}:
            if name not in RESET_OPTIONS:
                raise ValueError(f"reset has no option {name!r}; it has {', '.join(RESET_OPTIONS)}")
        self.universe = (options or {}).get("universe", self.universe)
        task = self._task(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        began = time.perf_counter()
        self.close()
        shared = engine()
        self.episode = Episode(shared.runtime, task, self.options)
        observation = shared.run(self._begin(self.episode))
        self.seconds = {"reset": time.perf_counter() - began}
        self._pictures = Pictures(task.viewport)
        return self._show(shared, observation), self._facts(self.episode, {"step": 0, "error": "", "page_ms": 0})

    async def _begin(self, episode: Episode) -> Observation:
        observation, self._fetched = await self._shape.fetch(episode, await episode.reset())
        return observation

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Does what the text says. What went wrong, if anything, stands in the observation and in ``info["error"]``."""
        episode, shared = self._begun(), engine()
        began = time.perf_counter()
        step = shared.run(self._act(episode, action))
        self.seconds = {"step": time.perf_counter() - began}
        shown = self._show(shared, step.observation or self._latest)
        facts = self._facts(episode, {**step.info, "outcome": step.info["outcome"] or ""})
        if step.verdict is not None:
            facts["verdict"] = step.verdict.to_json()
        return shown, step.reward, step.terminated, step.truncated, facts

    async def _act(self, episode: Episode, action: str) -> Step:
        step = await episode.act(action)
        if step.observation is None:
            return step
        observation, self._fetched = await self._shape.fetch(episode, step.observation)
        return replace(step, observation=observation)

    def render(self) -> NDArray[np.uint8] | None:
        """What the browser shows now."""
        if self.render_mode is None:
            return None
        tab = self._begun().window.tab
        picture = None if tab.dialog else self.run(tab.screenshot())
        return self._pictures.get("render", picture)

    def close(self) -> None:
        """Ends the episode. The shared browser stays for other environments; :func:`shutdown` ends that."""
        episode, self.episode, self._latest = self.episode, None, None
        shared = running()
        if episode is not None and shared is not None and episode.runtime is shared.runtime:
            shared.run(episode.close())

    # Beyond Gymnasium -------------------------------------------------------------------------------------------------

    def observe(self) -> dict[str, Any]:
        """The latest observation once more."""
        self._begun()
        return self._show(engine(), self._latest)

    def fork(self, *, exact: bool = False) -> WebcosmEnv:
        """A second environment at the same point of the same episode; see :meth:`Episode.fork` for `exact`."""
        twin_episode = self.run(self._begun().fork(exact=exact))
        twin = copy.copy(self)
        twin.episode = twin_episode
        twin._np_random = copy.deepcopy(self._np_random)
        twin.action_space = copy.deepcopy(self.action_space)
        twin._pictures = copy.deepcopy(self._pictures)
        twin.seconds = {}
        twin._show(engine(), self.run(twin._look()))
        return twin

    async def _look(self) -> Observation:
        episode = self._begun()
        observation, self._fetched = await self._shape.fetch(episode, await episode.observe())
        return observation

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Awaits something of the async core, as in ``env.run(env.episode.judge())``."""
        return engine().run(work)

    def _begun(self) -> Episode:
        if self.episode is None:
            raise RuntimeError("the environment has no episode; call reset() first")
        return self.episode

    def _show(self, shared: Engine, observation: Observation | None) -> dict[str, Any]:
        if observation is None:
            raise RuntimeError("the browser was lost before anything was seen; call reset() to begin anew")
        self._latest = observation
        ids = [shown for shown, element in observation.rendered.ids.items() if element]
        self.action_space.show(ids, [f"http://{site.host}/" for site in shared.runtime.sites])
        return self._shape.build(observation, self._fetched, self._pictures)

    def _facts(self, episode: Episode, more: Mapping[str, Any]) -> dict[str, Any]:
        task = episode.task
        return {
            "task_id": task.id,
            "seed": task.seed,
            "universe": task.universe,
            "goal": episode.goal.text,
            "ended": "",
            "answer_form": episode.goal.form.to_json() if episode.goal.form else {},
            "outcome": "",
            **more,
        }


class OpenEnv(WebcosmEnv):
    """An environment without a task of ours: anywhere in the web, with any goal."""

    def __init__(
        self,
        *,
        goal: str = "Look around.",
        start_url: str | Sequence[str] = "http://home.test/",
        max_steps: int = 1_000,
        judge: Judge | None = None,
        **others: Any,
    ) -> None:
        self._opening: dict[str, Any] = {"goal": goal, "start_url": start_url, "max_steps": max_steps, "judge": judge}
        super().__init__("open", **others)

    def _task(self, seed: int) -> Task:
        return open_task(**self._opening, seed=seed, universe=self.universe)


class SuiteEnv(WebcosmEnv):
    """All tasks of a suite or of a group of it: every episode is one of them, which the seed of the reset chooses.

    With `n` templates, `n` seeds in a row give a task of each, in a fixed order that mixes them; the next `n` give each
    template's next task. ``seeds`` are the tasks' own seeds that are drawn, say ``range(100)`` to train and
    ``range(100, 120)`` to test; without it, there is no end to them.
    """

    def __init__(self, suite: str, *, seeds: Sequence[int] | None = None, **others: Any) -> None:
        if seeds is not None and not len(seeds):
            raise ValueError(f"{suite}: seeds={seeds!r} holds none; give at least one, or leave it out")
        self.suite = suite
        self.seeds = seeds
        self.task_ids: tuple[str, ...] = tuple(Rng("suite", suite).shuffled(find_ids([suite])))
        super().__init__(self.task_ids[0], **others)

    def _task(self, seed: int) -> Task:
        turn, place = divmod(seed, len(self.task_ids))
        self.task_id = self.task_ids[place]
        own = turn if self.seeds is None else self.seeds[turn % len(self.seeds)]
        return make_task(self.task_id, own, self.universe)


def make_env(task_id: str = "open", **settings: Any) -> WebcosmEnv:
    """``gymnasium.make("webcosm/<task id>")`` without its wrappers, so that everything beyond Gymnasium is at hand.

    The settings are those of :class:`WebcosmEnv`, of :class:`OpenEnv` for ``open``, or of :class:`SuiteEnv` for a suite
    or a group of it.
    """
    if task_id == "open":
        return OpenEnv(**settings)
    kind = SuiteEnv if task_id in _groups(listed_ids()) else WebcosmEnv
    return kind(task_id, **settings)


def register_environments() -> None:
    """Makes every task known to Gymnasium as ``webcosm/<task id>``, every suite and group, and ``webcosm/open``; and
    every task as ``browsergym/webcosm.<task id>`` for whoever comes with BrowserGym's keywords.

    Importing :mod:`webcosm.env` does this, from lists alone: what a suite holds is loaded when an environment is made.
    Call it again after registering a suite of your own.
    """
    ids = listed_ids()
    entries: dict[str, tuple[str, dict[str, Any]]] = {"webcosm/open": ("webcosm.env.gym:OpenEnv", {})}
    entries |= {f"webcosm/{name}": ("webcosm.env.gym:SuiteEnv", {"suite": name}) for name in _groups(ids)}
    for prefix, kind in (("webcosm/", "gym:WebcosmEnv"), ("browsergym/webcosm.", "browsergym_env:BrowserGymEnv")):
        entries |= {f"{prefix}{task_id}": (f"webcosm.env.{kind}", {"task_id": task_id}) for task_id in ids}
    for name, (entry_point, arguments) in entries.items():
        if name not in gymnasium.registry:
            # Not with gymnasium.register, which compares each with all the others: ten times as slow.
            gymnasium.registry[name] = EnvSpec(name, entry_point, kwargs=arguments)


def _groups(ids: Iterable[str]) -> list[str]:
    """What ids begin with, part by part: ``arena``, ``arena.shop`` …"""
    parts = (task_id.split(".") for task_id in ids)
    return sorted({".".join(some[:length]) for some in parts for length in range(1, len(some))})
