"""Furniture, piece by piece. Each stands with its foot at 0, 0; a chair is about 40 high."""

from __future__ import annotations

from ..palette import DARK, GLASS, PAPER, STEEL, Tone, tone
from ..paths import oval, rect, smooth
from ..pen import Pen
from ..things.home import Furniture
from .ground import by_chance

__all__ = ["extent_of", "piece"]


def extent_of(f: Furniture) -> tuple[float, float]:
    """Width and height."""
    return {
        "armchair": (46, 42), "bed": (84 if f.size == "double" else 56, 46), "bookshelf": (44, 16 + f.shelves * 11),
        "bunk bed": (66, 74), "chair": (30, 46), "coffee table": (60, 24), "cot": (56, 46), "desk": (74, 42),
        "dresser": (50, 52), "nightstand": (28, 30), "sofa": (26 + f.seats * 22, 40), "stool": (26, 34),
        "table": (76 if f.top == "rectangular" else 56, 42), "wardrobe": (22 + max(f.doors, 1) * 13, 84),
    }[f.kind]  # fmt: skip


def _stuff(f: Furniture) -> Tone:
    return tone(f.color)


def _soft(p: Pen, f: Furniture, path: str, shade: str = "top") -> None:
    """An upholstered surface: fabric with its pattern, leather with a sheen, wicker with its weave."""
    p.body(path, "sheen" if f.material == "leather" else shade, pitch=9)
    if f.material == "wicker":
        with p.clip(path):
            for at in range(-60, 60, 3):
                p.line(f"M{at} -90 V4", p.main.dark, 0.4)
            for at in range(-90, 4, 3):
                p.line(f"M-60 {at} H60", p.main.dark, 0.4)
    elif f.material == "leather":
        with p.clip(path):
            p.line("M-60 -20 H60", p.main.line, 0.3)


def _hard(p: Pen, f: Furniture, path: str, colour: Tone | None = None, shade: str = "top") -> None:
    """A surface of wood, metal or glass."""
    c = colour or _stuff(f)
    if f.material == "glass" and colour is None:
        p.part(path, GLASS, "glass", 0.7)
        return
    p.part(path, c, shade, 0.7)
    if f.material == "wood":
        with p.clip(path):
            for at in range(-88, 0, 5):
                p.line(f"M-60 {at} q20 1.400 40 0 q30 -1.400 80 0.600", c.dark, 0.3)


def _box(x: float, y: float, w: float, h: float) -> str:
    return f"M{x} {y} h{w} v{h} h{-w} z"


def _leg(p: Pen, f: Furniture, x: float, top: float, lean: float = 0.0, width: float = 3.0) -> None:
    c = tone(f.frame) if f.material != "metal" else STEEL
    p.part(f"M{x - width / 2} {top} h{width} L{x + width * 0.3 + lean} 0 h{-width * 0.6} Z", c, "round", 0.5)


def _legs(p: Pen, f: Furniture, half: float, top: float) -> None:
    """As many legs as there are; one is a pedestal."""
    broken = next((each.place for each in f.wear if each.kind == "broken leg"), None)
    if f.legs == 1:
        p.part(f"M-3 {top} h6 v{-top - 4} h-6 z", tone(f.frame), "round", 0.6)
        p.part("M-14 0 Q-12 -5 0 -5 Q12 -5 14 0 Z", tone(f.frame), "top", 0.6)
        return
    xs = {2: (-half, half), 3: (-half, 0.0, half), 4: (-half, -half * 0.55, half * 0.55, half)}[f.legs]
    for index, x in enumerate(xs):
        if broken and index == (0 if broken == "left" else len(xs) - 1 if broken == "right" else len(xs) // 2):
            p.part(f"M{x - 1.500} {top} h3 v5 l-1.500 2 l-1.500 -3 z", tone(f.frame), line=0.5)
            continue
        _leg(p, f, x, top)


def _seat(p: Pen, f: Furniture) -> None:
    """Sofas and armchairs."""
    seats = f.seats if f.kind == "sofa" else 1
    half = (26 + seats * 22) / 2 if f.kind == "sofa" else 23.0
    for x in (-half + 6, half - 6):
        _leg(p, f, x, -5)
    _soft(
        p,
        f,
        f"M{-half + 5} -12 V-34 Q{-half + 5} -40 {-half + 11} -40 H{half - 11} Q{half - 5} -40 {half - 5} -34 V-12 Z",
    )
    wide = (half - 11) * 2 / seats
    for index in range(seats):
        x = -half + 11 + index * wide
        p.line(f"M{x + wide} -38 V-20", p.main.line, 0.7) if index < seats - 1 else None
        _soft(
            p,
            f,
            f"M{x + 0.6} -12 V-19 Q{x + 0.6} -22 {x + 3} -22 H{x + wide - 3} Q{x + wide - 0.6} -22 "
            f"{x + wide - 0.6} -19 V-12 Z",
            "lit",
        )
    _soft(p, f, _box(-half + 4, -13, 2 * half - 8, 9))
    for side in (-1, 1):
        x = side * (half - 6)
        _soft(p, f, f"M{x - 6} -4 V-22 Q{x - 6} -28 {x} -28 Q{x + 6} -28 {x + 6} -22 V-4 Z", "round")
    for index in range(f.cushions):
        x = (index - (f.cushions - 1) / 2) * min(20.0, (2 * half - 30) / max(f.cushions, 1))
        with p.at(x, -25, 1, 12 if index % 2 else -12):
            p.part(
                "M-6 -6 Q0 -7.500 6 -6 Q7.500 0 6 6 Q0 7.500 -6 6 Q-7.500 0 -6 -6 Z",
                tone(f.cushion_color),
                "cloth",
                0.6,
            )


def _chair(p: Pen, f: Furniture) -> None:
    frame = tone(f.frame)
    if f.kind == "chair":
        for x in (-10, 10):
            p.part(_box(x - 1.4, -46, 2.8, 46), frame, "round", 0.5)
        _soft(p, f, "M-10 -44 Q0 -48 10 -44 V-30 Q0 -33 -10 -30 Z")
    elif f.legs == 1:
        _legs(p, f, 9, -26)
    if f.kind == "chair" or f.legs != 1:
        _legs(p, f, 11, -20 if f.kind == "chair" else -28)
    if f.kind == "stool":
        _soft(
            p,
            f,
            "M-13 -30 Q-13 -34 0 -34 Q13 -34 13 -30 Q13 -26 0 -26 Q-13 -26 -13 -30 Z"
            if f.top == "round"
            else _box(-13, -33, 26, 6),
        )
    else:
        _soft(p, f, "M-13 -24 H13 L15 -19 Q15 -17 13 -17 H-13 Q-15 -17 -15 -19 Z")
        if f.arms:
            for side in (-1, 1):
                p.tube(f"M{side * 11} -34 H{side * 15} V-19", 2, frame)


def _table(p: Pen, f: Furniture) -> None:
    low = f.kind == "coffee table"
    top = -22.0 if low else -38.0
    half = 30.0 if low else 38.0 if f.top == "rectangular" else 28.0
    _legs(p, f, half - 6, top + 4)
    if f.top == "round":
        _hard(
            p,
            f,
            f"M{-half} {top} Q{-half} {top - 7} 0 {top - 7} Q{half} {top - 7} {half} {top} Q{half} {top + 7} 0 "
            f"{top + 7} Q{-half} {top + 7} {-half} {top} Z",
        )
    else:
        depth = 9.0 if f.top == "square" else 6.0
        _hard(p, f, f"M{-half + 8} {top - depth} H{half - 8} L{half} {top} H{-half} Z", shade="lit")
        _hard(p, f, _box(-half, top, 2 * half, 4))


def _drawers(p: Pen, f: Furniture, x: float, y: float, w: float, h: float, many: int) -> None:
    missing = next((True for each in f.wear if each.kind == "missing handle"), False)
    for index in range(many):
        tall = h / many
        p.part(_box(x + 1.2, y + index * tall + 0.8, w - 2.4, tall - 1.6), _stuff(f), "lit", 0.6)
        if missing and index == 0:
            for hole in (-2, 2):
                p.fill(oval(x + w / 2 + hole, y + (index + 0.5) * tall, 0.6), DARK.base)
        else:
            p.part(rect(x + w / 2 - 3.4, y + (index + 0.5) * tall - 0.9, 6.8, 1.8, 0.8), STEEL, line=0.35)


def _chest(p: Pen, f: Furniture) -> None:
    """Dressers, nightstands, wardrobes, desks."""
    w, h = extent_of(f)
    x = -w / 2
    if f.kind == "desk":
        _leg(p, f, x + 5, -38, width=4)
        _hard(p, f, f"M{x + 6} -42 H{-x - 6} L{-x} -37 H{x} Z", shade="lit")
        _hard(p, f, _box(x, -37, w, 4))
        if f.drawers:
            _hard(p, f, _box(-x - 27, -33, 25, 33))
            _drawers(p, f, -x - 27, -33, 25, 33, f.drawers)
        else:
            _leg(p, f, -x - 5, -33, width=4)
        return
    for foot in (x + 4, -x - 4):
        _leg(p, f, foot, -5)
    _hard(p, f, _box(x, -h, w, h - 4))
    p.part(_box(x - 1, -h - 1, w + 2, 3), _stuff(f), "lit", 0.6)
    if f.kind == "wardrobe":
        low = 20.0 if f.drawers else 6.0
        many = max(f.doors, 0)
        for index in range(many):
            wide = (w - 2) / many
            p.part(_box(x + 1 + index * wide + 0.5, -h + 3, wide - 1, h - low - 5), _stuff(f), "sheen", 0.6)
            p.part(oval(x + 1 + index * wide + (wide - 2.6 if index % 2 == 0 else 2.6), -h / 2, 1.1), STEEL, line=0.35)
        if f.drawers:
            columns = f.drawers if f.drawers <= 2 else (f.drawers + 1) // 2
            rows = 1 if f.drawers <= 2 else 2
            for index in range(f.drawers):
                row, column = divmod(index, columns)
                wide, tall = (w - 2) / columns, 15 / rows
                p.part(_box(x + 1 + column * wide + 0.5, -20 + row * tall, wide - 1, tall - 1), _stuff(f), "lit", 0.6)
                p.part(
                    rect(x + 1 + (column + 0.5) * wide - 2.4, -20 + (row + 0.4) * tall, 4.8, 1.5, 0.6), STEEL, line=0.3
                )
    elif f.drawers:
        _drawers(p, f, x, -h + 2, w, h - 7, f.drawers)


def _bookshelf(p: Pen, f: Furniture) -> None:
    w, h = extent_of(f)
    x = -w / 2
    p.part(_box(x, -h, w, h), Tone(_stuff(f).dark, *_stuff(f)[1:]), "", 0.6)
    tall = (h - 6) / f.shelves
    for shelf in range(f.shelves):
        y = -h + 3 + (shelf + 1) * tall
        for book in range(6 - shelf % 3):
            high = tall * (0.55 + (book * 7 + shelf * 3) % 4 * 0.09)
            p.part(
                _box(x + 4 + book * 4.6, y - high - 1, 4.2, high),
                tone(("#C75B4E", "#E0A94A", "#5F8FA8", "#7FA075", "#A584B0")[(book + shelf) % 5]),
                line=0.35,
            )
        _hard(p, f, _box(x, y - 1.4, w, 2.8))
    for side in (x, -x - 3):
        _hard(p, f, _box(side, -h, 3, h), shade="round")
    _hard(p, f, _box(x - 1, -h - 1, w + 2, 3.4))


def _bed(p: Pen, f: Furniture) -> None:
    frame = tone(f.frame) if f.material != "metal" else STEEL
    if f.kind == "cot":
        p.part(_box(-26, -10, 52, 4), frame, line=0.6)
        _soft(p, f, _box(-25, -18, 50, 8))
        for bar in range(-26, 27, 5):
            p.line(f"M{bar} -40 V-6", frame.line, 1.6)
            p.line(f"M{bar} -40 V-6", frame.base, 1.1)
        p.part(_box(-28, -42, 56, 3.4), frame, "top", 0.6)
        for post in (-28, 25):
            p.part(_box(post, -46, 3.4, 46), frame, "round", 0.5)
        return
    if f.kind == "bunk bed":
        for y in (-14, -50):
            p.part(_box(-30, y - 2, 60, 6), frame, "top", 0.6)
            _soft(p, f, _box(-29, y - 9, 58, 8))
            p.part(rect(-28, y - 14, 14, 6, 2.4), PAPER, line=0.5)
        for post in (-33, 30):
            p.part(_box(post, -72, 3.6, 72), frame, "round", 0.6)
        for y in (-66, -60):
            p.part(_box(-30, y, 44, 2.4), frame, line=0.4)
        for post in (18, 27):
            p.part(_box(post, -62, 2, 62), frame, line=0.4)
        for y in range(-56, -4, 9):
            p.part(_box(18, y, 11, 2), frame, line=0.4)
        return
    half = 42.0 if f.size == "double" else 28.0
    p.part(
        f"M{-half + 2} -18 V-40 Q{-half + 2} -46 {-half + 9} -46 H{half - 9} Q{half - 2} -46 {half - 2} -40 V-18 Z",
        frame,
        "top",
        0.7,
    )
    pillows = (-half * 0.48, half * 0.48) if f.size == "double" else (0.0,)
    for x in pillows:
        p.part(rect(x - 14, -36, 28, 13, 5), PAPER, "cloth", 0.6)
    _soft(p, f, f"M{-half} -8 Q{-half} -27 {-half + 8} -28 H{half - 8} Q{half} -27 {half} -8 Z")
    p.part(_box(-half - 1, -10, 2 * half + 2, 7), frame, "top", 0.6)
    for x in (-half + 4, half - 4):
        _leg(p, f, x, -4)
    for index in range(f.cushions):
        p.part(rect((index - (f.cushions - 1) / 2) * 14 - 6, -33, 12, 10, 3), tone(f.cushion_color), "cloth", 0.5)


def _wear(p: Pen, f: Furniture) -> None:
    w, h = extent_of(f)
    for each in f.wear:
        x = {"left": -w * 0.28, "middle": 0.0, "right": w * 0.28}[each.place]
        y = {"table": -38.0, "coffee table": -22.0, "desk": -36.0, "bed": -18.0, "sofa": -17.0, "armchair": -17.0,
            "chair": -20.0,
             "stool": -30.0, "cot": -14.0, "bunk bed": -18.0}.get(f.kind, -h * 0.55)  # fmt: skip
        if each.kind == "stain":
            p.fill(
                smooth(f"{x - 5},{y} {x - 2},{y - 3} {x + 3},{y - 2} {x + 6},{y + 1} {x + 1},{y + 3} {x - 4},{y + 2}"),
                (96, 60, 30),
                170,
            )
        elif each.kind == "tear":
            p.fill(
                f"M{x - 5} {y - 2} L{x} {y - 0.5} L{x + 6} {y - 2.500} L{x + 2} {y + 1} L{x + 4} {y + 3} "
                f"L{x - 1} {y + 1} Z",
                (250, 240, 214),
            )
        elif each.kind == "burn":
            p.fill(oval(x, y, 3.4, 2), (30, 22, 20))
            p.line(oval(x, y, 4.4, 2.8), (90, 60, 40), 0.7, closed=True)
        elif each.kind == "crack":
            p.line(f"M{x - 2} {y - 5} l2 4 l-1.500 3 l3 5", (30, 26, 26), 0.9)
        elif each.kind == "scratches":
            ink = (250, 246, 236) if sum(_stuff(f).base) < 480 else (96, 84, 74)
            chance = by_chance("scratches")
            for _ in range(5):
                dx, dy = chance.uniform(-5, 2), chance.uniform(-3, 3)
                p.line(f"M{x + dx:.2f} {y + dy:.2f} l5 -1.800", ink, 0.5)


def piece(p: Pen, f: Furniture) -> None:
    """The piece with its foot at 0, 0. The pen must be dressed in its color and pattern."""
    w, _ = extent_of(f)
    p.shadow(0, 0, w / 2, 0.06)
    {"armchair": _seat, "sofa": _seat, "chair": _chair, "stool": _chair, "table": _table, "coffee table": _table,
     "bookshelf": _bookshelf, "bed": _bed, "bunk bed": _bed, "cot": _bed}.get(f.kind, _chest)(p, f)  # fmt: skip
    _wear(p, f)
