"""``browsergym/webcosm.<task id>``: an environment that takes BrowserGym's keywords and has its attributes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from webcosm.act import ActionSet
from webcosm.browser import Viewport
from webcosm.env.browsergym import BrowserGymShape, chat_entries
from webcosm.env.gym import WebcosmEnv
from webcosm.env.options import Options
from webcosm.tasks import Task

__all__ = ["BrowserGymChat", "BrowserGymEnv"]

log = logging.getLogger("webcosm.env")
WITHOUT_MEANING: Mapping[str, str] = {
    "headless": "all environments share one browser, which has no windows",
    "slow_mo": "nothing is slowed down",
    "timeout": "pages are waited for in page time; see Options.patience",
    "locale": "the world is in English",
    "timezone_id": "the world has one clock",
    "tags_to_mark": "every element that can be acted on has an id",
    "wait_for_user_message": "nobody is at the chat",
    "resizeable_window": "there is no window",
    "record_video_dir": "studies record every step; see webcosm run",
    "pw_chromium_kwargs": "the browser is not started by Playwright",
    "pw_context_kwargs": "whoever must be signed in is signed in",
    "pre_observation_delay": "pages are waited for until they rest",
}
"""Keywords of BrowserGym that are accepted and change nothing, with the reason."""
PHASES = ("wait_for_page_loading", "validation", "get_observation")


class BrowserGymEnv(WebcosmEnv):
    """One task in BrowserGym's shape. What its keywords mean here:

    - ``action_mapping``: a ``HighLevelActionSet``'s ``to_python_code``; the actions of that set are allowed, and texts
      are read by us. Without it they are those of BrowserGym's default set.
    - ``viewport``: ``{"width": …, "height": …}``, in place of the task's.
    - ``terminate_on_infeasible``: whether a report that the task cannot be done ends the episode.
    - ``task_kwargs``: may name the ``universe``.
    - those of :data:`WITHOUT_MEANING` change nothing; a log line says so.
    """

    def __init__(
        self,
        task_id: str,
        *,
        action_mapping: Callable[[str], str] | None = None,
        viewport: Mapping[str, int] | None = None,
        terminate_on_infeasible: bool = True,
        task_kwargs: Mapping[str, Any] | None = None,
        use_raw_page_output: bool = False,
        options: Options | None = None,
        render_mode: str | None = None,
        universe: int = 0,
        **others: Any,
    ) -> None:
        for name in others:
            if name not in WITHOUT_MEANING:
                raise ValueError(f"browsergym/webcosm.{task_id} takes no {name!r}; it takes {', '.join(_accepted())}")
            log.info("%s has no meaning here: %s", name, WITHOUT_MEANING[name])
        if use_raw_page_output:
            raise ValueError("use_raw_page_output=True is not to be had: no live page is given to agents; see by_hand")
        for name in task_kwargs or {}:
            if name != "universe":
                raise ValueError(f"task_kwargs has no {name!r}; it has universe")
        self._viewport = Viewport(**viewport) if viewport else None
        options = replace(BrowserGymShape().options(options), end_on_infeasible=terminate_on_infeasible)
        if action_mapping is not None:
            options = replace(options, actions=_actions_of(action_mapping))
        universe = (task_kwargs or {}).get("universe", universe)
        super().__init__(task_id, universe=universe, options=options, shape="browsergym", render_mode=render_mode)
        self.chat = BrowserGymChat(self)

    def _task(self, seed: int) -> Task:
        task = super()._task(seed)
        if self._viewport is not None:
            task.viewport = self._viewport
        return task

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, info = super().reset(seed=seed, options=options)
        return shown, info | {"task_info": {}}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """As in BrowserGym, `info` says when the action was begun and when it was done, in real time."""
        began = time.time()
        shown, reward, terminated, truncated, info = super().step(action)
        ended = time.time()
        times = {"action_exec_start": began, "action_exec_stop": ended, "action_exec_timeout": 0.0}
        for phase in PHASES:  # not told apart here
            times |= {f"{phase}_start": ended, f"{phase}_stop": ended}
        task_info = {"verdict": info["verdict"]} if "verdict" in info else {}
        return shown, reward, terminated, truncated, info | times | {"task_info": task_info}


class BrowserGymChat:
    """The chat as BrowserGym's agents and experiments know it."""

    def __init__(self, env: WebcosmEnv) -> None:
        self._env = env

    @property
    def messages(self) -> list[dict[str, Any]]:
        episode = self._env.episode
        return [entry for message in (episode.chat.messages if episode else ()) for entry in chat_entries(message)]

    def add_message(self, role: str, msg: str) -> None:
        """A message of the user's comes to the agent with the next observation; an `info` is for onlookers only."""
        episode = self._env.episode
        if role not in ("user", "info"):
            raise ValueError(f"role {role!r}: accepted are 'user' and 'info'; the agent speaks by its actions")
        if episode is not None and role == "user":
            episode.say(msg)


def _accepted() -> list[str]:
    own = ("action_mapping", "viewport", "terminate_on_infeasible", "task_kwargs", "universe", "options", "render_mode")
    return [*own, *WITHOUT_MEANING]


def _actions_of(mapping: Callable[[str], str]) -> ActionSet:
    """The actions that BrowserGym's set allows, whose method the mapping is."""
    owner = getattr(mapping, "__self__", None)
    names = getattr(owner, "action_set", None)
    if not isinstance(names, Mapping):
        raise ValueError(f"action_mapping={mapping!r} is no to_python_code of BrowserGym's HighLevelActionSet")
    return ActionSet(groups=(), include=tuple(names), multiple=bool(getattr(owner, "multiaction", True)))
