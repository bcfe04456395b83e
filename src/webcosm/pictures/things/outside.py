"""Places of the region, gardens, and homes from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import takes
from .scene import Placed, Scene, Wear

__all__ = ["SEASONS", "SKIES", "TIMES", "Bed", "Garden", "House", "HouseWear", "Place", "PlaceObject"]

SKIES = ("clear", "cloudy", "rain", "snow", "fog", "storm")
TIMES = ("day", "dusk", "night")
SEASONS = ("spring", "summer", "autumn", "winter")


@dataclass(frozen=True, kw_only=True)
class PlaceObject(Placed):
    """What is to be found outdoors."""

    noun: ClassVar[str] = "object of a place"
    kind: str = takes.choice(
        "balloon", "bench", "bicycle", "boat", "bus", "car", "cow", "deer", "dog", "ferry", "flag", "fountain", "gull",
        "kite", "lamp", "person", "rock", "sailboat", "sheep", "snowman", "stall", "statue", "tent", "tree", "umbrella",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Place(Scene):
    """Somewhere in the region."""

    scene: ClassVar[str] = "place"
    kind: str = takes.choice(
        "beach", "bridge", "farm", "forest", "harbor", "lake", "lighthouse", "mountains", "park", "square", "station",
        "street", "waterfall",
    )  # fmt: skip
    color: str = takes.colour("Red")
    """Of what the place is known for: bands of a lighthouse, a bridge, a barn, awnings, a roof."""
    sky: str = takes.choice(*SKIES, default="clear")
    time: str = takes.choice(*TIMES, default="day")
    season: str = takes.choice(*SEASONS, default="summer")
    name: str = takes.text(28, "")
    """On a sign in the picture."""
    objects: tuple[PlaceObject, ...] = takes.parts(PlaceObject, 6)

    def idle(self) -> frozenset[str]:
        treeless = ("beach", "bridge", "harbor", "lighthouse", "station")
        bare = self.kind in treeless or (self.kind == "square" and self.season != "winter")  # but snow lies on it
        return frozenset({"season"} if bare else ())


@dataclass(frozen=True, kw_only=True)
class Bed(Placed):
    """Some plants of one kind, standing together."""

    noun: ClassVar[str] = "bed"
    kind: str = takes.choice(
        "beans", "cabbage", "carrots", "hydrangea", "lavender", "lettuce", "pumpkin", "rose", "strawberry", "sunflower",
        "tomato", "tulip",
    )  # fmt: skip
    count: int = takes.whole(1, 8, 3)
    state: str = takes.choice("healthy", "wilted", "eaten", default="healthy")
    """Eaten by slugs: leaves with holes."""
    raised: bool = takes.flag()


@dataclass(frozen=True, kw_only=True)
class Garden(Scene):
    """A garden with its beds. A bed's color is that of its flowers or fruit."""

    scene: ClassVar[str] = "garden"
    beds: tuple[Bed, ...] = takes.parts(Bed, 6)
    features: tuple[str, ...] = takes.choices(
        "bench", "birdbath", "compost", "gnome", "greenhouse", "path", "pond", "shed", "tree", "wheelbarrow"
    )
    fence: str | None = takes.colour(None)
    lawn: str = takes.choice("green", "dry", "overgrown", "snow", default="green")
    sky: str = takes.choice("clear", "cloudy", "rain", default="clear")


@dataclass(frozen=True, kw_only=True)
class HouseWear(Wear):
    kind: str = takes.choice("broken window", "missing tiles", "peeling paint", "cracked wall", "ivy")


@dataclass(frozen=True, kw_only=True)
class House(Scene):
    """A home from outside. ``front`` is its street side, ``back`` its garden side, ``detail`` its door."""

    scene: ClassVar[str] = "house"
    views: ClassVar[tuple[str, ...]] = ("front", "back", "detail")
    kind: str = takes.choice("apartments", "bungalow", "cabin", "farmhouse", "house", "townhouse")
    storeys: int = takes.whole(1, 5, 2)
    across: int = takes.whole(1, 5, 3)
    """Windows side by side on an upper storey."""
    walls: str = takes.choice("brick", "plaster", "stone", "wood", default="plaster")
    color: str = takes.colour("Cream")
    roof: str = takes.choice("gable", "flat", "hip", default="gable")
    roof_color: str = takes.colour("Burgundy")
    door_color: str = takes.colour("Brown")
    shutters: str | None = takes.colour(None)
    garage: int = takes.whole(0, 2, 0)
    """Doors of the garage."""
    features: tuple[str, ...] = takes.choices(
        "balcony", "chimney", "dormer", "fence", "hedge", "pool", "porch", "satellite dish", "solar panels", "terrace",
        "tree",
    )  # fmt: skip
    number: str = takes.text(5, "")
    sign: str = takes.text(20, "")
    """On a board in front: For Sale, For Rent, Sold."""
    wear: tuple[HouseWear, ...] = takes.parts(HouseWear, 3)
    season: str = takes.choice(*SEASONS, default="summer")
    sky: str = takes.choice(*SKIES, default="clear")

    def idle(self) -> frozenset[str]:
        return frozenset({"storeys"} if self.kind in ("bungalow", "cabin") else ())
