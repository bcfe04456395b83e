"""Cars, vans, motorcycles: from the side, from ahead, from behind, inside."""

from __future__ import annotations

from dataclasses import dataclass

from ..palette import DARK, GLASS, PAPER, RUBBER, STEEL, Tone, mix, tone
from ..paths import arc, oval, rect, star
from ..pen import Pen
from ..things.wheels import MAKES, Vehicle
from .entered import scene
from .ground import by_chance, outdoors

__all__ = ["badge"]

_LAMP = tone("#FFF3C4")
_REAR = tone("#C22B2B")
_RUST = tone("#9A4F22")


@dataclass(frozen=True)
class _Form:
    """The outline of a car's side, drawn from the rear (left) to the front (right); its foot is at y = 78."""

    hull: str
    glass: tuple[str, ...]
    wheels: tuple[float, float]
    radius: float
    belt: float
    """Where the doors end above."""
    span: tuple[float, float]
    """From where to where doors go."""
    roof: tuple[float, float, float]
    """The roof: from x, to x, at y."""


_FORMS = {
    "sedan": _Form(
        "M4 70 Q3 58 8 56 L20 54 Q30 41 38 40 H56 Q64 41 73 54 L90 57 Q97 59 97 70 Z",
        ("M24 53 Q32 43 38 43 H46 V53 Z", "M48.500 43 H56 Q62 44 68 53 H48.500 Z"), (22, 79), 8, 54, (27, 70), (36,
            58, 40)),
    "coupe": _Form(
        "M4 70 Q3 60 8 57 L18 55 Q34 43 44 43 H54 Q63 44 73 55 L91 58 Q97 60 97 70 Z",
        ("M26 54 Q38 46 45 46 H53 Q60 47 68 54 Z",), (22, 79), 8.2, 55, (40, 68), (42, 56, 43)),
    "convertible": _Form(
        "M4 70 Q3 60 8 57 L26 56 L30 58 H64 L68 56 L91 58 Q97 60 97 70 Z",
        ("M63 56 L57 44 L59.500 43.500 L68 56 Z",), (22, 79), 8.2, 58, (36, 64), (30, 60, 58)),
    "hatchback": _Form(
        "M10 70 Q8 58 11 54 L18 41 Q20 38 25 38 H52 Q60 39 70 53 L86 56 Q94 58 94 70 Z",
        ("M17 52 L22 42 H34 V52 Z", "M36.500 42 H51 Q58 43 65 52 H36.500 Z"), (26, 77), 8, 53, (30, 67), (24, 54, 38)),
    "wagon": _Form(
        "M4 70 Q3 58 5 53 L10 41 Q11 39 15 39 H55 Q63 40 73 54 L90 57 Q97 59 97 70 Z",
        ("M9 52 L13 42.500 H24 V52 Z", "M26.500 42.500 H42 V52 H26.500 Z", "M44.500 42.500 H55 Q61 43 67 52 H44.500 Z"),
        (22, 79), 8, 53, (25, 69), (14, 57, 39)),
    "suv": _Form(
        "M5 68 Q4 54 6 50 L11 34 Q12 32 16 32 H58 Q65 33 74 49 L91 52 Q96 54 96 68 Z",
        ("M10 47 L14 36 H25 V47 Z", "M27.500 36 H42 V47 H27.500 Z", "M44.500 36 H57 Q62 37 68 47 H44.500 Z"),
        (23, 78), 9.6, 49, (26, 70), (15, 60, 32)),
    "pickup": _Form(
        "M3 68 V51 H40 L43 36 Q44 34 48 34 H61 Q68 35 76 50 L92 52 Q97 54 97 68 Z",
        ("M45 48 L48 38 H60 Q65 39 71 48 Z",), (21, 79), 9.4, 50, (43, 72), (45, 62, 34)),
    "van": _Form(
        "M4 70 V31 Q4 27 9 27 H70 Q77 28 84 46 L93 52 Q97 55 97 70 Z",
        ("M68 31 H70 Q75 32 81 46 H68 Z",), (22, 78), 8.4, 47, (64, 83), (8, 70, 27)),
    "camper": _Form(
        "M3 70 V24 Q3 20 8 20 H76 Q80 20 80 25 L76 32 L83 47 L93 53 Q97 56 97 70 Z",
        ("M70 36 H75 L80.500 47 H70 Z", "M12 30 h14 v12 h-14 z", "M34 30 h14 v12 h-14 z"), (22, 78), 8.4, 48, (66, 82),
        (6, 74, 20)),
}  # fmt: skip


def badge(p: Pen, make: str, x: float, y: float, r: float, metal: Tone = STEEL) -> None:
    """A maker's badge: one of eight signs, in a ring or in a shield."""
    number = MAKES.index(make)
    frame = (
        oval(x, y, r)
        if number < 8
        else f"M{x - r} {y - r} h{2 * r} v{r} q0 {r} {-r} {r * 1.3} q{-r} {-r * 0.3} {-r} {-r * 1.3} z"
    )
    p.part(frame, metal, line=0.5)
    ink = tone("#22304A").base
    inner = r * 0.62
    sign = number % 8
    if sign == 0:
        p.fill(star(x, y, inner, inner * 0.45, 3), ink)
    elif sign == 1:
        low = y + inner * 0.6
        p.fill(f"M{x - inner} {low} L{x} {y - inner} L{x + inner} {low} L{x} {y + inner * 0.1} Z", ink)
    elif sign == 2:
        p.line(oval(x, y, inner * 0.75), ink, r * 0.24, closed=True)
    elif sign == 3:
        p.fill(rect(x - inner, y - inner * 0.3, inner * 2, inner * 0.6), ink)
    elif sign == 4:
        p.fill(star(x, y, inner, inner * 0.4, 5), ink)
    elif sign == 5:
        p.line(f"M{x - inner} {y - inner * 0.6} L{x + inner} {y + inner * 0.6}", ink, r * 0.3)
    elif sign == 6:
        for side in (-0.5, 0.5):
            p.fill(oval(x + inner * side, y, inner * 0.42), ink)
    else:
        p.fill(f"M{x} {y - inner} L{x + inner} {y} L{x} {y + inner} L{x - inner} {y} Z", ink)


def _wheel(p: Pen, v: Vehicle, x: float, y: float, r: float, where: str) -> None:
    worn = {each.kind for each in v.wear if each.place == where}
    if "flat tire" in worn:
        p.part(
            f"M{x - r} {y} Q{x - r} {y - r} {x} {y - r} Q{x + r} {y - r} {x + r} {y} Q{x + r * 1.2} {y + r} "
            f"{x + r} {y + r} H{x - r} Q{x - r * 1.2} {y + r} {x - r} {y} Z",
            RUBBER,
            line=0.5,
        )
    else:
        p.part(oval(x, y, r), RUBBER, line=0.5)
    if "missing hubcap" in worn:
        p.part(oval(x, y, r * 0.6), tone("#5B4B40"), line=0.5)
        for turn in range(5):
            with p.at(x, y, 1, turn * 72):
                p.fill(oval(0, -r * 0.3, r * 0.08), (20, 18, 18))
        return
    p.part(oval(x, y, r * 0.66), tone("#9EA3AA") if v.wheels == "steel" else tone("#D5D9DE"), line=0.5)
    if v.wheels == "alloy":
        for turn in range(5):
            with p.at(x, y, 1, turn * 72):
                p.fill(
                    f"M{-r * 0.15} {-r * 0.14} L{-r * 0.36} {-r * 0.56} H{r * 0.36} L{r * 0.15} {-r * 0.14} Z",
                    (66, 70, 78),
                )
        for turn in range(5):
            with p.at(x, y, 1, turn * 72 + 36):
                p.line(f"M0 0 V{-r * 0.6}", (222, 226, 230), r * 0.16)
    elif v.wheels == "wire":
        p.fill(oval(x, y, r * 0.62), (92, 96, 104))
        for turn in range(9):
            with p.at(x, y, 1, turn * 20):
                p.line(f"M0 {-r * 0.62} V{r * 0.62}", (232, 234, 238), 0.4)
    else:
        p.part(oval(x, y, r * 0.5), tone("#B9BEC5"), "ball", 0.4)
        for turn in range(8):
            with p.at(x, y, 1, turn * 45):
                p.fill(oval(0, -r * 0.5, r * 0.07), (60, 62, 70))
    p.part(oval(x, y, r * 0.16), STEEL, line=0.4)


def _splash(p: Pen, x: float, y: float, r: float, colour: Tone, what: str, alpha: int = 255) -> None:
    """A ragged spot."""
    chance = by_chance(what)
    for _ in range(9):
        p.fill(
            oval(
                round(x + chance.uniform(-r, r), 2),
                round(y + chance.uniform(-r, r) * 0.6, 2),
                round(r * chance.uniform(0.2, 0.5), 2),
            ),
            colour.base,
            alpha,
        )


def _side_wear(p: Pen, v: Vehicle, form: _Form) -> None:
    places = {"front": 89.0, "middle": 50.0, "rear": 10.5}
    for each in v.wear:
        x, y = places[each.place], form.belt + 9
        if each.kind == "dent":
            p.fill(oval(x, y, 6, 4.4), v_dark(v))
            p.line(arc(x, y, 6, 4.4, 20, 160), tone(v.color).light, 0.8)
            p.line(f"M{x - 4} {y} l3 -1.6 l3 2 l2.500 -1.500", tone(v.color).line, 0.6)
        elif each.kind == "scratch":
            ink = (240, 240, 240) if sum(tone(v.color).base) < 480 else (90, 90, 96)
            for shift in (0, 1.8, 3.4):
                p.line(f"M{x - 7} {y + shift - 1} l13 -3", ink, 0.5)
        elif each.kind == "rust":
            _splash(p, x, y + 3, 5.5, _RUST, f"rust{each.place}")
        elif each.kind == "dirt":
            _splash(p, x, y + 4, 9, tone("#7A6245"), f"dirt{each.place}", 190)
        elif each.kind == "odd panel":
            odd = tone("Gray" if v.color not in ("Gray", "Silver") else "Red")
            p.part(rect(x - 7, form.belt + 1, 14, 16), odd, line=0.6)


def v_dark(v: Vehicle) -> tuple[int, int, int]:
    return mix(tone(v.color).dark, (0, 0, 0), 0.18)


def _side(p: Pen, v: Vehicle) -> None:
    form = _FORMS[v.body]
    paint = tone(v.color)
    worn = {(each.kind, each.place) for each in v.wear}
    p.shadow(50, 86, 46, 0.06)
    extras = set(v.extras)
    if "tow hitch" in extras:
        p.line("M6 72 H-1 v-3", DARK.base, 1.6)
    if "spare wheel" in extras:
        p.part(rect(form.wheels[0] - 25 if v.body != "pickup" else 0, 44, 4, 16, 2), RUBBER, line=0.5)
    left, right, top = form.roof
    if v.body == "convertible":
        for x in (40.0, 52.0):
            p.part(
                f"M{x} 60 L{x - 2} 47 Q{x - 2} 45 {x + 1} 45 L{x + 4} 46 L{x + 5} 60 Z", tone(v.seat_color), line=0.5
            )
    p.part(form.hull, paint, "", 0.8)
    with p.clip(form.hull):
        if v.second is not None:
            second = tone(v.second).base
            p.fill(rect(0, 0, 100, form.belt) if v.second_on == "roof" else rect(0, form.belt + 4, 100, 5), second)
        p.fill(rect(0, form.belt, 100, 1.2), paint.light)
        p.fill(rect(0, 66, 100, 6), paint.dark)
    p.line(form.hull, paint.line, 0.7, closed=True)
    for window in form.glass:
        p.part(window, tone("#BFD9E4"), "sheen", 0.5)
    if ("cracked windshield", "front") in worn or any(each.kind == "cracked windshield" for each in v.wear):
        x, y = right + 7, form.belt - 6
        for end in ("-6 -3", "-3 5", "5 4", "-8 2", "2 -5"):
            p.line(f"M{x} {y} l{end}", (255, 255, 255), 0.5)
    if v.body == "pickup":
        p.fill(rect(5, 51, 34, 2), (52, 54, 60))
    _doors(p, v, form)
    # Lights
    dark = (50, 48, 50)
    p.fill("M91 58 h5.500 v5 h-7 z", dark if ("broken light", "front") in worn else _LAMP.base)
    p.fill(rect(form_left(v), 57, 3, 6), dark if ("broken light", "rear") in worn else _REAR.base)
    p.fill(rect(form_left(v) - 1, 67, 100 - 2 * form_left(v), 2.6, 1), (70, 72, 78))
    for x, where in zip(form.wheels, ("rear", "front"), strict=True):
        p.fill(arc(x, 76, form.radius + 2, form.radius + 2, 180, 360), (34, 34, 38))
        _wheel(p, v, x, 77.5, form.radius, where)
    if "roof rack" in extras or "roof box" in extras or "bike rack" in extras or "ladder" in extras:
        for x in (left + 3, right - 3):
            p.line(f"M{x} {top} v-2.500", DARK.base, 1.2)
        p.line(f"M{left} {top - 2.6} H{right}", DARK.base, 1.3)
    if "roof box" in extras:
        p.part(
            f"M{left - 2} {top - 3.500} L{left} {top - 10} H{right - 3} L{right + 3} {top - 3.500} Z",
            tone("#4A4E57"),
            "top",
            0.5,
        )
    if "ladder" in extras:
        p.line(f"M{left - 3} {top - 4} H{right + 3}", STEEL.line, 0.9)
        p.line(f"M{left - 3} {top - 7.500} H{right + 3}", STEEL.line, 0.9)
        for rung in range(int(left), int(right), 5):
            p.line(f"M{rung} {top - 4} v-3.500", STEEL.line, 0.8)
    if "bike rack" in extras:
        for x in (left + 6, right - 6):
            p.line(oval(x, top - 9, 5.5), DARK.base, 0.9, closed=True)
        p.line(
            f"M{left + 6} {top - 9} L{(left + right) / 2} {top - 15} L{right - 6} {top - 9}", tone("Orange").base, 1.1
        )
    if "sunroof" in extras:
        p.fill(rect((left + right) / 2 - 5, top - 0.6, 10, 1.4), (40, 60, 80))
    if "spoiler" in extras:
        p.part(f"M{form_left(v)} {form.belt - 7} h10 l2 3 h-12 z", paint, "side", 0.5)
    if "bull bar" in extras:
        p.line("M97 54 V74", STEEL.line, 1.8)
        p.line("M93 60 H98", STEEL.line, 1.4)
    _side_wear(p, v, form)


def form_left(v: Vehicle) -> float:
    return {"hatchback": 11.0, "wagon": 5.0, "suv": 6.0}.get(v.body, 4.6)


def _doors(p: Pen, v: Vehicle, form: _Form) -> None:
    line = tone(v.color).line
    start, end = form.span
    on_side = 1 if v.doors in (2, 3) else 2
    if v.body in ("van", "camper"):
        p.line(f"M{start} {form.belt - 12} V66 H{end}", line, 0.6)
        p.part(rect(start + 2, form.belt + 3, 4, 1.4, 0.6), STEEL, line=0.3)
        if v.doors == 4:
            p.line(rect(40, form.belt - 12, 22, 30), line, 0.6, closed=True)
            p.part(rect(57, form.belt + 3, 4, 1.4, 0.6), STEEL, line=0.3)
        if v.model:
            p.write_in(
                (v.model,),
                8,
                form.belt + 4,
                30,
                12,
                (255, 255, 255) if sum(tone(v.color).base) < 420 else (40, 40, 50),
                9,
            )
        return
    if v.body == "pickup" and on_side == 2:
        end = 72
    width = (end - start) / on_side
    for door in range(on_side):
        x = start + door * width
        p.line(f"M{x} {form.belt} V65 H{x + width} V{form.belt}", line, 0.6)
        p.part(rect(x + 1.6, form.belt + 3, 4.4, 1.3, 0.6), STEEL, line=0.3)


def _face(p: Pen, v: Vehicle, *, tail: bool) -> None:
    """From ahead or behind."""
    paint, worn = tone(v.color), {(each.kind, each.place) for each in v.wear}
    place = "rear" if tail else "front"
    tall = {"van": 18, "camper": 10, "suv": 28, "pickup": 30, "convertible": 46}.get(v.body, 36)
    p.shadow(50, 88, 38, 0.07)
    for x in (20, 71):
        p.part(rect(x, 70, 9, 18, 2), RUBBER, line=0.5)
    if v.body != "convertible":
        roof = tone(v.second) if v.second and v.second_on == "roof" else paint
        p.part(f"M22 54 L29 {tall} Q30 {tall - 3} 34 {tall - 3} H66 Q70 {tall - 3} 71 {tall} L78 54 Z", roof, line=0.7)
        p.part(f"M26 53 L31.500 {tall + 2} H68.500 L74 53 Z", tone("#BFD9E4"), "sheen", 0.5)
    else:
        p.line("M27 54 L31 44 H69 L73 54", STEEL.line, 1.4)
    if not tail and any(each.kind == "cracked windshield" for each in v.wear):
        for end in ("-9 -5", "-4 8", "9 5", "11 -6", "2 -9"):
            p.line(f"M46 {(tall + 53) / 2} l{end}", (255, 255, 255), 0.6)
    body = "M15 58 Q16 53 22 53 H78 Q84 53 85 58 L86 76 Q86 80 82 80 H18 Q14 80 14 76 Z"
    p.part(body, paint, "top", 0.8)
    for x, side in ((23, "left"), (77, "right")):
        broken = ("broken light", place) in worn and side == "left"
        lamp = tone("#3A3838") if broken else _REAR if tail else _LAMP
        p.part(oval(x, 62, 6, 4) if not tail else rect(x - 4, 57, 8, 11, 1.5), lamp, line=0.6)
        if broken:
            p.line(f"M{x - 3} 60 l6 4", (230, 230, 230), 0.6)
    if not tail:
        _grille(p, v)
    else:
        p.line("M32 57 H68 L70 70 H30 Z", paint.line, 0.5)
        badge(p, v.make, 50, 58.5, 3)
        ink = (250, 250, 250) if sum(paint.base) < 420 else (40, 40, 48)
        p.write_in((v.make,), 31, 63, 16, 5, ink, 4.2)
        if v.model:
            p.write_in((v.model,), 53, 63, 16, 5, ink, 4.2)
        if "tow hitch" in v.extras:
            p.part(oval(50, 84, 2), STEEL)
        if "spare wheel" in v.extras:
            p.part(oval(50, 50, 12), RUBBER)
            p.part(oval(50, 50, 6), STEEL)
        if "spoiler" in v.extras:
            p.part(rect(20, 49, 60, 4, 1.4), paint, "side", 0.5)
    p.part(rect(16, 72, 68, 5, 2), tone("#5A5E66"), line=0.5)
    if v.plate:
        p.part(rect(38, 69, 24, 8, 1), PAPER, line=0.6)
        p.write_in((v.plate,), 39, 69.5, 22, 7, (30, 32, 60), 6.4)
    if "bull bar" in v.extras and not tail:
        p.line("M30 80 V58 H70 V80", STEEL.line, 1.8)
    if "roof box" in v.extras:
        p.part(rect(34, tall - 12, 32, 8, 3), tone("#4A4E57"), line=0.5)
    for each in v.wear:
        if each.place == place and each.kind in ("dent", "scratch", "rust", "dirt", "odd panel"):
            if each.kind == "dent":
                p.fill(oval(72, 70, 6, 4), v_dark(v))
            elif each.kind == "scratch":
                p.line("M64 64 l12 -4", (240, 240, 240) if sum(paint.base) < 480 else (90, 90, 96), 0.7)
            else:
                _splash(p, 72, 70, 6, _RUST if each.kind == "rust" else tone("#7A6245"), each.kind + place)


def _grille(p: Pen, v: Vehicle) -> None:
    """Every make has its own: bars up or across, honeycomb or a plain field, wide or narrow."""
    number = MAKES.index(v.make)
    half = 15 if number % 4 < 2 else 9
    p.part(rect(50 - half, 60, 2 * half, 9, 1 + number % 3 * 1.5), tone("#2E3138"), line=0.6)
    if number % 2:
        for x in range(int(50 - half) + 2, int(50 + half), 3):
            p.line(f"M{x} 60.500 v8", STEEL.base, 0.5)
    else:
        for y in (62, 64.5, 67):
            p.line(f"M{50 - half} {y} h{2 * half}", STEEL.base, 0.6)
    badge(p, v.make, 50, 58.500, 3.4)


def _inside(p: Pen, v: Vehicle) -> None:
    seat = tone(v.seat_color)
    p.fill(rect(-1, -1, 102, 102), tone("#3B3E45").base)
    p.part("M2 6 H98 L92 34 H8 Z", tone("#BFD9E4"), "sheen")
    p.part("M0 34 H100 V50 Q50 44 0 50 Z", tone("#2B2D33"), "top")
    p.line(oval(26, 46, 12, 12), (24, 24, 28), 2.4, closed=True)
    p.line("M15 46 H37", (24, 24, 28), 1.8)
    badge(p, v.make, 26, 46, 3)
    rows = [min(2, v.seats)]
    left = v.seats - rows[0]
    while left > 0:
        rows.append(min(3, left))
        left -= rows[-1]
    for index, many in enumerate(rows):
        y, size = 52 + index * 12, 1.0 + index * 0.08
        for each in range(many):
            x = 50 + (each - (many - 1) / 2) * (44 if index == 0 else 27) * size
            with p.at(x, y, size * (1.15 if index == 0 else 0.95)):
                p.part(rect(-4, -3, 8, 6, 2), seat, "top", 0.5)
                p.part("M-9 4 Q-9 1 -6 1 H6 Q9 1 9 4 V17 H-9 Z", seat, "cloth", 0.6)
                p.line("M0 5 V16", seat.line, 0.4)
    p.part(rect(46, 52, 8, 12, 2), tone("#24262B"), line=0.5)
    p.line("M50 60 V53", STEEL.base, 1.2)
    if v.gearbox == "manual":
        p.part(oval(50, 52, 2.2), tone("#111216"), "ball", 0.4)
    else:
        p.part(rect(47.4, 50, 5.2, 4, 1), STEEL, line=0.4)
        p.write_in(("PRND",), 46, 60, 8, 3, (240, 240, 240), 2.6)


def _dashboard(p: Pen, v: Vehicle) -> None:
    p.fill(rect(-1, -1, 102, 102), tone("#1B1D22").base)
    for x, label in ((26, "rpm"), (74, "mph")):
        p.part(oval(x, 42, 22), tone("#0F1014"), line=1)
        for step in range(11):
            with p.at(x, 42, 1, -120 + step * 24):
                p.line("M0 -20 v4", (235, 235, 235), 0.8)
        with p.at(x, 42, 1, -120):
            p.line("M0 2 V-15", tone("Red").base, 1.4)
        p.write_in((label,), x - 8, 48, 16, 7, (210, 210, 214), 5)
    p.part(rect(24, 70, 52, 18, 2), tone("#0A1410"), line=0.8)
    p.write_in((f"{v.mileage:,} mi",), 26, 72, 48, 14, (170, 240, 190), 11)
    badge(p, v.make, 50, 14, 5)


def _two_wheels(p: Pen, v: Vehicle) -> None:
    paint, seat = tone(v.color), tone(v.seat_color)
    p.shadow(50, 90, 42, 0.06)
    small = v.body == "scooter"
    r, rear, front = (10.0, 24.0, 78.0) if small else (14.0, 22.0, 78.0)
    if small:
        p.line("M78 78 L70 40", STEEL.line, 2.4)
        p.part("M10 76 Q10 58 24 56 H42 Q46 58 46 70 H60 L66 48 L72 46 L74 64 Q72 76 62 80 H18 Z", paint, "top", 0.8)
        p.part("M16 55 Q16 50 22 50 H42 Q46 50 46 55 Z", seat, "top", 0.6)
        p.part("M64 46 L70 36 L75 38 L74 62 L66 64 Z", paint, "lit", 0.6)
        p.line("M62 36 L74 34", DARK.base, 1.8)
        p.part(oval(74, 42, 3.2), _LAMP if not _broken(v) else tone("#3A3838"))
        p.fill(rect(9, 60, 3, 5), _REAR.base)
    else:
        p.line("M78 76 L66 36", STEEL.line, 2.6)
        p.line("M22 76 L44 66 L60 64", DARK.base, 2.6)
        p.part("M38 60 h22 l4 14 h-24 z", tone("#8D929A"), "side", 0.6)
        for y in (64, 67, 70):
            p.line(f"M40 {y} h20", (60, 62, 68), 0.5)
        p.part("M40 50 Q48 42 62 44 L68 50 L62 58 H44 Z", paint, "lit", 0.8)
        p.part("M16 50 Q24 46 42 50 L44 55 H22 Z", seat, "top", 0.6)
        p.part("M10 54 L18 52 L24 58 L14 60 Z", paint, "side", 0.5)
        p.tube("M42 74 H14", 2.2, STEEL)
        p.line("M58 32 L70 37", DARK.base, 1.8)
        p.part(oval(73, 44, 4), _LAMP if not _broken(v) else tone("#3A3838"))
        p.fill(rect(8, 53, 3, 4), _REAR.base)
        badge(p, v.make, 53, 50.5, 2.6)
    if small:
        badge(p, v.make, 70, 54, 2.4)
    for x, where in ((rear, "rear"), (front, "front")):
        _wheel(p, v, x, 88 - r, r, where)
    p.line(arc(front, 88 - r, r + 2, r + 2, 200, 300), paint.base, 2.4)
    if v.second is not None:
        p.line("M42 53 L64 50" if not small else "M14 66 H44", tone(v.second).base, 1.8)
    if "windscreen" in v.extras:
        p.part("M66 36 L70 20 Q74 22 76 36 Z", GLASS, "glass", 0.5)
    if "top case" in v.extras:
        p.part(rect(6, 36, 16, 13, 2), tone("#2B2D33"), "top", 0.6)
    for each in v.wear:
        x = {"front": 68.0, "middle": 52.0, "rear": 20.0}[each.place]
        if each.kind == "rust":
            _splash(p, x, 58, 4, _RUST, "rust" + each.place)
        elif each.kind == "dirt":
            _splash(p, x, 66, 7, tone("#7A6245"), "dirt" + each.place, 190)
        elif each.kind == "dent":
            p.fill(oval(x, 54, 4, 3), v_dark(v))
        elif each.kind == "scratch":
            p.line(f"M{x - 4} 55 l8 -3", (245, 245, 245) if sum(paint.base) < 480 else (90, 90, 96), 0.8)
        elif each.kind == "odd panel":
            p.part(rect(x - 4, 50, 8, 7), tone("Gray" if v.color != "Gray" else "Red"), line=0.5)


def _broken(v: Vehicle) -> bool:
    return any(each.kind == "broken light" and each.place == "front" for each in v.wear)


@scene("vehicle")
def vehicle(p: Pen, v: Vehicle, view: str) -> None:
    if view == "dashboard":
        _dashboard(p, v)
    elif view == "inside" and not v.two_wheeled:
        _inside(p, v)
    else:
        outdoors(p, v.setting)
        if v.two_wheeled:
            if view == "front":
                _two_wheels(p, v)
            else:
                spot = {"nose": (70, 46), "tail": (24, 56), "inside": (58, 44), "detail": (54, 54)}[view]
                with p.at(50, 50, 2.0, about=spot):
                    _two_wheels(p, v)
        elif view in ("nose", "tail"):
            _face(p, v, tail=view == "tail")
        elif view == "front":
            _side(p, v)
        else:
            place = v.wear[0].place if v.wear else "front"
            with p.at(50, 52, 2.3, about=({"front": 84, "middle": 50, "rear": 17}[place], 62)):
                _side(p, v)
