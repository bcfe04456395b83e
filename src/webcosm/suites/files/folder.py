"""Task files as a suite: which tasks there are, and where their sites and sessions are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from webcosm.server.outside import read_address
from webcosm.suites.files.formats import RawTask, read_tasks
from webcosm.suites.files.task import FileTask
from webcosm.tasks import UnknownTask, register_suite

__all__ = ["TaskFiles", "read_addresses", "use_task_files"]


@dataclass(frozen=True)
class TaskFiles:
    """A file or folder of tasks that others wrote, with everything needed to play them."""

    path: Path
    addresses: Mapping[str, str] = field(default_factory=dict)
    """By site: ``{"shopping": "http://127.0.0.1:7770"}``."""
    auth_folder: Path | None = None

    @property
    def name(self) -> str:
        """Of the file or folder, in small letters, digits and hyphens."""
        stem = self.path.resolve().name if self.path.is_dir() else self.path.stem
        return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "tasks"

    @cached_property
    def _raw(self) -> dict[str, RawTask]:
        return {f"files.{self.name}.{raw.number}": raw for raw in read_tasks(self.path)}

    def ids(self) -> list[str]:
        """In the order of the file, which is the order that tasks which change the sites rely on."""
        return list(self._raw)

    def make(self, task_id: str, seed: int = 0, universe: int = 0) -> FileTask:
        if task_id not in self._raw:
            raise UnknownTask(f"{self.path} has no task {task_id!r}")
        return FileTask.of(task_id, seed, universe, self._raw[task_id], self.addresses, self.auth_folder)

    def to_json(self) -> dict[str, Any]:
        return {
            "path": str(self.path.resolve()),
            "addresses": dict(self.addresses),
            "auth_folder": str(self.auth_folder.resolve()) if self.auth_folder else None,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TaskFiles:
        folder = data["auth_folder"]
        return cls(Path(data["path"]), dict(data["addresses"]), Path(folder) if folder else None)


def read_addresses(texts: Iterable[str]) -> dict[str, str]:
    """``shopping=http://127.0.0.1:7770`` and the like, by name in small letters and without a slash at the end."""
    addresses: dict[str, str] = {}
    for text in texts:
        name, sign, url = text.partition("=")
        name = name.strip().strip("_").lower()
        if not sign or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise ValueError(f"--address {text}: write it as name=http://HOST:PORT")
        try:
            read_address(url)
        except ValueError as error:
            raise ValueError(f"--address {text}: {error}") from None
        addresses[name] = url.rstrip("/")
    return addresses


_used: dict[str, TaskFiles] = {}


def use_task_files(files: TaskFiles) -> None:
    """Makes the tasks known as ``files.NAME.TASK_ID`` in this process. The same name given again replaces the old."""
    _used[files.name] = files
    register_suite("files", _ids, _make)


def _ids() -> list[str]:
    return [task_id for files in _used.values() for task_id in files.ids()]


def _make(task_id: str, seed: int, universe: int) -> FileTask:
    return _used[task_id.split(".")[1]].make(task_id, seed, universe)
