"""Ways for a page to say no. Each becomes a page in the site's own look."""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "BadRequest",
    "Conflict",
    "Forbidden",
    "MethodNotAllowed",
    "NotFound",
    "PageError",
    "SignInNeeded",
    "TooLarge",
]


class PageError(Exception):
    status: ClassVar[int] = 400
    title: ClassVar[str] = "Something is wrong with this request"

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message


class BadRequest(PageError):
    pass


class SignInNeeded(PageError):
    """The visitor is not signed in; sites with a login page send them there."""

    status = 401
    title = "Please sign in"


class Forbidden(PageError):
    status = 403
    title = "You may not do this"


class NotFound(PageError):
    status = 404
    title = "There is no such page"


class MethodNotAllowed(PageError):
    status = 405
    title = "This address does not take that kind of request"

    def __init__(self, allowed: tuple[str, ...]) -> None:
        super().__init__(f"It takes {' or '.join(allowed)}.")
        self.allowed = allowed


class Conflict(PageError):
    status = 409
    title = "This cannot be done now"


class TooLarge(PageError):
    status = 413
    title = "That is too much data"
