"""Outlines as arrays of points: a small path language, and the round things it lacks.

Everything is laid out on a square of 100 by 100 units, x to the right, y down. Curves are flattened here, once: all
functions are cached, so their results must not be written to.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["Path", "Points", "arc", "bounds", "outline", "oval", "rect", "ring", "smooth", "star", "sym"]

Points = NDArray[np.float64]
Path = str | Points
"""A path string such as ``"M20 20 h60 q10 30 -5 60 h-50 z"``, or points ready made."""

_TOKEN = re.compile(r"[MmLlHhVvCcQqZz]|-?\d*\.?\d+(?:e-?\d+)?")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4}
_STEPS = 16


def _frozen(points: list[tuple[float, float]]) -> Points:
    array = np.array(points, dtype=np.float64).reshape(-1, 2)
    array.flags.writeable = False
    return array


@lru_cache(maxsize=8192)
def _parse(text: str) -> Points:
    tokens = _TOKEN.findall(text)
    points: list[tuple[float, float]] = []
    x = y = 0.0
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
            if command in "Zz":
                continue
        count = _ARGUMENTS[command.upper()]
        numbers = [float(token) for token in tokens[at : at + count]]
        at += count
        from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
        kind = command.upper()
        if kind == "H":
            x = numbers[0] + from_x
            points.append((x, y))
        elif kind == "V":
            y = numbers[0] + from_y
            points.append((x, y))
        else:
            pairs = [(numbers[i] + from_x, numbers[i + 1] + from_y) for i in range(0, count, 2)]
            if kind == "Q":
                (x1, y1), end = pairs
                pairs = [
                    (x + (x1 - x) * 2 / 3, y + (y1 - y) * 2 / 3),
                    (end[0] + (x1 - end[0]) * 2 / 3, end[1] + (y1 - end[1]) * 2 / 3),
                    end,
                ]
            if len(pairs) == 3:
                (x1, y1), (x2, y2), (x3, y3) = pairs
                for step in range(1, _STEPS):
                    t = step / _STEPS
                    u = 1 - t
                    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                    points.append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
            x, y = pairs[-1]
            points.append((x, y))
    return _frozen(points)


def outline(path: Path) -> Points:
    """The points of a path."""
    return _parse(path) if isinstance(path, str) else path


@lru_cache(maxsize=4096)
def sym(half: str, axis: float = 50.0) -> Points:
    """A closed outline that is the same left and right of ``x = axis``, from one half of it, top to bottom."""
    points = _parse(half)
    other = points[::-1].copy()
    other[:, 0] = 2 * axis - other[:, 0]
    whole = np.concatenate([points, other])
    whole.flags.writeable = False
    return whole


@lru_cache(maxsize=4096)
def rect(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Points:
    """A rectangle, with round corners if a radius is given."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return _frozen([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    points = []
    left, top, right, bottom = x + r, y + r, x + width - r, y + height - r
    for cx, cy, start in ((right, top, -90), (right, bottom, 0), (left, bottom, 90), (left, top, 180)):
        for step in range(6):
            angle = math.radians(start + 18 * step)
            points.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return _frozen(points)


@lru_cache(maxsize=4096)
def arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> Points:
    """A piece of an ellipse from one angle to another, in degrees, clockwise from the right."""
    steps = max(4, math.ceil(abs(end - start) / 9))
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return _frozen([(cx + rx * math.cos(angle), cy + ry * math.sin(angle)) for angle in angles])


@lru_cache(maxsize=4096)
def oval(cx: float, cy: float, rx: float, ry: float | None = None) -> Points:
    """An ellipse, or a circle when only one radius is given."""
    steps = 40 if rx > 4 else 20
    ry = rx if ry is None else ry
    angles = [2 * math.pi * i / steps for i in range(steps)]
    return _frozen([(cx + rx * math.cos(angle), cy + ry * math.sin(angle)) for angle in angles])


@lru_cache(maxsize=1024)
def star(cx: float, cy: float, outer: float, inner: float, tips: int, turn: float = -90.0) -> Points:
    """A star, or a cog, gear or flower for other numbers."""
    points = []
    for i in range(2 * tips):
        angle = math.radians(turn + 180 * i / tips)
        radius = inner if i % 2 else outer
        points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return _frozen(points)


@lru_cache(maxsize=2048)
def smooth(text: str, closed: bool = True, axis: float | None = None) -> Points:
    """A soft curve through points (``"x,y x,y …"``); with ``axis``, the other half is added as in ``sym``."""
    knots = [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]
    if axis is not None:
        knots += [(2 * axis - x, y) for x, y in reversed(knots) if abs(x - axis) > 1e-9]
    count = len(knots)
    points: list[tuple[float, float]] = []
    for i in range(count if closed else count - 1):
        if closed:
            p0, p1, p2, p3 = (knots[(i + j) % count] for j in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (knots[min(max(i + j, 0), count - 1)] for j in (-1, 0, 1, 2))
        for step in range(6):
            t = step / 6
            w0, w1 = -t + 2 * t * t - t**3, 2 - 5 * t * t + 3 * t**3
            w2, w3 = t + 4 * t * t - 3 * t**3, -t * t + t**3
            x, y = ((w0 * a + w1 * b + w2 * c + w3 * d) / 2 for a, b, c, d in zip(p0, p1, p2, p3, strict=True))
            points.append((x, y))
    if not closed:
        points.append(knots[-1])
    return _frozen(points)


def bounds(points: Points) -> tuple[float, float, float, float]:
    """Left, top, width and height."""
    left, top = points.min(axis=0)
    right, bottom = points.max(axis=0)
    return float(left), float(top), float(right - left), float(bottom - top)


def ring(outer: Points, inner: Points) -> Points:
    """An outline with a hole: filling is even-odd, and the bridge between the two has no width."""
    return np.concatenate([outer, outer[:1], inner, inner[:1]])
