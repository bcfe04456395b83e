"""How an episode is run: what the agent sees, what it may do, and how far it may go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from webcosm.act import ActionSet
from webcosm.act.dialects import DIALECTS
from webcosm.browser import Patience, PictureFormat
from webcosm.observe.lines import TextOptions

__all__ = ["Limits", "Look", "Options", "Part", "TextFormat"]

Part = Literal["text", "screenshot", "full_screenshot", "marks", "html", "pruned_html"]
PARTS: tuple[Part, ...] = ("text", "screenshot", "full_screenshot", "marks", "html", "pruned_html")
TextFormat = Literal["webcosm", "browsergym", "webarena", "marks"]


@dataclass(frozen=True)
class Look:
    """What is observed. Nothing that is not asked for is computed."""

    parts: tuple[Part, ...] = ("text",)
    """`text` brings the element records too; `marks` the screenshot and the records."""
    format: TextFormat = "webcosm"
    text: TextOptions = field(default_factory=TextOptions)
    changes: bool = False
    """After the first look at a page, `text` is what changed since the last step: for agents that remember."""
    picture: PictureFormat = "png"

    def __post_init__(self) -> None:
        for part in self.parts:
            if part not in PARTS:
                raise ValueError(f"there is no part {part!r} of an observation; there are {', '.join(PARTS)}")
        if self.format not in get_args(TextFormat):
            raise ValueError(f"there is no text format {self.format!r}; there are {', '.join(get_args(TextFormat))}")
        if "marks" in self.parts and self.format == "webarena":
            raise ValueError("marks are numbered otherwise than the format 'webarena'; take the format 'marks'")

    def wants(self, *parts: Part) -> bool:
        return any(part in self.parts for part in parts)


@dataclass(frozen=True)
class Limits:
    """When an episode is cut short."""

    steps: float | None = None
    """Steps in all; None for the task's own number, ``math.inf`` for no limit."""
    repeats: int | None = 3
    """How often the same action may be done on the same observation; None switches it off."""
    invalid: int | None = 3
    """How many failed actions in a row end the episode, those that cannot be read among them; None switches it off."""

    def __post_init__(self) -> None:
        for name in ("steps", "repeats", "invalid"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"the limit {name} must be at least 1, or None, not {value!r}")


@dataclass(frozen=True)
class Options:
    """Everything that can be chosen about an episode."""

    look: Look = field(default_factory=Look)
    actions: ActionSet = field(default_factory=lambda: ActionSet.preset("default"))
    dialect: str = "auto"
    limits: Limits = field(default_factory=Limits)
    patience: Patience | None = None
    """How long pages are waited for; the task's own if not given."""
    end_on_infeasible: bool = True
    """Whether saying that the task cannot be done ends the episode."""
    end_on_message: bool | None = None
    """Whether a message to the user is the answer and ends the episode. None: only in the shape of BrowserGym, whose
    WebArena tasks take it so."""
    end_on_success: bool | None = None
    """Whether a task to go somewhere or to do something ends as soon as it is achieved. None: only in that shape."""
    answer_form: bool = True
    """Whether the agent is told what an answer looks like, below the goal and in ``info``."""

    def __post_init__(self) -> None:
        if self.dialect not in ("auto", *DIALECTS):
            raise ValueError(f"there is no dialect {self.dialect!r}; there are auto, {', '.join(DIALECTS)}")
