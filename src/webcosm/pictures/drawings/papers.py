"""Memes, signs, and two pictures side by side."""

from __future__ import annotations

from ..palette import DARK, PAPER, RGB, STEEL, WOOD, Tone, mix, tone
from ..paths import oval, rect
from ..pen import Pen
from ..text import fit
from ..things.printed import BeforeAfter, Meme, Sign
from .entered import scene, within
from .ground import brick_wall, by_chance, sky, tree

_WHITE: RGB = (255, 255, 255)


def _bold(p: Pen, words: str, y: float, height: float) -> None:
    """White letters with a black rim."""
    lines = fit((words,), 94, height, 9.5)
    for x, down in ((-0.55, 0), (0.55, 0), (0, -0.55), (0, 0.55), (-0.4, -0.4), (0.4, 0.4), (0.4, -0.4), (-0.4, 0.4)):
        p.write(lines, 50 + x, y + down, (0, 0, 0))
    p.write(lines, 50, y, _WHITE)


@scene("meme")
def meme(p: Pen, m: Meme, view: str) -> None:
    if m.style == "caption":
        p.fill(rect(-1, -1, 102, 102), _WHITE)
        said = tuple(words for words in (m.top, m.bottom) if words)
        top = 2.0
        for words in said:
            p.write_in((words,), 3, top, 94, 11, (20, 20, 26), 6.4)
            top += 11.5
        top = max(top, 4.0)
        within(p, m.picture, 2, top + 1, 96, height=97 - top)
        return
    within(p, m.picture, 0, 0, 100)
    if m.top:
        _bold(p, m.top.upper(), 11, 20)
    if m.bottom:
        _bold(p, m.bottom.upper(), 89, 20)


@scene("before_after")
def before_after(p: Pen, b: BeforeAfter, view: str) -> None:
    p.fill(rect(-1, -1, 102, 102), (250, 250, 248))
    for index, each in enumerate((b.before, b.after)):
        if b.across:
            within(p, each, 1 + index * 50, 22, 48)
            spot = (3.0 + index * 50, 73.0, 44.0)
        else:
            within(p, each, 27, 1 + index * 50, 48)
            spot = (1.0, 15 + index * 50.0, 24.0)
        if index < len(b.labels):
            p.part(rect(spot[0], spot[1], spot[2], 11, 2), tone("Charcoal" if index == 0 else "Green"), line=0)
            p.write_in((b.labels[index],), spot[0] + 1, spot[1] + 1, spot[2] - 2, 9, _WHITE, 7)


def _ground(p: Pen, setting: str) -> None:
    if setting in ("wall", "shop front"):
        brick_wall(p, tone("#C7A488" if setting == "wall" else "#8E9BA6"), 84)
        p.fill(rect(-1, 84, 102, 18), tone("#BDB7AC").base)
        if setting == "shop front":
            p.part(rect(8, 50, 84, 34), tone("#CFE4EE"), "sheen")
            p.line("M50 50 v34", DARK.base, 1)
        return
    sky(p, "clear", "day", 66)
    if setting == "roadside":
        p.fill(rect(-1, 64, 102, 12), tone("#8DBF6A").base)
        p.fill(rect(-1, 74, 102, 28), tone("#7E8288").base)
    else:
        p.fill(rect(-1, 62, 102, 40), tone("#8DBF6A").base)
    if setting == "fence":
        for x in range(-2, 104, 8):
            p.part(f"M{x} 92 v-66 l3 -4 l3 4 v66 z", tone("#D9C7A6"), line=0.4)
    elif setting == "tree":
        p.part("M30 101 Q36 50 30 -2 H72 Q66 50 74 101 Z", tone("#7A5A3C"), "round")
        for x, y in ((40, 10), (60, 30), (44, 88), (58, 76)):
            p.line(f"M{x} {y} q2 6 -1 12", tone("#7A5A3C").dark, 1)
    elif setting == "lawn":
        tree(p, 86, 66, 1.1)


def _plate(p: Pen, s: Sign) -> tuple[float, float, float, float]:
    """The sign without its words. Returns the box for them."""
    colour = tone(s.color)
    post = s.setting in ("roadside", "lawn")
    if post and s.kind not in ("banner", "chalkboard"):
        p.part(rect(47.5, 50, 5, 46), STEEL if s.setting == "roadside" else WOOD, "round")
    elif post:
        for x in (12, 84):
            p.part(rect(x, 30, 4, 62), WOOD, "round")
    if s.kind == "warning":
        shape = "M50 4 L96 50 L50 96 L4 50 Z" if not post else "M50 4 L88 42 L50 80 L12 42 Z"
        p.part(shape, colour, "", 1.4)
        return (28, 30, 44, 40) if not post else (30, 26, 40, 32)
    if s.kind == "road":
        p.part(rect(12, 14, 76, 44, 4), colour)
        p.line(rect(14, 16, 72, 40, 3), tone(s.ink).base, 1, closed=True)
        return 17, 18, 66, 36
    if s.kind == "street":
        p.part(rect(6, 24, 88, 26, 3), colour, "top")
        p.line(rect(8, 26, 84, 22, 2), tone(s.ink).base, 0.8, closed=True)
        return 11, 28, 78, 18
    if s.kind == "banner":
        p.cast("M4 26 Q50 34 96 26 V60 Q50 68 4 60 Z")
        p.part("M4 26 Q50 34 96 26 V60 Q50 68 4 60 Z", colour, "cloth")
        for x, y in ((4, 26), (96, 26), (4, 60), (96, 60)):
            p.line(f"M{x} {y} l{-6 if x < 50 else 6} -4", DARK.base, 0.8)
        return 9, 33, 82, 26
    if s.kind == "chalkboard":
        p.part("M18 96 L26 10 H74 L82 96 Z", WOOD, line=0.8)
        p.part("M24 84 L30 15 H70 L76 84 Z", tone("#2F3A36"), line=0.6)
        return 32, 18, 36, 62
    if s.kind == "plaque":
        p.cast(rect(16, 22, 68, 46, 4))
        p.part(rect(16, 22, 68, 46, 4), colour, "sheen")
        for x in (20, 80):
            for y in (26, 64):
                p.part(oval(x, y, 1.4), STEEL, line=0.4)
        return 22, 26, 56, 38
    if s.kind == "shop":
        p.part(rect(6, 18, 88, 24, 2), colour, "top")
        for index in range(11):
            p.part(f"M{6 + index * 8} 42 h8 v8 q-4 4 -8 0 z", colour if index % 2 else PAPER, line=0.4)
        return 10, 20, 80, 20
    height = 70.0 if not post else 50.0
    p.cast(rect(16, 12, 68, height, 1))
    p.part(rect(16, 12, 68, height, 1), colour)
    if s.kind == "board":
        p.line(rect(18, 14, 64, height - 4), WOOD.base, 2.4, closed=True)
    else:
        for x in (20, 80):
            p.part(oval(x, 15.5, 1.5), tone("Red" if s.kind == "poster" else "Silver"), line=0.4)
    return 21, 18, 58, height - 12


def _state(p: Pen, s: Sign, box: tuple[float, float, float, float]) -> None:
    x, y, w, h = box
    if s.state == "weathered":
        chance = by_chance("weathered")
        for _ in range(16):
            spot = round(x + chance.uniform(-4, w + 4), 2), round(y + chance.uniform(-4, h + 4), 2)
            p.fill(
                oval(*spot, round(chance.uniform(0.5, 1.7), 2)), mix(tone("#9A6A44").base, tone(s.color).base, 0.3), 190
            )
    elif s.state == "graffiti":
        p.line(
            f"M{x} {y + h} q{w * 0.2} {-h * 0.7} {w * 0.35} {-h * 0.1} q{w * 0.1} {-h * 0.6} {w * 0.3} "
            f"{-h * 0.2} q{w * 0.2} {h * 0.2} {w * 0.35} {-h * 0.4}",
            tone("Pink" if s.color != "Pink" else "Blue").base,
            1.4,
        )


@scene("sign")
def sign(p: Pen, s: Sign, view: str) -> None:
    _ground(p, s.setting)
    with p.at(50, 50, 1, 9 if s.state == "bent" else 0, about=(50, 50)):
        box = _plate(p, s)
        _state(p, s, box)  # before the words, which stay readable
        x, y, w, h = box
        ink: Tone = tone(s.ink) if s.kind != "chalkboard" else tone("White")
        if s.picture is not None:
            side = min(w * 0.8, h * 0.52)
            p.write_in(s.lines[:1], x, y, w, h * 0.2, ink.base, 9)
            within(p, s.picture, x + (w - side) / 2, y + h * 0.22, side)
            if s.lines[1:]:
                p.write_in(s.lines[1:], x, y + h * 0.22 + side + 1, w, h * 0.78 - side - 1, ink.base, 6)
        else:
            tall = h / len(s.lines)
            for index, words in enumerate(s.lines):
                p.write_in((words,), x, y + index * tall, w, tall, ink.base, 12)
