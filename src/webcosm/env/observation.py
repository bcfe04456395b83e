"""What the agent gets. The cheap facts are always there; the parts are those that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from webcosm.browser import Downloaded, Settled
from webcosm.env.chat import Message
from webcosm.env.options import Look
from webcosm.observe.changes import changes
from webcosm.observe.html import prune_html
from webcosm.observe.lines import Rendered
from webcosm.observe.records import Element, PageView
from webcosm.observe.text import render
from webcosm.tasks import Goal

if TYPE_CHECKING:
    from webcosm.observe.marks import MarkedPicture

__all__ = ["DialogView", "Observation", "TabView"]


@dataclass(frozen=True)
class TabView:
    title: str
    url: str


@dataclass(frozen=True)
class DialogView:
    """An open dialog; nothing else can be done in the tab until it is answered."""

    kind: str
    """``alert``, ``confirm``, ``prompt`` or ``beforeunload``."""
    message: str
    default: str = ""


@dataclass(frozen=True)
class Observation:
    goal: Goal
    chat: Sequence[Message]
    url: str
    tabs: Sequence[TabView]
    active_tab: int
    now: datetime
    """The world's clock."""
    step: int
    last_action: str
    last_error: str
    """Why the last action failed; empty if it did not."""
    settled: Settled
    """Why waiting for the page ended, and how much page time passed."""
    dialog: DialogView | None = None
    downloads: Sequence[Downloaded] = ()
    look: Look = field(default_factory=Look)
    view: PageView | None = None
    """The element records."""
    screenshot: bytes | None = None
    full_screenshot: bytes | None = None
    html: str | None = None
    scale: float = 1.0
    """Device pixels per CSS pixel, in pictures."""
    known: str | None = None
    """The whole text of the same page at the step before, where the look asks for changes."""

    @property
    def elements(self) -> Sequence[Element]:
        return self.view.elements if self.view else ()

    @property
    def focused(self) -> str:
        return self.view.focused if self.view else ""

    @cached_property
    def rendered(self) -> Rendered:
        """The page in words, with what its ids stand for. Made when first asked for."""
        if self.view is None:
            # Nothing of a page can be read while it shows a dialog.
            return Rendered(f"dialog {self.dialog.kind}: {self.dialog.message}" if self.dialog else "", {})
        titles = tuple(tab.title for tab in self.tabs)
        return render(self.view, self.look.format, replace(self.look.text, tabs=titles, current_tab=self.active_tab))

    @cached_property
    def text(self) -> str:
        """The page in words; with ``Look(changes=True)`` what changed in them, on a page that was there before."""
        return self.full_text if self.known is None or self.view is None else changes(self.known, self.full_text)

    @property
    def full_text(self) -> str:
        """The whole page in words, whatever the look asks for."""
        return self.rendered.text

    @cached_property
    def marks(self) -> MarkedPicture | None:
        """The Set-of-Marks picture. Its tags are what actions take: numbers in the text format ``marks``, else ids."""
        if self.view is None or self.screenshot is None:
            return None
        from webcosm.observe.marks import MarkOptions, draw_marks

        labels: Literal["numbers", "ids"] = "numbers" if self.look.format == "marks" else "ids"
        return draw_marks(self.screenshot, self.view, MarkOptions(scale=self.scale, labels=labels))

    @property
    def appearance(self) -> tuple[object, ...]:
        """All that tells whether two observations show the same, of the parts that are there."""
        words = self.full_text if self.view else ""
        return (self.url, self.active_tab, self.dialog, words, self.screenshot, self.full_screenshot, self.html)

    @cached_property
    def pruned_html(self) -> str | None:
        return None if self.html is None else prune_html(self.html)
