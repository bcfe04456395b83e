"""The event loop that episodes run in."""

from __future__ import annotations

import asyncio

__all__ = ["new_loop"]


def new_loop() -> asyncio.AbstractEventLoop:
    """The fastest there is: uvloop, which comes with the server, where it exists."""
    try:
        import uvloop
    except ImportError:  # not on every system
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
