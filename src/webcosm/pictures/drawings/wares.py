"""Things that the shop has shapes for: used ones, and several together."""

from __future__ import annotations

from ..palette import tone
from ..paths import oval, rect, smooth
from ..pen import Pen
from ..placing import measure, stand
from ..things.goods import Arrangement, Goods
from .entered import scene
from .ground import by_chance, sky, wall_and_floor
from .pets import places as side_by_side

_AT_HOME = {"front": ("#E7E2D6", "#BE9467"), "angle": ("#D9E0E2", "#A87C4F"), "detail": ("#E7E2D6", "#BE9467"),
            "scene": ("#DDE5D8", "#B98B5F")}  # fmt: skip


def _wear(p: Pen, g: Goods, left: float, top: float, width: float, height: float) -> None:
    c = tone(g.colors[0])
    for each in g.wear:
        x = left + width * {"left": 0.32, "middle": 0.5, "right": 0.68}[each.place]
        y = top + height * 0.52
        if each.kind == "crack":
            for end in ("-7 -8", "6 -9", "8 4", "-5 9", "2 11"):
                p.line(f"M{x} {y} l{end}", (250, 250, 252) if sum(c.base) < 420 else (40, 40, 46), 0.7)
        elif each.kind == "dent":
            p.fill(oval(x, y, 5, 3.6), c.dark)
            p.line(f"M{x - 4} {y + 1} q4 4 8 0", c.light, 0.8)
        elif each.kind == "hole":
            p.fill(smooth(f"{x - 3},{y - 1} {x},{y - 4} {x + 3},{y - 2} {x + 3},{y + 2} {x - 1},{y + 4}"), (34, 28, 30))
            p.line(oval(x, y, 4), c.light, 0.6, closed=True)
        elif each.kind == "scratches":
            chance = by_chance("scratches")
            for _ in range(6):
                dx, dy = chance.uniform(-7, 3), chance.uniform(-5, 5)
                p.line(
                    f"M{x + dx:.2f} {y + dy:.2f} l6 -2.500", (250, 250, 250) if sum(c.base) < 480 else (90, 90, 96), 0.5
                )
        elif each.kind == "stain":
            p.fill(
                smooth(f"{x - 6},{y} {x - 2},{y - 4} {x + 4},{y - 3} {x + 6},{y + 1} {x + 1},{y + 4} {x - 5},{y + 3}"),
                (112, 76, 36),
                190,
            )
        else:
            x = left + width * {"left": 0.04, "middle": 0.5, "right": 0.96}[each.place]
            p.fill(
                f"M{x - 7} {top - 1} L{x + 7} {top - 1} L{x + 2} {top + 4} L{x - 1} {top + 9} L{x - 4} {top + 4} Z",
                tone(_AT_HOME["front"][0]).base,
            )


@scene("goods")
def goods(p: Pen, g: Goods, view: str) -> None:
    wall, floor = (tone(each).base for each in _AT_HOME[view])
    wall_and_floor(p, wall if g.backdrop is None else tone(g.backdrop).light, floor, 74)
    size = measure(g.shape, g.form)
    wide, high = size.right - size.left, size.bottom - size.top
    if view == "detail":
        scale = 1.7 * min(80 / wide, 80 / high)
        place = g.wear[0].place if g.wear else "middle"
        middle = 50 + {"left": 0.18, "middle": 0.0, "right": -0.18}[place] * wide * scale
        foot = 52 + high * scale / 2
        stand(p, g.shape, g.colors, middle, foot, high * scale, pattern=g.pattern, words=g.words, parts=g.parts,
              form=g.form)  # fmt: skip
        _wear(p, g, middle - wide * scale / 2, foot - high * scale, wide * scale, high * scale)
        return
    many = min(g.count, 12)
    columns = many if many <= 3 else -(-many // 2) if many <= 8 else 4
    rows = -(-many // columns)
    room = 80.0 if view != "scene" else 64.0
    scale = min(room / (wide * (columns + (columns - 1) * 0.1)), room / (high * (rows + (rows - 1) * 0.1)))
    for index in range(many):
        row, column = divmod(index, columns)
        here = min(columns, many - row * columns)
        x = 50 + (column - (here - 1) / 2) * wide * scale * 1.1
        foot = 92 - (rows - 1 - row) * high * scale * 1.1 if high * scale * rows > 30 else 86.0
        stand(
            p,
            g.shape,
            g.colors,
            x,
            foot,
            high * scale,
            pattern=g.pattern,
            words=g.words,
            parts=g.parts,
            form=g.form,
            turn=-6 if view == "angle" else 0,
        )
        if index == 0:
            _wear(p, g, x - wide * scale / 2, foot - high * scale, wide * scale, high * scale)
    if g.count > many:
        p.part(rect(66, 4, 30, 14, 3), tone("White"), line=0.6)
        p.write_in((f"×{g.count}",), 68, 5, 26, 12, (60, 50, 60), 10)


def _setting(p: Pen, name: str) -> None:
    if name == "grass":
        sky(p, horizon=44)
        p.fill(rect(-1, 42, 102, 60), tone("#8DBF6A").base)
        for x in range(3, 100, 9):
            p.line(f"M{x} {52 + x * 7 % 44} l1 -3 l1 3", tone("#6FA350").base, 0.5)
        return
    wall, floor = {"bench": ("#CFE3EE", "#8DBF6A"), "desk": ("#DDE3EC", "#D8B48A"), "floor": ("#E9E4DA", "#B98B5F"),
                   "kitchen": ("#DCE6DF", "#E3DCCE"), "shelf": ("#E4DCE6", "#C9B0A0"),
                   "table": ("#E8DFD2", "#C8955C")}[name]  # fmt: skip
    wall_and_floor(p, tone(wall).base, tone(floor).base, 50)
    if name == "bench":
        for y in (20, 30):
            p.part(rect(-2, y, 104, 6), tone("#A87C4F"), "top", 0.6)
        p.part("M-2 62 H102 V96 H-2 Z", tone("#A87C4F"), "top", 0.6)
        for y in (73, 84):
            p.line(f"M-2 {y} h104", tone("#A87C4F").line, 0.8)
    elif name == "floor":
        for y in (58, 67, 78, 91):
            p.line(f"M-1 {y} h102", tone(floor).dark, 0.8)
    elif name == "shelf":
        for y in (66, 94):
            p.part(rect(-2, y, 104, 4), tone("#A87C4F"), "top", 0.5)


@scene("things")
def things(p: Pen, a: Arrangement, view: str) -> None:
    _setting(p, a.setting)
    spots = side_by_side([each.place for each in a.things])
    depth = {"front": 92.0, "back": 66.0}
    order = sorted(range(len(a.things)), key=lambda index: a.things[index].depth != "back")
    for index in order:
        each = a.things[index]
        colors = (each.color,) if each.second is None else (each.color, each.second)
        wide = 30.0 if len(a.things) > 3 else 34.0
        part = wide / min(each.count, 3)
        for nth in range(each.count):
            column, row = nth % 3, nth // 3
            x = spots[index] + (column - (min(each.count, 3) - 1) / 2) * part
            foot = depth[each.depth] - row * 10
            high = 34.0 if each.depth == "front" else 27.0
            lying = not each.upright
            stand(p, each.shape, colors, x + (part * 0.3 if lying else 0), foot - (3 if lying else 0), high,
                  width=part * 0.95, pattern=each.pattern, words=each.words, turn=-82 if lying else 0)  # fmt: skip
