"""Clothes for below the waist, dresses, and what keeps hands and neck warm."""

from __future__ import annotations

from ..palette import DARK, STEEL, tone
from ..paths import oval, rect, sym
from ..pen import Pen
from ..registry import shape
from .families import garment

_SLEEVE = {"sleeveless": "L65 6 Q65 18 70 24", "short": "L66 6 Q77 9 83 24 L73 31 L69 25",
           "long": "L66 6 Q78 9 81 22 L90 62 L81 65 L69 29"}  # fmt: skip


@shape("trousers", scene="closet", focus=(50, 25),
       forms={"kind": ("trousers", "jeans"), "fly": ("zip", "button"), "pockets": (5, 6)})  # fmt: skip
def trousers(p: Pen) -> None:
    garment(p, "M50 8 H68 L74 92 H56 L51 40 H50")
    jeans = p.form("kind") == "jeans"
    seam = tone("#D9A441").base if jeans else p.main.line
    p.part(rect(31.5, 7, 37, 6.5, 1), p.main, "side", 0.7)
    for x in (36, 48.5, 61):
        p.part(rect(x, 6.5, 2.6, 7.6, 0.5), p.main, "lit", 0.5)
    p.part(oval(50, 10.3, 1.4), p.trim("Gold") if not jeans else tone("Copper"), line=0.4)
    p.line("M50 14 V38", p.main.line, 0.7)
    p.line("M33 16 Q38 26 30.500 28", seam, 0.7)
    p.line("M67 16 Q62 26 69.500 28", seam, 0.7)
    if jeans:
        p.line("M50 34 Q56 32 56 14", seam, 0.7)
        for x, y in ((34, 17), (31.6, 27), (66, 17), (68.4, 27)):
            p.fill(oval(x, y, 0.9), tone("Copper").base)
        p.line("M60 17 v5 h5", seam, 0.5)  # the small pocket within the right one
        if p.form("fly") == "button":
            for y in (18, 23, 28):
                p.part(oval(52.4, y, 1), tone("Copper"), line=0.3)
        p.line("M30.500 40 L27.500 90", seam, 0.5)
        p.line("M69.500 40 L72.500 90", seam, 0.5)
        p.line("M27 88.500 H44", seam, 0.5)
        p.line("M56 88.500 H73", seam, 0.5)
        if p.number("pockets") == 6:
            p.part("M66 48 h6 l0.600 12 h-6 z", p.main, "lit", 0.6)
    p.line("M36 40 L34 90", p.main.dark, 0.6)
    p.line("M64 40 L66 90", p.main.dark, 0.6)


@shape("shorts", scene="closet", focus=(50, 40),
       forms={"waist": ("drawstring", "elastic", "button"), "inseam": (7, 5, 9), "pockets": (2, 4, 5)})  # fmt: skip
def shorts(p: Pen) -> None:
    foot = {5: 66, 7: 76, 9: 88}[p.number("inseam")]
    garment(p, f"M50 20 H74 L{86 - (76 - foot) * 0.2} {foot} L56 {foot + 4} L51 54 H50")
    waist = p.form("waist")
    p.part(rect(25, 18, 50, 8, 1.5), p.main, "side", 0.7)
    if waist == "button":
        p.part(oval(50, 22, 1.8), p.trim("White"), line=0.5)
        for x in (32, 42, 57, 67):
            p.part(rect(x, 17, 2.6, 10, 0.5), p.main, "lit", 0.4)
        p.line("M50 34 Q55 40 54 26", p.main.line, 0.6)
    else:
        for x in range(28, 74, 3):
            p.line(f"M{x} 19.500 v5", p.main.line, 0.5)
    if waist == "drawstring":
        p.line("M47 26 Q44 34 46 40", p.trim("White").base, 1.2)
        p.line("M53 26 Q57 33 54 38", p.trim("White").base, 1.2)
    p.line("M50 27 V53", p.main.line, 0.6)
    p.line("M28 28 Q32 38 22 42", p.main.line, 0.7)
    p.line("M72 28 Q68 38 78 42", p.main.line, 0.7)
    pockets = p.number("pockets")
    if pockets >= 4:
        for side in (18.5, 67.5):
            p.part(rect(side, 48, 14, 13, 1), p.main, "lit", 0.6)
            p.part(rect(side - 0.6, 47, 15.2, 4, 0.8), p.main, "side", 0.6)
    if pockets == 5:
        p.line("M60 31 H68", STEEL.line, 1.2)
    p.words(17, 62, 24, 12, p.main, 6)


@shape("skirt", scene="closet", focus=(50, 50),
       forms={"length": ("knee", "mini", "midi", "maxi"), "waist": ("elastic", "zip", "button"),
              "pockets": ("without", "with")})  # fmt: skip
def skirt(p: Pen) -> None:
    hem = {"mini": 44, "knee": 60, "midi": 78, "maxi": 96}[p.form("length")]
    wide = 66 + (hem - 16) * 0.32
    garment(p, f"M50 16 H66 Q{66 + (wide - 66) * 0.3} {(hem + 16) / 2} {wide} {hem - 6} Q70 {hem} 50 {hem}")
    waist = p.form("waist")
    p.part(sym("M50 12 H66 V20 H50"), p.trim(p.main), "side", 0.7)
    for x, end in ((42, 36), (58, 64), (36, 24), (64, 76)):
        p.line(f"M{x} 24 Q{(x + end) / 2} {(hem + 24) / 2} {end} {hem - 5}", p.main.line, 0.5)
    if waist == "elastic":
        for x in range(37, 65, 3):
            p.line(f"M{x} 13.500 v5", p.trim(p.main).line, 0.5)
    elif waist == "zip":
        p.line("M64 14 L66 32", STEEL.line, 1.4)
        p.part(oval(64, 14.5, 1.2), STEEL, line=0.3)
    else:
        p.line(f"M50 20 V{hem - 1}", p.main.line, 0.9)
        for y in range(24, hem - 4, 8):
            p.part(oval(52.4, y, 1.4), p.trim("White" if sum(p.main.base) < 600 else DARK), line=0.4)
    if p.form("pockets") == "with":
        p.line("M37 22 Q40 32 32 34", p.main.line, 1)
        p.line("M63 22 Q60 32 68 34", p.main.line, 1)


@shape("dress", scene="closet", focus=(50, 30),
       forms={"length": ("midi", "knee", "maxi"), "sleeves": ("sleeveless", "short", "long"),
              "neck": ("round", "v-neck", "square"), "kind": ("plain", "wrap")})  # fmt: skip
def dress(p: Pen) -> None:
    hem = {"knee": 76, "midi": 90, "maxi": 108}[p.form("length")]
    neck = {"round": "M50 18 Q57 17 60 6", "v-neck": "M50 30 L60 6", "square": "M50 19 H58 L60 6"}[p.form("neck")]
    wide = 63 + (hem - 44) * 0.42
    garment(p, f"{neck} {_SLEEVE[p.form('sleeves')]} Q66 36 63 44 Q{63 + (wide - 63) * 0.3} {(hem + 44) / 2} "
               f"{wide} {hem} "
               f"Q66 {hem + 5} 50 {hem + 5}")  # fmt: skip
    p.part(sym("M50 43 H63.500 V48.500 H50"), p.trim(p.main), "round", 0.6)
    if p.form("kind") == "wrap":
        p.line("M60 10 Q54 34 38 44", p.main.line, 1.1)
        p.line(f"M40 49 Q52 70 56 {hem + 3}", p.main.line, 1.1)
        p.part("M38 46 l-8 -4 l-1 7 z", p.trim(p.main), line=0.5)
        p.part("M38 47 l-7 10 l6 -1 z", p.trim(p.main), line=0.5)
    else:
        for x, end in ((44, 34), (50, 50), (56, 66)):
            p.line(f"M{x} 52 Q{(x + end) / 2} {(hem + 52) / 2} {end} {hem}", p.main.line, 0.5)
    if p.has("bow"):
        p.part("M50 46 l-8 -5 v10 z", p.trim("White"), line=0.6)
        p.part("M50 46 l8 -5 v10 z", p.trim("White"), line=0.6)


@shape("socks", scene="bath", focus=(45, 45), share=0.85, forms={"height": ("crew", "ankle", "knee")})
def socks(p: Pen) -> None:
    top = {"knee": -22, "crew": 10, "ankle": 36}[p.form("height")]
    for x, y in ((16, -4), (-6, 4)):
        with p.at(x, y):
            outline = f"M34 {top} H56 L57 50 Q58 56 52 62 L34 82 Q26 90 18 84 Q12 78 18 70 L33 52 Z"
            p.cast(outline)
            p.body(outline, "cloth")
            trim = p.trim(p.main)
            p.part(rect(33, top - 2, 24, 9, 2), trim, "side", 0.6)
            for line in range(35, 57, 3):
                p.line(f"M{line} {top - 0.5} v6", trim.line, 0.4)
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
