"""Whether one picture was made from another: the same, the same again in another size or file, or cut out of it.

Uploads are judged by this, never by the name of the file. Two drawings of different things are not near each other
because their backgrounds are: what counts is the place where they differ most.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

__all__ = ["Likeness", "PictureUnreadable", "compare"]

Grid = NDArray[np.float64]
Box = tuple[float, float, float, float]
_SIDE = 48
"""Cells across in which pictures are compared: small enough that a JPEG's noise is gone, large enough for a badge."""
_NEAR = 50.0
"""How far the worst cell of pictures that are near each other may be apart (sum of the absolute differences of red,
green and blue). Measured: at half the size as JPEG of quality 60 at most 47; a white trim that became cream 52, a
letter that became another one 144, traces of wear 88 and more."""
_NEAR_CROP = 85.0
"""The same for a piece that was cut out, whose edges lie between the pixels of what it is compared with."""
_WHOLE = 0.97
"""Of the width and height of a picture: what has more of it is no piece, but another picture that is like it."""
_SHAPE = 0.06
"""How far widths over heights may be apart."""
_SEARCH = 120
"""Pixels on the longer side of the picture in which a piece is searched."""
_LEAST = 0.25
"""Of the width of a picture, for a piece that is taken for cut out of it."""
_DETAIL = 9.0
"""Standard deviation of grey below which a piece shows nothing that could be found again."""


class PictureUnreadable(ValueError):
    """Bytes that are no picture."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How one picture is related to another."""

    kind: str
    """``same`` (every pixel), ``near`` (another size or file of it), ``crop`` (a piece of it) or ``other``."""
    box: Box = (0.0, 0.0, 1.0, 1.0)
    """Of a crop: left, top, right and bottom as shares of the whole."""

    def __bool__(self) -> bool:
        return self.kind != "other"


def compare(seen: bytes, original: bytes) -> Likeness:
    """How the picture ``seen`` is related to the ``original``."""
    ours, theirs = _read(seen), _read(original)
    if ours.size == theirs.size and ours.tobytes() == theirs.tobytes():
        return Likeness("same")
    if abs(ours.width / ours.height / (theirs.width / theirs.height) - 1) < _SHAPE and _apart(ours, theirs) < _NEAR:
        return Likeness("near")
    box = _place_of(ours, theirs)
    return Likeness("other") if box is None else Likeness("crop", box)


def _read(picture: bytes) -> Image.Image:
    try:
        with Image.open(io.BytesIO(picture)) as opened:
            turned = ImageOps.exif_transpose(opened).convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise PictureUnreadable(f"not a picture that can be read ({len(picture)} bytes): {error}") from None
    plain = Image.new("RGB", turned.size, "white")
    plain.paste(turned, mask=turned)
    return plain


def _cells(picture: Image.Image, box: Box | None = None) -> Grid:
    return np.asarray(picture.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR, box=box), dtype=np.float64)


def _apart(one: Image.Image, other: Image.Image, box: Box | None = None) -> float:
    """How far apart the cells are in which two pictures, or one and a box of the other, differ most."""
    return float(np.abs(_cells(one) - _cells(other, box)).sum(axis=2).max())


def _place_of(piece: Image.Image, whole: Image.Image) -> Box | None:
    """Where in a picture a piece was cut out, as shares of the whole; None if it was not."""
    if float(np.asarray(piece.convert("L"), dtype=np.float64).std()) < _DETAIL:
        return None
    scale = _SEARCH / max(whole.size)
    field = _grey(whole, (max(8, round(whole.width * scale)), max(8, round(whole.height * scale))))
    found: list[tuple[float, int, int, int, int]] = []
    width = field.shape[1]
    while width >= field.shape[1] * _LEAST:
        height = round(width * piece.height / piece.width)
        if 8 <= height <= field.shape[0]:
            score, x, y = _best(field, _grey(piece, (width, height)))
            found.append((score, x, y, width, height))
        width -= 1
    ratio = whole.width / field.shape[1], whole.height / field.shape[0]
    for _, x, y, width, height in sorted(found, reverse=True)[:4]:
        box = _settled(piece, whole, (x * ratio[0], y * ratio[1], width * ratio[0], height * ratio[1]), ratio[0])
        if box is not None:
            left, top, right, bottom = box
            place = left / whole.width, top / whole.height, right / whole.width, bottom / whole.height
            return place if min(place[2] - place[0], place[3] - place[1]) < _WHOLE else None
    return None


def _grey(picture: Image.Image, size: tuple[int, int]) -> Grid:
    return np.asarray(picture.resize(size, Image.Resampling.BOX).convert("L"), dtype=np.float64)


def _best(field: Grid, piece: Grid) -> tuple[float, int, int]:
    """Where a piece correlates best with a field, and how well (1 is exactly)."""
    height, width = piece.shape
    centred = piece - piece.mean()
    spread = float(np.sqrt((centred**2).sum())) + 1e-9
    product = np.fft.irfft2(np.fft.rfft2(field) * np.conj(np.fft.rfft2(centred, field.shape)), field.shape)
    inside = product[: field.shape[0] - height + 1, : field.shape[1] - width + 1]
    total, squares = _sums(field, height, width), _sums(field * field, height, width)
    there = np.sqrt(np.maximum(squares - total * total / (height * width), 1e-6))
    score = inside / (there * spread)
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    return float(score[y, x]), int(x), int(y)


def _sums(values: Grid, height: int, width: int) -> Grid:
    added = np.pad(values.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    found: Grid = added[height:, width:] - added[:-height, width:] - added[height:, :-width] + added[:-height, :-width]
    return found


def _settled(piece: Image.Image, whole: Image.Image, start: Box, pixel: float) -> Box | None:
    """The box that a rough place comes to when it is moved and stretched a little; None if it does not fit."""
    shape = piece.height / piece.width
    x, y, width, _ = start

    def apart(x: float, y: float, width: float) -> float:
        right, bottom = x + width, y + width * shape
        if min(x, y) < -0.5 or right > whole.width + 0.5 or bottom > whole.height + 0.5:
            return float("inf")
        box = max(x, 0.0), max(y, 0.0), min(right, whole.width), min(bottom, whole.height)
        return _apart(piece, whole, box)

    lowest = apart(x, y, width)
    steps = [pixel / 2**half for half in range(5)]
    for step in steps:
        for _ in range(3):
            tries = [
                (x + dx * step, y + dy * step, width + dw * step)
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                for dw in (-1, 0, 1)
            ]
            scores = [apart(*each) for each in tries]
            nearest = int(np.argmin(scores))
            if scores[nearest] >= lowest:
                break
            lowest, (x, y, width) = scores[nearest], tries[nearest]
    return (x, y, x + width, y + width * shape) if lowest < _NEAR_CROP else None
