"""Whose doing it is that an episode broke off.

It is the agent's unless it is provably ours. A site that failed and a disk that is full are. A browser that hung or
died after an action may be either, so the same actions are done again from the same beginning, in a fresh window: if
they break it again, it is the agent's doing.
"""

from __future__ import annotations

import asyncio
import time

from webcosm.browser import BrowserError
from webcosm.env import Episode
from webcosm.judge.verdict import Verdict
from webcosm.worlds import WorldError

__all__ = ["BadNote", "agent_raised", "blame"]

OURS = (WorldError, OSError)


class BadNote(Exception):
    """What the agent noted of a step cannot be recorded."""


def agent_raised(error: Exception) -> Verdict:
    """The agent's own code broke; its model is a part of it."""
    return Verdict.of_agent(f"{type(error).__name__}: {error}", error)


async def blame(episode: Episode, error: Exception, seconds: float) -> Verdict:
    """The verdict on an episode that a step broke off; the replay takes at most so many seconds."""
    told = f"{type(error).__name__}: {error}"
    if isinstance(error, BadNote):
        return Verdict.of_agent(str(error), error)
    if isinstance(error, OURS) and not isinstance(error, TimeoutError):
        return Verdict.error(told)
    if not episode.replayable:
        if isinstance(error, BrowserError) and "process ended" in str(error):
            return Verdict.error(told)
        return Verdict.of_agent(f"{told}; what was done by hand, or in real time, cannot be replayed", error)
    again, what = await _replay(episode, seconds)
    if again:
        return Verdict.of_agent(f"{told}; {what}", error)
    return Verdict.error(f"{told}; {what}")


async def _replay(episode: Episode, seconds: float) -> tuple[bool, str]:
    """Whether the same actions break off at the same step again, and what came of them in words."""
    twin = Episode(episode.runtime, episode.task, episode.options)
    began = time.monotonic()
    limit = asyncio.timeout(seconds)
    how = ""
    try:
        async with limit:
            await episode.replay(twin)
    except Exception as error:
        how = f"{type(error).__name__}: {error}" if not limit.expired() else f"it took more than {seconds:g} seconds"
    finally:
        try:
            await twin.close()
        except BrowserError:
            pass
    if twin.trouble is not None and not how:
        how = f"{type(twin.trouble).__name__}: {twin.trouble}"
    count = f"the same {episode.steps} actions" if episode.steps > 1 else "the same action"
    if not how:
        return False, f"{count}, replayed in a fresh window in {time.monotonic() - began:.1f} s, did not do it again"
    if twin.steps < episode.steps:
        return False, f"{count} could not be replayed: at step {twin.steps}, {how}"
    return True, f"{count}, replayed in a fresh window, did it again: {how}"
