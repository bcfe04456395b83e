"""Things of the shop, put where they are wanted."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image

from . import shapes  # noqa: F401  (entering the shapes)
from .pen import Pen
from .registry import ENTERED, Drawing, FormValue
from .spec import PictureSpec, read_spec

__all__ = ["Measure", "dressed", "measure", "stand", "thing"]


class Measure(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    writes: bool
    """Whether words find a place on the thing itself."""


@lru_cache(maxsize=2048)
def measure(name: str, form: tuple[tuple[str, FormValue], ...] = ()) -> Measure:
    """The extent of a shape as it is made, found by drawing it."""
    look = {"shape": name, "colors": ["Red"], "words": ["Harbor"], "form": form}
    pen = Pen(100, read_spec(look, (name,)), (255, 0, 255))
    pen.casts = False
    with pen.at(25, 25, 0.5):
        ENTERED[name].draw(pen)
    with Image.open(io.BytesIO(pen.png())) as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    seen = np.abs(pixels - pixels[0, 0]).sum(axis=2) > 60
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    left, top, right, bottom = ((int(edge) - 25) * 2 for edge in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1))
    return Measure(left, top, right, bottom, pen.written)


def thing(
    pen: Pen, shape: Drawing, x: float, foot: float, scale: float, turn: float = 0.0, *, flip: bool = False
) -> None:
    """The thing with the middle of its foot at ``x, foot``."""
    left, _top, right, bottom, _writes = measure(shape.name, pen.look.form)
    with pen.at(x, foot, scale, turn, flip=flip, about=((left + right) / 2, bottom)):
        shape.draw(pen)


@contextmanager
def dressed(pen: Pen, look: PictureSpec) -> Iterator[None]:
    """Draw with another look for a while: other colours, another pattern, other words."""
    before = pen.look, pen.main, pen.written
    pen.look, pen.main = look, look.main
    yield
    pen.look, pen.main, pen.written = before


def stand(
    pen: Pen, name: str, colors: tuple[str, ...], x: float, foot: float, height: float, *, width: float = 1000.0,
    pattern: str = "plain", words: tuple[str, ...] = (), parts: tuple[str, ...] = (), turn: float = 0.0,
    flip: bool = False, form: tuple[tuple[str, FormValue], ...] = (),
) -> None:  # fmt: skip
    """A shape of the shop, so high (or so wide, if that is less), with its foot at ``x, foot``."""
    size = measure(name, form)
    scale = min(height / (size.bottom - size.top), width / (size.right - size.left))
    look = PictureSpec(name, colors, pattern, 1, words, None, parts, form)
    with dressed(pen, look):
        thing(pen, ENTERED[name], x, foot, scale, turn, flip=flip)
