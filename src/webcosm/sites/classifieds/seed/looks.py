"""How a thing for sale is drawn: its look, and the views that its seller photographs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webcosm.lore import Rng
from webcosm.sites.classifieds.seed.kinds import Kind

__all__ = ["photos_of"]

Look = dict[str, Any]
Photo = tuple[Look, str]
"""A look and a view of it."""

WEAR = {
    "vehicle": {
        "dent": ("dent", "rear"), "peeling": ("scratch", "middle"), "fog light": ("broken light", "front"),
        "rust": ("rust", "middle"), "scratch": ("scratch", "front"), "windshield": ("cracked windshield", "front"),
        "tailgate": ("odd panel", "rear"), "fall": ("scratch", "middle"),
    },
    "bicycle": {"rust": ("rust", "front"), "saddle": ("torn saddle", "front"), "pedal": ("missing pedal", "front")},
    "furniture": {
        "scratch": ("scratches", "middle"), "ring": ("stain", "left"), "stain": ("stain", "middle"),
        "tear": ("tear", "left"),
        "seam": ("tear", "left"), "burn": ("burn", "right"), "crack": ("crack", "middle"),
        "handle": ("missing handle", "right"),
        "cat has": ("scratches", "left"), "ink": ("stain", "right"), "sticker": ("stain", "left"),
        "chip": ("crack", "right"),
    },
    "instrument": {"ding": ("dent", ""), "finish": ("scratches", "")},
    "tool": {"rust": ("rust", ""), "grip": ("worn grip", ""), "handle": ("broken handle", ""), "paint": ("dirt", "")},
    "goods": {
        "scratch": ("scratches", "middle"), "dent": ("dent", "right"), "crack": ("crack", "left"),
        "chip": ("crack", "left"),
        "stain": ("stain", "middle"), "scuff": ("scratches", "right"), "tear": ("hole", "left"),
        "torn": ("torn corner", "left"),
        "hole": ("hole", "middle"), "ink": ("stain", "right"), "rubbed": ("scratches", "middle"),
        "hairline": ("crack", "right"),
    },
}  # fmt: skip
"""Words of a flaw, and what can be seen of it: by scene, the kind of wear and its place."""

INSTRUMENTS = {"Bass guitar": "bass", "Drum kit": "drums"}
FURNITURE = {"Bookcase": "bookshelf", "Dining table": "table", "Dining chairs": "chair", "Crib": "cot"}
TOOLS = {
    "drill": "drill",
    "circular saw": "circular saw",
    "hammer": "hammer",
    "ladder": "ladder",
    "lawn mower": "lawn mower",
}
POWER = {"None": "hand", "Battery": "battery", "Corded": "cord", "Gasoline": "gasoline"}
ROOMS = {
    "refrigerator": ("kitchen", "fridge"),
    "stove": ("kitchen", "stove"),
    "washing machine": ("bathroom", "washing machine"),
}
WALLS = ("Cream", "White", "Sky Blue", "Mint", "Beige", "Yellow", "Lavender")
LOOKS = ("front", "angle", "detail", "scene")


def photos_of(rng: Rng, kind: Kind, values: Mapping[str, Any], brand: str, flaw: str) -> list[Photo]:
    """All that could be photographed of a thing, the best first; empty for what is not drawn."""
    category = kind.category
    if category in ("cars", "trucks-vans", "motorcycles") or values.get("type") in ("Camper", "Motorhome"):
        return _vehicle(rng, category, values, flaw)
    if category == "bicycles":
        return _bicycle(rng, values, brand, flaw)
    if category == "instruments":
        name = str(values["type"])
        look = {
            "scene": "instrument",
            "kind": INSTRUMENTS.get(name, name.lower()),
            "color": values["color"],
            "brand": brand[:12],
        }
        return _views(_worn(look, "instrument", flaw), ("front", "angle", "detail"))
    if category == "furniture" or kind.noun == "crib":
        return _furniture(rng, values, flaw)
    if kind.noun in TOOLS:
        look = {"scene": "tool", "kind": TOOLS[kind.noun], "color": values.get("color", "Gray"), "brand": brand[:12]}
        look["power"] = POWER[str(values.get("power", "None"))]
        if kind.noun == "ladder":
            look["count"] = int(values["rungs"])
        return _views(_worn(look, "tool", flaw), ("front", "angle", "detail"))
    if kind.noun in ROOMS:
        room, thing = ROOMS[kind.noun]
        look = {"scene": "room", "kind": room, "walls": rng.choice(WALLS), "floor": "tiles", "floor_color": "Gray"}
        look["furniture"] = [
            {"kind": thing, "color": values["color"], "place": rng.choice(("left", "middle", "right"))}
        ]
        return [(look, "front")]
    if kind.size == "home":
        return _home(rng, kind, values)
    return _goods(rng, kind, values, brand, flaw)


def _views(look: Look, views: Sequence[str]) -> list[Photo]:
    return [(look, view) for view in views]


def _worn(look: Look, scene: str, flaw: str) -> Look:
    for word, (kind, place) in WEAR[scene].items():
        if word in flaw.lower():
            wear = {"kind": kind, "place": place} if place else {"kind": kind}
            return {**look, "wear": [wear]}
    return look


def _vehicle(rng: Rng, category: str, values: Mapping[str, Any], flaw: str) -> list[Photo]:
    two_wheeled = category == "motorcycles"
    if two_wheeled:
        body = "scooter" if values["style"] == "Scooter" else "motorcycle"
    else:
        body = str(values.get("body", "camper")).lower().replace("minivan", "van")
    look: Look = {
        "scene": "vehicle",
        "make": str(values["model"]).split()[0],
        "body": body,
        "color": values.get("color", "White"),
    }
    look |= {"setting": rng.choice(("driveway", "street", "garage")), "mileage": int(values.get("mileage", 0))}
    if two_wheeled:
        look |= {"doors": 0, "seats": 2}
    else:
        look["doors"] = {"hatchback": 5, "convertible": 2, "pickup": 2, "van": 4, "camper": 2}.get(body, 4)
        look["gearbox"] = str(values.get("gearbox", "Manual")).lower()
        look["seat_color"] = rng.choice(("Charcoal", "Gray", "Beige", "Black"))
    views = ("front", "nose", "detail") if two_wheeled else ("front", "nose", "tail", "inside", "dashboard", "detail")
    return _views(_worn(look, "vehicle", flaw), views)


def _bicycle(rng: Rng, values: Mapping[str, Any], brand: str, flaw: str) -> list[Photo]:
    style = "electric" if values.get("electric") and values["style"] == "City" else str(values["style"]).lower()
    frame = "step-through" if style == "city" and rng.chance(0.5) else "diamond"
    look: Look = {"scene": "bicycle", "kind": style, "color": values["color"], "frame": frame, "brand": brand[:12]}
    look["setting"] = rng.choice(("driveway", "garage", "hallway", "wall"))
    return _views(_worn(look, "bicycle", flaw), ("front", "angle", "detail"))


def _furniture(rng: Rng, values: Mapping[str, Any], flaw: str) -> list[Photo]:
    name = str(values["type"])
    material = {"Solid wood": "wood", "Veneer": "wood"}.get(str(values.get("material", "Veneer")), "")
    look: Look = {"scene": "furniture", "kind": FURNITURE.get(name, name.lower()), "color": values["color"]}
    look["material"] = material or str(values["material"]).lower()
    for code in ("seats", "shelves", "drawers"):
        if code in values and look["kind"] in ("sofa", "bookshelf", "dresser"):
            look[code] = int(values[code])
    if "set" in values:
        look["count"] = int(values["set"])
    if name == "Bed":
        look["size"] = "single" if int(values["width"]) < 50 else "double"
    if name == "Sofa" and rng.chance(0.4):
        look |= {"cushions": rng.integer(1, 3), "cushion_color": rng.choice(("Mustard", "Coral", "Teal", "Cream"))}
    return _views(_worn(look, "furniture", flaw), ("front", "angle", "scene", "detail"))


def _home(rng: Rng, kind: Kind, values: Mapping[str, Any]) -> list[Photo]:
    outside: Look = {"scene": "house", "kind": "apartments" if kind.category in ("apartments", "rooms") else "house"}
    outside |= {
        "walls": rng.choice(("brick", "plaster", "wood")),
        "color": rng.choice(("Cream", "White", "Yellow", "Coral")),
    }
    outside |= {
        "roof_color": rng.choice(("Burgundy", "Charcoal", "Brown")),
        "storeys": 4 if kind.category == "apartments" else 2,
    }
    outside |= {"door_color": rng.choice(("Red", "Green", "Navy", "Brown")), "garage": int(bool(values.get("garage")))}
    outside["sign"] = "For Sale" if kind.category == "houses-sale" else ""
    walls, floor = rng.choice(WALLS), rng.choice(("wood", "carpet"))
    furnished = bool(values.get("furnished"))
    photos: list[Photo] = [(outside, "front")]
    for room, inside in ROOM_THINGS.items():
        if kind.category == "rooms" and room == "living room":
            continue
        things = inside if furnished or room in ("kitchen", "bathroom") else ()
        look: Look = {
            "scene": "room",
            "kind": room if things else "empty room",
            "walls": walls,
            "windows": rng.integer(1, 2),
        }
        look |= {"floor": "tiles" if room in ("kitchen", "bathroom") else floor}
        look["furniture"] = [
            {"kind": thing, "color": rng.choice(("White", "Gray", "Navy", "Tan")), "place": place}
            for thing, place in zip(things, ("left", "middle", "right"), strict=False)
        ]
        photos.append((look, "front"))
    first = rng.integer(0, 1) if kind.category in ("apartments", "rooms") else 0
    return photos[first:] if first else photos


ROOM_THINGS = {
    "living room": ("sofa", "coffee table", "bookshelf"),
    "kitchen": ("fridge", "sink", "stove"),
    "bedroom": ("bed", "dresser"),
    "bathroom": ("bathtub", "sink", "toilet"),
}


def _goods(rng: Rng, kind: Kind, values: Mapping[str, Any], brand: str, flaw: str) -> list[Photo]:
    shape = values.get("shape") or kind.more.get("shape")
    if not shape:
        return []
    colour = str(
        values.get("color") or kind.more.get("color") or rng.choice(("Navy", "Red", "Green", "Mustard", "Teal"))
    )
    look: Look = {"scene": "goods", "shape": shape, "colors": [colour]}
    if "pattern" in values:
        look["pattern"] = values["pattern"]
    if counted := kind.more.get("count"):
        look["count"] = int(values[counted])
    if number := kind.more.get("count_fixed"):
        look["count"] = number
    if told := kind.more.get("words"):
        look["words"] = [str(values[told])]
    elif values.get("work"):
        look["words"] = [str(values["work"])[:40]]
    elif brand and rng.chance(0.3):
        look["words"] = [brand[:40]]
    return _views(_worn(look, "goods", flaw), LOOKS)
