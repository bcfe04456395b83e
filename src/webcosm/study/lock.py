"""One run at a time in a study's folder."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["FolderBusy", "only_run_in"]


class FolderBusy(ValueError):
    """Another run is playing into the folder."""


@contextmanager
def only_run_in(out: Path) -> Iterator[None]:
    """Keeps other runs out of a study's folder. A run that is killed lets go of it."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("a+") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            who = handle.read().strip()
            raise FolderBusy(
                f"another run{f' (process {who})' if who else ''} is playing into {out};"
                " wait until it has ended, or choose another --out"
            ) from None
        handle.truncate(0)
        handle.write(str(os.getpid()))
        handle.flush()
        yield
