"""Shapes that are shown packed until they have a drawing of their own."""

from __future__ import annotations

from ..pen import Pen
from ..registry import ENTERED, shape
from .families import carton

_NAMES = """
box carton can jar pouch snack-bag bottle tin tea-box egg-carton chocolate-bar bread
cereal-box juice-carton spice-jar baking-tray knife cutting-board cutlery spatula whisk tube pump-bottle dropper-bottle
compact lipstick nail-polish hair-brush soap-bar spray-bottle toothbrush razor perfume hair-dryer cream-jar headphones
earbuds speaker phone phone-case tablet laptop keyboard mouse monitor camera cable charger
power-bank smartwatch router memory-card printer game-controller tv drone light-bulb battery-pack t-shirt shirt
sweater hoodie jacket trousers shorts skirt dress socks sneaker boot sandal hat
cap scarf gloves belt handbag backpack watch sunglasses umbrella tie necklace ring
wallet pajamas table-lamp floor-lamp candle cushion blanket towel rug curtain vase picture-frame
wall-clock mirror pillow bedding basket storage-box hanger fan heater vacuum plant-pot trash-can
chair stool table desk shelf sofa bed cabinet teddy blocks puzzle-box board-game
doll toy-car toy-train ball kite robot plush-dinosaur notebook pen pencil-set marker-set stapler
binder scissors tape calculator paper-ream sticky-notes desk-organizer watering-can spade rake hose seed-packet
planter lantern bird-feeder wheelbarrow grill hammer screwdriver drill wrench toolbox tape-measure ladder
saw flashlight paint-can helmet dumbbell yoga-mat soccer-ball basketball racket tent sleeping-bag jump-rope
skateboard bicycle fishing-rod pet-bowl pet-bed leash pet-toy food-bag aquarium cat-tree collar bird-cage
baby-bottle pacifier stroller diaper-pack bib onesie car-mat phone-mount oil-can jump-starter air-freshener tire
book vinyl-record guitar
""".split()


def _packed(name: str) -> None:
    @shape(name, scene="shelf")
    def packed(p: Pen) -> None:
        carton(p, 20, 26, 52, 60, 9)
        p.write_in((name.replace("-", " ").title(),), 23, 30, 46, 16, p.paper().base)
        p.label(25, 50, 42, 28)


for _name in _NAMES:
    if _name not in ENTERED:
        _packed(_name)
