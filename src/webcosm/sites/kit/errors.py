"""Ways for a page to say no. Each becomes a page in the site's own look, or data where a script asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

__all__ = [
    "AddressTooLong",
    "BadRequest",
    "Conflict",
    "Forbidden",
    "HeadersTooLarge",
    "Invalid",
    "MethodNotAllowed",
    "NotFound",
    "PageError",
    "SignInNeeded",
    "TooLarge",
    "UnsupportedMedia",
]


class PageError(Exception):
    status: ClassVar[int] = 400
    title: ClassVar[str] = "Something is wrong with this request"

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.fields: Mapping[str, str] = {}
        """What is wrong with single fields, by name."""


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


class AddressTooLong(PageError):
    status = 414
    title = "This address is too long"


class HeadersTooLarge(PageError):
    status = 431
    title = "Your browser sends too much about itself"


class UnsupportedMedia(PageError):
    status = 415
    title = "This address does not take that kind of data"


class Invalid(PageError):
    """Data that a script sent is not as it should be; a form that a person sent is shown again instead."""

    status = 422
    title = "Some of this needs another look"

    def __init__(self, fields: Mapping[str, str], message: str = "") -> None:
        super().__init__(message or " ".join(dict.fromkeys(fields.values())))
        self.fields = fields
