"""Screenshots: pages of other sites, conversations, terminals."""

from __future__ import annotations

from ..palette import RGB, mix, tone
from ..paths import oval, rect, star
from ..pen import Pen
from ..text import Line as Text
from ..text import extent, fit
from ..things.printed import Screenshot
from .entered import scene, within

_INK: RGB = (34, 36, 46)
_SOFT: RGB = (120, 124, 136)
_WHITE: RGB = (255, 255, 255)


def _left(p: Pen, words: str, x: float, y: float, width: float, height: float, size: float, colour: RGB) -> float:
    """Words from the left, broken into lines. Returns where they end below."""
    lines = fit((words,), width, height, size)
    top = y
    for line in lines:
        p.write((line,), x + extent((line,))[0] / 2, top + line.size * 0.6, colour)
        top += line.size * 1.2
    return top


def _stars(p: Pen, many: int, x: float, y: float, size: float) -> None:
    for index in range(5):
        colour = tone("Mustard").base if index < many else (214, 214, 220)
        p.fill(star(x + index * size * 2.3, y, size, size * 0.42, 5), colour)


def _frame(p: Pen, s: Screenshot) -> tuple[float, float, float, float]:
    """The browser or the phone. Returns the box of the page."""
    colour = tone(s.color)
    if s.device == "phone":
        p.fill(rect(-1, -1, 102, 102), tone("#D8DCE4").base)
        p.part(rect(20, 1, 60, 98, 6), tone("#1D1E22"), line=0.4)
        p.fill(rect(22.5, 4, 55, 92, 3), _WHITE)
        p.write((Text(s.time or "9:41", 3),), 29, 6.4, _INK)
        p.line(rect(68, 5, 6, 3, 0.6), _INK, 0.4, closed=True)
        p.fill(rect(68.3, 5.3, max(0.2, 5.4 * s.battery / 100), 2.4), tone("Green" if s.battery > 20 else "Red").base)
        p.fill(rect(22.5, 9, 55, 8), colour.base)
        p.write_in((s.site or s.title,), 25, 9.6, 50, 6.8, _WHITE if sum(colour.base) < 430 else _INK, 4.4)
        return 24.5, 19, 51, 75
    p.fill(rect(-1, -1, 102, 102), _WHITE)
    p.fill(rect(-1, -1, 102, 10), (222, 225, 230))
    for index, name in enumerate(("Red", "Yellow", "Green")):
        p.fill(oval(4 + index * 4, 4.6, 1.3), tone(name).base)
    p.fill(rect(18, 1.6, 78, 6.2, 3), _WHITE)
    _left(p, s.address, 21, 2.9, 72, 4, 3.4, _SOFT)
    p.fill(rect(-1, 9, 102, 9), colour.base)
    _left(p, s.site, 4, 10.8, 60, 6, 4.8, _WHITE if sum(colour.base) < 430 else _INK)
    return 4, 21, 92, 77


def _button(p: Pen, s: Screenshot, x: float, y: float, width: float) -> None:
    if s.button:
        p.fill(rect(x, y, width, 8, 2), tone(s.color).base)
        p.write_in((s.button,), x + 1, y + 0.8, width - 2, 6.4, _WHITE if sum(tone(s.color).base) < 430 else _INK, 4)


def _rows(p: Pen, s: Screenshot, x: float, y: float, w: float, h: float) -> None:
    if not s.lines:
        return
    tall = min(9.0, h / len(s.lines))
    for index, each in enumerate(s.lines):
        top = y + index * tall
        value = extent(fit((each.value,), w * 0.4, tall, 3.8))[0] if each.value else 0.0
        _left(p, each.text, x, top + 0.8, w - value - 2, tall - 1, 3.8, _INK)
        if each.value:
            lines = fit((each.value,), w * 0.4, tall, 3.8)
            p.write(lines, x + w - value / 2, top + 2.900, _INK)
        if s.kind in ("order", "results"):
            p.line(f"M{x} {top + tall - 0.4} h{w}", (226, 228, 232), 0.3)


def _chat(p: Pen, s: Screenshot, x: float, y: float, w: float, h: float) -> None:
    mine = tone(s.color)
    tall = min(17.0, h / max(1, len(s.lines)))
    for index, each in enumerate(s.lines):
        lines = fit((each.text,), w * 0.66, tall - 3.4, 3.6)
        width, height = extent(lines)
        left = x + w - width - 5 if each.mine else x
        top = y + index * tall
        p.fill(rect(left, top, width + 5, height + 2.4, 2), mine.base if each.mine else (230, 232, 237))
        ink = _WHITE if each.mine and sum(mine.base) < 430 else _INK
        p.write(lines, left + width / 2 + 2.5, top + height / 2 + 1.2, ink)
        if each.value:
            p.write((Text(each.value, 2.2),), left + (width + 5) / 2, top + height + 3.4, _SOFT)


@scene("screenshot")
def screenshot(p: Pen, s: Screenshot, view: str) -> None:
    if s.kind == "terminal":
        p.fill(rect(-1, -1, 102, 102), (24, 26, 32))
        p.fill(rect(-1, -1, 102, 7), (58, 60, 68))
        p.write_in((s.title,), 10, 0.6, 80, 5, (220, 220, 224), 3.6)
        tall = min(8.0, 90 / max(1, len(s.lines)))
        for index, each in enumerate(s.lines):
            _left(
                p,
                ("$ " if each.mine else "") + each.text,
                3,
                9 + index * tall,
                94,
                tall,
                3.8,
                (140, 230, 150) if each.mine else (222, 224, 228),
            )
        return
    x, y, w, h = _frame(p, s)
    if s.kind == "chat":
        _chat(p, s, x, y, w, h)
        return
    if s.kind == "error":
        p.fill(f"M{x + w / 2} {y + 4} l9 16 h-18 z", tone("Mustard").base)
        p.write((Text("!", 11),), x + w / 2, y + 14.5, _WHITE)
        p.write_in((s.title,), x, y + 22, w, 14, _INK, 7)
        _rows(p, s, x, y + 40, w, h - 52)
        _button(p, s, x + w * 0.3, y + h - 10, w * 0.4)
        return
    if s.kind in ("product", "review", "page") and s.picture is not None:
        side = min(w * 0.42, h * 0.5)
        within(p, s.picture, x, y, side)
        text = x + side + 3
        end = _left(p, s.title, text, y, x + w - text, 16, 4.8, _INK) if s.title else y
        if s.stars:
            _stars(p, s.stars, text + 2, end + 3, 1.7)
            end += 6
        if s.price:
            end = _left(p, s.price, text, end + 1, x + w - text, 8, 6.4, tone(s.color).line)
        _button(p, s, text, end + 2, x + w - text)
        _rows(p, s, x, y + max(side, end - y + 11) + 3, w, h - max(side, end - y + 11) - 3)
        return
    end = _left(p, s.title, x, y, w, 15, 5.6, _INK) + 2 if s.title else y
    if s.stars:
        _stars(p, s.stars, x + 2, end + 1, 1.8)
        end += 6
    if s.price:
        end = _left(p, s.price, x, end, w, 8, 6.4, mix(tone(s.color).line, _INK, 0.3)) + 2
    _rows(p, s, x, end, w, y + h - end - (10 if s.button else 0))
    _button(p, s, x, y + h - 9, w * 0.5)
