"""One run at a time in a study's folder."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

__all__ = ["FolderBusy", "only_run_in", "working_in"]

ORPHAN_SECONDS = 30.0
"""In which the workers of a run that was killed must have noticed it."""
LOOK_SECONDS = 0.05


class FolderBusy(ValueError):
    """Another run is playing into the folder."""


@contextmanager
def only_run_in(out: Path) -> Iterator[None]:
    """Keeps other runs out of a study's folder. A run that is killed lets go of it, and its workers soon after."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("a+") as handle:
        if not _take(handle):
            handle.seek(0)
            who = handle.read().strip()
            raise FolderBusy(
                f"another run{f' (process {who})' if who else ''} is playing into {out};"
                " wait until it has ended, or choose another --out"
            )
        handle.truncate(0)
        handle.write(str(os.getpid()))
        handle.flush()
        _await_orphans(out)
        yield


@contextmanager
def working_in(out: Path) -> Iterator[None]:
    """Held by every process that plays into the folder for a run."""
    with (out / ".workers").open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield


def _await_orphans(out: Path) -> None:
    """Workers of a run that was killed may still write to what the next one plays."""
    with (out / ".workers").open("a") as handle:
        until = time.monotonic() + ORPHAN_SECONDS
        while not _take(handle):
            if time.monotonic() > until:
                raise FolderBusy(
                    f"workers of a run that was killed are still playing into {out}; end them, or choose another --out"
                )
            time.sleep(LOOK_SECONDS)


def _take(handle: IO[str]) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
