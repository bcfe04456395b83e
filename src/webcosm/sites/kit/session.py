"""Sessions: who is signed in, and small things a visitor carries from page to page.

A session is a signed cookie; the world remembers only which sign-ins were ended, so it never shows up among a world's
changes. A visitor without the cookie is signed in as the site's default account, as a person's browser would be.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from typing import Any

__all__ = ["Session", "check_password", "hash_password", "sign", "unsign"]

LIMIT = 3_500
"""Browsers drop cookies over 4 KB."""


def sign(secret: bytes, text: str) -> str:
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def unsign(secret: bytes, signed: str) -> str | None:
    """The text of ``text.signature`` if the signature is right."""
    text, _, signature = signed.rpartition(".")
    if text and hmac.compare_digest(sign(secret, text), signature):
        return text
    return None


class Session(dict[str, Any]):
    """A dictionary of JSON values kept in the visitor's cookie."""

    @classmethod
    def read(cls, cookie: str | None, secret: bytes) -> Session | None:
        """The session in the cookie; None when there is none or somebody tampered with it."""
        text = unsign(secret, cookie) if cookie and cookie.isascii() else None
        if text is None:
            return None
        try:
            return cls(json.loads(base64.urlsafe_b64decode(text)))
        except (binascii.Error, ValueError):
            return None

    def write(self, secret: bytes) -> str:
        text = self._text
        if len(text) > LIMIT:
            raise ValueError(f"a session of {len(text)} characters does not fit into a cookie ({LIMIT})")
        return f"{text}.{sign(secret, text)}"

    @property
    def fits(self) -> bool:
        """Whether a cookie can hold it."""
        return len(self._text) <= LIMIT

    @property
    def _text(self) -> str:
        return base64.urlsafe_b64encode(json.dumps(self, separators=(",", ":"), sort_keys=True).encode()).decode()


def hash_password(password: str, username: str) -> str:
    """Salted by the user's name, not by chance, so that images are the same in every build."""
    return hashlib.sha256(f"{username}\0{password}".encode()).hexdigest()


def check_password(password: str, username: str, stored: str) -> bool:
    return hmac.compare_digest(hash_password(password, username), stored)
