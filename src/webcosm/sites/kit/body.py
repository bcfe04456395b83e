"""Reading a JSON body that anybody may have sent: bounded, and with nothing in it that a database could not hold."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from webcosm.sites.kit.errors import BadRequest, TooLarge, UnsupportedMedia

__all__ = ["JSON_LIMIT", "is_json", "read_json"]

JSON_LIMIT = 1_000_000
"""Bytes; files are sent as forms."""
DEEPEST = 32


def is_json(content_type: str) -> bool:
    """Whether a Content-Type header says that the body is JSON."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def read_json(body: bytes, content_type: str) -> Any:
    if not is_json(content_type):
        said = content_type[:80] or "of no kind"
        raise UnsupportedMedia(f"The body must be JSON (Content-Type: application/json); this is {said}.")
    if len(body) > JSON_LIMIT:
        raise TooLarge(f"A JSON body may have at most {JSON_LIMIT:,} bytes; this has {len(body):,}.")
    try:
        return _storable(json.loads(body, parse_constant=_no_number, parse_float=_finite), DEEPEST)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:  # also bytes that are no text, and numbers of thousands of digits
        raise BadRequest(f"The body is not JSON: {error}.") from None


def _storable(value: Any, deepest: int) -> Any:
    """Without the halves of characters that JSON can spell and no database or page can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list | dict) and not deepest:
        raise _too_deep()
    if isinstance(value, list):
        return [_storable(one, deepest - 1) for one in value]
    if isinstance(value, dict):
        return {_storable(name, 1): _storable(one, deepest - 1) for name, one in value.items()}
    return value


def _too_deep() -> BadRequest:
    return BadRequest(f"The body is not JSON that can be read: it is nested more than {DEEPEST} deep.")


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _no_number(text[:40])
    return number
