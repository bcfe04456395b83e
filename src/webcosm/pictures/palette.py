"""The colours that goods come in, and the tones that each of them is shaded with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["CLAY", "DARK", "GLASS", "KRAFT", "LEAF", "PALETTE", "PAPER", "RGB", "RUBBER", "SKIN", "STEEL", "WATER",
           "WOOD", "Tone", "brightness", "distance", "mix", "tone"]  # fmt: skip

RGB = tuple[int, int, int]

PALETTE: Mapping[str, str] = MappingProxyType(
    {
        "Red": "#D6323A",
        "Burgundy": "#7B1E3A",
        "Pink": "#F08FB0",
        "Coral": "#FF7F66",
        "Orange": "#F28C28",
        "Yellow": "#F7D038",
        "Mustard": "#C9960C",
        "Green": "#3C9A4E",
        "Mint": "#A6E3C5",
        "Olive": "#7A7B32",
        "Teal": "#1F8A8A",
        "Blue": "#2F6FD0",
        "Navy": "#1F2F5C",
        "Sky Blue": "#8CC8F0",
        "Purple": "#7B3FA0",
        "Lavender": "#C3B1E8",
        "Brown": "#7A4A2B",
        "Tan": "#C99B6A",
        "Beige": "#E3D3B8",
        "Cream": "#F7EFD9",
        "White": "#FBFBF9",
        "Gray": "#9A9DA3",
        "Charcoal": "#42464D",
        "Black": "#1D1E22",
        "Silver": "#C4C9D0",
        "Gold": "#D9AE3E",
        "Copper": "#B8703F",
        "Clear": "#DCEDF2",
    }
)
"""Colour names and what they look like. ``Clear`` is see-through stuff: pale, with strong highlights."""

_METALS = frozenset({"Silver", "Gold", "Copper"})
_INK: RGB = (30, 24, 44)
_WHITE: RGB = (255, 255, 255)


class Tone(NamedTuple):
    """One colour as it is drawn: lit, shaded, and outlined."""

    base: RGB
    light: RGB
    dark: RGB
    line: RGB
    """For outlines and seams. Paler than the base where the base is nearly black, else it would not be seen."""


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """``first`` with ``share`` (0 to 1) of ``second``."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(first, second, strict=True))
    return r, g, b


def brightness(colour: RGB) -> float:
    """Perceived brightness, 0 to 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def distance(first: RGB, second: RGB) -> int:
    """How far apart two colours are: the sum over the channels, 0 to 765."""
    return sum(abs(a - b) for a, b in zip(first, second, strict=True))


@lru_cache(maxsize=256)
def tone(name: str) -> Tone:
    """The tones of a palette colour, or of a ``#rrggbb`` colour."""
    code = PALETTE.get(name, name)
    base: RGB = int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
    strength = 1.6 if name in _METALS else 1.0
    bright = brightness(base)
    if bright < 62:
        return Tone(base, mix(base, _WHITE, 0.18), mix(base, (0, 0, 0), 0.35), mix(base, _WHITE, 0.26))
    line = mix(base, _INK, 0.52 if bright < 200 else 0.44)
    return Tone(base, mix(base, _WHITE, min(0.75, 0.32 * strength)), mix(base, _INK, 0.17 * strength), line)


WOOD = tone("#C8955C")
STEEL = tone("#C3C8CF")
DARK = tone("#3B3F47")
RUBBER = tone("#2B2D33")
PAPER = tone("#FBF8F0")
KRAFT = tone("#C9A26F")
GLASS = tone("#D9EBF1")
LEAF = tone("#4F9A55")
CLAY = tone("#BF6B45")
SKIN = tone("#E3AE88")
WATER = tone("#7EC3E6")
