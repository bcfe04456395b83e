"""Comparing text as people do, without regard to capital letters and accents: “INÉS” is found by “ines”, and back.

SQLite's own LIKE knows the capitals of plain letters only. Full-text search folds by itself; this is for everything
else.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from weakref import WeakSet

from webcosm.worlds import Database, Value

__all__ = ["contains", "folded", "pattern", "same"]

BARRED = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that Unicode does not take apart."""
BEYOND_PLAIN = re.compile(r"([^\x00-\x7f]+)")

_know_folding: WeakSet[Database] = WeakSet()


def folded(text: str) -> str:
    """``Inés`` -> ``ines``"""
    if text.isascii():
        return text.lower()
    # Letters fold one by one, whatever their neighbours, so only the few beyond plain ones need the long way.
    return "".join(part.lower() if part.isascii() else _bare(part) for part in BEYOND_PLAIN.split(text))


@lru_cache(maxsize=4096)
def _bare(text: str) -> str:
    # Letter by letter: whole texts would have their accents sorted, slowly where there are many, only to be dropped.
    plain = "".join(unicodedata.normalize("NFKD", letter) for letter in text)
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return bare.casefold().translate(BARRED)


def pattern(text: str) -> str:
    """What :func:`contains` compares with, for a text that somebody looks for."""
    return "%" + re.sub(r"([%_\\])", r"\\\1", folded(text)) + "%"


def contains(db: Database, sql: str, mark: str = "?") -> str:
    """A condition: the SQL expression has the text in it whose :func:`pattern` is bound to the mark."""
    return f"{_folded_sql(db, sql)} LIKE {mark} ESCAPE '\\'"


def same(db: Database, sql: str, mark: str = "?") -> str:
    """A condition: the SQL expression is the text that is bound to the mark, folded or not."""
    return f"lower({_folded_sql(db, sql)}) = folded({mark})"


def _folded_sql(db: Database, sql: str) -> str:
    """Only text with letters beyond plain ones is handed to Python; SQLite folds the rest by itself."""
    if db not in _know_folding:
        db.connection.create_scalar_function("folded", _folded_value, 1, deterministic=True)
        _know_folding.add(db)
    return f"iif(length({sql}) = octet_length({sql}), {sql}, folded({sql}))"


def _folded_value(*values: Value) -> Value:
    (value,) = values
    return folded(value) if isinstance(value, str) else value
