"""Charts and infographics: numbers as they are."""

from __future__ import annotations

import math

from ..palette import RGB, tone
from ..paths import arc, oval, rect, star
from ..pen import Pen
from ..text import Line, extent, fit
from ..things.printed import Chart, Infographic
from .entered import scene

_INK: RGB = (38, 40, 52)
_SOFT: RGB = (120, 124, 136)
_GRID: RGB = (222, 224, 230)
_SLICES = ("Blue", "Orange", "Green", "Red", "Purple", "Teal", "Yellow", "Pink", "Brown", "Gray", "Navy", "Mint")
LEFT, TOP, RIGHT, BOTTOM = 14.0, 24.0, 96.0, 80.0


def _label(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def _write_left(p: Pen, text: str, x: float, y: float, size: float, colour: RGB, width: float = 100.0) -> None:
    """A line that begins at x."""
    lines = fit((text,), width, size * 1.2, size)
    if lines:
        p.write(lines, x + extent(lines)[0] / 2, y, colour)


def _small(p: Pen, text: str, x: float, y: float, size: float, colour: RGB = _INK) -> None:
    p.write((Line(text, size),), x, y, colour)


def _steps(low: float, high: float) -> list[float]:
    """Round numbers along an axis."""
    span = max(high - low, 1e-9)
    raw = span / 5
    power = 10 ** math.floor(math.log10(raw))
    step = next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= raw)
    first = math.ceil(low / step - 1e-9) * step
    return [round(first + index * step, 6) for index in range(int((high - first) / step + 1e-9) + 1)]


def _bounds(c: Chart) -> tuple[float, float]:
    values = [value for each in c.series for value in each.values]
    if c.kind == "stacked":
        values = [sum(each.values[index] for each in c.series) for index in range(len(c.labels))]
    low = min(0.0, *values) if c.start == 0 else float(c.start)
    high = max(values)
    return low, high + (high - low or 1.0) * 0.1


def _axis(p: Pen, c: Chart) -> tuple[float, float]:
    """The grid of a standing chart. Returns what is at its foot, and the height of one unit."""
    low, high = _bounds(c)
    unit = (BOTTOM - TOP) / (high - low)
    for step in _steps(low, high):
        y = BOTTOM - (step - low) * unit
        p.line(f"M{LEFT} {y} H{RIGHT}", _GRID, 0.35)
        _small(p, _label(step), LEFT - 6, y, 3.0, _SOFT)
    width = (RIGHT - LEFT) / len(c.labels)
    every = max(1, math.ceil(len(c.labels) / 12))
    for index, label in enumerate(c.labels):
        if index % every == 0:
            p.write_in(
                (label,), LEFT + index * width - width * (every - 1) / 2, BOTTOM + 1, width * every * 0.96, 7, _INK, 3.6
            )
    p.line(f"M{LEFT} {BOTTOM} H{RIGHT}", _SOFT, 0.5)
    return low, unit


def _bars(p: Pen, c: Chart) -> None:
    low, unit = _axis(p, c)
    width = (RIGHT - LEFT) / len(c.labels)
    many = len(c.series) if c.kind == "bars" else 1
    for index in range(len(c.labels)):
        base = 0.0
        for nth, each in enumerate(c.series):
            value = each.values[index]
            wide = width * 0.76 / many
            x = LEFT + index * width + width * 0.12 + (wide * nth if c.kind == "bars" else 0)
            foot = BOTTOM - (max(base, low) - low) * unit
            top = BOTTOM - (max(base + value, low) - low) * unit
            p.fill(rect(x, min(foot, top), wide * 0.96, max(abs(foot - top), 0.01)), tone(each.color).base)
            if c.marked and wide > 3:
                y = (foot + top) / 2 if c.kind == "stacked" else min(foot, top) - 2
                dark = c.kind != "stacked" or sum(tone(each.color).base) > 420
                size = min(3.8, wide * 1.6 / max(2, len(_label(value))))
                _small(p, _label(value), x + wide / 2, y, size, _INK if dark else (255, 255, 255))
            if c.kind == "stacked":
                base += value


def _across(p: Pen, c: Chart) -> None:
    low, high = _bounds(c)
    left = 34.0
    unit = (RIGHT - 6 - left) / (high - low)
    height = (BOTTOM + 6 - TOP) / len(c.labels)
    for index, label in enumerate(c.labels):
        y = TOP + index * height
        p.write_in((label,), 2, y + height * 0.1, left - 4, height * 0.8, _INK, 4.2)
        tall = height * 0.76 / len(c.series)
        for nth, each in enumerate(c.series):
            value = each.values[index]
            length = max((value - low) * unit, 0.3)
            p.fill(rect(left, y + height * 0.12 + nth * tall, length, tall * 0.94), tone(each.color).base)
            if c.marked:
                _small(
                    p, _label(value), left + length + 4.5, y + height * 0.12 + (nth + 0.5) * tall, min(3.8, tall * 0.9)
                )
    p.line(f"M{left} {TOP} V{BOTTOM + 6}", _SOFT, 0.5)


def _lines(p: Pen, c: Chart) -> None:
    low, unit = _axis(p, c)
    width = (RIGHT - LEFT) / len(c.labels)
    for nth, each in enumerate(c.series):
        at = [(LEFT + (index + 0.5) * width, BOTTOM - (value - low) * unit) for index, value in enumerate(each.values)]
        colour = tone(each.color)
        if len(at) > 1:
            p.line("M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in at), colour.base, 1.1)
        for (x, y), value in zip(at, each.values, strict=True):
            p.fill(oval(round(x, 3), round(y, 3), 1.3), colour.base)
            if c.marked and len(c.labels) <= 12:
                _small(
                    p,
                    _label(value),
                    x,
                    y + (3.6 if nth % 2 else -3.4),
                    3.2,
                    colour.line if sum(colour.base) > 500 else colour.base,
                )


def _round(p: Pen, c: Chart) -> None:
    values, total = c.series[0].values, sum(c.series[0].values)
    colours = c.colors or tuple(_SLICES[index % len(_SLICES)] for index in range(len(values)))
    start = -90.0
    cx, cy, r = 35.0, 56.0, 28.0
    for index, (value, name) in enumerate(zip(values, colours, strict=True)):
        sweep = 360 * value / total
        slice_ = arc(cx, cy, r, r, start, start + sweep)
        points = [(cx, cy), *slice_.tolist()]
        p.fill("M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in points) + " Z", tone(name).base)
        p.line("M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in points), (255, 255, 255), 0.5)
        if c.marked and sweep > 14:
            middle = math.radians(start + sweep / 2)
            away = r * (0.66 if c.kind == "pie" else 0.78)
            ink = (255, 255, 255) if sum(tone(name).base) < 430 else _INK
            _small(p, _label(value), cx + away * math.cos(middle), cy + away * math.sin(middle), 4.0, ink)
        y = 30 + index * min(8.0, 58 / len(values))
        p.fill(rect(68, y - 1.8, 3.6, 3.6), tone(name).base)
        _write_left(p, c.labels[index], 73.5, y, 3.6, _INK, 25)
        start += sweep
    if c.kind == "donut":
        p.fill(oval(cx, cy, r * 0.52), (255, 255, 255))
        p.write_in((_label(total), c.unit) if c.unit else (_label(total),), cx - 11, cy - 8, 22, 16, _INK, 7)


@scene("chart")
def chart(p: Pen, c: Chart, view: str) -> None:
    p.fill(rect(-1, -1, 102, 102), (255, 255, 255))
    p.write_in((c.title,), 4, 2, 92, 11, _INK, 6.4)
    if c.kind in ("donut", "pie"):
        _round(p, c)
    else:
        {"bars": _bars, "stacked": _bars, "bars across": _across, "line": _lines}[c.kind](p, c)
        x = 6.0
        if len(c.series) > 1 or c.series[0].name:
            for each in c.series:
                p.fill(rect(x, 15, 3.4, 3.4), tone(each.color).base)
                _write_left(p, each.name, x + 4.6, 16.8, 3.6, _INK, 24)
                x += 8 + min(24.0, len(each.name) * 2.1)
        if c.unit:
            p.write_in((f"in {c.unit}",), 72, 14.5, 25, 5, _SOFT, 3.4)
    if c.source:
        _write_left(p, f"Source: {c.source}", 4, 96.5, 3.0, _SOFT, 92)


def icon(p: Pen, name: str, x: float, y: float, size: float, colour: RGB) -> None:
    """A sign, so high and wide, with its middle at x, y."""
    with p.at(x, y, size / 20):
        if name == "bicycle":
            for side in (-5.6, 5.6):
                p.line(oval(side, 2, 4), colour, 1.3, closed=True)
            p.line("M-5.600 2 L-2 -4 H4 L5.600 2 L0 2 L-2 -4", colour, 1.2)
        elif name == "bolt":
            p.fill("M2 -10 L-6 2 H-1 L-3 10 L6 -3 H1 Z", colour)
        elif name == "book":
            p.fill("M-9 -7 L-0.6 -5 V8 L-9 6 Z", colour)
            p.fill("M9 -7 L0.6 -5 V8 L9 6 Z", colour)
        elif name in ("bus", "car"):
            p.fill(rect(-9, -7, 18, 12, 2) if name == "bus" else "M-9 5 V0 L-6 -1 L-3 -6 H4 L7 -1 L9 0 V5 Z", colour)
            p.fill(
                rect(-7, -5, 14, 4) if name == "bus" else "M-3.500 -1 L-1.800 -4.500 H3 L4.800 -1 Z", (255, 255, 255)
            )
            for side in (-5, 5):
                p.fill(oval(side, 5, 2.4), (30, 32, 40))
        elif name == "clock":
            p.line(oval(0, 0, 8), colour, 1.8, closed=True)
            p.line("M0 -5 V0 L4 2", colour, 1.6)
        elif name == "coin":
            p.fill(oval(0, 0, 9), colour)
            _small(p, "$", 0, 0, 13, (255, 255, 255))
        elif name == "cup":
            p.fill("M-7 -5 H5 V3 Q5 7 1 7 H-3 Q-7 7 -7 3 Z", colour)
            p.line("M5 -3 Q10 -3 9 1 Q8 3 5 3", colour, 1.4)
        elif name == "drop":
            p.fill("M0 -10 Q8 1 6 5 Q4 10 0 10 Q-4 10 -6 5 Q-8 1 0 -10 Z", colour)
        elif name == "fish":
            p.fill("M-9 0 Q-2 -8 5 0 L9 -5 V5 L5 0 Q-2 8 -9 0 Z", colour)
            p.fill(oval(-5, -1, 1), (255, 255, 255))
        elif name == "flame":
            p.fill("M0 -10 Q2 -5 5 -2 Q9 4 4 9 H-4 Q-9 4 -5 -1 Q-3 -1 -3 1 Q-3 -6 0 -10 Z", colour)
        elif name == "heart":
            p.fill("M0 9 C-14 -1 -10 -9 -5 -9 Q-1 -9 0 -5 Q1 -9 5 -9 C10 -9 14 -1 0 9 Z", colour)
        elif name == "house":
            p.fill("M0 -9 L10 0 H7 V9 H-7 V0 H-10 Z", colour)
            p.fill(rect(-2, 3, 4, 6), (255, 255, 255))
        elif name == "leaf":
            p.fill("M-8 8 Q-9 -8 9 -9 Q9 8 -8 8 Z", colour)
            p.line("M-8 8 L4 -4", (255, 255, 255), 1)
        elif name == "person":
            p.fill(oval(0, -6, 3.6), colour)
            p.fill("M-6 9 V2 Q-6 -2 0 -2 Q6 -2 6 2 V9 Z", colour)
        elif name == "star":
            p.fill(star(0, 0, 10, 4, 5), colour)
        elif name == "sun":
            p.fill(star(0, 0, 10, 6.5, 10), colour)
            p.fill(oval(0, 0, 5), (255, 255, 255))
        else:
            p.fill("M0 -10 L7 2 H3 L8 7 H-8 L-3 2 H-7 Z", colour)
            p.fill(rect(-1.2, 6, 2.4, 4), colour)


@scene("infographic")
def infographic(p: Pen, g: Infographic, view: str) -> None:
    p.fill(rect(-1, -1, 102, 102), tone("#F6F3EA").base)
    head = tone(g.color)
    p.fill(rect(-1, -1, 102, 19), head.base)
    p.write_in((g.title,), 4, 2, 92, 14, (255, 255, 255) if sum(head.base) < 430 else _INK, 8)
    height = (74 if g.footer else 80) / len(g.facts)
    for index, each in enumerate(g.facts):
        y = 20 + index * height
        colour = tone(each.color).base
        size = min(13.0, height * 0.8)
        icon(p, each.icon, 12, y + height / 2, size, colour)
        p.write_in((each.value,), 22, y + height * 0.1, 30, height * 0.8, colour, min(11.0, height * 0.66))
        p.write_in((each.label,), 54, y + height * 0.1, 43, height * 0.8, _INK, 5)
        if index:
            p.line(f"M4 {y} H96", _GRID, 0.4)
    if g.footer:
        _write_left(p, g.footer, 4, 97, 3.0, _SOFT, 92)
