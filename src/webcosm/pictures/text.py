"""Words on things: set in the package's own font, as large as their box allows."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

__all__ = ["Line", "block", "extent", "fit"]

_FONT = FilePath(__file__).parent / "fonts" / "label.ttf"
_REFERENCE = 100
"""Widths are measured once at this size and scaled."""
_SPACING = 1.18
_LATER = 0.72
"""How large the second and later entries are, compared with the first."""


class Line(NamedTuple):
    """One line of text and its size."""

    text: str
    size: float


@lru_cache(maxsize=96)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONT), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _width(text: str) -> float:
    return float(_font(_REFERENCE).getlength(text)) / _REFERENCE


def _wrapped(text: str, room: float) -> list[str] | None:
    """The text in lines no wider than ``room`` ems, or None where a single word is wider."""
    lines: list[str] = []
    for word in text.split():
        if _width(word) > room:
            return None
        if lines and _width(f"{lines[-1]} {word}") <= room:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _attempt(entries: tuple[str, ...], width: float, size: float) -> list[Line] | None:
    lines: list[Line] = []
    for index, entry in enumerate(entries):
        scaled = size if index == 0 else size * _LATER
        wrapped = _wrapped(entry, width / scaled)
        if wrapped is None:
            return None
        lines += [Line(text, scaled) for text in wrapped]
    return lines


@lru_cache(maxsize=4096)
def fit(entries: tuple[str, ...], width: float, height: float, largest: float) -> tuple[Line, ...]:
    """The entries broken into lines, at the largest size at which they fill no more than the box."""
    size = min(largest, height / _SPACING)
    smallest = size / 40
    while size > smallest:
        lines = _attempt(entries, width, size)
        if lines is not None and sum(line.size for line in lines) * _SPACING <= height:
            return tuple(lines)
        size *= 0.95
    return ()


def extent(lines: tuple[Line, ...]) -> tuple[float, float]:
    """Width and height of the lines."""
    return max((_width(line.text) * line.size for line in lines), default=0.0), sum(
        line.size for line in lines
    ) * _SPACING


def block(lines: tuple[Line, ...], scale: float) -> Image.Image:
    """A mask with the lines centred below each other, at ``scale`` pixels for one unit."""
    width, height = extent(lines)
    mask = Image.new("L", (round(width * scale) + 4, round(height * scale) + 4))
    draw = ImageDraw.Draw(mask)
    top = 2.0
    for line in lines:
        size = line.size * scale
        draw.text(
            (mask.width / 2, top + size * _SPACING / 2),
            line.text,
            fill=255,
            font=_font(max(1, round(size))),
            anchor="mm",
        )
        top += size * _SPACING
    return mask
