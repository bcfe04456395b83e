"""A Chromium process of ours: it speaks through two pipes, lives in a folder of its own, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import fcntl
import os
import select
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from webcosm.browser.cdp import CdpConnection
from webcosm.browser.errors import BrowserLost, ProtocolError

__all__ = ["Process"]

PREFIX = "webcosm-browser-"
START_SECONDS = 60
"""Real seconds in which a browser must have started."""
END_SECONDS = 10
"""Real seconds that are waited at most for a process that was killed."""
LOCALE = {"TZ": "UTC", "LANGUAGE": "en_US", "LC_ALL": "en_US.UTF-8"}
"""Time zone and language of a browser, wherever its machine is."""
AUTO_ATTACH = {
    "autoAttach": True,
    "waitForDebuggerOnStart": True,
    "flatten": True,
    "filter": [{"type": "page"}, {"exclude": True}],
}
"""It attaches us to all pages, and to nothing else."""
FIRST_FREE = 10
"""The pipes' ends are moved up to here first, as Chromium wants them as 3 and 4."""


@dataclass
class Process:
    """One running Chromium. Its pipes close with our process, however that ends, and then it ends too."""

    pid: int
    connection: CdpConnection
    folder: Path
    """Its profile, and what it downloads. Held by a lock for as long as we live."""
    lock: int

    @classmethod
    async def start(cls, program: Path, arguments: Sequence[str]) -> Process:
        """Starts a browser that tells of every page before the page does anything."""
        _remove_abandoned()
        folder, lock = _new_folder()
        theirs, ours = _pipes()
        command = [str(program), "--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}", *arguments]
        output = folder / "output.txt"
        opening = asyncio.ensure_future(CdpConnection.open(*ours))
        try:
            connection = await asyncio.shield(opening)  # first, so that from its start on somebody can end it
            pid = os.posix_spawn(
                program,
                command,
                os.environ | LOCALE,
                file_actions=[
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_WRONLY | os.O_CREAT, 0o600),
                    (os.POSIX_SPAWN_DUP2, 1, 2),
                    (os.POSIX_SPAWN_DUP2, theirs[0], 3),
                    (os.POSIX_SPAWN_DUP2, theirs[1], 4),
                ],
                setpgroup=0,  # so that all of it can be ended at once, and ^C in a terminal reaches us alone
                setsigdef=(signal.SIGPIPE, signal.SIGINT),
            )
        except BaseException as error:
            await (await opening).close()
            _remove(folder, lock)
            if not isinstance(error, OSError):
                raise
            raise BrowserLost(f"{program} did not start: {error.strerror}") from error
        finally:
            for end in theirs:
                os.close(end)
        process = cls(pid, connection, folder, lock)
        try:
            async with asyncio.timeout(START_SECONDS):
                await process.connection.root.send("Target.setAutoAttach", AUTO_ATTACH)
        except BaseException as error:
            words = [line for line in output.read_text(errors="replace").splitlines() if line.strip()]
            await process.end()
            if not isinstance(error, ProtocolError | TimeoutError):
                raise  # whoever wanted it does not wait any more
            why = words[-1] if words else str(error) or f"no answer within {START_SECONDS} seconds"
            raise BrowserLost(f"{program} did not start: {why}") from error
        return process

    async def end(self) -> None:
        """Ends it and everything it has started. Safe to call twice."""
        await self.connection.close()
        if self.pid:
            pid, self.pid = self.pid, 0
            try:
                os.killpg(pid, signal.SIGKILL)  # nothing in its profile is worth a farewell
            except ProcessLookupError:
                pass
            # Both at once, as it was killed; threads are no more while a program ends.
            _wait_for_group(pid)
            os.waitpid(pid, 0)
            _remove(self.folder, self.lock)


def _wait_for_group(group: int) -> None:
    """Waits until nobody of a killed group can write any more. The program may be a script that starts the browser, so
    that it is over before the browser is."""
    if sys.platform != "linux":
        return
    for folder in Path("/proc").iterdir():
        with suppress(ValueError, ProcessLookupError):  # no process, or one that has just gone
            number = int(folder.name)
            if os.getpgid(number) == group:
                gone = os.pidfd_open(number)
                waiting = select.poll()
                waiting.register(gone, select.POLLIN)
                waiting.poll(END_SECONDS * 1000)
                os.close(gone)


def _pipes() -> tuple[tuple[int, int], tuple[int, int]]:
    """Their two ends (to read, to write) and ours."""
    they_read, we_write = os.pipe()
    we_read, they_write = os.pipe()
    theirs = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE) for end in (they_read, they_write))
    os.close(they_read)
    os.close(they_write)
    return (theirs[0], theirs[1]), (we_read, we_write)


def _new_folder() -> tuple[Path, int]:
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    draft = folder / "lock.draft"
    lock = os.open(draft, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    draft.rename(folder / "lock")  # only now can others try it
    return folder, lock


def _remove(folder: Path, lock: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(lock)


def _remove_abandoned() -> None:
    """Removes folders whose owners were killed: nobody holds their locks."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/lock"):
        try:
            lock = os.open(path, os.O_RDWR)
        except OSError:
            continue  # gone meanwhile, or another user's
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            _remove(path.parent, lock)
