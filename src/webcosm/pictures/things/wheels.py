"""Vehicles and bicycles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import takes
from .scene import Scene, Wear

__all__ = ["BODIES", "MAKES", "Bicycle", "BicycleWear", "Vehicle", "VehicleWear"]

MAKES = (
    "Alder", "Brisk", "Corvane", "Dunmore", "Estrel", "Falkirk", "Harrow", "Junora", "Kestrel", "Lindqvist", "Marlow",
    "Norda", "Orso", "Pike", "Solway", "Tarn",
)  # fmt: skip
"""Makers of vehicles. Each has its own badge and its own grille."""
BODIES = (
    "camper", "convertible", "coupe", "hatchback", "motorcycle", "pickup", "scooter", "sedan", "suv", "van", "wagon",
)  # fmt: skip
SETTINGS = ("driveway", "field", "garage", "showroom", "street")


@dataclass(frozen=True, kw_only=True)
class VehicleWear(Wear):
    kind: str = takes.choice(
        "broken light", "cracked windshield", "dent", "dirt", "flat tire", "missing hubcap", "odd panel", "rust",
        "scratch",
    )  # fmt: skip
    place: str = takes.choice("front", "middle", "rear", default="middle")
    """Of the side that is shown. Lights, hubcaps and tires are in front or at the rear; the windshield is in front."""

    def check(self) -> None:
        if self.kind in ("broken light", "flat tire", "missing hubcap") and self.place == "middle":
            raise ValueError(f"wear.place is 'middle': a {self.kind} is accepted in front or at the rear")


@dataclass(frozen=True, kw_only=True)
class Vehicle(Scene):
    """A car or motorcycle. ``front`` is its side, with all of it; ``nose`` and ``tail`` are seen from ahead and behind.

    ``inside`` shows seats and wheel, ``dashboard`` the odometer, ``detail`` the wear, or the badge where there is none.
    """

    scene: ClassVar[str] = "vehicle"
    views: ClassVar[tuple[str, ...]] = ("front", "nose", "tail", "inside", "dashboard", "detail")
    make: str = takes.choice(*MAKES)
    body: str = takes.choice(*BODIES)
    color: str = takes.colour()
    second: str | None = takes.colour(None)
    """Of the roof or of a band along the side."""
    second_on: str = takes.choice("roof", "band", default="roof")
    doors: int = takes.whole(0, 5, 4)
    """Hatchbacks have 3 or 5, coupes and convertibles 2, motorcycles and scooters none; pickups and vans 2 or 4."""
    model: str = takes.text(12, "")
    """In letters at the tail, and along the door of a van."""
    plate: str = takes.text(9, "")
    wheels: str = takes.choice("alloy", "steel", "wire", default="alloy")
    extras: tuple[str, ...] = takes.choices(
        "bike rack", "bull bar", "ladder", "roof box", "roof rack", "spare wheel", "spoiler", "sunroof", "tow hitch",
        "windscreen", "top case",
    )  # fmt: skip
    """A windscreen and a top case are for motorcycles and scooters; the others are not."""
    seats: int = takes.whole(1, 9, 5)
    seat_color: str = takes.colour("Charcoal")
    mileage: int = takes.whole(0, 999_999, 0)
    """On the odometer of the dashboard."""
    gearbox: str = takes.choice("manual", "automatic", default="manual")
    """The lever between the seats."""
    wear: tuple[VehicleWear, ...] = takes.parts(VehicleWear, 5)
    setting: str = takes.choice(*SETTINGS, default="street")

    @property
    def two_wheeled(self) -> bool:
        return self.body in ("motorcycle", "scooter")

    def idle(self) -> frozenset[str]:
        found = {"second_on"} if self.second is None else set()
        return frozenset(found | {"model", "plate", "seats", "gearbox"} if self.two_wheeled else found)

    def check(self) -> None:
        accepted = {
            "hatchback": (3, 5), "coupe": (2,), "convertible": (2,), "motorcycle": (0,), "scooter": (0,),
            "pickup": (2, 4), "van": (2, 4), "camper": (2, 4), "sedan": (2, 4), "wagon": (4, 5), "suv": (3, 4, 5),
        }[self.body]  # fmt: skip
        if self.doors not in accepted:
            wanted = " or ".join(map(str, accepted))
            raise ValueError(f"vehicle.doors is {self.doors}: a {self.body} has {wanted}")
        for each in self.extras:
            if (each in ("windscreen", "top case")) != self.two_wheeled:
                raise ValueError(f"vehicle.extras has {each!r}: a {self.body} cannot have it")


@dataclass(frozen=True, kw_only=True)
class BicycleWear(Wear):
    kind: str = takes.choice("bent wheel", "flat tire", "missing pedal", "missing saddle", "rust", "torn saddle")
    place: str = takes.choice("front", "rear", default="front")
    """Of a bent wheel or a flat tire."""


@dataclass(frozen=True, kw_only=True)
class Bicycle(Scene):
    """A bicycle from its side. ``detail`` shows chain and crank."""

    scene: ClassVar[str] = "bicycle"
    views: ClassVar[tuple[str, ...]] = ("front", "angle", "detail")
    kind: str = takes.choice("cargo", "city", "electric", "folding", "kids", "mountain", "road", "tandem")
    color: str = takes.colour()
    second: str | None = takes.colour(None)
    """Of rims, grips and saddle; black where there is none."""
    frame: str = takes.choice("diamond", "step-through", default="diamond")
    brand: str = takes.text(12, "")
    """On the frame."""
    extras: tuple[str, ...] = takes.choices(
        "basket", "bell", "bottle", "child seat", "fenders", "kickstand", "lights", "lock", "panniers", "rack",
        "training wheels",
    )  # fmt: skip
    wear: tuple[BicycleWear, ...] = takes.parts(BicycleWear, 4)
    count: int = takes.whole(1, 3, 1)
    setting: str = takes.choice("driveway", "garage", "hallway", "park", "wall", default="wall")
