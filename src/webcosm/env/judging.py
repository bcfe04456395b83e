"""Judging a scene, whatever the agent has said there."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from webcosm.browser import BrowserError
from webcosm.judge.verdict import Verdict
from webcosm.models import ModelError
from webcosm.tasks import Ending
from webcosm.worlds import WorldError

if TYPE_CHECKING:
    from webcosm.env.episode import Episode

__all__ = ["judged"]

log = logging.getLogger("webcosm.env")
OURS = (BrowserError, WorldError, OSError, ModelError)
"""Errors that are never about what an agent says."""


async def judged(episode: Episode) -> Verdict:
    """A judge that breaks gives an error, never a score, unless it breaks at what the agent said alone."""
    try:
        return await episode.task.judge(episode)
    except Exception as error:
        log.error("the judge of %s broke: %s: %s", episode.task.id, type(error).__name__, error)
        if isinstance(error, OURS) or not await _can_be_judged_unsaid(episode):
            return Verdict.broken(error)
        return Verdict.of_agent(f"what the agent said cannot be judged: {type(error).__name__}: {error}", error)


async def _can_be_judged_unsaid(episode: Episode) -> bool:
    """Whether the scene can be judged if the agent has said nothing."""
    said, episode.ending = episode.ending, Ending(stopped=True)
    try:
        await episode.task.judge(episode)
    except Exception:
        return False
    finally:
        episode.ending = said
    return said != Ending()
