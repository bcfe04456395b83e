"""What the pages of a window download, as events of the pages and of the browser tell."""

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


@dataclass(frozen=True, order=True)
class _Begun:
    url: str
    name: str


@dataclass
class Downloads:
    """The browser names every download and saves it under that name; the events are those of all windows.

    Those of one step are kept by their addresses: which of them begins or ends first is up to the network.
    """

    folder: Path
    """Where the browser saves those of all its windows."""
    changed: Callable[[], None]
    kept: list[Downloaded] = field(default_factory=list)
    _ours: list[str] = field(default_factory=list)
    """Names of those that are not kept yet."""
    _facts: dict[str, _Begun] = field(default_factory=dict)
    _ended: dict[str, bool] = field(default_factory=dict)
    """Whether those that are over came to a good end."""

    @property
    def under_way(self) -> bool:
        return any(name not in self._ended for name in self._ours)

    def announced(self, event: dict[str, Any]) -> None:
        """A page of ours says that it downloads something."""
        self._ours.append(event["guid"])

    def begun(self, event: dict[str, Any]) -> None:
        self._facts[event["guid"]] = _Begun(event["url"], event["suggestedFilename"])

    def progressed(self, event: dict[str, Any]) -> None:
        if event["state"] != "inProgress":
            self._ended[event["guid"]] = event["state"] == "completed"
            self.changed()

    def give_up(self) -> None:
        """Those that are still under way are not waited for any more."""
        self._ours = [name for name in self._ours if name in self._ended]

    def keep(self) -> None:
        """Keeps those that came to a good end."""
        ended = [name for name in self._ours if name in self._ended]
        self._ours = [name for name in self._ours if name not in self._ended]
        for facts, name in sorted((self._facts[name], name) for name in ended if self._ended[name]):
            self._keep(name, facts)

    def remove(self) -> None:
        """Nobody will look at them any more."""
        for path in (*(one.path for one in self.kept), *(self.folder / name for name in self._ours)):
            path.unlink(missing_ok=True)

    def _keep(self, saved_as: str, facts: _Begun) -> None:
        name = Path(facts.name).name or "download"
        path = (self.folder / saved_as).rename(self.folder / f"{saved_as}-{name}")
        self.kept.append(Downloaded(name, facts.url, path, path.stat().st_size))
