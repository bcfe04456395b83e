"""Pets and food."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from . import takes
from .scene import Scene
from .truth import Facts

__all__ = ["DISHES", "Animal", "Food", "Pet"]


@dataclass(frozen=True, kw_only=True)
class Animal(Facts):
    """A pet."""

    noun: ClassVar[str] = "animal"
    kind: str = takes.choice("cat", "chicken", "dog", "guinea pig", "horse", "parrot", "rabbit", "tortoise")
    color: str = takes.colour("Brown")
    coat: str = takes.choice("plain", "patched", "spotted", "striped", default="plain")
    second: str = takes.colour("White")
    """Of patches, spots or stripes."""
    ears: str = takes.choice("floppy", "pointed", default="pointed")
    """Of dogs and rabbits."""
    pose: str = takes.choice("sitting", "standing", "lying", default="sitting")
    asleep: bool = takes.flag()
    wears: str = takes.choice("nothing", "bandana", "bow tie", "collar", "cone", "hat", "sweater", default="nothing")
    wears_color: str = takes.colour("Red")
    size: str = takes.choice("small", "middling", "large", default="middling")
    place: str = takes.choice("left", "middle", "right", default="middle")


@dataclass(frozen=True, kw_only=True)
class Pet(Scene):
    """One to four pets, where they like to be."""

    scene: ClassVar[str] = "pet"
    pets: tuple[Animal, ...] = takes.parts(Animal, 4)
    setting: str = takes.choice("bed", "beach", "box", "kitchen", "lawn", "rug", "snow", "sofa", "studio", "window",
                          default="lawn")  # fmt: skip
    setting_color: str = takes.colour("Gray")
    """Of the sofa, bed, rug or studio."""
    things: tuple[str, ...] = takes.choices("ball", "bone", "bowl", "fish toy", "stick", "yarn")
    thing_color: str = takes.colour("Yellow")
    words: str = takes.text(14, "")
    """On the bowl."""

    def idle(self) -> frozenset[str]:
        found = set() if self.setting in ("bed", "rug", "sofa", "studio") else {"setting_color"}
        if not set(self.things) & {"ball", "bowl", "fish toy", "yarn"}:
            found.add("thing_color")
        return frozenset(found if "bowl" in self.things else found | {"words"})

    def check(self) -> None:
        if not self.pets:
            raise ValueError("pet.pets is empty: 1 to 4 animals are accepted")


DISHES: dict[str, tuple[str, ...]] = {
    "burger": ("bacon", "cheese", "egg", "lettuce", "onion", "tomato"),
    "cake": ("berries", "candles", "cherries", "cream"),
    "cookies": ("chocolate chips", "sprinkles"),
    "cupcakes": ("cherries", "sprinkles"),
    "curry": ("herbs", "rice", "shrimp"),
    "eggs": ("bacon", "beans", "mushrooms", "toast", "tomato"),
    "fruit bowl": ("apples", "bananas", "grapes", "lemons", "oranges", "pears"),
    "ice cream": ("cherries", "sprinkles", "wafer"),
    "loaf": ("seeds",),
    "pancakes": ("banana", "berries", "butter", "syrup"),
    "pasta": ("basil", "cheese", "meatballs", "shrimp"),
    "pie": ("cream", "lattice"),
    "pizza": ("basil", "ham", "mushrooms", "olives", "onion", "pepperoni", "pepper", "pineapple"),
    "salad": ("cheese", "croutons", "cucumber", "egg", "olives", "onion", "radish", "tomato"),
    "soup": ("croutons", "cream", "herbs", "noodles"),
    "sushi": ("avocado", "salmon", "shrimp", "tuna"),
    "tacos": ("avocado", "cheese", "lettuce", "onion", "tomato"),
}
"""Dishes and what may be on them."""
_TOPPINGS = tuple(sorted({each for some in DISHES.values() for each in some}))


@dataclass(frozen=True, kw_only=True)
class Food(Scene):
    """A dish on a table, seen from above or a little from the side."""

    scene: ClassVar[str] = "food"
    kind: str = takes.choice(*DISHES)
    color: str = takes.colour("Red")
    """Of frosting, soup, filling, sauce or the ice cream."""
    count: int = takes.whole(1, 12, 1)
    """Of what can be counted: slices of a pizza, cake or pie, scoops, pieces, pancakes, patties, eggs, layers."""
    missing: int = takes.whole(0, 7, 0)
    """Slices of a pizza, cake or pie that are gone already."""
    toppings: tuple[str, ...] = takes.choices(*_TOPPINGS)
    candles: int = takes.whole(0, 9, 0)
    burned: bool = takes.flag()
    plate: str = takes.colour("White")
    cloth: str = takes.colour("Tan")
    """The table or its cloth."""
    cloth_pattern: str = takes.choice("plain", "checks", "stripes", "wood", default="wood")
    drink: str = takes.choice("none", "beer", "coffee", "juice", "milk", "tea", "water", "wine", default="none")
    cutlery: tuple[str, ...] = takes.choices("chopsticks", "fork", "knife", "spoon")
    words: str = takes.text(24, "")
    """Written on a cake, or on a card beside the dish."""

    def idle(self) -> frozenset[str]:
        found = set() if self.kind in ("cake", "pie") else {"candles"}
        if self.kind in ("burger", "cookies", "eggs", "fruit bowl", "loaf", "pancakes", "salad", "tacos"):
            found.add("color")
        if self.kind in ("cupcakes", "eggs", "fruit bowl", "ice cream", "sushi", "tacos"):
            found.add("burned")
        if self.kind in ("curry", "pasta", "salad", "soup"):
            found.add("count")
        if self.kind in ("ice cream", "loaf"):
            found.add("plate")
        return frozenset(found if self.kind in ("cake", "pie", "pizza") else found | {"missing"})

    def check(self) -> None:
        for each in self.toppings:
            if each not in DISHES[self.kind]:
                raise ValueError(
                    f"food.toppings has {each!r}: on {self.kind} are accepted {', '.join(DISHES[self.kind])}"
                )
        if self.missing and self.kind not in ("cake", "pie", "pizza"):
            raise ValueError(f"food.missing is {self.missing}: slices are only of a cake, pie or pizza")
        if self.missing >= max(self.count, 2) and self.missing:
            raise ValueError(f"food.missing is {self.missing}: fewer than the {self.count} slices are accepted")
