"""Food on a table, from above: what it is, how much of it is left, what is on it."""

from __future__ import annotations

import math

from ..palette import DARK, PAPER, RGB, STEEL, Tone, mix, tone
from ..paths import arc, oval, rect, smooth
from ..pen import Pen
from ..things.living import Food
from .entered import scene
from .ground import by_chance

_CRUST = tone("#D9A05B")
_BITS: dict[str, tuple[str, str]] = {
    # Topping: (form, colour)
    "avocado": ("crescent", "#8DB255"), "bacon": ("strip", "#B5483A"), "banana": ("disc", "#F3DF8A"),
    "basil": ("leaf", "#3E8B47"),
    "beans": ("bean", "#A5552E"), "berries": ("ball", "#4B4FA0"), "butter": ("block", "#F8DE6E"),
    "cheese": ("block", "#F5C242"),
    "cherries": ("ball", "#C01F35"), "chocolate chips": ("dot", "#4A2C1A"), "cream": ("blob", "#FFFFFF"),
    "croutons": ("block", "#CF9A54"), "cucumber": ("disc", "#8CC47A"), "egg": ("egg", "#FFFFFF"),
    "ham": ("strip", "#F0A0A4"),
    "herbs": ("dot", "#3E8B47"), "lettuce": ("leaf", "#8CC63F"), "meatballs": ("bigball", "#7A4A2B"),
    "mushrooms": ("mushroom", "#D9C3A3"), "noodles": ("curl", "#F2DC9B"), "olives": ("ring", "#2F2B33"),
    "onion": ("ring", "#B56BA0"), "pepper": ("strip", "#4FA04A"), "pepperoni": ("bigdisc", "#C23B2B"),
    "pineapple": ("wedge", "#F6D24A"), "radish": ("disc", "#E36A8A"), "rice": ("dot", "#FFFFFF"),
    "salmon": ("strip", "#F78E69"),
    "seeds": ("dot", "#F3E2B8"), "shrimp": ("crescent", "#F29C83"), "sprinkles": ("dash", "#E0529C"),
    "syrup": ("blob", "#8A4B14"), "toast": ("block", "#C98E4B"), "tomato": ("disc", "#E0402F"),
    "tuna": ("strip", "#B8304A"),
    "wafer": ("wedge", "#E2B36A"),
}  # fmt: skip


def _bit(p: Pen, name: str, x: float, y: float, size: float, turn: float) -> None:
    form, code = _BITS[name]
    colour = tone(code)
    with p.at(x, y, size, turn):
        if form in ("disc", "bigdisc"):
            r = 1.8 if form == "disc" else 3.0
            p.part(oval(0, 0, r), colour, line=0.35)
            p.line(oval(0, 0, r * 0.6), colour.light, 0.35, closed=True)
        elif form in ("ball", "bigball"):
            p.part(oval(0, 0, 1.7 if form == "ball" else 3.6), colour, "ball", 0.35)
        elif form == "dot":
            p.fill(oval(0, 0, 0.8), colour.base)
        elif form == "dash":
            p.line("M-1 0 h2", tone(("#E0529C", "#4FA0D8", "#F6D24A", "#5CB85C")[int(turn) % 4]).base, 0.8)
        elif form == "ring":
            p.line(oval(0, 0, 1.7), colour.base, 1.0, closed=True)
        elif form == "leaf":
            p.part("M-3 0 Q0 -3.4 3 0 Q0 3.400 -3 0 Z", colour, line=0.35)
            p.line("M-2.400 0 H2.400", colour.line, 0.3)
        elif form == "strip":
            p.part("M-4 -0.8 q2 -1.200 4 0 q2 1.200 4 0 v1.800 q-2 1.200 -4 0 q-2 -1.200 -4 0 z", colour, line=0.35)
        elif form == "block":
            p.part(rect(-1.9, -1.9, 3.8, 3.8, 0.5), colour, "lit", 0.35)
        elif form == "blob":
            p.part(smooth("-4,-1 -1,-3 3,-2 4,1 0,3 -3,2"), colour, line=0.35)
        elif form == "bean":
            p.part(oval(0, 0, 1.6, 1.0), colour, line=0.3)
        elif form == "crescent":
            p.line(arc(0, 0, 2.6, 2.6, 20, 220), colour.line, 2.2)
            p.line(arc(0, 0, 2.6, 2.6, 20, 220), colour.base, 1.6)
        elif form == "mushroom":
            p.part("M-2.600 0 Q-2.600 -3 0 -3 Q2.600 -3 2.600 0 H0.9 V2.400 H-0.9 V0 Z", colour, line=0.35)
        elif form == "wedge":
            p.part("M-2.400 2 L0 -2.600 L2.400 2 Z", colour, line=0.35)
        elif form == "curl":
            p.line("M-4 0 q2 -3 4 0 q2 3 4 0", colour.base, 1.1)
        else:
            p.part(smooth("-4,-1 -1,-4 3,-3 4,1 1,4 -3,3"), colour, line=0.35)
            p.part(oval(0, 0, 1.7), tone("#F6B93B"), "ball", 0.3)


def _scatter(p: Pen, f: Food, cx: float, cy: float, rx: float, ry: float, *, many: int = 8, skip: float = 0.0) -> None:
    """What is on the dish, all over an oval; ``skip`` degrees from the top are left out."""
    count = len(f.toppings)
    for nth, name in enumerate(f.toppings):
        if name == "candles":
            continue
        small = _BITS[name][0] in ("dot", "dash", "bean")
        amount = many * 3 if small else many if _BITS[name][0] not in ("bigball", "blob", "egg") else 4
        for index in range(amount):
            angle = skip + (index + 0.5 + nth / max(count, 1)) * (360 - skip) / amount - 90
            away = (0.34, 0.78, 0.56)[(index + nth) % 3] if amount > 4 else 0.5
            radians = math.radians(angle)
            _bit(p, name, cx + rx * away * math.cos(radians), cy + ry * away * math.sin(radians), 1.0, angle * 3 % 360)


def _table(p: Pen, f: Food) -> None:
    cloth = tone(f.cloth)
    p.fill(rect(-1, -1, 102, 102), cloth.base)
    if f.cloth_pattern == "wood":
        for y in (14, 33, 52, 71, 90):
            p.line(f"M-1 {y} h102", cloth.dark, 0.7)
    elif f.cloth_pattern == "stripes":
        for x in range(0, 100, 12):
            p.fill(rect(x, -1, 6, 102), mix(cloth.base, (255, 255, 255), 0.55))
    elif f.cloth_pattern == "checks":
        for at in range(0, 100, 14):
            p.fill(rect(at, -1, 7, 102), (255, 255, 255), 110)
            p.fill(rect(-1, at, 102, 7), (255, 255, 255), 110)


def _plate(p: Pen, f: Food, r: float = 38, *, deep: bool = False) -> None:
    colour = tone(f.plate)
    p.cast(oval(50, 52, r))
    p.part(oval(50, 52, r), colour, "", 0.8)
    p.line(oval(50, 52, r * 0.78), colour.dark, 0.8, closed=True)
    if deep:
        p.part(oval(50, 52, r * 0.84), Tone(colour.dark, *colour[1:]), line=0.5)


def _slices(p: Pen, f: Food, r: float, crust: Tone, top: RGB) -> float:
    """A round thing cut into slices, some of them gone. Returns the degrees that are gone."""
    many = max(f.count, 2) if f.count > 1 or f.missing else 1
    gone = 360 / many * f.missing
    if f.burned:
        crust, top = tone("#3B2A20"), mix(top, (40, 28, 22), 0.55)
    for radius, colour in ((r, crust.base), (r * 0.88, top)):
        points = [(50.0, 52.0)] if gone else []
        points += arc(50, 52, radius, radius, -90 + gone, 270).tolist()
        p.fill("M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in points) + " Z", colour)
    if many > 1:
        for index in range(many):
            if index * 360 / many >= gone - 0.1 or not gone:
                with p.at(50, 52, 1, index * 360 / many):
                    p.line(f"M0 0 V{-r}", crust.line, 0.8)
    return gone


def _pile(f: Food, many: int, wide: float, step: float) -> list[tuple[float, float]]:
    """Places of things side by side in rows, around the middle of the plate."""
    columns = 1 if many == 1 else 2 if many <= 4 else 3 if many <= 9 else 4
    rows = math.ceil(many / columns)
    found = []
    for index in range(many):
        row, column = divmod(index, columns)
        here = min(columns, many - row * columns)
        found.append((50 + (column - (here - 1) / 2) * wide, 52 + (row - (rows - 1) / 2) * step))
    return found


def _pizza(p: Pen, f: Food) -> None:
    _plate(p, f, 42)
    gone = _slices(p, f, 36, _CRUST, tone(f.color).base if f.color != "Red" else tone("#E8B04A").base)
    _scatter(p, f, 50, 52, 34, 34, many=9, skip=gone)


def _cake(p: Pen, f: Food) -> None:
    _plate(p, f, 42)
    pie = f.kind == "pie"
    gone = _slices(p, f, 33, _CRUST if pie else tone(f.color), tone(f.color).base)
    if pie and "lattice" in f.toppings:
        for at in range(-24, 30, 12):
            for turn in (45, -45):
                with p.at(50, 52, 1, turn):
                    half = math.sqrt(max(0.0, 29.0**2 - at**2))
                    p.line(f"M{-half} {at} H{half}", _CRUST.base, 3)
        if gone:  # nothing is over the slices that were eaten
            points = [(50.0, 52.0), *arc(50, 52, 33, 33, -90, -90 + gone).tolist()]
            p.fill("M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in points) + " Z", tone(f.plate).base)
    else:
        if not pie:
            p.line(arc(50, 52, 29, 29, -90 + gone, 270), tone(f.color).light, 1.6)
        shown = Food(kind=f.kind, toppings=tuple(each for each in f.toppings if each not in ("candles", "lattice")))
        _scatter(p, shown, 50, 52, 33, 33, many=10, skip=gone)
    many = f.candles or (5 if "candles" in f.toppings else 0)
    for index in range(many):
        angle = math.radians(gone - 90 + (index + 0.5) * (360 - gone) / many)
        x, y = 50 + 19 * math.cos(angle), 52 + 19 * math.sin(angle)
        p.part(rect(x - 1, y - 7, 2, 8, 0.4), tone(("Blue", "Pink", "Yellow", "Green")[index % 4]), line=0.35)
        p.fill(f"M{x} {y - 11.500} q2 2.500 0 4.400 q-2 -1.900 0 -4.400 z", (255, 170, 40))
    if f.words:
        ink = (255, 255, 255) if sum(tone(f.color).base) < 430 else (110, 40, 60)
        p.write_in((f.words,), 30, 44, 40, 17, ink, 8)


def _bowl(p: Pen, f: Food) -> None:
    _plate(p, f, 38, deep=True)
    base = {"salad": tone("#7DB84A"), "pasta": tone("#F0D68A")}.get(f.kind, tone(f.color))
    if f.burned:
        base = tone("#4A3428")
    p.part(oval(50, 52, 28), base, "", 0.5)
    chance = by_chance(f.kind)
    if f.kind == "salad":
        for _ in range(26):
            with p.at(chance.uniform(30, 70), chance.uniform(33, 71), 1, chance.uniform(0, 360)):
                p.part("M-6 0 Q0 -6 6 0 Q0 6 -6 0 Z", tone(chance.choice(("#8CC63F", "#6BA83A", "#A5D063"))), line=0.35)
    elif f.kind == "pasta":
        for _ in range(34):
            x, y = chance.uniform(28, 66), chance.uniform(34, 70)
            p.line(f"M{x:.2f} {y:.2f} q4 -6 8 0 q3 5 -2 6", tone("#D9B95E").base, 0.9)
        p.part(smooth("38,46 50,40 62,46 64,56 52,63 40,58"), tone(f.color), line=0.4)
    elif f.kind == "curry":
        for x, y in ((58, 40), (66, 50), (57, 56), (63, 66), (44, 42), (40, 58)):
            p.part(rect(x - 3, y - 2.4, 6, 4.8, 1.6), tone("#A5692E"), line=0.4)
        if "rice" in f.toppings:
            p.part(arc(50, 52, 27, 27, 90, 270), PAPER, line=0.5)
    shown = Food(kind=f.kind, toppings=tuple(each for each in f.toppings if not (f.kind == "curry" and each == "rice")))
    _scatter(p, shown, 50, 52, 25, 25, many=7)


def _burger(p: Pen, f: Food) -> None:
    _plate(p, f, 42)
    patties = min(f.count, 3)
    fillings = [each for each in ("lettuce", "tomato", "onion", "cheese", "bacon", "egg") if each in f.toppings]
    height = 8 + patties * 8 + len(fillings) * 3.4
    y = 56 + height / 2
    bun = tone("#D89A4E") if not f.burned else tone("#5A3A22")
    p.part(rect(27, y, 46, 8, 4), bun, "top")
    for _ in range(patties):
        y -= 7
        p.part(rect(25, y, 50, 7, 3.4), tone("#6B3E26") if not f.burned else tone("#2A1C16"), "top", 0.6)
    for name in fillings:
        y -= 3.4
        colour = tone(_BITS[name][1])
        if name == "lettuce":
            p.part(
                smooth(
                    f"24,{y + 2} 32,{y - 1} 40,{y + 3} 50,{y - 1} 60,{y + 3} 68,{y - 1} 76,{y + 2} 72,{y + 5} "
                    f"28,{y + 5}"
                ),
                colour,
                line=0.4,
            )
        elif name == "cheese":
            p.part(f"M25 {y} H75 L70 {y + 3} L62 {y + 6} L54 {y + 3} H25 Z", colour, line=0.4)
        else:
            for x in (27, 43, 59):
                p.part(rect(x, y, 14.5, 3.4, 1.4), colour, line=0.4)
    p.part(f"M26 {y} Q26 {y - 19} 50 {y - 19} Q74 {y - 19} 74 {y} Z", bun, "top")
    for x in range(34, 70, 7):
        p.fill(oval(x, y - 10 - (x * 3 % 5), 1.1, 0.7), (250, 232, 190))


def _each(p: Pen, f: Food) -> None:
    """What comes in pieces."""
    many = f.count
    _plate(p, f, 43)
    size = 2.4 if many == 1 else 1.5 if many <= 4 else 1.2 if many <= 6 else 0.96 if many <= 9 else 0.8
    one = Food(kind=f.kind, toppings=f.toppings)
    for index, (x, y) in enumerate(_pile(f, many, 20 * size, 19 * size)):
        with p.at(x, y, size):
            if f.kind == "cookies":
                p.part(oval(0, 0, 9), tone("#C8914F") if not f.burned else tone("#3B2A20"), "", 0.6)
                _scatter(p, one, 0, 0, 8, 8, many=3)
            elif f.kind == "cupcakes":
                p.part("M-6 0 H6 L4.600 9 H-4.600 Z", tone("#E7C89A"), "round", 0.5)
                p.part(smooth("-8,0 -6,-5 -2,-9 0,-10 2,-9 6,-5 8,0"), tone(f.color), "", 0.5)
                if "cherries" in f.toppings:
                    _bit(p, "cherries", 0, -10, 1.2, 0)
                if "sprinkles" in f.toppings:
                    for spot in range(6):
                        _bit(p, "sprinkles", -5 + spot * 2, -2 - spot % 3 * 2, 0.8, spot * 67)
            elif f.kind == "sushi":
                top = next((each for each in ("salmon", "tuna", "shrimp", "avocado") if each in f.toppings), "")
                kinds = [each for each in ("salmon", "tuna", "shrimp", "avocado") if each in f.toppings]
                top = kinds[index % len(kinds)] if kinds else top
                p.part(oval(0, 0, 8.4), tone("#26302B"), line=0.5)
                p.part(oval(0, 0, 6.8), PAPER, line=0.3)
                p.part(oval(0, 0, 3), tone(_BITS[top][1]) if top else tone(f.color), line=0.4)
            else:  # tacos
                p.part("M-10 6 Q-9 -8 0 -8 Q9 -8 10 6 Z", tone("#E3B453"), "top", 0.6)
                for spot, name in enumerate(f.toppings):
                    for side in (-1, 1):
                        _bit(p, name, side * (1.6 + spot * 2.2), -7 + spot * 1.1, 0.8, spot * 50)
                p.part("M-10 6 Q-8 -4 0 -4 Q8 -4 10 6 Z", tone("#EBC36B"), "", 0.6)


def _eggs(p: Pen, f: Food) -> None:
    _plate(p, f, 42)
    for x, y in _pile(f, min(f.count, 6), 19, 17):
        _bit(p, "egg", x - 6, y, 2.0, 0)
    for nth, name in enumerate(f.toppings):
        angle = math.radians(-50 + nth * 55)
        x, y = 50 + 25 * math.cos(angle), 52 + 25 * math.sin(angle)
        for index in range(3 if name != "toast" else 1):
            _bit(p, name, x + index * 2.4 - 2, y + index * 2.8 - 2, 1.7 if name != "toast" else 3.4, 20 * index)


def _pancakes(p: Pen, f: Food) -> None:
    _plate(p, f, 42)
    many = min(f.count, 8)
    colour = tone("#D79B4A") if not f.burned else tone("#4A2F1C")
    for index in range(many):
        y = 68 - index * 5
        p.part(
            f"M26 {y} Q26 {y - 7} 50 {y - 7} Q74 {y - 7} 74 {y} Q74 {y + 6} 50 {y + 6} Q26 {y + 6} 26 {y} Z",
            colour,
            "",
            0.6,
        )
        p.line(f"M27 {y + 1.500} Q50 {y + 8} 73 {y + 1.500}", (246, 224, 170), 1)
    top = 68 - (many - 1) * 5 - 1
    if "syrup" in f.toppings:
        p.part(
            smooth(
                f"36,{top - 3} 50,{top - 5} 64,{top - 3} 66,{top + 6} 61,{top + 3} 54,{top + 9} 46,{top + 3} "
                f"38,{top + 6}"
            ),
            tone("#8A4B14"),
            line=0.4,
        )
    rest = [each for each in f.toppings if each != "syrup"]
    for nth, name in enumerate(rest):
        for index in range(1 if name == "butter" else 4):
            _bit(p, name, 50 + (index - 1.5) * 5 * (name != "butter") + nth, top - 1 - nth * 2, 1.3, 30)


def _ice(p: Pen, f: Food) -> None:
    p.shadow(50, 92, 16)
    p.part("M38 54 L50 96 L62 54 Z", tone("#D9A05B"), "round")
    for at in range(3):
        p.line(f"M{40 + at * 3} {60 + at * 10} L{58 - at * 2} {56 + at * 11}", tone("#D9A05B").line, 0.6)
    many = min(f.count, 6)
    r = 13 if many <= 3 else 9.5
    for index in range(many):
        y = 48 - index * r * 1.05
        p.part(oval(50 + (index % 2) * 2 - 1, y, r, r * 0.86), tone(f.color), "ball")
    top = 48 - (many - 1) * r * 1.05 - r * 0.8
    for nth, name in enumerate(f.toppings):
        for index in range(1 if name != "sprinkles" else 9):
            _bit(
                p,
                name,
                50 + nth * 6 - 2 + (index * 2 - 9 if name == "sprinkles" else 0),
                top + (index % 3) * 3,
                1.8 if name != "sprinkles" else 1,
                index * 40,
            )


def _loaf(p: Pen, f: Food) -> None:
    colour = tone("#C07F3E") if not f.burned else tone("#33241B")
    for x, y in _pile(f, min(f.count, 4), 44, 34):
        with p.at(x, y, 1.6 if f.count == 1 else 0.95):
            p.cast("M-22 8 Q-25 -12 0 -13 Q25 -12 22 8 Z")
            p.part("M-22 8 Q-25 -12 0 -13 Q25 -12 22 8 Z", colour, "top")
            for at in (-10, 0, 10):
                p.line(f"M{at - 3} 2 l6 -11", tone("#F0D2A0").base, 1.4)
            if "seeds" in f.toppings:
                for spot in range(14):
                    _bit(p, "seeds", -16 + spot * 2.4, -6 + spot * 5 % 9, 0.8, 0)


def _fruit(p: Pen, f: Food) -> None:
    p.shadow(50, 84, 32)
    looks = {"apples": "#C92A2A", "oranges": "#F08A24", "lemons": "#F4D03F", "pears": "#A9C23F", "grapes": "#6B3FA0",
             "bananas": "#F2D544"}  # fmt: skip
    each = f.toppings or ("apples",)
    for index in range(f.count):
        name = each[index % len(each)]
        row, column = divmod(index, 5)
        x, y = 24 + column * 13 + row * 6, 56 - row * 11
        colour = tone(looks[name])
        if name == "bananas":
            p.part(f"M{x - 7} {y - 6} Q{x} {y + 9} {x + 8} {y - 5} Q{x + 2} {y} {x - 7} {y - 6} Z", colour, line=0.5)
        elif name == "grapes":
            for spot in range(7):
                p.part(oval(x + spot % 3 * 3.4 - 3.4, y + spot // 3 * 3.4 - 4, 2.2), colour, "ball", 0.3)
        elif name == "pears":
            p.part(
                smooth(f"{x},{y - 10} {x + 3},{y - 4} {x + 6},{y + 3} {x},{y + 7} {x - 6},{y + 3} {x - 3},{y - 4}"),
                colour,
                "ball",
                0.5,
            )
        else:
            p.part(oval(x, y, 6.6, 5.6 if name == "lemons" else 6.4), colour, "ball", 0.5)
            p.line(f"M{x} {y - 6} v-2", tone("#5B4028").base, 0.8)
    p.part("M12 58 H88 Q86 84 64 86 H36 Q14 84 12 58 Z", tone(f.plate), "round", 0.8)


def _extras(p: Pen, f: Food) -> None:
    for index, name in enumerate(f.cutlery):
        x = 5.5 + index * 5
        if name == "chopsticks":
            for side in (0, 2.2):
                p.line(f"M{x + side} 22 L{x + side * 0.4} 84", tone("#8C4A2F").base, 1.2)
            continue
        p.line(f"M{x} 48 V86", STEEL.line, 2.2)
        p.line(f"M{x} 48 V86", STEEL.base, 1.5)
        if name == "fork":
            for tine in (-1.5, 0, 1.5):
                p.line(f"M{x + tine} 26 V40", STEEL.line, 0.8)
            p.part(rect(x - 2.1, 38, 4.2, 10, 1.6), STEEL, line=0.4)
        elif name == "knife":
            p.part(f"M{x - 1} 50 V24 Q{x + 3.400} 30 {x + 1.800} 50 Z", STEEL, line=0.4)
        else:
            p.part(oval(x, 36, 2.8, 6), STEEL, line=0.4)
    if f.drink != "none":
        colour = tone({"beer": "#E0A326", "coffee": "#4A2C1A", "juice": "#F39C2D", "milk": "#FFFFFF", "tea": "#B5651D",
                       "water": "#CDE8F4", "wine": "#7B1E3A"}[f.drink])  # fmt: skip
        p.cast(oval(88, 18, 10))
        if f.drink in ("coffee", "tea"):
            p.line("M96 24 q8 2 5 8", PAPER.line, 2)
            p.part(oval(88, 18, 10), PAPER, line=0.6)
            p.part(oval(88, 18, 7.6), colour, line=0.4)
        else:
            p.part(oval(88, 18, 9), tone("#E6F1F5"), line=0.6)
            p.part(oval(88, 18, 7.4), colour, line=0.4)
            if f.drink == "beer":
                p.part(smooth("82,15 87,12 93,15 92,21 86,23 82,20"), PAPER, line=0.3)
    if f.words and f.kind != "cake":
        p.part(rect(60, 84, 38, 13, 1), PAPER, line=0.5)
        p.write_in((f.words,), 62, 85, 34, 11, DARK.base, 6)


_DISHES = {"burger": _burger, "cake": _cake, "cookies": _each, "cupcakes": _each, "curry": _bowl, "eggs": _eggs,
           "fruit bowl": _fruit, "ice cream": _ice, "loaf": _loaf, "pancakes": _pancakes, "pasta": _bowl, "pie": _cake,
           "pizza": _pizza, "salad": _bowl, "soup": _bowl, "sushi": _each, "tacos": _each}  # fmt: skip


@scene("food")
def food(p: Pen, f: Food, view: str) -> None:
    _table(p, f)
    with p.at(50, 50, 0.94, about=(47, 48)):
        _DISHES[f.kind](p, f)
    _extras(p, f)
