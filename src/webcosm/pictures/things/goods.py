"""Instruments, tools, and anything that the shop has a shape for: new or used, one or several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..registry import ENTERED, FormValue
from ..spec import PATTERNS, read_form
from . import takes
from .scene import Placed, Scene, Wear

__all__ = ["Arrangement", "Goods", "GoodsWear", "Instrument", "InstrumentWear", "ThingAmong", "Tool", "ToolWear"]


@dataclass(frozen=True, kw_only=True)
class InstrumentWear(Wear):
    kind: str = takes.choice("broken string", "crack", "dent", "missing key", "scratches", "stickers", "tarnish")


@dataclass(frozen=True, kw_only=True)
class Instrument(Scene):
    """A musical instrument."""

    scene: ClassVar[str] = "instrument"
    views: ClassVar[tuple[str, ...]] = ("front", "angle", "detail", "scene")
    kind: str = takes.choice(
        "accordion", "acoustic guitar", "bass", "cello", "clarinet", "drums", "electric guitar", "flute", "grand piano",
        "keyboard", "piano", "saxophone", "trumpet", "ukulele", "violin",
    )  # fmt: skip
    color: str = takes.colour("Brown")
    second: str = takes.colour("White")
    """Of a pick guard, of drum heads, of bellows."""
    strings: int = takes.whole(0, 12, 0)
    """0 for as many as such an instrument usually has."""
    keys: int = takes.whole(0, 88, 61)
    """Of a keyboard: 25, 37, 49, 61 or 88."""
    drums: int = takes.whole(1, 6, 4)
    cymbals: int = takes.whole(0, 4, 2)
    parts: tuple[str, ...] = takes.choices(
        "amplifier", "bow", "case", "music stand", "picks", "stand", "stool", "strap"
    )
    brand: str = takes.text(12, "")
    """On the head of the bass drum."""
    wear: tuple[InstrumentWear, ...] = takes.parts(InstrumentWear, 3)

    def idle(self) -> frozenset[str]:
        stringed = ("acoustic guitar", "bass", "cello", "electric guitar", "ukulele", "violin")
        only = {"strings": stringed, "keys": ("keyboard",), "drums": ("drums",), "cymbals": ("drums",),
                "brand": ("drums",)}  # fmt: skip
        found = {name for name, kinds in only.items() if self.kind not in kinds}
        one_colour = self.kind in ("cello", "clarinet", "grand piano", "keyboard", "piano", "violin")
        return frozenset(found | {"second"} if one_colour else found)


@dataclass(frozen=True, kw_only=True)
class ToolWear(Wear):
    kind: str = takes.choice("broken handle", "dirt", "rust", "worn grip")


@dataclass(frozen=True, kw_only=True)
class Tool(Scene):
    """A tool, or a set of them."""

    scene: ClassVar[str] = "tool"
    views: ClassVar[tuple[str, ...]] = ("front", "angle", "detail", "scene")
    kind: str = takes.choice(
        "axe", "chainsaw", "circular saw", "drill", "hammer", "hand saw", "hedge trimmer", "ladder", "lawn mower",
        "level", "pliers", "rake", "screwdrivers", "shovel", "toolbox", "wheelbarrow", "workbench", "wrenches",
    )  # fmt: skip
    color: str = takes.colour("Red")
    second: str = takes.colour("Black")
    """Of grips and trims."""
    count: int = takes.whole(1, 24, 1)
    """How many there are; of a set of screwdrivers or wrenches its pieces, of a ladder its rungs (3 to 12)."""
    power: str = takes.choice("hand", "battery", "cord", "gasoline", default="hand")
    """What drives a drill, a saw, a trimmer or a mower; a battery can be seen, so can a cord."""
    case: bool = takes.flag()
    brand: str = takes.text(12, "")
    wear: tuple[ToolWear, ...] = takes.parts(ToolWear, 2)

    def idle(self) -> frozenset[str]:
        driven = ("chainsaw", "circular saw", "drill", "hedge trimmer", "lawn mower")
        found = set() if self.kind in driven else {"power"}
        if self.kind not in ("chainsaw", "drill", "hedge trimmer", "lawn mower", "level", "toolbox"):
            found.add("brand")
        if self.kind in ("hand saw", "level", "pliers", "rake", "workbench", "wrenches"):
            found.add("second")
        return frozenset(found)


def _shapes() -> tuple[str, ...]:
    from .. import shapes  # noqa: F401  (entering the shapes)

    return tuple(ENTERED)


@dataclass(frozen=True, kw_only=True)
class GoodsWear(Wear):
    kind: str = takes.choice("crack", "dent", "hole", "scratches", "stain", "torn corner")
    place: str = takes.choice("left", "middle", "right", default="middle")


@dataclass(frozen=True, kw_only=True)
class Goods(Scene):
    """A thing that the shop sells, new or used: electronics, clothes, toys, kitchenware, books."""

    scene: ClassVar[str] = "goods"
    views: ClassVar[tuple[str, ...]] = ("front", "angle", "detail", "scene")
    shape: str = takes.choice(*_shapes())
    colors: tuple[str, ...] = takes.choices(*takes.COLOURS, most=3)
    pattern: str = takes.choice(*PATTERNS, default="plain")
    count: int = takes.whole(1, 10_000, 1)
    words: tuple[str, ...] = takes.lines(40, 3)
    backdrop: str | None = takes.colour(None)
    parts: tuple[str, ...] = takes.lines(30, 6)
    form: tuple[tuple[str, FormValue], ...] = takes.form()
    wear: tuple[GoodsWear, ...] = takes.parts(GoodsWear, 3)

    def check(self) -> None:
        if not self.colors:
            raise ValueError("goods.colors is empty: at least one color is needed")
        object.__setattr__(self, "form", read_form(self.shape, self.form, "goods.form"))

    def written(self) -> dict[str, Any]:
        found = super().written()
        return found | {"form": dict(self.form)} if self.form else found


@dataclass(frozen=True, kw_only=True)
class ThingAmong(Placed):
    """One of several things: a shape of the shop."""

    noun: ClassVar[str] = "thing"
    shape: str = takes.choice(*_shapes())
    pattern: str = takes.choice(*PATTERNS, default="plain")
    second: str | None = takes.colour(None)
    words: tuple[str, ...] = takes.lines(24, 3)
    upright: bool = takes.flag(default=True)
    """False: it has fallen over."""


@dataclass(frozen=True, kw_only=True)
class Arrangement(Scene):
    """Several things together: what was found, what is packed, what is for sale as one lot."""

    scene: ClassVar[str] = "things"
    setting: str = takes.choice("bench", "desk", "floor", "grass", "kitchen", "shelf", "table", default="table")
    things: tuple[ThingAmong, ...] = takes.parts(ThingAmong, 6)

    def check(self) -> None:
        if not self.things:
            raise ValueError("things.things is empty: 1 to 6 things are accepted")
