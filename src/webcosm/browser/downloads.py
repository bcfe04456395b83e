"""What the pages of a window download: told of by the pages and by the browser, kept in the order in which it began."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Downloaded", "Downloads"]


@dataclass(frozen=True)
class Downloaded:
    name: str
    url: str
    path: Path
    size: int


@dataclass
class _Begun:
    name: str
    url: str


@dataclass
class Downloads:
    """The browser names every download and saves it under that name; the events are those of all windows."""

    folder: Path
    changed: Callable[[], None]
    kept: list[Downloaded] = field(default_factory=list)
    _ours: list[str] = field(default_factory=list)
    """Names of those that are under way, in their order."""
    _facts: dict[str, _Begun] = field(default_factory=dict)
    _ended: dict[str, bool] = field(default_factory=dict)
    """Whether those that are over came to a good end."""

    @property
    def under_way(self) -> bool:
        return bool(self._ours)

    def announced(self, event: dict[str, Any]) -> None:
        """A page of ours says that it downloads something."""
        self._ours.append(event["guid"])
        self._settle()

    def begun(self, event: dict[str, Any]) -> None:
        self._facts[event["guid"]] = _Begun(event["suggestedFilename"], event["url"])

    def progressed(self, event: dict[str, Any]) -> None:
        if event["state"] != "inProgress":
            self._ended[event["guid"]] = event["state"] == "completed"
            self._settle()

    def give_up(self) -> None:
        """Those that are still under way are not waited for any more."""
        self._ours.clear()

    def _settle(self) -> None:
        while self._ours and self._ours[0] in self._ended:
            name = self._ours.pop(0)
            if self._ended[name] and name in self._facts:
                self._keep(name, self._facts[name])
        self.changed()

    def _keep(self, saved_as: str, facts: _Begun) -> None:
        name = Path(facts.name).name or "download"
        path = (self.folder / saved_as).rename(self.folder / f"{len(self.kept)}-{name}")
        self.kept.append(Downloaded(name, facts.url, path, path.stat().st_size))
