"""A sheet to draw on: filled outlines, strokes and text under a movable coordinate system.

The sheet is drawn several times larger than the picture and reduced at the end, which is what makes edges smooth: no
drawing operation has to care about it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from PIL import Image, ImageDraw

from .palette import RGB
from .paths import Path, Points, outline
from .text import Line, block

__all__ = ["Canvas"]

_COLOURS = 160
"""Of the finished picture's palette. Fewer show steps on round edges, more only make the file larger."""
_SHARPNESS = math.cos(math.radians(16))


class Canvas:
    """Draws in units of a hundredth of the picture's side."""

    def __init__(self, size: int, colour: RGB) -> None:
        # More samples for small pictures, where they are cheap and needed most; two are enough on a fine grid.
        self._samples = 4 if size <= 240 else 3 if size <= 400 else 2
        side = size * self._samples
        self._linear = np.eye(2) * (side / 100)
        self._shift = np.zeros(2)
        self._aim(Image.new("RGB", (side, side), colour))

    def _aim(self, image: Image.Image) -> None:
        self._image = image
        self._solid = ImageDraw.Draw(image)
        self._blend = ImageDraw.Draw(image, "RGBA")

    @property
    def scale(self) -> float:
        """Sheet pixels in one unit."""
        return math.sqrt(abs(float(np.linalg.det(self._linear))))

    @contextmanager
    def at(
        self, x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, *, flip: bool = False,
        about: tuple[float, float] = (0.0, 0.0),
    ) -> Iterator[None]:  # fmt: skip
        """Draw elsewhere: the point ``about`` comes to ``x, y``, scaled, turned (degrees, clockwise), maybe flipped."""
        angle = math.radians(turn)
        cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
        local = np.array([[cos, -sin], [sin, cos]])
        if flip:
            local = local @ np.array([[-1.0, 0.0], [0.0, 1.0]])
        linear, shift = self._linear, self._shift
        moved = np.array([x, y]) - local @ np.array(about)
        self._linear, self._shift = linear @ local, shift + linear @ moved
        yield
        self._linear, self._shift = linear, shift

    def _place(self, path: Path) -> Points:
        placed: Points = outline(path) @ self._linear.T + self._shift
        return placed

    def fill(self, path: Path, colour: RGB, alpha: int = 255) -> None:
        points = self._place(path).ravel().tolist()
        if alpha == 255:
            self._solid.polygon(points, fill=colour)
        else:
            self._blend.polygon(points, fill=(*colour, alpha))

    def line(self, path: Path, colour: RGB, width: float, *, closed: bool = False) -> None:
        """A stroke with round ends and corners."""
        points = self._place(path)
        if closed:
            points = np.concatenate([points, points[:1]])
        thickness = max(1.0, width * self.scale)
        self._solid.line(points.ravel().tolist(), fill=colour, width=round(thickness))
        if thickness < 3:
            return
        steps = np.diff(points, axis=0)
        lengths = np.hypot(steps[:, 0], steps[:, 1]) + 1e-9
        ahead, behind = steps[1:] / lengths[1:, None], steps[:-1] / lengths[:-1, None]
        corners = np.flatnonzero((ahead * behind).sum(axis=1) < (_SHARPNESS if thickness < 12 else 0.9995)) + 1
        round_at = [0, *corners.tolist(), len(points) - 1]
        radius = thickness / 2 - 0.5
        for x, y in points[round_at].tolist():
            self._solid.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    @contextmanager
    def clip(self, path: Path) -> Iterator[None]:
        """What is drawn within stays inside the path."""
        points = self._place(path)
        low = np.floor(points.min(axis=0)).clip(0, None)
        high = np.minimum(np.ceil(points.max(axis=0)) + 1, self._image.size)
        left, top, right, bottom = int(low[0]), int(low[1]), int(high[0]), int(high[1])
        right, bottom = max(right, left + 1), max(bottom, top + 1)
        below, shift = self._image, self._shift
        origin = np.array([left, top], dtype=np.float64)
        self._shift = shift - origin
        self._aim(below.crop((left, top, right, bottom)))
        yield
        stencil = Image.new("1", self._image.size)
        ImageDraw.Draw(stencil).polygon((points - origin).ravel().tolist(), fill=1)
        below.paste(self._image, (left, top), stencil)
        self._shift = shift
        self._aim(below)

    def write(self, lines: tuple[Line, ...], x: float, y: float, colour: RGB) -> None:
        """Text centred on a point, turned with the coordinate system but never mirrored."""
        if not lines:
            return
        mask = block(lines, self.scale)
        along = self._linear[:, 0] * (1 if np.linalg.det(self._linear) > 0 else -1)
        angle = math.degrees(math.atan2(along[1], along[0]))
        if abs(angle) > 0.3:
            mask = mask.rotate(-angle, Image.Resampling.BILINEAR, expand=True)
        centre_x, centre_y = (self._linear @ np.array([x, y]) + self._shift).tolist()
        left, top = round(centre_x - mask.width / 2), round(centre_y - mask.height / 2)
        self._image.paste(colour, (left, top, left + mask.width, top + mask.height), mask)

    def png(self) -> bytes:
        """The finished picture."""
        small = self._image.reduce(self._samples)
        drawn = small.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        out = io.BytesIO()
        drawn.save(out, "PNG", compress_level=7)
        return out.getvalue()
