"""One event loop in a thread of its own, and the one runtime in it, for all callers that are not asynchronous.

Programs that run a loop themselves (Jupyter, servers) can use the synchronous face too, as it never touches theirs.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from webcosm.env.loop import new_loop
from webcosm.env.runtime import Runtime

__all__ = ["Engine", "engine", "running", "shutdown", "start"]

T = TypeVar("T")


class Engine:
    """A running loop with its runtime."""

    def __init__(self, **settings: Any) -> None:
        self.loop = new_loop()
        self.thread = threading.Thread(target=self._turn, name="webcosm-env", daemon=True)
        self.thread.start()
        try:
            self.runtime: Runtime = self.run(self._make(settings))
        except BaseException:
            self._stop()
            raise

    @staticmethod
    async def _make(settings: dict[str, Any]) -> Runtime:
        return Runtime(**settings)

    def _turn(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Does asynchronous work in the loop and waits for its result."""
        if threading.current_thread() is self.thread:
            work.close()
            raise RuntimeError("this runs in the environments' own event loop; await the episode's methods instead")
        future = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # the caller was interrupted, or the work failed and this changes nothing
            raise

    def close(self) -> None:
        try:
            self.run(self.runtime.close())
        finally:
            self._stop()

    def _stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


_engine: Engine | None = None
_lock = threading.Lock()
_ends_with_the_program = False


def engine() -> Engine:
    """The process's engine, started if it is not running."""
    with _lock:
        return _engine or _launch()


def running() -> Engine | None:
    return _engine


def start(**settings: Any) -> None:
    """Starts the shared runtime with settings of one's own (``scale``, ``headed``, ``sites`` …; see :class:`Runtime`).

    Only needed if the defaults will not do, and before the first environment is reset.
    """
    with _lock:
        if _engine is not None:
            raise RuntimeError("the shared runtime is running already; call shutdown() first to start it anew")
        _launch(**settings)


def _launch(**settings: Any) -> Engine:
    global _engine, _ends_with_the_program
    _engine = Engine(**settings)
    if not _ends_with_the_program:
        _ends_with_the_program = True
        # Before Python ends the thread pools, which is before `atexit`: pages are made in one, and whatever window is
        # still loading would meet a server that can make none. Python has no public name for that moment.
        getattr(threading, "_register_atexit", atexit.register)(shutdown)
    return _engine


def shutdown() -> None:
    """Ends the shared runtime with all its episodes. Environments can be reset again afterwards: it starts anew."""
    global _engine
    with _lock:
        old, _engine = _engine, None
    if old is not None:
        old.close()


def _forget() -> None:
    """A forked process has no thread that turns the loop: it needs an engine of its own."""
    global _engine, _lock
    _engine, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_forget)
