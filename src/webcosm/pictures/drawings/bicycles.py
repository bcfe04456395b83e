"""Bicycles, by kind, with what is fixed to them and what is missing."""

from __future__ import annotations

from ..palette import DARK, RUBBER, STEEL, Tone, tone
from ..paths import arc, oval, rect
from ..pen import Pen
from ..things.wheels import Bicycle
from .entered import scene
from .ground import by_chance, outdoors

_RUST = tone("#9A4F22")


def _wheel(p: Pen, b: Bicycle, x: float, y: float, r: float, where: str, rim: Tone) -> None:
    worn = {each.kind for each in b.wear if each.place == where}
    rx, ry = (r * 0.82, r * 1.06) if "bent wheel" in worn else (r, r)
    tyre = 2.6 if b.kind == "mountain" else 2.0 if b.kind != "road" else 1.2
    if "flat tire" in worn:
        p.line(f"M{x - r * 0.8} {y + r - 0.4} H{x + r * 0.8}", RUBBER.base, tyre * 2)
    p.line(oval(x, y, rx, ry), RUBBER.base, tyre, closed=True)
    p.line(oval(x, y, rx - tyre * 0.8, ry - tyre * 0.8), rim.base, 0.9, closed=True)
    for spoke in range(8):
        with p.at(x, y, 1, spoke * 22.5):
            p.line(f"M{-rx + tyre} 0 H{rx - tyre}", STEEL.line, 0.25)
    p.part(oval(x, y, 1.3), STEEL, line=0.3)


def _bicycle(p: Pen, b: Bicycle) -> None:
    paint, trim = tone(b.color), tone(b.second) if b.second else DARK
    extras, worn = set(b.extras), {each.kind for each in b.wear}
    small = b.kind in ("folding", "kids")
    r = 9.5 if b.kind == "folding" else 11.0 if small else 15.5
    rear, front = (16.0, 84.0) if b.kind in ("cargo", "tandem") else (22.0, 78.0)
    axle = 88 - r
    bottom, top = (46.0, 78.0), 44.0 if not small else 50.0
    front_r = 10.0 if b.kind == "cargo" else r
    front_axle = 88 - front_r
    p.shadow(50, 89, 40, 0.05)
    _wheel(p, b, rear, axle, r, "rear", trim)
    _wheel(p, b, front, front_axle, front_r, "front", trim)
    if "fenders" in extras:
        p.line(arc(rear, axle, r + 2.4, r + 2.4, 190, 330), paint.base, 1.4)
        p.line(arc(front, front_axle, front_r + 2.4, front_r + 2.4, 215, 350), paint.base, 1.4)
    if "training wheels" in extras:
        p.line(f"M{rear} {axle} L{rear - 7} 84", STEEL.line, 1)
        p.part(oval(rear - 7, 84.5, 4), RUBBER)
        p.part(oval(rear - 7, 84.5, 1.8), trim)
    seat, head = (38.0, top), (69.0, top + 2)
    if b.kind == "cargo":
        head = (60.0, top + 2)
        p.part("M60 62 H90 L86 78 H62 Z", tone("#B98B5F"), "top", 0.7)
    thick = 2.6 if b.kind in ("mountain", "electric", "cargo") else 1.8
    fork = f"M{head[0]} {head[1]} L{front} {front_axle}"
    p.tube(fork, thick, paint)
    if b.kind == "mountain":
        p.line(f"M{head[0] + 3} {head[1] + 8} L{front - 1} {front_axle - 6}", STEEL.base, 2.2)
    tubes = [f"M{rear} {axle} L{bottom[0]} {bottom[1]}", f"M{rear} {axle} L{seat[0] + 1} {seat[1] + 6}",
             f"M{bottom[0]} {bottom[1]} L{seat[0]} {seat[1]}"]  # fmt: skip
    if b.frame == "step-through":
        tubes.append(f"M{head[0]} {head[1] + 3} Q{bottom[0] + 14} {bottom[1] - 8} {bottom[0]} {bottom[1]}")
        tubes.append(f"M{head[0]} {head[1] + 8} Q{bottom[0] + 14} {bottom[1] - 3} {bottom[0]} {bottom[1]}")
    else:
        tubes.append(f"M{head[0]} {head[1] + 3} L{bottom[0]} {bottom[1]}")
        tubes.append(f"M{head[0]} {head[1]} L{seat[0]} {seat[1] + 4}")
    for each in tubes:
        p.tube(each, thick, paint, shine=False)
    if b.kind == "folding":
        p.part(rect(54, 60, 3.4, 5, 0.8), STEEL, line=0.5)
    if b.kind == "tandem":
        p.tube(f"M{rear + 10} {axle - 4} L{rear + 8} {top}", thick, paint, shine=False)
        p.tube(f"M{rear + 8} {top + 3} L{seat[0]} {top + 3}", thick, paint, shine=False)
        _saddle(p, trim, rear + 8, top - 4)
        p.line(f"M{seat[0]} {top - 4} l7 -3", STEEL.line, 1.2)
    if b.kind == "electric":
        p.part("M52 62 L62 54 L65 58 L55 67 Z", DARK, line=0.6)
        p.part(oval(rear, axle, 3.6), DARK)
    if b.brand:
        with p.at(58, 62 if b.frame == "diamond" else 70, 1, -48 if b.frame == "diamond" else -28):
            p.write_in(
                (b.brand,), -12, -2.4, 24, 4.800, (255, 255, 255) if sum(paint.base) < 430 else (40, 40, 50), 4.4
            )
    # Crank, chain, pedals
    p.line(f"M{rear} {axle - 2} L{bottom[0]} {bottom[1] - 3.4}", (70, 72, 78), 0.6)
    p.line(f"M{rear} {axle + 2} L{bottom[0]} {bottom[1] + 3.4}", (70, 72, 78), 0.6)
    p.line(oval(bottom[0], bottom[1], 3.6), STEEL.line, 0.9, closed=True)
    if "missing pedal" not in worn:
        p.line(f"M{bottom[0]} {bottom[1]} l4 6", DARK.base, 1.1)
        p.part(rect(bottom[0] + 1.6, bottom[1] + 5.2, 5, 1.8, 0.5), DARK, line=0.3)
    p.line(f"M{bottom[0]} {bottom[1]} l-4 -6", DARK.base, 1.1)
    # Seat post and saddle
    high = 12.0 if b.kind == "folding" else 5.0
    p.tube(f"M{seat[0]} {seat[1]} l-0.8 {-high}", 1.3, STEEL, shine=False)
    if "missing saddle" not in worn:
        _saddle(p, trim, seat[0] - 0.8, seat[1] - high, torn="torn saddle" in worn)
    _handlebar(p, b, head, trim)
    _extras(p, extras, rear, axle, r, seat, head)
    if "rust" in worn:
        chance = by_chance("rust")
        for _ in range(12):
            p.fill(
                oval(
                    round(chance.uniform(34, 58), 2),
                    round(chance.uniform(66, 82), 2),
                    round(chance.uniform(0.6, 1.6), 2),
                ),
                _RUST.base,
            )


def _saddle(p: Pen, trim: Tone, x: float, y: float, *, torn: bool = False) -> None:
    p.part(
        f"M{x - 6} {y - 2} Q{x} {y - 3.500} {x + 7} {y - 1} Q{x + 2} {y + 1} {x - 3} {y + 2.500} Q{x - 7} "
        f"{y + 2} {x - 6} {y - 2} Z",
        trim,
        line=0.5,
    )
    if torn:
        p.fill(f"M{x - 4} {y - 1} l4 -1 l-1 2 l2 0.5 l-5 1 z", tone("#F0C84A").base)


def _handlebar(p: Pen, b: Bicycle, head: tuple[float, float], trim: Tone) -> None:
    x, y = head
    rise = 14.0 if b.kind == "folding" else 6.0
    p.tube(f"M{x} {y} L{x - 1.6} {y - rise}", 1.4, STEEL, shine=False)
    x, y = x - 1.6, y - rise
    if b.kind == "road":
        p.line(f"M{x} {y} H{x + 6} Q{x + 11} {y + 1} {x + 9} {y + 6} Q{x + 7} {y + 8} {x + 3} {y + 7}", trim.base, 1.8)
    elif b.kind in ("city", "cargo", "electric", "tandem"):
        p.line(f"M{x} {y} Q{x + 6} {y - 5} {x - 2} {y - 4} L{x - 9} {y - 1}", STEEL.line, 1.4)
        p.line(f"M{x - 4} {y - 3.200} L{x - 9} {y - 1}", trim.base, 2)
    else:
        p.line(f"M{x + 2} {y} L{x - 4} {y - 1}", STEEL.line, 1.6)
        p.line(f"M{x - 1} {y - 0.6} L{x - 6} {y - 1.200}", trim.base, 2.2)


def _extras(p: Pen, extras: set[str], rear: float, axle: float, r: float, seat: tuple[float, float],
            head: tuple[float, float]) -> None:  # fmt: skip
    back = axle - r - 4
    if extras & {"rack", "panniers", "child seat"}:
        p.line(f"M{rear - 12} {back} H{seat[0] - 2}", DARK.base, 1.2)
        p.line(f"M{rear - 4} {back} L{rear} {axle}", DARK.base, 0.8)
    if "panniers" in extras:
        p.part(rect(rear - 10, back + 0.6, 15, 15, 2), tone("#6B7A3C"), "top", 0.6)
        p.line(f"M{rear - 10} {back + 6} h15", tone("#6B7A3C").line, 0.6)
    if "child seat" in extras:
        p.part(
            f"M{rear - 10} {back - 18} Q{rear - 12} {back - 20} {rear - 7} {back - 20} L{rear - 5} {back - 8} "
            f"H{rear + 7} V{back - 1} H{rear - 7} Z",
            tone("#5A7FA8"),
            "side",
            0.6,
        )
    if "basket" in extras:
        x, y = head[0] + 3, head[1] - 5
        p.part(f"M{x} {y} h17 l-2.500 12 h-12 z", tone("#C49A5E"), line=0.6)
        for step in range(1, 5):
            p.line(f"M{x + step * 3.4} {y} l{-0.4 * step + 0.8} 12", tone("#C49A5E").line, 0.4)
        p.line(f"M{x + 1} {y + 4} h15", tone("#C49A5E").line, 0.4)
        p.line(f"M{x + 1.6} {y + 8} h13", tone("#C49A5E").line, 0.4)
    if "bell" in extras:
        p.part(oval(head[0] - 4, head[1] - 9.5, 1.8), tone("Gold"), "ball", 0.4)
    if "lights" in extras:
        p.part(oval(head[0] + 3.6, head[1] + 1, 2.2), tone("#FFF0B0"), line=0.5)
        p.part(oval(seat[0] - 4, seat[1] + 3, 1.7), tone("#D0262C"), line=0.4)
    if "bottle" in extras:
        with p.at(57.5, 60, 1, 38):
            p.part(rect(-2, -6, 4, 10, 1), tone("#E9EDF0"), line=0.5)
            p.fill(rect(-1.2, -7.5, 2.4, 1.6), DARK.base)
    if "kickstand" in extras:
        p.line(f"M{rear + 8} {axle + 1} L{rear + 5} 89.500", STEEL.line, 1.3)
    if "lock" in extras:
        p.line(oval(seat[0] - 5, seat[1] + 14, 4, 5), tone("#E3C13A").base, 1.5, closed=True)
        p.part(rect(seat[0] - 7, seat[1] + 17, 4.4, 3.6, 0.6), DARK, line=0.3)


@scene("bicycle")
def bicycle(p: Pen, b: Bicycle, view: str) -> None:
    outdoors(p, b.setting)
    if view == "detail":
        with p.at(50, 52, 2.4, about=(42, 76)):
            _bicycle(p, b)
        return
    scale = {1: 1.0, 2: 0.74, 3: 0.6}[b.count]
    for index in range(b.count):
        shift = (index - (b.count - 1) / 2) * (30 if b.count == 2 else 26)
        foot = 90 - (b.count - 1 - index) * 7 if b.count > 1 else 90.0
        flip = view == "angle"
        with p.at(50 + shift, foot, scale, 4 if flip else 0, about=(50, 90), flip=flip):
            _bicycle(p, b)
