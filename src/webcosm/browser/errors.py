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


_DOCUMENT_GONE = (
    "Cannot find context",
    "Cannot find default execution context",
    "context was destroyed",
    "context with specified id",
    "Inspected target navigated",
    "Could not find object",
    "uniqueContextId not found",
)
"""What Chromium says when a document went away under a call."""


class ProtocolError(Exception):
    """A DevTools call that failed, with what the browser said about it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    @property
    def document_gone(self) -> bool:
        """Whether it failed because the page went to another document meanwhile."""
        return any(words in self.message for words in _DOCUMENT_GONE)


class ScriptFailed(Exception):
    """A script that was run in a page threw; the message is its own."""
