"""Pictures as arrays, and what the tests ask of them."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from webcosm.pictures import PALETTE, draw

Pixels = NDArray[np.int64]
Mask = NDArray[np.bool_]


@lru_cache(maxsize=4096)
def _drawn(look: str, view: str, size: int) -> Pixels:
    with Image.open(io.BytesIO(draw(json.loads(look), view, size))) as picture:
        return np.asarray(picture.convert("RGB")).astype(np.int64)


def pixels(look: dict[str, Any], view: str = "front", size: int = 96) -> Pixels:
    """The picture, decoded. Kept, as several tests look at the same ones."""
    return _drawn(json.dumps(look), view, size)


def rgb(name: str) -> tuple[int, int, int]:
    code = PALETTE[name]
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def near(picture: Pixels, name: str, reach: int = 45) -> Mask:
    """Where a picture has a palette colour, or nearly."""
    found: Mask = np.abs(picture - np.array(rgb(name))).sum(axis=2) < reach
    return found


def changed(first: Pixels, second: Pixels, least: int = 40) -> Mask:
    """Where two pictures differ visibly."""
    found: Mask = np.abs(first - second).sum(axis=2) > least
    return found


def grown(mask: Mask, steps: int) -> Mask:
    """The mask and its surroundings."""
    for _ in range(steps):
        padded = np.pad(mask, 1)
        mask = padded[1:-1, 1:-1] | padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
    return mask


def islands(mask: Mask, smallest: int) -> int:
    """How many separate areas of at least ``smallest`` pixels the mask has."""
    left = mask.copy()
    count = 0
    while left.any():
        start = np.unravel_index(int(left.argmax()), left.shape)
        stack: list[tuple[int, int]] = [(int(start[0]), int(start[1]))]
        left[stack[0]] = False
        area = 0
        while stack:
            y, x = stack.pop()
            area += 1
            for row, column in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if 0 <= row < left.shape[0] and 0 <= column < left.shape[1] and left[row, column]:
                    left[row, column] = False
                    stack.append((row, column))
        count += area >= smallest
    return count


def look(shape: str, colors: Sequence[str] = ("Red",), **rest: Any) -> dict[str, Any]:
    return {"shape": shape, "colors": list(colors), **rest}
