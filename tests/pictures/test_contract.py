"""What others may rely on: the names, the arguments, the errors, and that nothing else is drawn in."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from PIL import Image

from webcosm.pictures import PALETTE, PATTERNS, SHAPES, VIEWS, draw

from .helpers import look

AGREED_SHAPES = """
mug glass tumbler teapot kettle pitcher wine-glass thermos pan pot baking-tray knife cutting-board bowl plate cutlery
spatula whisk blender toaster coffee-maker mixer box carton can jar pouch snack-bag bottle tin tea-box egg-carton
chocolate-bar bread cereal-box juice-carton spice-jar tube pump-bottle dropper-bottle compact lipstick nail-polish
hair-brush soap-bar spray-bottle toothbrush razor perfume hair-dryer cream-jar headphones earbuds speaker phone
phone-case tablet laptop keyboard mouse monitor camera cable charger power-bank smartwatch router memory-card printer
game-controller tv drone light-bulb battery-pack t-shirt shirt sweater hoodie jacket trousers shorts skirt dress socks
sneaker boot sandal hat cap scarf gloves belt handbag backpack watch sunglasses umbrella tie necklace ring wallet
pajamas table-lamp floor-lamp candle cushion blanket towel rug curtain vase picture-frame wall-clock mirror pillow
bedding basket storage-box hanger fan heater vacuum plant-pot trash-can chair stool table desk shelf sofa bed cabinet
teddy blocks puzzle-box board-game doll toy-car toy-train ball kite robot plush-dinosaur notebook pen pencil-set
marker-set stapler binder scissors tape calculator paper-ream sticky-notes desk-organizer watering-can spade rake hose
seed-packet planter lantern bird-feeder wheelbarrow grill hammer screwdriver drill wrench toolbox tape-measure ladder
saw flashlight paint-can helmet dumbbell yoga-mat soccer-ball basketball racket tent sleeping-bag jump-rope skateboard
bicycle fishing-rod pet-bowl pet-bed leash pet-toy food-bag aquarium cat-tree collar bird-cage baby-bottle pacifier
stroller diaper-pack bib onesie car-mat phone-mount oil-can jump-starter air-freshener tire book vinyl-record guitar
"""

AGREED_COLOURS = """
Red, Burgundy, Pink, Coral, Orange, Yellow, Mustard, Green, Mint, Olive, Teal, Blue, Navy, Sky Blue, Purple, Lavender,
Brown, Tan, Beige, Cream, White, Gray, Charcoal, Black, Silver, Gold, Copper, Clear
"""


def test_the_agreed_names_are_there_and_no_others() -> None:
    assert sorted(SHAPES) == sorted(AGREED_SHAPES.split())
    assert list(PALETTE) == [name.strip() for name in AGREED_COLOURS.split(",")]
    assert PATTERNS == ("plain", "stripes", "dots", "checks", "floral", "zigzag", "leaves", "stars")
    assert VIEWS == ("front", "angle", "detail", "scene")


@pytest.mark.parametrize("size", [16, 17, 160, 320, 640, 1024])
def test_a_picture_is_a_png_of_the_size_asked_for(size: int) -> None:
    with Image.open(io.BytesIO(draw(look("mug"), "front", size))) as picture:
        assert picture.format == "PNG"
        assert picture.size == (size, size)


def test_pictures_are_small_files() -> None:
    full = look("dress", ["Blue", "White"], pattern="floral", words=["Harbor"], count=6)
    for view in VIEWS:
        assert len(draw(full, view, 320)) < 25_000, view


@pytest.mark.parametrize(
    "change, message",
    [
        ({"shape": "mugg"}, "unknown shape 'mugg'.*teapot"),
        ({"shape": None}, "unknown shape None"),
        ({"colors": ["Crimson"]}, "unknown color 'Crimson'.*Burgundy"),
        ({"colors": []}, "at least one color"),
        ({"colors": "Red"}, "'Red'.*list of strings"),
        ({"pattern": "paisley"}, "unknown pattern 'paisley'.*zigzag"),
        ({"backdrop": "Beach"}, "unknown backdrop 'Beach'.*Cream"),
        ({"count": 0}, "count.* is 0"),
        ({"count": 1.5}, "count.* is 1.5"),
        ({"count": True}, "count.* is True"),
        ({"words": "Harbor"}, "words.*'Harbor'.*list of strings"),
        ({"words": [3]}, r"words.*\[3\].*list of strings"),
        ({"parts": "lid"}, "parts.*'lid'.*list of strings"),
        ({"color": "Red"}, "unknown key 'color'.*colors"),
    ],
)
def test_a_bad_look_is_named_and_what_is_accepted(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw({**look("mug"), **change}, "front", 64)


def test_a_bad_view_or_size_is_named_and_what_is_accepted() -> None:
    with pytest.raises(ValueError, match=r"unknown view 'back'.*scene"):
        draw(look("mug"), "back", 64)
    for size in (15, 1025, 0, -3, 64.0, True):
        with pytest.raises(ValueError, match=f"size is {size!r}.*16 to 1024"):
            draw(look("mug"), "front", size)  # type: ignore[arg-type]


def test_every_documented_key_but_shape_and_colors_may_be_left_out() -> None:
    given = look("mug", pattern="plain", count=1, words=[], backdrop=None, parts=[])
    assert draw(given, "front", 64) == draw(look("mug"), "front", 64)


_LOOKS = [
    look("mug", ["Red", "White"], pattern="stripes", words=["Harbor", "11 oz"], parts=["lid", "coaster"]),
    look("t-shirt", ["Navy"], pattern="stars", count=4, words=["Foundry"], backdrop="Mint"),
    look("bicycle", ["Teal"], count=12),
]


def _digests() -> list[str]:
    return [hashlib.sha256(draw(each, view, 120)).hexdigest() for each in _LOOKS for view in VIEWS]


def _python(code: str, hash_seed: str = "1") -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return done.stdout


def test_another_process_draws_the_same_bytes() -> None:
    code = (
        "import hashlib, json, sys\n"
        "from webcosm.pictures import VIEWS, draw\n"
        f"looks = json.loads({json.dumps(json.dumps(_LOOKS))})\n"
        # Backwards, so that nothing can hang on what was drawn before.
        "out = [hashlib.sha256(draw(e, v, 120)).hexdigest() for e in looks[::-1] for v in VIEWS[::-1]]\n"
        "print(json.dumps(out[::-1]))"
    )
    assert json.loads(_python(code, "77")) == _digests()


def test_facts_can_be_had_without_an_image_library_and_pictures_without_sites() -> None:
    loaded = json.loads(_python("import json, sys, webcosm.lore; print(json.dumps(sorted(sys.modules)))"))
    assert not [name for name in loaded if name.split(".")[0] == "PIL" or name.startswith("webcosm.pictures")]
    loaded = json.loads(_python("import json, sys, webcosm.pictures; print(json.dumps(sorted(sys.modules)))"))
    assert not [
        name
        for name in loaded
        if name.startswith("webcosm.") and not name.startswith(("webcosm.lazy", "webcosm.lore", "webcosm.pictures"))
    ]
