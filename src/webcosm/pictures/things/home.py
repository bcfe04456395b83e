"""Furniture, and rooms with what stands in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import takes
from .scene import Placed, Scene, Wear

__all__ = ["FURNITURE", "Furnishing", "Furniture", "FurnitureWear", "Room", "RoomWear"]

FURNITURE = (
    "armchair", "bed", "bookshelf", "bunk bed", "chair", "coffee table", "cot", "desk", "dresser", "nightstand",
    "sofa", "stool", "table", "wardrobe",
)  # fmt: skip
PATTERNS = ("plain", "stripes", "dots", "checks", "floral", "zigzag", "leaves", "stars")
MATERIALS = ("wood", "metal", "fabric", "leather", "glass", "wicker")


_UPHOLSTERED = ("armchair", "bed", "bunk bed", "chair", "cot", "sofa", "stool")
_ONLY = {
    "seats": ("sofa",), "drawers": ("desk", "dresser", "nightstand", "wardrobe"), "doors": ("wardrobe",),
    "shelves": ("bookshelf",), "legs": ("chair", "coffee table", "stool", "table"),
    "top": ("coffee table", "stool", "table"), "arms": ("chair",), "size": ("bed",),
    "pattern": _UPHOLSTERED, "cushions": ("armchair", "bed", "sofa"),
}  # fmt: skip
"""Fields that only furniture of some kinds has."""


@dataclass(frozen=True, kw_only=True)
class FurnitureWear(Wear):
    kind: str = takes.choice("broken leg", "burn", "crack", "missing handle", "scratches", "stain", "tear")
    place: str = takes.choice("left", "middle", "right", default="middle")


@dataclass(frozen=True, kw_only=True)
class Furniture(Scene):
    """A piece of furniture. ``scene`` is the room it stands in now, ``detail`` its wear or else its surface."""

    scene: ClassVar[str] = "furniture"
    views: ClassVar[tuple[str, ...]] = ("front", "angle", "detail", "scene")
    kind: str = takes.choice(*FURNITURE)
    color: str = takes.colour()
    """Of the upholstery, or of wood or metal where there is none."""
    frame: str = takes.colour("Tan")
    """Of legs and frame."""
    pattern: str = takes.choice(*PATTERNS, default="plain")
    material: str = takes.choice(*MATERIALS, default="wood")
    seats: int = takes.whole(1, 4, 2)
    """Of a sofa."""
    drawers: int = takes.whole(0, 8, 3)
    """Of a desk, dresser, nightstand or wardrobe."""
    doors: int = takes.whole(0, 4, 2)
    """Of a wardrobe."""
    shelves: int = takes.whole(1, 7, 4)
    """Of a bookshelf."""
    legs: int = takes.whole(1, 4, 4)
    """Of a table or stool; one is a pedestal."""
    top: str = takes.choice("rectangular", "round", "square", default="rectangular")
    """Of a table, coffee table or stool."""
    arms: bool = takes.flag()
    """Of a chair. A sofa and an armchair have them."""
    size: str = takes.choice("single", "double", default="double")
    """Of a bed."""
    cushions: int = takes.whole(0, 4, 0)
    cushion_color: str = takes.colour("Mustard")
    count: int = takes.whole(1, 6, 1)
    wear: tuple[FurnitureWear, ...] = takes.parts(FurnitureWear, 3)

    def idle(self) -> frozenset[str]:
        found = {name for name, kinds in _ONLY.items() if self.kind not in kinds}
        return frozenset(found | {"frame"} if self.kind == "bookshelf" else found) | (
            frozenset({"cushion_color"}) if self.cushions == 0 or "cushions" in found else frozenset()
        )


@dataclass(frozen=True, kw_only=True)
class Furnishing(Placed):
    """What stands or hangs in a room."""

    noun: ClassVar[str] = "furnishing"
    kind: str = takes.choice(
        "armchair", "bathtub", "bed", "bookshelf", "boxes", "chair", "coffee table", "curtains", "desk", "dresser",
        "fireplace", "fridge", "lamp", "mirror", "painting", "plant", "rug", "shower", "sink", "sofa", "stove", "table",
        "television", "toilet", "wardrobe", "washing machine",
    )  # fmt: skip
    count: int = takes.whole(1, 4, 1)


@dataclass(frozen=True, kw_only=True)
class RoomWear(Wear):
    kind: str = takes.choice("crack", "damp", "peeling paint")
    place: str = takes.choice("left", "middle", "right", default="right")


@dataclass(frozen=True, kw_only=True)
class Room(Scene):
    """A room of a home."""

    scene: ClassVar[str] = "room"
    kind: str = takes.choice(
        "bathroom", "bedroom", "dining room", "empty room", "hallway", "kitchen", "living room", "office"
    )
    walls: str = takes.colour("Cream")
    floor: str = takes.choice("carpet", "concrete", "tiles", "wood", default="wood")
    floor_color: str = takes.colour("Tan")
    windows: int = takes.whole(0, 3, 1)
    outlook: str = takes.choice("city", "garden", "sea", "sky", "wall", default="garden")
    """What is seen through the windows."""
    furniture: tuple[Furnishing, ...] = takes.parts(Furnishing, 8)
    cabinets: str | None = takes.colour(None)
    """Of a kitchen; without, it has none."""
    features: tuple[str, ...] = takes.choices("balcony door", "beams", "skylight", "stairs", "radiator")
    wear: tuple[RoomWear, ...] = takes.parts(RoomWear, 2)
