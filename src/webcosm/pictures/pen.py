"""The hand that draws a thing: surfaces with pattern, shading and outline, tubes, labels.

Shapes are functions of a pen. They draw on a square of 100 by 100 units; a thing that stands has its foot near y = 88.
"""

from __future__ import annotations

import numpy as np

from .canvas import Canvas
from .palette import PAPER, RGB, Tone, brightness, mix, tone
from .paths import Path, Points, bounds, outline, oval, rect, ring
from .patterns import print_pattern
from .registry import ENTERED
from .spec import PictureSpec
from .text import extent, fit

__all__ = ["Pen"]

_INK: RGB = (24, 18, 40)
_WHITE: RGB = (255, 255, 255)
OUTLINE = 0.75
SMALLEST_PRINT = 3.3
"""Units: words that would come out smaller go on a card beside the thing (about 10 pixels in a picture of 320)."""


class Pen(Canvas):
    """A canvas that knows the look of the thing."""

    def __init__(self, size: int, look: PictureSpec, paper: RGB) -> None:
        super().__init__(size, paper)
        self.look = look
        self.main = look.main
        self.depth = 1.0
        """How far sides are turned towards the onlooker: more than 1 in the turned view."""
        self.casts = True
        """Whether things throw shadows (they do not where they are drawn very small)."""
        self.written = False
        """Whether the words have found a place on the thing."""
        self.drawn_parts: set[str] = set()

    def trim(self, default: Tone | str) -> Tone:
        """The second colour of the look, or what such a thing usually has there."""
        return self.look.second or (tone(default) if isinstance(default, str) else default)

    def has(self, part: str) -> bool:
        """Whether the look asks for a part (and, if so, that it is drawn now)."""
        wanted = part in self.look.parts
        if wanted:
            self.drawn_parts.add(part)
        return wanted

    def form(self, name: str) -> str:
        """How the thing is made in one way, in words: as the look says, or as such things usually are."""
        return str(dict(self.look.form).get(name, ENTERED[self.look.shape].forms[name][0]))

    def number(self, name: str) -> int:
        """How many of something the thing has."""
        return int(self.form(name))

    # Shadows

    def shadow(self, x: float, y: float, half: float, flat: float = 0.13) -> None:
        """The shadow under a thing that stands at ``x, y`` and is ``2 * half`` wide there."""
        if not self.casts:
            return
        for grow, alpha in ((1.16, 16), (1.06, 22), (0.94, 30)):
            self.fill(oval(x + 2, y, round(half * grow, 3), round(max(half * flat * grow, 1.2), 3)), _INK, alpha)

    def cast(self, path: Path, x: float = 1.8, y: float = 2.4) -> None:
        """The shadow of a thing that lies or hangs flat before the backdrop."""
        if not self.casts:
            return
        with self.at(x * 1.4, y * 1.4):
            self.fill(path, _INK, 20)
        with self.at(x, y):
            self.fill(path, _INK, 30)

    # Surfaces

    def body(self, path: Path, shade: str = "round", *, colour: Tone | None = None, pitch: float | None = None,
             line: float = OUTLINE) -> None:  # fmt: skip
        """A surface in the main colour (or another one) that carries the pattern."""
        self.surface(path, colour or self.main, shade, pattern=True, pitch=pitch, line=line)

    def part(self, path: Path, colour: Tone, shade: str = "", line: float = OUTLINE) -> None:
        """A plain surface."""
        self.surface(path, colour, shade, pattern=False, line=line)

    def surface(self, path: Path, colour: Tone, shade: str, *, pattern: bool, pitch: float | None = None,
                line: float = OUTLINE) -> None:  # fmt: skip
        points = outline(path)
        self.fill(points, colour.base)
        printed = pattern and self.look.pattern != "plain"
        if printed or shade:
            with self.clip(points):
                box = bounds(points)
                if printed:
                    print_pattern(self, self.look.pattern, box, self.look.ink, pitch)
                if shade:
                    self.shade(
                        box, shade, strong=colour.base == tone("Silver").base or colour.base == tone("Gold").base
                    )
        if line:
            self.line(points, colour.line, line, closed=True)

    def shade(self, box: tuple[float, float, float, float], kind: str, *, strong: bool = False) -> None:
        """Light from the upper left over a box, as it falls on a thing of the given kind."""
        x, y, w, h = (round(value, 3) for value in box)
        low, high = (62, 120) if strong else (38, 74)
        if kind == "round":
            self.fill(rect(x + w * 0.74, y, w * 0.26, h), _INK, low)
            self.fill(rect(x + w * 0.9, y, w * 0.1, h), _INK, low // 2)
            self.fill(rect(x + w * 0.12, y, w * 0.1, h), _WHITE, high)
        elif kind == "ball":
            lit = oval(round(x + w * 0.42, 3), round(y + h * 0.38, 3), round(w * 0.54, 3), round(h * 0.56, 3))
            self.fill(ring(rect(x - 1, y - 1, w + 2, h + 2), lit), _INK, low)
            self.fill(oval(x + w * 0.32, y + h * 0.26, w * 0.13, h * 0.09), _WHITE, high + 20)
        elif kind == "top":
            self.fill(rect(x, y, w, h * 0.14), _WHITE, high)
            self.fill(rect(x, y + h * 0.84, w, h * 0.16), _INK, low)
        elif kind == "side":
            self.fill(rect(x, y, w, h), _INK, low + 14)
        elif kind == "lit":
            self.fill(rect(x, y, w, h), _WHITE, high)
        elif kind == "cloth":
            self.fill(
                f"M{x + w} {y} V{y + h} H{x + w * 0.62} Q{x + w * 0.84} {y + h * 0.5} {x + w * 0.8} {y} Z",
                _INK,
                low - 10,
            )
            self.fill(f"M{x} {y + h} Q{x + w * 0.5} {y + h * 0.9} {x + w} {y + h} Z", _INK, low - 10)
        elif kind == "glass":
            self.fill(rect(x + w * 0.82, y, w * 0.18, h), _INK, 26)
            self.fill(f"M{x + w * 0.14} {y} h{w * 0.16} l{-w * 0.08} {h} h{-w * 0.08} Z", _WHITE, 150)
            self.fill(rect(x + w * 0.66, y, w * 0.05, h), _WHITE, 110)
        elif kind == "sheen":
            self.fill(f"M{x + w * 0.1} {y} h{w * 0.3} L{x + w * 0.1} {y + h} h{-w * 0.3} Z", _WHITE, high - 10)
            self.fill(f"M{x + w} {y + h * 0.3} L{x + w} {y + h} L{x + w * 0.5} {y + h} Z", _INK, low - 12)
        else:
            raise ValueError(f"unknown shading {kind!r}")

    def tube(self, path: Path, width: float, colour: Tone, *, closed: bool = False, shine: bool = True) -> None:
        """A stroke as thick as a handle or a rope, outlined."""
        self.line(path, colour.line, width + 2 * OUTLINE * 0.9, closed=closed)
        self.line(path, colour.base, width, closed=closed)
        if colour is self.main and self.look.pattern != "plain":
            self._spots_along(outline(path), width)
        if shine and width >= 2:
            with self.at(-width * 0.16, -width * 0.16):
                self.line(path, colour.light, width * 0.22, closed=closed)

    def _spots_along(self, points: Points, width: float) -> None:
        """The pattern where there is no room for it: spots in its colour all along a tube."""
        steps = np.hypot(*np.diff(points, axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(steps)])
        places = np.arange(width, along[-1], width * 2.2)
        for x, y in zip(np.interp(places, along, points[:, 0]), np.interp(places, along, points[:, 1]), strict=True):
            with self.at(float(x), float(y), width):
                self.fill(oval(0, 0, 0.34), self.look.ink.base)

    # Words

    def write_in(self, entries: tuple[str, ...], x: float, y: float, width: float, height: float, colour: RGB,
                 largest: float = 14.0) -> None:  # fmt: skip
        """Text centred in a box."""
        self.write(fit(entries, width, height, largest), x + width / 2, y + height / 2, colour)

    def words(
        self, x: float, y: float, width: float, height: float, on: Tone, largest: float = 14.0, *, anyway: bool = False
    ) -> bool:
        """The look's words printed on a surface of the given colour (on a patch where it is patterned).

        False where there are none, or they would be too small to read (unless they are wanted ``anyway``).
        """
        if not self.look.words:
            return False
        lines = fit(self.look.words[:3], width, height, largest)
        if not lines or (lines[0].size < SMALLEST_PRINT and not anyway):
            return False
        self.written |= lines[0].size >= SMALLEST_PRINT
        if on is self.main and self.look.pattern != "plain":
            on = self.paper()
            wide = min(width, extent(lines)[0] + 4)
            high = min(height, extent(lines)[1] + 2)
            self.part(rect(x + (width - wide) / 2, y + (height - high) / 2, wide, high, 1.6), on, line=0.4)
        colour = _WHITE if brightness(on.base) < 140 else mix(on.line, _INK, 0.7)
        self.write(lines, x + width / 2, y + height / 2, colour)
        return True

    def label(
        self, x: float, y: float, width: float, height: float, paper: Tone | None = None, radius: float = 1.2
    ) -> None:
        """A label with the look's words. Without words: an emblem, or nothing where a pattern shows."""
        paper = paper or self.paper()
        if not self.look.words:
            if self.look.pattern == "plain":
                self.emblem(x + width / 2, y + height / 2, min(width, height) * 0.36)
            return
        self.part(rect(x, y, width, height, radius), paper, line=0.4)
        self.words(x + width * 0.06, y + height * 0.06, width * 0.88, height * 0.88, paper, anyway=True)

    def paper(self) -> Tone:
        """What a label is made of: the second colour, or white or cream, whichever stands out from the main one."""
        if self.look.second is not None and self.look.pattern == "plain":
            return self.look.second
        return PAPER if brightness(self.main.base) < 215 else tone("#E9E2F0")

    def emblem(self, x: float, y: float, r: float) -> None:
        """A maker's sign for things that bear no words."""
        sign = self.look.second or (tone("White") if brightness(self.main.base) < 190 else tone("Teal"))
        self.fill(oval(x, y, r), sign.base)
        self.fill(
            f"M{x} {y - r * 0.62} q{r * 0.8} {r * 0.52} 0 {r * 1.24} q{-r * 0.8} {-r * 0.72} 0 {-r * 1.24} Z",
            self.main.base,
        )
