"""A world's log in a form that depends on nothing but its contents.

SQLite signs every write-ahead log with two random numbers and keeps pages in it that were written over since. A
snapshot holds the last state of each page, in order and under a fixed signature. The layout is described in
https://sqlite.org/walformat.html.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["tidy_log"]

HEADER = struct.Struct(">8I")  # magic, format, page size, checkpoints, two salts, two checksums
FRAME = struct.Struct(">6I")  # page number, pages in the database after a commit or 0, two salts, two checksums
MAGIC = 0x377F0682
FORMAT = 3_007_000
SALTS = (0x77656263, 0x6F736D21)
MASK = 0xFFFF_FFFF


def tidy_log(path: Path) -> bytes:
    """What was committed to the log, each page once; empty if nothing was."""
    log = path.read_bytes() if path.exists() else b""
    if len(log) < HEADER.size:
        return b""
    pages, count, size = _committed(log)
    return _written(pages, count, size) if pages else b""


def _committed(log: bytes) -> tuple[dict[int, bytes], int, int]:
    """Pages by number, how many pages the database has, and the size of one."""
    magic, _, size, _, *signature, _, _ = HEADER.unpack_from(log)
    order = ">" if magic & 1 else "<"
    pages: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    count = 0
    running = _checksum(log[: HEADER.size - 8], order, (0, 0))
    for start in range(HEADER.size, len(log) - FRAME.size - size + 1, FRAME.size + size):
        number, after, *salts, first, second = FRAME.unpack_from(log, start)
        page = log[start + FRAME.size : start + FRAME.size + size]
        running = _checksum(log[start : start + 8] + page, order, running)
        if salts != signature or running != (first, second):
            break  # the rest was never committed
        pending[number] = page
        if after:
            pages |= pending
            pending.clear()
            count = after
    return {number: page for number, page in pages.items() if number <= count}, count, size


def _written(pages: dict[int, bytes], count: int, size: int) -> bytes:
    head = struct.pack(">6I", MAGIC, FORMAT, size, 0, *SALTS)
    running = _checksum(head, "<", (0, 0))
    parts = [head, struct.pack(">2I", *running)]
    last = max(pages)
    for number in sorted(pages):
        begin = struct.pack(">2I", number, count if number == last else 0)
        running = _checksum(begin + pages[number], "<", running)
        parts += [begin, struct.pack(">4I", *SALTS, *running), pages[number]]
    return b"".join(parts)


def _checksum(data: bytes, order: str, start: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running sum over pairs of words: ``a += x + b; b += y + a``, written as one weighted sum."""
    words = np.frombuffer(data, dtype=f"{order}u4").astype(np.uint32)
    weights, (aa, ab, ba, bb) = _weights(len(words))
    a, b = start
    total_a, total_b = (int(total) for total in (weights * words).sum(axis=1, dtype=np.uint32))
    return (aa * a + ab * b + total_a) & MASK, (ba * a + bb * b + total_b) & MASK


@lru_cache(maxsize=8)
def _weights(words: int) -> tuple[NDArray[np.uint32], tuple[int, int, int, int]]:
    """By how much each word counts in the two sums, and how the sums before it carry over."""
    weights = np.zeros((2, words), dtype=np.uint32)
    aa, ab, ba, bb = 1, 0, 0, 1  # the matrix ((1, 1), (1, 2)) to the power of the pairs that follow
    for pair in range(words // 2 - 1, -1, -1):
        weights[:, 2 * pair] = (aa + ab) & MASK, (ba + bb) & MASK
        weights[:, 2 * pair + 1] = ab, bb
        aa, ab, ba, bb = (aa + ab) & MASK, (aa + 2 * ab) & MASK, (ba + bb) & MASK, (ba + 2 * bb) & MASK
    return weights, (aa, ab, ba, bb)
