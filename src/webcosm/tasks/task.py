"""What an episode needs to know of its task."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from webcosm.browser import Patience, Viewport, Window
from webcosm.judge.answer_types.form import Form
from webcosm.judge.verdict import Verdict
from webcosm.worlds import Happening, Universe, World, WorldState

__all__ = ["Ending", "Goal", "Scene", "Task", "hosts_of"]


@dataclass(frozen=True)
class Goal:
    """What the agent is asked to do: words, and perhaps pictures."""

    text: str
    pictures: tuple[bytes, ...] = ()
    """PNG or JPEG files."""
    hint: str = ""
    """What is told beside it, if a hint was asked for."""
    form: Form | None = None
    """What an answer looks like, if one is asked for."""

    @property
    def told(self) -> str:
        """What agents read: the words and, below them, the form of an answer."""
        return f"{self.text}\n\n{self.form.line}" if self.form else self.text


@dataclass(frozen=True)
class Ending:
    """How the agent ended the episode, if it did."""

    answer: str | None = None
    infeasible: str | None = None
    """The reason, when the agent says that the task cannot be done."""
    stopped: bool = False


class Scene(Protocol):
    """What a task may look at: the world, the browser's window, and what the agent said."""

    @property
    def world(self) -> World: ...
    @property
    def window(self) -> Window: ...
    @property
    def ending(self) -> Ending: ...
    @property
    def steps(self) -> int: ...
    @property
    def said(self) -> Sequence[tuple[str, str]]:
        """The chat: who said what, the goal first."""
        ...


def hosts_of(addresses: Iterable[str]) -> tuple[str, ...]:
    return tuple(urlsplit(address).hostname or "" for address in addresses)


@dataclass
class Task(ABC):
    """One concrete thing to do in one universe. Subclasses say what counts as done."""

    id: str
    seed: int = 0
    universe: int = 0
    start: Sequence[str] = ("http://home.test/",)
    """Addresses open at the beginning, one tab each; the first is active."""
    viewport: Viewport = field(default_factory=Viewport)
    max_steps: int = 30
    patience: Patience = field(default_factory=Patience)
    """How long its pages are waited for."""
    begins_at_rest: bool = True
    """Whether the start pages must be at rest when it begins, and not merely loaded."""
    files: Mapping[str, Path] = field(default_factory=dict)
    """Files the agent may upload, by name."""
    answered_by_message: bool = True
    """Whether a message to the user is the answer where an episode takes messages so, or mere talk."""

    def prepare(self, universe: Universe) -> None:  # noqa: B027 - most tasks have nothing to prepare
        """Called before the world is opened; a task that is drawn from a universe is drawn here."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Of the sites that it needs from the beginning; others are built when somebody goes there."""
        return hosts_of(self.start)

    def first_state(self) -> WorldState:
        """The world's state at the beginning: who is signed in, which switches are set."""
        return WorldState(seed=self.seed)

    @abstractmethod
    async def begin(self, scene: Scene) -> Goal:
        """Called when the start pages are open; returns the goal."""

    async def ended(self, scene: Scene) -> bool:
        """Whether the page itself has ended the episode. Most tasks end when the agent says so."""
        return False

    @property
    def speaks_for_itself(self) -> bool:
        """Whether what was done can be seen before the agent says that it is done."""
        return False

    def hear(self, scene: Scene, message: str) -> str:
        """What the user replies to a message of the agent's, which is the last in the chat; empty if nothing."""
        return ""

    def happen(self, scene: Scene) -> Sequence[Happening]:
        """Called at the end of each step: lets happen in the world what is due, and returns it."""
        return ()

    @abstractmethod
    async def judge(self, scene: Scene) -> Verdict:
        """Scores the scene as it is. Must not change it."""
