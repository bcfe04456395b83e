"""Forms that many things share: cartons, cylinders, bottles, bags, garments' hems."""

from __future__ import annotations

from ..palette import DARK, PAPER, STEEL, Tone, mix
from ..paths import arc, oval, rect, sym
from ..pen import Pen

__all__ = ["bottle", "carton", "cylinder", "garment", "legs", "screen", "wheel"]


def carton(
    p: Pen, x: float, y: float, w: float, h: float, d: float, *, colour: Tone | None = None, pattern: bool = True
) -> None:
    """A box seen a little from the right and from above; ``d`` is how far its side goes back."""
    d *= p.depth
    rise = d * 0.55
    colour = colour or p.main
    p.shadow(x + (w + d) / 2, y + h - 0.5, (w + d) / 2 + 1, 0.08)
    p.surface(f"M{x} {y} l{d} {-rise} h{w} l{-d} {rise} z", colour, "lit", pattern=False)
    p.surface(f"M{x + w} {y} l{d} {-rise} v{h} l{-d} {rise} z", colour, "side", pattern=pattern)
    p.surface(rect(x, y, w, h), colour, "sheen", pattern=pattern)


def cylinder(p: Pen, x: float, y: float, rx: float, h: float, *, colour: Tone | None = None, pattern: bool = True,
             inside: Tone | None = None, bulge: float = 0.16) -> None:  # fmt: skip
    """A round box standing at ``x`` (its middle), its upper rim at ``y``; open, if an inside is given."""
    colour = colour or p.main
    ry = rx * bulge
    p.shadow(x, y + h + ry * 0.5, rx + 1)
    foot = y + h + ry * 1.32
    side = f"M{x - rx} {y} V{y + h} Q{x - rx} {foot} {x} {foot} Q{x + rx} {foot} {x + rx} {y + h} V{y} Z"
    p.surface(side, colour, "round", pattern=pattern)
    p.part(oval(x, y, rx, ry), inside or colour, "" if inside else "lit")
    if inside is not None:
        p.line(arc(x, y, rx, ry, 0, 180), colour.light, 0.8)


def bottle(p: Pen, body: str, *, colour: Tone | None = None, shade: str = "round") -> None:
    """A bottle from the right half of its outline, with its shadow."""
    outline = sym(body)
    foot = float(outline[:, 1].max())
    p.shadow(50, foot - 0.5, float(abs(outline[outline[:, 1] > foot - 6][:, 0] - 50).max()))
    p.body(outline, shade, colour=colour)


def legs(
    p: Pen, xs: tuple[float, ...], y: float, h: float, colour: Tone, width: float = 2.6, splay: float = 0.0
) -> None:
    """Straight legs; outer ones stand ``splay`` further out at the foot."""
    middle = (xs[0] + xs[-1]) / 2
    for x in xs:
        lean = splay if x > middle else -splay if x < middle else 0.0
        p.part(f"M{x - width / 2} {y} h{width} l{lean - width * 0.15} {h} h{-width * 0.7} z", colour, "round", 0.55)


def screen(p: Pen, x: float, y: float, w: float, h: float, radius: float = 1.0) -> None:
    """A lit display with a landscape, and the words on it if there are any."""
    p.fill(rect(x, y, w, h, radius), (38, 62, 108))
    with p.clip(rect(x, y, w, h, radius)):
        p.fill(rect(x, y + h * 0.45, w, h * 0.55), (74, 122, 170))
        if not p.look.words:
            p.fill(oval(x + w * 0.74, y + h * 0.3, min(w, h) * 0.11), (250, 214, 120))
        p.fill(
            f"M{x} {y + h} V{y + h * 0.72} L{x + w * 0.3} {y + h * 0.45} L{x + w * 0.55} {y + h * 0.76} "
            f"L{x + w * 0.75} {y + h * 0.58} L{x + w} {y + h * 0.8} V{y + h} Z",
            (48, 100, 112),
        )
        p.fill(
            f"M{x} {y + h} V{y + h * 0.88} Q{x + w * 0.5} {y + h * 0.7} {x + w} {y + h * 0.9} V{y + h} Z",
            (86, 158, 120),
        )
        p.fill(f"M{x} {y} h{w * 0.42} l{-w * 0.3} {h} h{-w * 0.12} z", (255, 255, 255), 26)
    if p.look.words:
        p.words(x + w * 0.08, y + h * 0.06, w * 0.84, h * 0.42, DARK, 9)


def wheel(p: Pen, x: float, y: float, r: float, hub: Tone = STEEL, spokes: int = 0) -> None:
    """A tyre on a rim."""
    p.part(oval(x, y, r), DARK, line=0.6)
    if spokes:
        p.fill(oval(x, y, r * 0.84), mix(PAPER.base, DARK.base, 0.06))
        for spoke in range(spokes):
            with p.at(x, y, 1, 180 * spoke / spokes):
                p.line(f"M{-r * 0.84} 0 L{r * 0.84} 0", STEEL.line, 0.35)
        p.part(oval(x, y, r * 0.16), hub, line=0.4)
    else:
        p.part(oval(x, y, r * 0.58), hub, "ball", 0.5)
        p.fill(oval(x, y, r * 0.16), hub.line)


def garment(p: Pen, outline: str) -> None:
    """A piece of clothing from the right half of its outline, with its shadow."""
    whole = sym(outline)
    p.cast(whole)
    p.body(whole, "cloth")
