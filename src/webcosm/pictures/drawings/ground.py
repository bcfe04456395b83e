"""Skies, grounds and walls that scenes stand before."""

from __future__ import annotations

import random
import zlib

from ..palette import DARK, PAPER, RGB, STEEL, WOOD, Tone, mix, tone
from ..paths import oval, rect, smooth
from ..pen import Pen

__all__ = ["brick_wall", "by_chance", "outdoors", "sky", "tree", "veil", "wall_and_floor"]

_SKIES: dict[str, dict[str, str]] = {
    "day": {"clear": "#A9D8F2", "cloudy": "#C3D0DA", "rain": "#9FAEBB", "snow": "#CFD8E2", "fog": "#D5DADD",
            "storm": "#6E7B8B"},
    "dusk": {"clear": "#F2B08A", "cloudy": "#C79C98", "rain": "#8D8493", "snow": "#B7A9BC", "fog": "#C9B8B5",
             "storm": "#5F5870"},
    "night": {"clear": "#1E2A4A", "cloudy": "#2A3142", "rain": "#222A38", "snow": "#39445C", "fog": "#4A515E",
              "storm": "#161B28"},
}  # fmt: skip


def by_chance(*what: object) -> random.Random:
    """Chance that always falls out the same for the same things."""
    return random.Random(zlib.crc32(repr(what).encode()))


def sky(p: Pen, kind: str = "clear", time: str = "day", horizon: float = 60.0) -> None:
    """The sky down to the horizon: sun or moon, clouds, stars."""
    base = tone(_SKIES[time][kind]).base
    p.fill(rect(-1, -1, 102, horizon + 2), base)
    p.fill(rect(-1, horizon * 0.6, 102, horizon * 0.4 + 1), mix(base, (255, 255, 255), 0.16))
    if kind == "clear":
        if time == "night":
            chance = by_chance("stars")
            for _ in range(24):
                p.fill(oval(chance.uniform(1, 99), chance.uniform(1, horizon * 0.8), 0.5), (240, 240, 225))
            p.fill(oval(82, 14, 7), (244, 240, 214))
            p.fill(oval(85, 12, 6), base)
        elif time == "dusk":
            p.fill(oval(76, horizon - 4, 9), (255, 214, 120))
        else:
            p.fill(oval(84, 13, 7.5), (255, 226, 110))
    else:
        grey = mix(base, (40, 44, 60) if kind in ("rain", "storm") else (255, 255, 255), 0.32)
        for x, y, r in ((16, 12, 9), (28, 10, 11), (40, 13, 8), (66, 9, 9), (78, 12, 12), (90, 10, 8)):
            p.fill(oval(x, y, r, r * 0.62), grey)
    if kind == "storm":
        p.fill("M64 18 L54 36 H60 L53 52 L70 31 H63 L70 18 Z", (255, 236, 130))


def veil(p: Pen, kind: str, time: str = "day") -> None:
    """What lies over everything: rain, snow, fog, and the dark of night."""
    chance = by_chance("veil", kind)
    if time == "night":
        p.fill(rect(-1, -1, 102, 102), (12, 16, 40), 96)
    elif time == "dusk":
        p.fill(rect(-1, -1, 102, 102), (150, 60, 40), 36)
    if kind in ("rain", "storm"):
        for _ in range(70):
            x, y = chance.uniform(-4, 102), chance.uniform(-4, 98)
            p.line(f"M{x:.2f} {y:.2f} l-1.6 5.5", (226, 236, 246), 0.4)
    elif kind == "snow":
        for _ in range(90):
            p.fill(oval(round(chance.uniform(0, 100), 2), round(chance.uniform(0, 100), 2), 0.9), (255, 255, 255))
    elif kind == "fog":
        for y, alpha in ((24, 90), (42, 120), (60, 110), (76, 70)):
            p.fill(
                smooth(f"-8,{y} 20,{y - 6} 50,{y} 80,{y - 6} 108,{y} 108,{y + 16} -8,{y + 16}"), (236, 238, 240), alpha
            )


def tree(p: Pen, x: float, foot: float, size: float, season: str = "summer", crown: Tone | None = None) -> None:
    """A leaf tree as the season has it: blossom, leaves, brown leaves, none."""
    with p.at(x, foot, size):
        p.shadow(0, 0, 7)
        p.part("M-1.8 0 L-1.2 -16 H1.2 L1.8 0 Z", tone("#7A5A3C"), "round", 0.4)
        if season == "winter" and crown is None:
            for end in ("-9 -26", "-4 -31", "4 -31", "9 -25"):
                p.line(f"M0 -13 L{end}", (104, 78, 56), 1.1)
            return
        leaves = crown or {"spring": tone("#F2B8CC"), "autumn": tone("#D9822B")}.get(season, tone("#5C9E58"))
        p.part(smooth("0,-36 9,-32 13,-23 8,-14 -8,-14 -13,-23 -9,-32"), leaves, "ball", 0.5)


def brick_wall(p: Pen, colour: Tone, foot: float) -> None:
    p.fill(rect(-1, -1, 102, foot + 1), colour.base)
    for row in range(int(foot / 6) + 1):
        p.line(f"M-1 {row * 6} h102", colour.dark, 0.4)
        for column in range(9):
            p.line(f"M{column * 13 + (row % 2) * 6.5} {row * 6} v6", colour.dark, 0.4)


def wall_and_floor(p: Pen, wall: RGB, floor: RGB, foot: float = 74) -> None:
    p.fill(rect(-1, -1, 102, foot + 1), wall)
    p.fill(rect(-1, foot, 102, 102 - foot), floor)
    p.fill(rect(-1, foot - 2, 102, 2), mix(wall, (255, 255, 255), 0.5))


def outdoors(p: Pen, setting: str) -> None:
    """Where vehicles and bicycles are photographed."""
    if setting in ("garage", "hallway", "showroom"):
        wall, floor = {"garage": ("#C5CBD0", "#8C9197"), "hallway": ("#EADFCB", "#B58B62"),
                       "showroom": ("#E6EAEE", "#C9CED4")}[setting]  # fmt: skip
        wall_and_floor(p, tone(wall).base, tone(floor).base)
        if setting == "garage":
            for row in range(6):
                p.line(f"M-1 {row * 12 + 4} h102", tone(wall).dark, 0.6)
            p.part(rect(4, 20, 22, 3), WOOD, line=0.4)
            for x, colour in ((6, "#B5533C"), (12, "#4F86C6"), (18, "#E0A94A")):
                p.part(rect(x, 12, 5, 8, 0.8), tone(colour), line=0.4)
        elif setting == "hallway":
            p.part(rect(6, 12, 20, 62), PAPER, line=0.6)
            p.part(oval(22.5, 44, 1.3), STEEL)
        else:
            for x in (18, 50, 82):
                p.fill(oval(x, 4, 9, 2.4), (255, 255, 255))
            p.fill(oval(50, 88, 47, 8), mix(tone(floor).base, (255, 255, 255), 0.4))
        return
    if setting == "wall":
        brick_wall(p, tone("#C08A72"), 74)
        p.fill(rect(-1, 74, 102, 28), tone("#BDB7AC").base)
        p.line("M-1 74 h102", DARK.light, 0.6)
        return
    sky(p, horizon=56)
    if setting == "field":
        p.fill(smooth("-6,58 20,46 46,54 74,44 106,54 106,80 -6,80"), tone("#93B98A").base)
        p.fill(rect(-1, 62, 102, 40), tone("#B9C46A").base)
        for x in range(2, 100, 7):
            p.line(f"M{x - 1} {88 + x % 5} l1 4 l1.4 -4", tone("#8A9A48").base, 0.5)
    elif setting == "park":
        tree(p, 12, 66, 1.3)
        tree(p, 90, 64, 1.1)
        p.fill(rect(-1, 62, 102, 40), tone("#93C277").base)
        p.fill("M-1 100 v-18 q50 -8 102 0 v18 z", tone("#D9C8A4").base)
    elif setting == "driveway":
        p.part(rect(-4, 14, 72, 54), tone("#E7DCC8"), line=0.6)
        p.part("M-4 16 L66 16 L74 24 H-4 Z", tone("#8C4A42"), line=0.6)
        p.part(rect(8, 32, 44, 36), PAPER, line=0.6)
        for y in (39, 46, 53, 60):
            p.line(f"M8 {y} h44", PAPER.dark, 0.5)
        tree(p, 88, 68, 1.2)
        p.fill(rect(-1, 67, 102, 36), tone("#8DBF6A").base)
        p.fill("M-1 70 H70 L101 80 V101 H-1 Z", tone("#C4C0B8").base)
    else:  # a street
        for x, top, width, colour in ((-2, 18, 26, "#C98E73"), (24, 26, 22, "#D9C59B"), (46, 14, 24, "#9FB2BF"),
                                      (70, 24, 32, "#C7A3A0")):  # fmt: skip
            p.part(rect(x, top, width, 52), tone(colour), line=0.4)
            for row in range(2):
                for column in range(int(width / 9)):
                    p.part(rect(x + 3 + column * 9, top + 6 + row * 14, 4.5, 7), tone("#DCEAF0"), line=0.4)
        p.fill(rect(-1, 66, 102, 5), tone("#CFCBC2").base)
        p.fill(rect(-1, 71, 102, 31), tone("#7E8288").base)
        for x in range(-4, 104, 18):
            p.fill(rect(x, 94, 10, 1.4), (238, 236, 220))
