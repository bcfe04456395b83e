"""Marks drawn on a screenshot: the Set-of-Marks, and the place an action touched.

Each marked element gets a coloured box and a tag with its number. A tag goes where it hides least: candidates around
and inside the box are weighed by the ink they would cover (edges in the picture itself, so text counts wherever it is),
by tags and boxes already there, and by their distance from the corner one looks at first. Same picture and view, same
bytes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from webcosm.observe.lines import numbered_marks
from webcosm.observe.records import Box, PageView

__all__ = ["MARK_COLOURS", "MarkOptions", "MarkedPicture", "draw_marks", "mark_action"]

Colour = tuple[int, int, int]
_Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
_Integers = NDArray[np.int64]

MARK_COLOURS: tuple[Colour, ...] = (
    (190, 18, 60),
    (29, 78, 216),
    (21, 108, 52),
    (126, 34, 206),
    (180, 71, 8),
    (14, 100, 118),
    (162, 28, 120),
    (77, 100, 15),
    (67, 56, 202),
    (120, 53, 15),
)
"""Taken in turn. All dark enough for white digits (contrast of 4.5 and more), neighbours far apart in hue."""

ACTION_COLOUR: Colour = (255, 60, 0)
SMALLEST_BOX = 4.0
"""CSS pixels: less is no place for a box; such elements get a tag only."""


@dataclass(frozen=True, slots=True)
class MarkOptions:
    """How marks look. Lengths are CSS pixels."""

    scale: float = 1.0
    """Device pixels in the picture for one CSS pixel."""
    font_size: float = 13.0
    line_width: float = 2.0
    labels: Literal["numbers", "ids"] = "numbers"
    """What tags say: numbers as in the ``marks`` text, or the elements' ids as in ``webcosm`` and ``browsergym``."""

    def __post_init__(self) -> None:
        for name in ("scale", "font_size", "line_width"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be a positive number, not {getattr(self, name)}")
        if self.labels not in ("numbers", "ids"):
            raise ValueError(f"labels must be 'numbers' or 'ids', not {self.labels!r}")


@dataclass(frozen=True, slots=True)
class MarkedPicture:
    """A picture with marks, and what they stand for."""

    png: bytes
    labels: dict[str, str]
    """From each tag's text to the element's id."""


class _Rect(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


def draw_marks(picture: bytes | Image.Image, view: PageView, options: MarkOptions | None = None) -> MarkedPicture:
    """The picture of the viewport with a box and a tag on everything the view marks."""
    options = options or MarkOptions()
    image = _opened(picture)
    marks = numbered_marks(view)
    boxes = [_on_picture(view.elements[index].box, options.scale, image.size) for _, index in marks]
    texts = [str(number) if options.labels == "numbers" else view.elements[index].id for number, index in marks]
    font = ImageFont.load_default(size=max(6.0, options.font_size * options.scale))
    width = max(1, round(options.line_width * options.scale))
    tags = _TagPlacer(image, boxes, font, width).place(texts)

    draw = ImageDraw.Draw(image, "RGBA")
    for order, box in enumerate(boxes):
        colour = MARK_COLOURS[order % len(MARK_COLOURS)]
        if min(box.right - box.left, box.bottom - box.top) >= SMALLEST_BOX * options.scale:
            # The frame runs around the box, not over its contents; a pale line around it shows it on dark ground.
            halo, frame = (_inclusive(_within(_grown(box, by), image.size)) for by in (width + 1, width))
            draw.rectangle(halo, outline=(255, 255, 255, 150))
            draw.rectangle(frame, fill=(*colour, 18), outline=(*colour, 255), width=width)
    for order, (text, tag) in enumerate(zip(texts, tags, strict=True)):
        colour = MARK_COLOURS[order % len(MARK_COLOURS)]
        _draw_tag(draw, tag, text, font, colour, options.scale)
    labels = {text: view.elements[index].id for text, (_, index) in zip(texts, marks, strict=True)}
    return MarkedPicture(_encoded(image), labels)


def mark_action(
    picture: bytes | Image.Image, target: Box | tuple[float, float], *, scale: float = 1.0, label: str = ""
) -> bytes:
    """The picture with the acted-on box framed, or the acted-on point ringed, and a word beside it if given."""
    if not scale > 0:
        raise ValueError(f"scale must be a positive number, not {scale}")
    image = _opened(picture)
    draw = ImageDraw.Draw(image, "RGBA")
    line = max(2, round(3 * scale))
    if isinstance(target, Box):
        frame = _within(_grown(_on_picture(target, scale, image.size), round(4 * scale)), image.size)
        # A white halo under the frame keeps it visible on any ground.
        radius = round(5 * scale)
        draw.rounded_rectangle(_inclusive(frame), radius=radius, outline=(255, 255, 255, 230), width=line + 2)
        draw.rounded_rectangle(_inclusive(frame), radius=radius, outline=(*ACTION_COLOUR, 255), width=line)
    else:
        x, y = target[0] * scale, target[1] * scale
        reach = 14 * scale
        frame = _Rect(round(x - reach), round(y - reach), round(x + reach), round(y + reach))
        draw.ellipse(frame, fill=(*ACTION_COLOUR, 60), outline=(255, 255, 255, 230), width=line + 2)
        draw.ellipse(frame, outline=(*ACTION_COLOUR, 255), width=line)
        dot = 3 * scale
        draw.ellipse((x - dot, y - dot, x + dot, y + dot), fill=(*ACTION_COLOUR, 255), outline=(255, 255, 255, 230))
    if label:
        font = ImageFont.load_default(size=max(6.0, 14 * scale))
        (tag,) = _TagPlacer(image, [_grown(frame, line)], font, 0, roomy=True).place([label])
        _draw_tag(draw, tag, label, font, ACTION_COLOUR, scale)
    return _encoded(image)


def _draw_tag(draw: ImageDraw.ImageDraw, tag: _Rect, text: str, font: _Font, colour: Colour, scale: float) -> None:
    draw.rounded_rectangle(_inclusive(tag), radius=round(3 * scale), fill=(*colour, 255), outline=(255, 255, 255, 255))
    middle = ((tag.left + tag.right) / 2, (tag.top + tag.bottom) / 2)
    draw.text(middle, text, font=font, fill=(255, 255, 255, 255), anchor="mm")


class _TagPlacer:
    """Finds a place for each tag, in order, knowing all boxes and the tags placed before.

    A roomy tag is wider and goes further to find a place where it hides nothing.
    """

    def __init__(self, image: Image.Image, boxes: list[_Rect], font: _Font, line: int, *, roomy: bool = False) -> None:
        self._size = image.size
        self._boxes = boxes
        self._font = font
        self._line = line
        self._padding = (1.2, 2.0) if roomy else (0.6, 1.5)  # in heights of a digit
        self._corner_cost = 5 if roomy else 60
        self._ink = _ink_sums(image)
        self._all_boxes: _Integers = np.array(boxes, dtype=np.int64).reshape(-1, 4)
        self._placed: _Integers = np.zeros((len(boxes), 4), dtype=np.int64)

    def place(self, texts: list[str]) -> list[_Rect]:
        tags = []
        for order, text in enumerate(texts):
            width, height = self._tag_size(text)
            candidates = [
                _within(_Rect(left, top, left + width, top + height), self._size, keep_size=True)
                for left, top in _corners(self._boxes[order], width, height, self._line)
            ]
            best = candidates[int(self._costs(order, np.array(candidates, dtype=np.int64)).argmin())]
            self._placed[order] = best
            tags.append(best)
        return tags

    def _tag_size(self, text: str) -> tuple[int, int]:
        left, _, right, _ = self._font.getbbox(text)
        _, top, _, bottom = self._font.getbbox("0")
        height = round(bottom - top)
        return round(right - left) + round(height * self._padding[0]) + 1, round(height * self._padding[1]) + 1

    def _costs(self, order: int, tags: _Integers) -> _Integers:
        """Hidden tags are worst, then hidden ink, then other boxes; a little for every less usual corner.

        The weights were found by looking at pictures: per pixel, ink of full contrast is dear, and a corner further
        down the list costs as much as a faint line.
        """
        left, top, right, bottom = tags.T
        area = np.maximum(1, (right - left) * (bottom - top))
        on_tags = _overlaps(tags, self._placed[:order]).sum(axis=1)
        on_boxes = (
            _overlaps(tags, self._all_boxes).sum(axis=1) - _overlaps(tags, self._all_boxes[order : order + 1])[:, 0]
        )
        sums = self._ink
        ink = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        costs: _Integers = (100_000 * on_tags + 40 * on_boxes + 25 * ink) // area + self._corner_cost * np.arange(
            len(tags)
        )
        return costs


def _corners(box: _Rect, width: int, height: int, line: int) -> list[tuple[int, int]]:
    """Where a tag may stand, the usual places first."""
    middle = (box.top + box.bottom - height) // 2
    return [
        (box.left, box.top - height + line),
        (box.right - width, box.top - height + line),
        (box.left - width + line, box.top),
        (box.right - line, box.top),
        (box.left, box.bottom - line),
        (box.right - width, box.bottom - line),
        (box.left - width + line, middle),
        (box.right - line, middle),
        (box.right - width, box.top),
        (box.left, box.top),
        (box.right - width, box.bottom - height),
        (box.left, box.bottom - height),
        (box.left - width // 2, box.top - height // 2),
        (box.right - width, middle),
    ]


def _overlaps(tags: _Integers, others: _Integers) -> _Integers:
    """Shared area of each tag (rows) with each of the others (columns)."""
    wide = np.minimum(tags[:, None, 2], others[None, :, 2]) - np.maximum(tags[:, None, 0], others[None, :, 0])
    high = np.minimum(tags[:, None, 3], others[None, :, 3]) - np.maximum(tags[:, None, 1], others[None, :, 1])
    area: _Integers = np.maximum(wide, 0) * np.maximum(high, 0)
    return area


def _ink_sums(image: Image.Image) -> _Integers:
    """Sums of edge strength over all rectangles from the top left corner; one row and column more than the picture."""
    grey = np.asarray(image.convert("L"), dtype=np.int16)
    edges = np.zeros(grey.shape, dtype=np.int16)
    edges[:, 1:] += np.abs(np.diff(grey, axis=1))
    edges[1:, :] += np.abs(np.diff(grey, axis=0))
    sums = np.zeros((grey.shape[0] + 1, grey.shape[1] + 1), dtype=np.int64)
    np.cumsum(np.cumsum(edges, axis=0, dtype=np.int64), axis=1, out=sums[1:, 1:])
    return sums


def _on_picture(box: Box | None, scale: float, size: tuple[int, int]) -> _Rect:
    if box is None:
        raise ValueError("an element without a box cannot be drawn")
    x, y, width, height = box
    rect = _Rect(round(x * scale), round(y * scale), round((x + width) * scale), round((y + height) * scale))
    return _within(rect, size)


def _within(rect: _Rect, size: tuple[int, int], *, keep_size: bool = False) -> _Rect:
    """The rectangle cut to the picture, or with ``keep_size`` moved into it as far as it fits."""
    if keep_size:
        left = max(0, min(rect.left, size[0] - (rect.right - rect.left)))
        top = max(0, min(rect.top, size[1] - (rect.bottom - rect.top)))
        rect = _Rect(left, top, left + rect.right - rect.left, top + rect.bottom - rect.top)
    return _Rect(
        min(max(rect.left, 0), size[0]),
        min(max(rect.top, 0), size[1]),
        min(max(rect.right, 0), size[0]),
        min(max(rect.bottom, 0), size[1]),
    )


def _grown(rect: _Rect, by: int) -> _Rect:
    return _Rect(rect.left - by, rect.top - by, rect.right + by, rect.bottom + by)


def _inclusive(rect: _Rect) -> tuple[int, int, int, int]:
    """Pillow counts the last row and column in."""
    return rect.left, rect.top, max(rect.left, rect.right - 1), max(rect.top, rect.bottom - 1)


def _opened(picture: bytes | Image.Image) -> Image.Image:
    if isinstance(picture, Image.Image):
        return picture.convert("RGB")
    try:
        with Image.open(io.BytesIO(picture)) as image:
            return image.convert("RGB")
    except (OSError, SyntaxError) as error:
        raise ValueError(f"not a picture that can be read: {len(picture)} bytes beginning {picture[:8]!r}") from error


def _encoded(image: Image.Image) -> bytes:
    """PNG without anything but pixels, so that equal pictures are equal bytes."""
    buffer = io.BytesIO()
    image.save(buffer, format="PNG", optimize=False, compress_level=6)
    return buffer.getvalue()
