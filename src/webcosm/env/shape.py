"""The shape of an observation as a Gymnasium dictionary: our own, with as many parts as were asked for."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from webcosm.browser import Viewport
from webcosm.env.episode import Episode
from webcosm.env.observation import Observation
from webcosm.env.options import Look, Options, Part
from webcosm.env.spaces import Facts, Picture, Real, Unicode

__all__ = ["LATEST", "Pictures", "Shape", "WebcosmShape", "chat_space", "to_array", "with_parts"]

LATEST = 1e11
"""No moment is later, in seconds since 1970."""
MOST_TABS = 1_000
MOST_STEPS = 1_000_000


class Shape(Protocol):
    """How observations are given to agents of one kind."""

    def options(self, given: Options | None) -> Options:
        """The episode's options, such that it observes all that this shape needs."""
        ...

    def space(self, viewport: Viewport, options: Options) -> spaces.Dict: ...

    async def fetch(self, episode: Episode, seen: Observation) -> tuple[Observation, str]:
        """The observation to show, and what this shape needs from the page besides."""
        ...

    def build(self, observation: Observation, fetched: str, pictures: Pictures) -> dict[str, Any]: ...


class Pictures:
    """Pictures as arrays. Where there is none (nothing can be drawn while a page shows a dialog), the one before."""

    def __init__(self, viewport: Viewport) -> None:
        self.size = (round(viewport.height * viewport.scale), round(viewport.width * viewport.scale), 3)
        self._before: dict[str, NDArray[np.uint8]] = {}

    def get(self, name: str, picture: bytes | None) -> NDArray[np.uint8]:
        """A fresh array, the caller's own."""
        if picture is not None:
            self._before[name] = to_array(picture)
        return self._before.get(name, np.zeros(self.size, np.uint8)).copy()


def to_array(picture: bytes) -> NDArray[np.uint8]:
    """Rows, columns, red-green-blue."""
    from PIL import Image

    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))


def chat_space(text: str, time: str) -> spaces.Sequence:
    return spaces.Sequence(spaces.Dict({"role": Unicode(), time: Real(0.0, LATEST), text: Unicode()}))


class WebcosmShape:
    """Texts, numbers and pictures under the names that :class:`Observation` has for them."""

    def options(self, given: Options | None) -> Options:
        return given or Options(look=Look(parts=("text", "screenshot")))

    def space(self, viewport: Viewport, options: Options) -> spaces.Dict:
        screen = spaces.Box(0, 255, Pictures(viewport).size, np.uint8)
        parts: dict[Part, spaces.Space[Any]] = {
            "text": Unicode(),
            "screenshot": screen,
            "full_screenshot": Picture(),
            "marks": screen,
            "html": Unicode(),
            "pruned_html": Unicode(),
        }
        return spaces.Dict(
            {
                "goal": Unicode(),
                "goal_pictures": spaces.Sequence(Picture()),
                "chat": chat_space("text", "time"),
                "url": Unicode(),
                "tabs": spaces.Sequence(spaces.Dict({"title": Unicode(), "url": Unicode()})),
                "active_tab": spaces.Discrete(MOST_TABS),
                "now": Unicode(64),
                "step": spaces.Discrete(MOST_STEPS),
                "last_action": Unicode(),
                "last_error": Unicode(),
                "focused": Unicode(64),
                "dialog": Facts(),
                "downloads": spaces.Sequence(Unicode()),
                **{part: parts[part] for part in options.look.parts},
            }
        )

    async def fetch(self, episode: Episode, seen: Observation) -> tuple[Observation, str]:
        return seen, ""

    def build(self, observation: Observation, fetched: str, pictures: Pictures) -> dict[str, Any]:
        dialog = observation.dialog
        shown: dict[str, Any] = {
            "goal": observation.goal.told,
            "goal_pictures": tuple(to_array(picture) for picture in observation.goal.pictures),
            "chat": tuple(
                {"role": message.role, "time": message.when.timestamp(), "text": message.text}
                for message in observation.chat
            ),
            "url": observation.url,
            "tabs": tuple({"title": tab.title, "url": tab.url} for tab in observation.tabs),
            "active_tab": observation.active_tab,
            "now": observation.now.isoformat(),
            "step": observation.step,
            "last_action": observation.last_action,
            "last_error": observation.last_error,
            "focused": observation.focused,
            "dialog": {"kind": dialog.kind, "message": dialog.message, "default": dialog.default} if dialog else {},
            "downloads": tuple(download.name for download in observation.downloads),
        }
        for part in observation.look.parts:
            match part:
                case "text":
                    shown[part] = observation.text
                case "screenshot" | "full_screenshot":
                    shown[part] = pictures.get(part, getattr(observation, part))
                case "marks":
                    marked = observation.marks
                    shown[part] = pictures.get(part, marked.png if marked else None)
                case "html" | "pruned_html":
                    shown[part] = getattr(observation, part) or ""
        return shown


def with_parts(options: Options, *parts: Part) -> Options:
    """The options with some more parts to observe."""
    more = tuple(part for part in parts if part not in options.look.parts)
    return replace(options, look=replace(options.look, parts=(*options.look.parts, *more)))
