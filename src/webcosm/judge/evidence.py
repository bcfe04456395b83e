"""What is left of an episode to judge it by: plain data, so that it can be kept and judged again without a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webcosm.worlds import Change, Happening, ServedPage, StepChanges

__all__ = ["Evidence"]


@dataclass(frozen=True)
class Evidence:
    """The final state of a world and its active page, and what the agent said."""

    changes: Sequence[Change] = ()
    """What the agent changed: how the end differs from the first state with the happenings' rows in it."""
    answer: str | None = None
    infeasible: str | None = None
    """Why the task cannot be done, if the agent said so."""
    url: str = ""
    title: str = ""
    text: str = ""
    """What the active page shows, as one text."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What the fields of the active page hold, by label; not yet sent."""
    steps: Sequence[StepChanges] = ()
    """What each step changed; `changes` is all of it together."""
    page: ServedPage | None = None
    """What the active page is about, as its site said when it served it; None if no site of ours did."""
    pages_opened: int = 0
    """How many pages were opened besides those that were open at the beginning."""
    happenings: Sequence[Happening] = ()
    """What happened meanwhile that is not the agent's doing."""
    chat: Sequence[tuple[str, str]] = ()
    """Who said what: ``user``, ``assistant`` or ``infeasible``, and the words; the first is the goal."""

    def to_json(self) -> dict[str, Any]:
        return {
            "changes": [change.to_json() for change in self.changes],
            "answer": self.answer,
            "infeasible": self.infeasible,
            "url": self.url,
            "title": self.title,
            "text": self.text,
            "fields": dict(self.fields),
            "steps": [step.to_json() for step in self.steps],
            "page": self.page.to_json() if self.page else None,
            "pages_opened": self.pages_opened,
            "happenings": [happening.to_json() for happening in self.happenings],
            "chat": [list(said) for said in self.chat],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Evidence:
        changes = tuple(Change.from_json(change) for change in data["changes"])
        page = ServedPage.from_json(data["page"]) if data.get("page") else None
        steps = tuple(StepChanges.from_json(step) for step in data.get("steps", ()))
        happenings = tuple(Happening.from_json(happening) for happening in data.get("happenings", ()))
        chat = tuple((who, words) for who, words in data.get("chat", ()))
        read = {"changes": changes, "steps": steps, "page": page, "happenings": happenings, "chat": chat}
        return cls(**{**data, **read})
