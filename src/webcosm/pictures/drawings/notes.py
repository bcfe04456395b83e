"""Notes written by hand."""

from __future__ import annotations

from ..handwriting import hand_width, write_by_hand
from ..palette import DARK, STEEL, mix, tone
from ..paths import oval, rect
from ..pen import Pen
from ..things.printed import Note
from .entered import scene


def _behind(p: Pen, setting: str) -> None:
    if setting == "fridge":
        p.fill(rect(-1, -1, 102, 102), tone("#E4E8EB").base)
        p.line("M92 -1 V102", tone("#E4E8EB").dark, 0.8)
        p.part(rect(94, 30, 3, 36, 1.4), STEEL)
    elif setting == "door":
        p.fill(rect(-1, -1, 102, 102), tone("#8C5A3C").base)
        for x in (8, 54):
            p.line(rect(x, 4, 38, 92, 1), tone("#8C5A3C").line, 1, closed=True)
    elif setting == "board":
        p.fill(rect(-1, -1, 102, 102), tone("#C99F6B").base)
        for x in range(3, 100, 9):
            p.fill(oval(x, x * 37 % 97, 0.7), tone("#A97F4E").base)
        p.line(rect(0, 0, 100, 100), tone("#7A5A3C").base, 4, closed=True)
    elif setting == "windshield":
        p.fill(rect(-1, -1, 102, 102), tone("#A9C3D0").base)
        p.fill("M-1 40 L60 -1 H80 L-1 60 Z", (255, 255, 255), 70)
        p.fill("M-1 92 Q50 82 102 92 V102 H-1 Z", (36, 40, 48))
        p.line("M-1 94 L96 60", DARK.base, 2.2)
    else:
        p.fill(rect(-1, -1, 102, 102), tone("#B98B5F").base)
        for y in (12, 34, 57, 80):
            p.line(f"M-1 {y} h102", tone("#B98B5F").dark, 0.5)


@scene("note")
def note(p: Pen, n: Note, view: str) -> None:
    _behind(p, n.setting)
    colour = tone(n.color)
    sheet = {
        "sticky": "M12 12 H88 V86 L80 90 H12 Z",
        "torn": "M12 6 H88 V88 L82 92 L75 88 L68 93 L60 89 L52 93 L44 88 L36 93 L27 89 L20 93 L12 89 Z",
    }.get(n.paper, "M12 6 H88 V94 H12 Z")
    turn = {"table": -3.0, "board": 2.0, "windshield": -4.0, "door": 1.0, "fridge": 1.5}[n.setting]
    with p.at(50, 50, 1, turn, about=(50, 50)):
        p.cast(sheet)
        p.part(sheet, colour, "" if n.paper != "napkin" else "cloth", 0.4)
        rows = list(n.lines)
        top, bottom = 20.0, 88.0
        entries = len(rows) + (1 if n.title else 0) + (1 if n.signed else 0)
        step = min(12.0, (bottom - top) / entries)
        if n.paper == "lined":
            for index in range(entries + 1):
                p.line(f"M12 {top + index * step + 2} H88", mix(colour.base, (90, 140, 200), 0.45), 0.35)
            p.line("M19 6 V94", mix(colour.base, (220, 80, 90), 0.5), 0.4)
        elif n.paper == "grid":
            for at in range(16, 88, 5):
                p.line(f"M{at} 6 V94", mix(colour.base, (90, 140, 200), 0.3), 0.3)
                p.line(f"M12 {at} H88", mix(colour.base, (90, 140, 200), 0.3), 0.3)
        elif n.paper == "napkin":
            p.line(rect(15, 9, 70, 82), colour.dark, 0.6, closed=True)
        ink = tone(n.ink).base
        left, wide = (28.0 if n.boxes else 21.0), (58.0 if n.boxes else 65.0)
        longest = max([hand_width(each) for each in rows] + [1.0])
        size = min(step * 0.62, wide / longest * 9)
        y = top
        if n.title:
            big = min(step * 0.74, 65 / hand_width(n.title) * 9)
            end = write_by_hand(p, n.title, 22, y, big, ink, 1.1)
            p.line(f"M22 {y + 1.800} Q{(22 + end) / 2} {y + 2.600} {end} {y + 1.600}", ink, 0.5)
            y += step
        for number, each in enumerate(rows, 1):
            if n.boxes:
                p.line(rect(21, y - size * 0.9, size, size), ink, 0.5, closed=True)
                if number in n.ticked:
                    p.line(
                        f"M{21 + size * 0.1} {y - size * 0.5} L{21 + size * 0.45} {y} L{21 + size * 1.300} "
                        f"{y - size * 1.300}",
                        tone("Red" if n.ink != "Red" else "Blue").base,
                        0.9,
                    )
            end = write_by_hand(p, each, left, y, size, ink)
            if number in n.crossed:
                p.line(f"M{left - 1} {y - size * 0.3} L{end} {y - size * 0.5}", ink, 0.8)
            y += step
        if n.signed:
            small = min(size, 40 / hand_width(n.signed) * 9)
            write_by_hand(p, n.signed, 82 - hand_width(n.signed) * small / 9, y, small, ink, 1.1)
        if n.setting == "fridge":
            p.part(oval(50, 8, 3.4), tone("Red"), "ball")
        elif n.setting == "board":
            p.part(oval(50, 9, 2.2), tone("Blue"), "ball")
        elif n.setting in ("door", "windshield"):
            p.fill(rect(40, 3, 20, 6), (240, 232, 190), 190)
