"""From a look to a picture: backdrop, how many of the thing and where, what goes beside it."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from . import shapes  # noqa: F401  (entering the shapes)
from .drawings import draw_scene
from .palette import KRAFT, PAPER, RGB, brightness, distance, mix, tone
from .paths import rect
from .pen import Pen
from .placing import measure, thing
from .registry import ENTERED, Drawing
from .scenes import SCENES
from .spec import VIEWS, PictureSpec, read_spec
from .things import read_scene

__all__ = ["SHAPES", "draw"]

SHAPES: Mapping[str, Drawing] = MappingProxyType(ENTERED)
SMALLEST, LARGEST = 16, 1024
MANY = 24
"""More than this many are not drawn one by one: a box says how many there are."""
_GAP = 0.1
"""Between things of a set, as a share of their size."""
_WIDE = 88.0
"""Room from left to right for a set."""
_BACKDROPS = ("#F1E6D6", "#DDE9EA", "#E8E2F0", "#E3EBDD", "#F4E1DC", "#DFE6F1")
_DARKER: RGB = (58, 52, 84)
_APART = 110
"""How far the colour of a thing must be from what is behind it."""


def draw(look: Mapping[str, Any], view: str, size: int) -> bytes:
    """A picture of a thing, as PNG. The same arguments give the same bytes.

    ``look`` says what to draw: ``{"shape": "mug", "colors": ["Red", "White"], "pattern": "stripes", "count": 1,
    "words": ["Harbor", "11 oz"], "backdrop": "Cream", "parts": ["lid"]}``, of which shape and colors are needed.
    ``view`` is one of VIEWS, ``size`` the side in pixels (16 to 1024). Raises ValueError for anything else.
    Or ``look`` has a ``scene``, such as ``{"scene": "vehicle", "make": "Alder", "body": "van", "color": "Blue"}``: then
    :mod:`webcosm.pictures.things` says what else it may hold, and which views there are.
    """
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise ValueError(f"size is {size!r}: a whole number from {SMALLEST} to {LARGEST} is accepted")
    if "scene" in look:
        facts = read_scene(look)
        if view not in facts.views:
            raise ValueError(f"unknown view {view!r} of a {facts.scene}: accepted are {', '.join(facts.views)}")
        return draw_scene(facts, facts.view or view if view == "front" else view, size)
    checked = read_spec(look, tuple(SHAPES))
    if view not in VIEWS:
        raise ValueError(f"unknown view {view!r}: accepted are {', '.join(VIEWS)}")
    pen = Pen(size, checked, _backdrop(checked, view))
    shape = SHAPES[checked.shape]
    if view == "detail":
        _detail(pen, shape)
    elif view == "scene":
        _scene(pen, shape)
    else:
        _studio(pen, shape, turned=view == "angle")
    return pen.png()


def _backdrop(look: PictureSpec, view: str) -> RGB:
    """The wanted colour, softened, or else the shape's own one; other or deeper where the thing would not stand out."""
    main = look.main.base
    if look.backdrop is not None:
        wanted = tone(look.backdrop).base
        colour = mix(wanted, (255, 255, 255), 0.35 if brightness(wanted) > 200 else 0.68)
    else:
        first = zlib.crc32(look.shape.encode())
        choice = [tone(_BACKDROPS[(first + turn) % len(_BACKDROPS)]).base for turn in range(len(_BACKDROPS))]
        colour = next((each for each in choice if distance(each, main) >= _APART), choice[0])
    for _ in range(3):
        if distance(colour, main) < _APART:
            colour = mix(colour, _DARKER, 0.13)
    return mix(colour, _DARKER, {"front": 0.0, "angle": 0.1, "detail": 0.05, "scene": 0.0}[view])


def _rows(
    count: int, width: float, height: float, room: float, middle: float
) -> tuple[float, list[tuple[float, float]]]:
    """A scale at which ``count`` things have room side by side, and where their feet stand (back rows first).

    They never cover each other, so that they can be counted. Another row must gain a quarter in size.
    """
    scale, rows = 0.0, 1
    for tried in range(1, count + 1):
        columns = math.ceil(count / tried)
        across, down = columns + (columns - 1) * _GAP, tried + (tried - 1) * _GAP
        fits = min(_WIDE / (width * across), room / (height * down))
        if fits > scale * 1.25:
            scale, rows = fits, tried
    columns = math.ceil(count / rows)
    step_x, step_y = width * scale * (1 + _GAP), height * scale * (1 + _GAP)
    lowest = middle + (height * scale + (rows - 1) * step_y) / 2
    places = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        for column in range(here):
            places.append((50 + (column - (here - 1) / 2) * step_x, lowest - (rows - 1 - row) * step_y))
    return scale, places


def _studio(pen: Pen, shape: Drawing, *, turned: bool) -> None:
    """The thing, or the set of them, alone before the backdrop."""
    look = pen.look
    left, top, right, bottom, writes = measure(shape.name, pen.look.form)
    width, height = right - left, bottom - top
    turn = -9.0 if turned else 0.0
    pen.depth = 1.8 if turned else 1.0
    floor = mix(_backdrop(look, "angle" if turned else "front"), (255, 255, 255), 0.3)
    pen.fill(rect(-1, 72, 102, 30) if not turned else "M-1 80 L101 66 V101 H-1 Z", floor)
    room = 76.0 if turned else 80.0
    middle = 50.0
    if look.words and (look.count > 1 or not writes):  # leave some room for the card
        room, middle = room - 10, middle - 6
    if look.count > MANY:
        _box_of_many(pen, shape, width, height, turn, flip=turned)
    elif look.count == 1:
        scale = min(room / width, room / height)
        foot = max(middle + height * scale / 2 + (1 if turned else 0), 72.0)  # wide things stand on the floor
        lean = height * scale / 2 * math.sin(math.radians(turn))
        thing(pen, shape, 50 - lean * 0.9, foot, scale, turn, flip=turned)
    else:
        scale, places = _rows(look.count, width, height, room, middle)
        for x, foot in places:
            thing(pen, shape, x, foot, scale, turn, flip=turned)
    _beside(pen, shape, repeat=look.count > 1)


def _box_of_many(pen: Pen, shape: Drawing, width: float, height: float, turn: float, *, flip: bool) -> None:
    """A carton that says how many there are, and two of them before it."""
    pen.shadow(50, 84, 40)
    pen.part("M14 30 L24 20 H82 L74 30 Z", KRAFT, "side")
    pen.part("M74 30 L82 20 V72 L74 84 Z", KRAFT, "side")
    pen.part(rect(14, 30, 60, 54), KRAFT, "sheen")
    pen.fill(rect(40, 30, 8, 54), mix(KRAFT.base, (255, 255, 255), 0.25))
    pen.fill(rect(18, 35, 32, 19, 3), PAPER.base)
    pen.write_in((f"×{pen.look.count}",), 19, 36, 30, 17, KRAFT.line, 17)
    scale = min(30 / width, 38 / height)
    for x, foot in ((56, 89), (83, 93)):
        thing(pen, shape, x, foot, scale, turn, flip=flip)


def _beside(pen: Pen, shape: Drawing, *, repeat: bool) -> None:
    """Cards for what the thing itself had no place for: words, and parts that its shape does not know."""
    look = pen.look
    if look.words and (repeat or not pen.written):
        pen.cast(rect(5, 82, 34, 14, 2), 0.8, 1)
        pen.part(rect(5, 82, 34, 14, 2), PAPER, line=0.5)
        pen.write_in(look.words[:3], 7, 83, 30, 12, _DARKER, 7)
        pen.written = True
    missing = [part for part in look.parts if part not in pen.drawn_parts | shape.parts]
    for index, name in enumerate(missing[:3]):
        y = 5 + index * 10
        pen.part(rect(63, y, 32, 8.4, 4.2), look.main, line=0.4)
        ink = (255, 255, 255) if brightness(look.main.base) < 150 else look.main.line
        pen.write_in((f"+ {name}",), 65, y + 0.8, 28, 6.8, ink, 5.4)


def _detail(pen: Pen, shape: Drawing) -> None:
    """One part of the thing, so near that the rest is cut off."""
    left, top, right, bottom, _writes = measure(shape.name, pen.look.form)
    zoom = shape.zoom * min(80 / (right - left), 80 / (bottom - top))
    with pen.at(50, 50, zoom, about=shape.focus):
        shape.draw(pen)


def _scene(pen: Pen, shape: Drawing) -> None:
    """The thing where it is used."""
    spot = SCENES[shape.scene](pen)
    left, top, right, bottom, _writes = measure(shape.name, pen.look.form)
    width, height = right - left, bottom - top
    count = 1 if spot.hung else min(pen.look.count, 3)
    room = min(spot.room * shape.share, 92.0)
    scale = min(room * 1.1 / (width * count), room / height)
    for index in range(count):
        x = spot.x + (index - (count - 1) / 2) * width * scale
        thing(pen, shape, x, spot.y + (height * scale if spot.hung else 0), scale)
