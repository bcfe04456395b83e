"""Records of a study: plain files that survive a kill at any moment.

    DIR/manifest.json       what was asked for: agent, tasks, options, versions, image hashes
    DIR/episodes.jsonl      one line per finished episode; the last line may be torn by a kill and is then ignored;
                            an episode that is played again after an error gets another line, which counts
    DIR/steps/KEY.jsonl     one line per step of an episode, appended as it is played
    DIR/blobs/HASH.EXT      screenshots and texts, named by their content

A line is written whole, in one call, and then flushed. An episode counts once its line in `episodes.jsonl` stands.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

__all__ = ["SCHEMA", "EpisodeKey", "EpisodeRecord", "StepRecord", "StudyBroken", "StudyFolder"]

SCHEMA = 1
"""Version of these formats."""


@dataclass(frozen=True, order=True)
class EpisodeKey:
    """Which episode of a study."""

    task: str
    seed: int = 0
    universe: int = 0
    trial: int = 0

    def __str__(self) -> str:
        return f"{self.task}@{self.universe}.{self.seed}#{self.trial}"


@dataclass(frozen=True)
class StepRecord:
    """One step: what the agent said, what came of it, and what it saw afterwards."""

    step: int
    action: str
    error: str = ""
    thought: str = ""
    url: str = ""
    text: str = ""
    """Hash of the text observation after the step; the text is a blob."""
    text_chars: int = 0
    full_text_chars: int = 0
    """Characters of that text, and of the whole page's, which is longer where the agent asks for changes only."""
    screenshot: str = ""
    """Hash of the screenshot, if one was taken."""
    element: str = ""
    """The acted-on element in words, as in ``link "Orders"``."""
    box: tuple[float, float, float, float] | None = None
    """Where the acted-on element was on the picture of the step before, in its pixels: left, top, width, height.
    Acting on it may have scrolled it elsewhere."""
    changes: Sequence[Mapping[str, Any]] = ()
    """The rows that the step changed, as before it and as after it."""
    reward: float = 0.0
    progress: float = 0.0
    page_ms: int = 0
    settled: str = ""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Real seconds: agent, act, observe."""
    usage: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class EpisodeRecord:
    """One finished episode."""

    key: EpisodeKey
    agent: str
    goal: str
    outcome: str
    """success, failure, agent-error (the agent broke it off: not solved) or error (ours: counts in no rate)"""
    score: float | None
    progress: float
    steps: int
    verdict: Mapping[str, Any]
    """With the evidence, so that it can be judged again."""
    seconds: float
    attempts: int = 1
    """How often it was tried because of errors that were not the agent's."""
    kind: str = ""
    sites: tuple[str, ...] = ()
    difficulty: int = 0
    level: str = ""
    """easy, medium or hard; of a family with levels, level 1 to level 4."""
    dials: Mapping[str, int] = field(default_factory=dict)
    """How far each dial is turned up, in a family with levels."""
    skills: tuple[str, ...] = ()
    """What makes it hard."""
    hint: str = ""
    """What the agent was told beside the goal: plan, facts or nothing."""
    visual: int = 0
    achievable: bool = True
    revision: int = 1
    unsafe: bool = False
    """Whether the agent ran code of its own."""
    cut_short: str = ""
    ending: str = "unknown"
    """How it ended: answer, stop, infeasible, limit, page (the task's own page ended it), or nothing if the agent left.
    Records of earlier versions do not know."""
    usage: Mapping[str, Any] = field(default_factory=dict)
    """What the agent spent, on all attempts together."""

    def with_usage(self, more: Mapping[str, Any]) -> EpisodeRecord:
        """With what other attempts at it have cost."""
        names = [*self.usage, *(name for name in more if name not in self.usage)]
        both = {name: [one[name] for one in (self.usage, more) if one.get(name) is not None] for name in names}
        return replace(self, usage={name: sum(values) if values else None for name, values in both.items()})

    def to_json(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **asdict(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EpisodeRecord:
        known = {name: value for name, value in data.items() if name != "schema"}
        lists = {"sites": tuple(data["sites"]), "skills": tuple(data.get("skills", ()))}
        return cls(**{**known, "key": EpisodeKey(**data["key"]), **lists})


class StudyBroken(ValueError):
    """A file of a study cannot be read; the message names it."""


class StudyFolder:
    """Reads and writes a study's files."""

    def __init__(self, path: Path) -> None:
        self.path = path

    # Writing ----------------------------------------------------------------------------------------------------------

    def create(self, manifest: Mapping[str, Any]) -> None:
        for name in ("steps", "blobs"):
            (self.path / name).mkdir(parents=True, exist_ok=True)
        text = json.dumps({"schema": SCHEMA, **manifest}, indent=1, default=str)  # an agent's option may be a path
        _write_whole(self.path / "manifest.json", text.encode())

    def add_episode(self, record: EpisodeRecord) -> None:
        self._mend_tail()
        _append_line(self.path / "episodes.jsonl", record.to_json())

    def begin_steps(self, key: EpisodeKey) -> Path:
        """The file for an episode's steps, emptied of what an interrupted attempt left."""
        file = self.steps_file(key)
        file.unlink(missing_ok=True)
        return file

    def add_step(self, file: Path, record: StepRecord) -> None:
        _append_line(file, asdict(record))

    def add_blob(self, data: bytes, ending: str) -> str:
        """Keeps bytes under their hash; the same bytes are kept once."""
        name = hashlib.sha256(data).hexdigest()[:32]
        path = self.path / "blobs" / f"{name}.{ending}"
        if not path.exists():
            _write_whole(path, data)
        return name

    def take_in(self, key: EpisodeKey, steps: bytes, blobs: Mapping[str, Callable[[], bytes]]) -> None:
        """Keeps an episode that was played elsewhere; blobs that are here already are not fetched."""
        for name, fetch in blobs.items():
            path = self.path / "blobs" / name
            if not path.exists():
                _write_whole(path, fetch())
        _write_whole(self.steps_file(key), steps)

    def _mend_tail(self) -> None:
        """Cuts off a line that a kill left half written, so that the next one starts on its own."""
        file = self.path / "episodes.jsonl"
        if not file.exists():
            return
        with file.open("rb+") as handle:
            size = handle.seek(0, os.SEEK_END)
            if size and (handle.seek(size - 1), handle.read(1))[1] != b"\n":
                handle.seek(0)
                handle.truncate(handle.read().rfind(b"\n") + 1)

    # Reading ----------------------------------------------------------------------------------------------------------

    def manifest(self) -> dict[str, Any]:
        file = self.path / "manifest.json"
        if not file.exists():
            raise FileNotFoundError(f"{self.path} is not a study: it has no manifest.json")
        try:
            found = json.loads(file.read_bytes())
        except ValueError as error:
            found = error
        if not isinstance(found, dict):
            raise StudyBroken(f"{file} is damaged: it is not a manifest of a study")
        return found

    def episodes(self) -> list[EpisodeRecord]:
        """In the order of finishing. Of an episode that was played again the last line counts."""
        found: dict[EpisodeKey, EpisodeRecord] = {}
        for line in _lines(self.path / "episodes.jsonl"):
            try:
                record = EpisodeRecord.from_json(line)
            except (TypeError, KeyError) as error:
                raise StudyBroken(f"{self.path / 'episodes.jsonl'}: a line is no episode: {error}") from None
            found.pop(record.key, None)
            found[record.key] = record
        return list(found.values())

    def steps(self, key: EpisodeKey) -> list[StepRecord]:
        file = self.steps_file(key)
        try:
            return [_step(line) for line in _lines(file)]
        except (TypeError, KeyError) as error:
            raise StudyBroken(f"{file}: a line is no step: {error}") from None

    def steps_file(self, key: EpisodeKey) -> Path:
        return self.path / "steps" / f"{str(key).replace('/', '_')}.jsonl"

    def blob_names(self, key: EpisodeKey) -> list[str]:
        """The files under ``blobs/`` that an episode's steps name."""
        names = [
            f"{name}.{ending}"
            for step in self.steps(key)
            for name, ending in ((step.text, "txt"), (step.screenshot, "png"))
            if name
        ]
        return list(dict.fromkeys(names))

    def blob(self, name: str, ending: str) -> bytes:
        file = self.path / "blobs" / f"{name}.{ending}"
        try:
            return file.read_bytes()
        except FileNotFoundError:
            raise FileNotFoundError(f"{file} is missing: the study's folder is not whole") from None


def _append_line(file: Path, data: Mapping[str, Any]) -> None:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # Half a character, which an agent can write and UTF-8 cannot, is escaped as JSON allows, and read as it was.
    line = text.encode(errors="backslashreplace") + b"\n"
    with _naming(file), file.open("ab", buffering=0) as handle:
        size = handle.seek(0, os.SEEK_END)
        try:
            if handle.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            with suppress(OSError):
                handle.truncate(size)  # a line is whole, or is not there
            raise


def _write_whole(path: Path, data: bytes) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with _naming(path):
        try:
            draft.write_bytes(data)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        draft.rename(path)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Lets an error of the file system name the file that it is about: a write that fails does not know."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _step(line: Mapping[str, Any]) -> StepRecord:
    """JSON has lists alone."""
    box = tuple(line["box"]) if line["box"] else None
    return StepRecord(**{**line, "box": box, "changes": tuple(line.get("changes", ()))})


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    if not file.exists():
        return
    with file.open("rb") as handle:
        for number, line in enumerate(handle, 1):
            if not line.endswith(b"\n"):
                return  # the last line may be torn
            try:
                found = json.loads(line)
            except ValueError:
                found = None
            if not isinstance(found, dict):
                raise StudyBroken(f"{file}: line {number} is damaged ({line[:40]!r}); remove it to use the others")
            yield found
