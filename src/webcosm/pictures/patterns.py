"""Printed patterns. Each fills a box; the caller clips it to the surface that carries it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from .canvas import Canvas
from .palette import Tone
from .paths import oval, rect, star

__all__ = ["Box", "print_pattern"]

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def _cells(box: Box, pitch: float) -> Iterator[tuple[float, float, int]]:
    """Centres of a brick-wise lattice over the box, with the number of the row."""
    left, top, width, height = box
    for row in range(math.ceil(height / pitch) + 1):
        offset = pitch / 2 if row % 2 else 0.0
        for column in range(math.ceil(width / pitch) + 2):
            yield left - offset + (column + 0.25) * pitch, top + (row + 0.4) * pitch, row


def _stripes(canvas: Canvas, box: Box, pitch: float, ink: Tone) -> None:
    left, top, width, height = box
    for row in range(math.ceil(height / pitch) + 1):
        canvas.fill(rect(left, top + (row + 0.45) * pitch, width, pitch * 0.46), ink.base)


def _dots(canvas: Canvas, box: Box, pitch: float, ink: Tone) -> None:
    for x, y, _row in _cells(box, pitch):
        canvas.fill(oval(x, y, pitch * 0.25), ink.base)


def _checks(canvas: Canvas, box: Box, pitch: float, ink: Tone) -> None:
    left, top, width, height = box
    for column in range(math.ceil(width / pitch) + 1):
        canvas.fill(rect(left + (column + 0.3) * pitch, top, pitch * 0.42, height), ink.base, 120)
    for row in range(math.ceil(height / pitch) + 1):
        canvas.fill(rect(left, top + (row + 0.3) * pitch, width, pitch * 0.42), ink.base, 150)


def _floral(canvas: Canvas, box: Box, pitch: float, ink: Tone) -> None:
    for x, y, row in _cells(box, pitch * 1.15):
        r = pitch * 0.38
        for petal in range(5):
            angle = math.radians(72 * petal - 90 + 30 * (row % 2))
            canvas.fill(oval(x + r * 0.62 * math.cos(angle), y + r * 0.62 * math.sin(angle), r * 0.46), ink.base)
        canvas.fill(oval(x, y, r * 0.36), (244, 200, 66))


def _zigzag(canvas: Canvas, box: Box, pitch: float, ink: Tone) -> None:
    left, top, width, height = box
    half = pitch * 0.5
    teeth = math.ceil(width / half) + 2
    for row in range(math.ceil(height / pitch) + 1):
        y = top + (row + 0.5) * pitch
        points = " ".join(
            f"L{left + (i - 0.5) * half:.3f} {y + (half * 0.5 if i % 2 else -half * 0.5):.3f}" for i in range(teeth)
        )
        canvas.line("M" + points[1:], ink.base, pitch * 0.26)


def _leaves(canvas: Canvas, box: Box, pitch: float, ink: Tone) -> None:
    for x, y, row in _cells(box, pitch * 1.1):
        with canvas.at(x, y, pitch / 10, 35 if row % 2 else -35):
            canvas.fill("M0 -5.2 C4.4 -2.6 3.6 2.4 0 4.6 C-3.6 2.4 -4.4 -2.6 0 -5.2 Z", ink.base)
            canvas.line("M0 -3 L0 6", ink.line, 0.7)


def _stars(canvas: Canvas, box: Box, pitch: float, ink: Tone) -> None:
    for x, y, row in _cells(box, pitch * 1.08):
        canvas.fill(star(x, y, pitch * 0.36, pitch * 0.15, 5, -90 + 20 * (row % 2)), ink.base)


_PRINTS: Mapping[str, Callable[[Canvas, Box, float, Tone], None]] = MappingProxyType(
    {
        "stripes": _stripes,
        "dots": _dots,
        "checks": _checks,
        "floral": _floral,
        "zigzag": _zigzag,
        "leaves": _leaves,
        "stars": _stars,
    }
)


def print_pattern(canvas: Canvas, name: str, box: Box, ink: Tone, pitch: float | None = None) -> None:
    """The named pattern all over the box; ``plain`` leaves it as it is."""
    if name == "plain":
        return
    span = max(min(box[2], box[3]), max(box[2], box[3]) / 3)
    _PRINTS[name](canvas, box, min(11.0, max(2.6, span / 4.2)) if pitch is None else pitch, ink)
