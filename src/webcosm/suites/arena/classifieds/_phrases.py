"""Wishes in words: ``category=cars&make=Brisk&max=5000&city=1&within=25`` -> “Brisk cars for $5,000 or less within 25
miles of Bayardwade”."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl

from webcosm.suites.arena.classifieds._rows import Board

__all__ = ["DETAILS", "KIND_CODES", "NOUNS", "described", "noun_of", "place_words", "round_price", "with_article"]

NOUNS: Mapping[str, tuple[str, str]] = {
    "cars": ("car", "cars"),
    "cars/Sedan": ("sedan", "sedans"),
    "cars/SUV": ("SUV", "SUVs"),
    "cars/Hatchback": ("hatchback", "hatchbacks"),
    "cars/Wagon": ("station wagon", "station wagons"),
    "cars/Minivan": ("minivan", "minivans"),
    "cars/Convertible": ("convertible", "convertibles"),
    "trucks-vans/Pickup": ("pickup truck", "pickup trucks"),
    "trucks-vans/Van": ("van", "vans"),
    "motorcycles": ("motorcycle", "motorcycles"),
    "bicycles": ("bike", "bikes"),
    "bicycles/City": ("city bike", "city bikes"),
    "bicycles/Road": ("road bike", "road bikes"),
    "bicycles/Mountain": ("mountain bike", "mountain bikes"),
    "bicycles/Kids": ("kids' bike", "kids' bikes"),
    "bicycles/Folding": ("folding bike", "folding bikes"),
    "bicycles/Cargo": ("cargo bike", "cargo bikes"),
    "apartments": ("apartment for rent", "apartments for rent"),
    "houses-rent": ("house for rent", "houses for rent"),
    "houses-sale": ("house for sale", "houses for sale"),
    "rooms": ("room for rent", "rooms for rent"),
    "furniture/Armchair": ("armchair", "armchairs"),
    "furniture/Bed": ("bed", "beds"),
    "furniture/Coffee table": ("coffee table", "coffee tables"),
    "furniture/Dining table": ("dining table", "dining tables"),
    "furniture/Dresser": ("dresser", "dressers"),
    "furniture/Sofa": ("sofa", "sofas"),
    "furniture/Stool": ("stool", "stools"),
    "furniture/Wardrobe": ("wardrobe", "wardrobes"),
    "appliances/Dishwasher": ("dishwasher", "dishwashers"),
    "appliances/Fan": ("fan", "fans"),
    "appliances/Microwave": ("microwave", "microwaves"),
    "appliances/Refrigerator": ("refrigerator", "refrigerators"),
    "appliances/Stove": ("stove", "stoves"),
    "appliances/Vacuum cleaner": ("vacuum cleaner", "vacuum cleaners"),
    "appliances/Washing machine": ("washing machine", "washing machines"),
    "kitchenware/Coffee maker": ("coffee maker", "coffee makers"),
    "kitchenware/Kettle": ("kettle", "kettles"),
    "kitchenware/Stand mixer": ("stand mixer", "stand mixers"),
    "kitchenware/Toaster": ("toaster", "toasters"),
    "kitchenware/Blender": ("blender", "blenders"),
    "lamps-decor/Floor lamp": ("floor lamp", "floor lamps"),
    "lamps-decor/Table lamp": ("table lamp", "table lamps"),
    "lamps-decor/Mirror": ("mirror", "mirrors"),
    "lamps-decor/Rug": ("rug", "rugs"),
    "lamps-decor/Wall clock": ("wall clock", "wall clocks"),
    "garden/Grill": ("grill", "grills"),
    "garden/Lawn mower": ("lawn mower", "lawn mowers"),
    "garden/Patio set": ("patio set", "patio sets"),
    "garden/Wheelbarrow": ("wheelbarrow", "wheelbarrows"),
    "garden/Watering can": ("watering can", "watering cans"),
    "tools/Drill": ("drill", "drills"),
    "tools/Circular saw": ("circular saw", "circular saws"),
    "tools/Ladder": ("ladder", "ladders"),
    "tools/Sander": ("sander", "sanders"),
    "tools/Toolbox": ("toolbox", "toolboxes"),
    "tools/Workbench": ("workbench", "workbenches"),
    "phones": ("phone", "phones"),
    "computers/Laptop": ("laptop", "laptops"),
    "computers/Monitor": ("monitor", "monitors"),
    "computers/Tablet": ("tablet", "tablets"),
    "computers/Printer": ("printer", "printers"),
    "tv-audio/TV": ("TV", "TVs"),
    "tv-audio/Record player": ("record player", "record players"),
    "cameras/Drone": ("drone", "drones"),
    "video-games/Console": ("game console", "game consoles"),
    "video-games/Controller": ("game controller", "game controllers"),
    "womens-clothing/Dress": ("dress", "dresses"),
    "womens-clothing/Jacket": ("women's jacket", "women's jackets"),
    "womens-clothing/Skirt": ("skirt", "skirts"),
    "womens-clothing/Sweater": ("women's sweater", "women's sweaters"),
    "mens-clothing/Hoodie": ("men's hoodie", "men's hoodies"),
    "mens-clothing/Jacket": ("men's jacket", "men's jackets"),
    "mens-clothing/Shirt": ("men's shirt", "men's shirts"),
    "mens-clothing/Sweater": ("men's sweater", "men's sweaters"),
    "bags-watches/Backpack": ("backpack", "backpacks"),
    "bags-watches/Handbag": ("handbag", "handbags"),
    "bags-watches/Umbrella": ("umbrella", "umbrellas"),
    "bags-watches/Wallet": ("wallet", "wallets"),
    "bags-watches/Watch": ("watch", "watches"),
    "baby-things/Crib": ("crib", "cribs"),
    "baby-things/Stroller": ("stroller", "strollers"),
    "toys/Board game": ("board game", "board games"),
    "toys/Doll": ("doll", "dolls"),
    "toys/Puzzle": ("puzzle", "puzzles"),
    "toys/Teddy bear": ("teddy bear", "teddy bears"),
    "instruments/Acoustic guitar": ("acoustic guitar", "acoustic guitars"),
    "instruments/Electric guitar": ("electric guitar", "electric guitars"),
    "instruments/Violin": ("violin", "violins"),
    "instruments/Ukulele": ("ukulele", "ukuleles"),
    "instruments/Trumpet": ("trumpet", "trumpets"),
    "instruments/Piano": ("piano", "pianos"),
    "books": ("book", "books"),
    "records": ("record", "records"),
    "sports/Tent": ("tent", "tents"),
    "sports/Helmet": ("helmet", "helmets"),
    "sports/Sleeping bag": ("sleeping bag", "sleeping bags"),
    "sports/Skateboard": ("skateboard", "skateboards"),
    "sports/Fishing rod": ("fishing rod", "fishing rods"),
    "collectibles/Clock": ("antique clock", "antique clocks"),
    "pets/Aquarium": ("aquarium", "aquariums"),
    "pets/Bird cage": ("bird cage", "bird cages"),
    "pets/Cat tree": ("cat tree", "cat trees"),
    "pets/Pet bed": ("pet bed", "pet beds"),
    "office/Office chair": ("office chair", "office chairs"),
    "office/Filing cabinet": ("filing cabinet", "filing cabinets"),
}
"""What people call things: of a category, or of one with the type that its first attribute gives. What two categories
have, such as desks, is left out."""
KIND_CODES = ("type", "style", "body")
BEFORE = ("color", "material", "make")
"""Choices that stand before the noun, in this order after those of :data:`YES`."""
YES = {"furnished": "furnished", "electric": "electric", "unlocked": "unlocked"}
CHOICES = {
    "size": "in size {}",
    "frame": "with frame size {}",
    "storage": "with {} of storage",
    "memory": "with {} of memory",
    "system": "for the {}",
    "decade": "from the {}",
    "fits": "for {}",
}
WITH = {"pets": "where pets are allowed", "garage": "with a garage", "clean_title": "with a clean title"}
CONDITIONS = {"new": "new", "like_new": "like-new", "used": "used", "worn": "worn", "for_parts": "broken"}


def noun_of(slug: str, values: Mapping[str, object]) -> tuple[str, str] | None:
    """What a thing and several of them are called, if there is a word for it."""
    kinds = [values[code] for code in KIND_CODES if code in values]
    return NOUNS.get(f"{slug}/{kinds[0]}" if kinds else slug)


def described(board: Board, query: str) -> str:
    """A wish in words, in the plural. Raises a KeyError for what has no word."""
    asked = dict(parse_qsl(query))
    nouns = noun_of(asked["category"], asked)
    if nouns is None:
        raise KeyError(f"there is no word for {query!r}")
    before = [CONDITIONS[asked["condition"]]] if "condition" in asked else []
    before += [word for code, word in YES.items() if asked.get(code) == "yes"]
    before += [asked["gearbox"].lower()] if "gearbox" in asked else []
    before += [_lower(asked[code]) for code in BEFORE if code in asked]
    before += [asked["fuel"].lower()] if "fuel" in asked else []
    after = [
        shape.format(asked[code].lower() if code == "fits" else asked[code])
        for code, shape in CHOICES.items()
        if code in asked
    ]
    after += [words for code, words in WITH.items() if asked.get(code) == "yes"]
    after += _figures(asked)
    words = " ".join([*before, nouns[1], *_joined(after)])
    price = _price_words(asked)
    place = place_words(board, asked)
    pictures = "with pictures" if "pictures" in asked else ""
    return " ".join(part for part in (words, pictures, price, place) if part)


def _joined(parts: Sequence[str]) -> list[str]:
    """“with a clean title”, “with two doors” -> “with a clean title and two doors”"""
    return [
        f"and {part.removeprefix('with ')}" if place and part[:5] == parts[place - 1][:5] == "with " else part
        for place, part in enumerate(parts)
    ]


MAKES = (
    *("Alder", "Brisk", "Corvane", "Dunmore", "Estrel", "Harrow", "Marlow", "Orso", "Pike"),
    *("Falkirk", "Kestrel", "Lindqvist", "Solway", "Tarn"),
    *("Bachmeier", "Ellery", "Fennimore", "Okuda", "Sorrel", "Tolland"),
)


def with_article(noun: str) -> str:
    """``SUV`` -> “an SUV”, ``ukulele`` -> “a ukulele”"""
    return f"{'an' if re.match('[aeio]|SUV|umb', noun) else 'a'} {noun}"


def _lower(word: str) -> str:
    """Colors and materials are written small, makes are names."""
    return word if word in MAKES else {"Solid wood": "solid-wood"}.get(word, word.lower())


def _figures(asked: Mapping[str, str]) -> list[str]:
    found = []
    rooms = {"bedrooms": "bedroom", "bathrooms": "bathroom"}
    for code, word in rooms.items():
        low, high = asked.get(f"{code}_min"), asked.get(f"{code}_max")
        if low and low == high:
            found.append(f"with {_count(low)} {word}{'' if low == '1' else 's'}")
        elif low:
            found.append(f"with at least {_count(low)} {word}{'' if low == '1' else 's'}")
    if "year_min" in asked:
        found.append(f"from {asked['year_min']} or later")
    if "year_max" in asked:
        found.append(f"from {asked['year_max']} or earlier")
    if "mileage_max" in asked:
        found.append(f"with no more than {int(asked['mileage_max']):,} miles on the clock")
    if "area_min" in asked:
        found.append(f"of at least {int(asked['area_min']):,} sq ft")
    if "gears_min" in asked:
        found.append(f"with at least {asked['gears_min']} gears")
    if "screen_min" in asked:
        found.append(f"with a screen of at least {asked['screen_min']} inches")
    return found


def _count(figure: str) -> str:
    return {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven"}.get(
        figure, figure
    )


def _price_words(asked: Mapping[str, str]) -> str:
    low, high = asked.get("min"), asked.get("max")
    rented = asked.get("category") in ("apartments", "houses-rent", "rooms")
    at, month = ("at", " a month") if rented else ("for", "")
    if low and high:
        return f"between ${int(low):,} and ${int(high):,}{month}"
    if high:
        return f"{at} ${int(high):,}{month} or less"
    return f"{at} ${int(low):,}{month} or more" if low else ""


def place_words(board: Board, asked: Mapping[str, str]) -> str:
    if "city" in asked:
        city = board.cities[int(asked["city"])].name
        return f"within {asked['within']} miles of {city}" if "within" in asked else f"in {city}"
    if "region" in asked:
        name = board.world.classifieds.value("SELECT name FROM region WHERE code = ?", asked["region"])
        return f"in {name}"
    return ""


DETAILS = frozenset({*BEFORE, *YES, *CHOICES, *WITH, "fuel", "gearbox"})
"""Choices and yes-or-no attributes that there are words for, beside the kind of thing."""


def round_price(amount: int) -> int:
    """An amount in dollars as people name a limit: not more than two figures that count."""
    step: int = 5 * 10 ** max(0, len(str(amount)) - 2)
    return max(step, amount // step * step)
