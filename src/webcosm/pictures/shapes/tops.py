"""What is worn above the waist, laid out flat or hung up."""

from __future__ import annotations

from ..palette import DARK, STEEL, Tone, tone
from ..paths import arc, oval, rect, sym
from ..pen import Pen
from ..registry import shape
from .families import garment

_TOP = "M50 17 H58 Q61 12 63 11 L78 17 Q84 19 86 26 L94 44 L81 50 L76 40 V88 H50"
_CORD = (238, 238, 232)
_LONG = "M50 17 H58 Q61 12 63 11 L77 17 Q83 19 85 26 L96 76 L85 80 L76 44 V90 H50"


def _neck(p: Pen, colour: Tone, width: float = 2.2, depth: float = 9.0) -> None:
    """The opening of a round neck with its ribbing."""
    p.fill(arc(50, 11.5, 12.6, depth, 0, 180), p.main.dark)
    p.line(arc(50, 11.5, 12.8, depth, 0, 180), p.main.line, width + 1.2)
    p.line(arc(50, 11.5, 12.8, depth, 0, 180), colour.base, width)


def _neckline(p: Pen, colour: Tone, width: float = 2.2) -> None:
    """The opening that the look has: round, a V, or a high collar."""
    neck = p.form("neck")
    if neck == "v-neck":
        p.fill("M37.500 11.500 H62.500 L50 36 Z", p.main.dark)
        p.line("M37.500 11.500 L50 36 L62.500 11.500", p.main.line, width + 1.2)
        p.line("M37.500 11.500 L50 36 L62.500 11.500", colour.base, width)
    elif neck == "turtleneck":
        p.part(sym("M50 2 H60 Q62 8 63.500 15 Q57 21 50 21"), colour, "round", 0.7)
        for y in (6, 10):
            p.line(f"M39.500 {y} Q50 {y + 3} 60.500 {y}", colour.line, 0.5)
    else:
        _neck(p, colour, width)


def _both(p: Pen, upper: str) -> None:
    """A seam on the left and on the right."""
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.line(upper, p.main.line, 0.6)


def _cuffs(p: Pen, colour: Tone, shade: str = "lit") -> None:
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.part("M5.500 70 L16 74 L14.600 80 L4 76 Z", colour, shade, 0.6)


@shape("t-shirt", scene="closet", focus=(50, 32), forms={"neck": ("crew", "v-neck")})
def t_shirt(p: Pen) -> None:
    garment(p, _TOP)
    _neckline(p, p.trim(p.main))
    _both(p, "M76 40 L77 28")
    _both(p, "M92 41 L79.500 47")
    p.line("M25 84.500 H75", p.main.line, 0.4)
    p.words(31, 38, 38, 26, p.main, 11)
    if p.has("pocket"):
        p.part("M57 36 h12 v10 l-6 4 l-6 -4 z", p.trim(p.main), line=0.6)


@shape("shirt", scene="closet", focus=(50, 28), parts="buttons collar",
       forms={"collar": ("spread", "button-down", "band"), "pocket": ("no", "yes")})  # fmt: skip
def shirt(p: Pen) -> None:
    garment(p, _LONG)
    buttons = p.trim("White" if p.look.colors[0] != "White" else "Gray")
    p.part(rect(47, 18, 6, 72), p.main, "lit", 0.5)
    for y in range(26, 88, 11):
        p.part(oval(50, y, 1.3), buttons, line=0.4)
    p.fill("M40 12 Q50 20 60 12 L50 21 Z", p.main.dark)
    collar = p.form("collar")
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            if collar == "band":
                p.part("M36.500 9 Q42 17 50 18 V23 Q39 22 34.500 13 Z", p.main, "lit", 0.7)
            elif collar == "button-down":
                p.part("M37 9 L50 20 L43 33 L34 13 Z", p.main, "lit", 0.7)
                p.part(oval(42.8, 29.5, 1.2), buttons, line=0.4)
            else:
                p.part("M37 9 L50 20 L37 28 L33 13 Z", p.main, "lit", 0.7)
            p.part("M5.500 71.500 L15.500 75 L14.600 80 L4 76 Z", p.trim(p.main), "lit", 0.6)
    if p.form("pocket") == "yes":
        p.part("M58 38 h12 v10 l-6 4 l-6 -4 z", p.main, "lit", 0.6)
    _both(p, "M76 44 L77 30")


def _knit(p: Pen, kind: str) -> None:
    """What the yarn is knitted into, where no pattern and no words are."""
    if kind == "cable":
        for x in (35, 50, 65):
            for y in range(36, 80, 8):
                p.line(f"M{x - 2.5} {y} C{x - 2.5} {y + 4} {x + 2.5} {y + 4} {x + 2.5} {y + 8}", p.main.dark, 1)
                p.line(f"M{x + 2.5} {y} C{x + 2.5} {y + 4} {x - 2.5} {y + 4} {x - 2.5} {y + 8}", p.main.line, 0.7)
    elif kind == "chunky":
        for y in range(36, 82, 7):
            for x in range(29, 72, 7):
                p.line(f"M{x} {y} l3 4 l3 -4", p.main.dark, 1.5)
    elif kind == "waffle":
        for y in range(34, 84, 5):
            p.line(f"M27 {y} H73", p.main.dark, 0.6)
        for x in range(29, 74, 5):
            p.line(f"M{x} 34 V83", p.main.dark, 0.6)


@shape("sweater", scene="closet", focus=(50, 35),
       forms={"neck": ("crew", "turtleneck", "v-neck"), "knit": ("fine", "cable", "chunky", "waffle")})  # fmt: skip
def sweater(p: Pen) -> None:
    garment(p, _LONG)
    trim = p.trim(p.main)
    if p.look.pattern == "plain" and not p.look.words:
        _knit(p, p.form("knit"))
        if p.form("knit") == "waffle":
            for y in range(34, 83, 6):
                p.line(f"M29 {y} H71", p.main.line, 0.6)
            for x in range(30, 72, 6):
                p.line(f"M{x} 32 V83", p.main.line, 0.6)
    _neckline(p, trim, 3.6)
    p.part(sym("M50 84 H76 V91 H50"), trim, "cloth", 0.6)
    for x in range(27, 75, 4):
        p.line(f"M{x} 85 v5", trim.line, 0.4)
    _cuffs(p, trim)
    _both(p, "M76 44 L77 30")
    p.words(31, 38, 38, 26, p.main, 11)


@shape("hoodie", scene="closet", focus=(50, 30), parts="hood drawstring",
       forms={"pockets": ("kangaroo", "side")})  # fmt: skip
def hoodie(p: Pen) -> None:
    garment(p, _LONG)
    p.part(sym("M50 8 Q64 6 66 18 Q64 27 50 30"), p.main, "ball")
    p.part(sym("M50 13 Q58 12 59 19 Q57 25 50 27"), p.main, "side", 0.6)
    if p.form("pockets") == "kangaroo":
        p.part(sym("M50 62 H62 L70 80 H50"), p.main, "lit", 0.7)
    else:
        _both(p, "M27 62 L34 76")
        _both(p, "M28.500 61.500 L35.500 75.500")
    p.line("M45 28 V44", p.trim("White").base, 1)
    p.line("M55 28 V41", p.trim("White").base, 1)
    p.part(sym("M50 85 H76 V91 H50"), p.main, "cloth", 0.6)
    _cuffs(p, p.main, "side")
    _both(p, "M76 44 L77 30")
    p.words(31, 44, 38, 17, p.main, 10)
    if p.has("zipper"):
        p.line("M50 30 V90", STEEL.base, 1.2)


@shape("jacket", scene="closet", focus=(50, 40),
       forms={"kind": ("blazer", "rain"), "pockets": (3, 2, 4, 5), "hood": ("no", "yes")})  # fmt: skip
def jacket(p: Pen) -> None:
    if p.form("kind") == "rain":
        _rain_jacket(p)
        return
    garment(p, _LONG)
    p.fill("M42 12 L50 40 L58 12 Q50 16 42 12 Z", p.trim("White").base)
    p.line("M50 38 V90", p.main.line, 0.8)
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.part("M39 10 L34 13 L36 28 L33 31 L50 46 Q46 24 41 11 Z", p.main, "side", 0.7)
            p.part("M28 64 H43 V68 H28 Z", p.main, "side", 0.5)
            p.line("M6 71 L16 75", p.main.line, 0.6)
    for y in (54, 66, 78):
        p.part(oval(53, y, 1.6), p.trim("Gold"), "ball", 0.4)
    _both(p, "M76 44 L77 30")
    if p.form("hood") == "yes":
        p.part(sym("M50 2 Q66 2 66 18 Q58 12 50 12"), p.main, "side")


def _rain_jacket(p: Pen) -> None:
    """A shell with a zipper, taped seams, pockets with flaps, and a hood that stands up."""
    trim = p.trim(p.main)
    garment(p, _LONG)
    if p.form("hood") == "yes":
        p.part(sym("M50 -2 Q69 -2 70 16 Q69 28 50 33"), p.main, "ball")
        p.part(sym("M50 6 Q61 6 61 17 Q60 25 50 29"), Tone(p.main.dark, *p.main[1:]), "side", 0.7)
        p.line("M43 28 V38", _CORD, 0.9)
        p.line("M57 28 V38", _CORD, 0.9)
    else:
        p.part(sym("M50 8 H61 L64 20 Q57 25 50 25"), p.main, "round", 0.7)
    _both(p, "M28 17 Q38 34 50 36")
    p.part(rect(47.4, 30, 5.2, 60), trim, "lit", 0.5)
    p.line("M50 31 V90", STEEL.line, 1.6)
    p.part(rect(48.6, 33, 2.8, 5, 0.8), STEEL, line=0.3)
    # In pairs from the hem up; the one that is left over sits on the chest.
    spots = [(29, 70), (56, 70), (29, 53), (56, 53)]
    pockets = p.number("pockets")
    for x, y in spots[: pockets - pockets % 2]:
        p.part(rect(x, y, 15, 14, 1), p.main, "lit", 0.7)
        p.part(f"M{x - 0.600} {y} h16.200 v3.800 l-8.100 2 l-8.100 -2 z", trim, "side", 0.6)
    if pockets % 2:
        p.line("M58 41 H69", STEEL.line, 1.5)
        p.part(oval(69.5, 41, 1.3), STEEL, line=0.3)
    _cuffs(p, trim)
    p.line("M24 86.500 H76", p.main.line, 0.5)
    _both(p, "M76 44 L77 30")
    p.words(56, 43, 15, 8, p.main, 5)


@shape("pajamas", scene="closet", focus=(50, 30), share=1.1, parts="collar",
       forms={"top": ("button", "pullover"), "bottoms": ("long", "shorts")})  # fmt: skip
def pajamas(p: Pen) -> None:
    low = sym(
        "M70 52 H85 L91 100 H76 L71 70 H70" if p.form("bottoms") == "long" else "M70 52 H85 L92 80 H74 L71 70 H70", 70
    )
    p.cast(low)
    p.body(low, "cloth", pitch=8)
    with p.at(0, 0, 0.72):
        garment(p, _LONG)
        if p.form("top") == "pullover":
            _neck(p, p.trim(p.main), 3)
            _cuffs(p, p.trim(p.main))
            return
        p.part(rect(47.5, 18, 5, 72), p.trim(p.main), "lit", 0.5)
        for y in range(30, 88, 13):
            p.part(oval(50, y, 1.7), p.trim("White" if p.look.colors[0] != "White" else "Gray"), line=0.4)
        for flip in (False, True):
            with p.at(100 if flip else 0, 0, flip=flip):
                p.part("M38 9 L50 22 L40 30 L33 13 Z", p.trim(p.main), "lit", 0.7)
                p.line("M6 71 L16 75", p.main.line, 0.8)
        p.part("M57 38 h13 v13 h-13 z", p.main, line=0.6)


_BODY = {
    ("short", "bare"): "L88 42 L77 46 L73 38 V66 Q74 76 62 80 Q58 82 57 92 H50",
    ("long", "bare"): "L93 66 L83 69 L73 40 V66 Q74 76 62 80 Q58 82 57 92 H50",
    ("short", "full"): "L88 42 L77 46 L73 38 L72 60 L74 96 H57 L51 70 H50",
    ("long", "full"): "L93 66 L83 69 L73 40 L72 60 L74 96 H57 L51 70 H50",
}


@shape("onesie", scene="closet", focus=(50, 40), share=0.75,
       forms={"sleeves": ("short", "long"), "closure": ("snaps", "zipper"), "legs": ("bare", "full")})  # fmt: skip
def onesie(p: Pen) -> None:
    sleeves, legs = p.form("sleeves"), p.form("legs")
    garment(p, "M50 17 H58 Q61 12 63 11 L76 16 Q82 18 84 26 " + _BODY[sleeves, legs])
    _neck(p, p.trim(p.main), 2.6)
    _both(p, "M73 38 L75 28")
    if legs == "bare":
        for flip in (False, True):
            with p.at(100 if flip else 0, 0, flip=flip):
                p.line("M43 90 Q42 82 37 79 Q28 75 28.500 66", p.trim(p.main).line, 0.6)
    else:
        for x in (34.5, 65.5):
            p.part(oval(x, 94, 9.5, 4.6), p.trim(p.main), "top", 0.6)
    if p.form("closure") == "zipper":
        p.line("M50 21 V68", STEEL.line, 2)
        p.line("M50 21 V68", STEEL.light, 0.7)
        p.part(rect(48.6, 24, 2.8, 5, 0.8), STEEL, line=0.3)
    else:
        for x in (46, 50, 54):
            p.part(oval(x, 88.5 if legs == "bare" else 66, 1.3), p.trim("White"), line=0.4)
    emblem = p.form("closure") == "snaps" and p.look.pattern == "plain"
    if not p.words(33, 34, 34, 24, p.main, 10) and emblem:
        p.fill(
            "M50 59 C34 48 35 40 42 40 Q48 40 50 45 Q52 40 58 40 C65 40 66 48 50 59 Z",
            p.trim(DARK if sum(p.main.base) > 600 else "White").base,
        )


@shape("bib", scene="play", focus=(50, 60), share=0.8, forms={"pocket": ("without", "with")})
def bib(p: Pen) -> None:
    outline = sym("M50 38 Q64 38 64 22 Q64 10 56 8 Q60 4 66 6 Q74 12 75 26 Q82 40 80 60 Q78 88 50 88")
    p.cast(outline)
    p.body(outline, "cloth")
    p.line(
        sym("M50 42 Q68 42 68 24 Q76 44 75 60 Q73 83 50 83"),
        p.trim("White" if sum(p.main.base) < 600 else DARK).base,
        0.6,
    )
    p.part(oval(41, 10, 1.6), p.trim("White"), line=0.4)
    pocket = p.form("pocket") == "with"
    if not p.words(30, 48, 40, 20 if pocket else 26, p.main, 11) and p.look.pattern == "plain":
        with p.at(0, -9 if pocket else 0):
            p.fill("M50 75 C34 64 35 56 42 56 Q48 56 50 61 Q52 56 58 56 C65 56 66 64 50 75 Z", p.trim("White").base)
    if pocket:
        p.part(sym("M50 78 Q66 77 80 69 Q84 92 50 95"), p.main, "top", 0.9)
        p.part(sym("M50 78 Q66 77 80 69 L80.500 72.500 Q66 81 50 82"), p.trim("White"), line=0.5)


@shape("tie", scene="closet", focus=(50, 30), share=0.9)
def tie(p: Pen) -> None:
    p.cast(sym("M50 8 H59 L56 20 L62 74 L50 92"))
    p.body(sym("M50 20 H55 L62 74 L50 92"), "cloth", pitch=7)
    p.body("M41 8 H59 L55.500 21 H44.500 Z", "side", pitch=5)
    p.line("M50 24 L50 88", p.main.dark, 0.5)
    if p.has("clip"):
        p.part(rect(43, 48, 16, 2.4, 0.8), tone("Gold"), line=0.4)
