"""Clothes, laid out flat or hung up."""

from __future__ import annotations

from ..palette import DARK, STEEL, Tone, tone
from ..paths import arc, oval, rect, sym
from ..pen import Pen
from ..registry import shape

_TOP = "M50 17 H58 Q61 12 63 11 L78 17 Q84 19 86 26 L94 44 L81 50 L76 40 V88 H50"
_LONG = "M50 17 H58 Q61 12 63 11 L77 17 Q83 19 85 26 L96 76 L85 80 L76 44 V90 H50"


def _garment(p: Pen, outline: str) -> None:
    whole = sym(outline)
    p.cast(whole)
    p.body(whole, "cloth")


def _neck(p: Pen, colour: Tone, width: float = 2.2, depth: float = 9.0) -> None:
    """The opening of a round neck with its ribbing."""
    p.fill(arc(50, 11.5, 12.6, depth, 0, 180), p.main.dark)
    p.line(arc(50, 11.5, 12.8, depth, 0, 180), p.main.line, width + 1.2)
    p.line(arc(50, 11.5, 12.8, depth, 0, 180), colour.base, width)


def _sleeve_lines(p: Pen, upper: str) -> None:
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.line(upper, p.main.line, 0.6)


def _band(p: Pen, half: str, colour: Tone) -> None:
    p.part(sym(half), colour, "cloth", 0.6)


@shape("t-shirt", scene="closet", focus=(50, 32))
def t_shirt(p: Pen) -> None:
    _garment(p, _TOP)
    _neck(p, p.trim(p.main))
    _sleeve_lines(p, "M76 40 L77 28")
    _sleeve_lines(p, "M92 41 L79.500 47")
    p.line("M25 84.500 H75", p.main.line, 0.4)
    p.words(31, 36, 38, 26, p.main, 11)
    if p.has("pocket"):
        p.part("M57 36 h12 v10 l-6 4 l-6 -4 z", p.trim(p.main), line=0.6)


@shape("shirt", scene="closet", focus=(50, 28), parts="buttons collar pocket")
def shirt(p: Pen) -> None:
    _garment(p, _LONG)
    p.part(rect(47, 18, 6, 72), p.main, "lit", 0.5)
    for y in range(26, 88, 11):
        p.part(oval(50, y, 1.3), p.trim("White" if p.look.colors[0] != "White" else "Gray"), line=0.4)
    p.fill("M40 12 Q50 20 60 12 L50 21 Z", p.main.dark)
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.part("M37 9 L50 20 L41 29 L34 13 Z", p.main, "lit", 0.7)
            p.part("M5.500 71.500 L15.500 75 L14.600 80 L4 76 Z", p.trim(p.main), "lit", 0.6)
    p.part("M58 36 h12 v10 l-6 4 l-6 -4 z", p.main, line=0.6)
    _sleeve_lines(p, "M76 44 L77 30")


@shape("sweater", scene="closet", focus=(50, 35))
def sweater(p: Pen) -> None:
    _garment(p, _LONG)
    trim = p.trim(p.main)
    _neck(p, trim, 3.6)
    _band(p, "M50 84 H76 V91 H50", trim)
    for x in range(27, 75, 4):
        p.line(f"M{x} 85 v5", trim.line, 0.4)
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.part("M5.500 70 L16 74 L14.600 80 L4 76 Z", trim, "lit", 0.6)
    _sleeve_lines(p, "M76 44 L77 30")
    if p.look.pattern == "plain" and not p.look.words:
        for y in (42, 52, 62, 72):
            p.line(
                " ".join(f"{'M' if i == 0 else 'L'}{30 + i * 5} {y + (2.5 if i % 2 else 0)}" for i in range(9)),
                p.main.dark,
                0.9,
            )
    p.words(31, 36, 38, 26, p.main, 11)


@shape("hoodie", scene="closet", focus=(50, 30), parts="hood pocket drawstring")
def hoodie(p: Pen) -> None:
    _garment(p, _LONG)
    p.part(sym("M50 8 Q64 6 66 18 Q64 27 50 30"), p.main, "ball")
    p.part(sym("M50 13 Q58 12 59 19 Q57 25 50 27"), p.main, "side", 0.6)
    p.part(sym("M50 62 H62 L70 80 H50"), p.main, "lit", 0.7)
    p.line("M45 28 V44", p.trim("White").base, 1)
    p.line("M55 28 V41", p.trim("White").base, 1)
    _band(p, "M50 85 H76 V91 H50", p.main)
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.part("M5.500 70 L16 74 L14.600 80 L4 76 Z", p.main, "side", 0.6)
    _sleeve_lines(p, "M76 44 L77 30")
    p.words(31, 44, 38, 17, p.main, 10)
    if p.has("zipper"):
        p.line("M50 30 V90", STEEL.base, 1.2)


@shape("jacket", scene="closet", focus=(50, 40), parts="buttons collar pockets")
def jacket(p: Pen) -> None:
    _garment(p, _LONG)
    p.fill("M42 12 L50 40 L58 12 Q50 16 42 12 Z", p.trim("White").base)
    p.line("M50 38 V90", p.main.line, 0.8)
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.part("M39 10 L34 13 L36 28 L33 31 L50 46 Q46 24 41 11 Z", p.main, "side", 0.7)
            p.part("M28 64 H43 V68 H28 Z", p.main, "side", 0.5)
            p.line("M6 71 L16 75", p.main.line, 0.6)
    for y in (54, 66, 78):
        p.part(oval(53, y, 1.6), p.trim("Gold"), "ball", 0.4)
    _sleeve_lines(p, "M76 44 L77 30")
    if p.has("hood"):
        p.part(sym("M50 2 Q66 2 66 18 Q58 12 50 12"), p.main, "side")


@shape("pajamas", scene="closet", focus=(50, 30), share=1.1, parts="buttons collar")
def pajamas(p: Pen) -> None:
    low = sym("M70 52 H85 L91 100 H76 L71 70 H70", 70)
    p.cast(low)
    p.body(low, "cloth", pitch=8)
    with p.at(0, 0, 0.72):
        _garment(p, _LONG)
        p.part(rect(47.5, 18, 5, 72), p.trim(p.main), "lit", 0.5)
        for y in range(30, 88, 13):
            p.part(oval(50, y, 1.7), p.trim("White" if p.look.colors[0] != "White" else "Gray"), line=0.4)
        for flip in (False, True):
            with p.at(100 if flip else 0, 0, flip=flip):
                p.part("M38 9 L50 22 L40 30 L33 13 Z", p.trim(p.main), "lit", 0.7)
                p.line("M6 71 L16 75", p.main.line, 0.8)
        p.part("M57 38 h13 v13 h-13 z", p.main, line=0.6)


@shape("trousers", scene="closet", focus=(50, 25))
def trousers(p: Pen) -> None:
    _garment(p, "M50 8 H68 L74 92 H56 L51 40 H50")
    p.part(rect(31.5, 7, 37, 6.5, 1), p.main, "side", 0.7)
    for x in (36, 48.5, 61):
        p.part(rect(x, 6.5, 2.6, 7.6, 0.5), p.main, "lit", 0.5)
    p.part(oval(50, 10.3, 1.4), p.trim("Gold"), line=0.4)
    p.line("M50 14 V38", p.main.line, 0.7)
    p.line("M33 16 Q38 26 30.500 28", p.main.line, 0.7)
    p.line("M67 16 Q62 26 69.500 28", p.main.line, 0.7)
    p.line("M36 40 L34 90", p.main.dark, 0.6)
    p.line("M64 40 L66 90", p.main.dark, 0.6)


@shape("shorts", scene="closet", focus=(50, 40))
def shorts(p: Pen) -> None:
    _garment(p, "M50 20 H74 L86 76 L56 80 L51 54 H50")
    p.part(rect(25, 18, 50, 8, 1.5), p.main, "side", 0.7)
    p.line("M47 26 Q44 34 46 40", p.trim("White").base, 1.2)
    p.line("M53 26 Q57 33 54 38", p.trim("White").base, 1.2)
    p.line("M50 27 V53", p.main.line, 0.6)
    p.line("M28 28 Q32 38 22 42", p.main.line, 0.7)
    p.line("M72 28 Q68 38 78 42", p.main.line, 0.7)
    p.words(17, 58, 24, 14, p.main, 6)


@shape("skirt", scene="closet", focus=(50, 50))
def skirt(p: Pen) -> None:
    _garment(p, "M50 16 H66 Q74 50 88 82 Q70 90 50 90")
    p.part(sym("M50 12 H66 V20 H50"), p.trim(p.main), "side", 0.7)
    for x, end in ((42, 32), (50, 50), (58, 68), (36, 20), (64, 80)):
        p.line(f"M{x} 24 Q{(x + end) / 2} 56 {end} 84", p.main.line, 0.5)


@shape("dress", scene="closet", focus=(50, 30))
def dress(p: Pen) -> None:
    _garment(p, "M50 18 Q57 17 60 6 L65 6 Q65 18 70 24 Q66 36 63 44 Q68 66 82 90 Q66 95 50 95")
    p.part(sym("M50 43 H63.500 V48.500 H50"), p.trim(p.main), "round", 0.6)
    for x, end in ((44, 34), (50, 50), (56, 66)):
        p.line(f"M{x} 52 Q{(x + end) / 2} 74 {end} 92", p.main.line, 0.5)
    if p.has("bow"):
        p.part("M50 46 l-8 -5 v10 z", p.trim("White"), line=0.6)
        p.part("M50 46 l8 -5 v10 z", p.trim("White"), line=0.6)


@shape("onesie", scene="closet", focus=(50, 40), share=0.75)
def onesie(p: Pen) -> None:
    _garment(p, "M50 17 H58 Q61 12 63 11 L76 16 Q82 18 84 26 L88 42 L77 46 L73 38 V66 Q74 76 62 80 Q58 82 57 92 H50")
    _neck(p, p.trim(p.main), 2.6)
    _sleeve_lines(p, "M73 38 L75 28")
    for flip in (False, True):
        with p.at(100 if flip else 0, 0, flip=flip):
            p.line("M43 90 Q42 82 37 79 Q28 75 28.500 66", p.trim(p.main).line, 0.6)
    for x in (46, 50, 54):
        p.part(oval(x, 88.5, 1.3), p.trim("White"), line=0.4)
    if not p.words(33, 34, 34, 24, p.main, 10) and p.look.pattern == "plain":
        p.fill(
            "M50 59 C34 48 35 40 42 40 Q48 40 50 45 Q52 40 58 40 C65 40 66 48 50 59 Z",
            p.trim(DARK if sum(p.main.base) > 600 else "White").base,
        )


@shape("bib", scene="play", focus=(50, 60), share=0.8)
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
    if not p.words(30, 50, 40, 26, p.main, 11) and p.look.pattern == "plain":
        p.fill("M50 75 C34 64 35 56 42 56 Q48 56 50 61 Q52 56 58 56 C65 56 66 64 50 75 Z", p.trim("White").base)


@shape("socks", scene="bath", focus=(45, 45), share=0.85)
def socks(p: Pen) -> None:
    for x, y in ((16, -4), (-6, 4)):
        with p.at(x, y):
            outline = "M34 10 H56 L57 50 Q58 56 52 62 L34 82 Q26 90 18 84 Q12 78 18 70 L33 52 Z"
            p.cast(outline)
            p.body(outline, "cloth")
            trim = p.trim(p.main)
            p.part(rect(33, 8, 24, 9, 2), trim, "side", 0.6)
            for line in range(35, 57, 3):
                p.line(f"M{line} 9.500 v6", trim.line, 0.4)
            p.part("M57 48 Q58 56 52 62 L50 64 Q44 56 57 46 Z", trim, line=0.6)
            p.part("M22 66 L34 80 L33 82 Q25 90 18 84 Q12 78 18 70 Z", trim, line=0.6)


@shape("gloves", scene="shelf", focus=(30, 45), share=0.8)
def gloves(p: Pen) -> None:
    for flip in (False, True):
        with p.at(102 if flip else -2, 0, flip=flip):
            outline = (
                "M14 88 L12 50 V24 Q12 20 15.500 20 Q18.500 20 18.800 24 V44 L19.600 14 Q20 10 23 10 Q26 10 26 14 V42 "
                "L28 12 Q28.400 8 31.400 8 Q34.400 8.400 34 12 V43 L37 20 Q38 16 40.600 17 Q43 18 42 22 L40 50 "
                "Q46 44 48 40 Q50.500 37 49.500 42 Q47 58 40 66 L40 88 Z"
            )
            p.cast(outline)
            p.body(outline, "cloth", pitch=8)
            p.part("M12.500 78 H41 V91 H12.500 Z", p.trim(p.main), "side", 0.6)
            for x in range(15, 40, 3):
                p.line(f"M{x} 80 v9", p.trim(p.main).line, 0.4)


@shape("scarf", scene="closet", focus=(50, 40))
def scarf(p: Pen) -> None:
    for x, y, turn in ((40, 46, 4), (58, 44, -6)):
        with p.at(x, y, 1, turn):
            tail = rect(-9, 0, 18, 42)
            p.cast(tail)
            p.body(tail, "cloth", pitch=7)
            for i in range(7):
                p.line(f"M{-8 + i * 2.7} 42 v5", p.trim(p.main).base, 1)
    p.cast(oval(50, 34, 32, 22))
    p.body(oval(50, 33, 32, 22), "ball", pitch=8)
    p.part(oval(50, 29, 19, 9), p.main, "side", 0.7)
    p.line("M22 40 Q40 54 70 50", p.main.line, 0.7)
    p.line("M30 46 Q50 46 78 34", p.main.line, 0.7)


@shape("tie", scene="closet", focus=(50, 30), share=0.9)
def tie(p: Pen) -> None:
    p.cast(sym("M50 8 H59 L56 20 L62 74 L50 92"))
    p.body(sym("M50 20 H55 L62 74 L50 92"), "cloth", pitch=7)
    p.body("M41 8 H59 L55.500 21 H44.500 Z", "side", pitch=5)
    p.line("M50 24 L50 88", p.main.dark, 0.5)
    if p.has("clip"):
        p.part(rect(43, 48, 16, 2.4, 0.8), tone("Gold"), line=0.4)
