"""What can go wrong between us and the browser. None of these is the agent's fault."""

from __future__ import annotations

__all__ = ["BrowserError", "BrowserHung", "BrowserLost", "DialogOpen"]


class BrowserError(Exception):
    """Base of this package's errors: an episode that meets one ends with outcome `error`, never with score 0."""


class BrowserLost(BrowserError):
    """The browser or the page's process died."""


class BrowserHung(BrowserError):
    """The browser did not answer in time."""


class DialogOpen(Exception):
    """The page is waiting for its dialog to be answered and cannot do anything else."""
