"""From whatever an agent sends to plain, comparable text.

``tidy`` removes differences that carry no meaning (Unicode forms, typographic quotes and dashes, Markdown), ``tokens``
goes further for texts that are compared word by word, and ``unwrap`` opens the JSON an answer may be wrapped in.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple, TypeAlias

__all__ = [
    "JsonValue",
    "Token",
    "fold",
    "plain",
    "size",
    "tidy",
    "token_words",
    "tokens",
    "unwrap",
    "unwrap_scalar",
    "vocabulary",
]

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"


def vocabulary(words: str) -> tuple[str, ...]:
    """A list of words, written as a line of text."""
    return tuple(words.split())


FRACTIONS = {"½": "5", "¼": "25", "¾": "75", "⅛": "125", "⅜": "375", "⅝": "625", "⅞": "875", "⅕": "2", "⅖": "4"}
SUPERSCRIPTS = str.maketrans({mark: f"^{digit}" for digit, mark in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})
GROUPING_SPACE = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
LOOKALIKES = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´", "'"),
        "`": "`",
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–−﹣－", "-"),
        **dict.fromkeys("—―", " - "),
        "\u2044": "/",
        "×": "x",
        "\r": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
    }
)
ENTITIES = {"&amp;": "&", "&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'"}
STRUCK_OUT = re.compile(r"~~[^~\n]{1,200}~~|<(s|del|strike)\b[^<>]{0,80}>[^<]{0,200}</\1>", re.IGNORECASE)
LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\([^()\s]{1,600}\)")
TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,12}(?: [^<>\n]{0,200})?/?>")
BOXED = re.compile(r"\\boxed\{([^{}]{0,300})\}")
FENCE = re.compile(r"^\s*```[a-zA-Z]{0,10}\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)
EMPHASIS = re.compile(r"(?<![\w*])[*_](?=[^\s*_])|(?<=[^\s*_])[*_](?![\w*])")
HEADING = re.compile(r"^(?:#{1,6}|>) +", re.MULTILINE)  # and quotations
SPACES = re.compile(r"[^\S\n]+")
LINE_ENDS = re.compile(r" ?\n ?(?:\n ?)*")


def plain(text: str) -> str:
    """The text in one Unicode form: ASCII digits, quotes, dashes and spaces, nothing invisible."""
    if not text.isascii():
        text = GROUPING_SPACE.sub("", text)
        for mark, digits in FRACTIONS.items():
            text = re.sub(rf"(?<=\d) ?{mark}", f".{digits}", text).replace(mark, f"0.{digits}")
        text = text.translate(SUPERSCRIPTS).translate(LOOKALIKES)
        text = unicodedata.normalize("NFKC", text).translate(LOOKALIKES)
        text = "".join(_plain_character(character) for character in text)
    text = SPACES.sub(" ", text.replace("\r", "\n"))
    return LINE_ENDS.sub("\n", text).strip()


def _plain_character(character: str) -> str:
    if character.isascii():
        return character
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category in ("Cf", "Cs"):
        return ""
    return " " if category == "Zs" else character


@lru_cache(maxsize=1024)  # a list's pieces are each compared with many expected items
def tidy(text: str) -> str:
    """``plain`` text without Markdown and simple HTML. What is struck out is taken as withdrawn."""
    text = plain(text)
    if "&" in text:
        for entity, character in ENTITIES.items():
            text = text.replace(entity, character)
    if "`" in text:
        text = FENCE.sub(r"\1", text).replace("`", "")
    if "[" in text:
        text = LINK.sub(r"\1", text)
    if "~~" in text or "</" in text:
        text = STRUCK_OUT.sub(" ", text)
    if "<" in text:
        text = TAG.sub("", text)
    if "\\boxed" in text:
        text = BOXED.sub(r"\1", text)
    if "*" in text or "_" in text:
        text = EMPHASIS.sub("", text.replace("**", "").replace("__", ""))
    if "#" in text or ">" in text:
        text = HEADING.sub("", text)
    return LINE_ENDS.sub("\n", SPACES.sub(" ", text)).strip()


class Token(NamedTuple):
    word: str
    start: int
    end: int


# "3.4" is one word, so that "3-4" and "3/4" are others.
TOKEN = re.compile(r"(?:(?<![^\W_])-(?=\d))?[^\W_]+(?:'[^\W_]+|(?<=\d)[./:-](?=\d)[^\W_]+)*[+#]*|&")


def fold(text: str) -> str:
    """Lower case without accents."""
    text = text.casefold()
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return text


# The same word in British and American spelling.
SPELLINGS = {
    "cancelled": "canceled",
    "cancelling": "canceling",
    "colour": "color",
    "colours": "colors",
    "grey": "gray",
    "centre": "center",
    "catalogue": "catalog",
    "favourite": "favorite",
    "jewellery": "jewelry",
}


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a tidy text, folded, with their places. ``&`` counts as "and"; apostrophes do not count."""
    words = (("and" if m.group() == "&" else fold(m.group()).replace("'", ""), m) for m in TOKEN.finditer(text))
    return tuple(Token(SPELLINGS.get(word, word), m.start(), m.end()) for word, m in words)


def token_words(text: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens(tidy(text)))


def size(given: object) -> int | None:
    """How many characters the answer has, or None if it is no JSON value at all."""
    if isinstance(given, str):
        return len(given)
    try:
        return len(json.dumps(given))
    except (TypeError, ValueError, RecursionError):
        return None


ANSWER_KEYS = ("answer", "final_answer", "finalanswer", "result", "response", "retrieved_data", "output", "value")
AMOUNT_KEYS = ("value", "amount", "number", "price", "total", "distance", "duration", "quantity")
UNIT_KEYS = ("unit", "units", "currency", "currency_code")
# A key that turns its value round, as in {"is_not": 5}.
OTHERWISE = re.compile(
    r"(?<![a-z])(?:not|no|isnt|wrong|false|incorrect|except|exclud\w*|without|other|others|previous|old|former|instead|maybe"
    r"|possib\w*|guess\w*|candidate\w*|reject\w*|denied|never|unlike|alternative\w*|min|max|bound|least|most)(?![a-z])",
    re.IGNORECASE,
)
MISSING_STATUS = re.compile(r"not[_ -]?found", re.IGNORECASE)


def unwrap(given: object) -> JsonValue:
    """The value inside ``{"answer": …}``, a JSON text or a fenced block; other values as they are."""
    value: JsonValue = given  # type: ignore[assignment]  # compare() has checked that it is JSON
    for _ in range(4):  # a wrapper in a wrapper in a JSON text is the deepest seen in practice
        if isinstance(value, str):
            opened = _parse(value)
        elif isinstance(value, dict):
            opened = _open_object(value)
        else:
            return value
        if opened is value:
            return value
        value = opened
    return value


def _parse(text: str) -> JsonValue:
    stripped = FENCE.sub(r"\1", text).strip()
    if stripped[:1] not in ("{", "[", '"') and stripped not in ("null", "true", "false"):
        return text
    try:
        value: JsonValue = json.loads(stripped)
    except (ValueError, RecursionError):
        return text
    return value


def _open_object(value: dict[str, JsonValue]) -> JsonValue:
    lowered = {str(key).strip().casefold().replace(" ", "_"): item for key, item in value.items()}
    if "retrieved_data" in lowered and MISSING_STATUS.search(str(lowered.get("status", ""))):
        return "not found" if lowered["retrieved_data"] in (None, []) else value
    if any(key in lowered for key in UNIT_KEYS):
        return value
    for key in ANSWER_KEYS:
        if key in lowered:
            return lowered[key]
    return value


def unwrap_scalar(value: JsonValue) -> str | None:
    """The one value an answer holds, as text; None if it holds none or several."""
    for _ in range(8):
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        elif isinstance(value, dict):
            measured = _amount_with_unit(value)
            if measured is not None:
                return measured
            if len(value) != 1 or OTHERWISE.search(next(iter(value))):
                return None
            value = next(iter(value.values()))
        else:
            break
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else None
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f") if math.isfinite(value) and abs(value) < 1e30 else None
    return value if isinstance(value, str) else None


def _amount_with_unit(value: Mapping[str, JsonValue]) -> str | None:
    lowered = {str(key).strip().casefold(): item for key, item in value.items()}
    amounts = [lowered[key] for key in AMOUNT_KEYS if key in lowered]
    units = [lowered[key] for key in UNIT_KEYS if key in lowered]
    if len(lowered) != 2 or len(amounts) != 1 or len(units) != 1 or isinstance(amounts[0], dict | list):
        return None
    return f"{unwrap_scalar(amounts[0])} {units[0]}"
