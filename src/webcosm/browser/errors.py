"""What can go wrong between us and the browser. None of these is the agent's fault."""

from __future__ import annotations

__all__ = ["BrowserError", "BrowserHung", "BrowserLost", "DialogOpen", "ProtocolError", "ScriptFailed"]


class BrowserError(Exception):
    """Base of this package's errors: an episode that meets one ends with outcome `error`, never with score 0."""


class BrowserLost(BrowserError):
    """The browser or the page's process died."""


class BrowserHung(BrowserError):
    """The browser did not answer in time."""


class DialogOpen(Exception):
    """The page is waiting for its dialog to be answered and cannot do anything else."""


class ProtocolError(Exception):
    """A DevTools call that failed, with what the browser said about it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ScriptFailed(Exception):
    """A script that was run in a page threw; the message is its own."""
